import { createHash } from 'node:crypto';
import { parseJson } from '../http/json-text.ts';
import { findValue, type ValuePointer } from '../oracles/pointers.ts';
import { hasTimestamp, type SignatureScheme } from '../webhooks/scheme.ts';
import { SIDE_DOOR } from './answer-plan.ts';
import type { DeliveryRecord } from './delivery-record.ts';

/** A request of the sender, read. What it lacks is `undefined`. */
export interface Delivery extends DeliveryRecord {
  /** Its number in the recording, counted from 1: the evidence in reports. */
  readonly number: number;
  /** The body as text; `undefined` when it is not whole, or no UTF-8. */
  readonly text: string | undefined;
  readonly json: unknown;
  /** The id in the header that the scheme names. */
  readonly id: string | undefined;
  /** When it says that it was sent: epoch milliseconds. */
  readonly sentMs: number | undefined;
  /** The name of the event, wherever the reader was told to look. */
  readonly eventName: string | undefined;
  /** The body says that it is a sample. */
  readonly isTest: boolean;
  /** It is a sample, by what the body says or by its name: nobody says that a test of a destination is one of the events. */
  readonly isSample: boolean;
  /** It went where a redirect led. */
  readonly isAtSideDoor: boolean;
  /** What tells one event from another: the id of the header, or of the body, or else the bytes. */
  readonly identity: string;
  /** A digest of the bytes. */
  readonly digest: string;
}

/** How deliveries are to be read. */
export interface Reading {
  readonly scheme: SignatureScheme;
  /** Where the body holds the name of the event. */
  readonly eventNameAt: ValuePointer;
}

/** Reads what was received, in its order. Nothing in there makes it throw. */
export const readDeliveries = (records: readonly DeliveryRecord[], reading: Reading): readonly Delivery[] =>
  records.map((record, index) => deliveryOf(record, index + 1, reading));

/** The values of a header, in their order. */
export const valuesOf = ({ headers }: Pick<DeliveryRecord, 'headers'>, header: string): readonly string[] =>
  headers.flatMap(([name, value]) => (name === header.toLowerCase() ? [value.trim()] : []));

/** Which event a request is about, and whether it is a sample, by which the inbox follows its plan. */
export function identityOf(
  record: Pick<DeliveryRecord, 'headers' | 'body'>,
  { idHeader }: Pick<SignatureScheme, 'idHeader'>,
): { readonly identity: string; readonly isTest: boolean } {
  const json = jsonOf(textOf(record.body));
  return { identity: identify(record, idHeader, json), isTest: findValue(json, '/is_test') === true };
}

/** `ping`, `webhook.test`, `test_event`. */
const NAME_OF_A_SAMPLE = /(^|[^a-z])(test|ping)([^a-z]|$)/i;

/** Whether a request went where redirects lead. */
export const isAtSideDoor = ({ path }: Pick<DeliveryRecord, 'path'>): boolean =>
  path.split('?')[0]?.endsWith(`/${SIDE_DOOR}`) === true;

function deliveryOf(record: DeliveryRecord, number: number, { scheme, eventNameAt }: Reading): Delivery {
  const text = record.isWhole ? textOf(record.body) : undefined;
  const json = jsonOf(text);
  const named = findValue(json, eventNameAt);
  const eventName = typeof named === 'string' ? named : undefined;
  const isTest = findValue(json, '/is_test') === true;
  return {
    ...record,
    number,
    text,
    json,
    id: scheme.idHeader === null ? undefined : valuesOf(record, scheme.idHeader)[0] || undefined,
    sentMs: sentMsOf(record, scheme),
    eventName,
    isTest,
    isSample: isTest || NAME_OF_A_SAMPLE.test(eventName ?? ''),
    isAtSideDoor: isAtSideDoor(record),
    identity: identify(record, scheme.idHeader, json),
    digest: digestOf(record.body),
  };
}

function identify(record: Pick<DeliveryRecord, 'headers' | 'body'>, idHeader: string | null, json: unknown): string {
  const inHeader = idHeader === null ? undefined : valuesOf(record, idHeader)[0];
  if (inHeader !== undefined && inHeader !== '') return inHeader;
  const inBody = findValue(json, '/id');
  return typeof inBody === 'string' && inBody !== '' ? inBody : digestOf(record.body);
}

/** The time in the header that the scheme names, or within the signature's. */
function sentMsOf(record: DeliveryRecord, scheme: SignatureScheme): number | undefined {
  if (!hasTimestamp(scheme)) return undefined;
  const { timestampHeader, timestampPrefix, timestampUnit, separator, signatureHeader } = scheme;
  const stated =
    timestampHeader === null
      ? valuesOf(record, signatureHeader)
          .flatMap((value) => value.split(separator ?? ' '))
          .map((part) => part.trim())
          .find((part) => part.startsWith(timestampPrefix ?? ''))
          ?.slice(timestampPrefix?.length ?? 0)
      : valuesOf(record, timestampHeader)[0];
  if (stated === undefined || !/^\d{1,16}$/.test(stated)) return undefined;
  return Number(stated) * (timestampUnit === 'ms' ? 1 : 1000);
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const read = parseJson(text);
  return read.isTooDeep ? undefined : read.value;
}

const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
