import { formatInstant } from '../../../base/formats.ts';
import { type DeliveredEventType, isSandboxEventType, USER_BODY } from '../../../spec/event-types.ts';
import { contract, type EventType } from '../../../spec/index.ts';
import type { FleetEvent } from '../../world/events/events.ts';
import type { ControlScope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { DeliveredEvent } from '../delivery.ts';
import { type DestinationEvent, presentDestinationAlert } from '../service/destination-events.ts';
import { summarizeEvent } from '../service/fan-out.ts';
import { createId } from '../signing/delivery-id.ts';

/** A sample event: in the form of its type, without data of real resources, and marked. */
export type SampleEvent = (FleetEvent | DestinationEvent) & { readonly is_test: true };

export interface SampleRequest {
  readonly type: DeliveredEventType;
  readonly view: ControlScope;
  /** Account of the destination. */
  readonly accountId: string;
  /** Undefined: the first terminal of the account, or else of an account below it. */
  readonly terminal: Terminal | undefined;
  /** Whether an account is that of the destination or below it. */
  readonly isWithin: (accountId: string) => boolean;
  readonly nowMs: SandboxMs;
  /** Makes the ids of each sample unique. */
  readonly salt: string;
}

/** The content of a delivery that tests a destination. */
export interface TestContent {
  readonly event: DeliveredEvent;
  readonly body: string;
}

export const createSampleContent = (sample: SampleEvent): TestContent => ({
  event: summarizeEvent(sample),
  body: JSON.stringify(sample),
});

/** Returns the content of a delivery with a body of a user, which is no event. @see gap destinations.test */
export const createUserContent = (
  body: object,
  { accountId, nowMs, salt }: Pick<SampleRequest, 'accountId' | 'nowMs' | 'salt'>,
): TestContent => ({
  event: {
    eventId: createId('evt', nowMs, `${salt} event`),
    type: USER_BODY,
    ...{ accountId, terminalId: null, atMs: nowMs, incidentId: null, turn: null },
  },
  body: JSON.stringify(body),
});

/** Returns a sample of a type. @see gap destinations.test */
export function createSample({ type, ...request }: SampleRequest): SampleEvent {
  return isSandboxEventType(type) ? createDestinationSample(type, request) : createFleetSample(type, request);
}

/** Returns an event about a destination that does not exist. */
function createDestinationSample(
  type: DestinationEvent['type'],
  { accountId, nowMs, salt }: Omit<SampleRequest, 'type'>,
): SampleEvent {
  const event = presentDestinationAlert({
    eventId: createId('evt', nowMs, `${salt} event`),
    type,
    destinationId: createId('dst', nowMs, `${salt} destination`),
    destinationName: 'Sample destination',
    accountId,
    failedAttempts: 5,
    failingSinceMs: nowMs,
    failingSinceRealMs: null,
    disabledReason: type === 'sandbox_destination_disabled' ? 'failing' : null,
    lastError: 'Nothing listens there (ECONNREFUSED).',
    atMs: nowMs,
  });
  return { ...event, is_test: true };
}

/**
 * Returns the contract's example of a type for a terminal of the caller. Replaces all ids and names of the example, so
 * that a sample shows no data of another tenant.
 */
function createFleetSample(
  type: EventType,
  { view, accountId, terminal, isWithin, nowMs, salt }: Omit<SampleRequest, 'type'>,
): SampleEvent {
  const example = findExample(type);
  const about = terminal ?? chooseTerminal(view, accountId, isWithin);
  const isOfTerminal = example.terminal_id !== null;
  const own: Own = {
    accountId: isOfTerminal ? (about?.fixture.accountId ?? accountId) : accountId,
    terminalId: about?.terminalId ?? 'SAMPLE01',
    locationName: about?.fixture.location.name ?? 'Sample location',
  };
  const timestamp = formatInstant(nowMs);
  const dedupeKey = `${type}:${isOfTerminal ? own.terminalId : own.accountId}`;
  const incidentId = createId('inc', nowMs, `${salt} incident`);
  const { api_version, level, families, severity, incident, data } = example;
  return {
    id: createId('evt', nowMs, `${salt} event`),
    type,
    timestamp,
    api_version,
    level,
    account_id: own.accountId,
    terminal_id: isOfTerminal ? own.terminalId : null,
    families,
    severity,
    incident:
      incident === null ? null : { ...incident, incident_id: incidentId, dedupe_key: dedupeKey, opened_at: timestamp },
    data: Object.fromEntries(
      Object.entries(data).map(([member, value]) => [member, replacements[member]?.(own) ?? value]),
    ),
    is_test: true,
  };
}

const chooseTerminal = (
  { terminals }: ControlScope,
  accountId: string,
  isWithin: SampleRequest['isWithin'],
): Terminal | undefined =>
  terminals.find(({ fixture }) => fixture.accountId === accountId) ??
  terminals.find(({ fixture }) => isWithin(fixture.accountId));

/** Returns the first example; for events of incidents, the one of the trigger. */
function findExample(type: EventType): FleetEvent {
  const [example] = Object.values(
    contract.webhooks[type].post.requestBody?.content['application/json']?.examples ?? {},
  );
  if (example === undefined || !('value' in example)) throw new Error(`${type} has no example`);
  return example.value as unknown as FleetEvent; // a test validates the examples against the schemas of their events
}

interface Own {
  readonly accountId: string;
  readonly terminalId: string;
  readonly locationName: string;
}

/** Replacements by member for ids and names. All other members are neutral. */
const replacements: Readonly<Record<string, (own: Own) => string | readonly string[]>> = {
  location_id: () => 'loc_0000SAMPLE',
  location_name: ({ locationName }) => locationName,
  connector_id: () => 'con_sample',
  connector_name: () => 'Sample connector',
  item_id: () => 'cmp_sample',
  reference: () => 'SAMPLE',
  terminal_ids: ({ terminalId }) => [terminalId],
  variance_terminal_ids: ({ terminalId }) => [terminalId],
  requested_by_user_id: () => 'usr_sample',
};
