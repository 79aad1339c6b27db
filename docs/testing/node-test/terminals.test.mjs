import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { startSandbox } from 'fleetkit';

/** The code under test: replace it by yours. */
async function readDispenserState(baseUrl, key, terminalId) {
  const response = await fetch(`${baseUrl}/v1/terminals/${terminalId}/status-monitoring`, {
    headers: { 'X-API-Key': key },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { cash } = await response.json();
  return cash.dispenser_state;
}

let fleet;
beforeEach(async () => {
  fleet = await startSandbox();
});
afterEach(() => fleet.close());

test('sees a cassette that runs low', async () => {
  const read = () => readDispenserState(fleet.url, fleet.keys.usr_nw_admin, 'NW104310');
  assert.equal(await read(), 'ok');
  const { events } = await fleet.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  assert.ok(events.some(({ type }) => type === 'cash_low'));
  assert.equal(await read(), 'attention');
});

test('begins with the same fleet after other tests', async () => {
  assert.equal(await readDispenserState(fleet.url, fleet.keys.usr_nw_admin, 'NW104310'), 'ok');
});
