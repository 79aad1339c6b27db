import { isOnlineAt, lastHeartbeatAt } from '../../../fixtures/terminals/outages.ts';
import { HOUR_MS, MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { getPolicy } from '../rules/evaluation/default-policy.ts';
import { minuteAfter } from '../rules/evaluation/minutes.ts';
import {
  alreadyOpen,
  causeAt,
  defineTrigger,
  findRearmedMs,
  findTargetTerminal,
  latestIncident,
  type Setting,
  showsAccount,
  triggerPlan,
  withInjectedCauses,
} from './definition.ts';
import { isObstacles, type Obstacle, obstacle } from './obstacle.ts';

/** Cuts the line, so that no messages arrive. */
export const heartbeatStaleTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    minutes: {
      type: 'integer',
      minimum: 1,
      maximum: 43_200,
      description: 'How long the line stays cut. Default: until it is restored.',
    },
  },
  provoke(setting, { minutes }) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { nowMs } = setting;
    const { triggerIntervals, triggerMinutes, rearmMinutes } = getPolicy(setting.triggerContext.tenant).heartbeatStale;
    const latest = latestIncident(terminal, nowMs, `heartbeat_stale:${terminal.terminalId}`);
    if (latest?.resolvedAtMs === null) return alreadyOpen(latest);
    const flapping = latestIncident(terminal, nowMs, `communication_flapping:${terminal.terminalId}`);
    if (flapping?.resolvedAtMs === null)
      return obstacle(
        '/event_type',
        'held_back',
        'Stale heartbeats are not reported while the line flaps. Resolve communication_flapping first.',
      );

    const lastMs = lastHeartbeatAt(terminal.source, nowMs - 1);
    if (lastMs === undefined)
      return obstacle('/terminal_id', 'not_in_service', 'The terminal has never sent a message.');
    const intervalMs = terminal.fixture.comms.heartbeatIntervalSeconds * 1000;
    const limitMs = Math.max(triggerIntervals * intervalMs, triggerMinutes * MINUTE_MS);
    const firesMs = Math.max(minuteAfter(lastMs + limitMs), findRearmedMs(latest, rearmMinutes));
    const untilMs = minutes === undefined ? null : nowMs + minutes * MINUTE_MS;
    if (untilMs !== null && untilMs <= firesMs) return explainTooShort(firesMs - nowMs);
    return triggerPlan(setting, [{ ...causeAt(setting, terminal), type: 'line_cut', untilMs }], firesMs);
  },
  resolve(setting) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    // Time for a number of heartbeats, each at most an interval and its jitter after the previous one.
    const beatMs = terminal.fixture.comms.heartbeatIntervalSeconds * 1000 + 5000;
    const resumedMs = setting.nowMs + getPolicy(setting.triggerContext.tenant).heartbeatStale.clearHeartbeats * beatMs;
    const cause = { ...causeAt(setting, terminal), type: 'line_restored' } as const;
    if (!isOnlineAt(withInjectedCauses(terminal, [cause]).source, setting.nowMs))
      return obstacle(
        '/terminal_id',
        'held_back',
        'The gateway of the terminal is down. Resolve processor_outage of that connector first.',
      );
    return triggerPlan(setting, [cause], resumedMs);
  },
});

const explainTooShort = (leastMs: number): readonly Obstacle[] =>
  obstacle(
    '/parameters/minutes',
    'invalid_value',
    `Expected more than ${Math.ceil(leastMs / MINUTE_MS)}, the time after which the rule reports.`,
  );

/** Drops and restores the line repeatedly. */
export const communicationFlappingTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    changes_per_hour: {
      type: 'integer',
      minimum: 6,
      maximum: 120,
      default: 12,
      description: 'Number of changes between online and offline; each drop counts as two.',
    },
    minutes: { type: 'integer', minimum: 1, maximum: 1440, default: 90, description: 'Duration.' },
  },
  provoke(setting, { changes_per_hour: changesPerHour, minutes }) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { nowMs } = setting;
    const { triggerChanges, rearmMinutes } = getPolicy(setting.triggerContext.tenant).communicationFlapping;
    const latest = latestIncident(terminal, nowMs, `communication_flapping:${terminal.terminalId}`);
    if (latest?.resolvedAtMs === null) return alreadyOpen(latest);
    if (!isOnlineAt(terminal.source, nowMs))
      return obstacle(
        '/terminal_id',
        'cannot_serve',
        'The line of the terminal is down. Resolve heartbeat_stale first.',
      );

    const partMs = HOUR_MS / Math.floor(changesPerHour / 2);
    const firesMs = Math.max(nowMs + Math.ceil(triggerChanges / 2) * partMs, findRearmedMs(latest, rearmMinutes));
    const untilMs = nowMs + minutes * MINUTE_MS;
    if (untilMs < firesMs) return explainTooShort(firesMs - nowMs);
    return triggerPlan(
      setting,
      [{ ...causeAt(setting, terminal), type: 'line_flapping', changesPerHour, untilMs }],
      firesMs,
    );
  },
  resolve(setting) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const quietMs =
      setting.nowMs + (getPolicy(setting.triggerContext.tenant).communicationFlapping.windowMinutes + 1) * MINUTE_MS;
    return triggerPlan(setting, [{ ...causeAt(setting, terminal), type: 'line_restored' }], quietMs);
  },
});

/** Number of consecutive echo tests (one per minute) that decide. */
const ECHOES = 3;
/** Period without further failures after the host recovers. */
const STEADY_MS = 5 * MINUTE_MS;

/** Makes a host or gateway unavailable. */
export const processorOutageTrigger = defineTrigger({
  about: 'connector',
  parameters: {
    minutes: {
      type: 'integer',
      minimum: ECHOES + 1,
      maximum: 10_080,
      description: 'How long it is down. Default: until it is restored.',
    },
  },
  provoke(setting, { minutes }) {
    const connectorId = findTestedConnector(setting);
    if (isObstacles(connectorId)) return connectorId;
    const { triggerContext, nowMs } = setting;
    const untilMs = minutes === undefined ? null : nowMs + minutes * MINUTE_MS;
    const cause = {
      type: 'connector_down',
      causeId: triggerContext.newId('cau'),
      atMs: nowMs,
      untilMs,
      ...connectorId,
    } as const;
    return triggerPlan(setting, [cause], nowMs + ECHOES * MINUTE_MS);
  },
  resolve(setting) {
    const connectorId = findTestedConnector(setting);
    if (isObstacles(connectorId)) return connectorId;
    const { triggerContext, nowMs } = setting;
    const cause = {
      type: 'connector_restored',
      causeId: triggerContext.newId('cau'),
      atMs: nowMs,
      ...connectorId,
    } as const;
    // A customer may still be waiting for an earlier response.
    return triggerPlan(setting, [cause], nowMs + ECHOES * MINUTE_MS + STEADY_MS + 2 * MINUTE_MS);
  },
});

/**
 * Returns the connector of the target, or the host of its terminal, if it has echo tests. An outage affects all its
 * users, so the caller must see the account that owns it.
 */
function findTestedConnector(setting: Setting): { readonly connectorId: string } | readonly Obstacle[] {
  const { triggerContext, target } = setting;
  const pointer = target.connectorId === undefined ? '/terminal_id' : '/connector_id';
  if (target.connectorId === undefined && target.terminalId === undefined)
    return obstacle(
      '/connector_id',
      'missing_target',
      'Expected the id of a connector, or of a terminal that uses one.',
    );
  const terminal = target.connectorId === undefined ? findTargetTerminal(setting) : undefined;
  if (terminal !== undefined && isObstacles(terminal)) return terminal;

  const connector = triggerContext.connectors
    .map(({ fixture }) => fixture)
    .find(({ connectorId, connectorType }) =>
      terminal === undefined
        ? connectorId === target.connectorId
        : connectorType === 'processor_host' && terminal.fixture.comms.connectorIds.includes(connectorId),
    );
  if (connector === undefined || !showsAccount(triggerContext, connector.accountId))
    return obstacle(pointer, 'unknown_target', 'Expected a connector of an account that you can see.');
  if (connector.pinnedStatus !== undefined || connector.connectorType === 'ach_odfi')
    return obstacle(pointer, 'not_in_service', 'Expected a connector in use that answers echo tests.');
  const { connectorId } = connector;
  return { connectorId };
}
