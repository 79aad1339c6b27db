import {
  findLastHeartbeat,
  isOnlineAt,
  listHeartbeatsBetween,
  listOutagesBetween,
} from '../../../../fixtures/terminals/outages.ts';
import { drawRsrpDbmAt, toSignalQuality } from '../../../../fixtures/terminals/signal.ts';
import { MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule, type RuleCondition } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute, countMinutes, getNextMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration, formatLocalClock } from '../../rules/evaluation/wording.ts';
import { type Incident, isOpenAt } from '../../rules/incident.ts';
import { findLatestTransactionMs } from '../../rules/input/latest-row.ts';
import { lookBackFrom, type SpanPart, type TerminalStreams } from '../../rules/input/streams.ts';
import {
  createAlreadyOpenObstacle,
  createCauseBase,
  createTriggerPlan,
  explainShortDuration,
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
 * A terminal has not sent a heartbeat for several intervals. Severity high, later critical, until two consecutive
 * heartbeats. Suppressed while its line flaps.
 * @see gap events.conditions
 */
export const heartbeatStale: IncidentDefinition<'heartbeat_stale'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findSilences },
  trigger: { about: 'terminal', usualMinutes: 15, provoke: cutLine, resolve: restoreLine },
};

function findSilences(evaluation: TerminalEvaluation): readonly Incident[] {
  const { seed, terminal } = evaluation.streams.source;
  const { terminalId, accountId } = terminal;
  return evaluateRule(
    { seed, type: 'heartbeat_stale', dedupeKey: `heartbeat_stale:${terminalId}`, accountId, terminalId },
    evaluation.part,
    makeCondition(evaluation),
  );
}

function makeCondition(evaluation: TerminalEvaluation): RuleCondition {
  const { streams, part } = evaluation;
  const policy = evaluation.policy.heartbeatStale;
  const flappings = evaluation.incidentsOf('communication_flapping');
  const { source } = streams;
  const intervalMs = source.terminal.comms.heartbeatIntervalSeconds * 1000;
  const limitMs = Math.max(policy.triggerIntervals * intervalMs, policy.triggerMinutes * MINUTE_MS);
  const graveMs = Math.max(policy.escalateIntervals * intervalMs, policy.escalateMinutes * MINUTE_MS);
  const silentMs = (atMs: number): number => atMs - (findLastHeartbeat(source, atMs) ?? atMs);
  const severityAt = (atMs: number) => (silentMs(atMs) > graveMs ? 'critical' : 'high');
  // Half an interval of delay distinguishes a missed heartbeat from a late one.
  const steadyMs = (policy.clearHeartbeats - 0.5) * intervalMs;

  return {
    rearmMinutes: policy.rearmMinutes,
    quiet: listTerminalQuietSpans(source.tenant, source.terminal.terminalId),
    marks: listMarks(streams, part, { intervalMs, limitMs, graveMs, beats: policy.clearHeartbeats, flappings }),
    triggeredAs(atMs) {
      const isHeld = flappings.some((flapping) => isOpenAt(flapping, atMs));
      return !isHeld && silentMs(atMs) > limitMs ? severityAt(atMs) : undefined;
    },
    worsenedTo: severityAt,
    clearedBy: (atMs) =>
      listHeartbeatsBetween(source, atMs - steadyMs, atMs + 1).length >= policy.clearHeartbeats
        ? 'recovered'
        : undefined,
    describe: ({ atMs, state, openedAtMs }) => describe(streams, atMs, state === 'resolved' ? openedAtMs : undefined),
  };
}

interface Thresholds {
  readonly intervalMs: number;
  readonly limitMs: number;
  readonly graveMs: number;
  readonly beats: number;
  readonly flappings: readonly Incident[];
}

/**
 * Returns the minutes at which the condition may change: with outages, some time after they begin, and at the end of
 * flapping.
 */
function listMarks({ source }: TerminalStreams, part: SpanPart, thresholds: Thresholds): readonly number[] {
  const { intervalMs, limitMs, graveMs, beats, flappings } = thresholds;
  const earlierMs = lookBackFrom(part, Math.max(limitMs, graveMs) + (beats + 2) * intervalMs);
  const outages = listOutagesBetween(source, earlierMs, part.toMs + 1);
  return [
    ...outages.flatMap((outage) => {
      const lastMs = findLastHeartbeat(source, outage.fromMs);
      if (lastMs === undefined) return [];
      const soonMs = Math.min(outage.toMs + (beats + 2) * intervalMs, part.toMs + 1);
      const observed = outage.toMs < soonMs ? listHeartbeatsBetween(source, outage.toMs, soonMs) : [];
      return [getNextMinute(lastMs + limitMs), getNextMinute(lastMs + graveMs), ...observed.map(ceilToMinute)];
    }),
    ...flappings.flatMap(({ resolvedAtMs }) => resolvedAtMs ?? []),
  ];
}

function describe({ source, ledger }: TerminalStreams, atMs: number, openedAtMs: number | undefined): EventDescription {
  const { terminal } = source;
  const { comms, location } = terminal;
  const lastBeatMs = findLastHeartbeat(source, atMs) ?? atMs;
  const minutesSilent = countMinutes(lastBeatMs, atMs);
  const signalQuality = toSignalQuality(drawRsrpDbmAt(source, lastBeatMs));
  const place = `${location.name}, ${location.address.city} ${location.address.region}.`;
  const signal = signalQuality === null ? '' : `, signal ${signalQuality}`;
  return {
    data: {
      lastHeartbeatAt: lastBeatMs,
      heartbeatIntervalSeconds: comms.heartbeatIntervalSeconds,
      minutesSilent,
      lastTransactionAt: findLatestTransactionMs(ledger, atMs),
      linkType: comms.linkType,
      signalQuality,
      locationName: location.name,
    },
    title: openedAtMs === undefined ? `No heartbeat for ${minutesSilent} min` : 'Heartbeats received again',
    summary:
      openedAtMs === undefined
        ? `Last heartbeat ${formatLocalClock(terminal, lastBeatMs)}. Link ${comms.linkType}${signal}. ${place}`
        : `Open for ${describeDuration(atMs - openedAtMs)}. Heartbeats on time since ${formatLocalClock(terminal, lastBeatMs)}. ${place}`,
  };
}

/** Cuts the line, so that no messages arrive. */
function cutLine(setting: Setting, { minutes }: TriggerParameters<'heartbeat_stale'>): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { nowMs } = setting;
  const { triggerIntervals, triggerMinutes, rearmMinutes } = readPolicy(setting).heartbeatStale;
  const latest = findLatestIncident(setting, terminal, `heartbeat_stale:${terminal.terminalId}`);
  if (latest?.resolvedAtMs === null) return createAlreadyOpenObstacle(latest);
  const flapping = findLatestIncident(setting, terminal, `communication_flapping:${terminal.terminalId}`);
  if (flapping?.resolvedAtMs === null)
    return createObstacle(
      '/event_type',
      'held_back',
      'Stale heartbeats are not reported while the line flaps. Resolve communication_flapping first.',
    );

  const lastMs = findLastHeartbeat(terminal.source, nowMs - 1);
  if (lastMs === undefined)
    return createObstacle('/terminal_id', 'not_in_service', 'The terminal has never sent a message.');
  const intervalMs = terminal.fixture.comms.heartbeatIntervalSeconds * 1000;
  const limitMs = Math.max(triggerIntervals * intervalMs, triggerMinutes * MINUTE_MS);
  const firesMs = Math.max(getNextMinute(lastMs + limitMs), findRearmedMs(latest, rearmMinutes));
  const untilMs = minutes === undefined ? null : nowMs + minutes * MINUTE_MS;
  if (untilMs !== null && untilMs <= firesMs) return explainShortDuration(firesMs - nowMs);
  return createTriggerPlan(setting, [{ ...createCauseBase(setting, terminal), type: 'line_cut', untilMs }], firesMs);
}

function restoreLine(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  // Time for a number of heartbeats, each at most an interval and its jitter after the previous one.
  const beatMs = terminal.fixture.comms.heartbeatIntervalSeconds * 1000 + 5000;
  const resumedMs = setting.nowMs + readPolicy(setting).heartbeatStale.clearHeartbeats * beatMs;
  const cause = { ...createCauseBase(setting, terminal), type: 'line_restored' } as const;
  if (!isOnlineAt(withInjectedCauses(terminal, [cause]).source, setting.nowMs))
    return createObstacle(
      '/terminal_id',
      'held_back',
      'The gateway of the terminal is down. Resolve processor_outage of that connector first.',
    );
  return createTriggerPlan(setting, [cause], resumedMs);
}
