import { clauses, gaps } from '../spec/index.ts';
import { topicOf } from './catalogue.ts';
import { type Check, type Context, check, NEEDS, type Need } from './check.ts';
import { checks } from './checks/index.ts';

const ID = /^(?:[a-z0-9-]+:)?[a-z0-9-]+\/[a-z0-9-]+$/;
const LEVELS: readonly unknown[] = ['must', 'should', 'may'];

/** What `defineCheck` takes: a check whose `run` is given what `needs` names, and no more. */
export type CheckDefinition<Needs extends readonly Need[]> = Omit<Check, 'needs' | 'run'> & {
  readonly needs: Needs;
  run(context: Context<Needs>): ReturnType<Check['run']>;
};

/**
 * Declares a check of your own. Its id is `topic/what-is-true` with a topic that the kit does not have, or with a prefix:
 * `acme:scope/what-is-true`. Its rule is a clause or a gap of the contract, or your own words. Throws a `TypeError` that
 * says what is wrong with it.
 */
export function defineCheck<const Needs extends readonly Need[]>(definition: CheckDefinition<Needs>): Check {
  const problem = problemOf(definition);
  if (problem !== undefined) throw new TypeError(`defineCheck: ${problem}`);
  return check(definition);
}

/** What keeps a value from being a check of one's own, as a sentence; `undefined` when nothing does. */
export function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return `a check is an object, not ${typeof value}`;
  const { id, title, clause, level, needs, run }: Partial<Record<string, unknown>> = { ...value };
  if (typeof id !== 'string' || !ID.test(id))
    return `the id ${JSON.stringify(id) ?? 'that is missing'} is not written like topic/what-is-true or acme:topic/what-is-true`;
  const topic = topicOf(id);
  if (checks.some((one) => topicOf(one.id) === topic))
    return `"${id}" has a topic of the kit; take another one, or a prefix: acme:${id}`;
  if (typeof title !== 'string' || title === '') return `"${id}" has no title`;
  if (!isRule(clause)) return `"${id}" has no clause; give the id of one of the contract, or { text: 'your rule' }`;
  if (!LEVELS.includes(level)) return `"${id}" has the level ${JSON.stringify(level)}; it is must, should or may`;
  if (!Array.isArray(needs)) return `"${id}" does not say what it needs`;
  const unknown = needs.find((need) => !NEEDS.some((known) => known === need));
  if (unknown !== undefined)
    return `"${id}" needs ${JSON.stringify(unknown)}, which nothing offers; there are ${NEEDS.join(', ')}`;
  return typeof run === 'function' ? undefined : `"${id}" has no function run`;
}

const isRule = (clause: unknown): boolean =>
  typeof clause === 'string'
    ? [...clauses, ...gaps].some(({ id }) => id === clause)
    : typeof clause === 'object' && clause !== null && 'text' in clause && typeof clause.text === 'string';
