/** A decimal number as it was written: digits, an optional fraction and an optional exponent. */
const DECIMAL = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Parses an amount exactly. Returns hundredths, or undefined if the text is no decimal number or has further digits. */
export function parseHundredths(text: string): bigint | undefined {
  const match = DECIMAL.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`;
  const places = Number(exponent) + 2 - fraction.length;
  if (places >= 0) return withSign(sign, BigInt(`${digits}${'0'.repeat(places)}`));
  const padded = digits.padStart(1 - places, '0');
  if (/[1-9]/.test(padded.slice(places))) return undefined;
  return withSign(sign, BigInt(padded.slice(0, places)));
}

const withSign = (sign: string, value: bigint): bigint => (sign === '-' ? -value : value);

/** Formats hundredths as an amount: `12.50`. */
export function formatHundredths(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
