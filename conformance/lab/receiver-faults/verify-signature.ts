import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HasReceiverFault } from './read-body.ts';

/** A request whose headers and body were read. */
export interface FaultyReceiverRequest {
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

interface Verification {
  readonly secret: string;
  readonly hasFault: HasReceiverFault;
  readonly nowSeconds: number;
}

/** Whether the sender with this secret signed the request recently. */
export function isGenuine(received: FaultyReceiverRequest, by: Verification): boolean {
  const { hasFault } = by;
  if (hasFault('checks-nothing')) return true;
  const { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': header } = received.headers;
  if (hasFault('accepts-when-unsigned') && header === undefined) return true;
  if (hasFault('accepts-no-signatures') && header === '') return true;
  const signedId = hasFault('id-from-body') ? readId(received.body) : id;
  const timestamp = hasFault('time-read-twice') ? readFirstTimestamp(received.rawHeaders) : sent;
  const mayLackTime = hasFault('never-old-without-time') && timestamp === undefined;
  if (!signedId || (!timestamp && !mayLackTime) || header === undefined) return false;
  if (!mayLackTime && !isRecent(hasFault('time-read-twice') ? readLastTimestamp(received.rawHeaders) : timestamp, by))
    return false;
  if (hasFault('checks-prefix-only')) return header.startsWith('v1,');
  if (
    hasFault('accepts-an-empty-key') &&
    header === `v1,${signWithEmptyKey({ ...received, id: signedId, timestamp: timestamp ?? '' })}`
  )
    return true;
  return hasValidSignature(header, { ...received, id: signedId, timestamp: timestamp ?? '' }, by);
}

function isRecent(timestamp: string | undefined, { hasFault, nowSeconds }: Verification): boolean {
  if (hasFault('never-old')) return true;
  const age = hasFault('milliseconds-expected')
    ? nowSeconds - Number(timestamp) / 1000
    : Math.floor(nowSeconds) - Number(timestamp);
  if (hasFault('future-allowed')) return age <= 300;
  return Math.abs(age) <= (hasFault('tolerance-wide') ? 300_000 : hasFault('tolerance-narrow') ? 5 : 300);
}

type SignedContent = Pick<FaultyReceiverRequest, 'body'> & { readonly id: string; readonly timestamp: string };

function hasValidSignature(header: string, claimed: SignedContent, by: Verification): boolean {
  const { hasFault } = by;
  const all = header.split(' ');
  const chosen = hasFault('first-signature-only')
    ? all.slice(0, 1)
    : hasFault('last-signature-only')
      ? all.slice(-1)
      : all;
  // With the fault, a signature of any second of the last day counts as if it had the current time.
  const times = hasFault('time-left-unsigned') ? listEarlierTimes(Number(claimed.timestamp)) : [claimed.timestamp];
  const expected = times.map((timestamp) => computeDigest({ ...claimed, timestamp }, by));
  return chosen.some((signature) => {
    const [version, given = ''] = signature.split(',');
    if (version !== 'v1' && hasFault('version-must-be-known')) throw new Error(`unknown version ${version}`);
    return (
      (version === 'v1' || hasFault('version-ignored')) &&
      expected.some((digest) => isSameDigest(given, digest, hasFault))
    );
  });
}

const listEarlierTimes = (seconds: number): string[] =>
  Array.from({ length: 1300 }, (_, back) => String(seconds - back));

function isSameDigest(given: string, expected: string, hasFault: HasReceiverFault): boolean {
  if (hasFault('compares-beginnings')) return expected.startsWith(given);
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return (hasFault('throws-at-lengths') || one.length === other.length) && timingSafeEqual(one, other);
}

function computeDigest({ id, timestamp, body }: SignedContent, { secret, hasFault }: Verification): string {
  const bytes = hasFault('body-rewritten')
    ? JSON.stringify(JSON.parse(body.toString()))
    : hasFault('body-respaced')
      ? body.toString().replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)|[,:]/g, (token) => (token.length > 1 ? token : `${token} `))
      : body;
  const hmac = createHmac('sha256', decodeSecret(secret, hasFault));
  if (!hasFault('body-only-signed')) hmac.update(`${id}.${timestamp}.`);
  return hmac.update(bytes).digest(hasFault('digest-in-hex') ? 'hex' : 'base64');
}

const signWithEmptyKey = ({ id, timestamp, body }: SignedContent): string =>
  createHmac('sha256', '').update(`${id}.${timestamp}.`).update(body).digest('base64');

/** Returns the signature that the receiver expects. */
export const computeExpectedSignature = (received: FaultyReceiverRequest, by: Verification): string =>
  computeDigest(
    {
      body: received.body,
      id: received.headers['webhook-id'] ?? '',
      timestamp: received.headers['webhook-timestamp'] ?? '',
    },
    by,
  );

function decodeSecret(secret: string, hasFault: HasReceiverFault): Buffer {
  if (hasFault('secret-undecoded')) return Buffer.from(secret);
  const text = secret.slice('whsec_'.length);
  return Buffer.from(text, hasFault('secret-without-mark-undecoded') ? 'utf8' : 'base64');
}

function readId(body: Buffer): string {
  const { id } = JSON.parse(body.toString());
  return String(id);
}

const readTimestamps = (raw: readonly string[]): string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'webhook-timestamp');
const readFirstTimestamp = (raw: readonly string[]): string | undefined => readTimestamps(raw)[0];
const readLastTimestamp = (raw: readonly string[]): string | undefined => readTimestamps(raw).at(-1);
