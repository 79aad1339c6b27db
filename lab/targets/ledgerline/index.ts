import type { TargetService } from '../target.ts';
import { ledgerlineFaults } from './faults/index.ts';
import { LEDGERLINE_KEYS } from './http/authenticate.ts';
import { startService } from './service.ts';

/** The service "ledgerline". */
export const ledgerline: TargetService = {
  name: 'ledgerline',
  title:
    'Bare arrays, camelCase words of its own, whole cents, milliseconds, numbered pages with a Link header, refusals of one sentence',
  keys: LEDGERLINE_KEYS,
  faults: ledgerlineFaults,
  transport: startService,
};
