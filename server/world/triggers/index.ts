import { runUnsliced } from '../../../base/slices.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { type EventType, getEnumValues } from '../../../spec/index.ts';
import { type TriggerParameters, triggerParameters } from '../../../spec/trigger-parameters.ts';
import type { EventDefinition } from '../events/definitions/event-definition.ts';
import { eventDefinitions } from '../events/definitions/index.ts';
import { readAccountStreamsLog, readTerminalLog } from '../events/incident-log.ts';
import {
  type Ending,
  isAccountVisible,
  type Setting,
  type TargetMember,
  type TriggerContext,
  type TriggerOutcome,
  type TriggerPlan,
  type TriggerTarget,
} from '../events/planning/definition.ts';
import { createObstacle, isObstacles, type Obstacle } from '../events/planning/obstacle.ts';
import { getEffectiveMs } from '../fold/inject.ts';
import type { Incident } from '../rules/incident.ts';
import { planResolution, planTrigger } from './confirm.ts';
import { evaluateTerminalLog, findRuleOwner } from './incident-listeners.ts';
import { makeObjectSchema, type ParametersSchema, readParameters } from './parameters.ts';

export type { TargetMember, TriggerContext, TriggerPlan, TriggerTarget } from '../events/planning/definition.ts';
export type { Obstacle } from '../events/planning/obstacle.ts';

const definitions: Readonly<Record<EventType, EventDefinition>> = eventDefinitions;

const membersAbout: Readonly<Record<Provokable['about'], readonly TargetMember[]>> = {
  terminal: ['terminalId'],
  connector: ['connectorId', 'terminalId'],
  account: ['accountId', 'terminalId'],
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

/** All events, in the order of the contract. */
export const provokables: readonly Provokable[] = getEnumValues('EventType').map((eventType) => {
  const { kind, trigger } = definitions[eventType];
  return {
    eventType,
    about: trigger.about,
    takes: [...membersAbout[trigger.about], ...(trigger.alsoTakes ?? [])],
    usuallyWithinMs: trigger.usualMinutes * MINUTE_MS,
    parameters: makeObjectSchema(triggerParameters[eventType]),
    canResolve: kind === 'incident',
  };
});

/** Why nothing is done; at least one reason. */
export interface NotProvoked {
  readonly obstacles: readonly Obstacle[];
}

/**
 * Returns the causes to add now so that the event's rule reports, and how far the clock must move until then. Verified
 * by evaluating the rule. `parameters` are validated against the event's schema first.
 */
export function planCauses(
  triggerContext: TriggerContext,
  eventType: EventType,
  { target, parameters = {} }: { readonly target: TriggerTarget; readonly parameters?: Record<string, unknown> },
): TriggerPlan | NotProvoked {
  const { trigger } = definitions[eventType];
  const values = readParameters(triggerParameters[eventType], parameters);
  if (isObstacles(values)) return { obstacles: values };
  const provoke = (at: Setting): TriggerOutcome => trigger.provoke(at, values as TriggerParameters<EventType>); // validated against the schema of this event
  return planFromEffect(triggerContext, {
    eventType,
    target,
    plan: (setting) => planTrigger(setting, eventType, provoke),
  });
}

/** Returns the causes to add now so that the event's incident ends; none if it ends without them. */
export function planCausesToResolve(
  triggerContext: TriggerContext,
  eventType: EventType,
  target: TriggerTarget,
): TriggerPlan | NotProvoked {
  const { kind, trigger } = definitions[eventType];
  if (kind === 'point')
    return {
      obstacles: createObstacle('/event_type', 'has_no_end', `${eventType} has no incident, so it cannot be resolved.`),
    };
  const resolve = (at: Setting): TriggerOutcome => trigger.resolve(at);
  return planFromEffect(triggerContext, {
    eventType,
    target,
    plan: (setting) => planResolution(setting, eventType, resolve),
  });
}

/** Whether resolving the event for this target with these causes ends the incident. */
export function isEnded(incident: Incident, ending: Ending): boolean {
  const { kind, trigger } = definitions[incident.type];
  if (kind === 'incident' && trigger.ends !== undefined) return trigger.ends(incident, ending);
  return incident.terminalId === ending.target.terminalId;
}

interface Planning {
  readonly eventType: EventType;
  readonly target: TriggerTarget;
  readonly plan: (setting: Setting) => TriggerOutcome;
}

/** Plans for the instant at which causes take effect. Delays of the result count from now. */
function planFromEffect(
  triggerContext: TriggerContext,
  { eventType, target, plan }: Planning,
): TriggerPlan | NotProvoked {
  const { nowMs } = triggerContext;
  const setting: Setting = {
    triggerContext,
    target,
    nowMs: getEffectiveMs(nowMs),
    readLog: readTerminalLog,
    rehearseLog: evaluateTerminalLog,
  };
  evaluateRulesUntilNow(setting, eventType);
  const outcome = runUnsliced(() => plan(setting));
  if (isObstacles(outcome)) return { obstacles: outcome };
  return { ...outcome, afterMs: outcome.afterMs + setting.nowMs - nowMs };
}

/** Computes and caches the results of the rules up to now, in slices. Rehearsals of causes continue from there. */
function evaluateRulesUntilNow(setting: Setting, eventType: EventType): void {
  const { triggerContext, nowMs } = setting;
  const listener = findRuleOwner(setting, eventType, []);
  if (listener?.terminal !== undefined) readTerminalLog(listener.terminal, nowMs);
  else if (listener?.accountId !== undefined && isAccountVisible(triggerContext, listener.accountId))
    readAccountStreamsLog(triggerContext.accountStreams(listener.accountId), nowMs);
  else if (definitions[eventType].rule.evaluateBatch !== undefined) triggerContext.batches();
}
