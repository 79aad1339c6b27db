import type { Terminal, Transaction } from './data/model.ts';
import { presentMoney, sumCents } from './data/money.ts';
import { respondWithPage } from './http/list-page.ts';
import { isClerk, openAllViews, openCustomerView, openForeignViews, type ScopedRequest } from './http/request.ts';
import { errorResponse, type HarbourResponse, jsonResponse, NOT_FOUND } from './http/response.ts';
import type { OperationName } from './http/routes.ts';
import { presentCatalog } from './representations/catalog.ts';
import { respondAccountFeed, respondTerminalFeed } from './representations/feeds.ts';
import { presentPortal } from './representations/portal.ts';
import {
  presentBatch,
  presentCase,
  presentCodes,
  presentCommand,
  presentGroup,
  presentLocation,
  presentTimeline,
  presentTransaction,
  sumPage,
} from './representations/resources.ts';
import { presentExport, presentLine, presentPayload, presentStatus } from './representations/terminal-details.ts';
import { selectTransactions } from './select-transactions.ts';
import { derive, lodge } from './writes.ts';

type Handler = (request: ScopedRequest) => HarbourResponse;

/** The handlers of the operations that require a key. */
export const harbourHandlers: Readonly<Record<Exclude<OperationName, 'document' | 'branding'>, Handler>> = {
  portal: (request) => jsonResponse(presentPortal(request)),
  catalog: (request) => jsonResponse(presentCatalog(request)),
  transactions: (request) => transactionList(selectTransactions(request), request),
  timeline: (request) => {
    const reach = request.hasFault('scope-timeline-of-anybody') ? openAllViews(request) : [request.view];
    const row = reach
      .flatMap(({ transactions }) => transactions)
      .find(({ id }) => id === request.values.transaction_id);
    if (row === undefined) return NOT_FOUND;
    const leaksCard = row.response !== '00' && request.hasFault('card-data-in-a-header-of-declines');
    const answer = jsonResponse(presentTimeline(row, request));
    return leaksCard ? { ...answer, headers: [...answer.headers, ['X-Card-Ref', '4539578763621486']] } : answer;
  },
  settlements: (request) => {
    const { view, hasFault } = request;
    const strangers = hasFault('scope-settlements-hold-a-strangers-batch') ? openForeignViews(request) : [];
    return respondWithPage(request, {
      embedded: 'batches',
      rows: [...view.batches, ...strangers.flatMap(({ batches }) => batches.slice(0, 1))],
      present: (batch) => presentBatch(batch, request),
      aggregate: (rows) => ({
        PayoutTotal: presentMoney(
          sumCents(rows.map((one) => one.creditCents - one.debitCents)),
          view.customer.currency,
        ),
      }),
    });
  },
  disputes: (request) => {
    const isWide = request.hasFault('scope-disputes-of-colleagues-for-clerks') && isClerk(request.view.user);
    const { cases } = isWide ? openCustomerView(request) : request.view;
    return respondWithPage(request, { embedded: 'claims', rows: cases, present: (one) => presentCase(one, request) });
  },
  locations: (request) => {
    const rows = request.view.sites.flatMap(
      ({ id }) => request.view.terminals.find(({ siteId }) => siteId === id) ?? [],
    );
    return respondWithPage(request, { embedded: 'places', rows, present: (one) => presentLocation(one, request) });
  },
  groups: (request) =>
    respondWithPage(request, {
      embedded: 'unitGroups',
      rows: request.view.groups,
      present: (one) => presentGroup(one, request),
    }),
  connectors: (request) =>
    respondWithPage(request, {
      embedded: 'hostLinks',
      rows: request.view.connectors,
      present: ({ id, name, kind }) => ({
        Connector: { Code: id, Name: name },
        Kind: kind,
        Units: presentCodes(request.view.terminals.filter(({ connectorId }) => connectorId === id)),
      }),
    }),
  'connector-status': (request) => {
    const reach = request.hasFault('scope-connector-status-of-anybody') ? openAllViews(request) : [request.view];
    const found = reach.flatMap(({ connectors }) => connectors).find(({ id }) => id === request.values.connector_id);
    return found === undefined ? NOT_FOUND : jsonResponse(presentLine(found.name, found.id, request));
  },
  location: withTerminal((terminal, request) => jsonResponse(presentLocation(terminal, request))),
  status: withTerminal((terminal, request) => jsonResponse(presentStatus(terminal, request))),
  payload: withTerminal((terminal, request) => jsonResponse(presentPayload(terminal, request))),
  export: withTerminal((terminal, request) => jsonResponse(presentExport(terminal, request))),
  'unit-transactions': withTerminal((terminal, request) => {
    const { view, query, hasFault } = request;
    const strays =
      hasFault('terminals-transactions-of-a-neighbour') && (query.cursor !== undefined || query.limit > 30);
    const rows = view.transactions.filter(({ terminalId }) => terminalId === terminal.id);
    const neighbour = strays ? view.transactions.find(({ terminalId }) => terminalId !== terminal.id) : undefined;
    return transactionList(neighbour === undefined ? rows : [...rows.slice(0, -1), neighbour], request);
  }),
  commands: withTerminal((terminal, request) => {
    const reach = request.hasFault('scope-commands-of-a-colleagues-terminal')
      ? openCustomerView(request)
      : request.view;
    const rows = reach.commands.filter(({ terminalId }) => terminalId === terminal.id);
    return respondWithPage(request, { embedded: 'orders', rows, present: (one) => presentCommand(one, request) });
  }),
  'account-feed': respondAccountFeed,
  'unit-feed': withTerminal(respondTerminalFeed),
  derive,
  lodge,
};

const transactionList = (rows: readonly Transaction[], request: ScopedRequest): HarbourResponse =>
  respondWithPage(request, {
    embedded: 'transactionRows',
    rows,
    present: (row) => presentTransaction(row, request),
    aggregate: (page) => sumPage(page, request),
  });

/** Wraps a handler for the terminal in the path, if the caller may see it. */
function withTerminal(handler: (terminal: Terminal, request: ScopedRequest) => HarbourResponse): Handler {
  return (request) => {
    const named = ({ id }: Terminal) => id === request.values.terminal_id;
    const terminal = listReadableTerminals(request).find(named);
    if (terminal !== undefined) return handler(terminal, request);
    const hidden = openAllViews(request).find(({ terminals }) => terminals.some(named));
    return hidden !== undefined && request.hasFault('scope-refusal-names-the-owner') && request.route.name === 'status'
      ? errorResponse(404, `That one is with ${hidden.customer.name}.`)
      : NOT_FOUND;
  };
}

function listReadableTerminals(request: ScopedRequest): readonly Terminal[] {
  const { route, hasFault, view } = request;
  const includesColleagues = route.name === 'commands' && hasFault('scope-commands-of-a-colleagues-terminal');
  const includesEverybody = route.name === 'export' && hasFault('scope-export-of-anybody');
  if (includesColleagues) return openCustomerView(request).terminals;
  return includesEverybody ? openAllViews(request).flatMap(({ terminals }) => terminals) : view.terminals;
}
