import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import {
  applyLook,
  checkLooks,
  chromiumPath,
  enterKey,
  shareBrowser,
  showView,
  type TestPage,
} from './testing/console-browser.ts';

/* The views of transactions, settlements and disputes. */

const ADMIN = 'sbx-northway-admin';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;

  const openIn = shareBrowser();
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  const open = async (secret: string, route: string): Promise<TestPage> => {
    const next = await openIn({ url: `${sandbox.url}/` });
    await enterKey(next.page, secret);
    await showView(next.page, route);
    return next;
  };

  const read = async <Reply>(path: string): Promise<Reply> => {
    const response = await sandbox.fetch(path, { headers: { 'X-API-Key': ADMIN } });
    return (await response.json()) as Reply;
  };

  const readTile = (page: Page, name: string): Promise<string> =>
    page.locator('.tile', { hasText: name }).locator('dd').innerText();

  /** Scrolls the list of transactions, and returns the index of the last row in the page. */
  const scrollRows = async (page: Page, top: number): Promise<number> => {
    await page.evaluate(`document.querySelector('.endless').scrollTop = ${top}`);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    return Number(await page.locator('.endless tbody tr[aria-rowindex]').last().getAttribute('aria-rowindex'));
  };

  interface Row {
    readonly transaction_id: string;
    readonly transaction_type: string;
    readonly amt_comp: string;
  }
  interface Rows {
    readonly data: readonly Row[];
    readonly summary: { readonly row_count: number; readonly approved_count: number; readonly reversal_count: number };
  }

  test('shows the totals of the server and all rows of the fleet, few of them in the page', async () => {
    const { page } = await open(ADMIN, 'transactions');
    const { summary } = await read<Rows>('/v1/transactions?limit=1');
    await expect.poll(() => readTile(page, 'Approved')).toBe(summary.approved_count.toLocaleString('en-US'));
    const table = page.getByRole('table', { name: 'Transactions' });
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(summary.row_count + 1));
    for (let last = 0; last < 1000; ) last = await scrollRows(page, 1e9);
    expect(await table.locator('tbody tr').count()).toBeLessThan(80);
  });

  test('stays usable with ten million rows', async () => {
    const { data, ...list } = await read<{ readonly data: readonly Row[]; readonly page: object }>(
      '/v1/transactions?limit=1',
    );
    const { page } = await open(ADMIN, 'fleet');
    await page.route('**/v1/transactions?*sort_by=*', async (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const rows = Array.from({ length: 20_000 }, (_, index) => ({
        ...data[0],
        transaction_id: `txn_${from + index}`,
      }));
      const paging = { ...list.page, matched: 10_000_000, has_more: true, next_cursor: String(from + rows.length) };
      await route.fulfill({ json: { ...list, data: rows, page: paging } });
    });
    await showView(page, 'transactions');
    const shown = page.locator('.endless tbody tr[aria-rowindex]');
    for (let last = 0; last < 250_000; ) last = await scrollRows(page, 1e9);
    expect(await shown.count()).toBeLessThan(80);
    expect(await page.evaluate<number>("document.querySelector('.endless').scrollHeight")).toBeLessThan(1e7);
    for (let last = 250_000; last > 80; ) last = await scrollRows(page, 0);
    await expect.poll(() => shown.first().locator('.cell-link').getAttribute('href')).toContain('txn_0');
  });

  test('sorts by a column, filters by terminal, and keeps both in the address', async () => {
    const { page } = await open(ADMIN, 'transactions');
    await page.getByRole('button', { name: 'Completed', exact: true }).click();
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Terminal id').fill('NW10');
    await page.getByText('Expected the id of a visible terminal.').waitFor();
    await page.getByLabel('Terminal id').fill('NW104310');
    const { summary } = await read<Rows>('/v1/transactions?limit=1&terminal_id=NW104310');
    await page.getByText(`${summary.row_count.toLocaleString('en-US')} rows`, { exact: true }).waitFor();
    await page.reload();
    await page.getByText(`${summary.row_count.toLocaleString('en-US')} rows`, { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Completed' }).getAttribute('aria-sort'))
      .toBe('descending');
  });

  test('counts the rows that pass filters which the server does not have', async () => {
    const { page } = await open(ADMIN, 'transactions?type=reversal&result=reversal');
    const { summary } = await read<Rows>('/v1/transactions?limit=1');
    const total = summary.row_count.toLocaleString('en-US');
    const complete = page.getByText(`among ${total} of ${total} rows`);
    const further = page.getByRole('button', { name: 'Search further' });
    for (;;) {
      await complete.or(further).first().waitFor();
      if (await complete.isVisible()) break;
      await further.click();
    }
    await page.getByText(`${summary.reversal_count} matches among`).waitFor();
  });

  test('opens a transaction by its link, with its timeline, and disputes it', async () => {
    const { data } = await read<Rows>('/v1/transactions?limit=500');
    const row = data.findLast((one) => one.transaction_type === 'withdrawal' && Number(one.amt_comp) > 0);
    const tested = await open(ADMIN, `transactions?id=${row?.transaction_id}`);
    const { page } = tested;
    const timeline = await read<{ steps: readonly object[] }>(`/v1/transactions/${row?.transaction_id}/timeline`);
    await page.locator('.timeline-step').first().waitFor();
    await expect.poll(() => page.locator('.timeline-step').count()).toBe(timeline.steps.length);
    await checkLooks(tested);
    await page.getByRole('button', { name: 'Dispute it' }).click();
    await page.getByLabel('Amount').fill('100000');
    await page.getByRole('button', { name: 'Open the dispute' }).click();
    await page.getByText('is the maximum: the requested amount plus surcharge.').waitFor();
    await page.getByLabel('Amount').fill('1');
    await page.getByRole('button', { name: 'Open the dispute' }).click();
    await page.getByText('The dispute is open.').waitFor();
    await page.getByRole('dialog', { name: 'Dispute' }).getByText(`${row?.transaction_id}`).waitFor();
  });

  test('explains a transaction that does not exist', async () => {
    const { page } = await open(ADMIN, 'transactions?id=txn_01M6EBRCSGG3JDS5Y09P5WN8H7');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  test('shows transactions accessibly in all colours and widths', async () => {
    await checkLooks(await open(ADMIN, 'transactions?from=x&least=1'));
  });

  interface Batches {
    readonly summary: { readonly net_payout: string };
    readonly page: { readonly matched: number };
  }

  test('shows settlement batches, and a breakdown that adds up', async () => {
    const tested = await open(ADMIN, 'settlements?status=partially_returned');
    const { page } = tested;
    const { summary, page: matching } = await read<Batches>('/v1/settlements?limit=1&status=partially_returned');
    await expect.poll(() => readTile(page, 'Net payout')).toContain(Number(summary.net_payout).toLocaleString('en-US'));
    const table = page.getByRole('table', { name: 'Settlement batches' });
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(matching.matched + 1));
    await table.locator('.cell-link').first().click();
    await page.getByText('The five parts add up to the net payout.').waitFor();
    await page.getByRole('heading', { name: 'Returned entries and notices of change' }).waitFor();
    await checkLooks(tested);
    await page.reload();
    await page.getByText('The five parts add up to the net payout.').waitFor();
  });

  test('names the accounts of batches, and takes dates in ISO notation', async () => {
    const { page } = await open(sandbox.operatorToken, 'settlements?from=2026-10-29&to=2026-10-29');
    const table = page.getByRole('table', { name: 'Settlement batches' });
    await table.getByRole('cell', { name: 'Harborline ATM Partners' }).waitFor();
    await table.locator('.cell-link').first().click();
    await page.getByRole('dialog', { name: 'Settlement batch' }).getByText('Pinecrest Cash Services').waitFor();
    await page.keyboard.press('Escape');
    const from = page.getByLabel('Business date from');
    await expect.poll(() => from.inputValue()).toBe('2026-10-29');
    await from.fill('10/29/2026');
    await page.getByText('Expected a date such as 2026-11-02.').waitFor();
    await page.locator('.date-native').first().fill('2026-10-28'); // what the calendar of the browser chooses
    await expect.poll(() => from.inputValue()).toBe('2026-10-28');
    await table.getByText('2026-10-28').first().waitFor();
  });

  test('folds the filters of a narrow window, and counts those in effect', async () => {
    const { page } = await open(ADMIN, 'disputes?status=resolved');
    await page.getByLabel('Status').waitFor();
    await applyLook(page, { theme: 'light', width: 360 });
    await page.getByText('1 in effect').waitFor();
    await page.getByLabel('Status').waitFor({ state: 'hidden' });
    await page.locator('summary', { hasText: 'Filters' }).click();
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await page.getByText('1 in effect').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Status').isVisible()).toBe(true);
  });

  test('derives a batch after a dry run, and shows faults at their fields', async () => {
    const { page, faults } = await open(ADMIN, 'settlements');
    await page.getByRole('button', { name: 'Derive a batch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Derive a batch' });
    await dialog.getByLabel('Business date').fill('2026-10-31');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByText('Expected a banking day').waitFor();
    expect(await dialog.getByRole('button', { name: 'Store the batch' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Business date').fill('');
    await dialog.getByLabel('Funding').selectOption('adjustment');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByText('Nothing was paid out').waitFor();
    expect(await dialog.getByRole('button', { name: 'Store the batch' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Funding').selectOption('combined');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByText('The five parts add up to the net payout.').waitFor();
    await dialog.getByRole('button', { name: 'Store the batch' }).click();
    const stored = page.getByRole('dialog', { name: 'Settlement batch' });
    await stored.getByText('The five parts add up to the net payout.').waitFor();
    await expect.poll(() => stored.getByText('Cut-off').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('lists disputes by due date, and triggers an outcome of one', async () => {
    const tested = await open(sandbox.operatorToken, 'disputes');
    const { page } = tested;
    await checkLooks(tested);
    const table = page.getByRole('table', { name: 'Disputes' });
    const unresolved = table.locator('tbody tr', { hasNotText: 'Resolved' });
    const dates = await unresolved.locator('.cell-link').allTextContents();
    expect(dates).toEqual(dates.toSorted());
    await unresolved.locator('.cell-link').first().click();
    const dialog = page.getByRole('dialog', { name: 'Dispute' });
    await dialog.getByRole('heading', { name: 'Evidence' }).waitFor();
    await checkLooks(tested);
    await dialog.getByLabel('Trigger an outcome').selectOption({ label: 'Dispute lost' });
    await dialog.getByText(/is resolved: upheld/).waitFor();
    await dialog.getByRole('button', { name: 'Dispute lost' }).click();
    await dialog.getByRole('heading', { name: 'Resolution' }).waitFor();
  });

  test('explains disputes and batches that do not exist', async () => {
    const { page } = await open(ADMIN, 'disputes?id=dsp_none');
    await page.getByText('No dispute has the id dsp_none.').waitFor();
    await showView(page, 'settlements?id=ach_none');
    await page.getByText('No settlement batch has the id ach_none.').waitFor();
  });

  test('states which views a role may not see', async () => {
    const { page } = await open('sbx-northway-tech', 'settlements');
    await page.getByText('This role has no access').waitFor();
    await showView(page, 'disputes');
    await page.getByText('This role has no access').waitFor();
  });
});
