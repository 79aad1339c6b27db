import type { Command } from 'commander';
import type { RequestNames } from '../../control/request-names.ts';
import { createClientCommand } from '../shared/client.ts';
import { addWatchOptions, WATCH_OPTION_NAMES, type WatchOptions } from '../watch/options.ts';
import { addEventFilterOptions, EVENT_FILTERS_IN_QUERY, type EventFilters, toEventQuery } from './filter-options.ts';

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
      // Help and usage errors do not need these modules.
      const [{ watch }, { EventWatch }] = await Promise.all([
        import('../watch/run.ts'),
        import('../watch/watch-events.ts'),
      ]);
      await watch(options, WATCH_REQUEST, async (call, print) => {
        const query = await toEventQuery(call, options);
        return new EventWatch({ call, query, print });
      });
    });
