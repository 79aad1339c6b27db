import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { AnyOperationId } from '../contract/all-operations.ts';
import { listMembers, locateOperation } from '../contract/contract-paths.ts';

/** Returns the operation's media type that the client prefers, or undefined if it accepts none. */
export function negotiateMediaType(operationId: AnyOperationId, accept: string | undefined): string | undefined {
  const mediaTypes = listSuccessMediaTypes(operationId);
  return mediaTypes.length === 0 ? '' : chooseMediaType(mediaTypes, accept);
}

/**
 * Returns the first of the media types that the client prefers, or undefined if it accepts none. Without `Accept`, and with
 * an empty one, it accepts any. Parameters other than weights are ignored, because no media type exists in several forms.
 * @see RFC 9110, 12.5.1
 */
export function chooseMediaType(mediaTypes: readonly string[], accept = ''): string | undefined {
  if (accept === '*/*' || EMPTY_LIST.test(accept)) return mediaTypes[0];
  return recall(negotiated, `${mediaTypes.join()} ${accept}`, () => {
    const headers = { accept: accept.replace(PARAMETER, keepWeight) };
    return { mediaType: new Negotiator({ headers }).mediaType([...mediaTypes]) };
  }).mediaType;
}

const EMPTY_LIST = /^[ \t,]*$/;
const PARAMETER = /;[ \t]*(?:([^\s=;,"]+)[ \t]*(?:=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)?/g;

const keepWeight = (parameter: string, name: string | undefined): string =>
  name?.toLowerCase() === 'q' ? parameter : '';

/** Whether the client prefers gzip to no compression. */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  return recall(compressions, acceptEncoding, () => {
    const headers = { 'accept-encoding': acceptEncoding };
    return { isGzip: new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip' };
  }).isGzip;
}

/** Clients send few different headers, and parsing one takes longer than finding its result. */
const MAX_RESULTS = 200;
const negotiated = new LRUCache<string, { readonly mediaType: string | undefined }>({ max: MAX_RESULTS });
const compressions = new LRUCache<string, { readonly isGzip: boolean }>({ max: MAX_RESULTS });

function recall<Result extends object>(results: LRUCache<string, Result>, key: string, compute: () => Result): Result {
  const known = results.get(key);
  if (known !== undefined) return known;
  const result = compute();
  results.set(key, result);
  return result;
}

const known = new Map<AnyOperationId, readonly string[]>();

/** Returns the media types of an operation's successful replies, the preferred one first. */
export function listSuccessMediaTypes(operationId: AnyOperationId): readonly string[] {
  const mediaTypes = known.get(operationId) ?? readDeclaredMediaTypes(operationId);
  known.set(operationId, mediaTypes);
  return mediaTypes;
}

function readDeclaredMediaTypes(operationId: AnyOperationId): readonly string[] {
  const responses = [...locateOperation(operationId), 'responses'];
  const success = listMembers(responses).find((status) => status.startsWith('2')) ?? '200';
  return listMembers([...responses, success, 'content']);
}
