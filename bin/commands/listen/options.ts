import { InvalidArgumentError } from 'commander';
import { parseDuration, parseInstant, toIsoDuration } from '../../../base/durations.ts';
import { parseSecret } from '../../../server/delivery/signing/signer.ts';
import type { DeliveredEventType } from '../../../spec/event-types.ts';
import type { RequestNames } from '../../control/request-names.ts';
import type { ConnectionOptions } from '../shared/client.ts';
import { parseSecretLocation, type SecretLocation } from './destination/secret-file.ts';

export const LISTEN_REQUESTS = {
  operations: ['createDestination', 'createSubscription', 'changeDestination', 'rotateSecret', 'recoverDestination'],
  names: {
    '/account_id': '--account',
    '/subscriptions/*/terminal_id': '--terminal',
    '/subscriptions/*/types': '--types',
    '/terminal_id': '--terminal',
    '/types': '--types',
    '/retry_profile': '--retry-profile',
    '/secret': '--secret',
    '/since': '--since',
  },
  local: [
    ...['--forward-to', '--destination', '--from-start', '--print-secret', '--secret-file', '--header'],
    ...['--forward-timeout', '--insecure', '--format', '--exit-after', '--timeout'],
  ],
} as const satisfies RequestNames;

/** The parsed options. */
export interface ListenOptions extends ConnectionOptions {
  readonly forwardTo?: URL;
  readonly destination?: string;
  readonly types?: readonly DeliveredEventType[];
  readonly terminal?: string;
  readonly account?: string;
  readonly retryProfile?: 'standard' | 'fast';
  readonly secret?: string;
  readonly since?: Since;
  readonly fromStart?: true;
  readonly printSecret?: true;
  readonly secretFile?: SecretLocation;
  readonly format: 'pretty' | 'jsonl';
  readonly exitAfter?: number;
  readonly timeout?: number;
  readonly header?: Headers;
  readonly forwardTimeout: number;
  readonly insecure?: true;
}

/* Parsers for the options of `listen`. Each throws an `InvalidArgumentError`, which commander prints before it exits with 2. */

/** Parses the URL of a program. As for `curl`, the scheme may be omitted, and a port alone is one of this machine. */
export function parseReceiverUrl(text: string): URL {
  const address = /^\d{1,5}(?=\/|$)/.test(text) ? `localhost:${text}` : text;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Expected a URL such as http://localhost:3000/hooks, or localhost:3000/hooks.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError("Expected a URL without credentials. Send them with --header 'Authorization: …'.");
  url.hash = '';
  return url;
}

/** Milliseconds. */
export function parseLimitMs(text: string): number {
  const ms = parseDuration(toIsoDuration(text) ?? '') ?? 0;
  if (ms > 0 && ms <= MAX_LIMIT_MS) return ms;
  throw new InvalidArgumentError('Expected a duration such as 30s or 5m, at most one day.');
}

const MAX_LIMIT_MS = 24 * 3_600_000;

export function parseCount(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number from 1.');
}

/** An instant of the sandbox clock, or milliseconds before now. */
export type Since = { readonly instant: string } | { readonly agoMs: number };

export function parseSince(text: string): Since {
  if (parseInstant(text) !== undefined) return { instant: text };
  const agoMs = parseDuration(toIsoDuration(text) ?? '');
  if (agoMs !== undefined) return { agoMs };
  throw new InvalidArgumentError('Expected a duration such as 10m, or an instant such as 2026-11-02T12:00:00Z.');
}

/** Parses a signing secret. Errors omit the value. */
export function parseSecretOption(text: string): string {
  const read = parseSecret(text);
  if ('fault' in read) throw new InvalidArgumentError(read.fault);
  return text;
}

export function parseSecretFile(text: string): SecretLocation {
  const place = parseSecretLocation(text);
  if (place !== undefined) return place;
  throw new InvalidArgumentError('Expected a file, or a file and a variable name such as .env:WEBHOOK_SECRET.');
}

export type Headers = Readonly<Record<string, string>>;

/** Adds a header, by lower-case name. */
export function addHeader(text: string, before: Headers = {}): Headers {
  const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):([\x20-\x7e\t]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError("Expected 'Name: value', in printable ASCII.");
  if (RESERVED.test(name))
    throw new InvalidArgumentError(`${name} is set by the delivery and cannot be changed. Choose another header.`);
  return { ...before, [name.toLowerCase()]: value.trim() };
}

const RESERVED =
  /^(content-.*|user-agent|accept-encoding|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|webhook-.*|x-sandbox-.*)$/i;

export function parseDestinationId(text: string): string {
  if (/^dst_[0-9A-HJKMNP-TV-Z]{26}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the id of a destination, dst_ and 26 characters.');
}
