import { findSmallest } from '../../../../base/large-lists.ts';
import { check } from '../../../engine/check.ts';
import { areTimeParts } from '../../../http/bodies/tables.ts';
import { type Exchange, isSuccess } from '../../../http/client.ts';
import { listStrings } from '../../../reading/names/response-words.ts';
import { findTexts } from '../../../reading/pointers.ts';
import { readInstants } from '../../../reading/values/instants.ts';
import type { Sampling } from '../../../reading/verdicts/sampling.ts';
import { fail, pass, untestable } from '../../../reading/verdicts/verdict.ts';
import { type Cells, readCells } from '../../../relations/rows/cells.ts';
import { findDocumentedColumns } from '../../../relations/rows/documented-columns.ts';
import { type LocalInstant, listInstants, mayBeSameInstant, readMoments } from '../../../relations/rows/moments.ts';
import type { Principal } from '../../../relations/survey/principals.ts';
import type { Bindings } from '../../../slots/bindings.ts';
import { judgeIfNoRows, SURVEY_NEEDS } from '../../lists/surveys.ts';
import { withoutRow } from './own-events.ts';
import { findTimelineRows, NO_IDS, type TimelineRow, type TimelineRows } from './timeline-rows.ts';
import { TIMELINES } from './varied-transactions.ts';

interface ReadTimeline {
  readonly row: TimelineRow;
  readonly exchange: Exchange;
  readonly times: Times;
}

/** The instants of a row or a timeline: those with a stated zone, and all as they are written. */
interface Times {
  readonly zoned: readonly number[];
  readonly written: readonly LocalInstant[];
}

async function readTimeline(reader: Principal, row: TimelineRow): Promise<ReadTimeline> {
  const exchange = await reader.get('getTransactionTimeline', { transaction_id: row.id });
  const events = isSuccess(exchange) ? withoutRow(exchange.json, row.cells) : undefined;
  const times = { zoned: readInstants(listStrings(events)), written: listInstants(readCells(events)) };
  return { row, exchange, times };
}

/** Reads the timelines that the checks of card data read too. */
async function readTimelines({ reader, varied }: TimelineRows, sampling: Sampling): Promise<ReadTimeline[]> {
  const sampled = varied.slice(0, sampling.select('timelines', varied, TIMELINES).length);
  const read: ReadTimeline[] = [];
  for (const row of sampled) {
    const timeline = await readTimeline(reader, row);
    if (isSuccess(timeline.exchange)) read.push(timeline);
  }
  return read;
}

/** Returns the times of a row: those of its time, or all if the kit does not know which one that is, or only its date. */
function readRowTimes({ bound, cells }: TimelineRow, bindings: Bindings): Times {
  const at = bindings.find('transactions.terminal_date_and_time');
  const texts = at === undefined || bound === undefined ? [] : findTexts(bound.value, at);
  const own = readTimes(new Map(texts.map((text, index) => [String(index), text])));
  return own.zoned.length > 0 || own.written.length > 0 ? own : readTimes(cells);
}

const readTimes = (values: Cells): Times => ({
  zoned: readInstants([...values.values()].map(String)),
  written: listInstants(values),
});

/** The instant of a row in milliseconds, for comparisons with other rows; NaN if it shows none. */
const readRowInstant = (row: TimelineRow, bindings: Bindings): number => {
  const { zoned, written } = readRowTimes(row, bindings);
  return zoned[0] ?? written[0]?.at ?? Number.NaN;
};

const formatKind = ({ bound, cells }: TimelineRow, bindings: Bindings): string =>
  bound === undefined
    ? [...findDocumentedColumns([cells])]
        .flatMap(([name, found]) =>
          found.kind === 'shown' && KINDS.has(name) ? found.places.map((place) => String(cells.get(place))) : [],
        )
        .join('\n')
    : (['transactions.transaction_type', 'transactions.response'] as const)
        .map((slot) => bindings.find(slot))
        .map((pointer) => (pointer === undefined ? '' : findTexts(bound.value, pointer).join()))
        .join('\n');

const KINDS: ReadonlySet<string> = new Set(['transaction type', 'response']);

const FEWEST_WITH_EVENTS = 3;

/**
 * Returns the lists of a response with their lengths, by their places: arrays, and objects of times by step. Lists inside lists are
 * left out.
 */
function listLengths(value: unknown, place = ''): (readonly [place: string, length: number])[] {
  // an array of numbers may be the parts of a time in another order
  if (Array.isArray(value))
    return value.length > 0 && value.every((one) => typeof one === 'number') ? [] : [[place, value.length]];
  if (typeof value !== 'object' || value === null) return [];
  if (Object.values(value).every((one) => areTimeParts(one) || readMoments(one).some(({ time }) => time !== undefined)))
    return [[place, Object.values(value).length]];
  return Object.entries(value).flatMap(([name, one]) => listLengths(one, `${place}/${name}`));
}

/** Whether a timeline without events at the usual place has something there, or a list elsewhere: one event may be no list. */
const showsOtherwise = ({ exchange }: ReadTimeline, place: string): boolean =>
  listLengths(exchange.json).some(([, length]) => length > 0) ||
  [...readCells(exchange.json)].some(([at, value]) => at.startsWith(`${place}/`) && value !== null);

/** Returns the place of the longest list that most timelines have. */
function findEventsPlace(timelines: readonly ReadTimeline[]): string | undefined {
  const lists = timelines.flatMap(({ exchange }) => listLengths(exchange.json)).filter(([, length]) => length > 1);
  const byPlace = [...Map.groupBy(lists, ([place]) => place)].filter(([, found]) => found.length >= FEWEST_WITH_EVENTS);
  return byPlace.sort(([, one], [, other]) => sumLengths(other) - sumLengths(one))[0]?.[0];
}

const sumLengths = (lists: readonly (readonly [string, number])[]): number =>
  lists.reduce((sum, [, length]) => sum + length, 0);

export const timelinesOfEveryKindHaveEvents = check({
  id: 'transactions/timelines-of-every-kind-have-events',
  title: 'If most timelines have events, so do those of each type and response',
  clause: 'transactions.timeline',
  level: 'must',
  needs: SURVEY_NEEDS,
  async run({ readers, expectedScopes, bindings, sampling }) {
    const found = await findTimelineRows(readers, bindings);
    if (found === undefined)
      return (await judgeIfNoRows({ readers, expectedScopes, sampling, bindings })) ?? untestable(NO_IDS);
    const { reader } = found;
    const timelines = await readTimelines(found, sampling);
    const place = findEventsPlace(timelines);
    const countEvents = ({ exchange }: ReadTimeline): number =>
      new Map(listLengths(exchange.json)).get(place ?? '') ?? 0;
    const full = timelines.filter((timeline) => countEvents(timeline) > 1);
    const [control] = full;
    if (place === undefined || control === undefined)
      return untestable(`needs ${FEWEST_WITH_EVENTS} timelines with several events`);
    const since = findSmallest(full.map(({ row }) => readRowInstant(row, bindings)));
    // the events of older transactions may have been removed
    const isRecent = (row: TimelineRow): boolean => readRowInstant(row, bindings) >= since;
    const isBare = (one: ReadTimeline) => countEvents(one) === 0 && !showsOtherwise(one, place);
    for (const bare of timelines.filter((one) => isBare(one) && isRecent(one.row))) {
      const kind = formatKind(bare.row, bindings);
      const alike = found.rows.find(
        (row) => row.id !== bare.row.id && isRecent(row) && formatKind(row, bindings) === kind,
      );
      if (alike === undefined) continue;
      const second = await readTimeline(reader, alike);
      if (!isSuccess(second.exchange) || !isBare(second)) continue;
      const expected = `events at ${place}, as in the timeline of ${control.row.id}`;
      const saw = `none for ${bare.row.id} and ${alike.id}`;
      return fail({ expected, actual: bare.exchange, saw }, second.exchange, control.exchange);
    }
    return pass(control.exchange);
  },
});

/** Returns the transactions of other terminals with the sequence number of a row, at another time. */
function listSequenceTwins(row: TimelineRow, rows: readonly TimelineRow[], bindings: Bindings): readonly TimelineRow[] {
  const { bound } = row;
  const at = bindings.find('transactions.sequence_number');
  if (at === undefined || bound === undefined) return [];
  const [sequence, ...others] = findTexts(bound.value, at);
  if (sequence === undefined || others.length > 0) return [];
  const own = readRowTimes(row, bindings);
  if (own.written.length === 0) return [];
  return rows.filter(
    (other) =>
      other.bound !== undefined &&
      findTexts(other.bound.value, at).includes(sequence) &&
      !other.bound.terminals.some((terminal) => bound.terminals.includes(terminal)) &&
      !areNear(own, readRowTimes(other, bindings), NEAR_MS),
  );
}

const NEAR_MS = 120_000;
const EXACT_MS = 2_000;

/** Whether two things have a time in common. Without a stated zone, times that differ by quarters of an hour may be one. */
function areNear(one: Times, other: Times, withinMs: number): boolean {
  if (one.zoned.length > 0 && other.zoned.length > 0)
    return one.zoned.some((at) => other.zoned.some((second) => Math.abs(at - second) <= withinMs));
  return one.written.some((at) => other.written.some((second) => mayBeSameInstant(at, second, withinMs)));
}

/** Whether times have seconds, so that few other times are like them. */
const areExact = ({ written }: Times): boolean => written.length > 0 && written.every(({ isExact }) => isExact);

const formatTimes = ({ zoned, written }: Times): string =>
  [...new Set(zoned.length > 0 ? zoned : written.map(({ at }) => at))].sort((one, other) => one - other).join();

export const timelinesAreOfTheTransaction = check({
  id: 'transactions/timelines-are-of-the-transaction',
  title: 'A timeline has the events of its transaction, not of another one',
  clause: 'transactions.timeline',
  level: 'must',
  needs: SURVEY_NEEDS,
  async run({ readers, expectedScopes, bindings, sampling }) {
    const found = await findTimelineRows(readers, bindings);
    if (found === undefined)
      return (await judgeIfNoRows({ readers, expectedScopes, sampling, bindings })) ?? untestable(NO_IDS);
    const timelines = await readTimelines(found, sampling);
    const rowTimes = new Map(found.rows.map((row) => [row, readRowTimes(row, bindings)]));
    const isNear = ({ times }: ReadTimeline, row: TimelineRow, withinMs: number): boolean =>
      areNear(times, rowTimes.get(row) ?? NO_TIMES, withinMs);
    const mixed = timelines.flatMap((timeline) => {
      const twin = listSequenceTwins(timeline.row, found.rows, bindings).find((row) => isNear(timeline, row, EXACT_MS));
      // other rows may have the time of the transaction too
      const isOfTwin = twin !== undefined && !isNear(timeline, timeline.row, EXACT_MS);
      return isOfTwin && timeline.times.zoned.length > 0 ? [{ timeline, twin }] : [];
    });
    const [first, second] = mixed;
    if (first !== undefined && second !== undefined) {
      const saw = `the time of ${first.twin.id} of another terminal, with the same sequence number`;
      const expected = `events of ${first.timeline.row.id} only`;
      return fail({ expected, actual: first.timeline.exchange, saw }, second.timeline.exchange);
    }
    // the times of a batch are those of all its transactions, and of none of them
    const isOfAny = (timeline: ReadTimeline) => found.rows.some((row) => isNear(timeline, row, EXACT_MS));
    const repeated = findRepeatedEvents(
      timelines.filter((timeline) => isOfAny(timeline) && !isNear(timeline, timeline.row, NEAR_MS)),
    );
    if (repeated !== undefined) {
      const [one, other] = repeated;
      const expected = `events at the time of ${one.row.id}`;
      return fail({ expected, actual: one.exchange, saw: `the same times as for ${other.row.id}` }, other.exchange);
    }
    const isZoned = ({ row, times }: ReadTimeline) => times.zoned.length > 0 && rowTimes.get(row)?.zoned.length !== 0;
    const right = timelines.filter((one) => isNear(one, one.row, isZoned(one) ? NEAR_MS : EXACT_MS));
    const [control] = right;
    if (control === undefined || right.length < Math.min(FEWEST_WITH_EVENTS, found.rows.length))
      return untestable(`needs ${FEWEST_WITH_EVENTS} timelines with events at the time of their transaction`);
    for (const timeline of timelines) {
      if (isNear(timeline, timeline.row, NEAR_MS) || !areExact(timeline.times)) continue;
      const near = found.rows.filter((row) => row.id !== timeline.row.id && isNear(timeline, row, EXACT_MS));
      // a host may receive a transaction late, at the time of another one: the timeline of that one has the same events
      for (const other of near.slice(0, MOST_NEAR)) {
        const own = await readTimeline(found.reader, other);
        if (formatTimes(own.times) !== formatTimes(timeline.times)) continue;
        const expected = `events at the time of ${timeline.row.id}`;
        return fail(
          { expected, actual: timeline.exchange, saw: `the times of ${other.id}` },
          own.exchange,
          control.exchange,
        );
      }
    }
    return pass(control.exchange);
  },
});

const NO_TIMES: Times = { zoned: [], written: [] };
const MOST_NEAR = 3;

/** Returns two of at least three timelines with the same times. `wrong` are timelines whose times are not those of their transactions. */
function findRepeatedEvents(wrong: readonly ReadTimeline[]): readonly [ReadTimeline, ReadTimeline] | undefined {
  const several = wrong.filter(({ times }) => areExact(times) && new Set(times.written.map(({ at }) => at)).size > 1);
  const alike = Map.groupBy(several, ({ times }) => formatTimes(times));
  const [one, other] = [...alike.values()].find((same) => same.length >= FEWEST_WITH_EVENTS) ?? [];
  return one === undefined || other === undefined ? undefined : [one, other];
}
