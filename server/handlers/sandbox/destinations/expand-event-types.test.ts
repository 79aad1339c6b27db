import { expect, test } from 'vitest';
import { listDeliveredTypes } from '../../../../spec/event-types.ts';
import { getEnumValues } from '../../../../spec/index.ts';
import { createUnknownTypeFault } from '../../../problems/unknown-names.ts';
import { expandEventTypes } from './expand-event-types.ts';

const known = getEnumValues('EventType');

test('a list has each matching type once, in the order of the contract', () => {
  expect(expandEventTypes(['command_failed', 'cash_out', 'cash_*'], '')).toEqual({
    types: known.filter((type) => ['cash_low', 'cash_out', 'command_failed'].includes(type)),
  });
  expect(expandEventTypes(null, '')).toEqual({ types: null });
});

test('each member that matches nothing has a fault with the allowed names and the nearest one', () => {
  expect(expandEventTypes(['cash_lo', 'cash_*', 'toast_*'], '/subscriptions/2')).toEqual({
    faults: [
      createUnknownTypeFault({ pointer: '/subscriptions/2/types/0' }, 'cash_lo', listDeliveredTypes()),
      createUnknownTypeFault({ pointer: '/subscriptions/2/types/2' }, 'toast_*', listDeliveredTypes()),
    ],
  });
  expect(createUnknownTypeFault({ parameter: 'type' }, 'cash_lo')).toEqual({
    parameter: 'type',
    code: 'unknown_value',
    detail: 'Did you mean cash_low? An asterisk matches any letters, as in cash_*.',
    allowed: known,
    nearest: 'cash_low',
  });
});
