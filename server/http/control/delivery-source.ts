import { listMatchingTypes } from '../../../spec/event-types.ts';
import type { DeliveringTenant, DeliverySource } from '../../delivery/queue/source.ts';
import type { Sandbox } from '../../sandbox.ts';
import { collectEvents } from '../../world/events/events.ts';
import { isBelow } from '../../world/scope/account-tree.ts';
import type { Destination } from '../../world/state/destinations.ts';
import type { DestinationSaved } from '../../world/state/facts.ts';
import type { TenantState } from '../../world/state/tenant.ts';
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
          (pattern === undefined || listMatchingTypes(pattern).includes(type)) &&
          (only === undefined || only === destinationId),
      })?.definition.effect,
    tenants: async () => (await sandbox.readTenants()).map((state) => toDeliveringTenant(state, queue)),
    async disable({ tenantId, destinationId }, reason) {
      await retryOnConflict({ name: `disabling ${destinationId}`, world: sandbox, tenantId }, async () => {
        const state = (await sandbox.readTenants()).find(({ generated }) => generated.fixture.tenantId === tenantId);
        const before = state?.destinations.get(destinationId);
        if (state === undefined || before === undefined || before.status === 'disabled') return 'done';
        const nowMs = sandbox.now();
        const fact: DestinationSaved = {
          type: 'destination-saved',
          atMs: nowMs,
          userId: null,
          change: 'disabled-itself',
          destination: { ...before, status: 'disabled', disabledReason: reason, changedAtMs: nowMs },
        };
        const isRecorded = await sandbox.appendControlWrite({ tenantId, facts: [fact] }, state.position);
        return isRecorded ? 'done' : 'conflict';
      });
    },
  };
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
    isWithin: (accountId, top) => isBelow(fixture, accountId, top),
    eventsBetween: async (fromMs, toMs) => queue.run(tenantId, () => collectEvents(state, { fromMs, toMs: toMs + 1 })),
  };
}
