import type { ConnectorFixture } from '../../../fixtures/model/model.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { HOUR_MS, MINUTE_MS } from '../../../fixtures/time/calendar.ts';
import { isTechnicalFailure, isTimeout } from '../telemetry/attempt-outcome.ts';
import {
  connectorEcho,
  connectorLine,
  latestEchoes,
  getOutageIndex as outagesOfConnector,
} from '../telemetry/connector-line.ts';
import type { OutagePolicy } from './evaluation/default-policy.ts';
import type { Incident } from './evaluation/incident.ts';
import { quietOfAccounts } from './evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from './evaluation/minute-rule.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import { describeDuration } from './evaluation/wording.ts';
import { listTerminalsOver, readAttemptsOver } from './input/account-attempts.ts';
import type { AttemptLog } from './input/attempts.ts';
import type { AccountStreams, SpanPart } from './input/streams.ts';
import { countByCode } from './input/top-responses.ts';

/** Connectors that authorise transactions. */
const authorising: ReadonlySet<string> = new Set(['processor_host', 'eft_network']);

/**
 * A connector cannot authorise transactions. Reported to the account that owns it, and to each other account whose
 * terminals depend on it, for that account's terminals. The owner's key contains only the connector.
 * @see gap events.conditions, design 9
 */
export function processorOutages(account: AccountStreams, part: SpanPart, policy: OutagePolicy): readonly Incident[] {
  return account.tenant.connectors
    .filter(({ connectorType }) => authorising.has(connectorType))
    .flatMap((connector) => findOutages(account, connector, part, policy));
}

function findOutages(
  account: AccountStreams,
  connector: ConnectorFixture,
  part: SpanPart,
  policy: OutagePolicy,
): readonly Incident[] {
  const { seed, tenant, accountId } = account;
  const { connectorId } = connector;
  const terminals = listTerminalsOver(account, connectorId);
  const isOwner = connector.accountId === accountId;
  if (terminals.length === 0 && !isOwner) return [];

  const log = readAttemptsOver(terminals, connectorId, { fromMs: part.fromMs - HOUR_MS, toMs: part.toMs });
  const windowMs = policy.windowMinutes * MINUTE_MS;
  const windowAt = (atMs: number): readonly Transaction[] =>
    log.rows.slice(log.after(atMs - windowMs), log.after(atMs));

  const isFailing = (atMs: number): boolean => {
    if (latestEchoes(connector, atMs, policy.triggerEchoes) === 'failed') return true;
    const requests = windowAt(atMs);
    const failed = requests.filter(isTechnicalFailure);
    return (
      requests.length >= policy.leastRequests &&
      failed.length >= policy.triggerTechnicalRate * requests.length &&
      new Set(failed.map(({ terminalId }) => terminalId)).size >= policy.leastTerminals
    );
  };
  const isOver = (atMs: number): boolean => {
    const echoes = latestEchoes(connector, atMs, policy.clearEchoes);
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
      quiet: quietOfAccounts(tenant),
      marks: [...listEchoMarks(connector, part, policy), ...listRequestMarks(log, policy)],
      marksWhileOpen: (openedAtMs) =>
        log.rows
          .slice(log.after(openedAtMs - windowMs))
          .flatMap(({ atMs }) => [minuteFrom(atMs), minuteFrom(atMs + windowMs)]),
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
        .flatMap((ms) => Array.from({ length: minutes + 1 }, (_, minute) => minuteFrom(ms) + minute * MINUTE_MS)),
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
    return near.flatMap((row) => [minuteFrom(row.atMs), minuteFrom(row.atMs + windowMs)]);
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
  const { status } = connectorLine(connector, atMs);
  const { consecutiveFailures } = connectorEcho(connector, atMs);
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
    title: openedAtMs === undefined ? `No response from ${clipName(name)}` : `${clipName(name)} responds again`,
    summary:
      openedAtMs === undefined
        ? `${consecutiveFailures} echo tests failed in a row; ${failed.length} of ${requests.length} requests failed in the last minutes. Terminals affected: ${affected}.`
        : `Open for ${describeDuration(atMs - openedAtMs)}.`,
  };
}

const clipName = (name: string): string => (name.length <= 40 ? name : `${name.slice(0, 39)}…`);
