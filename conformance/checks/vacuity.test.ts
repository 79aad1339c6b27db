import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRuns } from '../../base/testing/depth.ts';
import { type Json, parseJsonBody, readDataRows, replaceJsonBody } from '../../lab/mutants/proxy-helpers.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { run } from '../engine/runner.ts';
import type { Transport, TransportResponse } from '../http/client.ts';
import { checks } from './index.ts';

const listPassedChecks = async (transport: Transport, keys = HONEST_KEYS) => {
  const wait = async () => undefined;
  const result = await run({ target: 'http://target.test', keys, checks, transport, wait });
  return { ...result, passed: result.results.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id) };
};

const respondAlways =
  (
    status: number,
    text: string,
    headers: TransportResponse['headers'] = [['Content-Type', 'application/json']],
  ): Transport =>
  async () => ({ status, headers, body: Buffer.from(text) });

const HTML: TransportResponse['headers'] = [['Content-Type', 'text/html; charset=utf-8']];

/** Targets that return the same response to every request. The kit stops before the first check. */
test.each<[string, Transport, RegExp]>([
  ['401', respondAlways(401, '{"status":401}'), /no key can read anything: GET \/v1\/portal returned 401/],
  ['403', respondAlways(403, '{"status":403}'), /returned 403/],
  ['404', respondAlways(404, '{"status":404}'), /returned 404/],
  ['503', respondAlways(503, ''), /returned 503/],
  ['an empty array', respondAlways(200, '[]'), /returned 200, but without data/],
  ['an empty object', respondAlways(200, '{}'), /returned 200, but without data/],
  ['null', respondAlways(200, 'null'), /returned 200, but without data/],
  ['"ok"', respondAlways(200, '"ok"'), /returned 200, but without data/],
  ['a plain OK', respondAlways(200, 'OK', [['Content-Type', 'text/plain']]), /returned 200, but not JSON/],
  ['no content', respondAlways(204, '', []), /returned 204, but without data/],
  ['an HTML page', respondAlways(200, '<!doctype html><p>Welcome', HTML), /returned an HTML page \(200\)/],
  ['an HTML page and 403', respondAlways(403, '<html>Blocked', HTML), /returned an HTML page \(403\)/],
  [
    'a redirect to a login',
    respondAlways(302, '', [['Location', '/login?next=%2F']]),
    /with a redirect to http:\/\/target.test\/login;/,
  ],
])(
  'a target that returns %s for everything passes no check, and the exit code is 3',
  async (_, transport, description) => {
    const { passed, results, exitCode, stopped } = await listPassedChecks(transport);
    expect(stopped).toMatch(description);
    expect([passed, results, exitCode]).toEqual([[], [], 3]);
  },
);

test.each<[string, Transport, readonly string[]]>([
  ['an HTML page', respondAlways(200, '<!doctype html><p>Welcome', HTML), []],
  ['a redirect to a login', respondAlways(302, '', [['Location', 'https://elsewhere.test/']]), []],
])('rejects a target that returns %s for everything, also without keys', async (_, transport, may) => {
  const { passed, exitCode } = await listPassedChecks(transport, new Map());
  expect([passed, exitCode]).toEqual([may, 3]);
});

test('an empty service passes only the checks that need no data, and the exit code is 4', async () => {
  const { passed, results, exitCode } = await listPassedChecks(removeAllData(honestTarget()));
  expect(exitCode).toBe(4);
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
  expect(passed.toSorted()).toEqual([
    'auth/altered-key-is-refused',
    'auth/key-in-another-header-is-refused',
    'auth/key-in-other-case-is-refused',
    'auth/key-in-the-query-is-refused',
    'auth/keys-are-not-repeated',
    'auth/keys-are-not-shown-to-others',
    'auth/missing-key-is-401',
    'auth/overridden-methods-need-a-key',
    'auth/public-paths-mind-no-key',
    'auth/public-paths-need-no-key',
    'auth/two-keys-are-refused',
    'card-data/nothing-anywhere',
    'card-data/what-is-sent-is-not-repeated',
    'catalog/events-are-the-documented',
    'catalog/groups-have-the-five-members',
    'catalog/lists-both-feeds',
    'catalog/lists-every-endpoint',
    'catalog/lists-no-compliance-endpoint',
    'catalog/lists-only-what-exists',
    'catalog/members-have-content',
    'contract/reads-do-not-fail',
    'contract/refusals-keep-the-published-document',
    'contract/responses-keep-the-published-document',
    'errors/are-no-web-pages',
    'errors/have-one-shape',
    'errors/odd-parameters-are-borne',
    'errors/tell-nothing-inner',
    'feeds/answer-conditional-requests',
    'http/bodies-are-read-alike',
    'http/no-page-of-others-reads-with-credentials',
    'http/redirects-stay',
    'http/refused-methods-name-the-others',
    'http/shared-caches-keep-nothing',
    'http/trace-tells-nothing',
    'portal/compliance-has-no-endpoint',
    'portal/holds-the-documented-groups',
    'portal/sections-are-filled-for-every-key',
    'public/document-declares-no-further-writes',
    'public/document-declares-the-events',
    'public/document-declares-the-key',
    'public/document-declares-the-parameters',
    'public/document-describes-placeholders',
    'public/document-forbids-no-caching',
    'public/document-has-no-compliance-paths',
    'public/document-holds-no-secrets',
    'public/document-is-cacheable',
    'public/document-is-openapi',
    'public/document-lists-every-path',
    'public/document-lists-only-what-exists',
    'public/document-names-servers-of-the-outside',
    'public/document-shows-nothing-inner',
    'public/is-the-same-with-a-key',
    'public/unknown-validators-get-the-document',
    'versioning/no-path-of-another-version',
    'versioning/no-path-without-v1',
    'versioning/paths-begin-with-v1',
    'writes/reads-derive-nothing',
  ]);
});

/** Removes all data from a service: rows, feed items, and items by id. */
const removeAllData =
  (honest: Transport): Transport =>
  async (request) => {
    const { pathname } = new URL(request.url);
    const response = await honest(request);
    if (response.status !== 200 || /integrations|public/.test(pathname)) return response;
    if (pathname.endsWith('.xml'))
      return {
        ...response,
        body: Buffer.from(
          Buffer.from(response.body)
            .toString()
            .replaceAll(/<item>[\s\S]*?<\/item>/g, ''),
        ),
      };
    if (/terminals\/|locations\/|connectors\/|transactions\/./.test(pathname))
      return { ...response, status: 404, body: Buffer.from('{"status":404}') };
    const body = parseJsonBody(response);
    return replaceJsonBody(response, 'data' in body ? { ...body, data: [] } : removeRows(body));
  };

const removeRows = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [] : value]));

test('no JSON response causes an error in the kit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.json({ maxDepth: 3 }), { minLength: 1, maxLength: 4 }), async (texts) => {
      let turn = 0;
      const honest = honestTarget();
      const { results, exitCode } = await listPassedChecks(async (request) => {
        turn += 1;
        if (turn % 3 === 0) return honest(request);
        return respondAlways(200, texts[turn % texts.length] ?? '')(request);
      });
      expect(results.filter(({ outcome }) => outcome === 'error').map(({ reason }) => reason)).toEqual([]);
      expect([1, 3, 4]).toContain(exitCode);
    }),
    { numRuns: chooseRuns(1, 25) },
  );
});

test('a fleet without rows passes no check about rows', async () => {
  const honest = honestTarget();
  const { passed, exitCode, results } = await listPassedChecks(async (request) => {
    const response = await honest(request);
    const text = new TextDecoder().decode(response.body);
    return text.startsWith('{"data":') ? replaceJsonBody(response, { ...parseJsonBody(response), data: [] }) : response;
  });
  expect(exitCode).toBe(4);
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(
    passed.filter((id) => /^(limit|sort|filters|transactions|settlements|disputes|card-data\/no-)/.test(id)),
  ).toEqual([]);
});

test('with one key, no scope check passes and each reports that it needs a second key', async () => {
  const { results } = await listPassedChecks(honestTarget(), new Map([...HONEST_KEYS].slice(0, 1)));
  const takeTwo = new Set(checks.filter(({ needs }) => needs.includes('insider')).map(({ id }) => id));
  const scope = results.filter(({ id }) => takeTwo.has(id));
  expect(scope.length).toBeGreaterThan(15);
  expect(new Set(scope.map(({ outcome }) => outcome))).toEqual(new Set(['untestable']));
  expect(new Set(scope.map(({ reason }) => /second key|no other key was given/.test(reason ?? '')))).toEqual(
    new Set([true]),
  );
});

test('rows that change at every read cause no false positive', async () => {
  const honest = honestTarget();
  let count = 0;
  const { results } = await listPassedChecks(async (request) => {
    const response = await honest(request);
    if (!/transactions$/.test(new URL(request.url).pathname) || response.status !== 200) return response;
    count += 1;
    const [first] = readDataRows(parseJsonBody(response));
    const extra: Json[] = first === undefined ? [] : [{ ...first, transaction_id: `txn_new_${count}` }];
    const limit = new URL(request.url).searchParams.get('limit');
    const rows = [...extra, ...readDataRows(parseJsonBody(response))].slice(0, limit === null ? 500 : Number(limit));
    return replaceJsonBody(response, {
      ...parseJsonBody(response),
      data: rows.sort((a, b) => (request.url.includes('sort_by') ? Number(b.amt_comp) - Number(a.amt_comp) : 0)),
    });
  });
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes.get('filters/terminal-id-keeps-just-its-rows')).toMatch(/^(pass|inconclusive)$/);
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
});
