import { expect, test } from 'vitest';
import { appendAll, findLargest, findSmallest } from '../base/large-lists.ts';
import { HONEST_KEYS, honestTarget } from '../lab/targets/honest-target.ts';
import { checks } from './checks/index.ts';
import { run } from './engine/runner.ts';
import type { Transport } from './http/client.ts';

/** More than the arguments of a call. */
const MANY = 200_000;
const numbers = Array.from({ length: MANY }, (_, index) => index);

test('finds the extremes of many numbers, as Math.min and Math.max do for few', () => {
  expect([findSmallest(numbers), findLargest(numbers)]).toEqual([0, MANY - 1]);
  expect([findSmallest([]), findLargest([])]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  expect([findSmallest([1, Number.NaN, 2]), findLargest([1, Number.NaN, 2])]).toEqual([Number.NaN, Number.NaN]);
});

test('adds many values to a list', () => {
  const list = [-1];
  appendAll(list, numbers);
  expect([list.length, list.at(-1)]).toEqual([MANY + 1, MANY - 1]);
});

/** Replaces the body of the successful responses to a path. */
const replaceBody =
  (path: RegExp, replace: (text: string) => string): Transport =>
  async (request) => {
    const honest = await honestTarget()(request);
    if (!path.test(new URL(request.url).pathname) || honest.status !== 200) return honest;
    const headers = honest.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
    return { ...honest, headers, body: Buffer.from(replace(Buffer.from(honest.body).toString())) };
  };

const bodies: readonly [string, Transport, readonly string[]][] = [
  [
    'feeds with many items',
    replaceBody(/\.xml$/, (text) => text.replace('</channel>', () => `${'<item/>'.repeat(MANY)}</channel>`)),
    ['feeds/account-feed-tells-of-every-kind', 'feeds/have-transactions', 'feeds/terminal-feeds-share-no-items'],
  ],
  [
    'lists with many rows',
    replaceBody(/(settlements|locations|terminal-groups|commands)$/, (text) => {
      const { data, ...rest } = JSON.parse(text);
      return JSON.stringify({
        ...rest,
        data: [...data, ...Array.from({ length: MANY }, (_, id) => ({ id: `x${id}` }))],
      });
    }),
    ['settlements/pages-lose-and-repeat-no-row', 'portal/holds-the-documented-groups', 'http/bodies-are-read-alike'],
  ],
];

test.each(bodies)(
  'no check fails in the kit on %s',
  async (_, transport, ids) => {
    const wait = async () => undefined;
    const keys = new Map([...HONEST_KEYS].slice(0, 1));
    const among = checks.filter(({ id }) => ids.includes(id));
    const { results } = await run({ target: 'http://target.test', keys, checks: among, transport, wait });
    expect(results.filter(({ outcome }) => outcome === 'error').map(({ reason }) => reason)).toEqual([]);
    expect(results.length).toBe(ids.length);
  },
  120_000,
);
