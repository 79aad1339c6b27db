import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { contract } from '../../spec/contract.ts';
import { sandboxContract } from '../../spec/sandbox-document.ts';
import { ApiDocument, parseApiDocument } from './api-document.ts';
import { compareDocuments } from './compare-documents.ts';
import { DocumentFault } from './nodes.ts';

const BASE = { openapi: '3.1.0', info: { title: 'A', version: '1' } };

/** A document with one schema in a response, and components. */
const withSchema = (schema: object, schemas: object = {}, openapi = '3.1.0'): ApiDocument =>
  new ApiDocument({
    ...BASE,
    openapi,
    paths: {
      '/a': { get: { responses: { 200: { description: 'Done.', content: { 'application/json': { schema } } } } } },
    },
    components: { schemas },
  });

const classesOf = (old: ApiDocument, now: ApiDocument): readonly string[] =>
  compareDocuments(old, now).map((change) => `${change.class} ${change.path}`);

const bomb = `openapi: 3.1.0\n${['a', ...'bcdefghij']
  .map((name, at) => `x-${name}: &${name} [${Array(10).fill(at === 0 ? '1' : `*${'abcdefghij'[at - 1]}`)}]`)
  .join('\n')}`;

test.each([
  ['no JSON or YAML', '{"openapi": ', 'cannot be parsed'],
  ['a list', '[]', 'an object at the root'],
  ['Swagger 2', 'swagger: "2.0"', 'this one is of version 2'],
  ['a later version', 'openapi: 3.2.0', 'its version is 3.2.0'],
  ['no version', 'info: {}', 'it has no member "openapi"'],
  ['a bomb of aliases', bomb, 'Excessive alias count'],
  ['deep nesting', `openapi: 3.1.0\nx-a: ${'['.repeat(500)}${']'.repeat(500)}`, 'nested too deep'],
  [
    'a reference to a file',
    JSON.stringify({ ...BASE, paths: { '/a': { $ref: 'other.yaml' } } }),
    'refers to other.yaml',
  ],
  [
    'a reference to a URL',
    JSON.stringify({ ...BASE, paths: { '/a': { $ref: 'https://a.example/b#/c' } } }),
    'within the document',
  ],
])('refuses %s', (_, text, message) => {
  expect(() => parseApiDocument(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }));
});

test.each([
  ['a reference without a target', { $ref: '#/components/schemas/B' }, 'refers to #/components/schemas/B'],
  ['a reference to itself', { $ref: '#/components/schemas/A' }, 'form a cycle'],
  ['a schema that is a list', [], 'Expected a schema'],
  ['properties that are a list', { properties: [] }, 'Expected an object'],
])('refuses to compare %s', (_, schema, message) => {
  const document = withSchema({ $ref: '#/components/schemas/A' }, { A: schema });
  const compare = () => compareDocuments(document, document);
  expect(compare).toThrow(DocumentFault);
  expect(compare).toThrow(message);
});

test('reads a member named $ref of an example as data', () => {
  expect(() =>
    parseApiDocument(
      JSON.stringify({ ...BASE, 'x-a': 1, components: { examples: { a: { value: { $ref: 'b.yaml' } } } } }),
    ),
  ).not.toThrow();
});

test('finds no difference between the contracts and themselves, as JSON and as YAML', () => {
  for (const document of [contract, sandboxContract]) {
    const json = parseApiDocument(JSON.stringify(document));
    expect(compareDocuments(json, parseApiDocument(stringify(document)))).toEqual([]);
  }
});

test('compares nullable of OpenAPI 3.0 with type lists of OpenAPI 3.1', () => {
  const old = withSchema({ type: 'string', nullable: true, maximum: 5, exclusiveMaximum: true }, {}, '3.0.3');
  const now = withSchema({ type: ['string', 'null'], exclusiveMaximum: 5 });
  expect(classesOf(old, now)).toEqual(['compatible /openapi']);
});

test('compares schemas that contain themselves, also through allOf and alternatives', () => {
  const node = (type: string, extra: object): object => ({
    allOf: [{ type: 'object', properties: { value: { type }, next: { $ref: '#/components/schemas/Node' } } }, extra],
  });
  const some = { properties: { other: { oneOf: [{ $ref: '#/components/schemas/Node' }, { type: 'string' }] } } };
  const one = { properties: { other: { $ref: '#/components/schemas/Node' } } };
  const reference = { $ref: '#/components/schemas/Node' };
  expect(
    classesOf(
      withSchema(reference, { Node: node('string', some) }),
      withSchema(reference, { Node: node('integer', some) }),
    ),
  ).toEqual(['breaking /components/schemas/Node/allOf/0/properties/value/type']);
  expect(
    classesOf(
      withSchema(reference, { Node: node('string', one) }),
      withSchema(reference, { Node: node('string', some) }),
    ),
  ).toEqual(['breaking /components/schemas/Node/allOf/1/properties/other']);
});

test('compares a schema that many others contain in few steps', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => {
      const next = at === 59 ? { type: 'string' } : { $ref: `#/components/schemas/S${at + 1}` };
      return [`S${at}`, { type: 'object', properties: { a: next, b: next } }];
    }),
  );
  const reference = { $ref: '#/components/schemas/S0' };
  const changed = {
    ...schemas,
    S59: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } } },
  };
  expect(classesOf(withSchema(reference, schemas), withSchema(reference, changed))).toEqual([
    'breaking /components/schemas/S59/properties/a/type',
  ]);
});

test('names the documented rule by the mark of an element, or of the same operation', () => {
  const withLimit = (maximum: number, mark: object): ApiDocument =>
    new ApiDocument({
      ...BASE,
      paths: {
        '/v1/transactions': {
          get: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum }, ...mark }],
            responses: {},
          },
        },
      },
    });
  const find = (mark: object) => compareDocuments(withLimit(500, mark), withLimit(100, mark));
  expect(find({})).toMatchObject([
    { class: 'breaking', operation: 'GET /v1/transactions', clauses: ['transactions.limit'] },
  ]);
  expect(find({ 'x-clause': 'transactions.row' })).toMatchObject([{ clauses: ['transactions.row'] }]);
});
