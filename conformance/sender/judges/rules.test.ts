import { expect, test } from 'vitest';
import { clauses, contract, gaps } from '../../../spec/index.ts';
import { judges } from './index.ts';

const documented = new Set<string>(clauses.map(({ id }) => id));
const ofDeliveries = gaps.filter(({ kit }) => kit === 'deliveries').map(({ id }): string => id);

test('what must be kept is documented', () => {
  const musts = judges.filter(({ level }) => level === 'must');
  expect(musts.length).toBeGreaterThan(4);
  expect(musts.filter(({ rule }) => typeof rule !== 'string' || !documented.has(rule)).map(({ id }) => id)).toEqual([]);
});

test('the gaps that deliveries are held against are those that are listed so', () => {
  const ofJudges = judges.flatMap(({ rule }) => (typeof rule === 'string' && !documented.has(rule) ? [rule] : []));
  // The event schemas stand for all choices that their members carry.
  const schemas = Object.entries(contract.components.schemas).filter(([name]) => name.endsWith('Event'));
  const ofSchemas = JSON.stringify([schemas, contract.webhooks]).match(/(?<="x-assumed":")events\.[\w.]+/g) ?? [];
  const used = new Set([...ofJudges, ...ofSchemas]);
  used.delete('events.conditions'); // when an event is raised cannot be seen in it
  expect([...used].sort()).toEqual(ofDeliveries.toSorted());
});
