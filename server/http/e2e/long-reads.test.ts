import supertest, { type Test } from 'supertest';
import { describe, expect, test, vi } from 'vitest';
import { createAtlasTenant } from '../../../fixtures/tenants/atlas/index.ts';
import { realMs } from '../../world/state/time.ts';
import type { App } from '../exchange/middleware.ts';
import { WorkQueue } from '../exchange/work-queue.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/* Requests for data that takes longer to compute than a request may wait. Here every request is late after its first slice. */

/** More than any of these computations needs. */
const MOST_REQUESTS = 5000;

const createSlowApp = (): App => createTestApp({ queue: new WorkQueue({ sliceMs: 0 }), answerWithinMs: 0 }).app;

const withKey = (request: Test): Test => request.set({ Host: 'localhost', 'X-API-Key': keys.redline });
const asOperator = (request: Test): Test =>
  request.set({ Host: 'localhost', Authorization: `Bearer ${TEST_OPERATOR_TOKEN}` });

const PATH = '/v1/transactions?limit=5';

test('get 503 with the reason until the data is available', async () => {
  const app = createSlowApp();
  expect((await asOperator(supertest(app).post('/sandbox/clock/advance')).send({ by: 'PT1H' })).status).toBe(200);
  let refused = 0;
  let reply = await withKey(supertest(app).get(PATH));
  for (; reply.status === 503 && refused < MOST_REQUESTS; refused += 1) {
    expect(reply.headers).toMatchObject({
      'retry-after': '10',
      'content-type': 'application/problem+json; charset=utf-8',
    });
    expect(reply.body).toMatchObject({ code: 'service_unavailable', retry_after_seconds: 10 });
    expect(reply.body.detail).toContain('The data of the fleet is being prepared');
    reply = await withKey(supertest(app).get(PATH));
  }
  expect(reply.status).toBe(200);
  expect(refused).toBeGreaterThan(0);
});

test('let a move of the clock be answered before the events of a large fleet are derived', async () => {
  const { app, deliveryService } = createTestApp({ answerWithinMs: 0 });
  vi.spyOn(deliveryService, 'whenSettled').mockReturnValue(new Promise(() => undefined));
  const reply = await asOperator(supertest(app).post('/sandbox/clock/advance')).send({ by: 'PT1H' });
  expect([reply.status, reply.body.now]).toEqual([200, '2026-11-02T16:00:00Z']);
});

describe('a client that waits as long as Retry-After states', () => {
  const LISTS = ['/v1/transactions?limit=5', '/v1/settlements?limit=5', '/v1/portal'];

  /**
   * Starts a server with a fleet whose lists take many slices. Equal fleets of a process share their rows, so each test has a different
   * number of terminals. `wait` lets time pass, and resolves when no work is left.
   */
  function createFleetApp(terminals: number, answerWithinMs: number) {
    const clock = { ms: 0 };
    const work = { isWaiting: false, slices: 0 };
    const queue = new WorkQueue({
      sliceMs: 0,
      yieldTo(next) {
        work.isWaiting = true;
        setImmediate(() => {
          work.isWaiting = false;
          work.slices += 1;
          next();
        });
      },
    });
    const realNow = () => realMs(clock.ms);
    const { app } = createTestApp({ queue, tenants: [createAtlasTenant(terminals)], answerWithinMs, realNow });
    const wait = async (seconds: number): Promise<void> => {
      clock.ms += seconds * 1000;
      await expect.poll(() => work.isWaiting, { timeout: 50_000 }).toBe(false);
    };
    const read = (path: string) => supertest(app).get(path).set({ Host: 'localhost', 'X-API-Key': 'sbx-atlas-admin' });
    return { app, work, wait, read };
  }

  test('gets each list of a fleet with the second request, because the work continues without one', async () => {
    const { wait, read } = createFleetApp(17, 0);
    for (const path of LISTS) {
      const refused = await read(path);
      expect([path, refused.status]).toEqual([path, 503]);
      await wait(Number(refused.headers['retry-after']));
      expect([path, (await read(path)).status]).toEqual([path, 200]);
    }
  });

  test('gets each list in much less time than the first one took, if the clock runs meanwhile', async () => {
    const { app, work, wait, read } = createFleetApp(18, Number.POSITIVE_INFINITY);
    expect((await asOperator(supertest(app).post('/sandbox/clock/run')).send({})).status).toBe(200);
    const countSlices = async (path: string): Promise<number> => {
      const before = work.slices;
      expect((await read(path)).status).toBe(200);
      return work.slices - before;
    };
    const first: number[] = [];
    for (const path of LISTS) first.push(await countSlices(path));
    await wait(10);
    for (const [n, path] of LISTS.entries()) expect(await countSlices(path)).toBeLessThan((first[n] ?? 0) / 2);
  });
});
