import { listMatchingDeliveryTypes } from '../../../spec/event-types.ts';
import type { ReportedFailures } from '../../delivery/queue/settle.ts';
import type { DeliveringTenant, DeliverySource } from '../../delivery/queue/source.ts';
import { createId } from '../../delivery/signing/delivery-id.ts';
import type { Sandbox } from '../../sandbox.ts';
import { collectEvents } from '../../world/events/events.ts';
import { isBelow } from '../../world/scope/account-tree.ts';
import type { DestinationAlert } from '../../world/state/destination-alerts.ts';
import type { Destination } from '../../world/state/destinations.ts';
import type { Fact } from '../../world/state/facts.ts';
import type { TenantState } from '../../world/state/tenant.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { Work } from '../exchange/work-queue.ts';
import { retryOnConflict } from '../request/5-answer/retry-on-conflict.ts';

/** Adapts the sandbox to what deliveries need. Runs expensive computations through `queue`. */
export function createDeliverySource(sandbox: Sandbox, queue: Work): DeliverySource {
  return {
    now: () => sandbox.readClocks(),
    clock: () => sandbox.clock,
    chooseFault: ({ event: { type }, destinationId }) =>
      sandbox.faults.choose({
        kind: 'delivery',
        pair: [type, destinationId],
        countedAs: `${type} ${destinationId}`,
        meets: ({ event_type: pattern, destination_id: only }) =>
          (pattern === undefined || listMatchingDeliveryTypes(pattern).includes(type)) &&
          (only === undefined || only === destinationId),
      })?.definition.effect,
    tenants: async () => (await sandbox.readTenants()).map((state) => toDeliveringTenant(state, queue)),
    async reportFailures({ tenantId, destinationId }, failures) {
      await retryOnConflict({ name: `the failures of ${destinationId}`, world: sandbox, tenantId }, async () => {
        const state = (await sandbox.readTenants()).find(({ generated }) => generated.fixture.tenantId === tenantId);
        const before = state?.destinations.get(destinationId);
        if (state === undefined || before === undefined || before.status === 'disabled') return 'done';
        const facts = listFailureFacts(state, { destination: before, nowMs: sandbox.now() }, failures);
        if (facts.length === 0) return 'done';
        const isRecorded = await sandbox.appendControlWrite({ tenantId, facts }, state.position);
        return isRecorded ? 'done' : 'conflict';
      });
    },
  };
}

/** Returns the facts that record failures of a destination: an alert, unless it exists, and that it is disabled. */
function listFailureFacts(
  { destinationAlerts, position }: TenantState,
  { destination, nowMs }: { readonly destination: Destination; readonly nowMs: SandboxMs },
  { health, disabledReason, atMs }: ReportedFailures,
): readonly Fact[] {
  const { destinationId, accountId, name: destinationName } = destination;
  const { failingSinceMs, failingSinceRealMs, failedAttempts = 0, lastError } = health;
  const type = disabledReason === null ? 'sandbox_destination_failing' : 'sandbox_destination_disabled';
  const isRecorded = [...destinationAlerts].some(
    ({ alert }) =>
      alert.destinationId === destinationId &&
      alert.failingSinceMs === failingSinceMs &&
      alert.failingSinceRealMs === failingSinceRealMs,
  );
  if (disabledReason === null && isRecorded) return [];
  const alert: DestinationAlert = {
    eventId: createId('evt', atMs, `${type} ${destinationId} ${position}`),
    ...{ type, destinationId, destinationName, accountId, failedAttempts, failingSinceMs, failingSinceRealMs },
    ...{ disabledReason, lastError, atMs },
  };
  const alerted: Fact = { type: 'destination-alerted', atMs: nowMs, alert };
  if (disabledReason === null) return [alerted];
  const disabled: Destination = { ...destination, status: 'disabled', disabledReason, changedAtMs: nowMs };
  return [
    { type: 'destination-saved', atMs: nowMs, userId: null, change: 'disabled-itself', destination: disabled },
    alerted,
  ];
}

const destinationLists = new WeakMap<TenantState['destinations'], readonly Destination[]>();

function toDestinationList(destinations: TenantState['destinations']): readonly Destination[] {
  const known = destinationLists.get(destinations) ?? [...destinations.values()];
  destinationLists.set(destinations, known);
  return known;
}

function toDeliveringTenant(state: TenantState, queue: Work): DeliveringTenant {
  const { fixture } = state.generated;
  const { tenantId } = fixture;
  return {
    tenantId,
    position: state.position,
    since: state.since,
    destinations: toDestinationList(state.destinations),
    alerts: state.destinationAlerts,
    isWithin: (accountId, top) => isBelow(fixture, accountId, top),
    eventsBetween: async (fromMs, toMs) => queue.run(tenantId, () => collectEvents(state, { fromMs, toMs: toMs + 1 })),
  };
}
