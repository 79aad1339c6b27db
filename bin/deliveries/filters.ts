import { type Command, Option } from 'commander';
import type { EventType } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Call, CallInput } from '../calls.ts';
import { eventType, oneOf } from '../destinations/wanted-events.ts';
import { destinationMeant } from '../destinations/which.ts';
import { instantOf, type Moment, moment } from '../moments.ts';

/** Which deliveries are meant, as options say it. */
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

/** Adds the options that say which deliveries are meant. */
export const withFilters = (command: Command): Command =>
  command
    .option('--destination <id>', 'to one destination: id, part of it, or name')
    .option('--type <type>', 'of one type of event', eventType)
    .option('--terminal <id>', 'about one terminal')
    .option('--event <id>', 'of one event')
    .option('--state <state>', `in one state: ${STATES.join(', ')}`, oneOf(STATES))
    .addOption(new Option('--status <class>', 'by the latest answer; none for no answer').choices([...STATUSES]))
    .option('--since <when>', 'of events from this instant on, or so long before now: 2h', moment)
    .option('--until <when>', 'of events before this instant', moment);

const NAMES = ['destination', 'type', 'terminal', 'event', 'state', 'status', 'since', 'until'] as const;

/** Whether anything restricts what is meant. */
export const isFiltered = (filters: Filters): boolean => NAMES.some((name) => filters[name] !== undefined);

/** What the options ask the control plane for; a destination and a length of time are looked up. */
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
