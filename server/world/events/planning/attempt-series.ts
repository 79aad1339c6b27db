import { isApproved } from '../../../../fixtures/cash/cash-rows.ts';
import { getSmallestNoteCents } from '../../../../fixtures/model/cassettes.ts';
import { filterCauses } from '../../../../fixtures/model/causes.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import type { EventType } from '../../../../spec/index.ts';
import { listTerminalQuietSpans, skipQuietSpans } from '../../rules/evaluation/maintenance.ts';
import type { Terminal } from '../../state/tenant.ts';
import {
  createTriggerPlan,
  findTargetTerminal,
  type Setting,
  type TriggerOutcome,
  type TriggerPlan,
} from './definition.ts';
import { createObstacle, isObstacles, type Obstacle } from './obstacle.ts';
import { makeFirstCardNumber, type RequestedAttempt, rehearse } from './rehearsal.ts';

/** Lists the requests of customers in [fromMs, toMs). */
export const listRequests = ({ ledger }: Terminal, fromMs: number, toMs: number): readonly Transaction[] =>
  ledger.transactionsBetween(fromMs, toMs).filter(({ type }) => type !== 'reversal');

export const countApproved = (rows: readonly Transaction[]): number => rows.filter(isApproved).length;

/** Returns attempts at one terminal at a fixed interval in seconds, each at a whole second. */
export function series(
  count: number,
  everySeconds: number,
  of: (index: number) => Omit<RequestedAttempt, 'afterSeconds'>,
): readonly RequestedAttempt[] {
  return Array.from({ length: count }, (_, index) => ({
    afterSeconds: Math.round((index + 1) * everySeconds),
    ...of(index),
  }));
}

/** Customers of the fleet that an event may count too. */
const MOST_OTHERS = 3;

/** Returns how many attempts to inject if the event also counts none, one, two or three attempts of other customers. */
export const listWithOthers = (count: number): readonly number[] =>
  Array.from({ length: MOST_OTHERS + 1 }, (_, others) => count - others).filter((injected) => injected > 0);

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
export const rehearseAttempts = (
  setting: Setting,
  wantedAt: (terminal: Terminal) => readonly RequestedAttempt[],
): TriggerOutcome => rehearseExactly(setting, undefined, (terminal) => [wantedAt(terminal)]);

/** The counts that the first event must state. */
export interface ExactCounts {
  readonly type: EventType;
  readonly counts: readonly ExactCount[];
}

interface ExactCount {
  readonly parameter: string;
  /** The member of the event's `data`, camelCase. */
  readonly member: string;
  readonly value: number;
}

/**
 * Rehearses each series of attempts at the target's terminal until the first event of one states the counts. Rejects
 * the parameter if events state only other counts. If the rule does not report at all, returns the last series.
 */
export function rehearseExactly(
  setting: Setting,
  exact: ExactCounts | undefined,
  listSeries: (terminal: Terminal) => readonly (readonly RequestedAttempt[])[],
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const firstCard = makeFirstCardNumber(setting);
  const stated: StatedCount[][] = [];
  let planned: TriggerOutcome = [];
  for (const wanted of listSeries(terminal)) {
    const rehearsed = rehearse(setting, terminal, { wanted, firstCard });
    if (isObstacles(rehearsed)) return rehearsed;
    planned = createTriggerPlan(setting, [rehearsed.cause], rehearsed.lastMs);
    if (exact === undefined) return planned;
    const counts = readCounts(setting, terminal, { plan: planned, exact });
    if (counts?.every(isExact)) return planned;
    if (counts !== undefined) stated.push(counts);
  }
  return stated.length === 0 ? planned : rejectCounts(stated);
}

interface StatedCount extends ExactCount {
  readonly stated: number;
}

const isExact = ({ stated, value }: StatedCount): boolean => stated === value;

function rejectCounts(stated: readonly (readonly StatedCount[])[]): readonly Obstacle[] {
  const wrong = stated.flat().find((count) => !isExact(count))?.parameter;
  const possible = stated.map((counts) => counts.map((count) => `${count.parameter}=${count.stated}`).join(' and '));
  return createObstacle(
    `/parameters/${wrong}`,
    'invalid_value',
    `With the other attempts at the terminal, the event would count ${[...new Set(possible)].join(' or ')}. Choose another value, terminal or time.`,
  );
}

/** Returns the counts that the first event states, which may be after maintenance; undefined if the rule does not report. */
function readCounts(
  setting: Setting,
  terminal: Terminal,
  { plan, exact }: { readonly plan: TriggerPlan; readonly exact: ExactCounts },
): StatedCount[] | undefined {
  const quiet = listTerminalQuietSpans(setting.triggerContext.tenant, terminal.terminalId);
  const toMs = skipQuietSpans(quiet, setting.nowMs + plan.afterMs);
  const { incidents } = setting.rehearseLog(terminal, { causes: plan.causes, toMs });
  const opened = incidents.find(({ type, openedAtMs }) => type === exact.type && openedAtMs >= setting.nowMs);
  const data = opened?.moments[0]?.data;
  return data && exact.counts.map((count) => ({ ...count, stated: Number(data[count.member]) }));
}

/** Returns the amount of the smallest withdrawal, so that the cash lasts for many of them. */
export const smallestAmount = ({ fixture }: Terminal): Pick<RequestedAttempt, 'amountCents'> => ({
  amountCents: getSmallestNoteCents(fixture),
});
