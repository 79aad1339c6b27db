import { formatMoney } from '../../../../base/formats.ts';
import { unreachable } from '../../../../base/unreachable.ts';
import { isApproved, isApprovedCash } from '../../../../fixtures/cash/cash-rows.ts';
import { LedgerRow } from '../../../../fixtures/cash/ledger-row.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { MINUTE_MS } from '../../../../fixtures/time/calendar.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { RepeatedCardPolicy } from '../../rules/evaluation/default-policy.ts';
import { isQuietAt, listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { readAccountRows } from '../../rules/input/account-rows.ts';
import { isAttempt } from '../../rules/input/attempt-outcome.ts';
import type { AccountStreams, EvaluatedSpan } from '../../rules/input/streams.ts';
import { type Happening, makeHappening } from '../../rules/point-event.ts';
import { rehearseAttempts, series, smallestAmount } from '../planning/attempt-series.ts';
import { createTriggerPlan, findTargetTerminal, type Setting, type TriggerOutcome } from '../planning/definition.ts';
import { createObstacle, isObstacles } from '../planning/obstacle.ts';
import { makeFirstCardNumber, rehearse } from '../planning/rehearsal.ts';
import type { AccountEvaluation, PointEventDefinition } from './event-definition.ts';

/**
 * One card is used repeatedly within a short time at one or several terminals of an account. Reported at the minute of
 * the attempt that completes the pattern, for the terminal of that attempt.
 * @see gap events.conditions
 */
export const repeatedSameCardAttempt: PointEventDefinition<'repeated_same_card_attempt'> = {
  kind: 'point',
  rule: { evaluateAccount: findRepeats },
  trigger: { about: 'terminal', usualMinutes: 5, provoke: repeatCard },
};

type PatternName = TriggerParameters<'repeated_same_card_attempt'>['pattern'];

/** The attempts of one card within its window. */
interface Pattern {
  readonly name: PatternName;
  readonly windowMinutes: number;
  /** Oldest first. */
  readonly attempts: readonly Transaction[];
}

const WRONG_PIN = '55';
const PIN_BLOCKED = '75';

function findRepeats({ account, part, policy: policies }: AccountEvaluation): readonly Happening[] {
  const { seed, tenant, accountId } = account;
  const policy = policies.repeatedSameCardAttempt;
  const { retries, draining, crossing } = policy;
  const stateKey = `repeated_same_card_attempt:${accountId}`;
  const longestMs = Math.max(retries.windowMinutes, draining.windowMinutes, crossing.windowMinutes) * MINUTE_MS;
  const restMs = policy.rearmMinutes * MINUTE_MS;
  const fromMs = part.fromMs - longestMs - restMs;
  const least = Math.min(retries.attempts, draining.approvals, crossing.attempts);
  const emittedMs = new Map(part.before.get(stateKey)?.emittedMs);
  const found: Happening[] = [];
  for (const [cardRef, attempts] of groupAttemptsByCard(account, { fromMs, toMs: part.toMs }, least)) {
    if (attempts.length < least) continue;
    for (const [index, { atMs: lastMs, terminalId }] of attempts.entries()) {
      const atMs = ceilToMinute(lastMs);
      if (atMs <= part.afterMs) continue;
      const next = attempts[index + 1];
      // Of several attempts in one minute at one terminal, only the last one is evaluated.
      if (next !== undefined && ceilToMinute(next.atMs) === atMs && next.terminalId === terminalId) continue;
      if (atMs > part.toMs || isQuietAt(listTerminalQuietSpans(tenant, terminalId), atMs)) continue;
      const about = `${cardRef}:${terminalId}`;
      if (atMs - (emittedMs.get(about) ?? Number.NEGATIVE_INFINITY) < restMs) continue;
      const known = attempts.slice(
        findFirstIndex(attempts, (row) => row.atMs > atMs - longestMs),
        findFirstIndex(attempts, (row) => row.atMs > atMs),
      );
      const pattern = findPattern(known, { terminalId, atMs }, policy);
      if (pattern === undefined) continue;
      emittedMs.set(about, atMs);
      if (atMs < part.fromMs) continue;
      found.push(
        makeHappening(
          { seed, type: 'repeated_same_card_attempt', about, accountId, terminalId },
          { atMs, ...describe(cardRef, pattern) },
        ),
      );
    }
  }
  part.after.set(stateKey, { emittedMs: new Map([...emittedMs].filter(([, atMs]) => atMs > part.toMs - restMs)) });
  return found;
}

/** Returns the attempts at the terminals of each card with at least a number of them, oldest first. */
function groupAttemptsByCard(
  account: AccountStreams,
  span: EvaluatedSpan,
  least: number,
): ReadonlyMap<string, readonly Transaction[]> {
  const attempts: Transaction[] = [];
  for (const terminal of account.terminals)
    for (const row of readAccountRows(account, terminal, span)) if (isAttempt(row)) attempts.push(row);
  const byCard = new Map<string, Transaction[]>();
  // Most cards of a large account are used once, and formatting their references would take most of the time.
  for (const row of selectFrequent(attempts, least)) {
    const own = byCard.get(row.cardRef);
    if (own === undefined) byCard.set(row.cardRef, [row]);
    else own.push(row);
  }
  for (const own of byCard.values()) own.sort((a, b) => a.atMs - b.atMs);
  return byCard;
}

/** Leaves out attempts with cards that certainly have fewer than `least` of them. */
function selectFrequent(attempts: readonly Transaction[], least: number): readonly Transaction[] {
  const keys = new Float64Array(attempts.length);
  const counts = new Map<number, number>();
  for (let index = 0; index < attempts.length; index += 1) {
    const row = attempts[index];
    if (!(row instanceof LedgerRow)) return attempts; // stored, so that its reference is known
    const key = row.cardKey;
    keys[index] = key;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return attempts.filter((_, index) => (counts.get(keys[index] as number) ?? 0) >= least);
}

/** Returns the most severe pattern of a card's attempts up to a minute whose latest attempt was at that terminal. */
function findPattern(
  known: readonly Transaction[],
  { terminalId, atMs }: { readonly terminalId: string; readonly atMs: number },
  { retries, draining, crossing }: RepeatedCardPolicy,
): Pattern | undefined {
  const within = (windowMinutes: number): readonly Transaction[] =>
    known.filter((row) => row.atMs > atMs - windowMinutes * MINUTE_MS);
  const here = (windowMinutes: number): readonly Transaction[] =>
    within(windowMinutes).filter((row) => row.terminalId === terminalId);

  const anywhere = within(crossing.windowMinutes);
  const places = new Set(anywhere.map((row) => row.terminalId)).size;
  if (anywhere.length >= crossing.attempts && places >= crossing.terminals)
    return { name: 'cross_terminal', windowMinutes: crossing.windowMinutes, attempts: anywhere };

  const drained = here(draining.windowMinutes);
  if (drained.filter(isApprovedCash).length >= draining.approvals)
    return { name: 'limit_draining', windowMinutes: draining.windowMinutes, attempts: drained };

  const tried = here(retries.windowMinutes);
  const declines = tried.filter((row) => !isApproved(row)).length;
  if (tried.length < retries.attempts || declines < retries.declines) return undefined;
  const name = isPinGuessing(tried) ? 'pin_guessing' : 'retry_after_decline';
  return { name, windowMinutes: retries.windowMinutes, attempts: tried };
}

/** Whether the attempts are wrong PINs until the limit of tries. */
function isPinGuessing(attempts: readonly Transaction[]): boolean {
  const blocked = attempts.findIndex(({ response }) => response === PIN_BLOCKED);
  return attempts.slice(0, Math.max(0, blocked)).some(({ response }) => response === WRONG_PIN);
}

const titles: Readonly<Record<PatternName, string>> = {
  retry_after_decline: 'One card used repeatedly',
  pin_guessing: 'One card, wrong PINs until it was blocked',
  limit_draining: 'One card, several withdrawals in a row',
  cross_terminal: 'One card at several terminals',
};

function describe(cardRef: string, { name, windowMinutes, attempts }: Pattern) {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error('a pattern has no attempts');
  const approved = attempts.filter(isApproved).length;
  const amountApproved = attempts.filter(isApprovedCash).reduce((sum, { amtCompCents }) => sum + amtCompCents, 0);
  const severity = name === 'cross_terminal' || name === 'limit_draining' ? 'high' : 'medium';
  return {
    severity,
    data: {
      cardRef,
      pattern: name,
      windowMinutes,
      attempts: attempts.length,
      approved,
      declined: attempts.length - approved,
      amountApproved,
      terminalIds: [...new Set(attempts.map(({ terminalId }) => terminalId))],
      lastResponse: last.response,
      lastTransactionId: last.transactionId,
    },
    title: titles[name],
    summary: `${attempts.length} attempts in ${windowMinutes} min, ${approved} approved (${formatMoney(amountApproved)} USD), ${attempts.length - approved} declined.`,
  } as const;
}

/** Uses one card repeatedly. */
function repeatCard(
  setting: Setting,
  { pattern, other_terminal_id: otherId }: TriggerParameters<'repeated_same_card_attempt'>,
): TriggerOutcome {
  if (otherId !== undefined && pattern !== 'cross_terminal')
    return createObstacle('/parameters/other_terminal_id', 'invalid_value', 'Expected only with cross_terminal.');
  switch (pattern) {
    case 'retry_after_decline':
      return rehearseAttempts(setting, () => series(4, 60, () => ({ card: 0, response: '51' })));
    case 'pin_guessing':
      return rehearseAttempts(setting, () =>
        series(4, 60, (index) => ({ card: 0, response: index === 3 ? PIN_BLOCKED : WRONG_PIN })),
      );
    case 'limit_draining':
      return rehearseAttempts(setting, (terminal) =>
        series(3, 120, () => ({ ...smallestAmount(terminal), card: 0, response: '00' })),
      );
    case 'cross_terminal':
      return planTwoTerminals(setting, otherId);
    default:
      return unreachable(pattern);
  }
}

/** Three attempts at one terminal, two at the other: too few at either for the other patterns. */
function planTwoTerminals(setting: Setting, otherId: string | undefined): TriggerOutcome {
  const first = findTargetTerminal(setting);
  if (isObstacles(first)) return first;
  const others = setting.triggerContext.terminals.filter(
    ({ terminalId, fixture }) =>
      terminalId !== first.terminalId &&
      fixture.status === 'active' &&
      (otherId === undefined ? fixture.accountId === first.fixture.accountId : terminalId === otherId),
  );
  const cards = makeFirstCardNumber(setting);
  const here = rehearse(setting, first, {
    firstCard: cards,
    wanted: series(3, 240, () => ({ card: 0, response: '51' })),
  });
  if (isObstacles(here)) return here;
  for (const other of others) {
    const later = series(2, 300, () => ({ card: 0, response: '51' })).map((wanted) => ({
      ...wanted,
      afterSeconds: wanted.afterSeconds + 900,
    }));
    const there = rehearse(setting, other, { firstCard: cards, wanted: later });
    if (!isObstacles(there))
      return createTriggerPlan(setting, [here.cause, there.cause], Math.max(here.lastMs, there.lastMs));
  }
  return createObstacle(
    '/parameters/other_terminal_id',
    'cannot_serve',
    'Expected another working terminal of the account.',
  );
}
