import type { webhooks } from '../../spec/generated/openapi.ts';
import { FleetError } from '../core/errors.ts';
import { parseWhole } from '../core/options.ts';
import { equalBytes, parseBase64, parseSecret } from './bytes.ts';

/** An event of the contract. Ignore types that you do not know: a newer service may send further ones. */
export type FleetEvent = webhooks[keyof webhooks]['post'] extends infer Operation
  ? Operation extends { readonly requestBody: { readonly content: { readonly 'application/json': infer Event } } }
    ? Event
    : never
  : never;

/** Why a delivery is rejected. */
export type WebhookFault =
  | 'missing-header'
  | 'malformed-timestamp'
  | 'too-old'
  | 'too-new'
  | 'malformed-signature'
  | 'no-match'
  | 'malformed-body';

/** The delivery is not genuine, too old, or no event. Answer 400 or 401. */
export class WebhookError extends FleetError {
  override readonly name = 'WebhookError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Headers of fetch, of Node.js, or a record, with names in any case. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedDelivery {
  readonly headers: ReceivedHeaders;
  /** The body as received: a parsed and formatted body has another signature. A text is encoded as UTF-8. */
  readonly body: Uint8Array | string;
}

export interface WebhookVerifierOptions {
  /** The secrets of the destination, `whsec_` and base64. Several while a secret is rotated. */
  readonly secrets: readonly string[];
  /** The most that `webhook-timestamp` may differ from the clock, in both directions. 300 by default. */
  readonly toleranceSeconds?: number;
  /** Returns the time in epoch milliseconds. */
  readonly nowMs?: () => number;
}

export interface WebhookVerifier {
  /** Verifies the signature and the time of a delivery. Rejects with a `WebhookError`. Returns the id of the event. */
  verify(delivery: ReceivedDelivery): Promise<string>;
  /** Verifies a delivery and returns its event. Rejects with a `WebhookError`. */
  receive(delivery: ReceivedDelivery): Promise<FleetEvent>;
}

/** `CryptoKey`, which the types of Node.js do not declare as a global. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The most signatures that are compared. A rotation needs two. */
const MOST_SIGNATURES = 100;

/**
 * Returns a verifier of deliveries that are signed by Standard Webhooks.
 * @throws TypeError for an invalid option. The message never contains a secret.
 * @example
 * const verifier = createWebhookVerifier({ secrets: [process.env.WEBHOOK_SECRET ?? ''] });
 * const event = await verifier.receive({ headers: request.headers, body: await request.text() });
 */
export function createWebhookVerifier({
  secrets,
  toleranceSeconds = 300,
  nowMs = Date.now,
}: WebhookVerifierOptions): WebhookVerifier {
  parseWhole('toleranceSeconds', toleranceSeconds, 0);
  if (!Array.isArray(secrets) || secrets.length === 0)
    throw new TypeError('secrets is empty; expected at least one secret such as whsec_…');
  const bytes = secrets.map(parseSecret);
  let keys: Promise<readonly HmacKey[]> | undefined;
  const importKeys = (): Promise<readonly HmacKey[]> =>
    Promise.all(
      bytes.map((one) => crypto.subtle.importKey('raw', one, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])),
    );

  async function verify({ headers, body }: ReceivedDelivery): Promise<string> {
    const [id, timestamp, signature] = [
      readHeader(headers, 'webhook-id'),
      readHeader(headers, 'webhook-timestamp'),
      readHeader(headers, 'webhook-signature'),
    ];
    checkTime(timestamp, Math.floor(nowMs() / 1000), toleranceSeconds);
    const signatures = parseSignatures(signature);
    keys ??= importKeys();
    const content = joinContent(`${id}.${timestamp}.`, body);
    const digests = await Promise.all((await keys).map((key) => crypto.subtle.sign('HMAC', key, content)));
    // Compares every pair, so that the time does not reveal which one matches.
    const matching = digests.flatMap((digest) =>
      signatures.filter((received) => equalBytes(new Uint8Array(digest), received)),
    );
    if (matching.length === 0)
      throw new WebhookError('no-match', 'no signature matches: the secret differs, or the content was changed');
    return id;
  }

  return {
    verify,
    async receive(delivery) {
      await verify(delivery);
      return parseEvent(delivery.body);
    },
  };
}

/** Returns a header. Several values are joined, so that no check accepts them as one. */
function readHeader(headers: ReceivedHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? (headers.get(name) ?? '')
      : Object.entries(headers)
          .flatMap(([key, values]) => (key.toLowerCase() === name ? (values ?? []) : []))
          .join(', ');
  if (value === '') throw new WebhookError('missing-header', `the header ${name} is missing or empty`);
  return value;
}

function checkTime(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookError('malformed-timestamp', 'webhook-timestamp is not valid; expected seconds since 1970');
  const ageSeconds = nowSeconds - Number(timestamp);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  throw new WebhookError(
    ageSeconds > 0 ? 'too-old' : 'too-new',
    `webhook-timestamp is ${Math.abs(ageSeconds)} s in the ${ageSeconds > 0 ? 'past' : 'future'}; expected at most ${toleranceSeconds} s`,
  );
}

function parseSignatures(header: string): readonly Uint8Array[] {
  const signatures = header
    .split(' ', MOST_SIGNATURES)
    .flatMap((entry) => (entry.startsWith('v1,') ? (parseBase64(entry.slice(3)) ?? []) : []))
    .filter(({ length }) => length === 32);
  if (signatures.length > 0) return signatures;
  throw new WebhookError(
    'malformed-signature',
    'webhook-signature has no signature of version v1; expected "v1," and the base64 of 32 bytes',
  );
}

function joinContent(start: string, body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const [head, tail] = [encoder.encode(start), typeof body === 'string' ? encoder.encode(body) : body];
  const content = new Uint8Array(head.length + tail.length);
  content.set(head);
  content.set(tail, head.length);
  return content;
}

function parseEvent(body: Uint8Array | string): FleetEvent {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    const event: unknown = JSON.parse(text);
    if (typeof event === 'object' && event !== null && 'id' in event && 'type' in event) return event as FleetEvent; // the sender signed it
  } catch {
    // falls through to the error
  }
  throw new WebhookError('malformed-body', 'the body is not an event; expected a JSON object with id and type');
}
