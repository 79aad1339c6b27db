import { isOnlineAt, listLineTransitions, listOutagesBetween } from '../../../../fixtures/terminals/outages.ts';
import { drawRsrpDbmAt } from '../../../../fixtures/terminals/signal.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { FlappingPolicy } from '../../rules/evaluation/default-policy.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration } from '../../rules/evaluation/wording.ts';
import type { Incident } from '../../rules/incident.ts';
import { lookBackFrom, type TerminalStreams } from '../../rules/input/streams.ts';
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
} from '../planning/definition.ts';
import { createObstacle, isObstacles } from '../planning/obstacle.ts';
import type { IncidentDefinition, TerminalEvaluation } from './event-definition.ts';

const gatewayTypes: ReadonlySet<string> = new Set(['lte_gateway', 'tls_gateway', 'vpn_tunnel']);

/**
 * The line changes between online and offline too often.
 * @see gap events.conditions
 */
export const communicationFlapping: IncidentDefinition<'communication_flapping'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findFlappings },
  trigger: { about: 'terminal', usualMinutes: 30, provoke: flapLine, resolve: restoreLine },
};

function findFlappings({ streams, part, policy: policies }: TerminalEvaluation): readonly Incident[] {
  const policy = policies.communicationFlapping;
  const { source } = streams;
  const { terminalId, accountId } = source.terminal;
  const windowMs = policy.windowMinutes * MINUTE_MS;
  // A change counts from the first whole minute after it for the length of the window.
  const earlierMs = lookBackFrom(part, MINUTE_MS) - windowMs;
  const changes = listLineTransitions(source, earlierMs, part.toMs + 1).map(({ atMs }) => ceilToMinute(atMs));
  const changesUpTo = (ms: number): number => findFirstIndex(changes, (changeMs) => changeMs > ms);
  const countAt = (atMs: number): number => changesUpTo(atMs) - changesUpTo(atMs - windowMs);

  return evaluateRule(
    {
      seed: source.seed,
      type: 'communication_flapping',
      dedupeKey: `communication_flapping:${terminalId}`,
      accountId,
      terminalId,
    },
    part,
    {
      rearmMinutes: policy.rearmMinutes,
      quiet: listTerminalQuietSpans(source.tenant, terminalId),
      marks: changes.flatMap((changeMs) => [changeMs, changeMs + windowMs]),
      triggeredAs: (atMs) => (countAt(atMs) >= policy.triggerChanges ? 'medium' : undefined),
      worsenedTo: () => 'medium',
      clearedBy: (atMs) => (countAt(atMs) <= policy.clearChanges ? 'recovered' : undefined),
      describe: ({ atMs, state, openedAtMs }) =>
        describe(streams, policy, {
          atMs,
          transitions: countAt(atMs),
          openedAtMs: state === 'resolved' ? openedAtMs : undefined,
        }),
    },
  );
}

interface Turning {
  readonly atMs: number;
  readonly transitions: number;
  /** For an incident that ends. */
  readonly openedAtMs: number | undefined;
}

function describe({ source }: TerminalStreams, { windowMinutes }: FlappingPolicy, turning: Turning): EventDescription {
  const { atMs, transitions, openedAtMs } = turning;
  const { terminal, tenant } = source;
  const longestOfflineSeconds = findLongestOfflineSeconds(source, atMs - windowMinutes * MINUTE_MS, atMs);
  const gateway = terminal.comms.connectorIds.find((id) =>
    tenant.connectors.some(({ connectorId, connectorType }) => connectorId === id && gatewayTypes.has(connectorType)),
  );
  return {
    data: {
      transitions,
      windowMinutes,
      longestOfflineSeconds,
      linkType: terminal.comms.linkType,
      rsrpDbm: drawRsrpDbmAt(source, atMs),
      connectorId: gateway ?? null,
    },
    title:
      openedAtMs === undefined ? `Line flapping: ${transitions} changes in ${windowMinutes} min` : 'Line stable again',
    summary:
      openedAtMs === undefined
        ? `Longest time offline ${longestOfflineSeconds} s. Link ${terminal.comms.linkType}.`
        : `Open for ${describeDuration(atMs - openedAtMs)}.`,
  };
}

/** Returns the longest offline period inside a window, in whole seconds. */
function findLongestOfflineSeconds(source: TerminalStreams['source'], fromMs: number, toMs: number): number {
  const lengths = listOutagesBetween(source, fromMs, toMs).map(
    (outage) => Math.min(outage.toMs, toMs) - Math.max(outage.fromMs, fromMs),
  );
  return Math.floor(Math.max(0, ...lengths) / 1000);
}

/** Drops and restores the line repeatedly. */
function flapLine(
  setting: Setting,
  { changes_per_hour: changesPerHour, minutes }: TriggerParameters<'communication_flapping'>,
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { nowMs } = setting;
  const { triggerChanges, rearmMinutes } = readPolicy(setting).communicationFlapping;
  const latest = findLatestIncident(setting, terminal, `communication_flapping:${terminal.terminalId}`);
  if (latest?.resolvedAtMs === null) return createAlreadyOpenObstacle(latest);
  if (!isOnlineAt(terminal.source, nowMs))
    return createObstacle(
      '/terminal_id',
      'cannot_serve',
      'The line of the terminal is down. Resolve heartbeat_stale first.',
    );

  const partMs = HOUR_MS / Math.floor(changesPerHour / 2);
  const firesMs = Math.max(nowMs + Math.ceil(triggerChanges / 2) * partMs, findRearmedMs(latest, rearmMinutes));
  const untilMs = nowMs + minutes * MINUTE_MS;
  if (untilMs < firesMs) return explainShortDuration(firesMs - nowMs);
  const cause = { ...createCauseBase(setting, terminal), type: 'line_flapping', changesPerHour, untilMs } as const;
  return createTriggerPlan(setting, [cause], firesMs);
}

function restoreLine(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const quietMs = setting.nowMs + (readPolicy(setting).communicationFlapping.windowMinutes + 1) * MINUTE_MS;
  return createTriggerPlan(setting, [{ ...createCauseBase(setting, terminal), type: 'line_restored' }], quietMs);
}
