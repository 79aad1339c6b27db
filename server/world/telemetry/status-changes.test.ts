import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import type { Terminal } from '../state/tenant.ts';
import { EPOCH_MS, generateWorld } from '../state/world.ts';
import { getTerminalState, listStatusChanges } from './terminal-state.ts';

const world = generateWorld(1);
const terminals = [...world.tenants.values()].flatMap(({ generated }) => generated.terminals);

function findTerminal(terminalId: string): Terminal {
  const terminal = terminals.find((each) => each.terminalId === terminalId);
  if (terminal === undefined) throw new Error(`no terminal ${terminalId}`);
  return terminal;
}

const FROM_MS = EPOCH_MS - 35 * DAY_MS;
const TO_MS = EPOCH_MS + 10 * DAY_MS;

test('the state at any instant is that of the latest change', () => {
  let changed = 0;
  for (const [index, terminal] of terminals.entries()) {
    const changes = listStatusChanges(terminal, FROM_MS, TO_MS);
    changed += changes.length;
    for (let step = 0; step < 24; step += 1) {
      // Instants spread over the window.
      const nowMs = FROM_MS + Math.floor((TO_MS - FROM_MS) * ((step + ((index * 7919) % 997) / 997) / 24));
      const last = changes.findLast(({ atMs }) => atMs <= nowMs);
      const next = changes.find(({ atMs }) => atMs > nowMs);
      const { operationalState } = getTerminalState(terminal, nowMs, []);
      if (last !== undefined)
        expect([terminal.terminalId, nowMs, last.to]).toEqual([terminal.terminalId, nowMs, operationalState]);
      if (next !== undefined)
        expect([terminal.terminalId, nowMs, next.from]).toEqual([terminal.terminalId, nowMs, operationalState]);
    }
  }
  expect(changed).toBeGreaterThan(60);
});

test('the state changes exactly at the instant of a change', () => {
  const changes = terminals.flatMap((terminal) =>
    listStatusChanges(terminal, FROM_MS, TO_MS).map((change) => ({ terminal, change })),
  );
  expect(changes.length).toBeGreaterThan(60);
  for (const { terminal, change } of changes) {
    expect(getTerminalState(terminal, change.atMs - 1, []).operationalState).toBe(change.from);
    expect(getTerminalState(terminal, change.atMs, []).operationalState).toBe(change.to);
    expect(change.from).not.toBe(change.to);
  }
});

test('two adjacent windows contain the same changes as one', () => {
  const terminal = findTerminal('NW100911');
  const middleMs = parseInstantMs('2026-10-26T00:00:00Z');
  const whole = listStatusChanges(terminal, FROM_MS, TO_MS);
  expect(whole.length).toBeGreaterThan(3);
  expect([...listStatusChanges(terminal, FROM_MS, middleMs), ...listStatusChanges(terminal, middleMs, TO_MS)]).toEqual(
    whole,
  );
});

describe('why', () => {
  test('a full reject bin and its repair are each reported with the next message', () => {
    const changes = listStatusChanges(findTerminal('NW100911'), EPOCH_MS - 6 * HOUR_MS, EPOCH_MS + DAY_MS);
    expect(changes).toMatchObject([
      { from: 'in_service', to: 'out_of_service', reason: 'Cash dispenser: reject bin full (20003)' },
      { from: 'out_of_service', to: 'in_service', reason: 'Cash dispenser: works again' },
    ]);
    const [broken] = changes;
    const faultMs = parseInstantMs('2026-11-02T11:52:00Z');
    expect(broken?.atMs).toBeGreaterThanOrEqual(faultMs);
    expect(broken?.atMs).toBeLessThan(faultMs + 6 * 60_000);
  });

  test('the last note and the next load are reported', () => {
    const changes = listStatusChanges(findTerminal('NW100777'), EPOCH_MS - 2 * DAY_MS, EPOCH_MS + 16 * DAY_MS);
    const out = changes.findIndex(({ reason }) => reason === 'No cash left');
    expect(changes[out]).toMatchObject({ to: 'out_of_service', amountRemainingCents: 0 });
    expect(changes[out + 1]).toMatchObject({ from: 'out_of_service', reason: 'Cash loaded' });
    expect(changes[out + 1]?.amountRemainingCents).toBeGreaterThan(100_000);
  });

  test('a cut line is offline an hour after the last heartbeat, and online with the next one', () => {
    const changes = listStatusChanges(findTerminal('NW120451'), EPOCH_MS - 12 * HOUR_MS, EPOCH_MS + DAY_MS);
    expect(changes).toMatchObject([
      { atMs: parseInstantMs('2026-11-02T10:20:00Z'), to: 'offline', reason: 'No contact' },
      { from: 'offline', to: 'in_service', reason: 'Online again' },
    ]);
    expect(changes[1]?.atMs).toBeGreaterThanOrEqual(parseInstantMs('2026-11-02T19:40:00Z'));
  });

  test('a terminal that never reported or was removed has no changes', () => {
    expect(listStatusChanges(findTerminal('MR000900'), FROM_MS, TO_MS)).toEqual([]);
    expect(listStatusChanges(findTerminal('NW120678'), FROM_MS, TO_MS)).toEqual([]);
  });
});
