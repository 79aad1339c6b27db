import { isApproved } from '../../../fixtures/cash/cash-rows.ts';
import { getSmallestNoteCents } from '../../../fixtures/model/cassettes.ts';
import { filterCauses } from '../../../fixtures/model/causes.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import type { Terminal } from '../state/tenant.ts';
import { createTriggerPlan, findTargetTerminal, type Setting, type TriggerOutcome } from './definition.ts';
import { isObstacles } from './obstacle.ts';
import { makeFirstCardNumber, type RequestedAttempt, rehearse } from './rehearsal.ts';

/** Lists the requests of customers in [fromMs, toMs). */
export const listRequests = ({ ledger }: Terminal, fromMs: number, toMs: number): readonly Transaction[] =>
  ledger.transactionsBetween(fromMs, toMs).filter(({ type }) => type !== 'reversal');

export const countApproved = (rows: readonly Transaction[]): number => rows.filter(isApproved).length;

/** Returns attempts at one terminal at a fixed interval in seconds. */
export function series(
  count: number,
  everySeconds: number,
  of: (index: number) => Omit<RequestedAttempt, 'afterSeconds'>,
): readonly RequestedAttempt[] {
  return Array.from({ length: count }, (_, index) => ({ afterSeconds: (index + 1) * everySeconds, ...of(index) }));
}

/** Delays attempts until all earlier injected attempts at the terminal are over. */
export function delayAfterOthers(
  { nowMs }: Setting,
  { source }: Terminal,
  wanted: readonly RequestedAttempt[],
): readonly RequestedAttempt[] {
  const sent = filterCauses(source.causes ?? [], 'attempts_made').flatMap(({ atMs, attempts }) =>
    attempts.map(({ afterSeconds }) => atMs + afterSeconds * 1000),
  );
  const waitSeconds = Math.ceil(Math.max(0, ...sent.map((ms) => ms - nowMs)) / 1000);
  return wanted.map((one) => ({ ...one, afterSeconds: one.afterSeconds + waitSeconds }));
}

/** Rehearses attempts at the target's terminal. The rule reports when the last of them is known. */
export function rehearseAttempts(
  setting: Setting,
  wantedAt: (terminal: Terminal) => readonly RequestedAttempt[],
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const wanted = wantedAt(terminal);
  const rehearsed = rehearse(setting, terminal, { wanted, firstCard: makeFirstCardNumber(setting) });
  return isObstacles(rehearsed) ? rehearsed : createTriggerPlan(setting, [rehearsed.cause], rehearsed.lastMs);
}

/** Returns the amount of the smallest withdrawal, so that the cash lasts for many of them. */
export const smallestAmount = ({ fixture }: Terminal): Pick<RequestedAttempt, 'amountCents'> => ({
  amountCents: getSmallestNoteCents(fixture),
});
