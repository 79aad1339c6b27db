import { describe, expect, test } from 'vitest';
import { findForbiddenData } from '../../../conformance/reading/card-data.ts';
import { findRssProblems, parseXml } from '../../../conformance/reading/rss.ts';
import { ledgerline } from './index.ts';
import { DOCUMENTED, fillReads, PUBLIC } from './testing/documented-paths.ts';
import {
  allRows,
  type ListedBatch,
  type ListedDispute,
  type ListedGroup,
  type ListedTransaction,
  readAllItems,
  readBody,
  readTerminalIds,
  type TransactionPage,
} from './testing/read-lists.ts';
import { createRequestSender, type RequestSender, readAllPages } from './testing/send-request.ts';

const ROLES = [...ledgerline.keys.keys()];
const SEEDS = Array.from({ length: 20 }, (_, index) => index * 101);
const descending = (rows: readonly ListedTransaction[]): boolean =>
  rows.every(({ dispensedCents }, index) => dispensedCents <= (rows[index - 1]?.dispensedCents ?? dispensedCents));
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const readIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns every documented read that `role` can make, for a visible terminal. */
async function ownReads(send: RequestSender, role: string): Promise<string[]> {
  const [row] = await allRows(send, role);
  const [line] = await readAllItems<{ id: string }>(send, role, '/v1/connectors');
  return fillReads(row?.terminal ?? '', row?.id ?? '', line?.id ?? '');
}

describe.each(SEEDS)('the correct service with seed %i', (seed) => {
  const run = (judge: (send: RequestSender) => Promise<void>) => () => judge(createRequestSender(seed));

  test(
    'returns every documented read to every key, and only the public paths without a key',
    run(async (send) => {
      for (const role of ROLES) {
        const paths = await ownReads(send, role);
        expect(paths).toHaveLength(DOCUMENTED.length - 2);
        for (const path of paths) {
          const reply = await send(role, path);
          expect(reply.status, `${role} ${path}`).toBe(200);
          expect(reply.header('content-type')).toMatch(
            path.endsWith('.xml') ? /^application\/rss\+xml/ : /^application\/json$/,
          );
          for (const headers of [[], [['X-API-Key', `${ledgerline.keys.get(role)}x`]], [['X-API-Key', '']]] as const) {
            expect((await send(undefined, path, { headers })).status).toBe(PUBLIC.includes(path) ? 200 : 401);
          }
        }
      }
    }),
  );

  test(
    'returns only rows in scope, limited, sorted and filtered as requested',
    run(async (send) => {
      for (const role of ROLES) {
        const terminals = await readTerminalIds(send, role);
        const rows = await allRows(send, role);
        expect(new Set(rows.map(({ terminal }) => terminal))).toEqual(new Set(terminals));
        expect(new Set(readIds(rows)).size).toBe(rows.length);

        for (const limit of [1, 7, 60]) {
          const pageRequest = await readBody<TransactionPage>(send, role, `/v1/transactions?limit=${limit}`);
          expect(readIds(pageRequest.items)).toEqual(readIds(rows).slice(0, limit));
        }
        const sorted = await allRows(send, role, '&sort_by=amt_comp&sort_dir=desc');
        expect(descending(sorted)).toBe(true);
        expect(descending(rows)).toBe(false);
        expect(readIds(sorted).sort()).toEqual(readIds(rows).sort());
        const ascending = await allRows(send, role, '&sort_by=amt_comp&sort_dir=asc');
        expect(descending([...ascending].reverse())).toBe(true);

        for (const group of await readAllItems<ListedGroup>(send, role, '/v1/terminal-groups')) {
          const groups = await readAllItems<ListedGroup>(send, role, '/v1/terminal-groups');
          const members = groups.filter(({ id, within }) => id === group.id || within === group.id);
          const expected = rows.filter(({ terminal }) => members.some((one) => one.terminals.includes(terminal)));
          expect(await allRows(send, role, `&group_id=${group.id}`)).toEqual(expected);
          for (const terminal of terminals) {
            const both = await allRows(send, role, `&group_id=${group.id}&terminal_id=${terminal}`);
            expect(both).toEqual(expected.filter((row) => row.terminal === terminal));
          }
        }
        for (const terminal of terminals) {
          const expected = rows.filter((row) => row.terminal === terminal);
          expect(await allRows(send, role, `&terminal_id=${terminal}`)).toEqual(expected);
          expect(
            await readAllItems<ListedTransaction>(send, role, `/v1/terminals/${terminal}/transactions?size=10`),
          ).toEqual(expected);
        }
      }
    }),
  );

  test(
    'sums all matching rows, on every page',
    run(async (send) => {
      const [terminal] = await readTerminalIds(send, 'branch');
      const [group] = await readAllItems<ListedGroup>(send, 'branch', '/v1/terminal-groups');
      for (const query of ['', `&terminal_id=${terminal}`, `&group_id=${group?.id}`]) {
        const rows = await allRows(send, 'branch', query);
        const totals = {
          feesCents: sum(rows.map(({ feeTakenCents }) => feeTakenCents)),
          cashOutCents: sum(
            rows.filter(({ kind }) => kind === 'cash' || kind === 'advance').map((row) => row.dispensedCents),
          ),
        };
        expect(totals.feesCents).toBeGreaterThan(0);
        const pages = await readAllPages(send, 'branch', `/v1/transactions?limit=11${query}`);
        expect(pages.length).toBeGreaterThan(1);
        for (const { json } of pages) expect(json).toHaveProperty('totals', totals);
      }
    }),
  );

  test(
    'returns the same response for a hidden id as for an unknown one, on every path',
    run(async (send) => {
      for (const [outsider, insider] of [
        ['branch', 'owner'],
        ['neighbour', 'owner'],
        ['owner', 'neighbour'],
      ] as const) {
        const seen = await readTerminalIds(send, outsider);
        const hidden = (await allRows(send, insider)).filter(({ terminal }) => !seen.includes(terminal));
        const lines = readIds(await readAllItems<{ id: string }>(send, insider, '/v1/connectors'));
        const known = readIds(await readAllItems<{ id: string }>(send, outsider, '/v1/connectors'));
        const [row] = hidden;
        const line = lines.find((id) => !known.includes(id)) ?? '';
        const paths = fillReads(row?.terminal ?? '', row?.id ?? '', line);
        const never = fillReads('700999', 'never', 'never');
        const of = paths.flatMap((path, index) => (path === never[index] ? [] : [[path, never[index] ?? ''] as const]));
        expect(of).toHaveLength(9);
        for (const [path, nowhere] of of) {
          const [refused, nothing] = [await send(outsider, path), await send(outsider, nowhere)];
          expect([refused.status, refused.text]).toEqual([403, nothing.text]);
          expect(nothing.status).toBe(403);
          expect((await send(insider, path)).status).toBe(200);
        }
        const filtered = await readBody<TransactionPage>(
          send,
          outsider,
          `/v1/transactions?terminal_id=${row?.terminal}`,
        );
        expect(filtered).toEqual({ items: [], totals: { feesCents: 0, cashOutCents: 0 } });
      }
    }),
  );

  test(
    'returns no id of a hidden terminal or transaction',
    run(async (send) => {
      for (const [outsider, insider] of [
        ['branch', 'owner'],
        ['neighbour', 'reader'],
        ['reader', 'neighbour'],
      ] as const) {
        const seen = await readTerminalIds(send, outsider);
        const rows = (await allRows(send, insider)).filter(({ terminal }) => !seen.includes(terminal));
        const hidden = [...new Set(rows.flatMap(({ id, terminal }) => [id, terminal]))];
        const words = new RegExp(`(?<![\\w-])(${hidden.join('|')})(?![\\w-])`);
        const shownToInsider = await Promise.all((await ownReads(send, insider)).map((path) => send(insider, path)));
        expect(shownToInsider.filter(({ text }) => words.test(text)).length).toBeGreaterThan(5);
        for (const path of await ownReads(send, outsider)) {
          const page = path.endsWith('/transactions') ? `${path}?limit=100` : path;
          expect((await send(outsider, page)).text, `${outsider} ${path}`).not.toMatch(words);
        }
      }
    }),
  );

  test(
    'computes batches correctly and names reviewers only of closed disputes',
    run(async (send) => {
      for (const role of ROLES) {
        const batches = await readAllItems<ListedBatch>(send, role, '/v1/settlements');
        for (const { totals, entries } of batches) {
          expect(totals.payout).toBe(totals.credit - totals.debit);
          expect(totals.credit > 0).toBe(entries.credits > 0);
          expect(totals.debit > 0).toBe(entries.debits > 0);
        }
        const rows = new Map((await allRows(send, role)).map((row) => [row.id, row]));
        const disputes = await readAllItems<ListedDispute>(send, role, '/v1/disputes');
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
    run(async (send) => {
      for (const role of ROLES) {
        const terminals = await readTerminalIds(send, role);
        const account = await send(role, '/v1/feeds/account.xml');
        expect(problemsIn(account.text)).toEqual([]);
        for (const word of [...terminals, 'status', 'activity', 'alert', 'switch journal'])
          expect(account.text).toContain(word);
        for (const terminal of terminals) {
          const { text } = await send(role, `/v1/feeds/terminals/${terminal}.xml`);
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
    run(async (send) => {
      for (const role of ROLES) {
        for (const page of await readAllPages(send, role, '/v1/transactions?limit=100'))
          expect(findForbiddenData(page.text, page.json)).toEqual([]);
        for (const path of await ownReads(send, role)) {
          const { text, json } = await send(role, path);
          expect(findForbiddenData(text, json), path).toEqual([]);
        }
      }
    }),
  );
});

function problemsIn(feed: string): string[] {
  const parsed = parseXml(new TextEncoder().encode(feed));
  return 'problem' in parsed ? [parsed.problem] : findRssProblems(parsed.root);
}
