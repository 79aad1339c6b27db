import { expect, test } from 'vitest';
import {
  isSandboxEventType,
  listDeliveredTypes,
  listMatchingDeliveredTypes,
  listMatchingTypes,
  sandboxEventTypes,
} from './event-types.ts';
import { getEnumValues } from './index.ts';
import { sandboxContract } from './sandbox-document.ts';

const known = getEnumValues('EventType');

test.each<[string, readonly string[]]>([
  ['cash_low', ['cash_low']],
  ['cash_*', ['cash_low', 'cash_out']],
  ['*_failed', known.filter((type) => type.endsWith('_failed'))],
  ['*e*_*e*', known.filter((type) => /e.*_.*e/.test(type))],
  ['*', known],
  ['**', known],
  ['cash_low*', ['cash_low']],
  ['cash_low*low', []], // the parts do not overlap
  ['cash', []],
  ['cash.low', []],
  ['', []],
])('the pattern %s matches %j', (pattern, types) => {
  expect(listMatchingTypes(pattern)).toEqual(types);
});

test('every type matches itself, and each of its beginnings with an asterisk', () => {
  for (const type of known) {
    expect(listMatchingTypes(type)).toEqual([type]);
    for (let length = 0; length <= type.length; length += 1)
      expect(listMatchingTypes(`${type.slice(0, length)}*`)).toContain(type);
  }
});

test('lists the types of the sandbox itself after those of the service, as the contract does', () => {
  expect(listDeliveredTypes()).toEqual([...getEnumValues('EventType'), ...sandboxEventTypes]);
  expect(listDeliveredTypes().filter(isSandboxEventType)).toEqual(sandboxEventTypes);
  const { schemas } = sandboxContract.components as {
    readonly schemas: Readonly<Record<string, { readonly enum?: unknown }>>;
  };
  expect(schemas.DeliveredEventType?.enum).toEqual(listDeliveredTypes());
  expect(schemas.SandboxEventType?.enum).toEqual(sandboxEventTypes);
});

test.each([
  ['sandbox_*', sandboxEventTypes],
  ['sandbox_destination_failing', ['sandbox_destination_failing']],
  ['sandbox_*disabled', ['sandbox_destination_disabled']],
  ['*', getEnumValues('EventType')],
  ['*_destination_*', []],
  ['sandbox', []],
  ['sandbox*', []],
])('matches %s with the types of the sandbox itself only after its prefix', (pattern, types) => {
  expect(listMatchingDeliveredTypes(pattern)).toEqual(types);
  expect(listMatchingTypes(pattern).some(isSandboxEventType)).toBe(false);
});
