import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, keys } from '../testing/test-app.ts';
import { serveBelow } from './base-path.ts';
import { type RawServer, startRawServer } from './testing/raw-server.ts';

let raw: RawServer;
beforeAll(async () => {
  const tested = createTestApp();
  raw = await startRawServer({}, { ...tested, app: serveBelow('/fleet', tested.app) });
});
afterAll(() => raw.http.close());

const get = (target: string) =>
  raw.send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: ${keys.delgado}\r\n\r\n`);

test.each(['/fleet/v1/portal', '/fleet/v1/portal?x', 'http://localhost/fleet/v1/portal', '/fle%65t/v1/portal'])(
  'answers %s without the base path',
  async (target) => {
    expect((await get(target)).headers['x-request-id']).toBeDefined();
    expect(raw.log.at(-1)).toMatchObject({ path: '/v1/portal' });
  },
);

test.each(['/fleet', '/fleet/', '/fleet?x'])('answers %s as the front page', async (target) => {
  expect((await get(target)).status).toBe(200);
});

test.each([
  '/',
  '/v1/portal',
  '/fleetx/v1/portal',
  '/FLEET/v1/portal',
  '/sandbox/clock',
  '/w/ws_aaaaaaaaaaaa/v1/portal',
  '//fleet/v1/portal',
])('answers %s with 404, the base path and the path that was sent, and logs it', async (target) => {
  const before = raw.log.length;
  const { status, body } = await get(target);
  expect(status).toBe(404);
  expect(JSON.parse(body)).toMatchObject({
    code: 'not_found',
    instance: target,
    detail: 'This server answers only below /fleet. Put /fleet in front of the path, as in /fleet/v1/portal.',
  });
  expect(raw.log.slice(before)).toMatchObject([{ status: 404, path: target, userId: null }]);
});

test('keeps the refusal of a request that cannot be read', async () => {
  expect((await raw.send('GET /v1/portal HTTP/1.1\r\nHost: a b\r\n\r\n')).status).toBe(400);
  expect((await raw.send('nonsense\r\n\r\n')).status).toBe(400);
});
