import { drawAt } from '../../../fixtures/random/draw.ts';
import { drawIdAt } from '../../../fixtures/random/ids.ts';
import type { EventType, Schemas } from '../../../spec/index.ts';

export type Severity = Schemas['Severity'];
export type Resolution = 'recovered' | 'superseded' | 'acknowledged' | 'auto_closed' | 'maintenance';

/**
 * A problem from its trigger to its end, as known at the end of the evaluated span. Each of its `moments` is one event
 * for subscribers and feed readers.
 * @see gap events.incident_states
 */
export interface Incident {
  /** Depends only on seed, dedupe key and opening instant. */
  readonly incidentId: string;
  readonly type: EventType;
  readonly dedupeKey: string;
  readonly accountId: string;
  /** Null for an incident of an account. */
  readonly terminalId: string | null;
  readonly openedAtMs: number;
  readonly escalations: readonly { readonly atMs: number; readonly severity: Severity }[];
  /** Null while open. */
  readonly resolvedAtMs: number | null;
  readonly resolution: Resolution | null;
  /** Oldest first: triggered, escalated ..., resolved. */
  readonly moments: readonly IncidentMoment[];
}

export interface IncidentMoment extends IncidentChange {
  readonly state: 'triggered' | 'escalated' | 'resolved';
  /** From 1 within the incident. */
  readonly sequence: number;
}

/** A change of an incident's state. */
export interface IncidentChange {
  readonly atMs: number;
  readonly severity: Severity;
  /** Members of the event's `data`, camelCase: money in cents, instants in epoch milliseconds, null if unknown. */
  readonly data: IncidentData;
  /** Display text: `Cash low: cassette A 98 notes`. */
  readonly title: string;
  /** One or two further sentences. */
  readonly summary: string;
}

export type IncidentData = Readonly<Record<string, DataValue>>;
export type DataValue = string | number | boolean | null | readonly string[] | readonly IncidentData[];

/** The subject of an incident, and its type. */
export interface IncidentSubject extends Pick<Incident, 'type' | 'dedupeKey' | 'accountId' | 'terminalId'> {
  readonly seed: number;
}

/** The turns of an incident in order, at least its opening. The end includes the reason. */
export interface IncidentCourse {
  readonly opening: IncidentChange;
  readonly escalations: readonly IncidentChange[];
  readonly end: (IncidentChange & { readonly resolution: Resolution }) | null;
}

/** Creates the incident with this course. */
export function makeIncident(
  { seed, ...subject }: IncidentSubject,
  { opening, escalations, end }: IncidentCourse,
): Incident {
  const emitted: readonly Omit<IncidentMoment, 'sequence'>[] = [
    { ...opening, state: 'triggered' },
    ...escalations.map((turn) => ({ ...turn, state: 'escalated' as const })),
    ...(end === null ? [] : [{ ...toMoment(end), state: 'resolved' as const }]),
  ];
  return {
    incidentId: drawIdAt('inc', opening.atMs, drawAt(seed, 'incident', subject.dedupeKey, opening.atMs)),
    ...subject,
    openedAtMs: opening.atMs,
    escalations: escalations.map(({ atMs, severity }) => ({ atMs, severity })),
    resolvedAtMs: end?.atMs ?? null,
    resolution: end?.resolution ?? null,
    moments: emitted.map((moment, index) => ({ ...moment, sequence: index + 1 })),
  };
}

const toMoment = ({ atMs, severity, data, title, summary }: IncidentChange): IncidentChange => ({
  atMs,
  severity,
  data,
  title,
  summary,
});

/** Returns the incident as known at `nowMs`; undefined before its opening. */
export function getKnownIncident(incident: Incident, nowMs: number): Incident | undefined {
  if (incident.openedAtMs > nowMs) return undefined;
  const moments = incident.moments.filter(({ atMs }) => atMs <= nowMs);
  if (moments.length === incident.moments.length) return incident;
  return {
    ...incident,
    escalations: incident.escalations.filter(({ atMs }) => atMs <= nowMs),
    resolvedAtMs: null,
    resolution: null,
    moments,
  };
}

/** Returns the severity at `nowMs`, which must not be before the opening. */
export function getSeverityAt(incident: Incident, nowMs: number): Severity {
  return incident.moments.findLast(({ atMs }) => atMs <= nowMs)?.severity ?? 'low';
}

/** Whether it is open at `nowMs`. */
export function isOpenAt(incident: Incident, nowMs: number): boolean {
  return incident.openedAtMs <= nowMs && (incident.resolvedAtMs === null || incident.resolvedAtMs > nowMs);
}
