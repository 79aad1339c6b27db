import { createHash } from 'node:crypto';
import {
  type Command,
  type Connector,
  formatUtcInstant,
  type Site,
  type Terminal,
  type TransactionRecord,
} from '../data/model.ts';
import { respondWithList } from '../http/pages.ts';
import {
  type HandlerRequest,
  type HandlerResponse,
  json,
  type LedgerlineHandler,
  respondNotVisible,
  respondWithError,
  type ViewExtent,
} from '../http/request.ts';

/** Calls `respond` with the terminal in the path if the caller sees it. */
function withTerminal(
  request: HandlerRequest,
  respond: (terminal: Terminal) => HandlerResponse,
  extent: ViewExtent = 'own',
): HandlerResponse {
  const { data, view, values, hasFault } = request;
  const terminal = data.terminals.find(({ id }) => id === values.terminal_id);
  if (terminal !== undefined && view.sees(terminal.id, extent)) return respond(terminal);
  if (hasFault('errors-name-the-foreign-site') && terminal !== undefined) {
    return respondWithError(
      403,
      `this key does not open ${findSite(request, terminal)?.name}, serial ${terminal.serial}`,
    );
  }
  return respondNotVisible(request, terminal !== undefined);
}

export const findSite = ({ data }: Pick<HandlerRequest, 'data'>, { siteId }: Terminal): Site | undefined =>
  data.sites.find(({ id }) => id === siteId);

/** `GET /v1/locations`: the sites with a visible terminal. */
export const locations: LedgerlineHandler = (request) => {
  const { data, view } = request;
  const seen = new Set(data.terminals.filter(({ id }) => view.sees(id)).map(({ siteId }) => siteId));
  return respondWithList(
    request,
    data.sites.filter(({ id }) => seen.has(id)),
    (site) => presentSite(site, request),
  );
};

/** `GET /v1/locations/{terminal_id}`. */
export const location: LedgerlineHandler = (request) =>
  withTerminal(
    request,
    (terminal) => {
      const site = findSite(request, terminal);
      if (site === undefined) return respondNotVisible(request, false);
      const presented = presentSite(site, request);
      return json(request.hasFault('terminals-location-of-nobody') ? { ...presented, terminals: [] } : presented);
    },
    request.hasFault('scope-location-of-anyone') ? 'everyone' : 'own',
  );

function presentSite({ id, name, street, town, risk }: Site, { data, view, hasFault }: HandlerRequest) {
  const extent: ViewExtent = hasFault('scope-locations-show-all-terminals') ? 'customer' : 'own';
  const standing = data.terminals.filter((terminal) => terminal.siteId === id && view.sees(terminal.id, extent));
  return { id, name, address: { street, town }, risk, terminals: standing.map((terminal) => terminal.id) };
}

/** `GET /v1/terminals/{terminal_id}/status-monitoring`. */
export const statusMonitoring: LedgerlineHandler = (request) => {
  const { data, view, hasFault } = request;
  const requested = data.terminals.find(({ id }) => id === request.values.terminal_id);
  const isNextToOwn = data.terminals.some(({ id, siteId }) => siteId === requested?.siteId && view.sees(id));
  return withTerminal(
    request,
    ({ id, condition, lastHeartbeatMs, serial, notes }) =>
      json({
        terminal: id,
        condition,
        lastHeardAt: formatUtcInstant(lastHeartbeatMs),
        software: { release: '8.4.1', serial },
        cash: { noteCents: 2_000, notes, worthCents: notes * 2_000 },
      }),
    hasFault('scope-status-at-shared-sites') && isNextToOwn ? 'customer' : 'own',
  );
};

/** `GET /v1/terminals/{terminal_id}/commands`, newest first. */
export const commands: LedgerlineHandler = (request) =>
  withTerminal(
    request,
    ({ id }) => {
      const visible = respondWithList(
        request,
        request.data.commands.filter(({ terminalId }) => terminalId === id),
        presentCommand,
      );
      if (request.hasFault('writes-reading-completes-commands')) {
        request.data.commands = request.data.commands.map((one) =>
          one.terminalId === id && one.phase === 'queued' ? { ...one, phase: 'completed' } : one,
        );
      }
      return visible;
    },
    request.hasFault('scope-commands-of-anyone') ? 'everyone' : 'own',
  );

export const presentCommand = ({ id, terminalId, verb, phase, askedAtMs }: Command) => ({
  id,
  terminal: terminalId,
  verb,
  phase,
  askedAt: formatUtcInstant(askedAtMs),
});

/** `GET /v1/terminals/{terminal_id}/provisioning-payload`. */
export const provisioningPayload: LedgerlineHandler = (request) =>
  withTerminal(request, ({ id, serial, lastHeartbeatMs, feeCents, connectorId }) =>
    json({
      terminal: id,
      serial,
      revision: 14,
      settings: { feeCents, line: connectorId, receiptText: 'Thank you' },
      keyLoading: { method: 'remote', scheme: 'TR-34' },
      job: { number: `job-${id}`, phase: 'completed', at: formatUtcInstant(lastHeartbeatMs - 7_200_000) },
      ...(request.hasFault('card-key-in-provisioning') ? { masterKey: '0123456789ABCDEFFEDCBA9876543210' } : {}),
    }),
  );

/** `GET /v1/terminals/{terminal_id}/provisioning-export`. */
export const provisioningExport: LedgerlineHandler = (request) =>
  withTerminal(
    request,
    ({ id, serial, lastHeartbeatMs }) => {
      const digest = createHash('sha256').update(`${id}/${serial}`).digest('hex');
      const exportedAt = formatUtcInstant(lastHeartbeatMs - 3_600_000);
      return json({ terminal: id, format: 'ledgerline-2', exportedAt, files: [{ name: `${serial}.cfg`, digest }] });
    },
    request.hasFault('scope-export-within-customer') ? 'customer' : 'own',
  );

/** `GET /v1/transactions/{transaction_id}/timeline`. */
export const timeline: LedgerlineHandler = (request) => {
  const { data, view, values, hasFault } = request;
  const record = data.records.find(({ id }) => id === values.transaction_id);
  const extent: ViewExtent = hasFault('scope-timeline-of-anyone')
    ? 'everyone'
    : hasFault('scope-timeline-within-customer')
      ? 'customer'
      : 'own';
  if (record === undefined || !view.sees(record.terminalId, extent))
    return respondNotVisible(request, record !== undefined);
  const terminal = hasFault('terminals-timeline-of-another') ? `${record.terminalId}0` : record.terminalId;
  return json({ transactionId: record.id, terminal, steps: listSteps(record, request) });
};

function listSteps(
  { happenedAtMs, outcome, sequence, dispensedCents }: TransactionRecord,
  { hasFault }: HandlerRequest,
) {
  const card = hasFault('card-number-in-declined-timelines') && outcome === 'declined' ? ' 5500 0000 0000 0004' : '';
  return [
    { at: happenedAtMs - 9_000, step: 'started', detail: `Sequence ${sequence}` },
    { at: happenedAtMs - 4_000, step: 'sentToHost', detail: `Asked for approval${card}` },
    { at: happenedAtMs, step: 'ended', detail: `${outcome}, ${dispensedCents} cents dispensed` },
  ];
}

/** Returns the connectors of the terminals that the caller sees. */
export function listVisibleConnectors(
  { data, view }: HandlerRequest,
  extent: ViewExtent = 'own',
): readonly Connector[] {
  const used = data.terminals.filter(({ id }) => view.sees(id, extent)).map(({ connectorId }) => connectorId);
  return data.connectors.filter(({ id }) => used.includes(id));
}

export const presentConnector = ({ id, name }: Connector) => ({ id, name, direction: 'outbound' });

/** `GET /v1/connectors`. */
export const connectors: LedgerlineHandler = (request) => {
  const extent: ViewExtent = request.hasFault('scope-connectors-of-the-customer') ? 'customer' : 'own';
  return respondWithList(request, listVisibleConnectors(request, extent), presentConnector);
};

/** `GET /v1/connectors/{connector_id}/status`. */
export const connectorStatus: LedgerlineHandler = (request) => {
  const { data, view, values, hasFault } = request;
  const extent: ViewExtent = hasFault('scope-connector-status-of-anyone') ? 'everyone' : 'own';
  const connector = listVisibleConnectors(request, extent).find(({ id }) => id === values.connector_id);
  if (connector === undefined)
    return respondNotVisible(
      request,
      data.connectors.some(({ id }) => id === values.connector_id),
    );
  const speaking = data.terminals.filter(({ id, connectorId }) => connectorId === connector.id && view.sees(id));
  return json({
    ...presentConnector(connector),
    state: connector.delayMs > 350 ? 'slow' : 'up',
    delayMs: connector.delayMs,
    terminals: speaking.map(({ id }) => id),
  });
};
