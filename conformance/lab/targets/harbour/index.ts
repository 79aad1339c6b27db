import type { Target } from '../target.ts';
import { faults } from './faults.ts';
import { KEYS } from './fleet.ts';
import { createService, type HarbourOptions } from './service.ts';

/** A service of links and nested objects; its data may move while it is read. */
export const harbour = {
  name: 'harbour',
  title:
    'HAL envelopes, nested members in Pascal case, money as objects, totals of the page, next links, a catalog by family',
  keys: KEYS,
  faults,
  transport: (options: HarbourOptions) => createService(options),
} satisfies Target;
