import { expect, it } from 'vitest';
import { formatInstant } from '../../../base/formats.ts';
import { HOUR_MS } from '../../../fixtures/time/calendar.ts';
import { readTerminalLog } from '../events/incident-log.ts';
import type { Scope } from '../scope/scope-types.ts';
import { EPOCH_MS, generateWorld } from '../state/world.ts';
import { injectAt, lookAt } from '../testing/inject-facts.ts';
import { planCauses } from './index.ts';

/* A requested number is the one that the event states, or the trigger is rejected with the numbers that are possible. */

const seeds = [1, 2, 3, 7];
/** Every n-th terminal of each tenant. */
const STEP = 3;

const admins = [
  ['acct_northway', 'sbx-northway-admin'],
  ['acct_delgado', 'sbx-delgado-owner'],
  ['acct_hostile', 'sbx-hostile-admin'],
  ['acct_meridian', 'sbx-meridian-admin'],
  ['acct_redline', 'sbx-redline-admin'],
] as const;

/** An instant that depends on its number: any minute of a week. */
const getInstant = (index: number): number =>
  EPOCH_MS + ((index * 11) % 168) * HOUR_MS + ((index * 1_234_567) % HOUR_MS);

const listActive = (scope: Scope): readonly string[] =>
  scope.terminals.filter(({ fixture }) => fixture.status === 'active').map(({ terminalId }) => terminalId);

it.each([
  { type: 'decline_spike', parameters: { declines: 8 }, counts: { declines: 8 } },
  { type: 'decline_spike', parameters: { declines: 11 }, counts: { declines: 11 } },
  { type: 'decline_spike', parameters: { declines: 30 }, counts: { declines: 30 } },
  { type: 'reversal_spike', parameters: { reversals: 3 }, counts: { reversals: 3 } },
  { type: 'reversal_spike', parameters: { reversals: 40 }, counts: { reversals: 40 } },
  {
    type: 'high_decline_velocity',
    parameters: { declines: 8, cards: 3 },
    counts: { declines: 8, distinctCards: 3 },
  },
  {
    type: 'high_decline_velocity',
    parameters: { declines: 13, cards: 13 },
    counts: { declines: 13, distinctCards: 13 },
  },
] as const)('$type states exactly $parameters, or is rejected', ({ type, parameters, counts }) => {
  const results = { exact: 0, rejected: 0 };
  let index = 0;
  for (const seed of seeds) {
    const world = generateWorld(seed);
    for (const [tenantId, key] of admins) {
      const terminalIds = listActive(lookAt(world, key, EPOCH_MS)).filter((_, place) => place % STEP === seed % STEP);
      for (const terminalId of terminalIds) {
        index += 1;
        const nowMs = getInstant(index);
        const planned = planCauses(lookAt(world, key, nowMs), type, { target: { terminalId }, parameters });
        if ('obstacles' in planned) {
          results.rejected += 1;
          const [obstacle] = planned.obstacles;
          expect(['invalid_value', 'already_open', 'cannot_serve', 'held_back']).toContain(obstacle?.code);
          if (obstacle?.code === 'invalid_value')
            expect(obstacle.detail).toMatch(/ the event would count (declines|reversals)=\d+/);
          continue;
        }
        results.exact += 1;
        const atMs = nowMs + planned.afterMs;
        const after = lookAt(injectAt(world, { tenantId, atMs: nowMs }, planned.causes), key, atMs).terminal(
          terminalId,
        );
        const { incidents } = after === undefined ? { incidents: [] } : readTerminalLog(after, atMs);
        const opened = incidents.find((each) => each.type === type && each.openedAtMs === atMs);
        expect(opened?.moments[0]?.data, `${terminalId}, seed ${seed}, ${formatInstant(nowMs)}`).toMatchObject(counts);
      }
    }
  }
  expect(results.exact).toBeGreaterThan(4 * results.rejected);
});

it.each([57, 100, 333])('approval_rate_drop declines exactly %i attempts, at any hour', (declines) => {
  for (const [accountId, key] of admins.filter(([id]) => id === 'acct_northway' || id === 'acct_redline'))
    for (let index = 1; index <= 24; index += 1) {
      const scope = lookAt(generateWorld(2), key, getInstant(index));
      const planned = planCauses(scope, 'approval_rate_drop', { target: { accountId }, parameters: { declines } });
      if ('obstacles' in planned) {
        expect(['already_open', 'cannot_serve', 'held_back']).toContain(planned.obstacles[0]?.code);
        continue;
      }
      const attempts = planned.causes.flatMap((cause) => (cause.type === 'attempts_made' ? cause.attempts : []));
      expect(attempts).toHaveLength(declines);
    }
});

it('high_decline_velocity with more cards than declines is rejected with the possible number', () => {
  const scope = lookAt(generateWorld(1), 'sbx-northway-admin', EPOCH_MS);
  const planned = planCauses(scope, 'high_decline_velocity', {
    target: { terminalId: 'NW100112' },
    parameters: { declines: 8, cards: 9 },
  });
  expect(planned).toMatchObject({
    obstacles: [{ pointer: '/parameters/cards', detail: expect.stringContaining('declines=8 and cards=8') }],
  });
});
