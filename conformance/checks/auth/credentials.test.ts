import { expect, test } from 'vitest';
import { changeJson, makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { honestTarget } from '../../../lab/targets/honest-target.ts';
import { createClient } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { judgeTarget } from '../../testing/judge-target.ts';
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

const SUPPORT = { phone: '+1 800 555 0100', desk: 'Help desk of Fleet Portal' };
const ITEM =
  '<rss version="2.0"><channel><title>Fleet</title><item><title>Sign in to read this</title></item></channel></rss>';

test.each([
  [
    'names the support, as the portal does',
    () => makeJsonResponse(401, { title: 'Unauthorized', support: SUPPORT }),
    'pass',
  ],
  ['is a feed with one item', () => ({ status: 200, headers: [], body: Buffer.from(ITEM) }), 'inconclusive'],
  ['names the account', () => makeJsonResponse(401, { name: 'Cash machines of acct_east', is: 'acct_east-1' }), 'fail'],
])('a refusal that %s', async (_, refuse, expected) => {
  const honest = changeJson('getPortal', (body) => {
    body.organization = { support: SUPPORT, is: 'acct_east-1' };
  })(honestTarget());
  const outcome = await judgeTarget('auth/missing-key-is-refused', async (request) => {
    const response = await honest(request);
    const isMeant = response.status === 401 && (expected !== 'inconclusive' || request.url.includes('/feeds/'));
    const isOther = expected === 'fail' && !request.url.endsWith('/portal');
    return isMeant && !isOther ? refuse() : response;
  });
  expect(outcome).toBe(expected);
});
