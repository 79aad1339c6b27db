import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIdMs } from '../../../fixtures/random/ids.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { createDeliveryId } from './delivery-id.ts';

const anyMs = fc.integer({ min: 0, max: 2 ** 48 - 1 }).map(sandboxMs);
const anyText = fc.string({ maxLength: 30 });

test('creates ids in the common form that start with the instant of the event', () => {
  fc.assert(
    fc.property(anyText, anyMs, anyText, (eventId, atMs, destinationId) => {
      const id = createDeliveryId(eventId, atMs, destinationId);
      expect(id).toMatch(/^dlv_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(parseIdMs(id)).toBe(atMs);
      expect(createDeliveryId(eventId, atMs, destinationId)).toBe(id);
    }),
  );
});

test('creates another id for another event or destination', () => {
  const at = sandboxMs(7);
  const ids = ['evt_a', 'evt_b'].flatMap((event) => ['dst_a', 'dst_b'].map((to) => createDeliveryId(event, at, to)));
  expect(new Set(ids).size).toBe(4);
});

test('creates the same id in every version, because stores contain it', () => {
  expect(createDeliveryId('evt_01K8Z7A2C4D6E8F0G2H4J6K8MN', sandboxMs(Date.UTC(2026, 10, 2, 15)), 'dst_a')).toBe(
    'dlv_01M6ECCFC0674SC270CADTHBZQ',
  );
});
