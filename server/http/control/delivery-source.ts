import type { DeliveringTenant, DeliverySource } from '../../delivery/queue/source.ts';
import type { Sandbox } from '../../sandbox.ts';
import { listEvents } from '../../world/events/events.ts';
import { isBelow } from '../../world/scope/account-tree.ts';
import type { Destination } from '../../world/state/destinations.ts';
import type { DestinationSaved } from '../../world/state/facts.ts';
import type { TenantState } from '../../world/state/tenant.ts';
import type { WorkQueue } from '../pipeline/work-queue.ts';

/** How often appending a fact is retried after a conflict with another write. */
const MAX_TRIES = 8;

/** Adapts the sandbox to what deliveries need. Runs expensive computations through `queue`. */
export function deliverySourceOf(sandbox: Sandbox, queue: WorkQueue): DeliverySource {
  return {
    now: () => sandbox.clocks(),
    clock: () => sandbox.clock,
    tenants: async () => (await sandbox.tenants()).map((state) => deliveringTenant(state, queue)),
    async disable({ tenantId, destinationId }, reason) {
      for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
        const state = (await sandbox.tenants()).find(({ generated }) => generated.fixture.tenantId === tenantId);
        const before = state?.destinations.get(destinationId);
        if (state === undefined || before === undefined || before.status === 'disabled') return;
        const nowMs = sandbox.now();
        const fact: DestinationSaved = {
          type: 'destination-saved',
          atMs: nowMs,
          userId: null,
          change: 'disabled-itself',
          destination: { ...before, status: 'disabled', disabledReason: reason, changedAtMs: nowMs },
        };
        if (await sandbox.appendHappening({ tenantId, facts: [fact] }, state.position)) return;
      }
      throw new Error(`${destinationId} could not be disabled: gave up after ${MAX_TRIES} conflicts with other writes`);
    },
  };
}

const destinationLists = new WeakMap<TenantState['destinations'], readonly Destination[]>();

function listOf(destinations: TenantState['destinations']): readonly Destination[] {
  const known = destinationLists.get(destinations) ?? [...destinations.values()];
  destinationLists.set(destinations, known);
  return known;
}

function deliveringTenant(state: TenantState, queue: WorkQueue): DeliveringTenant {
  const { fixture } = state.generated;
  const { tenantId } = fixture;
  return {
    tenantId,
    position: state.position,
    since: state.since,
    destinations: listOf(state.destinations),
    isWithin: (accountId, top) => isBelow(fixture, accountId, top),
    eventsBetween: async (fromMs, toMs) => queue.run(tenantId, () => listEvents(state, { fromMs, toMs: toMs + 1 })),
  };
}
