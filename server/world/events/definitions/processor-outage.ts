import type { ConnectorFixture } from '../../../../fixtures/model/model.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../fixtures/time/calendar.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { OutagePolicy } from '../../rules/evaluation/default-policy.ts';
import { listAccountQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration } from '../../rules/evaluation/wording.ts';
import type { Incident } from '../../rules/incident.ts';
import { listTerminalsOver, readAttemptsOver } from '../../rules/input/account-attempts.ts';
import { isTechnicalFailure, isTimeout } from '../../rules/input/attempt-outcome.ts';
import type { AttemptLog } from '../../rules/input/attempts.ts';
import type { SpanPart } from '../../rules/input/streams.ts';
import { countByCode } from '../../rules/input/top-responses.ts';
import {
  getConnectorEcho,
  getConnectorLine,
  getOutageIndex as outagesOfConnector,
  readLatestEchoes,
} from '../../telemetry/connector-line.ts';
import {
  createTriggerPlan,
  findTargetTerminal,
  isAccountVisible,
  type Setting,
  type TriggerOutcome,
} from '../planning/definition.ts';
import { createObstacle, isObstacles, type Obstacle } from '../planning/obstacle.ts';
import type { AccountEvaluation, IncidentDefinition } from './event-definition.ts';

/**
 * A connector cannot authorise transactions. Reported to the account that owns it, and to each other account whose
 * terminals depend on it, for that account's terminals. The owner's key contains only the connector.
 * @see gap events.conditions, design 9
 */
export const processorOutage: IncidentDefinition<'processor_outage'> = {
  kind: 'incident',
  rule: { evaluateAccount: findOutages },
  trigger: {
    about: 'connector',
    usualMinutes: 5,
    provoke: stopConnector,
    resolve: restoreConnector,
    ends: ({ dedupeKey }, { causes }) =>
      causes.some((cause) => 'connectorId' in cause && dedupeKey.split(':').includes(cause.connectorId)),
  },
};

/** Connectors that authorise transactions. */
const authorising: ReadonlySet<string> = new Set(['processor_host', 'eft_network']);

function findOutages(evaluation: AccountEvaluation): readonly Incident[] {
  return evaluation.account.tenant.connectors
    .filter(({ connectorType }) => authorising.has(connectorType))
    .flatMap((connector) => findOutagesOf(connector, evaluation));
}

function findOutagesOf(
  connector: ConnectorFixture,
  { account, part, policy: { processorOutage: policy } }: AccountEvaluation,
): readonly Incident[] {
  const { seed, tenant, accountId } = account;
  const { connectorId } = connector;
  const terminals = listTerminalsOver(account, connectorId);
  const isOwner = connector.accountId === accountId;
  if (terminals.length === 0 && !isOwner) return [];

  const log = readAttemptsOver(account, connectorId, { fromMs: part.fromMs - HOUR_MS, toMs: part.toMs });
  const windowMs = policy.windowMinutes * MINUTE_MS;
  const windowAt = (atMs: number): readonly Transaction[] =>
    log.rows.slice(log.after(atMs - windowMs), log.after(atMs));

  const isFailing = (atMs: number): boolean => {
    if (readLatestEchoes(connector, atMs, policy.triggerEchoes) === 'failed') return true;
    const requests = windowAt(atMs);
    const failed = requests.filter(isTechnicalFailure);
    return (
      requests.length >= policy.leastRequests &&
      failed.length >= policy.triggerTechnicalRate * requests.length &&
      new Set(failed.map(({ terminalId }) => terminalId)).size >= policy.leastTerminals
    );
  };
  const isOver = (atMs: number): boolean => {
    const echoes = readLatestEchoes(connector, atMs, policy.clearEchoes);
    const requests = windowAt(atMs);
    const failed = requests.filter(isTechnicalFailure).length;
    const isAnswering = echoes === 'answered' || connector.pinnedStatus !== undefined;
    return isAnswering && (failed === 0 || failed < policy.clearTechnicalRate * requests.length);
  };

  return evaluateRule(
    {
      seed,
      type: 'processor_outage',
      dedupeKey: `processor_outage:${connectorId}${isOwner ? '' : `:${accountId}`}`,
      accountId,
      terminalId: null,
    },
    part,
    {
      rearmMinutes: policy.rearmMinutes,
      quiet: listAccountQuietSpans(tenant),
      marks: [...listEchoMarks(connector, part, policy), ...listRequestMarks(log, policy)],
      marksWhileOpen: (openedAtMs) =>
        log.rows
          .slice(log.after(openedAtMs - windowMs))
          .flatMap(({ atMs }) => [ceilToMinute(atMs), ceilToMinute(atMs + windowMs)]),
      triggeredAs: (atMs) => (isFailing(atMs) ? 'critical' : undefined),
      worsenedTo: () => 'critical',
      clearedBy: (atMs) => (isOver(atMs) ? 'recovered' : undefined),
      describe: ({ atMs, state, openedAtMs }) =>
        describe(connector, windowAt(atMs), {
          atMs,
          openedAtMs: state === 'resolved' ? openedAtMs : undefined,
          terminalCount: terminals.length,
        }),
    },
  );
}

/** Returns the minutes at which enough consecutive tests of one kind may be reached. */
function listEchoMarks(
  connector: ConnectorFixture,
  { fromMs, toMs }: SpanPart,
  { triggerEchoes, clearEchoes }: OutagePolicy,
): readonly number[] {
  const minutes = Math.max(triggerEchoes, clearEchoes) + 1;
  return outagesOfConnector(connector)
    .overlapping(fromMs - HOUR_MS - 1, toMs + 1)
    .flatMap((outage) =>
      [outage.fromMs, outage.toMs]
        .filter((ms) => ms >= fromMs - HOUR_MS && ms <= toMs)
        .flatMap((ms) => Array.from({ length: minutes + 1 }, (_, minute) => ceilToMinute(ms) + minute * MINUTE_MS)),
    );
}

/** Returns the minutes at which enough technical failures are in the window, or a request leaves it. */
function listRequestMarks(log: AttemptLog, policy: OutagePolicy): readonly number[] {
  const windowMs = policy.windowMinutes * MINUTE_MS;
  const least = Math.ceil(policy.triggerTechnicalRate * policy.leastRequests);
  const failed = log.rows.filter(isTechnicalFailure);
  return failed.flatMap(({ atMs }, index) => {
    const first = failed[index + 1 - least];
    if (first === undefined || atMs - first.atMs > windowMs) return [];
    const near = log.rows.slice(log.after(atMs - windowMs), log.after(atMs + windowMs));
    return near.flatMap((row) => [ceilToMinute(row.atMs), ceilToMinute(row.atMs + windowMs)]);
  });
}

interface Turning {
  readonly atMs: number;
  /** For an incident that ends. */
  readonly openedAtMs: number | undefined;
  readonly terminalCount: number;
}

function describe(
  connector: ConnectorFixture,
  requests: readonly Transaction[],
  { atMs, openedAtMs, terminalCount }: Turning,
): EventDescription {
  const { connectorId, connectorType, name } = connector;
  const failed = requests.filter(isTechnicalFailure);
  const affected = openedAtMs === undefined ? terminalCount : 0;
  const { status } = getConnectorLine(connector, atMs);
  const { consecutiveFailures } = getConnectorEcho(connector, atMs);
  return {
    data: {
      connectorId,
      connectorName: name,
      connectorType,
      status,
      consecutiveEchoFailures: consecutiveFailures,
      requests: requests.length,
      technicalDeclines: failed.length,
      timeouts: failed.filter(isTimeout).length,
      dominantResponse: countByCode(failed, ({ response }) => response)[0]?.[0] ?? null,
      affectedTerminalCount: affected,
      // Requests wait for their own host; none uses another one.
      failoverActive: false,
    },
    title: openedAtMs === undefined ? `No response from ${shortenName(name)}` : `${shortenName(name)} responds again`,
    summary:
      openedAtMs === undefined
        ? `${consecutiveFailures} echo tests failed in a row; ${failed.length} of ${requests.length} requests failed in the last minutes. Terminals affected: ${affected}.`
        : `Open for ${describeDuration(atMs - openedAtMs)}.`,
  };
}

const shortenName = (name: string): string => (name.length <= 40 ? name : `${name.slice(0, 39)}…`);

/** Number of consecutive echo tests (one per minute) that decide. */
const ECHOES = 3;
/** Period without further failures after the host recovers. */
const STEADY_MS = 5 * MINUTE_MS;

/** Makes a host or gateway unavailable. */
function stopConnector(setting: Setting, { minutes }: TriggerParameters<'processor_outage'>): TriggerOutcome {
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
  return createTriggerPlan(setting, [cause], nowMs + ECHOES * MINUTE_MS);
}

function restoreConnector(setting: Setting): TriggerOutcome {
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
  return createTriggerPlan(setting, [cause], nowMs + ECHOES * MINUTE_MS + STEADY_MS + 2 * MINUTE_MS);
}

/**
 * Returns the connector of the target, or the host of its terminal, if it has echo tests. An outage affects all its
 * users, so the caller must see the account that owns it.
 */
function findTestedConnector(setting: Setting): { readonly connectorId: string } | readonly Obstacle[] {
  const { triggerContext, target } = setting;
  const pointer = target.connectorId === undefined ? '/terminal_id' : '/connector_id';
  if (target.connectorId === undefined && target.terminalId === undefined)
    return createObstacle(
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
  if (connector === undefined || !isAccountVisible(triggerContext, connector.accountId))
    return createObstacle(pointer, 'unknown_target', 'Expected a connector of an account that you can see.');
  if (connector.pinnedStatus !== undefined || connector.connectorType === 'ach_odfi')
    return createObstacle(pointer, 'not_in_service', 'Expected a connector in use that answers echo tests.');
  const { connectorId } = connector;
  return { connectorId };
}
