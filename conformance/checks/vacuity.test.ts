import { expect, test } from 'vitest';
import type { Transport } from '../client.ts';
import { bodyOf, type Json, jsonOf, rowsIn } from '../mutants/alter.ts';
import { run } from '../runner.ts';
import { honestTarget, KEYS } from '../testing/honest-target.ts';
import { checks } from './index.ts';

const passedOn = async (transport: Transport, keys = KEYS) => {
  const result = await run({ target: 'http://target.test', keys, checks, transport });
  return { ...result, passed: result.results.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id) };
};

const json =
  (body: unknown): Transport =>
  async () => ({
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(body)),
  });

test.each([
  ['an empty array', []],
  ['an empty object', {}],
])('a target that answers %s to everything conforms to nothing that takes data', async (_, body) => {
  const { passed, exitCode } = await passedOn(json(body));
  expect(exitCode).not.toBe(0);
  expect(
    passed.filter((id) => /^(scope|limit|sort|filters|transactions|settlements|disputes|catalog|feeds)\//.test(id)),
  ).toEqual([]);
});

test('a fleet without rows passes nothing that is about rows', async () => {
  const honest = honestTarget();
  const { passed, exitCode, results } = await passedOn(async (request) => {
    const response = await honest(request);
    const text = new TextDecoder().decode(response.body);
    return text.startsWith('{"data":') ? jsonOf(response, { ...bodyOf(response), data: [] }) : response;
  });
  expect(exitCode).toBe(4);
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(
    passed.filter((id) => /^(limit|sort|filters|transactions|settlements|disputes|card-data\/no-)/.test(id)),
  ).toEqual(['transactions/summary-has-both-totals']);
});

test('with one key, nothing about scopes passes, and each says that it takes a second', async () => {
  const { results } = await passedOn(honestTarget(), new Map([...KEYS].slice(0, 1)));
  const takeTwo = new Set(checks.filter(({ needs }) => needs.includes('insider')).map(({ id }) => id));
  const scope = results.filter(({ id }) => takeTwo.has(id));
  expect(scope.length).toBeGreaterThan(15);
  expect(new Set(scope.map(({ outcome }) => outcome))).toEqual(new Set(['untestable']));
  expect(new Set(scope.map(({ reason }) => /second key/.test(reason ?? '')))).toEqual(new Set([true]));
});

/** Takes the witness of a check out of the rows of one list. */
const thinned =
  (path: RegExp, thin: (rows: ReturnType<typeof rowsIn>) => unknown[]): Transport =>
  async (request) => {
    const response = await honestTarget()(request);
    if (!path.test(new URL(request.url).pathname) || response.status !== 200) return response;
    return jsonOf(response, { ...bodyOf(response), data: thin(rowsIn(bodyOf(response))) });
  };

test.each<[string, RegExp, (rows: ReturnType<typeof rowsIn>) => unknown[], RegExp]>([
  [
    'disputes/reviewer-only-when-resolved',
    /disputes$/,
    (rows) => rows.filter(({ status }) => status === 'open'),
    /a resolved dispute/,
  ],
  [
    'disputes/reviewer-only-when-resolved',
    /disputes$/,
    (rows) => rows.filter(({ status }) => status !== 'open'),
    /not resolved/,
  ],
  [
    'sort/amt-comp-descends',
    /transactions$/,
    (rows) => rows.map((row) => ({ ...row, amt_comp: '20.00' })),
    /order as text/,
  ],
  [
    'transactions/emv-only-when-available',
    /transactions$/,
    (rows) => rows.map((row) => ({ ...row, emv: 'chip' })),
    /without an EMV/,
  ],
  ['limit/restricts-the-rows', /transactions$/, (rows) => rows.slice(0, 2), /3 transactions/],
  ['settlements/batches-carry-the-members', /settlements$/, () => [], /listSettlements is empty/],
  [
    'filters/terminal-id-keeps-just-its-rows',
    /transactions$/,
    (rows) => rows.filter(({ terminal_id }) => /1$|7$/.test(String(terminal_id))),
    /two terminals/,
  ],
])('%s is untestable without its witness, and names it', async (id, path, thin, names) => {
  const only = checks.filter((one) => one.id === id);
  const { results } = await run({
    target: 'http://target.test',
    keys: KEYS,
    checks: only,
    transport: thinned(path, thin),
  });
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ outcome: 'untestable', reason: expect.stringMatching(names) });
});

test('rows that move at every read are no false alarm', async () => {
  const honest = honestTarget();
  let count = 0;
  const { results } = await passedOn(async (request) => {
    const response = await honest(request);
    if (!/transactions$/.test(new URL(request.url).pathname) || response.status !== 200) return response;
    count += 1;
    const [first] = rowsIn(bodyOf(response));
    const extra: Json[] = first === undefined ? [] : [{ ...first, transaction_id: `txn_new_${count}` }];
    const limit = new URL(request.url).searchParams.get('limit');
    const rows = [...extra, ...rowsIn(bodyOf(response))].slice(0, limit === null ? 500 : Number(limit));
    return jsonOf(response, {
      ...bodyOf(response),
      data: rows.sort((a, b) => (request.url.includes('sort_by') ? Number(b.amt_comp) - Number(a.amt_comp) : 0)),
    });
  });
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes.get('filters/terminal-id-keeps-just-its-rows')).toBe('inconclusive');
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
});
