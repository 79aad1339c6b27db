/** Serialises JSON as Python does by default: with a space after commas and colons. Strings contain no line breaks. */
export const serialiseWithSpaces = (event: object): string =>
  JSON.stringify(event, null, 1)
    .replaceAll(/(?<=[{[])\n */g, '')
    .replaceAll(/\n *(?=[}\]])/g, '')
    .replaceAll(/\n */g, ' ');

/** Serialises JSON with the members of each object in alphabetical order. */
export const serialiseSorted = (event: object): string =>
  JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Serialises JSON as Go does: escapes the special characters of HTML. */
export const serialiseForHtml = (event: object): string =>
  JSON.stringify(event).replaceAll(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Formats an object as Python prints a dictionary. Strings contain no quotes. */
export const formatAsPython = (event: object): string =>
  serialiseWithSpaces(event)
    .replaceAll('"', "'")
    .replaceAll(/: (null|true|false)(?=[,}])/g, (_, word: string) => PYTHON_WORDS[word] ?? '');

const PYTHON_WORDS: Readonly<Record<string, string>> = { null: ': None', true: ': True', false: ': False' };

/** Formats the members of an object as a form does. */
export const formatAsForm = (event: object): string =>
  new URLSearchParams(Object.entries(event).map(([name, value]): [string, string] => [name, String(value)])).toString();
