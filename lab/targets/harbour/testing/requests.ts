import type { Transport } from '../../../../conformance/http/client.ts';
import { type Customer, isResolved, type User } from '../data/model.ts';
import { drawWorld } from '../data/world.ts';
import { harbour } from '../index.ts';
import { readTexts, sendRequest, type TestReply, type TestRequest } from './send-request.ts';

const LISTS = ['transactions', 'settlements', 'disputes', 'locations', 'connectors', 'terminal-groups'];
const SORTED = 'sort_by=amt_comp&sort_dir=desc';

/** Reads of each user: all operations, on its own items, on hidden ones, and on unknown ones. */
export const READS: readonly { readonly name: string; readonly of: (asker: TestUser) => readonly string[] }[] = [
  { name: 'portal and catalog', of: () => ['/v1/portal', '/v1/integrations/catalog', '/v1/feeds/account.xml'] },
  { name: 'lists', of: () => LISTS.flatMap((list) => [`/v1/${list}`, `/v1/${list}?limit=3`]) },
  { name: 'wide and narrow rows', of: () => [11, 30, 50, 400].map((limit) => `/v1/transactions?limit=${limit}`) },
  {
    name: 'sorted rows',
    of: () =>
      ['amt_comp', 'amt_req', 'stamp'].flatMap((column) => [
        `/v1/transactions?sort_by=${column}`,
        `/v1/transactions?sort_by=${column}&sort_dir=desc`,
        `/v1/transactions?sort_by=${column}&sort_dir=desc&limit=50`,
      ]),
  },
  {
    name: 'filtered rows',
    of: ({ terminals, groups }) => [
      ...[...terminals, 'Nowhere-1'].map((id) => `/v1/transactions?limit=50&terminal_id=${id}`),
      ...terminals.map((id) => `/v1/transactions?${SORTED}&terminal_id=${id}`),
      ...groups.flatMap((id) => [
        `/v1/transactions?limit=50&group_id=${id}`,
        `/v1/transactions?${SORTED}&group_id=${id}`,
      ]),
      ...groups.map((id, index) => `/v1/transactions?group_id=${id}&terminal_id=${terminals[index]}&limit=2`),
    ],
  },
  {
    name: 'the data of a terminal',
    of: ({ terminals }) =>
      [...terminals, 'Nowhere-1'].flatMap((id) => [
        `/v1/locations/${id}`,
        ...['status-monitoring', 'transactions', 'commands', 'provisioning-payload', 'provisioning-export'].map(
          (what) => `/v1/terminals/${id}/${what}`,
        ),
        `/v1/terminals/${id}/transactions?limit=50`,
        `/v1/feeds/terminals/${id}.xml`,
      ]),
  },
  {
    name: 'timelines and connectors',
    of: ({ transactions, connectors }) => [
      ...[...transactions, 'Nowhere-Tx'].map((id) => `/v1/transactions/${id}/timeline`),
      ...[...connectors, 'Nowhere-Link'].map((id) => `/v1/connectors/${id}/status`),
    ],
  },
  {
    name: 'rejected requests',
    of: () =>
      ['limit=ten', 'limit=0', 'limit=-1', 'sort_by=colour', 'sort_dir=sideways', 'colour=red', 'after=pg_00'].map(
        (query) => `/v1/transactions?${query}`,
      ),
  },
];

/** Ids that a user may try: the first of each kind, of all customers. */
interface TestUser {
  readonly user: User;
  readonly terminals: readonly string[];
  readonly groups: readonly string[];
  readonly connectors: readonly string[];
  readonly transactions: readonly string[];
}

export const findKeyName = ({ key }: User): string => [...harbour.keys].find(([, value]) => value === key)?.[0] ?? '';

function listTestUsers(seed: number): TestUser[] {
  const { customers } = drawWorld(seed);
  const ids = (of: (customer: Customer) => readonly { readonly id: string }[]) =>
    customers.flatMap((customer) => of(customer).map(({ id }) => id));
  const kinds = (customer: Customer) => [
    ...new Map(customer.transactions.map((row) => [`${row.type} ${row.response}`, row])).values(),
  ];
  const common = {
    terminals: ids(({ terminals }) => terminals),
    groups: ids(({ groups }) => groups),
    connectors: ids(({ connectors }) => connectors),
    transactions: ids(kinds),
  };
  return customers.flatMap(({ users }) => users.map((user) => ({ user, ...common })));
}

/**
 * Requests that are not plain reads: invalid keys, other methods, keys in unusual places, writes, and reads after them.
 */
function listUnusualRequests(seed: number): TestRequest[] {
  const [first, second] = drawWorld(seed).customers;
  const key = harbour.keys.get('pier-owner') ?? '';
  const timeline = `/v1/transactions/${first?.transactions[0]?.id}/timeline`;
  const paths = ['/v1/portal', '/v1/integrations/catalog', '/v1/feeds/account.xml', timeline, '/v1/disputes'];
  const withKey = (value: string): TestRequest => ({ path: '/v1/portal', headers: [['X-API-Key', value]] });
  const derive = { method: 'POST', path: '/v1/settlements/derive' };
  const lodge = (about: string | undefined) => ({
    method: 'POST',
    path: '/v1/disputes',
    body: { About: about, Cause: 'Short dispense' },
  });
  const open = new Set(first?.cases.flatMap((one) => (isResolved(one) ? [] : [one.transactionId])));
  const free = first?.transactions.filter(({ id }) => !open.has(id)).map(({ id }) => id) ?? [];
  return [
    ...['/v1/integrations/public-openapi.json', '/v1/public/branding-status'].flatMap((path) => [
      { path },
      { path, as: 'pier-owner' },
    ]),
    ...paths.map((path) => ({ path })),
    { path: '/v1/portal', method: 'HEAD' },
    { path: '/v1/transactions', method: 'HEAD', as: 'pier-owner' },
    { path: '/v1/transactions', method: 'DELETE', as: 'pier-owner' },
    ...['', 'Hk9wQvTzRmB4nXcL2sPd7JfX', key.toLowerCase(), key.slice(0, -1)].map(withKey),
    { path: `/v1/portal?api_key=${key}` },
    { path: '/v1/transactions', as: 'pier-owner', headers: [['X-Tenant-Id', second?.id ?? '']] },
    { ...derive, body: { Rehearse: true } },
    ...['pier-reader', 'pier-clerk'].flatMap((as) => [
      { ...derive, as, body: { Rehearse: true } },
      { ...lodge(free[0]), as },
    ]),
    { path: '/v1/disputes', as: 'pier-owner' },
    { ...derive, as: 'pier-owner', body: { Rehearse: true } },
    { ...derive, as: 'pier-owner', body: { Rehearse: false } },
    { ...derive, as: 'pier-owner', body: { Rehearse: 'no' } },
    { ...lodge(free[1]), as: 'pier-owner' },
    { ...lodge(free[1]), as: 'pier-owner' },
    { ...lodge(second?.transactions[0]?.id), as: 'pier-owner' },
    { ...lodge(undefined), as: 'pier-owner' },
    { path: '/v1/disputes', as: 'pier-owner' },
    { path: '/v1/settlements', as: 'pier-owner' },
  ];
}

/**
 * Sends all requests in order and follows each list to its second page, the second time with the key of another user.
 */
export async function sendAllRequests(
  transport: Transport,
  seed: number,
): Promise<readonly (readonly [TestRequest, TestReply])[]> {
  const made: (readonly [TestRequest, TestReply])[] = [];
  const make = async (request: TestRequest) => {
    const reply = await sendRequest(transport, request);
    made.push([request, reply]);
    return reply;
  };
  for (const asker of listTestUsers(seed)) {
    const as = findKeyName(asker.user);
    for (const path of READS.flatMap(({ of }) => of(asker))) {
      const { json } = await make({ as, path });
      for (const next of readTexts(json, '/_links/next/href')) {
        await make({ as, path: next });
        if (path === '/v1/transactions')
          await make({ as: as === 'pier-clerk' ? 'reef-owner' : 'pier-clerk', path: next });
      }
    }
  }
  for (const request of listUnusualRequests(seed)) await make(request);
  return made;
}
