import { findHeader } from '../../http/exchange.ts';
import type { HeaderPair } from '../../http/transport/transport-contract.ts';

/** A difference between two headers with the same name. */
export interface HeaderDifference {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

/** Headers whose value a client reads: each is reduced to the part that does not depend on time or data. */
const BY_VALUE: Readonly<Record<string, (value: string) => string>> = {
  'content-type': (value) => value.split(';')[0]?.trim().toLowerCase() ?? '',
  'cache-control': (value) => listDirectives(value),
  vary: (value) => listDirectives(value),
  allow: (value) => listDirectives(value),
};

/** Headers whose value depends on time or data, so that only their presence is compared. */
const BY_PRESENCE = [
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'www-authenticate',
  'link',
  'deprecation',
  'sunset',
];

const listDirectives = (value: string): string =>
  [
    ...new Set(
      value
        .toLowerCase()
        .split(',')
        .map((one) => one.split('=')[0]?.trim() ?? ''),
    ),
  ]
    .sort()
    .join(', ');

/** Compares the headers that matter to clients. */
export function compareHeaders(recorded: readonly HeaderPair[], replayed: readonly HeaderPair[]): HeaderDifference[] {
  const byValue = Object.entries(BY_VALUE).flatMap(([name, reduce]) => {
    const [expected, actual] = [recorded, replayed].map((headers) => {
      const value = findHeader(headers, name);
      return value === undefined ? 'missing' : reduce(value);
    });
    return expected === undefined || actual === undefined || expected === actual ? [] : [{ name, expected, actual }];
  });
  const byPresence = BY_PRESENCE.flatMap((name) => {
    const [expected, actual] = [recorded, replayed].map((headers) =>
      findHeader(headers, name) === undefined ? 'missing' : 'present',
    );
    return expected === undefined || actual === undefined || expected === actual ? [] : [{ name, expected, actual }];
  });
  return [...byValue, ...byPresence];
}
