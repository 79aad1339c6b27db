import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveHttp, serveTransport } from '../../conformance/testing/serve.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { checkLooks, chromiumPath, shareSignedIn } from './testing/console-browser.ts';

/* Runs of the conformance kit in the console. */

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;

  const open = shareSignedIn(() => sandbox.url);
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  test('shows a sample report, and leaves the kit to the operator', async () => {
    const tested = await open('sbx-northway-admin', 'conformance');
    const { page } = tested;
    await page.getByText('Only the operator runs the kit in the page.').waitFor();
    await page.getByRole('tab', { name: 'Sample report' }).click();
    await page.getByRole('button', { name: /returns completed amounts in descending order/ }).click();
    await page.getByText('completed amounts in descending order', { exact: true }).first().waitFor();
    await page
      .getByText(/GET https:\/\/portal.example/)
      .first()
      .waitFor();
    await checkLooks(tested);
  });

  test('runs the kit against this sandbox, and shows the report with its exchanges', async () => {
    const tested = await open(sandbox.operatorToken, 'conformance');
    const { page } = tested;
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await checkLooks(tested);
    await page.getByRole('button', { name: 'Run the kit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run the kit' });
    await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(4);
    await checkLooks(tested);
    for (let left = 4; left > 0; left -= 1) await dialog.getByRole('checkbox', { checked: true }).first().click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('Expected at least one user.').waitFor();
    await dialog
      .getByRole('checkbox', { name: /Delgado Food Mart/ })
      .first()
      .check();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('progressbar', { name: 'Checks done' }).waitFor();
    await page.getByText('In progress').waitFor();
    await checkLooks(tested);
    await page.getByRole('button', { name: 'Save as HTML' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as HTML' }).click();
    const path = await (await download).path();
    expect(readFileSync(path, 'utf8')).toContain('<!doctype html>');
    await page
      .getByRole('button', { name: /No protected path returns data to a request without a key/ })
      .first()
      .click();
    await checkLooks(tested);
    await page.reload();
    await page.getByRole('button', { name: 'Save as JSON' }).waitFor();
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('row', { name: /This sandbox Service, quick No violation found/ }).waitFor();
    await checkLooks(tested);
  });

  test('runs the kit against another service, cancels it, and shows faults at their fields', async () => {
    const target = await serveTransport(honestTarget());
    const { page } = await open(sandbox.operatorToken, 'conformance');
    await page.getByRole('button', { name: 'Run the kit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run the kit' });
    await dialog.getByRole('button', { name: 'Another service' }).click();
    await dialog.getByLabel('Base URL').fill(sandbox.url);
    await dialog.getByLabel('API keys').fill('no key here');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('Line 1: expected NAME=KEY').waitFor();
    const [name, key] = [...HONEST_KEYS][0] ?? [];
    await dialog.getByLabel('API keys').fill(`${name}=${key}`);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.locator('.field', { hasText: 'Base URL' }).getByRole('alert').waitFor();
    await dialog.getByLabel('Base URL').fill(target.url);
    await dialog.getByLabel('Depth').selectOption('thorough');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('Canceled').waitFor();
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('row', { name: new RegExp(target.url) }).waitFor();
    await target.close();
  });

  test('checks a receiver with the URL and secret of a destination, and shows the cause of each fault', async () => {
    let needsSignature = false;
    const receiver = await serveHttp((incoming, outgoing) => {
      const isRefused = needsSignature && incoming.headers['webhook-signature'] === undefined;
      incoming.resume().on('end', () => outgoing.writeHead(isRefused ? 401 : 204).end());
    });
    const url = `${receiver.url}/hooks`;
    await sandbox.destinations.add({ url, accountId: 'acct_northway', name: 'Accepts everything' });
    const tested = await open(sandbox.operatorToken, 'conformance');
    const { page } = tested;
    await page.getByRole('button', { name: 'Check a receiver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check a receiver' });
    await dialog.getByLabel('URL of the receiver').fill('http://127.0.0.1:9/hooks?token=1');
    await dialog.getByLabel('Secret', { exact: true }).fill('no secret');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.locator('.field', { hasText: 'Secret' }).getByRole('alert').waitFor();
    await checkLooks(tested);
    await dialog.getByLabel('URL and secret of').selectOption({ label: `Accepts everything, ${url}` });
    await expect.poll(() => dialog.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Violates rules').waitFor();
    await page.getByRole('button', { name: /wrong-secret/ }).click();
    await page.getByText('Usual cause').waitFor();
    await page.getByRole('heading', { name: 'Write instead' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save as HTML' }).count()).toBe(0);
    await checkLooks(tested);
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('row', { name: new RegExp(`${url} Receiver Violates rules .*First run`) }).waitFor();
    needsSignature = true;
    await page.getByRole('button', { name: 'Check a receiver' }).click();
    await dialog.getByLabel('URL and secret of').selectOption({ label: `Accepts everything, ${url}` });
    await expect.poll(() => dialog.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Since the previous run against this target' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'no-signature' }).getByText('Not worse').first().waitFor();
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('row', { name: /better or other/ }).waitFor();
    await receiver.close();
  });

  test('explains a link to a run that does not exist', async () => {
    const { page } = await open(sandbox.operatorToken, 'conformance?id=run_none');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});
