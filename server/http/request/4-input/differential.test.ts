import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseRuns } from '../../../../base/testing/depth.ts';
import { contract, type OperationId, operations } from '../../../../spec/index.ts';
import { listMembers, locateOperation, readContractValue, resolveReference } from '../../contract/contract-paths.ts';
import type { QueryValues } from '../../exchange/misbehaviours.ts';
import type { ListeningServer } from '../../testing/listen.ts';
import { createQueryParser } from './query.ts';
import { createReferenceValidator, startReferenceServer } from './testing/reference-server.ts';

/*
 * Compares our query parser with express-openapi-validator for the same contract. Both accept the same queries,
 * except for the listed differences. Our parser is faster and states what was expected.
 */

const RUNS = Number(process.env.FLEETKIT_FUZZ_RUNS ?? chooseRuns(250, 5000));

/** Queries that our parser rejects and the validator accepts. */
const knownDifferences: readonly {
  readonly name: string;
  readonly explains: (name: string, text: string) => boolean;
}[] = [
  {
    // JavaScript parses 1e2, 0x10, 5.0, +5, 05, " 5" and Infinity as numbers. They indicate a defect of the client.
    name: 'a whole number has only decimal digits',
    explains: (name, text) => name === 'limit' && !/^-?(0|[1-9]\d*)$/.test(text) && !Number.isNaN(Number(text)),
  },
];

let server: ListeningServer;

beforeAll(async () => {
  server = await startReferenceServer(createReferenceValidator(contract, { allErrors: false }), ({ query }) => query);
});

afterAll(() => server.close());

const reads = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].method === 'GET');

/** Returns the query that the validator accepts, or undefined if it rejects it. */
async function readWithValidator(operationId: OperationId, queryString: string): Promise<QueryValues | undefined> {
  const path = operations[operationId].path.replace(/\{\w+\}/, 'NW104233');
  const response = await fetch(`http://127.0.0.1:${server.port}${path}?${queryString}`);
  const body = (await response.json()) as QueryValues; // sent by the server above
  if (response.status !== 200 && response.status !== 400)
    throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return response.ok ? body : undefined;
}

function readWithParser(operationId: OperationId, queryString: string): QueryValues | undefined {
  const read = createQueryParser(operationId)(queryString);
  return 'values' in read ? read.values : undefined;
}

function listParameterNames(operationId: OperationId): readonly string[] {
  const place = [...locateOperation(operationId), 'parameters'];
  const parameters = listMembers(place).map((index) => resolveReference([...place, index]));
  return parameters
    .filter((parameter) => readContractValue([...parameter, 'in']) === 'query')
    .map((parameter) => String(readContractValue([...parameter, 'name'])));
}

const strangeNames = [
  'sortBy',
  'LIMIT',
  'limit[]',
  'limit[a]',
  'limit%20',
  'li%6Dit',
  '',
  '__proto__',
  'constructor',
  'x',
  '%',
];
const numbers = [
  '1',
  '5',
  '500',
  '501',
  '0',
  '-1',
  '05',
  '1e2',
  '5.0',
  '5.5',
  '0x10',
  '+5',
  '%2B5',
  '%205',
  '5%0A',
  '1_0',
];
const oddNumbers = [
  'Infinity',
  'NaN',
  '9007199254740993',
  '1'.repeat(30),
  '%D9%A5',
  '%EF%BB%BF5',
  '5,6',
  '[5]',
  'true',
  'null',
];
const words = [
  'amt_comp',
  'AMT_COMP',
  'desc',
  'asc',
  'open',
  'settled',
  'cash_not_dispensed',
  'NW104233',
  'a,b',
  'a b',
  'a+b',
];
const dates = ['2026-10-30', '2026-02-31', '2026-2-3', '20261030', '2026-10-30T00:00:00Z'];
const strangeTexts = [
  '',
  '*',
  '%',
  '%zz',
  '%E2%28',
  'a%00b',
  'a=b',
  'a%26b',
  'x'.repeat(64),
  'x'.repeat(65),
  '%F0%9F%92%A9',
];

const texts = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...numbers, ...oddNumbers, ...words, ...dates, ...strangeTexts) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }).map((text) => encodeURIComponent(text)) },
);

const queries = fc.constantFrom(...reads).chain((operationId) => {
  const names = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...listParameterNames(operationId), 'limit') },
    { weight: 1, arbitrary: fc.constantFrom(...strangeNames) },
  );
  const pair = fc.tuple(names, texts).map(([name, text]) => `${name}=${text}`);
  const part = fc.oneof({ weight: 20, arbitrary: pair }, { weight: 1, arbitrary: names });
  return fc.tuple(
    fc.constant(operationId),
    fc.array(part, { maxLength: 3 }).map((parts) => parts.join('&')),
  );
});

test('accepts the same queries with the same values as express-openapi-validator', async () => {
  const seen = { taken: 0, refused: 0 };
  const explanations = new Set<string>();
  await fc.assert(
    fc.asyncProperty(queries, async ([operationId, queryString]) => {
      const ours = readWithParser(operationId, queryString);
      const theirs = await readWithValidator(operationId, queryString);
      if (ours === undefined && theirs !== undefined) {
        const given = [...new URLSearchParams(queryString)];
        const reasons = knownDifferences.filter(({ explains }) => given.some((pair) => explains(...pair)));
        const rest = given.filter((pair) => !reasons.some(({ explains }) => explains(...pair)));
        const isExplained =
          reasons.length > 0 && readWithParser(operationId, `${new URLSearchParams(rest)}`) !== undefined;
        expect(isExplained, `only our parser rejects ?${queryString}`).toBe(true);
        for (const { name } of reasons) explanations.add(name);
        return;
      }
      expect(theirs, `?${queryString}`).toEqual(ours);
      seen[ours === undefined ? 'refused' : 'taken'] += 1;
    }),
    { numRuns: RUNS, seed: 20_261_102 },
  );
  expect(Math.min(seen.taken, seen.refused), JSON.stringify(seen)).toBeGreaterThan(RUNS / 20);
  expect([...explanations]).toEqual(knownDifferences.map(({ name }) => name));
}, 300_000);
