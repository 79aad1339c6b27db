import { rsrpDbmAt, toSignalQuality } from '../../../fixtures/random/signal.ts';
import { heartbeatsBetween, lastHeartbeatAt, outagesBetween } from '../../../fixtures/terminals/outages.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import type { HeartbeatPolicy } from './evaluation/default-policy.ts';
import { type Incident, isOpenAt } from './evaluation/incident.ts';
import { quietOfTerminal } from './evaluation/maintenance.ts';
import { type EventDescription, evaluateRule, type RuleCondition } from './evaluation/minute-rule.ts';
import { minuteAfter, minuteFrom, minutesBetween } from './evaluation/minutes.ts';
import { describeDuration, formatLocalClock } from './evaluation/wording.ts';
import { findLatestTransactionMs } from './input/latest-row.ts';
import { lookBackFrom, type SpanPart, type TerminalStreams } from './input/streams.ts';

/**
 * A terminal has not sent a heartbeat for several intervals. Severity high, later critical, until two consecutive
 * heartbeats. Suppressed while its line flaps; `flappings` are those incidents.
 * @see gap events.conditions
 */
export function heartbeatStale(
  streams: TerminalStreams,
  part: SpanPart,
  policy: HeartbeatPolicy,
  flappings: readonly Incident[],
): readonly Incident[] {
  const { seed, terminal } = streams.source;
  const { terminalId, accountId } = terminal;
  const dedupeKey = `heartbeat_stale:${terminalId}`;
  const condition = makeCondition(streams, part, policy, flappings);
  return evaluateRule({ seed, type: 'heartbeat_stale', dedupeKey, accountId, terminalId }, part, condition);
}

function makeCondition(
  streams: TerminalStreams,
  part: SpanPart,
  policy: HeartbeatPolicy,
  flappings: readonly Incident[],
): RuleCondition {
  const { source } = streams;
  const intervalMs = source.terminal.comms.heartbeatIntervalSeconds * 1000;
  const limitMs = Math.max(policy.triggerIntervals * intervalMs, policy.triggerMinutes * MINUTE_MS);
  const graveMs = Math.max(policy.escalateIntervals * intervalMs, policy.escalateMinutes * MINUTE_MS);
  const silentMs = (atMs: number): number => atMs - (lastHeartbeatAt(source, atMs) ?? atMs);
  const severityAt = (atMs: number) => (silentMs(atMs) > graveMs ? 'critical' : 'high');
  // Half an interval of delay distinguishes a missed heartbeat from a late one.
  const steadyMs = (policy.clearHeartbeats - 0.5) * intervalMs;

  return {
    rearmMinutes: policy.rearmMinutes,
    quiet: quietOfTerminal(source.tenant, source.terminal.terminalId),
    marks: listMarks(streams, part, { intervalMs, limitMs, graveMs, beats: policy.clearHeartbeats, flappings }),
    triggeredAs(atMs) {
      const isHeld = flappings.some((flapping) => isOpenAt(flapping, atMs));
      return !isHeld && silentMs(atMs) > limitMs ? severityAt(atMs) : undefined;
    },
    worsenedTo: severityAt,
    clearedBy: (atMs) =>
      heartbeatsBetween(source, atMs - steadyMs, atMs + 1).length >= policy.clearHeartbeats ? 'recovered' : undefined,
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
  const outages = outagesBetween(source, earlierMs, part.toMs + 1);
  return [
    ...outages.flatMap((outage) => {
      const lastMs = lastHeartbeatAt(source, outage.fromMs);
      if (lastMs === undefined) return [];
      const soonMs = Math.min(outage.toMs + (beats + 2) * intervalMs, part.toMs + 1);
      const observed = outage.toMs < soonMs ? heartbeatsBetween(source, outage.toMs, soonMs) : [];
      return [minuteAfter(lastMs + limitMs), minuteAfter(lastMs + graveMs), ...observed.map(minuteFrom)];
    }),
    ...flappings.flatMap(({ resolvedAtMs }) => resolvedAtMs ?? []),
  ];
}

function describe({ source, ledger }: TerminalStreams, atMs: number, openedAtMs: number | undefined): EventDescription {
  const { terminal } = source;
  const { comms, location } = terminal;
  const lastBeatMs = lastHeartbeatAt(source, atMs) ?? atMs;
  const minutesSilent = minutesBetween(lastBeatMs, atMs);
  const signalQuality = toSignalQuality(rsrpDbmAt(source, lastBeatMs));
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
