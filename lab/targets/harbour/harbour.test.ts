import { describe, expect, it } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { findForbiddenData } from '../../../conformance/reading/card-data.ts';
import { EVENTS_BY_FAMILY } from '../../../conformance/reading/documents/documented-values.ts';
import { findRssProblems, listItems, parseXml, readChildText } from '../../../conformance/reading/rss.ts';
import { type Customer, isResolved, type User } from './data/model.ts';
import { drawWorld } from './data/world.ts';
import { harbourGroundTruth } from './ground-truth.ts';
import { type OperationName, ROUTES } from './http/routes.ts';
import { harbour } from './index.ts';
import { findKeyName, sendAllRequests } from './testing/requests.ts';
import { readAllRows, readPointer, readTexts, sendRequest } from './testing/send-request.ts';

const SEEDS = Array.from({ length: chooseRuns(6, 20) }, (_, index) => 100 + index * 37);
const ROWS = harbourGroundTruth['transactions.rows'];

describe.each(SEEDS)('harbour with seed %i', (seed) => {
  const transport = harbour.transport({ seed });
  const { customers } = drawWorld(seed);
  const users = customers.flatMap((customer) =>
    customer.users.map((user) => ({ user, customer, as: findKeyName(user) })),
  );
  const pathOf = (name: OperationName, user: User): string => {
    const customer = customers.find(({ id }) => id === user.customerId);
    const seen = customer?.terminals.filter(({ id }) => user.terminalIds.has(id));
    const values = {
      terminal_id: seen?.[0]?.id,
      connector_id: seen?.[0]?.connectorId,
      transaction_id: customer?.transactions.find(({ terminalId }) => user.terminalIds.has(terminalId))?.id,
    };
    const path = ROUTES.find((route) => route.name === name)?.path ?? '';
    return Object.entries(values).reduce(
      (filled, [placeholder, id]) => filled.replace(`{${placeholder}}`, id ?? ''),
      path,
    );
  };
  const rowsOf = (as: string, query = '') =>
    readAllRows(transport, { as, path: `/v1/transactions${query}`, rows: ROWS });
  const ids = (rows: readonly unknown[]) => rows.flatMap((row) => readTexts(row, '/Ref'));

  it('returns each read to each key, and only the public ones without a key', async () => {
    expect(users.map(({ as }) => as)).toEqual([...harbour.keys.keys()]);
    for (const { user, as } of users) {
      for (const { name, isPublic, verb } of ROUTES) {
        if (verb !== 'GET') continue;
        const path = pathOf(name, user);
        expect((await sendRequest(transport, { as, path })).status, `${as} ${path}`).toBe(200);
        expect((await sendRequest(transport, { path })).status, path).toBe(isPublic ? 200 : 401);
        const wrong = await sendRequest(transport, { path, headers: [['X-API-Key', `${user.key.slice(0, -1)}?`]] });
        expect(wrong.status, path).toBe(isPublic ? 200 : 403);
      }
    }
  });

  it('returns to a key its own terminals, and nothing about hidden ones', async () => {
    const made = await sendAllRequests(harbour.transport({ seed }), seed);
    for (const { user, customer, as } of users) {
      const own = made.filter(([request, { status }]) => request.as === as && status === 200);
      const words = new Set(own.flatMap(([, { text }]) => withoutSelf(text).split(/[^\w-]+/)));
      const hidden = customers.flatMap(hiddenFrom(user));
      expect(hidden.length).toBeGreaterThan(20);
      expect(hidden.filter((id) => words.has(id))).toEqual([]);
      const seen = [...user.terminalIds];
      expect(seen.filter((id) => words.has(id))).toEqual(seen);
      expect(customer.transactions.filter(({ id }) => words.has(id)).length).toBeGreaterThan(20);
    }
  });

  it('returns the same response for a hidden id as for an unknown one', async () => {
    const [first] = users;
    const stranger = customers[1]?.users[0];
    if (first === undefined || stranger === undefined) throw new Error('expected two customers');
    const named = ROUTES.filter(({ path, verb }) => verb === 'GET' && path.includes('{'));
    expect(named).toHaveLength(9);
    for (const { name, path } of named) {
      const hidden = await sendRequest(transport, { as: first.as, path: pathOf(name, stranger) });
      const unknown = await sendRequest(transport, { as: first.as, path: path.replace(/\{\w+\}/, 'Nowhere-1') });
      expect([hidden.status, hidden.text, [...hidden.headers]]).toEqual([404, unknown.text, [...unknown.headers]]);
    }
  });

  it('filters, sorts and limits transactions', async () => {
    for (const { user, customer, as } of users) {
      const all = await rowsOf(as);
      const own = customer.transactions.filter(({ terminalId }) => user.terminalIds.has(terminalId));
      expect(ids(all)).toEqual(own.map(({ id }) => id));
      expect(new Set(ids(all)).size).toBe(all.length);

      const [terminal = ''] = user.terminalIds;
      const quay = customer.groups[0];
      const basin = customer.groups[1];
      const inGroups = (groups: readonly (string | undefined)[]) =>
        own.filter(({ terminalId }) =>
          groups.includes(customer.terminals.find(({ id }) => id === terminalId)?.groupId),
        );
      const below = inGroups([quay?.id, basin?.id]).map(({ id }) => id);
      expect(ids(await rowsOf(as, `?terminal_id=${terminal}`))).toEqual(
        own.filter(({ terminalId }) => terminalId === terminal).map(({ id }) => id),
      );
      expect(ids(await rowsOf(as, `?group_id=${quay?.id}&limit=7`))).toEqual(below);
      const both = own.filter(({ id, terminalId }) => terminalId === terminal && below.includes(id));
      expect(ids(await rowsOf(as, `?group_id=${quay?.id}&terminal_id=${terminal}`))).toEqual(both.map(({ id }) => id));
      expect(await rowsOf(as, '?terminal_id=Nowhere-1')).toEqual([]);

      const down = await rowsOf(as, '?sort_by=amt_comp&sort_dir=desc&limit=13');
      const amounts = down.map((row) => Number(readTexts(row, harbourGroundTruth['transactions.amount completed'])[0]));
      expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
      expect(ids(down).sort()).toEqual(ids(all).sort());
      for (const limit of [1, 20, 21, 50]) {
        const { json } = await sendRequest(transport, { as, path: `/v1/transactions?limit=${limit}` });
        expect(ids(readPointer(json, ROWS))).toEqual(ids(all).slice(0, limit));
      }
      const clamped = await sendRequest(transport, { as, path: '/v1/transactions?limit=9999' });
      expect(readPointer(clamped.json, ROWS)).toHaveLength(Math.min(50, all.length));
    }
  });

  it('sums the rows of the page', async () => {
    for (const { as } of users) {
      for (const query of ['', '?limit=50', '?limit=4&sort_by=amt_comp&sort_dir=desc']) {
        const { json } = await sendRequest(transport, { as, path: `/v1/transactions${query}` });
        const rows = readPointer(json, ROWS);
        const sum = (of: readonly unknown[], pointer: string) =>
          of.reduce<number>((cents, row) => cents + Math.round(Number(readTexts(row, pointer)[0]) * 100), 0);
        const paid = rows.filter((row) => /^(WDL|FST)$/.test(readTexts(row, '/Type/Code')[0] ?? ''));
        const stated = (pointer: string) => Math.round(Number(readTexts(json, pointer)[0]) * 100);
        expect(stated(harbourGroundTruth['transactions.total surcharge'])).toBe(
          sum(rows, harbourGroundTruth['transactions.surcharge completed']),
        );
        expect(stated(harbourGroundTruth['transactions.total withdrawn'])).toBe(
          sum(paid, harbourGroundTruth['transactions.amount completed']),
        );
      }
    }
  });

  it('pays out credits minus debits', async () => {
    for (const { as } of users) {
      const batches = await readAllRows(transport, {
        as,
        path: '/v1/settlements?limit=5',
        rows: harbourGroundTruth['settlements.rows'],
      });
      expect(batches.length).toBeGreaterThan(0);
      for (const batch of batches) {
        const cents = (name: string) => Math.round(Number(readTexts(batch, `/${name}/amount`)[0]) * 100);
        expect(cents('Payout')).toBe(cents('CreditSum') - cents('DebitSum'));
        expect(
          readPointer(batch, '/Counts/Credits').concat(
            readPointer(batch, '/Schedule/CutOff'),
            readPointer(batch, '/State'),
          ),
        ).toHaveLength(3);
      }
    }
  });

  it('names a reviewer only in resolved cases, and the terminal of the transaction', async () => {
    for (const { customer, as } of users) {
      const claims = await readAllRows(transport, {
        as,
        path: '/v1/disputes?limit=3',
        rows: harbourGroundTruth['disputes.rows'],
      });
      const resolved = claims.filter((claim) => /^(Won|Lost)$/.test(readTexts(claim, '/Phase')[0] ?? ''));
      expect(resolved.length).toBeGreaterThan(0);
      expect(resolved.length).toBeLessThan(claims.length);
      expect(claims.filter((claim) => readPointer(claim, '/DecidedBy').length > 0)).toEqual(resolved);
      for (const claim of claims) {
        const [about] = readTexts(claim, '/About/Transaction');
        const row = customer.transactions.find(({ id }) => id === about);
        expect(readTexts(claim, '/About/Unit')).toEqual([row?.terminalId]);
      }
    }
  });

  it('lists every documented event in its families, and every operation and feed, in the catalog', async () => {
    for (const { as } of users) {
      const { json } = await sendRequest(transport, { as, path: '/v1/integrations/catalog' });
      const families = Object.entries(Object(json)).map(([family, service]) => {
        expect(Object.keys(Object(service)).sort()).toEqual(
          ['api_endpoints', 'notes', 'portal_surfaces', 'rss_feeds', 'webhook_events'].sort(),
        );
        return [family, readTexts(service, '/webhook_events/*/name')] as const;
      });
      expect(Object.fromEntries(families)).toEqual(EVENTS_BY_FAMILY);
      const listed = readPointer(json, '/*/api_endpoints/*').map(
        (one) => `${readTexts(one, '/verb')} ${readTexts(one, '/route')}`,
      );
      const feeds = readTexts(json, '/*/rss_feeds/*/route').map((route) => `GET ${route}`);
      expect(new Set([...listed, ...feeds])).toEqual(new Set(ROUTES.map(({ verb, path }) => `${verb} ${path}`)));
    }
  });

  it('serves valid feeds with items of every documented kind', async () => {
    for (const { user, as } of users) {
      const kinds = { 'account-feed': 4, 'unit-feed': 6 } as const;
      for (const name of ['account-feed', 'unit-feed'] as const) {
        const feed = await sendRequest(transport, { as, path: pathOf(name, user) });
        expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
        const parseJson = parseXml(Buffer.from(feed.text, 'latin1'));
        if ('problem' in parseJson) throw new Error(parseJson.problem);
        expect(findRssProblems(parseJson.root)).toEqual([]);
        expect(new Set(listItems(parseJson.root).map((item) => readChildText(item, 'category'))).size).toBe(
          kinds[name],
        );
      }
    }
  });

  it('returns no card data', async () => {
    const made = await sendAllRequests(harbour.transport({ seed }), seed);
    expect(made.length).toBeGreaterThan(500);
    const leaks = made.flatMap(([, { headers, text, json }]) =>
      findForbiddenData([...headers.values(), text].join('\n'), json),
    );
    expect(leaks).toEqual([]);
  });
});

/** Removes the self link, which repeats the request even for unknown ids. */
const withoutSelf = (text: string): string => text.replace(/"self":\{"href":"[^"]*"\}/, '');

/** Returns the ids of everything hidden from a user. */
const hiddenFrom =
  (user: User) =>
  ({ terminals, transactions, cases, commands, connectors, groups, users }: Customer): string[] => {
    const isHidden = ({ terminalId }: { readonly terminalId: string }) => !user.terminalIds.has(terminalId);
    const seen = terminals.filter(({ id }) => user.terminalIds.has(id));
    const hidden = terminals.filter(({ id }) => !user.terminalIds.has(id));
    return [
      ...hidden,
      ...[...transactions, ...cases, ...commands].filter(isHidden),
      ...connectors.filter(({ id }) => seen.every(({ connectorId }) => connectorId !== id)),
      ...groups.filter(({ id }) => id.includes('-Gm') && seen.every(({ groupId }) => groupId !== id)),
      ...users.filter(({ customerId }) => customerId !== user.customerId),
    ].map(({ id }) => id);
  };

describe('harbour', () => {
  const lodge = { method: 'POST', path: '/v1/disputes' };
  const derive = { method: 'POST', path: '/v1/settlements/derive', body: { Rehearse: false } };

  it('shows what an owner wrote in the next read, and rejects writes of other roles', async () => {
    const transport = harbour.transport({ seed: 3 });
    const [pier, reef] = drawWorld(3).customers;
    const open = new Set(pier?.cases.filter((one) => !isResolved(one)).map(({ transactionId }) => transactionId));
    const about = pier?.transactions.find(({ id }) => !open.has(id))?.id;
    const body = { About: about, Cause: 'Short dispense' };
    for (const as of ['pier-reader', 'pier-clerk']) {
      expect((await sendRequest(transport, { ...lodge, as, body })).status).toBe(403);
      expect((await sendRequest(transport, { ...derive, as })).status).toBe(403);
    }
    expect((await sendRequest(transport, { ...lodge, body })).status).toBe(401);
    const before = await readAllRows(transport, {
      as: 'pier-owner',
      path: '/v1/disputes',
      rows: harbourGroundTruth['disputes.rows'],
    });
    const made = await sendRequest(transport, { ...lodge, as: 'pier-owner', body });
    const after = await readAllRows(transport, {
      as: 'pier-owner',
      path: '/v1/disputes',
      rows: harbourGroundTruth['disputes.rows'],
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`http://harbour.test/v1/disputes#${readTexts(made.json, '/Case')}`);
    expect(after.length).toBe(before.length + 1);
    expect((await sendRequest(transport, { ...lodge, as: 'pier-owner', body })).status).toBe(409);
    const foreign = { About: reef?.transactions[0]?.id, Cause: 'Short dispense' };
    expect((await sendRequest(transport, { ...lodge, as: 'pier-owner', body: foreign })).status).toBe(422);

    const rehearsed = await sendRequest(transport, { ...derive, as: 'pier-owner', body: { Rehearse: true } });
    const derived = await sendRequest(transport, { ...derive, as: 'pier-owner' });
    expect(readPointer(derived.json, '/_embedded/batches/*')).toHaveLength(3);
    expect(readPointer(rehearsed.json, '/_embedded')).toEqual(readPointer(derived.json, '/_embedded'));
    const batches = await readAllRows(transport, {
      as: 'pier-owner',
      path: '/v1/settlements',
      rows: harbourGroundTruth['settlements.rows'],
    });
    expect(batches.slice(0, 3)).toEqual(readPointer(derived.json, '/_embedded/batches/*'));
  });

  it('rejects bodies of another media type or shape', async () => {
    const transport = harbour.transport({ seed: 3 });
    const send = (body: string, type: string) =>
      transport({
        method: 'POST',
        url: 'http://harbour.test/v1/disputes',
        headers: [
          ['X-API-Key', harbour.keys.get('pier-owner') ?? ''],
          ['Content-Type', type],
        ],
        body,
      });
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send('{', 'application/json')).status).toBe(400);
    expect((await send('[]', 'application/json')).status).toBe(422);
    expect((await send('{"About":"x","Cause":"y","Extra":1}', 'application/json')).status).toBe(422);
  });

  it('returns the headers of GET for HEAD without a body, and Allow for other methods', async () => {
    const transport = harbour.transport({ seed: 3 });
    const request = { as: 'pier-clerk', path: '/v1/transactions' };
    const [got, head] = [
      await sendRequest(transport, request),
      await sendRequest(transport, { ...request, method: 'HEAD' }),
    ];
    expect(head.headers).toEqual(got.headers);
    expect([head.status, head.text]).toEqual([200, '']);
    const put = await sendRequest(transport, { as: 'pier-owner', path: '/v1/disputes', method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await sendRequest(transport, { as: 'pier-owner', path: '/v1/disputes/' })).status).toBe(404);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=ten',
    'limit=1.5',
    'limit=1&limit=2',
    'sort_by=colour',
    'sort_dir=up',
    'colour=red',
    'after=pg_7b',
    'after=x',
  ])('rejects %s with 422 and a reason', async (query) => {
    const { status, json, headers } = await sendRequest(harbour.transport({ seed: 3 }), {
      as: 'pier-owner',
      path: `/v1/transactions?${query}`,
    });
    expect([status, headers.get('content-type')]).toEqual([422, 'application/vnd.api+json']);
    expect(readTexts(json, '/errors/*/detail')[0]).toMatch(/\.$/);
  });

  it('accepts a next link only from the user that it was issued to, and only for the same list', async () => {
    const transport = harbour.transport({ seed: 3 });
    const { json } = await sendRequest(transport, { as: 'pier-owner', path: '/v1/transactions' });
    const [next = ''] = readTexts(json, '/_links/next/href');
    expect((await sendRequest(transport, { as: 'pier-owner', path: next })).status).toBe(200);
    expect((await sendRequest(transport, { as: 'pier-clerk', path: next })).status).toBe(422);
    expect((await sendRequest(transport, { as: 'pier-owner', path: `${next}&sort_by=stamp` })).status).toBe(422);
  });
});
