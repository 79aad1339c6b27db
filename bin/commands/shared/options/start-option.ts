import { InvalidArgumentError, Option } from 'commander';
import { parseInstant } from '../../../../base/durations.ts';

const FORMS = 'today, now, or an instant from 2010 to 2099 such as 2026-11-02T15:00:00Z';

/** Returns the option `--start`. */
export const createStartOption = (description: string): Option =>
  new Option('--start <instant>', `${description}: today, now or an instant`).argParser((text) => {
    if (text !== 'today' && text !== 'now' && !isInRange(parseInstant(text)))
      throw new InvalidArgumentError(`Expected ${FORMS}.`);
    return text;
  });

/** The sandbox checks it too; its code is not loaded for the help of a command. */
function isInRange(ms: number | undefined): boolean {
  const year = ms === undefined ? 0 : new Date(ms).getUTCFullYear();
  return year >= 2010 && year <= 2099;
}
