import { parseJson } from '../http/bodies/json-text.ts';
import type { Exchange } from '../http/client.ts';
import { toSegment } from './pointers.ts';

/** Two responses to one request. Members in which they differ change at every read, such as `generatedAt` or a request id. */
export interface RepeatedResponse {
  readonly reference: Exchange;
  readonly repeated: Exchange;
}

/**
 * Whether a response equals a reference in status and body, apart from members that change at every read or that
 * the responses to all operations have, such as a trace number. `ids` are the
 * requested ids, if they differ: the response may contain its own.
 */
export function isSameResponse(
  probe: Exchange,
  { reference, repeated }: RepeatedResponse,
  ids?: { readonly id: string; readonly referenceId: string },
): boolean {
  if (probe.status !== reference.status) return false;
  const normalised = ids === undefined ? probe.text : probe.text.replaceAll(ids.id, ids.referenceId);
  if (normalised === reference.text) return true;
  const changing = listDifferences(reference.json, repeated.json);
  if (changing.has('')) return false; // nothing in the two responses is comparable
  const ignored = new Set([...changing, ...probe.envelope]);
  return [...listDifferences(parseOrUndefined(normalised), reference.json)].every((pointer) =>
    isBelow(pointer, ignored),
  );
}

function parseOrUndefined(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.isUnreadable ? undefined : parsed.value;
}

const isBelow = (pointer: string, ignored: ReadonlySet<string>): boolean =>
  [...ignored].some((one) => pointer === one || pointer.startsWith(`${one}/`));

/** Returns the innermost places at which two JSON values differ; the root for values without a common structure. */
function listDifferences(one: unknown, other: unknown, pointer = ''): Set<string> {
  if (Object.is(one, other)) return new Set(one === undefined ? [''] : []); // undefined: not JSON
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other))
    return new Set([pointer]);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return new Set(
    [...names].flatMap((name) => [
      ...listDifferences(one[name] ?? null, other[name] ?? null, pointer + toSegment(name)),
    ]),
  );
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
