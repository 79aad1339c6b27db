import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { type Sandbox, startSandbox } from '../../library/index.ts';

/* Takes images of the main views of the console, with the same data each time. */

/** The views, by the name of their images. */
const VIEWS = [
  ...(['fleet', 'groups', 'connectors', 'commands', 'transactions', 'settlements', 'disputes', 'feeds'] as const),
  ...(['trigger', 'events', 'destinations', 'signature'] as const),
  ...(['clock', 'scenarios', 'requests', 'faults', 'users', 'workspaces', 'catalog', 'conformance'] as const),
];

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'narrow', colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const;

/** An image of text, by which a machine with other fonts is recognised. */
export const FONT_IMAGE = 'fonts';

const REAL_TIME = new Date('2026-11-02T15:00:00Z');
const SECRET = 'whsec_c25hcHNob3RzLW9mLXRoZS1jb25zb2xlLTAx';

/**
 * Gives the consoles of all looks one id. Otherwise the view of requests lists those of the looks before, which a page sends in parallel and
 * whose order varies.
 */
const SHARE_CONSOLE_ID = "localStorage.setItem('fleetkit-console-id', 'snapshots')";

/** Texts that differ between two runs, and their replacements. */
const RANDOM_TEXTS: readonly (readonly [string, string])[] = [
  [String.raw`127\.0\.0\.1:\d+`, '127.0.0.1:4400'],
  [String.raw`/inbox/[\w-]+`, '/inbox/q7Zb1-8tXw2LfD0sVnKc4A'],
  [String.raw`^[\w-]{22}$`, 'q7Zb1-8tXw2LfD0sVnKc4A'], // the last part of an address is a text without the others
  [String.raw`\d+(\.\d+)? ms\b`, '4 ms'],
  [String.raw`\d+\.\d+ s\b`, '4 ms'],
];

/** The real time, which only this view contains. */
const REAL_TIMES = { view: 'requests', texts: [[String.raw`\b\d\d:\d\d:\d\d\b`, '15:00:00']] } as const;

/** Takes all images. The names are those of the files, without extension. */
export async function takeSnapshots(executablePath: string): Promise<ReadonlyMap<string, Buffer>> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] });
  const sandbox = await startSandbox({ port: 0 });
  try {
    await createContent(sandbox);
    const images = new Map([[FONT_IMAGE, await takeFonts(browser)]]);
    for (const look of LOOKS) {
      const page = await openConsole(browser, sandbox, look);
      for (const view of VIEWS) images.set(`${view}-${look.name}`, await takeView(page, view));
      await page.context().close();
    }
    return images;
  } finally {
    await browser.close();
    await sandbox.close();
  }
}

/** Returns the major version of the browser. */
export async function readMajorVersion(executablePath: string): Promise<string> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const version = browser.version().split('.')[0] ?? '';
  await browser.close();
  return version;
}

/** Creates a delivery that failed first, one that waits, and requests with a fault. */
async function createContent(sandbox: Sandbox): Promise<void> {
  const { destination } = await sandbox.destinations.add({
    inbox: true,
    accountId: 'acct_northway',
    name: 'Demo inbox',
    secret: SECRET,
  });
  const headers = { 'X-API-Key': 'sbx-northway-admin', 'Content-Type': 'application/json' };
  const plan = JSON.stringify({ answers: [{ status: 200 }, { status: 503 }] });
  await sandbox.fetch(`${new URL(destination.url ?? '').pathname}/answers`, { method: 'PUT', headers, body: plan });
  for (const type of ['cash_low', 'cash_out'] as const)
    await sandbox.trigger(type, { terminalId: 'NW104310', advance: true });
  await sandbox.settled();
  // The order in which deliveries and other requests end varies, so these fill the visible part of the list.
  for (const path of REQUESTS) await (await sandbox.fetch(path, { headers })).text();
}

const REQUESTS = [
  ...['portal', 'terminals', 'alerts', 'transactions', 'settlements', 'disputes', 'locations', 'terminal-groups'],
  ...['transactions?limit=0', 'terminals/none', 'disputes?state=lost', 'transactions?limit=5', 'unknown', 'connectors'],
  ...['provisioning/jobs', 'catalog', 'customers', 'transactions?cursor=old', 'portal', 'settlements?limit=1'],
].map((path) => `/v1/${path}`);

async function openConsole(browser: Browser, sandbox: Sandbox, look: (typeof LOOKS)[number]): Promise<Page> {
  const { colorScheme, viewport } = look;
  const context = await browser.newContext({
    colorScheme,
    viewport,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  await context.addInitScript(SHARE_CONSOLE_ID);
  const page = await context.newPage();
  await page.clock.setFixedTime(REAL_TIME);
  await page.goto(`${sandbox.url}/`);
  await page.getByLabel('Operator token or API key').fill(sandbox.operatorToken);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.mouse.move(0, 0); // no part of the page is below the pointer
  return page;
}

async function takeView(page: Page, view: string): Promise<Buffer> {
  await page.evaluate(`location.hash = '#/${view}'`);
  await page.locator('main h1').waitFor();
  await untilRequestsEnd(page);
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => document.activeElement?.blur())');
  const texts = [...RANDOM_TEXTS, ...(view === REAL_TIMES.view ? REAL_TIMES.texts : [])];
  await page.evaluate(`(${replaceTexts})(${JSON.stringify(texts)})`);
  await page.evaluate(LEVEL_BARS);
  return page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
}

const QUIET_MS = 300;

/** Resolves when the page has sent no request for a while and all have ended, except the stream of activity. */
async function untilRequestsEnd(page: Page): Promise<void> {
  const open = new Set<Request>();
  let changedAtMs = Date.now();
  const isCounted = (request: Request): boolean => !request.url().endsWith('/sandbox/activity');
  const begin = (request: Request): void => {
    changedAtMs = Date.now();
    if (isCounted(request)) open.add(request);
  };
  const end = (request: Request): void => {
    changedAtMs = Date.now();
    open.delete(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  while (open.size > 0 || Date.now() - changedAtMs < QUIET_MS) await setTimeout(20);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** Gives the bars of attempts, whose height is a duration in real time, the same height. */
const LEVEL_BARS = `for (const bar of document.querySelectorAll('.attempt-bar i')) bar.style.height = '50%';`;

/** Replaces texts in the page. It runs there, so it uses nothing from outside. */
const replaceTexts = `(replacements) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    for (const [pattern, replacement] of replacements)
      walker.currentNode.data = walker.currentNode.data.replace(new RegExp(pattern, 'g'), replacement);
}`;

async function takeFonts(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 360, height: 80 } });
  await page.setContent(
    '<p style="font: 16px system-ui, sans-serif">Quick brown fox 0123</p><code style="font: 16px ui-monospace, monospace">0O1lI {}</code>',
  );
  const image = await page.screenshot();
  await page.close();
  return image;
}
