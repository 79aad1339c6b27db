import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import {
  applyLook,
  chromiumPath,
  enterKey,
  findAxeViolations,
  LOOKS,
  type PageOptions,
  readOverflow,
  shareBrowser,
  showView as show,
  type TestPage,
} from './testing/console-browser.ts';

/* The console in a real browser. */

if (chromiumPath === undefined)
  process.stderr.write('The tests of the console are skipped: no Chromium is installed. Set CHROMIUM to its path.\n');

let sandbox: Sandbox;

describe.skipIf(chromiumPath === undefined)('the console', () => {
  const openIn = shareBrowser();
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  const open = (options: Partial<PageOptions> = {}): Promise<TestPage> =>
    openIn({ url: `${sandbox.url}/`, ...options });

  const signIn = (page: Page, secret = sandbox.operatorToken): Promise<void> => enterKey(page, secret);

  test('leads from a link to a verified delivery in two clicks', async () => {
    const headers = { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' };
    const response = await sandbox.fetch('/sandbox/sign-in-codes', { method: 'POST', headers, body: '{}' });
    const { code } = (await response.json()) as { code: string };
    const { page, faults } = await open({ url: `${sandbox.url}/#sign-in=${code}` });
    await page.getByRole('button', { name: 'Create an inbox' }).click();
    await page.getByRole('button', { name: 'Empty cassette A' }).click();
    await page.getByText('Verified delivery: Cash out of NW104310').waitFor();
    expect(page.url()).not.toContain(code);
    await page.getByRole('link', { name: 'Open the delivery' }).click();
    await page.getByText('The receiver verified the signature.').waitFor();
    await page.getByText('HMAC-SHA256 with the secret').waitFor();
    expect(faults).toEqual([]);
  });

  test('copies the exact body of a delivery, whose signature verifies', async () => {
    const { page } = await open();
    await sandbox.reset();
    await signIn(page, 'sbx-northway-admin');
    const { destination, secret } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
    await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
    const found = await sandbox.fetch(`/sandbox/deliveries?destination_id=${destination.destination_id}&limit=1`, {
      headers: { 'X-API-Key': 'sbx-northway-admin' },
    });
    const [delivery] = ((await found.json()) as { data: { delivery_id: string }[] }).data;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await show(page, `events/${delivery?.delivery_id}`);
    await page.getByRole('button', { name: 'Copy request body' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const text = await page.getByRole('region', { name: 'request body' }).textContent();
    expect(text).not.toBe(copied);
    const headers = await page.locator('dl[aria-label="Request headers"] .header-row').allTextContents();
    const read = (name: string): string =>
      headers
        .find((line) => line.startsWith(name))
        ?.slice(name.length)
        .trim() ?? '';
    const signed = {
      'webhook-id': read('webhook-id'),
      'webhook-timestamp': read('webhook-timestamp'),
      'webhook-signature': read('webhook-signature'),
    };
    const { Webhook } = await import('standardwebhooks');
    const webhook = new Webhook(secret);
    expect(webhook.sign(signed['webhook-id'], new Date(Number(signed['webhook-timestamp']) * 1000), copied)).toBe(
      signed['webhook-signature'],
    );
  });

  test('signs in with a link that is pasted into the tab of the sign-in page', async () => {
    const { page } = await open();
    await page.getByLabel('Operator token or API key').waitFor();
    const headers = { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' };
    const response = await sandbox.fetch('/sandbox/sign-in-codes', { method: 'POST', headers, body: '{}' });
    const { code } = (await response.json()) as { code: string };
    await page.goto(`${sandbox.url}/#sign-in=${code}`);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(page.url()).not.toContain(code);
  });

  test('offers an administrator without the operator token no demo', async () => {
    const { page } = await open();
    await signIn(page, 'sbx-northway-admin');
    await page.getByRole('heading', { name: 'Fleet' }).waitFor();
    await expect.poll(() => page.getByText('Guided demo').count()).toBe(0);
    await expect.poll(() => page.getByText('needs the operator').count()).toBe(0);
  });

  const VIEWS = [
    'fleet',
    'fleet/NW104310',
    'trigger',
    'events',
    'destinations',
    'clock',
    'requests',
    'scenarios',
    'conformance',
  ];

  /** In `npm test`, one page whose look changes from view to view. */
  const walks = (isThorough ? LOOKS.map((look) => [look]) : [sample(LOOKS, 2)]).map((looks) => ({
    name: looks.map(({ theme, width }) => `${theme} ${width}`).join(', '),
    looks,
  }));

  test.each(walks)('is accessible and fits in these colours and widths: $name', async ({ looks }) => {
    const { page, faults } = await open(looks[0]);
    const problems: string[] = [];
    let checked = 0;
    const check = async (view: string): Promise<void> => {
      const look = looks[checked % looks.length];
      checked += 1;
      if (look !== undefined) await applyLook(page, look);
      for (const violation of await findAxeViolations(page)) problems.push(`${view}: ${violation}`);
      if ((await readOverflow(page)) > 0) problems.push(`${view}: wider than the window`);
    };
    await check('sign-in');
    await signIn(page);
    for (const view of VIEWS) {
      await show(page, view);
      if (view === 'events') {
        await page.locator('.chain').first().click();
        await page.locator('.signature').waitFor();
      }
      await check(view);
    }
    expect(problems).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('shows a delivery soon after its attempt, without a reload', async () => {
    const { page } = await open();
    await signIn(page, 'sbx-redline-admin');
    await show(page, 'events');
    const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_redline' });
    await sandbox.trigger('cash_out', { terminalId: 'RL000321', advance: true });
    await page.locator('.chain', { hasText: 'RL000321' }).first().waitFor();
    expect(destination.kind).toBe('inbox');
  });

  test('triggers an outcome after a preview', async () => {
    const { page, faults } = await open();
    await signIn(page);
    await show(page, 'trigger');
    await page.getByRole('button', { name: 'Dispute lost' }).click();
    await page.getByText(/is resolved: upheld/).waitFor();
    await page.getByRole('button', { name: 'Dispute lost' }).last().click();
    await page.getByText(/^dsp_\w{26} is resolved\.$/).waitFor();
    expect(faults).toEqual([]);
  });

  test('renders hostile names as text', async () => {
    const { page, faults } = await open({ width: 360 });
    await signIn(page, 'sbx-hostile-admin');
    for (const view of ['fleet', 'trigger', 'events', 'clock']) {
      await show(page, view);
      expect(await readOverflow(page)).toBeLessThanOrEqual(0);
    }
    await show(page, 'fleet');
    const link = page.locator('.cell-link').first();
    await link.click();
    await page.getByText('Devices and line').waitFor();
    await page.getByRole('tab', { name: 'Feed' }).click();
    expect(await readOverflow(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => page.locator('main script, main img, main iframe').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('stays usable with 20,000 terminals', async () => {
    const { page } = await open();
    const response = await sandbox.fetch('/v1/portal', { headers: { 'X-API-Key': 'sbx-northway-admin' } });
    const portal = (await response.json()) as { terminals: readonly object[] };
    const terminals = Array.from({ length: 20_000 }, (_, index) => ({
      ...portal.terminals[index % portal.terminals.length],
      terminal_id: `ZZ${String(index).padStart(6, '0')}`,
    }));
    await page.route('**/v1/portal', (route) => route.fulfill({ json: { ...portal, terminals } }));
    await signIn(page, 'sbx-northway-admin');
    const rows = page.locator('table[aria-rowcount="20001"] tbody tr:not(.spacer)');
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(100);
    await page.getByLabel('Search id or name').fill('ZZ019999');
    await page.getByRole('link', { name: 'ZZ019999' }).waitFor();
    await expect.poll(() => page.locator('.table tbody tr').count()).toBe(1);
  });

  test('can be used with the keyboard only', async () => {
    const { page } = await open();
    await page.getByLabel('Operator token or API key').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(sandbox.operatorToken);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    const press = async (key: string, isReached: () => Promise<boolean>): Promise<void> => {
      for (let count = 0; count < 40 && !(await isReached()); count += 1) await page.keyboard.press(key);
      expect(await isReached()).toBe(true);
    };
    const focusedText = (): Promise<string> => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    await press('Tab', async () => (await focusedText()) === 'Events & deliveries');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Deliveries' }).waitFor();
    await press('Tab', async () => (await focusedText()) === 'Deliveries');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('tab', { name: 'All events' }).getAttribute('aria-selected')).toBe('true');
  });

  test('waits for a sandbox that still prepares the fleet', async () => {
    const { page } = await open();
    let refused = 0;
    await page.route('**/v1/portal', async (route) => {
      refused += 1;
      if (refused > 2) return route.fallback();
      return route.fulfill({
        status: 503,
        headers: { 'Retry-After': '1' },
        json: { status: 503, code: 'service_unavailable' },
      });
    });
    await signIn(page, 'sbx-northway-admin');
    expect(refused).toBeGreaterThan(2);
  });

  test('explains a wrong key, and a role without access', async () => {
    const { page } = await open();
    await page.getByLabel('Operator token or API key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('unknown, expired or revoked').waitFor();
    await signIn(page, 'sbx-northway-tech');
    await show(page, 'events');
    await page.getByText('This role has no access').waitFor();
  });

  test('states that the connection is lost, and recovers when the sandbox answers again', async () => {
    const first = await startSandbox();
    const port = Number(new URL(first.url).port);
    const { page } = await open({ url: `${first.url}/` });
    await signIn(page, 'sbx-northway-admin');
    await page.getByText('Live', { exact: true }).waitFor();
    await first.close();
    await page.getByText('The connection to the sandbox is lost.').waitFor();
    const second = await startSandbox({ port });
    await page.getByText('Live', { exact: true }).waitFor();
    await second.close();
  });

  test('reports a reset and a clock that moved elsewhere', async () => {
    const { page } = await open();
    await signIn(page);
    await show(page, 'clock');
    await sandbox.clock.advance('1h');
    await page.getByText('11:0').first().waitFor();
    await sandbox.reset();
    await page.getByText('The data was reset.').waitFor();
  });
});
