import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runFleetkit, startProcess } from '../testing/run-cli.ts';

const TOKEN = 'opr-for-tests-of-metrics-0123456789';

/** Starts a sandbox with metrics on a free port. */
async function serveWithMetrics(...options: readonly string[]) {
  const running = startProcess([
    'serve',
    '--port',
    '0',
    '--json',
    '--metrics',
    '0',
    '--operator-token',
    TOKEN,
    ...options,
  ]);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  await running.printed('"keys"');
  const { url } = JSON.parse(running.out()) as { readonly url: string };
  const [metricsUrl = ''] = /http:\S+\/metrics/.exec(running.err()) ?? [];
  return { ...running, url, metricsUrl };
}

const readValue = (text: string, sample: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length),
  );

describe('serve --metrics', () => {
  test('serves metrics on a separate loopback port only', async () => {
    const { url, metricsUrl } = await serveWithMetrics();
    const operator = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const made = await fetch(`${url}/sandbox/workspaces`, { method: 'POST', headers: operator, body: '{}' });
    const { api_keys: keys } = (await made.json()) as { readonly api_keys: readonly { readonly api_key: string }[] };
    const key = keys[0]?.api_key ?? '';
    expect((await fetch(`${url}/v1/portal`, { headers: { 'X-API-Key': key } })).status).toBe(200);

    const reply = await fetch(metricsUrl);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    const text = await reply.text();
    expect(readValue(text, 'fleetkit_http_requests_total{operation="getPortal",method="GET",status="200"}')).toBe(1);
    expect(readValue(text, 'fleetkit_workspaces')).toBe(1);
    expect(readValue(text, 'fleetkit_open_workspaces')).toBe(1);
    expect(readValue(text, 'fleetkit_open_connections')).toBeGreaterThan(0);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(text).not.toContain(key);

    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const head = await fetch(metricsUrl, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405);
    expect((await fetch(new URL('/', metricsUrl))).status).toBe(404);
    expect(new URL(metricsUrl).hostname).toBe('127.0.0.1');
  });

  test('exits with 1 and one sentence if the port of the metrics is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, stderr } = await runFleetkit(['serve', '--port', '0', '--metrics', port]);
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('Choose another address with --metrics.')],
    ]);
    expect(stderr).toContain(`127.0.0.1, port ${port}`);
  });

  test('rejects an address of another form', async () => {
    const { code, stderr } = await runFleetkit(['serve', '--metrics', 'http://127.0.0.1:9464']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Expected a port, or a host and a port, such as')]);
  });
});
