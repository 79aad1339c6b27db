import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFleet } from '../../fixtures/own/export-fleet.ts';
import { tenants } from '../../fixtures/tenants/index.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { applyLook, checkLooks, chromiumPath, shareSignedIn, showView } from './testing/console-browser.ts';

/* The command palette, and the views of the resources without another test file. */

const ADMIN = 'sbx-northway-admin';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;

  const open = shareSignedIn(() => sandbox.url);
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  const read = async <Reply>(path: string): Promise<Reply> => {
    const response = await sandbox.fetch(path, { headers: { 'X-API-Key': ADMIN } });
    return (await response.json()) as Reply;
  };

  const openPalette = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command, view, terminal, user or id' }).fill(text);
  };

  test('runs commands of the palette with the keyboard only', async () => {
    const tested = await open(sandbox.operatorToken, 'fleet');
    const { page } = tested;
    const title = page.locator('main h1');
    await openPalette(page, '');
    await checkLooks(tested);
    await page.keyboard.press('ArrowDown');
    const selected = await page.getByRole('combobox', { name: 'Command' }).getAttribute('aria-activedescendant');
    await expect.poll(() => page.locator(`#${selected}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.type('clock 1 hour');
    await page.keyboard.press('Enter');
    await page.getByText('Mon 2 Nov, 11:00').waitFor();
    await openPalette(page, 'nw104310');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('NW104310').waitFor();
    await openPalette(page, 'dsp_01M6EBRCSGG3JDS5Y09P5WN8H7');
    await page.keyboard.press('Enter');
    await page.getByText('No dispute has the id dsp_01M6EBRCSGG3JDS5Y09P5WN8H7.').waitFor();
    await page.keyboard.press('Escape');
    await openPalette(page, 'usr_nw_tech');
    await page.keyboard.press('Enter');
    await page.locator('.chip-user', { hasText: 'Technician' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => title.innerText()).toBe('Disputes');
  });

  test('opens the views of a narrow screen with a menu button', async () => {
    const tested = await open(ADMIN, 'fleet');
    const { page } = tested;
    const menu = page.getByRole('button', { name: 'Menu' });
    await expect.poll(() => menu.isVisible()).toBe(false);
    await applyLook(page, { theme: 'light', width: 360 });
    const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settlements' });
    await expect.poll(() => link.isVisible()).toBe(false);
    await menu.press('Enter');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
    await checkLooks(tested);
    await applyLook(page, { theme: 'light', width: 360 });
    await link.click();
    await page.getByRole('heading', { name: 'Settlements', level: 1 }).waitFor();
    await expect.poll(() => link.isVisible()).toBe(false);
    await applyLook(page, { theme: 'light', width: 1440 });
  });

  test('links each view to its guide and its operation, which exist', async () => {
    const { page } = await open(ADMIN, 'fleet');
    const links = await page.getByRole('navigation', { name: 'Views' }).getByRole('listitem').getByRole('link').all();
    const missing: string[] = [];
    const pages = new Map<string, string>();
    for (const link of links) {
      await link.click();
      for (const name of ['Guide', 'Reference']) {
        const found = page.locator('.view-bar').getByRole('link', { name });
        if ((await found.count()) === 0) continue;
        const [path = '', anchor = ''] = ((await found.getAttribute('href')) ?? '').split('#');
        if (!pages.has(path)) {
          const response = await sandbox.fetch(path, { headers: { Accept: 'text/html' } });
          pages.set(path, response.ok ? await response.text() : '');
        }
        const text = pages.get(path) ?? '';
        const isFound = anchor.startsWith('/') || anchor === '' ? text !== '' : text.includes(`id="${anchor}"`);
        if (!isFound) missing.push(`${path}#${anchor}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('shows the further resources accessibly', async () => {
    const tested = await open(sandbox.operatorToken, 'groups?id=grp_nw_boston');
    const { page } = tested;
    await page.getByRole('table', { name: 'Terminals of Boston metro' }).waitFor();
    const { recent_commands: commands } = await read<{ recent_commands: { command_id: string }[] }>('/v1/portal');
    const routes = [
      'groups?id=grp_nw_boston',
      'connectors?id=con_tritonhost_east',
      `commands?id=${commands[0]?.command_id}`,
      'commands?terminal=NW104310&tab=payload',
      'feeds',
      'catalog?id=terminals_locations_telemetry',
      'users',
    ];
    for (const route of routes) {
      await showView(page, route);
      await checkLooks(tested);
    }
  });

  test('tries an operation of the catalog, and sends a test of an event', async () => {
    const tested = await open(sandbox.operatorToken, 'catalog?id=terminals_locations_telemetry&user=usr_nw_admin');
    const { page } = tested;
    await page.getByRole('button', { name: 'Try it: GET /v1/terminals/{terminal_id}/status-monitoring' }).click();
    const dialog = page.getByRole('dialog', { name: /^Try GET/ });
    await expect
      .poll(() => dialog.getByLabel('Path').inputValue())
      .toMatch(/^\/v1\/terminals\/[A-Z]{2}\d+\/status-monitoring$/);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('region', { name: 'Latest response' }).getByText('200', { exact: true }).waitFor();
    await checkLooks(tested);
    await page.reload(); // the address names the operation
    await dialog.getByRole('button', { name: 'Close' }).click();
    await showView(page, 'catalog?id=settlements_payouts_disputes&try=createDispute');
    await expect
      .poll(() => page.getByRole('dialog').getByLabel('Body', { exact: true }).inputValue())
      .toContain('"reason_code"');
    await page.getByRole('button', { name: /^Add is_new_account/ }).click();
    await expect
      .poll(() => page.getByRole('dialog').getByLabel('Body', { exact: true }).inputValue())
      .toContain('"is_new_account": true');
    await showView(page, 'catalog?id=terminals_locations_telemetry');
    await page.getByText('cash_low', { exact: true }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('dialog', { name: 'Test' }).getByText('No destination yet').waitFor();
    await checkLooks(tested);
    await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway', name: 'Inbox of the catalog' });
    await showView(page, 'catalog?id=terminals_locations_telemetry&test=cash_low');
    await page.reload();
    await page.getByRole('button', { name: 'Send a sample' }).click();
    await page.getByText('The receiver accepted the sample.').waitFor();
    await checkLooks(tested);
  });

  test('adds each optional parameter of an operation with a value of the data', async () => {
    const { page } = await open(sandbox.operatorToken, 'fleet');
    for (const operation of ['listTransactions', 'listSettlements', 'listDisputes']) {
      await showView(page, `catalog?id=account_fleet_snapshot&try=${operation}`);
      const dialog = page.getByRole('dialog', { name: /^Try / });
      const addable = dialog.locator('button[aria-label^="Add "]:enabled');
      await addable.first().waitFor();
      for (const name of await addable.allTextContents()) {
        if (name === 'Prefer') continue; // it simulates failures
        await addable.filter({ hasText: name }).first().click();
        await dialog.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor();
      }
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      const latest = dialog.getByRole('region', { name: 'Latest response', exact: true });
      await latest.getByText('200', { exact: true }).waitFor();
    }
  });

  test('takes the cursor of the next page from the response', async () => {
    const { page } = await open(sandbox.operatorToken, 'catalog?id=account_fleet_snapshot&try=listTransactions');
    const dialog = page.getByRole('dialog', { name: /^Try / });
    const cursor = dialog.getByRole('button', { name: /^Add cursor/ });
    await cursor.waitFor();
    expect(await cursor.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: /^Add limit/ }).click();
    await dialog.getByLabel('limit', { exact: true }).fill('2');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const latest = dialog.getByRole('region', { name: 'Latest response', exact: true });
    await latest.getByText('200', { exact: true }).waitFor();
    await cursor.click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await latest.getByText(/GET \/v1\/transactions\?limit=2&cursor=/).waitFor();
    await latest.getByText('200', { exact: true }).waitFor();
  });

  test('moves the clock from any view, to a time of a zone', async () => {
    const tested = await open(sandbox.operatorToken, 'groups');
    const { page } = tested;
    await page.getByRole('button', { name: /Sandbox time/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Sandbox clock' });
    await dialog.getByText('Real time is').waitFor();
    await dialog.getByLabel('Date and time').fill('2026-11-02T09:00');
    await dialog.getByText('the clock only moves forwards').waitFor();
    await checkLooks(tested);
    await dialog.getByLabel('Zone').selectOption('UTC');
    await dialog.getByLabel('Date and time').fill('2026-11-03T14:30');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByText('Tue 3 Nov, 09:30:00').waitFor();
    const { now } = await read<{ now: string }>('/sandbox/clock');
    expect(now).toBe('2026-11-03T14:30:00Z');
    await dialog.getByRole('button', { name: /, in \d/ }).click();
    await expect
      .poll(async () => (await read<{ now: string }>('/sandbox/clock')).now, { timeout: 30_000 })
      .not.toBe(now);
  });

  test('shows the fleet as it was after each change of the journal', async () => {
    for (let count = 0; count < 2; count += 1)
      await sandbox.fetch('/sandbox/clock/advance', {
        method: 'POST',
        headers: { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ by: 'PT1M' }),
      });
    const tested = await open(sandbox.operatorToken, 'clock');
    const { page } = tested;
    const slider = page.getByRole('slider', { name: 'Change' });
    await slider.waitFor();
    await page.getByText('The fleet after the latest change').waitFor();
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText('You look at the past').waitFor();
    await page.getByText(/change 1 of \d+\./).waitFor();
    expect(page.url()).toContain('position=');
    await checkLooks(tested);
  });

  test('corrects a rejected request, sends it again as the same user, and compares responses', async () => {
    await sandbox.fetch('/v1/transactions?sortBy=amt_comp', { headers: { 'X-API-Key': ADMIN } });
    const tested = await open(sandbox.operatorToken, 'requests');
    const { page } = tested;
    await page
      .getByRole('button', { name: /GET \/v1\/transactions .*400/ })
      .first()
      .click();
    await page.getByText('The nearest name is sort_by.').waitFor();
    await page.getByRole('button', { name: 'Try the correct request' }).click();
    await expect.poll(() => page.getByLabel('Query').inputValue()).toBe('sort_by=amt_comp');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const latest = page.getByRole('region', { name: 'Latest response' });
    await latest.getByText('200', { exact: true }).waitFor();
    await page.getByLabel('Query').fill('limit=1');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await latest.getByText('GET /v1/transactions?limit=1').waitFor();
    await page.getByLabel('Compare with').selectOption('0');
    const earlier = page.getByRole('region', { name: 'Earlier response' });
    await earlier.locator('mark').first().waitFor();
    await expect.poll(() => latest.locator('mark').count()).toBeGreaterThan(0);
    await checkLooks(tested);
  });

  test('opens connectors from the map, and explains ids that do not exist', async () => {
    const { page } = await open(ADMIN, 'connectors');
    await page.getByRole('link', { name: /Processor host, east\s*Up/ }).click();
    const detail = page.getByRole('region', { name: 'Processor host, east' });
    await detail.getByRole('heading', { name: 'Traffic of the last five minutes' }).waitFor();
    await expect.poll(() => detail.getByText('Takes over', { exact: true }).count()).toBe(1);
    await showView(page, 'groups?id=grp_none');
    await page.getByText('No group here has the id grp_none.').waitFor();
    await showView(page, 'workspaces');
    await page.getByText('Only the operator manages workspaces and keys.').waitFor();
  });

  test('shows a feed as a reader and as the XML that it is', async () => {
    const { page } = await open(ADMIN, 'feeds?category=alert');
    const response = await sandbox.fetch('/v1/feeds/account.xml', { headers: { 'X-API-Key': ADMIN } });
    const xml = await response.text();
    const count = xml.split('>alert</category>').length - 1;
    await page.getByText(`${count} of ${xml.split('<item>').length - 1} items`).waitFor();
    await page.getByRole('tab', { name: 'XML' }).click();
    await expect.poll(() => page.getByRole('region', { name: 'XML of the feed' }).textContent()).toBe(xml);
    await page.getByLabel('Terminal id').fill('NW10');
    await page.getByText('Expected the id of a visible terminal.').waitFor();
  });

  test('compares what two users see', async () => {
    const { page } = await open(sandbox.operatorToken, 'users?a=usr_nw_admin&b=usr_nw_tech1');
    const row = page.getByRole('row', { name: /^Settlement batches/ });
    await row.getByText('No access').waitFor();
    await row.getByText('Differs').waitFor();
  });

  test('creates, extends and deletes workspaces, and shows faults at their fields', async () => {
    const tested = await open(sandbox.operatorToken, 'workspaces');
    const { page } = tested;
    await page.getByRole('button', { name: 'New workspace or fork' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Seed').fill('one');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.locator('.field', { hasText: 'Seed' }).getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'A fork of the main world' }).click();
    await dialog.getByLabel('Name').fill('a fork');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const created = page.getByRole('dialog', { name: 'The workspace exists' });
    await created.getByText('cannot show them again').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'a fork' }).click();
    const detail = page.getByRole('region', { name: 'a fork' });
    await detail.getByText('A fork of the main world, as it was at').waitFor();
    await detail.getByRole('meter').first().waitFor();
    await expect.poll(() => detail.getByRole('meter').count()).toBeGreaterThan(5);
    await checkLooks(tested);
    await detail.getByLabel('Expires, from now').selectOption('3600');
    await detail.getByRole('button', { name: 'Set', exact: true }).click();
    await detail.getByText(/in 59 min|in 1 h/).waitFor();
    await detail.getByRole('button', { name: 'Delete' }).click();
    await detail.getByText('Delete it with all its data?').waitFor();
    await detail.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No workspaces' }).waitFor();
  });

  test('creates a workspace with an own fleet from a file, and states the faults of the file', async () => {
    const { page } = await open(sandbox.operatorToken, 'workspaces');
    await page.getByRole('button', { name: 'New workspace or fork' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.closest(".field")?.textContent'))
      .toMatch(/^Name/);
    const drop = (name: string, text: string): Promise<void> =>
      dialog.getByLabel('Own fleet').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await drop('fleet.yaml', 'tenant: x');
    await dialog.getByText('Expected a JSON object.').waitFor();
    await drop('fleet.json', '{"terminals": [{}]}');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('terminals/0: The member terminal_id is missing.').waitFor();
    await drop('fleet.json', JSON.stringify(exportFleet(tenants[1] as (typeof tenants)[number], 'own')));
    await dialog.getByLabel('Name', { exact: true }).fill('own fleet');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog', { name: 'The workspace exists' }).waitFor();
  });

  test('states over all views that a destination fails', async () => {
    const url = 'http://127.0.0.1:9/hooks';
    const { destination } = await sandbox.destinations.add({ url, accountId: 'acct_northway', name: 'Broken handler' });
    const { page } = await open(sandbox.operatorToken, 'groups?user=usr_nw_admin');
    await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
    await page.getByRole('status').getByRole('link', { name: 'Broken handler' }).click();
    await page.getByText('One destination is shown.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('status').getByRole('link', { name: 'Broken handler' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain(destination.destination_id);
  });

  test('shows the values of a chart to the pointer and the keyboard', async () => {
    const { page } = await open(ADMIN, 'fleet');
    const chart = page.getByRole('slider', { name: /^Transactions by hour/ });
    await chart.locator('canvas').waitFor();
    await chart.focus();
    await page.keyboard.press('End');
    const latest = await chart.getAttribute('aria-valuetext');
    expect(latest).toMatch(/^\w{3} \d+ \w{3}, \d\d:00 to \d\d:00: Transactions \d+$/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(latest);
    await chart.hover();
    await page.locator('.chart-value', { hasText: 'Transactions' }).waitFor();
  });

  test('issues, rotates and revokes keys', async () => {
    const { page } = await open(sandbox.operatorToken, 'workspaces?tab=keys');
    const rows = page.getByRole('table', { name: 'Issued keys' }).locator('tbody tr');
    const before = await rows.count();
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    const secret = page.getByRole('dialog', { name: 'The new key' }).getByRole('region', { name: 'key' });
    const key = (await secret.textContent()) ?? '';
    const use = async () => (await sandbox.fetch('/v1/portal', { headers: { 'X-API-Key': key } })).status;
    expect(await use()).toBe(200);
    await page.keyboard.press('Escape');
    await rows.nth(before).waitFor();
    await rows.first().getByRole('link').click();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await secret.waitFor();
    expect(await secret.textContent()).not.toBe(key);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('group', { name: 'Make this key invalid now?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await use()).toBe(401);
  });

  test('adds a fault rule, and shows the requests that it changed', async () => {
    const tested = await open(sandbox.operatorToken, 'faults');
    const { page } = tested;
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a fault rule' });
    await dialog.getByLabel('Status').fill('99');
    await dialog.getByLabel('Operation').fill('getBrandingStatus');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.locator('.field', { hasText: 'Status' }).getByRole('alert').waitFor();
    await checkLooks(tested);
    await dialog.getByLabel('Status').fill('503');
    await dialog.getByLabel('Operation').fill('listTerminalGroups');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('0 requests met the conditions').waitFor();
    await sandbox.fetch('/v1/terminal-groups', { headers: { 'X-API-Key': ADMIN } });
    await page.reload();
    await page.getByText('1 request met the conditions, 1 of them failed.').waitFor();
    await page.getByRole('link', { name: 'GET /v1/terminal-groups' }).waitFor();
    await checkLooks(tested);
    await page.getByRole('button', { name: 'Remove the rule' }).click();
    await page
      .getByRole('group', { name: 'Remove this rule?' })
      .getByRole('button', { name: 'Remove the rule' })
      .click();
    await page.getByRole('heading', { name: 'No fault rules' }).waitFor();
  });

  test('shows batches by business date, and closed days', async () => {
    const tested = await open(ADMIN, 'settlements?form=calendar&month=2026-10'); // other tests move the clock
    const { page } = tested;
    const query = 'from_business_date=2026-10-01&to_business_date=2026-10-31&limit=500';
    const { data } = await read<{ data: { business_date: string }[] }>(`/v1/settlements?${query}`);
    await page.getByRole('heading', { name: 'October 2026' }).waitFor();
    const days = new Set(data.map(({ business_date: date }) => date));
    await expect.poll(() => page.locator('.calendar-day').count()).toBe(days.size);
    await expect.poll(() => page.getByRole('cell', { name: /^12\s*Banks closed/ }).count()).toBe(1);
    await checkLooks(tested);
    await page.locator('.calendar-day').first().click();
    await page
      .getByRole('dialog', { name: 'Settlement batch' })
      .or(page.getByRole('table', { name: 'Settlement batches' }))
      .waitFor();
  });

  test('explains why a signature does not match, and sends nothing of what was pasted', async () => {
    const tested = await open(ADMIN, 'signature');
    const { page } = tested;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const example = page.getByLabel('Example');
    const causes = {
      valid: 'The signature matches.',
      serialised: 'the JSON was parsed and serialised again; use the raw body',
      newline: 'a line break was added at the end',
      charset: 'UTF-8 was decoded as Latin-1',
      secret: 'the secret is that of another destination',
      undecoded: 'Decode it from base64.',
      old: 'The timestamp is 1 h in the past',
    };
    for (const [id, cause] of Object.entries(causes)) {
      await example.selectOption(id);
      await page.locator('.hint', { hasText: cause }).waitFor();
    }
    await example.selectOption('serialised');
    await checkLooks(tested);
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(sent.filter((one) => one.includes(secret) || one.includes('evt_01HF5ZVQ3M8TJ7K2RWX4YB6CDE'))).toEqual([]);
    await page.getByLabel('Secret', { exact: true }).fill('whsec_short');
    await page.getByText('A secret is 24 to 64 bytes').or(page.getByText('letters, digits')).first().waitFor();
  });

  test('copies the program in each language to the byte', async () => {
    const { page } = await open(ADMIN, 'signature');
    for (const [title, file] of [
      ['Python', 'verify-python/verify.py'],
      ['Java', 'verify-java/Verify.java'],
    ] as const) {
      await page.getByRole('tab', { name: title }).click();
      const text = await page.getByRole('region', { name: `program in ${title}` }).textContent();
      expect(text).toBe(readFileSync(new URL(`../../docs/receivers/${file}`, import.meta.url), 'utf8'));
    }
  });
});
