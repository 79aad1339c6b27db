import { beforeAll, describe, expect, test } from 'vitest';
import { isThorough, sample } from '../../../../base/testing/depth.ts';
import { EPOCH_MS, listAccountsBelow, tenants } from '../../../../fixtures/index.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { TEST_OPERATOR_TOKEN } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  type DeliveryBody,
  type DestinationBody,
  expectBody,
  type Method,
  readAllDeliveries,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/*
 * The isolation property of webhooks: replies and deliveries to an administrator contain all data of its account and
 * no other data; foreign resources get the same replies as unknown ones.
 */

interface Admin {
  readonly key: string;
  readonly accountId: string;
  /** The account and all sub-accounts. */
  readonly accountIds: ReadonlySet<string>;
}

const admins: readonly Admin[] = tenants.flatMap((tenant) =>
  tenant.users
    .filter(({ role }) => role === 'iso_admin' || role === 'affiliate_admin')
    .flatMap(({ accountId, keys }) =>
      keys
        .filter(({ isRevoked, expiresAt }) => !isRevoked && (expiresAt === null || Date.parse(expiresAt) > EPOCH_MS))
        .slice(0, 1)
        .map(({ key }) => ({ key, accountId, accountIds: new Set(listAccountsBelow(tenant, accountId)) })),
    ),
);

/** The resources of an administrator, and all texts sent to it. */
interface AdminResources {
  readonly admin: Admin;
  readonly secrets: readonly string[];
  readonly destinations: readonly DestinationBody[];
  readonly sample: DeliveryBody;
  /** The URL of its deliveries. */
  readonly url: string;
  readonly inboxPath: string;
  texts: string;
}

let hooks: WebhooksApp;
const holdings: AdminResources[] = [];

beforeAll(async () => {
  hooks = createWebhooksApp();
  hooks.receiverReply = ({ headers }) => (headers['x-sandbox-attempt'] === '1' ? 500 : 200);
  for (const admin of admins) holdings.push(await createResources(admin));
  await advanceClockBy(hooks, isThorough ? 'P30D' : 'P3D');
  for (const holding of holdings) holding.texts = await readEverything(holding);
}, 120_000);

async function createResources(admin: Admin): Promise<AdminResources> {
  const url = `http://127.0.0.1:3000/${admin.accountId}`;
  const name = `mark of ${admin.accountId}`;
  const made = [
    await registerDestination(hooks, { url, name }, admin.key),
    await registerDestination(hooks, { inbox: true, name }, admin.key),
    await registerDestination(hooks, { listener: true, name, subscriptions: [{ types: ['cash_low'] }] }, admin.key),
  ];
  const ids = made.map(({ destination }) => destination.destination_id);
  const { delivery } = await expectBody<SandboxSchemas['TestedDestination']>(
    hooks.request('post', `/sandbox/destinations/${ids[0]}/test`, admin.key),
  );
  return {
    admin,
    secrets: made.map(({ secret }) => secret),
    destinations: made.map(({ destination }) => destination),
    sample: delivery,
    url,
    inboxPath: new URL(made[1]?.destination.url ?? '').pathname,
    texts: '',
  };
}

async function readEverything({ admin, destinations, url, inboxPath }: AdminResources): Promise<string> {
  const list = await readAllDeliveries(hooks, '', admin.key);
  const paths = [
    '/sandbox/destinations',
    '/sandbox/events?limit=500',
    '/sandbox/incidents?limit=500',
    '/sandbox/requests',
    '/sandbox/journal',
    inboxPath,
    ...destinations.map(({ destination_id }) => `/sandbox/destinations/${destination_id}`),
    ...list.slice(-40).map(({ delivery_id }) => `/sandbox/deliveries/${delivery_id}`),
  ];
  const replies = [JSON.stringify(list)];
  for (const path of paths) {
    const { status, text } = await hooks.request('get', path, admin.key);
    if (path !== '/sandbox/journal') expect({ path, status }).toMatchObject({ status: 200 }); // only for administrators of whole tenants
    replies.push(text);
  }
  const posted = hooks.sent.filter((request) => request.url === url);
  expect(posted.length).toBeGreaterThan(0);
  return [...replies, ...posted.map(({ body }) => body)].join('\n');
}

/** Lists the ids of resources in a text. */
const listIds = (text: string): ReadonlySet<string> =>
  new Set(text.match(/\b(acct_[a-z0-9_]+|[A-Z]{2}\d{6}|(dst|sub|dlv)_[0-9A-HJKMNP-TV-Z]{26})\b/g));

const accountOfTerminal = new Map(
  tenants.flatMap(({ terminals }) => terminals.map(({ terminalId, accountId }) => [terminalId, accountId] as const)),
);

test('covers an administrator of each tenant, and of affiliates', () => {
  expect(new Set(admins.map(({ accountId }) => accountId)).size).toBe(admins.length);
  expect(admins.length).toBeGreaterThanOrEqual(tenants.length + 2);
});

describe.each(admins)('the administrator of $accountId', ({ accountId }) => {
  const mine = (): AdminResources => {
    const holding = holdings.find(({ admin }) => admin.accountId === accountId);
    if (holding === undefined) throw new Error('the administrator has no resources');
    return holding;
  };
  /** Resources of accounts that are not all visible. */
  const others = (): readonly AdminResources[] =>
    holdings.filter(({ admin }) => !mine().admin.accountIds.has(admin.accountId));

  test('reads and receives all data of its account and sub-accounts, and no other data', () => {
    const { admin, texts, destinations, sample: sent } = mine();
    const ids = listIds(texts);
    for (const own of [accountId, sent.delivery_id, ...destinations.map(({ destination_id }) => destination_id)])
      expect(ids).toContain(own);
    expect(texts).toContain(`mark of ${accountId}`);

    const accounts = [...ids].filter((id) => id.startsWith('acct_')).filter((id) => !admin.accountIds.has(id));
    // The administrator of a sub-account may see the id of its tenant.
    expect(new Set(accounts)).toEqual(new Set([...accounts].filter((id) => id === mine().destinations[0]?.tenant_id)));
    const terminals = [...ids].filter((id) => accountOfTerminal.has(id));
    expect(terminals.filter((id) => !admin.accountIds.has(accountOfTerminal.get(id) ?? ''))).toEqual([]);

    expect(others().length).toBeGreaterThan(0);
    for (const other of others()) {
      const theirs = [other.sample.delivery_id, ...other.destinations.map(({ destination_id }) => destination_id)];
      for (const id of theirs) expect(ids).not.toContain(id);
      expect(texts).not.toContain(other.inboxPath);
      expect(
        texts
          .split(`mark of ${other.admin.accountId}`)
          .slice(1)
          .filter((after) => !/^\w/.test(after)),
      ).toEqual([]);
    }
    for (const { secrets } of holdings) for (const secret of secrets) expect(texts).not.toContain(secret);
    expect(texts).not.toContain(TEST_OPERATOR_TOKEN);
  });

  test('gets the same replies for foreign and for unknown resources', async () => {
    const { admin } = mine();
    const nowhere = {
      destination: `dst_${'0'.repeat(26)}`,
      subscription: `sub_${'0'.repeat(26)}`,
      delivery: `dlv_${'0'.repeat(26)}`,
      inbox: `/sandbox/inbox/${'x'.repeat(22)}`,
    };
    // In `npm test`, two of the others: the first is the whole tenant of a sub-account.
    for (const other of sample(others(), 1)) {
      const [url, , listener] = other.destinations;
      const theirs = {
        destination: url?.destination_id ?? '',
        subscription: url?.subscriptions[0]?.subscription_id ?? '',
        delivery: other.sample.delivery_id,
        inbox: other.inboxPath,
      };
      const requests = listRequests(theirs);
      const control = listRequests(nowhere);
      expect(requests.length).toBe(control.length);
      for (const [index, [method, path, body]] of requests.entries()) {
        const [, nowherePath = '', nowhereBody] = control[index] ?? [];
        const answer = removeRequestData(await hooks.request(method, path, admin.key).send(body), path);
        expect(answer).toEqual(
          removeRequestData(await hooks.request(method, nowherePath, admin.key).send(nowhereBody), nowherePath),
        );
      }
      const stream = `/sandbox/destinations/${listener?.destination_id}/stream`;
      expect((await hooks.request('get', stream, admin.key)).status).toBe(404);
    }
    expect(holdings.map(({ destinations }) => destinations.length)).toEqual(holdings.map(() => 3));
  });
});

test('leaves foreign resources unchanged', async () => {
  for (const { admin, destinations, secrets } of holdings) {
    for (const [index, { destination_id, name }] of destinations.entries()) {
      const now = await expectBody<DestinationBody>(
        hooks.request('get', `/sandbox/destinations/${destination_id}`, admin.key),
      );
      expect(now).toMatchObject({ name, status: 'enabled', changed_at: '2026-11-02T15:00:00Z' });
      const { secret } = await expectBody<SandboxSchemas['RevealedSecrets']>(
        hooks.request('get', `/sandbox/destinations/${destination_id}/secret`, admin.key),
      );
      expect(secret).toBe(secrets[index]);
    }
  }
});

interface Ids {
  readonly destination: string;
  readonly subscription: string;
  readonly delivery: string;
  readonly inbox: string;
}

/** Lists a request for every operation with an id. */
function listRequests({
  destination,
  subscription,
  delivery,
  inbox,
}: Ids): readonly (readonly [Method, string, object?])[] {
  const one = `/sandbox/destinations/${destination}`;
  const sent = `/sandbox/deliveries/${delivery}`;
  return [
    ['get', one],
    ['patch', one, { name: 'mine now' }],
    ['delete', one],
    ['post', `${one}/pause`],
    ['post', `${one}/resume`],
    ['post', `${one}/disable`],
    ['post', `${one}/enable`],
    ['post', `${one}/test`],
    ['post', `${one}/recover`, { since: '2026-11-02T15:00:00Z' }],
    ['get', `${one}/secret`],
    ['post', `${one}/secret/rotate`],
    ['post', `${one}/secret/expire`],
    ['post', `${one}/subscriptions`, {}],
    ['patch', `${one}/subscriptions/${subscription}`, { types: null }],
    ['delete', `${one}/subscriptions/${subscription}`],
    ['get', `${one}/stream`],
    ['get', sent],
    ['post', `${sent}/replay`],
    ['post', `${sent}/explain`, {}],
    ['post', `${sent}/report`, { attempt_token: 'x', status: 200, total_ms: 1 }],
    ['get', inbox],
    ['delete', inbox],
    ['put', `${inbox}/answers`, { answers: [] }],
    ['get', `/sandbox/deliveries?destination_id=${destination}`],
    ['get', `/sandbox/deliveries?cursor=${Buffer.from(delivery).toString('base64url')}`],
  ];
}

/** Returns a reply without the members that differ between requests. */
function removeRequestData(answer: Awaited<ReturnType<WebhooksApp['request']>>, path: string) {
  const { 'x-request-id': _, date: __, ...headers } = answer.headers;
  const text = answer.text
    .replace(/"request_id":"[^"]*"/, '"request_id":""')
    .replace(`"instance":"${path.replace(/\?.*/, '')}"`, '"instance":""');
  return { status: answer.status, headers, text };
}
