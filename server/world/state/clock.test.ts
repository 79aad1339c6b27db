import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEntry } from '../fold/apply.ts';
import { openScope } from '../scope/scope.ts';
import { type Clock, findMoveFault, LATEST_MS, readSandboxNow } from './clock.ts';
import { type Fact, position } from './facts.ts';
import { WHOLE_SANDBOX } from './sandbox-facts.ts';
import { type RealMs, realMs, type SandboxMs, sandboxMs } from './time.ts';
import { DEFAULT_SEED, EPOCH_MS, generateWorld, type World } from './world.ts';

const NOW = sandboxMs(EPOCH_MS);
const HOUR = 3_600_000;

const createRunningClock = (speed: number): Clock => ({
  state: 'running',
  sandboxMs: NOW,
  realMs: realMs(1_000_000),
  speed,
});

describe('the clock', () => {
  test('shows the same instant while it is frozen', () => {
    const frozen: Clock = { state: 'frozen', sandboxMs: NOW };
    expect(readSandboxNow(frozen, realMs(0))).toBe(EPOCH_MS);
    expect(readSandboxNow(frozen, realMs(9e12))).toBe(EPOCH_MS);
  });

  test('runs at a multiple of real time, in whole seconds', () => {
    expect(readSandboxNow(createRunningClock(1), realMs(1_001_999))).toBe(EPOCH_MS + 1000);
    expect(readSandboxNow(createRunningClock(60), realMs(1_001_999))).toBe(EPOCH_MS + 119_000);
    expect(readSandboxNow(createRunningClock(0.5), realMs(1_004_100))).toBe(EPOCH_MS + 2000);
  });

  test('never goes back or beyond its end', () => {
    fc.assert(
      fc.property(
        fc.nat(1e12),
        fc.nat(1e12),
        fc.double({ min: 0.001, max: 86_400, noNaN: true }),
        (first, second, speed) => {
          const [a, b] = [Math.min(first, second), Math.max(first, second)].map((ms) =>
            readSandboxNow(createRunningClock(speed), realMs(ms)),
          ) as [SandboxMs, SandboxMs];
          expect(a).toBeGreaterThanOrEqual(EPOCH_MS);
          expect(b).toBeGreaterThanOrEqual(a);
          expect(b).toBeLessThanOrEqual(LATEST_MS);
          expect(b % 1000).toBe(0);
        },
      ),
    );
  });

  test.each([NOW, sandboxMs(EPOCH_MS + 4000 * 24 * HOUR)])(
    'can be moved forward by a year at once, from %i',
    (nowMs) => {
      const yearMs = 365 * 24 * HOUR;
      expect(findMoveFault({ nowMs, latestMs: LATEST_MS }, nowMs)).toBeUndefined();
      expect(findMoveFault({ nowMs, latestMs: LATEST_MS }, nowMs + yearMs)).toBeUndefined();
      expect(findMoveFault({ nowMs, latestMs: LATEST_MS }, nowMs - 1)).toBe('backwards');
      expect(findMoveFault({ nowMs, latestMs: LATEST_MS }, nowMs + yearMs + 1)).toBe('too_far');
    },
  );

  test('cannot be moved beyond its end', () => {
    expect(findMoveFault({ nowMs: sandboxMs(LATEST_MS - 1000), latestMs: LATEST_MS }, LATEST_MS)).toBeUndefined();
    expect(findMoveFault({ nowMs: sandboxMs(LATEST_MS - 1000), latestMs: LATEST_MS }, LATEST_MS + 1)).toBe('too_far');
  });

  test('has a type that is incompatible with real time', () => {
    const real: RealMs = realMs(0);
    // @ts-expect-error real time is not sandbox time
    const wrong: SandboxMs = real;
    // @ts-expect-error sandbox time is not real time
    const alsoWrong: RealMs = NOW;
    expect([wrong, alsoWrong]).toEqual([0, EPOCH_MS]);
  });
});

function applyFactsTo(world: World, tenantId: string, ...facts: readonly Fact[]): World {
  return applyEntry(world, { tenantId, position: position(world.position + 1), facts });
}

const setTo = (world: World, toMs: number): World =>
  applyFactsTo(world, WHOLE_SANDBOX, { type: 'clock-set', atMs: NOW, toMs: sandboxMs(toMs) });

/** Returns all data of one user that depends on time. */
function collectTimedData(world: World, key: string): string {
  const scope = openScope(world, key, readSandboxNow(world.clock, realMs(0)));
  if (scope === undefined) throw new Error(`${key} opens no scope`);
  const view = scope.viewLedger(scope.terminals, { sortBy: 'terminal_datetime', sortDir: 'desc' });
  return JSON.stringify({
    nowMs: scope.nowMs,
    rows: view.rows.slice(0, 500),
    totals: view.totals,
    batches: scope.batches(),
    disputes: scope.disputes(),
    commands: scope.terminals.map((terminal) => scope.listCommands(terminal)),
    jobs: scope.terminals.map((terminal) => scope.listJobs(terminal)),
    states: scope.terminals.map((terminal) => scope.getState(terminal)),
    incidents: scope.incidents(),
  });
}

describe('an advance', () => {
  const whole = generateWorld(DEFAULT_SEED);

  test('in steps has the same result as one at once', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 60 * HOUR }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(steps, (lengths) => {
        const total = lengths.reduce((sum, length) => sum + length, 0);
        const stepped = lengths.reduce((world, length) => {
          const moved = setTo(world, readSandboxNow(world.clock, realMs(0)) + length);
          collectTimedData(moved, 'sbx-delgado-owner'); // reading in between has no effect
          return moved;
        }, generateWorld(DEFAULT_SEED));
        expect(collectTimedData(stepped, 'sbx-delgado-owner')).toBe(
          collectTimedData(setTo(whole, EPOCH_MS + total), 'sbx-delgado-owner'),
        );
      }),
      { numRuns: 12 },
    );
  });

  test('of three days adds rows, batches and incidents', () => {
    const before = JSON.parse(collectTimedData(whole, 'sbx-meridian-admin'));
    const after = JSON.parse(collectTimedData(setTo(whole, EPOCH_MS + 72 * HOUR), 'sbx-meridian-admin'));
    const counted = ({ approved, declined, reversals }: Record<string, number>) =>
      (approved ?? 0) + (declined ?? 0) + (reversals ?? 0);
    expect(counted(after.totals)).toBeGreaterThan(counted(before.totals) + 20);
    expect(after.batches.length).toBeGreaterThan(before.batches.length);
    expect(after.incidents.length).toBeGreaterThan(before.incidents.length);
  });
});

describe('a reset', () => {
  const first = generateWorld(DEFAULT_SEED);
  const kept = { userId: 'u', operationId: 'o', idempotencyKey: 'k', fingerprint: 'f', keptAtMs: NOW };
  const fact: Fact = { type: 'reply-kept', atMs: NOW, kept: { ...kept, reply: { status: 201, body: {} } } };

  const idIn = (world: World): string => openScope(world, 'sbx-northway-admin', NOW)?.newId('dsp') ?? '';

  test('of everything restores the first world, its clock and its next ids', () => {
    const moved = setTo(applyFactsTo(first, 'acct_northway', fact), EPOCH_MS + 50 * HOUR);
    const reset = applyFactsTo(moved, WHOLE_SANDBOX, { type: 'sandbox-reset', atMs: NOW, newIds: false });
    expect(idIn(moved)).not.toBe(idIn(first));
    expect(collectTimedData(moved, 'sbx-northway-admin')).not.toBe(collectTimedData(first, 'sbx-northway-admin'));
    expect(reset.clock).toEqual(first.clock);
    expect(collectTimedData(reset, 'sbx-northway-admin')).toBe(collectTimedData(first, 'sbx-northway-admin'));
    expect(idIn(reset)).toBe(idIn(first));
  });

  test('of a tenant does not change the clock or other tenants', () => {
    const moved = applyFactsTo(
      setTo(applyFactsTo(first, 'acct_northway', fact), EPOCH_MS + HOUR),
      'acct_redline',
      fact,
    );
    const reset = applyFactsTo(moved, 'acct_northway', { type: 'tenant-reset', atMs: NOW, newIds: false });
    expect(reset.clock).toEqual(moved.clock);
    expect(reset.tenants.get('acct_northway')?.keptReplies.entries().size).toBe(0);
    expect(reset.tenants.get('acct_redline')).toBe(moved.tenants.get('acct_redline'));
    expect(reset.tenants.get('acct_redline')?.keptReplies.entries().size).toBe(1);
    expect(idIn(reset)).toBe(idIn(first));
  });

  test('with new ids changes ids, deterministically by position', () => {
    const reset = (world: World): World =>
      applyFactsTo(world, WHOLE_SANDBOX, { type: 'sandbox-reset', atMs: NOW, newIds: true });
    expect(idIn(reset(first))).not.toBe(idIn(first));
    expect(idIn(reset(first))).toBe(idIn(reset(generateWorld(DEFAULT_SEED))));
    expect(idIn(reset(reset(first)))).not.toBe(idIn(reset(first)));
  });

  test('discards earlier states, so that old paged reads end', () => {
    const before = applyFactsTo(first, 'acct_northway', fact);
    const reset = applyFactsTo(before, 'acct_northway', { type: 'tenant-reset', atMs: NOW, newIds: false });
    expect(before.tenants.get('acct_northway')?.history).toHaveLength(1);
    expect(reset.tenants.get('acct_northway')).toMatchObject({ history: { length: 0 }, since: 2, position: 2 });
  });
});
