import { type Command, Option } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation, OperationInput } from '../../control/control-plane.ts';
import { createChoiceParser, parseDeliveredTypePattern } from '../destinations/event-options.ts';
import { requestDestination } from '../destinations/find-destination.ts';
import { parseTypedInstant, resolveInstant, type TypedInstant } from '../shared/instants.ts';

/** The filter options. */
export interface DeliveryFilters {
  readonly destination?: string;
  readonly type?: string;
  readonly terminal?: string;
  readonly event?: string;
  readonly state?: SandboxSchemas['Delivery']['state'];
  readonly status?: StatusClass;
  readonly since?: TypedInstant;
  readonly until?: TypedInstant;
}

type Query = NonNullable<OperationInput<'listDeliveries'>['query']>;
type StatusClass = NonNullable<Query['status_class']>;

const STATES = ['pending', 'sending', 'delivered', 'exhausted', 'skipped'] as const;
const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** The filter option of each query parameter. */
export const FILTER_NAMES_IN_QUERY = {
  destination_id: '--destination',
  type: '--type',
  terminal_id: '--terminal',
  event_id: '--event',
  state: '--state',
  status_class: '--status',
  since: '--since',
  until: '--until',
} as const;

/** Adds the filter options. */
export const addFilterOptions = (command: Command): Command =>
  command
    .option('--destination <id>', 'only deliveries to this destination: its id, part of the id, or its name')
    .option('--type <type>', 'only events of this type; cash_* matches a prefix', parseDeliveredTypePattern)
    .option('--terminal <id>', 'only events of this terminal')
    .option('--event <id>', 'only deliveries of this event')
    .option('--state <state>', `only deliveries in this state: ${STATES.join(', ')}`, createChoiceParser(STATES))
    .addOption(
      new Option(
        '--status <class>',
        'only deliveries with this latest response status; none means no response',
      ).choices([...STATUSES]),
    )
    .option('--since <when>', 'only events at or after this instant, or a duration before now: 2h', parseTypedInstant)
    .option('--until <when>', 'only events before this instant', parseTypedInstant);

const FILTER_NAMES = ['destination', 'type', 'terminal', 'event', 'state', 'status', 'since', 'until'] as const;

/** Returns whether any filter is set. */
export const isFiltered = (filters: DeliveryFilters): boolean =>
  FILTER_NAMES.some((name) => filters[name] !== undefined);

/** Converts the filters to a query. Looks up the destination and resolves relative times. */
export async function toDeliveryQuery(call: CallOperation, filters: DeliveryFilters): Promise<Query> {
  const destination =
    filters.destination === undefined ? undefined : await requestDestination(call, filters.destination);
  return {
    destination_id: destination?.destination_id,
    type: filters.type,
    terminal_id: filters.terminal,
    event_id: filters.event,
    state: filters.state,
    status_class: filters.status,
    since: await resolveInstant(call, filters.since),
    until: await resolveInstant(call, filters.until),
  };
}
