/** A delivery from the stream, ready to be posted. */
export interface StreamedDelivery {
  readonly delivery_id: string;
  /** Number of the attempt within the delivery. */
  readonly attempt: number;
  readonly trigger: 'scheduled' | 'replay' | 'test';
  /** Sent back with the report. */
  readonly attempt_token: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event_id: string;
  readonly type: string;
  readonly account_id: string;
  readonly terminal_id: string | null;
  /** On the sandbox clock, RFC 3339. */
  readonly happened_at: string;
  readonly is_test: boolean;
}

/** The status of a destination, from the stream. */
export interface StreamDestinationStatus {
  readonly status: 'enabled' | 'paused' | 'disabled';
  readonly disabled_reason: string | null;
}

/** The reason that the stream ends. */
export interface StreamEnd {
  readonly code: string;
  readonly reason: string;
}

/** Returns the incident state, if the event belongs to an incident. */
export function readIncidentState({ body }: StreamedDelivery): string | null {
  const event: unknown = JSON.parse(body);
  const incident = readMember(event, 'incident');
  const state = readMember(incident, 'state');
  return typeof state === 'string' ? state : null;
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined; // any object has this type
