import { describe, expect, test } from 'vitest';
import { sample } from '../../../../base/testing/depth.ts';
import { ledgerline } from '../index.ts';
import { listAllRequests, type RequestStep } from '../testing/requests.ts';
import { createRequestSender } from '../testing/send-request.ts';
import { ledgerlineFaults } from './index.ts';

const SEEDS = sample([1, 2, 3], 1);
const TOPICS = new Set(
  `auth public versioning scope limit sort filters lists transactions settlements disputes terminals portal catalog feeds
   contract card-data http errors writes`.split(/\s+/),
);

/** Yields the status, headers and body of the response to each request. */
async function* readResponses(
  seed: number,
  faults: readonly string[],
  steps: readonly RequestStep[],
): AsyncGenerator<string> {
  const send = createRequestSender(seed, faults);
  for (const [role, path, request] of steps) {
    const { status, text, header } = await send(role, path, request);
    const visible = ['content-type', 'cache-control', 'link', 'allow'].map(header);
    yield [status, ...visible, text].join('\n');
  }
}

async function readAllResponses(seed: number, steps: readonly RequestStep[]): Promise<string[]> {
  const responses: string[] = [];
  for await (const response of readResponses(seed, [], steps)) responses.push(response);
  return responses;
}

const correct = new Map<number, { readonly steps: readonly RequestStep[]; readonly responses: readonly string[] }>();
for (const seed of SEEDS) {
  const steps = listAllRequests(seed);
  correct.set(seed, { steps, responses: await readAllResponses(seed, steps) });
}

async function findFirstDifference(seed: number, fault: string): Promise<number> {
  const known = correct.get(seed);
  let place = 0;
  for await (const response of readResponses(seed, [fault], known?.steps ?? [])) {
    if (response !== known?.responses[place]) return place;
    place += 1;
  }
  return -1;
}

describe('each fault changes a response, for any seed:', () => {
  test.each(Object.keys(ledgerlineFaults))('%s', async (fault) => {
    for (const seed of SEEDS) expect(await findFirstDifference(seed, fault)).toBeGreaterThanOrEqual(0);
  });
});

test('without a fault, the same requests return the same responses: a success or a reason', async () => {
  for (const [seed, { steps, responses }] of correct) {
    expect(await readAllResponses(seed, steps)).toEqual(responses);
    expect(responses.filter((response) => response.startsWith('5'))).toEqual([]);
    expect(responses.filter((response) => response.startsWith('2')).length).toBeGreaterThan(responses.length / 2);
  }
});

test('another seed returns other responses', () => {
  const [first, second] = [...correct.values()];
  expect(first?.responses.filter((response, index) => response !== second?.responses[index]).length).toBeGreaterThan(
    300,
  );
});

test('rejects an unknown fault', () => {
  expect(() => ledgerline.transport({ seed: 1, faults: ['sort-sideways'] })).toThrow('sort-sideways');
});

test('the table names the topics that detect each fault, and half of the faults are subtle', () => {
  const faults = Object.values(ledgerlineFaults);
  expect(faults.length).toBeGreaterThanOrEqual(45);
  expect(faults.filter(({ isSubtle }) => isSubtle).length).toBeGreaterThan(faults.length / 2);
  expect(faults.flatMap(({ topics }) => topics).filter((topic) => !TOPICS.has(topic))).toEqual([]);
  expect(faults.filter(({ topics }) => topics.length === 0)).toEqual([]);
  expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length);
  expect(new Set(faults.flatMap(({ topics }) => topics))).toEqual(TOPICS);
});
