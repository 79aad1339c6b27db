import { type Cause, concerns } from '../../../fixtures/model/causes.ts';
import { withConnectorOutages } from '../../../fixtures/model/changes.ts';
import type { EventType } from '../../../spec/index.ts';
import type { EventDefinition } from '../events/definitions/event-definition.ts';
import { eventDefinitions } from '../events/definitions/index.ts';
import { forkAccountLog, forkTerminalLog, readAccountStreamsLog, readTerminalLog } from '../events/incident-log.ts';
import { type Rehearsed, type Setting, withInjectedCauses } from '../events/planning/definition.ts';
import { listAccountQuietSpans, listTerminalQuietSpans } from '../rules/evaluation/maintenance.ts';
import type { AccountStreams, EvaluatedSpan } from '../rules/input/streams.ts';
import type { Log } from '../rules/log.ts';
import type { Terminal } from '../state/tenant.ts';

/** Evaluates the real rules with the causes of a trigger, so that only events that they would report are promised. */

/** An event reported by a rule: an incident or a happening. */
export interface ObservedIncident {
  readonly id: string;
  /** When it is first reported. */
  readonly atMs: number;
  /** Null while it is open. For a happening, equal to `atMs`. */
  readonly resolvedAtMs: number | null;
}

/** The terminal or account whose rule is evaluated. */
export type RuleOwner =
  | { readonly terminal: Terminal; readonly accountId?: never }
  | { readonly accountId: string; readonly terminal?: never };

/** Returns whose rule to evaluate; undefined for batches, which depend on a user's derivation. */
export function findRuleOwner(
  { triggerContext, target }: Setting,
  type: EventType,
  causes: readonly Cause[],
): RuleOwner | undefined {
  const { rule, trigger }: EventDefinition = eventDefinitions[type];
  if (rule.evaluateBatch !== undefined) return undefined;
  const isOfTerminals = rule.evaluateTerminal !== undefined || rule.evaluateTerminalSpan !== undefined;
  const terminal = triggerContext.terminals.find(({ terminalId }) => terminalId === target.terminalId);
  if (isOfTerminals && terminal !== undefined) return { terminal };
  const wanted = causes.find((cause) => 'connectorId' in cause)?.connectorId ?? target.connectorId;
  const connector = triggerContext.connectors.find(({ fixture }) => fixture.connectorId === wanted)?.fixture;
  const ownerId = trigger.about === 'connector' ? connector?.accountId : undefined;
  const accountId = ownerId ?? target.accountId ?? terminal?.fixture.accountId;
  return accountId === undefined ? undefined : { accountId };
}

/** Returns the reports of that type up to `toMs` after injecting the causes, oldest first. */
export function listObservedIncidents(
  setting: Setting,
  listener: RuleOwner,
  { type, causes, toMs }: { readonly type: EventType; readonly causes: readonly Cause[]; readonly toMs: number },
): readonly ObservedIncident[] {
  const { incidents, happenings } =
    listener.terminal === undefined
      ? evaluateAccountLog(setting, listener.accountId, { causes, toMs })
      : evaluateTerminalLog(listener.terminal, { causes, toMs });
  return [
    ...incidents
      .filter((incident) => incident.type === type)
      .map(({ incidentId, openedAtMs, resolvedAtMs }) => ({ id: incidentId, atMs: openedAtMs, resolvedAtMs })),
    ...happenings
      .filter((happening) => happening.type === type)
      .map(({ eventId, atMs }) => ({ id: eventId, atMs, resolvedAtMs: atMs })),
  ].sort((a, b) => a.atMs - b.atMs);
}

/** Returns the maintenance periods, which suppress reports. */
export const listQuietSpans = ({ triggerContext }: Setting, { terminal }: RuleOwner): readonly EvaluatedSpan[] =>
  terminal === undefined
    ? listAccountQuietSpans(triggerContext.tenant)
    : listTerminalQuietSpans(triggerContext.tenant, terminal.terminalId);

/** Returns the first instant at which causes change anything. */
const findFirstMs = (causes: readonly Cause[]): number => Math.min(...causes.map(({ atMs }) => atMs));

/** Evaluates the rules for a terminal from the first cause on. Earlier results do not change. */
export function evaluateTerminalLog(terminal: Terminal, { causes, toMs }: Rehearsed): Log {
  const own = causes.filter((cause) => concerns(terminal.fixture, cause));
  if (own.length === 0) return readTerminalLog(terminal, toMs);
  return forkTerminalLog(terminal, withInjectedCauses(terminal, own), findFirstMs(own)).at(toMs);
}

/** Evaluates the rules for the account's terminals from the first cause on. Earlier results do not change. */
function evaluateAccountLog({ triggerContext }: Setting, accountId: string, { causes, toMs }: Rehearsed): Log {
  const account = triggerContext.accountStreams(accountId);
  if (causes.length === 0) return readAccountStreamsLog(account, toMs);
  const changed: AccountStreams = {
    ...account,
    tenant: {
      ...account.tenant,
      connectors: account.tenant.connectors.map((connector) => withConnectorOutages(connector, causes)),
    },
    causes: [...triggerContext.causes, ...causes],
    terminals: account.terminals.map((terminal) => {
      const own = causes.filter((cause) => concerns(terminal.source.terminal, cause));
      return own.length === 0 ? terminal : withInjectedCauses(terminal, own);
    }),
  };
  return forkAccountLog(account, changed, findFirstMs(causes)).at(toMs);
}
