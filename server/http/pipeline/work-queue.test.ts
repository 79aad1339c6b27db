import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkpoint } from '../../../spec/slices.ts';
import { WorkQueue } from './work-queue.ts';

const SLICE_MS = 10;

/** A queue on a clock and an event loop of the test: each part of a task takes `partMs`, and `turn` is one turn of the loop. */
function testQueue(partMs = 1) {
  const clock = { ms: 0 };
  const next: (() => void)[] = [];
  const log: string[] = [];
  const queue = new WorkQueue({ now: () => clock.ms, yieldTo: (run) => void next.push(run), sliceMs: SLICE_MS });

  /** Work of so many parts, which are kept, each of them logged with its name. */
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
  /** Uses up the time for work that begins at once, so that what follows queues at its first checkpoint. */
  const exhaust = (): void => {
    const result = queue.run('exhausting', parts('exhausting', SLICE_MS));
    expect(result).not.toBeInstanceOf(Promise);
    log.length = 0;
  };
  /** One turn of the event loop; lets promises settle. Returns whether anything ran. */
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
      if (turns > 100_000) throw new Error('the queue never gets to an end');
    }
    return turns;
  };
  /** Appends `name` to the list when the promise is fulfilled. */
  const order: string[] = [];
  const noting = async (name: string, given: unknown): Promise<void> => {
    await given;
    order.push(name);
  };
  return { queue, clock, next, log, parts, exhaust, turn, untilIdle, order, noting };
}

const thrown = (run: () => unknown): unknown => {
  try {
    run();
  } catch (fault) {
    return fault;
  }
  return undefined;
};

describe('short work', () => {
  it('returns its value at once, and asks for no turn of the event loop', () => {
    const { queue, next, parts } = testQueue();
    expect(queue.run('a', () => 1)).toBe(1);
    expect(queue.run('a', () => undefined)).toBe(undefined);
    expect(queue.run('b', parts('b', 3))).toBe('b');
    expect(next).toHaveLength(0);
  });

  it('throws its fault at once, and leaves the queue usable', () => {
    const { queue, next } = testQueue();
    const fault = new Error('a fault');
    expect(
      thrown(() =>
        queue.run('a', () => {
          throw fault;
        }),
      ),
    ).toBe(fault);
    expect(next).toHaveLength(0);
    expect(queue.run('a', () => 2)).toBe(2);
  });

  it('returns at once even if it has no checkpoint and no time is left', () => {
    const { queue, exhaust } = testQueue();
    exhaust();
    expect(queue.run('a', () => 'kept already')).toBe('kept already');
  });

  it('leaves no slice open for what runs after it', () => {
    const { queue, exhaust, parts } = testQueue();
    exhaust();
    queue.run('a', parts('a', 3));
    expect(checkpoint).not.toThrow();
  });
});

describe('the time for work that begins at once', () => {
  it('is one slice for all that arrive together, whoever owns them', async () => {
    const { queue, log, parts, untilIdle } = testQueue();
    const results = Array.from({ length: 30 }, (_, n) => queue.run(`owner ${n}`, parts('x', 3)));
    const atOnce = results.filter((one) => !(one instanceof Promise)).length;
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThanOrEqual(Math.ceil(SLICE_MS / 3));
    // Apart from the slice, each of the others worked out one part, up to its first checkpoint.
    expect(log.length).toBeLessThanOrEqual(SLICE_MS + 3 + 30);
    await untilIdle();
    expect(await Promise.all(results)).toEqual(results.map(() => 'x'));
    expect(log).toHaveLength(90);
  });

  it('comes back as time passes, up to one slice', () => {
    const { queue, clock, exhaust, parts } = testQueue();
    exhaust();
    expect(queue.run('a', parts('a', 2))).toBeInstanceOf(Promise);
    clock.ms += 1000;
    expect(queue.run('b', parts('b', SLICE_MS - 1))).toBe('b');
    expect(queue.run('c', parts('c', SLICE_MS))).toBeInstanceOf(Promise);
  });

  it('comes back in part after a part of the time', () => {
    const { queue, clock, exhaust, parts } = testQueue();
    exhaust();
    clock.ms += 5;
    expect(queue.run('a', parts('a', 3))).toBe('a');
    expect(queue.run('b', parts('b', 6))).toBeInstanceOf(Promise);
  });

  it('is used up by work that fails, too', () => {
    const { queue, log, parts } = testQueue();
    const failing = (): never => {
      throw new Error('a fault');
    };
    for (let n = 0; n < 4; n += 1) {
      const result = thrown(() => queue.run('a', parts('a', 5, failing)));
      expect(result === undefined).toBe(n >= 2); // the first two fail at once, the others queue
    }
    expect(log).toHaveLength(12);
  });

  it('is not more than one slice after a long rest', () => {
    const { queue, clock, log, parts } = testQueue();
    clock.ms += 1e9;
    expect(queue.run('a', parts('a', 100))).toBeInstanceOf(Promise);
    expect(log.length).toBeLessThanOrEqual(SLICE_MS + 1);
  });
});

describe('long work', () => {
  it('is run in slices, one for each turn of the event loop, to the same result', async () => {
    const { queue, log, next, parts, turn, untilIdle } = testQueue();
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
    expect(log).toHaveLength(95); // no part was worked out twice
  });

  it('gets further with each slice even if each part takes longer than a slice', async () => {
    const { queue, log, parts, untilIdle } = testQueue(SLICE_MS * 5);
    const result = queue.run('a', parts('a', 20));
    expect(result).toBeInstanceOf(Promise);
    expect(await untilIdle()).toBeLessThanOrEqual(21);
    expect(await result).toBe('a');
    expect(log).toHaveLength(20);
  });

  it('ends even if its parts displace each other, so that only one long slice can do all of them', async () => {
    const { queue, clock, exhaust, untilIdle } = testQueue();
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

  it('asks for no further turn once everything is done, and begins again with the next task', async () => {
    const { queue, clock, next, parts, untilIdle } = testQueue();
    for (let round = 0; round < 3; round += 1) {
      const result = queue.run('a', parts('a', 50));
      expect(next).toHaveLength(1);
      await untilIdle();
      expect(await result).toBe('a');
      expect(next).toHaveLength(0);
      clock.ms += 1000;
    }
  });

  it('has one turn of the event loop asked for at a time, however many tasks wait', async () => {
    const { queue, next, parts, turn } = testQueue();
    for (let n = 0; n < 20; n += 1) void queue.run(`owner ${n % 4}`, parts('x', 15));
    while (next.length > 0) {
      expect(next).toHaveLength(1);
      await turn();
    }
  });

  it('fulfils with undefined where the work returns undefined', async () => {
    const { queue, exhaust, parts, untilIdle } = testQueue();
    exhaust();
    const result = queue.run(
      'a',
      parts('a', 3, () => undefined),
    );
    expect(result).toBeInstanceOf(Promise);
    await untilIdle();
    expect(await result).toBe(undefined);
  });

  it('lets timers and other callbacks of the real event loop run between two slices', async () => {
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

describe('owners', () => {
  it('take turns: a small task of one is done before a long task of another', async () => {
    const { queue, exhaust, parts, turn, untilIdle, order, noting } = testQueue();
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
    const { queue, log, exhaust, parts, turn } = testQueue();
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

  it('get one turn each, however many tasks one of them has', async () => {
    const { queue, exhaust, parts, turn, order, noting } = testQueue();
    exhaust();
    for (let n = 0; n < 200; n += 1) void queue.run('a', parts('a', 12));
    void noting('b', queue.run('b', parts('b', 12)));
    for (let n = 0; n < 4; n += 1) await turn();
    expect(order).toEqual(['b']);
  });

  it('who come back again and again do not hold up the others', async () => {
    const { queue, exhaust, parts, turn, order, noting } = testQueue();
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

  it('are not held up by short work that arrives before each turn of the event loop', async () => {
    const { queue, exhaust, parts, turn, order, noting } = testQueue();
    exhaust();
    void noting('long', queue.run('a', parts('a', 50)));
    for (let n = 0; n < 6; n += 1) {
      for (let m = 0; m < 5; m += 1) void queue.run(`other ${m}`, () => m);
      await turn();
    }
    expect(order).toEqual(['long']);
  });

  it('may have any name', async () => {
    const { queue, exhaust, parts, untilIdle } = testQueue();
    exhaust();
    const names = ['', '__proto__', 'constructor', 'ä 💶', '0'];
    const results = names.map((name) => queue.run(name, parts(name, 15)));
    await untilIdle();
    expect(await Promise.all(results)).toEqual(names);
  });

  it('have their own tasks done one after the other, in the order in which they came', async () => {
    const { queue, log, exhaust, parts, untilIdle, order, noting } = testQueue();
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

describe('a fault', () => {
  const unhandled: unknown[] = [];
  const note = (fault: unknown): void => void unhandled.push(fault);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => void process.off('unhandledRejection', note));

  it('rejects its own task only', async () => {
    const { queue, exhaust, parts, untilIdle } = testQueue();
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

  it('of any kind is passed on as it is', async () => {
    const { queue, exhaust, parts, untilIdle } = testQueue();
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

  it('of the last task leaves nothing behind: the queue goes on', async () => {
    const { queue, clock, next, exhaust, parts, untilIdle } = testQueue();
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
  it('are all done, each one once', async () => {
    const { queue, log, parts, untilIdle } = testQueue();
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

  it('end with the results that they have at once, whatever they are, whenever they come', async () => {
    const arrival = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      count: fc.nat(40),
      fails: fc.boolean(),
      turnsBefore: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 20 }), fc.integer({ min: 1, max: 25 }), async (given, partMs) => {
        const { queue, log, next, parts, turn, untilIdle } = testQueue(partMs);
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
