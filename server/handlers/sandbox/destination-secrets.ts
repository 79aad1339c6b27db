import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { findDestination } from '../../delivery/find-destination.ts';
import { createSecret, parseSecret, revealSecret } from '../../delivery/signing/signer.ts';
import { type Fault, invalidBody, notFound } from '../../problem.ts';
import type { ControlContext, SandboxHandler } from '../../sandbox-contract.ts';
import type { Destination, SigningSecret } from '../../world/state/destinations.ts';
import { type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import { presentSecrets } from './present-destination.ts';
import { saved } from './saved-destination.ts';

/** Maximum number of previous secrets that still sign. */
const MOST_PREVIOUS = 2;
/** Number of expired secrets to store, so that a receiver that still uses one can be diagnosed. */
const MOST_EXPIRED = 5;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Returns the requested secret, or 32 random bytes. Errors never contain the secret. */
export function newSecret(
  { deliveryInputs, nowMs }: ControlContext,
  wanted: string | undefined,
  before: Destination | null,
): SigningSecret | { readonly fault: Fault } {
  const pointer = '/secret';
  const secret = wanted === undefined ? createSecret(deliveryInputs.randomBytes.subarray(0, 32)) : parseSecret(wanted);
  if ('fault' in secret) return { fault: { pointer, code: 'wrong_format', detail: secret.fault } };
  const text = revealSecret(secret);
  const isInUse = before !== null && inForce(before, nowMs).some((one) => one.secret === text);
  if (isInUse)
    return { fault: { pointer, code: 'wrong_format', detail: 'The secret is already in use. Choose another.' } };
  return { secret: text, createdAtMs: nowMs, expiresAtMs: null };
}

/** Returns the signing secrets at an instant, newest first. @see gap destinations.secrets */
export function inForce({ secrets }: Pick<Destination, 'secrets'>, nowMs: SandboxMs): readonly SigningSecret[] {
  return secrets.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs);
}

/** @see gap destinations.secrets */
export const revealSecretOf: SandboxHandler<'revealSecret'> = (controlContext, { path }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  return { status: 200, body: revealed(found.destination, controlContext.nowMs) };
};

/** @see gap destinations.secrets */
export const rotateSecret: SandboxHandler<'rotateSecret'> = (controlContext, { path, body }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination: before } = found;
  const { nowMs } = controlContext;
  const fresh = newSecret(controlContext, body.secret, before);
  if ('fault' in fresh) return invalidBody(fresh.fault);
  const endMs = sandboxMs(nowMs + (body.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS) * 1000);
  const previous = inForce(before, nowMs)
    .slice(0, MOST_PREVIOUS)
    .map((secret) => ({ ...secret, expiresAtMs: earlier(secret.expiresAtMs, endMs) }));
  const destination = { ...before, secrets: [fresh, ...withExpired(previous, before, nowMs, fresh)] };
  return {
    status: 200,
    body: revealed(destination, nowMs),
    happening: saved(controlContext, view, 'secret-rotated', destination),
  };
};

/** Returns the previous secrets, signing ones first. */
function withExpired(
  previous: readonly SigningSecret[],
  { secrets }: Destination,
  nowMs: SandboxMs,
  newest: SigningSecret,
): readonly SigningSecret[] {
  const isSigning = ({ expiresAtMs }: SigningSecret): boolean => expiresAtMs !== null && expiresAtMs > nowMs;
  const known = new Set([newest, ...previous].map(({ secret }) => secret));
  const others = secrets
    .filter(({ secret }) => !known.has(secret))
    .map((secret) => ({ ...secret, expiresAtMs: earlier(secret.expiresAtMs, nowMs) }));
  const ended = previous.filter((secret) => !isSigning(secret));
  return [...previous.filter(isSigning), ...[...ended, ...others].slice(0, MOST_EXPIRED)];
}

const earlier = (a: SandboxMs | null, b: SandboxMs): SandboxMs => (a === null || b < a ? b : a);

/** @see gap destinations.secrets */
export const expireSecrets: SandboxHandler<'expireSecrets'> = (controlContext, { path }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination: before } = found;
  const [newest] = before.secrets;
  if (newest === undefined) throw new Error('a destination without a secret');
  const destination = { ...before, secrets: [newest, ...withExpired([], before, controlContext.nowMs, newest)] };
  return {
    status: 200,
    body: revealed(destination, controlContext.nowMs),
    happening: saved(controlContext, view, 'secrets-expired', destination),
  };
};

function revealed(destination: Destination, nowMs: SandboxMs): SandboxSchemas['RevealedSecrets'] {
  const [newest, ...previous] = inForce(destination, nowMs);
  if (newest === undefined) throw new Error('a destination without a secret');
  return {
    secret: newest.secret,
    previous: previous.map(({ secret }) => secret),
    state: presentSecrets(destination, nowMs),
  };
}
