/** Formats cents as a decimal string in major units, with the currency. */
export const presentMoney = (cents: number, currency: string) => ({ amount: (cents / 100).toFixed(2), currency });

/** Sums whole cents. */
export const sumCents = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);
