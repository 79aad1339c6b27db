import { InvalidArgumentError } from 'commander';

/** Returns a parser of options that are whole numbers from `least` to `most`. */
export function createWholeNumberParser(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}
