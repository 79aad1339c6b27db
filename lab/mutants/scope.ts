import { isSubset } from '../../conformance/reading/values/set-relations.ts';
import type { OperationId } from '../../spec/index.ts';
import {
  addRows,
  changeJson,
  changeQuery,
  changeRows,
  isSuccessResponse,
  type Json,
  type Mutant,
  type MutantRequest,
  makeJsonResponse,
  mergeOtherKeys,
  parseJsonBody,
  parseRequest,
  readDataRows,
  readObjects,
  replaceJsonBody,
  replaceKey,
  replaceQuery,
  replaceResponse,
  useOtherKey,
} from './proxy-helpers.ts';

const SINGLE: readonly (readonly [OperationId, check: string])[] = [
  ['getTerminalStatus', 'scope/foreign-terminal-is-refused'],
  ['getLocation', 'scope/foreign-location-is-refused'],
  ['listTerminalTransactions', 'scope/foreign-terminal-transactions-are-refused'],
  ['listTerminalCommands', 'scope/foreign-terminal-commands-are-refused'],
  ['getProvisioningPayload', 'scope/foreign-provisioning-payload-is-refused'],
  ['getProvisioningExport', 'scope/foreign-provisioning-export-is-refused'],
  ['getTerminalFeed', 'scope/foreign-terminal-feed-is-refused'],
  ['getTransactionTimeline', 'scope/foreign-timeline-is-refused'],
  ['getConnectorStatus', 'scope/foreign-connector-is-refused'],
];

/** Each read by id, open to every key. */
const openToAll = SINGLE.map(
  ([operation, check]): Mutant => ({
    id: `scope-${operation}-is-open-to-all`,
    title: `${operation} accepts any id from any key`,
    kills: [check],
    alter: useOtherKey(({ operation: received, key }) => received === operation && key !== undefined),
  }),
);

/** Each read by id, refused with an error that contains the protected data. */
const shownInErrors = (['getLocation', 'getTransactionTimeline', 'getProvisioningPayload'] as const).map(
  (operation): Mutant => ({
    id: `scope-refusal-of-${operation}-shows-it`,
    title: `${operation} refuses a foreign id with 403, and the error contains the data`,
    kills: SINGLE.filter(([one]) => one === operation).map(([, check]) => check),
    isSubtle: true,
    alter: (transport) => {
      const open = useOtherKey(({ operation: received, key }) => received === operation && key !== undefined)(
        transport,
      );
      return async (request) => {
        const honest = await transport(request);
        const shown = await open(request);
        return isSuccessResponse(honest) || !isSuccessResponse(shown)
          ? honest
          : makeJsonResponse(403, { hidden: parseJsonBody(shown) });
      };
    },
  }),
);

const LISTS: readonly (readonly [OperationId, check: string])[] = [
  ['listTransactions', 'scope/transactions-show-nothing-foreign'],
  ['listSettlements', 'scope/settlements-show-nothing-foreign'],
  ['listDisputes', 'scope/disputes-show-nothing-foreign'],
  ['listLocations', 'scope/locations-show-nothing-foreign'],
  ['listTerminalGroups', 'scope/terminal-groups-show-nothing-foreign'],
];

/** Each list, with the rows of other tenants. */
const mixedLists = LISTS.map(
  ([operation, check]): Mutant => ({
    id: `scope-${operation}-mixes-tenants`,
    title: `${operation} returns the rows of every tenant`,
    kills: [check],
    alter: mergeOtherKeys(operation, addRows),
  }),
);

/** Adds the rows of all keys, unfiltered and from the first page, to a transaction list. */
const createAddedRowsMutant = (id: string, title: string, when: (received: MutantRequest) => boolean): Mutant => ({
  id,
  title,
  kills: ['scope/transactions-show-nothing-foreign'],
  isSubtle: true,
  alter: mergeOtherKeys(
    (received) => received.operation === 'listTransactions' && when(received),
    addRows,
    (request) =>
      replaceQuery(request, (query) => {
        query.delete('terminal_id');
        query.delete('cursor');
      }),
  ),
});

const isEmptyList = (response: Parameters<typeof parseJsonBody>[0]): boolean =>
  isSuccessResponse(response) && readDataRows(parseJsonBody(response)).length === 0;
const isFilteredBy =
  (name: string, more: (received: MutantRequest) => boolean = () => true) =>
  (received: MutantRequest) =>
    received.operation === 'listTransactions' && received.query.has(name) && more(received);

export const scopeMutants: readonly Mutant[] = [
  ...openToAll,
  ...shownInErrors,
  ...mixedLists,
  createAddedRowsMutant('scope-lost-when-sorted', 'Sorting returns the rows of every tenant', ({ query }) =>
    query.has('sort_by'),
  ),
  createAddedRowsMutant(
    'scope-lost-on-the-second-page',
    'The second page returns the rows of every tenant',
    ({ query }) => query.has('cursor'),
  ),
  createAddedRowsMutant(
    'scope-lost-when-filtered-and-sorted',
    'A filter by a visible terminal returns foreign rows when also sorted',
    ({ query }) => query.has('terminal_id') && query.has('sort_by'),
  ),
  {
    id: 'scope-lost-in-the-portal',
    title: 'The portal lists the terminals of every tenant',
    kills: ['scope/portal-shows-nothing-foreign', 'scope/listed-terminals-are-in-scope'],
    alter: mergeOtherKeys('getPortal', (own, foreign) => {
      own.terminals = [...readObjects(own.terminals), ...readObjects(foreign.terminals)];
    }),
  },
  {
    id: 'scope-lost-in-recent-transactions',
    title: 'The recent transactions of the portal are those of every tenant',
    kills: ['scope/portal-shows-nothing-foreign'],
    isSubtle: true,
    alter: mergeOtherKeys('getPortal', (own, foreign) => {
      own.recent_transactions = [...readObjects(own.recent_transactions), ...readObjects(foreign.recent_transactions)];
    }),
  },
  {
    id: 'scope-lost-in-the-account-feed',
    title: 'The account feed is the feed of another key',
    kills: ['scope/account-feed-shows-nothing-foreign'],
    alter: (transport) => {
      let first: Parameters<typeof transport>[0] | undefined;
      return replaceResponse('getAccountFeed', async ({ key, request }, pass) => {
        if (key !== undefined) first ??= request;
        return key === undefined || first === undefined ? pass(request) : pass({ ...first, url: request.url });
      })(transport);
    },
  },
  {
    id: 'scope-terminal-filter-bypasses-it',
    title: 'A filter by a foreign terminal returns its rows',
    kills: ['scope/foreign-terminal-filter-gives-nothing'],
    alter: useOtherKey(isFilteredBy('terminal_id'), isEmptyList),
  },
  {
    id: 'scope-terminal-filter-bypasses-it-when-sorted',
    title: 'A filter by a foreign terminal returns its rows, but only when sorted',
    kills: ['scope/foreign-terminal-filter-gives-nothing'],
    isSubtle: true,
    alter: useOtherKey(
      isFilteredBy('terminal_id', ({ query }) => query.has('sort_by')),
      isEmptyList,
    ),
  },
  {
    id: 'scope-foreign-totals',
    title: 'A filter by a foreign terminal returns no rows, but its totals',
    kills: ['scope/foreign-terminal-filter-gives-nothing'],
    isSubtle: true,
    alter: (transport) => {
      const open = useOtherKey(isFilteredBy('terminal_id'), isEmptyList)(transport);
      return replaceResponse(isFilteredBy('terminal_id'), async ({ request }) => {
        const honest = await transport(request);
        const shown = await open(request);
        if (!isEmptyList(honest) || !isSuccessResponse(shown)) return honest;
        return replaceJsonBody(honest, {
          ...parseJsonBody(honest),
          summary: parseJsonBody(shown).summary,
        } satisfies Json);
      })(transport);
    },
  },
  {
    id: 'scope-group-filter-bypasses-it',
    title: 'A filter by a foreign group returns its rows',
    kills: ['scope/foreign-group-filter-gives-nothing'],
    alter: useOtherKey(isFilteredBy('group_id'), isEmptyList),
  },
  {
    id: 'scope-shared-group-is-not-cut',
    title: 'A group with some visible terminals returns the rows of all of them',
    kills: ['scope/foreign-group-filter-gives-nothing'],
    isSubtle: true,
    alter: mergeOtherKeys(isFilteredBy('group_id'), addRows),
  },
  {
    id: 'scope-a-key-gets-its-whole-account',
    title: 'A key with a part of an account sees all of it',
    kills: ['scope/keys-see-what-is-expected'],
    isSubtle: true,
    alter: (transport) => {
      const terminals = new Map<string, ReadonlySet<unknown>>();
      return async (request) => {
        const { operation, key = '' } = parseRequest(request);
        const response = await transport(request);
        if (operation === 'getPortal' && isSuccessResponse(response))
          terminals.set(key, new Set(readObjects(parseJsonBody(response).terminals).map((row) => row.terminal_id)));
        const own = terminals.get(key) ?? new Set();
        const wider = [...terminals].find(([, all]) => own.size > 0 && all.size > own.size && isSubset(own, all))?.[0];
        return wider === undefined ? response : transport(replaceKey(request, wider));
      };
    },
  },
  {
    id: 'scope-foreign-is-403',
    title: 'A foreign terminal returns 403, an unknown one 404',
    kills: ['scope/foreign-terminal-is-indistinguishable'],
    alter: (transport) => {
      const open = useOtherKey(({ operation, key }) => operation === 'getTerminalStatus' && key !== undefined)(
        transport,
      );
      return replaceResponse('getTerminalStatus', async ({ request }) => {
        const shown = await open(request);
        const honest = await transport(request);
        return !isSuccessResponse(honest) && isSuccessResponse(shown) ? makeJsonResponse(403, {}) : honest;
      })(transport);
    },
  },
  {
    id: 'scope-timelines-name-a-hidden-terminal',
    title: 'The timeline of a transaction names the terminal of another key in free text',
    kills: ['scope/nothing-read-names-what-is-hidden'],
    isSubtle: true,
    alter: changeJson('getTransactionTimeline', (body, { key }) => {
      body.note = key === 'k-clerk-0002' ? 'Cash was moved to EA000003.' : 'No notes.';
    }),
  },
  {
    id: 'scope-the-catalog-names-a-hidden-terminal',
    title: 'The catalog has an example with the terminal of another key',
    kills: ['scope/nothing-read-names-what-is-hidden'],
    isSubtle: true,
    alter: changeJson('getIntegrationCatalog', (body, { key }) => {
      body.example = key === 'k-clerk-0002' ? 'terminal_id=EA000003' : 'terminal_id=EA000001';
    }),
  },
  {
    id: 'scope-groups-of-the-customer',
    title: 'The group list contains every group of the customer',
    kills: ['scope/listed-groups-have-visible-terminals', 'scope/lists-follow-the-portal'],
    alter: changeRows('listTerminalGroups', (rows, { key }) =>
      key === 'k-clerk-0002'
        ? [...rows, { group_id: 'grp_hills', parent_group_id: 'grp_all', terminal_ids: [] }]
        : rows,
    ),
  },
  {
    id: 'scope-groups-of-everyone',
    title: 'The group list contains the groups of all customers, without their terminals',
    kills: ['scope/listed-groups-are-in-scope', 'scope/lists-follow-the-portal'],
    alter: changeRows('listTerminalGroups', (rows, { key }) =>
      key === 'k-clerk-0002' ? [...rows, { group_id: 'grp_west', parent_group_id: null, terminal_ids: [] }] : rows,
    ),
  },
  {
    id: 'scope-connectors-count-hidden-terminals',
    title: 'The terminal count of a connector includes hidden terminals',
    kills: ['scope/items-count-visible-terminals'],
    isSubtle: true,
    alter: changeJson('getConnectorStatus', (body, { key }) => {
      if (key === 'k-clerk-0002') body.terminal_count = 3;
    }),
  },
  {
    id: 'scope-total-counts-hidden-rows',
    title: 'The total of the transaction list counts the rows of the whole customer',
    kills: ['scope/totals-count-visible-rows'],
    isSubtle: true,
    alter: replaceResponse(
      (request) =>
        request.operation === 'listTransactions' && request.key === 'k-clerk-0002' && !request.query.has('terminal_id'),
      async ({ request: sent }, pass) => {
        const response = await pass(sent);
        return {
          ...response,
          headers: response.headers.map(([name, value]) => [name, name === 'X-Total-Count' ? '18' : value] as const),
        };
      },
    ),
  },
  {
    id: 'scope-one-validator-for-all-keys',
    title: 'The ETag of the portal is the same for all keys, and confirms the portal of another key',
    kills: ['scope/validators-are-of-the-key'],
    alter: replaceResponse('getPortal', async ({ request }, pass) => {
      const response = await pass(request);
      const isConfirmed = request.headers.some(([name, value]) => name === 'If-None-Match' && value === '"portal"');
      const others = response.headers.filter(([name]) => name.toLowerCase() !== 'etag');
      const headers = [...others, ['ETag', '"portal"'] as const];
      return isConfirmed ? { status: 304, headers, body: new Uint8Array() } : { ...response, headers };
    }),
  },
  {
    id: 'scope-hidden-filter-is-dropped',
    title: 'A filter by a group that the key cannot see is dropped, and all rows of the key are returned',
    kills: ['filters/a-hidden-id-is-not-dropped'],
    alter: changeQuery(
      (request) =>
        request.operation === 'listTransactions' &&
        request.key === 'k-clerk-0002' &&
        /grp_(hills|west)/.test(request.query.get('group_id') ?? ''),
      (query) => query.delete('group_id'),
    ),
  },
  {
    id: 'scope-a-further-endpoint-opens-anything',
    title: 'An endpoint that only the public document declares returns any terminal to any key',
    kills: ['scope/further-endpoints-show-nothing-foreign'],
    isSubtle: true,
    alter: (transport) => {
      const declared = changeJson('getPublicOpenapi', (body) => {
        const paths = body.paths as Json; // an object in the document of the target
        paths['/v1/devices/{device_id}'] = { get: { responses: { '200': {} } } };
      })(transport);
      return async (request) => {
        const device = /\/v1\/devices\/(\w+)$/.exec(request.url)?.[1];
        return device === undefined || request.method !== 'GET'
          ? declared(request)
          : makeJsonResponse(200, { device: { id: device, label: `Device ${device}` } });
      };
    },
  },
];
