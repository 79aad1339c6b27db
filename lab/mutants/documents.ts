import { CATALOG_MEMBERS } from '../../conformance/reading/documents/documented-values.ts';
import {
  changeHeader,
  changeJson,
  changeRows,
  changeText,
  type Json,
  type Mutant,
  makeJsonResponse,
  readObjects,
  readText,
  replaceResponse,
} from './proxy-helpers.ts';

/** Alters the service groups of the catalog. */
const changeServices = (change: (services: Json[]) => readonly Json[]) =>
  changeJson('getIntegrationCatalog', (body) => {
    body.services = change(readObjects(body.services));
  });

/** Alters one member of the first service group that has any entries in it. */
const changeMember = (member: string, change: (entries: Json[]) => readonly Json[]) =>
  changeServices((services) => {
    const chosen = services.find((service) => readObjects(service[member]).length > 0);
    return services.map((service) =>
      service === chosen ? { ...service, [member]: change(readObjects(service[member])) } : service,
    );
  });

const changeEveryService = (member: string, change: (entries: Json[]) => readonly Json[]) =>
  changeServices((services) =>
    services.map((service) => ({ ...service, [member]: change(readObjects(service[member])) })),
  );

const changePaths = (change: (paths: Json) => Json) =>
  changeJson('getPublicOpenapi', (body) => {
    body.paths = change(body.paths as Json); // an OpenAPI document
  });

/** Answers requests of an operation as those of a path that does not exist. */
const removeEndpoint = (operation: 'listTerminalGroups' | 'deriveSettlements') =>
  replaceResponse(operation, ({ request }, pass) =>
    pass({ ...request, url: new URL('/v1/nothing-here', request.url).href }),
  );

export const documentMutants: readonly Mutant[] = [
  {
    id: 'contract-a-read-is-missing',
    title: 'The list of terminal groups does not exist',
    kills: ['contract/documented-reads-exist'],
    alter: removeEndpoint('listTerminalGroups'),
  },
  {
    id: 'contract-a-write-is-missing',
    title: 'The path to derive settlements does not exist',
    kills: ['contract/documented-writes-exist'],
    alter: removeEndpoint('deriveSettlements'),
  },
  {
    id: 'portal-recent-transactions-of-one-key-are-empty',
    title: 'The portal shows no recent transactions to one user',
    kills: ['portal/recent-transactions-are-shown'],
    isSubtle: true,
    alter: changeJson(
      ({ operation, key }) => operation === 'getPortal' && key === 'k-clerk-0002',
      (body) => {
        body.recent_transactions = [];
      },
    ),
  },
  {
    id: 'catalog-lists-the-vault',
    title: 'The catalog lists an endpoint for the compliance vault, which exists',
    kills: ['catalog/lists-no-compliance-endpoint'],
    alter: (transport) => {
      const listing = changeJson('getIntegrationCatalog', (body) => {
        const [first] = readObjects(body.services);
        if (first !== undefined)
          first.api_endpoints = [...readObjects(first.api_endpoints), { method: 'GET', path: '/v1/compliance-vault' }];
      })(transport);
      return async (request) =>
        new URL(request.url).pathname === '/v1/compliance-vault'
          ? makeJsonResponse(200, { documents: [{ name: 'SOC 2 report' }] })
          : listing(request);
    },
  },
  {
    id: 'catalog-a-group-lacks-notes',
    title: 'One service group has no notes',
    kills: ['catalog/groups-have-the-five-members'],
    alter: changeServices((services) =>
      services.map((service, index) =>
        index === services.length - 1
          ? Object.fromEntries(Object.entries(service).filter(([name]) => name !== 'notes'))
          : service,
      ),
    ),
  },
  {
    id: 'catalog-is-not-grouped',
    title: 'The catalog is one group without a name',
    kills: ['catalog/groups-have-the-five-members'],
    alter: changeJson('getIntegrationCatalog', (body) => {
      const services = readObjects(body.services);
      for (const name of Object.keys(body)) delete body[name];
      for (const name of CATALOG_MEMBERS)
        body[name] = services.flatMap((service) =>
          [service[name]].flat().map((one) => (typeof one === 'string' ? one : String(Object.values(Object(one))[0]))),
        );
    }),
  },
  {
    id: 'catalog-an-event-in-the-wrong-family',
    title: 'cash_out is listed in the first family',
    kills: ['catalog/events-are-the-documented'],
    alter: changeMember('webhook_events', (events) => [...events, { ...events[0], type: 'cash_out' }]),
  },
  {
    id: 'catalog-an-invented-event',
    title: 'The last family lists an undocumented event',
    kills: ['catalog/lists-every-endpoint'],
    alter: changeServices((services) =>
      services.map((service, index) =>
        index === services.length - 1
          ? { ...service, webhook_events: [...readObjects(service.webhook_events), { type: 'cash_restored' }] }
          : service,
      ),
    ),
  },
  {
    id: 'catalog-a-shared-event-stands-once',
    title: 'heartbeat_stale is listed in only one of its two families',
    kills: ['catalog/lists-every-endpoint'],
    isSubtle: true,
    alter: changeMember('webhook_events', (events) => events.filter(({ type }) => type !== 'heartbeat_stale')),
  },
  {
    id: 'catalog-a-family-is-missing',
    title: 'A family is missing',
    kills: ['catalog/lists-every-endpoint'],
    alter: changeServices((services) => services.slice(0, -1)),
  },
  {
    id: 'catalog-misses-an-endpoint',
    title: 'The catalog lacks an endpoint',
    kills: ['catalog/lists-every-endpoint'],
    alter: changeMember('api_endpoints', (endpoints) => endpoints.slice(1)),
  },
  {
    id: 'catalog-lists-an-admin-path',
    title: 'The catalog lists an undocumented path',
    kills: ['catalog/lists-only-what-exists'],
    alter: changeMember('api_endpoints', (endpoints) => [...endpoints, { ...endpoints[0], path: '/v1/admin/users' }]),
  },
  {
    id: 'catalog-misses-the-feeds',
    title: 'The catalog lists no feed',
    kills: ['catalog/lists-both-feeds'],
    alter: changeEveryService('rss_feeds', () => []),
  },
  {
    id: 'catalog-members-are-empty',
    title: 'No group of the catalog lists an endpoint',
    kills: ['catalog/members-have-content'],
    alter: changeEveryService('api_endpoints', () => []),
  },
  {
    id: 'document-misses-a-path',
    title: 'The public OpenAPI document lacks the timeline',
    kills: ['public/document-lists-every-path'],
    alter: changePaths((paths) =>
      Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith('/timeline'))),
    ),
  },
  {
    id: 'document-has-no-paths',
    title: 'The public OpenAPI document has no paths',
    kills: ['public/document-is-openapi'],
    alter: changePaths(() => ({})),
  },
  {
    id: 'document-misses-a-method',
    title: 'The public OpenAPI document lacks the operation that opens a dispute',
    kills: ['public/document-lists-every-path'],
    alter: changePaths((paths) => ({
      ...paths,
      '/v1/disputes': { ...(paths['/v1/disputes'] as Json), post: undefined },
    })),
  },
  {
    id: 'document-is-not-cacheable',
    title: 'The public OpenAPI document is sent with no-store',
    kills: ['public/document-is-cacheable'],
    alter: changeHeader('getPublicOpenapi', 'Cache-Control', 'no-store'),
  },
  {
    id: 'document-has-a-path-without-version',
    title: 'The public OpenAPI document has a documented path without the version too',
    kills: ['versioning/paths-begin-with-v1'],
    alter: changePaths((paths) => ({ ...paths, '/locations': { get: { responses: {} } } })),
  },
  {
    id: 'document-has-a-compliance-path',
    title: 'The public OpenAPI document has a compliance path',
    kills: ['public/document-has-no-compliance-paths'],
    alter: changePaths((paths) => ({ ...paths, '/v1/compliance/items': { get: { responses: {} } } })),
  },
  {
    id: 'contract-amounts-are-numbers',
    title: 'Completed amounts are numbers, but the published document declares strings',
    kills: ['contract/responses-keep-the-published-document'],
    alter: changeRows('listTransactions', (rows) => rows.map((row) => ({ ...row, amt_comp: Number(row.amt_comp) }))),
  },
  {
    id: 'contract-later-pages-lack-their-rows',
    title: 'The second page names its rows differently from the published document',
    kills: ['contract/responses-keep-the-published-document'],
    alter: changeJson('listTransactions', (body, { query }) => {
      if (!query.has('cursor')) return;
      body.page = { ...(body.page as Json), next_cursor: 7 }; // the envelope of the contract
      body.data = readObjects(body.data).map((row) => ({ ...row, amt_comp: 12 }));
    }),
  },
  {
    id: 'contract-refusals-are-texts',
    title: 'Without a key, locations return plain text, but the published document declares JSON',
    kills: ['contract/refusals-keep-the-published-document'],
    alter: replaceResponse('listLocations', async ({ request, key }, pass) =>
      key === undefined
        ? { status: 401, headers: [['Content-Type', 'text/plain']], body: Buffer.from('No.') }
        : pass(request),
    ),
  },
  {
    id: 'contract-served-as-html',
    title: 'The connectors are served as text/html',
    kills: ['contract/reads-return-json'],
    alter: changeHeader('listConnectors', 'Content-Type', 'text/html'),
  },
  {
    id: 'contract-broken-json',
    title: 'The status of a connector is truncated JSON',
    kills: ['contract/reads-return-json'],
    alter: changeText('getConnectorStatus', (text) => text.slice(0, -1)),
  },
  {
    id: 'contract-an-extra-member',
    title: 'The portal has a member that is not in the contract',
    kills: ['contract/responses-keep-the-builtin-contract'],
    alter: changeJson('getPortal', (body) => {
      body.internal_note = 'x';
    }),
  },
  {
    id: 'card-number-in-a-timeline',
    title: 'A timeline contains a card number',
    kills: ['card-data/no-card-number'],
    alter: changeJson('getTransactionTimeline', (body) => {
      body.steps = [...readObjects(body.steps), { detail: 'card 4111 1111 1111 1111 read' }];
    }),
  },
  {
    id: 'card-number-in-one-row',
    title: 'One row contains a card number of the second Mastercard range',
    kills: ['card-data/no-card-number'],
    isSubtle: true,
    alter: changeRows('listTerminalTransactions', (rows) =>
      rows.map((row, index) => (index === 2 ? { ...row, rrn: '2223003122003222' } : row)),
    ),
  },
  {
    id: 'card-number-in-a-feed',
    title: 'An item of the account feed contains a card number',
    kills: ['card-data/no-card-number'],
    alter: changeText('getAccountFeed', (text) => text.replace(/<item>\s*<title>/, '$&5555-5555-5555-4444 ')),
  },
  {
    id: 'card-track-in-a-row',
    title: 'A row contains track data',
    kills: ['card-data/no-track-data'],
    alter: changeRows('listTransactions', (rows) =>
      rows.map((row) => ({ ...row, raw: ';1234567890123456=29121011000012345678?' })),
    ),
  },
  {
    id: 'card-pin-block-in-a-row',
    title: 'A row contains a PIN block',
    kills: ['card-data/no-pin-block-or-key-material'],
    alter: changeRows('listTransactions', (rows) => rows.map((row) => ({ ...row, pin_block: '0412AC89ABCDEF67' }))),
  },
  {
    id: 'card-key-in-an-export',
    title: 'A provisioning export contains a master key',
    kills: ['card-data/nothing-anywhere'],
    alter: changeJson('getProvisioningExport', (body) => {
      body.sections = [{ items: [{ label: 'Master key', value: '0123456789ABCDEFFEDCBA9876543210' }] }];
    }),
  },
  {
    id: 'card-number-in-a-header',
    title: 'A header contains a card number',
    kills: ['card-data/nothing-anywhere'],
    isSubtle: true,
    alter: replaceResponse('getLocation', async ({ request }, pass) => {
      const response = await pass(request);
      return {
        ...response,
        headers: [...response.headers, ['X-Debug', `card=378282246310005 ${readText(response).length}`]],
      };
    }),
  },
  {
    id: 'card-number-in-later-timelines',
    title: 'Timelines contain a card number, except the first ones',
    kills: ['card-data/timelines-of-every-kind'],
    alter: (transport) => {
      const read = new Set<string>();
      return replaceResponse('getTransactionTimeline', async ({ request }, pass) => {
        const honest = await pass(request);
        if (honest.status === 200) read.add(request.url);
        if (honest.status !== 200 || read.size < 4) return honest;
        return { ...honest, headers: [...honest.headers, ['X-Card', '5555 5555 5555 4444']] };
      })(transport);
    },
  },
  {
    id: 'card-number-is-repeated',
    title: 'The list of transactions repeats the terminal of its filter',
    kills: ['card-data/what-is-sent-is-not-repeated'],
    alter: changeJson('listTransactions', (body, { query }) => {
      body.filter = { terminal: query.get('terminal_id') };
    }),
  },
];
