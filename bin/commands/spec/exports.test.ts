import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../../spec/contract.ts';
import { operations } from '../../../spec/index.ts';
import { sandboxContract } from '../../../spec/sandbox-document.ts';
import { runFleetkit } from '../../e2e/testing/run-cli.ts';
import { type Sandbox, startSandbox } from '../../library/index.ts';
import { EXPORTS } from './options.ts';

/* `npm run verify` gives the exports to their tools (bin/e2e/api-tools.verify.ts). */

const OPERATION_IDS = Object.keys(operations);
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-spec-'));
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function print(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runFleetkit(['spec', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

interface PostmanItem {
  readonly name: string;
  readonly description: string;
  readonly item: readonly { readonly request: { readonly method: string; readonly url: { readonly raw: string } } }[];
}

test('--postman prints one request per operation, in folders, with values of all variables', async () => {
  const text = await print('--postman');
  const { item, variable } = JSON.parse(text) as {
    readonly item: readonly PostmanItem[];
    readonly variable: readonly { readonly key: string; readonly value: string }[];
  };
  expect(item.flatMap((one) => one.item)).toHaveLength(OPERATION_IDS.length);
  expect(item.map(({ name }) => name)).toEqual(
    contract.tags.slice(0, -1).map(({ description }) => description), // no operation is about compliance
  );
  const set = [...text.matchAll(/collectionVariables\.set\('(\w+)'/g)].map(([, name]) => name);
  const known = new Set([...variable.map(({ key }) => key), ...set]);
  expect([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).filter((name) => !known.has(name ?? ''))).toEqual(
    [],
  );
  expect(variable.filter(({ value }) => value === '')).toEqual([]);
});

test('--http names each operation once', async () => {
  const names = [...(await print('--http')).matchAll(/^# @name (\w+)$/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(OPERATION_IDS.toSorted());
});

test('--bruno writes a file for each request and each family into a new folder, once', async () => {
  const path = join(folder, 'bruno');
  const run = await runFleetkit(['spec', '--bruno', path]);
  expect(run.code).toBe(0);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yml'));
  const contents = files.map((name) => parse(readFileSync(join(path, name), 'utf8')) as { http?: object });
  expect(contents.filter(({ http }) => http !== undefined)).toHaveLength(OPERATION_IDS.length);
  expect(run.stdout).toBe(`Wrote ${files.length} files to ${path}.\n`);
  const again = await runFleetkit(['spec', '--bruno', path]);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('exists already') });
});

test('--arazzo refers only to operations of the two contracts', async () => {
  const text = await print('--arazzo');
  const references = [...text.matchAll(/\$sourceDescriptions\.(service|sandbox)\.(\w+)/g)];
  const ids = new Set(
    [contract, sandboxContract].flatMap(({ paths }) =>
      Object.values<Readonly<Record<string, { readonly operationId: string }>>>(paths).flatMap((item) =>
        Object.values(item).map(({ operationId }) => operationId),
      ),
    ),
  );
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter(([, , id = '']) => !ids.has(id))).toEqual([]);
  expect(parse(await print('--arazzo', '--yaml'))).toEqual(JSON.parse(text));
});

test('--asyncapi describes every webhook and stream, with samples that are valid', async () => {
  const document = JSON.parse(await print('--asyncapi')) as {
    readonly channels: Readonly<Record<string, unknown>>;
    readonly components: {
      readonly messages: Readonly<
        Record<string, { readonly payload: object; readonly examples: readonly { readonly payload: unknown }[] }>
      >;
    };
  };
  expect(Object.keys(document.channels)).toEqual([...Object.keys(contract.webhooks), 'activity', 'deliveries']);
  const ajv = ajvFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(document, 'document');
  for (const [name, { examples }] of Object.entries(document.components.messages)) {
    const validate = ajv.compile({ $ref: `document#/components/messages/${name}/payload` });
    expect(examples, name).not.toEqual([]);
    for (const { payload } of examples) expect([validate(payload), validate.errors], name).toEqual([true, null]);
  }
});

test('--types prints declarations of either contract', async () => {
  expect(await print('--types')).toContain('readonly "/v1/portal": {');
  expect(await print('--types', '--sandbox')).toContain('readonly "/sandbox/clock": {');
});

test.each(Object.keys(EXPORTS).filter((name) => name !== 'bruno'))(
  '--%s prints the same text each time',
  async (name) => {
    expect(await print(`--${name}`)).toBe(await print(`--${name}`));
  },
);

test('--url and --key write ids that the key sees and operations that it may use, and not the key', async () => {
  const key = 'sbx-northway-tech';
  const text = await print('--http', '--url', sandbox.url, '--key', key);
  expect(text).toContain(`@baseUrl = ${sandbox.url}\n`);
  expect(text).toMatch(/^@terminal_id = NW\d+$/m);
  expect(text).not.toContain('# @name listSettlements');
  for (const name of ['getAccountFeed', 'getTerminalFeed']) expect(text).toContain(`# @name ${name}`);
  expect(text).not.toContain(key);
});

test.each([
  [['--http'], 2, 'cannot be used with'],
  [['--yaml'], 2, 'cannot be used with'],
  [['--url', 'ftp://host'], 2, 'Expected a URL'],
  [['--url', 'http://127.0.0.1:1', '--key', 'x'], 3, 'Nothing answers'],
])('refuses --postman with %j', async (args, code, message) => {
  const run = await runFleetkit(['spec', '--postman', ...args]);
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
});

test('refuses a key that the sandbox does not know, without showing it', async () => {
  const run = await runFleetkit(['spec', '--postman', '--url', sandbox.url, '--key', 'unknown-key']);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('Refused with 401') });
  expect(run.stderr).not.toContain('unknown-key');
});

test('refuses an output file that exists', async () => {
  const path = join(folder, 'kept.json');
  writeFileSync(path, 'kept');
  expect(await runFleetkit(['spec', '--postman', '-o', path])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('already exists'),
  });
  expect(readFileSync(path, 'utf8')).toBe('kept');
});
