import { setTimeout } from 'node:timers/promises';
import type { Transport } from '../../conformance/http/client.ts';
import { createHttpTransport } from '../../conformance/http/transport/transport.ts';
import type { TrafficExchange } from '../../conformance/index.ts';
import { namePagingParameters } from '../generator/protocol/paging-parameters.ts';
import { createRandom, type Random } from '../generator/random.ts';
import type { RightService } from '../generator/start.ts';
import { recordExchanges } from './record-traffic.ts';

/** The ids that one user works with. */
export interface User {
  readonly key: string;
  readonly terminals: readonly string[];
  readonly groups: readonly string[];
  readonly connectors: readonly string[];
  readonly transactions: readonly string[];
}

interface Visit {
  readonly user: User | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: readonly (readonly [string, string])[];
}

const SORTED = { sort_by: 'amt_comp', sort_dir: 'desc' };
const STARTING = [
  '/v1/portal',
  '/v1/transactions',
  '/v1/locations',
  '/v1/integrations/catalog',
  '/v1/feeds/account.xml',
  '/v1/portal',
];
const MOST_PAGES = 3;
/** The number of users, of several tenants, as a gateway sees them. */
export const USERS = 3;

/** A service, the users of it, and what a program that knows the service does to get a next page. */
export interface ClientTarget {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly transport: Transport;
  readonly users: readonly User[];
  findNextPage(page: TrafficExchange, pages: number): Readonly<Record<string, string>> | undefined;
}

/** Uses a generated service. Returns the exchanges in order. Equal seeds send equal requests to equal services. */
export async function recordPortalTraffic(service: RightService, seed: string): Promise<TrafficExchange[]> {
  const network = createHttpTransport({ timeoutMs: 5000 });
  const random = createRandom(`traffic ${seed}`);
  const exchanges = await useService(
    {
      url: service.url.replace(/\/+$/, ''),
      transport: network.transport,
      users: listUsers(service, random),
      findNextPage: (page, pages) => findNextPage(page, service, pages),
    },
    random,
  );
  await network.close();
  return exchanges;
}

/**
 * Uses a service as the programs of integrators do: each user reads the portal, lists with several parameters and their pages, items,
 * feeds, and sometimes things of others.
 */
export async function useService(target: ClientTarget, random: Random): Promise<TrafficExchange[]> {
  const { url: base, users } = target;
  const exchanges: TrafficExchange[] = [];
  const send = recordExchanges(target.transport, exchanges);
  const visit = async ({ user, path, query = {}, headers = [] }: Visit): Promise<TrafficExchange | undefined> => {
    const search = new URLSearchParams(query).toString();
    const method = 'GET';
    const url = base + path + (search === '' ? '' : `?${search}`);
    const own = user === undefined ? [] : [['X-API-Key', user.key] as const];
    for (let tried = 0; tried < 4; tried += 1) {
      await send({ method, url, headers: [['Accept', '*/*'], ...headers, ...own] }).catch(() => undefined);
      if (exchanges.at(-1)?.status !== 429) break;
      await setTimeout(1050); // the limit of a generated service is per second
    }
    return exchanges.at(-1);
  };
  for (const path of ['/v1/integrations/public-openapi.json', '/v1/public/branding-status'])
    await visit({ user: undefined, path });
  const [first] = users;
  const stranger = first && { ...first, key: `${first.key.slice(0, -1)}~` };
  // a program without its key, and one with a key that was revoked
  for (const user of [undefined, stranger]) for (const path of STARTING) await visit({ user, path });
  for (const round of [1, 2])
    for (const one of planVisits(users, random, round)) {
      const first = await visit(one);
      let page = first;
      for (let pages = 1; pages < MOST_PAGES && page !== undefined; pages += 1) {
        const next = target.findNextPage(page, pages);
        page = next === undefined ? undefined : await visit({ ...one, query: { ...one.query, ...next } });
      }
      const etag = first?.responseHeaders.find(([name]) => name.toLowerCase() === 'etag')?.[1];
      if (etag !== undefined && random.isHit(0.2)) await visit({ ...one, headers: [['If-None-Match', etag]] });
    }
  return exchanges;
}

function listUsers({ keysOfAll, service }: RightService, random: Random): User[] {
  const { ids } = service.style;
  return keysOfAll.slice(0, USERS).map(({ key, statements }) => {
    const own = service.world.transactions.filter(({ terminalKey }) =>
      statements.terminals.includes(ids.text('terminal', terminalKey)),
    );
    return {
      ...statements,
      key,
      transactions: random
        .shuffle(own)
        .slice(0, 8)
        .map((one) => ids.text('transaction', one.key)),
    };
  });
}

/** Returns the requests of all users, in the order of one round. */
function planVisits(users: readonly User[], random: Random, round: number): Visit[] {
  const segment = encodeURIComponent;
  return users.flatMap((user) => {
    const { terminals, groups, connectors, transactions } = user;
    const own = [...new Set([...terminals.slice(0, 1), ...random.shuffle(terminals)])].slice(0, 3);
    const foreign = users.flatMap((other) => other.terminals.filter((one) => !terminals.includes(one))).slice(0, 2);
    const foreignRows = users
      .flatMap((other) => (other.terminals.some((one) => terminals.includes(one)) ? [] : other.transactions))
      .slice(0, 1);
    const list = (query: Readonly<Record<string, string>>): Visit => ({ user, path: '/v1/transactions', query });
    const lists = [
      {},
      { limit: '5' },
      { limit: '20' },
      { limit: '100' },
      { ...SORTED },
      { ...SORTED, limit: '10' },
      { ...SORTED, limit: '100' },
    ];
    const ofTerminals = [...own, ...foreign].flatMap((terminal_id) => [
      { terminal_id, limit: '100' },
      { terminal_id, limit: '2' },
      { terminal_id, ...SORTED, limit: '100' },
    ]);
    const ofGroups = groups
      .slice(0, 3)
      .flatMap((group_id) => [
        { group_id, limit: '100' },
        { group_id, ...SORTED, limit: '100' },
        ...own.slice(0, 2).map((terminal_id) => ({ group_id, terminal_id, limit: '100' })),
      ]);
    const plain = [
      'portal',
      'integrations/catalog',
      'settlements',
      'disputes',
      'locations',
      'connectors',
      'terminal-groups',
      'feeds/account.xml',
    ];
    const below = [
      'locations/ID',
      'terminals/ID/status-monitoring',
      'terminals/ID/transactions',
      'terminals/ID/commands',
      'terminals/ID/provisioning-payload',
      'terminals/ID/provisioning-export',
      'feeds/terminals/ID.xml',
    ];
    const visits: Visit[] = [
      ...plain.map((path) => ({ user, path: `/v1/${path}` })),
      ...[...lists, ...ofTerminals, ...ofGroups].map(list),
      ...[...own, ...foreign].flatMap((id) =>
        below.map((path) => ({ user, path: `/v1/${path.replace('ID', segment(id))}` })),
      ),
      ...connectors.slice(0, 3).map((id) => ({ user, path: `/v1/connectors/${segment(id)}/status` })),
      ...[...transactions, ...foreignRows].map((id) => ({ user, path: `/v1/transactions/${segment(id)}/timeline` })),
    ];
    return round === 1 ? visits : random.shuffle(visits).slice(0, Math.floor(visits.length / 3));
  });
}

/** Finds the parameters of the next page, as a program that knows the service does. */
function findNextPage(
  page: TrafficExchange,
  { shape }: RightService,
  pages: number,
): Record<string, string> | undefined {
  const { choices } = shape;
  const names = namePagingParameters(choices);
  const text = Buffer.from(page.body ?? '').toString() + JSON.stringify(page.responseHeaders);
  if (page.status !== 200) return undefined;
  if (choices.paging === 'page-number') return { [names.page]: String(pages + 1) };
  const tokens = text.match(/[\w-]{16,}/g) ?? [];
  const token = tokens.find((one) => Buffer.from(one, 'base64url').toString().includes('_offset='));
  if (token !== undefined) return { [names.cursor]: token };
  const [, offset] = new RegExp(`[?&]${names.offset}=(\\d+)`).exec(text) ?? [];
  return offset === undefined ? undefined : { [names.offset]: offset };
}
