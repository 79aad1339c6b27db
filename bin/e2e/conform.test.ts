import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough, sample, sampleCovering } from '../../base/testing/depth.ts';
import { createHttpTransport } from '../../conformance/http/transport/transport.ts';
import { checks, reports, runConformance } from '../../conformance/index.ts';
import { serveTransport } from '../../conformance/testing/serve.ts';
import { mutants } from '../../lab/mutants/index.ts';
import { honestTarget } from '../../lab/targets/honest-target.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { runFleetkit } from './testing/run-cli.ts';

/** A key that may write, a read-only key, a sub-account key and a key of another tenant. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['admin', 'sbx-northway-admin'],
  ['auditor', 'sbx-northway-audit'],
  ['harbor', 'sbx-harbor-admin'],
  ['redline', 'sbx-redline-admin'],
]);

/** Options with the keys of two small fleets. */
const SMALL_FLEETS: readonly string[] = ['-k', 'a=sbx-harbor-admin', '-k', 'b=sbx-delgado-owner'];

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-conform-'));
const keysFile = join(folder, 'keys.txt');
writeFileSync(keysFile, `# made for this test\n${[...KEYS].map(([name, key]) => `${name}=${key}`).join('\n')}\n`);

let sandbox: RunningSandbox;
const honest = honestTarget();
const network = createHttpTransport({ timeoutMs: 10_000 });

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(async () => {
  await network.close();
  await sandbox.close();
});

const selectMembers = ({
  id,
  outcome,
  reason,
  saw,
}: Awaited<ReturnType<typeof runConformance>>['results'][number]) => ({
  id,
  outcome,
  reason,
  saw,
});

/** Checks that two administrators of different tenants leave unverified. */
const NEED_MORE_KEYS: readonly string[] = [
  'auth/writes-refused-change-nothing: untestable',
  'auth/writes-need-more-privilege: untestable',
  'scope/foreign-terminal-commands-are-refused: untestable',
  'terminals/commands-are-queued-or-completed: untestable',
];

/** Mutants that depend on keys, ids, counts, times or items that only the small target has. */
const OF_THE_SMALL_TARGET: ReadonlySet<string> = new Set([
  'document-shows-an-api-key',
  'scope-branding-lists-the-accounts',
  'portal-recent-transactions-are-the-oldest',
  'scope-declared-item-opens',
  'scope-declared-list-is-of-all',
  'scope-timelines-name-a-hidden-terminal',
  'scope-groups-of-the-customer',
  'scope-groups-of-everyone',
  'scope-connectors-count-hidden-terminals',
  'scope-total-counts-hidden-rows',
  'scope-hidden-filter-is-dropped',
  'terminals-location-is-the-first-one',
  'terminals-connector-status-is-of-another',
  'terminals-status-is-of-another',
  'terminals-payload-is-of-another',
  'rows-one-completes-more-than-requested',
  'portal-without-reports-for-a-role',
  'feeds-one-terminal-feed-is-malformed',
  'feeds-terminal-feed-forgets-queued-commands',
  'feeds-terminal-feed-forgets-jobs',
  'feeds-account-feed-forgets-the-journal',
  'feeds-account-feed-is-of-one-terminal',
  'feeds-account-feed-lacks-the-journal',
  'feeds-terminal-feed-lacks-the-journal',
  'feeds-terminal-feed-lacks-transactions',
  'terminals-offline-is-shown-as-online',
  'commands-lack-the-queued',
  'writes-a-foreign-terminal-is-settled',
  'writes-settlements-of-others-are-derived',
  'writes-a-read-derives',
  'writes-reading-completes-commands',
  'timelines-are-of-another-transaction',
  'timelines-of-declines-are-empty',
  'connectors-one-cannot-be-read',
  'feeds-have-local-times',
  'portal-recent-transactions-of-one-key-are-empty',
  'portal-lists-fewer-permissions-than-are-read',
  'document-lists-a-column-that-does-not-sort',
  'lists-declared-filter-leaves-the-terminal',
  'lists-transactions-lack-a-kind',
  'locations-lack-a-terminal',
  'portal-names-a-group-without-its-terminals',
  'settlements-of-a-hidden-account',
  'portal-counts-hidden-terminals',
  'lists-second-page-leaves-the-terminal',
  'lists-portal-shows-a-group-that-is-not-listed',
  'feeds-account-lacks-the-status-of-a-terminal',
  'cards-an-expanded-transaction-shows-the-number',
  'scope-connectors-count-hidden-transactions',
  'terminals-export-has-jobs-of-others',
]);

describe('the sandbox', () => {
  /** In `npm test`: small fleets, without the key of a user who may only read, and a few topics; `docs.test.ts` has a whole run. */
  const args = isThorough
    ? ['--keys-file', keysFile]
    : [...SMALL_FLEETS, ...['portal', 'public', 'writes'].flatMap((topic) => ['--only', topic])];

  test('follows every rule, with assumed rules, and the report contains no key', async () => {
    const output = join(folder, 'report.json');
    const { stdout, stderr } = await conform(
      ...[sandbox.url, ...args, '--allow-writes', '--strict', '--format', 'json', '--output', output],
    );
    const text = readFileSync(output, 'utf8');
    const report = JSON.parse(text) as {
      readonly results: readonly { readonly id: string; readonly outcome: string }[];
    };
    expect(report.results.length).toBeGreaterThan(isThorough ? 200 : 30);
    const others = report.results.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable');
    const needMoreKeys = others.map(({ id, outcome }) => `${id}: ${outcome}`);
    expect(isThorough ? [] : NEED_MORE_KEYS).toEqual(expect.arrayContaining(needMoreKeys));
    expect(report).toMatchObject({
      schema_version: 1,
      exit_code: isThorough ? 0 : expect.toSatisfy((code) => [0, 4].includes(code)),
    });
    for (const key of [...KEYS.values(), 'sbx-delgado-owner']) expect(stdout + stderr + text).not.toContain(key);
  });

  test.runIf(isThorough)('follows every rule that the data of the other tenants can verify', async () => {
    const keys = new Map([
      ['delgado', 'sbx-delgado-owner'],
      ['blank', 'sbx-blank-admin'],
      ['hostile', 'sbx-hostile-admin'],
      ['meridian', 'sbx-meridian-admin'],
      ['store', 'sbx-northway-store'],
      ['vault', 'sbx-cashco-vault'],
      ['tech', 'sbx-northway-tech'],
      ['idle', 'sbx-redline-tech'],
    ]);
    const { results } = await runConformance({ target: sandbox.url, keys });
    expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(60);
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warning').map(selectMembers)).toEqual([]);
  });

  const tried = sampleCovering(
    mutants.filter(({ id }) => !OF_THE_SMALL_TARGET.has(id)),
    ({ kills }) => kills.slice(0, 1),
  );

  test.each(sample(tried, 1).map((mutant) => [mutant.id, mutant] as const))(
    'fails the named checks with the mutant %s',
    async (_, mutant) => {
      const { results } = await runConformance({
        target: sandbox.url,
        keys: KEYS,
        depth: 'thorough',
        expectations: new Map([['harbor', { narrowerThan: 'admin' }]]),
        checks: checks.filter(({ id }) => mutant.kills.includes(id)),
        transport: mutant.alter(network.transport),
        allowWrites: true,
        strict: true,
      });
      expect(results).toHaveLength(mutant.kills.length);
      const unnoticed = results.filter(({ outcome }) => outcome !== 'fail' && outcome !== 'warning');
      expect(unnoticed.map(selectMembers)).toEqual([]);
    },
  );
});

describe("Prism's mock of the same contract", () => {
  /** Checks that a mock of the contract's examples must fail, and why. */
  const KNOWN: Readonly<Record<string, string>> = {
    'auth/altered-key-is-refused': 'it accepts any key',
    'auth/every-path-compares-keys-whole': 'it accepts any key',
    'auth/unknown-key-is-refused': 'it accepts any key',
    'feeds/every-terminal-feed-is-of-its-terminal': 'it has one feed, of one terminal',
    'feeds/terminal-feed-has-provisioning-jobs': 'it has one feed, without the job of the example',
    'feeds/terminal-feed-is-of-the-terminal': 'it has one feed, of one terminal',
    'terminals/answers-are-of-the-requested-id': 'it returns the item of the example for every id',
    'terminals/commands-are-of-the-terminal': 'it has one list of commands, of one terminal',
    'filters/terminal-id-is-compared-whole': 'it ignores filters and returns the rows of the example',
    'transactions/timelines-are-of-the-transaction': 'it has one timeline, of one transaction',
    'lists/page-links-keep-the-request': 'its next page is the same page, with more rows than the limit',
    'public/document-is-openapi': 'the contract has no example of the document, and the generated one has no paths',
  };
  /** Checks that decide nothing about a mock of the contract's examples, and why. */
  const UNDECIDED: Readonly<Record<string, string>> = {
    'filters/an-unknown-terminal-matches-nothing': 'no row or location has an id that filters the list',
    'filters/terminal-id-keeps-just-its-rows': 'no row or location has an id that filters the list',
    'limit/keeps-the-top-rows': 'no column of its five rows explains their order',
    'limit/restricts-the-rows': 'it has five rows, and a service may round limits up to ten',
    'public/document-lists-every-path': 'its document has no paths',
    'terminals/transactions-are-of-the-terminal': 'it has the transactions of one terminal',
  };
  let prism: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const contract = join(import.meta.dirname, '../../spec/generated/openapi.json');
    const command = join(import.meta.dirname, '../../node_modules/@stoplight/prism-cli/dist/index.js');
    prism = spawn(process.execPath, [command, 'mock', '--port', String(port), contract]);
    await waitUntilListening(prism);
  });
  afterAll(() => {
    prism.kill();
  });

  test('fails only the checks that a mock without data must fail', async () => {
    const keys = new Map([...KEYS].slice(0, 2));
    const { results, exitCode } = await runConformance({ target: url, keys });
    const failed = results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    expect(failed.sort()).toEqual(Object.keys(KNOWN).sort());
    const undecided = results.filter(({ id }) => Object.hasOwn(UNDECIDED, id));
    expect(undecided.map(({ id, outcome }) => `${id}: ${outcome}`).sort()).toEqual(
      Object.keys(UNDECIDED).map((id) => `${id}: untestable`),
    );
    expect(exitCode).toBe(1);
  });

  test('passes no scope check, because it has no scopes', async () => {
    const { results } = await runConformance({
      target: url,
      keys: KEYS,
      checks: checks.filter(({ needs }) => needs.includes('insider')),
    });
    expect(results.length).toBeGreaterThan(15);
    expect(results.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
  });
});

describe('fleetkit conform', () => {
  test('exits 4 for unverified rules, 0 with --allow-unverified, and names the missing input', async () => {
    const keys = ['-k', 'a=sbx-harbor-admin', '-k', 'b=sbx-delgado-owner'];
    const only = [...keys, '--only', 'auth/missing-key-is-refused', '--only', 'auth/writes-*'];
    const { code, stdout } = await conform(sandbox.url, ...only);
    expect(code).toBe(4);
    expect(stdout).toContain('--allow-writes');
    expect((await conform(sandbox.url, ...only, '--allow-unverified')).code).toBe(0);
  });

  test('reads keys with and without names from the environment', async () => {
    const only = [sandbox.url, '--only', 'portal/holds-the-documented-groups'];
    expect((await conform(...only)).code).toBe(4);
    expect((await run(only, { FLEETKIT_KEY: 'sbx-harbor-admin' })).stdout).toContain('keys: 1 (14 terminals)');
    expect((await run(only, { FLEETKIT_KEYS: 'a=sbx-harbor-admin, b=sbx-delgado-owner' })).stdout).toMatch(
      /a \(14 terminals\), b \(\d terminals\)/,
    );
  });

  test('compares what each key sees with the config', async () => {
    const config = (terminals: number) => {
      const file = join(folder, `sees-${terminals}.yaml`);
      const harbor = `{ variable: HARBOR_KEY, sees: { terminals: ${terminals} }, narrower_than: admin }`;
      writeFileSync(file, `target: ${sandbox.url}\nkeys:\n  admin: ADMIN_KEY\n  harbor: ${harbor}\n`);
      return ['--config', file, '--only', 'scope/keys-see-what-is-expected'];
    };
    const env = { ADMIN_KEY: 'sbx-northway-admin', HARBOR_KEY: 'sbx-harbor-admin' };
    expect((await run(config(14), env)).code).toBe(0);
    const { code, stdout } = await run(config(13), env);
    expect([code, stdout]).toEqual([1, expect.stringContaining('13 terminals for harbor')]);
    expect((await conform(sandbox.url, '--keys-file', keysFile, ...config(14).slice(2))).stdout).toContain(
      '0 failed, 0 not verified, 1 not applicable',
    );
  });

  test('exits 3 with one sentence for an unreachable target', async () => {
    const { code, stdout } = await conform(`http://127.0.0.1:${await findFreePort()}`, '--key', 'a=secret-key');
    expect(code).toBe(3);
    expect(stdout).toContain('cannot reach the target');
    expect(stdout).not.toContain('secret-key');
  });

  test.each<[string, string[], string]>([
    ['no URL', [], 'no target given'],
    ['no http URL', ['ftp://x'], 'starts with http://'],
    ['a password in the URL', ['http://u:hidden@x'], 'contains a user name or password'],
    ['a pattern that matches nothing', ['http://x', '--skip', 'sop/*'], 'did you mean'],
    ['an unknown check to explain', ['--explain', 'limit/restrict-rows'], 'limit/restricts-the-rows'],
    ['two keys of one name', ['http://x', '-k', 'a=hidden-1', '-k', 'a=hidden-2'], 'two keys have the name "a"'],
    ['a key with characters that are invalid in a header', ['http://x', '-k', 'a=hidden\u2026'], 'invalid in a header'],
    ['a keys file that is not there', ['http://x', '--keys-file', '/nowhere'], 'cannot be read'],
    ['a time-out that is no number', ['http://x', '--timeout', 'soon'], 'above 0'],
    ['an unknown format', ['http://x', '--format', 'txt'], 'did you mean text?'],
    [
      'two formats for one screen',
      ['http://x', '-f', 'json', '-f', 'text'],
      'only one format can go to standard output',
    ],
    ['an unknown option', ['http://x', '--onyl', 'scope'], 'Did you mean --only?'],
    ['an unknown tag', ['http://x', '--tag', 'must,documentd'], 'did you mean "documented"?'],
    ['a misspelt subcommand', ['lits'], 'did you mean "fleetkit conform list"?'],
    ['a key as an added header', ['http://x', '--header', 'X-API-Key: hidden'], 'give keys with --key'],
    ['a header without a value', ['http://x', '--header', 'hidden'], "expected 'Name: value'"],
    ['a proxy of another kind', ['http://x', '--proxy', 'socks5://u:hidden@p'], 'the proxy is not a URL'],
    ['a certificate without its key', ['https://x', '--cert', 'c.pem'], 'must be given together'],
    ['an authority that is no PEM', ['https://x', '--ca', import.meta.filename], 'is not a PEM file'],
    ['checks that are not there', ['http://x', '--checks', '/nowhere.ts'], 'cannot be loaded'],
    ['more at once than is decent', ['http://x', '--concurrency', '99'], 'from 1 to 32'],
  ])('exits 2 for %s, and echoes no key', async (_, given, expectedText) => {
    const { code, stdout, stderr } = await conform(...given);
    expect(code).toBe(2);
    expect(stderr).toContain(expectedText);
    expect(stdout + stderr).not.toContain('hidden');
  });

  test('lists and explains checks without sending requests', async () => {
    expect((await conform('--list', '--only', 'limit')).stdout).toMatch(/^limit\/keeps-the-top-rows +must/);
    expect((await conform('--explain', 'sort/amt-comp-descends')).stdout).toContain('Amounts are sorted as text');
    expect((await conform('explain', 'sort/amt-comp-descends')).stdout).toContain(
      'tags    sort, must, documented, read',
    );
    expect((await conform('--list', '--json')).stdout).toBe((await conform('list', '--json')).stdout);
    const [explained] = JSON.parse((await conform('--explain', 'limit/keeps-the-top-rows', '--json')).stdout);
    expect(explained).toMatchObject({ id: 'limit/keeps-the-top-rows', level: 'must' });
    const listed = JSON.parse((await conform('list', '--json', '--tag', 'auth,public', '--tag', 'must')).stdout);
    expect(listed.length).toBeGreaterThan(4);
    expect(new Set(listed.map(({ level }: { level: string }) => level))).toEqual(new Set(['must']));
  });

  test('writes several reports, prints progress by topic, and none with --quiet', async () => {
    const file = join(folder, 'several.xml');
    const given = [sandbox.url, ...SMALL_FLEETS, '--only', 'portal', '-f', 'text', '-f', `junit=${file}`];
    const { code, stdout, stderr } = await conform(...given, '--header', 'X-Gate: hidden-value-1');
    expect(code).toBe(0);
    expect(stdout).toContain('added headers: X-Gate');
    expect(readFileSync(file, 'utf8')).toContain('<testsuites');
    expect(stderr).toMatch(/^a: can read \d+ operations, 14 terminals\n[\s\S]*\nportal: 8 passed\n$/);
    expect(stdout + stderr).not.toContain('hidden-value');
    const quiet = [sandbox.url, '--key', 'a=sbx-delgado-owner', '--only', 'portal/holds-the-documented-groups'];
    expect((await conform(...quiet)).stderr).not.toBe('');
    expect((await conform(...quiet, '--quiet')).stderr).toBe('');
  });

  test('stops at the first failure with --fail-fast and reports the other checks as skipped', async () => {
    const target = await serveTransport(async (request) =>
      request.headers.some(([name]) => name === 'x-api-key')
        ? honest(request)
        : honest({ ...request, headers: [['X-API-Key', 'k-east-0001']] }),
    );
    const { code, stdout } = await conform(target.url, '-k', 'a=k-east-0001', '--fail-fast', '-f', 'json');
    await target.close();
    expect(code).toBe(1);
    const { results } = JSON.parse(stdout);
    expect(results.filter(({ outcome }: { outcome: string }) => outcome === 'fail')).toHaveLength(1);
    expect(
      results.filter(({ reason }: { reason: string | null }) => /skipped/.test(reason ?? '')).length,
    ).toBeGreaterThan(50);
  });

  test('reports a problem in a keys file with its line and without keys', async () => {
    const file = join(folder, 'bad-keys.txt');
    writeFileSync(file, '# two\na=hidden-1\n\na=hidden-2\n');
    const { code, stderr } = await conform('http://x', '--keys-file', file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${file}:4: two keys have the name "a"`)]);
    expect(stderr).not.toContain('hidden');
  });

  test('gives the same verdicts with --concurrency', async () => {
    const verdicts = async (...more: string[]) => {
      const { stdout } = await conform(
        sandbox.url,
        ...(isThorough ? ['--keys-file', keysFile] : SMALL_FLEETS),
        '--tag',
        isThorough ? 'limit,sort,filters' : 'limit',
        '-f',
        'json',
        ...more,
      );
      return JSON.parse(stdout).results.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]);
    };
    expect(await verdicts('--concurrency', '8')).toEqual(await verdicts());
  });

  test('names every exit code and format in its help', async () => {
    const { stdout } = await conform('--help');
    for (const format of Object.keys(reports)) expect(stdout).toMatch(new RegExp(`\\b${format}\\b`));
    for (const code of ['0 ', '1 ', '2 ', '3 ', '4 ', '5 ', '70']) expect(stdout).toContain(`\n  ${code} `);
  });
});

const conform = (...args: string[]) => run(args, {});

const run = (args: readonly string[], env: Record<string, string>) => runFleetkit(['conform', ...args], { env });

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Resolves when Prism reports that it is listening; rejects if Prism ends before that. */
function waitUntilListening(prism: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    prism.once('exit', (code) => reject(new Error(`Prism ended with ${code}`)));
    prism.stdout?.on('data', (chunk) => String(chunk).includes('is listening') && resolve());
  });
}
