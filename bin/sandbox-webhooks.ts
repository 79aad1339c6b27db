import type { EventType } from '../spec/index.ts';
import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { type Call, deliveriesBy } from './calls.ts';

/* What of the library is about webhooks: where events are sent, and what came of it. */

/** Names a destination: its id, or the destination as it was given. */
export type DestinationName = string | Pick<SandboxSchemas['Destination'], 'destination_id'>;

/** Where to: an address, an inbox in the sandbox that shows what it got, or a listener that fetches. */
export type DestinationPlace = { readonly url: string } | { readonly inbox: true } | { readonly listener: true };

/** A destination to add: whose events, and which of them; all where nothing restricts them. */
export type NewDestination = DestinationPlace & {
  /** The account whose events, and those of all below it, are sent. */
  readonly accountId: string;
  /** Of these terminals alone. */
  readonly terminalIds?: readonly string[];
  readonly types?: readonly EventType[];
  readonly states?: readonly NonNullable<SandboxSchemas['IncidentStates']>[number][];
  readonly name?: string;
  /** Sent along with each delivery. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `standard` follows the clock of the sandbox, `fast` real time. Default `standard`. */
  readonly retryProfile?: SandboxSchemas['RetryProfile'];
  /** `whsec_` and the base64 of 24 to 64 bytes. Default: a random one. */
  readonly secret?: string;
};

/** Where the events of the sandbox are sent. Each call rejects with a `SandboxRefusal` when refused. */
export interface SandboxDestinations {
  /** Adds a destination. Returns it with the secret that signs its deliveries. */
  add(destination: NewDestination): Promise<SandboxSchemas['CreatedDestination']>;
  /** Oldest first. */
  list(): Promise<readonly SandboxSchemas['Destination'][]>;
  /** Sends a sample once, waits for the answer, and says what it means. */
  test(
    destination: DestinationName,
    sample?: { readonly type?: EventType; readonly terminalId?: string },
  ): Promise<SandboxSchemas['TestedDestination']>;
}

/** Which deliveries are meant: those for which all of this is true. */
export interface DeliveryFilter {
  readonly destination?: DestinationName;
  readonly type?: EventType;
  readonly terminalId?: string;
  readonly eventId?: string;
  readonly state?: SandboxSchemas['Delivery']['state'];
  /** Events from this instant on. */
  readonly since?: Date;
  /** Events before this instant. */
  readonly until?: Date;
}

/** Asks the control plane as the library does. */
export const destinationsThrough = (call: Call): SandboxDestinations => ({
  add: ({ accountId, terminalIds, types, states, retryProfile, name, headers, secret, ...place }) =>
    call('createDestination', {
      body: {
        url: 'url' in place ? place.url : undefined,
        inbox: 'inbox' in place ? place.inbox : undefined,
        listener: 'listener' in place ? place.listener : undefined,
        account_id: accountId,
        name,
        headers,
        retry_profile: retryProfile,
        secret,
        subscriptions: subscriptionsTo(terminalIds, { types: types ?? null, states: states ?? null }),
      },
    }),
  list: async () => (await call('listDestinations')).data,
  test: (destination, { type, terminalId } = {}) =>
    call('testDestination', {
      path: { destination_id: idOf(destination) },
      body: { type, terminal_id: terminalId },
    }),
});

function subscriptionsTo(
  terminalIds: readonly string[] | undefined,
  which: { readonly types: readonly EventType[] | null; readonly states: SandboxSchemas['IncidentStates'] },
): SandboxSchemas['NewSubscription'][] {
  return terminalIds === undefined ? [which] : terminalIds.map((id) => ({ terminal_id: id, ...which }));
}

/** Deliveries that match, oldest first. */
export async function deliveriesThrough(
  call: Call,
  { destination, type, terminalId, eventId, state, since, until }: DeliveryFilter,
): Promise<readonly SandboxSchemas['Delivery'][]> {
  const query = {
    destination_id: destination === undefined ? undefined : idOf(destination),
    type,
    terminal_id: terminalId,
    event_id: eventId,
    state,
    since: since?.toISOString(),
    until: until?.toISOString(),
  };
  return (await deliveriesBy(call, query, Number.POSITIVE_INFINITY)).deliveries.toReversed();
}

/** What an inbox got, oldest first. Throws a `TypeError` for a destination that is none. */
export async function inboxThrough(
  call: Call,
  destination: DestinationName,
): Promise<readonly SandboxSchemas['InboxMessage'][]> {
  const { kind, url } = await call('getDestination', { path: { destination_id: idOf(destination) } });
  if (kind !== 'inbox' || url === null)
    throw new TypeError(`${idOf(destination)} is no inbox but a destination by ${kind}`);
  const { messages } = await call('getInbox', { path: { token: url.slice(url.lastIndexOf('/') + 1) } });
  return messages.toReversed();
}

const idOf = (destination: DestinationName): string =>
  typeof destination === 'string' ? destination : destination.destination_id;
