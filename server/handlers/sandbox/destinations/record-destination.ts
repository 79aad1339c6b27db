import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { ControlContext, ControlWrite } from '../../../sandbox-contract.ts';
import type { ControlScope } from '../../../world/scope/scope-types.ts';
import type { Destination } from '../../../world/state/destinations.ts';
import type { DestinationChange, Fact } from '../../../world/state/facts.ts';
import { presentDestination } from './present-destination.ts';

/** Returns the fact that records the present state of a destination. */
export function recordDestination(
  { user, nowMs }: ControlContext,
  view: ControlScope,
  { change, destination }: { readonly change: DestinationChange; readonly destination: Destination },
): ControlWrite {
  const userId = user?.user.userId ?? null;
  const changed = { ...destination, changedAtMs: nowMs };
  const fact: Fact = { type: 'destination-saved', atMs: nowMs, userId, change, destination: changed };
  return { tenantId: view.tenant.tenantId, facts: [fact] };
}

/** Presents the saved destination. */
export function presentRecordedDestination(
  controlContext: ControlContext,
  view: ControlScope,
  to: Destination,
): SandboxSchemas['Destination'] {
  return presentDestination(controlContext, view, { ...to, changedAtMs: controlContext.nowMs });
}
