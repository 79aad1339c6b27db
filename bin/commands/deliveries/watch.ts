import type { Command } from 'commander';
import type { RequestNames } from '../../control/request-names.ts';
import { createClientCommand } from '../shared/client.ts';
import { addWatchOptions, WATCH_OPTION_NAMES, type WatchOptions } from '../watch/options.ts';
import { addFilterOptions, type DeliveryFilters, FILTER_NAMES_IN_QUERY, toDeliveryQuery } from './filter-options.ts';

const WATCH_REQUEST = {
  operations: ['listDeliveries'],
  names: FILTER_NAMES_IN_QUERY,
  local: WATCH_OPTION_NAMES,
} as const satisfies RequestNames;

/** `fleetkit deliveries watch`. */
export const watchDeliveriesCommand = (): Command =>
  addWatchOptions(addFilterOptions(createClientCommand('watch', WATCH_REQUEST)), 'attempts')
    .description(
      'print a line for each attempt as it is made: why it was sent, why it failed, and what happens next; with --since, the ' +
        'earlier ones first. Connects again after an interruption, without losing or repeating attempts',
    )
    .action(async (options: WatchOptions & DeliveryFilters) => {
      // Help and usage errors do not need these modules.
      const [{ watch }, { AttemptWatch }] = await Promise.all([
        import('../watch/run.ts'),
        import('../watch/watch-attempts.ts'),
      ]);
      await watch(options, WATCH_REQUEST, async (call, print) => {
        const query = await toDeliveryQuery(call, options);
        return new AttemptWatch({ call, query, print });
      });
    });
