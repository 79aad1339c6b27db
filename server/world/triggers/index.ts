import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import type { EventType } from '../../../spec/index.ts';
import { runUnsliced } from '../../../spec/slices.ts';
import { accountStreamsLog, terminalLog } from '../events/incident-log.ts';
import { takesEffectMs } from '../state/inject.ts';
import {
  commandFailed,
  complianceExpiration,
  locationRiskChange,
  provisioningFailed,
  settlementMismatch,
} from './back-office.ts';
import { cashLow, cashOut, dispenserFault } from './cash.ts';
import { planResolution, planTrigger } from './confirm.ts';
import {
  approvalRateDrop,
  declineSpike,
  highDeclineVelocity,
  repeatedSameCardAttempt,
  reversalSpike,
} from './customers.ts';
import {
  type Setting,
  showsAccount,
  type TriggerContext,
  type TriggerDefinition,
  type TriggerPlan,
  type TriggerTarget,
} from './definition.ts';
import { listenerOf } from './incident-listeners.ts';
import { communicationFlapping, heartbeatStale, processorOutage } from './lines.ts';
import { isObstacles, type Obstacle, obstacle } from './obstacle.ts';
import { type ParameterSchemas, type ParametersSchema, readParameters, schemaOf } from './parameters.ts';

export type { TriggerContext, TriggerPlan, TriggerTarget } from './definition.ts';
export type { Obstacle } from './obstacle.ts';

const triggerDefinitions: Readonly<Record<EventType, TriggerDefinition<ParameterSchemas>>> = {
  heartbeat_stale: heartbeatStale,
  processor_outage: processorOutage,
  communication_flapping: communicationFlapping,
  cash_low: cashLow,
  cash_out: cashOut,
  dispenser_fault: dispenserFault,
  compliance_expiration: complianceExpiration,
  location_risk_change: locationRiskChange,
  decline_spike: declineSpike,
  approval_rate_drop: approvalRateDrop,
  reversal_spike: reversalSpike,
  high_decline_velocity: highDeclineVelocity,
  repeated_same_card_attempt: repeatedSameCardAttempt,
  command_failed: commandFailed,
  provisioning_failed: provisioningFailed,
  settlement_mismatch: settlementMismatch,
};

const membersAbout: Readonly<Record<Provokable['about'], readonly TargetMember[]>> = {
  terminal: ['terminalId'],
  connector: ['connectorId', 'terminalId'],
  account: ['accountId', 'terminalId'],
};

/** Minutes that are enough for 90 % of the terminals. */
const usualMinutes: Readonly<Record<EventType, number>> = {
  heartbeat_stale: 15,
  processor_outage: 5,
  communication_flapping: 30,
  cash_low: 1,
  cash_out: 1,
  dispenser_fault: 10,
  compliance_expiration: 24 * 60,
  location_risk_change: 1,
  decline_spike: 20,
  approval_rate_drop: 6 * 60,
  reversal_spike: 10,
  high_decline_velocity: 10,
  repeated_same_card_attempt: 5,
  command_failed: 20,
  provisioning_failed: 20,
  settlement_mismatch: 24 * 60,
};

/** An event that can be triggered, with its options. */
export interface Provokable {
  readonly eventType: EventType;
  readonly about: 'terminal' | 'connector' | 'account';
  /** Members of the target that it uses, the most common one first. */
  readonly takes: readonly TargetMember[];
  /** Usual upper limit of the clock change until the rule reports. */
  readonly usuallyWithinMs: number;
  readonly parameters: ParametersSchema;
  /** Whether its incident can be resolved. Events without an incident cannot. */
  readonly canResolve: boolean;
}

export type TargetMember = keyof TriggerTarget;

/** All events, in the order of the contract. */
export const provokables: readonly Provokable[] = Object.entries(triggerDefinitions).map(([name, defineTrigger]) => {
  const eventType = name as EventType; // keys of the table
  const { about, parameters, resolve } = defineTrigger;
  return {
    eventType,
    about,
    takes: eventType === 'approval_rate_drop' ? [...membersAbout[about], 'connectorId'] : membersAbout[about],
    usuallyWithinMs: usualMinutes[eventType] * MINUTE_MS,
    parameters: schemaOf(parameters),
    canResolve: resolve !== undefined,
  };
});

/** Why nothing is done; at least one reason. */
export interface NotProvoked {
  readonly obstacles: readonly Obstacle[];
}

/**
 * Returns the causes to add at `nowMs` so that the event's rule reports, and how far the clock must move until then.
 * Verified by evaluating the rule. `parameters` are validated against the event's schema first.
 */
export function causesFor(
  eventType: EventType,
  target: TriggerTarget,
  parameters: Readonly<Record<string, unknown>>,
  triggerContext: TriggerContext,
  nowMs: number,
): TriggerPlan | NotProvoked {
  const { parameters: schemas, provoke } = triggerDefinitions[eventType];
  const values = readParameters(schemas, parameters);
  if (isObstacles(values)) return { obstacles: values };
  const setting = { triggerContext, target, nowMs: takesEffectMs(nowMs) };
  askRulesUntilNow(setting, eventType);
  const outcome = runUnsliced(() => planTrigger(setting, eventType, (at) => provoke(at, values)));
  return isObstacles(outcome) ? { obstacles: outcome } : countedFrom(nowMs, setting, outcome);
}

/** Returns the causes to add at `nowMs` so that the event's incident ends; none if it ends without them. */
export function causesToResolve(
  eventType: EventType,
  target: TriggerTarget,
  triggerContext: TriggerContext,
  nowMs: number,
): TriggerPlan | NotProvoked {
  const { resolve } = triggerDefinitions[eventType];
  if (resolve === undefined)
    return {
      obstacles: obstacle('/event_type', 'has_no_end', `${eventType} has no incident, so it cannot be resolved.`),
    };
  const setting = { triggerContext, target, nowMs: takesEffectMs(nowMs) };
  askRulesUntilNow(setting, eventType);
  const outcome = runUnsliced(() => planResolution(setting, eventType, resolve));
  return isObstacles(outcome) ? { obstacles: outcome } : countedFrom(nowMs, setting, outcome);
}

/** Computes and caches the results of the rules up to now, in slices. Rehearsals of causes continue from there. */
function askRulesUntilNow(setting: Setting, eventType: EventType): void {
  const { triggerContext, nowMs } = setting;
  const listener = listenerOf(setting, eventType, []);
  if (listener?.terminal !== undefined) terminalLog(listener.terminal, nowMs);
  else if (listener?.accountId !== undefined && showsAccount(triggerContext, listener.accountId))
    accountStreamsLog(triggerContext.accountStreams(listener.accountId), nowMs);
  else if (eventType === 'settlement_mismatch') triggerContext.batches();
}

/** Converts delays of definitions, which count from the instant at which causes take effect. */
const countedFrom = (nowMs: number, setting: Setting, outcome: TriggerPlan): TriggerPlan => ({
  ...outcome,
  afterMs: outcome.afterMs + setting.nowMs - nowMs,
});
