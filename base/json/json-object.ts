/** The object that a text contains, or why it contains none, as a sentence with the place. */
export type ParsedObject = { readonly object: Readonly<Record<string, unknown>> } | { readonly fault: string };

/** Parses a text with one object of JSON. */
export function parseJsonObject(text: string): ParsedObject {
  if (text.trim() === '') return { fault: 'Expected an object, such as {"hello": "world"}.' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: describeSyntaxFault(text, String(error)) };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { object: value as Readonly<Record<string, unknown>> }; // an object has string keys
  return { fault: `Expected an object, such as {"hello": "world"}; this is ${nameKind(value)}.` };
}

function nameKind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** Describes the place of a syntax error. Engines state it as a position, as line and column, or not at all. */
function describeSyntaxFault(text: string, message: string): string {
  const position = findPosition(text, message);
  if (position === undefined) return 'Expected valid JSON.';
  const before = text.slice(0, position).split('\n');
  const place = `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const found = Array.from(text.slice(position, position + 2))[0];
  return found === undefined
    ? `${place}: the text ends too early. Expected valid JSON.`
    : `${place}: ${JSON.stringify(found)} is not expected here. Expected valid JSON.`;
}

function findPosition(text: string, message: string): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) {
    const before = text.split('\n').slice(0, Number(line) - 1);
    return before.reduce((sum, one) => sum + one.length + 1, 0) + Number(column) - 1;
  }
  if (/\bend\b/i.test(message)) return text.length;
  return /is not valid JSON$/.test(message) ? findUnexpected(text) : undefined;
}

/** Returns the position of a character that V8 reports without its place: the shortest beginning with it is not only incomplete. */
function findUnexpected(text: string): number {
  let [known, wrong] = [0, text.length];
  while (wrong - known > 1) {
    const middle = Math.floor((known + wrong) / 2);
    if (mayContinue(text.slice(0, middle))) known = middle;
    else wrong = middle;
  }
  return known;
}

/** Whether a text is JSON, or the beginning of one. */
function mayContinue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = String(error);
    return /\bend\b|unterminated/i.test(message) || Number(/position (\d+)/.exec(message)?.[1]) >= text.length;
  }
}
