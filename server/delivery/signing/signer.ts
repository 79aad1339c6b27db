import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/*
 * Standard Webhooks, version v1: HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes that the secret encodes
 * (gap events.signature).
 */

/** A validated signing secret. The key object hides its bytes from JSON and logs. */
export type Secret = KeyObject;

const PREFIX = 'whsec_';
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Creates a secret from 24 to 64 bytes. Throws a `RangeError` for any other length. */
export function createSecret(bytes: Uint8Array): Secret {
  if (!isValidLength(bytes.length)) throw new RangeError(describeLengthFault(bytes.length));
  return createSecretKey(bytes);
}

/** Parses `whsec_` and base64, with or without padding. A fault contains the expected form, and never the input. */
export function parseSecret(text: string): Secret | { readonly fault: string } {
  if (!text.startsWith(PREFIX)) return { fault: `A secret begins with ${PREFIX}; the rest is base64.` };
  const encoded = text.slice(PREFIX.length);
  if (/[-_]/.test(encoded)) return { fault: 'A secret uses standard base64, with + and / in place of - and _.' };
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.replace(/(?<!=)=+$/, '').length % 4 === 1)
    return { fault: `The part after ${PREFIX} is base64: letters, digits, + and /, with or without = at the end.` };
  const bytes = Buffer.from(encoded, 'base64');
  return isValidLength(bytes.length) ? createSecretKey(bytes) : { fault: describeLengthFault(bytes.length) };
}

/** Returns the secret as text: `whsec_` and padded base64. Only for its owner. */
export const revealSecret = (secret: Secret): string => `${PREFIX}${secret.export().toString('base64')}`;

/** Returns eight hex digits that identify a secret without revealing it. */
export function fingerprintSigningSecret(secret: Secret): string {
  const known = fingerprints.get(secret);
  if (known !== undefined) return known;
  const fingerprint = createHash('sha256').update(secret.export()).digest('hex').slice(0, 8);
  fingerprints.set(secret, fingerprint);
  return fingerprint;
}

/** Each attempt records the fingerprints of its secrets. */
const fingerprints = new WeakMap<Secret, string>();

const isValidLength = (bytes: number): boolean => bytes >= MIN_BYTES && bytes <= MAX_BYTES;

const describeLengthFault = (bytes: number): string =>
  `A secret is ${MIN_BYTES} to ${MAX_BYTES} bytes before base64; this one is ${bytes}.`;

/** The parts of a delivery that its signature covers. */
export interface SignedParts {
  /** The event's id. */
  readonly id: string;
  /** When this attempt is sent, in whole seconds of the real clock. */
  readonly timestampSeconds: number;
  /** The sent body. A string is UTF-8. */
  readonly body: Uint8Array | string;
}

/** Returns the signed bytes: `id.timestamp.body`. */
export function buildSignedContent({ id, timestampSeconds, body }: SignedParts): Buffer {
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0)
    throw new RangeError(`a timestamp is whole seconds since 1970, not ${timestampSeconds}`);
  return Buffer.concat([Buffer.from(`${id}.${timestampSeconds}.`), Buffer.from(body)]);
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** The headers of a signed delivery. */
export type SignatureHeaders = Readonly<Record<(typeof NAMES)[number], string>>;

/** Signs with every secret, newest first. There are several while a secret is being rotated. */
export function createSignatureHeaders({
  secrets,
  ...signed
}: SignedParts & { readonly secrets: readonly Secret[] }): SignatureHeaders {
  if (secrets.length === 0) throw new RangeError('at least one secret is required to sign a delivery');
  const content = buildSignedContent(signed);
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': `${signed.timestampSeconds}`,
    'webhook-signature': secrets.map((secret) => `v1,${computeHmac(secret, content).toString('base64')}`).join(' '),
  };
}

const computeHmac = (secret: Secret, content: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(content).digest();

/** Result of verifying a delivery. */
export type VerificationResult =
  /** `secret` is the index in `secrets` of the matching secret. The age is negative for a timestamp in the future. */
  | { readonly kind: 'ok'; readonly secret: number; readonly ageSeconds: number }
  | { readonly kind: 'missing-header'; readonly header: (typeof NAMES)[number] }
  | { readonly kind: 'malformed-timestamp' }
  | { readonly kind: 'too-old' | 'too-new'; readonly ageSeconds: number }
  /** The header has no `v1` signature; `reason` describes its content. */
  | { readonly kind: 'malformed-signature'; readonly reason: string }
  | { readonly kind: 'no-match' };

/** Headers as Node returns them; names in any case. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedRequest {
  readonly headers: ReceivedHeaders;
  /** The raw bytes. A string is UTF-8, and must not have been parsed and serialised again. */
  readonly body: Uint8Array | string;
}

/**
 * Verifies a delivery at `nowMs` of the real clock, in the order of the reference libraries: headers, time, signature.
 */
export function verifyDeliverySignature({
  headers,
  body,
  secrets,
  nowMs,
  toleranceSeconds = 300,
}: ReceivedRequest & {
  readonly secrets: readonly Secret[];
  readonly nowMs: number;
  readonly toleranceSeconds?: number;
}): VerificationResult {
  const [id, timestamp, signature] = NAMES.map((name) => findHeader(headers, name));
  if (!id) return { kind: 'missing-header', header: 'webhook-id' };
  if (!timestamp) return { kind: 'missing-header', header: 'webhook-timestamp' };
  if (!signature) return { kind: 'missing-header', header: 'webhook-signature' };

  if (!/^(0|[1-9]\d{0,14})$/.test(timestamp)) return { kind: 'malformed-timestamp' };
  const timestampSeconds = Number(timestamp);
  const ageSeconds = Math.floor(nowMs / 1000) - timestampSeconds;
  if (ageSeconds > toleranceSeconds) return { kind: 'too-old', ageSeconds };
  if (ageSeconds < -toleranceSeconds) return { kind: 'too-new', ageSeconds };

  const readings = signature.split(' ').map(parseSignatureEntry);
  const candidates = readings.flatMap((reading) => (typeof reading === 'string' ? [] : [reading]));
  if (candidates.length === 0) return { kind: 'malformed-signature', reason: readings.join('; ') };
  const content = buildSignedContent({ id, timestampSeconds, body });
  const secret = secrets.findIndex((one) => {
    const expected = computeHmac(one, content);
    return candidates.some((candidate) => timingSafeEqual(candidate, expected));
  });
  return secret === -1 ? { kind: 'no-match' } : { kind: 'ok', secret, ageSeconds };
}

function findHeader(headers: ReceivedHeaders, name: string): string | undefined {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'object' ? value.join(' ') : value;
}

/** Returns the 32 bytes of an entry of the header, or why it is not a `v1` signature. */
function parseSignatureEntry(entry: string): Buffer | string {
  const comma = entry.indexOf(',');
  if (comma === -1) return 'an entry has no comma; expected v1,base64';
  const version = entry.slice(0, comma);
  if (version !== 'v1') return `an entry has version ${JSON.stringify(version.slice(0, 8))}; expected v1`;
  const encoded = entry.slice(comma + 1);
  if (/^[0-9a-f]{64}$/i.test(encoded)) return 'an entry is in hex; expected base64';
  if (/^[A-Za-z0-9+/]{43}=$/.test(encoded)) {
    const digest = Buffer.from(encoded, 'base64');
    // The last character has two unused bits, so four texts have the same bytes. A signer sends one of them.
    return digest.toString('base64') === encoded
      ? digest
      : 'an entry has unused bits that are not zero; expected base64';
  }
  return `an entry has ${encoded.length} characters after v1; expected 44 of padded base64`;
}
