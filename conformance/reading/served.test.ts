import { describe, expect, test } from 'vitest';
import { makeJsonResponse } from '../../lab/mutants/proxy-helpers.ts';
import { createClient } from '../http/client.ts';
import { decideServed, isDistinctive } from './served.ts';

/** Returns the answers of a service about connectors to two keys, by their ids. */
function createReader(bodies: Readonly<Record<string, ReturnType<typeof createStatus>>>) {
  const transport = ({
    url,
    headers,
  }: {
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
  }) => {
    const key = headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];
    return Promise.resolve(makeJsonResponse(200, bodies[`${key} ${url.split('/').at(-2)}`] ?? {}));
  };
  const session = createClient({
    baseUrl: 'http://target.test',
    keys: new Map([
      ['owner', 'owner'],
      ['other', 'other'],
    ]),
    transport,
  }).session();
  return (key: string, id: string) => session.withKey(key).get('getConnectorStatus', { connector_id: id });
}

const createStatus = (link: number, since: string, terminals: number) => ({ state: 'up', link, since, terminals });

describe('an answer with other counts than that of the owner', () => {
  const control = createStatus(26.25, '2025-11-20T15:22:00Z', 13);
  const read = createReader({
    'owner 35': control,
    'other 35': { ...control, terminals: 0 },
    'owner 36': createStatus(31.5, '2025-11-20T15:22:00Z', 12),
    'other 36': createStatus(26.25, '2025-11-21T08:10:00Z', 0),
    'other 37': createStatus(96.25, '2025-11-20T14:42:00Z', 4),
  });

  test('serves a thing if a measured value and an instant are the same', async () => {
    const others = [await read('other', '37')];
    const same = decideServed({ probe: await read('other', '35'), control: await read('owner', '35'), others });
    expect(same.kind).toBe('served');
  });

  test('does not, if only one of them is', async () => {
    const others = [await read('other', '37')];
    const value = decideServed({ probe: await read('other', '36'), control: await read('owner', '35'), others });
    const instant = decideServed({ probe: await read('other', '35'), control: await read('owner', '36'), others });
    expect([value.kind, instant.kind]).not.toContain('served');
  });
});

test.each(['m***@fleet.example', '4111 **** **** 1111', 'user ••••0042'])(
  '%s is masked, so that two things may have it',
  (text) => {
    expect(isDistinctive(text)).toBe(false);
  },
);
