import { type Incident, incidentOf, type Resolution, type Severity, type Subject, type Turn } from './incident.ts';
import { isQuietAt } from './maintenance.ts';
import { MINUTE_MS } from './minutes.ts';
import type { Span } from './streams.ts';

/**
 * A rule as it is defined: what holds at one whole minute. The answers depend on nothing but the minute, so that it does
 * not matter at which other minutes they were asked for, if only at all of `marks`.
 */
export interface Condition {
  /** Whole minutes at which an answer may differ from the one a minute before; in any order. */
  readonly marks: Iterable<number>;
  /** The same for an open incident: further minutes after its opening, in any order, at which it may turn. */
  readonly marksWhileOpen?: (openedAtMs: number) => Iterable<number>;
  /** Times of maintenance: what is open ends as they begin, and nothing opens before they are over. */
  readonly quiet: readonly Span[];
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
  const { quiet } = condition;
  const agenda = new Agenda([...condition.marks, ...quiet.flatMap(({ fromMs, toMs }) => [fromMs, toMs])], span.toMs);
  const found: Incident[] = [];
  let restUntilMs = Number.NEGATIVE_INFINITY;
  for (let atMs = agenda.next(); atMs !== undefined; atMs = agenda.next()) {
    if (atMs < restUntilMs || isQuietAt(quiet, atMs)) continue;
    const severity = condition.triggeredAs(atMs, found.at(-1)?.openedAtMs);
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
  const endedBy = (turn: Turn, resolution: Resolution): Incident => {
    agenda.forget();
    return incidentOf(subject, { opening, escalations, end: { ...turn, resolution } });
  };
  agenda.watchAlso(condition.marksWhileOpen?.(openedAtMs) ?? [], openedAtMs);
  for (let atMs = agenda.next(); atMs !== undefined; atMs = agenda.next()) {
    if (isQuietAt(condition.quiet, atMs)) {
      return endedBy({ ...take('escalated', atMs), ...underMaintenance(opening.title) }, 'maintenance');
    }
    const resolution = condition.clearedBy(atMs, openedAtMs);
    if (resolution !== undefined) return endedBy(take('resolved', atMs), resolution);
    const worse = condition.worsenedTo(atMs);
    if (rank[worse] <= rank[severity]) continue;
    severity = worse;
    escalations.push(take('escalated', atMs));
  }
  return incidentOf(subject, { opening, escalations, end: null });
}

const rank: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

const underMaintenance = (title: string): Pick<Turn, 'title' | 'summary'> => ({
  title: `Maintenance: ${title}`.slice(0, 90),
  summary: 'Maintenance has begun; it is told again if it outlasts it.',
});

/** The minutes still to be looked at, in order, up to the present. */
class Agenda {
  readonly #marks: readonly number[];
  readonly #toMs: number;
  readonly #added: number[] = [];
  #at = 0;
  /** Of the incident that is open. */
  #also: readonly number[] = [];
  #alsoAt = 0;

  constructor(marks: Iterable<number>, toMs: number) {
    this.#toMs = toMs;
    this.#marks = this.#inOrder(marks);
  }

  next(): number | undefined {
    const nextMs = Math.min(this.#marks[this.#at] ?? END, this.#also[this.#alsoAt] ?? END, this.#added[0] ?? END);
    if (nextMs === END) return undefined;
    if (this.#marks[this.#at] === nextMs) this.#at += 1;
    if (this.#also[this.#alsoAt] === nextMs) this.#alsoAt += 1;
    if (this.#added[0] === nextMs) this.#added.shift();
    return nextMs;
  }

  /** A minute later than all that were taken; one at a time. */
  add(atMs: number): void {
    if (atMs <= this.#toMs) this.#added.push(atMs);
  }

  /** Minutes of an open incident, of which those up to `afterMs` were taken. */
  watchAlso(marks: Iterable<number>, afterMs: number): void {
    this.#also = this.#inOrder(marks).filter((atMs) => atMs > afterMs);
    this.#alsoAt = 0;
  }

  forget(): void {
    this.#also = [];
  }

  #inOrder(marks: Iterable<number>): readonly number[] {
    return [...new Set(marks)].filter((atMs) => atMs <= this.#toMs).sort((a, b) => a - b);
  }
}

const END = Number.POSITIVE_INFINITY;
