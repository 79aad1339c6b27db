import { appendAll } from '../../../../base/large-lists.ts';
import type { OperationId } from '../../../../spec/index.ts';
import type { Exchange } from '../../../http/client.ts';
import { getLastSegment, getSegmentAfter, toSegment, type ValuePointer } from '../../../reading/pointers.ts';
import { isMapById } from '../../../reading/values/maps-by-id.ts';

/** A text or number in a body, with its place: elements of lists and members of maps by id are `*`. */
interface Leaf {
  readonly pointer: ValuePointer;
  readonly text: string;
}

/** All values at one place in the responses to one operation. */
export interface IdColumn {
  readonly operation: OperationId;
  readonly pointer: ValuePointer;
  /** The distinct values, in order. */
  readonly texts: readonly string[];
  /** The number of values, repeated ones included. */
  readonly count: number;
}

const DEEPEST = 12;
const MOST_LEAVES = 50_000;
const PATH = /^(https?:\/\/[^/\s]+)?\/?[A-Za-z][\w.~-]*\/([^/\s]+\/)*[^/\s]+$/;

/** Returns the texts and numbers of a body, the keys of maps by id, and the last segments of paths. */
export function listLeaves(body: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  visit(body, '', 0);
  return leaves;

  function visit(value: unknown, pointer: ValuePointer, depth: number): void {
    if (depth > DEEPEST || leaves.length > MOST_LEAVES) return;
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      leaves.push({ pointer, text });
      if (PATH.test(text)) appendAll(leaves, listIdsInPath(pointer, text));
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const element of value) {
        if (isTuple(element, value))
          for (const [index, one] of element.entries()) visit(one, `${pointer}/*/${index}`, depth + 2);
        else visit(element, `${pointer}/*`, depth + 1);
      }
      return;
    }
    const isMap = isMapById(value);
    for (const [name, member] of Object.entries(value)) {
      if (isMap) leaves.push({ pointer: `${pointer}/*/#`, text: name });
      visit(member, isMap ? `${pointer}/*` : pointer + toSegment(name), depth + 1);
    }
  }
}

const COLLECTIONS = ['terminals', 'transactions', 'connectors', 'locations', 'terminal-groups'];

/** Returns the last segment of a path, and the ids in it: `48201` in `/v1/terminals/48201/status-monitoring`. */
const listIdsInPath = (pointer: ValuePointer, path: string): Leaf[] => [
  { pointer: `${pointer}/$`, text: getLastSegment(path) },
  ...COLLECTIONS.flatMap((collection) => {
    const text = getSegmentAfter(path, collection);
    return text === undefined ? [] : [{ pointer: `${pointer}/$${collection}`, text }];
  }),
];

/** Whether an element is a row of a table: as long as the others, with values of several kinds. */
const isTuple = (element: unknown, among: readonly unknown[]): element is readonly unknown[] =>
  Array.isArray(element) &&
  element.length > 2 &&
  among.every((other) => Array.isArray(other) && other.length === element.length);

/** Returns the values of some responses by operation and place. */
export function collectIdColumns(answers: readonly Exchange[]): IdColumn[] {
  const held = new Map<string, { operation: OperationId; pointer: ValuePointer; texts: Set<string>; count: number }>();
  for (const { operation, json } of answers) {
    for (const { pointer, text } of listLeaves(json)) {
      const key = `${operation} ${pointer}`;
      const column = held.get(key) ?? { operation, pointer, texts: new Set<string>(), count: 0 };
      column.texts.add(text);
      column.count += 1;
      held.set(key, column);
    }
  }
  return [...held.values()].map((column) => ({ ...column, texts: [...column.texts] }));
}
