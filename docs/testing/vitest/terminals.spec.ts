import { expect } from 'vitest';
import { test } from './fleet.ts';

/** The code under test: replace it by yours. */
async function readDispenserState(baseUrl: string, key: string, terminalId: string): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/terminals/${terminalId}/status-monitoring`, {
    headers: { 'X-API-Key': key },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { cash } = await response.json();
  return cash.dispenser_state;
}

test('sees a cassette that runs low', async ({ fleet }) => {
  const key = fleet.keys.usr_nw_admin ?? '';
  expect(await readDispenserState(fleet.url, key, 'NW104310')).toBe('ok');
  const { events } = await fleet.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  expect(events.map(({ type }) => type)).toContain('cash_low');
  expect(await readDispenserState(fleet.url, key, 'NW104310')).toBe('attention');
});

test('begins with the same fleet after other tests', async ({ fleet }) => {
  expect(await readDispenserState(fleet.url, fleet.keys.usr_nw_admin ?? '', 'NW104310')).toBe('ok');
});

test('reports that another customer may not see the terminal', async ({ fleet }) => {
  const key = fleet.keys.usr_redline ?? '';
  await expect(readDispenserState(fleet.url, key, 'NW104310')).rejects.toThrow('404');
});
