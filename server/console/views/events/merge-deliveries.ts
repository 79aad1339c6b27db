import type { Delivery } from '../../api/types.ts';

/**
 * Returns the listed deliveries with the states that were reported since, and new ones first. So an attempt is shown before the list has been
 * read again. Both are newest first.
 */
export function mergeDeliveries(listed: readonly Delivery[], reported: readonly Delivery[]): readonly Delivery[] {
  const latest = new Map<string, Delivery>();
  for (const delivery of reported) if (!latest.has(delivery.delivery_id)) latest.set(delivery.delivery_id, delivery);
  const ids = new Set(listed.map(({ delivery_id: id }) => id));
  const newest = listed[0]?.happened_at ?? '';
  const added = [...latest.values()].filter(({ delivery_id: id, happened_at: at }) => !ids.has(id) && at >= newest);
  const current = listed.map((delivery) => {
    const other = latest.get(delivery.delivery_id);
    return other !== undefined && other.attempt_count > delivery.attempt_count ? other : delivery;
  });
  return [...added, ...current];
}
