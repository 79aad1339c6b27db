import { Ajv2020 } from 'ajv/dist/2020.js';
import fc, { integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { contract, valuesOf } from '../../spec/index.ts';
import { atLocation, eventFor, eventsOfEveryType, type ProbeEvent, unmarked } from './events.ts';

const NOW = 1_793_631_600_250;

/** What is wrong with an event by the contract; `format` is left to the contract's own tests. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(contract, 'contract');
const isOfContract = (event: ProbeEvent): boolean => {
  const [media] = Object.keys(contract.webhooks[event.type]?.post.requestBody?.content ?? {});
  const path = `#/webhooks/${event.type}/post/requestBody/content/${media?.replaceAll('/', '~1')}/schema`;
  return ajv.validate({ $ref: `contract${path}` }, event) === true;
};

test('events keep the contract, whatever the seed, and hold a name that people write', () => {
  fc.assert(
    property(integer({ min: 0, max: 999_999_999 }), (seed) => {
      const event = eventFor('any', { seed, nowMs: NOW });
      expect(isOfContract(event)).toBe(true);
      expect(isOfContract(unmarked(event))).toBe(true);
      expect(isOfContract(atLocation(event, 'Café'))).toBe(true);
      expect([event.is_test, event.timestamp, 'is_test' in unmarked(event)]).toEqual([
        true,
        '2026-11-02T15:00:00Z',
        false,
      ]);
      expect(atLocation(event, 'Café').data).toHaveProperty('location_name', 'Café');
    }),
    { numRuns: 30 },
  );
});

test('the judge of these events refuses what is not of the contract', () => {
  const event = eventFor('any', { seed: 1, nowMs: NOW });
  expect(isOfContract({ ...event, mood: 'calm' })).toBe(false);
  expect(isOfContract({ ...event, id: 'evt_1' })).toBe(false);
});

test('equal seeds and instants give equal events; other instants and names give other ids', () => {
  const event = eventFor('any', { seed: 1, nowMs: NOW });
  expect(eventFor('any', { seed: 1, nowMs: NOW })).toEqual(event);
  expect(eventFor('any', { seed: 1, nowMs: NOW + 1 }).id).not.toBe(event.id);
  expect(eventFor('other', { seed: 1, nowMs: NOW }).id).not.toBe(event.id);
  expect(
    new Set(Array.from({ length: 40 }, (_, seed) => JSON.stringify(eventFor('any', { seed, nowMs: NOW }).data))).size,
  ).toBeGreaterThan(2);
});

test('within a run all are of one type, so that the control speaks for the others', () => {
  const types = ['one', 'another', 'third'].map((name) => eventFor(name, { seed: 5, nowMs: NOW }).type);
  expect(new Set(types).size).toBe(1);
});

test('there is an event of each type', () => {
  const events = eventsOfEveryType('all', { seed: 1, nowMs: NOW });
  expect(events.map(({ type }) => type).sort()).toEqual([...valuesOf('EventType')].sort());
  expect(events.filter((event) => !isOfContract(event))).toEqual([]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});
