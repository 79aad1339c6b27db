import { type Answer, json, NOT_THERE, refusal } from './answer.ts';
import { everything, isClerk, type Scoped, strangersTo, wholeOf } from './asked.ts';
import { sumOf } from './casework.ts';
import { presentCatalog } from './catalog.ts';
import { listAnswer } from './envelope.ts';
import { accountFeed, unitFeed } from './feeds.ts';
import type { Terminal, Transaction } from './model.ts';
import { presentPortal } from './portal.ts';
import {
  codesOf,
  moneyOf,
  presentBatch,
  presentCase,
  presentCommand,
  presentGroup,
  presentLocation,
  presentTimeline,
  presentTransaction,
  totalsOf,
} from './present.ts';
import type { OperationName } from './routes.ts';
import { selectTransactions } from './select.ts';
import { presentExport, presentLine, presentPayload, presentStatus } from './unit.ts';
import { derive, lodge } from './writes.ts';

type Handler = (asked: Scoped) => Answer;

/** The handlers of the operations that require a key. */
export const handlers: Readonly<Record<Exclude<OperationName, 'document' | 'branding'>, Handler>> = {
  portal: (asked) => json(presentPortal(asked)),
  catalog: (asked) => json(presentCatalog(asked)),
  transactions: (asked) => transactionList(selectTransactions(asked), asked),
  timeline: (asked) => {
    const reach = asked.broken('scope-timeline-of-anybody') ? everything(asked) : [asked.view];
    const row = reach.flatMap(({ transactions }) => transactions).find(({ id }) => id === asked.values.transaction_id);
    if (row === undefined) return NOT_THERE;
    const isTold = row.response !== '00' && asked.broken('card-data-in-a-header-of-declines');
    const answer = json(presentTimeline(row, asked));
    return isTold ? { ...answer, headers: [...answer.headers, ['X-Card-Ref', '4539578763621486']] } : answer;
  },
  settlements: (asked) => {
    const { view, broken } = asked;
    const strangers = broken('scope-settlements-hold-a-strangers-batch') ? strangersTo(asked) : [];
    return listAnswer(asked, {
      embedded: 'batches',
      rows: [...view.batches, ...strangers.flatMap(({ batches }) => batches.slice(0, 1))],
      present: (batch) => presentBatch(batch, asked),
      aggregate: (rows) => ({
        PayoutTotal: moneyOf(sumOf(rows.map((one) => one.creditCents - one.debitCents)), view.customer.currency),
      }),
    });
  },
  disputes: (asked) => {
    const isWide = asked.broken('scope-disputes-of-colleagues-for-clerks') && isClerk(asked.view.user);
    const { cases } = isWide ? wholeOf(asked) : asked.view;
    return listAnswer(asked, { embedded: 'claims', rows: cases, present: (one) => presentCase(one, asked) });
  },
  locations: (asked) => {
    const rows = asked.view.sites.flatMap(({ id }) => asked.view.terminals.find(({ siteId }) => siteId === id) ?? []);
    return listAnswer(asked, { embedded: 'places', rows, present: (one) => presentLocation(one, asked) });
  },
  groups: (asked) =>
    listAnswer(asked, { embedded: 'unitGroups', rows: asked.view.groups, present: (one) => presentGroup(one, asked) }),
  connectors: (asked) =>
    listAnswer(asked, {
      embedded: 'hostLinks',
      rows: asked.view.connectors,
      present: ({ id, name, kind }) => ({
        Connector: { Code: id, Name: name },
        Kind: kind,
        Units: codesOf(asked.view.terminals.filter(({ connectorId }) => connectorId === id)),
      }),
    }),
  'connector-status': (asked) => {
    const reach = asked.broken('scope-connector-status-of-anybody') ? everything(asked) : [asked.view];
    const found = reach.flatMap(({ connectors }) => connectors).find(({ id }) => id === asked.values.connector_id);
    return found === undefined ? NOT_THERE : json(presentLine(found.name, found.id, asked));
  },
  location: ofTerminal((terminal, asked) => json(presentLocation(terminal, asked))),
  status: ofTerminal((terminal, asked) => json(presentStatus(terminal, asked))),
  payload: ofTerminal((terminal, asked) => json(presentPayload(terminal, asked))),
  export: ofTerminal((terminal, asked) => json(presentExport(terminal, asked))),
  'unit-transactions': ofTerminal((terminal, asked) => {
    const { view, query, broken } = asked;
    const strays = broken('terminals-transactions-of-a-neighbour') && (query.cursor !== undefined || query.limit > 30);
    const rows = view.transactions.filter(({ terminalId }) => terminalId === terminal.id);
    const neighbour = strays ? view.transactions.find(({ terminalId }) => terminalId !== terminal.id) : undefined;
    return transactionList(neighbour === undefined ? rows : [...rows.slice(0, -1), neighbour], asked);
  }),
  commands: ofTerminal((terminal, asked) => {
    const reach = asked.broken('scope-commands-of-a-colleagues-terminal') ? wholeOf(asked) : asked.view;
    const rows = reach.commands.filter(({ terminalId }) => terminalId === terminal.id);
    return listAnswer(asked, { embedded: 'orders', rows, present: (one) => presentCommand(one, asked) });
  }),
  'account-feed': accountFeed,
  'unit-feed': ofTerminal(unitFeed),
  derive,
  lodge,
};

const transactionList = (rows: readonly Transaction[], asked: Scoped): Answer =>
  listAnswer(asked, {
    embedded: 'transactionRows',
    rows,
    present: (row) => presentTransaction(row, asked),
    aggregate: (page) => totalsOf(page, asked),
  });

/** Wraps a handler for the terminal in the path, if the caller may see it. */
function ofTerminal(handler: (terminal: Terminal, asked: Scoped) => Answer): Handler {
  return (asked) => {
    const named = ({ id }: Terminal) => id === asked.values.terminal_id;
    const terminal = terminalsInReach(asked).find(named);
    if (terminal !== undefined) return handler(terminal, asked);
    const hidden = everything(asked).find(({ terminals }) => terminals.some(named));
    return hidden !== undefined && asked.broken('scope-refusal-names-the-owner') && asked.route.name === 'status'
      ? refusal(404, `That one is with ${hidden.customer.name}.`)
      : NOT_THERE;
  };
}

function terminalsInReach(asked: Scoped): readonly Terminal[] {
  const { route, broken, view } = asked;
  const isColleagues = route.name === 'commands' && broken('scope-commands-of-a-colleagues-terminal');
  const isAnybodys = route.name === 'export' && broken('scope-export-of-anybody');
  if (isColleagues) return wholeOf(asked).terminals;
  return isAnybodys ? everything(asked).flatMap(({ terminals }) => terminals) : view.terminals;
}
