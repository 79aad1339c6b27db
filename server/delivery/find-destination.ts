import type { ControlContext } from '../sandbox-contract.ts';
import type { ControlScope } from '../world/scope/scope-types.ts';
import type { Destination } from '../world/state/destinations.ts';

/** A destination, and the scope that contains it. */
export interface FoundDestination {
  readonly view: ControlScope;
  readonly destination: Destination;
}

/** Finds a visible destination by id. Destinations of others are treated like unknown ones. */
export const findDestination = (controlContext: ControlContext, destinationId: string): FoundDestination | undefined =>
  findVisibleDestination(controlContext, (one) => one.destinationId === destinationId);

/** Finds the visible destination that an inbox belongs to. */
export const findInboxDestination = (controlContext: ControlContext, token: string): FoundDestination | undefined =>
  findVisibleDestination(controlContext, (one) => one.inboxToken === token);

function findVisibleDestination(
  { views }: ControlContext,
  isMeant: (one: Destination) => boolean,
): FoundDestination | undefined {
  for (const view of views) {
    const destination = view.destinations.find(isMeant);
    if (destination !== undefined) return { view, destination };
  }
  return undefined;
}
