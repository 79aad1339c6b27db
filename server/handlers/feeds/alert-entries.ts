import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { mayReadAlert } from '../terminals/alert-access.ts';
import type { FeedEntry } from './feed-item.ts';
import { listNewestEntries } from './newest-entries.ts';

type Incident = ReturnType<Scope['incidents']>[number];

type Happening = ReturnType<Scope['happenings']>[number];

/** Lists alerts of the visible terminals and accounts that include the newest `count`. @see clause feeds.account.rows */
export const listAlertEntries = (scope: Scope, count: number): readonly FeedEntry[] => [
  ...toIncidentEntries(scope, scope.accountIncidents()),
  ...listNewestEntries(scope, count, (terminal, reachMs) => listTerminalAlertEntries(scope, terminal, reachMs)),
];

/** Lists the alerts of one terminal. @see clause feeds.terminal.rows */
export function listTerminalAlertEntries(scope: Scope, terminal: Terminal, reachMs?: number): readonly FeedEntry[] {
  const { incidents, happenings } =
    reachMs === undefined
      ? { incidents: scope.listIncidents(terminal), happenings: scope.listHappenings(terminal) }
      : scope.listAlerts(terminal, reachMs);
  return [...toIncidentEntries(scope, incidents), ...toPointEventEntries(scope, happenings)];
}

/** Returns one entry for each state change of an incident: triggered, worsened, resolved. */
function toIncidentEntries(scope: Scope, incidents: readonly Incident[]): readonly FeedEntry[] {
  return incidents
    .filter(({ type }) => mayReadAlert(scope.rules, type))
    .flatMap((incident) =>
      incident.moments.filter(({ atMs }) => atMs <= scope.nowMs).map((moment) => toTransitionEntry(incident, moment)),
    );
}

/** Returns one entry for each event that has no state. */
function toPointEventEntries(scope: Scope, happenings: readonly Happening[]): readonly FeedEntry[] {
  return happenings
    .filter(({ type }) => mayReadAlert(scope.rules, type))
    .map(({ eventId, terminalId, atMs, severity, title, summary }) => ({
      category: 'alert',
      id: eventId,
      atMs,
      title: `[${severity}] ${terminalId === null ? '' : `${terminalId} `}${title}`,
      sentences: [summary],
      terminalId: terminalId ?? undefined,
      severity,
    }));
}

function toTransitionEntry({ incidentId, terminalId }: Incident, moment: Incident['moments'][number]): FeedEntry {
  const { state, sequence, severity } = moment;
  const subject = terminalId === null ? '' : `${terminalId} `;
  return {
    category: 'alert',
    id: state === 'triggered' ? incidentId : `${incidentId}:${state}:${sequence}`,
    atMs: moment.atMs,
    title: `[${state === 'resolved' ? state : severity}] ${subject}${moment.title}`,
    sentences: [moment.summary],
    terminalId: terminalId ?? undefined,
    severity,
  };
}
