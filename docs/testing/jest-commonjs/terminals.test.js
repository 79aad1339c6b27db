const { startSandbox } = require('fleetkit');

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
  expect(await read()).toBe('ok');
  const { events } = await fleet.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  expect(events.map(({ type }) => type)).toContain('cash_low');
  expect(await read()).toBe('attention');
});

test('begins with the same fleet after other tests', async () => {
  expect(await readDispenserState(fleet.url, fleet.keys.usr_nw_admin, 'NW104310')).toBe('ok');
});

test('keeps the time of the sandbox while the test fakes timers', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  const before = await fleet.clock.now();
  jest.advanceTimersByTime(3_600_000);
  expect(await fleet.clock.now()).toEqual(before);
  jest.useRealTimers();
});
