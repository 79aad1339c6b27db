import { type OperationId, operations } from '../../../spec/index.ts';
import type { Parameters } from '../exchange.ts';

/** A request of a documented path: the base URL of the service, the operation and its parameters. */
export interface DocumentedRequest {
  /** The URL before the version prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly operation: OperationId;
  readonly parameters: Parameters;
}

interface DocumentedPath {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** The operations of the path, by method. */
  readonly operations: ReadonlyMap<string, OperationId>;
}

const PATHS: readonly DocumentedPath[] = [
  ...Map.groupBy(Object.keys(operations) as OperationId[], (id) => operations[id].path), // the keys of the table
].map(([path, ids]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
  operations: new Map(ids.map((id) => [operations[id].method, id])),
}));

/**
 * Finds the documented operation of a request by its URL; `undefined` for other paths. A method that the document does not have on the
 * path, such as `HEAD`, gets the operation that reads it.
 *
 * @example
 * locateRequest('GET', 'https://portal.example/api/v1/locations/T1'); // baseUrl: https://portal.example/api, operation: getLocation
 */
export function locateRequest(method: string, url: string): DocumentedRequest | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined;
  const { origin, pathname, searchParams } = parsed;
  // a gateway may have a version in its own prefix
  for (let at = pathname.indexOf('/v1/'); at !== -1; at = pathname.indexOf('/v1/', at + 1)) {
    const path = pathname.slice(at);
    for (const { pattern, names, operations: byMethod } of PATHS) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const operation = byMethod.get(method) ?? byMethod.get('GET') ?? [...byMethod.values()][0];
      if (operation === undefined) continue;
      const ofPath = names.map((name, index): [string, string] => [name, decode(match[index + 1] ?? '')]);
      return {
        baseUrl: origin + pathname.slice(0, at).replace(/\/+$/, ''),
        operation,
        parameters: Object.fromEntries([...readQuery(searchParams), ...ofPath]),
      };
    }
  }
  return undefined;
}

const readQuery = (query: URLSearchParams): [string, string | readonly string[]][] =>
  [...new Set(query.keys())].map((name) => {
    const [only = '', ...more] = query.getAll(name);
    return [name, more.length === 0 ? only : [only, ...more]];
  });

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
