import { statSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import {
  chromiumPath,
  enterKey,
  listOfferedViews,
  openPage,
  showView,
  startBrowser,
} from './testing/console-browser.ts';

/* The sizes of the scripts and styles that a browser loads, compressed with Brotli. */

const ASSETS = new URL('../../dist/pages/assets/', import.meta.url);
const FIRST_VIEW_BYTES = 57_000;
const FURTHER_VIEW_BYTES = 40_000;

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let browser: Browser;
  let sandbox: Sandbox;

  beforeAll(async () => {
    browser = await startBrowser();
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });

  test('loads little for the first view, and less for each further view', async () => {
    const { page, context } = await openPage(browser, { url: 'about:blank' });
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const name = /\/assets\/([\w.-]+\.(?:js|css))$/.exec(request.url())?.[1];
      if (name !== undefined) loaded.add(name);
    });
    /** Returns the size of the assets since the previous call. */
    const takeSize = (): number => {
      const bytes = [...loaded].reduce((sum, name) => sum + statSync(new URL(`${name}.br`, ASSETS)).size, 0);
      loaded.clear();
      return bytes;
    };
    await page.goto(`${sandbox.url}/`);
    await enterKey(page, sandbox.operatorToken);
    await page.locator('.chart canvas').first().waitFor();
    const sizes: Record<string, number> = { first: takeSize() };
    for (const view of await listOfferedViews(page)) {
      await showView(page, view);
      sizes[view] = takeSize();
    }
    await context.close();
    const { first = 0, ...further } = sizes;
    expect(first).toBeGreaterThan(0);
    expect(first, JSON.stringify(sizes)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
    expect(Math.max(...Object.values(further)), JSON.stringify(sizes)).toBeLessThanOrEqual(FURTHER_VIEW_BYTES);
  });
});
