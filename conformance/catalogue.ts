import type { Check } from './check.ts';

/** The checks whose ids match one of `only` (all, if there is none) and none of `skip`. */
export const chosenFrom = (checks: readonly Check[], only: readonly string[], skip: readonly string[]): Check[] =>
  checks.filter(
    ({ id }) =>
      (only.length === 0 || only.some((glob) => matches(glob, id))) && !skip.some((glob) => matches(glob, id)),
  );

/** Whether a pattern names a check: `*` stands for anything, and a topic alone for all of its checks. */
export function matches(glob: string, id: string): boolean {
  const pattern = glob.replaceAll(/[^\w*/-]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}(/.*)?$`).test(id);
}

/** The id that is most like a name which is none. */
export function nearestId(checks: readonly Check[], name: string): string {
  const likeness = (id: string) => sharedPairs(id, name) / (id.length + name.length);
  const [nearest] = checks.map(({ id }) => id).sort((a, b) => likeness(b) - likeness(a));
  return nearest ?? name;
}

/** How many pairs of neighbouring letters two names have in common. */
function sharedPairs(name: string, other: string): number {
  const pairs = new Set([...other].map((_, index) => other.slice(index, index + 2)));
  return [...name].filter((_, index) => pairs.has(name.slice(index, index + 2))).length;
}
