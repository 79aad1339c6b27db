import type { InjectedFault } from '../../target.ts';
import { ACCESS_FAULTS, SCOPE_FAULTS } from './access-faults.ts';
import { CONTENT_FAULTS, LIST_FAULTS, SURFACE_FAULTS } from './response-faults.ts';

const TABLE = { ...ACCESS_FAULTS, ...SCOPE_FAULTS, ...LIST_FAULTS, ...CONTENT_FAULTS, ...SURFACE_FAULTS } as const;

export type LedgerlineFaultName = keyof typeof TABLE;

/** Every fault that can be injected. Each changes the code at the one place that tests for its name. */
export const ledgerlineFaults: Readonly<Record<LedgerlineFaultName, InjectedFault>> = TABLE;

export const isLedgerlineFault = (name: string): name is LedgerlineFaultName => Object.hasOwn(TABLE, name);
