import type { Command } from 'commander';
import { createClientCommand } from '../shared/client.ts';
import type { RequestNames } from '../shared/request-names.ts';
import { addWatchOptions, WATCH_OPTION_NAMES, type WatchOptions } from '../watch/options.ts';
import { addEventFilterOptions, EVENT_FILTERS_IN_QUERY, type EventFilters } from './filter-options.ts';

const WATCH_REQUEST = {
  operations: ['listEvents'],
  names: EVENT_FILTERS_IN_QUERY,
  local: WATCH_OPTION_NAMES,
} as const satisfies RequestNames;

/** `fleetkit events watch`. */
export const watchEventsCommand = (): Command =>
  addWatchOptions(addEventFilterOptions(createClientCommand('watch', WATCH_REQUEST)), 'events')
    .description(
      'print a line for each event as it happens, with its cause; with --since, the earlier ones first. Connects again after an ' +
        'interruption, without losing or repeating events',
    )
    .action(async (options: WatchOptions & EventFilters) => {
      const { watchEvents } = await import('../watch/run.ts'); // help and usage errors do not need it
      await watchEvents(options, WATCH_REQUEST);
    });
