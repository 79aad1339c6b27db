import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parseHarFile } from '../http/recording/har-file.ts';
import { readRecording } from '../http/recording/har-recording.ts';
import { type ProxyEvent, type ProxyOptions, startProxy } from './proxy.ts';
import { startRawUpstream } from './testing/raw-upstream.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of cleanUp.splice(0).reverse()) await one();
});

const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-proxy-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const respond = (socket: Socket, type: string, body: string) =>
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nSet-Cookie: session=s3cret; Path=/\r\n\r\n${body}`,
  );

/** Starts a proxy in front of an upstream that responds by path. */
async function startJudgedProxy(options: Partial<ProxyOptions> = {}) {
  const upstream = await startRawUpstream((socket, head) => {
    if (head.startsWith('GET /v1/portal'))
      respond(socket, 'application/json', '{"card":"4111 1111 1111 1111","key":"k-east-12345678"}');
    else if (head.startsWith('GET /v1/connectors')) respond(socket, 'text/csv', 'id,name\n1,one\n');
    else if (head.startsWith('GET /v1/cut')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc');
    else respond(socket, 'application/json', '[]');
  });
  cleanUp.push(upstream.close);
  const events: ProxyEvent[] = [];
  const proxy = await startProxy({
    upstream: upstream.url,
    listen: { host: '127.0.0.1', port: 0 },
    tls: {},
    contract: 'auto',
    keys: new Map(),
    strict: false,
    hashes: false,
    showValues: true,
    failsClients: false,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const get = (path: string, key = 'k-east-12345678') =>
    fetch(proxy.url + path, { headers: { 'X-API-Key': key, Cookie: 'session=s3cret' } });
  return { upstream, proxy, events, get };
}

test('reports each violation once as it happens, and all rules at the end', async () => {
  const { proxy, events, get } = await startJudgedProxy();
  for (const path of ['/v1/connectors', '/v1/connectors?x=1', '/v1/locations'])
    expect((await get(path)).status).toBe(200);
  const result = await proxy.finish();
  expect(events).toMatchObject([
    {
      type: 'violation',
      violation: { rule: 'traffic/reads-return-json', decides: true, caller: 'key-1', saw: 'text/csv' },
    },
  ]);
  expect(result).toMatchObject({ exitCode: 1, requests: 3 });
  expect(JSON.stringify(result)).not.toContain('k-east-12345678');
});

test('reports what it could not forward, and judges the rest', async () => {
  const { proxy, events, get } = await startJudgedProxy();
  await (await get('/v1/cut')).text().catch(() => undefined);
  await get('/v1/locations');
  const result = await proxy.finish();
  expect(events).toMatchObject([{ type: 'notice', count: 1, notice: { kind: 'cut', method: 'GET' } }]);
  expect(result).toMatchObject({ limitsReached: ['1 responses were cut by the upstream'] });
});

test('replaces each response that violates a rule by a 502 that names the rule, and forwards all others', async () => {
  const { proxy, get } = await startJudgedProxy({ failsClients: true });
  for (const _ of [1, 2]) {
    const refused = await get('/v1/connectors');
    expect(refused.status).toBe(502);
    expect(refused.headers.get('Proxy-Status')).toBe('fleetkit; error=proxy_internal_response');
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('returns JSON'),
      violations: [{ rule: 'traffic/reads-return-json', clause: 'http.json_reads', saw: 'text/csv' }],
    });
  }
  expect(await (await get('/v1/locations')).json()).toEqual([]);
  expect(await proxy.finish()).toMatchObject({ exitCode: 1, requests: 3 });
});

test('shows only salted hashes of values with privacy', async () => {
  const { proxy, events, get } = await startJudgedProxy({ hashes: true });
  await get('/v1/connectors?x=1');
  await get('/v1/portal');
  // a hash may contain any digits
  const shown = JSON.stringify([await proxy.finish(), events])
    .replaceAll(/(#|%23)[0-9a-f]{12}/g, '#')
    .replaceAll(/:\d{4,5}\b/g, '');
  for (const value of ['text/csv', 'k-east', '4111', '1111', 's3cret', 'id,name']) expect(shown).not.toContain(value);
  const saw = events.flatMap((event) => (event.type === 'violation' ? [event.violation.saw] : []));
  expect(saw[0]).toMatch(/^#[0-9a-f]{12}$/);
});

test('records the traffic without keys, credentials and card numbers, in a form that the kit reads', async () => {
  const folder = join(createFolder(), 'recording');
  const { upstream, proxy, get } = await startJudgedProxy({
    keys: new Map([['east', 'k-east-12345678']]),
    record: { folder, fileBytes: 2 ** 20, totalBytes: 2 ** 22 },
  });
  await get('/v1/portal');
  await get('/v1/portal?key=k-west-12345678', 'k-west-12345678');
  await (await get('/v1/cut')).text().catch(() => undefined);
  await proxy.finish();
  const text = readFileSync(join(folder, 'traffic-000001.har'), 'utf8');
  for (const secret of ['k-east-12345678', 'k-west-12345678', 's3cret', '4111 1111', '4111111111111111'])
    expect(text).not.toContain(secret);
  const file = parseHarFile(text);
  if ('problem' in file) throw new Error(file.problem);
  const { recording, leftOut } = readRecording(file, { target: upstream.url.origin });
  expect(recording.entries).toMatchObject([
    { caller: 'east', path: '/v1/portal', outcome: { status: 200 } },
    { caller: expect.stringMatching(/^key-[0-9a-f]{8}$/), path: expect.stringMatching(/^\/v1\/portal\?key=/) },
  ]);
  expect(leftOut).toEqual(new Map([['the body of their response is missing or cut', 1]]));
});

test('continues in a new file, and deletes the oldest', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'traffic-000007.har'), 'x'.repeat(20_000));
  const { proxy, get } = await startJudgedProxy({ record: { folder, fileBytes: 4000, totalBytes: 16_000 } });
  for (let turn = 0; turn < 20; turn += 1) await get('/v1/locations');
  await proxy.finish();
  const names = readdirSync(folder);
  expect(names).not.toContain('traffic-000007.har');
  expect(names.length).toBeGreaterThan(2);
  for (const name of names)
    expect(parseHarFile(readFileSync(join(folder, name), 'utf8'))).not.toHaveProperty('problem');
});

test('continues without the recording if it cannot be written', async () => {
  const file = join(createFolder(), 'file');
  writeFileSync(file, '');
  const { proxy, events, get } = await startJudgedProxy({
    record: { folder: file, fileBytes: 4000, totalBytes: 16_000 },
  });
  expect((await get('/v1/locations')).status).toBe(200);
  expect(await proxy.finish()).toMatchObject({ requests: 1 });
  expect(events).toMatchObject([{ type: 'notice', notice: { kind: 'record-failed' } }]);
});
