import supertest from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { createTestApp } from '../../../server/http/testing/test-app.ts';
import { buildPages } from '../../e2e/testing/built-pages.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const { app } = createTestApp();
const get = (path: string, accept = '*/*') => supertest(app).get(path).set('Accept', accept);

beforeAll(buildPages);

test.each(['*/*', 'text/plain', 'application/json', 'text/plain, text/html;q=0.9'])(
  'answers with text a client that accepts %s',
  async (accept) => {
    const response = await get('/', accept);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers.vary).toBe('Accept');
    expect(response.text).toMatch(/^fleetkit sandbox: /);
  },
);

test('sends the console to a client that prefers HTML', async () => {
  const response = await get('/', BROWSER);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  const policy = response.headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
});

test('contains no script and no style in the page', async () => {
  const { text } = await get('/', BROWSER);
  expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/);
  expect(text).not.toMatch(/https?:/);
});

test('sends each asset with a type and an unlimited lifetime', async () => {
  const { text } = await get('/', BROWSER);
  const assets = text.match(/\/assets\/[\w.-]+/g) ?? [];
  expect(assets).toHaveLength(4);
  for (const asset of assets) {
    const response = await get(asset);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toMatch(/javascript|css|svg/);
  }
});

test('answers a revalidation with 304', async () => {
  const { headers } = await get('/', BROWSER);
  const again = await get('/', BROWSER).set('If-None-Match', headers.etag ?? '');
  expect(again.status).toBe(304);
});

test.each(['/assets/none.js', '/assets/..%2Ffiles.json', '/assets/files.json', '/assets/'])(
  'rejects %s',
  async (path) => {
    expect((await get(path, BROWSER)).status).toBe(404);
  },
);

test('rejects a write to a page with the methods that it supports', async () => {
  expect((await supertest(app).post('/').set('Accept', BROWSER)).status).toBe(405);
});
