import { expect, test } from 'vitest';
import { type ReadResult, RepeatedRead } from './repeated-read.ts';

/* Reads of the same data at each change. */

/** Reads whose replies the test sends. */
function createReads() {
  const open: PromiseWithResolvers<number>[] = [];
  const results: ReadResult<number>[] = [];
  const reads = new RepeatedRead<number>();
  const request = () =>
    reads.request(
      () => {
        const reply = Promise.withResolvers<number>();
        open.push(reply);
        return reply.promise;
      },
      (result) => results.push(result),
    );
  return { open, results, reads, request };
}

const pass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('sends one read at a time, and one more after it for all requests in between', async () => {
  const { open, results, request } = createReads();
  for (let change = 0; change < 100; change += 1) request();
  expect(open.length).toBe(1);
  open[0]?.resolve(1);
  await pass();
  expect(open.length).toBe(2);
  open[1]?.resolve(2);
  await pass();
  expect(open.length).toBe(2);
  expect(results).toEqual([{ data: 1 }, { data: 2 }]);
});

test('reads again after a failed read', async () => {
  const { open, results, request } = createReads();
  request();
  open[0]?.reject(new Error('The sandbox does not answer.'));
  await pass();
  request();
  open[1]?.resolve(2);
  await pass();
  expect(results).toEqual([{ failure: new Error('The sandbox does not answer.') }, { data: 2 }]);
});

test('ignores a reply after the end, and sends no further read', async () => {
  const { open, results, reads, request } = createReads();
  request();
  request();
  reads.stop();
  open[0]?.resolve(1);
  await pass();
  expect(open.length).toBe(1);
  expect(results).toEqual([]);
});
