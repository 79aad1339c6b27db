import { expect, test } from 'vitest';
import { resolvePart } from './resolve.ts';

const CONTRACT = {
  paths: { '/a~b/{id}': { get: { parameters: [{ $ref: '#/components/parameters/Id', description: 'Own.' }] } } },
  components: {
    parameters: { Id: { name: 'id', description: 'Shared.', schema: { $ref: '#/components/schemas/Id' } } },
    schemas: {
      Id: { type: 'string' },
      Tree: { properties: { child: { $ref: '#/components/schemas/Tree' }, id: { $ref: '#/components/schemas/Id' } } },
      Link: { $ref: '#/paths/~1a~0b~1{id}/get' },
    },
  },
};

const resolve = (...path: readonly string[]): unknown => resolvePart(CONTRACT, path).spec;

test('inserts components, whose members an element with a reference can replace', () => {
  expect(resolve('paths', '/a~b/{id}', 'get')).toEqual({
    parameters: [{ name: 'id', description: 'Own.', schema: { type: 'string' } }],
  });
});

test('leaves the reference in a component that refers to itself', () => {
  const properties = { child: { $ref: '#/components/schemas/Tree' }, id: { type: 'string' } };
  expect(resolve('components', 'schemas', 'Tree')).toEqual({
    properties: { child: { properties }, id: { type: 'string' } },
  });
});

test('decodes the parts of a reference', () => {
  expect(resolve('components', 'schemas', 'Link')).toEqual(resolve('paths', '/a~b/{id}', 'get'));
});

test('returns undefined for a part that does not exist', () => {
  expect(resolve('paths', '/missing', 'get')).toBeUndefined();
});
