import { InvalidArgumentError } from 'commander';
import { parseDuration, toIsoDuration } from '../../../base/durations.ts';

/** Parses a duration of an option, such as `24h`, `30m` or ISO 8601, to seconds. */
export function parseSeconds(text: string): number {
  const ms = parseDuration(toIsoDuration(text) ?? '');
  if (ms !== undefined) return ms / 1000;
  throw new InvalidArgumentError('Expected a duration such as 7d, 24h, 30m or 0s.');
}
