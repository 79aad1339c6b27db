import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';

/* Deliveries and attempts for tests. */

export const createDelivery = (rest: Partial<SandboxSchemas['Delivery']> = {}): SandboxSchemas['Delivery'] => ({
  delivery_id: 'dlv_01M6ECE9Z0V2SBADQDCF095KWS',
  destination_id: 'dst_01M6ECCFC047R9B330QDTAKFPR',
  event_id: 'evt_01M6ECE9Z0TW6A95GSF4EZ8Z6D',
  type: 'cash_low',
  account_id: 'acct_northway',
  terminal_id: 'NW104310',
  happened_at: '2026-11-02T15:01:00Z',
  incident_id: 'inc_01M6ECE9Z0XBV2KEP6S5TRAXJG',
  incident_state: 'triggered',
  is_test: false,
  state: 'pending',
  attempt_count: 1,
  last_status: null,
  last_error: null,
  next_attempt: null,
  created_at: '2026-11-02T15:01:00Z',
  ended_at: null,
  ...rest,
});

export const createResponse = (status: number): SandboxSchemas['AttemptResponse'] => ({
  status,
  status_text: `${status} Something`,
  headers: {},
  body: '',
  truncated: false,
});

export const createAttempt = (rest: Partial<SandboxSchemas['Attempt']> = {}): SandboxSchemas['Attempt'] => ({
  number: 1,
  trigger: 'scheduled',
  due_at: '2026-11-02T15:01:00Z',
  sent_at: '2026-11-23T03:47:41.719Z',
  request: {
    url: 'http://127.0.0.1:3000/hooks',
    headers: {},
    body_bytes: 2,
    body_sha256: '0'.repeat(64),
    signing: { timestamp: 1, signatures: [] },
  },
  response: createResponse(204),
  error: null,
  timings_ms: { dns: null, connect: null, tls: null, first_byte: null, total: 4 },
  next_attempt: null,
  ...rest,
});
