import type { DeliveringTenant, DeliverySource } from '../delivery/source.ts';
import { isBelow } from '../world/account-tree.ts';
import { eventsOf } from '../world/events.ts';
import type { DestinationSaved } from '../world/facts.ts';
import type { TenantState } from '../world/tenant.ts';
import type { Sandbox } from './sandbox.ts';

/** How often a fact of its own is tried to be appended, where others come first. */
const MAX_TRIES = 8;

/** The sandbox as deliveries need it. */
export function deliverySourceOf(sandbox: Sandbox): DeliverySource {
  return {
    now: () => sandbox.clocks(),
    clock: () => sandbox.clock,
    tenants: async () => (await sandbox.tenants()).map(deliveringTenant),
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
      throw new Error(`${destinationId} could not be disabled: ${MAX_TRIES} other writes came first`);
    },
  };
}

function deliveringTenant(state: TenantState): DeliveringTenant {
  const { fixture } = state.generated;
  return {
    tenantId: fixture.tenantId,
    position: state.position,
    since: state.since,
    destinations: [...state.destinations.values()],
    isWithin: (accountId, top) => isBelow(fixture, accountId, top),
    eventsBetween: (fromMs, toMs) => eventsOf(state, { fromMs, toMs: toMs + 1 }),
  };
}
