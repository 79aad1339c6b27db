import { describe, expect, test } from 'vitest';
import type { InboxAnswer } from '../api/types.ts';
import { formatPlan, parsePlan } from '../views/destinations/answer-plan.ts';
import { readFeedItems } from '../views/terminal/feed-items.ts';
import { toCurl } from './curl.ts';
import { compareHeaders } from './header-differences.ts';
import { formatMoney, formatPlural } from './money.ts';
import { splitSignedText } from './signature-parts.ts';
import { formatDateTime, formatDistance, formatDuration } from './time.ts';
import { makeVisible } from './visible-text.ts';

describe('a command for a shell', () => {
  test('quotes what a shell would interpret', () => {
    expect(toCurl({ method: 'POST', url: 'http://h/a?b=1&c=2', headers: { 'X-A': "it's" }, body: '{"a":1}' })).toBe(
      `curl \\\n  -X POST \\\n  -H 'X-A: it'\\''s' \\\n  --data-raw '{"a":1}' \\\n  'http://h/a?b=1&c=2'`,
    );
  });

  test('omits the method of a GET', () => {
    expect(toCurl({ method: 'GET', url: 'http://h/v1/portal' })).toBe('curl \\\n  http://h/v1/portal');
  });
});

describe('headers of two attempts', () => {
  test('marks added and changed ones, and lists absent ones', () => {
    expect(compareHeaders({ b: '2', a: '1', c: '3' }, { a: '1', b: '1', d: '4' })).toEqual({
      headers: [
        { name: 'a', value: '1', change: undefined },
        { name: 'b', value: '2', change: 'changed' },
        { name: 'c', value: '3', change: 'added' },
      ],
      removed: ['d'],
    });
  });

  test('marks nothing without a previous attempt', () => {
    expect(compareHeaders({ a: '1' }, undefined)).toEqual({
      headers: [{ name: 'a', value: '1', change: undefined }],
      removed: [],
    });
  });
});

test('splits a signed text at its first two dots', () => {
  expect(splitSignedText('evt_1.1700000000.{"a":"1.5"}')).toEqual({
    id: 'evt_1',
    timestamp: '1700000000',
    body: '{"a":"1.5"}',
  });
});

test.each<readonly [string, readonly InboxAnswer[]]>([
  ['', []],
  ['500,500,200', [{ status: 500 }, { status: 500 }, { status: 200 }]],
  ['503:60', [{ status: 503, retry_after_seconds: 60 }]],
  ['200+1500ms', [{ status: 200, delay_ms: 1500 }]],
  ['never', [{ never: true }]],
])('parses the plan %j and formats it again', (text, answers) => {
  expect(parsePlan(text)).toEqual(answers);
  expect(formatPlan(answers)).toBe(text);
});

test.each(['ok', '99', '200,,200', '600'])('rejects the plan %j', (text) => {
  expect(parsePlan(text)).toBeUndefined();
});

test('formats times in the zone of the account', () => {
  expect(formatDateTime('2026-11-02T15:00:00Z', 'America/New_York')).toBe('Mon 2 Nov, 10:00');
  expect(formatDateTime('2026-11-02T05:00:00Z', 'America/New_York', true)).toBe('Mon 2 Nov, 00:00:00');
  expect(formatDateTime('2026-11-02T15:00:00Z', 'Nowhere/Else')).toBe('Mon 2 Nov, 15:00');
});

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [90, '1 min 30 s'],
  [240, '4 min'],
  [5400, '1 h 30 min'],
  [270_000, '3 d'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('formats distances in both directions', () => {
  const now = '2026-11-02T15:00:00Z';
  expect(formatDistance('2026-11-02T14:56:00Z', now)).toBe('4 min ago');
  expect(formatDistance('2026-11-02T17:00:00Z', now)).toBe('in 2 h');
  expect(formatDistance(now, now)).toBe('now');
});

test('formats amounts and counts', () => {
  expect(formatMoney('11320.00')).toBe('$11,320.00');
  expect(formatMoney('-60')).toBe('-$60.00');
  expect(formatMoney(null)).toBe('–');
  expect(formatPlural(1, 'delivery')).toBe('1 delivery');
  expect(formatPlural(2, 'delivery')).toBe('2 deliveries');
  expect(formatPlural(8, 'day')).toBe('8 days');
  expect(formatPlural(1200, 'terminal')).toBe('1,200 terminals');
});

test('reads the items of a feed as text', () => {
  const xml =
    '<rss><channel><title>x</title><item><title>[low] A &amp; B</title><description>&lt;b&gt; &amp;lt;Bar&amp;gt;</description>' +
    '<guid isPermaLink="false">urn:1</guid><pubDate>Mon, 02 Nov 2026 15:01:00 GMT</pubDate><category>cash_low</category></item>' +
    '</channel></rss>';
  expect(readFeedItems(xml)).toEqual([
    {
      id: 'urn:1',
      category: 'cash_low',
      title: '[low] A & B',
      text: '<b> <Bar>',
      publishedAt: '2026-11-02T15:01:00.000Z',
    },
  ]);
});

test('shows invisible characters as escapes, and keeps line breaks', () => {
  expect(makeVisible('a\u202eb\u0007\n\tc\u{e0041}\r')).toBe('a\\u202eb\\u0007\n\tc\\u{e0041}\\u000d');
});
