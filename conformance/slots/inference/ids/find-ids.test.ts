import { expect, test } from 'vitest';
import type { OperationId } from '../../../../spec/index.ts';
import type { Caller, Exchange, Parameters } from '../../../http/client.ts';
import type { InferenceState } from '../columns/inference-state.ts';
import { CONNECTORS, findIds, TERMINALS, TRANSACTIONS } from './find-ids.ts';

/** The answers of a service: the lists, and the things by id. */
interface Answers {
  readonly lists: Partial<Record<OperationId, unknown>>;
  readonly locations: Readonly<Record<string, unknown>>;
  /** The body for unknown ids; without one they are refused. */
  readonly unknown?: unknown;
}

/** The part of the state of an inference that finding ids needs. */
function createState({ lists, locations, unknown }: Answers): InferenceState {
  const read = async (_: Caller, operation: OperationId, { terminal_id, transaction_id }: Parameters = {}) => {
    const id = terminal_id ?? transaction_id;
    const json = id === undefined ? lists[operation] : (locations[String(id)] ?? unknown);
    return json === undefined ? undefined : ({ operation, json } as unknown as Exchange); // a part of an exchange suffices
  };
  return { callers: [{ name: 'key' }], read } as unknown as InferenceState; // the other members are not read
}

const CITIES = { 'k-100001': { city: 'Ulm', street: 'Weg 1' }, 'k-100002': { city: 'Bonn', street: 'Gasse 7' } };
const ROWS = [
  { a: 'site-771100', b: 'k-100001', c: 'Ulm' },
  { a: 'site-771200', b: 'k-100002', c: 'Bonn' },
];

test('finds the values that open a path, with any name of the member', async () => {
  const found = await findIds(createState({ lists: { listLocations: { x: ROWS } }, locations: CITIES }), TERMINALS);
  expect(found?.proven.pointer).toBe('/x/*/b');
});

test('finds no ids if the answer to an unknown id has the same contents', async () => {
  const same = { city: 'Ulm', street: 'Weg 1' };
  const locations = { 'k-100001': same, 'k-100002': same };
  const found = await findIds(
    createState({ lists: { listLocations: { x: ROWS } }, locations, unknown: same }),
    TERMINALS,
  );
  expect(found).toBeUndefined();
});

test('finds ids if unknown ids get a success without contents', async () => {
  const state = createState({ lists: { listLocations: { x: ROWS } }, locations: CITIES, unknown: { location: null } });
  expect((await findIds(state, TERMINALS))?.proven.pointer).toBe('/x/*/b');
});

test('does not treat a count as a short id', async () => {
  const lists = { listLocations: { x: [{ id: '7', total: 8 }] }, getPortal: { counts: { open: 7 } } };
  const found = await findIds(createState({ lists, locations: { 7: { city: 'Ulm' } } }), TERMINALS);
  expect(found?.columns.map(({ pointer }) => pointer) ?? []).not.toContain('/counts/open');
});

test('finds ids with a colon, which may have the form of a time of day', async () => {
  const locations = { '2:9': { city: 'Ulm', street: 'Weg 1' }, '2:10': { city: 'Bonn', street: 'Gasse 7' } };
  const lists = { listLocations: { x: [{ terminal: '2:9' }, { terminal: '2:10' }] } };
  expect((await findIds(createState({ lists, locations }), TERMINALS))?.proven.pointer).toBe('/x/*/terminal');
});

test('finds ids that use all texts of their length, and ids without a digit', async () => {
  const locations = { aaab: { city: 'Ulm', street: 'Weg 1' }, aaac: { city: 'Bonn', street: 'Gasse 7' } };
  const lists = { listLocations: { x: [{ b: 'aaab' }, { b: 'aaac' }] } };
  expect((await findIds(createState({ lists, locations }), TERMINALS))?.proven.pointer).toBe('/x/*/b');
});

test('finds numbers in a list of nothing but ids', async () => {
  const locations = { 5001: { city: 'Ulm', street: 'Weg 1' }, 5004: { city: 'Bonn', street: 'Gasse 7' } };
  const users = Array.from({ length: 12 }, (_, at) => ({ [`m${at}`]: `user ${at + 100}` }));
  const lists = { listLocations: { x: [] }, getPortal: { y: [5001, 5004], users } };
  expect((await findIds(createState({ lists, locations }), TERMINALS))?.proven.pointer).toBe('/y/*');
});

test('finds the ids in a response that shares few things with the one that proves them', async () => {
  const locations = { ...CITIES, 'k-100003': { city: 'Jena', street: 'Ring 2' } };
  const listTransactions = { rows: [{ on: 'k-100002' }, { on: 'k-100003' }, { on: 'k-100004' }] };
  const lists = { listDisputes: { x: [{ b: 'k-100001' }, { b: 'k-100002' }] }, listTransactions };
  const found = await findIds(createState({ lists, locations }), TERMINALS);
  expect(found?.columns.map(({ operation, pointer }) => `${operation} ${pointer}`)).toEqual(
    expect.arrayContaining(['listTransactions /rows/*/on', 'listDisputes /x/*/b']),
  );
});

test('finds the ids of connectors in a list that is named links', async () => {
  const status = { 'link-20481': { state: 'up', note: 'a' }, 'link-20482': { state: 'down', note: 'b' } };
  const read = async (_: Caller, operation: OperationId, { connector_id: id }: Parameters = {}) => {
    const list = { links: Object.keys(status).map((one) => ({ connector: { identifier: one } })) };
    const json = operation === 'getConnectorStatus' ? Object(status)[String(id)] : list;
    return operation === 'getPortal' || json === undefined ? undefined : ({ operation, json } as unknown as Exchange);
  };
  const state = { callers: [{ name: 'key' }], read } as unknown as InferenceState; // the other members are not read
  expect((await findIds(state, CONNECTORS))?.proven.pointer).toBe('/links/*/connector/identifier');
});

test('a short value that several transactions share is not their id, although it opens the timeline of one', async () => {
  const timelines = Object.fromEntries(
    Array.from({ length: 20 }, (_, id) => [id, { events: [{ kind: `event-100${id}`, at: '2026-03-01T10:00:00Z' }] }]),
  );
  const rows = [7, 12, 15, 18].map((number, index) => ({ transaction: 1 + (index % 2), number }));
  const state = createState({ lists: { listTransactions: { rows } }, locations: timelines });
  expect((await findIds(state, TRANSACTIONS))?.proven.pointer).toBe('/rows/*/number');
});
