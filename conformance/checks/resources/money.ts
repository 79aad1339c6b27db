import type { Bindings } from '../../bindings/bindings.ts';
import { LIST_SLOTS, type ListOperationId, type SlotOfKind } from '../../bindings/slots.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import {
  formatNames,
  type ListRow,
  type ReadContext,
  readAllPages,
  readControl,
  readTable,
  type Table,
} from '../../engine/survey/reading.ts';
import { getNextPageParameters } from '../../engine/survey/scope-probes.ts';
import { fail, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import type { Exchange } from '../../http/client.ts';
import { listStrings } from '../../oracles/names/response-words.ts';
import { findTexts, findValue, findValues, type ValuePointer } from '../../oracles/pointers.ts';
import { toCents } from '../../oracles/values/value-relations.ts';

const MOST_PAGES = 4;

/** A documented member of a row: at one place, or at one of several. */
type Member = readonly [name: string, slot: SlotOfKind<'pointer' | 'pointers'>];

interface Expectations {
  readonly members: readonly Member[];
  /** Judges the rows of all pages further, if each row of the first two pages has each member. */
  readonly further?: (table: Table) => Verdict | undefined;
}

/** Checks that each row has a value for each member. */
async function expectMembers(
  context: ReadContext,
  operation: ListOperationId,
  { members, further }: Expectations,
): Promise<Verdict> {
  const { bindings } = context;
  const table = await readControl(context, operation);
  if (table.rows.length === 0) return untestable(`${operation} is empty`, table.exchange);
  const later = await readLaterPages(context, operation, table);
  const places = members.map(([name, slot]) => ({ name, pointers: [bindings.need(slot)].flat() }));
  for (const { exchange, rows } of [table, ...later]) {
    for (const { id, value } of rows) {
      const absent = places.filter(({ pointers }) => !hasAny(value, pointers)).map(({ name }) => name);
      if (absent.length > 0)
        return fail({ expected: `${absent.join(', ')} in each row`, actual: exchange, saw: `missing in ${id}` });
    }
  }
  const whole = async () =>
    readAllPages(context, operation, { first: table, granted: table.rows.length, mostPages: MOST_PAGES });
  return further?.(await whole()) ?? pass(table.exchange, ...later.map(({ exchange }) => exchange));
}

/** Returns the second page. If the list fits on one page, requests shorter pages where the target accepts a limit. */
async function readLaterPages(
  { reader, bindings }: ReadContext,
  operation: ListOperationId,
  first: Table,
): Promise<readonly Table[]> {
  const pageAfter = async (page: Exchange): Promise<readonly Table[]> => {
    const after = getNextPageParameters({ page }, operation, bindings);
    const next = after && readTable(await reader.get(operation, after), bindings, operation);
    return next === undefined ? [] : [next];
  };
  if (bindings.find(LIST_SLOTS[operation].nextPage) === undefined) return [];
  if (getNextPageParameters({ page: first.exchange }, operation, bindings) !== undefined)
    return pageAfter(first.exchange);
  const limit = Math.ceil(first.rows.length / 2);
  return first.rows.length < 2 ? [] : pageAfter(await reader.get(operation, { ...first.exchange.parameters, limit }));
}

const hasAny = (value: unknown, pointers: readonly ValuePointer[]): boolean =>
  pointers.some((pointer) => findValues(value, pointer).some((one) => one !== undefined && one !== null));

export const batchesCarryTheMembers = check({
  id: 'settlements/batches-carry-the-members',
  title: 'Each settlement batch has a status, entry counts, totals, a net payout and timing fields',
  clause: 'settlements.list',
  covers: [
    'settlements.status',
    'settlements.entry_counts',
    'settlements.credit_total',
    'settlements.debit_total',
    'settlements.net_payout',
    'settlements.timing',
  ],
  level: 'must',
  needs: ['reader', 'bindings'],
  run: ({ reader, bindings }) =>
    expectMembers({ reader, bindings }, 'listSettlements', {
      members: [
        ['batch status', 'settlements.status'],
        ['entry counts', 'settlements.entry_counts'],
        ['credit total', 'settlements.credit_total'],
        ['debit total', 'settlements.debit_total'],
        ['net payout', 'settlements.net_payout'],
        ['batch timing', 'settlements.timing'],
      ],
    }),
});

/** Assumption of the kit: the document names the three amounts but not their relation. */
export const netIsCreditMinusDebit = check({
  id: 'settlements/net-is-credit-minus-debit',
  title: 'The net payout of a batch is its credit total minus its debit total',
  clause: 'settlements.fields',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { exchange, rows } = await readControl({ reader, bindings }, 'listSettlements');
    const form = bindings.find('money.form');
    const cents = (value: unknown, pointer: ValuePointer) => toCents(findValue(value, pointer), form) ?? Number.NaN;
    const credit = bindings.need('settlements.credit_total');
    const debit = bindings.need('settlements.debit_total');
    const payout = bindings.need('settlements.net_payout');
    // debits may be written below zero
    const wrong = rows.find(
      ({ value }) => cents(value, credit) - Math.abs(cents(value, debit)) !== cents(value, payout),
    );
    if (wrong !== undefined) {
      return fail({
        expected: 'credit total minus debit total',
        actual: exchange,
        saw: `a different net payout in ${wrong.id}`,
      });
    }
    const hasDebit = rows.some(({ value }) => Math.abs(cents(value, debit)) > 0);
    return hasDebit ? pass(exchange) : untestable('needs a batch with debits', exchange);
  },
});

export const disputesCarryTheMembers = check({
  id: 'disputes/cases-carry-the-members',
  title: 'Each dispute has a status, reason code, related ids, amount, due date, assignment and resolution fields',
  clause: 'disputes.list',
  covers: [
    'disputes.status',
    'disputes.reason_code',
    'disputes.related_transaction',
    'disputes.related_terminal',
    'disputes.amount',
    'disputes.due_date',
    'disputes.assignment',
    'disputes.resolution',
  ],
  level: 'must',
  needs: ['reader', 'bindings'],
  run: async ({ reader, bindings }) =>
    (await findMissingTerminal({ reader, bindings })) ??
    expectMembers({ reader, bindings }, 'listDisputes', {
      members: [
        ['status', 'disputes.status'],
        ['reason code', 'disputes.reason_code'],
        ['related transaction id', 'disputes.transaction'],
        ['related terminal id', 'disputes.terminal'],
        ['amount', 'disputes.amount'],
        ['due date', 'disputes.due_date'],
      ],
      further: (table) => checkCourseFields(table, bindings),
    }),
});

const FEWEST_ROWS = 3;

/**
 * Returns the fault of disputes without a related terminal: no value of any row names a terminal that the key can see. Without a
 * binding, an absent member and an unknown one look alike, but every terminal id is known.
 */
async function findMissingTerminal({ reader, bindings }: ReadContext<Principal>): Promise<Verdict | undefined> {
  if (bindings.find('disputes.terminal') !== undefined || bindings.find('disputes.rows') === undefined)
    return undefined;
  const { exchange, rows } = await readControl({ reader, bindings }, 'listDisputes');
  const { mentioned, aliases } = reader.sees;
  const known = new Set([...mentioned, ...[...aliases.values()].flatMap((names) => [...names])]);
  const isNamed = rows.some(({ value }) =>
    listStrings(value).some((text) => known.has(text) || text.split(/[^\w.-]+/).some((word) => known.has(word))),
  );
  if (isNamed || rows.length < FEWEST_ROWS || mentioned.size === 0) return undefined;
  return fail({
    expected: 'a related terminal id in each dispute',
    actual: exchange,
    saw: 'no terminal of the key in any row',
  });
}

/**
 * Checks the assignment and resolution fields. An unassigned or open case may omit them or set them to null, but a
 * resolved case must have resolution fields.
 */
function checkCourseFields({ exchange, rows }: Table, bindings: Bindings): Verdict | undefined {
  const resolution = bindings.need('disputes.resolution');
  const silent = rows.find(({ value }) => isResolved(value, bindings) && !hasAny(value, resolution));
  if (silent !== undefined)
    return fail({
      expected: 'resolution fields in each resolved row',
      actual: exchange,
      saw: `missing in ${silent.id}`,
    });
  const unseen = (['assignment', 'resolution'] as const).filter((name) => {
    const pointers = bindings.need(`disputes.${name}`);
    return rows.every(({ value }) => pointers.every((pointer) => findValue(value, pointer) === undefined));
  });
  if (unseen.length === 0) return undefined;
  return untestable(`needs a dispute with ${unseen.join(' or ')} fields`, exchange);
}

export const reviewerOnlyWhenResolved = check({
  id: 'disputes/reviewer-only-when-resolved',
  title: 'Only resolved disputes include reviewer metadata',
  clause: 'disputes.reviewer_only_when_resolved',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const first = await readControl({ reader, bindings }, 'listDisputes');
    const walk = { first, granted: 0, mostPages: MOST_PAGES };
    const table = await readAllPages({ reader, bindings }, 'listDisputes', walk);
    const reviewer = bindings.need('disputes.reviewer');
    const isOver = chooseResolvedTest(bindings);
    const resolved = table.rows.filter(({ value }) => isOver(value));
    const unresolved = table.rows.filter(({ value }) => !isOver(value));
    const showsReviewer = ({ value }: ListRow) => hasContent(findValue(value, reviewer));
    const early = unresolved.filter(showsReviewer);
    if (early.length > 0) {
      const saw = `reviewer metadata in ${formatNames(early.map(({ id }) => id))}`;
      return fail({ expected: 'no reviewer metadata in an unresolved dispute', actual: table.exchange, saw });
    }
    if (unresolved.length === 0) return untestable('needs an unresolved dispute', table.exchange);
    if (resolved.length === 0) return untestable('needs a resolved dispute', table.exchange);
    return resolved.some(showsReviewer)
      ? pass(table.exchange)
      : untestable('needs a resolved dispute with a reviewer', table.exchange);
  },
});

const isResolved = (value: unknown, bindings: Bindings): boolean => {
  const resolved = bindings.need('disputes.resolved_statuses');
  return findTexts(value, bindings.need('disputes.status')).some((status) => resolved.includes(status));
};

/** Returns the test for a resolved case: by its status, or by its resolution fields if the kit does not know the statuses. */
export function chooseResolvedTest(bindings: Bindings): (value: unknown) => boolean {
  const resolution = bindings.find('disputes.resolution');
  const knowsStatuses =
    bindings.find('disputes.status') !== undefined && bindings.find('disputes.resolved_statuses') !== undefined;
  if (knowsStatuses || resolution === undefined) return (value) => isResolved(value, bindings);
  return (value) => resolution.some((pointer) => findValues(value, pointer).some(hasContent));
}

/** Null, an empty string and an object of only such values are not metadata. */
export const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasContent)
    : value !== undefined && value !== null && value !== '';
