import {
  buildSignedContent,
  createSignatureHeaders,
  fingerprintSigningSecret,
  type Secret,
} from '../signing/signer.ts';
import { explainBody } from './body-difference.ts';
import {
  type Candidate,
  explainTimestamp,
  type KnownTimestamps,
  listBodyCandidates,
  listKeyCandidates,
  listTimestampCandidates,
  PREFIX_CANDIDATES,
} from './candidates.ts';
import { type Finding, findFirstDifference, formatByte } from './finding.ts';
import { explainSecret, type OtherSecret, type SigningSecrets } from './secret-difference.ts';
import { findMistakes } from './signature-search.ts';

export type { Finding, FindingCode } from './finding.ts';
export type { OtherSecret } from './secret-difference.ts';

/** An attempt as sent. */
export interface ExplainedAttempt {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: Uint8Array | string;
  /** The secrets that signed, newest first, without deleted ones. */
  readonly secrets: readonly Secret[];
  /** All signatures of the header. Default: those of `secrets`. */
  readonly signatures?: readonly SentSignature[] | undefined;
  /** Timestamps of earlier attempts of the same delivery. */
  readonly previousSeconds?: readonly number[] | undefined;
  /** Secrets that did not sign but that the receiver may use: of other destinations, or from before a rotation. */
  readonly otherSecrets?: readonly OtherSecret[] | undefined;
  /** Another id that a receiver may confuse with that of the event. */
  readonly deliveryId?: string | undefined;
  readonly incidentId?: string | undefined;
}

export interface SentSignature {
  /** Fingerprint of the secret. */
  readonly fingerprint: string;
  /** With the prefix `v1,`. */
  readonly signature: string;
}

/** The values that a receiver used, as far as known. Strings are UTF-8. */
export interface ReceiverValues {
  readonly body?: Uint8Array | string | undefined;
  readonly secret?: string | undefined;
  readonly timestamp?: string | number | undefined;
  readonly id?: string | undefined;
  /** The input of the HMAC. */
  readonly content?: Uint8Array | string | undefined;
  /** The output of the HMAC, in any encoding. */
  readonly signature?: string | undefined;
}

/**
 * Explains why a signature did not match; the most likely cause comes first. Mistakes that reproduce the receiver's
 * signature come before all others. Returns each code once, and nothing if everything the receiver used matches what
 * was sent.
 */
export function explainMismatch(sent: ExplainedAttempt, received: ReceiverValues): readonly Finding[] {
  const direct = [
    ...(received.content === undefined ? [] : explainContent(sent, Buffer.from(received.content))),
    ...(received.body === undefined ? [] : explainBody(Buffer.from(sent.body), Buffer.from(received.body))),
    ...(received.secret === undefined
      ? []
      : explainSecret(received.secret, listSigningSecrets(sent), sent.otherSecrets ?? [])),
    ...(received.timestamp === undefined ? [] : explainTimestamp(listTimestamps(sent), `${received.timestamp}`)),
    ...(received.id === undefined ? [] : explainId(sent, received.id)),
  ];
  const computed = received.signature === undefined ? [] : explainSignature(sent, received, received.signature);
  const isUnexplained = computed.some(({ code }) => code === 'unexplained') && direct.length > 0;
  const findings = isUnexplained ? [...direct] : [...computed, ...direct];
  const codes = findings.map(({ code }) => code);
  return findings.filter(({ code }, at) => codes.indexOf(code) === at);
}

const listTimestamps = ({ timestampSeconds, previousSeconds = [], body }: ExplainedAttempt): KnownTimestamps => ({
  sentSeconds: timestampSeconds,
  previous: previousSeconds,
  ofEvent: readEventTimestamp(Buffer.from(body).toString()),
});

/** Returns the member `timestamp` of an event. */
function readEventTimestamp(body: string): string | undefined {
  try {
    const event: unknown = JSON.parse(body);
    const isEvent = typeof event === 'object' && event !== null && 'timestamp' in event;
    return isEvent && typeof event.timestamp === 'string' ? event.timestamp : undefined;
  } catch {
    return undefined;
  }
}

function explainId({ id, deliveryId, incidentId }: ExplainedAttempt, received: string): readonly Finding[] {
  if (received === id) return [];
  const expected = `webhook-id is ${id}, the id of the event. Use the header unchanged.`;
  if (received === deliveryId)
    return [{ code: 'delivery-id', message: `The id ${received} is that of the delivery: ${expected}` }];
  if (received === incidentId)
    return [{ code: 'incident-id', message: `The id ${received} is that of the incident: ${expected}` }];
  return [{ code: 'other-id', message: `The id is ${JSON.stringify(received.slice(0, 60))}: ${expected}` }];
}

function explainContent(sent: ExplainedAttempt, content: Buffer): readonly Finding[] {
  const right = buildSignedContent(sent);
  const byte = findFirstDifference(right, content);
  if (byte === undefined) return [];
  const body = Buffer.from(sent.body);
  for (const prefix of PREFIX_CANDIDATES)
    for (const timestamp of listTimestampCandidates(listTimestamps(sent)))
      if (content.equals(Buffer.concat([Buffer.from(prefix.value(sent.id, timestamp.value)), body])))
        return [...prefix.mistakes, ...timestamp.mistakes];
  const read = /^([^.]+)\.(\d+)\./.exec(content.toString('latin1'));
  if (read !== null) {
    const [head, id = '', timestamp = ''] = read;
    return [
      ...explainId(sent, id),
      ...explainTimestamp(listTimestamps(sent), timestamp),
      ...explainBody(body, content.subarray(head.length)),
    ];
  }
  const message = `The signed content differs at byte ${byte}: expected ${formatByte(right[byte])}, found ${formatByte(content[byte])}.`;
  return [{ code: 'parts', message: `${message} Expected id.timestamp.body.`, byte }];
}

function explainSignature(sent: ExplainedAttempt, received: ReceiverValues, text: string): readonly Finding[] {
  const readings = decodeSignature(text);
  const sentHeader = listSignatures(sent);
  if (sentHeader.includes(text)) return [COMPARISON];
  const parts = {
    keys: listKeyCandidates(listSigningSecrets(sent), sent.otherSecrets ?? [], received.secret),
    ids: [{ value: sent.id, mistakes: [] }, ...listIdCandidates(sent, received.id)],
    timestamps: listTimestampCandidates(
      listTimestamps(sent),
      received.timestamp === undefined ? undefined : `${received.timestamp}`,
    ),
    bodies: listBodyCandidates(
      Buffer.from(sent.body),
      received.body === undefined ? undefined : Buffer.from(received.body),
    ),
  };
  for (const { digest, encoding } of readings) {
    if (sentHeader.includes(`v1,${digest.toString('base64')}`)) return encoding.length === 0 ? [COMPARISON] : encoding;
    const mistakes = findMistakes(digest, parts);
    if (mistakes === undefined) continue;
    return [...mistakes, ...encoding];
  }
  if (readings.length > 0 && sent.secrets.length === 0) return [NO_SECRET];
  const message =
    readings.length === 0
      ? 'The signature of the receiver is neither base64 nor hex. Send the bytes of the HMAC in one of these encodings.'
      : 'No common mistake produces the signature of the receiver. Send the body, the secret or the signed content that it used.';
  return [{ code: 'unexplained', message }];
}

/** Returns the ids that receivers may sign. `received` is the one that this receiver reported. */
const listIdCandidates = (sent: ExplainedAttempt, received: string | undefined): readonly Candidate<string>[] =>
  [...new Set([received, sent.deliveryId, sent.incidentId])].flatMap((value) =>
    value === undefined || value === sent.id ? [] : [{ value, mistakes: explainId(sent, value) }],
  );

/** Returns the signing secrets, with the fingerprints of deleted ones. */
const listSigningSecrets = ({ secrets, signatures }: ExplainedAttempt): SigningSecrets => ({
  secrets,
  fingerprints: signatures?.map(({ fingerprint }) => fingerprint) ?? secrets.map(fingerprintSigningSecret),
});

const listSignatures = (sent: ExplainedAttempt): readonly string[] =>
  sent.signatures?.map(({ signature }) => signature) ?? createSignatureHeaders(sent)['webhook-signature'].split(' ');

const NO_SECRET: Finding = {
  code: 'unexplained',
  message:
    'The signature differs from the sent one, and the signing secret was deleted, so mistakes cannot be tried. Send the body or the secret that the receiver used.',
};

const COMPARISON: Finding = {
  code: 'comparison',
  message:
    'The receiver computed the right signature, so its comparison is wrong. The header is a list separated by spaces, and each entry is "v1," followed by base64. Accept the delivery if any entry matches.',
};

/** Returns the bytes that a text may encode, each with the mistake in its encoding. */
function decodeSignature(text: string): readonly { readonly digest: Buffer; readonly encoding: readonly Finding[] }[] {
  const bare = text.trim().replace(/^(v1,|v1=|sha256=)/, '');
  const encodingFinding = (message: string): readonly Finding[] => [{ code: 'signature-encoding', message }];
  if (/^([0-9a-f]{2})+$/i.test(bare))
    return [
      {
        digest: Buffer.from(bare, 'hex'),
        encoding: encodingFinding('The signature is encoded in hex. Expected base64.'),
      },
    ];
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) {
    const digest = Buffer.from(bare, 'base64');
    const isPadded = digest.toString('base64') === bare;
    return [
      {
        digest,
        encoding: isPadded ? [] : encodingFinding('The signature has no padding. Expected base64 that ends with "=".'),
      },
    ];
  }
  if (/^[A-Za-z0-9_-]+={0,2}$/.test(bare))
    return [
      {
        digest: Buffer.from(bare, 'base64'), // which accepts the URL-safe alphabet, too
        encoding: encodingFinding(
          'The signature is encoded in URL-safe base64. Expected standard base64, with + and /.',
        ),
      },
    ];
  return [];
}
