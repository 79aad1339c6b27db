import { formatInstant } from '../../../base/formats.ts';
import { drawAt } from '../../../fixtures/random/draw.ts';
import { drawIdAt } from '../../../fixtures/random/ids.ts';
import { contract, type EventType, type Schemas, type ServiceId } from '../../../spec/index.ts';
import type { Incident, IncidentMoment, Severity } from '../rules/incident.ts';
import type { Happening } from '../rules/point-event.ts';
import type { TenantState } from '../state/tenant.ts';
import { type JsonObject, presentEventData } from './event-data.ts';
import { computeLogs, listAccountStreams, readAccountLog, readTerminalLog } from './incident-log.ts';

/**
 * An event in the form of the contract's webhooks.
 * @see clause events.names, gap events.frame
 */
export interface FleetEvent {
  /** Depends only on the incident and the turn, so that equal seeds give equal ids. */
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
  /** Null for events without an incident. */
  readonly incident: Schemas['EventIncident'] | null;
  readonly data: JsonObject;
}

/**
 * Returns the events of a tenant in [fromMs, toMs), in order. The events of a long period are those of its parts in
 * sequence.
 */
export function collectEvents(
  state: TenantState,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly FleetEvent[] {
  const { generated } = state;
  const lastMs = toMs - 1;
  const accounts = listAccountStreams(generated);
  computeLogs(generated, { terminals: generated.terminals, accounts, nowMs: lastMs });
  const logs = [
    ...generated.terminals.map((terminal) => readTerminalLog(terminal, lastMs)),
    ...generated.fixture.accounts.map(({ accountId }) => readAccountLog(state, accountId, lastMs)),
  ];
  return logs
    .flatMap((log) => listPendingEvents(log, { fromMs, toMs: lastMs }))
    .sort(compareEarliestFirst)
    .map((emitted) => emitted.event());
}

interface Log {
  readonly incidents: readonly Incident[];
  readonly happenings: readonly Happening[];
}

/** Returns the events of these incidents and happenings from `fromMs` to `toMs`, both inclusive, unordered. */
export function listPendingEvents(
  { incidents, happenings }: Log,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly PendingEvent[] {
  const isWithin = ({ atMs }: { readonly atMs: number }): boolean => atMs >= fromMs && atMs <= toMs;
  return [
    ...incidents.flatMap((incident) => {
      if (incident.openedAtMs > toMs || (incident.moments.at(-1)?.atMs ?? 0) < fromMs) return [];
      return incident.moments.filter(isWithin).map((moment) => toPendingEvent(incident, moment));
    }),
    ...happenings.filter(isWithin).map((happening) => ({
      atMs: happening.atMs,
      rank: 1,
      id: happening.eventId,
      event: () => presentHappening(happening),
    })),
  ];
}

/** An event before formatting. Events are ordered by `atMs`, `rank` and `id`. */
export interface PendingEvent {
  readonly atMs: number;
  /** Within a minute, ends come before beginnings. */
  readonly rank: number;
  readonly id: string;
  /** Formats the event on demand: of thousands, a page shows few. */
  readonly event: () => FleetEvent;
}

function toPendingEvent(incident: Incident, moment: IncidentMoment): PendingEvent {
  const { state, sequence, atMs } = moment;
  let known: string | undefined;
  const id = (): string => {
    known ??= drawIdAt('evt', atMs, drawAt(0, 'event', incident.incidentId, sequence));
    return known;
  };
  return {
    atMs,
    rank: state === 'resolved' ? 0 : 1,
    get id() {
      return id();
    },
    event: () => presentMoment(id(), incident, moment),
  };
}

function compareEarliestFirst(a: PendingEvent, b: PendingEvent): number {
  return a.atMs - b.atMs || a.rank - b.rank || (a.id < b.id ? -1 : 1);
}

function presentMoment(id: string, incident: Incident, moment: IncidentMoment): FleetEvent {
  const { incidentId, dedupeKey, openedAtMs, resolution } = incident;
  const { state, sequence, atMs } = moment;
  const known = { incident_id: incidentId, sequence, dedupe_key: dedupeKey, opened_at: formatInstant(openedAtMs) };
  return {
    id,
    ...makeFrame(incident, moment),
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
    ...makeFrame(happening, happening),
    incident: null,
    data: presentEventData(happening.type, happening.data),
  };
}

function makeFrame(
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
    families: contract.webhooks[type].post['x-families'],
    severity,
  } as const;
}
