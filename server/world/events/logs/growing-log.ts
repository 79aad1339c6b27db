import { completeStep } from '../../../../base/slices.ts';
import { DAY_MS } from '../../../../fixtures/time/calendar.ts';
import { getKnownIncident, type Incident } from '../../rules/incident.ts';
import type { EvaluatedSpan, RuleState, RuleStates, SpanPart } from '../../rules/input/streams.ts';
import { compareEarliestFirst, compareOldestFirst, type Log } from '../../rules/log.ts';
import type { Happening } from '../../rules/point-event.ts';

/** The rules that a log evaluates. */
export interface Finder {
  /** When the history begins. Epoch milliseconds. */
  readonly historyStartMs: number;
  /** Returns the incidents that were open in a part and the happenings in it, unordered. */
  findIn(part: SpanPart): Log;
  /** Returns results that are cheap to compute for a whole span at once. */
  findAll(span: EvaluatedSpan): Log;
}

/** Length of a part. Parts begin at fixed instants, so that they do not depend on how the clock was moved. */
const PART_MS = 6 * DAY_MS;

/** The state of the rules at the end of a part. */
interface Boundary {
  readonly throughMs: number;
  readonly states: RuleStates;
  /** Open incidents. */
  readonly open: readonly Incident[];
  /** Number of ended incidents and of happenings so far. */
  readonly endedCount: number;
  readonly happenedCount: number;
}

/** A log in plain values. */
export interface StoredLog {
  readonly boundaries: readonly StoredBoundary[];
  /** The ended incidents and the happenings up to the last boundary. */
  readonly ended: readonly Incident[];
  readonly happenings: readonly Happening[];
}

interface StoredBoundary extends Omit<Boundary, 'states'> {
  readonly states: readonly (readonly [dedupeKey: string, state: StoredState])[];
}

interface StoredState extends Omit<RuleState, 'emittedMs'> {
  readonly emittedMs?: readonly (readonly [subject: string, ms: number])[];
}

const EMPTY: Log = { incidents: [], happenings: [] };

const START: Boundary = {
  throughMs: Number.NEGATIVE_INFINITY,
  states: new Map(),
  open: [],
  endedCount: 0,
  happenedCount: 0,
};

/** Returns the end of the part that contains an instant. */
export const getPartEnd = (historyStartMs: number, ms: number): number =>
  historyStartMs + Math.max(1, Math.ceil((ms - historyStartMs) / PART_MS)) * PART_MS;

/** Length of the spans that are evaluated at once. The last one ends at least `AHEAD_MS` after the requested instant. */
const WHOLE_SPAN_MS = 460 * DAY_MS;
const AHEAD_MS = 60 * DAY_MS;

const getSpanEnd = (historyStartMs: number, ms: number): number =>
  historyStartMs + Math.max(1, Math.ceil((ms + AHEAD_MS - historyStartMs) / WHOLE_SPAN_MS)) * WHOLE_SPAN_MS;

/**
 * A log that is computed part by part from the beginning of the history, as far as requested. Finished parts are kept
 * with the states of the rules, so that later requests, and forks with changes from some instant on, continue there.
 */
export class GrowingLog {
  readonly #finder: Finder;
  readonly #ended: Incident[];
  readonly #happenings: Happening[];
  readonly #boundaries: Boundary[];
  #found: (Log & { readonly toMs: number }) | undefined;
  #cut: (Log & { readonly nowMs: number }) | undefined;

  constructor(finder: Finder, boundaries: readonly Boundary[] = [START], known: Log = EMPTY) {
    this.#finder = finder;
    this.#boundaries = [...boundaries];
    this.#ended = [...known.incidents];
    this.#happenings = [...known.happenings];
  }

  /** Returns a log that continues a stored one. */
  static restore(finder: Finder, { boundaries, ended, happenings }: StoredLog): GrowingLog {
    const restored = boundaries.map(({ states, ...boundary }) => ({ ...boundary, states: restoreStates(states) }));
    return new GrowingLog(finder, [START, ...restored], { incidents: ended, happenings });
  }

  /** Returns what was computed so far as plain values. */
  toStored(): StoredLog {
    const [, ...computed] = this.#boundaries;
    return {
      boundaries: computed.map(({ states, ...boundary }) => ({ ...boundary, states: storeStates(states) })),
      ended: this.#ended,
      happenings: this.#happenings,
    };
  }

  /** Returns the log as known at `nowMs`. Has a checkpoint after each new part. */
  at(nowMs: number): Log {
    while (this.#last.throughMs < nowMs) {
      this.#grow(getPartEnd(this.#finder.historyStartMs, nowMs));
      completeStep();
    }
    this.#cut = this.#cut?.nowMs === nowMs ? this.#cut : { nowMs, ...this.#cutAt(nowMs) };
    return this.#cut;
  }

  /** Returns a log of another finder that agrees with this one before `fromMs`. */
  fork(fromMs: number, finder: Finder): GrowingLog {
    const boundaries = this.#boundaries.filter(({ throughMs }) => throughMs < fromMs);
    const { endedCount, happenedCount } = boundaries.at(-1) ?? START;
    return new GrowingLog(finder, boundaries, {
      incidents: this.#ended.slice(0, endedCount),
      happenings: this.#happenings.slice(0, happenedCount),
    });
  }

  get #last(): Boundary {
    return this.#boundaries.at(-1) ?? START;
  }

  #grow(followedUntilMs: number): void {
    const { throughMs: afterMs, states: before } = this.#last;
    const { historyStartMs } = this.#finder;
    const toMs = historyStartMs + this.#boundaries.length * PART_MS;
    const after = new Map(before);
    const { incidents, happenings } = this.#finder.findIn({
      fromMs: Math.max(afterMs, historyStartMs),
      toMs,
      afterMs,
      before,
      after,
      followedUntilMs,
    });
    this.#ended.push(...incidents.filter(({ resolvedAtMs }) => resolvedAtMs !== null));
    this.#happenings.push(...happenings);
    this.#boundaries.push({
      throughMs: toMs,
      states: after,
      open: incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null),
      endedCount: this.#ended.length,
      happenedCount: this.#happenings.length,
    });
  }

  #cutAt(nowMs: number): Log {
    const index = this.#boundaries.findIndex(({ throughMs }) => throughMs >= nowMs);
    const { open, endedCount } = this.#boundaries[index] ?? this.#last;
    const found = this.#findAllUntil(nowMs);
    const incidents = [...this.#ended.slice(0, endedCount), ...open, ...found.incidents];
    const happenings = [...this.#happenings, ...found.happenings];
    return {
      incidents: incidents.flatMap((one) => getKnownIncident(one, nowMs) ?? []).sort(compareOldestFirst),
      happenings: happenings.filter(({ atMs }) => atMs <= nowMs).sort(compareEarliestFirst),
    };
  }

  #findAllUntil(nowMs: number): Log {
    const { historyStartMs } = this.#finder;
    const toMs = getSpanEnd(historyStartMs, nowMs);
    if (this.#found?.toMs !== toMs) this.#found = { toMs, ...this.#finder.findAll({ fromMs: historyStartMs, toMs }) };
    return this.#found;
  }
}

const storeStates = (states: RuleStates): StoredBoundary['states'] =>
  [...states].map(([key, { emittedMs, ...state }]) => [
    key,
    { ...state, ...(emittedMs !== undefined && { emittedMs: [...emittedMs] }) },
  ]);

const restoreStates = (stored: StoredBoundary['states']): RuleStates =>
  new Map(
    stored.map(([key, { emittedMs, ...state }]) => [
      key,
      { ...state, ...(emittedMs !== undefined && { emittedMs: new Map(emittedMs) }) },
    ]),
  );
