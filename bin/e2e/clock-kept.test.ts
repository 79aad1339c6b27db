import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../library/index.ts';

/* The data directory also stores the state of the clock. */

const createDataFolder = (): string => mkdtempSync(join(tmpdir(), 'fleetkit-clock-'));
const createOperatorHeaders = (token: string) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
});

test('restores a frozen clock at its time, and a running clock at the elapsed time', async () => {
  const directory = createDataFolder();
  const wall = { nowMs: 1_800_000_000_000 };
  const options = { port: false, data: directory, realNow: () => wall.nowMs } as const;
  const first = await startSandbox(options);
  await first.clock.advance('3h');
  await first.close();

  const second = await startSandbox(options);
  expect(await second.clock.now()).toEqual(new Date('2026-11-02T18:00:00Z'));
  await second.clock.run(60);
  await second.close();

  wall.nowMs += 10_000;
  const third = await startSandbox(options);
  expect(await third.clock.now()).toEqual(new Date('2026-11-02T18:10:00Z'));
  await third.close();
});

test('stores the effects of a reset and an import', async () => {
  const directory = createDataFolder();
  const options = { port: false, data: directory } as const;
  const first = await startSandbox(options);
  const headers = { 'X-API-Key': first.keys.usr_nw_finance ?? '', 'Content-Type': 'application/json' };
  await first.fetch('/v1/settlements/derive', { method: 'POST', headers, body: '{}' });
  const operator = createOperatorHeaders(first.operatorToken);
  const journal = await (await first.fetch('/sandbox/journal', { headers: operator })).text();
  await first.reset();
  const imported = await first.fetch('/sandbox/journal', { method: 'POST', headers: operator, body: journal });
  expect(await imported.json()).toMatchObject({ fact_count: 1 });
  const reply = await (await first.fetch('/v1/settlements', { headers })).text();
  await first.close();

  const second = await startSandbox(options);
  expect(await (await second.fetch('/v1/settlements', { headers })).text()).toBe(reply);
  await second.close();
});
