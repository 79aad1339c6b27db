import { expect, test } from 'vitest';
import type { Exchange, Parameters } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { judgeLinksByRows } from './link-rows.ts';

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  ref: `K-${7000 + index}`,
  station: `T-0${index % 3}`,
  moment: `2026-03-${10 + (index % 19)}T10:00:${10 + index}Z`,
  kind: index % 2 === 0 ? 'withdrawal' : 'deposit',
  worth: 100 + ((index * 37) % 41),
  charge: 2,
}));

/** Judges a service whose filtered pages have a link to the next page and these. */
async function judge(createLinks: (filter: string) => Readonly<Record<string, string>>): Promise<string> {
  const get = async (operation: string, parameters: Parameters = {}) => {
    const { terminal_id, limit = 100, sort_by, sort_dir, offset = 0 } = parameters;
    const own = ROWS.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    const sign = sort_dir === 'asc' ? -1 : 1;
    const sorted = sort_by === undefined ? own : own.toSorted((a, b) => sign * (b.worth - a.worth));
    const end = Number(offset) + Number(limit);
    const entries = operation === 'listTransactions' ? sorted.slice(Number(offset), end) : [];
    const filter = `/v1/transactions?limit=${limit}${terminal_id === undefined ? '' : `&terminal_id=${terminal_id}`}`;
    const more = end < sorted.length ? { next: `${filter}&sort_by=amt_comp&sort_dir=desc&offset=${end}` } : {};
    const query = new URLSearchParams(parameters as Record<string, string>);
    return {
      operation,
      status: 200,
      headers: [],
      json: { entries, links: { ...more, ...createLinks(filter) } },
      isReadable: true,
      parameters,
      request: { url: `http://target.test/v1/transactions?${query}` },
    } as unknown as Exchange; // the parts that are read
  };
  return (
    await judgeLinksByRows({ name: 'a key', get } as unknown as Principal, { limit: 3, findNext: () => undefined })
  ).kind; // surveys only read
}

test('a link that clears the filter or changes the order leads to no other page', async () => {
  expect(await judge(() => ({ clear: '/v1/transactions?limit=50' }))).toBe('pass');
  expect(await judge((filter) => ({ ascending: `${filter}&sort_by=amt_comp&sort_dir=asc` }))).toBe('pass');
});

test('a link to another page that loses the filter or the order is found', async () => {
  expect(await judge(() => ({ last: '/v1/transactions?limit=50' }))).toBe('fail');
  expect(await judge((filter) => ({ first: `${filter}&sort_by=amt_comp&sort_dir=asc` }))).toBe('fail');
});
