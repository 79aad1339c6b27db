import { expect, test } from 'vitest';
import { getEnumValues } from '../../../spec/index.ts';
import { isOfContract } from '../testing/contract-schema.ts';
import { listEventsOfValues } from './contract-values.ts';

const events = [...listEventsOfValues()];

test('events with the values at the borders of the contract are valid against it', () => {
  expect(events.filter(([, event]) => !isOfContract(event)).map(([words]) => words)).toEqual([]);
  expect(new Set(events.map(([, { type }]) => type))).toEqual(new Set(getEnumValues('EventType')));
});

test('they have null, zero and negative amounts, and each resolution', () => {
  const find = (words: string) => Object(events.find(([own]) => own === words)?.[1]);
  expect(find('settlement_mismatch with null wherever it is allowed').data.host_totals_amount).toBeNull();
  expect(find('cash_low with the smallest numbers and empty lists').data.hours_to_empty).toBe(0);
  expect(find('settlement_mismatch with negative amounts').data.variance_amount).toBe('-120.50');
  expect(find('settlement_mismatch with the smallest numbers and empty lists').data.variance_terminal_ids).toEqual([]);
  expect(find('cash_low with the resolution maintenance').incident.resolution).toBe('maintenance');
});
