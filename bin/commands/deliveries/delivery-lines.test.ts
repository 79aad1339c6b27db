import { expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { formatCounts, formatDeliveries } from './delivery-lines.ts';

type Delivery = SandboxSchemas['Delivery'];

const DELIVERED: Delivery = {
  delivery_id: 'dlv_01M6ECE9Z0V2SBADQDCF095KWS',
  destination_id: 'dst_01M6ECCFC047R9B330QDTAKFPR',
  event_id: 'evt_01M6ECE9Z0TW6A95GSF4EZ8Z6D',
  type: 'cash_low',
  account_id: 'acct_northway',
  terminal_id: 'NW104310',
  happened_at: '2026-11-02T15:01:00Z',
  incident_id: null,
  incident_state: 'triggered',
  is_test: false,
  state: 'delivered',
  attempt_count: 1,
  last_status: 200,
  last_error: null,
  next_attempt: null,
  created_at: '2026-11-02T15:01:00Z',
  ended_at: '2026-11-02T15:01:00Z',
};
const FAILING: Delivery = {
  ...DELIVERED,
  type: 'repeated_same_card_attempt',
  terminal_id: null,
  incident_state: null,
  state: 'pending',
  attempt_count: 12,
  last_status: null,
  last_error: 'Nothing listens there\u001b[31m (ECONNREFUSED).',
  next_attempt: { clock: 'real', at: '2026-11-21T20:00:08Z' },
};
const view = {
  sandboxNow: '2026-11-02T15:01:00Z',
  realNowMs: Date.parse('2026-11-21T20:00:00.500Z'),
  columns: undefined,
};

test('fits each column to its content and replaces control characters', () => {
  expect(formatDeliveries([DELIVERED, FAILING], view)).toEqual([
    'CF095KWS  2026-11-02 15:01:00  cash_low                    triggered  NW104310       delivered 1×  200',
    'CF095KWS  2026-11-02 15:01:00  repeated_same_card_attempt             acct_northway  pending 12×   Nothing listens there\ufffd[31m (ECONNREFUSED), next in 8s of real time',
  ]);
  expect(formatDeliveries([], view)).toEqual([]);
});

test('omits empty columns', () => {
  expect(formatDeliveries([{ ...FAILING, attempt_count: 0, last_error: null, next_attempt: null }], view)).toEqual([
    'CF095KWS  2026-11-02 15:01:00  repeated_same_card_attempt  acct_northway  pending',
  ]);
});

test('moves the last column to a second line on a narrow terminal', () => {
  const [first, second, ...others] = formatDeliveries([FAILING], { ...view, columns: 80 });
  expect(first).toBe('CF095KWS  2026-11-02 15:01:00  repeated_same_card_attempt  acct_northway  pending 12×');
  expect(second).toBe('          Nothing listens there\ufffd[31m (ECONNREFUSED), next in 8s of real time');
  expect(others).toEqual([]);
  expect(formatDeliveries([DELIVERED], { ...view, columns: 80 })).toHaveLength(1);
});

test.each<[Delivery['next_attempt'], string]>([
  [{ clock: 'sandbox', at: '2026-11-02T17:31:05Z' }, '500, next in 2h30m5s'],
  [{ clock: 'sandbox', at: '2026-11-02T15:01:00Z' }, '500, next is due'],
  [null, '500'],
])('formats the next attempt %j as %s', (next, text) => {
  const [line] = formatDeliveries([{ ...DELIVERED, state: 'pending', last_status: 500, next_attempt: next }], view);
  expect(line?.endsWith(`pending 1×  ${text}`)).toBe(true);
});

test('adds the reason to an incomplete 2xx, but not to an error status', () => {
  const lastPart = (delivery: Partial<Delivery>) =>
    formatDeliveries([{ ...DELIVERED, state: 'exhausted', ...delivery }], view)[0]?.replace(/.*× +/, '');
  const error = 'It closed the connection before its response was complete (ECONNRESET).';
  expect(lastPart({ last_status: 200, last_error: error })).toBe(
    '200, incomplete: It closed the connection before its response was complete (ECONNRESET)',
  );
  expect(lastPart({ last_status: 503, last_error: 'The receiver answered 503; expected 2xx.' })).toBe('503');
  expect(lastPart({ last_status: null, last_error: 'Its response has the status "042 X".' })).toBe(
    'Its response has the status "042 X"',
  );
});

test('counts deliveries by state', () => {
  expect(formatCounts([DELIVERED])).toBe('1 delivery: 1 delivered');
  expect(formatCounts([FAILING, DELIVERED, FAILING])).toBe('3 deliveries: 2 pending, 1 delivered');
});
