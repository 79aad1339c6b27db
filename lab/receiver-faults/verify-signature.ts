import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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
  /** The first delivery; some faults spare it, so that the diagnosis does not depend on chance. */
  readonly isFirst?: boolean;
}

/** Whether the sender with this secret signed the request recently. */
export function isGenuine(received: FaultyReceiverRequest, by: Verification): boolean {
  const { hasFault } = by;
  if (hasFault('checks-nothing')) return true;
  const { 'webhook-id': sentId, 'webhook-timestamp': sent, 'webhook-signature': header } = received.headers;
  if (hasFault('accepts-when-unsigned') && header === undefined) return true;
  if (hasFault('test-ids-trusted') && /^test/.test(sentId ?? '')) return true;
  if (hasFault('accepts-no-signatures') && header === '') return true;
  const id = hasFault('ids-read-twice') ? listRawValues(received.rawHeaders, 'webhook-id')[0] : sentId;
  const signedId = hasFault('id-from-body') ? readId(received.body) : id;
  const times = listRawValues(received.rawHeaders, 'webhook-timestamp');
  const timestamp = hasFault('time-read-twice') ? times[0] : sent;
  const mayLackTime = hasFault('never-old-without-time') && timestamp === undefined;
  if (!signedId || (!timestamp && !mayLackTime) || header === undefined) return false;
  if (!mayLackTime && !isRecent(hasFault('time-read-twice') ? times.at(-1) : timestamp, by)) return false;
  if (hasFault('checks-prefix-only')) return header.startsWith('v1,');
  const claimed = { ...received, id: signedId, timestamp: timestamp ?? '' };
  if (hasFault('accepts-an-empty-key') && header === `v1,${signWithTextKey('', claimed)}`) return true;
  if (hasFault('accepts-a-missing-key') && header === `v1,${signWithTextKey('undefined', claimed)}`) return true;
  if (hasFault('accepts-an-unkeyed-digest') && header === `v1,${hashContent(claimed)}`) return true;
  if (hasFault('accepts-the-word-none') && header === 'v1,none') return true;
  if (hasFault('accepts-the-sample-secret') && header === `v1,${signWithTextKey(SAMPLE_KEY, claimed)}`) return true;
  if (hasFault('older-scheme-too') && header === `v1,${computeDigestOfBody(received.body, by)}`) return true;
  return hasValidSignature(header, claimed, by);
}

function isRecent(timestamp: string | undefined, { hasFault, nowSeconds }: Verification): boolean {
  if (hasFault('never-old')) return true;
  if (hasFault('zero-is-missing') && Number(timestamp) === 0) return true;
  if (hasFault('milliseconds-too') && Number(timestamp) > 1e12) return true;
  const age = hasFault('milliseconds-expected')
    ? nowSeconds - Number(timestamp) / 1000
    : Math.floor(nowSeconds) - Number(timestamp);
  if (hasFault('unreadable-time-allowed') && Number.isNaN(age)) return true;
  if (hasFault('future-allowed')) return age <= 300;
  return Math.abs(age) <= chooseTolerance(hasFault);
}

function chooseTolerance(hasFault: HasReceiverFault): number {
  if (hasFault('tolerance-wide')) return 300_000;
  if (hasFault('tolerance-in-minutes')) return 300 * 60;
  if (hasFault('tolerance-doubled')) return 600;
  return hasFault('tolerance-narrow') ? 5 : 300;
}

type SignedContent = Pick<FaultyReceiverRequest, 'body'> & { readonly id: string; readonly timestamp: string };

function hasValidSignature(header: string, claimed: SignedContent, by: Verification): boolean {
  const { hasFault } = by;
  const signatures = chooseSignatures(
    hasFault('signature-like-a-url') && !by.isFirst ? decodeUrl(header) : header,
    hasFault,
  );
  // With the fault, a signature of any second of the last day counts as if it had the current time.
  const times = hasFault('time-left-unsigned') ? listEarlierTimes(Number(claimed.timestamp)) : [claimed.timestamp];
  const expected = times.map((timestamp) => computeDigest({ ...claimed, timestamp }, by));
  if (hasFault('several-signatures-trusted') && signatures.length === 2 && header.includes(expected[0] ?? ''))
    return true;
  return signatures.some((signature) => {
    const [version, given] = splitSignature(signature, hasFault);
    if (version !== 'v1' && hasFault('version-must-be-known')) throw new Error(`unknown version ${version}`);
    return (
      (version === 'v1' || hasFault('version-ignored')) &&
      expected.some((digest) => isSameDigest(given, digest, hasFault))
    );
  });
}

const decodeUrl = (header: string): string => header.replaceAll('+', ' ');

function chooseSignatures(header: string, hasFault: HasReceiverFault): string[] {
  const all = header.split(' ');
  if (hasFault('first-signature-only')) return all.slice(0, 1);
  if (hasFault('last-signature-only')) return all.slice(-1);
  if (hasFault('first-and-last-signature')) return all.filter((_, at) => at === 0 || at === all.length - 1);
  return all;
}

/** Returns the version and the digest of a signature. */
function splitSignature(signature: string, hasFault: HasReceiverFault): [string, string] {
  if (hasFault('version-optional') && !signature.includes(',')) return ['v1', signature];
  const [version = '', given] = signature.split(',');
  if (hasFault('throws-without-version') && given === undefined) throw new Error('the signature has no version');
  return [hasFault('version-by-beginning') ? version.slice(0, 2) : version, given ?? ''];
}

const listEarlierTimes = (seconds: number): string[] =>
  Array.from({ length: 1300 }, (_, back) => String(seconds - back));

function isSameDigest(given: string, expected: string, hasFault: HasReceiverFault): boolean {
  if (hasFault('compares-beginnings')) return expected.startsWith(given);
  if (hasFault('compares-without-case')) return given.toLowerCase() === expected.toLowerCase();
  const [bytes, wanted] = [Buffer.from(given, 'base64'), Buffer.from(expected, 'base64')];
  if (hasFault('searches-digest')) return bytes.includes(wanted);
  const hasLength = bytes.length === wanted.length;
  if (hasFault('compares-half')) return hasLength && bytes.subarray(0, 16).equals(wanted.subarray(0, 16));
  if (hasFault('compares-end')) return hasLength && bytes.subarray(16).equals(wanted.subarray(16));
  if (hasFault('differences-cancel')) return hasLength && foldWords(bytes) === foldWords(wanted);
  if (hasFault('compares-sums')) return hasLength && Buffer.from(bytes).sort().equals(Buffer.from(wanted).sort());
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return (hasFault('throws-at-lengths') || one.length === other.length) && timingSafeEqual(one, other);
}

/** Combines all words of four bytes by exclusive or. */
const foldWords = (bytes: Buffer): number => {
  let folded = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) folded ^= bytes.readInt32BE(at);
  return folded;
};

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

const computeDigestOfBody = (body: Buffer, { secret, hasFault }: Verification): string =>
  createHmac('sha256', decodeSecret(secret, hasFault)).update(body).digest('base64');

/** The key in the documentation of Standard Webhooks. */
const SAMPLE_KEY = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');

const signWithTextKey = (key: string | Buffer, { id, timestamp, body }: SignedContent): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');

const hashContent = ({ id, timestamp, body }: SignedContent): string =>
  createHash('sha256').update(`${id}.${timestamp}.`).update(body).digest('base64');

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

/** Decodes the secret to the key. */
export function decodeSecret(secret: string, hasFault: HasReceiverFault): Buffer {
  if (hasFault('secret-undecoded')) return Buffer.from(secret);
  const text = secret.slice('whsec_'.length);
  if (hasFault('secret-cut')) return Buffer.from(text, 'base64').subarray(0, 32);
  return Buffer.from(text, hasFault('secret-without-mark-undecoded') ? 'utf8' : 'base64');
}

function readId(body: Buffer): string {
  const { id } = JSON.parse(body.toString());
  return String(id);
}

/** Lists the values of a header, in the order in which they were sent. */
export const listRawValues = (raw: readonly string[], header: string): string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === header);
