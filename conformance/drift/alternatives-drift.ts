import type { Comparison } from './comparison.ts';
import { isMembers, type Part, show } from './nodes.ts';
import type { SchemaParts } from './normal-schema.ts';
import type { ReadPair, SchemaPair } from './pairs.ts';
import { areSame } from './same-parts.ts';

/** Two schemas as they are written and as they are read, and the comparison of schemas, which calls this one. */
interface AlternativesPair extends Pick<ReadPair, 'a' | 'b' | 'writer'> {
  readonly old: SchemaParts;
  readonly now: SchemaParts;
  readonly compare: (comparison: Comparison, pair: SchemaPair) => void;
}

/**
 * Adds the changes of alternatives. Returns whether the rest of the schemas is
 * compared with them.
 */
export function compareAlternatives(comparison: Comparison, pair: AlternativesPair): boolean {
  const { a, b, writer, compare } = pair;
  if (a.alternatives === undefined && b.alternatives === undefined) return false;
  if (a.alternatives === undefined || b.alternatives === undefined) {
    replaceByAlternatives(comparison, pair);
    return true;
  }
  const before = new Set(a.alternatives);
  const after = new Set(b.alternatives);
  for (const one of before) {
    const same = [...after].find((other) => isSameAlternative(comparison, one, other));
    if (same === undefined) continue;
    before.delete(one);
    after.delete(same);
    compare(comparison, { old: [one], now: [same], writer });
  }
  if (before.size === after.size) {
    const others = [...after];
    for (const [at, one] of [...before].entries()) {
      const other = others[at];
      if (other !== undefined) compare(comparison, { old: [one], now: [other], writer });
    }
  } else {
    for (const { pointer, node } of before)
      comparison.addEffect('narrows', { path: pointer, writer, what: `The alternative ${name(node)} is gone` });
    for (const { pointer, node } of after)
      comparison.addEffect('widens', { path: pointer, writer, what: `The alternative ${name(node)} is new` });
  }
  return false;
}

/** Adds the change from one schema to alternatives, or from alternatives to one schema. */
function replaceByAlternatives(comparison: Comparison, pair: AlternativesPair): void {
  const { a, b, writer } = pair;
  const isContained =
    b.alternatives === undefined
      ? a.alternatives?.some((one) => allowSame(comparison, { ...pair, old: [one] })) === true
      : b.alternatives.some((one) => allowSame(comparison, { ...pair, now: [one] }));
  const effect = b.alternatives === undefined ? 'narrows' : 'widens';
  const what = b.alternatives === undefined ? 'One schema replaces alternatives' : 'Alternatives replace one schema';
  if (isContained) comparison.addEffect(effect, { path: b.pointer, writer, what });
  else comparison.add('unclear', b.pointer, `${what}, and which values they allow cannot be compared`);
}

/** Whether two alternatives have the same name or the same form. */
function isSameAlternative(comparison: Comparison, old: Part, now: Part): boolean {
  const refs = [old, now].map(({ node }) => (isMembers(node) ? node.$ref : undefined));
  return (refs[0] !== undefined && refs[0] === refs[1]) || areSame(comparison.documents, old, now);
}

/** Whether two schemas allow the same values, as far as this can be compared. */
function allowSame(comparison: Comparison, { old, now, compare }: AlternativesPair): boolean {
  return (['client', 'service'] as const).every((writer) => {
    const trial = comparison.restart();
    compare(trial, { old, now, writer });
    return trial.changes.every((change) => change.class === 'compatible');
  });
}

const name = (node: unknown): string => show(isMembers(node) ? (node.$ref ?? node.title ?? node) : node);
