import type { FaultEffect } from '../../world/state/fault-rules.ts';
import { type RealMs, realMs, type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Due } from '../delivery.ts';
import { createDeliveryId } from '../signing/delivery-id.ts';
import type { NewDelivery } from '../store/delivery-store.ts';

/** Returns the effect of the fault rule that applies to a new delivery. */
export type ChooseDeliveryFault = (delivery: NewDelivery) => FaultEffect | undefined;

/** Duplicates, postpones and reorders new deliveries by the fault rules. Those of disabled destinations stay as they are. */
export function alterDeliveries(
  deliveries: readonly NewDelivery[],
  chooseFault: ChooseDeliveryFault,
): readonly NewDelivery[] {
  const altered: NewDelivery[] = [];
  /** Deliveries that the next one of their destination overtakes. */
  const overtaken = new Map<string, NewDelivery>();
  for (const delivery of deliveries) {
    const { due, destinationId } = delivery;
    const effect = due === null ? undefined : chooseFault(delivery);
    if (effect?.type === 'webhook_reordered' && !overtaken.has(destinationId)) {
      overtaken.set(destinationId, delivery);
      continue;
    }
    const made = effect === undefined ? [delivery] : alterDelivery(delivery, effect);
    altered.push(...made);
    const earlier = overtaken.get(destinationId);
    if (earlier === undefined) continue;
    overtaken.delete(destinationId);
    altered.push({ ...earlier, due: chooseLater(earlier.due, made[0]?.due ?? null) });
  }
  return [...altered, ...overtaken.values()]; // no other delivery of their destination followed
}

function alterDelivery(delivery: NewDelivery, effect: FaultEffect): readonly NewDelivery[] {
  const { due, event, destinationId } = delivery;
  switch (effect.type) {
    case 'webhook_duplicate':
      return [
        delivery,
        // Receivers see the same event id and body, and another id only in a header of the sandbox.
        { ...delivery, deliveryId: createDeliveryId(`${event.eventId} duplicate`, event.atMs, destinationId) },
      ];
    case 'webhook_late':
      return [{ ...delivery, due: due && postpone(due, (effect.late_seconds ?? 0) * 1000) }];
    default:
      return [delivery];
  }
}

const postpone = (due: Due, byMs: number): Due =>
  due.clock === 'sandbox'
    ? { clock: 'sandbox', atMs: sandboxMs(due.atMs + byMs) }
    : { clock: 'real', atMs: realMs(due.atMs + byMs) };

/** Returns the later instant of two on the same clock; the first one for different clocks. */
function chooseLater(one: Due | null, other: Due | null): Due | null {
  if (one === null || other === null || one.clock !== other.clock) return one;
  const earlier: SandboxMs | RealMs = one.atMs;
  return earlier >= other.atMs ? one : other;
}
