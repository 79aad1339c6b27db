import type { DeliveredEventType, DeliveryType } from '../../../spec/event-types.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, fetchDeliveries } from '../../control/control-plane.ts';
import {
  anything,
  checkOptions,
  exactly,
  instant,
  type OptionRule,
  type OptionRules,
  secret,
  text,
  textList,
} from '../options/check-options.ts';

/* The webhook part of the library: destinations, deliveries and inboxes. */

/** A destination, given by id or as the object that `add` returned. */
export type DestinationName = string | Pick<SandboxSchemas['Destination'], 'destination_id'>;

/** A URL, an inbox inside the sandbox that stores what it receives, or a listener that fetches deliveries. */
export type DestinationPlace = { readonly url: string } | { readonly inbox: true } | { readonly listener: true };

/** A destination to add, with its account and filters. Without filters it receives all events of the account. */
export type NewDestination = DestinationPlace & {
  /** The account whose events are sent, including those of its sub-accounts. */
  readonly accountId: string;
  /** Only events of these terminals. */
  readonly terminalIds?: readonly string[];
  readonly types?: readonly DeliveredEventType[];
  readonly states?: readonly NonNullable<SandboxSchemas['IncidentStates']>[number][];
  readonly name?: string;
  /** Headers added to each delivery. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `standard` follows the clock of the sandbox, `fast` real time. Default `standard`. */
  readonly retryProfile?: SandboxSchemas['RetryProfile'];
  /** `whsec_` and the base64 of 24 to 64 bytes. Default: a random secret. */
  readonly secret?: string;
  /** `paused`: deliveries wait. `disabled`: events are skipped. Default `enabled`. */
  readonly status?: SandboxSchemas['Destination']['status'];
};

/** The content that a test of a destination sends: a sample of an event, or a JSON object, which is signed and marked as the body of a user. */
export type TestContent =
  | { readonly type?: DeliveredEventType; readonly terminalId?: string; readonly body?: never }
  | { readonly body: Readonly<Record<string, unknown>>; readonly type?: never; readonly terminalId?: never };

/** Manages the destinations of webhook events. Each call rejects with a `SandboxRefusal` when refused. */
export interface SandboxDestinations {
  /** Adds a destination. Returns it with the secret that signs its deliveries. */
  add(destination: NewDestination): Promise<SandboxSchemas['CreatedDestination']>;
  /** Oldest first. */
  list(): Promise<readonly SandboxSchemas['Destination'][]>;
  /** Sends one sample event or a body, waits for the response, and returns a verdict on it. */
  test(destination: DestinationName, sample?: TestContent): Promise<SandboxSchemas['TestedDestination']>;
}

/** Filters for deliveries; all of them apply. */
export interface DeliveryFilter {
  readonly destination?: DestinationName;
  readonly type?: DeliveryType;
  readonly terminalId?: string;
  readonly eventId?: string;
  readonly state?: SandboxSchemas['Delivery']['state'];
  /** Events at or after this instant. */
  readonly since?: Date;
  /** Events before this instant. */
  readonly until?: Date;
}

const DESTINATION_RULES: Readonly<Record<string, OptionRule>> = {
  url: text,
  inbox: exactly(true),
  listener: exactly(true),
  accountId: text,
  terminalIds: textList,
  types: textList,
  states: textList,
  name: anything,
  headers: anything,
  retryProfile: anything,
  status: anything,
  secret,
} satisfies OptionRules<Required<NewDestination>> & Readonly<Record<'url' | 'inbox' | 'listener', OptionRule>>;

const FILTER_RULES: OptionRules<Required<DeliveryFilter>> = {
  destination: anything,
  type: anything,
  terminalId: anything,
  eventId: anything,
  state: anything,
  since: instant,
  until: instant,
};

/** Calls the control plane for the library. */
export const createDestinations = (call: CallOperation): SandboxDestinations => ({
  async add(destination) {
    checkOptions('sandbox.destinations.add', destination, DESTINATION_RULES);
    return call('createDestination', {
      body: {
        url: 'url' in destination ? destination.url : undefined,
        inbox: 'inbox' in destination ? destination.inbox : undefined,
        listener: 'listener' in destination ? destination.listener : undefined,
        account_id: destination.accountId,
        name: destination.name,
        headers: destination.headers,
        retry_profile: destination.retryProfile,
        secret: destination.secret,
        status: destination.status,
        subscriptions: createSubscriptions(destination.terminalIds, {
          types: destination.types ?? null,
          states: destination.states ?? null,
        }),
      },
    });
  },
  list: async () => (await call('listDestinations')).data,
  async test(destination, sample = {}) {
    checkOptions('sandbox.destinations.test', sample, { type: anything, terminalId: anything, body: anything });
    return call('testDestination', {
      path: { destination_id: toDestinationId(destination) },
      body: { type: sample.type, terminal_id: sample.terminalId, body: sample.body },
    });
  },
});

function createSubscriptions(
  terminalIds: readonly string[] | undefined,
  which: { readonly types: readonly DeliveredEventType[] | null; readonly states: SandboxSchemas['IncidentStates'] },
): SandboxSchemas['NewSubscription'][] {
  return terminalIds === undefined ? [which] : terminalIds.map((id) => ({ terminal_id: id, ...which }));
}

/** Returns matching deliveries, oldest first. */
export async function fetchSandboxDeliveries(
  call: CallOperation,
  filter: DeliveryFilter,
): Promise<readonly SandboxSchemas['Delivery'][]> {
  checkOptions('sandbox.deliveries', filter, FILTER_RULES);
  const { destination, type, terminalId, eventId, state, since, until } = filter;
  const query = {
    destination_id: destination === undefined ? undefined : toDestinationId(destination),
    type,
    terminal_id: terminalId,
    event_id: eventId,
    state,
    since: since?.toISOString(),
    until: until?.toISOString(),
  };
  return (await fetchDeliveries(call, query, Number.POSITIVE_INFINITY)).deliveries.toReversed();
}

/** Returns the messages that an inbox received, oldest first. Throws a `TypeError` for any other destination. */
export async function readInboxMessages(
  call: CallOperation,
  destination: DestinationName,
): Promise<readonly SandboxSchemas['InboxMessage'][]> {
  const { kind, url } = await call('getDestination', { path: { destination_id: toDestinationId(destination) } });
  if (kind !== 'inbox' || url === null)
    throw new TypeError(`${toDestinationId(destination)} is not an inbox: its kind is ${kind}`);
  const { messages } = await call('getInbox', { path: { token: url.slice(url.lastIndexOf('/') + 1) } });
  return messages.toReversed();
}

const toDestinationId = (destination: DestinationName): string =>
  typeof destination === 'string' ? destination : destination.destination_id;
