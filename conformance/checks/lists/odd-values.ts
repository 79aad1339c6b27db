import type { GapId, OperationId } from '../../../spec/index.ts';
import { type Capabilities, type Check, check } from '../../engine/check.ts';
import type { ChoiceId } from '../../engine/choices.ts';
import { type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { fail, notApplicable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { inventId } from '../../relations/survey/denials.ts';
import { findWidestReader, type Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { type ReadContext, readControl, readTable } from '../../slots/read-lists.ts';
import type { ListOperationId } from '../../slots/slots.ts';

const ROWS = 'listTransactions';

interface Odd {
  readonly choice: ChoiceId;
  readonly parameters: Parameters;
}

type OddValueContext = Pick<Capabilities, 'readers' | 'bindings' | 'choices' | 'seed' | 'sampling'>;

/** Describes a response: how it was refused, or whether it has rows. */
function describeResult(exchange: Exchange, bindings: Bindings, operation: ListOperationId): string {
  if (!isSuccess(exchange))
    return exchange.status >= 500 ? `a server error (${exchange.status})` : `a refusal (${exchange.status})`;
  const rows = readTable(exchange, bindings, operation)?.rows.length;
  if (rows === undefined) return 'a success without rows';
  return rows === 0 ? 'no rows' : 'rows';
}

/** Sends requests whose handling the document leaves open. A 5xx fails the check; any other response is recorded as a choice. */
async function recordHandling(
  oddFor: Kind['oddFor'],
  { readers, bindings, choices, seed, sampling }: OddValueContext,
): Promise<Verdict> {
  const reader = findWidestReader(readers);
  const plain = await readControl({ reader, bindings }, ROWS);
  if (plain.rows.length < 2) return untestable('needs at least 2 transactions', plain.exchange);
  const answers: Exchange[] = [];
  const odd = sampling.select('unusual values', await oddFor(reader, readers, seed), { quick: 1 });
  for (const { choice, parameters } of odd) {
    const exchange = await reader.get(ROWS, parameters);
    if (exchange.status >= 500)
      return fail({ expected: 'rows or a refusal, not a server error', actual: exchange }, plain.exchange);
    choices.note(choice, describeResult(exchange, bindings, ROWS), exchange);
    answers.push(exchange);
  }
  return pass(plain.exchange, ...answers);
}

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly clause: GapId;
  readonly oddFor: (
    reader: Principal,
    readers: Capabilities['readers'],
    seed: number,
  ) => readonly Odd[] | Promise<readonly Odd[]>;
}

const KINDS: readonly Kind[] = [
  {
    id: 'limit/odd-values-do-not-fail',
    title: 'A zero, negative, huge, repeated or non-numeric `limit` causes no server error',
    clause: 'lists.limit_bounds',
    oddFor: () => [
      { choice: 'limit.zero', parameters: { limit: 0 } },
      { choice: 'limit.negative', parameters: { limit: -1 } },
      { choice: 'limit.words', parameters: { limit: 'many' } },
      { choice: 'limit.huge', parameters: { limit: '100000000000000000000' } },
      { choice: 'limit.twice', parameters: { limit: ['1', '2'] } },
      { choice: 'limit.fraction', parameters: { limit: '1.5' } },
    ],
  },
  {
    id: 'sort/unknown-values-do-not-fail',
    title: 'An unknown sort column or direction causes no server error',
    clause: 'transactions.sort_values',
    oddFor: () => [
      { choice: 'sort.unknown_column', parameters: { sort_by: 'no_such_column' } },
      { choice: 'sort.unknown_direction', parameters: { sort_by: 'amt_comp', sort_dir: 'sideways' } },
      { choice: 'sort.upper_case', parameters: { sort_by: 'amt_comp', sort_dir: 'DESC' } },
    ],
  },
  {
    id: 'filters/odd-values-do-not-fail',
    title: 'An unknown parameter or filter value causes no server error',
    clause: 'transactions.filter_unknown',
    oddFor: async (reader, readers, seed) => [
      { choice: 'query.unknown_parameter', parameters: { no_such_parameter: '1' } },
      {
        choice: 'filters.ill_formed_id',
        parameters: { terminal_id: "no'such;terminal--", group_id: "no'such;group--" },
      },
      ...(await createUnknownIds(reader, readers, seed)),
    ],
  },
];

/** Filters by an unknown terminal and an unknown group, with made-up ids in the format of the target's own. */
async function createUnknownIds(
  reader: Principal,
  readers: Capabilities['readers'],
  seed: number,
): Promise<readonly Odd[]> {
  const known = new Set(readers.flatMap(({ sees }) => [...sees.mentioned]));
  const groups = new Set(readers.flatMap(({ sees }) => [...sees.groups.keys()]));
  const [terminal, group] = [inventId(reader.sees.terminals, known, seed), makeUpId(groups, seed)];
  const isFree = terminal !== undefined && !isSuccess(await reader.get('getTerminalStatus', { terminal_id: terminal }));
  return [
    ...(isFree ? [{ choice: 'filters.unknown_terminal', parameters: { terminal_id: terminal } } as const] : []),
    ...(group === undefined ? [] : [{ choice: 'filters.unknown_group', parameters: { group_id: group } } as const]),
  ];
}

export const oddValuesDoNotFail: readonly Check[] = KINDS.map(({ id, title, clause, oddFor }) =>
  check({
    id,
    title,
    clause,
    level: 'must',
    needs: ['readers', 'bindings', 'choices', 'seed', 'sampling'],
    run: (context) => recordHandling(oddFor, context),
  }),
);

/** Lists without documented parameters, with the path parameters that they need. */
const OTHER_LISTS: readonly ListOperationId[] = [
  'listSettlements',
  'listDisputes',
  'listLocations',
  'listTerminalTransactions',
];

/** How a list handles a limit is a choice, but clients rely on the same handling in every list. */
export const limitsMeanTheSameEverywhere = check({
  id: 'limit/means-the-same-on-every-list',
  title: 'Every list that supports `limit` handles `limit=0` in the same way',
  clause: 'lists.limit',
  level: 'should',
  needs: ['readers', 'bindings', 'sampling'],
  async run({ readers, bindings, sampling }) {
    const reader = findWidestReader(readers);
    const zero = await reader.get(ROWS, { limit: 0 });
    const meaning = describeResult(zero, bindings, ROWS);
    const alike: Exchange[] = [];
    for (const operation of sampling.select('other lists', OTHER_LISTS, { quick: 1, standard: 1 })) {
      const parameters = reader.sees.reads.get(operation);
      if (parameters === undefined || !(await appliesLimits({ reader, bindings }, operation, parameters))) continue;
      const exchange = await reader.get(operation, { ...parameters, limit: 0 });
      if (describeResult(exchange, bindings, operation) !== meaning)
        return fail({ expected: `${meaning}, as for ${ROWS}`, actual: exchange }, zero);
      alike.push(exchange);
    }
    return alike.length === 0 ? notApplicable('no other list supports a limit', zero) : pass(zero, ...alike);
  },
});

async function appliesLimits(
  { reader, bindings }: ReadContext,
  operation: ListOperationId & OperationId,
  parameters: Parameters,
): Promise<boolean> {
  const [plain, cut] = [
    readTable(await reader.get(operation, parameters), bindings, operation),
    readTable(await reader.get(operation, { ...parameters, limit: 1 }), bindings, operation),
  ];
  return plain !== undefined && plain.rows.length > 1 && cut?.rows.length === 1;
}
