import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import type { EventType } from '../../../spec/index.ts';
import { runUnsliced } from '../../../spec/slices.ts';
import { accountStreamsLog, terminalLog } from '../events/incident-log.ts';
import { takesEffectMs } from '../state/inject.ts';
import {
  commandFailedTrigger,
  complianceExpirationTrigger,
  locationRiskChangeTrigger,
  provisioningFailedTrigger,
  settlementMismatchTrigger,
} from './back-office.ts';
import { cashLowTrigger, cashOutTrigger, dispenserFaultTrigger } from './cash.ts';
import { planResolution, planTrigger } from './confirm.ts';
import {
  approvalRateDropTrigger,
  declineSpikeTrigger,
  highDeclineVelocityTrigger,
  repeatedSameCardAttemptTrigger,
  reversalSpikeTrigger,
} from './customers.ts';
import {
  type Setting,
  showsAccount,
  type TriggerContext,
  type TriggerDefinition,
  type TriggerPlan,
  type TriggerTarget,
} from './definition.ts';
import { findRuleOwner } from './incident-listeners.ts';
import { communicationFlappingTrigger, heartbeatStaleTrigger, processorOutageTrigger } from './lines.ts';
import { isObstacles, type Obstacle, obstacle } from './obstacle.ts';
import { makeObjectSchema, type ParameterSchemas, type ParametersSchema, readParameters } from './parameters.ts';

export type { TriggerContext, TriggerPlan, TriggerTarget } from './definition.ts';
export type { Obstacle } from './obstacle.ts';

const triggerDefinitions: Readonly<Record<EventType, TriggerDefinition<ParameterSchemas>>> = {
  heartbeat_stale: heartbeatStaleTrigger,
  processor_outage: processorOutageTrigger,
  communication_flapping: communicationFlappingTrigger,
  cash_low: cashLowTrigger,
  cash_out: cashOutTrigger,
  dispenser_fault: dispenserFaultTrigger,
  compliance_expiration: complianceExpirationTrigger,
  location_risk_change: locationRiskChangeTrigger,
  decline_spike: declineSpikeTrigger,
  approval_rate_drop: approvalRateDropTrigger,
  reversal_spike: reversalSpikeTrigger,
  high_decline_velocity: highDeclineVelocityTrigger,
  repeated_same_card_attempt: repeatedSameCardAttemptTrigger,
  command_failed: commandFailedTrigger,
  provisioning_failed: provisioningFailedTrigger,
  settlement_mismatch: settlementMismatchTrigger,
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
    parameters: makeObjectSchema(parameters),
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
export function planCauses(
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
  evaluateRulesUntilNow(setting, eventType);
  const outcome = runUnsliced(() => planTrigger(setting, eventType, (at) => provoke(at, values)));
  return isObstacles(outcome) ? { obstacles: outcome } : countFromEffect(nowMs, setting, outcome);
}

/** Returns the causes to add at `nowMs` so that the event's incident ends; none if it ends without them. */
export function planCausesToResolve(
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
  evaluateRulesUntilNow(setting, eventType);
  const outcome = runUnsliced(() => planResolution(setting, eventType, resolve));
  return isObstacles(outcome) ? { obstacles: outcome } : countFromEffect(nowMs, setting, outcome);
}

/** Computes and caches the results of the rules up to now, in slices. Rehearsals of causes continue from there. */
function evaluateRulesUntilNow(setting: Setting, eventType: EventType): void {
  const { triggerContext, nowMs } = setting;
  const listener = findRuleOwner(setting, eventType, []);
  if (listener?.terminal !== undefined) terminalLog(listener.terminal, nowMs);
  else if (listener?.accountId !== undefined && showsAccount(triggerContext, listener.accountId))
    accountStreamsLog(triggerContext.accountStreams(listener.accountId), nowMs);
  else if (eventType === 'settlement_mismatch') triggerContext.batches();
}

/** Converts delays of definitions, which count from the instant at which causes take effect. */
const countFromEffect = (nowMs: number, setting: Setting, outcome: TriggerPlan): TriggerPlan => ({
  ...outcome,
  afterMs: outcome.afterMs + setting.nowMs - nowMs,
});
