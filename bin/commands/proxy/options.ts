import { InvalidArgumentError } from 'commander';
import { parseDuration, toIsoDuration } from '../../../base/durations.ts';
import type { Address } from '../sender/options.ts';

/** The options of `fleetkit proxy`, as commander reads them. */
export interface ProxyCommandOptions {
  readonly upstream: string;
  readonly listen: Address;
  readonly allowRemote?: true;
  /** Milliseconds. */
  readonly for?: number;
  readonly key?: readonly string[];
  readonly keysFile?: string;
  readonly contract?: string;
  readonly strict?: true;
  readonly fail?: true;
  readonly privacy: 'redacted' | 'hashes';
  readonly showValues?: true;
  readonly record?: string;
  /** Bytes. */
  readonly recordLimit: number;
  readonly page?: Address;
  readonly format?: readonly string[];
  readonly json?: true;
  readonly output?: string;
  readonly quiet?: true;
  readonly ca?: string;
  readonly insecure?: true;
  readonly cert?: string;
  readonly certKey?: string;
}

/** Node.js fires a longer timer at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Parses a duration above 0, such as `90s` or `8h`, into milliseconds. */
export function parseRunTime(text: string): number {
  const ms = parseDuration(toIsoDuration(text) ?? '') ?? 0;
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  throw new InvalidArgumentError('Expected a duration such as 90s or 8h, at most 24 days.');
}

const UNITS = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 } as const;
const SMALLEST = 2 ** 20;

/** Parses a size such as `200m` or `1g` into bytes. */
export function parseSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,12})([kmg]?)(?:i?b)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS]; // the pattern allows only these
  if (digits !== '' && bytes >= SMALLEST && Number.isSafeInteger(bytes)) return bytes;
  throw new InvalidArgumentError('Expected a size of at least 1m, such as 200m or 1g.');
}
