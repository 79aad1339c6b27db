import { describe, expect, test } from 'vitest';
import { EVENTS_BY_FAMILY } from '../../../conformance/reading/documents/documented-values.ts';
import { ledgerline } from './index.ts';
import { DOCUMENTED, PUBLIC } from './testing/documented-paths.ts';
import {
  allRows,
  type ListedBatch,
  type ListedDispute,
  type PortalSnapshot,
  readAllItems,
  readBody,
} from './testing/read-lists.ts';
import { createRequestSender } from './testing/send-request.ts';

const ROLES = [...ledgerline.keys.keys()];
const readIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

describe('the correct service of ledgerline', () => {
  test('lists to an owner the users of the customer, and to other roles only themselves', async () => {
    const send = createRequestSender(1);
    const portals = await Promise.all(ROLES.map((role) => readBody<PortalSnapshot>(send, role, '/v1/portal')));
    const selves = portals.map(({ me }) => me.user.id);
    const [owner, branch, reader, neighbour] = portals.map(({ people }) => readIds(people));
    expect(new Set(selves).size).toBe(4);
    expect(owner).toEqual(selves.slice(0, 3));
    expect([branch, reader, neighbour]).toEqual(selves.slice(1).map((id) => [id]));
    expect(new Set(portals.map(({ me }) => me.customer.id)).size).toBe(2);
  });

  test('lists exactly the documented operations, feeds and events in its catalog', async () => {
    interface Family {
      readonly name: string;
      readonly api_endpoints: readonly string[];
      readonly webhook_events: readonly string[];
      readonly rss_feeds: readonly string[];
    }
    const { groups } = await readBody<{ groups: readonly Family[] }>(
      createRequestSender(1),
      'reader',
      '/v1/integrations/catalog',
    );
    const members = ['name', 'portal_surfaces', 'api_endpoints', 'webhook_events', 'rss_feeds', 'notes'];
    for (const group of groups) expect(Object.keys(group)).toEqual(members);
    const feeds = [...new Set(groups.flatMap(({ rss_feeds }) => rss_feeds))].map((path) => `GET ${path}`);
    expect([...groups.flatMap(({ api_endpoints }) => api_endpoints), ...feeds].sort()).toEqual([...DOCUMENTED].sort());
    expect(Object.fromEntries(groups.map(({ name, webhook_events }) => [name, webhook_events]))).toEqual(
      EVENTS_BY_FAMILY,
    );
  });

  test('is cacheable only on the public paths', async () => {
    const send = createRequestSender(1);
    const open = await send(undefined, '/v1/integrations/public-openapi.json');
    expect(open.header('cache-control')).toBe('public, max-age=600');
    const etag = open.header('etag') ?? '';
    const again = await send(undefined, '/v1/integrations/public-openapi.json', { headers: [['If-None-Match', etag]] });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await send('owner', '/v1/transactions')).header('cache-control')).toBe('private, no-cache');
    for (const path of PUBLIC) expect((await send('owner', path)).text).toBe((await send(undefined, path)).text);
  });

  test.each([
    ['GET', '/v1/nothing', 404],
    ['GET', '/v1/portal/', 404],
    ['DELETE', '/v1/portal', 405],
    ['GET', '/v1/transactions?limit=0', 400],
    ['GET', '/v1/transactions?limit=101', 400],
    ['GET', '/v1/transactions?limit=2.5', 400],
    ['GET', '/v1/transactions?page=0', 400],
    ['GET', '/v1/transactions?sort_by=terminal', 400],
    ['GET', '/v1/transactions?sort_dir=up', 400],
    ['GET', '/v1/transactions?colour=blue', 200],
    ['GET', '/v1/transactions?page=999', 200],
    ['GET', '/v1/terminals/%ff/commands', 403],
    ['POST', '/v1/disputes', 415],
  ])('returns for %s %s the status %i', async (method, path, status) => {
    const reply = await createRequestSender(1)('owner', path, { method });
    expect(reply.status).toBe(status);
    if (status >= 400) expect(reply.json).toEqual({ error: expect.any(String) });
    expect(reply.header('allow')).toBe(status === 405 ? 'GET' : undefined);
  });

  test('returns the headers of GET for HEAD, without the body', async () => {
    const send = createRequestSender(1);
    const [head, get] = [await send('owner', '/v1/portal', { method: 'HEAD' }), await send('owner', '/v1/portal')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.header('etag')).toBe(get.header('etag'));
    expect((await send(undefined, '/v1/portal', { method: 'HEAD' })).status).toBe(401);
  });

  test('shows written disputes to users in scope, and no refused ones', async () => {
    const send = createRequestSender(4);
    const rows = await allRows(send, 'branch', '&sort_by=amt_comp&sort_dir=desc');
    const before = await readAllItems<ListedDispute>(send, 'branch', '/v1/disputes');
    const undisputed = rows.find(({ id }) => before.every(({ transactionId }) => transactionId !== id));
    const body = { transactionId: undisputed?.id, why: 'wrongAmount', amountCents: 500 };
    const post = (role: string | undefined, sent: unknown) =>
      send(role, '/v1/disputes', { method: 'POST', body: sent });

    const [foreign] = await allRows(send, 'neighbour');
    expect((await post(undefined, body)).status).toBe(401);
    expect((await post('reader', body)).status).toBe(403);
    expect((await post('branch', { ...body, transactionId: foreign?.id })).status).toBe(403);
    expect((await post('branch', { ...body, amountCents: '500' })).status).toBe(400);
    expect(await readAllItems<ListedDispute>(send, 'owner', '/v1/disputes')).toHaveLength(
      (await readAllItems<ListedDispute>(createRequestSender(4), 'owner', '/v1/disputes')).length,
    );
    const opened = await post('branch', body);
    expect(opened.status).toBe(201);
    expect((await post('branch', body)).status).toBe(409);
    expect(await readAllItems<ListedDispute>(send, 'owner', '/v1/disputes')).toContainEqual(opened.json);
    expect(await readAllItems<ListedDispute>(send, 'neighbour', '/v1/disputes')).not.toContainEqual(opened.json);
  });

  test("derives batches for the key's customer, with the same result when repeated", async () => {
    const send = createRequestSender(4);
    const before = await readAllItems<ListedBatch>(send, 'owner', '/v1/settlements');
    const others = await readAllItems<ListedBatch>(send, 'neighbour', '/v1/settlements');
    for (const _ of ['once', 'twice']) {
      const derived = await send('owner', '/v1/settlements/derive', {
        method: 'POST',
        body: { from: '2025-09-01', to: '2025-10-20' },
      });
      expect(derived.status).toBe(202);
      expect(await readAllItems<ListedBatch>(send, 'owner', '/v1/settlements')).toHaveLength(before.length + 3);
    }
    expect(await readAllItems<ListedBatch>(send, 'neighbour', '/v1/settlements')).toEqual(others);
  });
});
