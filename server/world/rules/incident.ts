import { drawAt } from '../../../fixtures/draw.ts';
import { idAt } from '../../../fixtures/ids.ts';
import type { EventType, Schemas } from '../../../spec/index.ts';

export type Severity = Schemas['Severity'];
export type Resolution = 'recovered' | 'superseded' | 'acknowledged' | 'auto_closed' | 'maintenance';

/**
 * Something that went wrong, from its trigger to its end, as known at the end of the span it was looked for in. Its
 * `moments` are what subscribers and feed readers are told: one event each.
 * @see gap events.incident_states
 */
export interface Incident {
  /** Pure of seed, dedupe key and opening instant. */
  readonly incidentId: string;
  readonly type: EventType;
  readonly dedupeKey: string;
  readonly accountId: string;
  /** Null for what concerns an account. */
  readonly terminalId: string | null;
  readonly openedAtMs: number;
  readonly escalations: readonly { readonly atMs: number; readonly severity: Severity }[];
  /** Null while open. */
  readonly resolvedAtMs: number | null;
  readonly resolution: Resolution | null;
  /** Oldest first: triggered, escalated ..., resolved. */
  readonly moments: readonly IncidentMoment[];
}

export interface IncidentMoment extends Turn {
  readonly state: 'triggered' | 'escalated' | 'resolved';
  /** From 1 within the incident. */
  readonly sequence: number;
}

/** A turn that an incident takes. */
export interface Turn {
  readonly atMs: number;
  readonly severity: Severity;
  /** Members of the event's `data`, camelCase: money in cents, instants in epoch milliseconds, null where unknown. */
  readonly data: IncidentData;
  /** What happened, for people: `Cash low: cassette A 98 notes`. */
  readonly title: string;
  /** One or two sentences more. */
  readonly summary: string;
}

export type IncidentData = Readonly<Record<string, DataValue>>;
export type DataValue = string | number | boolean | null | readonly string[] | readonly IncidentData[];

/** Whom an incident is about, and what it is called. */
export interface Subject extends Pick<Incident, 'type' | 'dedupeKey' | 'accountId' | 'terminalId'> {
  readonly seed: number;
}

/** The turns of an incident in order: at least its opening; the end says how it came. */
export interface Course {
  readonly opening: Turn;
  readonly escalations: readonly Turn[];
  readonly end: (Turn & { readonly resolution: Resolution }) | null;
}

/** Makes the incident that took this course. */
export function incidentOf({ seed, ...subject }: Subject, { opening, escalations, end }: Course): Incident {
  const told: readonly Omit<IncidentMoment, 'sequence'>[] = [
    { ...opening, state: 'triggered' },
    ...escalations.map((turn) => ({ ...turn, state: 'escalated' as const })),
    ...(end === null ? [] : [{ ...turnOf(end), state: 'resolved' as const }]),
  ];
  return {
    incidentId: idAt('inc', opening.atMs, drawAt(seed, 'incident', subject.dedupeKey, opening.atMs)),
    ...subject,
    openedAtMs: opening.atMs,
    escalations: escalations.map(({ atMs, severity }) => ({ atMs, severity })),
    resolvedAtMs: end?.atMs ?? null,
    resolution: end?.resolution ?? null,
    moments: told.map((moment, index) => ({ ...moment, sequence: index + 1 })),
  };
}

const turnOf = ({ atMs, severity, data, title, summary }: Turn): Turn => ({ atMs, severity, data, title, summary });

/** What was known of it at `nowMs`; undefined before its opening. */
export function knownAt(incident: Incident, nowMs: number): Incident | undefined {
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

/** Severity at `nowMs`, which is not before the opening. */
export function severityAt(incident: Incident, nowMs: number): Severity {
  return incident.moments.findLast(({ atMs }) => atMs <= nowMs)?.severity ?? 'low';
}

/** Whether it is open at `nowMs`. */
export function isOpenAt(incident: Incident, nowMs: number): boolean {
  return incident.openedAtMs <= nowMs && (incident.resolvedAtMs === null || incident.resolvedAtMs > nowMs);
}
