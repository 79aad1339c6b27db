import { describe, expect, test } from 'vitest';
import { ApiDocument } from './api-document.ts';
import { CHANGE_CLASSES } from './change.ts';
import { compareDocuments } from './compare-documents.ts';
import { documentChanges } from './testing/document-changes.ts';
import { schemaChanges } from './testing/schema-changes.ts';

test('the table names at least 80 kinds of change, each once', () => {
  const kinds = [...schemaChanges, ...documentChanges].map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThanOrEqual(80);
  expect(new Set(kinds).size).toBe(kinds.length);
});

/** Returns the worst class of all differences. */
function findWorst(old: object, now: object): string {
  const [before, after] = [old, now].map(
    (members) => new ApiDocument({ openapi: '3.1.0', info: { title: 'A', version: '1' }, ...members }),
  );
  if (before === undefined || after === undefined) throw new Error('there are two documents');
  const classes = new Set(compareDocuments(before, after).map((change) => change.class));
  return CHANGE_CLASSES.find((one) => classes.has(one)) ?? 'none';
}

const json = (schema: object | boolean): object => ({ required: true, content: { 'application/json': { schema } } });
const OK = { 200: { description: 'Done.' } };

/** Documents with a schema in each place, by who writes its values. */
const PLACES = {
  request: {
    'request body': (schema: object | boolean) => ({
      paths: { '/a': { post: { requestBody: json(schema), responses: OK } } },
    }),
    'response to a webhook': (schema: object | boolean) => ({
      webhooks: { sold: { post: { responses: { 200: { description: 'Done.', ...json(schema) } } } } },
    }),
  },
  response: {
    'response body': (schema: object | boolean) => ({
      paths: { '/a': { get: { responses: { 200: { description: 'Done.', ...json(schema) } } } } },
    }),
    'body of a webhook': (schema: object | boolean) => ({
      webhooks: { sold: { post: { requestBody: json(schema), responses: OK } } },
    }),
  },
} as const;

const cases = (['request', 'response'] as const).flatMap((direction) =>
  Object.entries(PLACES[direction]).flatMap(([place, build]) =>
    schemaChanges.map((change) => ({
      name: `${change.kind} in a ${place}`,
      old: build(change.old),
      now: build(change.new),
      expected: change[direction],
    })),
  ),
);

describe('classifies a change of a schema', () => {
  test.each(cases)('$name: $expected', ({ old, now, expected }) => {
    expect(findWorst(old, now)).toBe(expected);
  });
});

describe('classifies a change outside schemas', () => {
  test.each(documentChanges)('$kind: $expected', ({ old, new: now, expected }) => {
    expect(findWorst(old, now)).toBe(expected);
  });
});
