import { parseInstant } from '../../../base/durations.ts';
import { type Fault, invalidBody, notFound } from '../../problems/problem.ts';
import type { Destination } from '../../world/state/destinations.ts';
import { type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryState } from '../delivery.ts';
import { findDestination } from '../find-destination.ts';
import { computeFirstDue } from '../queue/schedule.ts';
import type { DeliveryService } from '../service/delivery-service.ts';
import { presentDestinationAlert } from '../service/destination-events.ts';
import { createDeliveries } from '../service/fan-out.ts';
import type { NewDelivery } from '../store/delivery-store.ts';
import type { DeliveryOperation } from './delivery-operation.ts';

const PAGE = 500;

/** @see gap destinations.recovery */
export const recoverDestination: DeliveryOperation<'recoverDestination'> = async (
  controlContext,
  { path, body },
  deliveryService,
) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { destination, view } = found;
  const { states = ['skipped', 'exhausted'], dry_run: isDryRun = false } = body;
  const fromMs = parseInstant(body.since);
  const toMs = body.until === undefined ? controlContext.nowMs + 1 : parseInstant(body.until);
  const faults: Fault[] = [
    ...(fromMs === undefined ? [createInstantFault('/since')] : []),
    ...(toMs === undefined ? [createInstantFault('/until')] : []),
  ];
  if (fromMs === undefined || toMs === undefined) return invalidBody(...faults);
  if (destination.status === 'disabled' && !isDryRun)
    return invalidBody({
      pointer: '',
      code: 'out_of_range',
      detail: 'The destination is disabled and would skip queued deliveries. Enable it first.',
    });

  const span = { fromMs: sandboxMs(fromMs), toMs: sandboxMs(Math.min(toMs, controlContext.nowMs + 1)) };
  const { tenantId } = view.tenant;
  const due = computeFirstDue(destination.retryProfile, {
    sandboxMs: controlContext.nowMs,
    realMs: controlContext.realMs,
  });
  const recovery: Recovery = { deliveryService, tenantId, destination, span };
  const existing = await listDeliveriesWithin(recovery);
  const matching = existing.filter(({ state }) => states.some((one) => one === state));
  const recoverable = await filterWithBodies(deliveryService, matching);
  const allMissed = states.includes('missed')
    ? await createMissedDeliveries(recovery, new Set(existing.map(({ event }) => event.eventId)))
    : [];
  const room = await deliveryService.store.countFreePlaces({ tenantId, destinationId: destination.destinationId });
  const requeued = recoverable.slice(0, room);
  const missed = allMissed.slice(0, room - requeued.length);
  if (!isDryRun) {
    // Due now, not at the instants of the events: otherwise their whole schedules would run at once.
    const queued = missed.map((one) => ({ ...one, due }));
    const again = { deliveryIds: listIds(requeued), due };
    const added = await deliveryService.enqueue({ tenantId, since: view.since, deliveries: queued, again });
    if (added === undefined) return notFound(); // a reset removed the destination in the meantime
    deliveryService.wake();
  }
  const count = (state: DeliveryState): number => requeued.filter((one) => one.state === state).length;
  return {
    status: 200,
    body: {
      dry_run: isDryRun,
      queued: {
        missed: missed.length,
        skipped: count('skipped'),
        exhausted: count('exhausted'),
        delivered: count('delivered'),
      },
      remaining: recoverable.length + allMissed.length - requeued.length - missed.length,
    },
  };
};

interface Span {
  readonly fromMs: SandboxMs;
  /** Exclusive. */
  readonly toMs: SandboxMs;
}

/** A request to recover the events of a destination in a period. */
interface Recovery {
  readonly deliveryService: DeliveryService;
  readonly tenantId: string;
  readonly destination: Destination;
  readonly span: Span;
}

/** Returns the deliveries of a destination in a period, oldest first, without samples. */
async function listDeliveriesWithin({
  deliveryService: { store },
  tenantId,
  destination,
  span,
}: Recovery): Promise<readonly Delivery[]> {
  const found: Delivery[] = [];
  let beforeSequence: number | undefined;
  for (;;) {
    const destinationIds = [destination.destinationId];
    const { items, hasMore } = await store.listPage({ tenantId, destinationIds, ...span, beforeSequence, limit: PAGE });
    found.push(...items.filter(({ isTest }) => !isTest));
    const last = items.at(-1);
    if (!hasMore || last === undefined) return found.reverse();
    beforeSequence = last.sequence;
  }
}

/** Returns the deliveries that can still be sent. Bodies of old events may have been dropped. */
async function filterWithBodies(
  { store }: DeliveryService,
  deliveries: readonly Delivery[],
): Promise<readonly Delivery[]> {
  const sendable: Delivery[] = [];
  for (const one of deliveries) if (typeof (await store.readBody(one.deliveryId)) === 'string') sendable.push(one);
  return sendable;
}

const listIds = (deliveries: readonly Delivery[]): readonly string[] => deliveries.map(({ deliveryId }) => deliveryId);

/** Returns deliveries for events that have none, as if the current subscriptions had always existed. */
async function createMissedDeliveries(
  { deliveryService, tenantId, destination, span: { fromMs, toMs } }: Recovery,
  known: ReadonlySet<string>,
): Promise<readonly NewDelivery[]> {
  const tenant = deliveryService.directory.findTenant(tenantId);
  if (tenant === undefined || toMs <= fromMs) return [];
  const alerts = [...tenant.alerts].filter(({ alert: { atMs } }) => atMs >= fromMs && atMs < toMs);
  const events = [
    ...(await tenant.eventsBetween(fromMs, sandboxMs(toMs - 1))),
    ...alerts.map(({ alert }) => presentDestinationAlert(alert)),
  ].filter(({ id }) => !known.has(id));
  const always = destination.subscriptions.map((one) => ({ ...one, createdAtMs: sandboxMs(0) }));
  return createDeliveries({
    events,
    destinations: [{ ...destination, subscriptions: always }],
    now: deliveryService.now(),
    isWithin: tenant.isWithin,
  });
}

const createInstantFault = (pointer: string): Fault => ({
  pointer,
  code: 'wrong_format',
  detail: 'Expected an instant such as 2026-11-02T12:00:00Z.',
});
