import { expect, test } from 'vitest';
import { readDocument } from './document.ts';
import { findDescriptions } from './inference-state.ts';

const createDocument = (schemas: object, schema?: object) =>
  readDocument({
    paths: {
      '/v1/transactions': {
        get: { responses: { 200: { content: { 'application/json': schema === undefined ? {} : { schema } } } } },
      },
    },
    components: { schemas },
  });
const part = (at: string, ...samples: readonly object[]) => ({ operation: 'listTransactions', at, samples }) as const;

const ROW = {
  type: 'object',
  properties: {
    F1: { $ref: '#/components/schemas/Money', description: 'completed amount' },
    F2: {
      title: 'Kind',
      'x-label': 'transaction type',
      description: '10 = withdrawal, 20 = inquiry',
      enum: ['10', '20'],
    },
    F3: {
      oneOf: [
        { const: 'A', title: 'resolved' },
        { const: 'B', description: 'open' },
      ],
    },
    F4: { enum: ['1', '2'], 'x-enum-varnames': ['CHECKING', 'SAVINGS'] },
  },
};
const row = { F1: 1, F2: '10', F3: 'A', F4: '1' };

test('reads texts and meanings of members, through references and allOf', () => {
  const document = createDocument(
    { Money: { title: 'Amount in cents' }, Row: ROW },
    {
      type: 'object',
      properties: { data: { type: 'array', items: { allOf: [{ $ref: '#/components/schemas/Row' }] } } },
    },
  );
  const members = document.describeResponse('listTransactions');
  expect(members.get('/data/*/F1')?.text).toBe('completed amount Amount in cents');
  expect(members.get('/data/*/F2')).toMatchObject({ text: 'Kind 10 = withdrawal, 20 = inquiry transaction type' });
  expect([...(members.get('/data/*/F2')?.meanings ?? [])]).toEqual([
    ['10', 'withdrawal'],
    ['20', 'inquiry'],
  ]);
  expect(members.get('/data/*/F3')?.meanings.get('A')).toBe('resolved');
  expect(members.get('/data/*/F4')?.meanings.get('2')).toBe('SAVINGS');
});

test.each([
  { title: 'a schema without the envelope', schema: { type: 'array', items: ROW } },
  { title: 'a named schema that no response refers to', schema: undefined },
])('finds the descriptions of rows in $title', ({ schema }) => {
  const document = createDocument({ Other: { properties: { x: {}, y: {} } }, Row: ROW }, schema);
  expect(findDescriptions(document, part('/data/*', row)).get('/F1')?.text).toContain('completed amount');
});

test('finds no descriptions in a schema of something else', () => {
  const document = createDocument({ Other: { properties: { F1: {}, x: {}, y: {}, z: {} } } });
  expect(findDescriptions(document, part('/data/*', row)).size).toBe(0);
});
