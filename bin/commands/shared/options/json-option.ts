import { Option } from 'commander';

/** Returns the option `--json` of a command that prints data. */
export const createJsonOption = (what: string): Option => new Option('--json', `print ${what} as JSON`);

/** Formats a value as commands print it with `--json`. */
export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
