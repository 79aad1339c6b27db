/** Returns an invalid key in the format of `key`: replaces each letter and digit by a different one of the same kind. */
export function makeUpKey(key: string, seed: number): string {
  let state = seed >>> 0 || 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const another = (from: string, character: string) =>
    from[(from.indexOf(character) + 1 + next(from.length - 1)) % from.length];
  return [...key]
    .map((character) => KINDS.find((kind) => kind.includes(character)) ?? character)
    .map((kind, index) => (kind.length === 1 ? kind : (another(kind, key[index] ?? '') ?? kind)))
    .join('');
}

const KINDS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
