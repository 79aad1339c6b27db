import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { mayReadAlert } from './feed-access.ts';
import type { FeedEntry } from './feed-item.ts';

type Incident = ReturnType<Scope['incidents']>[number];

type Happening = ReturnType<Scope['happenings']>[number];

/** Alerts of everything visible. @see clause feeds.account.rows */
export const alertEntries = (scope: Scope): readonly FeedEntry[] => [
  ...incidentEntries(scope, scope.incidents()),
  ...pointEventEntries(scope, scope.happenings()),
];

/** Alerts of one terminal. @see clause feeds.terminal.rows */
export const terminalAlertEntries = (scope: Scope, terminal: Terminal): readonly FeedEntry[] => [
  ...incidentEntries(scope, scope.incidentsOf(terminal)),
  ...pointEventEntries(scope, scope.happeningsOf(terminal)),
];

/** One item for each moment of an incident: that it was triggered, that it got worse, that it is over. */
function incidentEntries(scope: Scope, incidents: readonly Incident[]): readonly FeedEntry[] {
  return incidents
    .filter(({ type }) => mayReadAlert(scope.rules, type))
    .flatMap((incident) =>
      incident.moments.filter(({ atMs }) => atMs <= scope.nowMs).map((moment) => transitionEntry(incident, moment)),
    );
}

/** One item for what is told once. */
function pointEventEntries(scope: Scope, happenings: readonly Happening[]): readonly FeedEntry[] {
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

function transitionEntry({ incidentId, terminalId }: Incident, moment: Incident['moments'][number]): FeedEntry {
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
