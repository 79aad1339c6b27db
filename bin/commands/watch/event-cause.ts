import { formatDuration } from '../../../base/durations.ts';
import type { EventType } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

/* Describes the cause of an event in words, from the event itself. */

type WebhookEvent = SandboxSchemas['WebhookEvent'];
type DataOf<Type extends EventType> = Extract<WebhookEvent, { readonly type: Type }>['data'];

/** Returns the cause as a clause, such as `cassette A has 100 notes left, threshold 100`. */
export function describeCause(event: WebhookEvent): string {
  const describe = descriptions[event.type] as (data: WebhookEvent['data']) => string; // the description of its type
  const facts = describe(event.data);
  const { incident } = event;
  if (incident === null) return facts;
  if (incident.state !== 'resolved') return incident.state === 'escalated' ? `it is more serious now: ${facts}` : facts;
  const seconds = Math.round((Date.parse(incident.resolved_at) - Date.parse(incident.opened_at)) / 1000);
  return `it ended after ${formatDuration(seconds)} (${RESOLUTIONS[incident.resolution]}): ${facts}`;
}

const RESOLUTIONS: Readonly<Record<SandboxSchemas['EventIncidentResolved']['resolution'], string>> = {
  recovered: 'recovered',
  superseded: 'a more serious incident replaced it',
  acknowledged: 'a person accepted it',
  auto_closed: 'it expired',
  maintenance: 'maintenance began',
};

const descriptions: { readonly [Type in EventType]: (data: DataOf<Type>) => string } = {
  heartbeat_stale: ({ minutes_silent: minutes, location_name: location }) =>
    minutes === 0 ? `heartbeats arrive again from ${location}` : `no heartbeat for ${minutes} min from ${location}`,
  processor_outage: ({ connector_name: connector, status, consecutive_echo_failures: failures, timeouts }) =>
    `${connector} is ${toWords(status)}, ${count(failures, 'failed echo test')}, ${count(timeouts, 'timeout')}`,
  communication_flapping: ({ transitions, window_minutes: minutes, longest_offline_seconds: seconds }) =>
    `the line changed ${count(transitions, 'time')} in ${minutes} min, offline for at most ${formatDuration(seconds)}`,
  cash_low: ({ cassette, notes_remaining: notes, low_threshold_notes: threshold, hours_to_empty: hours }) =>
    `cassette ${cassette} has ${count(notes, 'note')} left, threshold ${threshold}${hours === null ? '' : `, empty in about ${hours} h`}`,
  cash_out: ({ amount_remaining: amount, min_withdrawal: least }) =>
    `${amount} left in the cassettes, smallest withdrawal ${least}`,
  dispenser_fault: ({ condition, error_text: text, failed_dispense_count: failures }) =>
    `the dispenser reports ${toWords(condition)}${text === null ? '' : ` (${text})`}, ${count(failures, 'failed dispense')}`,
  compliance_expiration: ({ item_type: item, expires_date: date, days_to_expiry: days }) =>
    `${toWords(item)} ${days < 0 ? `expired on ${date}` : `expires on ${date}, in ${count(days, 'day')}`}`,
  location_risk_change: ({ location_name: location, previous_band: before, new_band: after, ...scores }) =>
    `the risk of ${location} changed from ${before} (${scores.previous_score}) to ${after} (${scores.new_score})`,
  decline_spike: ({ attempts, declines, baseline_rate: usual }) =>
    `${declines} of ${count(attempts, 'attempt')} were declined, usually ${toPercent(usual)}`,
  approval_rate_drop: ({ attempts, approved, baseline_rate: usual, connector_id: connector }) =>
    `${approved} of ${count(attempts, 'attempt')} over ${connector} were approved, usually ${toPercent(usual)}`,
  reversal_spike: ({ reversals, approved_withdrawals: approved, reversed_amount: amount }) =>
    `${reversals} of ${count(approved, 'withdrawal')} were reversed, ${amount} in total`,
  high_decline_velocity: ({ declines, distinct_cards: cards }) =>
    `${count(declines, 'decline')} of ${count(cards, 'card')} in a short time`,
  repeated_same_card_attempt: ({ attempts, declined, window_minutes: minutes, pattern }) =>
    `one card made ${count(attempts, 'attempt')} in ${minutes} min, ${declined} declined (${toWords(pattern)})`,
  command_failed: ({ command_type: command, final_state: state, result_code: code, result_detail: detail }) =>
    `the command ${toWords(command)} ${FINAL_STATES[state]}: ${detail ?? toWords(code)}`,
  provisioning_failed: ({ failure_stage: stage, result_code: code, result_detail: detail }) =>
    `provisioning failed at ${toWords(stage)}: ${detail ?? toWords(code)}`,
  settlement_mismatch: ({ business_date: date, variance_amount: variance, basis }) =>
    `the batch of ${date} differs by ${variance}, found by ${BASES[basis]}`,
};

const FINAL_STATES: Readonly<Record<DataOf<'command_failed'>['final_state'], string>> = {
  failed: 'failed',
  rejected: 'was rejected',
  expired: 'has expired',
};

const BASES: Readonly<Record<DataOf<'settlement_mismatch'>['basis'], string>> = {
  derive: 'deriving it',
  odfi_confirmation: 'the confirmation of the bank',
  entry_count: 'the number of entries',
  return: 'a returned entry',
};

const toWords = (name: string): string => name.replaceAll('_', ' ');
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
const toPercent = (rate: number): string => `${Math.round(rate * 100)} %`;
