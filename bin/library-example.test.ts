import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, SandboxRefusal, startSandbox } from './index.ts';

/*
 * How an integrator's own tests use the sandbox. In a project that has installed the package, the import is
 *
 *   import { startSandbox } from 'fleetkit';
 */

/** The code under test: somebody's client of the service. */
async function totalWithdrawn(baseUrl: string, key: string, ask: typeof fetch = fetch): Promise<number> {
  const response = await ask(`${baseUrl}/v1/transactions?limit=1`, { headers: { 'X-API-Key': key } });
  const { summary } = (await response.json()) as { summary: { total_withdrawn: string } };
  return Number(summary.total_withdrawn);
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('a client sees more withdrawn a day later, and the same after a reset', async () => {
  const key = sandbox.keys.usr_redline ?? '';
  const before = await totalWithdrawn(sandbox.url, key);
  expect(await sandbox.clock.advance('1d')).toEqual(new Date('2026-11-03T15:00:00Z'));
  expect(await totalWithdrawn(sandbox.url, key)).toBeGreaterThan(before);

  await sandbox.reset();
  expect(await sandbox.clock.now()).toEqual(new Date('2026-11-02T15:00:00Z'));
  expect(await totalWithdrawn(sandbox.url, key)).toBe(before);
});

test('the clock takes durations, seconds and dates, runs, and says why it refuses', async () => {
  await sandbox.clock.advance('PT30M');
  await sandbox.clock.advance(90);
  expect(await sandbox.clock.set(new Date('2026-11-02T18:00:00Z'))).toEqual(new Date('2026-11-02T18:00:00Z'));
  await sandbox.clock.run(60);
  expect((await sandbox.clock.freeze()).getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-02T18:00:00Z'));

  const backwards = sandbox.clock.set('2026-11-01T00:00:00Z');
  await expect(backwards).rejects.toThrow(SandboxRefusal);
  await expect(backwards).rejects.toThrow('only goes forwards');
  await expect(sandbox.clock.advance('soon')).rejects.toMatchObject({ status: 422, code: 'validation_failed' });
});

test('one tenant can start over by itself', async () => {
  const finance = { 'X-API-Key': sandbox.keys.usr_nw_finance ?? '', 'Content-Type': 'application/json' };
  const derive = () => sandbox.fetch('/v1/settlements/derive', { method: 'POST', headers: finance, body: '{}' });
  expect((await derive()).status).toBe(201);
  expect((await derive()).status).toBe(200);
  await sandbox.reset({ tenantId: 'acct_northway' });
  expect((await derive()).status).toBe(201);
});

test('without a port it is asked through fetch, which a client can be given', async () => {
  const inProcess = await startSandbox({ port: false, seed: 7 });
  const key = inProcess.keys.usr_redline ?? '';
  expect(await totalWithdrawn(inProcess.url, key, inProcess.fetch as typeof fetch)).toBeGreaterThan(0);
  expect((await inProcess.fetch('/v1/portal', { method: 'HEAD', headers: { 'X-API-Key': key } })).status).toBe(200);
  const refused = await inProcess.fetch(new Request(`${inProcess.url}/v1/portal`));
  expect(await refused.json()).toMatchObject({ code: 'missing_api_key' });
  await expect(fetch(`${inProcess.url}/v1/portal`)).rejects.toThrow();
  await inProcess.close();
});
