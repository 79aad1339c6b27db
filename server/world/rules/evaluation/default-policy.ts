import type { TenantFixture } from '../../../../fixtures/model/model.ts';
import type { Policy } from '../../../../fixtures/model/policy.ts';
import { defaultNoticeSchedule } from '../../../../fixtures/terminals/compliance.ts';
import type { EventType } from '../../../../spec/index.ts';

export type * from '../../../../fixtures/model/policy.ts';

/** Default thresholds, which tenants can override. @see gap events.conditions */
export const defaultPolicy: Policy = {
  baseline: { weeks: 4, leastAttempts: 30, fleetDeclineRate: 0.13 },
  heartbeatStale: {
    triggerIntervals: 3,
    triggerMinutes: 15,
    escalateIntervals: 6,
    escalateMinutes: 60,
    clearHeartbeats: 2,
    rearmMinutes: 30,
  },
  processorOutage: {
    triggerEchoes: 3,
    windowMinutes: 5,
    triggerTechnicalRate: 0.8,
    leastRequests: 10,
    leastTerminals: 3,
    clearEchoes: 3,
    clearTechnicalRate: 0.1,
    rearmMinutes: 15,
  },
  communicationFlapping: { windowMinutes: 60, triggerChanges: 6, clearChanges: 1, rearmMinutes: 120 },
  cashLow: { triggerHoursToEmpty: 24, highHoursToEmpty: 8, clearThresholdFactor: 1.5, clearHoursToEmpty: 48 },
  cashOut: { clearWithdrawals: 10 },
  dispenserFault: { seriousMessages: 1, warningMessages: 2, failedDispenses: 2, clearMessages: 2, rearmMinutes: 10 },
  complianceExpiration: defaultNoticeSchedule,
  locationRiskChange: { assessmentsInBand: 2, scorePoints: 15, rearmMinutes: 1440 },
  declineSpike: {
    windowMinutes: 60,
    latestAttempts: 8,
    latestWithinHours: 24,
    triggerDeclines: 5,
    triggerRate: 0.4,
    triggerAboveBaseline: 0.25,
    highRate: 0.7,
    clearAboveBaseline: 0.1,
    rearmMinutes: 120,
  },
  approvalRateDrop: {
    windowHours: 4,
    leastAttempts: 50,
    triggerRateBelow: 0.75,
    triggerBelowBaseline: 0.15,
    clearBelowBaseline: 0.05,
    clearChecks: 2,
    rearmMinutes: 360,
  },
  reversalSpike: {
    windowMinutes: 120,
    triggerReversals: 3,
    triggerRate: 0.15,
    triggerInARow: 2,
    clearInARow: 5,
    clearHours: 24,
    rearmMinutes: 240,
  },
  highDeclineVelocity: {
    windowMinutes: 10,
    triggerDeclines: 8,
    triggerCards: 3,
    clearWindowMinutes: 15,
    clearDeclines: 2,
    rearmMinutes: 30,
  },
  repeatedSameCardAttempt: {
    retries: { windowMinutes: 15, attempts: 4, declines: 3 },
    draining: { windowMinutes: 10, approvals: 3 },
    crossing: { windowMinutes: 60, attempts: 5, terminals: 2 },
    rearmMinutes: 60,
  },
  commandFailed: { mediumCommands: ['remote_key_load', 'working_key_change', 'software_update', 'open'] },
  settlementMismatch: { highCents: 10_000, highShare: 0.005, returnLapsesDays: 14 },
};

/** Returns how many minutes a rule is suppressed after the end of an incident, or after a happening. */
export function getRearmMinutes(policy: Policy, type: EventType): number {
  const name = type.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const [, rule] = Object.entries(policy).find(([ruleName]) => ruleName === name) ?? [];
  return rule !== undefined && 'rearmMinutes' in rule ? rule.rearmMinutes : 0;
}

const policies = new WeakMap<TenantFixture, Policy>();

/** Returns the thresholds of a tenant: the defaults with its overrides. */
export function getPolicy(tenant: TenantFixture): Policy {
  const known = policies.get(tenant);
  if (known !== undefined) return known;
  const policy = tenant.policy === undefined ? defaultPolicy : applyOverrides(defaultPolicy, tenant.policy);
  policies.set(tenant, policy);
  return policy;
}

function applyOverrides<Value>(usual: Value, own: unknown): Value {
  if (own === undefined) return usual;
  if (typeof usual !== 'object' || usual === null || Array.isArray(usual)) return own as Value; // DeepPartial keeps these whole
  const named = own as Readonly<Record<string, unknown>>; // an object if `usual` is one, by DeepPartial
  const members = Object.entries(usual).map(([name, value]) => [name, applyOverrides(value, named[name])]);
  return Object.fromEntries(members) as Value; // all members, each with the type of its default
}
