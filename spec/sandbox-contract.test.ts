import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDuration, parseDuration, parseInstant, toIsoDuration } from '../base/durations.ts';
import { collectMarks, findOpenSchemas, findUnmarkedElements, listElements, listExamples } from './contract-audit.ts';
import type { Contract } from './index.ts';
import { contract, gaps, getEnumValues, operations } from './index.ts';
import { sandboxOperations } from './sandbox-contract.ts';
import { sandboxContract } from './sandbox-document.ts';

/** The type that the audit accepts. The audit reads only members that both contracts have. */
const document = { webhooks: {}, ...sandboxContract } as unknown as Contract;

test('is under /sandbox, and has no id in common with the service', () => {
  const entries = Object.entries(sandboxOperations);
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.filter(([, { path }]) => !path.startsWith('/sandbox/'))).toEqual([]);
  expect(entries.filter(([id]) => id in operations)).toEqual([]);
  expect(Object.keys(contract.paths).filter((path) => path.startsWith('/sandbox'))).toEqual([]);
  for (const [id, { callers }] of entries) expect(['operator', 'administrator'], id).toContain(callers);
});

test('names a choice for every element, and a clause for none', () => {
  expect(listElements(document).length).toBeGreaterThan(200);
  expect(findUnmarkedElements(document)).toEqual([]);
  const known: readonly string[] = gaps.map(({ id }) => id);
  expect([...collectMarks(document, 'x-assumed').keys()].filter((id) => !known.includes(id))).toEqual([]);
  const stated = [...collectMarks(document, 'x-clause').values()].flat();
  expect(stated.filter((pointer) => pointer.startsWith('/paths'))).toEqual([]);
});

/** Operations of the control plane that store nothing although their method is not GET. */
const storeNothing: readonly string[] = [
  'explainDelivery',
  'emptyInbox',
  'createSignInCode',
  'signIn',
  'cancelConformanceRun',
];

test.each(Object.entries(sandboxOperations))(
  '%s declares every status that the server gives',
  (id, { method, path }) => {
    const operation = sandboxContract.paths[path]?.[method.toLowerCase()] ?? {};
    const statuses = Object.keys(Reflect.get(operation, 'responses') ?? {});
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
    const always = ['400', '401', '403', '405', '406', '408', '429', '431', '500'];
    expect(statuses).toEqual(expect.arrayContaining(always));
    expect(statuses.includes('404')).toBe(path.includes('{'));
    for (const status of ['413', '415', '422']) expect(statuses.includes(status), status).toBe(hasBody);
    expect(statuses.includes('507')).toBe(method !== 'GET' && !storeNothing.includes(id));
  },
);

test('has only closed schemas, except for fleet files and reports, which have separate schemas, and bodies of the user', () => {
  expect(findOpenSchemas(document)).toEqual([
    '/components/schemas/ConformanceReport/properties/report is open',
    '/components/schemas/CreateWorkspace/properties/fleet is open',
    '/components/schemas/TestDestination/properties/body is open',
  ]);
});

test('has examples that are valid', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(sandboxContract, 'sandbox');
  const examples = listExamples(document);
  expect(examples.length).toBeGreaterThan(15);
  for (const { pointer, schemaPointer, value } of examples) {
    const reference = schemaPointer.split('/').map(encodeURIComponent).join('/');
    expect(ajv.validate({ $ref: `sandbox#${reference}` }, value), `${pointer}: ${ajv.errorsText()}`).toBe(true);
  }
});

test('has the same events as the service', () => {
  const { oneOf } = document.components.schemas.WebhookEvent as { oneOf: readonly object[] };
  expect(oneOf).toHaveLength(getEnumValues('EventType').length);
});

test('explains every problem code in a response that contains it', () => {
  const texts = Object.values(document.components.responses).map(({ description }) => description);
  const { enum: codes } = document.components.schemas.SandboxProblemCode as { enum: readonly string[] };
  expect(codes.length).toBeGreaterThan(15);
  expect(codes.filter((code) => !texts.some((text) => text.includes(`\`${code}\``)))).toEqual([]);
});

test('parses durations to the second, and rejects anything else', () => {
  expect(['PT1S', 'PT90M', 'P1DT2H', 'P2W', 'P1W1DT1H1M1S'].map(parseDuration)).toEqual([
    1000, 5_400_000, 93_600_000, 1_209_600_000, 694_861_000,
  ]);
  const wrong = ['', 'P', 'PT', '1h', 'P1Y', 'P1M', '-PT1S', 'PT1.5S', 'PT1S ', `PT${'9'.repeat(20)}S`];
  expect(wrong.map(parseDuration)).toEqual(wrong.map(() => undefined));
});

test('formats seconds as typed durations and parses them back', () => {
  expect([0, 59, 90, 9000, 93_784].map(formatDuration)).toEqual(['0s', '59s', '1m30s', '2h30m', '1d2h3m4s']);
  fc.assert(
    fc.property(fc.nat(31_536_000), (seconds) => {
      expect(parseDuration(toIsoDuration(formatDuration(seconds)) ?? '')).toBe(seconds * 1000);
    }),
    { seed: 20261108 },
  );
});

test('parses instants with their offset, and rejects anything else', () => {
  expect(parseInstant('2026-11-02T17:00:00.5+02:00')).toBe(Date.UTC(2026, 10, 2, 15, 0, 0, 500));
  expect(['2026-11-02', '2026-11-02T15:00:00', 'now', '2026-13-02T15:00:00Z'].map(parseInstant)).toEqual(
    Array(4).fill(undefined),
  );
});
