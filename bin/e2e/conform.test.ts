import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough } from '../../base/testing/depth.ts';
import { reports } from '../../conformance/index.ts';
import { type RunningServer, serveTransport } from '../../conformance/testing/serve.ts';
import { honestTarget } from '../../lab/targets/honest-target.ts';
import { startSandbox } from '../library/start-sandbox.ts';
import { findFreePort } from './testing/free-port.ts';
import { runFleetkit } from './testing/run-cli.ts';

/** A key that may write, a read-only key, a sub-account key and a key of another tenant. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['admin', 'sbx-northway-admin'],
  ['auditor', 'sbx-northway-audit'],
  ['harbor', 'sbx-harbor-admin'],
  ['redline', 'sbx-redline-admin'],
]);

/** Options with the keys of two accounts of the small target. */
const SMALL_KEYS: readonly string[] = ['-k', 'a=k-east-0001', '-k', 'b=k-west-0003'];

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-conform-'));
const keysFile = join(folder, 'keys.txt');
writeFileSync(keysFile, `# made for this test\n${[...KEYS].map(([name, key]) => `${name}=${key}`).join('\n')}\n`);

/** The options do not depend on the target, and the small one needs little processor time. */
let small: RunningServer;
const honest = honestTarget();

beforeAll(async () => {
  small = await serveTransport(honest);
});
afterAll(() => small.close());

describe('fleetkit conform', () => {
  test('exits 4 for unverified rules, 0 with --allow-unverified, and names the missing input', async () => {
    const only = [...SMALL_KEYS, '--only', 'auth/missing-key-is-refused', '--only', 'auth/writes-*'];
    const { code, stdout } = await conform(small.url, ...only);
    expect(code).toBe(4);
    expect(stdout).toContain('--allow-writes');
    expect((await conform(small.url, ...only, '--allow-unverified')).code).toBe(0);
  });

  test('reads keys with and without names from the environment', async () => {
    const only = [small.url, '--only', 'portal/holds-the-documented-groups'];
    expect((await conform(...only)).code).toBe(4);
    expect((await run(only, { FLEETKIT_KEY: 'k-east-0001' })).stdout).toContain('keys: 1 (3 terminals)');
    expect((await run(only, { FLEETKIT_KEYS: 'a=k-east-0001, b=k-west-0003' })).stdout).toContain(
      'a (3 terminals), b (2 terminals)',
    );
  });

  test('compares what each key sees with the config', async () => {
    const config = (terminals: number) => {
      const file = join(folder, `sees-${terminals}.yaml`);
      const clerk = `{ variable: CLERK_KEY, sees: { terminals: ${terminals} }, narrower_than: admin }`;
      writeFileSync(file, `target: ${small.url}\nkeys:\n  admin: ADMIN_KEY\n  clerk: ${clerk}\n`);
      return ['--config', file, '--only', 'scope/keys-see-what-is-expected'];
    };
    const env = { ADMIN_KEY: 'k-east-0001', CLERK_KEY: 'k-clerk-0002' };
    expect((await run(config(1), env)).code).toBe(0);
    const { code, stdout } = await run(config(2), env);
    expect([code, stdout]).toEqual([1, expect.stringContaining('2 terminals for clerk')]);
    const file = join(folder, 'keys-without-expectations.txt');
    writeFileSync(file, '# made for this test\nadmin=k-east-0001\nclerk=k-clerk-0002\n');
    expect((await conform(small.url, '--keys-file', file, ...config(1).slice(2))).stdout).toContain(
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
    const given = [small.url, ...SMALL_KEYS, '--only', 'portal', '-f', 'text', '-f', `junit=${file}`];
    const { code, stdout, stderr } = await conform(...given, '--header', 'X-Gate: hidden-value-1');
    expect(code).toBe(0);
    expect(stdout).toContain('added headers: X-Gate');
    expect(readFileSync(file, 'utf8')).toContain('<testsuites');
    expect(stderr).toMatch(/^a: can read \d+ operations, 3 terminals\n[\s\S]*\nportal: 8 passed\n$/);
    expect(stdout + stderr).not.toContain('hidden-value');
    const quiet = [small.url, '--key', 'a=k-east-0001', '--only', 'portal/holds-the-documented-groups'];
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
    const sandbox = isThorough ? await startSandbox({ port: 0 }) : undefined;
    const verdicts = async (...more: string[]) => {
      const { stdout } = await conform(
        ...(sandbox !== undefined ? [sandbox.url, '--keys-file', keysFile] : [small.url, ...SMALL_KEYS]),
        '--tag',
        isThorough ? 'limit,sort,filters' : 'limit',
        '-f',
        'json',
        ...more,
      );
      return JSON.parse(stdout).results.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]);
    };
    expect(await verdicts('--concurrency', '8')).toEqual(await verdicts());
    await sandbox?.close();
  });

  test('names every exit code and format in its help', async () => {
    const { stdout } = await conform('--help');
    for (const format of Object.keys(reports)) expect(stdout).toMatch(new RegExp(`\\b${format}\\b`));
    for (const code of ['0 ', '1 ', '2 ', '3 ', '4 ', '5 ', '70']) expect(stdout).toContain(`\n  ${code} `);
  });
});

const conform = (...args: string[]) => run(args, {});

const run = (args: readonly string[], env: Record<string, string>) => runFleetkit(['conform', ...args], { env });
