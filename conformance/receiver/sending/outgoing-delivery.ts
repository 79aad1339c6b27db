import type { HeaderPair } from '../../http/client.ts';
import type { SignatureScheme } from '../../webhooks/scheme.ts';
import { type DeliveryToSign, signDelivery } from '../../webhooks/signature.ts';
import type { ProbeEvent } from '../events/events.ts';

/** A webhook request to a receiver. */
export interface OutgoingDelivery {
  readonly method: string;
  /** In the order and case in which they are sent; names can repeat. */
  readonly headers: readonly HeaderPair[];
  /** The chunks of the body; a pause precedes each chunk except the first. */
  readonly pieces: readonly Uint8Array[];
  /**
   * `reused`: sent over the connection of the `reused` delivery before it, one at a time. `last` is the same, and closes that
   * connection. Default: a separate connection.
   */
  readonly connection?: 'reused' | 'last';
  /** Sends each chunk of the body as a chunk of the transfer coding, without the header `Content-Length`. */
  readonly isChunked?: boolean;
  /** The declared length of the body is so much larger than its chunks; the connection is closed after them. */
  readonly missingBytes?: number;
  /** The connection is closed after the body was sent; the response is not read. */
  readonly disconnect?: {
    readonly afterMs: number;
    /** With a reset, so that the receiver cannot write to it any more. */
    readonly isReset: boolean;
  };
  /** Added to the query of the URL. */
  readonly query?: string;
  /** Sent without the header `User-Agent`. */
  readonly hasNoUserAgent?: boolean;
  /** Not sent again when the receiver limits the request rate. */
  readonly isSentOnce?: boolean;
  /** Written byte for byte. */
  readonly wire?: {
    /** The connection stays open for the next delivery of this kind. */
    readonly isKept?: boolean;
    /**
     * Only this part of the request is sent over a separate connection, which stays open until the next delivery has its
     * response.
     */
    readonly stalledAfter?: 'nothing' | 'half of the body';
    /** Writes the body in the transfer coding `Chunked`, with extensions and digits in both cases. Trailers are rarely supported. */
    readonly hasChunkExtensions?: boolean;
    /** Writes a header line. */
    separateHeader?(name: string, value: string): string;
  };
  /** The id of the event; empty for a delivery without one. */
  readonly eventId?: string;
  /** The type of the event. */
  readonly eventType?: string;
  /** The incident of the event, if it has one. */
  readonly incident?: { readonly id: string; readonly sequence: number };
}

/** The scheme, secret and time for signing deliveries. */
export interface SigningContext {
  readonly scheme: SignatureScheme;
  readonly secret: string;
  /** Epoch seconds of the real clock. */
  readonly nowSeconds: number;
}

/** Differences from an ordinary delivery. */
export type DeliveryChanges = Partial<DeliveryToSign> & {
  /** The body to send instead of the signed body. */
  readonly sentBody?: string;
};

/** Creates a signed delivery of an event, with the differences in `changes`. */
export function createProbeDelivery(
  { scheme, secret, nowSeconds }: SigningContext,
  event: ProbeEvent,
  changes: DeliveryChanges = {},
): OutgoingDelivery {
  const { sentBody, ...changed } = changes;
  const body = JSON.stringify(event);
  const unsigned: DeliveryToSign = { id: event.id, timestampSeconds: nowSeconds, body, secrets: [secret], ...changed };
  return {
    method: 'POST',
    headers: [['content-type', 'application/json'], ...signDelivery(scheme, unsigned)],
    pieces: [Buffer.from(sentBody ?? unsigned.body)],
    eventId: event.id,
    eventType: event.type,
    ...readIncident(event),
  };
}

/** Creates a delivery that was sent some seconds ago, or will be sent if the number is negative, with its own signature. */
export const createAttempt = (context: SigningContext, event: ProbeEvent, secondsAgo: number): OutgoingDelivery =>
  createProbeDelivery(context, event, { timestampSeconds: context.nowSeconds - secondsAgo });

function readIncident({ incident }: ProbeEvent): Pick<OutgoingDelivery, 'incident'> {
  const { incident_id: id, sequence }: { readonly incident_id?: unknown; readonly sequence?: unknown } =
    Object(incident);
  return typeof id === 'string' && typeof sequence === 'number' ? { incident: { id, sequence } } : {};
}

/** Lists the ids under which a receiver can process a delivery. */
export const listEventIds = (
  { eventId, headers }: OutgoingDelivery,
  { idHeader }: SignatureScheme,
): readonly string[] => [
  ...(eventId === undefined ? [] : [eventId]),
  ...headers.filter(isNamed(idHeader)).map(([, id]) => id),
];

const isNamed =
  (name: string | null) =>
  ([own]: HeaderPair): boolean =>
    own.toLowerCase() === name?.toLowerCase();

/** Returns the delivery without a header. */
export const withoutHeader = (delivery: OutgoingDelivery, name: string | null): OutgoingDelivery => ({
  ...delivery,
  headers: delivery.headers.filter((header) => !isNamed(name)(header)),
});

/** Returns the delivery with the value of a header replaced by `change(value)`. */
export const replaceHeader = (
  delivery: OutgoingDelivery,
  name: string,
  change: (value: string) => string,
): OutgoingDelivery => ({
  ...delivery,
  headers: delivery.headers.map((header) => (isNamed(name)(header) ? [header[0], change(header[1])] : header)),
});

/** Returns the first signature without its prefix. */
export function readFirstDigest({ headers }: OutgoingDelivery, scheme: SignatureScheme): string {
  const [, value = ''] = headers.find(isNamed(scheme.signatureHeader)) ?? [];
  const [first = ''] = splitSignatures(value, scheme).signatures;
  return first.slice(scheme.prefix.length);
}

/** Returns the delivery with one signature, whose digest is `change(digest)`, as bytes. */
export const replaceDigest = (
  delivery: OutgoingDelivery,
  scheme: SignatureScheme,
  change: (digest: Buffer) => Uint8Array,
): OutgoingDelivery => {
  const digest = Buffer.from(readFirstDigest(delivery, scheme), scheme.encoding);
  return replaceSignatures(delivery, scheme, [scheme.prefix + Buffer.from(change(digest)).toString(scheme.encoding)]);
};

/** Returns the delivery with one more header, before or after all others. */
export function addHeader(
  delivery: OutgoingDelivery,
  [name, value]: HeaderPair,
  place: 'first' | 'last',
): OutgoingDelivery {
  const added: HeaderPair = [name, value];
  return { ...delivery, headers: place === 'first' ? [added, ...delivery.headers] : [...delivery.headers, added] };
}

/** Returns the delivery with these signatures, which include the prefix. Keeps a timestamp in the same header. */
export const replaceSignatures = (
  delivery: OutgoingDelivery,
  scheme: SignatureScheme,
  signatures: readonly string[],
): OutgoingDelivery =>
  replaceHeader(delivery, scheme.signatureHeader, (value) =>
    [...splitSignatures(value, scheme).times, ...signatures].join(scheme.separator ?? ''),
  );

/** Returns the delivery without a timestamp, whether it has its own header or shares the signature header. */
export const removeTimestamp = (delivery: OutgoingDelivery, scheme: SignatureScheme): OutgoingDelivery =>
  scheme.timestampPrefix === null
    ? withoutHeader(delivery, scheme.timestampHeader)
    : replaceHeader(delivery, scheme.signatureHeader, (value) =>
        splitSignatures(value, scheme).signatures.join(scheme.separator ?? ''),
      );

function splitSignatures(value: string, { separator, timestampPrefix }: SignatureScheme) {
  const parts = separator === null ? [value] : value.split(separator);
  const isTime = (part: string) => timestampPrefix !== null && part.startsWith(timestampPrefix);
  return { times: parts.filter(isTime), signatures: parts.filter((part) => !isTime(part)) };
}

/** Returns the delivery with its body split into chunks at these byte offsets. */
export function splitBody(delivery: OutgoingDelivery, cuts: readonly number[]): OutgoingDelivery {
  const body = Buffer.concat(delivery.pieces);
  const edges = [0, ...cuts, body.length];
  return { ...delivery, pieces: edges.slice(1).map((end, index) => body.subarray(edges[index], end)) };
}
