import { expect, test } from 'vitest';
import { contract } from '../../../spec/index.ts';
import { createClient, type TransportResponse } from '../../http/client.ts';
import { Concluded } from '../verdicts/verdict.ts';
import { createContractJudge } from './response-schemas.ts';
import { createSchemaBudget } from './schema-budget.ts';

const schema = {
  type: 'object',
  required: ['id'],
  properties: { id: { $ref: '#/components/schemas/Id' } },
  additionalProperties: false,
};
const document = {
  openapi: '3.1.0',
  servers: [{ url: 'https://portal.example/api/v1' }],
  paths: {
    '/portal': {
      get: { responses: { '200': { $ref: '#/components/responses/Ok' }, '4XX': { content: { 'text/plain': {} } } } },
    },
    '/locations/{terminal}': { get: { responses: {} } },
  },
  components: {
    schemas: { Id: { type: 'string', pattern: '^[a-z]+$' } },
    responses: { Ok: { content: { 'application/json; charset=utf-8': { schema } } } },
  },
};

const createExchange = (response: Partial<TransportResponse> & { text?: string }) =>
  createClient({
    baseUrl: 'http://target.test',
    keys: new Map(),
    transport: async () => ({
      status: 200,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(response.text ?? '{"id":"abc"}'),
      ...response,
    }),
  })
    .session()
    .withoutKey()
    .get('getPortal');

test.each<[string, Parameters<typeof createExchange>[0], RegExp | undefined]>([
  ['a response as declared', {}, undefined],
  ['a range of statuses', { status: 404, headers: [['Content-Type', 'text/plain']] }, undefined],
  ['an undeclared status', { status: 204 }, /status 204/],
  ['an undeclared type', { headers: [['Content-Type', 'text/html']] }, /text\/html is not declared/],
  ['a body that is not JSON', { text: '{' }, /not JSON/],
  ['a missing member', { text: '{}' }, /'id'/],
  ['a wrong value, behind a reference', { text: '{"id":"A1"}' }, /\/id must match/],
  ['an undeclared member', { text: '{"id":"a","more":1}' }, /additional properties \("more"\)/],
])('%s', async (_, response, expectedText) => {
  const problems = createContractJudge(document).findProblems(await createExchange(response));
  if (expectedText === undefined) expect(problems).toEqual([]);
  else expect(problems.join()).toMatch(expectedText);
});

test('finds operations below the base path of the servers, with any placeholder names', () => {
  const judge = createContractJudge(document);
  expect(judge.declares('GET', '/v1/portal')).toBe(true);
  expect(judge.declares('GET', '/v1/locations/{terminal_id}')).toBe(true);
  expect(judge.declares('POST', '/v1/portal')).toBe(false);
});

test.each([undefined, null, 'text', [], {}, { paths: 7 }, { paths: { '/v1/portal': null } }])(
  'makes nothing of %j',
  async (value) => {
    const judge = createContractJudge(value);
    expect(judge.declared).toEqual([]);
    expect(judge.findProblems(await createExchange({}))).toEqual(['GET /v1/portal is not declared']);
  },
);

test('validates with the same document after a validation that was interrupted', async () => {
  const large = structuredClone(contract);
  const exchange = await createExchange({});
  const expected = createContractJudge(contract).findProblems(exchange);
  expect(expected.length).toBeGreaterThan(0);
  for (const judgementMs of [1, 2, 4, 8]) {
    const judge = createContractJudge(large, createSchemaBudget({ judgementMs }));
    try {
      expect(judge.findProblems(exchange)).toEqual(expected); // on a fast machine
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Concluded);
    }
  }
  expect(createContractJudge(large).findProblems(exchange)).toEqual(expected);
});

test('declares all operations of the built-in contract', () => {
  expect(createContractJudge(contract).declared).toHaveLength(22);
});
