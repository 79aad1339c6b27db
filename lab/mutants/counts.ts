import type { OperationId } from '../../spec/index.ts';
import {
  changeJson,
  changeQuery,
  changeRows,
  changeText,
  isSuccessResponse,
  type Json,
  type Mutant,
  type MutantRequest,
  parseJsonBody,
  readDataRows,
  readObjects,
  replaceResponse,
} from './proxy-helpers.ts';

/** Whether a request has the key of the customer in the west. */
const isOfWest = ({ key }: MutantRequest): boolean => key?.startsWith('k-west') === true;

const LISTS: readonly OperationId[] = [
  'listSettlements',
  'listDisputes',
  'listLocations',
  'listConnectors',
  'listTerminalGroups',
];

/** Adds a declared query parameter to an operation of the public document. */
const declareParameter = (path: string, parameter: Json) =>
  changeJson('getPublicOpenapi', (document) => {
    const paths = document.paths as Record<string, Record<string, Json>>; // the document of the honest target
    const operation = paths[path]?.get;
    if (operation !== undefined) operation.parameters = [...readObjects(operation.parameters), parameter];
  });

/** Faults of counts, of filters that only the public document declares, and of accounts of batches. */
export const countMutants: readonly Mutant[] = [
  {
    id: 'settlements-of-a-hidden-account',
    title: 'The settlements have a batch of an account whose terminals the key does not see',
    kills: ['scope/settlements-are-of-visible-accounts'],
    isSubtle: true,
    alter: (transport) =>
      changeJson('getPortal', (body, received) => {
        const account_id = isOfWest(received) ? 'acct_west' : 'acct_east';
        body.terminals = readObjects(body.terminals).map((terminal) => ({ ...terminal, account_id }));
      })(
        changeRows('listSettlements', (rows) =>
          rows.map((row, index) => ({ ...row, account_id: index === 0 ? 'acct_east' : 'acct_west' })),
        )(transport),
      ),
  },
  {
    id: 'portal-counts-hidden-terminals',
    title: 'The count of terminals in the portal is that of the whole account',
    kills: ['scope/portal-counts-what-is-visible'],
    isSubtle: true,
    alter: changeJson('getPortal', (body, received) => {
      body.terminal_count = isOfWest(received) ? 2 : 3;
    }),
  },
  {
    id: 'lists-dispute-count-is-of-all',
    title: 'The count beside the disputes includes those of other customers',
    kills: ['lists/totals-count-the-rows'],
    isSubtle: true,
    alter: changeJson(LISTS, (body, { operation }) => {
      body.total_count = readDataRows(body).length + (operation === 'listDisputes' ? 4 : 0);
    }),
  },
  {
    id: 'lists-declared-filter-leaves-the-terminal',
    title: "A terminal's own list with a declared filter has matching rows of other terminals",
    kills: ['lists/declared-filters-keep-the-terminal'],
    isSubtle: true,
    alter: (transport) =>
      declareParameter('/v1/terminals/{terminal_id}/transactions', { name: 'seq_no', in: 'query' })(
        replaceResponse(
          ({ operation, query }) => operation === 'listTerminalTransactions' && query.has('seq_no'),
          ({ request }, pass) =>
            pass({ ...request, url: request.url.replace(/\/terminals\/[^/]+\/transactions/, '/transactions') }),
        )(transport),
      ),
  },
  {
    id: 'lists-second-page-leaves-the-terminal',
    title: "The second page of a terminal's own transactions has those of all terminals",
    kills: ['lists/later-pages-keep-the-terminal'],
    isSubtle: true,
    alter: replaceResponse(
      ({ operation, query }) => operation === 'listTerminalTransactions' && query.has('cursor'),
      ({ request }, pass) =>
        pass({
          ...request,
          url: request.url
            .replace(/\/terminals\/[^/]+\/transactions/, '/transactions')
            .replace(/cursor=\d+/, 'cursor=8'),
        }),
    ),
  },
  {
    id: 'lists-portal-shows-a-group-that-is-not-listed',
    title: 'The portal shows a group to one key that its list of groups lacks',
    kills: ['scope/lists-follow-the-portal'],
    isSubtle: true,
    alter: changeRows('listTerminalGroups', (rows, { key }) =>
      key?.startsWith('k-clerk') === true ? rows.slice(1) : rows,
    ),
  },
  {
    id: 'lists-declared-filter-is-ignored',
    title: 'The status filter of disputes, which the public document declares, is ignored',
    kills: ['lists/declared-filters-select'],
    alter: changeQuery('listDisputes', (query) => query.delete('status')),
  },
  {
    id: 'writes-a-new-dispute-is-shown-to-all',
    title: 'A dispute that was just opened is listed for every key',
    kills: ['writes/created-disputes-are-scoped'],
    isSubtle: true,
    alter: (transport) => {
      const opened: Json[] = [];
      return replaceResponse('createDispute', async ({ request }, pass) => {
        const response = await pass(request);
        const body = JSON.parse(request.body ?? '{}') as Json; // the kit sends objects
        if (isSuccessResponse(response))
          opened.push({ ...parseJsonBody(response), status: 'open', transaction_id: body.transaction_id });
        return response;
      })(changeRows('listDisputes', (rows) => [...rows, ...opened])(transport));
    },
  },
  {
    id: 'rows-one-local-time-is-wrong',
    title: 'The time of a transaction in UTC is an hour off in some rows',
    kills: ['transactions/times-of-a-row-agree'],
    isSubtle: true,
    alter: changeRows('listTransactions', (rows) =>
      rows.map((row, index) => ({
        ...row,
        terminal_datetime_utc: new Date(
          Date.parse(String(row.terminal_datetime)) + (index === 1 ? 3_600_000 : 0),
        ).toISOString(),
      })),
    ),
  },
  {
    id: 'feeds-account-lacks-the-status-of-a-terminal',
    title: 'The account feed has status items of all terminals but one',
    kills: ['feeds/account-feed-has-the-status-of-every-terminal'],
    isSubtle: true,
    alter: (transport) =>
      changeText('getAccountFeed', (text) => text.replace(/<item><title>EA000003 in service[\s\S]*?<\/item>/, ''))(
        changeText(['getAccountFeed', 'getTerminalFeed'], (text) =>
          text.replaceAll('Sun, 01 Nov 2026 13:40:12 GMT', 'Mon, 02 Nov 2026 13:46:12 GMT'),
        )(transport),
      ),
  },
  {
    id: 'cards-declines-of-a-terminal-show-the-number',
    title: "Declined transactions in a terminal's own list have the card number",
    kills: ['card-data/terminal-lists-of-every-kind', 'card-data/no-card-number'],
    isSubtle: true,
    alter: changeRows('listTerminalTransactions', (rows) =>
      rows.map((row) => (row.response === '51' ? { ...row, card: '378282246310005' } : row)),
    ),
  },
  {
    id: 'cards-an-expanded-transaction-shows-the-number',
    title: 'The transaction that a declared parameter adds to disputes has the card number',
    kills: ['card-data/expanded-responses'],
    isSubtle: true,
    alter: (transport) =>
      declareParameter('/v1/disputes', {
        name: 'expand',
        in: 'query',
        schema: { type: 'string', enum: ['transaction'] },
      })(
        changeRows('listDisputes', (rows, { query }) =>
          query.get('expand') === 'transaction'
            ? rows.map((row) => ({ ...row, transaction: { id: row.transaction_id, card: '378282246310005' } }))
            : rows,
        )(transport),
      ),
  },
  {
    id: 'scope-connectors-count-hidden-transactions',
    title: 'The count of transactions in the status of a connector includes those of hidden terminals',
    kills: ['scope/connectors-count-visible-activity'],
    isSubtle: true,
    alter: changeJson('getConnectorStatus', (body) => {
      body.transaction_count = 18;
    }),
  },
  {
    id: 'lists-declared-order-leaves-the-terminal',
    title: "A terminal's own list with a declared order has rows of other terminals",
    kills: ['lists/declared-filters-keep-the-terminal'],
    isSubtle: true,
    alter: (transport) =>
      declareParameter('/v1/terminals/{terminal_id}/transactions', { name: 'sort_by', in: 'query' })(
        replaceResponse(
          ({ operation, query }) => operation === 'listTerminalTransactions' && query.has('sort_by'),
          ({ request }, pass) =>
            pass({ ...request, url: request.url.replace(/\/terminals\/[^/]+\/transactions/, '/transactions') }),
        )(transport),
      ),
  },
];
