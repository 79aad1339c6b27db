const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Formats an amount of the contract, such as `"11320.00"`: `$11,320.00`, or `11,320.00 EUR` in another currency. */
export const formatMoney = (amount: string | number | null, currency = 'USD'): string =>
  amount === null ? '–' : withCurrency(plain.format(Number(amount)), currency);

/** Formats an amount without cents. */
export const formatRoundMoney = (amount: string | number | null, currency = 'USD'): string =>
  amount === null ? '–' : withCurrency(whole.format(Number(amount)), currency);

const withCurrency = (text: string, currency: string): string =>
  currency === 'USD' ? `$${text}`.replace('$-', '-$') : `${text} ${currency}`;

export const formatCount = (count: number): string => whole.format(count);

/** Formats a count with its noun: `1 terminal`, `3 terminals`, `2 days`, `2 deliveries`, `2 batches`. */
export function formatPlural(count: number, noun: string): string {
  const plural = /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${noun.endsWith('ch') ? 'es' : 's'}`;
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
