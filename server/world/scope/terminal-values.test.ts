import { expect, it } from 'vitest';
import { createAtlasTenant } from '../../../fixtures/tenants/atlas/index.ts';
import { HOUR_MS } from '../../../fixtures/time/calendar.ts';
import { EPOCH_MS } from '../../../fixtures/time/epoch.ts';
import type { Terminal } from '../state/tenant.ts';
import { generateWorld } from '../state/world.ts';
import { computeValues, keepValues, readStatusChanges } from './terminal-values.ts';

function openFirstTerminal(terminalCount: number): Terminal {
  const tenants = [{ ...createAtlasTenant(terminalCount) }];
  const [state] = generateWorld(1, { tenants, cursorSecret: 'a secret for a test' }).tenants.values();
  const [terminal] = state?.generated.terminals ?? [];
  if (terminal === undefined) throw new Error('the fleet has no terminals');
  return terminal;
}

it.each([
  [600, 96],
  [2000, 24],
])(
  'includes in the values of a fleet of %i terminals those of the last %i hours, which its feed reads',
  (count, hours) => {
    const terminal = openFirstTerminal(count);
    const values = computeValues(terminal, EPOCH_MS);
    const change = { from: 'in_service', to: 'offline', reason: 'of a test', amountRemainingCents: null } as const;
    const changes = [{ ...change, atMs: EPOCH_MS - hours * HOUR_MS }];
    keepValues(terminal, EPOCH_MS, { ...values, statusChanges: changes });
    expect(readStatusChanges(terminal, { nowMs: EPOCH_MS, reachMs: hours * HOUR_MS })).toEqual(changes);
    expect(readStatusChanges(terminal, { nowMs: EPOCH_MS, reachMs: HOUR_MS })).toEqual([]);
  },
);

it('includes the payments of days, from which another ledger computes usual consumption without simulating them', () => {
  const [terminal, other] = [openFirstTerminal(2), openFirstTerminal(2)];
  keepValues(other, EPOCH_MS, JSON.parse(JSON.stringify(computeValues(terminal, EPOCH_MS))));
  const day = Math.floor(EPOCH_MS / (24 * HOUR_MS));
  const average = terminal.ledger.averageDailyDispenseCents(day);
  expect(average).toBeGreaterThan(0);
  expect(other.ledger.averageDailyDispenseCents(day)).toBe(average);
  const isCached = ({ ledger }: Terminal): boolean => ledger.hasCached(EPOCH_MS - HOUR_MS, EPOCH_MS);
  expect([isCached(terminal), isCached(other)]).toEqual([true, false]);
});
