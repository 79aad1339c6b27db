import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { isThorough } from '../../../base/testing/depth.ts';
import { buildPages } from './built-pages.ts';

/* A real browser for the tests of the console. */

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium without its window: it uses a sixth of the CPU time. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

const findBrowser = (paths: readonly string[]): string | undefined =>
  [process.env.CHROMIUM ?? '', ...paths].find((path) => path !== '' && existsSync(path));

/** A colour scheme and a width in pixels. */
export interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

/** The looks in which `npm run verify` tests each page. `npm test` uses every second one, in turns. */
export const LOOKS: readonly Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
  { theme: 'dark', width: 1440 },
];

/** On a busy machine a page may take long to render, so only a wait that never ends fails by its time. */
export const LONGEST_WAIT_MS = 120_000;

/** The path of a Chromium; undefined where none is installed. */
export const chromiumPath = findBrowser([HEADLESS_SHELL, ...BROWSERS]);

/** The path of a Chromium with its window, whose images are stored; undefined where none is installed. */
export const imageBrowserPath = findBrowser(BROWSERS);

/** Builds the pages from the present sources, once, and starts the browser. */
export async function startBrowser(): Promise<Browser> {
  await buildPages();
  return chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] });
}

export interface PageOptions {
  readonly url: string;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
}

/** An open page, and what went wrong on it. */
export interface TestPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the content security policy, uncaught errors, and requests to other origins. */
  readonly faults: string[];
}

/** Opens a page. Collects its faults. */
export async function openPage(
  browser: Browser,
  { url, theme = 'light', width = 1440 }: PageOptions,
): Promise<TestPage> {
  const context = await browser.newContext({
    viewport: chooseViewport(width),
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(`uncaught: ${message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      faults.push(`off the origin: ${request.url()}`);
  });
  await page.goto(url);
  return { page, context, faults };
}

/** Starts a browser for the tests of a `describe`, and closes its pages after each. Returns the function that opens a page. */
export function shareBrowser(): (options: PageOptions) => Promise<TestPage> {
  let browser: Browser;
  const opened: TestPage[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async () => {
    for (const { context } of opened.splice(0)) await context.close();
  });
  afterAll(() => browser.close());
  return async (options) => {
    const page = await openPage(browser, options);
    opened.push(page);
    return page;
  };
}

/**
 * Starts a browser for the tests of a `describe`. Returns a function that shows a route as the user of a key or as the operator: all tests
 * share the page of each, because a page that signs in takes seconds.
 */
export function shareSignedIn(readUrl: () => string): (secret: string, route: string) => Promise<TestPage> {
  let browser: Browser;
  const pages = new Map<string, TestPage>();
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());
  return async (secret, route) => {
    const known = pages.get(secret);
    const tested = known ?? (await openPage(browser, { url: `${readUrl()}/` }));
    if (known === undefined) {
      pages.set(secret, tested);
      await enterKey(tested.page, secret);
    }
    tested.faults.splice(0);
    await closeDialog(tested.page);
    await showView(tested.page, route);
    return tested;
  };
}

/** Closes an open dialog. The page takes its name from the address in a later event, and would also take the next one from it. */
async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').first().waitFor({ state: 'detached' });
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}

const MOST_READS = 20;

/** Whether a page stays wider than the window: views draw some parts again after the window changes. */
async function staysWider(page: Page): Promise<boolean> {
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    if ((await readOverflow(page)) <= 0) return false;
    await page.waitForTimeout(100);
  }
  return true;
}

let lookCount = 0;

/** Checks accessibility and width of the present state of a page, in all looks in `npm run verify`, otherwise in one, in turns. */
export async function checkLooks({ page, faults }: TestPage): Promise<void> {
  lookCount += 1;
  const problems: string[] = [];
  for (const look of isThorough ? LOOKS : LOOKS.slice(lookCount % LOOKS.length).slice(0, 1)) {
    await applyLook(page, look);
    for (const violation of await findAxeViolations(page)) problems.push(`${look.theme} ${look.width}: ${violation}`);
    if (await staysWider(page)) problems.push(`${look.theme} ${look.width}: wider than the window`);
  }
  await applyLook(page, LOOKS[0] as Look); // the table is not empty
  expect(problems).toEqual([]);
  expect(faults).toEqual([]);
}

const chooseViewport = (width: number) => ({ width, height: width < 500 ? 740 : 900 });

/** Changes the look of an open page. */
export async function applyLook(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(chooseViewport(width));
}

/** Returns the violations that axe finds, one line each. */
export async function findAxeViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const found = await page.evaluate<
    readonly { id: string; nodes: readonly { html: string; failureSummary?: string }[] }[]
  >('axe.run(document).then(({ violations }) => violations)');
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary ?? ''} ${nodes[0]?.html ?? ''}`);
}

/** Returns by how many pixels the page is wider than the window. */
export const readOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** Signs in on the page for that, with an API key or the token of the operator. */
export async function enterKey(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Operator token or API key').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}

/** Returns the routes of the views that the navigation offers. */
export const listOfferedViews = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('nav[aria-label="Views"] li a')].map((link) => link.hash.replace('#/', ''))`,
  );

/** Opens a view by its route, such as `fleet/NW104310`, and waits until it shows its data. */
export async function showView(page: Page, route: string): Promise<void> {
  await page.evaluate(`(${openRoute})(${JSON.stringify(`#/${route}`)})`);
  await page.locator('main h1').waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** Changes the route and waits until the page has rendered it. It runs there. */
const openRoute = `(route) => new Promise((resolve) => {
  if (location.hash === route) return resolve();
  addEventListener('hashchange', () => requestAnimationFrame(() => setTimeout(resolve)), { once: true });
  location.hash = route;
})`;
