import type { Destination, SigningSecret } from '../../world/destinations.ts';
import type { DestinationSaved } from '../../world/facts.ts';
import type { Scope } from '../../world/tenant.ts';
import { type SandboxMs, sandboxMs } from '../../world/time.ts';

/** Where the clock stood before a reset, and where it stands after it. */
interface Reset {
  readonly fromMs: SandboxMs;
  readonly toMs: SandboxMs;
}

/** The destinations of a tenant as they are after a reset that keeps them, as facts. */
export const keptDestinations = ({ destinations }: Scope, reset: Reset): readonly DestinationSaved[] =>
  destinations.map((destination) => ({
    type: 'destination-saved',
    atMs: reset.toMs,
    userId: null,
    change: 'registered',
    destination: afterReset(destination, reset),
  }));

/**
 * A destination as it was registered: what its receiver brought about is undone, its inbox begins its answers again, and
 * nothing of it is later than the clock.
 */
function afterReset(destination: Destination, { fromMs, toMs }: Reset): Destination {
  const { createdAtMs, changedAtMs, disabledReason, inboxPlan, secrets, subscriptions } = destination;
  const atMost = (ms: SandboxMs): SandboxMs => sandboxMs(Math.min(ms, toMs));
  const isUsersChoice = disabledReason === null || disabledReason === 'user';
  return {
    ...destination,
    ...(isUsersChoice ? {} : { status: 'enabled', disabledReason: null }),
    inboxPlan: inboxPlan + 1,
    secrets: secrets.map((secret) => keptSecret(secret, { fromMs, toMs })),
    subscriptions: subscriptions.map((one) => ({ ...one, createdAtMs: atMost(one.createdAtMs) })),
    createdAtMs: atMost(createdAtMs),
    changedAtMs: atMost(changedAtMs),
  };
}

/** An older secret signs for as long as it had left; one that has expired stays so. */
function keptSecret(secret: SigningSecret, { fromMs, toMs }: Reset): SigningSecret {
  const { createdAtMs, expiresAtMs } = secret;
  return {
    ...secret,
    createdAtMs: sandboxMs(Math.min(createdAtMs, toMs)),
    expiresAtMs: expiresAtMs === null ? null : sandboxMs(toMs + Math.max(0, expiresAtMs - fromMs)),
  };
}
