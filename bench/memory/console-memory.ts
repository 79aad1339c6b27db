/*
 * Measures the memory of open views of the console while deliveries arrive.
 *
 *   node bench/memory/console-memory.ts [--minutes 60] [--samples 13] [--interval-ms 500] [--speed 60] [--views events,transactions,fleet]
 *
 * Opens each view in a page of a headless Chromium and keeps it open. The clock of the sandbox runs, and an inbox receives a test in each
 * interval, so the pages read their lists again all the time. Prints for each page the heap after a garbage collection, the number of nodes
 * and the number of event listeners, at equal intervals. CHROMIUM is the path of the browser; default: /usr/bin/chromium.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { startSandbox } from '../../bin/library/index.ts';

const MB = 1024 * 1024;
const WARM_UP_MS = 30_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    samples: { type: 'string', default: '13' },
    'interval-ms': { type: 'string', default: '500' },
    speed: { type: 'string', default: '60' },
    views: { type: 'string', default: 'events,transactions,fleet' },
  },
});

await using sandbox = await startSandbox({ port: 0 });
const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const opened = await Promise.all(values.views.split(',').map(openView));
await sandbox.clock.run(Number(values.speed));

let tests = 0;
let isOver = false;
const sending = sendTests();
await wait(WARM_UP_MS);
const samples = Number(values.samples);
const pauseMs = (Number(values.minutes) * 60_000) / Math.max(1, samples - 1);
const startedAtMs = Date.now();
for (let sample = 0; sample < samples; sample += 1) {
  await wait(startedAtMs + sample * pauseMs - Date.now());
  for (const view of opened) await print(view);
}
isOver = true;
await sending;
await browser.close();

async function sendTests(): Promise<void> {
  const path = `/sandbox/destinations/${destination.destination_id}/test`;
  const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '', 'Content-Type': 'application/json' };
  while (!isOver) {
    const response = await sandbox.fetch(path, { method: 'POST', headers, body: '{"type":"cash_low"}' });
    await response.arrayBuffer();
    if (response.ok) tests += 1;
    await wait(Number(values['interval-ms']));
  }
}

interface OpenedView {
  readonly view: string;
  readonly page: Page;
  readonly session: CDPSession;
}

async function openView(view: string): Promise<OpenedView> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${sandbox.url}/#/${view}`);
  await page.getByLabel('Operator token or API key').fill(sandbox.operatorToken);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('main h1').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  return { view, page, session };
}

async function print({ view, page, session }: OpenedView): Promise<void> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const rows = await page.locator('.chain, tbody tr').count();
  const minute = ((Date.now() - startedAtMs) / 60_000).toFixed(1);
  process.stdout.write(
    `${minute} min, ${tests} tests, ${view}: heap ${(read('JSHeapUsedSize') / MB).toFixed(2)} MB, ` +
      `${read('Nodes')} nodes, ${read('JSEventListeners')} listeners, ${rows} rows\n`,
  );
}
