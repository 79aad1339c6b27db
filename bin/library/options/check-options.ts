import { types } from 'node:util';
import { findNearestName } from '../../../base/nearest-name.ts';

/** The values that an option accepts. */
export interface OptionRule {
  /** Completes "expected …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** Whether errors must not show the value. */
  readonly isSecret?: true;
}

/** The rules of an object with options, by name. */
export type OptionRules<Options> = Readonly<Record<keyof Options, OptionRule>>;

/**
 * Throws a `RangeError` for an option that does not exist or has an invalid value: types are not checked in JavaScript, and an
 * ignored option is found late. An error shows no secret. `place` is the function, or the option that contains the object, such as `startSandbox`. An option
 * that is undefined counts as absent.
 */
export function checkOptions(place: string, options: unknown, rules: Readonly<Record<string, OptionRule>>): void {
  if (!isRecord(options))
    throw new RangeError(`${place}: expected an object with options, got a value ${describeType(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw new RangeError(`${place}: ${describeUnknown(name, Object.keys(rules))}`);
    if (value !== undefined && !rule.accepts(value))
      throw new RangeError(
        `${place}: the option ${name} is ${rule.isSecret ? describeType(value) : describe(value)}; expected ${rule.expected}.`,
      );
  }
}

function describeUnknown(name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  const hint = nearest === undefined ? `The options are ${known.join(', ')}.` : `Did you mean ${nearest}?`;
  return `there is no option ${JSON.stringify(name)}. ${hint}`;
}

/** Shows a text or a number. The members of an object may be secret. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  const isShown = value === null || ['number', 'bigint', 'boolean', 'undefined'].includes(typeof value);
  return isShown ? String(value) : describeType(value);
}

const describeType = (value: unknown): string =>
  Array.isArray(value) ? 'of the type array' : `of the type ${value === null ? 'null' : typeof value}`;

export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER): OptionRule => ({
  expected:
    most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`,
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
});

export const text: OptionRule = {
  expected: 'a text that is not empty',
  accepts: (value) => typeof value === 'string' && value !== '',
};

/** A text that errors do not show. */
export const secret: OptionRule = { ...text, isSecret: true };

/** Any value: its receiver checks it. */
export const anything: OptionRule = { expected: 'a value', accepts: () => true };

export const flag: OptionRule = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };

export const callback: OptionRule = { expected: 'a function', accepts: (value) => typeof value === 'function' };

export const record: OptionRule = { expected: 'an object', accepts: isRecord };

/** A `Date` that is valid. */
export const instant: OptionRule = {
  expected: 'a valid Date',
  accepts: (value) => types.isDate(value) && !Number.isNaN(value.getTime()),
};

/** An absolute http or https URL, as a text. */
export const httpUrl: OptionRule = {
  expected: 'a URL that starts with http:// or https://',
  accepts: (value) => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value),
};

/** One of these texts. */
export const oneOf = (...texts: readonly string[]): OptionRule => ({
  expected: texts.map((one) => `'${one}'`).join(' or '),
  accepts: (value) => typeof value === 'string' && texts.includes(value),
});

export const textList: OptionRule = {
  expected: 'a list of texts',
  accepts: (value) => Array.isArray(value) && value.every((one) => text.accepts(one)),
};

/** The origins of web pages. */
export const originList: OptionRule = {
  expected: 'a list of origins, such as https://portal.example',
  accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isOrigin),
};

/** Whether a value is the origin of a web page, as browsers send it. */
export const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:/.test(value) && URL.parse(value)?.origin === value;

/** A value that either rule accepts. */
export const either = (one: OptionRule, other: OptionRule): OptionRule => ({
  expected: `${one.expected} or ${other.expected}`,
  accepts: (value) => one.accepts(value) || other.accepts(value),
});

/** One fixed value. */
export const exactly = (constant: boolean): OptionRule => ({
  expected: String(constant),
  accepts: (value) => value === constant,
});
