import { measureTextWidth } from './text-width.ts';

/** Joins parts into lines. Parts that do not fit continue on an indented line. */
export function wrapParts(parts: readonly string[], columns = Number.POSITIVE_INFINITY): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(part);
    else if (measureTextWidth(`${last}  ${part.trimEnd()}`) <= columns) lines[lines.length - 1] = `${last}  ${part}`;
    else lines.push(`    ${part}`);
  }
  return lines.map((line) => line.trimEnd());
}
