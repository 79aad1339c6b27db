import { getSmallestNoteCents, listCassettes } from '../../../../fixtures/model/cassettes.ts';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { CashState, CassetteState, Period, Transaction } from '../../../../fixtures/model/stream-types.ts';
import { addDays, getLocalDate, getLocalMidnight, getZone, MINUTE_MS } from '../../../../fixtures/time/calendar.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { CashLowPolicy } from '../../rules/evaluation/default-policy.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration, formatLocalDay } from '../../rules/evaluation/wording.ts';
import { type Incident, isOpenAt } from '../../rules/incident.ts';
import {
  findKnownMs,
  findLastMessageMs,
  listFirstMessages,
  listMessagesFrom,
} from '../../rules/input/status-messages.ts';
import { isFirstPart, type SpanPart, type TerminalStreams } from '../../rules/input/streams.ts';
import { loadCash, makeCashLoad } from '../planning/cash-load.ts';
import {
  createAlreadyOpenObstacle,
  createCauseBase,
  createTriggerPlan,
  findLatestIncident,
  findTargetTerminal,
  type Setting,
  type TriggerOutcome,
  withInjectedCauses,
} from '../planning/definition.ts';
import { createObstacle, isObstacles } from '../planning/obstacle.ts';
import type { IncidentDefinition, TerminalEvaluation } from './event-definition.ts';

/**
 * A cassette is at its threshold, or the cash will run out soon. Reports once per load; severity becomes high in the
 * last hours. `cash_out` supersedes and suppresses it.
 * @see gap events.conditions
 */
export const cashLow: IncidentDefinition<'cash_low'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findLowCassettes },
  trigger: { about: 'terminal', usualMinutes: 1, provoke: removeNotes, resolve: loadCash },
};

function findLowCassettes(evaluation: TerminalEvaluation): readonly Incident[] {
  const { streams, part } = evaluation;
  const policy = evaluation.policy.cashLow;
  const cashOuts = evaluation.incidentsOf('cash_out');
  const marks = listMarks(evaluation, cashOuts);
  const known = new Map<number, CashState | undefined>();
  /** Returns the cash as known at a minute. All cassettes are evaluated at the same minutes. */
  const cashAt = (atMs: number): CashState | undefined => {
    if (!known.has(atMs)) known.set(atMs, streams.ledger.cashAt(findLastMessageMs(streams, atMs) ?? atMs));
    return known.get(atMs);
  };
  return listCassettes(streams.source.terminal).flatMap(({ position }) =>
    findLowLevels(streams, part, { policy, cashOuts, position, marks, cashAt }),
  );
}

interface Marks {
  /** Minutes at which an incident may open. */
  readonly opening: readonly number[];
  /** Minutes at which an open incident may change. */
  readonly whileOpen: readonly number[];
}

/**
 * Returns the minutes at which the condition may change: cash changes with payments and loads, as known from messages,
 * and the usual rate changes at local midnight. No incident opens at a payment that leaves enough, and most do.
 */
function listMarks({ streams, part, policy }: TerminalEvaluation, cashOuts: readonly Incident[]): Marks {
  const { source, ledger } = streams;
  const zone = source.terminal.location.timezone;
  const endMs = part.toMs + 1;
  const fromMs = isFirstPart(part) ? findFirstLoadMs(ledger, part) : part.afterMs;
  const periods = ledger.periodsBetween(fromMs, endMs);
  const handled = periods
    .flatMap(({ load, removals }) => [load.atMs, ...removals.map(({ atMs }) => atMs)])
    .flatMap((atMs) => (atMs >= fromMs && atMs < endMs ? (findKnownMs(streams, atMs, endMs) ?? []) : []))
    .map(ceilToMinute);
  const midnights: number[] = [];
  for (let date = getLocalDate(zone, part.fromMs); ; date = addDays(date, 1)) {
    const atMs = getLocalMidnight(zone, date);
    if (atMs > part.toMs) break;
    midnights.push(...listMessagesFrom(streams, { fromMs: atMs, toMs: endMs }, 1).map(ceilToMinute));
  }
  const others = [
    ...handled,
    ...midnights,
    ...listFirstMessages(streams, part, 1).map(ceilToMinute),
    ...cashOuts.flatMap(({ openedAtMs, resolvedAtMs }) => [openedAtMs, resolvedAtMs ?? openedAtMs]),
  ];
  const opening = [...others];
  const whileOpen: number[] = [];
  for (const period of periods) {
    const { rows } = period;
    for (let index = findFirstIndex(rows, ({ atMs }) => atMs >= fromMs); index < rows.length; index += 1) {
      const { atMs, notesDispensed } = rows[index] as Transaction; // below the length
      if (atMs >= endMs) break;
      if (notesDispensed === 0) continue;
      const minuteMs = ceilToMinute(atMs);
      whileOpen.push(minuteMs);
      if (!leavesEnough(streams, policy.cashLow, { period, index, minuteMs })) opening.push(minuteMs);
    }
  }
  return { opening, whileOpen };
}

/**
 * Whether no cassette is low at the minute after a payment. The row itself is a message, so the state known at that
 * minute is at most a minute old, and had at least as many notes. False in doubt.
 */
function leavesEnough(
  { source, ledger }: TerminalStreams,
  policy: CashLowPolicy,
  { period, index, minuteMs }: { readonly period: Period; readonly index: number; readonly minuteMs: number },
): boolean {
  const { rows, load, removals, notesAfter } = period;
  const { cassettes } = source.terminal.cash;
  if (removals.length > 0 || minuteMs >= load.endMs) return false;
  // Further payments before the minute leave fewer notes.
  let last = index;
  while ((rows[last + 1]?.atMs ?? Number.POSITIVE_INFINITY) <= minuteMs) last += 1;
  let leftCents = 0;
  for (const [place, { lowThresholdNotes, denominationCents }] of cassettes.entries()) {
    const notes = notesAfter[place]?.[last] ?? 0;
    if (notes <= lowThresholdNotes) return false;
    leftCents += notes * denominationCents;
  }
  const zone = getZone(source.terminal.location.timezone);
  const day = zone.dayAt(minuteMs);
  if (zone.dayAt(minuteMs - MINUTE_MS) !== day) return false;
  const perDay = ledger.averageDailyDispenseCents(day);
  return 24 * leftCents >= (policy.triggerHoursToEmpty + 1) * perDay;
}

/**
 * Returns the latest load before the span, so that an incident that is open at its start is found from its opening on.
 */
const findFirstLoadMs = (ledger: TerminalStreams['ledger'], { fromMs }: SpanPart): number =>
  ledger.loadAt(fromMs)?.atMs ?? fromMs;

interface Watched {
  readonly policy: CashLowPolicy;
  readonly cashOuts: readonly Incident[];
  readonly position: string;
  readonly marks: Marks;
  readonly cashAt: (atMs: number) => CashState | undefined;
}

interface Level {
  readonly cash: CashState;
  readonly cassette: CassetteState;
  /** Rounded down; null at a rate of zero. */
  readonly hours: number | null;
}

function findLowLevels(
  streams: TerminalStreams,
  part: SpanPart,
  { policy, cashOuts, position, marks, cashAt }: Watched,
): readonly Incident[] {
  const { source } = streams;
  const { terminalId, accountId } = source.terminal;
  const levelAt = (atMs: number): Level | undefined => {
    const cash = cashAt(atMs);
    const cassette = cash?.cassettes.find((each) => each.position === position);
    if (cash === undefined || cassette === undefined) return undefined;
    return { cash, cassette, hours: cash.hoursToEmpty === null ? null : Math.floor(cash.hoursToEmpty) };
  };
  const isLow = ({ cash, cassette, hours }: Level): boolean =>
    cassette.notesRemaining <= cassette.lowThresholdNotes ||
    (hours !== null && hours <= policy.triggerHoursToEmpty && isLowest(cassette, cash));
  const getSeverity = ({ hours }: Level) => (hours !== null && hours <= policy.highHoursToEmpty ? 'high' : 'medium');

  return evaluateRule(
    { seed: source.seed, type: 'cash_low', dedupeKey: `cash_low:${terminalId}:${position}`, accountId, terminalId },
    part,
    {
      rearmMinutes: 0,
      quiet: listTerminalQuietSpans(source.tenant, terminalId),
      marks: marks.opening,
      marksWhileOpen: () => marks.whileOpen,
      triggeredAs(atMs, lastOpenedAtMs) {
        const level = levelAt(atMs);
        const isOut = cashOuts.some((incident) => isOpenAt(incident, atMs));
        if (level === undefined || isOut || !isLow(level)) return undefined;
        const wasEmitted =
          lastOpenedAtMs !== undefined && cashAt(lastOpenedAtMs)?.lastLoadedAtMs === level.cash.lastLoadedAtMs;
        return wasEmitted ? undefined : getSeverity(level);
      },
      worsenedTo(atMs) {
        const level = levelAt(atMs);
        return level === undefined ? 'medium' : getSeverity(level);
      },
      clearedBy(atMs, openedAtMs) {
        if (cashOuts.some((incident) => incident.openedAtMs === atMs)) return 'superseded';
        const level = levelAt(atMs);
        return level !== undefined && isFilled(level, policy, openedAtMs) ? 'recovered' : undefined;
      },
      describe({ atMs, state, openedAtMs }) {
        const level = levelAt(atMs);
        if (level === undefined) throw new Error(`${terminalId} has a cash incident but no cash state`);
        return describe(streams, level, {
          atMs,
          openedAtMs,
          state,
          isOut: cashOuts.some((incident) => incident.openedAtMs === atMs),
        });
      },
    },
  );
}

/** With several cassettes, low remaining time is reported for the one with the fewest notes, or the first of equal ones. */
function isLowest({ position, notesRemaining }: CassetteState, { cassettes }: CashState): boolean {
  return cassettes.every(
    (other) =>
      notesRemaining < other.notesRemaining || (notesRemaining === other.notesRemaining && position <= other.position),
  );
}

/**
 * Whether the cash is well above both thresholds. A machine that is loaded every day or two never reaches the second
 * one. For it, a load that ends the trigger is enough.
 */
function isFilled({ cash, cassette, hours }: Level, policy: CashLowPolicy, openedAtMs: number): boolean {
  if (cassette.notesRemaining < policy.clearThresholdFactor * cassette.lowThresholdNotes) return false;
  if (hours === null || hours >= policy.clearHoursToEmpty) return true;
  return cash.lastLoadedAtMs > openedAtMs && hours > policy.triggerHoursToEmpty;
}

interface Turning {
  readonly atMs: number;
  readonly openedAtMs: number;
  readonly state: 'triggered' | 'escalated' | 'resolved';
  /** Whether the cash ran out at this minute. */
  readonly isOut: boolean;
}

function describe({ source }: TerminalStreams, { cash, cassette, hours }: Level, turning: Turning): EventDescription {
  const { terminal } = source;
  const { atMs, openedAtMs, state, isOut } = turning;
  const { position, notesRemaining } = cassette;
  const left = hours === null ? 'No recent withdrawals.' : `About ${hours} h of cash left at the usual rate.`;
  const end = isOut ? 'Out of cash.' : `Reloaded to ${notesRemaining} notes.`;
  return {
    data: {
      cassette: position,
      denomination: cassette.denominationCents,
      notesRemaining,
      lowThresholdNotes: cassette.lowThresholdNotes,
      amountRemaining: cash.amountRemainingCents,
      averageDailyDispense: cash.averageDailyDispenseCents,
      hoursToEmpty: hours,
      lastLoadedAt: cash.lastLoadedAtMs,
    },
    title: state === 'resolved' ? 'Cash low' : `Cash low: cassette ${position} ${notesRemaining} notes`,
    summary:
      state === 'resolved'
        ? `Open for ${describeDuration(atMs - openedAtMs)}. ${end}`
        : `${left} Last loaded ${formatLocalDay(terminal, cash.lastLoadedAtMs)}.`,
  };
}

/** Removes notes from a cassette, down to its threshold. */
function removeNotes(
  setting: Setting,
  { cassette, notes_left: notesLeft }: TriggerParameters<'cash_low'>,
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { nowMs } = setting;
  const cassettes = listCassettes(terminal.fixture);
  const place = cassettes.find(({ position }) => position === cassette);
  if (place === undefined)
    return createObstacle(
      '/parameters/cassette',
      'invalid_value',
      `Expected a cassette of the terminal: ${cassettes.map(({ position }) => position).join(', ')}.`,
    );
  const left = notesLeft ?? place.lowThresholdNotes;
  if (left > place.lowThresholdNotes)
    return createObstacle(
      '/parameters/notes_left',
      'invalid_value',
      `Expected at most ${place.lowThresholdNotes}, the threshold of the cassette.`,
    );
  const out = findLatestIncident(setting, terminal, `cash_out:${terminal.terminalId}`);
  if (out?.resolvedAtMs === null)
    return createObstacle('/event_type', 'held_back', 'The terminal is out of cash. Resolve cash_out first.');
  const latest = findLatestIncident(setting, terminal, `cash_low:${terminal.terminalId}:${cassette}`);
  if (latest?.resolvedAtMs === null) return createAlreadyOpenObstacle(latest);

  const removed: Cause = {
    ...createCauseBase(setting, terminal),
    type: 'notes_removed',
    position: cassette,
    notesLeft: left,
  };
  // The rule reports once per load.
  const loadedMs = terminal.ledger.loadAt(nowMs)?.atMs;
  const wasEmitted = latest !== undefined && loadedMs !== undefined && latest.openedAtMs >= loadedMs;
  const causes = wasEmitted ? [makeCashLoad(setting, terminal), removed] : [removed];
  const after = withInjectedCauses(terminal, causes).ledger.cashAt(nowMs);
  if (after === undefined)
    return createObstacle('/terminal_id', 'not_in_service', 'The terminal was never loaded with cash.');
  if (after.amountRemainingCents < getSmallestNoteCents(terminal.fixture))
    return createObstacle(
      '/parameters/notes_left',
      'invalid_value',
      'Expected enough notes for a withdrawal. With fewer, the event is cash_out.',
    );
  return createTriggerPlan(setting, causes, nowMs);
}
