import type { OperationId } from '../../../spec/index.ts';
import type { Exchange } from '../../http/client.ts';
import { findEntries, toSegment, type ValuePointer } from '../../reading/pointers.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { LIST_SLOTS, type Slot, slots } from '../../slots/slots.ts';

/** A place in the response that shows a failure. */
export interface ReadPlace {
  /** A JSON pointer in which `*` stands for every element; empty for the whole body. */
  readonly pointer: string;
  /** The value that the kit found there, or what it looked for there. */
  readonly meaning: string;
}

/** Returns the same bindings, and adds the name of each one that is read to `used`. */
export const recordUse = (bindings: Bindings, used: Set<Slot>): Bindings => ({
  ...bindings,
  find: (name) => {
    used.add(name);
    return bindings.find(name);
  },
  need: (name) => {
    used.add(name);
    return bindings.need(name);
  },
  forJudging: (rules) => recordUse(bindings.forJudging(rules), used),
});

/** The names of the bindings that a check read, and the bindings. */
interface UsedBindings {
  readonly used: ReadonlySet<Slot>;
  readonly bindings: Bindings;
}

const MOST_VALUES = 5;
const MOST_NODES = 50_000;
/** Shorter texts, such as counts, occur at unrelated places. */
const SHORTEST_VALUE = 5;

/**
 * Returns where a failure was read in a response: the places of the values that the finding names, then what the used bindings point
 * to. Empty for a response that is not JSON.
 */
export function listReadPlaces(exchange: Exchange, saw: string, read: UsedBindings): ReadPlace[] {
  const body = exchange.isReadable ? exchange.json : undefined;
  if (typeof body !== 'object' || body === null) return [];
  return [...findNamedValues(body, saw), ...listBoundPlaces(exchange.operation, body, read)];
}

/** Finds the texts of a body that the finding names, and their pointers. */
function findNamedValues(body: object, saw: string): ReadPlace[] {
  const names = new Set(saw.split(/[\s,;:"'`()]+/).filter((word) => word.length >= SHORTEST_VALUE));
  const places: ReadPlace[] = [];
  const left: [value: unknown, pointer: string][] = [[body, '']];
  for (let node = 0; node < MOST_NODES && places.length < MOST_VALUES; node += 1) {
    const [value, pointer] = left.pop() ?? [];
    if (pointer === undefined) break;
    if (typeof value === 'string' && names.has(value)) places.push({ pointer, meaning: value });
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.entries(value).slice(0, MOST_NODES);
    for (const [name, member] of members.reverse()) left.push([member, pointer + toSegment(name)]);
  }
  return places;
}

/** Returns the places of the used bindings in a response that has them, as pointers; none for a response that is not JSON. */
export function listUsedPointers(exchange: Exchange, read: UsedBindings): ValuePointer[] {
  const body = exchange.isReadable ? exchange.json : undefined;
  if (typeof body !== 'object' || body === null) return [];
  return listBoundPlaces(exchange.operation, body, read).flatMap(({ pointer, meaning }) =>
    meaning.endsWith(', absent') ? [] : [pointer],
  );
}

function listBoundPlaces(operation: OperationId, body: object, { used, bindings }: UsedBindings): ReadPlace[] {
  const topic = findTopic(operation);
  const pointers = [...used]
    .filter((name) => name.split('.')[0] === topic)
    .flatMap((name) => {
      const value = bindings.find(name);
      const listed: unknown[] = Array.isArray(value) ? value : [value];
      return listed.flatMap((pointer) =>
        typeof pointer === 'string' && (pointer === '' || pointer.startsWith('/'))
          ? [{ pointer, meaning: slots[name].meaning.replace(/ \(relative to [^)]*\).*$/, '') }]
          : [],
      );
    });
  const rows = pointers.map(({ pointer }) => pointer).filter((pointer) => pointer.endsWith('/*'));
  const bases = ['', ...rows, ...rows.flatMap((one) => rows.map((other) => one + other))];
  const places = pointers.map(({ pointer, meaning }) => {
    const base = bases.find((one) => findEntries(body, one + pointer).length > 0);
    return base === undefined
      ? { pointer: (rows[0] === pointer ? '' : (rows[0] ?? '')) + pointer, meaning: `${meaning}, absent` }
      : { pointer: base + pointer, meaning };
  });
  return [...new Map(places.map((place) => [place.pointer, place])).values()];
}

/** The names of the bindings about the responses of an operation begin with its topic. */
function findTopic(operation: OperationId): string | undefined {
  if (operation === 'getPortal') return 'portal';
  if (operation === 'getIntegrationCatalog') return 'catalog';
  return Object.entries(LIST_SLOTS)
    .find(([id]) => id === operation)?.[1]
    .rows.split('.')[0];
}
