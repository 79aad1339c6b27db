import { expect, test } from 'vitest';
import { createClient, type Parameters, type TransportResponse } from '../http/client.ts';
import {
  findNextLink,
  findNextUrl,
  getParametersAfter,
  mayHaveMorePages,
  mayIssuePosition,
  type Paging,
} from './paging.ts';

async function createPage(
  parameters: Parameters,
  { body = [], headers = [] }: { body?: unknown; headers?: TransportResponse['headers'] },
  rows = 2,
) {
  const client = createClient({
    baseUrl: 'https://portal.example/fleet',
    keys: new Map(),
    transport: async () => ({ status: 200, headers, body: Buffer.from(JSON.stringify(body)) }),
  });
  const exchange = await client.session().withoutKey().get('listTerminalTransactions', parameters);
  return { exchange, rows: { length: rows } };
}

const findParametersAfter = async (paging: Paging, answer: Parameters, rows?: number) => {
  const page = await createPage({ terminal_id: 'T1', ...answer }, {}, rows);
  return getParametersAfter(page, await createPage({ terminal_id: 'T1', limit: 2 }, {}), paging);
};

test('sends a cursor in its parameter, and ends at null', async () => {
  const paging: Paging = { style: 'cursor', at: '/next', parameter: 'after' };
  const page = (next: unknown) => createPage({ terminal_id: 'T1', limit: 2 }, { body: { next } });
  const first = await page('abc');
  expect(getParametersAfter(first, first, paging)).toEqual({ terminal_id: 'T1', limit: 2, after: 'abc' });
  expect(getParametersAfter(await page(null), first, paging)).toBeUndefined();
});

test.each([
  ['https://portal.example/fleet/v1/terminals/T1/transactions?limit=2&page=2'],
  ['http://elsewhere.example/v1/terminals/T1/transactions?limit=2&page=2'],
  ['/v1/terminals/T1/transactions?limit=2&page=2'],
  ['?limit=2&page=2'],
])('follows the URL %s by its query parameters', async (address) => {
  const page = await createPage({ terminal_id: 'T1', limit: 2 }, { body: { links: { next: address } } });
  const wanted = { terminal_id: 'T1', limit: '2', page: '2' };
  expect(getParametersAfter(page, page, { style: 'next-url', at: '/links/next' })).toEqual(wanted);
  const linked = await createPage({ terminal_id: 'T1', limit: 2 }, { headers: [['Link', `<${address}>; rel="next"`]] });
  expect(getParametersAfter(linked, linked, { style: 'link' })).toEqual(wanted);
});

test('does not follow a URL with another path', async () => {
  const page = await createPage({ terminal_id: 'T1' }, { body: { next: 'https://portal.example/v1/admin?limit=2' } });
  expect(getParametersAfter(page, page, { style: 'next-url', at: '/next' })).toBeUndefined();
});

test('continues page numbers and offsets while pages are full', async () => {
  const page: Paging = { style: 'page', parameter: 'page', first: 1 };
  expect(await findParametersAfter(page, { limit: 2 })).toMatchObject({ page: 2 });
  expect(await findParametersAfter(page, { limit: 2, page: 2 })).toMatchObject({ page: 3 });
  expect(await findParametersAfter(page, { limit: 2, page: 3 }, 1)).toBeUndefined();
  const offset: Paging = { style: 'offset', parameter: 'skip' };
  expect(await findParametersAfter(offset, { limit: 2, skip: 2 })).toMatchObject({ skip: 4 });
  expect(await findParametersAfter(offset, { limit: 2, skip: 4 }, 0)).toBeUndefined();
  expect(await findParametersAfter({ style: 'none' }, {})).toBeUndefined();
});

test.each([
  ['</a?page=1>; rel="prev", </a?page=3>; rel="next"', '/a?page=3'],
  ['</a?page=3>; title="x, y"; rel=next', '/a?page=3'],
  ['</a?page=3>; rel="last next"', '/a?page=3'],
  ['</a?page=3>; rel="nextish"', undefined],
  ['</a?page=3>', undefined],
])('the next page in the Link header %s is %s', (value, next) => {
  expect(findNextLink({ headers: [['link', value]] })).toBe(next);
});

test('finds the next URL in a list of links by its relation', () => {
  const links = [
    { relation: 'self', url: '/a' },
    { relation: 'next', url: '/b' },
  ];
  expect(findNextUrl({ link: links }, '/link/*/url')).toBe('/b');
  expect(findNextUrl({ link: links.slice(0, 1) }, '/link/*/url')).toBeUndefined();
});

test.each<[boolean, unknown, number?]>([
  [true, { rows: [{}, {}], t: 3 }],
  [true, { meta: { found: 40 }, rows: [{}, {}] }],
  [false, { rows: [{}, {}], t: 2 }],
  [false, { rows: [{}, {}], limit: 50 }],
  [true, { rows: [{}, {}], limit: 2 }],
  [true, { rows: Array.from({ length: 7 }), seite: 1, seiten: 2 }, 7],
  [false, { rows: Array.from({ length: 7 }), seite: 1, seiten: 1 }, 7],
  [false, { rows: Array.from({ length: 7 }), page: 1, anzahl: 7 }, 7],
  [false, { rows: [{}, {}], paid: 312_760 }],
  [false, { rows: [{ number: 40 }, {}] }],
])('more pages are possible: %s, after %j', async (isPossible, body, rows = 2) => {
  const { exchange } = await createPage({ terminal_id: 'T1' }, { body });
  expect(mayHaveMorePages(exchange, rows)).toBe(isPossible);
});

test('as many rows as a usual page may not be all', async () => {
  const { exchange } = await createPage({ terminal_id: 'T1' }, { body: [] });
  expect(mayHaveMorePages(exchange, 25)).toBe(true);
  expect(mayHaveMorePages(exchange, 24)).toBe(false);
});

test.each([
  ['x-next-cursor', 'b2Zmc2V0', true],
  ['x-continuation-token', 'abc', true],
  ['x-next-page', '', false],
  ['x-context', 'abc', false],
])('a header %s: %j may name a further page: %s', async (name, value, isPossible) => {
  const { exchange } = await createPage({ terminal_id: 'T1' }, { headers: [[name, value]] });
  expect(mayHaveMorePages(exchange, 7)).toBe(isPossible);
});

test.each<[boolean, unknown, unknown]>([
  [true, { rows: [], next: 'c2' }, { rows: [], next: 'c3' }],
  [true, { rows: [], page: { after: 'ab' } }, { rows: [] }],
  [true, { rows: [], links: { next: '/v1/terminals/T1/transactions?limit=2&page=2' } }, {}],
  [
    false,
    { rows: [{ id: 'a2' }], total: 2, sum: '12.50' },
    { rows: [{ id: 'a2' }, { id: 'a3' }], total: 3, sum: '19.00' },
  ],
  [
    false,
    { rows: [], at: '2026-11-03T10:00:00Z', kind: 'list' },
    { rows: [], at: '2026-11-03T10:00:01Z', kind: 'list' },
  ],
])('the position of a further page is possible: %s, in %j', async (isPossible, body, larger) => {
  const [page, other] = [
    await createPage({ terminal_id: 'T1' }, { body }),
    await createPage({ terminal_id: 'T1' }, { body: larger }),
  ];
  expect(mayIssuePosition(page.exchange, other.exchange)).toBe(isPossible);
});

test('the address of the request itself is no position', async () => {
  const createOwn = (limit: number) =>
    createPage(
      { terminal_id: 'T1', limit },
      { body: { links: { self: `/v1/terminals/T1/transactions?limit=${limit}` } } },
    );
  const [page, larger] = [await createOwn(2), await createOwn(3)];
  expect(mayIssuePosition(page.exchange, larger.exchange)).toBe(false);
});

test('a header may issue the position of a further page', async () => {
  const page = await createPage({ terminal_id: 'T1' }, { headers: [['x-next-cursor', 'b2Zmc2V0']] });
  expect(mayIssuePosition(page.exchange, page.exchange)).toBe(true);
});
