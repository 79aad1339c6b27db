import type { EventType } from '../api/types.ts';

/** An event that can be caused, in the words of a person who demonstrates it. */
export interface TriggerWords {
  /** The change, as an instruction: `Cut the line`. */
  readonly action: string;
  /** The consequence. */
  readonly effect: string;
  /** How the cause is removed again; undefined if it cannot be removed. */
  readonly remedy?: string;
  readonly group: 'Cash and hardware' | 'Line' | 'Transactions' | 'Office';
}

export const triggerWords: Readonly<Record<EventType, TriggerWords>> = {
  cash_low: {
    action: 'Take notes from a cassette',
    effect: 'A cassette reaches its low threshold, and an incident opens.',
    remedy: 'Load the cassette',
    group: 'Cash and hardware',
  },
  cash_out: {
    action: 'Empty all cassettes',
    effect: 'The terminal has no notes left. It goes out of service.',
    remedy: 'Load the cassettes',
    group: 'Cash and hardware',
  },
  dispenser_fault: {
    action: 'Jam the dispenser',
    effect: 'The dispenser reports a fault, and the terminal stops paying out.',
    remedy: 'Repair the dispenser',
    group: 'Cash and hardware',
  },
  heartbeat_stale: {
    action: 'Cut the line',
    effect: 'Heartbeats stop. After some missed ones the terminal counts as stale, later as offline.',
    remedy: 'Restore the line',
    group: 'Line',
  },
  communication_flapping: {
    action: 'Make the line unstable',
    effect: 'The terminal changes between online and offline several times per hour.',
    remedy: 'Make the line stable',
    group: 'Line',
  },
  processor_outage: {
    action: 'Stop the processor host',
    effect: 'The host of this terminal stops answering. Every terminal behind it is affected.',
    remedy: 'Start the processor host',
    group: 'Line',
  },
  decline_spike: {
    action: 'Decline many cards',
    effect: 'Far more withdrawals than usual are declined.',
    remedy: 'Stop declining',
    group: 'Transactions',
  },
  approval_rate_drop: {
    action: 'Lower the approval rate',
    effect: 'Enough withdrawals are declined to lower the approval rate of the account.',
    remedy: 'Restore the approval rate',
    group: 'Transactions',
  },
  reversal_spike: {
    action: 'Reverse several withdrawals',
    effect: 'Withdrawals are reversed, as after a series of dispense errors.',
    remedy: 'Stop the reversals',
    group: 'Transactions',
  },
  high_decline_velocity: {
    action: 'Test stolen cards',
    effect: 'Several cards are declined within ten minutes, as when stolen cards are tested.',
    remedy: 'End the attempts',
    group: 'Transactions',
  },
  repeated_same_card_attempt: {
    action: 'Try one card repeatedly',
    effect: 'The same card is used again and again in a suspicious pattern.',
    group: 'Transactions',
  },
  settlement_mismatch: {
    action: 'Falsify a settlement batch',
    effect: 'The totals of the next batch differ from its transactions, so the batch is held.',
    remedy: 'Correct the batch',
    group: 'Office',
  },
  command_failed: {
    action: 'Let a command fail',
    effect: 'A remote command, such as a reboot, ends without success.',
    group: 'Office',
  },
  provisioning_failed: {
    action: 'Let provisioning fail',
    effect: 'A new configuration does not load, or is rolled back.',
    group: 'Office',
  },
  compliance_expiration: {
    action: 'Let a certificate expire',
    effect: 'A compliance item, such as an agreement, approaches its last day.',
    remedy: 'Renew it',
    group: 'Office',
  },
  location_risk_change: {
    action: 'Report a risk at the site',
    effect: 'The risk score of the location changes, for example after a break-in nearby.',
    group: 'Office',
  },
};
