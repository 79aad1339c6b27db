import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inferBindings, loadConfig, type Transport } from '../../conformance/index.ts';
import { bankingService, goService } from '../../lab/independent/services.ts';
import { type ServedTarget, serveTarget } from '../../lab/targets/serve.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { type CommandResult, runFleetkit } from './testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-conform-init-'));
const open: ServedTarget[] = [];

/** A target on loopback, until the tests end. */
async function serve(transport: Transport): Promise<string> {
  const one = await serveTarget(transport);
  open.push(one);
  return one.baseUrl;
}
afterAll(async () => {
  for (const one of open) await one.close();
});

/** Runs `fleetkit conform` with the keys given, by name. */
function conform(args: readonly string[], keys: ReadonlyMap<string, string> = new Map()): Promise<CommandResult> {
  const named = [...keys].map(([name, key]) => [`FLEETKIT_KEY_${name.toUpperCase().replaceAll('-', '_')}`, key]);
  const all = keys.size === 0 ? {} : { FLEETKIT_KEYS: [...keys].map((pair) => pair.join('=')).join(',') };
  return runFleetkit(['conform', ...args], { env: { ...all, ...Object.fromEntries(named) } });
}

const pickKeys = (keys: ReadonlyMap<string, string>, ...names: string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, keys.get(name) ?? '']));

const SHAPES = [
  { name: 'banking', target: bankingService.open(), keys: pickKeys(bankingService.keys, 'PSADM01', 'GCADM01') },
  {
    name: 'go-minor-units',
    target: goService.open(),
    keys: pickKeys(goService.keys, 'coastline_administrator', 'kauri_administrator'),
  },
] as const;

interface Report {
  readonly bindings: { readonly origin: string; readonly contract: string; readonly missing: readonly string[] };
  readonly results: readonly { readonly id: string; readonly outcome: string }[];
}
const parseReport = ({ stdout }: CommandResult): Report => JSON.parse(stdout);
const listOutcomes = (report: Report) => report.results.map(({ id, outcome }) => [id, outcome]);

describe.each(SHAPES)('a service in the shape of $name', ({ name, target, keys }) => {
  const file = join(folder, `${name}.yaml`);
  let url: string;
  let written: CommandResult;
  beforeAll(async () => {
    url = await serve(target);
    written = await conform(['init', url, '--output', file], keys);
  });

  test('gets a config with the bindings found and without keys', () => {
    expect([written.code, written.stderr]).toEqual([0, '']);
    expect(written.stdout).toMatch(/^Found: \d\d certain, \d\d likely and \d guessed bindings/);
    expect(written.stdout).toContain(`fleetkit conform --config-file ${file}`);
    const text = readFileSync(file, 'utf8');
    for (const key of keys.values()) expect(text + written.stdout).not.toContain(key);
  });

  test('gets a config with the expected bindings', async () => {
    const found = await inferBindings({ target: url, keys });
    const read = loadConfig(readFileSync(file, 'utf8'), file);
    if ('problem' in found || 'problem' in read) throw new Error('nothing was found, or the config cannot be read');
    const sure = Object.entries(found.bindings.entries).filter(([, { confidence }]) => confidence !== 'guess');
    expect(sure.length).toBeGreaterThan(60);
    const inConfig = Object.entries(read.config.bindings?.entries ?? {});
    expect(inConfig.map(([slot, { value }]) => [slot, value]).sort()).toEqual(
      sure.map(([slot, { value }]) => [slot, value]).sort(),
    );
  });

  test('gets the same verdicts with its config as without, and violates no rule', async () => {
    const report = ['-f', 'json', '-q'];
    const byConfig = parseReport(await conform(['--config', file, ...report], keys));
    const inPassing = parseReport(await conform([url, ...report], keys));
    expect(byConfig.bindings).toMatchObject({ origin: 'config', contract: 'published' });
    expect(inPassing.bindings).toMatchObject({ origin: 'inferred', contract: 'published' });
    expect(listOutcomes(byConfig)).toEqual(listOutcomes(inPassing));
    expect(listOutcomes(inPassing).filter(([, outcome]) => outcome === 'fail')).toEqual([]);
    expect(listOutcomes(inPassing).filter(([, outcome]) => outcome === 'pass').length).toBeGreaterThan(50);
  });
});

test('keys of the command line and of FLEETKIT_KEYS replace those of a config', async () => {
  const file = join(folder, 'keys.yaml');
  writeFileSync(file, 'keys: { east: FLEETKIT_NO_SUCH_KEY }\n');
  const expectUnreachable = async (more: readonly string[], env: ReadonlyMap<string, string>) =>
    expect(await conform(['http://127.0.0.1:9', '--config', file, ...more], env)).toMatchObject({ code: 3 });
  await expectUnreachable([], new Map([['west', 'a-key-of-the-environment']]));
  await expectUnreachable(['--key', 'west=a-key'], new Map());
});

test('the guide quotes the written config', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/judging-a-deployment.md'), 'utf8');
  const [, quoted = ''] = /<!-- written by conform init: go-minor-units -->\n```yaml\n(.*?)```/s.exec(guide) ?? [];
  const lines = quoted.split('\n').filter((line) => line !== '');
  const written = readFileSync(join(folder, 'go-minor-units.yaml'), 'utf8').split('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !written.includes(line))).toEqual([]);
});

describe("a service in the shape of the kit's contract", () => {
  let sandbox: RunningSandbox;
  const keys = new Map([
    ['admin', 'sbx-northway-admin'],
    ['redline', 'sbx-redline-admin'],
  ]);
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());

  test('needs no bindings, and the config states that', async () => {
    const { code, stdout, stderr } = await conform(['init', sandbox.url, '--output', '-'], keys);
    expect([code, stderr]).toEqual([0, expect.stringContaining('no bindings needed')]);
    const read = loadConfig(stdout, 'written');
    expect(read).toMatchObject({ config: { target: sandbox.url, contract: 'builtin' } });
    expect(stdout).not.toContain('bindings:');
  });

  test('is validated against the selected contract', async () => {
    const only = ['-f', 'json', '-q', '--only', 'contract/responses-keep-the-builtin-contract', '--only', 'portal/*'];
    const contract = join(folder, 'contract.json');
    const portal = { get: { responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } } } };
    writeFileSync(contract, JSON.stringify({ openapi: '3.1.0', paths: { '/v1/portal': portal } }));
    const ofSmallFleet = new Map([['owner', 'sbx-delgado-owner']]);
    const outcome = async (choice: string) => {
      const report = parseReport(await conform([sandbox.url, '--contract', choice, ...only], ofSmallFleet));
      return [report.bindings.contract, report.results.find(({ id }) => id.startsWith('contract/'))?.outcome];
    };
    expect(await outcome('builtin')).toEqual(['builtin', 'pass']);
    expect(await outcome('published')).toEqual(['published', 'not-applicable']);
    expect(await outcome(contract)).toEqual(['file', 'warning']);
  });
});

describe('fleetkit conform init', () => {
  const keys = pickKeys(goService.keys, 'coastline_administrator');
  const correct = goService.open();

  test('prints only the config to standard output, and notes to standard error', async () => {
    const { code, stdout, stderr } = await conform(['init', await serve(correct), '--output', '-'], keys);
    expect(code).toBe(0);
    expect(loadConfig(stdout, 'written')).toHaveProperty('config.bindings');
    expect(stderr).toMatch(/^Found: /);
  });

  test('does not overwrite an existing file and sends no request', async () => {
    const file = join(folder, 'mine.yaml');
    writeFileSync(file, '# mine\n');
    let requests = 0;
    const url = await serve((request) => {
      requests += 1;
      return correct(request);
    });
    const { code, stderr } = await conform(['init', url, '--output', file], keys);
    expect([code, stderr]).toEqual([2, expect.stringContaining('already exists')]);
    expect([requests, readFileSync(file, 'utf8')]).toEqual([0, '# mine\n']);
  });

  test('exits 2 without a key', async () => {
    const { code, stderr } = await conform(['init', 'http://127.0.0.1:9', '--output', '-']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no key given')]);
  });

  test('infers from names and responses without a published document, and states that', async () => {
    const silent: Transport = (request) =>
      request.url.endsWith('/public-openapi.json')
        ? Promise.resolve({ status: 404, headers: [], body: new Uint8Array() })
        : correct(request);
    const { code, stdout, stderr } = await conform(['init', await serve(silent), '--output', '-'], keys);
    expect([code, stderr]).toEqual([0, expect.stringContaining('The service publishes no readable OpenAPI document')]);
    expect(loadConfig(stdout, 'written')).toMatchObject({
      config: { bindings: { entries: { 'transactions.amount_completed': { value: '/amount_completed' } } } },
    });
  });

  const page: Transport = () =>
    Promise.resolve({
      status: 200,
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from('<!doctype html><title>Log in</title>'),
    });
  const refusing: Transport = () =>
    Promise.resolve({ status: 401, headers: [['Content-Type', 'application/json']], body: Buffer.from('{}') });
  test.each([
    ['shows a page to log in', page, 'returned an HTML page (200)'],
    ['refuses every key', refusing, 'no key can read anything'],
  ])('exits 3 when the target %s, and writes nothing', async (_, transport, expectedText) => {
    const file = join(folder, 'never.yaml');
    const { code, stderr } = await conform(['init', await serve(transport), '--output', file], keys);
    expect([code, stderr]).toEqual([3, expect.stringContaining(expectedText)]);
    expect(existsSync(file)).toBe(false);
  });

  test('exits 3 for an unreachable target', async () => {
    const gone = await serveTarget(correct);
    await gone.close();
    const { code, stderr } = await conform(['init', gone.baseUrl, '--output', '-'], keys);
    expect([code, stderr]).toEqual([3, expect.stringContaining('cannot reach the target')]);
  });
});

describe('an invalid config exits 2', () => {
  test.each([
    [
      'a misspelt topic',
      'bindings:\n  transaction: {}',
      ':2: unknown member "transaction"; did you mean "transactions"?',
    ],
    [
      'a misspelt binding',
      'bindings:\n  disputes:\n    reviewr: /x',
      ':3: unknown member "reviewr"; did you mean "reviewer"?',
    ],
    [
      'a key in place of its variable',
      'keys:\n  east: sk-live-1',
      ':2: keys.east must be the name of an environment variable',
    ],
    ['a variable that is not set', 'keys:\n  east: FLEETKIT_NO_SUCH_KEY', 'FLEETKIT_NO_SUCH_KEY, which is not set'],
    ['a contract that is not there', 'contract: nowhere.json', 'cannot be read'],
  ])('%s', async (_, text, expectedText) => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, `${text}\n`);
    const { code, stderr, stdout } = await conform(['http://127.0.0.1:9', '--config', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(expectedText)]);
    expect(stdout + stderr).not.toContain('sk-live');
  });

  test('a missing config file', async () => {
    const { code, stderr } = await conform(['http://127.0.0.1:9', '--config', join(folder, 'none.yaml')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
  });
});
