import { clauses, gaps } from '../spec/index.ts';
import { checks } from './checks/index.ts';
import { type Check, type Context, check, NEEDS, type Need } from './engine/check.ts';
import { getTopic } from './engine/check-selection.ts';

const ID = /^(?:[a-z0-9-]+:)?[a-z0-9-]+\/[a-z0-9-]+$/;
const LEVELS: readonly unknown[] = ['must', 'should', 'may'];

/** The argument of `defineCheck`: a check whose `run` receives exactly what `needs` names. */
export type CheckDefinition<Needs extends readonly Need[]> = Omit<Check, 'needs' | 'run'> & {
  readonly needs: Needs;
  run(context: Context<Needs>): ReturnType<Check['run']>;
};

/**
 * Declares a custom check. Its id is `topic/what-is-true` with a topic that the kit does not use, or has a prefix:
 * `acme:scope/what-is-true`. Its rule is a clause or gap of the contract, or a text of your own. Throws a `TypeError` that
 * explains an invalid definition.
 *
 * @example
 * const check = defineCheck({
 *   id: 'acme/portal-has-our-header',
 *   title: 'The portal has the header X-Acme',
 *   clause: { text: 'Each response has the header X-Acme.' },
 *   level: 'must',
 *   needs: ['reader'],
 *   async run({ reader }) {
 *     const portal = await reader.get('getPortal');
 *     return portal.headers.some(([name]) => name === 'x-acme')
 *       ? pass(portal)
 *       : fail({ expected: 'the header X-Acme', actual: portal });
 *   },
 * });
 */
export function defineCheck<const Needs extends readonly Need[]>(definition: CheckDefinition<Needs>): Check {
  const problem = findDefinitionProblem(definition);
  if (problem !== undefined) throw new TypeError(`defineCheck: ${problem}`);
  return check(definition);
}

/**
 * Returns why a value is not a valid custom check, or `undefined`.
 *
 * @example
 * const problem = findDefinitionProblem(definition);
 */
export function findDefinitionProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return `a check must be an object, not ${typeof value}`;
  const { id, title, clause, level, needs, run }: Partial<Record<string, unknown>> = { ...value };
  if (typeof id !== 'string' || !ID.test(id))
    return `the id ${JSON.stringify(id) ?? '(missing)'} must have the form topic/what-is-true or acme:topic/what-is-true`;
  const topic = getTopic(id);
  if (checks.some((one) => getTopic(one.id) === topic))
    return `"${id}" uses a topic of the kit; use another one, or a prefix: acme:${id}`;
  if (typeof title !== 'string' || title === '') return `"${id}" has no title`;
  if (!isRule(clause))
    return `"${id}" has no clause; give the id of a clause of the contract, or { text: 'your rule' }`;
  if (!LEVELS.includes(level)) return `"${id}" has the level ${JSON.stringify(level)}; expected must, should or may`;
  if (!Array.isArray(needs)) return `"${id}" has no list \`needs\``;
  const unknown = needs.find((need) => !NEEDS.some((known) => known === need));
  if (unknown !== undefined)
    return `"${id}" needs ${JSON.stringify(unknown)}, which is unknown; expected ${NEEDS.join(', ')}`;
  return typeof run === 'function' ? undefined : `"${id}" has no function run`;
}

const isRule = (clause: unknown): boolean =>
  typeof clause === 'string'
    ? [...clauses, ...gaps].some(({ id }) => id === clause)
    : typeof clause === 'object' && clause !== null && 'text' in clause && typeof clause.text === 'string';
