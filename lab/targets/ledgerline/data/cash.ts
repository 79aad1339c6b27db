import type { Kind } from './model.ts';

/** Whether transactions of this kind pay out cash. */
export const isCashOut = (kind: Kind): boolean => kind === 'cash' || kind === 'advance';

/** Sums whole cents. */
export const addCents = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0);
