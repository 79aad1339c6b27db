import type { Transport, TransportResponse } from '../../conformance/http/client.ts';
import {
  addRows,
  changeJson,
  isSuccessResponse,
  type Json,
  type Mutant,
  type MutantRequest,
  matchesRequest,
  mergeOtherKeys,
  parseJsonBody,
  parseRequest,
  readObjects,
  replaceKey,
  replaceQuery,
  useOtherKey,
} from './proxy-helpers.ts';

const ROWS = 'listTransactions';
type Test = (received: MutantRequest) => boolean;

/** Responds as to another key that was used before, after removing the `leaveOut` parameters from the query. */
const respondAsOtherKey =
  (when: Test, ...leaveOut: readonly string[]) =>
  (transport: Transport): Transport => {
    const keys = new Set<string>();
    return async (request) => {
      const received = parseRequest(request);
      const plain = replaceQuery(request, (query) => {
        for (const name of leaveOut) query.delete(name);
      });
      if (!matchesRequest(when, received)) {
        const response = await transport(request);
        if (received.key !== undefined && isSuccessResponse(response)) keys.add(received.key);
        return response;
      }
      const other = [...keys].find((key) => key !== received.key);
      return transport(other === undefined || received.key === undefined ? plain : replaceKey(plain, other));
    };
  };

const hasHeader =
  (name: string): Test =>
  ({ request }) =>
    request.headers.some(([header]) => header.toLowerCase() === name);

const isTransactionList =
  (test: (query: URLSearchParams) => boolean): Test =>
  ({ operation, query }) =>
    operation === ROWS && test(query);

interface UnusualFilter extends Pick<Mutant, 'id' | 'title'> {
  /** Whether a value of the filter is unusual. */
  readonly test: (value: string) => boolean;
  readonly name?: 'terminal_id' | 'group_id';
}

/** Adds the rows of all keys when a filter has an unusual value. */
const createUnusualFilterMutant = ({ id, title, test, name = 'terminal_id' }: UnusualFilter): Mutant => ({
  id,
  title,
  kills: ['scope/odd-filters-show-nothing-foreign'],
  isSubtle: true,
  alter: (transport) => {
    const isOdd = isTransactionList((query) => query.getAll(name).some(test));
    const drop = (request: Parameters<Transport>[0]) => replaceQuery(request, (query) => query.delete(name));
    const open = mergeOtherKeys(
      isTransactionList(() => true),
      addRows,
    )(transport);
    return async (request) => {
      const plain = await transport(request);
      const shown = isOdd(parseRequest(request))
        ? await open(drop(request))
        : await open(requestPortalInstead(request));
      return isOdd(parseRequest(request)) ? shown : plain;
    };
  },
});

/** Requests the portal in place of a list: `mergeOtherKeys` learns the valid keys from it. */
const requestPortalInstead = (request: Parameters<Transport>[0]): Parameters<Transport>[0] => ({
  ...request,
  method: 'GET',
  url: new URL('/v1/portal', request.url).href,
});

/** Caches responses by URL and returns them to any key. */
const cacheByUrl = (when: Test) => (transport: Transport) => {
  const kept = new Map<string, TransportResponse>();
  return async (request: Parameters<Transport>[0]) => {
    if (!matchesRequest(when, parseRequest(request))) return transport(request);
    const response = kept.get(request.url) ?? (await transport(request));
    if (isSuccessResponse(response)) kept.set(request.url, response);
    return response;
  };
};

/** Opens a cursor with the key that it was issued to, for any caller. */
const useCursorOwner = (transport: Transport) => {
  const makers = new Map<string, string>();
  return async (request: Parameters<Transport>[0]) => {
    const { operation, query, key } = parseRequest(request);
    const maker = operation === ROWS ? makers.get(query.get('cursor') ?? '') : undefined;
    const response = await transport(maker === undefined || key === undefined ? request : replaceKey(request, maker));
    const page = operation === ROWS && isSuccessResponse(response) ? parseJsonBody(response).page : undefined;
    const cursor = (page as { next_cursor?: unknown } | undefined)?.next_cursor; // a page of the contract
    if (typeof cursor === 'string' && key !== undefined) makers.set(cursor, maker ?? key);
    return response;
  };
};

export const scopeBypassMutants: readonly Mutant[] = [
  createUnusualFilterMutant({
    id: 'scope-lost-by-an-empty-filter',
    title: 'An empty `terminal_id` returns the rows of every tenant',
    test: (one) => one === '',
  }),
  createUnusualFilterMutant({
    id: 'scope-lost-by-a-wildcard',
    title: '`terminal_id=%` returns the rows of every tenant',
    test: (one) => one === '%',
  }),
  createUnusualFilterMutant({
    id: 'scope-lost-by-a-list-of-ids',
    title: 'Only the first of several comma-separated ids is authorised',
    test: (one) => one.includes(','),
  }),
  createUnusualFilterMutant({
    id: 'scope-lost-by-an-empty-group',
    title: 'An empty `group_id` returns every group',
    test: (one) => one === '',
    name: 'group_id',
  }),
  {
    id: 'scope-tenant-by-header',
    title: 'The header X-Org-Id selects the tenant',
    kills: ['scope/headers-do-not-choose-the-tenant'],
    isSubtle: true,
    alter: respondAsOtherKey(hasHeader('x-org-id')),
  },
  {
    id: 'scope-tenant-by-parameter',
    title: 'The parameter customer_id selects the tenant',
    kills: ['scope/parameters-do-not-choose-the-tenant'],
    alter: respondAsOtherKey(
      isTransactionList((query) => query.has('customer_id')),
      ...['tenant_id', 'account_id', 'customer_id', 'org_id', 'organization_id', 'tenant', 'account'],
    ),
  },
  {
    id: 'scope-cursor-is-a-key',
    title: 'A cursor returns the rows of the key that it was issued to, for any caller',
    kills: ['scope/a-foreign-next-page-shows-nothing-foreign'],
    isSubtle: true,
    alter: useCursorOwner,
  },
  {
    id: 'scope-answers-kept-by-address',
    title: 'Filtered transactions are cached by URL and returned to any key',
    kills: ['scope/kept-answers-are-not-given-to-others'],
    isSubtle: true,
    alter: cacheByUrl(isTransactionList((query) => query.has('terminal_id'))),
  },
  {
    id: 'scope-portal-names-a-stranger',
    title: 'The portal lists a user of another account',
    kills: ['scope/portal-shows-no-foreign-people'],
    isSubtle: true,
    alter: mergeOtherKeys('getPortal', (own, foreign) => {
      own.users = [...readObjects(own.users), foreign.principal];
    }),
  },
  {
    id: 'scope-portal-kept-for-others',
    title: 'The portal shows the user of another key',
    kills: ['scope/portal-names-its-caller'],
    isSubtle: true,
    alter: (transport) => {
      let first: unknown;
      return changeJson('getPortal', (body) => {
        first ??= body.principal;
        body.principal = first;
      })(transport);
    },
  },
  {
    id: 'scope-declared-item-opens',
    title: 'A read by id that only the public document declares returns an item of another key',
    kills: ['scope/declared-items-of-others-are-refused'],
    isSubtle: true,
    alter: useOtherKey(({ request }) => /\/v1\/disputes\/./.test(request.url)),
  },
  {
    id: 'scope-branding-lists-the-accounts',
    title: 'The public branding status lists the accounts of all users',
    kills: ['scope/branding-lists-no-accounts'],
    isSubtle: true,
    alter: changeJson('getBrandingStatus', (body) => {
      body.accounts = ['acct_east', 'acct_west'].map((account) => ({ name: `Cash machines of ${account}` }));
    }),
  },
  {
    id: 'scope-declared-list-is-of-all',
    title: 'A list that only the public document declares has the rows of another key too',
    kills: ['scope/declared-lists-show-nothing-foreign'],
    isSubtle: true,
    alter: mergeOtherKeys(({ request }) => request.url.endsWith('/v1/sites'), addRows),
  },
  {
    id: 'scope-portal-shows-a-hidden-terminal',
    title: 'The portal lists a terminal of another key, which the other paths hide',
    kills: ['scope/portal-terminals-open'],
    isSubtle: true,
    alter: mergeOtherKeys('getPortal', (own, foreign) => {
      own.terminals = [...readObjects(own.terminals), ...readObjects(foreign.terminals)];
    }),
  },
  {
    id: 'scope-declared-filter-widens',
    title: 'A filter that only the public document declares returns the rows of another key',
    kills: ['scope/declared-parameters-show-nothing-foreign'],
    isSubtle: true,
    alter: (transport) =>
      respondAsOtherKey(
        isTransactionList((query) => query.has('terminal')),
        'terminal',
      )(
        changeJson('getPublicOpenapi', (body) => {
          const paths = body.paths as Json; // an object in the document of the target
          const { get } = paths['/v1/transactions'] as Record<'get', Json>; // an object in the document of the target
          get.parameters = [
            ...readObjects(get.parameters),
            { name: 'terminal', in: 'query', description: 'Rows with this terminal_id', schema: { type: 'string' } },
          ];
        })(transport),
      ),
  },
];
