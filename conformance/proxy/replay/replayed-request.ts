import { ANONYMOUS, type RecordedEntry } from '../../http/recording/recording.ts';
import { restoreLabels } from '../../http/recording/substitutes.ts';
import type { TransportRequest } from '../../http/transport/transport-contract.ts';
import { formatKeyFingerprint } from '../record/key-names.ts';

const READS = new Set(['GET', 'HEAD']);

/** Finds the key of a caller by the name, or by the fingerprint that the recording has. */
export function createKeyFinder(keys: ReadonlyMap<string, string>): (caller: string) => string | undefined {
  const byFingerprint = new Map([...keys.values()].map((key) => [formatKeyFingerprint(key), key]));
  return (caller) => keys.get(caller) ?? byFingerprint.get(caller);
}

interface SkipContext {
  readonly findKey: (caller: string) => string | undefined;
  readonly allowWrites: boolean;
}

/** Returns why a request is not sent; `undefined` if it is. */
export function findReasonToSkip(
  { method, caller, outcome }: RecordedEntry,
  { findKey, allowWrites }: SkipContext,
): string | undefined {
  if (!READS.has(method) && !allowWrites) return 'writes are sent with --allow-writes only';
  if ('code' in outcome) return 'the recording has no response to them';
  if (outcome.status === 304) return 'they are conditional, and the recorded condition does not hold elsewhere';
  if (caller !== ANONYMOUS && findKey(caller) === undefined)
    return `their key is not given; add --key ${caller}=KEY, or any name with the recorded key`;
  return undefined;
}

/** Headers of conditions, which refer to recorded values. */
const CONDITIONAL = /^(if-.*|range)$/i;
const CREDENTIALS = /^(x-api-key|cookie|authorization)$/i;

interface SendContext extends Pick<SkipContext, 'findKey'> {
  /** The base URL. */
  readonly against: string;
  readonly keys: ReadonlyMap<string, string>;
}

/** Returns the request to send, with the key of its caller and without conditions. */
export function toReplayedRequest(
  { method, path, headers, body, caller }: RecordedEntry,
  { against, findKey, keys }: SendContext,
): TransportRequest {
  const key = findKey(caller);
  const substitutes = { keys: key === undefined ? keys : new Map([...keys, [caller, key]]) };
  return {
    method,
    url: against + restoreLabels(decodeLabels(path), substitutes),
    headers: [
      ...headers.filter(([name]) => !CONDITIONAL.test(name) && !CREDENTIALS.test(name)),
      ...(key === undefined ? [] : [['X-API-Key', key] as const]),
    ],
    ...(body === undefined ? {} : { body: restoreLabels(body, substitutes) }),
  };
}

/** A label in a URL is encoded. */
const decodeLabels = (path: string): string =>
  path.replaceAll(/%5B(key%20[\w.-]+)%5D/gi, (_, label: string) => `[${label.replace('%20', ' ')}]`);
