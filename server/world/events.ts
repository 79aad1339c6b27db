import { drawAt } from '../../fixtures/draw.ts';
import { idAt } from '../../fixtures/ids.ts';
import { formatInstant } from '../../spec/formats.ts';
import { contract, type EventType, type Schemas, type ServiceId } from '../../spec/index.ts';
import { type JsonObject, presentEventData } from './event-data.ts';
import { accountLog, terminalLog } from './incident-log.ts';
import type { Happening, Incident, IncidentMoment, Severity } from './rules/index.ts';
import type { TenantState } from './tenant.ts';

/**
 * What subscribers are told, as the contract's webhooks have it.
 * @see clause events.names, gap events.frame
 */
export interface FleetEvent {
  /** The same for equal seeds: pure of the incident and the number of the turn. */
  readonly id: string;
  readonly type: EventType;
  readonly timestamp: string;
  readonly api_version: 'v1';
  readonly level: 'account' | 'terminal';
  readonly account_id: string;
  readonly terminal_id: string | null;
  /** In the contract's order. */
  readonly families: readonly ServiceId[];
  readonly severity: Severity;
  /** Null for what is told once. */
  readonly incident: Schemas['EventIncident'] | null;
  readonly data: JsonObject;
}

/**
 * The events of a tenant in [fromMs, toMs), in the order in which they came about: those of a long span are those of its
 * parts, one after the other.
 */
export function eventsOf(
  state: TenantState,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly FleetEvent[] {
  const { generated } = state;
  const lastMs = toMs - 1;
  const logs = [
    ...generated.terminals.map((terminal) => terminalLog(terminal, lastMs)),
    ...generated.fixture.accounts.map(({ accountId }) => accountLog(state, accountId, lastMs)),
  ];
  return logs
    .flatMap(toldBy)
    .filter(({ atMs }) => atMs >= fromMs && atMs <= lastMs)
    .sort(earliestFirst)
    .map(({ event }) => event);
}

/** What is told of these, in the order in which it came about. */
export function eventsAbout(log: Log): readonly ToldEvent[] {
  return toldBy(log).sort(earliestFirst);
}

interface Log {
  readonly incidents: readonly Incident[];
  readonly happenings: readonly Happening[];
}

function toldBy({ incidents, happenings }: Log): Told[] {
  return [
    ...incidents.flatMap((incident) => incident.moments.map((moment) => told(moment, presentMoment(incident, moment)))),
    ...happenings.map((happening) => told(happening, presentHappening(happening))),
  ];
}

/** An event and when it came about. */
export interface ToldEvent {
  readonly atMs: number;
  readonly event: FleetEvent;
}

interface Told extends ToldEvent {
  /** Of the same minute, what ends is told before what begins. */
  readonly rank: number;
}

const told = ({ atMs }: { readonly atMs: number }, event: FleetEvent): Told => ({
  atMs,
  rank: event.incident?.state === 'resolved' ? 0 : 1,
  event,
});

function earliestFirst(a: Told, b: Told): number {
  return a.atMs - b.atMs || a.rank - b.rank || (a.event.id < b.event.id ? -1 : 1);
}

function presentMoment(incident: Incident, moment: IncidentMoment): FleetEvent {
  const { incidentId, dedupeKey, openedAtMs, resolution } = incident;
  const { state, sequence, atMs } = moment;
  const known = { incident_id: incidentId, sequence, dedupe_key: dedupeKey, opened_at: formatInstant(openedAtMs) };
  return {
    id: idAt('evt', atMs, drawAt(0, 'event', incidentId, sequence)),
    ...frameOf(incident, moment),
    incident:
      state === 'resolved'
        ? { ...known, state, resolved_at: formatInstant(atMs), resolution: resolution ?? 'recovered' }
        : { ...known, state, resolved_at: null, resolution: null },
    data: presentEventData(incident.type, moment.data),
  };
}

function presentHappening(happening: Happening): FleetEvent {
  return {
    id: happening.eventId,
    ...frameOf(happening, happening),
    incident: null,
    data: presentEventData(happening.type, happening.data),
  };
}

function frameOf(
  { type, accountId, terminalId }: Pick<Incident, 'type' | 'accountId' | 'terminalId'>,
  { atMs, severity }: Pick<IncidentMoment, 'atMs' | 'severity'>,
) {
  return {
    type,
    timestamp: formatInstant(atMs),
    api_version: 'v1',
    level: terminalId === null ? 'account' : 'terminal',
    account_id: accountId,
    terminal_id: terminalId,
    families: contract.webhooks[type]?.post['x-families'] ?? [],
    severity,
  } as const;
}
