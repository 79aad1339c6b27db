import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import {
  contract,
  type DisputeCase,
  type SettlementBatch,
  type TerminalCommand,
  type TransactionRow,
} from './index.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

const isAccepted = (schema: string, value: object): boolean =>
  ajv.validate(`contract#/components/schemas/${schema}`, value) as boolean; // synchronous schemas give a boolean

const row: TransactionRow = {
  terminal_datetime: '2026-10-31T21:14:07-04:00',
  transaction_type: 'withdrawal',
  seq_no: '0417',
  account_type: 'checking',
  emv: 'chip',
  response: '00',
  amt_req: '60.00',
  amt_comp: '60.00',
  sur_req: '3.00',
  sur_comp: '3.00',
  transaction_id: 'txn_01K8Z6Q4T9N3V5B7C2D8F0G1HJ',
  terminal_id: 'NW104233',
  response_text: 'Approved',
  dispense_status: 'full_dispense',
  business_date: '2026-11-02',
  linked_transaction_id: null,
};

const command: TerminalCommand = {
  command_id: 'cmd_01K8Z5C7D9E1F3G5H7J9K1M3NP',
  terminal_id: 'NW104233',
  command_type: 'reboot',
  state: 'completed',
  requested_by: { user_id: 'usr_nw_ops', display_name: 'Ops desk' },
  channel: 'rms',
  parameters: {},
  attempt_count: 1,
  max_attempts: 3,
  queued_at: '2026-11-02T13:01:00Z',
  sent_at: '2026-11-02T13:02:31Z',
  acknowledged_at: '2026-11-02T13:02:33Z',
  completed_at: '2026-11-02T13:07:52Z',
  expires_at: '2026-11-03T13:01:00Z',
  result_code: 'ok',
  result_detail: null,
};

const openDispute: Extract<DisputeCase, { resolution: null }> = {
  dispute_id: 'dsp_01K8Y3M6P8Q0R2S4T6V8W0X2YZ',
  status: 'open',
  reason_code: 'cash_not_dispensed',
  network: 'PULSE',
  network_reason_code: '4590',
  network_case_ref: null,
  transaction_id: 'txn_01K8Q1R3T5V7W9X1Y3Z5A7B9CD',
  terminal_id: 'NW104233',
  account_id: 'acct_northway',
  amount: '43.00',
  currency: 'USD',
  description: null,
  opened_at: '2026-10-16T14:02:11Z',
  due_date: '2026-10-26',
  is_overdue: false,
  assignment: null,
  evidence: [],
  reg_e: { provisional_credit_by: '2026-10-30', final_determination_by: '2026-11-30' },
  resolution: null,
};
const resolution = {
  outcome: 'denied',
  resolved_at: '2026-10-23T15:20:00Z',
  adjusted_amount: '0.00',
  adjustment_batch_id: null,
  note: null,
} as const;
const reviewer = { user_id: 'usr_nw_admin', display_name: 'Dana Whitcomb', reviewed_at: '2026-10-23T15:18:00Z' };

const batch: SettlementBatch = {
  batch_id: 'ach_01K8X0AZ5R7S9T1V3W5X7Y9Z2B',
  account_id: 'acct_northway',
  status: 'settled',
  status_reason: null,
  revision: 1,
  business_date: '2026-10-29',
  funding_type: 'combined',
  currency: 'USD',
  entry_count: 2,
  credit_entry_count: 1,
  debit_entry_count: 1,
  addenda_count: 0,
  entry_addenda_count: 2,
  credit_total: '100.00',
  debit_total: '183.00',
  net_payout: '-83.00',
  breakdown: { vault_cash: '0.00', surcharge: '0.00', interchange: '0.00', adjustments: '-83.00', fees: '0.00' },
  ach: {
    sec_code: 'CCD',
    service_class_code: 200,
    company_entry_description: 'ATM SETTLE',
    ach_batch_number: 117,
    same_day: false,
    same_day_window: null,
  },
  returns: [],
  notifications_of_change: [],
  variance_amount: '0.00',
  timing: {
    cutoff_at: '2026-10-29T18:00:00Z',
    derived_at: '2026-10-29T18:06:41Z',
    approved_at: '2026-10-29T19:10:00Z',
    submitted_at: '2026-10-29T21:00:05Z',
    effective_entry_date: '2026-10-30',
    settled_at: '2026-10-30T12:30:00Z',
    returned_at: null,
  },
  payout_account: null,
};

test('accepts a transaction row with and without an EMV indicator', () => {
  const { emv: _, ...withoutEmv } = row;
  expect(isAccepted('TransactionRow', row)).toBe(true);
  expect(isAccepted('TransactionRow', withoutEmv)).toBe(true);
});

test.each([
  ['a null EMV indicator', { emv: null }],
  ['money as a number', { amt_comp: 60 }],
  ['money with one decimal', { amt_comp: '60.0' }],
  ['a negative amount', { amt_comp: '-60.00' }],
  ['a day that does not exist', { business_date: '2026-02-31' }],
  ['a time without an offset', { terminal_datetime: '2026-10-31T21:14:07' }],
  ['a completed amount on a decline', { response: '51', dispense_status: 'no_dispense' }],
  [
    'an EMV indicator on a reversal',
    { transaction_type: 'reversal', amt_comp: '0.00', sur_comp: '0.00', dispense_status: 'not_applicable' },
  ],
  ['a member that is not declared', { card_ref: 'x' }],
])('a transaction row with %s is refused', (_, change) => {
  expect(isAccepted('TransactionRow', { ...row, ...change })).toBe(false);
});

test('accepts a declined row without a completed amount', () => {
  const change = { response: '51', amt_comp: '0.00', sur_comp: '0.00', dispense_status: 'no_dispense' };
  expect(isAccepted('TransactionRow', { ...row, ...change })).toBe(true);
});

test('requires a reviewer exactly for resolved disputes', () => {
  const resolved = { ...openDispute, status: 'resolved', resolution, reviewer };
  const { reviewer: _, ...unreviewed } = resolved;
  expect(isAccepted('DisputeCase', openDispute)).toBe(true);
  expect(isAccepted('DisputeCase', resolved)).toBe(true);
  expect(isAccepted('DisputeCase', unreviewed)).toBe(false);
  expect(isAccepted('DisputeCase', { ...openDispute, reviewer })).toBe(false);
  expect(isAccepted('DisputeCase', { ...openDispute, reviewer: null })).toBe(false);
  expect(isAccepted('DisputeCase', { ...resolved, resolution: null })).toBe(false);
  expect(isAccepted('DisputeCase', { ...openDispute, resolution })).toBe(false);
});

test('requires an end and a result exactly for completed commands', () => {
  expect(isAccepted('TerminalCommand', command)).toBe(true);
  expect(isAccepted('TerminalCommand', { ...command, state: 'queued' })).toBe(false);
  expect(isAccepted('TerminalCommand', { ...command, state: 'queued', completed_at: null, result_code: null })).toBe(
    true,
  );
  expect(isAccepted('TerminalCommand', { ...command, completed_at: null })).toBe(false);
});

test('requires the times of the stages that a batch has passed', () => {
  expect(isAccepted('SettlementBatch', batch)).toBe(true);
  expect(isAccepted('SettlementBatch', { ...batch, timing: { ...batch.timing, settled_at: null } })).toBe(false);
  expect(isAccepted('SettlementBatch', { ...batch, status: 'held' })).toBe(false);
  expect(isAccepted('SettlementBatch', { ...batch, status: 'returned' })).toBe(false);
  expect(isAccepted('SettlementBatch', { ...batch, net_payout: '-0.00' })).toBe(false);
});

test('allows a batch without an id only if it was not stored', () => {
  expect(isAccepted('DerivedBatch', { ...batch, batch_id: null })).toBe(true);
  expect(isAccepted('SettlementBatch', { ...batch, batch_id: null })).toBe(false);
});

test('requires a next cursor exactly if there are more rows', () => {
  const page = { limit: 50, returned: 50, matched: 60, has_more: true, next_cursor: 'abc' };
  expect(isAccepted('Page', page)).toBe(true);
  expect(isAccepted('Page', { ...page, next_cursor: null })).toBe(false);
  expect(isAccepted('Page', { ...page, has_more: false })).toBe(false);
});

test('rejects undeclared members in request bodies', () => {
  expect(isAccepted('DeriveSettlementsRequest', {})).toBe(true);
  expect(isAccepted('DeriveSettlementsRequest', { bussiness_date: '2026-10-30' })).toBe(false);
  const claim = { transaction_id: 'txn_1', reason_code: 'cash_not_dispensed', amount: '63.00' };
  expect(isAccepted('CreateDisputeRequest', claim)).toBe(true);
  expect(isAccepted('CreateDisputeRequest', { ...claim, terminal_id: 'NW104233' })).toBe(false);
});
