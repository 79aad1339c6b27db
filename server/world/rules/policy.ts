import { defaultNoticeSchedule, type NoticeSchedule } from '../../../fixtures/compliance.ts';

/**
 * Every threshold of the rules, as data: a tenant may override any of them. Durations name their unit.
 * @see gap events.conditions
 */
export interface Policy {
  readonly heartbeatStale: HeartbeatPolicy;
  readonly communicationFlapping: FlappingPolicy;
  readonly cashLow: CashLowPolicy;
  readonly cashOut: CashOutPolicy;
  readonly dispenserFault: DispenserPolicy;
  readonly complianceExpiration: NoticeSchedule;
}

/** Silent for longer than the greater of so many intervals and so many minutes. */
export interface HeartbeatPolicy {
  readonly triggerIntervals: number;
  readonly triggerMinutes: number;
  readonly escalateIntervals: number;
  readonly escalateMinutes: number;
  /** Heartbeats in a row, on time, that end it. */
  readonly clearHeartbeats: number;
  readonly rearmMinutes: number;
}

/** Changes between online and offline, counted over a sliding window. */
export interface FlappingPolicy {
  readonly windowMinutes: number;
  readonly triggerChanges: number;
  readonly clearChanges: number;
  readonly rearmMinutes: number;
}

/** The note threshold itself belongs to the cassette. */
export interface CashLowPolicy {
  readonly triggerHoursToEmpty: number;
  readonly highHoursToEmpty: number;
  readonly clearThresholdFactor: number;
  readonly clearHoursToEmpty: number;
}

export interface CashOutPolicy {
  /** Cleared from so many least withdrawals on. */
  readonly clearWithdrawals: number;
}

/** Counted in status messages: a heartbeat or a transaction each carries one. */
export interface DispenserPolicy {
  readonly seriousMessages: number;
  readonly warningMessages: number;
  readonly failedDispenses: number;
  readonly clearMessages: number;
  readonly rearmMinutes: number;
}

export const defaultPolicy: Policy = {
  heartbeatStale: {
    triggerIntervals: 3,
    triggerMinutes: 15,
    escalateIntervals: 6,
    escalateMinutes: 60,
    clearHeartbeats: 2,
    rearmMinutes: 30,
  },
  communicationFlapping: { windowMinutes: 60, triggerChanges: 6, clearChanges: 1, rearmMinutes: 120 },
  cashLow: { triggerHoursToEmpty: 24, highHoursToEmpty: 8, clearThresholdFactor: 1.5, clearHoursToEmpty: 48 },
  cashOut: { clearWithdrawals: 10 },
  dispenserFault: { seriousMessages: 1, warningMessages: 2, failedDispenses: 2, clearMessages: 2, rearmMinutes: 10 },
  complianceExpiration: defaultNoticeSchedule,
};
