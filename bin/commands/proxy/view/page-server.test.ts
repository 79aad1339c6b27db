import { request } from 'node:http';
import { Script } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import type { ProxyEvent } from '../../../../conformance/proxy/proxy.ts';
import { createLiveLog } from './live-log.ts';
import { openPageServer, type PageServer } from './page-server.ts';

const open: PageServer[] = [];
afterEach(async () => {
  for (const page of open.splice(0)) await page.close();
});

const notice = (message: string): ProxyEvent => ({
  type: 'notice',
  count: 1,
  notice: { kind: 'cut', method: 'GET', message },
});

async function startPage() {
  const log = createLiveLog(() => new Date(2027, 0, 31, 14, 5, 6));
  const page = await openPageServer({ host: '127.0.0.1', port: 0 }, () => ({
    log,
    upstream: 'https://portal.example',
    url: 'http://127.0.0.1:4480',
    requests: 3,
  }));
  open.push(page);
  return { log, page };
}

test('shows the latest events without a script, and escapes them', async () => {
  const { log, page } = await startPage();
  log.add(notice('<script>alert(1)</script>\u0007'));
  const response = await fetch(page.url);
  const text = await response.text();
  expect(text).toContain('3 requests: 0 violations, 0 with advice, 1 note');
  expect(text).toContain('<time>14:05:06</time> <strong>Note</strong> GET');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;U+0007&gt;');
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(response.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
});

test('keeps a limited number of events, and counts all', async () => {
  const { log, page } = await startPage();
  for (let number = 0; number < 500; number += 1) log.add(notice(`event ${number}`));
  expect(log.entries).toHaveLength(200);
  expect(log.entries[0]?.text).toBe('event 499');
  expect(await (await fetch(page.url)).text()).toContain('500 notes');
});

test('announces events to open pages', async () => {
  const { log, page } = await startPage();
  const response = await fetch(`${page.url}events`);
  log.add(notice('one'));
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('data: changed')) break;
  }
  expect(text).toContain('data: changed');
});

test.each([
  ['GET', 'attacker.example', 403],
  ['GET', 'localhost', 200],
  ['GET', '127.0.0.1', 200],
  ['POST', '127.0.0.1', 405],
])('answers %s with the host %s by %i', async (method, host, status) => {
  const { page } = await startPage();
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    request(page.url, { method, headers: { Host: host } }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end();
  });
  expect(answered).toBe(status);
});

test.each([
  ['page.css', 'text/css'],
  ['page.js', 'text/javascript'],
])('serves %s', async (name, type) => {
  const { page } = await startPage();
  const response = await fetch(page.url + name);
  const text = await response.text();
  if (name === 'page.js') expect(() => new Script(text)).not.toThrow();
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, `${type}; charset=utf-8`]);
});
