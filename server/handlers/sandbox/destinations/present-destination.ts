import { formatInstant } from '../../../../base/formats.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { normalizeStoredUrl, parseDestinationUrl } from '../../../delivery/network/destination-url.ts';
import { fingerprintSigningSecret, parseSecret } from '../../../delivery/signing/signer.ts';
import type { ControlContext } from '../../../sandbox-contract.ts';
import type { ControlScope } from '../../../world/scope/scope-types.ts';
import type { Destination, SigningSecret, Subscription } from '../../../world/state/destinations.ts';
import type { SandboxMs } from '../../../world/state/time.ts';

/** Presents a destination with the fingerprints of its secrets and the names of its headers only. */
export function presentDestination(
  { nowMs, deliveryInputs }: ControlContext,
  view: ControlScope,
  destination: Destination,
): SandboxSchemas['Destination'] {
  const { destinationId, accountId, name, kind, url, headers, retryProfile, status, disabledReason } = destination;
  const health = deliveryInputs.healths.get(destinationId);
  return {
    destination_id: destinationId,
    tenant_id: view.tenant.tenantId,
    account_id: accountId,
    name,
    kind,
    url: url === null ? null : normalizeStoredUrl(url), // earlier versions stored it unnormalised
    url_advice: kind === 'url' && url !== null ? findAdvice(url, deliveryInputs) : null,
    header_names: Object.keys(headers),
    retry_profile: retryProfile,
    status,
    disabled_reason: disabledReason,
    secret: presentSecrets(destination, nowMs),
    subscriptions: destination.subscriptions.map(presentSubscription),
    health: {
      failing_since: presentInstant(health?.failingSinceMs ?? null),
      last_success_at: presentInstant(health?.lastSuccessMs ?? null),
      last_error: health?.lastError ?? null,
    },
    created_at: formatInstant(destination.createdAtMs),
    changed_at: formatInstant(destination.changedAtMs),
  };
}

/** Returns why the URL would be refused now, or null. */
function findAdvice(url: string, { findRefusal }: ControlContext['deliveryInputs']): string | null {
  const read = parseDestinationUrl(url);
  return 'fault' in read ? read.fault : (findRefusal(url) ?? null);
}

/** Presents the signing secrets at an instant, without their values. */
export function presentSecrets(
  { secrets }: Pick<Destination, 'secrets'>,
  nowMs: SandboxMs,
): SandboxSchemas['SecretState'] {
  const [newest, ...older] = secrets;
  if (newest === undefined) throw new Error('a destination without a secret');
  return {
    fingerprint: formatFingerprint(newest),
    created_at: formatInstant(newest.createdAtMs),
    previous: older.flatMap((secret) =>
      secret.expiresAtMs !== null && secret.expiresAtMs > nowMs
        ? [{ fingerprint: formatFingerprint(secret), expires_at: formatInstant(secret.expiresAtMs) }]
        : [],
    ),
  };
}

function formatFingerprint({ secret: text }: SigningSecret): string {
  const secret = parseSecret(text);
  if ('fault' in secret) throw new Error('a stored destination has an invalid secret'); // it was validated before it was stored
  return fingerprintSigningSecret(secret);
}

export function presentSubscription(subscription: Subscription): SandboxSchemas['Subscription'] {
  const { subscriptionId, level, accountId, terminalId, types, states, createdAtMs } = subscription;
  return {
    subscription_id: subscriptionId,
    level,
    account_id: accountId,
    terminal_id: terminalId,
    types: types === null ? null : [...types],
    states: states === null ? null : [...states],
    created_at: formatInstant(createdAtMs),
  };
}

const presentInstant = (ms: SandboxMs | null): string | null => (ms === null ? null : formatInstant(ms));
