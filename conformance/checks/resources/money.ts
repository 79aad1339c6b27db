import { appendAll } from '../../../base/large-lists.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listStrings } from '../../reading/names/response-words.ts';
import { findTexts, findValue, findValues, isCarried, type ValuePointer } from '../../reading/pointers.ts';
import { toCents } from '../../reading/values/value-relations.ts';
import {
  addRemedy,
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { express, expressExactly, splitWords } from '../../reading/words/synonyms.ts';
import { type CarriedMember, collectRowColumns, judgeCarried } from '../../relations/contents/carried-members.ts';
import { listPlainRows } from '../../relations/contents/plain-rows.ts';
import { isFilled, judgeReviewers } from '../../relations/rows/cases.ts';
import { findMainList, isEmptyList, readCells } from '../../relations/rows/cells.ts';
import { type NumberColumn, readColumns } from '../../relations/rows/numbers.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { getNextPageParameters } from '../../relations/survey/scope-probes.ts';
import { type Bindings, findGiven } from '../../slots/bindings.ts';
import {
  formatNames,
  type ListRow,
  type ReadContext,
  readAllPages,
  readControl,
  readTable,
  type Table,
} from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId, type SlotOfKind } from '../../slots/slots.ts';

const MOST_PAGES = 4;
const FEWEST_NAMED = 2;

/** A documented member of a row: at one place, or at one of several. */
interface Member extends CarriedMember {
  readonly slot: SlotOfKind<'pointer' | 'pointers'>;
  /** Whether it may not apply to any of these rows, such as the assignment of unassigned cases or the payout of unpaid batches. */
  readonly mayNeverApply?: (rows: readonly unknown[]) => boolean;
}

interface MemberList {
  readonly operation: 'listSettlements' | 'listDisputes';
  readonly members: readonly Member[];
}

/**
 * Checks that rows carry each member, null or not. A member that may not apply to a row must be in some row of some key; any other
 * in every row. Where the kit does not know its place, the names of all columns decide, or the verdict names what is unknown.
 */
async function expectMembers(
  readers: readonly Principal[],
  bindings: Bindings,
  { operation, members }: MemberList,
): Promise<Verdict> {
  const read: FoundRows[] = [];
  // shorter pages of one key are enough
  let hasLater = false;
  for (const reader of readers.filter(({ sees }) => sees.reads.has(operation))) {
    const pages = await readPages({ reader, bindings, isWhole: hasLater }, operation);
    appendAll(read, pages);
    hasLater ||= pages.length > 1;
  }
  const places = members.flatMap(({ slot }) => bindings.find(slot) ?? []).flat();
  // an empty list may be an object without rows, which is no row
  const isOfRows = ({ rows, isBound }: FoundRows) =>
    rows.some(({ value }) => !isBound || places.filter((place) => isCarried(value, place)).length * 2 >= places.length);
  const tables = read.filter(isOfRows);
  const [first, ...others] = tables;
  if (first === undefined)
    return (await judgeEmptyLists(readers, operation)) ?? untestable(`the kit finds no rows in ${operation}`);
  const rows = tables.flatMap((table) => table.rows.map(({ id, value }) => ({ id, value, table })));
  const columns = collectRowColumns(rows.map(({ value }) => value));
  const isBound = tables.every((table) => table.isBound);
  const writesNull = rows.some(({ value }) => writesNothing(value));
  const unknown: string[] = [];
  // a member is missing only where names show others: a list of links is no list of rows
  const areNamed =
    members.filter((member) => judgeCarried(columns, member, rows.length).kind === 'shown').length >= FEWEST_NAMED;
  for (const member of members) {
    const bound = isBound ? bindings.find(member.slot) : undefined;
    const pointers = bound === undefined ? [] : [bound].flat();
    const isShown = (value: unknown) => pointers.some((pointer) => isCarried(value, pointer));
    const lacking = bound === undefined ? rows : rows.filter(({ value }) => !isShown(value));
    const [worst] = lacking;
    if (worst === undefined || (bound !== undefined && member.isConditional && lacking.length < rows.length)) continue;
    if (bound !== undefined && lacking.length < rows.length) {
      const saw = `missing in ${worst.id}`;
      return fail({ expected: `${member.name} in each row`, actual: worst.table.exchange, saw });
    }
    const carried = judgeCarried(columns, member, rows.length);
    const mustApply = writesNull || member.mayNeverApply?.(rows.map(({ value }) => value)) !== true;
    if (carried.kind === 'absent' && mustApply && areNamed) {
      const saw = `no such member in ${rows.length} rows`;
      return fail({ expected: `${member.name} in the rows`, actual: first.exchange, saw });
    }
    if (carried.kind === 'unknown' || carried.kind === 'absent') unknown.push(member.name);
  }
  const evidence = others.map(({ exchange }) => exchange);
  if (unknown.length === 0) return pass(first.exchange, ...evidence);
  const reason = `the kit does not know where the rows of ${operation} have ${formatNames(unknown)}`;
  return untestable(
    `${reason}; set bindings.${operation === 'listDisputes' ? 'disputes' : 'settlements'}`,
    first.exchange,
  );
}

/** Returns the verdict where no key sees rows of a list: nothing can be wrong if the list is empty for each key that may read it. */
export async function judgeEmptyLists(
  readers: readonly Principal[],
  operation: MemberList['operation'],
): Promise<Verdict | undefined> {
  const read: Exchange[] = [];
  for (const reader of readers) read.push(await reader.get(operation));
  const allowed = read.filter(isSuccess);
  const [first] = allowed;
  if (first === undefined) return addRemedy(untestable(`no key reads ${operation}`), { kind: 'reading-key' });
  return allowed.every(({ isReadable, json }) => isReadable && isEmptyList(json))
    ? notApplicable(`${operation} is empty for each key`, ...allowed)
    : undefined;
}

/** Whether a row has a member that is null, empty or a dash. */
const writesNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(writesNothing)
    : value === null || value === '' || value === '-';

/**
 * Returns the first page of a list and a later one, or the rows that the response plainly has: where the kit does not know the rows, or
 * takes a part of a table for them.
 */
async function readPages(context: PageContext, operation: MemberList['operation']): Promise<readonly FoundRows[]> {
  const { reader, bindings } = context;
  const exchange = await reader.get(operation);
  if (!isSuccess(exchange)) return [];
  const plain = listPlainRows(exchange.json);
  const knowsRows = bindings.find(LIST_SLOTS[operation].rows) !== undefined;
  const table = knowsRows ? readTable(exchange, bindings, operation) : undefined;
  const known = new Set(plain.map((row) => JSON.stringify(row)));
  const isWhole =
    table?.rows.length === plain.length && table.rows.every(({ value }) => known.has(JSON.stringify(value)));
  if (table === undefined || !isWhole)
    return [{ exchange, rows: plain.map((value) => ({ id: JSON.stringify(value), value })), isBound: false }];
  return [table, ...(await readLaterPages(context, operation, table))].map((page) => ({ ...page, isBound: true }));
}

interface PageContext extends ReadContext<Principal> {
  /** Whether a list that fits on one page is read as a whole only. */
  readonly isWhole: boolean;
}

interface FoundRows {
  readonly exchange: Exchange;
  readonly rows: readonly Pick<ListRow, 'id' | 'value'>[];
  /** Whether the bindings find the members in these rows. */
  readonly isBound: boolean;
}

/** Returns the second page. If the list fits on one page, requests shorter pages where the target accepts a limit. */
async function readLaterPages(
  { reader, bindings, isWhole }: PageContext,
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
  return isWhole || first.rows.length < 2
    ? []
    : pageAfter(await reader.get(operation, { ...first.exchange.parameters, limit }));
}

/** The status of a batch whose payout is certain. */
const IS_PAID =
  /^(settled|paid([ _-]?out)?|completed|disbursed|liquidad[ao]|pagad[ao]|abgerechnet|ausgezahlt|pay[eé]e?|r[eé]gl[eé]e?)$/i;

const NOT_MONEY = ['count', 'date', 'time', 'status'] as const;

export const batchesCarryTheMembers = check({
  id: 'settlements/batches-carry-the-members',
  title: 'Settlement batches have a status, entry counts, totals, a net payout and timing fields',
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
  needs: ['readers', 'bindings'],
  run: ({ readers, bindings }) =>
    expectMembers(readers, bindings, {
      operation: 'listSettlements',
      members: [
        { name: 'batch status', slot: 'settlements.status', form: 'state', concepts: ['status'] },
        {
          name: 'entry counts',
          slot: 'settlements.entry_counts',
          form: 'count',
          concepts: ['count', 'credit', 'debit'],
        },
        {
          name: 'credit total',
          slot: 'settlements.credit_total',
          form: 'amount',
          concepts: ['credit'],
          without: NOT_MONEY,
        },
        {
          name: 'debit total',
          slot: 'settlements.debit_total',
          form: 'amount',
          concepts: ['debit'],
          without: NOT_MONEY,
        },
        {
          name: 'net payout',
          slot: 'settlements.net_payout',
          form: 'amount',
          concepts: ['net', 'total'],
          without: [...NOT_MONEY, 'credit', 'debit'],
          isConditional: true,
          mayNeverApply: (rows) => !listStrings(rows).some((text) => IS_PAID.test(text)),
        },
        {
          name: 'batch timing',
          slot: 'settlements.timing',
          form: 'time',
          concepts: ['timing', 'time', 'date'],
          isConditional: true,
        },
      ],
    }),
});

/** Assumption of the kit: the document names the three amounts but not their relation. */
export const netIsCreditMinusDebit = check({
  id: 'settlements/net-is-credit-minus-debit',
  title: 'The net payout of a batch is its credit total minus its debit total',
  clause: 'settlements.fields',
  level: 'must',
  needs: ['readers', 'bindings'],
  async run({ readers, bindings }) {
    const nothing = await judgeEmptyLists(readers, 'listSettlements');
    if (nothing !== undefined) return nothing;
    return judgeOnce(readers, 'listSettlements', (reader) => judgeNet(reader, bindings));
  },
});

/** Judges the lists of all keys that have rows, each response once. */
export async function judgeOnce(
  readers: readonly Principal[],
  operation: MemberList['operation'],
  judge: (reader: Principal, exchange: Exchange) => Promise<Verdict>,
): Promise<Verdict> {
  const byText = new Map<string, { readonly reader: Principal; readonly exchange: Exchange }>();
  for (const reader of readers) {
    const exchange = await reader.get(operation);
    const isFilled = isSuccess(exchange) && !(exchange.isReadable && isEmptyList(exchange.json));
    if (isFilled && !byText.has(exchange.text)) byText.set(exchange.text, { reader, exchange });
  }
  return forEachTestable(
    byText.values(),
    ({ reader }) => reader.name,
    ({ reader, exchange }) => judge(reader, exchange),
  );
}

async function judgeNet(reader: Principal, bindings: Bindings): Promise<Verdict> {
  const [credit, debit, payout] = NET_SLOTS.map((slot) => bindings.find(slot));
  if (bindings.find('settlements.rows') === undefined || !credit || !debit || !payout)
    return judgeByLaw(await reader.get('listSettlements'));
  const { exchange, rows } = await readControl({ reader, bindings }, 'listSettlements');
  if (rows.length === 0) return judgeByLaw(exchange);
  const form = bindings.find('money.form');
  const cents = (value: unknown, pointer: ValuePointer) => toCents(findValue(value, pointer), form) ?? Number.NaN;
  const isNet = (value: unknown) =>
    // debits may be written below zero
    cents(value, credit) - Math.abs(cents(value, debit)) === cents(value, payout);
  const wrong = rows.find(({ value }) => !isNet(value));
  if (wrong === undefined && rows.some(({ value }) => Math.abs(cents(value, debit)) > 0)) return pass(exchange);
  if (wrong === undefined) return notApplicable('no batch has debits', exchange);
  for (const slot of NET_SLOTS) bindings.need(slot);
  const saw = `a different net payout in ${wrong.id}`;
  return fail({ expected: 'credit total minus debit total', actual: exchange, saw });
}

/** A payout may include more than the totals, but debits do not add to it, and it is not paid without credits. */
export const payoutIsNet = check({
  id: 'settlements/payout-is-net-of-debits',
  title: 'The debits of batches do not add to their net payout, and payouts come from credits',
  clause: 'settlements.net_payout',
  level: 'must',
  needs: ['readers', 'bindings'],
  async run({ readers, bindings }) {
    const nothing = await judgeEmptyLists(readers, 'listSettlements');
    if (nothing !== undefined) return nothing;
    return judgeOnce(readers, 'listSettlements', (reader) => judgeIsNet(reader, bindings));
  },
});

async function judgeIsNet(reader: Principal, bindings: Bindings): Promise<Verdict> {
  bindings.need('settlements.rows');
  const [credit, debit, payout] = NET_SLOTS.map((slot) => bindings.need(slot)) as [string, string, string]; // three slots
  const { exchange, rows } = await readControl({ reader, bindings }, 'listSettlements');
  if (![credit, debit, payout].every(isPlain))
    return untestable('the names of the members do not state which total of a batch is which', exchange);
  const form = bindings.find('money.form');
  const cents = (value: unknown, pointer: ValuePointer) =>
    Math.abs(toCents(findValue(value, pointer), form) ?? Number.NaN);
  const batches = rows
    .map(({ value }) => ({ credit: cents(value, credit), debit: cents(value, debit), net: cents(value, payout) }))
    .filter((one) => one.debit > 0 && one.net > 0);
  if (batches.length < FEWEST_OTHERS)
    return notApplicable('fewer than three batches have debits and payouts', exchange);
  const saw = batches.every((one) => one.credit > 0 && one.credit + one.debit === one.net)
    ? `credit total plus debit total in all ${batches.length} batches`
    : batches.every((one) => one.credit === 0 && one.net > one.debit)
      ? `payouts without credits in all ${batches.length} batches`
      : undefined;
  return saw === undefined
    ? pass(exchange)
    : fail({ expected: 'a payout that is net of the debits', actual: exchange, saw });
}

/** Whether the name of a member states which of the three totals it is: the words of the payout may be those of any total. */
const isPlain = (pointer: ValuePointer, index: number): boolean => {
  const words = splitWords(pointer);
  const [isCredit, isDebit] = [expressExactly(words, 'credit'), expressExactly(words, 'debit')];
  return isCredit === (index === 0) && isDebit === (index === 1) && (index < 2 || expressExactly(words, 'net'));
};

export const entryCountsCount = check({
  id: 'settlements/entry-counts-count-the-entries',
  title: 'Batches with credits do not all count zero entries',
  clause: 'settlements.entry_counts',
  level: 'must',
  needs: ['readers', 'bindings'],
  async run({ readers, bindings }) {
    const nothing = await judgeEmptyLists(readers, 'listSettlements');
    if (nothing !== undefined) return nothing;
    return judgeOnce(readers, 'listSettlements', (reader) => judgeEntryCounts(reader, bindings));
  },
});

async function judgeEntryCounts(reader: Principal, bindings: Bindings): Promise<Verdict> {
  bindings.need('settlements.rows');
  const [counts, credit] = [bindings.need('settlements.entry_counts'), bindings.need('settlements.credit_total')];
  const { exchange, rows } = await readControl({ reader, bindings }, 'listSettlements');
  const form = bindings.find('money.form');
  const paid = rows.filter(({ value }) => (toCents(findValue(value, credit), form) ?? 0) > 0);
  if (paid.length < FEWEST_OTHERS) return notApplicable('fewer than three batches have credits', exchange);
  const counted = paid.map(({ value }) => counts.flatMap((at) => listScalarTexts(findValues(value, at))));
  if (counted.some((texts) => texts.length === 0))
    return untestable('the kit finds no numbers at the entry counts', exchange);
  if (!counted.every((texts) => texts.every((text) => /^0+$/.test(text)))) return pass(exchange);
  const known = [
    ...counts,
    credit,
    ...[bindings.find('settlements.debit_total'), bindings.find('settlements.net_payout')],
  ];
  // the bound ones may count something else, such as the entries that were returned
  return paid.some(({ value }) => listOtherCounts(value, known).length > 0)
    ? untestable(
        'other numbers of the batches may be the entry counts; set bindings.settlements.entry_counts',
        exchange,
      )
    : fail({ expected: 'counts of entries', actual: exchange, saw: `zero in all ${paid.length} batches with credits` });
}

/** Returns the places of a row outside the known ones with a small whole number other than 0. */
const listOtherCounts = (row: unknown, known: readonly (ValuePointer | undefined)[]): readonly string[] =>
  [...readCells(row)].flatMap(([place, value]) =>
    /^[1-9]\d{0,5}$/.test(String(value)) && !known.some((one) => one !== undefined && `${place}/`.startsWith(`${one}/`))
      ? [place]
      : [],
  );

/** Returns all scalars in some values as text. */
const listScalarTexts = (values: readonly unknown[]): string[] =>
  values.flatMap((value) =>
    typeof value === 'object' && value !== null ? listScalarTexts(Object.values(value)) : [String(value)],
  );

const NET_SLOTS = ['settlements.credit_total', 'settlements.debit_total', 'settlements.net_payout'] as const;
const FEWEST_BATCHES = 2;
/** A law that holds in so few other batches may be a coincidence. */
const FEWEST_OTHERS = 3;

/** Judges the batches by their numbers, without their names: one of three amounts is the difference of the others. */
function judgeByLaw(exchange: Exchange): Verdict {
  const rows = isSuccess(exchange) && exchange.isReadable ? (findMainList(exchange.json)?.rows ?? []) : [];
  if (rows.length === 0)
    return addRemedy(untestable('needs a key that sees batches', exchange), { kind: 'reading-key' });
  if (rows.length < FEWEST_BATCHES) return notApplicable('one batch shows no law that its amounts follow', exchange);
  const laws = listNetLaws([...readColumns(rows).numbers.values()].filter(isAmount));
  if (laws.some(({ broken }) => broken.length === 0)) return pass(exchange);
  const [law] = laws.filter(({ broken, held }) => broken.length === 1 && held >= FEWEST_OTHERS);
  if (law === undefined)
    return notApplicable(
      'no amount of the batches is the difference of two others, which the document does not require',
      exchange,
    );
  const saw = `a different amount in batch ${(law.broken[0] ?? 0) + 1}`;
  return fail({
    expected: `${law.net} = ${law.credit} - ${law.debit}, as in the other batches`,
    actual: exchange,
    saw,
  });
}

/** Whether the numbers are too large, or have decimals, so that they are no counts of entries. */
const isAmount = ({ values }: NumberColumn): boolean =>
  values.some((value) => value !== null && (value % UNIT !== 0 || Math.abs(value) >= 1000 * UNIT));

/** Numbers are read in ten-thousandths. */
const UNIT = 10_000;

interface NetLaw {
  readonly credit: string;
  readonly debit: string;
  readonly net: string;
  readonly held: number;
  /** The rows in which it does not hold. */
  readonly broken: readonly number[];
}

/** Returns the triples of columns that could be credit, debit and net, with the rows in which they are not. */
function listNetLaws(columns: readonly NumberColumn[]): NetLaw[] {
  return columns.flatMap((credit) =>
    columns.flatMap((debit) =>
      columns.flatMap((net): NetLaw[] => {
        if (new Set([credit, debit, net]).size < FEWEST_OTHERS) return [];
        const broken: number[] = [];
        let held = 0;
        for (const [index, value] of credit.values.entries()) {
          const [minus, left] = [debit.values[index] ?? null, net.values[index] ?? null];
          if (value === null || minus === null || left === null) continue;
          if (value - Math.abs(minus) !== left) broken.push(index);
          else if (minus !== 0 && left !== 0) held += 1;
        }
        return held >= FEWEST_BATCHES
          ? [{ credit: credit.place, debit: debit.place, net: net.place, held, broken }]
          : [];
      }),
    ),
  );
}

export const disputesCarryTheMembers = check({
  id: 'disputes/cases-carry-the-members',
  title: 'Disputes have a status, reason code, related ids, amount, due date, assignment and resolution fields',
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
  needs: ['readers', 'bindings'],
  run: ({ readers, bindings }) =>
    expectMembers(readers, bindings, {
      operation: 'listDisputes',
      members: [
        { name: 'status', slot: 'disputes.status', form: 'state', concepts: ['status'] },
        { name: 'reason code', slot: 'disputes.reason_code', form: 'code', concepts: ['reason'] },
        { name: 'related transaction id', slot: 'disputes.transaction', form: 'id', concepts: ['transaction'] },
        { name: 'related terminal id', slot: 'disputes.terminal', form: 'id', concepts: ['terminal'] },
        { name: 'amount', slot: 'disputes.amount', form: 'amount', concepts: ['amount'], without: ['count', 'status'] },
        { name: 'due date', slot: 'disputes.due_date', form: 'time', concepts: ['due'], isConditional: true },
        {
          name: 'assignment fields',
          slot: 'disputes.assignment',
          form: 'id',
          concepts: ['assignment'],
          isConditional: true,
          mayNeverApply: () => true,
        },
        {
          name: 'resolution fields',
          slot: 'disputes.resolution',
          form: 'id',
          concepts: ['resolution'],
          isConditional: true,
          mayNeverApply: () => true,
        },
      ],
    }),
});

export const reviewerOnlyWhenResolved = check({
  id: 'disputes/reviewer-only-when-resolved',
  title: 'Only resolved disputes include reviewer metadata',
  clause: 'disputes.reviewer_only_when_resolved',
  level: 'must',
  needs: ['readers', 'bindings'],
  async run({ readers, bindings }) {
    const nothing = await judgeEmptyLists(readers, 'listDisputes');
    if (nothing !== undefined) return nothing;
    const knowsReviewer =
      bindings.find('disputes.rows') !== undefined && bindings.find('disputes.reviewer') !== undefined;
    return judgeOnce(readers, 'listDisputes', async (reader, exchange) =>
      knowsReviewer
        ? judgeBoundReviewers({ reader, bindings })
        : judgeReviewers({ exchange, rows: findMainList(exchange.json)?.rows ?? [] }),
    );
  },
});

async function judgeBoundReviewers({ reader, bindings }: ReadContext<Principal>): Promise<Verdict> {
  const first = await readControl({ reader, bindings }, 'listDisputes');
  const walk = { first, granted: 0, mostPages: MOST_PAGES };
  const table = await readAllPages({ reader, bindings }, 'listDisputes', walk);
  const reviewer = bindings.need('disputes.reviewer');
  const isOver = chooseResolvedTest(bindings);
  const resolved = table.rows.filter(({ value }) => isOver(value));
  const unresolved = table.rows.filter(({ value }) => !isOver(value));
  const showsReviewer = ({ value }: ListRow) => hasContent(findValue(value, reviewer));
  // a case with a resolution is resolved, under any status
  const statusAt = bindings.find('disputes.status');
  const readStatus = ({ value }: ListRow) => (statusAt === undefined ? '' : findTexts(value, statusAt).join());
  const silent = new Set(unresolved.filter((row) => !showsReviewer(row)).map(readStatus));
  // a word that the kit does not know, such as `written_off`, may be that of resolved cases: each of them has a reviewer
  const areStated = findGiven(bindings, 'disputes.resolved_statuses') !== undefined;
  const mayBeResolved = (status: string) =>
    !areStated && /\p{L}{4}/u.test(status) && !IS_OPEN.test(status) && !silent.has(status);
  const early = unresolved.filter(
    (row) => showsReviewer(row) && !hasResolution(row.value) && !mayBeResolved(readStatus(row)),
  );
  if (early.length > 0) {
    const saw = `reviewer metadata in ${formatNames(early.map(({ id }) => id))}`;
    return fail({ expected: 'no reviewer metadata in an unresolved dispute', actual: table.exchange, saw });
  }
  if (unresolved.length === 0) return notApplicable('each dispute is resolved', table.exchange);
  if (resolved.length === 0) return notApplicable('no dispute is resolved', table.exchange);
  return resolved.some(showsReviewer)
    ? pass(table.exchange)
    : notApplicable('no dispute shows reviewer metadata', table.exchange);
}

/** The status of a case that is not resolved, in some languages. */
const IS_OPEN =
  /open|new|pend|review|receiv|submit|investig|progress|wait|await|queue|escalat|fil(ed|ing)|draft|active|represent|evidence|offen|neu|eingereicht|pr[uü]fung|bearbeit|ouvert|nouve|cours|attente|examen|abiert|nuev|revisi|tr[aá]mite|abert|nov[ao]|an[aá]lise|andamento|behandeling|apert|corso/i;

/** Whether a member of a case that is named as its resolution has content. */
const hasResolution = (value: unknown): boolean =>
  collectRowColumns([value]).some(
    ({ nameWords, values }) =>
      expressExactly(nameWords, 'resolution') && !express(nameWords, 'reviewer') && values.some(hasContent),
  );

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

/** Null, an empty string, a dash, a word for nothing and an object of only such values are not metadata. */
export const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasContent) : isFilled(value);
