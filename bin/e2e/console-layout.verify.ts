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

  test('shows the focus with forced colours', async () => {
    const found = await inspectViews(async (page) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.keyboard.press('Tab'); // focus that follows is that of a keyboard
      return page.evaluate<readonly string[]>(`(${listInvisibleFocus})()`);
    });
    expect(found).toEqual([]);
  });
});

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
