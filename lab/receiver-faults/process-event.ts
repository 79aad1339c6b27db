import { getEnumValues } from '../../spec/index.ts';
import type { HasReceiverFault } from './read-body.ts';

/** The members of an event that the receiver reads. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly terminal_id: string | null;
  readonly incident: {
    readonly incident_id: string;
    readonly dedupe_key: string;
    readonly sequence: number;
    readonly state: string;
  } | null;
  readonly severity: string;
  readonly note?: unknown;
  readonly data: Readonly<Record<string, unknown>>;
  readonly is_test?: boolean;
}

/** Returns the event in a body; `undefined` if it contains none. With the fault, any JSON counts as an event. */
export function parseEvent(body: Buffer, hasFault: HasReceiverFault): ReceivedEvent | undefined {
  if (hasFault('non-events-fail')) return JSON.parse(body.toString());
  try {
    const event: Partial<ReceivedEvent> | null = JSON.parse(body.toString());
    return typeof event?.type === 'string' && event.incident !== undefined ? (event as ReceivedEvent) : undefined; // the signature is verified, so the sender made it
  } catch {
    return undefined;
  }
}

const KNOWN_TYPES: readonly string[] = getEnumValues('EventType');

const KNOWN_SEVERITIES: readonly string[] = getEnumValues('Severity');

const MOST_CHARACTERS = 255;
const MOST_MEMBERS = 50;

/** Returns the status of a refusal because of the size or the form of a value. */
function reviewShape({ data, timestamp }: ReceivedEvent, hasFault: HasReceiverFault): number | undefined {
  const texts = Object.values(data).filter((value) => typeof value === 'string');
  const numbers = Object.values(data).filter((value) => typeof value === 'number');
  if (hasFault('texts-limited') && texts.some(({ length }) => length > MOST_CHARACTERS)) return 500;
  if (hasFault('surrogates-fail') && texts.some((text) => !text.isWellFormed())) return 500;
  if (hasFault('numbers-limited') && numbers.some((value) => Math.abs(value) > 0x7fffffff)) return 500;
  if (hasFault('negative-amounts-refused') && texts.some((text) => text.startsWith('-'))) return 422;
  if (hasFault('members-limited') && Object.keys(data).length > MOST_MEMBERS) return 422;
  if (hasFault('seconds-only') && !/T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(timestamp)) return 400;
  if (hasFault('utc-only') && !timestamp.endsWith('Z')) return 400;
  return undefined;
}

/** Whether the receiver acknowledges an event and loses it. */
export function isLost(
  { incident, note, data, terminal_id, severity }: ReceivedEvent,
  hasFault: HasReceiverFault,
): boolean {
  if (hasFault('loses-null') && note === null) return true;
  if (hasFault('null-amounts-lost') && data.host_totals_amount === null) return true;
  if (hasFault('zeros-lost') && Object.values(data).includes(0)) return true;
  if (hasFault('unknown-severities-lost') && !KNOWN_SEVERITIES.includes(severity)) return true;
  if (hasFault('account-events-lost') && terminal_id === null) return true;
  return hasFault('loses-openings') && incident?.state !== 'resolved';
}

const FRAME = [
  ...['id', 'type', 'timestamp', 'api_version', 'level', 'account_id', 'terminal_id', 'families', 'severity'],
  ...['incident', 'data', 'is_test'],
];

const INCIDENT = ['incident_id', 'state', 'sequence', 'dedupe_key', 'opened_at', 'resolved_at', 'resolution'];

/** Returns the status of a refusal because of the text of the body. */
export function reviewBody(body: Buffer, hasFault: HasReceiverFault): number | undefined {
  const text = body.toString();
  if (hasFault('members-by-position') && !/^\s*\{\s*"id"/.test(text)) return 400;
  if (hasFault('numbers-by-form') && /"sequence":\d+[.e]/.test(text)) return 400;
  if (hasFault('text-searched') && !/"type"\s*:/.test(text)) return 400;
  return undefined;
}

/** Returns the status of the response because of the content of the event. */
export function reviewEvent(
  event: ReceivedEvent,
  latestByIncident: Map<string, number>,
  hasFault: HasReceiverFault,
): number {
  const { incident, data, timestamp } = event;
  if (hasFault('known-types-only') && !KNOWN_TYPES.includes(event.type)) return 422;
  if (hasFault('closed-schema') && Object.keys(event).some((member) => !FRAME.includes(member))) return 422;
  if (hasFault('closed-incident') && Object.keys(incident ?? {}).some((member) => !INCIDENT.includes(member)))
    return 500;
  if (hasFault('known-values-only') && !KNOWN_SEVERITIES.includes(event.severity)) return 422;
  const shape = reviewShape(event, hasFault);
  if (shape !== undefined) return shape;
  if (hasFault('empty-values-refused') && Object.values(event).some((value) => value === 0 || value === '')) return 422;
  if (hasFault('only-terminal-events') && event.terminal_id === null) return 400;
  if (hasFault('resolved-refused') && incident?.state === 'resolved') return 422;
  if (hasFault('event-time-checked') && Math.abs(Date.now() - Date.parse(timestamp)) > 300_000) return 400;
  const needsData = hasFault('failed-for-good') || hasFault('stores-id-before-work');
  if (hasFault('trips-over-data') || needsData)
    Object.keys(data).reduce((longest, name) => (name > longest ? name : longest));
  if (incident === null || incident === undefined) return 204;
  const latest = latestByIncident.get(incident.incident_id) ?? 0;
  if (hasFault('older-refused') && incident.sequence < latest) return 409;
  latestByIncident.set(incident.incident_id, Math.max(latest, incident.sequence));
  return 204;
}
