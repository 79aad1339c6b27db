import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpTransport } from '../../../conformance/http/transport/transport.ts';
import { checks, runConformance } from '../../../conformance/index.ts';
import { mutants } from '../../../lab/mutants/index.ts';
import { type RunningSandbox, startSandbox } from '../../library/start-sandbox.ts';
import { findFreePort } from '../testing/free-port.ts';
import { runFleetkit } from '../testing/run-cli.ts';

/* Whole runs of the kit: against the sandbox, against its mutants, and against a mock of its contract. */

/** A key that may write, a read-only key, a sub-account key and a key of another tenant. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['admin', 'sbx-northway-admin'],
  ['auditor', 'sbx-northway-audit'],
  ['harbor', 'sbx-harbor-admin'],
  ['redline', 'sbx-redline-admin'],
]);

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-conform-'));
const keysFile = join(folder, 'keys.txt');
writeFileSync(keysFile, `# made for this test\n${[...KEYS].map(([name, key]) => `${name}=${key}`).join('\n')}\n`);

let sandbox: RunningSandbox;
const network = createHttpTransport({ timeoutMs: 10_000 });

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(async () => {
  await network.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
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
  test('follows every rule, with assumed rules, and the report contains no key', async () => {
    const output = join(folder, 'report.json');
    const { stdout, stderr } = await conform(
      ...[sandbox.url, '--keys-file', keysFile, '--allow-writes', '--strict', '--format', 'json', '--output', output],
    );
    const text = readFileSync(output, 'utf8');
    const report = JSON.parse(text) as {
      readonly results: readonly { readonly id: string; readonly outcome: string }[];
    };
    expect(report.results.length).toBeGreaterThan(200);
    const others = report.results.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable');
    expect(others.map(({ id, outcome }) => `${id}: ${outcome}`)).toEqual([]);
    expect(report).toMatchObject({ schema_version: 1, exit_code: 0 });
    for (const key of [...KEYS.values(), 'sbx-delgado-owner']) expect(stdout + stderr + text).not.toContain(key);
  });

  test('follows every rule that the data of the other tenants can verify', async () => {
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

  const tried = mutants.filter(({ id }) => !OF_THE_SMALL_TARGET.has(id));

  test.each(tried.map((mutant) => [mutant.id, mutant] as const))(
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
    const contract = join(import.meta.dirname, '../../../spec/generated/openapi.json');
    const command = join(import.meta.dirname, '../../../node_modules/@stoplight/prism-cli/dist/index.js');
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

const conform = (...args: string[]) => runFleetkit(['conform', ...args], { env: {} });

/** Resolves when Prism reports that it is listening; rejects if Prism ends before that. */
function waitUntilListening(prism: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    prism.once('exit', (code) => reject(new Error(`Prism ended with ${code}`)));
    prism.stdout?.on('data', (chunk) => String(chunk).includes('is listening') && resolve());
  });
}
