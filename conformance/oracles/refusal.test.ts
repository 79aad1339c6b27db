import { expect, test } from 'vitest';
import { createClient, type Exchange } from '../http/client.ts';
import { revealsControl } from './refusal.ts';

/** Returns the exchange of a response with this body. */
async function exchangeBody(body: unknown): Promise<Exchange> {
  const client = createClient({
    baseUrl: 'http://t.test',
    keys: new Map([['a', 'k-1']]),
    transport: async () => ({
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify(body)),
    }),
  });
  return client.session().withKey('a').get('getPortal');
}

const thing = { id: 700000048, amount: 400000, name: 'Mini mart 12' };

test.each<[string, unknown, boolean]>([
  ['a separate number', { detail: 'no 700000048 here' }, true],
  ['a number as a value', { of: 400000 }, true],
  ['a name', { detail: 'Mini mart 12 is not yours' }, true],
  ['digits within the id of a request', { request_id: 'req_99D4000000000001' }, false],
  ['unrelated text', { detail: 'There is no such thing.' }, false],
])('revealsControl with %s', async (_, refusal, isShown) => {
  expect(revealsControl(await exchangeBody(thing), await exchangeBody(refusal))).toBe(isShown);
});
