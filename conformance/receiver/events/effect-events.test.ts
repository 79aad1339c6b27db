import { expect, test } from 'vitest';
import { isOfContract } from '../testing/contract-schema.ts';
import { EFFECT_TYPE_COUNT, generateEffectEvent, generateEffectIncident, generateIncident } from './effect-events.ts';

const SOURCE = { seed: 3, nowMs: 1_793_631_600_250 };

const indexes = Array.from({ length: EFFECT_TYPE_COUNT }, (_, index) => index);

test('events of each type are valid against the contract, and are not marked as samples', () => {
  const events = indexes.flatMap((index) =>
    Array.from({ length: 30 }, (_, at) => generateEffectEvent(`event ${at}`, index, SOURCE)),
  );
  expect(events.filter((event) => !isOfContract(event))).toEqual([]);
  expect(events.filter((event) => 'is_test' in event)).toEqual([]);
  expect(new Set(events.map(({ type }) => type)).size).toBe(EFFECT_TYPE_COUNT);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

test('the first type has incidents of terminals, for any seed', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const event = generateEffectEvent('an event', 0, { ...SOURCE, seed });
    expect([typeof event.terminal_id, Object(event.incident).state]).toEqual(['string', 'triggered']);
  }
});

test('events with different names differ in id, incident and terminal; equal names give equal events', () => {
  const [one, other] = ['one', 'other'].map((name) => generateEffectEvent(name, 0, SOURCE));
  expect(generateEffectEvent('one', 0, SOURCE)).toEqual(one);
  for (const member of ['id', 'terminal_id'] as const) expect(one?.[member]).not.toBe(other?.[member]);
  expect(Object(one?.incident).incident_id).not.toBe(Object(other?.incident).incident_id);
});

test('the events of one incident share it, and its end is later', () => {
  for (const { triggered, resolved } of [
    generateIncident('an incident', SOURCE),
    ...indexes.flatMap((index) => generateEffectIncident('an incident', index, SOURCE) ?? []),
  ]) {
    const [begun, ended] = [Object(triggered.incident), Object(resolved.incident)];
    expect([begun.incident_id, begun.state, ended.state]).toEqual([ended.incident_id, 'triggered', 'resolved']);
    expect([triggered, resolved].map(isOfContract)).toEqual([true, true]);
    expect(triggered.terminal_id).toBe(resolved.terminal_id);
    expect(String(triggered.timestamp) <= String(resolved.timestamp)).toBe(true);
    expect(triggered.id).not.toBe(resolved.id);
  }
});

test('a type without incidents has no events of an incident', () => {
  expect(indexes.some((index) => generateEffectIncident('none', index, SOURCE) === undefined)).toBe(true);
});
