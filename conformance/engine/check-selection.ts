import { closest } from 'fastest-levenshtein';
import type { Check } from './check.ts';
import { describeClause } from './result-mapping.ts';

/** A selection of checks. A check must satisfy all three members. */
export interface Selection {
  /** Id patterns. At least one must match; an empty list selects all checks. */
  readonly only?: readonly string[];
  /** Id patterns that must not match. */
  readonly skip?: readonly string[];
  /** Tags that a check must have. An entry may list alternatives, separated by commas. */
  readonly tags?: readonly string[];
}

/**
 * Returns the selected checks.
 *
 * @example
 * const selected = selectChecks(checks, { only: ['scope'], skip: [], tags: [] });
 */
export const selectChecks = (checks: readonly Check[], { only = [], skip = [], tags = [] }: Selection): Check[] =>
  checks.filter(
    (one) =>
      (only.length === 0 || only.some((glob) => matchesPattern(glob, one.id))) &&
      !skip.some((glob) => matchesPattern(glob, one.id)) &&
      tags.every((names) => splitAlternatives(names).some((tag) => listTags(one).includes(tag))),
  );

/**
 * Returns the first part of a selection that matches no check: an id pattern or a tag.
 *
 * @example
 * const unmatched = findUnmatched(checks, { only: ['scope'], skip: [], tags: [] });
 */
export function findUnmatched(
  checks: readonly Check[],
  { only = [], skip = [], tags = [] }: Selection,
): { readonly pattern: string } | { readonly tag: string } | undefined {
  const pattern = [...only, ...skip].find((glob) => !checks.some(({ id }) => matchesPattern(glob, id)));
  if (pattern !== undefined) return { pattern };
  const known = listAllTags(checks);
  const tag = tags.flatMap(splitAlternatives).find((name) => !known.includes(name));
  return tag === undefined ? undefined : { tag };
}

/**
 * Returns the tags of a check: its topic, its level, the origin of its rule, and `read` or `write`.
 *
 * @example
 * const writing = checks.filter((check) => listTags(check).includes('write'));
 */
export function listTags({ id, level, clause, needs }: Check): readonly string[] {
  const { isDocumented, isOwn } = describeClause(clause);
  const origin = isOwn === true ? 'own' : isDocumented ? 'documented' : 'assumed';
  return [getTopic(id), level, origin, needs.includes('writes') ? 'write' : 'read'];
}

/**
 * Returns every tag of these checks once.
 *
 * @example
 * const tags = listAllTags(checks);
 */
export const listAllTags = (checks: readonly Check[]): readonly string[] => [...new Set(checks.flatMap(listTags))];

/**
 * Returns the topic of a check: the part of its id before the slash.
 *
 * @example
 * getTopic('scope/portal'); // 'scope'
 */
export const getTopic = (id: string): string => id.split('/')[0] ?? id;

const splitAlternatives = (names: string): readonly string[] => names.split(',').map((name) => name.trim());

/**
 * Whether a pattern matches an id: `*` matches anything, and a topic matches all of its checks.
 *
 * @example
 * matchesPattern('scope/*', 'scope/portal'); // true
 */
export function matchesPattern(glob: string, id: string): boolean {
  const pattern = glob.replaceAll(/[^\w*/-]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}(/.*)?$`).test(id);
}

/**
 * Returns the closest of `names` by edit distance, or `name` if `names` is empty.
 *
 * @example
 * findClosestName(['scope', 'lists'], 'scoop'); // 'scope'
 */
export const findClosestName = (names: readonly string[], name: string): string => closest(name, [...names]) ?? name;
