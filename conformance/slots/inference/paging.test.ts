import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import type { Transport } from '../../http/client.ts';
import { inferForTest } from './testing/grading.ts';

/** How a service divides its list, and whether rows arrive between two requests. */
interface Paging {
  /** The parameter with the number of a page; none if every page is the first one. */
  readonly parameter?: string;
  readonly firstNumber?: number;
  readonly arrivals: 'none' | 'at first' | 'always';
  /** Whether the parameter is the number of rows before the page, as the links state. */
  readonly hasLinks?: boolean;
  /** The member with the cursor of the next page. */
  readonly cursorIn?: string;
  /** Whether each row repeats the request. */
  readonly repeatsRequest?: boolean;
}

const createRow = (at: number) => ({
  id: `TX-${10_000 + at}`,
  terminal_id: `T-${100 + (at % 3)}`,
  amount: (at * 20) % 300,
  time: new Date(Date.UTC(2027, 2, 1) + at * 60_000).toISOString(),
});

/** Serves one list, the newest row first. With arrivals, two rows are added before a request. */
function createService({ parameter, firstNumber = 1, arrivals, ...options }: Paging): Transport {
  const { hasLinks = false, cursorIn, repeatsRequest = false } = options;
  let count = 60;
  let requests = 0;
  return ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith('/transactions')) return Promise.resolve(makeJsonResponse(404, { title: 'Not found' }));
    requests += 1;
    if (arrivals === 'always' || (arrivals === 'at first' && requests < 12)) count += 2;
    const size = Number(searchParams.get('limit') ?? 20);
    const page = Number((parameter && searchParams.get(parameter)) ?? firstNumber) - firstNumber;
    const rows = Array.from({ length: count }, (_, at) => createRow(count - 1 - at));
    if (cursorIn !== undefined) {
      const from = rows.findIndex(({ id }) => searchParams.get('cursor') === `${id}-c`) + 1;
      const data = rows.slice(from, from + size);
      return Promise.resolve(makeJsonResponse(200, { transactions: data, [cursorIn]: `${data.at(-1)?.id}-c` }));
    }
    if (hasLinks) {
      const next = page + size;
      const links = next < count ? [{ rel: 'next', href: `${pathname}?limit=${size}&${parameter}=${next}` }] : [];
      const data = rows.slice(page, next);
      return Promise.resolve(makeJsonResponse(200, { collection: { transactions: data, links } }));
    }
    return Promise.resolve(
      makeJsonResponse(200, {
        transactions: rows
          .slice(page * size, (page + 1) * size)
          .map((row) => (repeatsRequest ? { ...row, source: url } : row)),
        page_cursor: 'start',
        page: 1,
      }),
    );
  };
}

const findPaging = async (paging: Paging) =>
  (await inferForTest(createService(paging), new Map([['west', 'key']]))).bindings.find('transactions.next_page');

test('finds the parameter with the number of a page', async () => {
  expect(await findPaging({ parameter: 'page', arrivals: 'none' })).toMatchObject({ style: 'page', parameter: 'page' });
});

test('finds that the first page has the number 0', async () => {
  const paging = { parameter: 'page', firstNumber: 0, arrivals: 'none' } as const;
  expect(await findPaging(paging)).toMatchObject({ style: 'page', parameter: 'page', first: 0 });
});

test('prefers links in an envelope to a parameter with the name of a page', async () => {
  const paging = { parameter: 'page', firstNumber: 0, arrivals: 'none', hasLinks: true } as const;
  expect(await findPaging(paging)).toMatchObject({ style: 'next-url', at: '/collection/links/*/href' });
});

test.each(['next', 'siguiente', 'naechste_seite'])('finds the cursor at %s', async (cursorIn) => {
  expect(await findPaging({ arrivals: 'none', cursorIn })).toMatchObject({ style: 'cursor', at: `/${cursorIn}` });
});

test('finds it also if rows arrive during the first experiments', async () => {
  expect(await findPaging({ parameter: 'page', arrivals: 'at first' })).toMatchObject({ style: 'page', first: 1 });
});

test.each(['none', 'at first', 'always'] as const)(
  'a parameter that the service ignores is none, if rows arrive %s',
  async (arrivals) => {
    expect(await findPaging({ arrivals })).toBeUndefined();
  },
);

test('a parameter that only changes what rows repeat of the request is none', async () => {
  expect(await findPaging({ arrivals: 'none', repeatsRequest: true })).toBeUndefined();
  expect(await findPaging({ parameter: 'page', arrivals: 'none', repeatsRequest: true })).toMatchObject({
    style: 'page',
  });
});
