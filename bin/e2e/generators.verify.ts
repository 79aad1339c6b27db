import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../library/start-sandbox.ts';

/*
 * Runs the tools that docs/typed-clients.md names on every contract that `fleetkit spec` prints. Each generator creates a
 * client with its default options, the TypeScript compiler accepts it in strict mode, and the program of the guide runs
 * with it against a sandbox. Each linter accepts the contracts with its default rules.
 */

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const project = mkdtempSync(join(tmpdir(), 'fleetkit-clients-'));
const run = promisify(execFile);

interface Generator {
  readonly name: string;
  /** The npm package, and the name of its command. */
  readonly tool: string;
  readonly command: string;
  /** Packages that the generated code imports. */
  readonly needs: readonly string[];
  /** Returns the arguments to create a client in `folder` from the contract in `file`. */
  readonly options: (file: string, folder: string) => readonly string[];
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    tool: 'openapi-typescript',
    command: 'openapi-typescript',
    needs: ['openapi-fetch'],
    options: (file, folder) => [file, '-o', `${folder}/schema.d.ts`],
  },
  {
    name: 'orval',
    tool: 'orval',
    command: 'orval',
    needs: ['axios'],
    options: (file, folder) => ['--input', file, '--output', `${folder}/client.ts`],
  },
  {
    name: 'hey-api',
    tool: '@hey-api/openapi-ts',
    command: 'openapi-ts',
    needs: [],
    options: (file, folder) => ['-i', file, '-o', folder],
  },
];

/** The options of `fleetkit spec`, by the name of the contract that it prints. */
const contracts = { service: [], public: ['--public'], sandbox: ['--sandbox'] } as const;

const compilerOptions = {
  strict: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  outDir: 'out',
};

beforeAll(async () => {
  symlinkSync(modules, join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  for (const [name, options] of Object.entries(contracts)) {
    const fleetkit = [join(root, 'bin/cli.ts'), 'spec', ...options];
    const { stdout } = await run(process.execPath, fleetkit, { maxBuffer: 2 ** 25 });
    writeFileSync(join(project, `${name}.json`), stdout);
  }
});
afterAll(() => rmSync(project, { recursive: true }));

/** Returns the path of the program in the `bin` of an installed package. */
function findProgram(tool: string, command: string): string {
  const { bin } = JSON.parse(readFileSync(join(modules, tool, 'package.json'), 'utf8'));
  return join(modules, tool, typeof bin === 'string' ? bin : bin[command]);
}

/** Runs a program in the project. Rejects with its output if it fails. */
async function runProgram(file: string, given: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const settings = { cwd: project, env: { ...process.env, ...env }, maxBuffer: 2 ** 25 };
  return run(process.execPath, [file, ...given], settings).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => Promise.reject(new Error(`${stdout}${stderr}`)), // what execFile rejects with
  );
}

/** Skips a test, with a message, if a required package is not installed. */
function skipWithout(packages: readonly string[], name: string, skip: (note: string) => void): void {
  const missing = packages.filter((one) => !existsSync(join(modules, one)));
  if (missing.length === 0) return;
  const reason = `${missing.join(' and ')} must be installed: run npm ci`;
  console.warn(`Skipped ${name}: ${reason}.`);
  skip(reason);
}

test.for(generators)('generates a client with $name that compiles and runs', async (generator, { skip }) => {
  const { name, tool, command, needs, options } = generator;
  skipWithout([tool, ...needs], name, skip);

  for (const contract of Object.keys(contracts)) {
    const folder = contract === 'service' ? `src/${name}` : `src/${name}-${contract}`;
    mkdirSync(join(project, folder), { recursive: true });
    await runProgram(findProgram(tool, command), options(`${contract}.json`, folder));
  }
  copyFileSync(join(root, 'docs/clients', `${name}.ts`), join(project, 'src', `${name}.ts`));
  const files = { compilerOptions, include: [`src/${name}*`] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(files));
  await runProgram(findProgram('typescript', 'tsc'), ['-p', project]);

  const sandbox = await startSandbox({ port: 0 });
  try {
    const env = { BASE_URL: sandbox.url, API_KEY: 'sbx-northway-admin' };
    const output = await runProgram(join(project, 'out', `${name}.js`), [], env);
    expect(output.trimEnd().split('\n')).toEqual([
      'amounts 500.00 490.00 470.00',
      'dispute open true',
      'derived true 1',
      'problem 404 not_found',
      'feed true true',
    ]);
  } finally {
    await sandbox.close();
  }
});

const linters = [
  { tool: '@redocly/cli', command: 'redocly', options: ['--extends', 'recommended-strict'] },
  {
    tool: '@stoplight/spectral-cli',
    command: 'spectral',
    options: ['--ruleset', 'ruleset.json', '--fail-severity', 'hint'],
  },
];

test.for(linters)(
  '$command accepts every contract with its default rules',
  async ({ tool, command, options }, { skip }) => {
    skipWithout([tool], command, skip);
    writeFileSync(join(project, 'ruleset.json'), '{ "extends": ["spectral:oas"] }');
    const files = Object.keys(contracts).map((contract) => `${contract}.json`);
    await runProgram(findProgram(tool, command), ['lint', ...files, ...options], { REDOCLY_TELEMETRY: 'off' });
  },
);
