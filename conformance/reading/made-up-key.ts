import { createHash } from 'node:crypto';

/**
 * Returns an invalid key in the format of `key`: replaces each letter and digit by one of the same kind. Reports show it, so the
 * choice depends on a digest of the whole key, and the key cannot be computed from the result and the seed.
 */
export function makeUpKey(key: string, seed: number): string {
  for (let attempt = 0; ; attempt += 1) {
    const next = createDraw(`${seed} ${attempt} ${key}`);
    const made = [...key]
      .map((character) => KINDS.find((kind) => kind.includes(character)))
      .map((kind, index) => (kind === undefined ? [...key][index] : kind[next(kind.length)]))
      .join('');
    if (made !== key || attempt === MOST_ATTEMPTS) return made;
  }
}

/** Returns the key that no user has of a run: in the format of its first key. */
export const makeUpRunKey = ({
  keys,
  seed = 1,
}: {
  readonly keys: ReadonlyMap<string, string>;
  readonly seed?: number;
}): string => makeUpKey([...keys.values()][0] ?? 'fleetkit-made-up-key', seed);

const KINDS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** A key without letters and digits stays as it is. */
const MOST_ATTEMPTS = 20;

/** Returns a function that draws whole numbers below a limit, determined by a secret text. */
function createDraw(secret: string): (below: number) => number {
  let block = createHash('sha256').update(secret).digest();
  let at = 0;
  return (below) => {
    if (at + 2 > block.length) {
      block = createHash('sha256').update(block).update(secret).digest();
      at = 0;
    }
    at += 2;
    return block.readUInt16BE(at - 2) % below;
  };
}
