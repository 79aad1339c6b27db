import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody, notFound, problem } from '../../problems/problem.ts';
import type { Destination } from '../../world/state/destinations.ts';
import type { DeliveryAttempt } from '../delivery.ts';
import {
  explainMismatch,
  type Finding,
  type OtherSecret,
  type ReceiverValues,
} from '../explaining/explain-mismatch.ts';
import { parseStoredSecret } from '../queue/target.ts';
import { buildSignedContent, fingerprintSigningSecret, type Secret } from '../signing/signer.ts';
import type { DeliveryOperation } from './delivery-operation.ts';
import { findDelivery } from './read-deliveries.ts';

/** @see gap deliveries.explain */
export const explainDelivery: DeliveryOperation<'explainDelivery'> = async (
  controlContext,
  { path, body: request },
  { store },
) => {
  const found = await findDelivery(controlContext, store, path.delivery_id);
  if (found === undefined) return notFound();
  const { delivery, destination } = found;
  const attempts = await store.listAttempts(delivery.deliveryId);
  const attempt = request.attempt === undefined ? attempts.at(-1) : attempts.find(({ n }) => n === request.attempt);
  if (attempts.length === 0)
    return problem(409, 'nothing_attempted', { detail: 'Its first attempt has not been made yet.' });
  if (attempt === undefined)
    return invalidBody({
      pointer: '/attempt',
      code: 'out_of_range',
      detail: `Expected a number up to ${attempts.length}, the number of attempts.`,
    });
  const body = await store.readBody(delivery.deliveryId);
  if (typeof body !== 'string')
    return problem(409, 'body_forgotten', {
      detail: 'The body has been deleted, so the signature cannot be recomputed.',
    });
  const received = readReceiverValues(request);
  if ('fault' in received) return invalidBody(received.fault);

  const { timestampSeconds, signatures } = attempt.request.signing;
  const signed = { id: delivery.event.eventId, timestampSeconds, body };
  const all = controlContext.views.flatMap(({ destinations }) => destinations);
  const findings = explainMismatch(
    {
      ...signed,
      secrets: findSigningSecrets(attempt, destination),
      signatures: signatures.map(({ keyFingerprint, signature }) => ({ fingerprint: keyFingerprint, signature })),
      previousSeconds: attempts.filter(({ n }) => n < attempt.n).map((one) => one.request.signing.timestampSeconds),
      otherSecrets: all.flatMap((one) => listOtherSecrets(one, one === destination, attempt)),
      deliveryId: delivery.deliveryId,
      incidentId: delivery.event.incidentId ?? undefined,
    },
    received,
  );
  return {
    status: 200,
    body: {
      signed: {
        id: signed.id,
        timestamp: timestampSeconds,
        body_bytes: attempt.request.bodyBytes,
        content: buildSignedContent(signed).toString('utf8'),
        signatures: signatures.map(({ signature }) => signature),
      },
      findings: findings.map(presentFinding),
    },
  };
};

function readReceiverValues({
  body,
  body_base64: base64,
  signature,
  secret,
  timestamp,
  id,
}: SandboxSchemas['ExplainDelivery']): ReceiverValues | { readonly fault: Fault } {
  if (body !== undefined && base64 !== undefined)
    return {
      fault: {
        pointer: '/body_base64',
        code: 'unknown_member',
        detail: 'Expected the body once, either as text or as base64.',
      },
    };
  return { body: base64 === undefined ? body : Buffer.from(base64, 'base64'), signature, secret, timestamp, id };
}

/** Returns the secrets that signed the attempt and were not deleted. */
function findSigningSecrets(attempt: DeliveryAttempt, destination: Destination | undefined): readonly Secret[] {
  const known = (destination?.secrets ?? []).map(({ secret }) => parseStoredSecret(secret));
  return attempt.request.signing.signatures.flatMap(({ keyFingerprint }) =>
    known.filter((secret) => fingerprintSigningSecret(secret) === keyFingerprint),
  );
}

/** Returns the secrets that did not sign the attempt, with their owners. A receiver may use one of them. */
function listOtherSecrets(
  { name, secrets }: Destination,
  isSame: boolean,
  attempt: DeliveryAttempt,
): readonly OtherSecret[] {
  const signers = new Set(attempt.request.signing.signatures.map(({ keyFingerprint }) => keyFingerprint));
  return secrets
    .map(({ secret, expiresAtMs }) => ({ secret: parseStoredSecret(secret), expiresAtMs }))
    .filter(({ secret }) => !signers.has(fingerprintSigningSecret(secret)))
    .map(({ secret, expiresAtMs }) => {
      if (!isSame) return { secret, owner: `the destination "${name}"` };
      if (expiresAtMs === null || expiresAtMs > attempt.atMs)
        return { secret, owner: 'this destination, at another time' };
      return { secret, owner: 'this destination', expiredAt: formatInstant(expiresAtMs) };
    });
}

const presentFinding = ({ code, message, byte }: Finding): SandboxSchemas['ExplainedDelivery']['findings'][number] => ({
  code: code.replaceAll('-', '_'),
  message,
  byte: byte ?? null,
});
