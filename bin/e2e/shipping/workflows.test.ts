import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../../package.json' with { type: 'json' };

/* Checks the workflows of GitHub: their form, what they refer to, and that they run what a developer runs. */

const root = join(import.meta.dirname, '../../..');
const files = globSync('.github/workflows/*.yml', { cwd: root }).sort();

interface Job {
  readonly needs?: string;
  readonly 'runs-on': string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (file: string): Workflow => parse(readFileSync(join(root, file), 'utf8')) as Workflow; // the schema is checked below

const TEXT = { type: 'string', minLength: 1 };
const TEXTS_BY_NAME = { type: 'object', additionalProperties: TEXT };
const BRANCHES = {
  type: 'object',
  additionalProperties: false,
  properties: { branches: { type: 'array', items: TEXT, minItems: 1 } },
};

/** The members of a workflow that these files use, by the workflow syntax of GitHub. Any other member is probably misspelled. */
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'on', 'permissions', 'jobs'],
  properties: {
    name: TEXT,
    on: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: { push: BRANCHES, pull_request: BRANCHES },
    },
    permissions: {
      type: 'object',
      additionalProperties: false,
      properties: { contents: { enum: ['read', 'none'] } },
    },
    jobs: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[A-Za-z_][\\w-]*$' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['runs-on', 'timeout-minutes', 'steps'],
        properties: {
          needs: TEXT,
          'runs-on': TEXT,
          'timeout-minutes': { type: 'integer', minimum: 1, maximum: 360 },
          strategy: {
            type: 'object',
            additionalProperties: false,
            required: ['matrix'],
            properties: {
              'fail-fast': { type: 'boolean' },
              matrix: {
                type: 'object',
                minProperties: 1,
                additionalProperties: { type: 'array', items: TEXT, minItems: 1, uniqueItems: true },
              },
            },
          },
          steps: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              additionalProperties: false,
              properties: { name: TEXT, uses: TEXT, with: TEXTS_BY_NAME, run: TEXT, shell: { enum: ['bash'] } },
              oneOf: [{ required: ['run'] }, { required: ['uses'] }],
            },
          },
        },
      },
    },
  },
};

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(SCHEMA);

describe.each(files)('%s', (file) => {
  const { jobs } = read(file);

  test('has the form of a workflow', () => {
    validate(read(file));
    expect(validate.errors ?? []).toEqual([]);
  });

  test('refers only to jobs, values of the matrix and versions that exist', () => {
    for (const { needs, strategy, ...job } of Object.values(jobs)) {
      if (needs !== undefined) expect(Object.keys(jobs)).toContain(needs);
      const names = [...JSON.stringify(job).matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)].map(([, name]) => name);
      const known = Object.keys(strategy?.matrix ?? {}).map((name) => `matrix.${name}`);
      expect(names.filter((name = '') => !known.includes(name))).toEqual([]);
      for (const { uses } of job.steps)
        if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
    }
  });

  test('runs only scripts that exist', () => {
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const paths = commands.flatMap((command) => [...command.matchAll(/(?:^|\s)((?:bin|\.ci)\/[\w./-]+)/g)]);
    expect(commands).not.toHaveLength(0);
    for (const [, path = ''] of paths) expect(existsSync(join(root, path)), path).toBe(true);
  });
});

test('finds a misspelled member', () => {
  const [file = ''] = files;
  const workflow = structuredClone(read(file));
  Reflect.set(Object.values(workflow.jobs)[0] ?? {}, 'run-on', 'ubuntu-24.04');
  expect(validate(workflow)).toBe(false);
});

test('checks each change once, and installs the package on three systems with each supported Node.js', () => {
  const workflows = new Map(files.map((file) => [basename(file), read(file)]));
  expect([...workflows.keys()]).toEqual(['check.yml', 'install.yml']);
  expect(workflows.get('check.yml')?.jobs.check?.steps.map(({ run }) => run)).toContain('.ci/run');
  const { system = [], node = [] } = workflows.get('install.yml')?.jobs.install?.strategy?.matrix ?? {};
  expect(system.map((name) => name.replace(/-.*/, ''))).toEqual(['ubuntu', 'macos', 'windows']);
  expect(packageJson.engines.node).toBe(`>=${node[0]}.19.0`);
});
