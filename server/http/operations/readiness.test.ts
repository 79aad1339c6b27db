import { describe, expect, it } from 'vitest';
import { Readiness } from './readiness.ts';

const never = (): Promise<boolean> => new Promise(() => undefined);

describe('readiness', () => {
  it('is ready when all checks pass', async () => {
    const readiness = new Readiness();
    readiness.register({ name: 'storage', check: () => true });
    readiness.register({ name: 'database', check: async () => true });
    expect(await readiness.evaluate()).toEqual({
      isReady: true,
      isDegraded: false,
      checks: [
        { name: 'not_draining', passed: true },
        { name: 'storage', passed: true },
        { name: 'database', passed: true },
      ],
    });
  });

  it('is ready but degraded when a check fails that is not required', async () => {
    const readiness = new Readiness();
    readiness.register({ name: 'storage', check: () => true });
    readiness.register({ name: 'database', isRequired: false, check: () => false });
    expect(await readiness.evaluate()).toMatchObject({
      isReady: true,
      isDegraded: true,
      checks: [{ passed: true }, { passed: true }, { name: 'database', passed: false }],
    });
    readiness.beginDraining();
    expect(await readiness.evaluate()).toMatchObject({ isReady: false, isDegraded: false });
  });

  it.each([
    ['returns false', () => false],
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['does not end in time', never],
  ])('is not ready when a check %s', async (_, check) => {
    const readiness = new Readiness({ limitMs: 5 });
    readiness.register({ name: 'storage', check });
    const { isReady, checks } = await readiness.evaluate();
    expect([isReady, checks.filter(({ passed }) => !passed)]).toEqual([false, [{ name: 'storage', passed: false }]]);
  });

  it('is not ready at once when it begins to drain, without another run of the checks', async () => {
    let runs = 0;
    const readiness = new Readiness({ reuseMs: 60_000 });
    readiness.register({
      name: 'storage',
      check() {
        runs += 1;
        return true;
      },
    });
    await Promise.all([readiness.evaluate(), readiness.evaluate()]);
    readiness.beginDraining();
    expect((await readiness.evaluate()).isReady).toBe(false);
    expect(runs).toBe(1);
  });

  it('runs the checks again after the time for which a report is used', async () => {
    let isReadable = false;
    const readiness = new Readiness({ reuseMs: -1 });
    const remove = readiness.register({ name: 'storage', check: () => isReadable });
    expect((await readiness.evaluate()).isReady).toBe(false);
    isReadable = true;
    expect((await readiness.evaluate()).isReady).toBe(true);
    remove();
    expect((await readiness.evaluate()).checks).toHaveLength(1);
  });
});
