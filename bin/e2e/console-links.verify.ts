import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { chromiumPath, openPage, shareSignedIn, showView, startBrowser } from './testing/console-browser.ts';

/* Links to things that do not exist, of another workspace, or outside the rights of the user; sessions that end. */

/** Routes that name something that does not exist, in each view that opens one. */
const MISSING = [
  'fleet/NW999999',
  'groups?id=grp_none',
  'connectors?id=con_none',
  'commands?id=cmd_none',
  'commands?terminal=NW999999',
  'transactions?id=txn_none',
  'transactions?terminal=NW999999&from=yesterday',
  'settlements?id=ach_none',
  'disputes?id=dsp_none',
  'feeds?terminal=NW999999',
  'trigger/NW999999',
  'events?id=dlv_none',
  'events?search=dlv_none',
  'events?tab=events&event=evt_none',
  'destinations?id=dst_none',
  'inbox/none',
  'requests?id=req_none',
  'faults?id=flt_none',
  'users?a=usr_none&b=usr_none',
  'workspaces?id=ws_none',
  'workspaces?tab=keys&id=key_none',
  'catalog?id=none',
  'conformance?id=run_none',
  'present?scenario=none',
  'clock?position=99999',
  'no-such-view',
] as const;

/** The words with which views state that something is absent. */
const ABSENCE =
  /not found|no [a-z ]+ has |no longer|none of the|expected |unknown|does not exist|not a user|no such|not part of|only the operator|sign in as the operator/i;

const readText =
  'document.querySelector("main").innerText + [...document.querySelectorAll("dialog")].map((one) => one.innerText).join()';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;
  const open = shareSignedIn(() => sandbox.url);
  beforeAll(async () => {
    sandbox = await startSandbox();
    await sandbox.clock.advance('1m'); // the journal has a change
  });
  afterAll(() => sandbox.close());

  test.each([
    ['the operator', () => sandbox.operatorToken],
    ['an administrator', () => 'sbx-northway-admin'],
  ])('explains links to things that do not exist to %s', async (_, readSecret) => {
    const silent: string[] = [];
    for (const route of MISSING) {
      const { page, faults } = await open(readSecret(), 'fleet');
      await showView(page, route);
      const isStated = await expect
        .poll(() => page.evaluate<string>(readText), { timeout: 5000 })
        .toMatch(ABSENCE)
        .then(
          () => true,
          () => false,
        );
      if (await page.getByText('has a defect').isVisible()) silent.push(`${route}: defect`);
      if (!isStated || faults.length > 0) silent.push([route, ...faults].join(' '));
      await page.keyboard.press('Escape');
    }
    expect(silent).toEqual([]);
  });

  test('shows nothing of another account to a user who opens its links', async () => {
    const { page, faults } = await open('sbx-redline-admin', 'fleet');
    const { data } = (await (
      await sandbox.fetch('/v1/transactions?limit=1', { headers: { 'X-API-Key': 'sbx-northway-admin' } })
    ).json()) as { readonly data: readonly { readonly transaction_id: string }[] };
    for (const route of [
      'fleet/NW104310',
      'groups?id=grp_nw_boston',
      'connectors?id=con_tritonhost_east',
      'commands?terminal=NW104310',
      'feeds?terminal=NW104310',
      `transactions?id=${data[0]?.transaction_id}`,
    ]) {
      await showView(page, route);
      await expect.poll(() => page.evaluate<string>(readText), { message: route }).toMatch(ABSENCE);
      expect(await page.evaluate<string>(readText)).not.toContain('Northway');
      await page.keyboard.press('Escape');
    }
    expect(faults).toEqual([]);
  });

  test('names the missing right to a user with fewer rights, in each view', async () => {
    const { page, faults } = await open('sbx-northway-tech', 'fleet');
    for (const route of ['settlements?id=ach_none', 'disputes?id=dsp_none', 'events?id=dlv_none', 'destinations']) {
      await showView(page, route);
      await page.getByText('This role has no access').waitFor();
    }
    expect(faults).toEqual([]);
  });

  test('signs out with the reason when the key is revoked, in one tab of two', async () => {
    const operator = { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' };
    const issued = await sandbox.fetch('/sandbox/keys', {
      method: 'POST',
      headers: operator,
      body: JSON.stringify({ user_id: 'usr_nw_admin', expires_in_seconds: 600 }),
    });
    const { api_key: key, key_id: id } = (await issued.json()) as { readonly api_key: string; readonly key_id: string };
    const tab = await open(key, 'transactions');
    const other = await open('sbx-northway-admin', 'transactions');
    await sandbox.fetch(`/sandbox/keys/${id}`, { method: 'DELETE', headers: operator });
    await showView(other.page, 'fleet');
    await tab.page.evaluate("location.hash = '#/disputes'");
    await tab.page.getByText('unknown, expired or revoked').waitFor();
    expect(await other.page.getByRole('navigation', { name: 'Views' }).isVisible()).toBe(true);
    expect(await tab.page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(key);
  });

  test('keeps a list of ten thousand deliveries usable while they arrive', async () => {
    const headers = { 'X-API-Key': 'sbx-northway-admin', 'Content-Type': 'application/json' };
    const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
    const { page, faults } = await open('sbx-northway-admin', 'events');
    const before = await page.evaluate<number>('document.querySelectorAll("*").length');
    await sandbox.clock.advance('60d');
    await sandbox.settled();
    const reply = await sandbox.fetch(`/sandbox/deliveries?destination_id=${destination.destination_id}&limit=1`, {
      headers,
    });
    expect(reply.status).toBe(200);
    await page.locator('.chain').nth(49).waitFor();
    expect(await page.locator('.chain').count()).toBe(50);
    expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(before + 4000);
    await page.getByRole('link', { name: 'Older deliveries' }).click();
    await page.locator('.chain').nth(49).waitFor();
    expect(faults).toEqual([]);
  });

  test('shows the same in a new tab after a restart of the sandbox', async () => {
    const browser = await startBrowser();
    const first = await startSandbox({ port: 0 });
    const port = Number(new URL(first.url).port);
    const tab = await openPage(browser, { url: `${first.url}/#/groups?id=grp_nw_boston` });
    await tab.page.getByLabel('Operator token or API key').fill('sbx-northway-admin');
    await tab.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tab.page.getByRole('table', { name: 'Terminals of Boston metro' }).waitFor();
    await first.close();
    await tab.page.getByText('The connection to the sandbox is lost.').waitFor();
    const second = await startSandbox({ port });
    await tab.page.getByText('Live', { exact: true }).waitFor();
    await tab.page.getByRole('table', { name: 'Terminals of Boston metro' }).waitFor();
    await second.close();
    await browser.close();
  });
});
