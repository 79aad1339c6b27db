import { findSmallest } from '../../../base/large-lists.ts';
import type { Bindings } from '../../bindings/bindings.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import type { ListRow } from '../../engine/survey/reading.ts';
import type { Sampling } from '../../engine/verdicts/sampling.ts';
import { fail, pass, untestable } from '../../engine/verdicts/verdict.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listStrings } from '../../oracles/names/response-words.ts';
import { findTexts } from '../../oracles/pointers.ts';
import { readInstants } from '../../oracles/values/instants.ts';
import { listVariedTransactions, TIMELINES } from './varied-transactions.ts';

interface ReadTimeline {
  readonly row: ListRow;
  readonly exchange: Exchange;
  readonly instants: readonly number[];
}

const readTimeline = async (reader: Principal, row: ListRow): Promise<ReadTimeline> => {
  const exchange = await reader.get('getTransactionTimeline', { transaction_id: row.id });
  return { row, exchange, instants: isSuccess(exchange) ? readInstants(listStrings(exchange.json)) : [] };
};

/** Reads the timelines that the checks of card data read too. */
async function readTimelines(reader: Principal, bindings: Bindings, sampling: Sampling): Promise<ReadTimeline[]> {
  bindings.need('transactions.id');
  const varied = listVariedTransactions(reader.sees.transactions, bindings);
  const sampled = varied.slice(0, sampling.select('timelines', varied, TIMELINES).length);
  const read: ReadTimeline[] = [];
  for (const row of sampled) {
    const timeline = await readTimeline(reader, row);
    if (isSuccess(timeline.exchange)) read.push(timeline);
  }
  return read;
}

/** The instant of a row in milliseconds; NaN if it has no date with an offset. */
function readRowInstant({ value }: ListRow, bindings: Bindings): number {
  const at = bindings.find('transactions.terminal_date_and_time');
  return at === undefined ? Number.NaN : (readInstants(findTexts(value, at))[0] ?? Number.NaN);
}

const formatKind = ({ value }: ListRow, bindings: Bindings): string =>
  (['transactions.transaction_type', 'transactions.response'] as const)
    .map((slot) => bindings.find(slot))
    .map((pointer) => (pointer === undefined ? '' : findTexts(value, pointer).join()))
    .join('\n');

const FEWEST_WITH_EVENTS = 3;

/** Returns the lists of a response with their lengths, by their places. Lists inside lists are left out. */
function listLengths(value: unknown, place = ''): (readonly [place: string, length: number])[] {
  if (Array.isArray(value)) return [[place, value.length]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => listLengths(one, `${place}/${name}`));
}

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
  needs: ['readers', 'bindings', 'sampling'],
  async run({ readers: [reader], bindings, sampling }) {
    const timelines = await readTimelines(reader, bindings, sampling);
    const place = findEventsPlace(timelines);
    const countEvents = ({ exchange }: ReadTimeline): number =>
      new Map(listLengths(exchange.json)).get(place ?? '') ?? 0;
    const full = timelines.filter((timeline) => countEvents(timeline) > 1);
    const [control] = full;
    if (place === undefined || control === undefined)
      return untestable(`needs ${FEWEST_WITH_EVENTS} timelines with several events`);
    const since = findSmallest(full.map(({ row }) => readRowInstant(row, bindings)));
    // the events of older transactions may have been removed
    const isRecent = (row: ListRow): boolean => readRowInstant(row, bindings) >= since;
    for (const bare of timelines.filter((one) => countEvents(one) === 0 && isRecent(one.row))) {
      const kind = formatKind(bare.row, bindings);
      const alike = reader.sees.transactions.find(
        (row) => row.id !== bare.row.id && isRecent(row) && formatKind(row, bindings) === kind,
      );
      if (alike === undefined) continue;
      const second = await readTimeline(reader, alike);
      if (!isSuccess(second.exchange) || countEvents(second) > 0) continue;
      const expected = `events at ${place}, as in the timeline of ${control.row.id}`;
      const saw = `none for ${bare.row.id} and ${alike.id}`;
      return fail({ expected, actual: bare.exchange, saw }, second.exchange, control.exchange);
    }
    return pass(control.exchange);
  },
});

/** Returns the transactions of other terminals with the sequence number of a row, at another time. */
function listSequenceTwins(row: ListRow, { sees }: Principal, bindings: Bindings): readonly ListRow[] {
  const at = bindings.find('transactions.sequence_number');
  if (at === undefined) return [];
  const [sequence, ...others] = findTexts(row.value, at);
  if (sequence === undefined || others.length > 0) return [];
  return sees.transactions.filter(
    (other) =>
      findTexts(other.value, at).includes(sequence) &&
      !other.terminals.some((terminal) => row.terminals.includes(terminal)) &&
      Math.abs(readRowInstant(other, bindings) - readRowInstant(row, bindings)) > NEAR_MS,
  );
}

const NEAR_MS = 120_000;
const EXACT_MS = 2_000;

export const timelinesAreOfTheTransaction = check({
  id: 'transactions/timelines-are-of-the-transaction',
  title: 'A timeline has the events of its transaction, not of another one',
  clause: 'transactions.timeline',
  level: 'must',
  needs: ['readers', 'bindings', 'sampling'],
  async run({ readers: [reader], bindings, sampling }) {
    bindings.need('transactions.terminal_date_and_time');
    const timelines = await readTimelines(reader, bindings, sampling);
    const isNear = ({ instants }: ReadTimeline, row: ListRow, withinMs: number): boolean =>
      instants.some((instant) => Math.abs(instant - readRowInstant(row, bindings)) <= withinMs);
    const mixed = timelines.flatMap((timeline) => {
      const twin = listSequenceTwins(timeline.row, reader, bindings).find((row) => isNear(timeline, row, EXACT_MS));
      return twin === undefined ? [] : [{ timeline, twin }];
    });
    const [first, second] = mixed;
    if (first !== undefined && second !== undefined) {
      const saw = `the time of ${first.twin.id} of another terminal, with the same sequence number`;
      const expected = `events of ${first.timeline.row.id} only`;
      return fail({ expected, actual: first.timeline.exchange, saw }, second.timeline.exchange);
    }
    const right = timelines.filter((timeline) => isNear(timeline, timeline.row, NEAR_MS));
    const [control] = right;
    if (control === undefined || right.length < FEWEST_WITH_EVENTS)
      return untestable(`needs ${FEWEST_WITH_EVENTS} timelines with events at the time of their transaction`);
    for (const timeline of timelines) {
      if (right.includes(timeline) || timeline.instants.length === 0) continue;
      const other = reader.sees.transactions.find(
        (row) => row.id !== timeline.row.id && isNear(timeline, row, EXACT_MS),
      );
      if (other === undefined) continue;
      const expected = `events at the time of ${timeline.row.id}`;
      return fail({ expected, actual: timeline.exchange, saw: `the time of ${other.id}` }, control.exchange);
    }
    return pass(control.exchange);
  },
});
