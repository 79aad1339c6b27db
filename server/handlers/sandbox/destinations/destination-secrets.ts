import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { findDestination } from '../../../delivery/find-destination.ts';
import { createSecret, parseSecret, revealSecret } from '../../../delivery/signing/signer.ts';
import { type Fault, invalidBody, notFound } from '../../../problems/problem.ts';
import type { ControlContext, SandboxHandler } from '../../../sandbox-contract.ts';
import type { Destination, SigningSecret } from '../../../world/state/destinations.ts';
import { type SandboxMs, sandboxMs } from '../../../world/state/time.ts';
import { presentSecrets } from './present-destination.ts';
import { recordDestination } from './record-destination.ts';

/** Maximum number of previous secrets that still sign. */
const MAX_PREVIOUS = 2;
/** Number of expired secrets to store, so that a receiver that still uses one can be diagnosed. */
const MAX_EXPIRED = 5;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Returns the requested secret, or 32 random bytes. Errors never contain the secret. */
export function chooseSecret(
  { deliveryInputs, nowMs }: ControlContext,
  wanted: string | undefined,
  before: Destination | null,
): SigningSecret | { readonly fault: Fault } {
  const pointer = '/secret';
  const secret = wanted === undefined ? createSecret(deliveryInputs.randomBytes.subarray(0, 32)) : parseSecret(wanted);
  if ('fault' in secret) return { fault: { pointer, code: 'wrong_format', detail: secret.fault } };
  const text = revealSecret(secret);
  const isInUse = before !== null && listSigningSecrets(before, nowMs).some((one) => one.secret === text);
  if (isInUse)
    return { fault: { pointer, code: 'wrong_format', detail: 'The secret is already in use. Choose another.' } };
  return { secret: text, createdAtMs: nowMs, expiresAtMs: null };
}

/** Returns the signing secrets at an instant, newest first. @see gap destinations.secrets */
export function listSigningSecrets(
  { secrets }: Pick<Destination, 'secrets'>,
  nowMs: SandboxMs,
): readonly SigningSecret[] {
  return secrets.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs);
}

/** @see gap destinations.secrets */
export const revealDestinationSecret: SandboxHandler<'revealSecret'> = (controlContext, { path }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  return { status: 200, body: presentRevealedSecrets(found.destination, controlContext.nowMs) };
};

/** @see gap destinations.secrets */
export const rotateSecret: SandboxHandler<'rotateSecret'> = (controlContext, { path, body }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination: before } = found;
  const { nowMs } = controlContext;
  const fresh = chooseSecret(controlContext, body.secret, before);
  if ('fault' in fresh) return invalidBody(fresh.fault);
  const endMs = sandboxMs(nowMs + (body.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS) * 1000);
  const previous = listSigningSecrets(before, nowMs)
    .slice(0, MAX_PREVIOUS)
    .map((secret) => ({ ...secret, expiresAtMs: takeEarlier(secret.expiresAtMs, endMs) }));
  const destination = { ...before, secrets: addExpiredSecrets([fresh, ...previous], before, nowMs) };
  return {
    status: 200,
    body: presentRevealedSecrets(destination, nowMs),
    write: recordDestination(controlContext, view, { change: 'secret-rotated', destination }),
  };
};

/** Returns the newest secret, then the previous ones, signing ones first. */
function addExpiredSecrets(
  [newest, ...previous]: readonly [SigningSecret, ...SigningSecret[]],
  { secrets }: Destination,
  nowMs: SandboxMs,
): readonly SigningSecret[] {
  const isSigning = ({ expiresAtMs }: SigningSecret): boolean => expiresAtMs !== null && expiresAtMs > nowMs;
  const known = new Set([newest, ...previous].map(({ secret }) => secret));
  const others = secrets
    .filter(({ secret }) => !known.has(secret))
    .map((secret) => ({ ...secret, expiresAtMs: takeEarlier(secret.expiresAtMs, nowMs) }));
  const ended = previous.filter((secret) => !isSigning(secret));
  return [newest, ...previous.filter(isSigning), ...[...ended, ...others].slice(0, MAX_EXPIRED)];
}

const takeEarlier = (a: SandboxMs | null, b: SandboxMs): SandboxMs => (a === null || b < a ? b : a);

/** @see gap destinations.secrets */
export const expireSecrets: SandboxHandler<'expireSecrets'> = (controlContext, { path }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination: before } = found;
  const [newest] = before.secrets;
  if (newest === undefined) throw new Error('a destination without a secret');
  const destination = { ...before, secrets: addExpiredSecrets([newest], before, controlContext.nowMs) };
  return {
    status: 200,
    body: presentRevealedSecrets(destination, controlContext.nowMs),
    write: recordDestination(controlContext, view, { change: 'secrets-expired', destination }),
  };
};

function presentRevealedSecrets(destination: Destination, nowMs: SandboxMs): SandboxSchemas['RevealedSecrets'] {
  const [newest, ...previous] = listSigningSecrets(destination, nowMs);
  if (newest === undefined) throw new Error('a destination without a secret');
  return {
    secret: newest.secret,
    previous: previous.map(({ secret }) => secret),
    state: presentSecrets(destination, nowMs),
  };
}
