import { isDeepStrictEqual } from 'node:util';
import { locateRequest } from '../../conformance/http/recording/documented-request.ts';
import type { TrafficExchange } from '../../conformance/index.ts';
import type { Accusation, ProofRequest } from '../examination/examine.ts';

/** A request as the rule of shown faults compares it: values of ids do not matter. */
interface RequestKind {
  readonly caller: string;
  readonly operation: string;
  /** The first digit of the status of the response. */
  readonly statusClass: number;
  /** The names of the parameters, sorted, without `limit` and those of pages. */
  readonly parameters: readonly string[];
}

/** The parameters that an equivalent request has too, if the request of a proof has them. */
const COMPARED = /^(terminal_id|group_id|sort_by|sort_dir|transaction_id|connector_id|location_id)$/;

/** Describes a request; `undefined` for paths that the document lacks. */
function describe({ caller, method, url, status }: ProofRequest): RequestKind | undefined {
  const located = locateRequest(method, url);
  if (located === undefined) return undefined;
  const parameters = Object.keys(located.parameters).filter((name) => COMPARED.test(name));
  return { caller, operation: located.operation, statusClass: Math.floor(status / 100), parameters: parameters.sort() };
}

/**
 * Returns the requests that the recording lacks for the proof that lacks fewest. None: the recording shows the fault, by the rule
 * of the README.
 * @param keys the API keys of the users, in the order in which the kit names them `key-1`, `key-2`, …
 */
export function listAbsent(
  accusations: readonly Accusation[],
  exchanges: readonly TrafficExchange[],
  keys: readonly string[],
): readonly string[] | undefined {
  const recorded = exchanges.flatMap(({ method, url, status, requestHeaders }) => {
    const key = requestHeaders.find(([name]) => name === 'X-API-Key')?.[1];
    const known = keys.indexOf(key ?? '');
    const caller = known === -1 ? (key === undefined ? 'anonymous' : 'unknown key') : `key-${known + 1}`;
    return describe({ caller, method, url, status }) ?? [];
  });
  const absent = accusations.map(({ proof }) => [
    ...new Set(
      proof.flatMap((request) => {
        const wanted = describe(request);
        const isRecorded = wanted === undefined || recorded.some((one) => isDeepStrictEqual(one, wanted));
        return isRecorded ? [] : [`${wanted.caller} ${wanted.operation}(${wanted.parameters}) ${wanted.statusClass}xx`];
      }),
    ),
  ]);
  return absent.toSorted((one, other) => one.length - other.length)[0];
}
