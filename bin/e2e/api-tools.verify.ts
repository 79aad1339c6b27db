import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '../../spec/contract.ts';
import { operations } from '../../spec/index.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';

/*
 * Runs the commands of docs/api-tools.md on a running sandbox: writes each export, and gives it to its tool.
 * Downloads the tools from the registry. Takes a few minutes.
 */

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/api-tools.md'), 'utf8');
const project = mkdtempSync(join(tmpdir(), 'fleetkit-tools-'));
const OPERATIONS = Object.keys(operations).length;
// Puts the Node.js of this test and the tools first.
const env = {
  ...process.env,
  PATH: [
    join(project, 'node_modules/.bin'),
    join(root, 'node_modules/.bin'),
    dirname(process.execPath),
    process.env.PATH,
  ].join(delimiter),
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};
let sandbox: Sandbox;

beforeAll(() => {
  const tools = ['newman@6.2.2', '@usebruno/cli@4.1.0', 'httpyac@6.16.7', '@asyncapi/parser@3.6.6'];
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tools], {
    cwd: project,
    env,
    stdio: 'pipe',
  });
}, 600_000);
afterAll(() => rmSync(project, { recursive: true }));

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  // On a slow machine, the first reads of a fleet get 503 until it has been generated.
  for (const path of ['/v1/portal', '/v1/feeds/account.xml']) {
    const read = () => sandbox.fetch(path, { headers: { 'X-API-Key': sandbox.keys.usr_nw_admin } });
    while ((await read()).status === 503);
  }
}, 300_000);
afterEach(() => sandbox.close());

/** Returns the commands of a section of the guide, for the sandbox of the test. */
function readCommands(heading: string): string {
  const section = guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, block = ''] = /```bash\n(.*?)```/s.exec(section) ?? [];
  expect(block).toContain('npx fleetkit spec');
  return block
    .trim()
    .replaceAll(/ --url \S+/g, '')
    .replaceAll('npx fleetkit spec', `node ${join(root, 'bin/fleetkit.js')} spec --url ${sandbox.url}`)
    .replaceAll(/npx --package=\S+ /g, '');
}

/** Runs commands in a new folder. Returns the folder and the output. Rejects with the output if a command fails. */
async function runCommands(
  name: string,
  commands: string,
): Promise<{ readonly folder: string; readonly output: string }> {
  const folder = join(project, name);
  mkdirSync(folder);
  const run = promisify(execFile)('sh', ['-e', '-c', commands], { cwd: folder, env, maxBuffer: 2 ** 26 });
  const { stdout, stderr } = await run.catch(
    (fault: { stdout: string; stderr: string }) => Promise.reject(new Error(`${fault.stdout}${fault.stderr}`)), // what execFile rejects with
  );
  return { folder, output: `${stdout}${stderr}` };
}

const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const countSuccesses = (statuses: readonly number[]): number =>
  statuses.filter((status) => status >= 200 && status < 300).length;

const REPORT = '--reporters json --reporter-json-export report.json';

/** Returns the statuses in a report of Newman. */
function readNewmanStatuses(folder: string): readonly number[] {
  const { run } = readJson(folder, 'report.json') as {
    readonly run: { readonly executions: readonly { readonly response?: { readonly code: number } }[] };
  };
  return run.executions.map(({ response }) => response?.code ?? 0);
}

test('Newman sends every request of the Postman collection twice with success', async () => {
  const { folder } = await runCommands('Postman', `${readCommands('Postman')} --iteration-count 2 ${REPORT}`);
  const statuses = readNewmanStatuses(folder);
  expect([statuses.length, countSuccesses(statuses)], statuses.join(' ')).toEqual([2 * OPERATIONS, 2 * OPERATIONS]);
}, 300_000);

test.each(['sbx-northway-disputes', 'sbx-delgado-owner', 'sbx-redline-admin'])(
  'Newman sends every request that the key %s may send, with ids that this key sees',
  async (key) => {
    const command = readCommands('Another sandbox or key').replace('sbx-delgado-owner', key);
    const { folder } = await runCommands(
      key,
      `${command}\nnewman run delgado.postman.json --env-var apiKey=${key} ${REPORT}`,
    );
    expect(readFileSync(join(folder, 'delgado.postman.json'), 'utf8')).not.toContain(key);
    const statuses = readNewmanStatuses(folder);
    expect(statuses.length).toBeGreaterThan(10);
    expect(countSuccesses(statuses), statuses.join(' ')).toBe(statuses.length);
  },
  300_000,
);

test('Bruno sends every request of its collection with success', async () => {
  const { folder } = await runCommands('Bruno', `${readCommands('Bruno')} --reporter-json report.json`);
  const results = (
    readJson(join(folder, 'fleet'), 'report.json') as {
      readonly results: readonly { readonly response: { readonly status: number } }[];
    }[]
  ).flatMap((iteration) => iteration.results);
  const statuses = results.map(({ response }) => response.status);
  expect([statuses.length, countSuccesses(statuses)], statuses.join(' ')).toEqual([OPERATIONS, OPERATIONS]);
}, 300_000);

test('httpYac sends every request of the .http file with success', async () => {
  const { folder } = await runCommands('http', `${readCommands('.http files')} --json --output none > report.json`);
  const text = readFileSync(join(folder, 'report.json'), 'utf8');
  const { summary } = JSON.parse(text.slice(text.indexOf('{'))) as { readonly summary: object };
  expect(summary).toMatchObject({
    totalRequests: OPERATIONS,
    successRequests: OPERATIONS,
    totalTests: OPERATIONS,
    successTests: OPERATIONS,
  });
}, 300_000);

test('Respect runs every workflow of the Arazzo document with success', async () => {
  const { output } = await runCommands('Arazzo', readCommands('Arazzo'));
  expect(output).toContain('Workflows: 4 passed, 4 total');
  expect(output).not.toContain('failed');
}, 300_000);

test('the parser of AsyncAPI finds no error, and a sample for every message', async () => {
  writeFileSync(
    join(project, 'parse.cjs'),
    `const { Parser } = require('@asyncapi/parser');
new Parser().parse(require('node:fs').readFileSync(process.argv[2], 'utf8')).then(({ document, diagnostics }) => {
  const messages = document?.messages().all() ?? [];
  const withSample = messages.filter((message) => message.examples().all().length > 0);
  console.log(JSON.stringify({
    faults: diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version').map(({ message }) => message),
    channels: document?.channels().all().length,
    messages: [messages.length, withSample.length],
  }));
});`,
  );
  const { output } = await runCommands(
    'AsyncAPI',
    `${readCommands('AsyncAPI')}\nnode ../parse.cjs fleet.asyncapi.json`,
  );
  const events = Object.keys(contract.webhooks).length;
  const STREAM_MESSAGES = 8;
  expect(JSON.parse(output.split('\n')[1] ?? '')).toEqual({
    faults: [],
    channels: events + 2,
    messages: [events + STREAM_MESSAGES, events + STREAM_MESSAGES],
  });
}, 300_000);

test('a program with the declarations compiles', async () => {
  const use = `import type { paths, TransactionRow } from './fleet.d.ts';
export const path: keyof paths = '/v1/portal';
export const readAmount = (row: TransactionRow): string => row.amt_comp;
`;
  const compiler = join(root, 'tools/types/node_modules/typescript/bin/tsc');
  await runCommands(
    'TypeScript',
    `${readCommands('TypeScript')}\nprintf '%s' "$USE" > use.ts\nnode ${compiler} --noEmit --strict --types '' --allowImportingTsExtensions use.ts`.replace(
      '"$USE"',
      `'${use.replaceAll("'", `'\\''`)}'`,
    ),
  );
}, 300_000);
