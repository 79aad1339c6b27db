import type { DeliveryType } from '../../../spec/event-types.ts';
import type { IncidentTurn } from '../../world/state/destinations.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { AttemptResponse, Delivery, DeliveryAttempt, DeliveryState, Due } from '../delivery.ts';
import { formatStatusText, isHttpStatus } from '../network/received-response.ts';

/** A row of the table of deliveries. */
export interface DeliveryRow {
  readonly sequence: number;
  readonly delivery_id: string;
  readonly tenant: string;
  readonly destination: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly account: string;
  readonly terminal: string | null;
  readonly event_at_ms: number;
  readonly incident: string | null;
  readonly turn: string | null;
  readonly is_test: number;
  readonly state: string;
  readonly due_clock: string | null;
  readonly due_at_ms: number | null;
  readonly attempt_count: number;
  readonly step: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at_ms: number;
  readonly ended_at_ms: number | null;
}

/** Columns of the table, which are the members of a row. */
export const COLUMNS = [
  ...['sequence', 'delivery_id', 'tenant', 'destination', 'event_id', 'event_type', 'account', 'terminal'],
  ...['event_at_ms', 'incident', 'turn', 'is_test', 'state', 'due_clock', 'due_at_ms', 'attempt_count', 'step'],
  ...['last_status', 'last_error', 'created_at_ms', 'ended_at_ms'],
].join(', ');

/** Converts a row to a delivery. A `sending` delivery keeps its due instant. */
export function toDelivery(row: DeliveryRow): Delivery {
  return {
    deliveryId: row.delivery_id,
    tenantId: row.tenant,
    destinationId: row.destination,
    sequence: row.sequence,
    event: {
      eventId: row.event_id,
      type: row.event_type as DeliveryType, // stored from a delivery, like the other two
      accountId: row.account,
      terminalId: row.terminal,
      atMs: sandboxMs(row.event_at_ms),
      incidentId: row.incident,
      turn: row.turn as IncidentTurn | null,
    },
    isTest: row.is_test === 1,
    state: row.state as DeliveryState,
    due: toDue(row),
    attemptCount: row.attempt_count,
    step: row.step,
    lastStatus: row.last_status !== null && isHttpStatus(row.last_status) ? row.last_status : null,
    lastError: row.last_error,
    createdAtMs: sandboxMs(row.created_at_ms),
    endedAtMs: row.ended_at_ms === null ? null : sandboxMs(row.ended_at_ms),
  };
}

/** A stored attempt. Earlier versions stored no status text, and any number as the status. */
type StoredAttempt = Omit<DeliveryAttempt, 'response'> & {
  readonly response: (Omit<AttemptResponse, 'statusText'> & Partial<Pick<AttemptResponse, 'statusText'>>) | null;
};

/** Parses the JSON column of an attempt. */
export function parseStoredAttempt(json: string): DeliveryAttempt {
  const stored = JSON.parse(json) as StoredAttempt; // stored by this project, in this version or an earlier one
  const { response } = stored;
  if (response === null) return { ...stored, response };
  const { status, statusText = formatStatusText({ statusCode: status ?? 0 }) } = response;
  return {
    ...stored,
    response: { ...response, status: status !== null && isHttpStatus(status) ? status : null, statusText },
  };
}

function toDue({ due_clock: clock, due_at_ms: atMs }: DeliveryRow): Due | null {
  if (clock === null || atMs === null) return null;
  return clock === 'real' ? { clock, atMs: realMs(atMs) } : { clock: 'sandbox', atMs: sandboxMs(atMs) };
}

/** Returns the columns that never change after insertion. */
export function toFixedColumns({ deliveryId, tenantId, destinationId, event, isTest, createdAtMs }: Delivery) {
  return {
    delivery_id: deliveryId,
    tenant: tenantId,
    destination: destinationId,
    event_id: event.eventId,
    event_type: event.type,
    account: event.accountId,
    terminal: event.terminalId,
    event_at_ms: event.atMs,
    incident: event.incidentId,
    turn: event.turn,
    is_test: isTest ? 1 : 0,
    created_at_ms: createdAtMs,
  };
}

/** Returns the columns that change with the state of the delivery. */
export function toChangingColumns({ state, due, attemptCount, step, lastStatus, lastError, endedAtMs }: Delivery) {
  return {
    state,
    due_clock: due?.clock ?? null,
    due_at_ms: due?.atMs ?? null,
    attempt_count: attemptCount,
    step,
    last_status: lastStatus,
    last_error: lastError,
    ended_at_ms: endedAtMs,
  };
}
