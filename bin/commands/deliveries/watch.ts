import type { Command } from 'commander';
import { createClientCommand } from '../shared/client.ts';
import type { RequestNames } from '../shared/request-names.ts';
import { addWatchOptions, WATCH_OPTION_NAMES, type WatchOptions } from '../watch/options.ts';
import { addFilterOptions, type DeliveryFilters, FILTER_NAMES_IN_QUERY } from './filter-options.ts';

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
      const { watchDeliveries } = await import('../watch/run.ts'); // help and usage errors do not need it
      await watchDeliveries(options, WATCH_REQUEST);
    });
