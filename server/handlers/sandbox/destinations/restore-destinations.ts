import type { ControlScope } from '../../../world/scope/scope-types.ts';
import type { Destination, SigningSecret } from '../../../world/state/destinations.ts';
import type { DestinationSaved } from '../../../world/state/facts.ts';
import { type SandboxMs, sandboxMs } from '../../../world/state/time.ts';

/** The sandbox times before and after a reset. */
interface Reset {
  readonly fromMs: SandboxMs;
  readonly toMs: SandboxMs;
}

/** Returns the facts that restore the destinations of a tenant after a reset. */
export const restoreDestinations = ({ destinations }: ControlScope, reset: Reset): readonly DestinationSaved[] =>
  destinations.map((destination) => ({
    type: 'destination-saved',
    atMs: reset.toMs,
    userId: null,
    change: 'registered',
    destination: restoreDestination(destination, reset),
  }));

/**
 * Restores a destination to its registered state: clears failures, restarts the inbox answers, and moves instants before
 * the new time.
 */
function restoreDestination(destination: Destination, { fromMs, toMs }: Reset): Destination {
  const { createdAtMs, changedAtMs, disabledReason, inboxPlan, secrets, subscriptions } = destination;
  const atMost = (ms: SandboxMs): SandboxMs => sandboxMs(Math.min(ms, toMs));
  const isUsersChoice = disabledReason === null || disabledReason === 'user';
  return {
    ...destination,
    ...(isUsersChoice ? {} : { status: 'enabled', disabledReason: null }),
    inboxPlan: inboxPlan + 1,
    secrets: secrets.map((secret) => restoreSecret(secret, { fromMs, toMs })),
    subscriptions: subscriptions.map((one) => ({ ...one, createdAtMs: atMost(one.createdAtMs) })),
    createdAtMs: atMost(createdAtMs),
    changedAtMs: atMost(changedAtMs),
  };
}

/** A previous secret keeps its remaining time; an expired one stays expired. */
function restoreSecret(secret: SigningSecret, { fromMs, toMs }: Reset): SigningSecret {
  const { createdAtMs, expiresAtMs } = secret;
  return {
    ...secret,
    createdAtMs: sandboxMs(Math.min(createdAtMs, toMs)),
    expiresAtMs: expiresAtMs === null ? null : sandboxMs(toMs + Math.max(0, expiresAtMs - fromMs)),
  };
}
