import { parseInstant } from '../../../base/durations.ts';
import { formatInstant } from '../../../base/formats.ts';
import { findNearestName } from '../../../base/nearest-name.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { listMatchingTypes } from '../../../spec/event-types.ts';
import { operations } from '../../../spec/index.ts';
import { type SandboxSchemas, sandboxOperations } from '../../../spec/sandbox-contract.ts';
import { type ProblemReply, problem } from '../../problems/problem.ts';
import { createUnknownTypeFault } from '../../problems/unknown-names.ts';
import type { SandboxHandler } from '../../sandbox-contract.ts';
import { listPendingEvents } from '../../world/events/events.ts';
import type { ControlScope } from '../../world/scope/scope-types.ts';
import { mayReadAlert } from '../terminals/alert-access.ts';
import { paginateStream, readStartMs } from './streams.ts';

type Incident = ReturnType<ControlScope['incidents']>[number];

interface Filters {
  /** Undefined: all. */
  readonly types: readonly string[] | undefined;
  readonly terminal_id?: string;
}

/** @see gap sandbox.events */
export const listEvents: SandboxHandler<'listEvents'> = (controlContext, { query }) => {
  const sinceMs = query.since === undefined ? undefined : parseInstant(query.since);
  if (query.since !== undefined && sinceMs === undefined) return rejectSince();
  const types = readTypes(query);
  if ('problem' in types) return types;
  const span = {
    fromMs: Math.max(readStartMs(query.cursor), sinceMs ?? Number.NEGATIVE_INFINITY),
    toMs: controlContext.nowMs,
  };
  const events = controlContext.views.flatMap((view) =>
    listPendingEvents(filterVisibleLog(view, { ...query, ...types }), span),
  );
  const page = paginateStream(
    { since: controlContext.since, items: events, getPlace: (item) => item },
    { ...query, ...omitUndefined({ fromMs: sinceMs }) },
  );
  if ('problem' in page) return page;
  // Every reply is validated against the schema of each event's type before it is sent.
  const data = page.items.map((item) => item.event() as SandboxSchemas['WebhookEvent']);
  return { status: 200, body: { object: 'list', data, page: page.page, as_of: formatInstant(controlContext.nowMs) } };
};

/** Returns the event types that the parameter `type` matches. */
function readTypes({ type }: { readonly type?: string }): Pick<Filters, 'types'> | ProblemReply<400> {
  const types = type === undefined ? undefined : listMatchingTypes(type);
  if (type === undefined || types === undefined || types.length > 0) return { types };
  const fault = createUnknownTypeFault({ parameter: 'type' }, type);
  return problem(400, 'invalid_parameter', { detail: `type: ${fault.detail}`, errors: [fault] });
}

function rejectSince(): ProblemReply<400> {
  const detail = 'Expected an instant such as 2026-11-02T12:00:00Z.';
  return problem(400, 'invalid_parameter', {
    detail: `since: ${detail}`,
    errors: [{ parameter: 'since', code: 'wrong_format', detail }],
  });
}

/** @see gap sandbox.incidents */
export const listIncidents: SandboxHandler<'listIncidents'> = (controlContext, { query }) => {
  const types = readTypes(query);
  if ('problem' in types) return types;
  const incidents = controlContext.views
    .flatMap((view) => filterVisibleLog(view, { ...query, ...types }).incidents)
    .filter(({ resolvedAtMs }) => {
      const isOpen = resolvedAtMs === null || resolvedAtMs > controlContext.nowMs;
      return query.state === undefined || (query.state === 'open') === isOpen;
    });
  const page = paginateStream(
    {
      since: controlContext.since,
      items: incidents,
      getPlace: ({ openedAtMs, incidentId }) => ({ atMs: openedAtMs, rank: 0, id: incidentId }),
    },
    query,
  );
  if ('problem' in page) return page;
  const data = page.items.map(presentIncident);
  return { status: 200, body: { object: 'list', data, page: page.page, as_of: formatInstant(controlContext.nowMs) } };
};

/** @see gap sandbox.requests */
export const listRequests: SandboxHandler<'listRequests'> = ({ exchanges }, { query }) => {
  const { operation, status, method } = query;
  if (operation !== undefined && !OPERATION_IDS.includes(operation)) return rejectOperation(operation);
  const data = exchanges.filter(
    (one) =>
      (operation === undefined || one.operation_id === operation) &&
      (status === undefined || one.status === status) &&
      (method === undefined || one.method === method),
  );
  return { status: 200, body: { object: 'list', data } };
};

const OPERATION_IDS: readonly string[] = [...Object.keys(operations), ...Object.keys(sandboxOperations)];

function rejectOperation(operation: string): ProblemReply<400> {
  const nearest = findNearestName(operation, OPERATION_IDS);
  const detail = 'Expected the operationId of an operation, such as createDispute.';
  return problem(400, 'invalid_parameter', {
    detail: `operation: ${detail}`,
    errors: [{ parameter: 'operation', code: 'unknown_value', detail, ...omitUndefined({ nearest }) }],
  });
}

/** Applies the same role limits on alerts as the feeds. */
function filterVisibleLog(view: ControlScope, { types, terminal_id: terminalId }: Filters) {
  const isWanted = (item: Pick<Incident, 'type' | 'terminalId'>): boolean =>
    mayReadAlert(view.rules, item.type) &&
    (types === undefined || types.includes(item.type)) &&
    (terminalId === undefined || item.terminalId === terminalId);
  return { incidents: view.incidents().filter(isWanted), happenings: view.happenings().filter(isWanted) };
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
