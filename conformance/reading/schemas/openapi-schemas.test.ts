import { expect, test } from 'vitest';
import { upgradeSchemas } from './openapi-schemas.ts';

const upgrade = (schema: unknown, openapi = '3.0.3'): unknown => upgradeSchemas({ openapi, schema }).schema;

test.each<[name: string, schema: unknown, upgraded: unknown]>([
  ['a nullable type', { type: 'string', nullable: true }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [
    'a nullable reference, which 3.0 ignores',
    { $ref: '#/a', nullable: true },
    { anyOf: [{ $ref: '#/a' }, { type: 'null' }] },
  ],
  ['other members beside a reference', { $ref: '#/a', maxLength: 3, nullable: false }, { $ref: '#/a' }],
  ['nullable without a type', { nullable: true, description: 'anything' }, { description: 'anything' }],
  ['nullable: false', { type: 'string', nullable: false }, { type: 'string' }],
  ['an exclusive minimum', { minimum: 0, exclusiveMinimum: true }, { minimum: 0, exclusiveMinimum: 0 }],
  ['an inclusive maximum', { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
  ['a value that looks like a schema keyword', { enum: [{ nullable: true }] }, { enum: [{ nullable: true }] }],
  [
    'a property named like a keyword',
    { properties: { default: { type: 'string', nullable: true } } },
    { properties: { default: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
  ],
])('rewrites %s', (_, schema, upgraded) => expect(upgrade(schema)).toEqual(upgraded));

test('leaves a document of version 3.1 unchanged', () => {
  expect(upgrade({ type: 'string', nullable: true }, '3.1.0')).toEqual({ type: 'string', nullable: true });
});
