import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import type { Depth } from '../../../conformance/index.ts';

/** The options of `fleetkit conform`, as commander reads them. */
export interface ConformOptions {
  readonly key?: readonly string[];
  readonly keysFile?: string;
  readonly administrator?: readonly string[];
  readonly mayOnlyRead?: readonly string[];
  readonly customer?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly tag?: readonly string[];
  readonly checks?: string;
  readonly depth: Depth;
  readonly configFile?: string;
  readonly contract?: string;
  readonly list?: boolean;
  readonly explain?: string;
  readonly format?: readonly string[];
  readonly json?: true;
  readonly output?: string;
  readonly history?: string;
  readonly describe?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly quiet?: boolean;
  readonly progress?: 'text' | 'json';
  readonly strict?: boolean;
  readonly replay?: string;
  readonly allowWrites?: boolean;
  readonly allowUnverified?: boolean;
  readonly challenge?: boolean;
  readonly failFast?: boolean;
  readonly timeout: number;
  readonly runTimeout: number;
  readonly rate?: number;
  readonly concurrency: number;
  readonly seed: number;
  readonly proxy?: string;
  readonly resolve?: readonly string[];
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly cert?: string;
  readonly certKey?: string;
  readonly header?: readonly string[];
}

/** Collects the values of a repeatable option. */
export const collectValues = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** Parses IP addresses, separated by commas. */
export function parseAddresses(text: string): readonly string[] {
  const addresses = text.split(',');
  if (addresses.every((address) => isIP(address) !== 0)) return addresses;
  throw new InvalidArgumentError('Expected IP addresses, separated by commas, such as 192.0.2.10,2001:db8::10.');
}

/** Parses a number above 0. */
export function parsePositive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number))) throw new InvalidArgumentError('Expected a number above 0.');
  return number;
}

/** Parses a whole number from 0. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** Parses a whole number from 1 to 32. */
export function parseConcurrency(text: string): number {
  const number = parseWholeNumber(text);
  if (number < 1 || number > 32) throw new InvalidArgumentError('Expected a whole number from 1 to 32.');
  return number;
}
