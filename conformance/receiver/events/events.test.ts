import fc, { integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { getEnumValues } from '../../../spec/index.ts';
import { isOfContract } from '../testing/contract-schema.ts';
import {
  describeKind,
  generateEvent,
  generateEventOfEachType,
  removeSampleMark,
  replaceLocationName,
} from './events.ts';

const NOW = 1_793_631_600_250;

test('events are valid against the contract for any seed and contain a location name', () => {
  fc.assert(
    property(integer({ min: 0, max: 999_999_999 }), (seed) => {
      const event = generateEvent('any', { seed, nowMs: NOW });
      expect(isOfContract(event)).toBe(true);
      expect(isOfContract(removeSampleMark(event))).toBe(true);
      expect(isOfContract(replaceLocationName(event, 'Café'))).toBe(true);
      expect([event.is_test, event.timestamp, 'is_test' in removeSampleMark(event)]).toEqual([
        true,
        '2026-11-02T15:00:00Z',
        false,
      ]);
      expect(replaceLocationName(event, 'Café').data).toHaveProperty('location_name', 'Café');
    }),
    { numRuns: chooseRuns(3, 30) },
  );
});

test('the validation of events in this test rejects an invalid event', () => {
  const event = generateEvent('any', { seed: 1, nowMs: NOW });
  expect(isOfContract({ ...event, mood: 'calm' })).toBe(false);
  expect(isOfContract({ ...event, id: 'evt_1' })).toBe(false);
});

test('equal seeds and instants give equal events; other instants and names give other ids', () => {
  const event = generateEvent('any', { seed: 1, nowMs: NOW });
  expect(generateEvent('any', { seed: 1, nowMs: NOW })).toEqual(event);
  expect(generateEvent('any', { seed: 1, nowMs: NOW + 1 }).id).not.toBe(event.id);
  expect(generateEvent('other', { seed: 1, nowMs: NOW }).id).not.toBe(event.id);
  expect(
    new Set(Array.from({ length: 40 }, (_, seed) => JSON.stringify(generateEvent('any', { seed, nowMs: NOW }).data)))
      .size,
  ).toBeGreaterThan(2);
});

test('all events of one run have the same type, as the control does', () => {
  const types = ['one', 'another', 'third'].map((name) => generateEvent(name, { seed: 5, nowMs: NOW }).type);
  expect(new Set(types).size).toBe(1);
});

test('the kit has an event of each type, state and level', () => {
  const events = generateEventOfEachType('all', { seed: 1, nowMs: NOW });
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([...getEnumValues('EventType')].sort());
  const kinds = events.map(describeKind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds).toEqual(expect.arrayContaining(['cash_low triggered', 'cash_low resolved', 'command_failed']));
  for (const state of ['triggered', 'escalated', 'resolved'])
    for (const level of ['terminal', 'account'])
      expect(kinds).toContain(`compliance_expiration ${state} at level ${level}`);
  expect(events.filter((event) => !isOfContract(event))).toEqual([]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});
