import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from './index.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: false });
});
afterAll(() => sandbox.close());

test('triggers an outcome, moves the clock to it, and returns the events and deliveries', async () => {
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  const { id, state, causes, events, deliveries } = await sandbox.trigger('command_run_failed', {
    terminalId: 'NW104310',
    parameters: { command_type: 'reboot', result_code: 'device_error' },
    advance: true,
  });
  expect({ state, causes: causes.length }).toEqual({ state: 'failed', causes: 2 });
  expect(events).toMatchObject([{ type: 'command_failed', data: { command_id: id, result_code: 'device_error' } }]);
  expect(deliveries).toMatchObject([{ event_id: events[0]?.id, destination_id: destination.destination_id }]);

  const returned = await sandbox.trigger('batch_returned', { advance: true });
  expect(returned).toMatchObject({ state: 'returned', events: [] }); // its event follows in the next minute
});

test('needs no options, and rejects what does not fit', async () => {
  const trial = await sandbox.trigger('dispute_won', { dryRun: true });
  expect(trial).toMatchObject({ state: 'resolved', happensAfterSeconds: 1, events: [], deliveries: [] });
  const { id } = await sandbox.trigger('dispute_won');
  await sandbox.clock.advance(1);
  await expect(sandbox.trigger('dispute_lost', { id })).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
  // @ts-expect-error Outcomes have no such option.
  await expect(sandbox.trigger('dispute_lost', { connectorId: 'x' })).rejects.toThrow(RangeError);
});

test('a data directory repeats outcomes and magic amounts without the option', async () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetkit-outcomes-'));
  const readAll = async (one: Sandbox): Promise<readonly string[]> => {
    const headers = { 'X-API-Key': one.keys.usr_nw_admin ?? '' };
    const paths = ['/v1/portal', '/v1/disputes?limit=500', '/v1/settlements?from_business_date=2026-10-26&limit=500'];
    return Promise.all(paths.map(async (path) => (await one.fetch(path, { headers })).text()));
  };
  try {
    const first = await startSandbox({ port: false, data, magicAmounts: true });
    const headers = { 'X-API-Key': first.keys.usr_nw_admin ?? '', 'Content-Type': 'application/json' };
    const memo = JSON.stringify({ business_date: '2026-10-30', memo: 'R03' });
    const derived = await first.fetch('/v1/settlements/derive', { method: 'POST', headers, body: memo });
    expect(derived.status).toBe(201);
    await first.trigger('dispute_partly_won', { advance: true });
    await first.trigger('transaction_late', { terminalId: 'NW104310', advance: true });
    await first.clock.advance('4d');
    const expected = await readAll(first);
    expect(expected.join()).toContain('"return_code":"R03"');
    await first.close();

    const second = await startSandbox({ port: false, data });
    expect(await readAll(second)).toEqual(expected);
    await second.close();
  } finally {
    rmSync(data, { recursive: true });
  }
});
