import { hash } from 'node:crypto';
import { USER_BODY } from '../../../spec/event-types.ts';
import type { AttemptedRequest, Delivery, Now } from '../delivery.ts';
import { isSecretHeader, MASK } from '../network/received-response.ts';
import { createSignatureHeaders, fingerprintSigningSecret } from '../signing/signer.ts';
import type { DeliveryTarget } from './target.ts';

/** A signed delivery, and what the attempt stores of it. */
export interface SignedRequest {
  /** By lower-case name, including those of the destination. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attempted: AttemptedRequest;
}

export interface SignInput {
  readonly target: DeliveryTarget;
  readonly delivery: Pick<Delivery, 'deliveryId' | 'attemptCount' | 'event'>;
  readonly body: string;
  readonly now: Now;
}

/**
 * Signs an attempt with the current real time, so that receivers can reject old deliveries regardless of the sandbox
 * clock. @see gap events.signature
 */
export function signRequest({ target, delivery, body, now }: SignInput): SignedRequest {
  const bytes = Buffer.from(body);
  const timestampSeconds = Math.floor(now.realMs / 1000);
  const signed = createSignatureHeaders({
    id: delivery.event.eventId,
    timestampSeconds,
    body: bytes,
    secrets: target.secrets,
  });
  const headers = {
    ...target.headers,
    'content-type': 'application/json',
    'user-agent': 'fleetkit-webhooks/1',
    ...signed,
    'x-sandbox-delivery': delivery.deliveryId,
    'x-sandbox-attempt': String(delivery.attemptCount + 1),
    ...(delivery.event.type === USER_BODY ? { 'x-sandbox-body': 'user' } : {}),
  };
  const signatures = signed['webhook-signature'].split(' ');
  return {
    headers,
    attempted: {
      url: target.url,
      headers: maskSentHeaders(headers, new Set(Object.keys(target.headers))),
      bodyBytes: bytes.length,
      bodySha256: hash('sha256', bytes),
      signing: {
        timestampSeconds,
        signatures: target.secrets.map((secret, index) => ({
          keyFingerprint: fingerprintSigningSecret(secret),
          signature: signatures[index] ?? '',
        })),
      },
    },
  };
}

/** Masks all headers of the destination, because any of them may be a credential. Keeps the others. */
function maskSentHeaders(
  headers: Readonly<Record<string, string>>,
  own: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, own.has(name) || isSecretHeader(name) ? MASK : value]),
  );
}
