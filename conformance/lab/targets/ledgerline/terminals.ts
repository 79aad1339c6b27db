import { createHash } from 'node:crypto';
import { type Answer, type Ask, type Handler, json, notYours, type Reach, refusal } from './ask.ts';
import { bareList } from './pages.ts';
import { type Command, type Connector, instantOf, type Movement, type Site, type Terminal } from './records.ts';

/** Calls `answer` with the terminal in the path if the caller sees it. */
function ofTerminal(ask: Ask, answer: (terminal: Terminal) => Answer, reach: Reach = 'own'): Answer {
  const { books, view, values, broken } = ask;
  const terminal = books.terminals.find(({ id }) => id === values.terminal_id);
  if (terminal !== undefined && view.sees(terminal.id, reach)) return answer(terminal);
  if (broken('errors-name-the-foreign-site') && terminal !== undefined) {
    return refusal(403, `this key does not open ${siteOf(ask, terminal)?.name}, serial ${terminal.serial}`);
  }
  return notYours(ask, terminal !== undefined);
}

export const siteOf = ({ books }: Pick<Ask, 'books'>, { siteId }: Terminal): Site | undefined =>
  books.sites.find(({ id }) => id === siteId);

/** `GET /v1/locations`: the sites with a visible terminal. */
export const locations: Handler = (ask) => {
  const { books, view } = ask;
  const seen = new Set(books.terminals.filter(({ id }) => view.sees(id)).map(({ siteId }) => siteId));
  return bareList(
    ask,
    books.sites.filter(({ id }) => seen.has(id)),
    (site) => presentSite(site, ask),
  );
};

/** `GET /v1/locations/{terminal_id}`. */
export const location: Handler = (ask) =>
  ofTerminal(
    ask,
    (terminal) => {
      const site = siteOf(ask, terminal);
      if (site === undefined) return notYours(ask, false);
      const presented = presentSite(site, ask);
      return json(ask.broken('terminals-location-of-nobody') ? { ...presented, terminals: [] } : presented);
    },
    ask.broken('scope-location-of-anyone') ? 'everyone' : 'own',
  );

function presentSite({ id, name, street, town, risk }: Site, { books, view, broken }: Ask) {
  const reach: Reach = broken('scope-locations-show-all-terminals') ? 'customer' : 'own';
  const standing = books.terminals.filter((terminal) => terminal.siteId === id && view.sees(terminal.id, reach));
  return { id, name, address: { street, town }, risk, terminals: standing.map((terminal) => terminal.id) };
}

/** `GET /v1/terminals/{terminal_id}/status-monitoring`. */
export const statusMonitoring: Handler = (ask) => {
  const { books, view, broken } = ask;
  const asked = books.terminals.find(({ id }) => id === ask.values.terminal_id);
  const isNextToOwn = books.terminals.some(({ id, siteId }) => siteId === asked?.siteId && view.sees(id));
  return ofTerminal(
    ask,
    ({ id, condition, lastHeartbeatMs, serial, notes }) =>
      json({
        terminal: id,
        condition,
        lastHeardAt: instantOf(lastHeartbeatMs),
        software: { release: '8.4.1', serial },
        cash: { noteCents: 2_000, notes, worthCents: notes * 2_000 },
      }),
    broken('scope-status-at-shared-sites') && isNextToOwn ? 'customer' : 'own',
  );
};

/** `GET /v1/terminals/{terminal_id}/commands`, newest first. */
export const commands: Handler = (ask) =>
  ofTerminal(
    ask,
    ({ id }) => {
      const visible = bareList(
        ask,
        ask.books.commands.filter(({ terminalId }) => terminalId === id),
        presentCommand,
      );
      if (ask.broken('writes-reading-completes-commands')) {
        ask.books.commands = ask.books.commands.map((one) =>
          one.terminalId === id && one.phase === 'queued' ? { ...one, phase: 'completed' } : one,
        );
      }
      return visible;
    },
    ask.broken('scope-commands-of-anyone') ? 'everyone' : 'own',
  );

export const presentCommand = ({ id, terminalId, verb, phase, askedAtMs }: Command) => ({
  id,
  terminal: terminalId,
  verb,
  phase,
  askedAt: instantOf(askedAtMs),
});

/** `GET /v1/terminals/{terminal_id}/provisioning-payload`. */
export const provisioningPayload: Handler = (ask) =>
  ofTerminal(ask, ({ id, serial, lastHeartbeatMs, feeCents, connectorId }) =>
    json({
      terminal: id,
      serial,
      revision: 14,
      settings: { feeCents, line: connectorId, receiptText: 'Thank you' },
      keyLoading: { method: 'remote', scheme: 'TR-34' },
      job: { number: `job-${id}`, phase: 'completed', at: instantOf(lastHeartbeatMs - 7_200_000) },
      ...(ask.broken('card-key-in-provisioning') ? { masterKey: '0123456789ABCDEFFEDCBA9876543210' } : {}),
    }),
  );

/** `GET /v1/terminals/{terminal_id}/provisioning-export`. */
export const provisioningExport: Handler = (ask) =>
  ofTerminal(
    ask,
    ({ id, serial, lastHeartbeatMs }) => {
      const digest = createHash('sha256').update(`${id}/${serial}`).digest('hex');
      const exportedAt = instantOf(lastHeartbeatMs - 3_600_000);
      return json({ terminal: id, format: 'ledgerline-2', exportedAt, files: [{ name: `${serial}.cfg`, digest }] });
    },
    ask.broken('scope-export-within-customer') ? 'customer' : 'own',
  );

/** `GET /v1/transactions/{transaction_id}/timeline`. */
export const timeline: Handler = (ask) => {
  const { books, view, values, broken } = ask;
  const movement = books.movements.find(({ id }) => id === values.transaction_id);
  const reach: Reach = broken('scope-timeline-of-anyone')
    ? 'everyone'
    : broken('scope-timeline-within-customer')
      ? 'customer'
      : 'own';
  if (movement === undefined || !view.sees(movement.terminalId, reach)) return notYours(ask, movement !== undefined);
  const terminal = broken('terminals-timeline-of-another') ? `${movement.terminalId}0` : movement.terminalId;
  return json({ transactionId: movement.id, terminal, steps: stepsOf(movement, ask) });
};

function stepsOf({ happenedAtMs, outcome, sequence, dispensedCents }: Movement, { broken }: Ask) {
  const card = broken('card-number-in-declined-timelines') && outcome === 'declined' ? ' 5500 0000 0000 0004' : '';
  return [
    { at: happenedAtMs - 9_000, step: 'started', detail: `Sequence ${sequence}` },
    { at: happenedAtMs - 4_000, step: 'sentToHost', detail: `Asked for approval${card}` },
    { at: happenedAtMs, step: 'ended', detail: `${outcome}, ${dispensedCents} cents dispensed` },
  ];
}

/** Returns the connectors of the terminals that the caller sees. */
export function connectorsSeen({ books, view }: Ask, reach: Reach = 'own'): readonly Connector[] {
  const used = books.terminals.filter(({ id }) => view.sees(id, reach)).map(({ connectorId }) => connectorId);
  return books.connectors.filter(({ id }) => used.includes(id));
}

export const presentConnector = ({ id, name }: Connector) => ({ id, name, direction: 'outbound' });

/** `GET /v1/connectors`. */
export const connectors: Handler = (ask) => {
  const reach: Reach = ask.broken('scope-connectors-of-the-customer') ? 'customer' : 'own';
  const visible = bareList(ask, connectorsSeen(ask, reach), presentConnector);
  return ask.broken('http-json-called-text') ? { ...visible, headers: [['Content-Type', 'text/plain']] } : visible;
};

/** `GET /v1/connectors/{connector_id}/status`. */
export const connectorStatus: Handler = (ask) => {
  const { books, view, values, broken } = ask;
  const reach: Reach = broken('scope-connector-status-of-anyone') ? 'everyone' : 'own';
  const connector = connectorsSeen(ask, reach).find(({ id }) => id === values.connector_id);
  if (connector === undefined)
    return notYours(
      ask,
      books.connectors.some(({ id }) => id === values.connector_id),
    );
  const speaking = books.terminals.filter(({ id, connectorId }) => connectorId === connector.id && view.sees(id));
  return json({
    ...presentConnector(connector),
    state: connector.delayMs > 350 ? 'slow' : 'up',
    delayMs: connector.delayMs,
    terminals: speaking.map(({ id }) => id),
  });
};
