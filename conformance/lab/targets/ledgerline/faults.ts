import type { InjectedFault } from '../target.ts';
import { OF_ACCESS, OF_SCOPE } from './faults-of-access.ts';
import { OF_CONTENT, OF_LISTS, OF_SURFACES } from './faults-of-answers.ts';

const TABLE = { ...OF_ACCESS, ...OF_SCOPE, ...OF_LISTS, ...OF_CONTENT, ...OF_SURFACES } as const;

export type LedgerlineFaultName = keyof typeof TABLE;

/** Every fault that can be injected. Each changes the code at the one place that tests for its name. */
export const ledgerlineFaults: Readonly<Record<LedgerlineFaultName, InjectedFault>> = TABLE;

export const isLedgerlineFault = (name: string): name is LedgerlineFaultName => Object.hasOwn(TABLE, name);
