import { approvalRateDrop } from './approval-rate-drop.ts';
import { cashLow } from './cash-low.ts';
import { cashOut } from './cash-out.ts';
import { commandFailed } from './command-failed.ts';
import { communicationFlapping } from './communication-flapping.ts';
import { complianceExpiration } from './compliance-expiration.ts';
import { declineSpike } from './decline-spike.ts';
import { dispenserFault } from './dispenser-fault.ts';
import type { EventDefinitions } from './event-definition.ts';
import { heartbeatStale } from './heartbeat-stale.ts';
import { highDeclineVelocity } from './high-decline-velocity.ts';
import { locationRiskChange } from './location-risk-change.ts';
import { processorOutage } from './processor-outage.ts';
import { provisioningFailed } from './provisioning-failed.ts';
import { repeatedSameCardAttempt } from './repeated-same-card-attempt.ts';
import { reversalSpike } from './reversal-spike.ts';
import { settlementMismatch } from './settlement-mismatch.ts';

/** All types of events, in the order of the contract. */
export const eventDefinitions: EventDefinitions = {
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
