import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Cause } from '../../fixtures/model/causes.ts';
import { createAtlasTenant } from '../../fixtures/tenants/atlas/index.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../fixtures/time/epoch.ts';
import { viewLedger } from '../world/books/views.ts';
import { withCauses } from '../world/fold/inject.ts';
import { openScope } from '../world/scope/scope.ts';
import type { OpenedScope } from '../world/scope/scope-types.ts';
import { sandboxMs } from '../world/state/time.ts';
import { generateWorld, type World } from '../world/state/world.ts';
import { helpLargeFleets } from './fleet-parts.ts';
import { StoredFleet, type StoredFleetOptions } from './stored-fleet.ts';

/** Enough for rows in columns. */
const TERMINALS = 70;
const DAY_MS = 86_400_000;
const SEED = 3;

let directory: string;
/** A directory that has seen everything at the start of the clock. */
let seen: string;
let alone: ReturnType<typeof readAll>;

beforeAll(async () => {
  alone = readAll(createWorld());
  seen = mkdtempSync(join(tmpdir(), 'stored-fleet-'));
  directory = seen;
  await readWith(openStore());
});
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stored-fleet-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
afterAll(() => rmSync(seen, { recursive: true, force: true }));

const createWorld = (): World =>
  generateWorld(SEED, { tenants: [{ ...createAtlasTenant(TERMINALS) }], cursorSecret: 'a secret for a test' });

const open = (world: World, nowMs: number): OpenedScope => {
  const key = [...world.keyholders].find(([, { user }]) => user.userId === 'usr_at_admin')?.[0] ?? '';
  const scope = openScope(world, key, sandboxMs(nowMs));
  if (scope === undefined) throw new Error('the key is not active');
  return scope;
};

const read = (world: World, nowMs = EPOCH_MS) => {
  const scope = open(world, nowMs);
  return (['terminal_datetime', 'amt_comp', 'response', 'terminal_id'] as const).map((sortBy) => {
    const { totals, rows } = scope.viewLedger(scope.terminals, { sortBy, sortDir: 'desc' });
    const page = [...rows.slice(0, 40), ...rows.slice(rows.length - 40, rows.length)];
    return {
      totals,
      length: rows.length,
      page: page.map(({ transaction, form }) => [transaction.transactionId, form]),
    };
  });
};

/** The first day of the history, since 1970-01-01. */
const FIRST_DAY = HISTORY_START_MS / DAY_MS;

/** Reads what the portal and the account feed show. */
function readFleet(scope: OpenedScope) {
  scope.computeFleet();
  return {
    terminals: scope.terminals.map((terminal) => [
      scope.getState(terminal),
      scope.listCommands(terminal),
      scope.listObservations(terminal, DAY_MS),
      scope.listSilences(terminal, DAY_MS),
      scope.listStatusChanges(terminal, DAY_MS),
      scope.listAlerts(terminal, DAY_MS),
    ]),
    incidents: scope.accountIncidents(),
  };
}

const readAll = (world: World, nowMs = EPOCH_MS) => ({
  rows: read(world, nowMs),
  batches: open(world, nowMs).batches(),
  fleet: readFleet(open(world, nowMs)),
});

const readLogs = (world: World, nowMs = EPOCH_MS) => {
  const scope = open(world, nowMs);
  return { incidents: scope.incidents(), happenings: scope.happenings() };
};

const SOURCE = { seed: SEED, daysLater: 0, terminalCount: TERMINALS };

const openStore = (options: Partial<StoredFleetOptions> = {}) => {
  const onFailure = vi.fn<(error: Error) => void>();
  const store = new StoredFleet({
    ...{ directory, source: SOURCE, codeHash: 'code', onFailure },
    ...options,
  });
  return { store, onFailure, keep: vi.spyOn(store, 'keep'), keepTerminals: vi.spyOn(store, 'keepTerminals') };
};

/** Reads everything from a world with a store; returns the days that were generated. */
async function readWith({ store, keep }: ReturnType<typeof openStore>, nowMs = EPOCH_MS) {
  const world = createWorld();
  helpLargeFleets(world, { stores: [store] });
  const replies = readAll(world, nowMs);
  await store.settle();
  return { replies, generated: keep.mock.calls.map(([day]) => day) };
}

const listFiles = (): readonly string[] => {
  const [name = ''] = readdirSync(join(directory, 'fleet'));
  return readdirSync(join(directory, 'fleet', name)).map((file) => join(directory, 'fleet', name, file));
};
const findFile = (name: string): string => listFiles().find((path) => path.endsWith(`/${name}`)) ?? '';

function changeByte(path: string): void {
  const bytes = readFileSync(path);
  const place = bytes.length >> 1;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

it('gives the same replies from a directory that has seen them, without generating rows', async () => {
  const first = await readWith(openStore());
  expect(first.replies).toEqual(alone);
  expect(first.generated).toHaveLength(37);
  expect(await readWith(openStore())).toEqual({ replies: alone, generated: [] });
});

it('has the values and the logs of all terminals, which need no simulation', async () => {
  cpSync(seen, directory, { recursive: true });
  const { store, keepTerminals } = openStore();
  const world = createWorld();
  helpLargeFleets(world, { stores: [store] });
  const values = vi.spyOn(store, 'readValues');
  const logs = vi.spyOn(store, 'readLogs');
  expect(readFleet(open(world, EPOCH_MS))).toEqual(alone.fleet);
  expect(values.mock.results.map(({ value }) => value?.length)).toEqual([TERMINALS]);
  expect(logs).not.toHaveBeenCalled();
  expect(readLogs(world)).toEqual(readLogs(createWorld()));
  expect(logs).toHaveBeenCalled();
  const laterMs = EPOCH_MS + 9 * DAY_MS;
  expect(readLogs(world, laterMs)).toEqual(readLogs(createWorld(), laterMs));
  await store.settle();
  expect(keepTerminals).not.toHaveBeenCalled();
});

it.each(['logs-0', 'values-0', 'accounts'])('computes again what a damaged file %s had', async (file) => {
  cpSync(seen, directory, { recursive: true });
  changeByte(findFile(file));
  expect((await readWith(openStore())).replies).toEqual(alone);
  const world = createWorld();
  helpLargeFleets(world, { stores: [openStore().store] });
  expect(readLogs(world)).toEqual(readLogs(createWorld()));
});

it('stores the values of the latest instant only', async () => {
  cpSync(seen, directory, { recursive: true });
  const laterMs = EPOCH_MS + DAY_MS / 2;
  await readWith(openStore(), laterMs);
  const { store } = openStore();
  expect(store.readValues(0, EPOCH_MS)).toBeUndefined();
  expect(store.readValues(0, laterMs)).toHaveLength(TERMINALS);
});

it('generates and stores only later days', async () => {
  cpSync(seen, directory, { recursive: true });
  const later = await readWith(openStore(), EPOCH_MS + 3 * DAY_MS);
  expect(later.replies).toEqual(readAll(createWorld(), EPOCH_MS + 3 * DAY_MS));
  expect(later.generated[0]).toBe(FIRST_DAY + 37);
  expect((await readWith(openStore(), EPOCH_MS + 3 * DAY_MS)).generated).toEqual([]);
});

it.each([
  ['another version of the code', { codeHash: 'other code' }],
  ['another seed', { source: { ...SOURCE, seed: 4 } }],
  ['another number of terminals', { source: { ...SOURCE, terminalCount: 71 } }],
  ['another start of the clock', { source: { ...SOURCE, daysLater: 27 } }],
  ['a given fleet', { source: { ...SOURCE, given: 'mine' } }],
])('does not read the files of %s, and deletes them', async (_, options) => {
  cpSync(seen, directory, { recursive: true });
  const { store } = openStore(options);
  expect(store.readShares()).toBeUndefined();
  expect(store.read(FIRST_DAY)).toBeUndefined();
  store.keep(FIRST_DAY, []);
  await store.settle();
  expect(listFiles().map((path) => path.split('/').at(-1))).toEqual([`day-${FIRST_DAY}`]);
  expect(readdirSync(join(directory, 'fleet'))).toHaveLength(1);
});

it.each([
  {
    name: 'a cut file',
    file: `day-${FIRST_DAY + 5}`,
    damage: (path: string) => truncateSync(path, 1000),
    fromDay: FIRST_DAY + 5,
  },
  {
    name: 'an absent file',
    file: `day-${FIRST_DAY + 5}`,
    damage: (path: string) => rmSync(path),
    fromDay: FIRST_DAY + 5,
  },
  { name: 'a changed byte', file: `day-${FIRST_DAY + 5}`, damage: changeByte, fromDay: FIRST_DAY + 5 },
  { name: 'absent shares', file: 'shares', damage: (path: string) => rmSync(path), fromDay: FIRST_DAY },
])('generates the rows from $name on again, and stores them', async ({ file, damage, fromDay }) => {
  cpSync(seen, directory, { recursive: true });
  damage(findFile(file));
  const again = await readWith(openStore());
  expect(again.replies).toEqual(alone);
  expect(again.generated[0]).toBe(fromDay);
  expect(await readWith(openStore())).toEqual({ replies: alone, generated: [] });
});

it('replies without files that cannot be written, and reports that once', async () => {
  writeFileSync(join(directory, 'fleet'), 'no folder');
  const opened = openStore();
  expect((await readWith(opened)).replies).toEqual(alone);
  expect(opened.onFailure).toHaveBeenCalledTimes(1);
});

it.skipIf(process.getuid?.() === 0)('replies if the directory is read-only', async () => {
  mkdirSync(join(directory, 'fleet'));
  chmodSync(join(directory, 'fleet'), 0o500);
  const opened = openStore();
  expect((await readWith(opened)).replies).toEqual(alone);
  expect(opened.onFailure).toHaveBeenCalledTimes(1);
  chmodSync(join(directory, 'fleet'), 0o700);
});

it('continues after an end while it wrote', async () => {
  const { store, keep } = openStore();
  const world = createWorld();
  helpLargeFleets(world, { stores: [store] });
  readAll(world);
  for (let waits = 0; waits < 10; waits += 1) await new Promise(setImmediate);
  await store.close();
  expect(keep).toHaveBeenCalledTimes(37);
  const written = existsSync(join(directory, 'fleet')) ? listFiles() : [];
  expect(written.length).toBeLessThan(38);
  for (const path of written) writeFileSync(`${path}.new`, 'what kill -9 leaves');
  expect((await readWith(openStore())).replies).toEqual(alone);
  expect(await readWith(openStore())).toEqual({ replies: alone, generated: [] });
  expect(listFiles().filter((path) => path.endsWith('.new'))).toEqual([]);
});

it('stores at most a number of bytes', async () => {
  const opened = openStore({ mostBytes: 400_000 });
  const { replies } = await readWith(opened);
  expect(replies).toEqual(alone);
  const bytes = listFiles().reduce((sum, path) => sum + readFileSync(path).length, 0);
  expect(bytes).toBeLessThan(500_000);
  expect(opened.onFailure).not.toHaveBeenCalled();
});

const CAUSE: Cause = {
  type: 'attempts_made',
  causeId: 'cau_test',
  terminalId: 'AT100004',
  atMs: EPOCH_MS - DAY_MS,
  attempts: [
    {
      afterSeconds: 600,
      type: 'withdrawal',
      accountType: 'checking',
      emv: 'chip',
      amountCents: 4000,
      response: '00',
      card: 1,
    },
  ],
};

it('has the rows before a change by a user', async () => {
  cpSync(seen, directory, { recursive: true });
  const { store, keep } = openStore();
  const reads = vi.spyOn(store, 'read');
  const [stored, other] = [createWorld(), createWorld()];
  helpLargeFleets(stored, { stores: [store] });
  const list = (world: World) => {
    const [tenant] = world.tenants.values();
    if (tenant === undefined) throw new Error('the world has no tenant');
    const generated = withCauses(tenant.generated, [CAUSE]);
    const order = { sortBy: 'amt_comp', sortDir: 'desc' } as const;
    const { totals, rows } = viewLedger(generated, { terminals: generated.terminals, nowMs: EPOCH_MS, order });
    return { totals, page: rows.slice(0, 500).map(({ transaction, form }) => [transaction.transactionId, form]) };
  };
  expect(list(stored)).toEqual(list(other));
  await store.settle();
  expect(reads).toHaveBeenCalled();
  expect(keep).not.toHaveBeenCalled();
  expect((await readWith(openStore())).replies).toEqual(alone);
});

it('is used by one fleet only', () => {
  const { store } = openStore();
  expect(store.take({ ...SOURCE, seed: 4 })).toBe(false);
  expect(store.take(SOURCE)).toBe(true);
  expect(store.take(SOURCE)).toBe(false);
});
