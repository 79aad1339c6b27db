import type { Target } from '../target.ts';
import { FAULTS } from './faults.ts';
import { KEYS } from './keys.ts';
import { startService } from './service.ts';

/** The service "ledgerline". */
export const ledgerline: Target = {
  name: 'ledgerline',
  title:
    'Bare arrays, camelCase words of its own, whole cents, milliseconds, numbered pages with a Link header, refusals of one sentence',
  keys: KEYS,
  faults: FAULTS,
  transport: startService,
};
