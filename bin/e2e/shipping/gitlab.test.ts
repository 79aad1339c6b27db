import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { isThorough, sample } from '../../../base/testing/depth.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Sandbox, startSandbox } from '../../library/index.ts';
import { COMMAND } from '../testing/built-code.ts';
import { readOptions } from './testing/command-options.ts';
import { readDockerfile } from './testing/dockerfile.ts';
import { startFaultyTarget } from './testing/faulty-target.ts';

/* Runs the script of the GitLab template against a sandbox in this process. */

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'deploy/gitlab/fleetkit-conform.yml'), 'utf8');

interface Header {
  readonly spec: {
    readonly inputs: Readonly<
      Record<string, { readonly description: string; readonly default?: string; readonly options?: readonly string[] }>
    >;
  };
}

interface Job {
  readonly stage: string;
  readonly image: { readonly name: string; readonly entrypoint: readonly string[] };
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly [string];
  readonly artifacts: {
    readonly when: string;
    readonly paths: readonly [string];
    readonly reports: Readonly<Record<string, string>>;
  };
}

const header: Header = parseAllDocuments(text)[0]?.toJS(); // the tests read the members
const { inputs } = header.spec;

/** Returns the job as GitLab makes it: with inputs in place of `$[[ inputs.name ]]`. */
function readJob(given: Readonly<Record<string, string>>): Job {
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`the template has no input ${unknown.join(', ')}`);
  const filled = text.replace(
    /\$\[\[ inputs\.([\w-]+) \]\]/g,
    (_, name: string) => given[name] ?? inputs[name]?.default ?? '',
  );
  const jobs = parseAllDocuments(filled)[1]?.toJS() as Readonly<Record<string, Job>>; // the tests read the members
  const [job] = Object.values(jobs);
  if (job === undefined) throw new Error('the template has no job');
  return job;
}

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-gitlab-'));
const programs = join(folder, 'programs');
let sandbox: Sandbox;
let faulty: Awaited<ReturnType<typeof startFaultyTarget>>;

beforeAll(async () => {
  sandbox = await startSandbox();
  faulty = await startFaultyTarget(sandbox);
  mkdirSync(programs);
  // Replaces the command of an image of fleetkit.
  writeFileSync(join(programs, 'fleetkit'), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`, {
    mode: 0o755,
  });
});

afterAll(async () => {
  await faulty.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

interface JobRun {
  readonly code: number;
  readonly log: string;
  /** Reads a file of the project folder as JSON. */
  read(path: string): unknown;
  has(path: string): boolean;
}

/** Runs the script of the job with an input for the address of the sandbox and few checks, with the kit in `kitFolder`. */
function run(given: Readonly<Record<string, string>>, kitFolder = programs): Promise<JobRun> {
  const job = readJob({ url: sandbox.url, args: '--only=limit/*', ...given });
  const project = mkdtempSync(join(folder, 'project-'));
  const env = {
    PATH: [kitFolder, dirname(process.execPath), process.env.PATH].join(delimiter),
    NO_COLOR: '1',
    FLEETKIT_KEYS: `admin=${sandbox.keys.usr_hb_admin}`,
    ...job.variables,
  };
  return new Promise((resolve) => {
    execFile('sh', ['-c', job.script[0]], { cwd: project, env }, (error, stdout, stderr) => {
      resolve({
        code: error === null ? 0 : Number(error.code),
        log: stdout + stderr,
        read: (path) => JSON.parse(readFileSync(join(project, path), 'utf8')),
        has: (path) => existsSync(join(project, path)),
      });
    });
  });
}

const { artifacts } = readJob({ url: 'https://portal.example' });

describe('the template', () => {
  test('passes every input to the job, in its variables and not in the script', () => {
    for (const [name, { description }] of Object.entries(inputs)) {
      expect(description).toMatch(/\.$/);
      expect(text).toContain(`$[[ inputs.${name} ]]`);
    }
    expect(readJob({ url: 'https://portal.example', args: 'CANARY' }).script[0]).not.toContain('CANARY');
    expect(Object.values(readJob({ url: 'CANARY' }).variables)).toContain('CANARY');
  });

  test('has defaults that agree with the package and the image', async () => {
    expect(inputs.version?.default).toBe(packageJson.version);
    expect(inputs.image?.default).toBe(readDockerfile()[0]?.image);
    const depth = (await readOptions('conform')).get('--depth');
    expect(inputs.depth?.default).toBe(depth);
  });

  test('uploads the reports of every run', () => {
    expect(artifacts.when).toBe('always');
    expect(Object.keys(artifacts.reports)).toEqual(['junit', 'codequality']);
    for (const file of Object.values(artifacts.reports)) expect(file.startsWith(artifacts.paths[0])).toBe(true);
  });
});

test.runIf(isThorough)('passes on a service that conforms, with reports for GitLab', async () => {
  const passing = await run({});
  expect(passing.code).toBe(0);
  expect(Object.values(artifacts.reports).filter((file) => !passing.has(file))).toEqual([]);
  expect(passing.read(artifacts.reports.codequality ?? '')).toEqual([]);
  expect(passing.log).not.toContain(sandbox.keys.usr_hb_admin);
});

test('fails on a service with a fault, which is a finding of code quality', async () => {
  const failing = await run({ url: faulty.url });
  expect(failing.code).toBe(1);
  expect(failing.log).toContain('limit/restricts-the-rows');
  expect(failing.read(artifacts.reports.codequality ?? '')).toContainEqual({
    description: expect.stringContaining('(limit/restricts-the-rows)'),
    check_name: 'limit/restricts-the-rows',
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    severity: 'major',
    location: { path: '.gitlab-ci.yml', lines: { begin: 1 } },
  });
});

test.runIf(isThorough)('fails with rules that cannot be verified', async () => {
  expect((await run({ args: '--only=auth/writes-need-a-key' })).code).toBe(4);
});

test.each([
  ['unverified', { succeeding: [0], failing: [1, 4, 5] }],
  ['violation', { succeeding: [0, 4], failing: [1, 3] }],
  ['never', { succeeding: [0, 1, 4, 5], failing: [2, 70] }],
])('fail-on %s decides by the exit code of the kit', async (failOn, { succeeding, failing }) => {
  const exiting = mkdtempSync(join(folder, 'exiting-'));
  for (const code of [...succeeding, ...failing]) {
    writeFileSync(join(exiting, 'fleetkit'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
    expect((await run({ 'fail-on': failOn }, exiting)).code).toBe(succeeding.includes(code) ? 0 : code);
  }
});

test.each([
  ['url', 'portal.example', 'the input url is not valid'],
  ['args', '--key=east=secret', 'contains a key'],
  ['args', '--only=limit/* -fhtml', 'contains a format'],
  ['args', 'list', 'not an option'],
  ['fail-on', 'sometimes', 'the input fail-on is not valid'],
])('refuses %s %s', async (name, value, message) => {
  const refused = await run({ [name]: value });
  expect([refused.code, refused.log]).toEqual([2, expect.stringContaining(message)]);
});

test('does not run text of an input as a command', async () => {
  const injected = `$(touch ${folder}/injected)`;
  for (const name of sample(['url', 'config', 'baseline', 'depth', 'args', 'fail-on'], 2))
    await run({ [name]: injected });
  expect(existsSync(join(folder, 'injected'))).toBe(false);
});
