import { describe, expect, it } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { findForbiddenData } from '../../../conformance/reading/card-data.ts';
import { harbourFaults, isHarbourFault } from './faults.ts';
import { harbour } from './index.ts';
import { sendAllRequests } from './testing/requests.ts';

const SEED = 11;
const TOPICS = new Set([
  'auth',
  'public',
  'versioning',
  'scope',
  'limit',
  'sort',
  'filters',
  'lists',
  'transactions',
  'settlements',
  'disputes',
  'terminals',
  'portal',
  'catalog',
  'feeds',
  'contract',
  'card-data',
  'http',
  'errors',
  'writes',
]);

const transcript = async (injected: readonly string[]): Promise<string[]> => {
  const made = await sendAllRequests(harbour.transport({ seed: SEED, faults: injected }), SEED);
  return made.map(([request, reply]) => JSON.stringify([request, reply.status, [...reply.headers], reply.text]));
};

describe('the faults of harbour', async () => {
  const correct = await transcript([]);

  it.each(sample(Object.keys(harbourFaults), 12))('%s changes a response', async (fault) => {
    expect(await transcript([fault])).not.toEqual(correct);
  });

  it.each(Object.keys(harbourFaults).filter((name) => name.startsWith('card-data')))(
    '%s is detected as card data',
    async (fault) => {
      const made = await sendAllRequests(harbour.transport({ seed: SEED, faults: [fault] }), SEED);
      const leaks = made.flatMap(([, { headers, text, json }]) =>
        findForbiddenData([...headers.values(), text].join('\n'), json),
      );
      expect(leaks).not.toEqual([]);
    },
  );

  it('are numerous, at least half of them subtle, and cover every topic of checks', () => {
    const all = Object.values(harbourFaults);
    expect(all.length).toBeGreaterThanOrEqual(45);
    expect(all.filter(({ isSubtle }) => isSubtle).length).toBeGreaterThanOrEqual(all.length / 2);
    expect(new Set(all.flatMap(({ topics }) => topics))).toEqual(TOPICS);
  });

  it('are rejected if unknown', () => {
    expect(isHarbourFault('sort-amounts-as-colours')).toBe(false);
    expect(() => harbour.transport({ seed: SEED, faults: ['sort-amounts-as-colours'] })).toThrow(/no such fault/);
  });

  it('are off by default, and the same seed returns the same bytes', async () => {
    expect(await transcript([])).toEqual(correct);
  });
});
