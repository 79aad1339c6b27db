import { expect, it } from 'vitest';
import { DAY_MS } from '../../fixtures/time/calendar.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../fixtures/time/epoch.ts';
import { computePart } from './part.ts';

it.each([0, 27])('has settlement shares of rows from the beginning of the history, %i days later', (daysLater) => {
  const fromDay = HISTORY_START_MS / DAY_MS + daysLater;
  const job = {
    kind: 'terminals',
    ...{ seed: 3, daysLater, terminalCount: 4, first: 0, end: 4, hasLogs: false },
    nowMs: EPOCH_MS + daysLater * DAY_MS,
  } as const;
  const countShares = (days: { readonly fromDay: number; readonly toDay: number }): number =>
    computePart({ ...job, days }).terminals.filter(({ shares }) => shares !== undefined).length;
  expect(countShares({ fromDay, toDay: fromDay + 36 })).toBe(4);
  expect(countShares({ fromDay: fromDay + 36, toDay: fromDay + 39 })).toBe(0);
});
