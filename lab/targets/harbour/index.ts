import type { TargetService } from '../target.ts';
import { HARBOUR_KEYS } from './data/fleet.ts';
import { harbourFaults } from './faults.ts';
import { createService, type HarbourOptions } from './service.ts';

/** A service with HAL links and nested objects; its data may change during a run. */
export const harbour = {
  name: 'harbour',
  title:
    'HAL envelopes, nested members in Pascal case, money as objects, totals of the page, next links, a catalog by family',
  keys: HARBOUR_KEYS,
  faults: harbourFaults,
  transport: (options: HarbourOptions) => createService(options),
} satisfies TargetService;
