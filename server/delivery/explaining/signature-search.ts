import { createHmac } from 'node:crypto';
import { ALGORITHM_CANDIDATES, type Candidate, PREFIX_CANDIDATES, type Prefix } from './candidates.ts';
import type { Finding } from './finding.ts';

/** For each part of the signature, the possible computations. The right ones have no mistakes. */
export interface Parts {
  readonly keys: readonly Candidate<Buffer>[];
  readonly ids: readonly Candidate<string>[];
  readonly timestamps: readonly Candidate<string>[];
  readonly bodies: readonly Candidate<Buffer>[];
}

/** Maximum number of combined mistakes. Larger combinations do not occur in practice. */
const MAX_MISTAKES = 2;

/**
 * Returns the smallest set of mistakes that reproduces the receiver's digest; empty if the digest is right, undefined
 * if no known mistake reproduces it.
 */
export function findMistakes(digest: Buffer, parts: Parts): readonly Finding[] | undefined {
  for (let mistakeCount = 0; mistakeCount <= MAX_MISTAKES; mistakeCount += 1)
    for (const { digest: computed, mistakes } of computeDigests(parts, mistakeCount))
      if (computed.equals(digest)) return mistakes;
  return undefined;
}

/** Yields every computation with exactly `wrongWays` wrong parts. */
function* computeDigests(
  { keys, ids, timestamps, bodies }: Parts,
  wrongWays: number,
): Generator<{ readonly digest: Buffer; readonly mistakes: readonly Finding[] }> {
  for (const prefix of filterCandidates(PREFIX_CANDIDATES, wrongWays))
    for (const id of filterCandidates(ids, countRemaining(wrongWays, prefix)))
      for (const timestamp of filterCandidates(timestamps, countRemaining(wrongWays, prefix, id)))
        for (const body of filterCandidates(bodies, countRemaining(wrongWays, prefix, id, timestamp)))
          for (const key of filterCandidates(keys, countRemaining(wrongWays, prefix, id, timestamp, body)))
            for (const algorithm of filterCandidates(
              ALGORITHM_CANDIDATES,
              countRemaining(wrongWays, prefix, id, timestamp, body, key),
            )) {
              const ways = [key, body, prefix, timestamp, id, algorithm];
              if (countRemaining(wrongWays, ...ways) !== 0) continue;
              const hmac = createHmac(algorithm.value, key.value);
              hmac.update(buildPrefix(prefix, id, timestamp)).update(body.value);
              yield { digest: hmac.digest(), mistakes: ways.flatMap(({ mistakes }) => mistakes) };
            }
}

const buildPrefix = (prefix: Candidate<Prefix>, id: Candidate<string>, timestamp: Candidate<string>): string =>
  prefix.value(id.value, timestamp.value);

/** Returns the ways that are possible with the remaining number of wrong ones. */
const filterCandidates = <Value>(ways: readonly Candidate<Value>[], wrongWays: number): readonly Candidate<Value>[] =>
  wrongWays > 0 ? ways : ways.filter(({ mistakes }) => mistakes.length === 0);

const countRemaining = (wrongWays: number, ...taken: readonly Candidate<unknown>[]): number =>
  wrongWays - taken.filter(({ mistakes }) => mistakes.length > 0).length;
