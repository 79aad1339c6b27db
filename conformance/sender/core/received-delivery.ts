import { createHash } from 'node:crypto';
import { parseJson } from '../../http/bodies/json-text.ts';
import { findValue, type ValuePointer } from '../../reading/pointers.ts';
import { hasTimestamp, type SignatureScheme } from '../../webhooks/scheme.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import { REDIRECT_TARGET } from './response-plan.ts';

/** A parsed request of the sender. Missing values are `undefined`. */
export interface ReceivedDelivery extends DeliveryRecord {
  /** Its number in the recording, from 1: the evidence in reports. */
  readonly number: number;
  /** The body as text; `undefined` if it is incomplete or not UTF-8. */
  readonly text: string | undefined;
  readonly json: unknown;
  /** The id in the id header of the scheme. */
  readonly id: string | undefined;
  /** The timestamp of the delivery in epoch milliseconds. */
  readonly sentMs: number | undefined;
  /** The event name at the configured position in the body. */
  readonly eventName: string | undefined;
  /** The body is marked as a sample with `is_test`. */
  readonly isTest: boolean;
  /** A sample, by its mark or by its event name: the document does not define the event name of a test. */
  readonly isSample: boolean;
  /** The sender followed a redirect. */
  readonly isFollowedRedirect: boolean;
  /** Identifies the event: the id in the header or in the body, otherwise a digest of the body. */
  readonly identity: string;
  /** A digest of the body. */
  readonly digest: string;
}

/** How to parse deliveries. */
export interface ReadOptions {
  readonly scheme: SignatureScheme;
  /** The position of the event name in the body. */
  readonly eventNameAt: ValuePointer;
}

/** Parses recorded requests in order. Never throws because of their content. */
export const readDeliveries = (records: readonly DeliveryRecord[], reading: ReadOptions): readonly ReceivedDelivery[] =>
  records.map((record, index) => readDelivery(record, index + 1, reading));

/** Lists the values of a header in order. */
export const listHeaderValues = ({ headers }: Pick<DeliveryRecord, 'headers'>, header: string): readonly string[] =>
  headers.flatMap(([name, value]) => (name === header.toLowerCase() ? [value.trim()] : []));

/** Returns the identity of the event and whether the request is a sample; the inbox chooses its response by these. */
export function readIdentity(
  record: Pick<DeliveryRecord, 'headers' | 'body'>,
  { idHeader }: Pick<SignatureScheme, 'idHeader'>,
): { readonly identity: string; readonly isTest: boolean } {
  const json = readJson(decodeText(record.body));
  return { identity: identify(record, idHeader, json), isTest: findValue(json, '/is_test') === true };
}

/** `ping`, `webhook.test`, `test_event`. */
const NAME_OF_A_SAMPLE = /(^|[^a-z])(test|ping)([^a-z]|$)/i;

/** Returns whether a request went to the target of the inbox's redirects. */
export const isRedirectTarget = ({ path }: Pick<DeliveryRecord, 'path'>): boolean =>
  path.split('?')[0]?.endsWith(`/${REDIRECT_TARGET}`) === true;

function readDelivery(record: DeliveryRecord, number: number, { scheme, eventNameAt }: ReadOptions): ReceivedDelivery {
  const text = record.isWhole ? decodeText(record.body) : undefined;
  const json = readJson(text);
  const named = findValue(json, eventNameAt);
  const eventName = typeof named === 'string' ? named : undefined;
  const isTest = findValue(json, '/is_test') === true;
  return {
    ...record,
    number,
    text,
    json,
    id: scheme.idHeader === null ? undefined : listHeaderValues(record, scheme.idHeader)[0] || undefined,
    sentMs: readSentMs(record, scheme),
    eventName,
    isTest,
    isSample: isTest || NAME_OF_A_SAMPLE.test(eventName ?? ''),
    isFollowedRedirect: isRedirectTarget(record),
    identity: identify(record, scheme.idHeader, json),
    digest: computeDigest(record.body),
  };
}

function identify(record: Pick<DeliveryRecord, 'headers' | 'body'>, idHeader: string | null, json: unknown): string {
  const inHeader = idHeader === null ? undefined : listHeaderValues(record, idHeader)[0];
  if (inHeader !== undefined && inHeader !== '') return inHeader;
  const inBody = findValue(json, '/id');
  return typeof inBody === 'string' && inBody !== '' ? inBody : computeDigest(record.body);
}

/** Reads the timestamp from its header or from the signature header. */
function readSentMs(record: DeliveryRecord, scheme: SignatureScheme): number | undefined {
  if (!hasTimestamp(scheme)) return undefined;
  const { timestampHeader, timestampPrefix, timestampUnit, separator, signatureHeader } = scheme;
  const stated =
    timestampHeader === null
      ? listHeaderValues(record, signatureHeader)
          .flatMap((value) => value.split(separator ?? ' '))
          .map((part) => part.trim())
          .find((part) => part.startsWith(timestampPrefix ?? ''))
          ?.slice(timestampPrefix?.length ?? 0)
      : listHeaderValues(record, timestampHeader)[0];
  if (stated === undefined || !/^\d{1,16}$/.test(stated)) return undefined;
  return Number(stated) * (timestampUnit === 'ms' ? 1 : 1000);
}

function decodeText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const read = parseJson(text);
  return read.isUnreadable ? undefined : read.value;
}

const computeDigest = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
