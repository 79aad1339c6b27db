import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { afterEach, expect, test } from 'vitest';
import { type FleetSandbox, type FleetSandboxOptions, fleetSandbox } from './express.ts';

let opened: { readonly fleets: FleetSandbox[]; readonly servers: Server[] } = { fleets: [], servers: [] };

afterEach(async () => {
  const { fleets, servers } = opened;
  opened = { fleets: [], servers: [] };
  await Promise.all(fleets.map((fleet) => fleet.close()));
  for (const server of servers) server.close().closeAllConnections();
});

const KEY = { 'X-Api-Key': 'sbx-northway-admin' };

function createFleet(options: FleetSandboxOptions = {}): FleetSandbox {
  const fleet = fleetSandbox(options);
  opened.fleets.push(fleet);
  return fleet;
}

async function listen(app: Express | FleetSandbox, host = '127.0.0.1'): Promise<number> {
  const server = createServer((request, response) => app(request as never, response as never, () => undefined));
  opened.servers.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function mountAt(path: string, fleet: FleetSandbox): Promise<string> {
  const app = express();
  app.use(path, fleet);
  app.get('/own', (_request, response) => {
    response.json({ own: true });
  });
  return `http://127.0.0.1:${await listen(app)}`;
}

/** Express recognises an error handler by its four parameters. */
const reportError: ErrorRequestHandler = (error: Error, ...[, response, _next]) => {
  response.status(500).json({ message: error.message });
};
Object.defineProperty(reportError, 'length', { value: 4 });

const getJson = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
};

test('serves reads, refusals and its control plane under the path, and leaves other paths to the app', async () => {
  const origin = await mountAt('/fleet', createFleet({ seed: 7, operatorToken: 'opr-for-tests-0123456789' }));
  const page = await getJson(`${origin}/fleet/v1/transactions?limit=2`, { headers: KEY });
  expect(page).toMatchObject({ status: 200, body: { data: [{}, {}] } });
  expect(await getJson(`${origin}/fleet/v1/transactions`)).toMatchObject({
    status: 401,
    body: { type: '/fleet/problems/missing-api-key', instance: '/fleet/v1/transactions' },
  });
  const clock = await getJson(`${origin}/fleet/sandbox/clock`, {
    headers: { Authorization: 'Bearer opr-for-tests-0123456789' },
  });
  expect(clock).toMatchObject({ status: 200, body: { now: '2026-11-02T15:00:00Z' } });
  expect(await getJson(`${origin}/fleet/v2`, { headers: KEY })).toMatchObject({ status: 404 });
  expect(await getJson(`${origin}/own`)).toMatchObject({ status: 200, body: { own: true } });
  expect(await (await fetch(`${origin}/fleet`)).text()).toContain('/fleet/v1/portal');
  expect(await (await fetch(`${origin}/fleet/problems`)).text()).toContain('/fleet/problems/missing-api-key');
  const problem = await fetch(`${origin}/fleet/problems/missing-api-key`);
  expect([problem.status, await problem.text()]).toEqual([200, expect.stringContaining('missing')]);
});

test('gives the same bodies as a sandbox with a port', async () => {
  const origin = await mountAt('/a/b', createFleet({ cursorSecret: 'the same for both sandboxes' }));
  const { startSandbox } = await import('./sandbox.ts');
  await using other = await startSandbox({ cursorSecret: 'the same for both sandboxes' });
  for (const path of ['/v1/transactions?limit=5', '/v1/portal', '/v1/terminals/HB200458/status-monitoring'])
    expect((await getJson(`${origin}/a/b${path}`, { headers: KEY })).body).toEqual(
      (await getJson(`${other.url}${path}`, { headers: KEY })).body,
    );
});

test('links to the path at which it is mounted, without regard to the header Host', async () => {
  const fleet = createFleet();
  const origin = await mountAt('/fleet', fleet);
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end('GET /fleet/openapi.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
  await once(socket.resume(), 'close');
  const document = await getJson(`${origin}/fleet/v1/integrations/public-openapi.json`);
  expect(document.body).toMatchObject({ servers: [{ url: `${origin}/fleet` }] });
});

test.each(['before', 'after'])('accepts writes whose bodies the app parses %s it', async (order) => {
  const app = express();
  if (order === 'before') app.use(express.json());
  app.use('/fleet', createFleet());
  if (order === 'after') app.use(express.json());
  const origin = `http://127.0.0.1:${await listen(app)}`;
  const send = (body: object) =>
    getJson(`${origin}/fleet/v1/settlements/derive`, {
      method: 'POST',
      headers: { ...KEY, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await send({ dry_run: 1 })).toMatchObject({ status: 422, body: { errors: [{ pointer: '/dry_run' }] } });
  expect(await send({ dry_run: true })).toMatchObject({ status: 200 });
});

test('keeps the locals of the app', async () => {
  const app = express();
  const seen: unknown[] = [];
  app.use((_request, response, next) => {
    response.locals.mine = 1;
    response.once('finish', () => seen.push(response.locals.mine));
    next();
  });
  app.use('/fleet', createFleet());
  const origin = `http://127.0.0.1:${await listen(app)}`;
  await getJson(`${origin}/fleet/v1/portal`, { headers: KEY });
  await getJson(`${origin}/fleet/v1/portal`);
  expect(seen).toEqual([1, 1]);
});

test('open gives the sandbox: its keys, clock, inboxes and triggers', async () => {
  const app = express();
  const port = await listen(app);
  const fleet = createFleet({ publicUrl: `http://localhost:${port}/fleet/` });
  app.use('/fleet', fleet);
  const sandbox = await fleet.open();
  expect(sandbox.url).toBe(`http://localhost:${port}/fleet`);
  const portal = await sandbox.fetch('/v1/portal', { headers: { 'X-Api-Key': sandbox.keys.usr_nw_admin ?? '' } });
  expect(portal.status).toBe(200);
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  expect(destination.url).toMatch(`http://localhost:${port}/fleet/sandbox/inbox/`);
  await sandbox.destinations.test(destination.destination_id);
  const { status } = await fetch(String(destination.url), { method: 'POST', body: '{}' });
  expect(status).toBe(200);
  expect(await sandbox.inbox(destination.destination_id)).toMatchObject([
    { signature: { verified: true } },
    { signature: { verified: false } },
  ]);
  expect(await sandbox.clock.advance('1h')).toEqual(new Date('2026-11-02T16:00:00Z'));
});

test('open needs the public URL, and a later request starts the sandbox', async () => {
  const fleet = createFleet();
  await expect(fleet.open()).rejects.toThrow(/publicUrl to start before the first request/);
  const origin = await mountAt('/fleet', fleet);
  expect(await getJson(`${origin}/fleet/v1/portal`, { headers: KEY })).toMatchObject({ status: 200 });
  expect((await fleet.open()).url).toBe(`${origin}/fleet`);
});

test('is middleware for a server of Node.js too', async () => {
  const port = await listen(createFleet());
  expect(await getJson(`http://127.0.0.1:${port}/v1/portal`, { headers: KEY })).toMatchObject({ status: 200 });
});

const [outside] = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal);

test.skipIf(outside === undefined)('refuses clients of other machines unless it has the host of the app', async () => {
  const address = outside?.address ?? '';
  const closed = await listen(createFleet(), '0.0.0.0');
  expect(await getJson(`http://${address}:${closed}/v1/portal`, { headers: KEY })).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('only clients on its own machine') },
  });
  const open = await listen(createFleet({ host: '0.0.0.0', operatorToken: 'opr-for-tests-0123456789' }), '0.0.0.0');
  const answer = await getJson(`http://${address}:${open}/v1/portal`, { headers: KEY });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit-policy') ?? answer.headers.get('ratelimit')).not.toBeNull();
});

test.each([
  [{ port: 1 }, /no option port: the app itself listens/],
  [{ maxConnections: 1 }, /no option maxConnections/],
  [{ sed: 1 }, /sed/],
  [{ seed: -1 }, /seed/],
  [{ host: '0.0.0.0' }, /operatorToken is required for the host 0\.0\.0\.0/],
])('%j is refused', (options, message) => {
  expect(() => fleetSandbox(options as FleetSandboxOptions)).toThrow(message);
});

test('passes a failed start to the error handler of the app, and tries again', async () => {
  const app = express();
  app.use('/fleet', createFleet({ data: '/dev/null/none' }));
  app.use(reportError);
  const origin = `http://127.0.0.1:${await listen(app)}`;
  for (const _ of [1, 2])
    expect(await getJson(`${origin}/fleet/v1/portal`)).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('/dev/null/none') },
    });
});

test('passes requests after its end to the error handler of the app', async () => {
  const app = express();
  const fleet = createFleet();
  app.use('/fleet', fleet);
  app.use(reportError);
  const origin = `http://127.0.0.1:${await listen(app)}`;
  await getJson(`${origin}/fleet/v1/portal`);
  await fleet.close();
  await fleet.close();
  expect(await getJson(`${origin}/fleet/v1/portal`)).toMatchObject({ body: { message: 'The sandbox is closed.' } });
});
