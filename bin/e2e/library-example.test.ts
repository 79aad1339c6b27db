import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, SandboxRefusal, startSandbox } from '../library/index.ts';

/*
 * An example of the tests of an integrator. In a project with the installed package, the import is
 *
 *   import { startSandbox } from 'fleetkit';
 */

/** The code under test: a client of the service. */
async function sumWithdrawn(baseUrl: string, key: string, send: typeof fetch = fetch): Promise<number> {
  const response = await send(`${baseUrl}/v1/transactions?limit=1`, { headers: { 'X-API-Key': key } });
  const { summary } = (await response.json()) as { summary: { total_withdrawn: string } };
  return Number(summary.total_withdrawn);
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('returns more withdrawals a day later, and the initial ones after a reset', async () => {
  const key = sandbox.keys.usr_redline ?? '';
  const before = await sumWithdrawn(sandbox.url, key);
  expect(await sandbox.clock.advance('1d')).toEqual(new Date('2026-11-03T15:00:00Z'));
  expect(await sumWithdrawn(sandbox.url, key)).toBeGreaterThan(before);

  await sandbox.reset();
  expect(await sandbox.clock.now()).toEqual(new Date('2026-11-02T15:00:00Z'));
  expect(await sumWithdrawn(sandbox.url, key)).toBe(before);
});

test('throws for the key of an unknown user and suggests the nearest one', () => {
  expect(() => sandbox.keys.usr_nw_admn).toThrow(
    'No active user has the id "usr_nw_admn". Did you mean "usr_nw_admin"?',
  );
  expect(sandbox.keys.usr_nw_admin).toBe('sbx-northway-admin');
  expect(Object.keys({ ...sandbox.keys }).length).toBeGreaterThan(10);
  expect(JSON.stringify(sandbox.keys)).toContain('usr_redline');
});

test('moves the clock by durations, seconds and dates, and rejects with a reason', async () => {
  await sandbox.clock.advance('PT30M');
  await sandbox.clock.advance(90);
  expect(await sandbox.clock.set(new Date('2026-11-02T18:00:00Z'))).toEqual(new Date('2026-11-02T18:00:00Z'));
  await sandbox.clock.run(60);
  expect((await sandbox.clock.freeze()).getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-02T18:00:00Z'));

  const backwards = sandbox.clock.set('2026-11-01T00:00:00Z');
  await expect(backwards).rejects.toThrow(SandboxRefusal);
  await expect(backwards).rejects.toThrow('only moves forward');
  await expect(sandbox.clock.advance('soon')).rejects.toMatchObject({ status: 422, code: 'validation_failed' });
});

test('plays a scenario and returns its events', async () => {
  const { names, steps } = await sandbox.play('line-cut');
  const events = steps.flatMap((step) => step.events.map(({ event }) => event));
  expect(events.map(({ type }) => type)).toContain('heartbeat_stale');
  expect(events.every((event) => event.terminal_id === names.terminal)).toBe(true);
});

test('resets one tenant', async () => {
  const finance = { 'X-API-Key': sandbox.keys.usr_nw_finance ?? '', 'Content-Type': 'application/json' };
  const derive = () => sandbox.fetch('/v1/settlements/derive', { method: 'POST', headers: finance, body: '{}' });
  expect((await derive()).status).toBe(201);
  expect((await derive()).status).toBe(200);
  await sandbox.reset({ tenantId: 'acct_northway' });
  expect((await derive()).status).toBe(201);
});

test('triggers and resolves a cash-out', async () => {
  const key = sandbox.keys.usr_nw_admin ?? '';
  const openAlerts = async (): Promise<string[]> => {
    const path = '/v1/terminals/NW104310/status-monitoring';
    const response = await sandbox.fetch(path, { headers: { 'X-API-Key': key } });
    const { open_alerts: alerts } = (await response.json()) as { open_alerts: { type: string }[] };
    return alerts.map(({ type }) => type);
  };
  const low = { terminalId: 'NW104310', parameters: { cassette: 'A', notes_left: 60 } } as const;
  expect((await sandbox.trigger('cash_low', { ...low, dryRun: true })).causes).toHaveLength(1);
  expect(await openAlerts()).not.toContain('cash_low');

  const { events, happensAt } = await sandbox.trigger('cash_low', { ...low, advance: true });
  expect(events).toMatchObject([{ type: 'cash_low', terminal_id: 'NW104310', incident: { state: 'triggered' } }]);
  expect(await sandbox.clock.now()).toEqual(happensAt);
  expect(await openAlerts()).toContain('cash_low');

  const end = await sandbox.trigger('cash_low', { terminalId: 'NW104310', resolve: true, advance: true });
  expect(end.ends).toMatchObject([{ dedupe_key: 'cash_low:NW104310:A' }]);
  expect(end.events.map(({ incident }) => incident?.state)).toEqual(['resolved']);
  expect(await openAlerts()).not.toContain('cash_low');
});

test('omits the events of other accounts', async () => {
  const paper = { accountId: 'acct_northway', parameters: { item_type: 'merchant_agreement' } } as const;
  const { events } = await sandbox.trigger('compliance_expiration', { ...paper, advance: true });
  expect(events).toMatchObject([{ type: 'compliance_expiration', account_id: 'acct_northway' }]);
});

test('rejects an event that cannot be triggered, with a reason', async () => {
  const twice = async () => {
    await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
    await sandbox.trigger('cash_out', { terminalId: 'NW104310' });
  };
  await expect(twice()).rejects.toMatchObject({ status: 409, code: 'already_open' });
  await expect(sandbox.trigger('cash_out', { terminalId: 'XX000000' })).rejects.toThrow('a terminal that you can see');
  // @ts-expect-error: the parameters of another event do not compile
  const other = sandbox.trigger('cash_low', { terminalId: 'NW100112', parameters: { minutes: 3 } });
  await expect(other).rejects.toMatchObject({ status: 422 });
});

test('provides a fetch function without a port', async () => {
  const inProcess = await startSandbox({ port: false, seed: 7 });
  const key = inProcess.keys.usr_redline ?? '';
  expect(await sumWithdrawn(inProcess.url, key, inProcess.fetch as typeof fetch)).toBeGreaterThan(0);
  expect((await inProcess.fetch('/v1/portal', { method: 'HEAD', headers: { 'X-API-Key': key } })).status).toBe(200);
  const refused = await inProcess.fetch(new Request(`${inProcess.url}/v1/portal`));
  expect(await refused.json()).toMatchObject({ code: 'missing_api_key' });
  await expect(fetch(`${inProcess.url}/v1/portal`)).rejects.toThrow();
  await inProcess.close();
});
