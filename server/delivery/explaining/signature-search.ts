import { createHmac } from 'node:crypto';
import type { Finding } from './finding.ts';
import { algorithmWays, type Prefix, prefixWays, type Way } from './mistakes.ts';

/** For each part of the signature, the possible computations. The right ones have no mistakes. */
export interface Parts {
  readonly keys: readonly Way<Buffer>[];
  readonly ids: readonly Way<string>[];
  readonly timestamps: readonly Way<string>[];
  readonly bodies: readonly Way<Buffer>[];
}

/** Maximum number of combined mistakes. A higher number would find combinations that nobody makes. */
const MOST_WAYS = 2;

/**
 * Returns the smallest set of mistakes that reproduces the receiver's digest; empty if the digest is right, undefined
 * if no known mistake reproduces it.
 */
export function mistakesThatGive(digest: Buffer, parts: Parts): readonly Finding[] | undefined {
  for (let most = 0; most <= MOST_WAYS; most += 1)
    for (const { digest: computed, mistakes } of computations(parts, most))
      if (computed.equals(digest)) return mistakes;
  return undefined;
}

/** Yields every computation with exactly `wrongWays` wrong parts. */
function* computations(
  { keys, ids, timestamps, bodies }: Parts,
  wrongWays: number,
): Generator<{ readonly digest: Buffer; readonly mistakes: readonly Finding[] }> {
  for (const prefix of within(prefixWays, wrongWays))
    for (const id of within(ids, left(wrongWays, prefix)))
      for (const timestamp of within(timestamps, left(wrongWays, prefix, id)))
        for (const body of within(bodies, left(wrongWays, prefix, id, timestamp)))
          for (const key of within(keys, left(wrongWays, prefix, id, timestamp, body)))
            for (const algorithm of within(algorithmWays, left(wrongWays, prefix, id, timestamp, body, key))) {
              const ways = [key, body, prefix, timestamp, id, algorithm];
              if (left(wrongWays, ...ways) !== 0) continue;
              const hmac = createHmac(algorithm.value, key.value);
              hmac.update(headOf(prefix, id, timestamp)).update(body.value);
              yield { digest: hmac.digest(), mistakes: ways.flatMap(({ mistakes }) => mistakes) };
            }
}

const headOf = (prefix: Way<Prefix>, id: Way<string>, timestamp: Way<string>): string =>
  prefix.value(id.value, timestamp.value);

/** Returns the ways that are possible with the remaining number of wrong ones. */
const within = <Value>(ways: readonly Way<Value>[], wrongWays: number): readonly Way<Value>[] =>
  wrongWays > 0 ? ways : ways.filter(({ mistakes }) => mistakes.length === 0);

const left = (wrongWays: number, ...taken: readonly Way<unknown>[]): number =>
  wrongWays - taken.filter(({ mistakes }) => mistakes.length > 0).length;
