import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { runSlice } from '../../base/slices.ts';
import { chooseRuns } from '../../base/testing/depth.ts';
import { endAfter } from '../../base/testing/sliced.ts';
import { createAtlasTenant } from '../../fixtures/tenants/atlas/index.ts';
import { EPOCH_MS } from '../../fixtures/time/epoch.ts';
import { openScope } from '../world/scope/scope.ts';
import type { OpenedScope } from '../world/scope/scope-types.ts';
import { sandboxMs } from '../world/state/time.ts';
import { generateWorld, type World } from '../world/state/world.ts';
import { FleetParts } from './fleet-parts.ts';
import { computePart } from './part.ts';
import type { JobSource } from './part-workers.ts';
import { StoredFleet } from './stored-fleet.ts';

/*
 * Compares a fleet that workers help to compute with the same fleet without them, for any number of workers, any order of requests
 * and any times at which parts are done. The jobs run in this thread.
 */

/** Enough for rows in columns. */
const TERMINALS = 70;
const HOUR_MS = 3_600_000;
const FIRST_REACH_MS = 24 * HOUR_MS;

/** A world whose fleet shares no computed values with that of another one. */
function createWorld(seed: number): World {
  return generateWorld(seed, { tenants: [{ ...createAtlasTenant(TERMINALS) }], cursorSecret: 'a secret for a test' });
}

type Entry = NonNullable<ReturnType<JobSource>>;

/** Takes up to `count` jobs at a time, and computes each when the test completes it. */
class ManualWorkers {
  readonly #sources = new Set<JobSource>();
  readonly running: Entry[] = [];
  readonly #count: number;
  completed = 0;

  constructor(count: number) {
    this.#count = count;
  }

  request(source: JobSource): void {
    this.#sources.add(source);
    this.#dispatch();
  }

  #dispatch(): void {
    for (const source of this.#sources) {
      while (this.running.length < this.#count) {
        const entry = source();
        if (entry === undefined) break;
        this.running.push(entry);
      }
    }
  }

  complete(): void {
    const entry = this.running.shift();
    if (entry === undefined) return;
    // As between threads, only plain data is passed.
    entry.resolve(structuredClone(computePart(structuredClone(entry.job))));
    this.completed += 1;
    this.#dispatch();
  }

  fail(): void {
    for (const { reject } of this.running.splice(0)) reject(new Error('the worker ended'));
  }
}

const reads = {
  list: (scope: OpenedScope) => {
    const { totals, rows } = scope.viewLedger(scope.terminals, { sortBy: 'amt_comp', sortDir: 'desc' });
    return {
      totals,
      rows: rows.slice(0, 30).map(({ transaction: { transactionId }, form }) => ({ transactionId, form })),
    };
  },
  settlements: (scope: OpenedScope) => scope.batches(),
  portal: (scope: OpenedScope) => {
    scope.computeFleet();
    return scope.terminals.map((terminal) => [scope.getState(terminal), scope.listCommands(terminal)]);
  },
  feed: (scope: OpenedScope) => {
    scope.computeFleet();
    return [
      scope.incidents(),
      scope.happenings(),
      ...scope.terminals.map((terminal) => [
        scope.listObservations(terminal, FIRST_REACH_MS),
        scope.listSilences(terminal, FIRST_REACH_MS),
        scope.listStatusChanges(terminal, FIRST_REACH_MS),
        scope.listAlerts(terminal, FIRST_REACH_MS),
      ]),
    ];
  },
} as const;

const open = (world: World, hours: number): OpenedScope => {
  const key = [...world.keyholders].find(([, { user }]) => user.userId === 'usr_at_admin')?.[0] ?? '';
  const scope = openScope(world, key, sandboxMs(EPOCH_MS + hours * HOUR_MS));
  if (scope === undefined) throw new Error('the key is not active');
  return scope;
};

const request = fc.record({ read: fc.constantFrom(...Object.keys(reads)), hours: fc.constantFrom(0, 1, 30) });

it('gives the same results with any number of workers, in any order of requests', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.nat(1000),
        count: fc.nat(4),
        requests: fc.array(request, { minLength: 1, maxLength: 4 }),
        choices: fc.infiniteStream(fc.nat(3)),
        isFailing: fc.boolean(),
      }),
      ({ seed, count, requests, choices, isFailing }) => {
        const [helped, alone] = [createWorld(seed), createWorld(seed)];
        const workers = new ManualWorkers(count);
        const [state] = helped.tenants.values();
        if (state === undefined) throw new Error('the world has no tenant');
        new FleetParts(state.generated, workers, { terminalsPerJob: 20 });
        for (const { read, hours } of requests) {
          const get = reads[read as keyof typeof reads];
          const scope = open(helped, hours);
          for (;;) {
            const result = runSlice(() => get(scope), endAfter(choices.next().value ?? 0).mustEnd);
            if (result.isDone) {
              expect(result.value).toEqual(get(open(alone, hours)));
              break;
            }
            if (isFailing && workers.completed >= 2) workers.fail();
            if (result.isWaiting || choices.next().value === 0) workers.complete();
          }
        }
      },
    ),
    { numRuns: chooseRuns(1, 40) },
  );
});

it('waits only while a worker computes something', () => {
  const world = createWorld(1);
  const workers = new ManualWorkers(1);
  const [state] = world.tenants.values();
  if (state === undefined) throw new Error('the world has no tenant');
  new FleetParts(state.generated, workers, { terminalsPerJob: 10 });
  const scope = open(world, 0);
  const run = () =>
    runSlice(
      () => reads.list(scope),
      () => false,
    );
  expect(run()).toMatchObject({ isDone: false, isWaiting: true, progress: { done: 60, total: 70 } });
  expect(workers.running.map(({ job }) => job.kind === 'terminals' && job.first)).toEqual([60]);
  workers.complete();
  expect(run().isDone).toBe(true);
});

it('gives workers no parts whose logs are stored', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fleet-parts-'));
  const stores: StoredFleet[] = [];
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
    rmSync(directory, { recursive: true, force: true });
  });
  const start = (workers?: ManualWorkers) => {
    const world = createWorld(1);
    const [state] = world.tenants.values();
    if (state === undefined) throw new Error('the world has no tenant');
    const source = { seed: 1, daysLater: 0, terminalCount: TERMINALS };
    const store = new StoredFleet({
      ...{ directory, source, codeHash: 'code' },
      onFailure(error) {
        throw error;
      },
    });
    stores.push(store);
    new FleetParts(state.generated, workers, { terminalsPerJob: 20, store });
    return { store, read: (hours: number) => reads.portal(open(world, hours)) };
  };
  const first = start();
  first.read(0);
  await first.store.settle();
  await first.store.close(); // one store at a time has a folder: the next one deletes the unfinished files in it
  const workers = new ManualWorkers(1);
  const second = start(workers);
  // The values of this instant are not stored.
  const result = runSlice(
    () => second.read(1),
    () => false,
  );
  expect(result).toEqual({ isDone: true, value: first.read(1) });
  expect(workers.running).toEqual([]);
});
