import type { Target } from '../target.ts';
import { faults } from './faults.ts';
import { KEYS } from './fleet.ts';
import { createService, type HarbourOptions } from './service.ts';

/** A service with HAL links and nested objects; its data may change during a run. */
export const harbour = {
  name: 'harbour',
  title:
    'HAL envelopes, nested members in Pascal case, money as objects, totals of the page, next links, a catalog by family',
  keys: KEYS,
  faults,
  transport: (options: HarbourOptions) => createService(options),
} satisfies Target;
