import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { buildPages } from './testing/built-pages.ts';
import {
  chromiumPath,
  findAxeViolations,
  LOOKS,
  type PageOptions,
  readOverflow,
  shareBrowser,
  type TestPage,
} from './testing/console-browser.ts';

/* The address of an inbox: a page for browsers, and the API for programs. */

const ADMIN = 'sbx-northway-admin';
const HOSTILE_TEXT = '</pre><script>alert(1)</script>\u202e<img src=x onerror=alert(2)>';

let sandbox: Sandbox;
let url = '';

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  url = destination.url ?? '';
});
afterEach(() => sandbox.close());

const post = (headers: Readonly<Record<string, string>>, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body });

describe('the address of an inbox', () => {
  beforeAll(buildPages);

  test('is a page for a browser, which contains nothing of the inbox', async () => {
    await post({}, 'a text to find');
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await fetch(url, { headers: { Accept: accept } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(response.headers.get('vary')).toContain('Accept');
    const page = await response.text();
    expect(page).not.toContain('a text to find');
    const other = await fetch(url.replace(/[^/]+$/, 'no-such-inbox'), { headers: { Accept: accept } });
    expect([other.status, await other.text()]).toEqual([200, page]);
  });

  test.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.5',
  ])('remains the API for a program that accepts %j', async (accept) => {
    const headers = accept === undefined ? {} : { Accept: accept };
    const read = await fetch(url, { headers: { 'X-API-Key': ADMIN, ...headers } });
    expect([read.status, read.headers.get('content-type'), read.headers.get('vary')]).toEqual([
      200,
      'application/json; charset=utf-8',
      null,
    ]);
    expect(await read.json()).toMatchObject({ url, messages: [] });
    const refused = await fetch(url, { headers });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      401,
      'application/problem+json; charset=utf-8',
    ]);
    const posted = await fetch(url, { method: 'POST', body: '{}', headers });
    expect([posted.status, posted.headers.get('vary')]).toEqual([200, null]);
  });
});

test('the address of an inbox refuses a program with a key that accepts only HTML, as before', async () => {
  const response = await fetch(url, { headers: { 'X-API-Key': ADMIN, Accept: 'text/html' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    406,
    'application/problem+json; charset=utf-8',
  ]);
});

describe.skipIf(chromiumPath === undefined)('the page of an inbox', () => {
  const openIn = shareBrowser();

  const open = async (options: Partial<PageOptions> = {}): Promise<TestPage> => {
    return openIn({ url, ...options });
  };
  const signIn = async (page: Page, secret = ADMIN): Promise<void> => {
    await page.getByLabel('Operator token or API key').fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
  };

  test('shows a delivery with its headers, body and verification, and what arrives later', async () => {
    await sandbox.trigger('cash_low', { terminalId: 'NW104310', advance: true });
    await sandbox.settled();
    const { page, faults } = await open();
    await page.getByRole('heading', { name: 'Sign in to see this inbox' }).waitFor();
    await signIn(page);
    await page.getByText('The signature is valid.').waitFor();
    await expect.poll(() => page.getByLabel('Request headers').innerText()).toMatch(/webhook-signature\s+v1,/);
    await expect
      .poll(() => page.getByRole('region', { name: 'request body' }).innerText())
      .toContain('"type": "cash_low"');
    await post({}, 'posted by hand');
    await page.getByText('posted by hand').waitFor();
    await page.getByText('The signature was not verified.').waitFor();

    await page.getByRole('link', { name: 'Fleet', exact: true }).click();
    await page.getByRole('heading', { name: 'Fleet', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(faults).toEqual([]);
  });

  test.each(LOOKS)('shows hostile requests as text, in $theme colours at $width pixels', async ({ theme, width }) => {
    await post({ 'x-evil': '<img src=x onerror=alert(3)>' }, `${HOSTILE_TEXT}${'long'.repeat(200)}`);
    const id = { 'webhook-id': '<svg onload=alert(4)>'.repeat(8) };
    await post(id, JSON.stringify({ type: `${HOSTILE_TEXT}${'x'.repeat(500)}` }));
    const { page, faults } = await open({ theme, width });
    await signIn(page);
    const problems: string[] = [];
    for (const index of [0, 1]) {
      const line = page.locator('.inbox-line').nth(index);
      if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
      await expect
        .poll(() => page.getByRole('region', { name: 'request body' }).innerText())
        .toContain('<script>alert(1)</script>\\u202e<img src=x onerror=alert(2)>');
      problems.push(...(await findAxeViolations(page)));
      expect(await readOverflow(page)).toBeLessThanOrEqual(0);
    }
    await expect.poll(() => page.locator('main script, main img, main iframe, main svg[onload]').count()).toBe(0);
    expect([problems, faults]).toEqual([[], []]);
  });

  test('shows it to the operator, and no more than its JSON to others', async () => {
    await post({}, 'a text to find');
    const { page } = await open();
    await signIn(page, 'sbx-redline-admin');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await page.content()).not.toContain('a text to find');
    const { page: other } = await open();
    await signIn(other, 'sbx-northway-tech');
    await other.getByText('This role has no access').waitFor();
    const { page: third } = await open();
    await signIn(third, sandbox.operatorToken);
    await third.getByText('a text to find').waitFor();
  });

  test('deletes the stored requests only after a confirmation', async () => {
    await post({}, 'a text to find');
    const { page } = await open();
    await signIn(page);
    await page.getByRole('button', { name: 'Empty', exact: true }).click();
    await page.getByText('a text to find').waitFor();
    await page.getByRole('button', { name: 'Delete all requests' }).click();
    await page.getByText('Nothing received yet').waitFor();
  });
});
