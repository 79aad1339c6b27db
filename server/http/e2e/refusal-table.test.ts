import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../testing/listen.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestOptions } from '../testing/test-app.ts';

/*
 * The table of refusals: every refusal that a request can cause, and which one is sent if a request has two faults. A change of this
 * file is a change of the order of decisions, of a status, a code or a header.
 */

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** One fault, and the part of the request that it changes. Two faults of the same part exclude each other. */
interface RequestFault {
  readonly name: string;
  readonly part: string;
  readonly change: Partial<Sent>;
}

const DISPUTE = JSON.stringify({ transaction_id: 'txn_unknown', reason_code: 'cash_not_dispensed', amount: '1.00' });

const READ: Sent = { method: 'GET', path: '/v1/terminals/NW104233/commands', headers: { 'X-API-Key': keys.admin } };
const WRITE: Sent = {
  method: 'POST',
  path: '/v1/disputes',
  headers: { 'X-API-Key': keys.admin, 'Content-Type': 'application/json' },
  body: DISPUTE,
};
const CONTROL: Sent = {
  method: 'POST',
  path: '/sandbox/clock/set',
  headers: { Authorization: `Bearer ${TEST_OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
  body: '{"to":"2000-01-01T00:00:00Z"}',
};

const header = (name: string, value: string | undefined): Partial<Sent> => ({ headers: { [name]: value } });

const EVERYWHERE: readonly RequestFault[] = [
  { name: 'malformed host', part: 'host', change: header('Host', 'a b') },
  { name: 'too long header', part: 'length', change: header('If-None-Match', 'x'.repeat(3000)) },
  { name: 'unknown path', part: 'path', change: { path: '/v1/nothing' } },
  { name: 'wrong method', part: 'method', change: { method: 'PATCH' } },
  { name: 'unknown parameter', part: 'query', change: { query: '?limti=5' } },
  { name: 'invalid parameter', part: 'query', change: { query: '?limit=0&limit=1' } },
];
const WITH_KEY: readonly RequestFault[] = [
  { name: 'no key', part: 'key', change: header('X-API-Key', undefined) },
  { name: 'wrong key', part: 'key', change: header('X-API-Key', 'sbx-unknown') },
  { name: 'missing privilege', part: 'key', change: header('X-API-Key', keys.store) },
  { name: 'malformed Prefer', part: 'prefer', change: header('Prefer', '=') },
  { name: 'Prefer: code=503', part: 'prefer', change: header('Prefer', 'code=503') },
  { name: 'Prefer: code=302', part: 'prefer', change: header('Prefer', 'code=302') },
  { name: 'Prefer: delay=1', part: 'prefer', change: header('Prefer', 'delay=1') },
  { name: 'unacceptable media type', part: 'accept', change: header('Accept', 'text/html') },
];
const WITH_BODY: readonly RequestFault[] = [
  { name: 'unsupported media type', part: 'type', change: header('Content-Type', 'text/plain') },
  { name: 'encoded body', part: 'encoding', change: header('Content-Encoding', 'gzip') },
  { name: 'malformed JSON', part: 'body', change: { body: '{' } },
  { name: 'no object', part: 'body', change: { body: '[]' } },
  { name: 'too large body', part: 'body', change: { body: `{"a":"${'x'.repeat(70_000)}"}` } },
  { name: 'invalid body', part: 'body', change: { body: '{"other":1}' } },
];
const FAULTS: Readonly<Record<string, readonly [Sent, readonly RequestFault[]]>> = {
  read: [
    READ,
    [
      ...EVERYWHERE,
      ...WITH_KEY,
      { name: 'foreign id', part: 'path', change: { path: '/v1/terminals/RL000666/commands' } },
      { name: 'unknown id', part: 'path', change: { path: '/v1/terminals/ZZ999999/commands' } },
      { name: 'foreign cursor', part: 'query', change: { query: '?cursor=forged' } },
    ],
  ],
  write: [
    WRITE,
    [
      ...EVERYWHERE,
      ...WITH_KEY,
      { name: 'malformed Idempotency-Key', part: 'idempotency', change: header('Idempotency-Key', '!') },
      ...WITH_BODY,
    ],
  ],
  control: [
    CONTROL,
    [
      ...EVERYWHERE,
      { name: 'foreign host', part: 'host', change: header('Host', 'evil.example') },
      { name: 'foreign page', part: 'origin', change: header('Origin', 'https://evil.example') },
      { name: 'unknown control path', part: 'path', change: { path: '/sandbox/nothing' } },
      { name: 'no credentials', part: 'key', change: header('Authorization', undefined) },
      { name: 'wrong token', part: 'key', change: header('Authorization', 'Bearer opr-unknown') },
      {
        name: 'key of a user',
        part: 'key',
        change: { headers: { Authorization: undefined, 'X-API-Key': keys.tech } },
      },
      {
        name: 'key of a part of the tenant',
        part: 'key',
        change: { headers: { Authorization: undefined, 'X-API-Key': keys.store } },
      },
      { name: 'Prefer: code=503', part: 'prefer', change: header('Prefer', 'code=503') },
      ...WITH_BODY,
    ],
  ],
};

const combine = (base: Sent, faults: readonly RequestFault[]): Sent =>
  Object.assign({}, base, ...faults.map(({ change }) => change), {
    headers: Object.assign({}, base.headers, ...faults.map(({ change }) => change.headers ?? {})),
  });

/** The faults alone, then every two that a request can have at once. */
const listCombinations = (faults: readonly RequestFault[]): readonly (readonly RequestFault[])[] => [
  [],
  ...faults.map((fault) => [fault]),
  ...faults.flatMap((one, index) =>
    faults
      .slice(index + 1)
      .filter(({ part }) => part !== one.part)
      .map((other) => [one, other]),
  ),
];

const SHOWN = [
  ...['content-type', 'cache-control', 'vary', 'allow', 'retry-after', 'www-authenticate', 'connection'],
  ...['ratelimit', 'ratelimit-policy', 'preference-applied', 'idempotent-replayed', 'access-control-allow-origin'],
  ...['access-control-allow-methods', 'access-control-allow-headers', 'location'],
];

async function startServer(options: TestOptions = {}) {
  const { app } = createTestApp(options);
  const { port, close } = await listenOnLoopback(app);
  onTestFinished(close);
  return async ({ method, path, query = '', headers, body }: Sent): Promise<string> => {
    const given = Object.fromEntries(Object.entries({ Host: 'localhost', ...headers }).filter(([, value]) => value));
    const sent = httpRequest({
      ...{ host: '127.0.0.1', port, method, path: `${path}${query}`, agent: false },
      headers: { ...given, Connection: 'keep-alive' } as Readonly<Record<string, string>>, // undefined ones are filtered
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response) text += part;
    sent.destroy();
    const problem = text.startsWith('{') && (response.statusCode ?? 0) >= 400 ? JSON.parse(text) : undefined;
    const shown = SHOWN.flatMap((name) =>
      response.headers[name] === undefined ? [] : [`${name}: ${response.headers[name]}`],
    ).filter((line) => line !== 'content-type: application/problem+json; charset=utf-8');
    const first = problem?.errors?.[0];
    const place = first?.parameter ?? first?.pointer ?? first?.header;
    const code = [problem?.code, first?.code, place].filter((part) => part !== undefined).join(' ');
    return `${response.statusCode} ${code} | ${shown.join(' | ')}`;
  };
}

/** Writes lines in which equal results follow the first one, so that the file stays short. */
function formatTable(rows: readonly (readonly [name: string, result: string])[]): string {
  const byResult = Map.groupBy(rows, ([, result]) => result);
  return [...byResult]
    .map(([result, names]) => `${result}\n${names.map(([name]) => `    ${name}\n`).join('')}`)
    .join('');
}

test.each(Object.keys(FAULTS))('refusals of a %s keep their status, code, headers and order', async (kind) => {
  const [base, faults] = FAULTS[kind] ?? [READ, []];
  const send = await startServer();
  const rows: [string, string][] = [];
  for (const combination of listCombinations(faults)) {
    const name = combination.map((fault) => fault.name).join(' + ') || 'no fault';
    rows.push([name, await send(combine(base, combination))]);
  }
  await expect(formatTable(rows)).toMatchFileSnapshot(`golden/refusals-of-a-${kind}.txt`);
});

test('refusals of callers beyond a limit keep their status, code, headers and order', async () => {
  const rows: [string, string][] = [];
  for (const [kind, [base, faults]] of Object.entries(FAULTS)) {
    for (const fault of faults) {
      const send = await startServer({ ratePerMinute: 2 });
      for (let count = 0; count < 2; count += 1) await send(base);
      rows.push([`${kind}: beyond the limit of its caller + ${fault.name}`, await send(combine(base, [fault]))]);
    }
    const wrong = combine(
      base,
      faults.filter(({ name }) => name === 'wrong key' || name === 'wrong token'),
    );
    const sendFailures = await startServer({ ratePerMinute: 2 });
    for (let count = 0; count < 3; count += 1)
      rows.push([`${kind}: failed credential ${count + 1}`, await sendFailures(wrong)]);
    rows.push([`${kind}: a valid credential after them`, await sendFailures(base)]);
    const sendMany = await startServer({ ratePerMinute: 1 });
    for (let count = 0; count < 11; count += 1) await sendMany({ ...base, path: '/v1/nothing' });
    rows.push([`${kind}: beyond the limit of its address`, await sendMany(base)]);
  }
  const sendPublic = await startServer({ ratePerMinute: 2 });
  for (let count = 0; count < 3; count += 1)
    rows.push([
      `public read ${count + 1} of an address`,
      await sendPublic({ method: 'GET', path: '/v1/public/branding-status', headers: {} }),
    ]);
  await expect(formatTable(rows)).toMatchFileSnapshot('golden/refusals-beyond-limits.txt');
});

test('other methods, pages, misbehaviours and reused keys keep their replies', async () => {
  const send = await startServer();
  const rows: [string, string][] = [];
  const add = async (sent: Sent): Promise<void> => {
    const shown = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
    rows.push([
      [`${sent.method} ${sent.path}`, ...shown, sent.body ?? ''].filter(Boolean).join(' | '),
      await send(sent),
    ]);
  };
  const PATHS = [
    '/',
    '/docs',
    '/problems',
    '/problems/not-found',
    '/problems/unknown',
    '/v1/portal',
    '/v1',
    '/sandbox',
  ];
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'])
    for (const path of [...PATHS, '/sandbox/clock', '/sandbox/inbox/unknown', '/v1/disputes', '/V1/portal'])
      if (path !== '/docs' || (method !== 'GET' && method !== 'HEAD'))
        // only a build writes that page
        await add({ method, path, headers: {} });
  for (const [name, value] of [
    ['Access-Control-Request-Headers', 'X-One, X-Two'],
    ['Access-Control-Request-Method', 'POST'],
  ] as const)
    await add({ method: 'OPTIONS', path: '/v1/disputes', headers: { [name]: value } });
  await add({ ...READ, method: 'HEAD' });
  await add({ ...READ, headers: { 'X-API-Key': keys.expired } });

  const keyed = (body: string): Sent => ({ ...WRITE, headers: { ...WRITE.headers, 'Idempotency-Key': 'key-1' }, body });
  for (const body of [DISPUTE, DISPUTE, DISPUTE.replace('1.00', '2.00'), '{}']) await add(keyed(body));

  const foreign = { ...READ, path: '/v1/terminals/RL000666/commands' };
  const misbehave = (name: string): Sent => ({
    ...CONTROL,
    method: 'PUT',
    path: `/sandbox/misbehaviours/${name}`,
    body: '{"is_on":true}',
  });
  await add(misbehave('foreign_id_forbidden'));
  await add(foreign);
  await add({ ...foreign, headers: { 'X-API-Key': keys.store } });
  await add({ ...foreign, query: '?limit=0' });
  await expect(formatTable(rows)).toMatchFileSnapshot('golden/refusals-of-other-requests.txt');
});
