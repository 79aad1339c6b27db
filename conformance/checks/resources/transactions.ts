import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listStrings } from '../../reading/names/response-words.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { readInstants, readOffset } from '../../reading/values/instants.ts';
import { toCents } from '../../reading/values/value-relations.ts';
import { addRemedy, fail, notApplicable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { expressExactly, splitWords } from '../../reading/words/synonyms.ts';
import type { Cells } from '../../relations/rows/cells.ts';
import { findDocumentedColumns } from '../../relations/rows/documented-columns.ts';
import { readMoments } from '../../relations/rows/moments.ts';
import { readNumbers } from '../../relations/rows/numbers.ts';
import { readArchivedTables } from '../../relations/survey/archived-rows.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, formatRowCount, getWidestParameters, readControl, readTable } from '../../slots/read-lists.ts';
import { judgeIfNoRows, judgeSurveys, SURVEY_NEEDS } from '../lists/surveys.ts';
import { findTimelineRows, NO_IDS } from './timelines/timeline-rows.ts';

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
const isSilent = (value: unknown): boolean => value === undefined || value === null;

/** A column that may be the EMV indicator, with its value in each row. */
interface Indicator {
  readonly place: string;
  readonly values: readonly unknown[];
}

/** Returns the columns that may be the EMV indicator: those that are named so, or else those whose names and values do not exclude it. */
function listIndicators(rows: readonly Cells[]): {
  readonly named: readonly Indicator[];
  readonly possible: readonly Indicator[];
} {
  const documented = [...findDocumentedColumns(rows).values()].flatMap((one) =>
    one.kind === 'shown' ? one.places : [],
  );
  const places = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter((place) => !documented.includes(place));
  const indicators = places.map((place) => ({ place, values: rows.map((row) => row.get(place)) }));
  const isNamed = ({ place }: Indicator) => expressExactly(splitWords(place), 'emv');
  const isAmount = ({ values }: Indicator) =>
    readNumbers(values.map(toScalar)).some((one) => (one ?? 0) % 10_000 !== 0);
  return {
    named: indicators.filter(isNamed),
    possible: indicators.filter((one) => !isAmount(one) && !one.values.some(isTimeOfDay)),
  };
}

const isTimeOfDay = (value: unknown): boolean => readMoments(value).some(({ day }) => day !== undefined);
const toScalar = (value: unknown): string | undefined => (isSilent(value) ? undefined : String(value));

export const emvOnlyWhenAvailable = check({
  id: 'transactions/emv-only-when-available',
  title: 'An unavailable EMV indicator is absent or null, not an empty text or a filler',
  clause: 'transactions.emv_when_available',
  level: 'must',
  needs: [...SURVEY_NEEDS, 'choices'],
  run: (context) =>
    judgeSurveys(context, (survey) => {
      const { bindings, choices } = context;
      const read = survey.reads.reduce((best, one) => (one.rows.length > best.rows.length ? one : best));
      const { named, possible } = listIndicators(read.rows);
      const bound = findBoundIndicator(read.exchange, bindings);
      const indicators = bound === undefined ? named : [bound];
      // a row of cells has no other way to leave one out
      const isTable = read.exchange.json !== read.exchange.written;
      const isFilled = (value: unknown) => isFiller(value) && !(isTable && value === '');
      const [filled] = indicators.filter(({ values }) => values.some(isFilled));
      if (filled !== undefined) {
        const fillers = filled.values.filter(isFilled);
        const saw = `${JSON.stringify(fillers[0])} at ${filled.place} in ${formatRowCount(fillers.length)}`;
        return fail({ expected: 'no EMV indicator where none is available', actual: read.exchange, saw });
      }
      const isSometimesSilent = ({ values }: Indicator) => values.some(isSilent) && !values.every(isSilent);
      if (indicators.length > 0) {
        const isShown = indicators.some(({ values }) => !values.every(isSilent));
        const isAbsent = read.rows.some((_, index) => indicators.every(({ values }) => isSilent(values[index])));
        if (!isAbsent) return notApplicable('each transaction has an EMV indicator', read.exchange);
        choices.note(
          'emv.absent',
          indicators.some(({ values }) => values.includes(null)) ? 'null' : 'omitted',
          read.exchange,
        );
        return isShown ? pass(read.exchange) : untestable('needs a transaction with an EMV indicator', read.exchange);
      }
      const doubtful = possible.filter(({ values }) => values.some(isFiller));
      if (doubtful.length > 0) {
        const places = formatNames(doubtful.map(({ place }) => place));
        const reason = `the EMV indicator may be at ${places}, which are empty in some rows; set bindings.transactions.emv_indicator`;
        return addRemedy(untestable(reason, read.exchange), { kind: 'binding', name: 'transactions.emv_indicator' });
      }
      // no row has a filler in any of them
      return possible.some(isSometimesSilent)
        ? pass(read.exchange)
        : notApplicable('no column of the rows is absent or null in some of them', read.exchange);
    }),
});

/** Returns the bound column of a response, if the bindings find its rows. */
function findBoundIndicator(exchange: Exchange, bindings: Bindings): Indicator | undefined {
  const pointer = bindings.find('transactions.emv_indicator');
  const table = bindings.find('transactions.rows') && readTable(exchange, bindings, 'listTransactions');
  if (pointer === undefined || !table || table.rows.length === 0) return undefined;
  return { place: pointer, values: table.rows.map(({ value }) => findValue(value, pointer)) };
}

const MINUTE = 60_000;
const NEAR = 2 * MINUTE;
const FEWEST_SHIFTED = 2;
const MOST_TIMELINES = 3;

export const terminalTimesAreNotShifted = check({
  id: 'transactions/terminal-times-are-not-shifted',
  title: 'The time of a transaction is not that of its timeline shifted by the offset that one of them states',
  clause: 'transactions.row',
  level: 'must',
  needs: SURVEY_NEEDS,
  async run({ readers, expectedScopes, sampling, bindings }) {
    const at = bindings.find('transactions.terminal_date_and_time');
    const found = await findTimelineRows(readers, bindings);
    const rows = found?.varied ?? [];
    if (found === undefined)
      return (await judgeIfNoRows({ readers, expectedScopes, sampling, bindings })) ?? untestable(NO_IDS);
    const stating = rows.flatMap((row) => {
      const texts =
        at === undefined || row.bound === undefined
          ? [...row.cells.values()].map(String)
          : findTexts(row.bound.value, at);
      const stated = texts.filter((text) => readOffset(text) !== undefined && readInstants([text]).length > 0);
      return stated.length === 0 ? [] : [{ row, stated }];
    });
    if (stating.length === 0)
      return notApplicable(
        'no transaction shows a time with an offset',
        ...rows.slice(0, 1).flatMap(({ exchange }) => exchange ?? []),
      );
    const shifted: Exchange[] = [];
    for (const { row, stated } of stating.slice(0, MOST_TIMELINES)) {
      const timeline = await found.reader.get('getTransactionTimeline', { transaction_id: row.id });
      if (!isSuccess(timeline)) continue;
      const texts = listStrings(timeline.json);
      const isNear = (wanted: number) => readInstants(texts).some((one) => Math.abs(one - wanted) <= NEAR);
      const instants = stated.map((text) => ({
        instant: readInstants([text])[0] ?? Number.NaN,
        offset: readOffset(text) ?? 0,
      }));
      if (instants.some(({ instant }) => isNear(instant))) return pass(timeline);
      const isShifted = instants.every(({ instant, offset }) => {
        const offsets = offset === 0 ? new Set(texts.flatMap((one) => readOffset(one) || [])) : [offset];
        return [...offsets].some((one) => isNear(instant + one) || isNear(instant - one));
      });
      if (isShifted) shifted.push(timeline);
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
/** Words after the name of an instant that state its form. */
const FORMS_OF_TIMES: ReadonlySet<string> = new Set(
  'local utc gmt zulu iso rfc unix epoch posix second sec s ms milli tz zone zoned offset text string raw ts'.split(
    ' ',
  ),
);

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
    // `terminalAt` and `terminalAtLocal` name one instant; `time` and `time_posted` may be equal by chance
    const pairs = names.flatMap((one) =>
      names.flatMap((other) =>
        other.startsWith(one) && FORMS_OF_TIMES.has(splitWords(other.slice(one.length))[0] ?? '')
          ? [[one, other] as const]
          : [],
      ),
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
