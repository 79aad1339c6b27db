import { expect, test } from 'vitest';
import { ContentError, CursorExpiredError, ServiceError } from '../index.ts';
import { collect } from '../testing/collect.ts';
import { answerJson, answerPage, answerProblem, startFakeService } from '../testing/fake-service.ts';

const rows = (...ids: readonly string[]) => ids.map((transaction_id) => ({ transaction_id }));

test('iterates over all pages, continues after an empty one, and yields a repeated row once', async () => {
  const { client, sent } = startFakeService([
    answerPage(rows('a', 'b'), 'c1'),
    answerPage([], 'c2'),
    answerPage(rows('b', 'c'), null),
  ]);
  const found = await collect(client.transactions.iterate({ sort_dir: 'asc' }));
  expect(found.map(({ transaction_id }) => transaction_id)).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=200&sort_dir=asc',
    '?limit=200&sort_dir=asc&cursor=c1',
    '?limit=200&sort_dir=asc&cursor=c2',
  ]);
});

test('yields pages, with the given limit, and stops when the caller does', async () => {
  const { client, sent } = startFakeService([answerPage(rows('a'), 'c1'), answerPage(rows('b'), 'c2')]);
  for await (const page of client.transactions.pages({ limit: 1 })) if (page.data[0]?.transaction_id === 'b') break;
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=1', '?limit=1&cursor=c1']);
});

test('throws a clear error when the cursor expires, after the rows so far', async () => {
  const { client } = startFakeService([answerPage(rows('a'), 'c1'), answerProblem(400, 'cursor_expired')]);
  const found: unknown[] = [];
  const walk = async (): Promise<void> => {
    for await (const row of client.transactions.iterate()) found.push(row);
  };
  const error = await walk().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CursorExpiredError);
  expect(error).toBeInstanceOf(ServiceError);
  expect(String(error)).toContain('Start the list again from its first page');
  expect(found).toEqual(rows('a'));
});

test.each([
  ['the cursor of an earlier page', 'c1'],
  ['no next_cursor', null],
])('throws for has_more with %s', async (message, cursor) => {
  const { client } = startFakeService([
    answerPage(rows('a'), 'c1'),
    answerJson({ data: [], page: { has_more: true, next_cursor: cursor } }),
  ]);
  await expect(collect(client.transactions.iterate())).rejects.toThrow(message);
});

test.each([{}, { data: [] }, { data: {}, page: { has_more: false } }, { data: [], page: { has_more: 'no' } }, []])(
  'throws for %j, which is no list',
  async (body) => {
    const { client } = startFakeService([answerJson(body)]);
    const error = await client.transactions.page().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ContentError);
    expect(String(error)).toContain('expected the members data, an array, and page with has_more');
  },
);
