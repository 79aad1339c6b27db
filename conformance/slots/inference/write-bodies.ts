import { listNamedAccounts, WITH_ACCOUNTS } from '../../reading/names/named-accounts.ts';
import { findTexts, findValues } from '../../reading/pointers.ts';
import { scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import { GENERATED_TEXT } from './columns/document.ts';
import { createEvidence, type InferenceState, readWithAllKeys } from './columns/inference-state.ts';

/** Binds bodies for the two writes from the published document. The kit sends them only with --allow-writes. */
export async function bindWriteBodies(state: InferenceState): Promise<void> {
  const [reason] = await readReasons(state);
  const responses = (await Promise.all(WITH_ACCOUNTS.map((operation) => readWithAllKeys(state, operation)))).flat();
  const namesAccounts = (name: string) => responses.some(({ json }) => listNamedAccounts(json, name).length > 0);
  for (const [operation, slot] of [
    ['deriveSettlements', 'writes.derive_settlements_body'],
    ['createDispute', 'writes.create_dispute_body'],
  ] as const) {
    const body = state.document.createExampleBody(operation);
    if (body === undefined) continue;
    const evidence = [createEvidence('document', 'an example or schema in the published document')];
    const required = insertPlaceholders(body, {
      reason,
      takesAccount: operation === 'deriveSettlements' ? namesAccounts : undefined,
    });
    const needsMore = operation === 'createDispute' && !required.some(namesTransaction);
    // a document may call the transaction optional, or name no required members
    const whole = needsMore ? state.document.createExampleBody(operation, { isWhole: true }) : undefined;
    const optional = insertPlaceholders(whole ?? {}, { reason }).filter(namesTransaction);
    const value = Object.fromEntries([...required, ...optional]);
    const isAboutOne = !needsMore || optional.length > 0;
    state.bind(slot, { value, confidence: isAboutOne ? 'likely' : 'guess', evidence });
  }
}

const namesTransaction = ([, value]: readonly [string, unknown]): boolean =>
  /\{transaction_(id|number)\}/.test(JSON.stringify(value));

/** Returns the reason codes of the disputes that the keys can see. */
async function readReasons(state: InferenceState): Promise<readonly string[]> {
  const [rows, reason] = [state.getValue('disputes.rows'), state.getValue('disputes.reason_code')];
  if (rows === undefined || reason === undefined) return [];
  const answers = await readWithAllKeys(state, 'listDisputes');
  return answers.flatMap(({ json }) => findValues(json, rows).flatMap((row) => findTexts(row, reason)));
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const COMPACT_DATE = /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/;

/** The place of a member in a body, and the values to insert. */
interface BodyContext {
  readonly isOfTransaction?: boolean;
  /** A reason code that the target uses. */
  readonly reason?: string | undefined;
  /** Whether a member takes an account whose ids other responses show; `undefined` in a body about a single transaction. */
  readonly takesAccount?: ((name: string) => boolean) | undefined;
}

/** The name of a member that selects by account or terminal has at most one further word. */
const LEAST_LIKENESS = 0.85;

/** Returns the placeholder for a member that names a terminal, or a group or an account to settle; `undefined` for others. */
function choosePlaceholder(name: string, value: unknown, { takesAccount }: BodyContext): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const words = splitWords(name);
  if (scoreLikeness(words, ['terminal']) > LEAST_LIKENESS) return '{terminal_id}';
  if (takesAccount !== undefined && scoreLikeness(words, ['group']) > LEAST_LIKENESS) return '{group_id}';
  const isAccount = scoreLikeness(words, ['customer']) > LEAST_LIKENESS;
  return isAccount && takesAccount?.(name) === true ? '{account_id}' : undefined;
}

/**
 * Replaces the ids of transactions with a placeholder: members named like a transaction, and ids inside them. Replaces a
 * generated reason with one that the target uses, dates with a placeholder for a day that has transactions, terminals with that of
 * the transaction, and groups and accounts to settle with one that the caller sees.
 */
const insertPlaceholders = (body: Readonly<Record<string, unknown>>, context: BodyContext): [string, unknown][] =>
  Object.entries(body).map(([name, value]): [string, unknown] => {
    const words = splitWords(name);
    const isTransaction = scoreLikeness(words, ['transaction']) > 0;
    const isItsId = context.isOfTransaction === true && scoreLikeness(words, ['id']) === 1;
    if (typeof value === 'string' && DATE.test(value)) return [name, '{business_day}'];
    if (typeof value === 'string' && COMPACT_DATE.test(value)) return [name, '{business_day_compact}'];
    const [only, ...others] = Array.isArray(value) ? value : [value];
    const placeholder = others.length === 0 ? choosePlaceholder(name, only, context) : undefined;
    if (placeholder !== undefined) return [name, Array.isArray(value) ? [placeholder] : placeholder];
    if (isTransaction || isItsId) {
      if (typeof value === 'string') return [name, '{transaction_id}'];
      if (typeof value === 'number') return [name, '{transaction_number}'];
    }
    if (value === GENERATED_TEXT && context.reason !== undefined && scoreLikeness(words, ['reason']) > 0)
      return [name, context.reason];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value];
    const isOfTransaction = isTransaction || context.isOfTransaction === true;
    return [name, Object.fromEntries(insertPlaceholders({ ...value }, { ...context, isOfTransaction }))];
  });
