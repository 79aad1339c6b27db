import type { Destination, DestinationKind, RetryProfile } from '../../world/state/destinations.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import { parseSecret, type Secret } from '../signing/signer.ts';
import type { DestinationKey } from '../store/delivery-store.ts';

/** A destination as attempts need it. */
export interface DeliveryTarget {
  readonly key: DestinationKey;
  readonly kind: DestinationKind;
  /** Null for a listener. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets that sign now, newest first. */
  readonly secrets: readonly Secret[];
  readonly profile: RetryProfile;
  /** Whether due deliveries are sent; otherwise they wait. */
  readonly isSending: boolean;
  /** Whether nothing is sent or queued any more. */
  readonly isDisabled: boolean;
}

/** Returns the target of a destination at an instant. Cached while the same secrets sign. */
export function toDeliveryTarget(tenantId: string, destination: Destination, nowMs: SandboxMs): DeliveryTarget {
  const known = made.get(destination);
  if (known !== undefined && known.target.key.tenantId === tenantId && nowMs >= known.fromMs && nowMs < known.untilMs)
    return known.target;
  const target = makeTarget(tenantId, destination, nowMs);
  const untilMs = destination.secrets.reduce(
    (firstMs, { expiresAtMs }) =>
      expiresAtMs === null || expiresAtMs <= nowMs ? firstMs : Math.min(firstMs, expiresAtMs),
    Number.POSITIVE_INFINITY,
  );
  made.set(destination, { target, fromMs: nowMs, untilMs });
  return target;
}

const made = new WeakMap<
  Destination,
  { readonly target: DeliveryTarget; readonly fromMs: number; readonly untilMs: number }
>();

function makeTarget(tenantId: string, destination: Destination, nowMs: SandboxMs): DeliveryTarget {
  const { destinationId, kind, url, headers, retryProfile, status } = destination;
  return {
    key: { tenantId, destinationId },
    kind,
    url,
    headers,
    secrets: destination.secrets
      .filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs)
      .map(({ secret }) => parseStoredSecret(secret)),
    profile: retryProfile,
    isSending: status === 'enabled',
    isDisabled: status === 'disabled',
  };
}

/** Parses a stored secret, which was validated before it was stored. */
export function parseStoredSecret(text: string): Secret {
  const secret = parseSecret(text);
  if ('fault' in secret) throw new Error('a destination has an invalid stored secret');
  return secret;
}
