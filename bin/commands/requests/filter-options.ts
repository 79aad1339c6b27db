import { type Command, InvalidArgumentError, Option } from 'commander';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';

/** The filter options. All of them apply. */
export interface RequestFilters {
  readonly operation?: string;
  readonly status?: number;
  readonly method?: string;
}

/** The filter option of each query parameter. */
export const REQUEST_FILTERS_IN_QUERY = { operation: '--operation', status: '--status', method: '--method' } as const;

/** Adds the filter options. */
export const addRequestFilterOptions = (command: Command): Command =>
  command
    .option('--operation <id>', 'only requests for this operation, such as createDispute')
    .option('--status <code>', 'only requests with this status', createWholeNumberParser(100, 599))
    .addOption(new Option('--method <method>', 'only requests with this method').argParser(parseMethod));

function parseMethod(text: string): string {
  if (/^[a-z]{1,20}$/i.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('Expected a method such as GET or POST.');
}
