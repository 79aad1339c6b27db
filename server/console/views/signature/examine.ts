import { explainBody } from '../../../delivery/explaining/body-difference.ts';
import { listBodyCandidates } from '../../../delivery/explaining/candidates.ts';
import { explainMismatch } from '../../../delivery/explaining/explain-mismatch.ts';
import { extractSecret } from '../../../delivery/explaining/secret-difference.ts';
import {
  buildSignedContent,
  createSignatureHeaders,
  fingerprintSigningSecret,
  parseSecret,
  type Secret,
} from '../../../delivery/signing/signer.ts';
import { formatDuration } from '../../format/time.ts';

/* Finds out why a received delivery does not match its signature. Nothing here sends or stores anything. */

/** The values of a receiver. */
export interface ReceivedDelivery {
  /** One header per line. */
  readonly headers: string;
  readonly body: Uint8Array;
  readonly secret: string;
  /** The signature that the code of the receiver computed; may be empty. */
  readonly computed: string;
  readonly nowMs: number;
}

export interface Cause {
  readonly code: string;
  readonly message: string;
}

export interface Examination {
  /** Whether the signature belongs to these bytes and this secret. */
  readonly isMatch: boolean;
  /** The most likely first. A match may have one too, such as its age. */
  readonly causes: readonly Cause[];
  /** The causes for which the code of the receiver computed another signature. */
  readonly ofComputed: readonly Cause[];
  /** The signed bytes of the sender, if they could be found, and those that follow from the received body. */
  readonly sent: Uint8Array | undefined;
  readonly own: Uint8Array;
  /** The signature of the received bytes, and those of the header. */
  readonly expected: string;
  readonly given: readonly string[];
}

/** Faults of the input, by field. */
export interface InputFaults {
  readonly headers?: string;
  readonly secret?: string;
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const TOLERANCE_SECONDS = 300;

/** Examines a delivery, or returns which input is missing or not valid. */
export function examine(received: ReceivedDelivery): Examination | { readonly faults: InputFaults } {
  const headers = readHeaders(received.headers);
  const missing = NAMES.filter((name) => headers.get(name) === undefined);
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const keys = listKeys(received.secret);
  const faults: InputFaults = {
    ...(missing.length > 0
      ? { headers: `Expected one header per line, such as webhook-id: evt_…. Missing: ${missing.join(', ')}.` }
      : /^\d{1,15}$/.test(timestamp)
        ? {}
        : { headers: 'Expected whole seconds since 1970 in webhook-timestamp, such as 1793631600.' }),
    ...('fault' in keys ? { secret: keys.fault } : {}),
  };
  if (Object.keys(faults).length > 0 || 'fault' in keys) return { faults };
  const signed = { id: headers.get('webhook-id') ?? '', timestampSeconds: Number(timestamp) };
  const given = (headers.get('webhook-signature') ?? '').split(/\s+/).filter((one) => one !== '');
  const found = findSent(received.body, { ...signed, keys, given });
  const [first] = keys;
  const key = found?.key ?? first;
  const own = { ...signed, body: received.body };
  const causes = found === undefined ? explainNothing(given, key.secret) : [...key.causes, ...found.causes];
  return {
    isMatch: found !== undefined && found.causes.length === 0,
    causes: [...causes, ...explainAge(signed.timestampSeconds, received.nowMs)],
    ofComputed:
      received.computed.trim() === ''
        ? []
        : explainMismatch(
            { ...signed, body: found?.body ?? received.body, secrets: [key.secret] },
            { signature: received.computed.trim(), body: received.body },
          ),
    sent: found === undefined ? undefined : buildSignedContent({ ...signed, body: found.body }),
    own: buildSignedContent(own),
    expected: sign(own, key.secret),
    given,
  };
}

/** Reads headers as logs and commands print them: as lines such as `< webhook-id: evt_…`, or as a JSON object. */
function readHeaders(text: string): ReadonlyMap<string, string> {
  const members = readJsonObject(text);
  if (members !== undefined) return new Map(members.map(([name, value]) => [name.toLowerCase(), String(value)]));
  const matches = text.matchAll(/^[\s<>"'-]*([\w-]+)["']?\s*[:=]\s*["']?(.*?)["']?,?\s*$/gm);
  return new Map([...matches].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

function readJsonObject(text: string): readonly (readonly [string, unknown])[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
  } catch {
    return undefined;
  }
}

interface Key {
  readonly secret: Secret;
  readonly causes: readonly Cause[];
}

const ENCODING: Cause = {
  code: 'secret-encoding',
  message: 'The secret is in another form. Write it as whsec_ and standard base64, and decode it from base64.',
};

/** Returns the keys that a secret may mean, as it is written first. */
function listKeys(text: string): readonly [Key, ...Key[]] | { readonly fault: string } {
  const bare = extractSecret(text);
  const parsed = parseSecret(bare);
  const surrounded = bare === text ? [] : [SURROUNDED];
  if (!('fault' in parsed)) return [{ secret: parsed, causes: surrounded }];
  const rest = bare.replace(/^whsec_/, '');
  const forms = [rest, rest.replaceAll('-', '+').replaceAll('_', '/')].map((form) => `whsec_${form}`);
  if (/^([0-9a-f]{2})+$/i.test(rest)) forms.unshift(`whsec_${Buffer.from(rest, 'hex').toString('base64')}`);
  const [first, ...others] = forms
    .map(parseSecret)
    .flatMap((one) => ('fault' in one ? [] : [{ secret: one, causes: [...surrounded, ENCODING] }]));
  return first === undefined ? { fault: parsed.fault } : [first, ...others];
}

const SURROUNDED: Cause = {
  code: 'secret-surrounded',
  message: 'The secret has spaces, line breaks or quotes in it or around it. Remove them.',
};

interface Search {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly keys: readonly Key[];
  readonly given: readonly string[];
}

interface Found {
  readonly key: Key;
  /** The body that was signed. */
  readonly body: Uint8Array;
  readonly causes: readonly Cause[];
}

/** Undoes the usual changes of a body until the signature matches. Undefined if none of them explains it. */
function findSent(received: Uint8Array, { keys, given, ...signed }: Search): Found | undefined {
  const bytes = Buffer.from(received);
  const bodies = [bytes, ...listOriginals(bytes)];
  for (const body of bodies)
    for (const key of keys)
      if (given.includes(sign({ ...signed, body }, key.secret))) return { key, body, causes: explainBody(body, bytes) };
  return undefined;
}

/** Returns the bodies from which the received one may come. Most changes have an inverse among them. */
function listOriginals(received: Buffer): readonly Buffer[] {
  const text = received.toString();
  return [
    ...listBodyCandidates(received, undefined).map(({ value }) => value),
    ...[text.replace(/^\ufeff/, ''), text.replace(/(\r?\n)+$/, ''), unquote(text)].map((one) => Buffer.from(one)),
  ];
}

/** Returns the text in a JSON string. */
function unquote(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

const sign = (
  signed: { readonly id: string; readonly timestampSeconds: number; readonly body: Uint8Array },
  secret: Secret,
): string => createSignatureHeaders({ ...signed, secrets: [secret] })['webhook-signature'];

function explainNothing(given: readonly string[], secret: Secret): readonly Cause[] {
  if (given.every((one) => !/^v1,[A-Za-z0-9+/]{43}=$/.test(one))) {
    const message =
      'The header webhook-signature has no signature of version 1. Expected v1, and 44 characters of base64, such as v1,bWxQ…=.';
    return [{ code: 'signature-encoding', message }];
  }
  const message = `Neither these bytes nor a usual change of them was signed with this secret. Most likely the secret is that of another destination: compare its fingerprint ${fingerprintSigningSecret(secret)} with the one under Destinations. Or the body lost bytes: a text field has no carriage returns, so paste it as base64.`;
  return [{ code: 'secret-unknown', message }];
}

function explainAge(timestampSeconds: number, nowMs: number): readonly Cause[] {
  const seconds = nowMs / 1000 - timestampSeconds;
  if (Math.abs(seconds) <= TOLERANCE_SECONDS) return [];
  if (timestampSeconds > 1e11)
    return [{ code: 'milliseconds', message: 'The timestamp is in milliseconds. The header has whole seconds.' }];
  const where = `${formatDuration(Math.abs(seconds))} in the ${seconds > 0 ? 'past' : 'future'}`;
  const message = `The timestamp is ${where} of this computer's clock. Receivers reject more than five minutes.`;
  return [{ code: 'timestamp', message }];
}
