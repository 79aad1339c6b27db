import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { type Sandbox, startSandbox } from '../../library/index.ts';
import { readOptions } from './testing/command-options.ts';
import { type ActionRun, readAction, runAction } from './testing/composite-action.ts';
import { startFaultyTarget } from './testing/faulty-target.ts';

/* Runs the shell steps of the GitHub Action against a sandbox in this process. */

const root = join(import.meta.dirname, '../../..');
const { inputs, runs } = readAction(root);
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-action-'));
let sandbox: Sandbox;
let faulty: Awaited<ReturnType<typeof startFaultyTarget>>;
let keys: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  faulty = await startFaultyTarget(sandbox);
  keys = `admin=${sandbox.keys.usr_hb_admin}`;
});

afterAll(async () => {
  await faulty.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Runs the action on few checks. */
const run = (given: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): Promise<ActionRun> =>
  runAction({
    action: root,
    folder,
    inputs: { url: sandbox.url, keys, args: '--only=limit/*', ...given },
    env,
  });

/** Returns the log without the commands that mask a text. */
const withoutMasks = (log: string): string => log.replaceAll(/^::add-mask::.*$/gm, '');

describe('action.yml', () => {
  test('passes inputs to shell steps in the environment, never in the script', () => {
    const scripts = runs.steps.flatMap((step) => step.run ?? []);
    expect(scripts).toHaveLength(3);
    for (const script of scripts) {
      expect(script).not.toContain('${{');
      expect(script).toMatch(/^set -euo pipefail\n/);
    }
  });

  test('uses every input, describes it, and gives it a default', () => {
    const text = readFileSync(join(root, 'action.yml'), 'utf8');
    for (const [name, { description, default: value }] of Object.entries(inputs)) {
      expect(description).toMatch(/\.$/);
      expect(typeof value).toBe('string');
      expect(text).toMatch(new RegExp(`\\$\\{\\{.*inputs\\.${name}\\b.*\\}\\}`));
    }
  });

  test('uses actions of a known version', () => {
    const used = runs.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(2);
    for (const uses of used) expect(uses).toMatch(/^[\w-]+\/[\w/-]+@v\d+$/);
  });

  test('calls the kit with options that exist', async () => {
    const known = await readOptions('conform');
    const script = runs.steps.find(({ id }) => id === 'run')?.run ?? '';
    const named = [...script.matchAll(/(?:options\+?=\(|^\s*|conform .*)(--[a-z-]+) /gm)].map(([, option]) => option);
    expect(named).toEqual(expect.arrayContaining(['--depth', '--config', '--baseline', '--format']));
    expect(named.filter((option = '') => !known.has(option))).toEqual([]);
  });
});

describe('on a service that conforms', () => {
  let passing: ActionRun;
  beforeAll(async () => {
    passing = await run({});
  });

  test('succeeds, with the counts of the report', () => {
    expect([passing.ok, passing.outputs['exit-code']]).toEqual([true, '0']);
    const report = JSON.parse(readFileSync(join(passing.outputs.reports ?? '', 'report.json'), 'utf8'));
    expect(report.counts.pass).toBeGreaterThan(0);
    expect(passing.outputs).toMatchObject({ passed: String(report.counts.pass), failed: '0', unverified: '0' });
  });

  test('writes the summary, annotations and all reports', () => {
    expect(passing.summary).toMatch(/^## .*Conformance of/);
    expect(passing.log).toMatch(/^::notice title=conformance%3A exit 0::/m);
    expect(readdirSync(passing.outputs.reports ?? '').sort()).toEqual(
      ['report.html', 'report.json', 'report.md', 'report.sarif', 'report.xml'].sort(),
    );
  });

  test('sets up Node.js and uploads the reports, but no findings without the input', () => {
    expect(passing.used.map(readName)).toEqual(['actions/setup-node', 'actions/upload-artifact']);
    expect(passing.used.at(-1)?.with).toEqual({ name: 'fleetkit-conformance', path: passing.outputs.reports });
  });

  test('prints no key, except to mask it', () => {
    const key = sandbox.keys.usr_hb_admin ?? '';
    expect(passing.log).toContain(`::add-mask::${key}\n`);
    expect(withoutMasks(passing.log)).not.toContain(key);
    expect(passing.summary).not.toContain(key);
  });
});

/** Returns the name of a used action, without its tag or, in a release, its commit. */
const readName = ({ uses = '' }: { readonly uses?: string | undefined }): string => uses.replace(/@.*/, '');

describe('on a service with a fault', () => {
  let failing: ActionRun;
  beforeAll(async () => {
    failing = await run({ url: faulty.url, sarif: 'true', artifact: '' });
  });

  test('fails after it has written the summary, with exit code and counts', () => {
    expect([failing.ok, failing.outputs['exit-code']]).toEqual([false, '1']);
    expect(Number(failing.outputs.failed)).toBeGreaterThan(0);
    expect(failing.summary).toContain('limit/restricts-the-rows');
    expect(failing.log).toMatch(/^::error title=limit\/restricts-the-rows::/m);
  });

  test('uploads the findings and no artifact, as requested', () => {
    expect(failing.used.map(readName)).toEqual(['actions/setup-node', 'github/codeql-action/upload-sarif']);
    expect(existsSync(failing.used.at(-1)?.with.sarif_file ?? '')).toBe(true);
  });

  test('succeeds if the failure is in the baseline', async () => {
    writeFileSync(
      join(folder, 'known.yaml'),
      'failures:\n  - check: limit/restricts-the-rows\n    reason: Paging is rewritten\n',
    );
    const known = await run({ url: faulty.url, baseline: 'known.yaml', args: '--only=limit/restricts-the-rows' });
    expect([known.ok, known.outputs['exit-code']]).toEqual([true, '0']);
  });
});

test('fails with rules that cannot be verified, and outputs their number', async () => {
  const undecided = await run({ args: '--only=auth/writes-need-a-key' });
  expect([undecided.ok, undecided.outputs['exit-code'], undecided.outputs.unverified]).toEqual([false, '4', '1']);
});

describe('with a kit that only records its call and exits', () => {
  const place = join(folder, 'recording');
  beforeAll(() => {
    const kit = join(place, 'node_modules/fleetkit/bin');
    mkdirSync(kit, { recursive: true });
    const call = '{ args: process.argv.slice(2), keys: process.env.FLEETKIT_KEYS }';
    writeFileSync(
      join(kit, 'fleetkit.js'),
      `require('node:fs').writeFileSync('call.json', JSON.stringify(${call})); process.exit(Number(process.env.EXIT_CODE));`,
    );
  });

  const record = async (given: Readonly<Record<string, string>>, code = 0) => {
    const ended = await run(
      { version: 'installed', 'working-directory': 'recording', ...given },
      { EXIT_CODE: `${code}` },
    );
    return { ...ended, call: JSON.parse(readFileSync(join(place, 'call.json'), 'utf8')) };
  };

  test.each([
    ['unverified', { succeeding: [0], failing: [1, 3, 4, 5] }],
    ['violation', { succeeding: [0, 4], failing: [1, 2, 5] }],
    ['never', { succeeding: [0, 1, 4, 5], failing: [2, 3, 70] }],
  ])('fail-on %s decides by the exit code, which is an output', async (failOn, { succeeding, failing }) => {
    for (const code of [...sample(succeeding, 2), ...sample(failing, 1)]) {
      const { ok, outputs } = await record({ 'fail-on': failOn }, code);
      expect([code, ok, outputs['exit-code']]).toEqual([code, succeeding.includes(code), String(code)]);
    }
  });

  test('accepts several keys, one per line or separated by commas, and options of several lines', async () => {
    const other = `redline=${sandbox.keys.usr_redline}`;
    for (const given of [`${keys}\n${other}\n`, `${keys},${other}`]) {
      const { call } = await record({ keys: given, args: '--only=limit/*\n--skip=limit/keeps-the-top-rows\n' });
      expect(call.keys).toBe(`${keys},${other}`); // the kit's own format
      expect(call.args).toEqual(expect.arrayContaining(['--only=limit/*', '--skip=limit/keeps-the-top-rows']));
    }
  });
});

describe('with inputs', () => {
  test('fails without a result if the target cannot be reached, also with fail-on never', async () => {
    const { ok, outputs } = await run({ url: 'http://127.0.0.1:9', 'fail-on': 'never' });
    expect([ok, outputs['exit-code']]).toEqual([false, '3']);
  });

  const refused = [
    ['url', 'portal.example', 'the input url is not valid'],
    ['url', '--key=secret', 'the input url is not valid'],
    ['args', '--key=east=secret', 'contains a key'],
    ['args', '-k', 'contains a key'],
    ['args', '--format=html=x.html', 'contains a format'],
    ['args', 'limit/*', 'not an option'],
    ['version', 'latest; echo injected', 'the input version is not valid'],
    ['fail-on', 'sometimes', 'the input fail-on is not valid'],
  ] as const;

  test.each(refused)('refuses %s %s', async (name, value, message) => {
    const { ok, log } = await run({ [name]: value });
    expect(ok).toBe(false);
    expect(log).toMatch(new RegExp(`^::error title=fleetkit::.*${message}`, 'm'));
    expect(log).not.toMatch(/^injected/m);
  });

  test('does not run text of an input as a command', async () => {
    const text = `$(touch ${folder}/injected)\`touch ${folder}/injected\`"; touch ${folder}/injected; "`;
    for (const name of ['url', 'keys', 'config', 'baseline', 'depth', 'args', 'version', 'fail-on'])
      await run({ [name]: text });
    expect(existsSync(join(folder, 'injected'))).toBe(false);
  }, 120_000);

  test('uses the kit of the working directory with version installed', async () => {
    mkdirSync(join(folder, 'with/node_modules'), { recursive: true });
    mkdirSync(join(folder, 'without'));
    symlinkSync(root, join(folder, 'with/node_modules/fleetkit'));
    const installed = await run({ version: 'installed', 'working-directory': 'with' });
    expect([installed.ok, installed.outputs['exit-code']]).toEqual([true, '0']);
    const absent = await run({ version: 'installed', 'working-directory': 'without' });
    expect([absent.ok, absent.log]).toEqual([false, expect.stringContaining('run npm ci before this step')]);
  });
});

test('shell steps have no finding of shellcheck, if it is installed', ({ skip }) => {
  try {
    execFileSync('shellcheck', ['--version'], { stdio: 'ignore' });
  } catch {
    return skip('shellcheck is not installed');
  }
  for (const script of runs.steps.flatMap((step) => step.run ?? []))
    execFileSync('shellcheck', ['--shell=bash', '--exclude=SC2016', '-'], { input: script }); // SC2016: JavaScript in quotes
});
