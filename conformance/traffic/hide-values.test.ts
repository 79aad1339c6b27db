import { expect, test } from 'vitest';
import { mapCheck } from '../engine/results/map-values.ts';
import type { CheckResult } from '../engine/results/result.ts';
import { failedCheck, sampleExchange } from '../testing/made-up-results.ts';
import { createValueHider } from './hide-values.ts';

const RECORD = {
  ...sampleExchange,
  operation: 'GET /v1/terminals/{terminal_id}/transactions',
  url: 'https://portal.example/api/v1/terminals/NW104310/transactions?limit=20&terminal_id=NW104310',
  excerpt: '{"data":[{"id":"txn_8841","name":"Ada Lovelace","amount":20.5,"ok":true,"NW104310":{}',
  requestBody: '{"transaction_id":"txn_8841"}',
};

test('replaces values of requests and responses, and keeps names, limits and media types', () => {
  const { url, excerpt, requestBody, contentType, curl } = createValueHider().record(RECORD);
  expect(`${url} ${excerpt} ${requestBody} ${curl}`).not.toMatch(/NW104310|8841|Ada|20\.5/);
  expect(url).toMatch(
    /^https:\/\/portal\.example\/api\/v1\/terminals\/#\w{8}\/transactions\?limit=20&terminal_id=#\w{8}$/,
  );
  expect(excerpt).toMatch(/^\{"data":\[\{"id":"#\w{8}","name":"#\w{8}","amount":#\w{8},"ok":true,"#\w{8}":\{\}$/);
  expect(contentType).toBe('application/json');
});

test('gives equal values equal digests in one report, and others in the next one', () => {
  const [one, other] = [createValueHider(), createValueHider()];
  const [, shown = ''] = /terminals\/(#\w+)\//.exec(one.record(RECORD).url) ?? [];
  expect(one.text('a row of NW104310')).toBe(`a row of ${shown}`);
  expect(other.text('a row of NW104310')).not.toContain(shown);
});

test('replaces ids, amounts and quoted texts in findings, and keeps ordinary words and names of keys', () => {
  const check: CheckResult = {
    ...failedCheck,
    saw: '12 rows with limit=5: txn_8841, 120.50, "Ada Lovelace", ada@example.org',
    expected: 'at most 5 rows of key-1a2b, by GET /v1/transactions',
  };
  const { saw, expected } = mapCheck(
    check,
    createValueHider((word) => word === 'key-1a2b'),
  );
  expect(saw).toMatch(/^12 rows with limit=5: #\w{8}, #\w{8}, "#\w{8}", #\w{8}$/);
  expect(expected).toBe('at most 5 rows of key-1a2b, by GET /v1/transactions');
});
