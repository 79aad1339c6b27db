import { expect, test } from 'vitest';
import type { Caller, Exchange, Parameters } from '../../http/client.ts';
import { createBindings } from '../../slots/bindings.ts';
import { leaveOutRefused } from './opened-terminals.ts';
import { placeTransactions } from './placed-rows.ts';
import type { Visibility } from './principals.ts';

const found = <Value>(value: Value) =>
  ({ value, confidence: 'certain', evidence: [{ source: 'shape', observation: '', assumedRules: [] }] }) as const;
const bindings = createBindings({ 'transactions.rows': found('/rows/*'), 'transactions.id': found('/id') }, 'inferred');

const see = (...terminals: string[]): Visibility =>
  ({
    terminals: new Set(terminals),
    mentioned: new Set(terminals),
    places: [terminals],
    transactions: [{ id: 'x1', terminals: [], value: {} }],
    placedTransactions: [],
  }) as unknown as Visibility; // the parts that are read

const respond = (status: number, json: unknown, parameters: Parameters): Exchange =>
  ({
    status,
    json,
    text: JSON.stringify(json),
    isReadable: true,
    parameters,
    operation: 'listTransactions',
    headers: [],
    envelope: new Set(),
    header: () => undefined,
    request: { method: 'GET', url: `http://t.test/v1?${String(parameters.terminal_id)}`, headers: [], caller: 'a' },
  }) as unknown as Exchange; // the parts that are read

const createCaller = (answer: (terminal: string) => readonly [number, unknown]): Caller => {
  const get: Caller['get'] = (_operation, parameters = {}) => {
    const [status, json] = answer(String(parameters.terminal_id));
    return Promise.resolve(respond(status, json, parameters));
  };
  return { name: 'a', get } as unknown as Caller; // only reads
};

const place = async (listRows: (terminal: string) => readonly string[], ...terminals: string[]) => {
  const caller = createCaller((terminal) => [200, { rows: listRows(terminal).map((id) => ({ id })) }]);
  const placed = await placeTransactions(new Map([['a', see(...terminals)]]), () => caller, bindings);
  return placed.get('a')?.placedTransactions.map(({ id, terminals: of }) => `${id} ${of.join()}`);
};

test('places rows by the filter that returns them', async () => {
  const listRows = (terminal: string) => (terminal.startsWith('NW') ? [`${terminal}-1`, `${terminal}-2`] : []);
  expect(await place(listRows, 'NW11', 'NW12')).toEqual(['NW11-1 NW11', 'NW11-2 NW11', 'NW12-1 NW12', 'NW12-2 NW12']);
});

test('places no row by a filter without effect, for several terminals or one', async () => {
  expect(await place(() => ['x1', 'x2'], 'NW11', 'NW12')).toEqual([]);
  expect(await place(() => ['x1', 'x2'], 'NW11')).toEqual([]);
});

const SERIAL = 'SER-48213-AX';
const open = (...own: string[]): Caller =>
  createCaller((terminal) =>
    own.includes(terminal)
      ? [200, { terminal, serial: `${SERIAL}-${terminal}`, site: `Site ${terminal} North-7731` }]
      : [404, {}],
  );

test('leaves out terminals that a list shows and their paths refuse, but not those that nothing else shows', async () => {
  const callers: Readonly<Record<string, Caller>> = { east: open('E1001', 'E1002'), west: open('W2001', 'W2002') };
  const withKey = (name: string) => callers[name] ?? open();
  const mixed = {
    ...see('E1001', 'E1002'),
    places: [
      ['E1001', 'E1002'],
      ['W2001', 'W2002'],
    ],
  };
  const corrected = await leaveOutRefused(
    new Map([
      ['east', see('E1001', 'E1002')],
      ['west', mixed],
    ]),
    withKey,
  );
  expect([...(corrected.get('west')?.terminals ?? [])]).toEqual(['W2001', 'W2002']);
  expect([...(corrected.get('east')?.terminals ?? [])]).toEqual(['E1001', 'E1002']);
  const alone = await leaveOutRefused(
    new Map([
      ['east', see('E1001', 'E1002')],
      ['west', see('E1001', 'E1002')],
    ]),
    withKey,
  );
  expect([...(alone.get('west')?.terminals ?? [])]).toEqual(['E1001', 'E1002']);
});
