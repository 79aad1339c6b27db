import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration, toIsoDuration } from '../../../base/durations.ts';
import type { ConnectionOptions } from '../shared/client.ts';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';

/* The options that the commands named `watch` share. */

export interface WatchOptions extends ConnectionOptions {
  readonly exitAfter?: number;
  /** Milliseconds. */
  readonly timeout?: number;
}

export const WATCH_OPTION_NAMES = ['--exit-after', '--timeout'] as const;

const MAX_COUNT = 1_000_000;
/** The longest delay of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Adds the options. `what` names what is watched. */
export const addWatchOptions = (command: Command, what: string): Command =>
  command
    .addOption(
      new Option('--exit-after <n>', `exit after this number of ${what}`).argParser(
        createWholeNumberParser(1, MAX_COUNT),
      ),
    )
    .addOption(
      new Option('--timeout <duration>', 'exit with 1 after this time, in real time').argParser(parseTimeoutMs),
    );

function parseTimeoutMs(text: string): number {
  const ms = parseDuration(toIsoDuration(text) ?? '') ?? 0;
  if (ms > 0 && ms <= MAX_TIMEOUT_MS) return ms;
  throw new InvalidArgumentError('Expected a duration such as 30s or 5m, at most 24 days.');
}
