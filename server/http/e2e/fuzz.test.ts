import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseRuns, isThorough } from '../../../base/testing/depth.ts';
import { type OperationId, operations } from '../../../spec/index.ts';
import { queryParameters } from '../../../spec/testing/query-parameters.ts';
import { ReplyCheck } from '../check/reply-check.ts';
import { createTestApp, keys } from '../testing/test-app.ts';

/*
 * Sends valid and invalid requests of every kind to the whole contract. No response may be a 500 or violate the
 * contract. Bounded and seeded: a failure prints the seed and the smallest request.
 */

const RUNS = Number(process.env.FLEETKIT_FUZZ_RUNS ?? chooseRuns(1000, 20_000));

let server: Server;
beforeAll(async () => {
  server = createServer(createTestApp().app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function send({ method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = (
          incoming.headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes
        ).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const ids = [
  'NW104233',
  'RL000666',
  'ZZ999999',
  'con_lte_gateway',
  'txn_01K8Z6Q4T9N3V5B7C2D8F0G1HJ',
  '%00',
  '..',
  'x%20y',
  '%F0%9F%92%A9',
];
const oddValues = fc.oneof(
  fc.constantFrom(
    ...ids,
    '',
    '0',
    '-1',
    '501',
    '1e3',
    'NaN',
    'null',
    'amt_comp',
    'desc',
    'asc',
    '2026-10-30',
    '2026-02-31',
    '*',
  ),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const parameterNames = [...new Set(queryParameters.map(({ name }) => name)), 'x'];

const validPairs = [
  'limit=3',
  'limit=500',
  'terminal_id=NW104233',
  'group_id=grp_nw_boston',
  'sort_by=amt_comp',
  'sort_dir=asc',
];
const queryArbitrary = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...validPairs), { maxLength: 3 }).map((pairs) => pairs.join('&')),
  fc
    .array(fc.tuple(fc.constantFrom(...parameterNames), oddValues), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')),
);

const oddHeaders = {
  'X-API-Key': ['wrong', '', keys.expired, keys.revoked],
  Accept: ['*/*', 'application/json', 'text/html', 'application/rss+xml', ';;;', 'a/b;q=x'],
  'Accept-Encoding': ['gzip', 'identity', 'br', '*;q=0', 'gzip;q=0'],
  'Content-Type': ['application/json; charset=utf-8', 'text/plain', 'x', 'application/json;'],
  'If-None-Match': ['*', '"x"', 'W/"x"', ',,,'],
  'If-Modified-Since': ['yesterday', 'Mon, 02 Nov 2026 13:40:12 GMT', ''],
  'Idempotency-Key': ['a', 'a b', 'x'.repeat(65), ''],
  Prefer: ['code=503', 'code=404', 'code=1', 'code', 'delay=1', 'delay=x', ',;=', 'code=200'],
  'X-Request-Id': ['abcdefgh', '<>', ''],
  Host: ['portal.northway.example', 'unknown.example:1', '127.0.0.1'],
};
const headerArbitrary = fc
  .array(
    fc.constantFrom(...Object.entries(oddHeaders).flatMap(([name, values]) => values.map((value) => [name, value]))),
    {
      maxLength: 2,
    },
  )
  .map((pairs): Record<string, string> => Object.fromEntries(pairs));

const members = {
  transaction_id: oddValues,
  reason_code: fc.oneof(oddValues, fc.constant('cash_not_dispensed')),
  amount: fc.oneof(oddValues, fc.constant('20.00'), fc.integer()),
  description: oddValues,
  business_date: fc.oneof(oddValues, fc.constant('2026-10-30')),
  account_id: fc.oneof(oddValues, fc.constant('acct_northway')),
  dry_run: fc.oneof(fc.boolean(), oddValues),
  terminal_ids: fc.oneof(fc.array(oddValues, { maxLength: 3 }), fc.constant(null)),
  funding_type: fc.constantFrom('combined', 'vault_cash', 'surcharge', 'adjustment', 'monthly_residual', 'x'),
  __proto__x: fc.jsonValue(),
};
const bodyArbitrary = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 60 }),
  fc.json({ maxDepth: 3 }),
  fc.record(members, { requiredKeys: [] }).map((body) => JSON.stringify(body)),
);

const generateMostly = <Usual, Rare>(usual: Usual, rare: fc.Arbitrary<Rare>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare });

const requestArbitrary: fc.Arbitrary<Sent> = fc
  .record({
    operationId: fc.constantFrom(...(Object.keys(operations) as OperationId[])),
    id: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...ids) },
      { weight: 1, arbitrary: fc.webPath().map((path) => path.slice(1)) },
    ),
    method: generateMostly(undefined, fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH')),
    suffix: generateMostly('', fc.constantFrom('/', '//', '/../x', '%2f', ';x')),
    query: queryArbitrary,
    headers: headerArbitrary,
    key: fc.constantFrom(...Object.values(keys)),
    body: bodyArbitrary,
  })
  .map(({ operationId, id, method: chosen, suffix, query, headers, key, body }) => {
    const operation = operations[operationId];
    const method = chosen ?? operation.method;
    const path = `${operation.path.replace(/\{\w+\}/, id)}${suffix}${query === '' ? '' : `?${query}`}`;
    const given = {
      'X-API-Key': key,
      ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    };
    return { method, path, headers: given, body: method === 'POST' ? body : '' };
  });

const check = new ReplyCheck();

/** Returns why a response violates the contract, or undefined. */
function findFault({ method, path }: Sent, { status, headers, text }: Answer): string | undefined {
  const wasChosen = String(headers['preference-applied']).startsWith('code=');
  if (status >= 500 && !wasChosen) return `answered ${status}`;
  if (status === 304 || status === 204 || method === 'HEAD') return text === '' ? undefined : `${status} has a body`;
  const mediaType = String(headers['content-type']).replace(/;.*/, '');
  const body = mediaType === 'application/rss+xml' ? text : JSON.parse(text);
  const operationId = (Object.keys(operations) as OperationId[]).find((id) => {
    const pattern = operations[id].path.replaceAll('.', '\\.').replace(/\{\w+\}/, '[A-Za-z0-9_-]{1,64}');
    return operations[id].method === method && new RegExp(`^${pattern}$`).test(path.replace(/\?.*/, ''));
  });
  return operationId === undefined
    ? check.findProblemFault('service', body)
    : check.findFault(operationId, { status, mediaType, body });
}

test('returns neither a 500 nor a reply that violates the contract for any request', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requestArbitrary, async (sent) => {
      const answer = await send(sent);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(findFault(sent, answer)).toBeUndefined();
    }),
    { numRuns: RUNS, seed: 20_261_102 },
  );
  // Proves that the requests covered many cases.
  const usual = [200, 304, 400, 401, 403, 404, 405, 406, 422];
  for (const status of isThorough ? [...usual, 415] : usual) expect(statuses.has(status), `${status}`).toBe(true);
}, 300_000);
