import { expect, test } from 'vitest';
import { createTrafficJudge, type TrafficExchange } from './index.ts';
import type { TrafficJudgeOptions } from './traffic-judge.ts';

const SERVICE = 'https://portal.example/api';

interface Parts extends Partial<Omit<TrafficExchange, 'body' | 'url'>> {
  readonly path?: string;
  readonly json?: unknown;
  readonly text?: string;
}

/** Creates an exchange of `GET /v1/portal` with the key "k-one-0001". */
const createExchange = ({ path = '/v1/portal', json = { a: 1 }, text, ...parts }: Parts = {}): TrafficExchange => ({
  method: 'GET',
  url: SERVICE + path,
  requestHeaders: [['X-API-Key', 'k-one-0001']],
  startedMs: 1_800_000_000_000,
  tookMs: 5,
  status: 200,
  responseHeaders: [['Content-Type', 'application/json']],
  body: Buffer.from(text ?? JSON.stringify(json)),
  ...parts,
});

const judge = (exchanges: readonly Parts[], options: Partial<TrafficJudgeOptions> = {}) => {
  const opened = createTrafficJudge({ service: SERVICE, ...options });
  const violations = exchanges.flatMap((one) => opened.observe(createExchange(one)));
  return { violations: violations.map(({ rule, saw }) => `${rule}: ${saw}`), finish: opened.finish, opened };
};

const FEED: Parts = {
  path: '/v1/feeds/account.xml',
  text: '<rss version="2.0"><channel/></rss>',
  responseHeaders: [['Content-Type', 'application/rss+xml']],
};

test('passes the rules that the traffic shows, and names the request that would show another', async () => {
  const { results, exitCode, requests } = await judge([{}, FEED]).finish();
  const outcomes = new Map(results.map(({ id, outcome, reason }) => [id, reason ?? outcome]));
  expect(outcomes.get('traffic/reads-return-json')).toBe('pass');
  expect(outcomes.get('traffic/feeds-are-rss')).toBe('pass');
  expect(outcomes.get('traffic/transactions-hold-no-card-data')).toBe('pass');
  expect(outcomes.get('traffic/nothing-holds-card-data')).toMatch(/^not observed: GET \/v1\/locations would show it$/);
  expect([exitCode, requests]).toEqual([0, 2]);
});

test.each<[string, readonly Parts[], string]>([
  [
    'a feed of another type',
    [{ ...FEED, responseHeaders: [['Content-Type', 'text/xml']] }],
    'traffic/feeds-are-served-as-rss: text/xml',
  ],
  [
    'a track in a list',
    [{ path: '/v1/transactions', json: { note: ';4111111111111111=29121010000000000000?' } }],
    'traffic/transactions-hold-no-card-data',
  ],
  ['a key in a body', [{ json: { key: 'k-one-0001' } }], 'traffic/keys-are-not-repeated: a key in the body'],
  ['JSON as CSV', [{ responseHeaders: [['Content-Type', 'text/csv']] }], 'traffic/reads-return-json: text/csv'],
])('reports %s once', (_, exchanges, expected) => {
  const { violations } = judge([...exchanges, ...exchanges]);
  expect(violations).toEqual([expect.stringContaining(expected)]);
});

test.each<[string, Parts, exitCode?: number]>([
  ['without a recorded body', { body: undefined } as Parts],
  ['of another service', { url: 'https://other.example/v1/portal', text: 'x' } as Parts],
  ['of an undocumented path', { path: '/v1/weather', text: 'x' }],
  ['with a page of a proxy', { text: '<!doctype html><p>sign in', responseHeaders: [['Content-Type', 'text/html']] }],
  ['that may have been cut', { text: '{"a":' }, 0],
])('accuses nothing in an exchange %s', async (_, parts, exitCode = 4) => {
  const { violations, finish } = judge([parts]);
  expect(violations).toEqual([]);
  expect((await finish()).exitCode).toBe(exitCode);
});

test('takes ids of many digits for no card numbers', () => {
  const ids = ['4111111111111111', '4000000000000001', '4000000000000002', '5100000000000007'];
  const { violations } = judge(
    ids.map((transaction_id) => ({ path: '/v1/transactions', json: { rows: [{ transaction_id }] } })),
  );
  expect(violations).toEqual([]);
});

test('shows no key in violations and results', async () => {
  const { finish, opened } = judge([{ json: { key: 'k-one-0001' }, path: '/v1/portal?api_key=k-one-0001' }]);
  expect(JSON.stringify([opened.observe(createExchange({ text: 'k-one-0001' })), await finish()])).not.toContain(
    'k-one-0001',
  );
});

test('validates against a contract, and names unknown parameters of clients without failing the service', async () => {
  const { violations, finish } = judge([{ path: '/v1/portal?q=1' }], { contract: 'builtin' });
  expect(violations).toEqual([
    expect.stringMatching(/^traffic\/responses-keep-the-contract: /),
    'traffic/query-parameters-are-known: q',
  ]);
  expect((await finish()).exitCode).toBe(0);
});

test('takes the same answer to several operations for a refusal, also with the status of a success', async () => {
  const refused = { json: { errors: [{ code: 'INVALID_KEY' }] } };
  const paths = ['/v1/portal', '/v1/transactions', '/v1/locations', '/v1/feeds/account.xml'];
  const { finish } = judge(paths.map((path) => ({ ...refused, path })));
  const { results } = await finish();
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
  // a key with data is not refused, so its feed should be one
  const served = judge([{ json: { account: 'one' } }, { ...refused, path: '/v1/feeds/account.xml' }]);
  const found = (await served.finish()).results.filter(({ outcome }) => outcome === 'fail');
  expect(found.map(({ id }) => id)).toContain('feeds/are-served-as-rss');
});

test('keeps only the beginning of large bodies as evidence', async () => {
  const { opened } = judge([]);
  const json = { rows: Array.from({ length: 5000 }, (_, index) => ({ number: index })) };
  opened.observe(createExchange({ json }));
  const { results } = await opened.finish();
  const evidence = results.find(({ id }) => id === 'traffic/reads-return-json')?.evidence;
  expect(evidence?.[0]).toMatchObject({
    bytes: JSON.stringify(json).length,
    excerpt: expect.stringMatching(/…$/),
  });
});

test('observes exchanges while the relations of an episode are judged', async () => {
  const parts = ['/v1/portal', '/v1/transactions', '/v1/locations'].map((path) => ({ path, json: { path } }));
  const { opened } = judge(parts);
  const settled = opened.settle({ includesOpen: true });
  const seen = opened.observe(createExchange({ text: 'k-one-0001' }));
  expect(seen.map(({ rule }) => rule)).toContain('traffic/keys-are-not-repeated');
  await settled;
  expect((await opened.finish()).requests).toBe(parts.length + 1);
});
