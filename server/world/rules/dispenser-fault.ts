import type { DeviceFault } from '../../../fixtures/model/stream-types.ts';
import { deviceFaultsBetween } from '../../../fixtures/terminals/devices.ts';
import { DAY_MS, HOUR_MS } from '../../../fixtures/time/dates.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { firstIndex } from '../../../fixtures/time/span-index.ts';
import type { DispenserPolicy } from './evaluation/default-policy.ts';
import type { Incident } from './evaluation/incident.ts';
import { quietOfTerminal } from './evaluation/maintenance.ts';
import { type EventDescription, evaluateRule, type RuleCondition } from './evaluation/minute-rule.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import { describeDuration, formatLocalClock } from './evaluation/wording.ts';
import { type Dispense, listDispenses, toDispense } from './input/dispenses.ts';
import { findLatestRow } from './input/latest-row.ts';
import { listFirstMessages, listMessagesFrom, listMessagesUpTo } from './input/status-messages.ts';
import { isFirstPart, type SpanPart, type TerminalStreams } from './input/streams.ts';

const DISPENSER = 'cash_dispenser';
/** Code of a fault without a reported error: only failed dispenses. */
const UNREPORTED = 'none';

/**
 * The dispenser reports an error, or fails twice in a row without one. One incident per error code.
 * @see gap events.conditions
 */
export function dispenserFault(streams: TerminalStreams, part: SpanPart, policy: DispenserPolicy): readonly Incident[] {
  const { source, ledger } = streams;
  const { terminalId, accountId } = source.terminal;
  const keyPrefix = `dispenser_fault:${terminalId}:`;
  const faults = dispenserFaults(streams, part.fromMs, part.toMs + 1);
  const dispenses = listDispenses(ledger, firstDispenseMs(ledger, part, policy.failedDispenses), part.toMs + 1);
  const find = (key: string, condition: RuleCondition): readonly Incident[] =>
    evaluateRule(
      { seed: source.seed, type: 'dispenser_fault', dedupeKey: keyPrefix + key, accountId, terminalId },
      part,
      condition,
    );
  const continued = [...part.before.keys()].flatMap((key) =>
    key.startsWith(keyPrefix) ? [key.slice(keyPrefix.length)] : [],
  );
  const keys = new Set([...continued, ...faults.map(makeDedupeKey)]);
  keys.delete(UNREPORTED);
  return [
    ...[...keys].flatMap((key) => {
      const own = faults.filter((fault) => makeDedupeKey(fault) === key);
      return find(key, findReportedFaults(streams, part, policy, { key, faults: own, dispenses }));
    }),
    ...find(UNREPORTED, findUnreportedFaults(streams, part, policy, { faults, dispenses })),
  ];
}

const makeDedupeKey = ({ errorCode, condition }: DeviceFault): string => errorCode ?? condition;

/** Returns faults of the dispenser that overlap [fromMs, toMs], oldest first. */
const dispenserFaults = ({ source }: TerminalStreams, fromMs: number, toMs: number): readonly DeviceFault[] =>
  deviceFaultsBetween(source, fromMs, toMs).filter(({ device }) => device === DISPENSER);

/** Returns where to start reading dispenses, so that at least `count` are before the part, if available. */
function firstDispenseMs(ledger: TerminalStreams['ledger'], part: SpanPart, count: number): number {
  for (let reachMs = DAY_MS; ; reachMs *= 4) {
    const fromMs = Math.max(HISTORY_START_MS - DAY_MS, part.fromMs - reachMs);
    const isEnough = isFirstPart(part) || fromMs <= HISTORY_START_MS - DAY_MS;
    if (isEnough || listDispenses(ledger, fromMs, part.fromMs).length >= count) return Math.min(fromMs, part.fromMs);
  }
}

interface Seen {
  /** Faults in the part. */
  readonly faults: readonly DeviceFault[];
  readonly dispenses: readonly Dispense[];
}

/** A fault is open after enough status messages report it, and over after enough messages without it. */
function findReportedFaults(
  streams: TerminalStreams,
  part: SpanPart,
  policy: DispenserPolicy,
  { key, faults, dispenses }: Seen & { readonly key: string },
): RuleCondition {
  const own = (fromMs: number, toMs: number): readonly DeviceFault[] =>
    dispenserFaults(streams, fromMs, toMs).filter((fault) => makeDedupeKey(fault) === key);
  const faultAt = (ms: number): DeviceFault | undefined => own(ms, ms + 1)[0];
  const shownAt = (atMs: number, count: number): readonly (DeviceFault | undefined)[] => {
    const messages = listMessagesUpTo(streams, atMs, count);
    return messages.length < count ? [undefined] : messages.map(faultAt);
  };
  const isSerious = (atMs: number): boolean =>
    shownAt(atMs, policy.seriousMessages).every((fault) => fault?.isServiceAffecting === true);
  const emitted = Math.max(policy.seriousMessages, policy.warningMessages, policy.clearMessages);
  /** Returns the latest fault known since the incident opened. */
  const lastFault = (openedAtMs: number, atMs: number): DeviceFault | undefined => {
    const knownMs = listMessagesUpTo(streams, openedAtMs, emitted).at(-1) ?? openedAtMs;
    return own(knownMs, atMs + 1).findLast(({ fromMs }) => fromMs <= atMs);
  };
  const firstPaid = (fromMs: number): readonly number[] => {
    const paid = dispenses.find(({ isPaid, knownMs }) => isPaid && knownMs >= fromMs);
    return paid === undefined ? [] : [paid.knownMs];
  };

  return {
    rearmMinutes: policy.rearmMinutes,
    quiet: quietOfTerminal(streams.source.tenant, streams.source.terminal.terminalId),
    marks: [
      ...faults.flatMap(({ fromMs, toMs }) => [
        ...listMessagesFrom(streams, fromMs, emitted, part.toMs + 1),
        ...listMessagesFrom(streams, toMs, emitted, part.toMs + 1),
        ...firstPaid(toMs),
      ]),
      ...listFirstMessages(streams, part, emitted),
      ...firstPaid(part.afterMs),
    ].map(minuteFrom),
    triggeredAs(atMs) {
      if (isSerious(atMs)) return 'critical';
      return shownAt(atMs, policy.warningMessages).every((fault) => fault !== undefined) ? 'medium' : undefined;
    },
    worsenedTo: (atMs) => (isSerious(atMs) ? 'critical' : 'medium'),
    clearedBy(atMs) {
      const [newest] = listMessagesUpTo(streams, atMs, 1);
      const isPaying =
        newest !== undefined &&
        listDispenses(streams.ledger, newest, newest + 1).some(({ isPaid, knownMs }) => isPaid && knownMs === newest);
      const isGone = shownAt(atMs, policy.clearMessages).every((fault) => fault === undefined);
      return isGone || (isPaying && faultAt(newest) === undefined) ? 'recovered' : undefined;
    },
    describe: ({ atMs, state, openedAtMs }) =>
      describe(streams, {
        atMs,
        openedAtMs,
        isOver: state === 'resolved',
        fault: state === 'resolved' ? lastFault(openedAtMs, atMs) : shownAt(atMs, 1)[0],
      }),
  };
}

/**
 * Failed dispenses form an incident until the machine reports a fault, which supersedes it. Otherwise only a successful
 * dispense ends it.
 */
function findUnreportedFaults(
  streams: TerminalStreams,
  part: SpanPart,
  policy: DispenserPolicy,
  { faults, dispenses }: Seen,
): RuleCondition {
  const knownCount = (atMs: number): number => firstIndex(dispenses, ({ knownMs }) => knownMs > atMs);
  const reports = faults.flatMap(({ fromMs, toMs }) => {
    const [reportedMs] = listMessagesFrom(streams, fromMs, 1, Math.min(toMs, part.toMs + 1));
    return reportedMs === undefined ? [] : [{ fromMs: minuteFrom(reportedMs), toMs: minuteFrom(toMs) }];
  });
  const isReported = (atMs: number): boolean => reports.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  return {
    rearmMinutes: policy.rearmMinutes,
    quiet: quietOfTerminal(streams.source.tenant, streams.source.terminal.terminalId),
    marks: [
      ...dispenses.flatMap((dispense, index) => {
        const isTurn = !dispense.isPaid || dispenses[index - 1]?.isPaid === false;
        return isTurn ? [minuteFrom(dispense.knownMs)] : [];
      }),
      ...reports.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
    ],
    triggeredAs(atMs) {
      const count = knownCount(atMs);
      if (count < policy.failedDispenses || isReported(atMs)) return undefined;
      const latest = dispenses.slice(count - policy.failedDispenses, count);
      return latest.every(({ isPaid }) => !isPaid) ? 'medium' : undefined;
    },
    worsenedTo: () => 'medium',
    clearedBy(atMs) {
      if (isReported(atMs)) return 'superseded';
      return dispenses[knownCount(atMs) - 1]?.isPaid === true ? 'recovered' : undefined;
    },
    describe: ({ atMs, state, openedAtMs }) =>
      describe(streams, { atMs, openedAtMs, isOver: state === 'resolved', fault: undefined }),
  };
}

/** Longer than reversing a withdrawal takes. */
const REVERSED_WITHIN_MS = HOUR_MS;

/** Returns the number of failed dispenses since the last successful one, up to `atMs`. */
function failedSinceSuccess(ledger: TerminalStreams['ledger'], atMs: number): number {
  for (let reachMs = DAY_MS; ; reachMs *= 4) {
    const fromMs = Math.max(HISTORY_START_MS - DAY_MS, atMs - reachMs);
    const known = listDispenses(ledger, fromMs - REVERSED_WITHIN_MS, atMs + 1).filter(
      ({ knownMs }) => knownMs >= fromMs && knownMs <= atMs,
    );
    const lastPaid = known.findLastIndex(({ isPaid }) => isPaid);
    if (lastPaid >= 0 || fromMs === HISTORY_START_MS - DAY_MS) return known.length - 1 - lastPaid;
  }
}

interface Turning {
  readonly atMs: number;
  readonly openedAtMs: number;
  readonly isOver: boolean;
  /** The fault that the machine reports, or reported until it was over. */
  readonly fault: DeviceFault | undefined;
}

function describe({ source, ledger }: TerminalStreams, turning: Turning): EventDescription {
  const { atMs, openedAtMs, isOver, fault } = turning;
  const { terminal } = source;
  const failedDispenseCount = failedSinceSuccess(ledger, atMs);
  const lastSuccessAt = findLatestRow(ledger, atMs, (row) => toDispense(row)?.isPaid === true)?.atMs ?? null;
  const name = fault?.errorText ?? (fault === undefined ? 'dispenses fail' : fault.condition.replaceAll('_', ' '));
  const code = fault?.errorCode === null || fault === undefined ? '' : ` (${fault.errorCode})`;
  const lastPaid =
    lastSuccessAt === null
      ? 'No successful dispense yet.'
      : `Last paid out ${formatLocalClock(terminal, lastSuccessAt)}.`;
  return {
    data: {
      device: DISPENSER,
      errorCode: fault?.errorCode ?? null,
      errorText: fault?.errorText ?? null,
      vendor: terminal.hardware.vendor,
      model: terminal.hardware.model,
      condition: isOver ? 'ok' : (fault?.condition ?? 'ok'),
      isServiceAffecting: fault?.isServiceAffecting ?? false,
      failedDispenseCount,
      lastSuccessAt,
    },
    title: isOver ? 'Dispenser fault' : `Dispenser: ${name}${code}`,
    summary: isOver
      ? `Open for ${describeDuration(atMs - openedAtMs)}.`
      : `${failedDispenseCount} failed since the last success. ${lastPaid}`,
  };
}
