import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { fleetSandbox } from '../library/express.ts';

test.each(['/', '/docs', '/docs/api', '/problems/not-found'])(
  'the page %s of a mounted sandbox has links and assets under its path',
  async (path) => {
    const fleet = fleetSandbox();
    const server = express().use('/a&b/fleet', fleet).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP
    const page = await fetch(`${origin}/a&b/fleet${path}`, { headers: { Accept: 'text/html' } });
    const html = await page.text();
    expect(html).toContain('data-base="/a&amp;b/fleet"');
    const links = [...html.matchAll(/ (?:href|src|data-records|data-contract)="(\/[^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    expect(links.filter((link) => !link.startsWith('/a&b/fleet/'))).toEqual([]);
    const assets = links.filter((link) => link.includes('/assets/'));
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) expect([asset, (await fetch(`${origin}${asset}`)).status]).toEqual([asset, 200]);
    server.close().closeAllConnections();
    await fleet.close();
  },
);

test('serves llms.txt and the Markdown of pages to every client, with links under the path of a mounted sandbox', async () => {
  const fleet = fleetSandbox();
  const server = express().use('/fleet', fleet).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fleet`; // listens on TCP
  const llms = await fetch(`${base}/llms.txt`);
  expect([llms.status, llms.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const [, link = ''] = /\]\((docs\/webhooks\.md)\)/.exec(await llms.text()) ?? [];
  for (const Accept of ['text/html', '*/*', 'application/json']) {
    const page = await fetch(new URL(link, `${base}/llms.txt`), { headers: { Accept } });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(await page.text()).toMatch(/^# /);
  }
  for (const path of ['/docs.md', '/docs/decisions.md', '/docs/agents/agents.md', '/docs/api/sandbox.md'])
    expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, 200]);
  expect((await fetch(`${base}/docs/no-such-page.md`)).status).toBe(404);
  expect((await fetch(`${base}/llms.txt`, { method: 'POST' })).status).toBe(405);
  server.close().closeAllConnections();
  await fleet.close();
});
