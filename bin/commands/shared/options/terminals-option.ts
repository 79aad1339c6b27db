import { Option } from 'commander';
import { MOST_TERMINALS } from '../../../library/options/most-terminals.ts';
import { createWholeNumberParser } from './whole-number.ts';

/** Returns the option `--terminals`. */
export const createTerminalsOption = (description: string): Option =>
  new Option('--terminals <n>', description).argParser(createWholeNumberParser(1, MOST_TERMINALS));
