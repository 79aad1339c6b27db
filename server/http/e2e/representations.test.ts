import { gunzipSync } from 'node:zlib';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { realMs } from '../../world/state/time.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(() => {
  app = createTestApp();
});

const get = (path: string, key: string = keys.admin) => supertest(app.app).get(path).set('X-API-Key', key);

describe('HEAD and OPTIONS', () => {
  test('returns the headers of GET without a body for HEAD', async () => {
    const full = await get('/v1/transactions?limit=3').set('Accept-Encoding', 'identity');
    const head = await supertest(app.app)
      .head('/v1/transactions?limit=3')
      .set('X-API-Key', keys.admin)
      .set('Accept-Encoding', 'identity');
    expect([head.status, head.text ?? '']).toEqual([200, '']);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary'])
      expect(head.headers[name]).toBe(full.headers[name]);
    expect((await supertest(app.app).head('/v1/portal')).status).toBe(401);
  });

  test('answers a preflight with the methods of the path, without a key', async () => {
    const response = await supertest(app.app).options('/v1/disputes').set('Origin', 'https://app.example');
    expect(response.status).toBe(204);
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS, POST');
    expect(response.headers['access-control-allow-headers']).toMatch(/X-API-Key.*Idempotency-Key/);
    expect((await supertest(app.app).options('/v1/nothing')).status).toBe(404);
  });

  test.each([
    ['traceparent, tracestate, baggage', 'traceparent, tracestate, baggage'],
    ['sentry-trace,x-datadog-trace-id', 'sentry-trace, x-datadog-trace-id'],
    ['authorization, x-api-key', 'authorization, x-api-key'],
    ['X-Any', 'X-Any'],
    ['', /^X-API-Key, .*Idempotency-Key/],
    ['no token: at all', /^X-API-Key, /],
    ['a, b"c', /^X-API-Key, /],
  ])('allows the requested headers %j in a preflight, without credentials', async (requested, allowed) => {
    const response = await supertest(app.app)
      .options('/v1/portal')
      .set('Origin', 'https://app.example')
      .set('Access-Control-Request-Method', 'GET')
      .set('Access-Control-Request-Headers', requested);
    expect(response.headers['access-control-allow-headers']).toMatch(allowed);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    expect(response.headers.vary).toContain('Access-Control-Request-Headers');
  });

  test('lets pages of other origins read every response, also refusals', async () => {
    for (const response of [await get('/v1/portal'), await supertest(app.app).get('/v1/portal')]) {
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers['access-control-expose-headers']).toContain('ETag');
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });
});

describe('conditional reads', () => {
  test.each(['/v1/transactions', '/v1/portal', '/v1/feeds/account.xml', '/v1/integrations/public-openapi.json'])(
    'returns 304 with the same strong tag for %s if the client has it',
    async (path) => {
      const first = await get(path);
      expect(first.headers.etag).toMatch(/^"[^"]+"$/);
      const again = await get(path).set('If-None-Match', `"other", ${first.headers.etag}`);
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag]);
      expect((await get(path).set('If-None-Match', '"other"')).status).toBe(200);
      expect((await get(path).set('If-None-Match', '*')).status).toBe(304);
    },
  );

  test('returns 304 for a feed by date, compared as an instant', async () => {
    const { headers } = await get('/v1/feeds/account.xml');
    const at = Date.parse(String(headers['last-modified']));
    const getSince = (ms: number) => get('/v1/feeds/account.xml').set('If-Modified-Since', new Date(ms).toUTCString());
    expect((await getSince(at)).status).toBe(304);
    expect((await getSince(at - 1000)).status).toBe(200);
    expect((await getSince(at).set('If-None-Match', '"other"')).status).toBe(200);
  });

  test('keeps Last-Modified at or before Date and increasing when the sandbox clock is ahead or goes back', async () => {
    let nowMs = Date.UTC(2026, 10, 2, 14);
    const ahead = createTestApp({ realNow: () => realMs(nowMs) });
    const feed = (since = '') => {
      const request = supertest(ahead.app).get('/v1/feeds/account.xml').set('X-API-Key', keys.redline);
      return since === '' ? request : request.set('If-Modified-Since', since);
    };
    const command = (path: string, body: object) =>
      supertest(ahead.app)
        .post(path)
        .set('Host', 'localhost')
        .set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
        .send(body);
    const moves = [
      () => command('/sandbox/clock/advance', { by: 'P2D' }),
      () => command('/sandbox/clock/advance', { by: 'P1D' }),
      () => command('/sandbox/reset', {}),
    ];
    for (const move of moves) {
      const before = await feed();
      const modified = String(before.headers['last-modified']);
      expect(Date.parse(modified)).toBeLessThanOrEqual(nowMs);
      expect((await feed(modified)).status).toBe(304);
      expect((await move()).status).toBe(200);
      expect((await feed(modified)).status).toBe(200);
      nowMs += 2000;
    }
  });

  test('returns different tags for different scopes of the same path', async () => {
    const [admin, redline] = [await get('/v1/terminal-groups'), await get('/v1/terminal-groups', keys.redline)];
    expect(admin.headers.etag).not.toBe(redline.headers.etag);
    expect(
      (await get('/v1/terminal-groups', keys.redline).set('If-None-Match', String(admin.headers.etag))).status,
    ).toBe(200);
  });
});

describe('compression', () => {
  test('compresses a large body if the client accepts gzip, with another tag', async () => {
    const plain = await get('/v1/transactions').set('Accept-Encoding', 'identity');
    const zipped = await get('/v1/transactions')
      .set('Accept-Encoding', 'gzip')
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
    const bytes = zipped.body as Buffer;
    const text = bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString();
    expect(text).toBe(plain.text);
    expect(zipped.headers.vary).toContain('Accept-Encoding');
  });

  test('does not compress a small body', async () => {
    const response = await get('/v1/public/branding-status').set('Accept-Encoding', 'gzip');
    expect(response.headers['content-encoding']).toBeUndefined();
  });
});

describe('caching', () => {
  test('marks replies that need a key as private with Vary, and the public document as cacheable', async () => {
    const own = await get('/v1/portal');
    expect([own.headers['cache-control'], own.headers.vary]).toEqual([
      'private, no-cache',
      'X-API-Key, Accept, Accept-Encoding, Fleetkit-As-Of',
    ]);
    const open = await supertest(app.app).get('/v1/integrations/public-openapi.json');
    expect(open.headers['cache-control']).toBe('public, max-age=300');
    const failed = await supertest(app.app).get('/v1/portal');
    expect(failed.headers['cache-control']).toBe('no-store');
  });

  test('returns the public document with the same bytes to every caller', async () => {
    const path = '/v1/integrations/public-openapi.json';
    const [anonymous, admin] = [await supertest(app.app).get(path), await get(path)];
    expect(anonymous.text).toBe(admin.text);
    expect(anonymous.text).not.toMatch(/x-clause|x-assumed|x-privilege/);
  });

  test('returns the same bytes for a repeated read', async () => {
    const path = '/v1/transactions?sort_by=amt_comp&limit=7';
    const [first, second] = [await get(path), await get(path)];
    expect(second.text).toBe(first.text);
    const fresh = createTestApp();
    expect((await supertest(fresh.app).get(path).set('X-API-Key', keys.admin)).text).toBe(first.text);
  });

  test('does not return a cached representation that the client does not accept', async () => {
    await get('/v1/terminal-groups');
    expect((await get('/v1/terminal-groups').set('Accept', 'text/html')).status).toBe(406);
  });
});

describe('every response', () => {
  test("has a request id, the client's own if it is safe", async () => {
    expect((await get('/v1/portal')).headers['x-request-id']).toMatch(/^req_[0-9A-F]{26}$/);
    expect((await get('/v1/portal').set('X-Request-Id', 'client-id-1')).headers['x-request-id']).toBe('client-id-1');
    expect((await get('/v1/portal').set('X-Request-Id', '<script>')).headers['x-request-id']).toMatch(/^req_/);
  });

  test('has headers against sniffing and framing, and no product name', async () => {
    const { headers } = await get('/v1/portal');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('links problems to pages with advice', async () => {
    expect((await supertest(app.app).get('/')).text).toContain('/v1/portal');
    const { body } = await supertest(app.app).get('/v1/portal');
    const page = await supertest(app.app).get(body.type);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(page.text).toContain('X-API-Key');
  });
});

describe('paths', () => {
  test.each(['/v1/terminals/%4EW104310/status-monitoring', '/%76%31/terminals/NW104310/status%2Dmonitoring'])(
    'answers %s, whose encoded characters need no encoding',
    async (path) => {
      const plain = await get('/v1/terminals/NW104310/status-monitoring');
      const encoded = await get(path);
      expect([encoded.status, encoded.text]).toEqual([200, plain.text]);
    },
  );

  test.each(['/v1/terminals/NW104310%2Fstatus-monitoring', '/v1/terminals/%254EW104310/status-monitoring'])(
    'returns 404 for %s, whose encoding changes the meaning',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test.each([
    ['/docs/', '../docs'],
    ['/docs/webhooks/', '../webhooks'],
    ['/docs/webhooks/?q=1', '../webhooks?q=1'],
    ['/problems/', '../problems'],
    ['/problems/not-found/', '../not-found'],
  ])('redirects %s to the page', async (path, location) => {
    const response = await supertest(app.app).get(path);
    expect([response.status, response.headers.location]).toEqual([308, location]);
    expect(new URL(location, `https://proxy.example/base${path}`).pathname).toBe(
      `/base${path.replace(/\/(\?.*)?$/, '')}`,
    );
  });

  test.each(['//', '/docs//', '//docs/', '/docs/..//', '/v1/portal/', '/docs/%2Fhost.example/'])(
    'does not redirect %s',
    async (path) => {
      const response = await supertest(app.app).get(path).redirects(0);
      expect([response.status, response.headers.location]).toEqual([404, undefined]);
    },
  );
});

describe('Accept', () => {
  test.each(['application/json; charset=utf-8', '', '*/*;charset=utf-8', 'text/html, application/json;v=1;q=0.1'])(
    'returns JSON for %j',
    async (accept) => {
      const response = await get('/v1/portal').set('Accept', accept);
      expect([response.status, response.type]).toEqual([200, 'application/json']);
    },
  );
});
