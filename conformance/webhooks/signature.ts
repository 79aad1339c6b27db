import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HeaderPair } from '../http/client.ts';
import { hasTimestamp, type SignatureScheme } from './scheme.ts';
import { decodeSecret } from './secret.ts';

/*
 * Signs deliveries and verifies their signatures, in any scheme. Shares no code with the server, so that one defect
 * cannot hide in both.
 */

/** A delivery to sign. */
export interface DeliveryToSign {
  /** The event id. Unused if the scheme has none. */
  readonly id: string;
  /** The time of sending on the real clock: whole seconds since 1970-01-01T00:00:00Z. */
  readonly timestampSeconds: number;
  /** The text of the timestamp, to sign and send instead of `timestampSeconds`. It need not be a number. */
  readonly timestampText?: string;
  /** The body; a string is encoded as UTF-8. */
  readonly body: Uint8Array | string;
  /** At least one secret in the format of the scheme, newest first. Each creates one signature. */
  readonly secrets: readonly string[];
}

/** A received delivery, and the parameters of its verification. */
export interface SignedDelivery {
  /** The received headers, in any case. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | string;
  readonly secrets: readonly string[];
  /** The time of receipt on the real clock, in epoch milliseconds. */
  readonly nowMs: number;
  /** The maximum difference between timestamp and receipt, in either direction. Unused without a timestamp. */
  readonly toleranceSeconds: number;
}

/**
 * The result of a verification. The signature is verified before the time, because an unsigned time proves nothing.
 *
 * - `valid`: the indexes of the matching secret and signature, and the age (negative: from the future).
 * - `missing-header`, `repeated-header`: the faulty `header`; an empty header counts as missing.
 * - `unreadable-time`: `value` is not an integer, or the signature header contains no timestamp.
 * - `no-known-version`: no signature has the prefix of the scheme.
 * - `no-match`: none of the `tried` signatures matches a secret.
 * - `too-old`, `too-new`: the signature matches, but the time is outside the tolerance.
 */
export type SignatureVerdict =
  | { readonly kind: 'valid'; readonly secret: number; readonly signature: number; readonly ageSeconds: number | null }
  | { readonly kind: 'missing-header' | 'repeated-header'; readonly header: string }
  | { readonly kind: 'unreadable-time'; readonly value: string }
  | { readonly kind: 'no-known-version'; readonly prefix: string }
  | { readonly kind: 'no-match'; readonly tried: number }
  | { readonly kind: 'too-old' | 'too-new'; readonly ageSeconds: number; readonly toleranceSeconds: number };

/**
 * Returns the headers that sign a delivery, in the order id, timestamp, signature.
 * @throws RangeError for a secret in another format, without secrets, and for several secrets if the scheme allows only one.
 */
export function signDelivery(
  scheme: SignatureScheme,
  { id, timestampSeconds, timestampText, body, secrets }: DeliveryToSign,
): HeaderPair[] {
  if (secrets.length === 0) throw new RangeError('signing needs at least one secret');
  const { separator } = scheme;
  if (separator === null && secrets.length > 1) throw new RangeError(`${scheme.name} has room for one signature only`);
  const timestamp = timestampText ?? String(scheme.timestampUnit === 'ms' ? timestampSeconds * 1000 : timestampSeconds);
  const content = createSignedContent(scheme, { id, timestamp, body });
  const signatures = secrets.map((secret) => scheme.prefix + computeSignature(scheme, secret, content));
  const time = scheme.timestampPrefix === null ? [] : [scheme.timestampPrefix + timestamp];
  return [
    ...(scheme.idHeader === null ? [] : [[scheme.idHeader, id] as const]),
    ...(scheme.timestampHeader === null ? [] : [[scheme.timestampHeader, timestamp] as const]),
    [scheme.signatureHeader, [...time, ...signatures].join(separator ?? '')],
  ];
}

/**
 * Returns the signature that this text creates as the key, with its prefix. A receiver without a secret would accept the
 * signature of an empty key, or of the text `undefined`.
 */
export function signWithTextKey(
  scheme: SignatureScheme,
  key: string,
  unsigned: Omit<DeliveryToSign, 'secrets'>,
): string {
  const { id, timestampSeconds, body } = unsigned;
  const timestamp = String(scheme.timestampUnit === 'ms' ? timestampSeconds * 1000 : timestampSeconds);
  const content = createSignedContent(scheme, { id, timestamp, body });
  return scheme.prefix + createHmac(scheme.hash, key).update(content).digest(scheme.encoding);
}

/**
 * Verifies the signature of a delivery. Never throws for a malformed delivery.
 * @throws RangeError for a secret in another format.
 */
export function verifySignature(scheme: SignatureScheme, signed: SignedDelivery): SignatureVerdict {
  const { body, secrets, nowMs, toleranceSeconds } = signed;
  const read = readHeaders(scheme, signed.headers);
  if ('kind' in read) return read;
  const { id, timestamp, signatures } = read;
  const known = signatures.flatMap((text, at) =>
    text.startsWith(scheme.prefix) ? [{ at, given: text.slice(scheme.prefix.length) }] : [],
  );
  if (known.length === 0) return { kind: 'no-known-version', prefix: scheme.prefix };

  const content = createSignedContent(scheme, { id, timestamp, body });
  const expected = secrets.map((secret) => computeSignature(scheme, secret, content));
  // Compares every pair, so that the timing does not reveal which pair matches.
  const agreeing = expected.flatMap((text, secret) =>
    known.filter(({ given }) => equalsInConstantTime(given, text)).map(({ at }) => ({ secret, signature: at })),
  );
  const [first] = agreeing;
  if (first === undefined) return { kind: 'no-match', tried: known.length };
  if (!hasTimestamp(scheme)) return { kind: 'valid', ...first, ageSeconds: null };

  const sentMs = Number(timestamp) * (scheme.timestampUnit === 'ms' ? 1 : 1000);
  const ageSeconds = Math.floor(nowMs / 1000) - Math.floor(sentMs / 1000);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return { kind: 'valid', ...first, ageSeconds };
  return { kind: ageSeconds > 0 ? 'too-old' : 'too-new', ageSeconds, toleranceSeconds };
}

/** Formats a verdict as part of a sentence: `the signature is valid, age 3 s`. */
export function formatSignatureVerdict(verdict: SignatureVerdict): string {
  switch (verdict.kind) {
    case 'valid': {
      const which = verdict.secret === 0 ? '' : `, with secret ${verdict.secret + 1}`;
      return `the signature is valid${which}${verdict.ageSeconds === null ? '' : `, age ${verdict.ageSeconds} s`}`;
    }
    case 'missing-header':
      return `the header ${verdict.header} is missing or empty`;
    case 'repeated-header':
      return `the header ${verdict.header} occurs more than once`;
    case 'unreadable-time':
      return `the timestamp is not an integer: ${JSON.stringify(verdict.value)}`;
    case 'no-known-version':
      return `no signature begins with ${JSON.stringify(verdict.prefix)}`;
    case 'no-match':
      return `no signature matches (${verdict.tried} tried): the secret differs, or the body was changed after signing`;
    case 'too-old':
      return `the signature matches, but the delivery is ${verdict.ageSeconds} s old; at most ${verdict.toleranceSeconds} s are allowed`;
    case 'too-new':
      return `the signature matches, but the timestamp is ${-verdict.ageSeconds} s in the future; at most ${verdict.toleranceSeconds} s are allowed`;
    default:
      return verdict satisfies never;
  }
}

interface ReadHeaders {
  /** Empty if the scheme has no id. */
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

function readHeaders(scheme: SignatureScheme, headers: readonly HeaderPair[]): ReadHeaders | SignatureVerdict {
  const names = [scheme.idHeader, scheme.timestampHeader, scheme.signatureHeader].filter((name) => name !== null);
  const values = new Map<string | null, string>();
  for (const header of names) {
    const [value = '', ...more] = headers.flatMap(([name, text]) =>
      name.toLowerCase() === header.toLowerCase() ? [text.trim()] : [],
    );
    if (more.length > 0) return { kind: 'repeated-header', header };
    if (value === '') return { kind: 'missing-header', header };
    values.set(header, value);
  }
  const { separator, timestampPrefix: mark } = scheme;
  const text = values.get(scheme.signatureHeader) ?? '';
  const parts = (separator === null ? [text] : text.split(separator)).map((part) => part.trim());
  const within = mark === null ? undefined : parts.find((part) => part.startsWith(mark))?.slice(mark.length);
  const timestamp = within ?? values.get(scheme.timestampHeader) ?? '';
  if (hasTimestamp(scheme) && !/^(0|[1-9]\d{0,15})$/.test(timestamp))
    return { kind: 'unreadable-time', value: timestamp };
  const signatures = parts.filter((part) => part !== '' && (mark === null || !part.startsWith(mark)));
  return { id: values.get(scheme.idHeader) ?? '', timestamp, signatures };
}

/** Returns the signed bytes. */
function createSignedContent(
  { signedContent }: SignatureScheme,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: Uint8Array | string },
): Buffer {
  const values: Readonly<Record<string, Uint8Array | string>> = {
    '{id}': id,
    '{timestamp}': timestamp,
    '{body}': body,
  };
  return Buffer.concat(signedContent.split(/(\{\w+\})/).map((part) => Buffer.from(values[part] ?? part)));
}

const computeSignature = ({ hash, encoding, secretForm }: SignatureScheme, secret: string, content: Buffer): string =>
  createHmac(hash, getKey(secretForm, secret)).update(content).digest(encoding);

/** Preparing a key takes several times as long as the signature itself. */
const keys = new LRUCache<string, KeyObject>({ max: 100 });

function getKey(secretForm: SignatureScheme['secretForm'], secret: string): KeyObject {
  const name = `${secretForm} ${secret}`;
  const key = keys.get(name) ?? createSecretKey(decodeSecret(secretForm, secret));
  keys.set(name, key);
  return key;
}

function equalsInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
