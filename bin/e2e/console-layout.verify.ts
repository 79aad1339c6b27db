import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import {
  chromiumPath,
  findAxeViolations,
  listOfferedViews,
  readOverflow,
  shareSignedIn,
  showView,
  type TestPage,
} from './testing/console-browser.ts';

/* All views on narrow screens, enlarged, and with forced colours. */

/** Views and opened items that the navigation does not list. */
const FURTHER = [
  'fleet/NW104310',
  'fleet?form=tiles',
  'settlements?form=calendar',
  'conformance?tab=sample',
  'conformance?tab=file',
  'events?tab=events',
  'present',
];

const NARROW = { width: 360, height: 740 };
/** A window of 1280 × 800 pixels at a zoom of 200 % has half as many CSS pixels. */
const ZOOMED = { width: 640, height: 400 };
const WIDE = { width: 1440, height: 900 };

describe.skipIf(chromiumPath === undefined)('each view of the console', () => {
  let sandbox: Sandbox;
  const open = shareSignedIn(() => sandbox.url);
  beforeAll(async () => {
    sandbox = await startSandbox();
    const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
    await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
    await sandbox.settled();
    expect(destination.kind).toBe('inbox');
  });
  afterAll(() => sandbox.close());

  /** Returns the findings of `inspect` in each view. */
  async function inspectViews(inspect: (page: Page) => Promise<readonly string[]>): Promise<readonly string[]> {
    const { page, faults }: TestPage = await open(sandbox.operatorToken, 'fleet');
    await page.setViewportSize(WIDE);
    const views = await listOfferedViews(page);
    const found: string[] = [];
    for (const view of [...views, ...FURTHER]) {
      await showView(page, view);
      for (const finding of await inspect(page)) found.push(`${view}: ${finding}`);
    }
    return [...found, ...faults];
  }

  test.each([
    ['360 pixels wide', NARROW],
    ['enlarged to 200 %', ZOOMED],
  ])('fits and is accessible when it is %s', async (_, size) => {
    const found = await inspectViews(async (page) => {
      await page.setViewportSize(size);
      const overflow = await readOverflow(page);
      const violations = await findAxeViolations(page);
      return [...(overflow > 0 ? [`${overflow} pixels wider than the window`] : []), ...violations];
    });
    expect(found).toEqual([]);
  });

  test('leaves no figure alone on its row', async () => {
    const alone: string[] = [];
    for (const width of [360, 768, 1000, 1280]) {
      const found = await inspectViews(async (page) => {
        await page.setViewportSize({ width, height: 900 });
        return page.evaluate<readonly string[]>(`(${listLonelyTiles})()`);
      });
      alone.push(...found.map((finding) => `${width}: ${finding}`));
    }
    expect(alone).toEqual([]);
  });

  test('needs no sideways scrolling for the map of connectors, and breaks addresses between their parts', async () => {
    const url = 'http://127.0.0.1:9/webhooks/fleet/production-eu-west-1/handler';
    await sandbox.destinations.add({ url, accountId: 'acct_northway', name: 'My handler' });
    const { page } = await open(sandbox.operatorToken, 'connectors');
    await page.setViewportSize(NARROW);
    const map = page.getByRole('region', { name: 'Map of the connectors' });
    await map.getByText('Used by Northway, everything').first().waitFor();
    expect(await page.evaluate<number>(`(${measureOverflow})('.map')`)).toBe(0);
    await showView(page, 'destinations');
    const parts = page.locator('.address', { hasText: url }).locator('span');
    await parts.last().waitFor();
    const lines = await page.evaluate<readonly number[]>(`(${countLines})('.address span')`);
    expect(new Set(lines)).toEqual(new Set([1]));
  });

  test.each([360, 768, 1440])('shows cause, event and destination of each delivery %d pixels wide', async (width) => {
    const { page } = await open(sandbox.operatorToken, 'events');
    await page.setViewportSize({ width, height: 900 });
    const line = page.locator('.chain').first();
    await line.waitFor();
    for (const part of ['cause', 'event', 'destination'])
      expect(await line.locator(`.chain-${part}`).isVisible()).toBe(true);
  });

  test('focuses a dialog without a field, and not the button that closes it', async () => {
    const { page } = await open(sandbox.operatorToken, 'settlements');
    await page.locator('tbody a').first().click();
    await page.getByRole('dialog', { name: 'Settlement batch' }).waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement?.tagName')).toBe('DIALOG');
  });

  test('shows the focus with forced colours', async () => {
    const found = await inspectViews(async (page) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.keyboard.press('Tab'); // focus that follows is that of a keyboard
      return page.evaluate<readonly string[]>(`(${listInvisibleFocus})()`);
    });
    expect(found).toEqual([]);
  });
});

/** It runs in the page, as the following functions do. */
const measureOverflow = `(selector) => {
  const element = document.querySelector(selector);
  return element.scrollWidth - element.clientWidth;
}`;

const countLines = `(selector) =>
  [...document.querySelectorAll(selector)].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getClientRects().length;
  })`;

/** Returns figures that are alone on a row below others, and narrower than that row. It runs in the page. */
const listLonelyTiles = `() =>
  [...document.querySelectorAll('.tiles')].flatMap((list) => {
    const tiles = [...list.children];
    const top = (tile) => Math.round(tile.getBoundingClientRect().top);
    const rows = Map.groupBy(tiles, top);
    return [...rows.values()]
      .filter((row) => tiles.length > 1 && row.length === 1 && row[0].offsetWidth < list.offsetWidth - 2)
      .map(([tile]) => tile.textContent);
  })`;

/** Returns the elements without an outline while they have the focus. It runs in the page. */
const listInvisibleFocus = `() => {
  const found = new Set();
  const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]');
  for (const control of [...controls].slice(0, 150)) {
    if (control.disabled || control.getClientRects().length === 0) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    const { outlineStyle, outlineWidth } = getComputedStyle(control);
    const isVisible = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || control.type === 'file';
    if (!isVisible) found.add(control.tagName + ' ' + control.className + ' ' + control.textContent.trim().slice(0, 30));
  }
  return [...found];
}`;
