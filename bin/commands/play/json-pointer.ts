import type { ScenarioPointer } from '../../../fixtures/scenarios/index.ts';

/**
 * Returns the value at a pointer of a scenario, or undefined. In addition to JSON Pointer, `name=value` selects the first
 * list entry whose member `name` has that text.
 */
export function readAtPointer(document: unknown, pointer: ScenarioPointer): unknown {
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(readMember, document);
}

function readMember(inside: unknown, segment: string): unknown {
  if (typeof inside !== 'object' || inside === null) return undefined;
  const wanted = /^(\w+)=(.*)$/s.exec(segment);
  if (!Array.isArray(inside) || wanted === null)
    return Object.hasOwn(inside, segment) ? (inside as Record<string, unknown>)[segment] : undefined;
  const [, name = '', value] = wanted;
  return inside.find((entry: unknown) => String(readMember(entry, name)) === value);
}
