import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Broken } from './body.ts';

/** A request whose headers and body were read. */
export interface Received {
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

interface By {
  readonly secret: string;
  readonly broken: Broken;
  readonly nowSeconds: number;
}

/** Whether the sender with this secret signed the request recently. */
export function isGenuine(received: Received, by: By): boolean {
  const { broken } = by;
  if (broken('checks-nothing')) return true;
  const { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': header } = received.headers;
  if (broken('accepts-when-unsigned') && header === undefined) return true;
  if (broken('accepts-no-signatures') && header === '') return true;
  const signedId = broken('id-from-body') ? idIn(received.body) : id;
  const timestamp = broken('time-read-twice') ? firstTime(received.rawHeaders) : sent;
  const mayLackTime = broken('never-old-without-time') && timestamp === undefined;
  if (!signedId || (!timestamp && !mayLackTime) || header === undefined) return false;
  if (!mayLackTime && !isRecent(broken('time-read-twice') ? lastTime(received.rawHeaders) : timestamp, by))
    return false;
  if (broken('checks-prefix-only')) return header.startsWith('v1,');
  return signatureMatches(header, { ...received, id: signedId, timestamp: timestamp ?? '' }, by);
}

function isRecent(timestamp: string | undefined, { broken, nowSeconds }: By): boolean {
  if (broken('never-old')) return true;
  const age = broken('milliseconds-expected')
    ? nowSeconds - Number(timestamp) / 1000
    : Math.floor(nowSeconds) - Number(timestamp);
  if (broken('future-allowed')) return age <= 300;
  return Math.abs(age) <= (broken('tolerance-wide') ? 300_000 : broken('tolerance-narrow') ? 5 : 300);
}

type Claimed = Pick<Received, 'body'> & { readonly id: string; readonly timestamp: string };

function signatureMatches(header: string, claimed: Claimed, by: By): boolean {
  const { broken } = by;
  const all = header.split(' ');
  const chosen = broken('first-signature-only') ? all.slice(0, 1) : broken('last-signature-only') ? all.slice(-1) : all;
  // With the fault, a signature of any second of the last day counts as if it had the current time.
  const times = broken('time-left-unsigned') ? timesAround(Number(claimed.timestamp)) : [claimed.timestamp];
  const expected = times.map((timestamp) => digestOf({ ...claimed, timestamp }, by));
  return chosen.some((signature) => {
    const [version, given = ''] = signature.split(',');
    if (version !== 'v1' && broken('version-must-be-known')) throw new Error(`unknown version ${version}`);
    return (version === 'v1' || broken('version-ignored')) && expected.some((digest) => isSame(given, digest, broken));
  });
}

const timesAround = (seconds: number): string[] => Array.from({ length: 1300 }, (_, back) => String(seconds - back));

function isSame(given: string, expected: string, broken: Broken): boolean {
  if (broken('compares-beginnings')) return expected.startsWith(given);
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return (broken('throws-at-lengths') || one.length === other.length) && timingSafeEqual(one, other);
}

function digestOf({ id, timestamp, body }: Claimed, { secret, broken }: By): string {
  const bytes = broken('body-rewritten')
    ? JSON.stringify(JSON.parse(body.toString()))
    : broken('body-respaced')
      ? body.toString().replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)|[,:]/g, (token) => (token.length > 1 ? token : `${token} `))
      : body;
  const hmac = createHmac('sha256', keyOf(secret, broken));
  if (!broken('body-only-signed')) hmac.update(`${id}.${timestamp}.`);
  return hmac.update(bytes).digest(broken('digest-in-hex') ? 'hex' : 'base64');
}

function keyOf(secret: string, broken: Broken): Buffer {
  if (broken('secret-undecoded')) return Buffer.from(secret);
  const text = secret.slice('whsec_'.length);
  return Buffer.from(text, broken('secret-without-mark-undecoded') ? 'utf8' : 'base64');
}

function idIn(body: Buffer): string {
  const { id } = JSON.parse(body.toString());
  return String(id);
}

const timesIn = (raw: readonly string[]): string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'webhook-timestamp');
const firstTime = (raw: readonly string[]): string | undefined => timesIn(raw)[0];
const lastTime = (raw: readonly string[]): string | undefined => timesIn(raw).at(-1);
