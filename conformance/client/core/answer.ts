/** The answer of one run. Numbers are strings as they were written, so that no digit is lost. */
export type Answer =
  | { readonly kind: 'value'; readonly value: unknown }
  /** The client reports that it could not do the task. */
  | { readonly kind: 'error'; readonly message: string }
  /** The program printed no line of JSON and ended with 0, or did not end. */
  | { readonly kind: 'none'; readonly reason: string };

const MOST_MESSAGE = 300;
const MOST_DEPTH = 32;

/** Parses the last line of the standard output of a program that ended with this exit code; null if it did not end alone. */
export function parseAnswer(output: string, exitCode: number | null): Answer {
  const lines = output.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const last = lines.at(-1);
  if (exitCode !== null && exitCode !== 0)
    return { kind: 'error', message: readError(last) ?? `the program ended with exit code ${exitCode}` };
  if (last === undefined) return { kind: 'none', reason: 'the program printed nothing on standard output' };
  const parsed = parseExactly(last);
  if (parsed === undefined)
    return { kind: 'none', reason: `the last line of standard output is no JSON: ${last.slice(0, 80)}` };
  const message = readError(last);
  return message === undefined ? { kind: 'value', value: parsed.value } : { kind: 'error', message };
}

/** Returns the text of `{"error": …}`, if the line is such an object. */
function readError(line: string | undefined): string | undefined {
  const value = line === undefined ? undefined : parseExactly(line)?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { error } = value as { readonly error?: unknown }; // any object
  if (error === undefined || error === null || error === false) return undefined;
  return (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, MOST_MESSAGE);
}

/** Parses JSON and keeps numbers as their source text. Returns undefined for other texts. */
function parseExactly(text: string): { readonly value: unknown } | undefined {
  if (isTooDeep(text)) return undefined;
  const keepSource = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  try {
    return { value: JSON.parse(text, keepSource) as unknown };
  } catch {
    return undefined;
  }
}

/** Bounds the depth of brackets, strings included, because parsers recurse. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}
