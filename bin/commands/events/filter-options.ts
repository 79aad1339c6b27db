import type { Command } from 'commander';
import type { CallOperation, OperationInput } from '../../control/control-plane.ts';
import { parseEventTypePattern } from '../destinations/event-options.ts';
import { parseTypedInstant, resolveInstant, type TypedInstant } from '../shared/instants.ts';

/** The filter options. */
export interface EventFilters {
  readonly type?: string;
  readonly terminal?: string;
  readonly since?: TypedInstant;
}

/** The filter option of each query parameter. */
export const EVENT_FILTERS_IN_QUERY = { type: '--type', terminal_id: '--terminal', since: '--since' } as const;

/** Adds the filter options. */
export const addEventFilterOptions = (command: Command): Command =>
  command
    .option('--type <type>', 'only events of this type; cash_* matches a prefix', parseEventTypePattern)
    .option('--terminal <id>', 'only events of this terminal')
    .option('--since <when>', 'only events at or after this instant, or a duration before now: 2h', parseTypedInstant);

/** Converts the filters to a query. Resolves relative times. */
export async function toEventQuery(
  call: CallOperation,
  { type, terminal, since }: EventFilters,
): Promise<NonNullable<OperationInput<'listEvents'>['query']>> {
  return { type, terminal_id: terminal, since: await resolveInstant(call, since) };
}
