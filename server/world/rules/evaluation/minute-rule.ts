import { omitUndefined } from '../../../../base/omit-undefined.ts';
import { MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import {
  type Incident,
  type IncidentChange,
  type IncidentSubject,
  makeIncident,
  type Resolution,
  type Severity,
} from '../incident.ts';
import type { EvaluatedSpan, OpenIncident, RuleState, SpanPart } from '../input/streams.ts';
import { isQuietAt } from './maintenance.ts';

/**
 * A rule, defined as conditions at a whole minute. Results depend only on the minute, so that evaluating at all `marks`
 * is enough.
 */
export interface RuleCondition {
  /** Whole minutes at which a result may change, unordered. */
  readonly marks: Iterable<number>;
  /** Further minutes after its opening at which an open incident may change, unordered. */
  readonly marksWhileOpen?: (openedAtMs: number) => Iterable<number>;
  /** Maintenance periods: open incidents end when they begin, and none opens before they end. */
  readonly quiet: readonly EvaluatedSpan[];
  /** Minimum time between the end of an incident and the next one. */
  readonly rearmMinutes: number;
  /**
   * Returns the severity with which an incident opens, or undefined. The previous incident, if any, opened at
   * `lastOpenedAtMs`.
   */
  triggeredAs(atMs: number, lastOpenedAtMs: number | undefined): Severity | undefined;
  /** Returns the current severity of an open incident, which escalates if it is higher than before. */
  worsenedTo(atMs: number): Severity;
  /** Returns how an incident opened at `openedAtMs` ends at this minute, or undefined. */
  clearedBy(atMs: number, openedAtMs: number): Resolution | undefined;
  /** Returns the content of a turn; `state` is the kind of turn. */
  describe(turn: {
    readonly atMs: number;
    readonly state: 'triggered' | 'escalated' | 'resolved';
    readonly openedAtMs: number;
  }): EventDescription;
}

export type EventDescription = Pick<IncidentChange, 'data' | 'title' | 'summary'>;

/**
 * Returns the incidents with one dedupe key that were open at some instant of the part, in sequence. Continues an
 * incident from the state before the part, and stores one that is open at the end.
 */
export function evaluateRule(subject: IncidentSubject, part: SpanPart, condition: RuleCondition): readonly Incident[] {
  const { quiet } = condition;
  const state = part.before.get(subject.dedupeKey);
  const agenda = new Agenda([...condition.marks, ...quiet.flatMap(({ fromMs, toMs }) => [fromMs, toMs])], part);
  const found: Incident[] = [];
  let lastOpenedAtMs = state?.lastOpenedAtMs;
  let restUntilMs = state?.restUntilMs;
  let open = state?.open;
  if (restUntilMs !== undefined && restUntilMs > part.afterMs && Number.isFinite(restUntilMs)) agenda.add(restUntilMs);

  /** Follows the open incident to its end or to the end of the part. */
  const followOn = (course: OpenIncident): void => {
    const followed = followIncident(subject, condition, { agenda, course });
    found.push(followed.incident);
    open = followed.open;
    if (open !== undefined) return;
    restUntilMs = (followed.incident.resolvedAtMs ?? part.toMs) + Math.max(1, condition.rearmMinutes) * MINUTE_MS;
    agenda.add(restUntilMs);
  };

  if (open !== undefined) followOn(open);
  for (let atMs = agenda.next(); atMs !== undefined && open === undefined; atMs = agenda.next()) {
    if ((restUntilMs !== undefined && atMs < restUntilMs) || isQuietAt(quiet, atMs)) continue;
    const severity = condition.triggeredAs(atMs, lastOpenedAtMs);
    if (severity === undefined) continue;
    const opening = { atMs, severity, ...condition.describe({ atMs, state: 'triggered', openedAtMs: atMs }) };
    lastOpenedAtMs = atMs;
    followOn({ opening, escalations: [], severity });
  }
  saveState(part, subject.dedupeKey, { open, lastOpenedAtMs, restUntilMs });
  return found.filter(({ resolvedAtMs }) => resolvedAtMs === null || resolvedAtMs >= part.fromMs);
}

function saveState(
  { after }: SpanPart,
  dedupeKey: string,
  { open, lastOpenedAtMs, restUntilMs }: { [Member in keyof RuleState]: RuleState[Member] | undefined },
): void {
  if (lastOpenedAtMs === undefined) return;
  after.set(dedupeKey, { lastOpenedAtMs, ...omitUndefined({ open, restUntilMs }) });
}

/** The incident at the end of the part, with its course if it is still open. */
interface Followed {
  readonly incident: Incident;
  readonly open: OpenIncident | undefined;
}

function followIncident(
  subject: IncidentSubject,
  condition: RuleCondition,
  { agenda, course }: { readonly agenda: Agenda; readonly course: OpenIncident },
): Followed {
  const { opening } = course;
  const openedAtMs = opening.atMs;
  const escalations = [...course.escalations];
  let { severity } = course;
  const take = (state: 'escalated' | 'resolved', atMs: number): IncidentChange => ({
    atMs,
    severity,
    ...condition.describe({ atMs, state, openedAtMs }),
  });
  const endedBy = (turn: IncidentChange, resolution: Resolution): Followed => {
    agenda.forget();
    return { incident: makeIncident(subject, { opening, escalations, end: { ...turn, resolution } }), open: undefined };
  };
  agenda.watchAlso(condition.marksWhileOpen?.(openedAtMs) ?? [], openedAtMs);
  for (let atMs = agenda.next(); atMs !== undefined; atMs = agenda.next()) {
    if (isQuietAt(condition.quiet, atMs)) {
      return endedBy({ ...take('escalated', atMs), ...describeMaintenance(opening.title) }, 'maintenance');
    }
    const resolution = condition.clearedBy(atMs, openedAtMs);
    if (resolution !== undefined) return endedBy(take('resolved', atMs), resolution);
    const worse = condition.worsenedTo(atMs);
    if (rank[worse] <= rank[severity]) continue;
    severity = worse;
    escalations.push(take('escalated', atMs));
  }
  return {
    incident: makeIncident(subject, { opening, escalations, end: null }),
    open: { opening, escalations, severity },
  };
}

const rank: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

const describeMaintenance = (title: string): Pick<IncidentChange, 'title' | 'summary'> => ({
  title: `Maintenance: ${title}`.slice(0, 90),
  summary: 'Maintenance has begun. The incident opens again afterwards if the condition still holds.',
});

/** The minutes of a part to be evaluated, in order. */
class Agenda {
  readonly #marks: ArrayLike<number>;
  readonly #part: SpanPart;
  readonly #added: number[] = [];
  #at = 0;
  /** Additional minutes of the open incident. */
  #also: ArrayLike<number> = [];
  #alsoAt = 0;

  constructor(marks: Iterable<number>, part: SpanPart) {
    this.#part = part;
    this.#marks = this.#inOrder(marks, part.afterMs);
  }

  next(): number | undefined {
    const nextMs = Math.min(this.#marks[this.#at] ?? END, this.#also[this.#alsoAt] ?? END, this.#added[0] ?? END);
    if (nextMs === END) return undefined;
    if (this.#marks[this.#at] === nextMs) this.#at += 1;
    if (this.#also[this.#alsoAt] === nextMs) this.#alsoAt += 1;
    if (this.#added[0] === nextMs) this.#added.shift();
    return nextMs;
  }

  /** Adds a minute later than all that were taken. Only one can be added at a time. */
  add(atMs: number): void {
    if (atMs <= this.#part.toMs) this.#added.push(atMs);
  }

  /** Adds the minutes of an open incident after `afterMs`. */
  watchAlso(marks: Iterable<number>, afterMs: number): void {
    this.#also = this.#inOrder(marks, Math.max(afterMs, this.#part.afterMs));
    this.#alsoAt = 0;
  }

  forget(): void {
    this.#also = [];
  }

  #inOrder(marks: Iterable<number>, afterMs: number): ArrayLike<number> {
    const wanted = new Set<number>();
    for (const atMs of marks) if (atMs > afterMs && atMs <= this.#part.toMs) wanted.add(atMs);
    return Float64Array.from(wanted).sort();
  }
}

const END = Number.POSITIVE_INFINITY;
