import { smallestWithdrawalCents } from '../../../fixtures/cash/cash-fold.ts';
import { isApproved, isApprovedCash } from '../../../fixtures/cash/cash-rows.ts';
import { causesOfType } from '../../../fixtures/model/causes.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { HOUR_MS, MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { usualApprovalAt } from '../rules/approval-rate-drop.ts';
import { getPolicy } from '../rules/evaluation/default-policy.ts';
import { minuteFrom } from '../rules/evaluation/minutes.ts';
import type { Terminal } from '../state/tenant.ts';
import { defineTrigger, findTargetTerminal, type Setting, type TriggerOutcome, triggerPlan } from './definition.ts';
import { isObstacles, type Obstacle, obstacle } from './obstacle.ts';
import { makeFirstCardNumber, type RequestedAttempt, rehearse } from './rehearsal.ts';

const declineCodes = ['05', '14', '51', '54', '55', '57', '58', '61', '62', '65'] as const;

const countRequests = ({ ledger }: Terminal, fromMs: number, toMs: number): readonly Transaction[] =>
  ledger.transactionsBetween(fromMs, toMs).filter(({ type }) => type !== 'reversal');

const approvedIn = (rows: readonly Transaction[]): number => rows.filter(isApproved).length;

/** Returns attempts at one terminal at a fixed interval in seconds. */
function series(
  count: number,
  everySeconds: number,
  of: (index: number) => Omit<RequestedAttempt, 'afterSeconds'>,
): readonly RequestedAttempt[] {
  return Array.from({ length: count }, (_, index) => ({ afterSeconds: (index + 1) * everySeconds, ...of(index) }));
}

/** Delays attempts until all earlier injected attempts at the terminal are over. */
function delayAfterOthers(
  { nowMs }: Setting,
  { source }: Terminal,
  wanted: readonly RequestedAttempt[],
): readonly RequestedAttempt[] {
  const sent = causesOfType(source.causes ?? [], 'attempts_made').flatMap(({ atMs, attempts }) =>
    attempts.map(({ afterSeconds }) => atMs + afterSeconds * 1000),
  );
  const waitSeconds = Math.ceil(Math.max(0, ...sent.map((ms) => ms - nowMs)) / 1000);
  return wanted.map((one) => ({ ...one, afterSeconds: one.afterSeconds + waitSeconds }));
}

/** Rehearses attempts at the target's terminal. The rule reports when the last of them is known. */
function rehearseAttempts(
  setting: Setting,
  wantedAt: (terminal: Terminal) => readonly RequestedAttempt[],
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const rehearsed = rehearse(setting, terminal, wantedAt(terminal), makeFirstCardNumber(setting));
  return isObstacles(rehearsed) ? rehearsed : triggerPlan(setting, [rehearsed.cause], rehearsed.lastMs);
}

const declines = {
  type: 'integer',
  minimum: 8,
  maximum: 60,
  description: 'Number of declined attempts. Default: as many as necessary.',
} as const;

/** Declines one card after another until most attempts of the hour are declined. Too slow for high_decline_velocity. */
export const declineSpikeTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    declines,
    response: { type: 'string', enum: declineCodes, default: '51', description: 'Response code of the declines.' },
  },
  provoke: (setting, { declines: count, response }) =>
    rehearseAttempts(setting, (terminal) => {
      const { nowMs } = setting;
      const approved = approvedIn(countRequests(terminal, nowMs - HOUR_MS, nowMs + HOUR_MS / 2));
      // Seven in ten of the hour.
      const enough = Math.min(60, Math.max(8, Math.ceil((approved * 0.7) / 0.3)));
      return series(count ?? enough, 90, (index) => ({ card: index, response }));
    }),
  resolve: (setting) =>
    rehearseAttempts(setting, (terminal) =>
      delayAfterOthers(
        setting,
        terminal,
        series(10, 60, (index) => ({ card: index, response: '00', type: 'balance_inquiry', amountCents: 0 })),
      ),
    ),
});

/** Fails attempts over one host at many terminals of one account, a few at each. */
export const approvalRateDropTrigger = defineTrigger({
  about: 'account',
  parameters: {
    declines: { ...declines, maximum: 600 },
    response: {
      type: 'string',
      enum: [...declineCodes, '91', '96'],
      default: '05',
      description: 'Response code of the declines.',
    },
  },
  provoke(setting, { declines: count, response }) {
    const found = terminalsOfHost(setting);
    if (isObstacles(found)) return found;
    const { terminals, accountId } = found;
    const { nowMs } = setting;
    const { tenant } = setting.triggerContext;
    const { windowHours, leastAttempts, triggerBelowBaseline, triggerRateBelow } = getPolicy(tenant).approvalRateDrop;
    const usual = usualApprovalAt(tenant, accountId, terminals, nowMs + HOUR_MS / 2);
    const wanted = Math.min(triggerRateBelow, usual - triggerBelowBaseline) - CLEARLY;
    if (wanted < 0)
      return obstacle(
        '/account_id',
        'cannot_serve',
        `Only ${Math.round(100 * usual)} % are usually approved, so the rate cannot drop far enough.`,
      );
    // Attempts that are already in the window or will be by then.
    const rows = terminals.flatMap((terminal) =>
      countRequests(terminal, nowMs - windowHours * HOUR_MS, nowMs + HOUR_MS / 2),
    );
    const enough = Math.max(leastAttempts, Math.ceil(approvedIn(rows) / wanted - rows.length));
    const places = terminals.slice(0, MOST_TERMINALS);
    const each = Math.ceil((count ?? enough) / places.length);
    if (each > MOST_EACH)
      return obstacle(
        '/account_id',
        'cannot_serve',
        `${count ?? enough} declines would be needed, because there is too much traffic.`,
      );
    const cards = makeFirstCardNumber(setting);
    const rehearsed = places.map((terminal, place) =>
      rehearse(
        setting,
        terminal,
        series(each, SPREAD_SECONDS / each, (index) => ({ card: (place * each + index) % 100, response })),
        cards + 100 * place,
      ),
    );
    const done = rehearsed.flatMap((one) => (isObstacles(one) ? [] : [one]));
    if (done.length * 2 < places.length) return rehearsed.find(isObstacles) ?? [];
    const lastMs = Math.max(...done.map((one) => one.lastMs));
    return triggerPlan(
      setting,
      done.map(({ cause }) => cause),
      lastMs,
    );
  },
  /** The incident ends as the declines leave the window and two hourly checks pass. */
  resolve: () => ({ causes: [], afterMs: PASSES_AFTER_MS, followUp: null }),
});

const MOST_TERMINALS = 16;
/** A terminal serves one customer after another. */
const MOST_EACH = 60;
/** Within half an hour. */
const SPREAD_SECONDS = 1800;
/** Margin below the required rate, because more attempts arrive in the meantime. */
const CLEARLY = 0.05;
/** The window, two checks, and the attempts still to come. */
const PASSES_AFTER_MS = 7 * HOUR_MS;

/**
 * Returns the account's working terminals that use one host: that of the target's connector or terminal, or the most
 * used one.
 */
function terminalsOfHost({
  triggerContext,
  target,
}: Setting): { readonly accountId: string; readonly terminals: readonly Terminal[] } | readonly Obstacle[] {
  const one = triggerContext.terminals.find(({ terminalId }) => terminalId === target.terminalId);
  if (target.terminalId !== undefined && one === undefined)
    return obstacle('/terminal_id', 'unknown_target', 'Expected the id of a terminal that you can see.');
  const accountId = target.accountId ?? one?.fixture.accountId;
  if (accountId === undefined)
    return obstacle('/account_id', 'missing_target', 'Expected the id of an account, or of one of its terminals.');
  const own = triggerContext.terminals.filter(
    ({ fixture }) => fixture.accountId === accountId && fixture.status === 'active',
  );
  const hosts = new Set(
    triggerContext.connectors
      .filter(({ fixture }) => fixture.connectorType === 'processor_host')
      .map(({ fixture }) => fixture.connectorId),
  );
  const hostOf = ({ fixture }: Terminal): string | undefined => fixture.comms.connectorIds.find((id) => hosts.has(id));
  const wanted = target.connectorId ?? (one === undefined ? undefined : hostOf(one));
  const byHost = [...Map.groupBy(own, hostOf)].filter(
    ([host]) => host !== undefined && (wanted === undefined || host === wanted),
  );
  const terminals = byHost.sort(([, a], [, b]) => b.length - a.length)[0]?.[1];
  if (terminals !== undefined) return { accountId, terminals };
  return obstacle('/account_id', 'unknown_target', 'Expected an account with working terminals that you can see.');
}

/** Approves withdrawals that are then reversed because the dispenser failed. */
export const reversalSpikeTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    reversals: {
      type: 'integer',
      minimum: 3,
      maximum: 40,
      description: 'Number of reversals. Default: as many as necessary.',
    },
  },
  provoke: (setting, { reversals }) =>
    rehearseAttempts(setting, (terminal) => {
      const { nowMs } = setting;
      const paid = countRequests(terminal, nowMs - 2 * HOUR_MS, nowMs + HOUR_MS / 4).filter(isApprovedCash).length;
      const enough = Math.min(40, Math.max(3, Math.ceil(0.2 * paid)));
      return series(reversals ?? enough, 60, (index) => ({
        ...least(terminal),
        card: index,
        response: '00',
        reversedAfterSeconds: 25,
      }));
    }),
  resolve: (setting) =>
    rehearseAttempts(setting, (terminal) =>
      delayAfterOthers(
        setting,
        terminal,
        series(6, 60, (index) => ({ ...least(terminal), card: index, response: '00' })),
      ),
    ),
});

const least = ({ fixture }: Terminal): Pick<RequestedAttempt, 'amountCents'> => ({
  amountCents: smallestWithdrawalCents(fixture),
});

/** Declines many cards in quick succession, as in tests of stolen cards. */
export const highDeclineVelocityTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    declines: {
      type: 'integer',
      minimum: 8,
      maximum: 13,
      default: 10,
      description: 'Number of declines within ten minutes.',
    },
    cards: { type: 'integer', minimum: 3, maximum: 13, default: 5, description: 'Number of different cards.' },
    response: { type: 'string', enum: declineCodes, default: '14', description: 'Response code of the declines.' },
  },
  provoke: (setting, { declines: count, cards, response }) =>
    rehearseAttempts(setting, () => series(count, 40, (index) => ({ card: index % cards, response }))),
  /** The incident ends a quarter of an hour after the last declines. */
  resolve(setting) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { nowMs } = setting;
    const declined = countRequests(terminal, nowMs - QUIET_MS, nowMs + 24 * HOUR_MS).filter((row) => !isApproved(row));
    const isQuiet = (ms: number): boolean =>
      declined.filter(({ atMs }) => atMs > ms - QUIET_MS && atMs <= ms).length < 2;
    let atMs = minuteFrom(nowMs);
    while (!isQuiet(atMs)) atMs += MINUTE_MS;
    return triggerPlan(setting, [], atMs);
  },
});

const QUIET_MS = 15 * MINUTE_MS;

const patterns = ['retry_after_decline', 'pin_guessing', 'limit_draining', 'cross_terminal'] as const;

/** Uses one card repeatedly. */
export const repeatedSameCardAttemptTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    pattern: {
      type: 'string',
      enum: patterns,
      default: 'retry_after_decline',
      description: 'Pattern of the attempts.',
    },
    other_terminal_id: {
      type: 'string',
      pattern: '^[A-Z0-9]{8}$',
      description: 'Second terminal in `cross_terminal`. Default: a terminal of the same account.',
    },
  },
  provoke(setting, { pattern, other_terminal_id: otherId }) {
    if (otherId !== undefined && pattern !== 'cross_terminal')
      return obstacle('/parameters/other_terminal_id', 'invalid_value', 'Expected only with cross_terminal.');
    switch (pattern) {
      case 'retry_after_decline':
        return rehearseAttempts(setting, () => series(4, 60, () => ({ card: 0, response: '51' })));
      case 'pin_guessing':
        return rehearseAttempts(setting, () =>
          series(4, 60, (index) => ({ card: 0, response: index === 3 ? '75' : '55' })),
        );
      case 'limit_draining':
        return rehearseAttempts(setting, (terminal) =>
          series(3, 120, () => ({ ...least(terminal), card: 0, response: '00' })),
        );
      case 'cross_terminal':
        return crossTerminals(setting, otherId);
      default:
        return pattern satisfies never;
    }
  },
  resolve: undefined,
});

/** Three attempts at one terminal, two at the other: too few at either for the other patterns. */
function crossTerminals(setting: Setting, otherId: string | undefined): TriggerOutcome {
  const first = findTargetTerminal(setting);
  if (isObstacles(first)) return first;
  const others = setting.triggerContext.terminals.filter(
    ({ terminalId, fixture }) =>
      terminalId !== first.terminalId &&
      fixture.status === 'active' &&
      (otherId === undefined ? fixture.accountId === first.fixture.accountId : terminalId === otherId),
  );
  const cards = makeFirstCardNumber(setting);
  const here = rehearse(
    setting,
    first,
    series(3, 240, () => ({ card: 0, response: '51' })),
    cards,
  );
  if (isObstacles(here)) return here;
  for (const other of others) {
    const later = series(2, 300, () => ({ card: 0, response: '51' })).map((wanted) => ({
      ...wanted,
      afterSeconds: wanted.afterSeconds + 900,
    }));
    const there = rehearse(setting, other, later, cards);
    if (!isObstacles(there))
      return triggerPlan(setting, [here.cause, there.cause], Math.max(here.lastMs, there.lastMs));
  }
  return obstacle('/parameters/other_terminal_id', 'cannot_serve', 'Expected another working terminal of the account.');
}
