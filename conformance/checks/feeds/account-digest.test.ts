import { expect, test } from 'vitest';
import { readText, replaceResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { honestTarget } from '../../../lab/targets/honest-target.ts';
import { judgeTarget } from '../../testing/judge-target.ts';

const BOTH = ['getAccountFeed', 'getTerminalFeed'] as const;

/** Changes the items of the feeds. */
const changeItems = (change: (items: readonly string[], isOfAccount: boolean) => readonly string[]) =>
  replaceResponse(BOTH, async ({ request, operation }, pass) => {
    const response = await pass(request);
    const text = readText(response);
    const items = change(text.match(/<item>[\s\S]*?<\/item>/g) ?? [], operation === 'getAccountFeed');
    const body = Buffer.from(text.replace(/<item>[\s\S]*<\/item>/, items.join('')));
    return { ...response, headers: response.headers.filter(([name]) => name !== 'Content-Length'), body };
  })(honestTarget());

const readTime = (item: string): number => Date.parse(/<pubDate>(.*?)</.exec(item)?.[1] ?? '');
const setMinute = (item: string, minute: number): string =>
  item.replace(/\d\d \w\w\w 2026 \d\d:\d\d/, `02 Nov 2026 13:${minute}`).replace('Sun,', 'Mon,');

/** The terminals have items at other times, so that the latest ones are a status and a transaction. */
const date = (item: string): string[] => {
  if (/EA000003|WE00/.test(item)) return /Status/.test(item) ? [setMinute(item, 30)] : [];
  if (/EA000002/.test(item)) return [setMinute(item, /Transactions/.test(item) ? 50 : 35)];
  return [setMinute(item, /Status/.test(item) ? 55 : /journal/.test(item) ? 52 : 34)];
};

test.each([
  ['feeds/account-feed-has-the-categories-of-terminal-feeds', 1, 'pass'],
  ['feeds/account-feed-has-the-categories-of-terminal-feeds', 9, 'fail'],
  ['feeds/account-feed-has-the-kinds-of-terminal-feeds', 1, 'pass'],
  ['feeds/account-feed-has-the-kinds-of-terminal-feeds', 9, 'fail'],
])('%s: an account feed has up to %d items of each terminal, without the journal', async (id, most, expected) => {
  const target = changeItems((items, isOfAccount) => {
    const dated = items.flatMap(date);
    if (!isOfAccount) return dated;
    const byTerminal = Map.groupBy(dated, (item) => /<title>(\w+)/.exec(item)?.[1]);
    return [...byTerminal.values()].flatMap((own) =>
      own
        .toSorted((one, other) => readTime(other) - readTime(one))
        .slice(0, most)
        .filter((item) => !/journal/.test(item)),
    );
  });
  expect(await judgeTarget(id, target)).toBe(expected);
});

test.each([
  ['2026-11-09T13:00:00Z', 'not-applicable'],
  ['2026-11-02T15:00:00Z', 'fail'],
])('feeds may be empty if the recent transactions are old: at %s', async (instant, expected) => {
  const empty = changeItems(() => []);
  const target: typeof empty = async (request) => {
    const response = await empty(request);
    return { ...response, headers: [...response.headers, ['Date', new Date(instant).toUTCString()]] };
  };
  expect(await judgeTarget('feeds/have-transactions', target)).toBe(expected);
});
