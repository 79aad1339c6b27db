/** A line of a text. */
export interface MarkedLine {
  readonly text: string;
  readonly isDifferent: boolean;
}

/** Marks the lines of a text that the other text does not have, or has less often. Their order does not count. */
export function markDifferentLines(text: string, other: string): readonly MarkedLine[] {
  const left = new Map<string, number>();
  for (const line of other.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  return text.split('\n').map((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return { text: line, isDifferent: count <= 0 };
  });
}
