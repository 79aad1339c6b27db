import fc from 'fast-check';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOneMember } from '../../../../base/testing/change-one-member.ts';
import { chooseRuns } from '../../../../base/testing/depth.ts';
import { type AnyOperationId, allOperations } from '../../contract/all-operations.ts';
import { contractsByName, readContractValue, resolveReference } from '../../contract/contract-paths.ts';
import { findBodySchema } from '../../contract/contract-schemas.ts';
import type { ListeningServer } from '../../testing/listen.ts';
import { createTestApp, TEST_OPERATOR_TOKEN } from '../../testing/test-app.ts';
import { keepBodies } from './bodies-only.ts';
import { getCompiledValidator } from './body.ts';
import { createReferenceValidator, startReferenceServer } from './testing/reference-server.ts';

/* The compiled schemas accept the same bodies as express-openapi-validator, which describes the others. */

const operationIds = (Object.keys(allOperations) as AnyOperationId[]).filter((id) => findBodySchema(id) !== undefined);

let server: ListeningServer;
/** The schema of journals is too narrow for generated values. */
let exportedJournal: unknown;

beforeAll(async () => {
  exportedJournal = await exportJournal();
  const ofSandbox = createReferenceValidator(keepBodies(contractsByName.sandbox), { allErrors: true });
  const ofService = createReferenceValidator(keepBodies(contractsByName.service), { allErrors: true });
  server = await startReferenceServer(
    (request, response, next) =>
      request.url.startsWith('/sandbox/') ? ofSandbox(request, response, next) : ofService(request, response, next),
    ({ body }) => body,
  );
});

afterAll(() => server.close());

async function exportJournal(): Promise<unknown> {
  const { app } = createTestApp();
  const operator = { Authorization: `Bearer ${TEST_OPERATOR_TOKEN}`, Host: 'localhost' };
  await supertest(app).post('/sandbox/clock/advance').set(operator).send({ by: 'PT1H' });
  await supertest(app).put('/sandbox/misbehaviours/limit_off_by_one').set(operator).send({ is_on: true });
  const { status, body } = await supertest(app).get('/sandbox/journal').set(operator);
  expect(status).toBe(200);
  return body;
}

/** Returns the body as the validator leaves it; undefined if the validator refuses it. */
async function passThroughValidator(operationId: AnyOperationId, body: unknown): Promise<unknown> {
  const { method, path } = allOperations[operationId];
  const response = await fetch(`http://127.0.0.1:${server.port}${path.replaceAll(/\{\w+\}/g, 'an-id')}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result: unknown = await response.json();
  if (response.status !== 200 && response.status !== 400)
    throw new Error(`${response.status} ${JSON.stringify(result)}`);
  return response.ok ? result : undefined;
}

const STRANGE_TEXTS = [
  '',
  'x',
  '\u{1f3e7}',
  '2026-11-02T15:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-11-02',
  'PT2H',
  'P',
  '1.00',
  '-1',
];
const LIMIT_VALUES = [0, -1, 1, 0.5, 1e21, 60, 64, 65, 500, 100_000, true, null, [], {}, [[]], [null], ['']];

/** Returns values for a schema of the contract: mostly valid ones, and some of another type or beyond a limit. */
function generateFor(place: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  const at = resolveReference(place);
  const read = (name: string): unknown => readContractValue([...at, name]);
  const strange = fc.oneof(fc.constantFrom<unknown>(...STRANGE_TEXTS, ...LIMIT_VALUES), fc.jsonValue({ maxDepth: 1 }));
  const usual = (): fc.Arbitrary<unknown> => {
    const alternatives = ['oneOf', 'anyOf', 'allOf'].find((name) => Array.isArray(read(name)));
    if (alternatives !== undefined) {
      const count = (read(alternatives) as readonly unknown[]).length;
      const each = Array.from({ length: count }, (_, index) =>
        generateFor([...at, alternatives, String(index)], depth + 1),
      );
      return fc.oneof(...each);
    }
    const allowed = read('enum') ?? (read('const') === undefined ? undefined : [read('const')]);
    if (Array.isArray(allowed)) return fc.constantFrom<unknown>(...allowed);
    const examples = [read('example'), ...((read('examples') as readonly unknown[] | undefined) ?? [])];
    const types = [read('type')].flat();
    if (types.includes('object') && depth < 5) return generateObject(at, depth);
    if (types.includes('array') && depth < 5)
      return fc.array(generateFor([...at, 'items'], depth + 1), { maxLength: 3 });
    const texts = fc.constantFrom<unknown>(...examples.filter((one) => one !== undefined), ...STRANGE_TEXTS);
    const numbers = [read('minimum'), read('maximum'), read('minLength'), read('maxLength'), 1, 7].filter(
      Number.isFinite,
    );
    if (types.includes('integer') || types.includes('number'))
      return fc.constantFrom<unknown>(...numbers, ...(numbers as number[]).map((one) => one + 1));
    if (types.includes('boolean')) return fc.boolean();
    if (read('format') === 'date-time') return fc.constantFrom('2026-11-02T15:00:00Z', '2026-02-31T00:00:00Z');
    if (read('format') === 'date') return fc.constantFrom('2026-11-01', '2026-02-31');
    if (read('pattern') !== undefined) return fc.oneof(fc.constantFrom('an_id', 'x'), texts);
    const longest = Number(read('maxLength') ?? 20);
    return fc.oneof(texts, fc.string({ maxLength: Math.min(longest + 1, 300) }));
  };
  return fc.oneof({ weight: 24, arbitrary: usual() }, { weight: 1, arbitrary: strange });
}

function generateObject(at: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const names = Object.keys((readContractValue([...at, 'properties']) as object | undefined) ?? {});
  const required = (readContractValue([...at, 'required']) as readonly string[] | undefined) ?? [];
  const members = Object.fromEntries(names.map((name) => [name, generateFor([...at, 'properties', name], depth + 1)]));
  const others = fc.dictionary(fc.constantFrom('x', 'types', '__proto__', 'constructor', 'a/b~c'), fc.jsonValue(), {
    maxKeys: 1,
  });
  return fc
    .tuple(
      fc.record(members, { requiredKeys: names.filter((name) => required.includes(name)) }),
      fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: others }),
      fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom('', ...names) }),
    )
    .map(([own, more, left]) =>
      Object.fromEntries(Object.entries({ ...own, ...more }).filter(([name]) => name !== left)),
    );
}

test('there are compiled validators of all operations with a body', () => {
  expect(operationIds.length).toBeGreaterThan(25);
});

test.each(operationIds)('%s accepts and refuses the same bodies, and changes none', async (operationId) => {
  const isValid = getCompiledValidator(operationId);
  const seen = { accepted: 0, refused: 0 };
  const place = findBodySchema(operationId) ?? [];
  const example = readContractValue([...resolveReference(place), 'examples', '0']);
  const drawn = generateFor(place);
  // Of a schema with many limited members, hardly any drawn value is valid.
  const generated = example === undefined ? drawn : fc.oneof({ weight: 9, arbitrary: drawn }, fc.constant(example));
  const changed = fc
    .tuple(fc.constant(exportedJournal), fc.nat(), fc.jsonValue())
    .map(([journal, choice, value]) => (choice % 4 === 0 ? journal : changeOneMember(journal, choice, value)));
  const bodies = (operationId === 'importJournal' ? fc.oneof(changed, generated) : generated).filter(
    (body) => typeof body === 'object' && body !== null && !Array.isArray(body),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const given = JSON.stringify(body);
      const isAccepted = isValid(JSON.parse(given));
      const left = await passThroughValidator(operationId, body);
      expect({ body, left }).toEqual({ body, left: isAccepted ? JSON.parse(given) : undefined });
      seen[isAccepted ? 'accepted' : 'refused'] += 1;
    }),
    { numRuns: chooseRuns(40, 1000), seed: 15 },
  );
  expect(seen.accepted, JSON.stringify(seen)).toBeGreaterThan(0);
  expect(seen.refused, JSON.stringify(seen)).toBeGreaterThan(0);
});
