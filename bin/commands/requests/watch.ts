import type { Command } from 'commander';
import type { RequestNames } from '../../control/request-names.ts';
import { createClientCommand } from '../shared/client.ts';
import { addWatchOptions, WATCH_OPTION_NAMES, type WatchOptions } from '../watch/options.ts';
import { addRequestFilterOptions, REQUEST_FILTERS_IN_QUERY, type RequestFilters } from './filter-options.ts';

const WATCH_REQUEST = {
  operations: ['listRequests'],
  names: REQUEST_FILTERS_IN_QUERY,
  local: WATCH_OPTION_NAMES,
} as const satisfies RequestNames;

/** `fleetkit requests watch`. */
export const watchRequestsCommand = (): Command =>
  addWatchOptions(addRequestFilterOptions(createClientCommand('watch', WATCH_REQUEST)), 'requests')
    .description(
      'print a line for each request as it is answered, with its problem. Connects again after an interruption, and then prints ' +
        'those of the last 200 that were missed',
    )
    .action(async ({ operation, status, method, ...options }: WatchOptions & RequestFilters) => {
      // Help and usage errors do not need these modules.
      const [{ watch }, { RequestWatch }] = await Promise.all([
        import('../watch/run.ts'),
        import('../watch/watch-requests.ts'),
      ]);
      const filters = { operation, status, method };
      await watch(options, WATCH_REQUEST, async (call, print) => new RequestWatch({ call, filters, print }));
    });
