import { createHmac } from 'node:crypto';
import type { Finding } from './finding.ts';
import { algorithmWays, type Prefix, prefixWays, type Way } from './mistakes.ts';

/** What a receiver may have made of each part. The right ways are those without mistakes. */
export interface Parts {
  readonly keys: readonly Way<Buffer>[];
  readonly ids: readonly Way<string>[];
  readonly timestamps: readonly Way<string>[];
  readonly bodies: readonly Way<Buffer>[];
}

/** So many mistakes are looked for together: with more, one would find what nobody did. */
const MOST_WAYS = 2;

/**
 * The fewest mistakes that together give exactly the digest that a receiver computed; empty if none are needed, undefined
 * if nothing known gives it.
 */
export function mistakesThatGive(digest: Buffer, parts: Parts): readonly Finding[] | undefined {
  for (let most = 0; most <= MOST_WAYS; most += 1)
    for (const { digest: computed, mistakes } of computations(parts, most))
      if (computed.equals(digest)) return mistakes;
  return undefined;
}

/** Every computation in which exactly `wrongWays` parts are taken in a wrong way. */
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

/** The ways that are open when so many wrong ones are left. */
const within = <Value>(ways: readonly Way<Value>[], wrongWays: number): readonly Way<Value>[] =>
  wrongWays > 0 ? ways : ways.filter(({ mistakes }) => mistakes.length === 0);

const left = (wrongWays: number, ...taken: readonly Way<unknown>[]): number =>
  wrongWays - taken.filter(({ mistakes }) => mistakes.length > 0).length;
