import type { TransportRequest } from '../../conformance/http/client.ts';
import {
  changeHeader,
  changeJson,
  changeRows,
  isSuccessResponse,
  type Json,
  type Mutant,
  makeJsonResponse,
  parseJsonBody,
  parseRequest,
  readDataRows,
  readObjects,
  replaceJsonBody,
  replaceResponse,
} from './proxy-helpers.ts';

/** Sends a request about one terminal as one about another terminal of the same customer. */
const withTerminal = (request: TransportRequest, from: RegExp, to: string): TransportRequest => ({
  ...request,
  url: request.url.replace(from, to),
});

/** Faults of reads of one item, and of the totals of batches. */
export const singleItemMutants: readonly Mutant[] = [
  {
    id: 'timelines-are-of-another-transaction',
    title: 'The timeline of a transaction has its id, and the events of another one',
    kills: ['transactions/timelines-are-of-the-transaction'],
    isSubtle: true,
    alter: changeJson('getTransactionTimeline', (body) => {
      if (!String(body.transaction_id).endsWith('_1')) return;
      body.steps = readObjects(body.steps).map((step) => ({ ...step, at: String(step.at).replace('T13:', 'T15:') }));
    }),
  },
  {
    id: 'timelines-are-of-a-sequence-number',
    title: 'Timelines have the events of all transactions with the same sequence number',
    kills: ['transactions/timelines-are-of-the-transaction'],
    isSubtle: true,
    alter: (transport) => {
      const withOneNumber = changeRows('listTransactions', (rows) => rows.map((row) => ({ ...row, seq_no: '000017' })));
      const known = new Map<unknown, Json>();
      return replaceResponse('listTransactions', async ({ request }, pass) => {
        const response = await pass(request);
        if (isSuccessResponse(response))
          for (const row of readDataRows(parseJsonBody(response))) known.set(row.transaction_id, row);
        return response;
      })(
        changeJson('getTransactionTimeline', (body) => {
          const own = known.get(body.transaction_id);
          const other = [...known.values()].find(({ terminal_id }) => terminal_id !== own?.terminal_id);
          body.steps = [...readObjects(body.steps), { at: other?.terminal_datetime }];
        })(withOneNumber(transport)),
      );
    },
  },
  {
    id: 'timelines-of-declines-are-empty',
    title: 'The timelines of declined transactions have no events',
    kills: ['transactions/timelines-of-every-kind-have-events'],
    alter: changeJson('getTransactionTimeline', (body) => {
      if (String(body.transaction_id).endsWith('_4')) body.steps = [];
    }),
  },
  {
    id: 'terminals-have-no-feed',
    title: 'The feed of every terminal is refused with 404',
    kills: ['scope/an-administrator-opens-every-path'],
    alter: replaceResponse('getTerminalFeed', async () => makeJsonResponse(404, { status: 404 })),
  },
  {
    id: 'terminals-one-has-no-feed',
    title: 'The feed of one terminal is refused with 404 although the key sees the terminal',
    kills: ['scope/active-terminals-open'],
    alter: replaceResponse(
      (call) => call.operation === 'getTerminalFeed' && /(EA000001|WE000007)/.test(call.request.url),
      async () => makeJsonResponse(404, { status: 404 }),
    ),
  },
  {
    id: 'terminals-location-is-the-first-one',
    title: 'The location of every terminal is the first location of the customer',
    kills: ['terminals/location-is-of-the-terminal'],
    isSubtle: true,
    alter: replaceResponse('getLocation', ({ request }, pass) =>
      pass(withTerminal(request, /EA00000[23]/, 'EA000001')),
    ),
  },
  {
    id: 'portal-recent-transactions-are-the-oldest',
    title: 'The recent transactions of the portal are the oldest ones',
    kills: ['portal/recent-transactions-are-recent'],
    isSubtle: true,
    alter: (transport) => async (request) => {
      const response = await transport(request);
      if (parseRequest(request).operation !== 'getPortal' || !isSuccessResponse(response)) return response;
      const list = await transport({ ...request, url: new URL('/v1/transactions?limit=100', request.url).href });
      const rows = readDataRows(parseJsonBody(list)).toSorted(
        (a, b) => Date.parse(String(a.terminal_datetime)) - Date.parse(String(b.terminal_datetime)),
      );
      return replaceJsonBody(response, { ...parseJsonBody(response), recent_transactions: rows.slice(0, 4) });
    },
  },
  {
    id: 'terminals-connector-status-is-of-another',
    title: 'The status of a connector is that of another one',
    kills: ['terminals/connector-status-is-of-the-connector', 'terminals/answers-are-of-the-requested-id'],
    alter: changeJson('getConnectorStatus', (body) => {
      const [id, name] = [String(body.connector_id), String(body.name)];
      body.connector_id = id.endsWith('_2') ? id.replace('_2', '') : `${id}_2`;
      body.name = id.endsWith('_2') ? name.replace('2', '1') : name.replace('1', '2');
    }),
  },
  {
    id: 'terminals-status-is-of-another',
    title: 'The status of a terminal shows the label and the serial of another one',
    kills: ['terminals/status-is-of-the-terminal'],
    alter: changeJson('getTerminalStatus', (body, { request }) => {
      const other = request.url.includes('EA000001') ? 'EA000002' : 'EA000001';
      body.label = `Counter of ${other}`;
      body.software = { serial: `SN-${other}-77` };
    }),
  },
  {
    id: 'terminals-payload-is-of-another',
    title: 'The provisioning payload of a terminal shows the label and the serial of another one',
    kills: ['terminals/provisioning-is-of-the-terminal'],
    isSubtle: true,
    alter: changeJson('getProvisioningPayload', (body, { request }) => {
      const other = request.url.includes('EA000001') ? 'EA000002' : 'EA000001';
      body.label = `Counter of ${other}`;
      body.serial = `SN-${other}-77`;
    }),
  },
  {
    id: 'commands-of-the-whole-group',
    title: 'The commands of a terminal include those of its neighbour',
    kills: ['terminals/commands-are-of-the-terminal'],
    isSubtle: true,
    alter: changeRows('listTerminalCommands', (rows) => [
      ...rows,
      { ...rows[0], command_id: 'cmd_EA000002_1', terminal_id: 'EA000002' },
      { ...rows[0], command_id: 'cmd_EA000001_1', terminal_id: 'EA000001' },
    ]),
  },
  {
    id: 'settlements-payout-without-its-sign',
    title: 'The net payout of a batch with more debits than credits lacks its sign',
    kills: ['settlements/net-is-credit-minus-debit'],
    isSubtle: true,
    alter: changeRows('listSettlements', (rows) =>
      rows.map((row, index) =>
        index === 0 ? { ...row, credit_total: '10.00', debit_total: '25.00', net_payout: '15.00' } : row,
      ),
    ),
  },
  {
    id: 'settlements-counts-leave-out-debits',
    title: 'The total entry count of a batch leaves out its debits',
    kills: ['settlements/entry-counts-add-up'],
    alter: changeRows('listSettlements', (rows) =>
      rows.map((row) => ({ ...row, entry_count: { credits: 2, debits: 1, total: 2 } })),
    ),
  },
  {
    id: 'rows-of-a-sorted-list-lack-a-column',
    title: 'One row of the sorted list lacks its sequence number',
    kills: ['transactions/rows-of-every-read-carry-the-columns'],
    isSubtle: true,
    alter: changeRows('listTransactions', (rows, { query }) =>
      query.has('terminal_id')
        ? rows
        : rows.map(({ seq_no, ...row }, index) => (index === 1 ? row : { ...row, seq_no })),
    ),
  },
  {
    id: 'rows-emv-is-a-filler',
    title: 'The EMV indicator is "NONE" where it is not available',
    kills: ['transactions/emv-only-when-available'],
    alter: changeRows('listTransactions', (rows) => rows.map((row) => ({ emv: 'NONE', ...row }))),
  },
  {
    id: 'rows-one-completes-more-than-requested',
    title: 'One row completes more than was requested',
    kills: ['transactions/completed-amounts-agree-with-the-response'],
    isSubtle: true,
    alter: changeRows('listTransactions', (rows) =>
      rows.map((row) => (row.transaction_id === 'txn_EA000002_2' ? { ...row, amt_req: '60.00' } : row)),
    ),
  },
  {
    id: 'portal-compliance-endpoint',
    title: 'There is an endpoint for compliance',
    kills: ['portal/compliance-has-no-endpoint'],
    isSubtle: true,
    alter: replaceResponse(
      ({ request }) => new URL(request.url).pathname === '/v1/compliance',
      ({ request }, pass) => pass(withTerminal(request, /compliance/, 'portal')),
    ),
  },
  {
    id: 'portal-without-reports-for-a-role',
    title: 'One key has no report catalog, and the others have one',
    kills: ['portal/sections-are-filled-for-every-key'],
    isSubtle: true,
    alter: changeJson('getPortal', (body, { key }) => {
      body.report_catalog = key === 'k-clerk-0002' ? [] : [{ name: 'Cash forecast' }];
    }),
  },
  {
    id: 'versioning-links-without-the-version',
    title: 'A Link header leads to a path without the version',
    kills: ['versioning/links-begin-with-v1'],
    isSubtle: true,
    alter: changeHeader('listDisputes', 'Link', '</disputes?cursor=2>; rel="next"'),
  },
  {
    id: 'versioning-a-second-version-answers',
    title: 'The portal is also served with the version /v2',
    kills: ['versioning/no-path-of-another-version'],
    isSubtle: true,
    alter: replaceResponse(
      ({ request }) => new URL(request.url).pathname === '/v2/portal',
      ({ request }, pass) => pass(withTerminal(request, /\/v2\//, '/v1/')),
    ),
  },
  {
    id: 'portal-shows-another-amount',
    title: 'A recent transaction of the portal has another completed amount than in the list',
    kills: ['lists/a-thing-is-the-same-in-every-response'],
    isSubtle: true,
    alter: changeJson('getPortal', (body) => {
      body.recent_transactions = readObjects(body.recent_transactions).map((row, index) =>
        index === 1 ? { ...row, amt_comp: '61.00' } : row,
      );
    }),
  },
  {
    id: 'terminals-offline-is-shown-as-online',
    title: 'The status of an offline terminal is online',
    kills: ['terminals/status-agrees-with-the-lists'],
    isSubtle: true,
    alter: changeJson('getTerminalStatus', (body) => {
      if (body.state === 'offline') body.state = 'online';
    }),
  },
  {
    id: 'connectors-one-cannot-be-read',
    title: 'The status of one listed connector is not found',
    kills: ['scope/what-is-listed-opens'],
    isSubtle: true,
    alter: replaceResponse('getConnectorStatus', async ({ request }, pass) =>
      request.url.includes('_2/') ? makeJsonResponse(404, { title: 'Not found', status: 404 }) : pass(request),
    ),
  },
  {
    id: 'commands-lack-the-queued',
    title: 'The commands of a terminal lack those that are queued, which the portal shows',
    kills: ['scope/lists-have-what-other-responses-show'],
    isSubtle: true,
    alter: changeRows('listTerminalCommands', (rows) => rows.filter(({ state }) => state !== 'queued')),
  },
  {
    id: 'locations-lack-a-terminal',
    title: 'The list of locations lacks one that can be read by its terminal',
    kills: ['scope/lists-have-what-other-responses-show'],
    isSubtle: true,
    alter: changeRows('listLocations', (rows) => rows.filter(({ location_id }) => location_id !== 'loc_EA000002')),
  },
  {
    id: 'connectors-lack-one',
    title: 'The list of connectors lacks one that the portal shows and that can be read',
    kills: ['scope/lists-have-what-other-responses-show'],
    isSubtle: true,
    alter: changeRows('listConnectors', (rows) =>
      rows.filter(({ connector_id }) => !String(connector_id).endsWith('_2')),
    ),
  },
  {
    id: 'portal-has-no-recent-commands',
    title: 'The recent commands of the portal are always empty',
    kills: ['portal/recent-commands-are-shown'],
    alter: changeJson('getPortal', (body) => {
      body.recent_commands = [];
    }),
  },
  {
    id: 'portal-names-a-group-without-its-terminals',
    title: 'A user does not see the terminals of one of the groups of the profile',
    kills: ['scope/groups-of-the-user-are-visible'],
    isSubtle: true,
    alter: changeJson('getPortal', (body) => {
      const principal = body.principal as Json; // part of the contract
      body.principal = { ...principal, group_ids: ['grp_hills'] };
    }),
  },
  {
    id: 'terminals-export-has-jobs-of-others',
    title: 'The provisioning export of a terminal has the jobs of the other terminals',
    kills: ['terminals/provisioning-jobs-are-of-the-terminal'],
    isSubtle: true,
    alter: changeJson('getProvisioningExport', (body) => {
      body.jobs = ['EA000001', 'EA000002', 'WE000007'].map((terminal_id) => ({ terminal_id }));
    }),
  },
  {
    id: 'portal-forbids-what-is-read',
    title: 'Provisioning can be read although the access flags forbid it',
    kills: ['auth/reads-follow-the-access-flags'],
    alter: changeJson('getPortal', (body) => {
      body.access_flags = { ...(body.access_flags as Json), can_view_provisioning: false }; // part of the contract
    }),
  },
  {
    id: 'portal-lists-fewer-permissions-than-are-read',
    title: 'The feeds can be read by a key whose list of permissions lacks them',
    kills: ['auth/reads-follow-the-access-flags'],
    isSubtle: true,
    alter: changeJson('getPortal', (body, { key }) => {
      const permissions = key === 'k-clerk-0002' ? ['disputes:read'] : ['disputes:read', 'feeds:read'];
      body.access_flags = { permissions };
    }),
  },
];
