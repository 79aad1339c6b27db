import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeOneMember } from '../../../base/testing/change-one-member.ts';
import { chooseRuns, isThorough, sample } from '../../../base/testing/depth.ts';
import { factSchemas } from '../../../server/handlers/sandbox/state/fact-schemas.ts';
import * as factValidators from '../../../server/handlers/sandbox/state/fact-validators.ts';
import { areSchemasCompiled, compileAt } from '../../../server/http/check/schemas.ts';
import { type AnyOperationId, allOperations } from '../../../server/http/contract/all-operations.ts';
import { contractsByName } from '../../../server/http/contract/contract-paths.ts';
import { findBodySchema, listValidatedGroups } from '../../../server/http/contract/contract-schemas.ts';
import { startSandbox } from '../../library/index.ts';
import { writeContractValidators, writeFactValidators } from './validators.ts';

/* The validators of the bundle give the same verdicts and the same errors as those that the sources compile. */

const folder = mkdtempSync(join(import.meta.dirname, '../../../node_modules/.validators-')); // where packages resolve
afterAll(() => rmSync(folder, { recursive: true }));

/** The names of the files that the modules load. */
const files: string[] = [];

function addFile(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  files.push(name);
  return JSON.stringify(pathToFileURL(file).href);
}

async function load<Module>(name: string, code: string): Promise<Module> {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return (await import(pathToFileURL(file).href)) as Module;
}

const READ_PATHS = [
  '/v1/integrations/public-openapi.json',
  ...[
    'clock',
    'destinations',
    'deliveries',
    'events',
    'causes',
    'faults',
    'incidents',
    'misbehaviours',
    'requests',
    'users',
  ].map((name) => `/sandbox/${name}`),
];

/** Every example and every enumerated value of the contracts, and their parts, each once. */
const examples = listUnique(
  [...collectExamples(contractsByName), ...(await readReplies()), 1, '2026-10-30'].flatMap(listParts),
);

/** Returns replies of a sandbox, because the contract of the control plane has few examples. */
async function readReplies(): Promise<readonly unknown[]> {
  const sandbox = await startSandbox({ port: false });
  const headers = { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' };
  const replies: unknown[] = [];
  const read = async (path: string, body?: object): Promise<void> => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await sandbox.fetch(path, init);
    expect({ path, ok: response.ok }).toEqual({ path, ok: true });
    replies.push(await response.json());
  };
  await read('/sandbox/destinations', {
    account_id: 'acct_northway',
    inbox: true,
    subscriptions: [{ types: null, states: null }],
  });
  await read('/sandbox/keys', { user_id: 'usr_nw_admin' });
  await read('/sandbox/keys');
  await read('/sandbox/faults', { operation: 'getPortal', effect: { type: 'delay', delay_ms: 1 } });
  await read('/sandbox/workspaces', { name: 'example' });
  await read('/sandbox/workspaces');
  const workspace = (replies.at(-1) as { readonly data: readonly { readonly workspace_id: string }[] }).data[0];
  await read(`/sandbox/workspaces/${workspace?.workspace_id}`);
  await read('/sandbox/outcomes', { outcome: 'command_run_failed' });
  await read('/sandbox/outcomes');
  await read('/sandbox/clock/advance', { by: 'P1D' });
  await sandbox.settled();
  for (const path of READ_PATHS) await read(path);
  const [delivery] = await sandbox.deliveries();
  await read(`/sandbox/deliveries/${delivery?.delivery_id}`);
  await sandbox.close();
  return replies;
}

function listUnique(all: readonly unknown[]): readonly unknown[] {
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}

function listParts(value: unknown): readonly unknown[] {
  return value === null || typeof value !== 'object' ? [value] : [value, ...Object.values(value).flatMap(listParts)];
}

function collectExamples(value: unknown, name = ''): readonly unknown[] {
  if (value === null || typeof value !== 'object') return [];
  const own =
    name === 'example' ? [value] : (name === 'examples' || name === 'enum') && Array.isArray(value) ? value : [];
  const members = Object.entries(value).flatMap(([member, inner]) =>
    member === 'value' || member === 'example' ? [inner] : collectExamples(inner, member),
  );
  return [...own, ...members];
}

/** Values that differ from an example in one member, and any other JSON. */
const values = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...examples), fc.nat(), fc.jsonValue()).map((one) => changeOneMember(...one)),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);

type Validate = ReturnType<typeof compileAt>;

const run = (validate: Validate, value: unknown): unknown =>
  validate(value)
    ? 'valid'
    : validate.errors?.map(({ instancePath, keyword, message, params }) => ({
        instancePath,
        keyword,
        message,
        params,
      }));

describe('the validators of the contracts', () => {
  let bundled: { readonly compileAt: typeof compileAt; readonly areSchemasCompiled: boolean };
  beforeAll(async () => {
    bundled = await load('contracts', writeContractValidators(addFile));
  });

  test('accept and reject the same values with the same errors as at run time', () => {
    const bodies = new Set((Object.keys(allOperations) as AnyOperationId[]).map((id) => String(findBodySchema(id))));
    // In `npm test`, server/http/request/4-input/body.test.ts covers the compiled schemas of bodies.
    const all = listValidatedGroups().flat();
    const places = sample(isThorough ? all : all.filter((place) => !bodies.has(String(place))), 10);
    expect(all.length).toBeGreaterThan(60);
    const withoutValid = places.filter(([name = '', ...segments]) => {
      const [expected, actual] = [compileAt(name, ...segments), bundled.compileAt(name, ...segments)];
      for (const example of examples) {
        const [wanted, found] = [run(expected, example), run(actual, example)];
        // Most are equal as text, which is faster to compare; `expect` shows a difference.
        if (JSON.stringify(found) !== JSON.stringify(wanted)) expect(found).toEqual(wanted);
      }
      const property = fc.property(values, (value) => {
        expect(run(actual, value)).toEqual(run(expected, value));
      });
      fc.assert(property, { numRuns: chooseRuns(3, 40), seed: 15 });
      return !examples.some((example) => expected(example));
    });
    // Without a valid value, the test of a place would compare only rejections.
    expect(withoutValid.filter(([contract]) => contract === 'service')).toEqual([]);
    expect(withoutValid.length).toBeLessThan(places.length / 5);
  });

  test('are files that are loaded on first use, each with schemas that are used together', () => {
    const { cache } = createRequire(import.meta.url);
    const own = (): readonly string[] => Object.keys(cache).filter((file) => file.startsWith(folder));
    const contractFiles = files.filter((name) => name !== 'validators/facts.cjs');
    expect(new Set(contractFiles).size).toBe(listValidatedGroups().length);
    for (const file of own()) delete cache[file];
    bundled.compileAt('service', 'components', 'schemas', 'TransactionList');
    bundled.compileAt('service', 'components', 'schemas', 'TransactionRow');
    expect(own().map((file) => file.slice(folder.length + 1))).toEqual(['validators/service-TransactionList.cjs']);
    expect([bundled.areSchemasCompiled, areSchemasCompiled]).toEqual([true, false]);
  });

  test('exist only for the places of the contracts', () => {
    expect(() => bundled.compileAt('service', 'components', 'schemas', 'Nothing')).toThrow('no validator');
  });
});

test('the validators of facts give the same verdicts and errors as at run time', async () => {
  const bundled = await load<typeof factValidators>('facts', writeFactValidators(addFile));
  expect(bundled.exportedTypes).toEqual(factValidators.exportedTypes);
  for (const type of Object.keys(factSchemas) as (keyof typeof factSchemas)[]) {
    const [expected, actual] = [factValidators.getFactValidator(type), bundled.getFactValidator(type)];
    const contents = fc.record(
      Object.fromEntries(Object.keys(factSchemas[type].properties ?? {}).map((name) => [name, contentValues])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(contents, (content) => {
        expect(run(actual, content)).toEqual(run(expected, content));
      }),
      { numRuns: chooseRuns(30, 300), seed: 15, examples: type === 'clock-set' ? [[{ toMs: 0 }]] : [] },
    );
  }
  expect(run(bundled.getFactValidator('clock-set'), { toMs: 0 })).toBe('valid');
  expect(run(bundled.getFactValidator('misbehaviour-switched'), { name: 'late', isOn: true })).toBe('valid');
});

const contentValues = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('usr_nw_admin', 'late', true, 0, 1.5, '2026-02-31', { type: 'line_restored' }, { type: 'unknown' }),
);
