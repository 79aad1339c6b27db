import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../library/start-sandbox.ts';
import { runFleetkit } from '../testing/run-cli.ts';
import { startServe } from '../testing/serve-process.ts';

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fleetkit-health-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function serve(...options: readonly string[]) {
  const serving = await startServe(createDirectory(), ...options);
  onTestFinished(() => void serving.child.kill('SIGKILL'));
  return serving;
}

/** Requests `/readyz` until it has this status. */
async function waitForReadiness(url: string, status: number): Promise<Response> {
  for (;;) {
    const reply = await fetch(`${url}/readyz`);
    if (reply.status === status) return reply;
    await wait(20);
  }
}

const ADMIN = { headers: { 'X-API-Key': 'sbx-northway-admin' } };

describe('drain', () => {
  test('serves with a failing readiness after the first signal, then exits with 0', async () => {
    const { child, url } = await serve('--drain-delay', '3');
    const ended = once(child, 'exit');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await fetch(`${url}/v1/portal`, ADMIN); // the first read takes longer, and the next must end within the delay
    child.kill('SIGTERM');
    const reply = await waitForReadiness(url, 503);
    expect(await reply.json()).toMatchObject({ checks: [{ name: 'not_draining', passed: false }, { passed: true }] });
    const served = await fetch(`${url}/v1/portal`, ADMIN);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    expect(await ended).toEqual([0, null]);
  });

  test('ends at once with the second signal', async () => {
    const { child, url } = await serve('--drain-delay', '3600');
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await waitForReadiness(url, 503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  });

  test('rejects a delay that is no whole number of seconds', async () => {
    const { code, stderr } = await runFleetkit(['serve', '--drain-delay', '5s']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Expected a whole number from 0 to 3600.')]);
  });
});

test('is not ready while the file of the data directory is away', async () => {
  const data = createDirectory();
  const sandbox = await startSandbox({ port: 0, data });
  onTestFinished(() => sandbox.close());
  const file = join(data, 'fleetkit.db');
  await waitForReadiness(sandbox.url, 200);
  renameSync(file, `${file}.away`);
  const reply = await waitForReadiness(sandbox.url, 503);
  expect(await reply.json()).toMatchObject({ checks: [{ passed: true }, { name: 'storage', passed: false }] });
  expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(200);
  renameSync(`${file}.away`, file);
  await waitForReadiness(sandbox.url, 200);
});
