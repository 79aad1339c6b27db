import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../../command-line.ts';
import { applyConfigFile } from './apply.ts';
import { listConfigOptions, type Section } from './names.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const before = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetkit-config-file-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
  delete process.env.FLEETKIT_PORT;
  delete process.env.FLEETKIT_TEST_TOKEN;
});

class Refusal extends Error {}

/** Parses a command line, applies the config file of the folder, and returns the options; the refusal for an invalid file. */
async function readOptions(section: Section, ...args: readonly string[]): Promise<Record<string, unknown> | string> {
  const program = await createProgram([section]);
  const command = program.commands.find((one) => one.name() === section) as Command; // a section is the name of a command
  command.action(() => undefined);
  await program.parseAsync([section, ...args], { from: 'user' });
  try {
    await applyConfigFile(command, section, (message) => {
      throw new Refusal(message);
    });
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.message;
    throw thrown;
  }
  return command.opts();
}

const write = (text: string, name = 'fleetkit.config.yaml') => writeFileSync(name, text);

test('uses the command line before the environment, the environment before the file, and the file before the default', async () => {
  expect(await readOptions('serve')).toMatchObject({ port: 4400 });
  write('serve: { port: 4501 }');
  expect(await readOptions('serve')).toMatchObject({ port: 4501 });
  process.env.FLEETKIT_PORT = '4502';
  expect(await readOptions('serve')).toMatchObject({ port: 4502 });
  expect(await readOptions('serve', '--port', '4503')).toMatchObject({ port: 4503 });
});

test('replaces the list of the file by that of the command line', async () => {
  write('serve: { fleet: [a.yaml, b.yaml] }');
  expect(await readOptions('serve')).toMatchObject({ fleet: ['a.yaml', 'b.yaml'] });
  expect(await readOptions('serve', '--fleet', 'c.yaml')).toMatchObject({ fleet: ['c.yaml'] });
});

test('leaves an option of the file out if it conflicts with the command line', async () => {
  write('serve: { data: ./data, seed: 7 }');
  const options = await readOptions('serve', '--database', 'postgres://u:p@127.0.0.1/x');
  expect(options).toMatchObject({ database: 'postgres://u:p@127.0.0.1/x', seed: 7 });
  expect(options).not.toHaveProperty('data');
});

test.each([
  ['fleetkit.config.json', '{ "serve": { "port": 4501, "hosted": true } }'],
  ['fleetkit.config.yml', 'serve:\n  port: "4501"\n  hosted: true'],
  ['fleetkit.config.mjs', 'export default { serve: { port: 4501, hosted: true } };'],
  ['fleetkit.config.ts', 'const port: number = 4501; export default { serve: { port, hosted: true } };'],
  ['fleetkit.config.js', 'module.exports = { serve: { port: 4501, hosted: true } };'],
])('reads %s', async (name, text) => {
  write(text, name);
  expect(await readOptions('serve')).toMatchObject({ port: 4501, hosted: true });
});

test('reads the named file, and resolves names of files against its folder', async () => {
  mkdirSync('ci');
  write('conform: { baseline: known.yaml, format: [junit=report.xml, text], depth: quick }', 'ci/mine.yaml');
  expect(await readOptions('conform', '--config-file', 'ci/mine.yaml')).toMatchObject({
    baseline: join(process.cwd(), 'ci/known.yaml'),
    format: [`junit=${join(process.cwd(), 'ci/report.xml')}`, 'text'],
    depth: 'quick',
  });
});

test('reads a file that is a section, and a value of the environment', async () => {
  write('target: https://portal.example');
  expect(await readOptions('conform')).toMatchObject({ depth: 'standard' });
  process.env.FLEETKIT_TEST_TOKEN = 'a-token-of-16-or-more';
  write('serve: { operator_token: { variable: FLEETKIT_TEST_TOKEN } }\nconform:\n# all: comments\n');
  expect(await readOptions('serve')).toMatchObject({ operatorToken: 'a-token-of-16-or-more' });
});

describe('rejects', () => {
  test.each<[Section, string, string]>([
    ['serve', 'serve:\n  port: 4501\n  rate_limt: 3', ':3: unknown member "rate_limt"; did you mean "rate_limit"?'],
    ['serve', 'serv:\n  port: 1', ':1: unknown member "serv"; did you mean "serve"?'],
    ['serve', 'serve:\n  port: many', ':2: serve.port is not valid. Expected a whole number from 0 to 65535.'],
    ['serve', 'serve:\n  log: jsn', 'serve.log is not valid. Allowed choices are text, json, off. Did you mean json?'],
    ['serve', 'serve:\n  hosted: yes', ':2: serve.hosted must be true or false'],
    ['serve', 'serve:\n  port: [1, 2]', ':2: serve.port must be one value, not a list'],
    ['serve', 'serve:\n  fleet: []', 'serve.fleet is an empty list; expected at least one value'],
    [
      'serve',
      'serve:\n  workspace_quota:\n    - facts=5\n    - x',
      ':4: serve.workspace_quota.1 is not valid. Expected',
    ],
    ['serve', 'serve:\n  data:', 'serve.data must be text, a number, or { variable: NAME }'],
    ['serve', 'serve: [1]', ':1: serve must be a mapping of options'],
    ['serve', '- 1', ':1: expected a mapping with the sections serve and conform'],
    ['serve', 'serve:\n  data: x\n  database: y', ':2: serve.data cannot be used with database; remove one of them'],
    ['serve', 'serve:\n  operator_token: { variable: FLEETKIT_NONE }', 'FLEETKIT_NONE, which is not set'],
    ['serve', 'serve:\n  operator_token: { variable: a b }', 'must name an environment variable'],
    ['serve', 'serve:\n  operator_token: secret 1', ':2: serve.operator_token is not valid. Expected 16 to 256'],
    ['serve', 'serve: {port: 1', ':1: not YAML'],
    ['conform', 'conform:\n  key: [a=secret-key]', ':2: conform.key is not allowed, because a file contains no key'],
    ['conform', 'conform:\n  target: x\n  bindngs: {}', ':3: unknown member "bindngs"; did you mean "bindings"?'],
    ['conform', 'conform:\n  config_file: x', 'unknown member "config_file"'],
  ])('in %s: %s', async (section, text, expected) => {
    write(text);
    const message = await readOptions(section);
    expect(message).toContain(expected);
    expect(message).toMatch(/^fleetkit\.config\.yaml:\d: /);
    expect(message).not.toContain('secret');
  });

  test.each([
    ['fleetkit.config.mjs', 'export const serve = {};', 'has no default export'],
    ['fleetkit.config.mjs', 'throw new Error("no");', 'cannot be loaded: no'],
    ['fleetkit.config.mjs', 'export default { serve: { port: "x" } };', 'fleetkit.config.mjs: serve.port is not valid'],
    ['fleetkit.config.mjs', 'const a = {}; a.a = a; export default a;', 'nested too deep'],
    ['fleetkit.config.json', `${'['.repeat(100_000)}`, 'nested too deep'],
    ['fleetkit.config.yaml', `a: &a [1,1]\n${'b: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n'}`.repeat(2), 'not YAML'],
  ])('%s with: %s', async (name, text, expected) => {
    write(text, name);
    expect(await readOptions('serve')).toContain(expected);
  });

  test('two files, and a named file that does not exist', async () => {
    write('', 'fleetkit.config.json');
    write('', 'fleetkit.config.ts');
    expect(await readOptions('serve')).toContain('several config files: fleetkit.config.json, fleetkit.config.ts');
    expect(await readOptions('serve', '--config-file', 'none.yaml')).toBe('the config file "none.yaml" cannot be read');
  });
});

describe('the JSON Schema', () => {
  const isValid = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(ROOT, 'docs/fleetkit.config.schema.json'), 'utf8')),
  );

  test.each([
    'serve: { port: 4501, hosted: true, fleet: [a.yaml], operator_token: { variable: TOKEN } }',
    '$schema: ./node_modules/fleetkit/docs/fleetkit.config.schema.json\nconform:\n  depth: quick\n  keys: { east: { variable: EAST, sees: { terminals: 8 } } }\n  bindings: { transactions: { rows: /items/* } }',
    'serve:\nconform:\n  bindings:\n    transactions:',
  ])('accepts %s', (text) => {
    expect(isValid(parse(text))).toBe(true);
  });

  test.each(['serve: { prt: 1 }', 'serve: { log: loud }', 'conform: { key: [a=b] }', 'serve: { hosted: 1 }', 'a: 1'])(
    'rejects %s',
    (text) => {
      expect(isValid(parse(text))).toBe(false);
    },
  );

  test('has every option that collects values marked as repeatable', async () => {
    const { commands } = await createProgram();
    const collecting = commands
      .filter((command) => ['serve', 'conform'].includes(command.name()))
      .flatMap((command) => [...listConfigOptions(command).values()])
      .filter(({ parseArg }) => /\bbefore\b/.test(String(parseArg)));
    expect(collecting.length).toBeGreaterThan(8);
    expect(collecting.filter(({ description }) => !/repeatable|separated by commas/.test(description))).toEqual([]);
  });
});

test('the guide shows valid files', async () => {
  const guide = readFileSync(join(ROOT, 'docs/config-file.md'), 'utf8');
  const [yaml = ''] = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
  write(yaml);
  process.env.ACME_OPERATOR_TOKEN = 'a-token-of-16-or-more';
  expect(await readOptions('serve')).toMatchObject({ port: 4500, seed: 7, magicAmounts: true });
  expect(await readOptions('conform')).toMatchObject({ depth: 'thorough' });
  rmSync('fleetkit.config.yaml');
  write(/```ts\n(.*?)```/s.exec(guide)?.[1] ?? '', 'fleetkit.config.ts');
  expect(await readOptions('serve')).toMatchObject({ port: 4500 });
  delete process.env.ACME_OPERATOR_TOKEN;
});
