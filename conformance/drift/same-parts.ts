import type { ApiDocument } from './api-document.ts';
import { isMembers, type Part, partOf } from './nodes.ts';
import { ANNOTATIONS } from './normal-schema.ts';

/** Returns whether two parts are equal after references, without annotations and extensions. Cycles are equal if all their parts are. */
export function areSame(documents: readonly [ApiDocument, ApiDocument], old: Part, now: Part): boolean {
  const seen = new Set<string>();
  const compare = (before: Part, after: Part): boolean => {
    const a = documents[0].resolve(before);
    const b = documents[1].resolve(after);
    if (typeof a.node !== 'object' || typeof b.node !== 'object' || a.node === null || b.node === null)
      return a.node === b.node;
    const pair = `${a.pointer} ${b.pointer}`;
    if (seen.has(pair)) return true;
    seen.add(pair);
    if (Array.isArray(a.node) !== Array.isArray(b.node)) return false;
    const names = new Set([...listNames(a.node), ...listNames(b.node)]);
    return [...names].every((name) => compare(partOf(a, name), partOf(b, name)));
  };
  return compare(old, now);
}

const listNames = (node: object): readonly string[] =>
  Object.keys(node).filter((name) => !isMembers(node) || !(ANNOTATIONS.has(name) || name.startsWith('x-')));
