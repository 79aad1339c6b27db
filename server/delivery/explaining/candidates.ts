import { isNestedTooDeep } from '../../../base/nesting/nesting.ts';
import { fingerprintSigningSecret, parseSecret, revealSecret, type Secret } from '../signing/signer.ts';
import { explainBody } from './body-difference.ts';
import type { Finding } from './finding.ts';
import {
  describeSigners,
  explainOtherSecret,
  explainSecret,
  extractSecret,
  type OtherSecret,
  type SigningSecrets,
} from './secret-difference.ts';

/** One way to compute a part of the signature, with its mistake if it is wrong. */
export interface Candidate<Value> {
  readonly value: Value;
  readonly mistakes: readonly Finding[];
}

const createCorrect = <Value>(value: Value): Candidate<Value> => ({ value, mistakes: [] });
const createMistaken = <Value>(value: Value, code: Finding['code'], message: string): Candidate<Value> => ({
  value,
  mistakes: [{ code, message }],
});

/** Returns the keys that receivers derive from a secret. `received` is the secret that this receiver reported. */
export function listKeyCandidates(
  signing: SigningSecrets,
  others: readonly OtherSecret[],
  received: string | undefined,
): readonly Candidate<Buffer>[] {
  const own = received === undefined ? undefined : parseSecret(extractSecret(received));
  return [
    ...signing.secrets.map((secret) => createCorrect(secret.export())),
    ...(received === undefined || own === undefined || 'fault' in own
      ? []
      : [{ value: own.export(), mistakes: explainSecret(received, signing, others) }]),
    ...signing.secrets.flatMap(listMistakenKeys),
    ...others.map((other) => {
      const name = `The signature was computed with a secret that did not sign. The secret ${fingerprintSigningSecret(other.secret)}`;
      return { value: other.secret.export(), mistakes: [explainOtherSecret(name, other, describeSigners(signing))] };
    }),
  ];
}

function listMistakenKeys(secret: Secret): readonly Candidate<Buffer>[] {
  const text = revealSecret(secret);
  const base64 = text.slice('whsec_'.length);
  const bytes = secret.export();
  const whole =
    'The key is the text of the secret with its prefix whsec_. Remove whsec_ and decode the rest from base64.';
  const undecoded = 'The key is the text after whsec_. Decode it from base64.';
  const lenient =
    'The secret was decoded with its prefix whsec_, which decoders accept as base64. Remove the prefix first.';
  const hex = 'The key is the hex text of the secret. Use the bytes.';
  return [
    ...listPaddings(text).map((one) => createMistaken(Buffer.from(one), 'secret-with-prefix', whole)),
    ...listPaddings(base64).map((one) => createMistaken(Buffer.from(one), 'secret-not-decoded', undecoded)),
    createMistaken(Buffer.from(text, 'base64'), 'secret-with-prefix', lenient),
    createMistaken(Buffer.from(text.replace('_', ''), 'base64'), 'secret-with-prefix', lenient),
    createMistaken(Buffer.from(bytes.toString('hex')), 'secret-encoding', hex),
    createMistaken(
      Buffer.from(bytes.toString()),
      'secret-encoding',
      'The decoded secret was converted to text. Use the bytes.',
    ),
    createMistaken(Buffer.alloc(0), 'secret-unknown', 'The key is empty: the setting for the secret is missing.'),
    createMistaken(
      Buffer.from('undefined'),
      'secret-unknown',
      'The key is the text "undefined": the secret is not set.',
    ),
  ];
}

const listPaddings = (text: string): readonly string[] => [...new Set([text, text.replace(/(?<!=)=+$/, '')])];

/** Returns the bodies that receivers derive from the sent one. `received` is the body that this receiver reported. */
export function listBodyCandidates(sent: Buffer, received: Buffer | undefined): readonly Candidate<Buffer>[] {
  const text = sent.toString();
  const candidates = [
    ...(received === undefined ? [] : [received]),
    ...reserializeJson(text).map((one) => Buffer.from(one)),
    ...[
      `${text}\n`,
      `${text}\r\n`,
      text.trimEnd(),
      `\ufeff${text}`,
      JSON.stringify(text),
      '',
      '{}',
      '[object Object]',
    ].map((one) => Buffer.from(one)),
    ...[text.replaceAll('\r\n', '\n'), text.replace(/\r?\n/g, '\r\n')].map((one) => Buffer.from(one)),
    Buffer.from(sent.toString('latin1')),
    Buffer.from(text, 'latin1'),
    Buffer.from(text.replace(/\P{ASCII}/gu, '?')),
  ];
  const ways = candidates.map((value) => ({ value, mistakes: explainBody(sent, value) }));
  return [createCorrect(sent), ...ways.filter(({ mistakes }) => mistakes.length > 0), ...listDataCandidates(text)];
}

/** Returns the member `data` of the event alone, as receivers sign it that follow another product. */
function listDataCandidates(text: string): readonly Candidate<Buffer>[] {
  return readData(text).flatMap((data) =>
    reserializeJson(JSON.stringify(data)).map((one) =>
      createMistaken(
        Buffer.from(one),
        'data-alone',
        'Only the member data was signed. Sign the whole body as received.',
      ),
    ),
  );
}

/** Returns the member `data` of an event, or nothing. */
function readData(text: string): readonly unknown[] {
  try {
    const event: unknown = JSON.parse(text);
    if (isNestedTooDeep(event)) return [];
    return typeof event === 'object' && event !== null && 'data' in event ? [event.data] : [];
  } catch {
    return [];
  }
}

/** Returns a JSON text as serialised by common languages. */
function reserializeJson(text: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (isNestedTooDeep(value)) return [];
  const orders = [value, sortMembers(value)];
  const compact = orders.map((one) => JSON.stringify(one));
  const spaced = orders.map(serializeSpaced);
  const indented = orders.flatMap((one) => [2, 4, '\t'].map((space) => JSON.stringify(one, null, space)));
  const plain = [...compact, ...spaced, ...indented];
  const escaped = plain.map(escapeNonAscii);
  const solidus = [...compact, ...compact.map(escapeNonAscii)].map((one) => one.replaceAll('/', '\\/'));
  const html = compact.map((one) => one.replace(/[<>&]/g, escapeUnit));
  return [...new Set([...plain, ...escaped, ...solidus, ...html])];
}

/** Serialises with a space after each colon and comma, as Python does. */
function serializeSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serializeSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${serializeSpaced(inner)}`)
    .join(', ')}}`;
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortMembers(inner)]));
}

/** Escapes by code unit: a character beyond the first plane becomes two escapes. */
const escapeNonAscii = (text: string): string => text.replace(/[\u0080-\uffff]/g, escapeUnit);

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The known timestamps of a delivery. */
export interface KnownTimestamps {
  /** Of the attempt, as in its header. */
  readonly sentSeconds: number;
  /** Of earlier attempts of the same delivery. */
  readonly previous: readonly number[];
  /** Member `timestamp` of the event in the body, RFC 3339; undefined if absent. */
  readonly ofEvent: string | undefined;
}

/** Returns the timestamps that receivers may sign. `received` is the one that this receiver reported. */
export function listTimestampCandidates(timestamps: KnownTimestamps, received?: string): readonly Candidate<string>[] {
  const { sentSeconds, previous, ofEvent } = timestamps;
  const sent = `${sentSeconds}`;
  const candidates = [
    `${sent}000`,
    ...formatIsoVariants(sentSeconds * 1000),
    ...(ofEvent === undefined ? [] : formatEventTimestamps(ofEvent)),
    ...previous.map(String),
    ...(received === undefined ? [] : [received]),
  ];
  return [
    createCorrect(sent),
    ...[...new Set(candidates)]
      .filter((value) => value !== sent)
      .map((value) => ({ value, mistakes: explainTimestamp(timestamps, value) })),
  ];
}

/** Formats an instant as common languages do. Returns none for undefined. */
function formatIsoVariants(ms: number): readonly string[] {
  const iso = new Date(ms).toISOString();
  const seconds = iso.slice(0, 19);
  return [iso, `${seconds}Z`, `${seconds}+00:00`, seconds, seconds.replace('T', ' ')];
}

function formatEventTimestamps(ofEvent: string): readonly string[] {
  const ms = Date.parse(ofEvent);
  return Number.isNaN(ms) ? [ofEvent] : [ofEvent, `${Math.floor(ms / 1000)}`, `${ms}`, ...formatIsoVariants(ms)];
}

/** Explains what is wrong with the timestamp that a receiver used. */
export function explainTimestamp(
  { sentSeconds, previous, ofEvent }: KnownTimestamps,
  received: string,
): readonly Finding[] {
  if (received === `${sentSeconds}`) return [];
  const expected = `webhook-timestamp of this attempt is ${sentSeconds}`;
  if (ofEvent !== undefined && formatEventTimestamps(ofEvent).includes(received)) {
    const message = `The timestamp ${received} is that of the event in the body, on the clock of the sandbox: ${expected}. Use the header.`;
    return [{ code: 'event-timestamp', message }];
  }
  if (Math.floor(Number(received) / 1000) === sentSeconds)
    return [{ code: 'milliseconds', message: `The timestamp is in milliseconds: ${expected}, in seconds.` }];
  if (formatIsoVariants(sentSeconds * 1000).includes(received) || parseIsoSeconds(received) === sentSeconds) {
    const message = `The timestamp ${JSON.stringify(received.slice(0, 40))} is a date: ${expected}, in seconds since 1970. Use the header unchanged.`;
    return [{ code: 'timestamp-format', message }];
  }
  if (previous.some((one) => `${one}` === received)) {
    const message = `The timestamp ${received} is that of an earlier attempt: ${expected}. Each attempt has its own timestamp and signature.`;
    return [{ code: 'previous-timestamp', message }];
  }
  const message = `The timestamp is ${JSON.stringify(received.slice(0, 40))}: ${expected}. Use the header unchanged.`;
  return [{ code: 'other-timestamp', message }];
}

/** Returns the seconds of an ISO 8601 date; undefined for any other text. */
function parseIsoSeconds(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}

/** Returns the signed content before the body. */
export type Prefix = (id: string, timestamp: string) => string;

const SEPARATORS = [':', ',', '', '-', '_', '|', ' ', '\n', '/'];

/** Ways to join the parts. The body comes last in all of them. */
export const PREFIX_CANDIDATES: readonly Candidate<Prefix>[] = [
  createCorrect((id, timestamp) => `${id}.${timestamp}.`),
  ...(
    [
      ['The body alone', () => ''],
      ['timestamp.body, without the id,', (_, timestamp) => `${timestamp}.`],
      ['id.body, without the timestamp,', (id) => `${id}.`],
      ['timestamp.id.body', (id, timestamp) => `${timestamp}.${id}.`],
      ['v1.id.timestamp.body', (id, timestamp) => `v1.${id}.${timestamp}.`],
      ['v0:timestamp:body', (_, timestamp) => `v0:${timestamp}:`],
    ] as const satisfies readonly (readonly [string, Prefix])[]
  ).map(([what, value]) => createMistaken<Prefix>(value, 'parts', `${what} was signed. Expected id.timestamp.body.`)),
  ...SEPARATORS.map((separator) =>
    createMistaken<Prefix>(
      (id, timestamp) => `${id}${separator}${timestamp}${separator}`,
      'separator',
      `The parts were joined ${separator === '' ? 'without a separator' : `by ${JSON.stringify(separator)}`}. Join them with full stops.`,
    ),
  ),
];

export const ALGORITHM_CANDIDATES: readonly Candidate<string>[] = [
  createCorrect('sha256'),
  ...['sha1', 'sha512', 'sha384'].map((name) =>
    createMistaken(name, 'algorithm', `The signature was computed with HMAC-${name.toUpperCase()}. Use HMAC-SHA256.`),
  ),
];
