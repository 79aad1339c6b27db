import type { Choices } from '../dimensions/index.ts';

const PARAMETER_NAMES = {
  plain: { cursor: 'cursor', offset: 'offset', page: 'page' },
  other: { cursor: 'page_token', offset: 'start', page: 'p' },
} as const;

/** Returns the names of the parameters of paging. */
export function namePagingParameters(choices: Choices): (typeof PARAMETER_NAMES)[Choices['pagingParameters']] {
  return PARAMETER_NAMES[choices.pagingParameters];
}
