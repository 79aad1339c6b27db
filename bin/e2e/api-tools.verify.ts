import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';

/*
 * Imports the public document of a running sandbox into the tools of docs/api-tools.md, with the commands of that page, and sends every request.
 * Downloads the tools from the registry. Takes a few minutes.
 */

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/api-tools.md'), 'utf8');
const project = mkdtempSync(join(tmpdir(), 'fleetkit-tools-'));
const OPERATIONS = 22;
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
  const tools = ['openapi-to-postmanv2@6.3.3', 'newman@6.2.2', '@usebruno/cli@4.1.0'];
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

/**
 * Runs the commands of a section of the guide in an empty folder, with `options` added to the last. Returns the folder and the
 * output. Rejects with the output if a command fails.
 */
async function runSection(
  heading: string,
  options = '',
): Promise<{ readonly folder: string; readonly output: string }> {
  const section = guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, block = ''] = /```bash\n(.*?)```/s.exec(section) ?? [];
  const commands = `${block.trim()} ${options}`
    .replaceAll('http://127.0.0.1:4400', sandbox.url)
    .replaceAll(/npx --package=\S+ |npx (?=redocly)/g, '');
  expect(commands).toContain(sandbox.url);
  const folder = join(project, heading);
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

test('Newman sends every request of the Postman collection with success', async () => {
  const { folder } = await runSection('Postman', '--reporters json --reporter-json-export report.json');
  const { item, info } = readJson(folder, 'collection.json') as {
    readonly info: { readonly name: string };
    readonly item: readonly { readonly name: string }[];
  };
  expect(info.name).toBe('Terminal Fleet Portal Data Service');
  expect(item.map(({ name }) => name)).toContain('Transactions and processor activity');
  const { run } = readJson(folder, 'report.json') as {
    readonly run: { readonly executions: readonly { readonly response?: { readonly code: number } }[] };
  };
  const statuses = run.executions.map(({ response }) => response?.code ?? 0);
  expect([statuses.length, countSuccesses(statuses)], statuses.join(' ')).toEqual([OPERATIONS, OPERATIONS]);
}, 300_000);

test('Bruno sends every request of its import with success', async () => {
  const { folder } = await runSection('Bruno', '--reporter-json report.json');
  expect(readdirSync(join(folder, 'fleet'))).toContain('Transactions_and_processor_activity');
  const results = (
    readJson(join(folder, 'fleet'), 'report.json') as {
      readonly results: readonly { readonly test: unknown; readonly response: { readonly status: number } }[];
    }[]
  ).flatMap((iteration) => iteration.results);
  const statuses = results.map(({ response }) => response.status);
  expect([statuses.length, countSuccesses(statuses)], statuses.join(' ')).toEqual([OPERATIONS, OPERATIONS]);
}, 300_000);

test('Respect runs every workflow of the generated Arazzo document with success', async () => {
  const { output } = await runSection('Respect');
  expect(output).toContain(`Workflows: ${OPERATIONS} passed, ${OPERATIONS} total`);
}, 300_000);
