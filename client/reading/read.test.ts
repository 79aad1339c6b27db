import { expect, test } from 'vitest';
import { collect } from '../testing/collect.ts';
import { type Answer, answerJson, answerProblem, startFakeService } from '../testing/fake-service.ts';

const notModified: Answer = () => new Response(null, { status: 304 });
const tagged = (value: number) => answerJson({ value }, { headers: { ETag: `"${value}"` } });

test('polls with the newest tag, and yields changes only', async () => {
  const { client, sent, pauses } = startFakeService([tagged(1), notModified, tagged(2), notModified, tagged(3)]);
  const values: unknown[] = [];
  for await (const value of client.portal.poll({ intervalMs: 70 })) if (values.push(value) === 3) break;
  expect(values).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
  expect(sent.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"1"', '"1"', '"2"', '"2"']);
  expect(pauses).toEqual([70, 70, 70, 70]);
});

test('reads with a given tag', async () => {
  const { client, sent } = startFakeService([tagged(1), notModified]);
  expect(await client.portal.getIfChanged(undefined)).toEqual({ etag: '"1"', value: { value: 1 } });
  expect(await client.portal.getIfChanged('"1"')).toBeUndefined();
  expect(sent[1]?.headers.get('If-None-Match')).toBe('"1"');
});

test('a poll ends by its signal', async () => {
  const reason = new Error('stopped by the test');
  const stop = new AbortController();
  const { client, sent } = startFakeService([tagged(1)]);
  const walk = async (): Promise<void> => {
    for await (const _ of client.portal.poll({ intervalMs: 1, signal: stop.signal })) stop.abort(reason);
  };
  await expect(walk()).rejects.toBe(reason);
  expect(sent).toHaveLength(1);
});

test('a poll ends with an error that does not pass', async () => {
  const { client } = startFakeService([tagged(1), answerProblem(401, 'invalid_api_key')]);
  await expect(collect(client.portal.poll({ intervalMs: 1 }))).rejects.toMatchObject({ status: 401 });
});

test.each([-1, 0.5, Number.NaN])('a poll with the interval %d throws', async (intervalMs) => {
  const { client } = startFakeService([tagged(1)]);
  await expect(client.portal.poll({ intervalMs }).next()).rejects.toThrow('intervalMs is');
});

test('a 304 without a tag is an error', async () => {
  const { client } = startFakeService([notModified]);
  await expect(client.portal.get()).rejects.toThrow('the service answered 304 to a read without a tag');
});
