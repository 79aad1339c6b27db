import { position } from '../../world/state/facts.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { DeliveryAttempt, Due, Now } from '../delivery.ts';
import type { DestinationKey, FanOutProgress, NewDelivery } from '../store/delivery-store.ts';

/** Deliveries and attempts for tests. Instants are small numbers, for readability. */

export const NORTHWAY = 'acct_northway';
export const REDLINE = 'acct_redline';
export const HOOKS_KEY: DestinationKey = { tenantId: NORTHWAY, destinationId: 'dst_hooks' };
export const OTHER_KEY: DestinationKey = { tenantId: NORTHWAY, destinationId: 'dst_other' };

export const createNow = (ms: number): Now => ({ sandboxMs: sandboxMs(ms), realMs: realMs(ms) });
export const dueOnSandboxClock = (ms: number): Due => ({ clock: 'sandbox', atMs: sandboxMs(ms) });
export const dueOnRealClock = (ms: number): Due => ({ clock: 'real', atMs: realMs(ms) });

export const createFanOutProgress = (ms: number, since = 0): FanOutProgress => ({
  since: position(since),
  throughMs: sandboxMs(ms),
  eventIdsAtThrough: [],
});

interface Choice {
  readonly destinationId?: string;
  readonly due?: Due | null;
  /** Instant of the event and of the delivery. */
  readonly atMs?: number;
  readonly terminalId?: string | null;
  readonly type?: NewDelivery['event']['type'];
}

/** Returns a new delivery: `dlv_<name>`, of the event `evt_<name>`. */
export function createNewDelivery(name: string, choice: Choice = {}): NewDelivery {
  const {
    destinationId = HOOKS_KEY.destinationId,
    due = dueOnSandboxClock(0),
    atMs = 0,
    terminalId = 'NW104233',
  } = choice;
  const eventId = `evt_${name}`;
  return {
    deliveryId: `dlv_${name}`,
    destinationId,
    event: {
      eventId,
      type: choice.type ?? 'cash_low',
      accountId: 'acct_northway_east',
      terminalId,
      atMs: sandboxMs(atMs),
      incidentId: `inc_${name}`,
      turn: 'triggered',
    },
    isTest: false,
    body: JSON.stringify({ id: eventId, data: 'ä 💶 \u0000' }),
    due,
    createdAtMs: sandboxMs(atMs),
  };
}

/** Returns an attempt with a response of `status`. It failed if `status` is null or the response is incomplete. */
export function createTestAttempt(
  status: number | null,
  { trigger = 'scheduled' as DeliveryAttempt['trigger'], atMs = 0, says: body = 'thanks', isIncomplete = false } = {},
): Omit<DeliveryAttempt, 'n'> {
  const isSuccess = status !== null && status < 300 && !isIncomplete;
  return {
    trigger,
    atMs: sandboxMs(atMs),
    sentAtMs: realMs(atMs),
    request: {
      url: 'http://127.0.0.1:9/hooks',
      headers: { 'webhook-id': 'evt_x' },
      bodyBytes: 20,
      bodySha256: 'ab',
      signing: { timestampSeconds: 1, signatures: [{ keyFingerprint: 'k', signature: 'v1,abc' }] },
    },
    response:
      status === null
        ? null
        : { status, statusText: `${status} X`, headers: { server: 'x' }, body, isTruncated: false },
    error: isSuccess ? null : { code: status === null ? 'connect_refused' : 'status', message: `no: ${status}` },
    timings: { dns: null, connect: 1, tls: null, firstByte: 2, total: 3 },
    next: null,
  };
}
