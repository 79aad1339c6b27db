import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFleetkit, startProcess } from './testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-proxy-e2e-'));
const KEY = 'k-north-0123456789';
let upstream: Server;
let url = '';

/** A deployment whose connectors are CSV, and that publishes no contract. */
beforeAll(async () => {
  upstream = createServer((request, response) => {
    if (request.url === '/v1/integrations/public-openapi.json') return void response.writeHead(404).end();
    const isWrong = request.url === '/v1/connectors';
    response.writeHead(200, { 'Content-Type': isWrong ? 'text/csv' : 'application/json' });
    response.end(isWrong ? 'id,name\n' : JSON.stringify({ data: [{ id: 'T1', at: request.url }] }));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`; // listens on TCP
});
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL'); // those of tests that failed
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  rmSync(folder, { recursive: true });
});

/** Starts a proxy in a separate process, and returns its address. */
async function startProxy(args: readonly string[]) {
  const proxy = startProcess(['proxy', '--upstream', url, '--listen', '127.0.0.1:0', ...args]);
  started.push(proxy.child);
  await proxy.printed('Contract: '); // the last line of the start
  const [, origin = ''] = /Listening at (\S+?)[, ]/.exec(proxy.err()) ?? [];
  const get = (path: string) => fetch(origin + path, { headers: { 'X-API-Key': KEY } });
  return { ...proxy, get };
}

test('shows a violation as it happens, ends with a report on Ctrl-C, and its recording can be judged and replayed', async () => {
  const recording = join(folder, 'recording');
  const junit = join(folder, 'report.xml');
  const proxy = await startProxy(['--record', recording, '--format', `junit=${junit}`, '--format', 'text']);
  expect(proxy.err()).toContain('has no OpenAPI document (status 404)');
  expect((await proxy.get('/v1/connectors')).status).toBe(200);
  await proxy.get('/v1/locations');
  await proxy.printed('FAILED  traffic/reads-return-json  GET /v1/connectors as key-1');
  proxy.child.kill('SIGINT');
  const ended = await proxy.ended;
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain('traffic/reads-return-json');
  expect(readFileSync(junit, 'utf8')).toContain('classname="traffic.reads-return-json"');

  const archive = join(recording, 'traffic-000001.har');
  expect(readFileSync(archive, 'utf8')).not.toContain(KEY);
  expect(await runFleetkit(['judge', archive])).toMatchObject({ code: 1 });

  const same = await runFleetkit(['replay', recording, '--against', url, '--key', `any=${KEY}`]);
  expect(same).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 requests sent, 2 responses compared, 0 differences'),
  });
  const without = await runFleetkit([
    'replay',
    recording,
    '--against',
    url,
    '--key',
    'other=k-other-0123456789',
    '--json',
  ]);
  expect(without.code).toBe(4);
  expect(JSON.parse(without.stdout)).toMatchObject({ sent: 0, skipped: [{ count: 2 }] });
});

test('ends after its duration, with the exit code for traffic that shows nothing', async () => {
  expect((await (await startProxy(['--for', '1s'])).ended).code).toBe(4);
});

test('fails clients on request, and shows hashes only on request', async () => {
  const proxy = await startProxy(['--fail', '--privacy', 'hashes', '--json']);
  const refused = await proxy.get('/v1/connectors');
  expect(refused.status).toBe(502);
  expect(await refused.json()).toMatchObject({ violations: [{ rule: 'traffic/reads-return-json' }] });
  proxy.child.kill('SIGINT');
  const ended = await proxy.ended;
  expect(ended.code).toBe(1);
  expect(ended.stdout).not.toContain('text/csv');
  expect(JSON.parse(ended.stdout)).toMatchObject({ exit_code: 1 });
});

test.each([
  [['--listen', '0.0.0.0:0'], 'other machines can reach the address 0.0.0.0; add --allow-remote'],
  [['--page', '0.0.0.0:0'], 'other machines can reach the page at 0.0.0.0; add --allow-remote'],
  [['--privacy', 'hashes', '--record', 'x'], '--record and --privacy hashes exclude each other'],
  [['--record', '/dev/null/x'], 'cannot be created or written'],
  [['--record-limit', '10k'], 'Expected a size of at least 1m'],
  [['--for', '0s'], 'Expected a duration such as 90s'],
  [['--listen', 'nowhere'], 'Expected HOST:PORT'],
  [['--contract', 'published'], 'the published contract cannot be read'],
  [['--cert', 'x.pem'], '--cert and --cert-key must be given together'],
])('refuses %j', async (args, message) => {
  const { code, stderr } = await runFleetkit(['proxy', '--upstream', url, ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync('x')).toBe(false);
});

test.each([
  [[join(folder, 'none')], 'cannot be read'],
  [[folder], 'has no recording; expected files such as traffic-000001.har'],
])('a replay refuses %j', async (args, message) => {
  const { code, stderr } = await runFleetkit(['replay', ...args, '--against', url]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
