import type { Desk } from '../sandbox-contract.ts';
import type { Destination } from '../world/destinations.ts';
import type { Scope } from '../world/tenant.ts';

/** A destination, and who sees it. */
export interface FoundDestination {
  readonly view: Scope;
  readonly destination: Destination;
}

/** The destination of that id in view; those of others are answered like what never existed. */
export const findDestination = (desk: Desk, destinationId: string): FoundDestination | undefined =>
  findWhere(desk, (one) => one.destinationId === destinationId);

/** Likewise, the one that an inbox belongs to. */
export const findInbox = (desk: Desk, token: string): FoundDestination | undefined =>
  findWhere(desk, (one) => one.inboxToken === token);

function findWhere({ views }: Desk, isMeant: (one: Destination) => boolean): FoundDestination | undefined {
  for (const view of views) {
    const destination = view.destinations.find(isMeant);
    if (destination !== undefined) return { view, destination };
  }
  return undefined;
}
