import type { HeaderPair } from '../http/client.ts';
import type { SignatureScheme } from '../webhooks/scheme.ts';
import { type DeliveryToSign, signDelivery } from '../webhooks/signature.ts';
import type { ProbeEvent } from './events.ts';

/** A request to a receiver. */
export interface Delivery {
  readonly method: string;
  /** In the order and the case in which they go out; one can stand twice. */
  readonly headers: readonly HeaderPair[];
  /** The body, as it goes out: all but the first piece after a pause. */
  readonly pieces: readonly Uint8Array[];
}

/** What deliveries are made with. */
export interface Sender {
  readonly scheme: SignatureScheme;
  readonly secret: string;
  /** By the real clock, in whole seconds since 1970-01-01T00:00:00Z. */
  readonly nowSeconds: number;
}

/** What may be otherwise than in an ordinary delivery. */
export type Twist = Partial<DeliveryToSign> & {
  /** What is sent in place of the body that was signed. */
  readonly sentBody?: string;
};

/** A delivery of an event, signed as the scheme says, and otherwise only where `twist` says so. */
export function deliveryOf({ scheme, secret, nowSeconds }: Sender, event: ProbeEvent, twist: Twist = {}): Delivery {
  const { sentBody, ...changed } = twist;
  const body = JSON.stringify(event);
  const unsigned: DeliveryToSign = { id: event.id, timestampSeconds: nowSeconds, body, secrets: [secret], ...changed };
  return {
    method: 'POST',
    headers: [['content-type', 'application/json'], ...signDelivery(scheme, unsigned)],
    pieces: [Buffer.from(sentBody ?? unsigned.body)],
  };
}

const isNamed =
  (name: string | null) =>
  ([own]: HeaderPair): boolean =>
    own.toLowerCase() === name?.toLowerCase();

/** The delivery without a header. */
export const without = (delivery: Delivery, name: string | null): Delivery => ({
  ...delivery,
  headers: delivery.headers.filter((header) => !isNamed(name)(header)),
});

/** The delivery with another value of a header, worked out from the one that it has. */
export const withHeader = (delivery: Delivery, name: string, change: (value: string) => string): Delivery => ({
  ...delivery,
  headers: delivery.headers.map((header) => (isNamed(name)(header) ? [header[0], change(header[1])] : header)),
});

/** What stands behind the prefix of its first signature. */
export function digestOf({ headers }: Delivery, scheme: SignatureScheme): string {
  const [, value = ''] = headers.find(isNamed(scheme.signatureHeader)) ?? [];
  const [first = ''] = partsOf(value, scheme).signatures;
  return first.slice(scheme.prefix.length);
}

/** The delivery with these signatures, each with its prefix, in place of its own; a time beside them stays. */
export const withSignatures = (delivery: Delivery, scheme: SignatureScheme, signatures: readonly string[]): Delivery =>
  withHeader(delivery, scheme.signatureHeader, (value) =>
    [...partsOf(value, scheme).times, ...signatures].join(scheme.separator ?? ''),
  );

/** The delivery without a time, whether that stands in a header of its own or beside the signatures. */
export const withoutTime = (delivery: Delivery, scheme: SignatureScheme): Delivery =>
  scheme.timestampPrefix === null
    ? without(delivery, scheme.timestampHeader)
    : withHeader(delivery, scheme.signatureHeader, (value) =>
        partsOf(value, scheme).signatures.join(scheme.separator ?? ''),
      );

function partsOf(value: string, { separator, timestampPrefix }: SignatureScheme) {
  const parts = separator === null ? [value] : value.split(separator);
  const isTime = (part: string) => timestampPrefix !== null && part.startsWith(timestampPrefix);
  return { times: parts.filter(isTime), signatures: parts.filter((part) => !isTime(part)) };
}

/** The delivery whose body goes out in pieces, cut at these bytes. */
export function inPieces(delivery: Delivery, cuts: readonly number[]): Delivery {
  const body = Buffer.concat(delivery.pieces);
  const edges = [0, ...cuts, body.length];
  return { ...delivery, pieces: edges.slice(1).map((end, index) => body.subarray(edges[index], end)) };
}
