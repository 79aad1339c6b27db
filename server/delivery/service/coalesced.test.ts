import { describe, expect, it } from 'vitest';
import { Coalesced } from './coalesced.ts';

/** A job whose runs the test ends. */
function createHeldJob() {
  const runs: PromiseWithResolvers<void>[] = [];
  const job = (): Promise<void> => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  return { runs, job };
}

/** Waits for everything that needs no timer. */
const waitForMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Whether a promise is settled now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = (): void => {
    settled = true;
  };
  promise.then(note, note);
  await waitForMicrotasks();
  return settled;
}

describe('a coalesced job', () => {
  it('runs a job once for a call and resolves when the run is complete', async () => {
    const { runs, job } = createHeldJob();
    const call = new Coalesced(job).run();
    expect(await isSettled(call)).toBe(false);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await call;
    await waitForMicrotasks();
    expect(runs).toHaveLength(1);
  });

  it('runs the job once more for all calls during a run', async () => {
    const { runs, job } = createHeldJob();
    const coalesced = new Coalesced(job);
    const first = coalesced.run();
    await waitForMicrotasks();
    const later = [coalesced.run(), coalesced.run(), coalesced.run()];
    await waitForMicrotasks();
    expect(runs).toHaveLength(1); // one at a time
    runs[0]?.resolve();
    await first;
    await waitForMicrotasks();
    expect(runs).toHaveLength(2);
    for (const call of later) expect(await isSettled(call)).toBe(false);
    runs[1]?.resolve();
    await Promise.all(later);
    await waitForMicrotasks();
    expect(runs).toHaveLength(2);
  });

  it('runs the job again for a call after the end of a run', async () => {
    const { runs, job } = createHeldJob();
    const coalesced = new Coalesced(job);
    for (const n of [0, 1, 2]) {
      const call = coalesced.run();
      await waitForMicrotasks();
      expect(runs).toHaveLength(n + 1);
      runs[n]?.resolve();
      await call;
    }
  });

  it('never resolves a call by a run that started before the call', async () => {
    let begun = 0;
    const coalesced: Coalesced = new Coalesced(async () => {
      begun += 1;
      if (begun > 200) throw new Error('more runs than calls');
      await waitForMicrotasks();
    });
    const calls = Array.from({ length: 50 }, async (_, n) => {
      for (let m = 0; m < n % 5; m += 1) await waitForMicrotasks();
      const before = begun;
      await coalesced.run();
      expect(begun).toBeGreaterThan(before);
    });
    await Promise.all(calls);
    expect(begun).toBeLessThanOrEqual(20);
  });

  it('runs the job one at a time, even if a run requests the next one synchronously', async () => {
    let isRunning = false;
    let runs = 0;
    let again: Promise<void> | undefined;
    const coalesced: Coalesced = new Coalesced(async () => {
      expect(isRunning).toBe(false);
      isRunning = true;
      runs += 1;
      if (runs === 1) again = coalesced.run();
      await waitForMicrotasks();
      isRunning = false;
    });
    await coalesced.run();
    await again;
    expect(runs).toBe(2);
  });

  it('accepts a call from the job itself', async () => {
    let runs = 0;
    let again: Promise<void> | undefined;
    const coalesced: Coalesced = new Coalesced(async () => {
      runs += 1;
      if (runs === 1) again = coalesced.run();
    });
    await coalesced.run();
    await again;
    expect(runs).toBe(2);
  });
});

describe('a run that fails', () => {
  it('rejects only the calls that waited for the failed run', async () => {
    const { runs, job } = createHeldJob();
    const coalesced = new Coalesced(job);
    const first = coalesced.run();
    await waitForMicrotasks();
    const second = Promise.allSettled([coalesced.run(), coalesced.run()]);
    runs[0]?.resolve();
    await first;
    await waitForMicrotasks();
    const third = coalesced.run();
    const fault = new Error('a fault');
    runs[1]?.reject(fault);
    expect(await second).toEqual([
      { status: 'rejected', reason: fault },
      { status: 'rejected', reason: fault },
    ]);
    await waitForMicrotasks();
    expect(runs).toHaveLength(3);
    runs[2]?.resolve();
    await third;
  });

  it('runs the job again after a failure', async () => {
    const { runs, job } = createHeldJob();
    const coalesced = new Coalesced(job);
    const first = Promise.allSettled([coalesced.run()]);
    await waitForMicrotasks();
    const second = coalesced.run();
    runs[0]?.reject(new Error('a fault'));
    expect((await first)[0]?.status).toBe('rejected');
    await waitForMicrotasks();
    runs[1]?.resolve();
    await second;
  });
});

describe('the first run', () => {
  it('starts the first run when `after` is fulfilled', async () => {
    const { runs, job } = createHeldJob();
    const before = Promise.withResolvers<void>();
    const call = new Coalesced(job, before.promise).run();
    await waitForMicrotasks();
    expect(runs).toHaveLength(0);
    before.resolve();
    await waitForMicrotasks();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await call;
  });

  it('starts the first run when `after` is rejected', async () => {
    const { runs, job } = createHeldJob();
    const before = Promise.withResolvers<void>();
    const call = new Coalesced(job, before.promise).run();
    before.reject(new Error('an earlier fault'));
    await waitForMicrotasks();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await call;
  });

  it('shares the first run among all calls before it starts', async () => {
    const { runs, job } = createHeldJob();
    const before = Promise.withResolvers<void>();
    const coalesced = new Coalesced(job, before.promise);
    const calls = [coalesced.run(), coalesced.run()];
    before.resolve();
    await waitForMicrotasks();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await Promise.all(calls);
    await waitForMicrotasks();
    expect(runs).toHaveLength(1);
  });
});

describe('idle', () => {
  it('is idle before any run', async () => {
    expect(await isSettled(new Coalesced(async () => undefined).idle())).toBe(true);
  });

  it('is idle when the current and the requested run are complete', async () => {
    const { runs, job } = createHeldJob();
    const coalesced = new Coalesced(job);
    const calls = [coalesced.run()];
    await waitForMicrotasks();
    calls.push(coalesced.run());
    const idle = coalesced.idle();
    expect(await isSettled(idle)).toBe(false);
    runs[0]?.resolve();
    expect(await isSettled(idle)).toBe(false);
    expect(runs).toHaveLength(2);
    runs[1]?.resolve();
    expect(await isSettled(idle)).toBe(true);
    await Promise.all(calls);
  });

  it('waits in `idle` for a requested run that has not started', async () => {
    const { runs, job } = createHeldJob();
    const coalesced = new Coalesced(job);
    const call = coalesced.run();
    const idle = coalesced.idle();
    expect(await isSettled(idle)).toBe(false);
    runs[0]?.resolve();
    expect(await isSettled(idle)).toBe(true);
    await call;
  });

  it('waits in `idle` for a run that is requested meanwhile', async () => {
    const { runs, job } = createHeldJob();
    const coalesced = new Coalesced(job);
    const calls = [coalesced.run()];
    const idle = coalesced.idle();
    await waitForMicrotasks();
    calls.push(coalesced.run());
    runs[0]?.resolve();
    expect(await isSettled(idle)).toBe(false);
    runs[1]?.resolve();
    expect(await isSettled(idle)).toBe(true);
    await Promise.all(calls);
  });

  it('is idle after a run that fails', async () => {
    const coalesced = new Coalesced(() => Promise.reject(new Error('a fault')));
    const call = Promise.allSettled([coalesced.run()]);
    await coalesced.idle();
    expect((await call)[0]?.status).toBe('rejected');
  });
});
