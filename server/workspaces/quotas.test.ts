import { describe, expect, test } from 'vitest';
import { createLocalBudgets } from '../../base/budgets.ts';
import { RefusedRequest } from '../problems/problem.ts';
import type { Fact } from '../world/state/facts.ts';
import { realMs, sandboxMs } from '../world/state/time.ts';
import { EPOCH_MS, generateWorld } from '../world/state/world.ts';
import { findTooHighQuota, QuotaGuard } from './quotas.ts';
import { type Quotas, quotaNames } from './workspace.ts';

function createGuard(quotas: Quotas) {
  let now = 5_000_000;
  const guard = new QuotaGuard(
    quotas,
    'a',
    createLocalBudgets(() => realMs(now)),
  );
  return {
    guard,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const world = generateWorld(1);
const moveBy = (ms: number): Fact => ({ type: 'clock-set', atMs: sandboxMs(EPOCH_MS), toMs: sandboxMs(EPOCH_MS + ms) });

function readRefusal(check: () => void) {
  try {
    check();
  } catch (error) {
    if (error instanceof RefusedRequest) return { status: error.reply.status, detail: error.reply.problem.detail };
    throw error;
  }
  return undefined;
}

describe('requests', () => {
  test('are limited per minute, and allowed again in the next one', () => {
    const { guard, pass } = createGuard({ requests_per_minute: 2 });
    expect([guard.countRequest(false), guard.countRequest(true)]).toEqual([undefined, undefined]);
    pass(20_000);
    expect(guard.countRequest(false)).toEqual({ quota: 'requests_per_minute', limit: 2, seconds: 40 });
    pass(40_000);
    expect(guard.countRequest(false)).toBeUndefined();
  });

  test('that write are limited separately', () => {
    const { guard } = createGuard({ requests_per_minute: 100, writes_per_minute: 1 });
    expect([guard.countRequest(true), guard.countRequest(false)]).toEqual([undefined, undefined]);
    expect(guard.countRequest(true)).toMatchObject({ quota: 'writes_per_minute', limit: 1 });
  });
});

describe('the clock', () => {
  test('moves by the quota per hour of real time', () => {
    const { guard, pass } = createGuard({ advance_seconds_per_hour: 3600 });
    const move = (ms: number) => {
      const refusal = readRefusal(() => guard.checkWrite(world, [moveBy(ms)]));
      if (refusal === undefined) guard.countAppended([moveBy(ms)]);
      return refusal?.status;
    };
    expect(move(3_600_001)).toBe(429);
    expect([move(3_000_000), move(600_000), move(1)]).toEqual([undefined, undefined, 429]);
    pass(3_600_000);
    expect(move(3_600_000)).toBeUndefined();
  });

  test('counts a running clock with its speed', () => {
    const { guard } = createGuard({ advance_seconds_per_hour: 7200 });
    const run = (speed: number): Fact => ({
      ...{ type: 'clock-started', atMs: sandboxMs(EPOCH_MS), sandboxMs: sandboxMs(EPOCH_MS), realMs: realMs(0), speed },
    });
    expect(readRefusal(() => guard.checkWrite(world, [run(3)]))).toBeUndefined();
    expect(readRefusal(() => guard.checkWrite(world, [run(4)]))?.detail).toContain('advance_seconds_per_hour');
  });
});

test('stored changes are limited in bytes, including those of earlier runs', () => {
  const { guard } = createGuard({ stored_bytes: 400 });
  const fact: Fact = { type: 'misbehaviour-switched', atMs: sandboxMs(0), name: 'x'.repeat(100), isOn: true };
  expect(readRefusal(() => guard.checkWrite(world, [fact]))).toBeUndefined();
  guard.countRecorded([fact]);
  guard.countRecorded([fact]);
  expect(readRefusal(() => guard.checkWrite(world, [fact]))).toEqual({
    status: 507,
    detail: expect.stringContaining('The quota stored_bytes of this workspace allows 400 bytes of changes.'),
  });
});

test('a chosen quota is not higher than that of the server', () => {
  expect(findTooHighQuota({ facts: 10 }, { facts: 10 })).toBeUndefined();
  expect(findTooHighQuota({ facts: 11 }, { facts: 10 })).toBe('facts');
  expect(findTooHighQuota({ facts: 11 }, {})).toBeUndefined();
});

test('the use of every quota is reported', () => {
  const { guard } = createGuard({ requests_per_minute: 5 });
  guard.countRequest(false);
  const held = { event_streams: 3, requests_in_flight: 2, delayed_requests: 1 };
  const usage = guard.readUsage(world, {
    nowMs: sandboxMs(EPOCH_MS + 36 * 3_600_000),
    inboxBytes: 7,
    deliveryBytes: 9,
    held,
  });
  expect(usage.map(({ quota }) => quota)).toEqual(quotaNames);
  expect(usage[0]).toEqual({ quota: 'requests_per_minute', limit: 5, used: 1 });
  const used = Object.fromEntries(usage.map(({ quota, limit, used: count }) => [quota, [limit, count]]));
  expect(used).toMatchObject({
    clock_days: [null, 1],
    inbox_bytes: [null, 7],
    delivery_bytes: [null, 9],
    event_streams: [null, 3],
  });
});
