import type { Scope, Terminal } from '../world/state/tenant.ts';
import { mayReadAlert } from './feed-access.ts';
import type { Told } from './feed-item.ts';

type Incident = ReturnType<Scope['incidents']>[number];

type Happening = ReturnType<Scope['happenings']>[number];

/** Alerts of everything visible. @see clause feeds.account.rows */
export const tellAlerts = (scope: Scope): readonly Told[] => [
  ...tellIncidents(scope, scope.incidents()),
  ...tellHappenings(scope, scope.happenings()),
];

/** Alerts of one terminal. @see clause feeds.terminal.rows */
export const tellAlertsOf = (scope: Scope, terminal: Terminal): readonly Told[] => [
  ...tellIncidents(scope, scope.incidentsOf(terminal)),
  ...tellHappenings(scope, scope.happeningsOf(terminal)),
];

/** One item for each moment of an incident: that it was triggered, that it got worse, that it is over. */
function tellIncidents(scope: Scope, incidents: readonly Incident[]): readonly Told[] {
  return incidents
    .filter(({ type }) => mayReadAlert(scope.rules, type))
    .flatMap((incident) =>
      incident.moments.filter(({ atMs }) => atMs <= scope.nowMs).map((moment) => tellMoment(incident, moment)),
    );
}

/** One item for what is told once. */
function tellHappenings(scope: Scope, happenings: readonly Happening[]): readonly Told[] {
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

function tellMoment({ incidentId, terminalId }: Incident, moment: Incident['moments'][number]): Told {
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
