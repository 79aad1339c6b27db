import { closest } from 'fastest-levenshtein';
import type { Check } from './check.ts';
import { clauseOf } from './telling.ts';

/** Which checks of a catalogue are meant. All three narrow it down together. */
export interface Selection {
  /** Patterns of ids, of which one has to match; none means all. */
  readonly only?: readonly string[];
  /** Patterns of ids, of which none may match. */
  readonly skip?: readonly string[];
  /** Tags that a check has to carry, each as one name or as several with commas between, of which one will do. */
  readonly tags?: readonly string[];
}

/** The checks of a selection. */
export const chosenFrom = (checks: readonly Check[], { only = [], skip = [], tags = [] }: Selection): Check[] =>
  checks.filter(
    (one) =>
      (only.length === 0 || only.some((glob) => matches(glob, one.id))) &&
      !skip.some((glob) => matches(glob, one.id)) &&
      tags.every((names) => alternatives(names).some((tag) => tagsOf(one).includes(tag))),
  );

/** What of a selection means no check at all: a pattern that matches nothing, or a tag that nothing carries. */
export function idleIn(
  checks: readonly Check[],
  { only = [], skip = [], tags = [] }: Selection,
): { readonly pattern: string } | { readonly tag: string } | undefined {
  const pattern = [...only, ...skip].find((glob) => !checks.some(({ id }) => matches(glob, id)));
  if (pattern !== undefined) return { pattern };
  const known = allTags(checks);
  const tag = tags.flatMap(alternatives).find((name) => !known.includes(name));
  return tag === undefined ? undefined : { tag };
}

/** What a check can be chosen by beside its id: its topic, its level, where its rule is from, and whether it writes. */
export function tagsOf({ id, level, clause, needs }: Check): readonly string[] {
  const { isDocumented, isOwn } = clauseOf(clause);
  const origin = isOwn === true ? 'own' : isDocumented ? 'documented' : 'assumed';
  return [topicOf(id), level, origin, needs.includes('writes') ? 'write' : 'read'];
}

/** Every tag that some check carries, each once. */
export const allTags = (checks: readonly Check[]): readonly string[] => [...new Set(checks.flatMap(tagsOf))];

/** What a check is about: the part of its id before the slash. */
export const topicOf = (id: string): string => id.split('/')[0] ?? id;

const alternatives = (names: string): readonly string[] => names.split(',').map((name) => name.trim());

/** Whether a pattern names a check: `*` stands for anything, and a topic alone for all of its checks. */
export function matches(glob: string, id: string): boolean {
  const pattern = glob.replaceAll(/[^\w*/-]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}(/.*)?$`).test(id);
}

/** The name with the fewest letters to change; the name itself when there are none. */
export const nearestOf = (names: readonly string[], name: string): string => closest(name, [...names]) ?? name;
