import type { Bindings } from '../../bindings/bindings.ts';
import type { SlotOfKind } from '../../bindings/slots.ts';
import { check } from '../../engine/check.ts';
import { readArchivedTables } from '../../engine/survey/archived-rows.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import { formatNames, getWidestParameters, readControl, type Table } from '../../engine/survey/reading.ts';
import { fail, forEach, notApplicable, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listStrings } from '../../oracles/names/response-words.ts';
import { findTexts, findValue } from '../../oracles/pointers.ts';
import { readInstants, readOffset } from '../../oracles/values/instants.ts';
import { toCents } from '../../oracles/values/value-relations.ts';
import { listVariedTransactions } from './varied-transactions.ts';

/** The columns of every row, with their names for reports, in document order. */
export const COLUMNS_OF_EVERY_ROW: readonly (readonly [name: string, slot: SlotOfKind<'pointer'>])[] = [
  ['terminal date and time', 'transactions.terminal_date_and_time'],
  ['transaction type', 'transactions.transaction_type'],
  ['sequence number', 'transactions.sequence_number'],
  ['account type', 'transactions.account_type'],
  ['response', 'transactions.response'],
  ['amount requested', 'transactions.amount_requested'],
  ['amount completed', 'transactions.amount_completed'],
  ['surcharge requested', 'transactions.surcharge_requested'],
  ['surcharge completed', 'transactions.surcharge_completed'],
];

/** Both transaction lists, which have the same columns. */
async function judgeBothLists(
  reader: Principal,
  bindings: Bindings,
  judge: (table: Table) => Verdict,
): Promise<Verdict> {
  return forEach(['listTransactions', 'listTerminalTransactions'] as const, String, async (operation) => {
    const ofOne = reader.sees.reads.get('listTerminalTransactions');
    const parameters = operation === 'listTransactions' ? getWidestParameters(bindings) : ofOne;
    if (parameters === undefined) return untestable('needs a terminal with transactions');
    const table = await readControl({ reader, bindings }, operation, parameters);
    return table.rows.length === 0 ? untestable('needs transactions', table.exchange) : judge(table);
  });
}

export const rowsCarryTheColumns = check({
  id: 'transactions/rows-carry-the-columns',
  title: 'Each transaction row has the documented columns',
  clause: 'transactions.row',
  level: 'must',
  needs: ['reader', 'bindings'],
  run: ({ reader, bindings }) =>
    judgeBothLists(reader, bindings, (table) => {
      const columns = COLUMNS_OF_EVERY_ROW.map(([name, slot]) => ({ name, pointer: bindings.need(slot) }));
      for (const { id, value } of table.rows) {
        const absent = listAbsent(value, columns, table.rows);
        if (absent.length === 0) continue;
        return fail({ expected: `${absent.join(', ')} in each row`, actual: table.exchange, saw: `missing in ${id}` });
      }
      return pass(table.exchange);
    }),
});

/** A column may be null or empty: "carries" is not "has a value". */
const isMissing = (value: unknown): boolean => value === undefined;

/** Columns that a service may leave out of a row that completed nothing. */
const OF_COMPLETION: ReadonlySet<string> = new Set(['amount completed', 'surcharge completed']);

/** Returns the columns that a row lacks, without those that only some rows have for a reason. */
const listAbsent = (
  value: unknown,
  columns: readonly { readonly name: string; readonly pointer: string }[],
  rows: readonly { readonly value: unknown }[],
): string[] =>
  columns
    .filter(({ name, pointer }) => {
      const lacks = (row: unknown) => isMissing(findValue(row, pointer));
      return lacks(value) && (!OF_COMPLETION.has(name) || rows.every((row) => lacks(row.value)));
    })
    .map(({ name }) => name);

const LISTS = ['listTransactions', 'listTerminalTransactions'] as const;

export const rowsOfEveryReadCarryTheColumns = check({
  id: 'transactions/rows-of-every-read-carry-the-columns',
  title: 'Each transaction row of every response has the columns that the others have',
  clause: 'transactions.row',
  level: 'must',
  needs: ['reader', 'bindings', 'archive'],
  async run({ reader, bindings, archive }) {
    const tables = await readArchivedTables({ reader, bindings, archive }, LISTS);
    const columns = COLUMNS_OF_EVERY_ROW.flatMap(([name, slot]) => {
      const pointer = bindings.find(slot);
      return pointer === undefined ? [] : [{ name, pointer }];
    });
    const [control] = tables;
    if (columns.length === 0) return untestable('the kit knows no column of the rows', control.exchange);
    if (tables.every(({ rows }) => rows.length === 0)) return untestable('needs transactions', control.exchange);
    for (const list of LISTS) {
      const ofList = tables.filter(({ exchange }) => exchange.operation === list);
      const rows = ofList.flatMap((table) => table.rows.map((row) => ({ ...row, value: row.value, table })));
      // a column that this list never has is the finding of another check
      const shown = columns.filter(({ pointer }) => rows.some(({ value }) => !isMissing(findValue(value, pointer))));
      for (const { id, value, table } of rows) {
        const absent = listAbsent(value, shown, table.rows);
        if (absent.length === 0) continue;
        const expected = `${absent.join(', ')} in each row`;
        return fail({ expected, actual: table.exchange, saw: `missing in ${id}` });
      }
    }
    return pass(control.exchange);
  },
});

/** The smallest number of rows with one response from which a rule is drawn, and the share of them that must keep it. */
const ENOUGH = 5;
const MOST_ROWS = 0.9;

export const amountsAgreeWithTheResponse = check({
  id: 'transactions/completed-amounts-agree-with-the-response',
  title:
    'No row completes more than was requested, or completes an amount where its response means that nothing was paid',
  clause: 'transactions.row',
  level: 'should',
  needs: ['reader', 'bindings', 'archive'],
  async run({ reader, bindings, archive }) {
    const places = {
      requested: bindings.need('transactions.amount_requested'),
      completed: bindings.need('transactions.amount_completed'),
    };
    const responseAt = bindings.find('transactions.response');
    const form = bindings.find('money.form');
    const tables = await readArchivedTables({ reader, bindings, archive }, ['listTransactions']);
    const cents = (value: unknown, pointer: string) => toCents(findValue(value, pointer), form);
    const rows = tables.flatMap(({ exchange, rows: listed }) =>
      listed.flatMap(({ id, value }) => {
        const [requested, completed] = [cents(value, places.requested), cents(value, places.completed)];
        const response = responseAt === undefined ? undefined : JSON.stringify(findValue(value, responseAt));
        return requested === undefined || completed === undefined
          ? []
          : [{ id, exchange, requested, completed, response }];
      }),
    );
    const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
    if (unique.length < ENOUGH) return untestable(`needs ${ENOUGH} transactions`, tables[0].exchange);
    const isMore = ({ completed, requested }: (typeof rows)[number]) => Math.abs(completed) > Math.abs(requested);
    const more = unique.filter(isMore);
    if (more.length > 0 && more.length <= unique.length * (1 - MOST_ROWS)) {
      const saw = `more in ${formatNames(more.map(({ id }) => id))}`;
      return fail({ expected: 'at most the requested amount', actual: more[0]?.exchange ?? tables[0].exchange, saw });
    }
    for (const [response, alike] of Map.groupBy(unique, (row) => row.response)) {
      const paid = alike.filter(({ completed }) => completed !== 0);
      const isRule = alike.length - paid.length >= Math.max(ENOUGH, alike.length * MOST_ROWS);
      const [first] = paid;
      if (response === undefined || !isRule || first === undefined) continue;
      const expected = `nothing completed, as in ${alike.length - paid.length} other rows with the response ${response}`;
      return fail({ expected, actual: first.exchange, saw: `an amount in ${formatNames(paid.map(({ id }) => id))}` });
    }
    return pass(tables[0].exchange);
  },
});

/** Texts that stand for a missing value. */
const FILLERS = /^(|-+|none|null|nil|n\/?a|not[ _-]?available|unavailable|not[ _-]?applicable|undefined|unknown)$/i;
const isFiller = (value: unknown): boolean => typeof value === 'string' && FILLERS.test(value.trim());

export const emvOnlyWhenAvailable = check({
  id: 'transactions/emv-only-when-available',
  title: 'An unavailable EMV indicator is absent or null, not an empty text or a filler',
  clause: 'transactions.emv_when_available',
  level: 'must',
  needs: ['reader', 'bindings', 'choices'],
  async run({ reader, bindings, choices }) {
    const table = await readControl({ reader, bindings }, 'listTransactions', getWidestParameters(bindings));
    const pointer = bindings.need('transactions.emv_indicator');
    const indicators = table.rows.map(({ value }) => findValue(value, pointer));
    const empty = table.rows.filter((_, index) => isFiller(indicators[index]));
    if (empty.length > 0) {
      const [filler] = indicators.filter(isFiller);
      const saw = `${JSON.stringify(filler)} in ${formatNames(empty.map(({ id }) => id))}`;
      return fail({ expected: 'no EMV indicator where none is available', actual: table.exchange, saw });
    }
    const isSilent = (one: unknown) => one === undefined || one === null;
    if (!indicators.some(isSilent)) return untestable('needs a transaction without an EMV indicator', table.exchange);
    choices.note('emv.absent', indicators.includes(null) ? 'null' : 'omitted', table.exchange);
    if (indicators.every(isSilent)) return untestable('needs a transaction with an EMV indicator', table.exchange);
    return pass(table.exchange);
  },
});

const MINUTE = 60_000;
const NEAR = 2 * MINUTE;
const FEWEST_SHIFTED = 2;
const MOST_TIMELINES = 3;

export const terminalTimesAreNotShifted = check({
  id: 'transactions/terminal-times-are-not-shifted',
  title: 'The time of a transaction is not that of its timeline shifted by the offset that one of them states',
  clause: 'transactions.row',
  level: 'must',
  needs: ['reader', 'bindings'],
  keys: { quick: 1, standard: 1 },
  async run({ reader, bindings }) {
    const at = bindings.need('transactions.terminal_date_and_time');
    bindings.need('transactions.id');
    const shifted: Exchange[] = [];
    for (const { id, value } of listVariedTransactions(reader.sees.transactions, bindings).slice(0, MOST_TIMELINES)) {
      const [text] = findTexts(value, at);
      const offset = text === undefined ? undefined : readOffset(text);
      if (text === undefined || offset === undefined) continue;
      const timeline = await reader.get('getTransactionTimeline', { transaction_id: id });
      if (!isSuccess(timeline)) continue;
      const [instant = Number.NaN] = readInstants([text]);
      const texts = listStrings(timeline.json);
      const isNear = (wanted: number) => readInstants(texts).some((one) => Math.abs(one - wanted) <= NEAR);
      if (isNear(instant)) return pass(timeline);
      const offsets = offset === 0 ? new Set(texts.flatMap((one) => readOffset(one) || [])) : [offset];
      if ([...offsets].some((one) => isNear(instant + one) || isNear(instant - one))) shifted.push(timeline);
    }
    const [first, ...rest] = shifted;
    if (first === undefined) return notApplicable('no timeline has the time of a transaction with an offset');
    if (shifted.length < FEWEST_SHIFTED) return untestable('needs the timelines of two transactions', first);
    const saw = 'times that differ from their timelines by exactly the offset of one of them';
    return fail({ expected: 'the time in the time zone that it states', actual: first, saw }, ...rest);
  },
});

/** Two forms of one instant agree in at least this share of the rows. */
const MOST_WITH_EQUAL_TIMES = 0.6;
const FEWEST_ROWS_WITH_TIMES = 5;

export const timesOfARowAgree = check({
  id: 'transactions/times-of-a-row-agree',
  title: 'Two forms of a time in a transaction, such as `time` and `time_local`, show the same instant in every row',
  clause: 'transactions.row',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const table = await readControl({ reader, bindings }, 'listTransactions', getWidestParameters(bindings));
    const times = table.rows.map(
      ({ id, value }) =>
        new Map(
          Object.entries(Object(value)).flatMap(([name, one]) => {
            const [instant] = typeof one === 'string' || typeof one === 'number' ? readInstants([String(one)]) : [];
            return instant === undefined ? [] : [[name, { id, instant }] as const];
          }),
        ),
    );
    const names = [...new Set(times.flatMap((row) => [...row.keys()]))];
    // `terminalAt` and `terminalAtLocal` name one instant; `created_at` and `posted_at` may be equal by chance
    const pairs = names.flatMap((one) =>
      names.flatMap((other) => (other !== one && other.startsWith(one) ? [[one, other] as const] : [])),
    );
    const compared = pairs.flatMap(([one, other]) => {
      const both = times.flatMap((row) => {
        const [a, b] = [row.get(one), row.get(other)];
        return a === undefined || b === undefined ? [] : [{ id: a.id, isEqual: a.instant === b.instant }];
      });
      const equal = both.filter(({ isEqual }) => isEqual).length;
      const isOneInstant = equal >= FEWEST_ROWS_WITH_TIMES && equal >= MOST_WITH_EQUAL_TIMES * both.length;
      return isOneInstant ? [{ one, other, wrong: both.find(({ isEqual }) => !isEqual) }] : [];
    });
    if (compared.length === 0) return notApplicable('no two members show the same instant', table.exchange);
    const wrong = compared.find((pair) => pair.wrong !== undefined);
    if (wrong === undefined) return pass(table.exchange);
    const saw = `another one in ${wrong.wrong?.id}`;
    return fail({ expected: `the same instant in ${wrong.one} and ${wrong.other}`, actual: table.exchange, saw });
  },
});
