import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkpoint, completeStep, noteProgress, waitForThread } from '../../../base/slices.ts';
import { StillPreparing, WorkQueue } from './work-queue.ts';

const SLICE_MS = 10;

/**
 * Creates a queue with a test clock and a test event loop. Each part of a task needs `partMs`; `turn` runs one turn
 * of the loop.
 */
function createTestQueue(partMs = 1) {
  const clock = { ms: 0 };
  const next: (() => void)[] = [];
  const log: string[] = [];
  const queue = new WorkQueue({ now: () => clock.ms, yieldTo: (run) => void next.push(run), sliceMs: SLICE_MS });

  /** Returns work of `count` parts. It remembers completed parts and logs each one. */
  const parts = (name: string, count: number, atEnd: () => unknown = () => name) => {
    let done = 0;
    return () => {
      while (done < count) {
        done += 1;
        clock.ms += partMs;
        log.push(name);
        checkpoint();
      }
      return atEnd();
    };
  };
  /** Uses up the time for immediate work, so that further work queues at its first checkpoint. */
  const exhaust = (): void => {
    const result = queue.run('exhausting', parts('exhausting', SLICE_MS));
    expect(result).not.toBeInstanceOf(Promise);
    log.length = 0;
  };
  /** Runs one turn of the event loop and settles promises. Returns whether anything ran. */
  const turn = async (): Promise<boolean> => {
    const due = next.splice(0);
    for (const run of due) run();
    for (let n = 0; n < 4; n += 1) await Promise.resolve();
    return due.length > 0;
  };
  const untilIdle = async (): Promise<number> => {
    let turns = 0;
    while (await turn()) {
      turns += 1;
      if (turns > 100_000) throw new Error('the queue does not become idle');
    }
    return turns;
  };
  /** Appends `name` to `order` when the promise is fulfilled. */
  const order: string[] = [];
  const noting = async (name: string, given: unknown): Promise<void> => {
    await given;
    order.push(name);
  };
  return { queue, clock, next, log, parts, exhaust, turn, untilIdle, order, noting };
}

const catchError = (run: () => unknown): unknown => {
  try {
    run();
  } catch (fault) {
    return fault;
  }
  return undefined;
};

describe('short work', () => {
  it('returns its value immediately, without a turn of the event loop', () => {
    const { queue, next, parts } = createTestQueue();
    expect(queue.run('a', () => 1)).toBe(1);
    expect(queue.run('a', () => undefined)).toBe(undefined);
    expect(queue.run('b', parts('b', 3))).toBe('b');
    expect(next).toHaveLength(0);
  });

  it('throws its error immediately and leaves the queue usable', () => {
    const { queue, next } = createTestQueue();
    const fault = new Error('a fault');
    expect(
      catchError(() =>
        queue.run('a', () => {
          throw fault;
        }),
      ),
    ).toBe(fault);
    expect(next).toHaveLength(0);
    expect(queue.run('a', () => 2)).toBe(2);
  });

  it('returns immediately without a checkpoint even if no time is left', () => {
    const { queue, exhaust } = createTestQueue();
    exhaust();
    expect(queue.run('a', () => 'kept already')).toBe('kept already');
  });

  it('leaves no slice open', () => {
    const { queue, exhaust, parts } = createTestQueue();
    exhaust();
    queue.run('a', parts('a', 3));
    expect(checkpoint).not.toThrow();
  });
});

describe('the time for immediate work', () => {
  it('is one slice for all concurrent work of all owners', async () => {
    const { queue, log, parts, untilIdle } = createTestQueue();
    const results = Array.from({ length: 30 }, (_, n) => queue.run(`owner ${n}`, parts('x', 3)));
    const atOnce = results.filter((one) => !(one instanceof Promise)).length;
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThanOrEqual(Math.ceil(SLICE_MS / 3));
    // In addition to that slice, each other task ran one part up to its first checkpoint.
    expect(log.length).toBeLessThanOrEqual(SLICE_MS + 3 + 30);
    await untilIdle();
    expect(await Promise.all(results)).toEqual(results.map(() => 'x'));
    expect(log).toHaveLength(90);
  });

  it('refills over time up to one slice', () => {
    const { queue, clock, exhaust, parts } = createTestQueue();
    exhaust();
    expect(queue.run('a', parts('a', 2))).toBeInstanceOf(Promise);
    clock.ms += 1000;
    expect(queue.run('b', parts('b', SLICE_MS - 1))).toBe('b');
    expect(queue.run('c', parts('c', SLICE_MS))).toBeInstanceOf(Promise);
  });

  it('refills partially after a part of the time', () => {
    const { queue, clock, exhaust, parts } = createTestQueue();
    exhaust();
    clock.ms += 5;
    expect(queue.run('a', parts('a', 3))).toBe('a');
    expect(queue.run('b', parts('b', 6))).toBeInstanceOf(Promise);
  });

  it('is used by failing work too', () => {
    const { queue, log, parts } = createTestQueue();
    const failing = (): never => {
      throw new Error('a fault');
    };
    for (let n = 0; n < 4; n += 1) {
      const result = catchError(() => queue.run('a', parts('a', 5, failing)));
      expect(result === undefined).toBe(n >= 2); // the first two fail immediately, the others queue
    }
    expect(log).toHaveLength(12);
  });

  it('is at most one slice after a long idle time', () => {
    const { queue, clock, log, parts } = createTestQueue();
    clock.ms += 1e9;
    expect(queue.run('a', parts('a', 100))).toBeInstanceOf(Promise);
    expect(log.length).toBeLessThanOrEqual(SLICE_MS + 1);
  });
});

describe('long work', () => {
  it('runs one slice per turn of the event loop, with the same result', async () => {
    const { queue, log, next, parts, turn, untilIdle } = createTestQueue();
    const result = queue.run('a', parts('a', 95));
    expect(result).toBeInstanceOf(Promise);
    expect(next).toHaveLength(1);
    let before = log.length;
    expect(before).toBeLessThanOrEqual(SLICE_MS + 1);
    for (let n = 0; n < 5; n += 1) {
      await turn();
      expect(log.length).toBeGreaterThan(before);
      expect(log.length - before).toBeLessThanOrEqual(SLICE_MS + 1);
      before = log.length;
      expect(next).toHaveLength(1);
    }
    await untilIdle();
    expect(await result).toBe('a');
    expect(log).toHaveLength(95); // no part ran twice
  });

  it('progresses in each slice even if a part takes longer than a slice', async () => {
    const { queue, log, parts, untilIdle } = createTestQueue(SLICE_MS * 5);
    const result = queue.run('a', parts('a', 20));
    expect(result).toBeInstanceOf(Promise);
    expect(await untilIdle()).toBeLessThanOrEqual(21);
    expect(await result).toBe('a');
    expect(log).toHaveLength(20);
  });

  it('finishes even if its parts evict each other from a cache', async () => {
    const { queue, clock, exhaust, untilIdle } = createTestQueue();
    exhaust();
    let kept: number | undefined;
    const part = (n: number): number => {
      if (kept === n) return n;
      kept = n;
      clock.ms += SLICE_MS;
      checkpoint();
      return n;
    };
    const result = queue.run('a', () => part(1) + part(2) + part(3));
    expect(await untilIdle()).toBeLessThan(2000);
    expect(await result).toBe(6);
  });

  it('keeps its slices short while it completes steps', async () => {
    const { queue, clock, exhaust, next, turn } = createTestQueue();
    exhaust();
    const runs = async (complete: () => void): Promise<number> => {
      let done = 0;
      let longest = 0;
      const result = queue.run('a', () => {
        while (done < 20_000) {
          done += 1;
          clock.ms += 1;
          complete();
        }
        return done;
      });
      while (next.length > 0) {
        const before = done;
        await turn();
        longest = Math.max(longest, done - before);
      }
      expect(await result).toBe(20_000);
      return longest;
    };
    expect(await runs(completeStep)).toBeLessThanOrEqual(SLICE_MS + 1);
    // Without steps, a task may evict its own results.
    expect(await runs(checkpoint)).toBeGreaterThan(4 * SLICE_MS);
  });

  it('requests no further turns when idle, and starts again with the next task', async () => {
    const { queue, clock, next, parts, untilIdle } = createTestQueue();
    for (let round = 0; round < 3; round += 1) {
      const result = queue.run('a', parts('a', 50));
      expect(next).toHaveLength(1);
      await untilIdle();
      expect(await result).toBe('a');
      expect(next).toHaveLength(0);
      clock.ms += 1000;
    }
  });

  it('requests one turn at a time for any number of tasks', async () => {
    const { queue, next, parts, turn } = createTestQueue();
    for (let n = 0; n < 20; n += 1) void queue.run(`owner ${n % 4}`, parts('x', 15));
    while (next.length > 0) {
      expect(next).toHaveLength(1);
      await turn();
    }
  });

  it('resolves to undefined if the work returns undefined', async () => {
    const { queue, exhaust, parts, untilIdle } = createTestQueue();
    exhaust();
    const result = queue.run(
      'a',
      parts('a', 3, () => undefined),
    );
    expect(result).toBeInstanceOf(Promise);
    await untilIdle();
    expect(await result).toBe(undefined);
  });

  it('lets timers and callbacks run between slices', async () => {
    let ms = 0;
    const queue = new WorkQueue({ now: () => ms, sliceMs: 1 });
    let done = 0;
    const served: number[] = [];
    const serve = (): void => {
      served.push(done);
      if (done < 20) setImmediate(serve);
    };
    setImmediate(serve);
    await queue.run('a', () => {
      while (done < 20) {
        done += 1;
        ms += 1;
        checkpoint();
      }
    });
    expect(new Set(served).size).toBeGreaterThan(10);
  });
});

describe('owners of tasks', () => {
  it('take turns: a short task finishes before a long task of another owner', async () => {
    const { queue, exhaust, parts, turn, untilIdle, order, noting } = createTestQueue();
    exhaust();
    const long = noting('long', queue.run('a', parts('a', 1000)));
    await turn();
    const small = noting('small', queue.run('b', parts('b', 15)));
    for (let n = 0; n < 5; n += 1) await turn();
    expect(order).toEqual(['small']);
    await untilIdle();
    await Promise.all([long, small]);
    expect(order).toEqual(['small', 'long']);
  });

  it('take turns slice by slice', async () => {
    const { queue, log, exhaust, parts, turn } = createTestQueue();
    exhaust();
    for (const owner of ['a', 'b', 'c']) void queue.run(owner, parts(owner, 100));
    log.length = 0;
    for (let n = 0; n < 9; n += 1) {
      log.push('|');
      await turn();
    }
    const slices = log
      .join('')
      .split('|')
      .slice(1)
      .map((slice) => [...new Set(slice)].join(''));
    expect(slices).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('get one turn each for any number of tasks', async () => {
    const { queue, exhaust, parts, turn, order, noting } = createTestQueue();
    exhaust();
    for (let n = 0; n < 200; n += 1) void queue.run('a', parts('a', 12));
    void noting('b', queue.run('b', parts('b', 12)));
    for (let n = 0; n < 4; n += 1) await turn();
    expect(order).toEqual(['b']);
  });

  it('are not delayed by an owner that returns repeatedly', async () => {
    const { queue, exhaust, parts, turn, order, noting } = createTestQueue();
    exhaust();
    let rounds = 0;
    const comeBack = async (): Promise<void> => {
      rounds += 1;
      await queue.run('a', parts('a', 12));
      if (rounds < 1000) await comeBack();
    };
    void comeBack();
    void noting('b', queue.run('b', parts('b', 100)));
    for (let n = 0; n < 40; n += 1) await turn();
    expect(order).toEqual(['b']);
    expect(rounds).toBeGreaterThan(2);
  });

  it('are not delayed by short work before each turn', async () => {
    const { queue, exhaust, parts, turn, order, noting } = createTestQueue();
    exhaust();
    void noting('long', queue.run('a', parts('a', 50)));
    for (let n = 0; n < 6; n += 1) {
      for (let m = 0; m < 5; m += 1) void queue.run(`other ${m}`, () => m);
      await turn();
    }
    expect(order).toEqual(['long']);
  });

  it('may have any name', async () => {
    const { queue, exhaust, parts, untilIdle } = createTestQueue();
    exhaust();
    const names = ['', '__proto__', 'constructor', 'ä 💶', '0'];
    const results = names.map((name) => queue.run(name, parts(name, 15)));
    await untilIdle();
    expect(await Promise.all(results)).toEqual(names);
  });

  it('have their own tasks run in order of arrival', async () => {
    const { queue, log, exhaust, parts, untilIdle, order, noting } = createTestQueue();
    exhaust();
    const names = ['1', '2', '3', '4'];
    const all = names.map((name, n) => noting(name, queue.run('a', parts(name, [40, 12, 25, 11][n] ?? 0))));
    log.length = 0;
    await untilIdle();
    await Promise.all(all);
    expect(order).toEqual(names);
    expect(log.filter((name, n) => name !== log[n - 1])).toEqual(names);
  });
});

describe('an error in a task', () => {
  const unhandled: unknown[] = [];
  const note = (fault: unknown): void => void unhandled.push(fault);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => void process.off('unhandledRejection', note));

  it('rejects only its own task', async () => {
    const { queue, exhaust, parts, untilIdle } = createTestQueue();
    exhaust();
    const fault = new Error('a fault');
    const fail = (): never => {
      throw fault;
    };
    const results = [
      queue.run('a', parts('a1', 15)),
      queue.run('a', parts('a2', 15, fail)),
      queue.run('a', parts('a3', 15)),
      queue.run('b', parts('b1', 15, fail)),
      queue.run('b', parts('b2', 15)),
    ];
    const settled = Promise.allSettled(results);
    await untilIdle();
    expect(await settled).toEqual([
      { status: 'fulfilled', value: 'a1' },
      { status: 'rejected', reason: fault },
      { status: 'fulfilled', value: 'a3' },
      { status: 'rejected', reason: fault },
      { status: 'fulfilled', value: 'b2' },
    ]);
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  });

  it('is passed on unchanged for any value', async () => {
    const { queue, exhaust, parts, untilIdle } = createTestQueue();
    for (const fault of ['a text', undefined, null, 0]) {
      exhaust();
      const result = Promise.allSettled([
        queue.run(
          'a',
          parts('a', 15, () => {
            throw fault;
          }),
        ),
      ]);
      await untilIdle();
      expect(await result).toEqual([{ status: 'rejected', reason: fault }]);
    }
  });

  it('leaves the queue usable if it is in the last task', async () => {
    const { queue, clock, next, exhaust, parts, untilIdle } = createTestQueue();
    exhaust();
    const failing = parts('a', 15, () => {
      throw new Error('a fault');
    });
    const settled = Promise.allSettled([queue.run('a', failing)]);
    await untilIdle();
    expect((await settled)[0]?.status).toBe('rejected');
    expect(next).toHaveLength(0);
    clock.ms += 1000;
    const after = queue.run('a', parts('a', 50));
    await untilIdle();
    expect(await after).toBe('a');
  });
});

describe('many tasks', () => {
  it('run once each', async () => {
    const { queue, log, parts, untilIdle } = createTestQueue();
    const results = Array.from({ length: 5000 }, (_, n) =>
      queue.run(
        `owner ${n % 7}`,
        parts('x', 4, () => n),
      ),
    );
    await untilIdle();
    expect(await Promise.all(results)).toEqual(results.map((_, n) => n));
    expect(log).toHaveLength(20_000);
  });

  it('settle with the same results as immediate work, for any arrival', async () => {
    const arrival = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      count: fc.nat(40),
      fails: fc.boolean(),
      turnsBefore: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 20 }), fc.integer({ min: 1, max: 25 }), async (given, partMs) => {
        const { queue, log, next, parts, turn, untilIdle } = createTestQueue(partMs);
        const settled: Promise<unknown>[] = [];
        for (const [n, { owner, count, fails, turnsBefore }] of given.entries()) {
          for (let m = 0; m < turnsBefore; m += 1) await turn();
          const work = parts(owner, count, () => {
            if (fails) throw n;
            return n;
          });
          settled.push(
            new Promise((resolve) => resolve(queue.run(owner, work))).catch((fault: unknown) => ({ fault })),
          );
        }
        await untilIdle();
        expect(await Promise.all(settled)).toEqual(given.map(({ fails }, n) => (fails ? { fault: n } : n)));
        expect(log).toHaveLength(given.reduce((sum, { count }) => sum + count, 0));
        expect(next).toHaveLength(0);
      }),
    );
  });
});

describe('a computation that waits for another thread', () => {
  function createWaitingQueue() {
    const pauses: (() => void)[] = [];
    const turns: (() => void)[] = [];
    const clock = { ms: 0 };
    const queue = new WorkQueue({
      now: () => clock.ms,
      yieldTo: (run) => void turns.push(run),
      pause: (run) => void pauses.push(run),
      sliceMs: SLICE_MS,
    });
    const state = { isReady: false };
    const wait = (): string => {
      if (!state.isReady) waitForThread();
      return 'done';
    };
    return { queue, clock, pauses, turns, state, wait };
  }

  it('looks again after a pause', async () => {
    const { queue, pauses, turns, state, wait } = createWaitingQueue();
    const result = queue.run('one', wait);
    turns.shift()?.();
    expect([turns.length, pauses.length]).toEqual([0, 1]);
    state.isReady = true;
    pauses.shift()?.();
    expect(await result).toBe('done');
    expect([turns.length, pauses.length]).toEqual([0, 0]);
  });

  it('does not delay the computations of others', async () => {
    const { queue, clock, pauses, turns, wait } = createWaitingQueue();
    void queue.run('one', wait);
    let parts = 0;
    const other = queue.run('other', () => {
      while (parts < 5) {
        parts += 1;
        clock.ms += SLICE_MS;
        checkpoint();
      }
      return 'other';
    });
    while (turns.length > 0) turns.shift()?.();
    expect([parts, pauses.length]).toEqual([5, 1]); // it pauses only when nothing else is left to do
    expect(await other).toBe('other');
  });
});

describe('a computation that takes longer than its request may wait', () => {
  it('answers with the share that is ready', async () => {
    const { queue, clock, exhaust, turn } = createTestQueue();
    exhaust();
    const work = (): never => {
      noteProgress({ done: 3, total: 8 });
      clock.ms += SLICE_MS;
      checkpoint();
      throw new Error('the slice did not end');
    };
    const outcome = Promise.resolve(queue.run('tenant', work, clock.ms + 15)).catch((fault: unknown) => fault);
    for (let n = 0; n < 4; n += 1) await turn();
    expect(((await outcome) as StillPreparing).reply).toMatchObject({
      problem: { detail: expect.stringContaining('is being prepared (37 % is ready), which') },
    });
  });

  it('answers the request with StillPreparing, and continues', async () => {
    const { queue, clock, parts, exhaust, turn, untilIdle } = createTestQueue();
    exhaust();
    const work = parts('long', 1000);
    const untilMs = clock.ms + 100;
    const result = Promise.resolve(queue.run('tenant', work, untilMs));
    const outcome = result.catch((fault: unknown) => fault);
    while (clock.ms < untilMs) await turn();
    await turn();
    const refusal = await outcome;
    expect(refusal).toBeInstanceOf(StillPreparing);
    expect((refusal as StillPreparing).reply).toMatchObject({
      status: 503,
      problem: { code: 'service_unavailable', retry_after_seconds: 10 },
    });
    expect(clock.ms).toBeLessThan(300);
    await untilIdle();
    expect(clock.ms).toBeGreaterThanOrEqual(1000);
    clock.ms += 100; // the time for immediate work refills
    expect(queue.run('tenant', work, clock.ms)).toBe('long');
  });

  it('refuses a request at once whose time is over while its computation continues', async () => {
    const { queue, clock, parts, exhaust, turn, log } = createTestQueue();
    exhaust();
    const first = Promise.resolve(queue.run('tenant', parts('long', 1000), clock.ms)).catch((fault: unknown) => fault);
    await turn();
    expect(await first).toBeInstanceOf(StillPreparing);
    await expect(queue.run('tenant', parts('again', 1000), clock.ms)).rejects.toBeInstanceOf(StillPreparing);
    const before = log.filter((name) => name === 'again').length;
    for (let n = 0; n < 200; n += 1) await turn();
    expect(log.filter((name) => name === 'again')).toHaveLength(before);
    expect(log.filter((name) => name === 'long')).toHaveLength(1000);
  });

  it('continues a limited number of computations that no request waits for, and returns every result in time', async () => {
    const { queue, clock, parts, exhaust, untilIdle, order, noting } = createTestQueue();
    exhaust();
    const untilMs = clock.ms + 50;
    const runs = Array.from({ length: 20 }, (_, n) =>
      Promise.resolve(queue.run('tenant', parts(`late ${n}`, 100), untilMs)).catch((fault: unknown) => fault),
    );
    const patient = noting('patient', queue.run('tenant', parts('patient', 10)));
    await untilIdle();
    await patient;
    expect(order).toEqual(['patient']);
    for (const fault of await Promise.all(runs)) expect(fault).toBeInstanceOf(StillPreparing);
    expect(clock.ms).toBeLessThan(20 * 100);
  });
});
