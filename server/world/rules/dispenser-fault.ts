import { deviceFaultsBetween } from '../../../fixtures/devices.ts';
import type { DeviceFault } from '../../../fixtures/stream-types.ts';
import { type Dispense, dispenseOf, dispensesBetween } from './dispenses.ts';
import type { Incident } from './incident.ts';
import { lastRowAt } from './looking-back.ts';
import { quietOfTerminal } from './maintenance.ts';
import { minuteFrom } from './minutes.ts';
import type { DispenserPolicy } from './policy.ts';
import { messagesFrom, messagesUpTo } from './status-messages.ts';
import type { Span, TerminalStreams } from './streams.ts';
import { type Condition, type Telling, watch } from './watch.ts';
import { clockText, lengthText } from './wording.ts';

const DAY_MS = 86_400_000;
const DISPENSER = 'cash_dispenser';
/** Stands for the code of a fault that the machine reports none for: nothing but failed dispenses. */
const UNREPORTED = 'none';

/**
 * The dispenser reports an error, or fails twice in a row without a word: one incident for each error code.
 * @see gap events.conditions
 */
export function dispenserFault(streams: TerminalStreams, span: Span, policy: DispenserPolicy): readonly Incident[] {
  const { source, ledger } = streams;
  const { terminalId, accountId } = source.terminal;
  const faults = deviceFaultsBetween(source, span.fromMs, span.toMs + 1).filter(({ device }) => device === DISPENSER);
  const dispenses = dispensesBetween(ledger, span.fromMs - DAY_MS, span.toMs + 1);
  const find = (key: string, condition: Condition): readonly Incident[] => {
    const dedupeKey = `dispenser_fault:${terminalId}:${key}`;
    return watch({ seed: source.seed, type: 'dispenser_fault', dedupeKey, accountId, terminalId }, span, condition);
  };
  const byKey = Map.groupBy(faults, ({ errorCode, condition }) => errorCode ?? condition);
  return [
    ...[...byKey].flatMap(([key, own]) => find(key, reported(streams, span, policy, { faults: own, dispenses }))),
    ...find(UNREPORTED, unreported(streams, span, policy, { faults, dispenses })),
  ];
}

interface Seen {
  readonly faults: readonly DeviceFault[];
  readonly dispenses: readonly Dispense[];
}

/** A fault counts once it stands in enough status messages, and is over when it is gone from enough of them. */
function reported(
  streams: TerminalStreams,
  span: Span,
  policy: DispenserPolicy,
  { faults, dispenses }: Seen,
): Condition {
  const faultAt = (ms: number): DeviceFault | undefined => faults.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
  const shownAt = (atMs: number, count: number): readonly (DeviceFault | undefined)[] => {
    const messages = messagesUpTo(streams, atMs, count);
    return messages.length < count ? [undefined] : messages.map(faultAt);
  };
  const isSerious = (atMs: number): boolean =>
    shownAt(atMs, policy.seriousMessages).every((fault) => fault?.isServiceAffecting === true);
  const told = Math.max(policy.seriousMessages, policy.warningMessages, policy.clearMessages);

  return {
    rearmMinutes: policy.rearmMinutes,
    quiet: quietOfTerminal(streams.source.tenant, streams.source.terminal.terminalId),
    marks: faults
      .flatMap(({ fromMs, toMs }) => [
        ...messagesFrom(streams, fromMs, told, span.toMs + 1),
        ...messagesFrom(streams, toMs, told, span.toMs + 1),
        ...dispenses
          .filter(({ isPaid, knownMs }) => isPaid && knownMs >= toMs)
          .slice(0, 1)
          .map(({ knownMs }) => knownMs),
      ])
      .map(minuteFrom),
    triggeredAs(atMs) {
      if (isSerious(atMs)) return 'critical';
      return shownAt(atMs, policy.warningMessages).every((fault) => fault !== undefined) ? 'medium' : undefined;
    },
    worsenedTo: (atMs) => (isSerious(atMs) ? 'critical' : 'medium'),
    clearedBy(atMs) {
      const [newest] = messagesUpTo(streams, atMs, 1);
      const isPaying = newest !== undefined && dispenses.some(({ isPaid, knownMs }) => isPaid && knownMs === newest);
      const isGone = shownAt(atMs, policy.clearMessages).every((fault) => fault === undefined);
      return isGone || (isPaying && faultAt(newest) === undefined) ? 'recovered' : undefined;
    },
    tell: ({ atMs, state, openedAtMs }) =>
      tell(streams, dispenses, {
        atMs,
        openedAtMs,
        isOver: state === 'resolved',
        fault: state === 'resolved' ? faultBefore(faults, atMs) : shownAt(atMs, 1)[0],
      }),
  };
}

const faultBefore = (faults: readonly DeviceFault[], atMs: number): DeviceFault | undefined =>
  faults.findLast(({ fromMs }) => fromMs <= atMs);

/**
 * Failed dispenses speak for themselves until the machine reports a fault, which then supersedes them; else only a
 * dispense that works ends it.
 */
function unreported(
  streams: TerminalStreams,
  span: Span,
  policy: DispenserPolicy,
  { faults, dispenses }: Seen,
): Condition {
  const known = (atMs: number): readonly Dispense[] => dispenses.filter(({ knownMs }) => knownMs <= atMs);
  const reports = faults.flatMap(({ fromMs, toMs }) => {
    const [reportedMs] = messagesFrom(streams, fromMs, 1, Math.min(toMs, span.toMs + 1));
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
      const latest = known(atMs).slice(-policy.failedDispenses);
      const isFailing = latest.length === policy.failedDispenses && latest.every(({ isPaid }) => !isPaid);
      return isFailing && !isReported(atMs) ? 'medium' : undefined;
    },
    worsenedTo: () => 'medium',
    clearedBy(atMs) {
      if (isReported(atMs)) return 'superseded';
      return known(atMs).at(-1)?.isPaid === true ? 'recovered' : undefined;
    },
    tell: ({ atMs, state, openedAtMs }) =>
      tell(streams, dispenses, { atMs, openedAtMs, isOver: state === 'resolved', fault: undefined }),
  };
}

interface Turning {
  readonly atMs: number;
  readonly openedAtMs: number;
  readonly isOver: boolean;
  /** What the machine reports, or did until it was over. */
  readonly fault: DeviceFault | undefined;
}

function tell({ source, ledger }: TerminalStreams, dispenses: readonly Dispense[], turning: Turning): Telling {
  const { atMs, openedAtMs, isOver, fault } = turning;
  const { terminal } = source;
  const known = dispenses.filter(({ knownMs }) => knownMs <= atMs);
  const failedDispenseCount = known.length - 1 - known.findLastIndex(({ isPaid }) => isPaid);
  const lastSuccessAt = lastRowAt(ledger, atMs, (row) => dispenseOf(row)?.isPaid === true)?.atMs ?? null;
  const name = fault?.errorText ?? (fault === undefined ? 'dispenses fail' : fault.condition.replaceAll('_', ' '));
  const code = fault?.errorCode === null || fault === undefined ? '' : ` (${fault.errorCode})`;
  const lastPaid =
    lastSuccessAt === null ? 'Nothing paid out yet.' : `Last paid out ${clockText(terminal, lastSuccessAt)}.`;
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
      ? `Open for ${lengthText(atMs - openedAtMs)}.`
      : `${failedDispenseCount} failed since the last success. ${lastPaid}`,
  };
}
