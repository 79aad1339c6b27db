/** Longer texts are rejected: no amount has that number of digits. */
const MOST_DIGITS = 60;
const PATTERN = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/**
 * An exact amount of money with two decimals, of any size. It contains whole cents and is never a binary fraction. Amounts are
 * immutable; the operators `+` and `<` do not work on them.
 * @example
 * const total = Amount.sum(rows.map((row) => row.amt_comp));
 * total.compare('100.00') > 0 && console.log(total.toString());
 */
export class Amount {
  static readonly zero = new Amount(0n);
  /** The amount in cents. */
  readonly cents: bigint;

  private constructor(cents: bigint) {
    this.cents = cents;
  }

  /** Returns the amount of whole cents. Throws a `TypeError` for another value. */
  static fromCents(cents: bigint): Amount {
    if (typeof cents !== 'bigint') throw new TypeError('cents is not a bigint; expected whole cents such as 6000n');
    return new Amount(cents);
  }

  /** Parses a text such as `60.00`, with at most two decimals. Throws a `TypeError` for another value, also for a number. */
  static parse(text: string): Amount {
    if (typeof text !== 'string')
      throw new TypeError(`the amount is a ${typeof text}; expected a text such as "60.00"`);
    const [, sign, whole = '', decimals = ''] = (text.length <= MOST_DIGITS && PATTERN.exec(text)) || [];
    if (whole === '')
      throw new TypeError(
        `the amount ${JSON.stringify(text.slice(0, MOST_DIGITS))} is not valid; expected a text such as "60.00"`,
      );
    const cents = BigInt(whole + decimals.padEnd(2, '0'));
    return new Amount(sign === '-' ? -cents : cents);
  }

  /** Adds amounts, and texts as `parse` accepts them. */
  static sum(amounts: Iterable<Amount | string>): Amount {
    let cents = 0n;
    for (const amount of amounts) cents += toCents(amount);
    return new Amount(cents);
  }

  plus(other: Amount | string): Amount {
    return new Amount(this.cents + toCents(other));
  }

  minus(other: Amount | string): Amount {
    return new Amount(this.cents - toCents(other));
  }

  /** Returns -1, 0 or 1 if this amount is less than, equal to or greater than the other one. */
  compare(other: Amount | string): -1 | 0 | 1 {
    const difference = this.cents - toCents(other);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }

  equals(other: Amount | string): boolean {
    return this.compare(other) === 0;
  }

  /** Returns the form of the contract: `60.00`, `-83.00`. */
  toString(): string {
    const digits = String(this.cents < 0n ? -this.cents : this.cents).padStart(3, '0');
    return `${this.cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }

  toJSON(): string {
    return this.toString();
  }

  /** Formats the amount for people, without loss of digits. `currency` is a code such as `USD`. */
  format(locale: string, currency: string): string {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    return format.format(this.toString() as Intl.StringNumericLiteral); // digits, a point and digits
  }

  /** Throws a `TypeError` for `amount + 1` and `amount < other`, which would compare texts or lose digits. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.toString();
    throw new TypeError('an amount cannot be used with an operator; expected plus(), minus() or compare()');
  }
}

const toCents = (amount: Amount | string): bigint =>
  amount instanceof Amount ? amount.cents : Amount.parse(amount).cents;
