import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { parseDuration, toIsoDuration } from '../../../base/durations.ts';
import { findPointerProblem } from '../../../conformance/reading/pointers.ts';
import type { SignatureScheme } from '../../../conformance/webhooks/scheme.ts';
import { decodeSecret } from '../../../conformance/webhooks/secret.ts';
import type { Refuse } from '../shared/refuse.ts';

/** The options of `fleetkit sender check`, as commander reads them. */
export interface SenderOptions {
  readonly listen: Address;
  readonly for: number;
  readonly count?: number;
  readonly passive?: boolean;
  readonly retryAfter: number;
  readonly withhold?: number;
  readonly allowGone?: boolean;
  readonly record?: string;
  readonly recording?: string;
  readonly secret?: readonly string[];
  readonly secretEnv?: string;
  readonly scheme: string;
  readonly eventAt: string;
  readonly contract: 'builtin' | 'none';
  readonly canary?: readonly string[];
  readonly tests?: boolean;
  readonly tolerance: string;
  readonly strict?: boolean;
  readonly list?: boolean;
  readonly format?: readonly string[];
  readonly json?: true;
  readonly output?: string;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `127.0.0.1:0`, `[::1]:4500`, `4500`: parses an address to listen at. The default host is 127.0.0.1. */
export function parseListenAddress(text: string): Address {
  const [, inBrackets, host = inBrackets ?? '127.0.0.1', port = ''] =
    /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw new InvalidArgumentError('Expected HOST:PORT, such as 127.0.0.1:4500; port 0 picks a free port.');
  return { host, port: Number(port) };
}

/** Parses a duration above 0, such as `90s` or `5m`, into milliseconds. */
export function parseLengthOfTime(text: string): number {
  const ms = parseDuration(toIsoDuration(text) ?? '') ?? 0;
  if (ms <= 0 || ms > 86_400_000) throw new InvalidArgumentError('Expected a duration of at most a day, such as 90s.');
  return ms;
}

/** Parses a JSON pointer to a member of a body. */
export function parseMemberPointer(text: string): string {
  const problem = text === '' ? 'a pointer starts with "/", as in "/type"' : findPointerProblem(text);
  if (problem !== undefined) throw new InvalidArgumentError(`Expected a JSON pointer: ${problem}.`);
  return text;
}

/** Parses a text that is long enough not to occur by chance. */
export function collectCanary(text: string, before: readonly string[] = []): readonly string[] {
  if (text.trim().length < 4) throw new InvalidArgumentError('Expected at least four characters.');
  return [...before, text];
}

const VARIABLE = 'FLEETKIT_WEBHOOK_SECRET';

/** Returns the secrets from the command line or the environment, newest first. Messages never contain a secret. */
export function readSenderSecrets(
  { secret, secretEnv }: Pick<SenderOptions, 'secret' | 'secretEnv'>,
  scheme: SignatureScheme,
  refuse: Refuse,
): readonly string[] {
  if (secret !== undefined && secretEnv !== undefined) return refuse('give --secret or --secret-env, not both');
  const inEnvironment = process.env[secretEnv ?? VARIABLE] ?? '';
  if (secretEnv !== undefined && inEnvironment.trim() === '')
    return refuse(`the environment variable ${secretEnv} is not set`);
  const secrets = (secret ?? inEnvironment.split(/\s+/)).filter((one) => one !== '');
  for (const [index, one] of secrets.entries()) {
    try {
      decodeSecret(scheme.secretForm, one);
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      return refuse(`secret ${index + 1} is not valid for the scheme ${scheme.name}: ${thrown.message}`);
    }
  }
  return secrets;
}

/** Reads a file that the command line names. */
export function readNamedFile(file: string, what: string, refuse: Refuse): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return refuse(`${what} "${file}" cannot be read`);
  }
}
