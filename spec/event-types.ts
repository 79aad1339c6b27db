import { type EventType, getEnumValues } from './index.ts';

/* Event types in requests and options: names, or patterns such as cash_*. */

/** Returns the event types that a name or a pattern matches, in the order of the contract. An asterisk matches any letters. */
export function listMatchingTypes(pattern: string): readonly EventType[] {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return getEnumValues('EventType').filter((type) =>
    last === undefined ? type === first : matches(type, { first, middle: rest, last }),
  );
}

/** Whether a text consists of these parts in this order, with anything between them. Takes time in proportion to the text. */
function matches(
  text: string,
  { first, middle, last }: { first: string; middle: readonly string[]; last: string },
): boolean {
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of middle) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= text.length - last.length;
}
