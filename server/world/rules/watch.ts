import { type Incident, incidentOf, type Resolution, type Severity, type Subject, type Turn } from './incident.ts';
import { MINUTE_MS } from './minutes.ts';
import type { Span } from './streams.ts';

/**
 * A rule as it is defined: what holds at one whole minute. The answers depend on nothing but the minute, so that it does
 * not matter at which other minutes they were asked for, if only at all of `marks`.
 */
export interface Condition {
  /** Whole minutes at which an answer may differ from the one a minute before; in any order. */
  readonly marks: Iterable<number>;
  /** No second incident within so long after the end of one. */
  readonly rearmMinutes: number;
  /** How bad it is, or undefined while it does not open an incident; the last one, if any, opened at `lastOpenedAtMs`. */
  triggeredAs(atMs: number, lastOpenedAtMs: number | undefined): Severity | undefined;
  /** How bad an open one has become; the incident escalates when that is worse than before. */
  worsenedTo(atMs: number): Severity;
  /** How an incident opened at `openedAtMs` ends at this minute, or undefined while it does not. */
  clearedBy(atMs: number, openedAtMs: number): Resolution | undefined;
  /** What is told of it: `state` is the turn that it takes. */
  tell(turn: {
    readonly atMs: number;
    readonly state: 'triggered' | 'escalated' | 'resolved';
    readonly openedAtMs: number;
  }): Telling;
}

export type Telling = Pick<Turn, 'data' | 'title' | 'summary'>;

/** Incidents under one dedupe key, one after the other, that were open at some instant of the span. */
export function watch(subject: Subject, span: Span, condition: Condition): readonly Incident[] {
  const agenda = new Agenda(condition.marks, span.toMs);
  const found: Incident[] = [];
  let restUntilMs = Number.NEGATIVE_INFINITY;
  for (let atMs = agenda.next(); atMs !== undefined; atMs = agenda.next()) {
    const severity = atMs < restUntilMs ? undefined : condition.triggeredAs(atMs, found.at(-1)?.openedAtMs);
    if (severity === undefined) continue;
    const incident = follow(subject, condition, agenda, { openedAtMs: atMs, severity });
    found.push(incident);
    if (incident.resolvedAtMs === null) break;
    restUntilMs = incident.resolvedAtMs + Math.max(1, condition.rearmMinutes) * MINUTE_MS;
    agenda.add(restUntilMs);
  }
  return found.filter(({ resolvedAtMs }) => resolvedAtMs === null || resolvedAtMs >= span.fromMs);
}

type Opening = { readonly openedAtMs: number; readonly severity: Severity };

function follow(
  subject: Subject,
  condition: Condition,
  agenda: Agenda,
  { openedAtMs, severity: first }: Opening,
): Incident {
  let severity = first;
  const take = (state: 'triggered' | 'escalated' | 'resolved', atMs: number): Turn => ({
    atMs,
    severity,
    ...condition.tell({ atMs, state, openedAtMs }),
  });
  const opening = take('triggered', openedAtMs);
  const escalations: Turn[] = [];
  for (let atMs = agenda.next(); atMs !== undefined; atMs = agenda.next()) {
    const resolution = condition.clearedBy(atMs, openedAtMs);
    if (resolution !== undefined) {
      return incidentOf(subject, { opening, escalations, end: { ...take('resolved', atMs), resolution } });
    }
    const worse = condition.worsenedTo(atMs);
    if (rank[worse] <= rank[severity]) continue;
    severity = worse;
    escalations.push(take('escalated', atMs));
  }
  return incidentOf(subject, { opening, escalations, end: null });
}

const rank: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

/** The minutes still to be looked at, in order, up to the present. */
class Agenda {
  readonly #marks: readonly number[];
  readonly #added: number[] = [];
  #at = 0;

  constructor(marks: Iterable<number>, toMs: number) {
    this.#marks = [...new Set(marks)].filter((atMs) => atMs <= toMs).sort((a, b) => a - b);
    this.#toMs = toMs;
  }

  readonly #toMs: number;

  next(): number | undefined {
    const mark = this.#marks[this.#at];
    const added = this.#added[0];
    if (added !== undefined && (mark === undefined || added <= mark)) {
      this.#added.shift();
      if (added === mark) this.#at += 1;
      return added;
    }
    this.#at += 1;
    return mark;
  }

  /** A minute later than all that were taken; one at a time. */
  add(atMs: number): void {
    if (atMs <= this.#toMs) this.#added.push(atMs);
  }
}
