import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import {
  checkLooks,
  chromiumPath,
  listOfferedViews,
  openPage,
  shareSignedIn,
  showView,
  startBrowser,
} from './testing/console-browser.ts';

/* Links to a view, and links for guests. */

const CLOSED_TO_GUESTS = ['trigger', 'events', 'destinations', 'scenarios', 'requests', 'faults', 'workspaces'];

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;

  const open = shareSignedIn(() => sandbox.url);
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  test('shares a view with a guest, who reads only, until the link is revoked', async () => {
    const tested = await open(sandbox.operatorToken, 'transactions?terminal=NW104310');
    const { page } = tested;
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this view' });
    await expect.poll(() => dialog.getByRole('region', { name: 'link to this view' }).textContent()).toBe(page.url());
    await dialog.getByLabel('Valid for').selectOption('3600');
    await dialog.getByRole('button', { name: 'Create a guest link' }).click();
    const link = (await dialog.getByRole('region', { name: 'guest link' }).textContent()) ?? '';
    await dialog.getByText(/expires in (1 h|59 min)/).waitFor();
    await checkLooks(tested);

    const browser = await startBrowser();
    const guest = await openPage(browser, { url: link });
    await guest.page.locator('.chip-user', { hasText: 'Guest, reads only' }).waitFor();
    await guest.page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    expect(guest.page.url()).toContain('terminal=NW104310');
    expect(guest.page.url()).not.toContain('sbx-ws-');
    await guest.page.reload();
    await guest.page.locator('.chip-user', { hasText: 'Guest, reads only' }).waitFor();
    const refused: string[] = [];
    guest.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    const offered = await listOfferedViews(guest.page);
    expect(offered).toEqual(expect.arrayContaining(['fleet', 'disputes', 'feeds', 'catalog']));
    for (const view of CLOSED_TO_GUESTS) expect(offered).not.toContain(view);
    for (const view of [...offered, ...CLOSED_TO_GUESTS, 'fleet/NW104310', 'present']) {
      await showView(guest.page, view);
      expect(await guest.page.locator('main').textContent()).not.toMatch(/whsec_[\w+/]{16}/);
    }
    await showView(guest.page, 'events');
    await guest.page.getByRole('heading', { name: 'Not part of a link for guests' }).waitFor();
    await guest.page.getByRole('button', { name: 'Share' }).click();
    await guest.page.getByText('You use a link for guests, and only the operator creates these.').waitFor();
    expect([...guest.faults, ...refused]).toEqual([]);

    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog
      .getByRole('group', { name: 'Make this link invalid now?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await dialog.getByRole('heading', { name: 'Valid guest links' }).waitFor({ state: 'detached' });
    await guest.page.reload();
    await guest.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await guest.page.goto('about:blank');
    await guest.page.goto(link);
    await guest.page.getByText('The link for guests does not work').waitFor();
    await browser.close();
  });

  test('replaces the session of the operator by that of a guest in the same tab', async () => {
    const { page } = await open(sandbox.operatorToken, 'fleet');
    const issued = await sandbox.fetch('/sandbox/keys', {
      method: 'POST',
      headers: { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id: 'usr_nw_ops', read_only: true, expires_in_seconds: 60 }),
    });
    const { api_key: key } = (await issued.json()) as { readonly api_key: string };
    await page.evaluate(`location.hash = '#guest=${key}&to=https://elsewhere.example'`);
    await page.locator('.chip-user', { hasText: 'Guest, reads only' }).waitFor();
    const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)');
    expect(stored).not.toContain(sandbox.operatorToken);
    expect(page.url()).toContain(sandbox.url);
  });
});
