import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { DeviceFault } from '../../../../fixtures/model/stream-types.ts';
import { listDeviceFaultsBetween } from '../../../../fixtures/terminals/devices.ts';
import { DAY_MS, HOUR_MS } from '../../../../fixtures/time/dates.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule, type RuleCondition } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration, formatLocalClock } from '../../rules/evaluation/wording.ts';
import type { Incident } from '../../rules/incident.ts';
import { type Dispense, listDispenses, toDispense } from '../../rules/input/dispenses.ts';
import { findLatestRow } from '../../rules/input/latest-row.ts';
import { listFirstMessages, listMessagesFrom, listMessagesUpTo } from '../../rules/input/status-messages.ts';
import { isFirstPart, type SpanPart, type TerminalStreams } from '../../rules/input/streams.ts';
import type { Terminal } from '../../state/tenant.ts';
import {
  createAlreadyOpenObstacle,
  createCauseBase,
  createTriggerPlan,
  findLatestIncident,
  findRearmedMs,
  findTargetTerminal,
  readPolicy,
  type Setting,
  type TriggerOutcome,
  withInjectedCauses,
} from '../planning/definition.ts';
import { createObstacle, isObstacles } from '../planning/obstacle.ts';
import type { IncidentDefinition, TerminalEvaluation } from './event-definition.ts';

/**
 * The dispenser reports an error, or fails twice in a row without one. One incident per error code.
 * @see gap events.conditions
 */
export const dispenserFault: IncidentDefinition<'dispenser_fault'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findFaults },
  trigger: { about: 'terminal', usualMinutes: 10, provoke: breakDispenser, resolve: repairDispenser },
};

const DISPENSER = 'cash_dispenser';
/** Code of a fault without a reported error: only failed dispenses. */
const UNREPORTED = 'none';

function findFaults(evaluation: TerminalEvaluation): readonly Incident[] {
  const { streams, part } = evaluation;
  const policy = evaluation.policy.dispenserFault;
  const { source, ledger } = streams;
  const { terminalId, accountId } = source.terminal;
  const keyPrefix = `dispenser_fault:${terminalId}:`;
  const faults = listDispenserFaults(streams, part.fromMs, part.toMs + 1);
  const dispenses = listDispenses(ledger, findFirstDispenseMs(ledger, part, policy.failedDispenses), part.toMs + 1);
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
      return find(key, findReportedFaults(evaluation, { key, faults: own, dispenses }));
    }),
    ...find(UNREPORTED, findUnreportedFaults(evaluation, { faults, dispenses })),
  ];
}

const makeDedupeKey = ({ errorCode, condition }: DeviceFault): string => errorCode ?? condition;

/** Returns faults of the dispenser that overlap [fromMs, toMs], oldest first. */
const listDispenserFaults = ({ source }: TerminalStreams, fromMs: number, toMs: number): readonly DeviceFault[] =>
  listDeviceFaultsBetween(source, fromMs, toMs).filter(({ device }) => device === DISPENSER);

/** Returns where to start reading dispenses, so that at least `count` are before the part, if available. */
function findFirstDispenseMs(ledger: TerminalStreams['ledger'], part: SpanPart, count: number): number {
  for (let reachMs = DAY_MS; ; reachMs *= 4) {
    const fromMs = Math.max(ledger.historyStartMs - DAY_MS, part.fromMs - reachMs);
    const isEnough = isFirstPart(part) || fromMs <= ledger.historyStartMs - DAY_MS;
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
  { streams, part, policy: { dispenserFault: policy } }: TerminalEvaluation,
  { key, faults, dispenses }: Seen & { readonly key: string },
): RuleCondition {
  const own = (fromMs: number, toMs: number): readonly DeviceFault[] =>
    listDispenserFaults(streams, fromMs, toMs).filter((fault) => makeDedupeKey(fault) === key);
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
    quiet: listTerminalQuietSpans(streams.source.tenant, streams.source.terminal.terminalId),
    marks: [
      ...faults.flatMap(({ fromMs, toMs }) => [
        ...listMessagesFrom(streams, { fromMs, toMs: part.toMs + 1 }, emitted),
        ...listMessagesFrom(streams, { fromMs: toMs, toMs: part.toMs + 1 }, emitted),
        ...firstPaid(toMs),
      ]),
      ...listFirstMessages(streams, part, emitted),
      ...firstPaid(part.afterMs),
    ].map(ceilToMinute),
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
  { streams, part, policy: { dispenserFault: policy } }: TerminalEvaluation,
  { faults, dispenses }: Seen,
): RuleCondition {
  const knownCount = (atMs: number): number => findFirstIndex(dispenses, ({ knownMs }) => knownMs > atMs);
  const reports = faults.flatMap(({ fromMs, toMs }) => {
    const [reportedMs] = listMessagesFrom(streams, { fromMs, toMs: Math.min(toMs, part.toMs + 1) }, 1);
    return reportedMs === undefined ? [] : [{ fromMs: ceilToMinute(reportedMs), toMs: ceilToMinute(toMs) }];
  });
  const isReported = (atMs: number): boolean => reports.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  return {
    rearmMinutes: policy.rearmMinutes,
    quiet: listTerminalQuietSpans(streams.source.tenant, streams.source.terminal.terminalId),
    marks: [
      ...dispenses.flatMap((dispense, index) => {
        const isTurn = !dispense.isPaid || dispenses[index - 1]?.isPaid === false;
        return isTurn ? [ceilToMinute(dispense.knownMs)] : [];
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
function countFailedSinceSuccess(ledger: TerminalStreams['ledger'], atMs: number): number {
  for (let reachMs = DAY_MS; ; reachMs *= 4) {
    const fromMs = Math.max(ledger.historyStartMs - DAY_MS, atMs - reachMs);
    const known = listDispenses(ledger, fromMs - REVERSED_WITHIN_MS, atMs + 1).filter(
      ({ knownMs }) => knownMs >= fromMs && knownMs <= atMs,
    );
    const lastPaid = known.findLastIndex(({ isPaid }) => isPaid);
    if (lastPaid >= 0 || fromMs === ledger.historyStartMs - DAY_MS) return known.length - 1 - lastPaid;
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
  const failedDispenseCount = countFailedSinceSuccess(ledger, atMs);
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

type Condition = TriggerParameters<'dispenser_fault'>['condition'];

/** Messages of a machine, and the one maker's error code that is public. */
const symptoms: Readonly<Record<Condition, Symptom>> = {
  transport_inoperative: { state: 'hardware_error', text: 'Note transport jammed', hyosungCode: null },
  stacker_not_empty: { state: 'hardware_error', text: 'Notes seen before dispensing', hyosungCode: '20015' },
  reject_bin_full: { state: 'user_error', text: 'Reject bin full', hyosungCode: '20003' },
  cassette_missing: { state: 'user_error', text: 'Cassette not loaded', hyosungCode: '20001' },
  shutter_jammed: { state: 'hardware_error', text: 'Shutter jammed', hyosungCode: null },
};

interface Symptom {
  readonly state: 'hardware_error' | 'user_error';
  readonly text: string;
  readonly hyosungCode: string | null;
}

/** Breaks the dispenser. The next status messages report it. */
function breakDispenser(
  setting: Setting,
  { condition, is_service_affecting: isServiceAffecting }: TriggerParameters<'dispenser_fault'>,
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { state, text: errorText, hyosungCode } = symptoms[condition];
  const errorCode = terminal.fixture.hardware.vendor === 'Hyosung' ? hyosungCode : null;
  const dedupeKey = `dispenser_fault:${terminal.terminalId}:${errorCode ?? condition}`;
  const latest = findLatestIncident(setting, terminal, dedupeKey);
  if (latest?.resolvedAtMs === null) return createAlreadyOpenObstacle(latest);

  const { seriousMessages, warningMessages, rearmMinutes } = readPolicy(setting).dispenserFault;
  const cause: Cause = {
    ...createCauseBase(setting, terminal),
    type: 'device_failed',
    device: DISPENSER,
    state,
    condition,
    errorCode,
    errorText,
    isServiceAffecting,
    untilMs: null,
  };
  const count = isServiceAffecting ? seriousMessages : warningMessages;
  const emittedMs = findMessageMs(setting, terminal, { cause, count });
  if (emittedMs === undefined) return explainSilence;
  return createTriggerPlan(setting, [cause], Math.max(emittedMs, findRearmedMs(latest, rearmMinutes)));
}

function repairDispenser(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const cause: Cause = { ...createCauseBase(setting, terminal), type: 'device_repaired', device: DISPENSER };
  const count = readPolicy(setting).dispenserFault.clearMessages;
  const emittedMs = findMessageMs(setting, terminal, { cause, count });
  return emittedMs === undefined ? explainSilence : createTriggerPlan(setting, [cause], emittedMs);
}

const explainSilence = createObstacle(
  '/terminal_id',
  'cannot_serve',
  'The terminal sends no status messages. Resolve heartbeat_stale first.',
);

/** How far ahead to look for a status message. */
const PATIENCE_MS = 7 * DAY_MS;

/** Returns when the terminal will have sent this many status messages. */
function findMessageMs(
  { nowMs }: Setting,
  terminal: Terminal,
  { cause, count }: { readonly cause: Cause; readonly count: number },
): number | undefined {
  return listMessagesFrom(withInjectedCauses(terminal, [cause]), { fromMs: nowMs, toMs: nowMs + PATIENCE_MS }, count)[
    count - 1
  ];
}
