import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HeaderPair } from '../http/client.ts';
import { hasTime, type SignatureScheme } from './scheme.ts';
import { keyOf } from './secret.ts';

/*
 * Signs deliveries and judges their signatures, in any scheme. The kit's own: it shares nothing with the server, so that
 * one mistake cannot hide itself.
 */

/** What is to be signed. */
export interface Unsigned {
  /** Of the event. Goes unused where the scheme has no place for it. */
  readonly id: string;
  /** When it is sent, by the real clock: whole seconds since 1970-01-01T00:00:00Z. */
  readonly timestampSeconds: number;
  /** The bytes of the body; a text stands for its UTF-8. */
  readonly body: Uint8Array | string;
  /** As the scheme writes them, newest first: one signature for each. At least one. */
  readonly secrets: readonly string[];
}

/** What came, and what it is held against. */
export interface Signed {
  /** As they came, in any case. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | string;
  readonly secrets: readonly string[];
  /** Epoch milliseconds by the real clock. */
  readonly nowMs: number;
  /** How far the time of sending may be off, either way. Goes unused where no time is sent. */
  readonly toleranceSeconds: number;
}

/**
 * What is to be said of a signature. The time is judged after the signature, for a time that nobody signed says nothing.
 *
 * - `valid`: the secret and the signature that agree, each counted from 0, and the age (negative: from the future).
 * - `missing-header`, `repeated-header`: so much for `header`; an empty one is missing.
 * - `unreadable-time`: `value` is no whole number, or the signature header holds no time.
 * - `no-known-version`: there are signatures, but none begins as the scheme says.
 * - `no-match`: `tried` signatures, and none is of these secrets.
 * - `too-old`, `too-new`: signed well, and further off than is allowed.
 */
export type SignatureVerdict =
  | { readonly kind: 'valid'; readonly secret: number; readonly signature: number; readonly ageSeconds: number | null }
  | { readonly kind: 'missing-header' | 'repeated-header'; readonly header: string }
  | { readonly kind: 'unreadable-time'; readonly value: string }
  | { readonly kind: 'no-known-version'; readonly prefix: string }
  | { readonly kind: 'no-match'; readonly tried: number }
  | { readonly kind: 'too-old' | 'too-new'; readonly ageSeconds: number; readonly toleranceSeconds: number };

/**
 * The headers that a sender adds to a delivery, in the order id, time, signature.
 * @throws RangeError for a secret that is not of the scheme's form (see `keyOf`), for none, and for several where the
 * scheme has room for one.
 */
export function sign(scheme: SignatureScheme, { id, timestampSeconds, body, secrets }: Unsigned): HeaderPair[] {
  if (secrets.length === 0) throw new RangeError('a delivery is signed with at least one secret');
  const { separator } = scheme;
  if (separator === null && secrets.length > 1) throw new RangeError(`${scheme.name} has room for one signature only`);
  const timestamp = String(scheme.timestampUnit === 'ms' ? timestampSeconds * 1000 : timestampSeconds);
  const content = contentOf(scheme, { id, timestamp, body });
  const signatures = secrets.map((secret) => scheme.prefix + digest(scheme, secret, content));
  const time = scheme.timestampPrefix === null ? [] : [scheme.timestampPrefix + timestamp];
  return [
    ...(scheme.idHeader === null ? [] : [[scheme.idHeader, id] as const]),
    ...(scheme.timestampHeader === null ? [] : [[scheme.timestampHeader, timestamp] as const]),
    [scheme.signatureHeader, [...time, ...signatures].join(separator ?? '')],
  ];
}

/**
 * Judges the signature of a delivery. It never throws for what the sender did.
 * @throws RangeError for a secret that is not of the scheme's form (see `keyOf`).
 */
export function verify(scheme: SignatureScheme, signed: Signed): SignatureVerdict {
  const { body, secrets, nowMs, toleranceSeconds } = signed;
  const read = readHeaders(scheme, signed.headers);
  if ('kind' in read) return read;
  const { id, timestamp, signatures } = read;
  const known = signatures.flatMap((text, at) =>
    text.startsWith(scheme.prefix) ? [{ at, given: text.slice(scheme.prefix.length) }] : [],
  );
  if (known.length === 0) return { kind: 'no-known-version', prefix: scheme.prefix };

  const content = contentOf(scheme, { id, timestamp, body });
  const expected = secrets.map((secret) => digest(scheme, secret, content));
  // Every pair is compared, so that the time it takes tells nothing of where they agree.
  const agreeing = expected.flatMap((text, secret) =>
    known.filter(({ given }) => isSame(given, text)).map(({ at }) => ({ secret, signature: at })),
  );
  const [first] = agreeing;
  if (first === undefined) return { kind: 'no-match', tried: known.length };
  if (!hasTime(scheme)) return { kind: 'valid', ...first, ageSeconds: null };

  const sentMs = Number(timestamp) * (scheme.timestampUnit === 'ms' ? 1 : 1000);
  const ageSeconds = Math.floor(nowMs / 1000) - Math.floor(sentMs / 1000);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return { kind: 'valid', ...first, ageSeconds };
  return { kind: ageSeconds > 0 ? 'too-old' : 'too-new', ageSeconds, toleranceSeconds };
}

/** A verdict in words, as part of a sentence: `the signature is right, age 3 s`. */
export function verdictInWords(verdict: SignatureVerdict): string {
  switch (verdict.kind) {
    case 'valid': {
      const which = verdict.secret === 0 ? '' : `, with secret ${verdict.secret + 1}`;
      return `the signature is right${which}${verdict.ageSeconds === null ? '' : `, age ${verdict.ageSeconds} s`}`;
    }
    case 'missing-header':
      return `the header ${verdict.header} is missing or empty`;
    case 'repeated-header':
      return `the header ${verdict.header} stands there more than once`;
    case 'unreadable-time':
      return `its time is no whole number: ${JSON.stringify(verdict.value)}`;
    case 'no-known-version':
      return `no signature begins with ${JSON.stringify(verdict.prefix)}`;
    case 'no-match':
      return `no signature matches (${verdict.tried} tried): another secret, or other bytes than were signed`;
    case 'too-old':
      return `it is signed, but ${verdict.ageSeconds} s old; ${verdict.toleranceSeconds} s are allowed`;
    case 'too-new':
      return `it is signed, but ${-verdict.ageSeconds} s from the future; ${verdict.toleranceSeconds} s are allowed`;
    default:
      return verdict satisfies never;
  }
}

interface ReadHeaders {
  /** Empty where the scheme has none. */
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
  if (hasTime(scheme) && !/^(0|[1-9]\d{0,15})$/.test(timestamp)) return { kind: 'unreadable-time', value: timestamp };
  const signatures = parts.filter((part) => part !== '' && (mark === null || !part.startsWith(mark)));
  return { id: values.get(scheme.idHeader) ?? '', timestamp, signatures };
}

/** The bytes that are signed. */
function contentOf(
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

const digest = ({ hash, encoding, secretForm }: SignatureScheme, secret: string, content: Buffer): string =>
  createHmac(hash, keyOf(secretForm, secret)).update(content).digest(encoding);

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
