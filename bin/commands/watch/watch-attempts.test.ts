import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import { RequestFailure, RequestRefused } from '../shared/client.ts';
import type { WatchedItem } from './reporter.ts';
import { createAttempt, createDelivery, createResponse } from './testing/attempts.ts';
import { AttemptWatch, matchesQuery } from './watch-attempts.ts';

type Attempt = SandboxSchemas['Attempt'];

const CLOCK = { now: '2026-11-02T15:00:00Z', started_at: '2026-11-02T15:00:00Z' } as SandboxSchemas['SandboxClock']; // the members that are read
const IDS = ['dlv_A', 'dlv_B', 'dlv_C'];

/** A sandbox with deliveries, whose requests can fail. */
class FakeSandbox {
  attempts = new Map<string, Attempt[]>();
  isReachable = true;
  #sentMs = 0;

  readonly call = createCall(async ({ path }) => {
    if (!this.isReachable) throw new RequestFailure('no response', 3);
    if (path.startsWith('deliveries?'))
      return {
        data: [...this.attempts.keys()].map((id) => this.#present(id)),
        page: { has_more: false, next_cursor: null },
      };
    const id = path.replace('deliveries/', '');
    if (!this.attempts.has(id)) throw new RequestRefused('not found', 404, {});
    return { ...this.#present(id), body: null, attempts: this.attempts.get(id) };
  });

  /** Makes an attempt. Returns its message. */
  attempt(id: string): SandboxSchemas['ActivityAttempt'] {
    const before = this.attempts.get(id) ?? [];
    this.#sentMs += 1;
    const attempt = createAttempt({ number: before.length + 1, sent_at: new Date(this.#sentMs).toISOString() });
    this.attempts.set(id, [...before, attempt]);
    return { delivery: this.#present(id), attempt };
  }

  #present(id: string): SandboxSchemas['Delivery'] {
    return createDelivery({ delivery_id: id, attempt_count: this.attempts.get(id)?.length ?? 0 });
  }
}

type Step =
  | { readonly kind: 'attempt' | 'attempt-unread'; readonly id: string }
  | { readonly kind: 'cut' | 'connect' | 'restart' | 'reset' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('attempt' as const), id: fc.constantFrom(...IDS) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('attempt-unread' as const), id: fc.constantFrom(...IDS) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('cut' as const, 'connect' as const, 'restart' as const, 'reset' as const),
      }),
    },
  ),
  { maxLength: 30 },
);

/** Watches a sandbox through the steps. Returns the times of the attempts that were printed, and of those made. */
async function watchThrough(earlier: readonly string[], given: readonly Step[]) {
  const sandbox = new FakeSandbox();
  const printed: string[] = [];
  const made: string[] = [];
  const print = ({ json }: WatchedItem) => printed.push((json as { attempt: Attempt }).attempt.sent_at); // written by createAttemptItem
  const watch = new AttemptWatch({ call: sandbox.call, query: {}, print });
  for (const id of earlier) sandbox.attempt(id);
  await watch.start();
  let isConnected = true;
  const connect = async () => {
    sandbox.isReachable = true;
    await watch.catchUp(CLOCK, false); // recognises a restarted sandbox itself
    isConnected = true;
  };
  for (const step of given) {
    if (step.kind === 'attempt' || step.kind === 'attempt-unread') {
      const message = sandbox.attempt(step.id);
      made.push(message.attempt.sent_at);
      if (!isConnected) continue;
      sandbox.isReachable = step.kind === 'attempt';
      await watch.receiveAttempt(message).catch(() => {
        isConnected = false;
      });
    } else if (step.kind === 'cut') isConnected = false;
    else if (step.kind === 'connect') await connect();
    else if (step.kind === 'restart') {
      sandbox.attempts.clear();
      isConnected = false;
    } else if (isConnected && sandbox.isReachable) {
      sandbox.attempts.clear();
      await watch.reset();
    }
  }
  const lostByRestart = new Set(
    made.filter((at) => ![...sandbox.attempts.values()].flat().some(({ sent_at }) => sent_at === at)),
  );
  await connect();
  return { printed, made, lostByRestart };
}

test('prints each attempt once, across interruptions, failed reads, resets and restarts with the same ids', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...IDS), { maxLength: 4 }), steps, async (earlier, given) => {
      const { printed, made, lostByRestart } = await watchThrough(earlier, given);
      expect(new Set(printed).size).toBe(printed.length);
      // An attempt of data that was deleted before the watch connected again can no longer be read.
      expect(printed.filter((at) => !made.includes(at))).toEqual([]);
      expect(made.filter((at) => !printed.includes(at) && !lostByRestart.has(at))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('prints the attempts made before it began only with since', async () => {
  const sandbox = new FakeSandbox();
  for (const id of ['dlv_A', 'dlv_B', 'dlv_A']) sandbox.attempt(id);
  for (const [query, count] of [
    [{}, 0],
    [{ since: '2026-11-02T15:00:00Z' }, 3],
    [{ since: '2026-11-02T15:02:00Z' }, 0],
  ] as const) {
    const printed: WatchedItem[] = [];
    await new AttemptWatch({ call: sandbox.call, query, print: (item) => printed.push(item) }).start();
    expect(printed).toHaveLength(count);
  }
});

describe('matchesQuery', () => {
  const FAILED = createAttempt({
    response: null,
    error: { code: 'connect_refused', message: 'Nothing listens there.' },
  });
  const DELIVERED = createAttempt({ response: createResponse(204) });
  test.each([
    [{}, DELIVERED, true],
    [{ terminal_id: 'NW104310', type: 'cash_low' as const, state: 'pending' as const }, FAILED, true],
    [{ terminal_id: 'NW100112' }, FAILED, false],
    [{ type: 'cash_out' as const }, FAILED, false],
    [{ state: 'delivered' as const }, FAILED, false],
    [{ destination_id: 'dst_other' }, FAILED, false],
    [{ event_id: 'evt_other' }, FAILED, false],
    [{ since: '2026-11-02T15:01:00Z', until: '2026-11-02T15:01:01Z' }, FAILED, true],
    [{ since: '2026-11-02T15:01:01Z' }, FAILED, false],
    [{ until: '2026-11-02T15:01:00Z' }, FAILED, false],
    [{ status_class: 'none' as const }, FAILED, true],
    [{ status_class: '2xx' as const }, FAILED, false],
    [{ status_class: '2xx' as const }, DELIVERED, true],
    [
      { status_class: 'none' as const },
      { ...DELIVERED, error: { code: 'body_timeout' as const, message: 'Late.' } },
      true,
    ],
  ])('%j', (query, attempt, isMatch) => {
    expect(matchesQuery(createDelivery(), attempt, query)).toBe(isMatch);
  });
});
