import { expect, test } from 'vitest';
import { clauses, contract, gaps } from '../../../spec/index.ts';
import { senderChecks } from './index.ts';

const documented = new Set<string>(clauses.map(({ id }) => id));
const ofDeliveries = gaps.filter(({ kit }) => kit === 'deliveries').map(({ id }): string => id);

test('every required rule is documented', () => {
  const musts = senderChecks.filter(({ level }) => level === 'must');
  expect(musts.length).toBeGreaterThan(4);
  expect(musts.filter(({ rule }) => typeof rule !== 'string' || !documented.has(rule)).map(({ id }) => id)).toEqual([]);
});

test('the assumed rules of the checks are the gaps that the specification lists for senders', () => {
  const ofJudges = senderChecks.flatMap(({ rule }) =>
    typeof rule === 'string' && !documented.has(rule) ? [rule] : [],
  );
  // The event schemas stand for all choices that their members carry.
  const schemas = Object.entries(contract.components.schemas).filter(([name]) => name.endsWith('Event'));
  const ofSchemas = JSON.stringify([schemas, contract.webhooks]).match(/(?<="x-assumed":")events\.[\w.]+/g) ?? [];
  const used = new Set([...ofJudges, ...ofSchemas]);
  used.delete('events.conditions'); // when an event is raised cannot be seen in it
  expect([...used].sort()).toEqual(ofDeliveries.toSorted());
});
