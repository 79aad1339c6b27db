import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { mayReadAlert } from '../terminals/alert-access.ts';
import type { FeedEntry } from './feed-item.ts';

type Incident = ReturnType<Scope['incidents']>[number];

type Happening = ReturnType<Scope['happenings']>[number];

/** Lists the alerts of all visible terminals and accounts. @see clause feeds.account.rows */
export const listAlertEntries = (scope: Scope): readonly FeedEntry[] => [
  ...toIncidentEntries(scope, scope.incidents()),
  ...toPointEventEntries(scope, scope.happenings()),
];

/** Lists the alerts of one terminal. @see clause feeds.terminal.rows */
export const listTerminalAlertEntries = (scope: Scope, terminal: Terminal): readonly FeedEntry[] => [
  ...toIncidentEntries(scope, scope.listIncidents(terminal)),
  ...toPointEventEntries(scope, scope.listHappenings(terminal)),
];

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
