import type { Pointer } from '../../fixtures/scenarios/index.ts';

/**
 * The member that a pointer of a scenario names; undefined where there is none. Besides what JSON Pointer has,
 * `name=value` finds the first entry of a list whose member `name` is that text.
 */
export function memberAt(document: unknown, pointer: Pointer): unknown {
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(stepInto, document);
}

function stepInto(inside: unknown, segment: string): unknown {
  if (typeof inside !== 'object' || inside === null) return undefined;
  const wanted = /^(\w+)=(.*)$/s.exec(segment);
  if (!Array.isArray(inside) || wanted === null)
    return Object.hasOwn(inside, segment) ? (inside as Record<string, unknown>)[segment] : undefined;
  const [, name = '', value] = wanted;
  return inside.find((entry: unknown) => String(stepInto(entry, name)) === value);
}
