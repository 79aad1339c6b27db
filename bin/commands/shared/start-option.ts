import { InvalidArgumentError, Option } from 'commander';
import { parseStart, START_FORMS } from '../../../server/world/state/start.ts';
import { realMs } from '../../../server/world/state/time.ts';

/** Returns the option `--start`. */
export const createStartOption = (description: string): Option =>
  new Option('--start <instant>', `${description}: today, now or an instant`).argParser((text) => {
    if (parseStart(text, realMs(0)) === undefined) throw new InvalidArgumentError(`Expected ${START_FORMS}.`);
    return text;
  });
