import { expect, test } from 'vitest';
import { createTrafficJudge, type TrafficExchange } from '../index.ts';

const DISPUTE = {
  transaction_id: 'txn_01M5MSZ7PRCWB6KWXGA6CQYAXW',
  reason_code: 'cash_not_dispensed',
  amount: '60.00',
  description: 'no cash',
};

/** Returns the violations of the two rules in one exchange, with the contract of the kit. */
function judge(exchange: Partial<TrafficExchange>) {
  const service = 'https://portal.example';
  const found = createTrafficJudge({ service, contract: 'builtin', showValues: true }).observe({
    method: 'GET',
    url: `${service}/v1/transactions`,
    requestHeaders: [['X-API-Key', 'k-east-12345678']],
    startedMs: 1,
    tookMs: 1,
    status: 200,
    responseHeaders: [
      ['Content-Type', 'application/json'],
      ...['X-Request-Id', 'Cache-Control', 'ETag', 'Vary'].map((name) => [name, 'x'] as const),
    ],
    body: Buffer.from('{}'),
    ...exchange,
  });
  return found
    .filter(({ rule }) => /requests-keep-the-contract|required-headers/.test(rule))
    .map(({ rule, saw, party, decides }) => ({ rule, saw, party, decides }));
}

const post = (body: unknown): Partial<TrafficExchange> => ({
  method: 'POST',
  url: 'https://portal.example/v1/disputes',
  requestBody: JSON.stringify(body),
  status: 422,
});

test.each([
  ['a right body', post(DISPUTE)],
  ['a body that is not JSON', { ...post({}), requestBody: 'x' }],
  [
    'right values in the query',
    { url: 'https://portal.example/v1/transactions?limit=25&sort_by=amt_comp&sort_dir=desc' },
  ],
  ['an unknown parameter, which has its own rule', { url: 'https://portal.example/v1/transactions?foo=1' }],
])('accepts %s', (_, exchange) => {
  expect(judge(exchange)).toEqual([]);
});

test.each([
  [post({ ...DISPUTE, extra: 1 }), /extra/],
  [post({ ...DISPUTE, amount: 60 }), /amount/],
  [post({}), /transaction_id/],
  [{ url: 'https://portal.example/v1/transactions?limit=abc' }, /query parameter limit/],
  [{ url: 'https://portal.example/v1/transactions?sort_dir=sideways' }, /query parameter sort_dir/],
])('advises clients about a request that the contract does not allow: %#', (exchange, saw) => {
  expect(judge(exchange)).toEqual([
    { rule: 'traffic/requests-keep-the-contract', saw: expect.stringMatching(saw), party: 'client', decides: false },
  ]);
});

test('advises about headers that the contract requires', () => {
  const type = ['Content-Type', 'application/json'] as const;
  expect(judge({ responseHeaders: [type] })).toEqual([]); // some software records no other header
  expect(judge({ responseHeaders: [type, ['Date', 'x']] })).toEqual([
    {
      rule: 'traffic/required-headers-are-sent',
      saw: expect.stringMatching(/^none of .*X-Request-Id/i),
      party: 'service',
      decides: false,
    },
  ]);
});
