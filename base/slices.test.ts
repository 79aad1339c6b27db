import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canWait,
  checkpoint,
  completeStep,
  countSteps,
  noteProgress,
  runSlice,
  runUnsliced,
  waitForThread,
} from './slices.ts';
import { endAfter, runInSlices } from './testing/sliced.ts';

const never = (): boolean => false;
const always = (): boolean => true;
const NOT_DONE = { isDone: false, isWaiting: false, progress: undefined };

/** Adds the numbers from 1 to `count`, caches each one in `kept`, and calls `checkpoint` after each new one. */
function createSumming(count: number) {
  const kept: number[] = [];
  const calls = { of: 0 };
  const work = (): number => {
    calls.of += 1;
    while (kept.length < count) {
      kept.push(kept.length + 1);
      checkpoint();
    }
    return kept.reduce((sum, part) => sum + part, 0);
  };
  return { work, kept, calls };
}

/** Expects that no slice is open: a checkpoint outside a slice does nothing. */
const expectNoSlice = (): void => expect(checkpoint).not.toThrow();

describe('runSlice', () => {
  it('returns the value of work without checkpoints, even if its time is up at the start', () => {
    for (const value of [0, '', null, undefined, false, { a: 1 }])
      expect(runSlice(() => value, always)).toEqual({ isDone: true, value });
  });

  it('returns the same value that the work returned', () => {
    const value = { a: 1 };
    const result = runSlice(() => value, never);
    expect(result.isDone && result.value).toBe(value);
  });

  it('passes checkpoints while time is left', () => {
    const { work, calls } = createSumming(10);
    expect(runSlice(work, never)).toEqual({ isDone: true, value: 55 });
    expect(calls.of).toBe(1);
  });

  it('ends at the first checkpoint after its time is up', () => {
    const { work, kept } = createSumming(10);
    expect(runSlice(work, endAfter(3).mustEnd)).toEqual(NOT_DONE);
    expect(kept).toHaveLength(4);
    expectNoSlice();
  });

  it('calls the work once for each slice, from its beginning', () => {
    const { work, calls } = createSumming(3);
    expect([runSlice(work, always), runSlice(work, always), runSlice(work, always)]).toEqual([
      NOT_DONE,
      NOT_DONE,
      NOT_DONE,
    ]);
    expect(runSlice(work, always)).toEqual({ isDone: true, value: 6 });
    expect(calls.of).toBe(4);
  });

  it('returns the same result for all lengths of slices', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.infiniteStream(fc.nat(5)), (count, lengths) => {
        const { value, slices } = runInSlices(createSumming(count).work, lengths);
        expect(value).toBe((count * (count + 1)) / 2);
        expect(slices).toBeLessThanOrEqual(count + 1);
      }),
    );
  });

  it('runs the `finally` blocks of work that it ends', () => {
    let isReleased = false;
    const work = (): void => {
      try {
        checkpoint();
      } finally {
        isReleased = true;
      }
    };
    expect(runSlice(work, always)).toEqual(NOT_DONE);
    expect(isReleased).toBe(true);
  });

  it.each([new Error('a fault'), 'a text', undefined, null])(
    'throws what the work throws (%s), and leaves no slice open',
    (fault) => {
      let thrown: unknown = 'nothing was thrown';
      try {
        runSlice(() => {
          throw fault;
        }, always);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBe(fault);
      expectNoSlice();
    },
  );

  it('can run the same work again after a fault', () => {
    const kept: number[] = [];
    let isBroken = true;
    const work = (): number => {
      while (kept.length < 3) {
        if (kept.length === 1 && isBroken) throw new Error('broken');
        kept.push(1);
        checkpoint();
      }
      return kept.length;
    };
    expect(() => runSlice(work, never)).toThrow('broken');
    isBroken = false;
    expect(runSlice(work, never)).toEqual({ isDone: true, value: 3 });
  });

  it('rethrows the error of `mustEnd`, and leaves no slice open', () => {
    const fault = new Error('no clock');
    const { work, kept } = createSumming(3);
    const broken = (): boolean => {
      throw fault;
    };
    expect(() => runSlice(work, broken)).toThrow(fault);
    expect(kept).toHaveLength(1);
    expectNoSlice();
    expect(runSlice(work, never)).toEqual({ isDone: true, value: 6 });
  });

  it('calls `mustEnd` only at checkpoints', () => {
    const { mustEnd, calls } = endAfter(10);
    runSlice(() => 1, mustEnd);
    expect(calls.of).toBe(0);
    runSlice(createSumming(2).work, mustEnd);
    expect(calls.of).toBe(2);
  });
});

describe('a slice within a slice', () => {
  it('ends without ending the outer slice, which gets the result and continues', () => {
    const inner = createSumming(3);
    const outer = (): unknown => [runSlice(inner.work, always), checkpoint(), runSlice(inner.work, never)];
    expect(runSlice(outer, never)).toEqual({ isDone: true, value: [NOT_DONE, undefined, { isDone: true, value: 6 }] });
    expectNoSlice();
  });

  it('follows its own limit, and the limit of the outer slice applies again after it', () => {
    const inner = createSumming(3);
    let isInnerDone = false;
    const outer = (): void => {
      isInnerDone = runSlice(inner.work, never).isDone;
      checkpoint();
      expect.fail('the outer slice had to end');
    };
    expect(runSlice(outer, always)).toEqual(NOT_DONE);
    expect(isInnerDone).toBe(true);
    expectNoSlice();
  });

  it('applies the limit of the outer slice again after a fault of the inner work or of its `mustEnd`', () => {
    const fail = (): never => {
      throw new Error('inner fault');
    };
    for (const inner of [() => runSlice(fail, never), () => runSlice(createSumming(1).work, fail)]) {
      const outer = (): void => {
        expect(inner).toThrow('inner fault');
        checkpoint();
        expect.fail('the outer slice had to end');
      };
      expect(runSlice(outer, always)).toEqual(NOT_DONE);
      expectNoSlice();
    }
  });

  it('returns the same result at any depth', () => {
    const nested = (depth: number): number => {
      checkpoint();
      if (depth === 0) return 0;
      const result = runSlice(() => nested(depth - 1), never);
      checkpoint();
      return result.isDone ? result.value + 1 : Number.NaN;
    };
    expect(runSlice(() => nested(50), never)).toEqual({ isDone: true, value: 50 });
    expectNoSlice();
  });
});

describe('checkpoint', () => {
  it('does nothing outside a slice', () => {
    expectNoSlice();
    expect(createSumming(5).work()).toBe(15);
  });
});

describe('runUnsliced', () => {
  it('runs the work to its end within a slice whose time is up', () => {
    const { work, calls } = createSumming(5);
    expect(runSlice(() => runUnsliced(work), always)).toEqual({ isDone: true, value: 15 });
    expect(calls.of).toBe(1);
  });

  it('returns the value of the work, or throws its fault, outside of a slice', () => {
    expect(runUnsliced(createSumming(5).work)).toBe(15);
    const fault = new Error('a fault');
    expect(() =>
      runUnsliced(() => {
        throw fault;
      }),
    ).toThrow(fault);
  });

  it('lets the slice end at the next checkpoint after it', () => {
    const next = createSumming(1);
    const work = (): number => runUnsliced(createSumming(5).work) + next.work();
    expect(runSlice(work, always)).toEqual(NOT_DONE);
    expect(next.kept).toHaveLength(1);
    expect(runSlice(work, always)).toEqual({ isDone: true, value: 16 });
    expectNoSlice();
  });

  it('lets the slice end at the next checkpoint after a fault of its work', () => {
    const work = (): void => {
      expect(() =>
        runUnsliced(() => {
          throw new Error('a fault');
        }),
      ).toThrow('a fault');
      checkpoint();
      expect.fail('the slice had to end');
    };
    expect(runSlice(work, always)).toEqual(NOT_DONE);
    expectNoSlice();
  });

  it('may contain a slice, which only its own limit ends', () => {
    const inner = createSumming(2);
    const work = (): unknown =>
      runUnsliced(() => {
        const result = runSlice(inner.work, always);
        checkpoint();
        return result;
      });
    expect(runSlice(work, always)).toEqual({ isDone: true, value: NOT_DONE });
  });

  it('may be nested', () => {
    const work = (): number => runUnsliced(() => runUnsliced(createSumming(2).work) + createSumming(3).work());
    expect(runSlice(work, always)).toEqual({ isDone: true, value: 9 });
    expectNoSlice();
  });
});

describe('completeStep', () => {
  it('is counted, and ends a slice like a checkpoint', () => {
    const before = countSteps();
    let done = 0;
    const work = (): number => {
      while (done < 3) {
        done += 1;
        completeStep();
      }
      return done;
    };
    expect([runSlice(work, always), done, countSteps() - before]).toEqual([NOT_DONE, 1, 1]);
    expect([runSlice(work, never), countSteps() - before]).toEqual([{ isDone: true, value: 3 }, 3]);
    runSlice(() => checkpoint(), never);
    expect(countSteps() - before).toBe(3);
  });

  it('does not end a slice inside runUnsliced', () => {
    const before = countSteps();
    expect(runSlice(() => runUnsliced(completeStep), always)).toEqual({ isDone: true, value: undefined });
    expect(countSteps() - before).toBe(1);
  });
});

describe('waiting for another thread', () => {
  it('ends the slice, and reports the reason', () => {
    expect(
      runSlice(
        () => waitForThread(),
        () => false,
      ),
    ).toEqual({ isDone: false, isWaiting: true, progress: undefined });
  });

  it('is possible only in a slice', () => {
    expect(canWait()).toBe(false);
    expect(runSlice(canWait, () => false)).toEqual({ isDone: true, value: true });
    expect(
      runSlice(
        () => runUnsliced(canWait),
        () => false,
      ),
    ).toEqual({ isDone: true, value: false });
  });
});

describe('progress', () => {
  const work = (): void => {
    noteProgress({ done: 3, total: 4 });
    noteProgress({ done: 1, total: 4 });
    checkpoint();
  };

  it('is the largest share that was noted in the slice', () => {
    expect(runSlice(work, () => true)).toMatchObject({ progress: { done: 3, total: 4 } });
    expect(runSlice(checkpoint, () => true)).toMatchObject({ progress: undefined });
  });
});
