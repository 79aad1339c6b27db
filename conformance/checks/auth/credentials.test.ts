import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { createClient } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { expectNoData } from './credentials.ts';

const OPERATION = 'getProvisioningPayload';
const PARAMETERS = { terminal_id: 'TRM-77120' };

const refusal = (code: string) => ({
  success: false,
  data: null,
  error: { code, message: 'Nothing here.', path: code },
});
const data = { success: true, data: { profile: 'P-7781', host: 'acquirer-2', serial: 'SN-99120' }, error: null };

/** Judges a service that refuses with 200, and shows the payload of one terminal, or none, to those with a key; or to everyone. */
async function judge(shows: { readonly withKey: boolean; readonly withoutKey: boolean }) {
  const session = createClient({
    baseUrl: 'http://target.test',
    keys: new Map([['west', 'key']]),
    transport: ({ url, headers }) => {
      if (!url.includes('/terminals/')) return Promise.resolve(makeJsonResponse(404, {}));
      const hasKey = headers.some(([name]) => name.toLowerCase() === 'x-api-key');
      if (!hasKey && !shows.withoutKey) return Promise.resolve(makeJsonResponse(200, refusal('MISSING_KEY')));
      const isShown = shows.withKey && url.includes(PARAMETERS.terminal_id);
      return Promise.resolve(makeJsonResponse(200, isShown ? data : refusal('NOT_FOUND')));
    },
  }).session();
  const west = session.withKey('west');
  const control = await west.get(OPERATION, PARAMETERS);
  const reader = {
    ...west,
    sees: { reads: new Map([[OPERATION, PARAMETERS]]), responses: new Map([[OPERATION, control]]) },
  } as unknown as Principal; // the parts that credentials read
  const anonymous = session.withoutKey();
  return expectNoData([reader], {
    anonymous,
    paths: [OPERATION],
    read: async () => [[await anonymous.get(OPERATION, PARAMETERS), 'the request carries no key']],
  });
}

test('a refusal with 200 to the key is no data that a request without a key gets too', async () => {
  expect((await judge({ withKey: false, withoutKey: false })).kind).toBe('untestable');
});

test('data without a key are found where refusals have 200', async () => {
  expect((await judge({ withKey: true, withoutKey: true })).kind).toBe('fail');
});
