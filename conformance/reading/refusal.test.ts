import { expect, test } from 'vitest';
import { createClient, type Exchange } from '../http/client.ts';
import { findRefusalFault, isUnmistakable, revealsControl } from './refusal.ts';
import { decideServed, isDistinctive } from './served.ts';

/** Returns the exchange of a response with this body. */
async function exchangeBody(body: unknown, status = 200, terminal = 'T-1'): Promise<Exchange> {
  const client = createClient({
    baseUrl: 'http://t.test',
    keys: new Map([['a', 'k-1']]),
    transport: async () => ({
      status,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    }),
  });
  return client.session({ mayFail: true }).withKey('a').get('getLocation', { terminal_id: terminal });
}

const thing = { id: 700000048, amount: 400000, name: 'Mini mart 12' };

test.each<[string, unknown, boolean]>([
  ['a separate number', { detail: 'no 700000048 here' }, true],
  ['an amount', { of: 400000 }, false],
  ['a name', { detail: 'Mini mart 12 is not yours' }, true],
  ['digits within the id of a request', { request_id: 'req_99D4000000000001' }, false],
  ['unrelated text', { detail: 'There is no such thing.' }, false],
])('an error reveals the control: %s', async (_, refusal, isShown) => {
  expect(revealsControl(await exchangeBody(thing), await exchangeBody(refusal, 403))).toBe(isShown);
});

const site = {
  terminal: 'TRM-77120',
  site: 'Corner Shop 4',
  serial: 'SN-44-8812',
  model: 'NX-200',
  as_of: '2026-01-02T03:04:05Z',
};
const own = {
  terminal: 'TRM-10001',
  site: 'Big Mall 9',
  serial: 'SN-10-0001',
  model: 'NX-200',
  as_of: '2026-01-02T03:04:05Z',
};

test.each<{ what: string; body: unknown; status: number; kind: string }>([
  { what: 'the data', body: site, status: 200, kind: 'served' },
  { what: 'the data in an envelope', body: { data: [site] }, status: 200, kind: 'served' },
  { what: 'an error with the data', body: { error: 'SN-44-8812 is not yours' }, status: 403, kind: 'served' },
  { what: 'a refusal', body: { error: 'forbidden' }, status: 403, kind: 'refused' },
  { what: 'a refusal that repeats the id', body: { error: 'no access to TRM-77120' }, status: 404, kind: 'refused' },
  { what: 'an error with 200', body: { success: false, error: 'TRM-77120 is unknown' }, status: 200, kind: 'refused' },
  { what: 'an empty success', body: { items: [] }, status: 200, kind: 'refused' },
  { what: 'nothing', body: null, status: 200, kind: 'refused' },
  {
    what: 'a record that repeats only the request, the time and the model',
    body: { ...own, terminal: 'TRM-77120', site: null, serial: null },
    status: 200,
    kind: 'refused',
  },
  { what: 'another thing that the caller sees', body: own, status: 200, kind: 'refused' },
  { what: 'a server error', body: { error: 'oops' }, status: 500, kind: 'unclear' },
])('decides whether an answer serves the requested data: $what', async ({ body, status, kind }) => {
  const control = await exchangeBody(site, 200, 'TRM-77120');
  const others = [await exchangeBody(own, 200, 'TRM-10001')];
  const probe = await exchangeBody(body, status, 'TRM-77120');
  expect(decideServed({ control, probe, others }).kind).toBe(kind);
  const fault = findRefusalFault({ control, probe, own: others[0] ?? probe, expected: 'a refusal' });
  expect(fault?.kind).toBe({ served: 'fail', refused: undefined, unclear: 'inconclusive' }[kind]);
});

test('a control without distinctive values decides nothing', async () => {
  const control = await exchangeBody({ status: 'ok' });
  expect(decideServed({ control, probe: await exchangeBody({ items: [] }) }).kind).toBe('unclear');
});

test('short values decide by their places', async () => {
  const telemetry = { cash: 41, signal: -71, door: 'open', heat: 22 };
  const [control, same, other] = [telemetry, telemetry, { cash: 40, signal: -70, door: 'shut', heat: 21 }];
  const decide = async (body: unknown) =>
    decideServed({ control: await exchangeBody(control), probe: await exchangeBody(body) }).kind;
  expect(await decide(same)).toBe('served');
  expect(await decide(other)).toBe('refused');
});

test.each([
  ['SN-44-8812', true],
  ['Corner Shop 4', true],
  ['700000048', true],
  ['1.234,50 €', false],
  ['400000', false],
  ['2.14.3', false],
  ['27/11/2026 10:00', false],
  ['Fri, 27 Nov 2026 10:00:00 GMT', false],
  ['approved', false],
])('a value that is hardly found by chance: %s', (text, isOne) => {
  expect(isDistinctive(text)).toBe(isOne);
});

test('a refusal that names a path of the catalog serves nothing', async () => {
  const control = await exchangeBody({ endpoints: ['/v1/feeds/account.xml', '/v1/integrations/catalog'] });
  const probe = await exchangeBody({ error: 'Send a key. See /v1/integrations/catalog for the paths.' }, 401);
  const others = [await exchangeBody({ error: 'unknown path' }, 404)];
  expect(decideServed({ control, probe, others }).kind).toBe('refused');
});

test.each([
  ['NW104310', true],
  ['grp-east', true],
  ['1000000017', true],
  ['limit', false],
  ['20.00', false],
  ['20261112', false],
  ['12:30', false],
  ['4310', false],
  ['A1', false],
])('whether no other text equals %s: %s', (id, expected) => {
  expect(isUnmistakable(id)).toBe(expected);
});
