import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';
import { formatEventLine } from './event-line.ts';
import { addEventFilterOptions, EVENT_FILTERS_IN_QUERY, type EventFilters, toEventQuery } from './filter-options.ts';

const LIST_REQUEST = {
  operations: ['listEvents'],
  names: { ...EVENT_FILTERS_IN_QUERY, limit: '--limit', cursor: '--cursor' },
} as const satisfies RequestNames;

const MAX_LIMIT = 500;

interface ListOptions extends ConnectionOptions, EventFilters {
  readonly limit: number;
  readonly cursor?: string;
}

/** `fleetkit events list`, also without `list`. */
export const listEventsCommand = (): Command =>
  addEventFilterOptions(createClientCommand('list', LIST_REQUEST))
    .description('list events up to now, oldest first, in the form that subscribers receive')
    .option('--limit <n>', 'maximum number of events, at most 500', createWholeNumberParser(1, MAX_LIMIT), MAX_LIMIT)
    .option('--cursor <cursor>', 'continue after an earlier page: its next_cursor, or its poll_cursor for newer events')
    .action(({ limit, cursor, ...options }: ListOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, LIST_REQUEST);
          return call('listEvents', { query: { ...(await toEventQuery(call, options)), limit, cursor } });
        },
        { asText: formatEventPage },
      ),
    );

function formatEventPage({ data, page }: SandboxSchemas['EventList']): string {
  const lines = data.map(formatEventLine);
  const more = page.next_cursor === null ? [] : [`More: --cursor ${page.next_cursor}`];
  return [...lines, ...(lines.length === 0 ? ['No events.'] : []), ...more].join('\n');
}
