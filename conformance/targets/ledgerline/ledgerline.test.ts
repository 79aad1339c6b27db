import { describe, expect, test } from 'vitest';
import { scan } from '../../card-data.ts';
import { parseXml, problemsOfRss } from '../../rss.ts';
import { ledgerline } from './index.ts';
import { type Asker, allPages, askerOf } from './testing/asking.ts';
import { DOCUMENTED, PUBLIC, readsOf } from './testing/paths.ts';
import {
  allOf,
  allRows,
  type Batch,
  type Dispute,
  type Group,
  type Portal,
  type Row,
  type Rows,
  shown,
  terminalsOf,
} from './testing/shown.ts';

const ROLES = [...ledgerline.keys.keys()];
const SEEDS = Array.from({ length: 20 }, (_, index) => index * 101);
const descending = (rows: readonly Row[]): boolean =>
  rows.every(({ dispensedCents }, index) => dispensedCents <= (rows[index - 1]?.dispensedCents ?? dispensedCents));
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Every documented read that `role` can make, about a terminal that it sees. */
async function ownReads(ask: Asker, role: string): Promise<string[]> {
  const [row] = await allRows(ask, role);
  const [line] = await allOf<{ id: string }>(ask, role, '/v1/connectors');
  return readsOf(row?.terminal ?? '', row?.id ?? '', line?.id ?? '');
}

describe.each(SEEDS)('with seed %i, the correct service', (seed) => {
  const run = (judge: (ask: Asker) => Promise<void>) => () => judge(askerOf(seed));

  test(
    'answers every documented read to every key, and to nobody without one but on the public paths',
    run(async (ask) => {
      for (const role of ROLES) {
        const paths = await ownReads(ask, role);
        expect(paths).toHaveLength(DOCUMENTED.length - 2);
        for (const path of paths) {
          const reply = await ask(role, path);
          expect(reply.status, `${role} ${path}`).toBe(200);
          expect(reply.header('content-type')).toMatch(
            path.endsWith('.xml') ? /^application\/rss\+xml/ : /^application\/json$/,
          );
          for (const headers of [[], [['X-API-Key', `${ledgerline.keys.get(role)}x`]], [['X-API-Key', '']]] as const) {
            expect((await ask(undefined, path, { headers })).status).toBe(PUBLIC.includes(path) ? 200 : 401);
          }
        }
      }
    }),
  );

  test(
    'gives rows in scope only, cut, sorted and filtered as asked',
    run(async (ask) => {
      for (const role of ROLES) {
        const terminals = await terminalsOf(ask, role);
        const rows = await allRows(ask, role);
        expect(new Set(rows.map(({ terminal }) => terminal))).toEqual(new Set(terminals));
        expect(new Set(idsOf(rows)).size).toBe(rows.length);

        for (const limit of [1, 7, 60]) {
          const cut = await shown<Rows>(ask, role, `/v1/transactions?limit=${limit}`);
          expect(idsOf(cut.items)).toEqual(idsOf(rows).slice(0, limit));
        }
        const sorted = await allRows(ask, role, '&sort_by=amt_comp&sort_dir=desc');
        expect(descending(sorted)).toBe(true);
        expect(descending(rows)).toBe(false);
        expect(idsOf(sorted).sort()).toEqual(idsOf(rows).sort());
        const ascending = await allRows(ask, role, '&sort_by=amt_comp&sort_dir=asc');
        expect(descending([...ascending].reverse())).toBe(true);

        for (const group of await allOf<Group>(ask, role, '/v1/terminal-groups')) {
          const groups = await allOf<Group>(ask, role, '/v1/terminal-groups');
          const members = groups.filter(({ id, within }) => id === group.id || within === group.id);
          const expected = rows.filter(({ terminal }) => members.some((one) => one.terminals.includes(terminal)));
          expect(await allRows(ask, role, `&group_id=${group.id}`)).toEqual(expected);
          for (const terminal of terminals) {
            const both = await allRows(ask, role, `&group_id=${group.id}&terminal_id=${terminal}`);
            expect(both).toEqual(expected.filter((row) => row.terminal === terminal));
          }
        }
        for (const terminal of terminals) {
          const expected = rows.filter((row) => row.terminal === terminal);
          expect(await allRows(ask, role, `&terminal_id=${terminal}`)).toEqual(expected);
          expect(await allOf<Row>(ask, role, `/v1/terminals/${terminal}/transactions?size=10`)).toEqual(expected);
        }
      }
    }),
  );

  test(
    'sums up all rows that match, whichever page is shown',
    run(async (ask) => {
      const [terminal] = await terminalsOf(ask, 'branch');
      const [group] = await allOf<Group>(ask, 'branch', '/v1/terminal-groups');
      for (const query of ['', `&terminal_id=${terminal}`, `&group_id=${group?.id}`]) {
        const rows = await allRows(ask, 'branch', query);
        const totals = {
          feesCents: sum(rows.map(({ feeTakenCents }) => feeTakenCents)),
          cashOutCents: sum(
            rows.filter(({ kind }) => kind === 'cash' || kind === 'advance').map((row) => row.dispensedCents),
          ),
        };
        expect(totals.feesCents).toBeGreaterThan(0);
        const pages = await allPages(ask, 'branch', `/v1/transactions?limit=11${query}`);
        expect(pages.length).toBeGreaterThan(1);
        for (const { json } of pages) expect(json).toHaveProperty('totals', totals);
      }
    }),
  );

  test(
    'answers what is hidden, by whatever path, like what never existed',
    run(async (ask) => {
      for (const [outsider, insider] of [
        ['branch', 'owner'],
        ['neighbour', 'owner'],
        ['owner', 'neighbour'],
      ] as const) {
        const seen = await terminalsOf(ask, outsider);
        const hidden = (await allRows(ask, insider)).filter(({ terminal }) => !seen.includes(terminal));
        const lines = idsOf(await allOf<{ id: string }>(ask, insider, '/v1/connectors'));
        const known = idsOf(await allOf<{ id: string }>(ask, outsider, '/v1/connectors'));
        const [row] = hidden;
        const line = lines.find((id) => !known.includes(id)) ?? '';
        const paths = readsOf(row?.terminal ?? '', row?.id ?? '', line);
        const never = readsOf('700999', 'never', 'never');
        const of = paths.flatMap((path, index) => (path === never[index] ? [] : [[path, never[index] ?? ''] as const]));
        expect(of).toHaveLength(9);
        for (const [path, nowhere] of of) {
          const [refused, nothing] = [await ask(outsider, path), await ask(outsider, nowhere)];
          expect([refused.status, refused.text]).toEqual([403, nothing.text]);
          expect(nothing.status).toBe(403);
          expect((await ask(insider, path)).status).toBe(200);
        }
        const filtered = await shown<Rows>(ask, outsider, `/v1/transactions?terminal_id=${row?.terminal}`);
        expect(filtered).toEqual({ items: [], totals: { feesCents: 0, cashOutCents: 0 } });
      }
    }),
  );

  test(
    'shows nobody an id of a hidden terminal or transaction anywhere',
    run(async (ask) => {
      for (const [outsider, insider] of [
        ['branch', 'owner'],
        ['neighbour', 'reader'],
        ['reader', 'neighbour'],
      ] as const) {
        const seen = await terminalsOf(ask, outsider);
        const rows = (await allRows(ask, insider)).filter(({ terminal }) => !seen.includes(terminal));
        const hidden = [...new Set(rows.flatMap(({ id, terminal }) => [id, terminal]))];
        const words = new RegExp(`(?<![\\w-])(${hidden.join('|')})(?![\\w-])`);
        const shownToInsider = await Promise.all((await ownReads(ask, insider)).map((path) => ask(insider, path)));
        expect(shownToInsider.filter(({ text }) => words.test(text)).length).toBeGreaterThan(5);
        for (const path of await ownReads(ask, outsider)) {
          const page = path.endsWith('/transactions') ? `${path}?limit=100` : path;
          expect((await ask(outsider, page)).text, `${outsider} ${path}`).not.toMatch(words);
        }
      }
    }),
  );

  test(
    'settles rightly and shows reviewers only of closed disputes',
    run(async (ask) => {
      for (const role of ROLES) {
        const batches = await allOf<Batch>(ask, role, '/v1/settlements');
        for (const { totals, entries } of batches) {
          expect(totals.payout).toBe(totals.credit - totals.debit);
          expect(totals.credit > 0).toBe(entries.credits > 0);
          expect(totals.debit > 0).toBe(entries.debits > 0);
        }
        const rows = new Map((await allRows(ask, role)).map((row) => [row.id, row]));
        const disputes = await allOf<Dispute>(ask, role, '/v1/disputes');
        expect(disputes.length).toBeGreaterThan(5);
        for (const one of disputes) {
          expect('closedBy' in one).toBe(one.state.startsWith('closed'));
          expect(one.decision === null).toBe(!one.state.startsWith('closed'));
          expect(rows.get(one.transactionId)?.terminal).toBe(one.terminal);
        }
      }
    }),
  );

  test(
    'gives valid feeds, each with what belongs in it',
    run(async (ask) => {
      for (const role of ROLES) {
        const terminals = await terminalsOf(ask, role);
        const account = await ask(role, '/v1/feeds/account.xml');
        expect(problemsIn(account.text)).toEqual([]);
        for (const word of [...terminals, 'status', 'activity', 'alert', 'switch journal'])
          expect(account.text).toContain(word);
        for (const terminal of terminals) {
          const { text } = await ask(role, `/v1/feeds/terminals/${terminal}.xml`);
          expect(problemsIn(text)).toEqual([]);
          for (const word of [
            terminal,
            'status',
            'activity',
            'alert',
            'switch journal',
            'queued',
            'completed',
            'provisioning',
          ])
            expect(text).toContain(word);
          for (const other of terminals.filter((one) => one !== terminal)) {
            expect(text).not.toMatch(new RegExp(`\\b${other}\\b`));
          }
        }
      }
    }),
  );

  test(
    'shows no card data in anything that can be read',
    run(async (ask) => {
      for (const role of ROLES) {
        for (const page of await allPages(ask, role, '/v1/transactions?limit=100'))
          expect(scan(page.text, page.json)).toEqual([]);
        for (const path of await ownReads(ask, role)) {
          const { text, json } = await ask(role, path);
          expect(scan(text, json), path).toEqual([]);
        }
      }
    }),
  );
});

function problemsIn(feed: string): string[] {
  const parsed = parseXml(new TextEncoder().encode(feed));
  return 'problem' in parsed ? [parsed.problem] : problemsOfRss(parsed.root);
}

describe('the correct service', () => {
  test('shows an owner the people of the customer, and others themselves', async () => {
    const ask = askerOf(1);
    const portals = await Promise.all(ROLES.map((role) => shown<Portal>(ask, role, '/v1/portal')));
    const selves = portals.map(({ me }) => me.user.id);
    const [owner, branch, reader, neighbour] = portals.map(({ people }) => idsOf(people));
    expect(new Set(selves).size).toBe(4);
    expect(owner).toEqual(selves.slice(0, 3));
    expect([branch, reader, neighbour]).toEqual(selves.slice(1).map((id) => [id]));
    expect(new Set(portals.map(({ me }) => me.customer.id)).size).toBe(2);
  });

  test('lists in its catalog just the documented operations, feeds and events', async () => {
    interface Family {
      readonly name: string;
      readonly api_endpoints: readonly string[];
      readonly webhook_events: readonly string[];
      readonly rss_feeds: readonly string[];
    }
    const { groups } = await shown<{ groups: readonly Family[] }>(askerOf(1), 'reader', '/v1/integrations/catalog');
    const members = ['name', 'portal_surfaces', 'api_endpoints', 'webhook_events', 'rss_feeds', 'notes'];
    for (const group of groups) expect(Object.keys(group)).toEqual(members);
    const feeds = [...new Set(groups.flatMap(({ rss_feeds }) => rss_feeds))].map((path) => `GET ${path}`);
    expect([...groups.flatMap(({ api_endpoints }) => api_endpoints), ...feeds].sort()).toEqual([...DOCUMENTED].sort());
    expect(groups.map(({ webhook_events }) => webhook_events.length)).toEqual([3, 6, 5, 2, 1, 2]);
    const events = groups.flatMap(({ webhook_events }) => webhook_events);
    expect(new Set(events).size).toBe(16);
  });

  test('may be cached where it is public, and only there', async () => {
    const ask = askerOf(1);
    const open = await ask(undefined, '/v1/integrations/public-openapi.json');
    expect(open.header('cache-control')).toBe('public, max-age=600');
    const etag = open.header('etag') ?? '';
    const again = await ask(undefined, '/v1/integrations/public-openapi.json', { headers: [['If-None-Match', etag]] });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask('owner', '/v1/transactions')).header('cache-control')).toBe('private, no-cache');
    for (const path of PUBLIC) expect((await ask('owner', path)).text).toBe((await ask(undefined, path)).text);
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
  ])('answers %s %s with %i', async (method, path, status) => {
    const reply = await askerOf(1)('owner', path, { method });
    expect(reply.status).toBe(status);
    if (status >= 400) expect(reply.json).toEqual({ error: expect.any(String) });
    expect(reply.header('allow')).toBe(status === 405 ? 'GET' : undefined);
  });

  test('answers HEAD like GET, without the body', async () => {
    const ask = askerOf(1);
    const [head, get] = [await ask('owner', '/v1/portal', { method: 'HEAD' }), await ask('owner', '/v1/portal')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.header('etag')).toBe(get.header('etag'));
    expect((await ask(undefined, '/v1/portal', { method: 'HEAD' })).status).toBe(401);
  });

  test('shows what was written, to those who may see it, and nothing of what it refused', async () => {
    const ask = askerOf(4);
    const rows = await allRows(ask, 'branch', '&sort_by=amt_comp&sort_dir=desc');
    const before = await allOf<Dispute>(ask, 'branch', '/v1/disputes');
    const undisputed = rows.find(({ id }) => before.every(({ transactionId }) => transactionId !== id));
    const body = { transactionId: undisputed?.id, why: 'wrongAmount', amountCents: 500 };
    const post = (role: string | undefined, sent: unknown) => ask(role, '/v1/disputes', { method: 'POST', body: sent });

    const [foreign] = await allRows(ask, 'neighbour');
    expect((await post(undefined, body)).status).toBe(401);
    expect((await post('reader', body)).status).toBe(403);
    expect((await post('branch', { ...body, transactionId: foreign?.id })).status).toBe(403);
    expect((await post('branch', { ...body, amountCents: '500' })).status).toBe(400);
    expect(await allOf<Dispute>(ask, 'owner', '/v1/disputes')).toHaveLength(
      (await allOf<Dispute>(askerOf(4), 'owner', '/v1/disputes')).length,
    );
    const filed = await post('branch', body);
    expect(filed.status).toBe(201);
    expect((await post('branch', body)).status).toBe(409);
    expect(await allOf<Dispute>(ask, 'owner', '/v1/disputes')).toContainEqual(filed.json);
    expect(await allOf<Dispute>(ask, 'neighbour', '/v1/disputes')).not.toContainEqual(filed.json);
  });

  test('derives batches for the customer of the key, the same when asked again', async () => {
    const ask = askerOf(4);
    const before = await allOf<Batch>(ask, 'owner', '/v1/settlements');
    const others = await allOf<Batch>(ask, 'neighbour', '/v1/settlements');
    for (const _ of ['once', 'twice']) {
      const derived = await ask('owner', '/v1/settlements/derive', {
        method: 'POST',
        body: { from: '2025-09-01', to: '2025-10-20' },
      });
      expect(derived.status).toBe(202);
      expect(await allOf<Batch>(ask, 'owner', '/v1/settlements')).toHaveLength(before.length + 3);
    }
    expect(await allOf<Batch>(ask, 'neighbour', '/v1/settlements')).toEqual(others);
  });
});
