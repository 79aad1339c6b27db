import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { chromiumPath, enterKey, shareBrowser, showView } from './testing/console-browser.ts';

/* The address of the console: it shows the same after a reload, with Back, and in the browser of a colleague. */

describe.skipIf(chromiumPath === undefined)('the address of the console', () => {
  let sandbox: Sandbox;

  const openIn = shareBrowser();
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  /** Opens an address and signs in there. */
  const open = async (secret: string, route = ''): Promise<Page> => {
    const next = await openIn({ url: `${sandbox.url}/${route}` });
    await enterKey(next.page, secret);
    return next.page;
  };
  const routeOf = (page: Page): string => new URL(page.url()).hash;

  test('keeps filters and order after a reload, with Back, and for a colleague', async () => {
    const page = await open(sandbox.operatorToken);
    await showView(page, 'fleet');
    await page.getByLabel('Search id or name').fill('NW104');
    await page.getByRole('button', { name: 'Cash', exact: true }).click();
    await page.getByRole('button', { name: 'Tiles' }).click();
    await page.locator('.fleet-tile').first().waitFor();
    const route = routeOf(page);
    expect(route).toContain('user=usr_nw_admin');

    await page.reload();
    await page.locator('.fleet-tile').first().waitFor();
    expect(routeOf(page)).toBe(route);
    await expect.poll(() => page.getByLabel('Search id or name').inputValue()).toBe('NW104');

    await page.goBack();
    await page.getByRole('table', { name: 'Terminals' }).waitFor();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Cash' }).getAttribute('aria-sort'))
      .toBe('ascending');

    const colleague = await open(sandbox.operatorToken, route);
    await colleague.locator('.fleet-tile').first().waitFor();
    await expect.poll(() => colleague.getByLabel('Search id or name').inputValue()).toBe('NW104');
  });

  test('shows a link with the data of its user, and returns to the previous user with Back', async () => {
    const page = await open(sandbox.operatorToken, '#/fleet?user=usr_redline');
    const account = page.locator('.side-foot .name');
    await account.filter({ hasText: 'Redline' }).waitFor();
    await page.getByRole('button', { name: 'Change the user' }).click();
    await page.getByLabel('Search users, roles and accounts').fill('usr_nw_admin');
    await page.locator('.user-choice').first().click();
    await account.filter({ hasText: 'Northway' }).waitFor();
    expect(routeOf(page)).toContain('user=usr_nw_admin');
    await page.goBack();
    await account.filter({ hasText: 'Redline' }).waitFor();
  });

  test('explains a link of a user that another key does not show', async () => {
    const page = await open('sbx-redline-admin', '#/fleet/NW104310?user=usr_nw_admin');
    await page.getByText('Your key is that of another user.').waitFor();
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await page.getByText('belong to another workspace').waitFor();
  });

  test('explains a link of a user that does not exist', async () => {
    const page = await open(sandbox.operatorToken, '#/fleet?user=usr_none');
    await page.getByText('This sandbox has no such user with a valid key.').waitFor();
    expect(routeOf(page)).toContain('user=usr_nw_admin');
  });
});
