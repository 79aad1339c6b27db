import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { parseDuration, toIsoDuration } from '../../../base/durations.ts';
import { isLoopbackHost } from '../../../base/hosts.ts';
import { findClosestName } from '../../../conformance/index.ts';
import { probes } from '../../../conformance/receiver/all-probes.ts';
import { SCHEMES, type SignatureScheme } from '../../../conformance/webhooks/scheme.ts';
import { loadScheme } from '../../../conformance/webhooks/scheme-file.ts';
import { decodeSecret } from '../../../conformance/webhooks/secret.ts';
import { parseEventTypes } from '../destinations/event-options.ts';
import type { Refuse } from '../shared/refuse.ts';

/** The options of `fleetkit receiver check`, as commander reads them. */
export interface ReceiverCommandOptions {
  readonly secret?: string;
  readonly secretEnv?: string;
  readonly newSecret?: boolean;
  readonly scheme: string;
  readonly tolerance?: string;
  readonly only?: readonly string[];
  readonly effects?: string;
  readonly processes?: string;
  readonly seed: number;
  readonly list?: boolean;
  readonly format?: readonly string[];
  readonly json?: true;
  readonly output?: string;
  readonly progress: 'text' | 'json';
  readonly resolve?: readonly string[];
  readonly timeout: string;
  readonly timeLimit?: string;
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly insecure?: boolean;
}

const EXAMPLE = 'fleetkit receiver check http://127.0.0.1:3000/hooks';

/** Parses the URL of the handler. Keeps its query. Rejects a user name and password: they belong in a header. */
export function parseHandlerUrl(given: string | undefined, refuse: Refuse): string {
  if (given === undefined) return refuse(`no URL given. Expected the URL of the handler, as in: ${EXAMPLE}`);
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    return refuse(`"${given}" is not a URL that starts with http:// or https://. Expected, for example: ${EXAMPLE}`);
  if (url.username !== '' || url.password !== '')
    return refuse("the URL contains a user name or password; send them with --header 'Authorization: Basic …'");
  url.hash = '';
  return url.href;
}

/** Parses the URL that counts effects. */
export function parseEffectsUrl(given: string, refuse: Refuse): string {
  const isPage = /^https?:$/.test(URL.parse(given)?.protocol ?? '');
  return isPage ? given : refuse(`--effects: expected a URL that starts with http:// or https://, got "${given}"`);
}

/** Parses the types that the handler must process. */
export function parseProcessedTypes(
  { processes, effects }: Pick<ReceiverCommandOptions, 'processes' | 'effects'>,
  refuse: Refuse,
): readonly string[] | undefined {
  if (processes === undefined) return undefined;
  if (effects === undefined) return refuse('--processes needs --effects, which shows the processed events');
  try {
    return parseEventTypes(processes);
  } catch (thrown) {
    if (!(thrown instanceof InvalidArgumentError)) throw thrown;
    return refuse(`--processes: no event type "${processes}". ${thrown.message}`);
  }
}

/** Returns the scheme with that name, or the scheme that a file describes. */
export function readScheme(nameOrFile: string, refuse: Refuse): SignatureScheme {
  const known = Object.values<SignatureScheme>(SCHEMES).find(({ name }) => name === nameOrFile);
  if (known !== undefined) return known;
  const names = Object.keys(SCHEMES);
  let source: string;
  try {
    source = readFileSync(nameOrFile, 'utf8');
  } catch {
    return refuse(
      `no scheme or file "${nameOrFile}"; did you mean ${findClosestName(names, nameOrFile)}? Expected a file or one of ${names.join(', ')}`,
    );
  }
  const read = loadScheme(source, nameOrFile);
  return 'scheme' in read ? read.scheme : refuse(read.problem);
}

const VARIABLE = 'FLEETKIT_WEBHOOK_SECRET';

/** Returns the receiver's secret, validated for the scheme. Messages never contain it. */
export function readSecret(
  { secret, secretEnv }: Pick<ReceiverCommandOptions, 'secret' | 'secretEnv'>,
  { url, scheme }: { readonly url: string; readonly scheme: SignatureScheme },
  refuse: Refuse,
): string {
  if (secret !== undefined && secretEnv !== undefined) return refuse('give --secret or --secret-env, not both');
  if (secret !== undefined && !isLoopbackHost(new URL(url).hostname))
    process.stderr.write(`fleetkit: other users can see a secret on the command line; prefer ${VARIABLE}\n`);
  const variable = secretEnv ?? VARIABLE;
  const found = (secret ?? process.env[variable] ?? '').trim();
  if (found === '' && secret === undefined)
    return refuse(
      secretEnv === undefined
        ? `no secret given. Give the secret of the handler in ${VARIABLE} or with --secret`
        : `the environment variable ${variable} is not set`,
    );
  try {
    decodeSecret(scheme.secretForm, found);
    return found;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return refuse(`${thrown.message} (scheme ${scheme.name})`);
  }
}

/** Returns the probe ids in one or several `--only` options. */
export function parseProbeIds(only: readonly string[] | undefined, refuse: Refuse): readonly string[] | undefined {
  const ids = probes.map(({ id }) => id);
  const requested = only?.flatMap((text) => text.split(',')).map((id) => id.trim());
  const unknown = requested?.find((id) => !ids.includes(id));
  return unknown === undefined
    ? requested
    : refuse(`no probe "${unknown}"; did you mean ${findClosestName(ids, unknown)}? --list shows all`);
}

const LONGEST_MS = 600_000;

/** Parses a time above 0 and up to ten minutes into milliseconds: a number of seconds, or `15s`. */
function parseMilliseconds(option: string, text: string, refuse: Refuse): number {
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : parseDuration(toIsoDuration(text) ?? '');
  if (ms !== undefined && ms > 0 && ms <= LONGEST_MS) return ms;
  return refuse(`${option}: expected a time above 0 and up to 10 minutes, in seconds or as 15s, got "${text}"`);
}

/** With a shorter limit, the slow-body probe would time out on our side. */
const SHORTEST_MS = 2000;

/** Parses the maximum time for one response. */
export function parseTimeout(text: string, refuse: Refuse, option = '--timeout'): number {
  const ms = parseMilliseconds(option, text, refuse);
  return ms >= SHORTEST_MS ? ms : refuse(`${option}: expected 2 seconds or more, got "${text}"`);
}

/** Parses the tolerance in whole seconds. Below ten seconds, the probes cannot separate times inside from times outside. */
export function parseTolerance(text: string, refuse: Refuse): number {
  const seconds = Math.floor(parseMilliseconds('--tolerance', text, refuse) / 1000);
  return seconds >= 10 ? seconds : refuse(`--tolerance: expected 10 seconds or more, got "${text}"`);
}

const OF_EVERY_DELIVERY =
  /^(host|connection|content-length|content-type|transfer-encoding|expect|upgrade|te|trailer|user-agent)$/i;

/** Returns whether deliveries already set this header. */
export const isSetByDeliveries =
  ({ idHeader, timestampHeader, signatureHeader }: SignatureScheme) =>
  (name: string): boolean =>
    OF_EVERY_DELIVERY.test(name) ||
    [idHeader, timestampHeader, signatureHeader].some((own) => own?.toLowerCase() === name.toLowerCase());
