import supertest, { type Test } from 'supertest';
import { expect, test } from 'vitest';
import type { App } from '../pipeline/middleware.ts';
import { WorkQueue } from '../pipeline/work-queue.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/* Requests for data that takes longer to compute than a request may wait. Here every request is late after its first slice. */

/** More than any of these computations needs. */
const MOST_REQUESTS = 5000;

const createSlowApp = (areReadsDirect: boolean): App =>
  createTestApp({ queue: new WorkQueue({ sliceMs: 0 }), answerWithinMs: 0, areReadsDirect }).app;

const withKey = (request: Test): Test => request.set({ Host: 'localhost', 'X-API-Key': keys.redline });
const asOperator = (request: Test): Test =>
  request.set({ Host: 'localhost', Authorization: `Bearer ${TEST_OPERATOR_TOKEN}` });

const PATH = '/v1/transactions?limit=5';

test.each([true, false])(
  'get 503 with the reason until the data is available, with direct reads: %s',
  async (direct) => {
    const app = createSlowApp(direct);
    const moved = asOperator(supertest(app).post('/sandbox/clock/advance')).send({ by: direct ? 'PT1H' : 'PT2H' });
    expect((await moved).status).toBe(200);
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
  },
);
