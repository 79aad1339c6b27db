import { expect, test } from 'vitest';
import { goService } from '../../lab/independent/services.ts';
import type { OperationId } from '../../spec/index.ts';
import { createClient, type Exchange, type Transport } from '../http/client.ts';
import type { Binding, Entries } from '../slots/bindings.ts';
import { findExampleValues } from './example-values.ts';
import { inferBindings } from './infer-bindings.ts';

const KEY = 'sk-live-0123456789';

/** Reads `operation` from a service that returns `json`. */
async function read(operation: OperationId, json: unknown, status = 200): Promise<Exchange> {
  const transport: Transport = async () => ({
    status,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(json)),
  });
  const client = createClient({ baseUrl: 'http://t.test', keys: new Map([['owner', KEY]]), transport });
  return client.session().withKey('owner').get(operation);
}

const guess = (value: unknown): Binding => ({ value, confidence: 'guess', evidence: [] });
const redact = (text: string) => text.replaceAll(KEY, '[key owner]');

async function exampleOf(value: unknown, member = 'id'): Promise<string | undefined> {
  const entries = { 'transactions.rows': guess('/items/*'), 'transactions.id': guess(`/${member}`) } as Entries;
  const exchange = await read('listTransactions', { items: [{ [member]: null }, { [member]: value }] });
  return findExampleValues(entries, [exchange], redact).get('transactions.id');
}

test.each<[unknown, string]>([
  ['T1', '"T1"'],
  [1250, '1250'],
  [true, 'true'],
  ['a "quoted"\nline', '"a \\"quoted\\"\\nline"'],
  ['x'.repeat(41), `"${'x'.repeat(39)}…"`],
  [[1, 2], 'a list of 2'],
  [{ code: '00', text: 'approved' }, '{ code, text }'],
])('the example of a row member with the value %j is %s', async (value, example) => {
  expect(await exampleOf(value)).toBe(example);
});

test.each<[string, unknown, string?]>([
  ['a card number', '4111111111111111'],
  ['a number in a card range with a wrong check digit', '4111111111111112'],
  ['a card number as a JSON number', 4111111111111111],
  ['a grouped card number inside text', 'paid with 5500 0000 0000 0004 today'],
  ['track data', ';4111111111111111=29121010000012300000?'],
  ['a PIN block by the name of its member', '0F1E2D3C4B5A6978', 'pin_block'],
])('the example hides %s', async (_, value, member) => {
  expect(await exampleOf(value, member)).toBe('[hidden]');
});

test('the example hides a key of the run before it is shortened', async () => {
  expect(await exampleOf(`${'x'.repeat(30)}${KEY}`)).toBe(`"${'x'.repeat(30)}[key owne…"`);
});

test('examples come from successful responses of the right operation, relative to their parent', async () => {
  const entries = {
    'portal.terminal_rows': guess('/devices/*'),
    'portal.terminal_id': guess('#'),
    'portal.access_flags': guess('/flags'),
    'catalog.services': guess('/groups/*'),
    'catalog.endpoints': guess('/api/*'),
    'catalog.endpoint_path': guess(''),
    'transactions.total_surcharge': guess('/sum'),
    'money.form': guess('number'),
  } as Entries;
  const exchanges = [
    await read('getPortal', { devices: { WRONG: {} } }, 404),
    await read('getPortal', { devices: { T7: {} }, flags: { canWrite: true } }),
    await read('getIntegrationCatalog', { groups: [{ api: ['/v1/portal'] }] }),
    await read('listTransactions', { sum: '4.50' }),
  ];
  expect([...findExampleValues(entries, exchanges, redact)]).toEqual([
    ['transactions.total_surcharge', '"4.50"'],
    ['portal.terminal_rows', 'an empty object'],
    ['portal.terminal_id', '"T7"'],
    ['portal.access_flags', '{ canWrite }'],
    ['catalog.services', '{ api }'],
    ['catalog.endpoints', '"/v1/portal"'],
    ['catalog.endpoint_path', '"/v1/portal"'],
  ]);
});

test('inference returns examples, and calls no binding certain that rests on one reason', async () => {
  const keys = new Map([...goService.keys].slice(0, 2));
  const found = await inferBindings({ target: 'http://t.test', keys, transport: goService.open() });
  if ('problem' in found) throw new Error(found.problem);
  const { entries } = found.bindings;
  expect(found.examples.get('transactions.terminal')).toMatch(/^"term_\w+"$/);
  const certain = Object.entries<Binding>(entries).filter(([, { confidence }]) => confidence === 'certain');
  expect(certain.length).toBeGreaterThan(15);
  const reasons = certain.map(([slot, { evidence }]) => [
    slot,
    new Set(evidence.map((one) => one.observation)).size > 1,
  ]);
  expect(reasons).toEqual(certain.map(([slot]) => [slot, true]));
  expect(entries['transactions.next_page']?.confidence).toBe('likely');
});
