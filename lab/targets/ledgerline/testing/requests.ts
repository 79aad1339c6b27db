import type { HeaderPair } from '../../../../conformance/http/client.ts';
import { generateData } from '../data/generate-data.ts';
import type { DataSet } from '../data/model.ts';
import { SORT_COLUMNS } from '../handlers/transactions.ts';
import { ledgerline } from '../index.ts';
import { fillReads } from './documented-paths.ts';
import type { RequestOptions } from './send-request.ts';

/** A request of the list: the role (or `undefined` for no key), the path, and the rest. */
export type RequestStep = readonly [role: string | undefined, path: string, request?: RequestOptions];

const ROLES = [...ledgerline.keys.keys()];

/** Returns requests that together show every fault, in the order in which they are sent. */
export function listAllRequests(seed: number): RequestStep[] {
  const data = generateData(seed);
  return [
    ...listUnusualKeys(data),
    ...listReads(data),
    ...listListRequests(data),
    ...listTimelineRequests(data),
    ...listUnusualQueries(),
    ...listWrites(data),
  ];
}

function listUnusualKeys({ terminals }: DataSet): RequestStep[] {
  const key = ledgerline.keys.get('owner') ?? '';
  const withKey = (value: string): readonly HeaderPair[] => [['X-API-Key', value]];
  return [
    ...['no-such-key', '', key.slice(0, -1), key.toUpperCase()].map((value): RequestStep => {
      return [undefined, '/v1/portal', { headers: withKey(value) }];
    }),
    [undefined, `/v1/portal?api_key=${key}`],
    [undefined, '/v1/portal/'],
    [undefined, '/v1/portal', { method: 'HEAD' }],
    ['owner', '/v1/portal', { method: 'DELETE' }],
    ...fillReads(terminals[0]?.id ?? '', 'none', 'none').map((path): RequestStep => [undefined, path]),
  ];
}

/** Returns every read by every role, for a terminal of each kind: own, hidden, another customer's and unknown. */
function listReads({ terminals, records, connectors, customers }: DataSet): RequestStep[] {
  const [other] = terminals.filter(({ customerId }) => customerId === customers[1]?.id);
  const places = [terminals[0], terminals[2], terminals[4], terminals[5], other].map((one) => one?.id ?? '');
  const paths = new Set(
    [...places, '700999'].flatMap((terminal, index) => {
      const record = records.find(({ terminalId }) => terminalId === terminal);
      return fillReads(terminal, record?.id ?? 'none', connectors[index % connectors.length]?.id ?? '');
    }),
  );
  return [...paths].flatMap((path) => ROLES.map((role): RequestStep => [role, path]));
}

function listListRequests({ terminals, groups, customers }: DataSet): RequestStep[] {
  const [own, other] = customers;
  const filters = [
    '',
    ...terminals.map(({ id }) => `&terminal_id=${id}`),
    ...groups.map(({ id }) => `&group_id=${id}`),
    ...groups.map(({ id }, index) => `&group_id=${id}&terminal_id=${terminals[index + 1]?.id}`),
    '&terminal_id=700999',
    `&account_id=${other?.id}`,
  ];
  const orders = ['', '&sort_by=amt_comp&sort_dir=desc', '&sort_by=amt_comp&sort_dir=asc'];
  const cuts = [
    'limit=3',
    'limit=25',
    'limit=25&page=2',
    'limit=60',
    'limit=100',
    'limit=100&page=2',
    'limit=7&page=3',
  ];
  const steps = filters.flatMap((filter) =>
    orders.flatMap((order) => cuts.map((pageRequest) => `/v1/transactions?${pageRequest}${filter}${order}`)),
  );
  const header: readonly HeaderPair[] = [['X-Account-Id', own?.id ?? '']];
  return [
    ...steps.flatMap((path) => ['owner', 'branch', 'neighbour'].map((role): RequestStep => [role, path])),
    ['neighbour', '/v1/transactions', { headers: header }],
    ...SORT_COLUMNS.map((column): RequestStep => ['owner', `/v1/transactions?sort_by=${column}`]),
  ];
}

const listTimelineRequests = ({ records }: DataSet): RequestStep[] =>
  records
    .filter(({ outcome }) => outcome === 'declined')
    .slice(0, 6)
    .map(({ id }): RequestStep => ['owner', `/v1/transactions/${id}/timeline`]);

const listUnusualQueries = (): RequestStep[] =>
  ['limit=abc', 'limit=0', 'limit=101', 'page=0', 'sort_by=nothing', 'sort_dir=sideways'].map((query): RequestStep => {
    return ['owner', `/v1/transactions?${query}`];
  });

function listWrites({ records, terminals, customers }: DataSet): RequestStep[] {
  const post = (role: string | undefined, path: string, body: unknown): RequestStep => [
    role,
    path,
    { method: 'POST', body },
  ];
  const span = { from: '2025-09-01', to: '2025-10-20' };
  const makeDispute = (transactionId = '') => ({ transactionId, why: 'cashNotGiven', amountCents: 100 });
  const foreign = records.find(({ customerId }) => customerId === customers[1]?.id);
  const own = records.filter(({ terminalId }) => terminalId === terminals[2]?.id).at(-1);
  return [
    ...[...ROLES, undefined].map((role) => post(role, '/v1/settlements/derive', span)),
    post('branch', '/v1/disputes', makeDispute(foreign?.id)),
    post(undefined, '/v1/disputes', makeDispute(own?.id)),
    post('branch', '/v1/disputes', makeDispute(own?.id)),
    post('branch', '/v1/disputes', makeDispute(own?.id)),
    post('reader', '/v1/disputes', makeDispute(own?.id)),
    post('owner', '/v1/disputes', '{"transactionId":'),
    post('owner', '/v1/disputes', { why: 'because' }),
    ...ROLES.flatMap((role): RequestStep[] => [
      [role, '/v1/disputes'],
      [role, '/v1/settlements'],
    ]),
  ];
}
