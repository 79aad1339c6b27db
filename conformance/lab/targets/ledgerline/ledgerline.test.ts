import { describe, expect, test } from 'vitest';
import { scan } from '../../../oracles/card-data.ts';
import { parseXml, problemsOfRss } from '../../../oracles/rss.ts';
import { ledgerline } from './index.ts';
import { type Asker, allPages, askerOf } from './testing/asking.ts';
import { DOCUMENTED, PUBLIC, readsOf } from './testing/paths.ts';
import {
  allOf,
  allRows,
  type Batch,
  type Dispute,
  type Group,
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

/** Returns every documented read that `role` can make, for a visible terminal. */
async function ownReads(ask: Asker, role: string): Promise<string[]> {
  const [row] = await allRows(ask, role);
  const [line] = await allOf<{ id: string }>(ask, role, '/v1/connectors');
  return readsOf(row?.terminal ?? '', row?.id ?? '', line?.id ?? '');
}

describe.each(SEEDS)('the correct service with seed %i', (seed) => {
  const run = (judge: (ask: Asker) => Promise<void>) => () => judge(askerOf(seed));

  test(
    'returns every documented read to every key, and only the public paths without a key',
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
    'returns only rows in scope, limited, sorted and filtered as requested',
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
    'sums all matching rows, on every page',
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
    'returns the same response for a hidden id as for an unknown one, on every path',
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
    'returns no id of a hidden terminal or transaction',
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
    'computes batches correctly and names reviewers only of closed disputes',
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
    'returns valid feeds with the expected items',
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
    'returns no card data',
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
