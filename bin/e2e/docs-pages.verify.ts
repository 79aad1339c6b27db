import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import {
  applyLook,
  chromiumPath,
  findAxeViolations,
  LONGEST_WAIT_MS,
  type Look,
  openPage,
  type PageOptions,
  readOverflow,
  startBrowser,
  type TestPage,
} from './testing/console-browser.ts';

/* The documentation in a real browser. */

if (chromiumPath === undefined)
  process.stderr.write('The tests of /docs are skipped: no Chromium is installed. Set CHROMIUM to its path.\n');

/** An address, and an element that is present when its scripts have finished. */
const PAGES = [
  ['/docs', '.search-button'],
  ['/docs/using-the-sandbox', '.contents [aria-current]'],
  ['/docs/gaps', '.filter'],
  ['/docs/clauses?ids=auth.header,auth.required', '.filter'],
  ['/problems', '.problem-list'],
  ['/problems/insufficient-privilege', '.operation-list'],
  ['/docs/api#/transactions-processor-activity/listTransactions', '.opblock.is-open .execute'],
  ['/docs/api#/webhooks/onCashLow', '.opblock.is-open .opblock-body'],
  ['/docs/api/sandbox', '.opblock'],
] as const;

/** Opens each operation, and returns its height. This runs in the page. */
const MEASURE_OPERATIONS = `(async () => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const measured = [];
  for (const block of document.querySelectorAll('.opblock')) {
    const control = block.querySelector('.opblock-summary-control');
    control.click();
    while (block.querySelector('.responses-wrapper') === null) await nextFrame();
    await nextFrame();
    measured.push([block.id, block.offsetHeight]);
    control.click();
  }
  return measured;
})()`;

let browser: Browser;
let sandbox: Sandbox;
const opened: TestPage[] = [];

describe.skipIf(chromiumPath === undefined)('the documentation', () => {
  beforeAll(async () => {
    browser = await startBrowser();
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    for (const { context } of opened.splice(0)) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });

  const open = async (path: string, options: Partial<PageOptions> = {}): Promise<TestPage> => {
    const test = await openPage(browser, { url: `${sandbox.url}${path}`, ...options });
    opened.push(test);
    return test;
  };

  const WIDE: Look = { theme: 'light', width: 1440 };

  const expectFaultless = async (page: Page, looks: readonly Look[]): Promise<void> => {
    for (const look of looks) {
      await applyLook(page, look);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await readOverflow(page)).toBeLessThanOrEqual(0);
    }
  };

  /** `npm test` judges a page of the reference below, where it is open anyway. */
  const pages = PAGES;

  test.each(pages)('shows %s without faults, light and wide, dark and narrow', async (path, ready) => {
    const { page, faults } = await open(path);
    await page.locator(ready).first().waitFor({ state: 'attached' });
    await expectFaultless(page, [WIDE, { theme: 'dark', width: 360 }]);
    expect(faults).toEqual([]);
  });

  /* Each test continues on the page of the one before: a reference takes seconds to load. */
  describe('the reference', () => {
    let shown: TestPage;
    beforeAll(async () => {
      const path = '/docs/api#/transactions-processor-activity/listTransactions';
      shown = await openPage(browser, { url: `${sandbox.url}${path}` });
    });
    afterAll(() => shown.context.close());

    /** Executes the open operation. Returns the response that is shown. */
    const execute = async () => {
      await shown.page.locator('.opblock.is-open .execute').click();
      const response = shown.page.locator('.live-responses-table .response');
      await response.waitFor();
      return response;
    };

    test('shows the badges of assumed members, and hides them on request', async () => {
      const { page } = shown;
      const badge = page.locator('.parameters .badge-assumed').first();
      await badge.waitFor();
      await expect.poll(() => badge.getAttribute('href')).toMatch(/^\/docs\/gaps[#?]/);
      await page.getByText('Documented and assumed parts').click();
      await page.getByLabel('Show the badges').uncheck();
      await expect.poll(() => badge.isVisible()).toBe(false);
    });

    test('filters the list of operations, and marks the one that is being read', async () => {
      const { page } = shown;
      const list = page.getByRole('navigation', { name: 'Operations' });
      await page.getByLabel('Filter operations').fill('dispute');
      await expect.poll(() => list.locator('output').textContent()).toMatch(/^[1-5] of \d+$/);
      expect(await list.getByText('Connectors').first().isVisible()).toBe(false);
      await page.getByLabel('Filter operations').fill('');
      await list.getByRole('link', { name: /GET \/v1\/connectors$/ }).click();
      await page.locator('[id$="-listConnectors"].is-open').waitFor();
      await expect.poll(() => list.locator('[aria-current]').textContent()).toContain('GET /v1/connectors');
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await expect.poll(() => list.locator('[aria-current]').textContent()).not.toContain('GET /v1/connectors');
      await page.locator('[id$="-listConnectors"] .opblock-summary-control').click();
      await page.evaluate("location.hash = '#/transactions-processor-activity/listTransactions'");
    });

    test('has no faults, dark and narrow', async () => {
      await expectFaultless(shown.page, [{ theme: 'dark', width: 360 }]);
      await applyLook(shown.page, WIDE);
      expect(shown.faults).toEqual([]);
    });

    test('opens the operation of a link on the same page', async () => {
      const { page } = shown;
      await page.evaluate("location.hash = '#/settlements-payouts-disputes/createDispute'");
      const operation = page.locator('[id$="-createDispute"].is-open');
      await operation.waitFor();
      await expect.poll(async () => (await operation.boundingBox())?.y, { timeout: LONGEST_WAIT_MS }).toBeLessThan(400);
      await page.locator('[id$="-createDispute"] .opblock-summary').click();
    });

    test('executes an operation with the key of the chosen user', async () => {
      const { page, faults } = shown;
      await page.locator('#operations-transactions-processor-activity-listTransactions .opblock-summary').click();
      await page.locator('#operations-terminals-locations-telemetry-listLocations .opblock-summary').click();
      await page.getByLabel('User').selectOption('sbx-cashco-vault');
      await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('sbx-cashco-vault');
      const response = await execute();
      await expect.poll(() => response.locator('.response-col_status').first().textContent()).toContain('200');
      await expect.poll(() => response.locator('pre').first().textContent()).toContain('"matched": 9');
      await expect.poll(() => page.locator('.curl').textContent()).toContain('X-API-Key: sbx-cashco-vault');
      expect(await findAxeViolations(page)).toEqual([]);
      expect(faults).toEqual([]);
    });

    test("keeps the key for the next page of the tab, which executes an operation with the operator's token", async () => {
      const { page, faults } = shown;
      await page.goto(`${sandbox.url}/docs/api/sandbox#/console/listUsers`);
      await page.locator('.opblock.is-open .execute').waitFor();
      await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('sbx-cashco-vault');
      await page.getByLabel("Operator's token").fill(sandbox.operatorToken ?? '');
      const response = await execute();
      await expect.poll(() => response.locator('.response-col_status').first().textContent()).toContain('200');
      expect(faults).toEqual([]);
    });
  });

  test('shows samples in the language that was chosen last, with the keyboard', async () => {
    const { page, faults, context } = await open('/docs/api#/settlements-payouts-disputes/createDispute');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const samples = page.locator('.opblock.is-open .samples');
    const code = samples.getByRole('tabpanel');
    await expect.poll(() => code.textContent()).toContain(`curl -X POST '${sandbox.url}/v1/disputes'`);
    await samples.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code.textContent()).toContain('import urllib.request');
    const chosen = samples.getByRole('tab', { selected: true });
    expect(await chosen.textContent()).toBe('Python');
    expect(await chosen.evaluate((tab) => tab.matches(':focus'))).toBe(true);
    await samples.getByRole('button', { name: 'Copy' }).click();
    await samples.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code.textContent());
    expect(await findAxeViolations(page)).toEqual([]);
    await page.evaluate("location.hash = '#/settlements-payouts-disputes/listDisputes'");
    const next = page.locator('[id$="-listDisputes"] .samples');
    await expect.poll(() => next.getByRole('tab', { selected: true }).textContent()).toBe('Python');
    await next.getByRole('tab', { name: 'Python' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => next.getByRole('tabpanel').textContent()).toContain('class Sample');
    expect(faults).toEqual([]);
  });

  test.each(['/docs/api', '/docs/api/sandbox'])('shows operations of %s within 2,500 pixels', async (path) => {
    const { page, faults } = await open(path);
    await page.locator('.opblock').first().waitFor();
    const heights = await page.evaluate<readonly (readonly [string, number])[]>(MEASURE_OPERATIONS);
    expect(heights.length).toBeGreaterThan(10);
    expect(heights.filter(([, height]) => height > 2500)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('lists all operations without scripts, in text that is readable on a narrow screen', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${sandbox.url}/docs/api`);
    const list = page.getByRole('navigation', { name: 'Operations' });
    expect(await list.getByRole('link').count()).toBeGreaterThan(22);
    expect(await list.getByText('GET /v1/transactions', { exact: true }).isVisible()).toBe(true);
    expect(await page.locator('#reference').isVisible()).toBe(false);
    await context.close();
  });

  test('finds pages with the keyboard', async () => {
    const { page, faults } = await open('/docs');
    await page.keyboard.press('/');
    await page.locator('dialog[open] input').fill('idempotency key');
    await page.locator('.search-results a').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await expect.poll(() => page.locator('.search-results').textContent()).toContain('Problem');
    await page.locator('dialog[open] input').fill('simulate failures');
    await page.keyboard.press('Enter');
    await page.waitForURL(/using-the-sandbox#simulate-failures$/);
    expect(faults).toEqual([]);
  });

  test('filters the register of choices by words and by treatment', async () => {
    const { page } = await open('/docs/gaps');
    await page.getByLabel('Words').fill('cursor');
    await page.getByLabel('Treatment by the kit').selectOption('choice');
    const shown = await page.locator('.entry:visible').count();
    expect(shown).toBeGreaterThan(0);
    await expect.poll(() => page.locator('output').textContent()).toMatch(new RegExp(`^${shown} of \\d+$`));
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect
      .poll(() => page.locator('.entry:visible').count(), { timeout: LONGEST_WAIT_MS })
      .toBeGreaterThan(shown);
  });

  test('opens the list of pages on a narrow screen, and closes it with Escape', async () => {
    const { page } = await open('/docs/webhooks', { width: 360 });
    const menu = page.getByRole('button', { name: 'Pages' });
    await menu.click();
    await expect.poll(() => page.getByRole('link', { name: 'Using the sandbox' }).isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('link', { name: 'Using the sandbox' }).first().isVisible()).toBe(false);
    expect(await menu.evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  test('keeps the chosen colours on the next page', async () => {
    const { page } = await open('/docs', { theme: 'light' });
    await page.getByRole('button', { name: 'Switch between light and dark colours' }).click();
    await page.goto(`${sandbox.url}/docs/webhooks`);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });
});
