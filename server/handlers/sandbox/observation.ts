import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Desk, SandboxHandler } from '../../sandbox-contract.ts';
import { eventsOf } from '../../world/events.ts';
import type { Scope } from '../../world/tenant.ts';
import { mayReadAlert } from '../feed-access.ts';
import { pageOf } from './streams.ts';

type Incident = ReturnType<Scope['incidents']>[number];

interface Filters {
  readonly type?: string;
  readonly terminal_id?: string;
}

/** @see gap sandbox.events */
export const listEvents: SandboxHandler<'listEvents'> = (desk, { query }) => {
  const events = visibleIncidents(desk, query).flatMap(({ view, incident }) =>
    eventsOf(incident, view.seed).filter(({ atMs }) => atMs <= desk.nowMs),
  );
  const page = pageOf(desk, events, ({ atMs, event }) => ({ atMs, id: event.id }), query);
  if ('problem' in page) return page;
  const data = page.items.map(({ event }) => event);
  return { status: 200, body: { object: 'list', data, page: page.page, as_of: formatInstant(desk.nowMs) } };
};

/** @see gap sandbox.incidents */
export const listIncidents: SandboxHandler<'listIncidents'> = (desk, { query }) => {
  const incidents = visibleIncidents(desk, query)
    .map(({ incident }) => incident)
    .filter(({ resolvedAtMs }) => {
      const isOpen = resolvedAtMs === null || resolvedAtMs > desk.nowMs;
      return query.state === undefined || (query.state === 'open') === isOpen;
    });
  const page = pageOf(desk, incidents, ({ openedAtMs, incidentId }) => ({ atMs: openedAtMs, id: incidentId }), query);
  if ('problem' in page) return page;
  const data = page.items.map(presentIncident);
  return { status: 200, body: { object: 'list', data, page: page.page, as_of: formatInstant(desk.nowMs) } };
};

/** @see gap sandbox.requests */
export const listRequests: SandboxHandler<'listRequests'> = ({ exchanges }) => ({
  status: 200,
  body: { object: 'list', data: exchanges },
});

/** A role that may not read a kind of alert in the feeds does not read it here. */
function visibleIncidents(
  { views }: Desk,
  { type, terminal_id: terminalId }: Filters,
): readonly { readonly view: Scope; readonly incident: Incident }[] {
  return views.flatMap((view) =>
    view
      .incidents()
      .filter((incident) => mayReadAlert(view.rules, incident.type))
      .filter((incident) => type === undefined || incident.type === type)
      .filter((incident) => terminalId === undefined || incident.terminalId === terminalId)
      .map((incident) => ({ view, incident })),
  );
}

function presentIncident(incident: Incident): SandboxSchemas['SandboxIncident'] {
  const { incidentId, type, dedupeKey, accountId, terminalId, openedAtMs, resolvedAtMs, resolution } = incident;
  return {
    incident_id: incidentId,
    type,
    dedupe_key: dedupeKey,
    account_id: accountId,
    terminal_id: terminalId,
    severity: incident.moments.at(-1)?.severity ?? 'low',
    opened_at: formatInstant(openedAtMs),
    resolved_at: resolvedAtMs === null ? null : formatInstant(resolvedAtMs),
    resolution,
    moments: incident.moments.map(({ sequence, state, atMs, severity, title, summary }) => ({
      sequence,
      state,
      at: formatInstant(atMs),
      severity,
      title,
      summary,
    })),
  };
}
