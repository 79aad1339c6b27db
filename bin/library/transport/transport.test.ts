import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../../conformance/testing/certificate.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

/* The library over TLS and below a base path. */

let folder = '';
let sandbox: Sandbox;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fleetkit-transport-'));
  sandbox = await startSandbox({
    data: join(folder, 'data'),
    tls: true,
    basePath: '/fleet/',
    corsOrigins: ['https://portal.example', 'http://localhost:5173'],
  });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** Requests a URL over TLS and trusts only the authority of the sandbox. */
function get(url: string, { method = 'GET', headers = {} }: Sent = {}): Promise<Reply> {
  const ca = readFileSync(sandbox.caFile ?? '');
  return new Promise((resolve, reject) => {
    const sent = requestHttps(url, {
      ca,
      method,
      headers: { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '', ...headers },
    });
    sent.on('error', reject).on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject);
    });
    sent.end();
  });
}

test('names its URL with https and the base path, and answers there', async () => {
  expect(sandbox.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/fleet$/);
  expect((await get(`${sandbox.url}/v1/portal`)).status).toBe(200);
  expect((await get(`${sandbox.url.replace('127.0.0.1', 'localhost')}/v1/portal`)).status).toBe(200);
});

test('stores the certificate in the data directory, its key for this user only', () => {
  expect(sandbox.caFile).toBe(join(folder, 'data', 'tls', 'ca.pem'));
  expect(statSync(join(folder, 'data', 'tls', 'server.pem')).mode & 0o777).toBe(0o600);
});

test('answers 404 outside the base path, and health at both places', async () => {
  const { origin } = new URL(sandbox.url);
  expect((await get(`${origin}/v1/portal`)).status).toBe(404);
  for (const path of ['/healthz', '/readyz', '/fleet/healthz', '/fleet/readyz'])
    expect([path, (await get(`${origin}${path}`)).status]).toEqual([path, 200]);
  const refused = await get(`${origin}/readyz`, { method: 'POST' });
  expect(JSON.parse(refused.body)).toMatchObject({ type: '/fleet/problems/method-not-allowed' });
});

test('writes the base path into the contract, feeds, problems and pages', async () => {
  const document = JSON.parse((await get(`${sandbox.url}/v1/integrations/public-openapi.json`)).body);
  expect(document.servers).toMatchObject([{ url: sandbox.url }]);
  const feed = (await get(`${sandbox.url}/v1/feeds/account.xml`)).body;
  const links = [...feed.matchAll(/<link>([^<]*)|href="([^"]*)/g)].map(([, link, self]) => link ?? self);
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((link) => !link?.startsWith(`${sandbox.url}/v1/`))).toEqual([]);
  const problem = JSON.parse((await get(`${sandbox.url}/v1/terminals/none`)).body);
  expect(problem).toMatchObject({ type: '/fleet/problems/not-found', instance: '/fleet/v1/terminals/none' });
  expect((await get(`${sandbox.url}${problem.type.slice('/fleet'.length)}`)).status).toBe(200);
  expect((await get(sandbox.url)).body).toContain('/fleet/v1/portal');
});

test('walks through pages with cursors', async () => {
  const first = JSON.parse((await get(`${sandbox.url}/v1/transactions?limit=2`)).body);
  const next = await get(`${sandbox.url}/v1/transactions?limit=2&cursor=${first.page.next_cursor}`);
  expect([next.status, JSON.parse(next.body).data.length]).toEqual([200, 2]);
});

test('redirects to a page below the base path', async () => {
  const { status, headers } = await get(`${sandbox.url}/docs/`, { headers: { Accept: 'text/html' } });
  expect(status).toBe(308);
  expect(new URL(String(headers.location), `${sandbox.url}/docs/`).href).toBe(`${sandbox.url}/docs`);
});

test('has the control plane below the base path, also for its functions', async () => {
  const { status } = await get(`${sandbox.url}/sandbox/clock`, {
    headers: { Authorization: `Bearer ${sandbox.operatorToken}` },
  });
  expect(status).toBe(200);
  expect(await sandbox.clock.now()).toEqual(new Date('2026-11-02T15:00:00Z'));
  const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' };
  expect((await sandbox.fetch('/v1/portal', { headers })).status).toBe(200);
});

test('delivers to an inbox, whose address has the base path, also in a workspace', async () => {
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  expect(destination.url).toMatch(new RegExp(`^${sandbox.url}/sandbox/inbox/`));
  await sandbox.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  await sandbox.settled();
  expect((await sandbox.inbox(destination)).length).toBeGreaterThan(0);
  const made = await sandbox.fetch('/sandbox/workspaces', {
    method: 'POST',
    headers: { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  const { base_path: path, operator_token: token } = (await made.json()) as SandboxSchemas['CreatedWorkspace'];
  const inWorkspace = await sandbox.fetch(`${path}/sandbox/destinations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ inbox: true, account_id: 'acct_northway' }),
  });
  const created = (await inWorkspace.json()) as SandboxSchemas['CreatedDestination'];
  expect(created.destination.url).toMatch(new RegExp(`^${sandbox.url}${path}/sandbox/inbox/`));
  const tested = await sandbox.fetch(`${path}/sandbox/destinations/${created.destination.destination_id}/test`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(await tested.json()).not.toMatchObject({ state: 'exhausted' });
});

describe('pages of other origins', () => {
  const preflight = {
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'x-api-key, traceparent, x-anything',
  };
  const read = async (origin: string, method: string, path = '/v1/portal') => {
    const { status, headers } = await get(`${sandbox.url}${path}`, {
      method,
      headers: { ...preflight, Origin: origin },
    });
    const shown = ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-allow-headers'];
    return { status, headers: shown.map((name) => headers[name]), vary: headers.vary };
  };

  test.each(['https://portal.example', 'http://localhost:5173'])('may send credentials from %s', async (origin) => {
    const requested = preflight['Access-Control-Request-Headers'];
    expect(await read(origin, 'OPTIONS')).toMatchObject({ status: 204, headers: [origin, 'true', requested] });
    const reply = await read(origin, 'GET');
    expect(reply).toMatchObject({ status: 200, headers: [origin, 'true', undefined] });
    expect(reply.vary).toMatch(/(^|, )Origin$/);
    expect(await read(origin, 'GET', '/v1/nothing')).toMatchObject({
      status: 404,
      headers: [origin, 'true', undefined],
    });
  });

  test.each(['https://portal.example.evil', 'null', 'https://PORTAL.example'])(
    'may read nothing from %s',
    async (origin) => {
      for (const method of ['OPTIONS', 'GET'])
        expect((await read(origin, method)).headers.slice(0, 2)).toEqual([undefined, undefined]);
    },
  );

  test('may never read the control plane', async () => {
    expect((await read('https://portal.example', 'GET', '/sandbox/clock')).headers[0]).toBeUndefined();
  });
});

describe('options', () => {
  const start = (options: object) => startSandbox({ port: 0, ...options }).then((started) => started.close());

  test.each<[string, object, string]>([
    ['a base path that is no path', { basePath: 'fleet' }, 'The base path "fleet" is not a path.'],
    ['a public URL without the path', { basePath: '/fleet', publicUrl: 'https://a.example' }, 'Give the whole URL'],
    ['TLS without a port', { tls: true, port: false }, 'TLS needs a port'],
    ['two certificates', { tls: true, tlsCert: 'a.pem', tlsKey: 'b.pem' }, 'tls and tlsCert exclude each other'],
    ['a certificate without a key', { tlsCert: 'a.pem' }, 'give both tlsCert and tlsKey'],
    ['a missing certificate', { tlsCert: '/none/a.pem', tlsKey: '/none/b.pem' }, '/none/a.pem cannot be read'],
    ['an origin with a path', { corsOrigins: ['https://a.example/x'] }, 'expected a list of origins'],
    ['no origin', { corsOrigins: [] }, 'expected a list of origins'],
  ])('reject %s', async (_, options, message) => {
    await expect(start(options)).rejects.toThrow(message);
    await expect(start(options)).rejects.toThrow(RangeError);
  });

  test('release the data directory after a refusal', async () => {
    const data = join(folder, 'refused');
    await expect(start({ data, tlsCert: '/none/a.pem', tlsKey: '/none/b.pem' })).rejects.toThrow('cannot be read');
    await start({ data });
  });

  test('serve with a given certificate, under the name that it contains', async () => {
    const { cert, key } = createSelfSignedCertificate({ from: new Date('2020-01-01'), until: new Date('2120-01-01') });
    const [tlsCert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(tlsCert, cert);
    writeFileSync(tlsKey, key);
    await using own = await startSandbox({ tlsCert, tlsKey });
    expect(own.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(own.caFile).toBeUndefined();
  });

  test('let another process create a workspace below the base path', async () => {
    await using server = await startSandbox({ basePath: '/fleet' });
    const { url, operatorToken } = server;
    await using remote = await startSandbox({ workspace: { url: `${url}/`, operatorToken } });
    expect(remote.url).toMatch(new RegExp(`^${url}/w/ws_[0-9a-z]{12}$`));
    expect(await remote.clock.now()).toEqual(new Date('2026-11-02T15:00:00Z'));
  });

  test('may have a base path without a port', async () => {
    await using own = await startSandbox({ port: false, basePath: '/fleet' });
    expect((await own.fetch('/v1/public/branding-status')).status).toBe(200);
  });
});
