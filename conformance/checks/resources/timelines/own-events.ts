import { isNode, readCells, type Scalar } from '../../../relations/rows/cells.ts';

/** An object with as many values of a row repeats the row. */
const REPEATED_VALUES = 4;

/** Returns a response without the row that it may repeat: only the events show whose timeline it is. */
export function withoutRow(value: unknown, cells: ReadonlyMap<string, Scalar>): unknown {
  const own = new Set([...cells.values()].flatMap((one) => (one === null || one === '' ? [] : [String(one)])));
  const strip = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(strip);
    if (!isNode(one)) return one;
    const kept = Object.fromEntries(Object.entries(one).map(([name, member]) => [name, strip(member)]));
    const repeated = new Set([...readCells(withoutLists(kept)).values()].map(String).filter((text) => own.has(text)));
    // the row may have its list of events as a member
    return repeated.size >= REPEATED_VALUES ? keepLists(kept) : kept;
  };
  return strip(value);
}

/** Returns an object without the lists in it. */
function withoutLists(value: unknown): unknown {
  if (Array.isArray(value)) return null;
  return isNode(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutLists(member)]))
    : value;
}

/** Returns nothing but the lists in an object, at their places. */
function keepLists(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  if (!isNode(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, keepLists(member)]));
}
