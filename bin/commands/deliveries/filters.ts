import { type Command, Option } from 'commander';
import type { EventType } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { eventType, oneOf } from '../destinations/wanted-events.ts';
import { destinationMeant } from '../destinations/which.ts';
import type { Call, CallInput } from '../shared/calls.ts';
import { instantOf, type Moment, moment } from '../shared/instants.ts';

/** The filter options. */
export interface Filters {
  readonly destination?: string;
  readonly type?: EventType;
  readonly terminal?: string;
  readonly event?: string;
  readonly state?: SandboxSchemas['Delivery']['state'];
  readonly status?: StatusClass;
  readonly since?: Moment;
  readonly until?: Moment;
}

type Query = NonNullable<CallInput<'listDeliveries'>['query']>;
type StatusClass = NonNullable<Query['status_class']>;

const STATES = ['pending', 'sending', 'delivered', 'exhausted', 'skipped'] as const;
const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** Adds the filter options. */
export const withFilters = (command: Command): Command =>
  command
    .option('--destination <id>', 'only deliveries to this destination: its id, part of the id, or its name')
    .option('--type <type>', 'only events of this type', eventType)
    .option('--terminal <id>', 'only events of this terminal')
    .option('--event <id>', 'only deliveries of this event')
    .option('--state <state>', `only deliveries in this state: ${STATES.join(', ')}`, oneOf(STATES))
    .addOption(
      new Option(
        '--status <class>',
        'only deliveries with this latest response status; none means no response',
      ).choices([...STATUSES]),
    )
    .option('--since <when>', 'only events at or after this instant, or a duration before now: 2h', moment)
    .option('--until <when>', 'only events before this instant', moment);

const NAMES = ['destination', 'type', 'terminal', 'event', 'state', 'status', 'since', 'until'] as const;

/** Returns whether any filter is set. */
export const isFiltered = (filters: Filters): boolean => NAMES.some((name) => filters[name] !== undefined);

/** Converts the filters to a query. Looks up the destination and resolves relative times. */
export async function queryFrom(call: Call, filters: Filters): Promise<Query> {
  const destination = filters.destination === undefined ? undefined : await destinationMeant(call, filters.destination);
  return {
    destination_id: destination?.destination_id,
    type: filters.type,
    terminal_id: filters.terminal,
    event_id: filters.event,
    state: filters.state,
    status_class: filters.status,
    since: await instantOf(call, filters.since),
    until: await instantOf(call, filters.until),
  };
}
