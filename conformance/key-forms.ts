import type { HeaderPair } from './client.ts';

/** A key as a request carries it, and as a report may show that: with a shell variable in place of the key. */
export interface Presented {
  readonly headers: readonly HeaderPair[];
  readonly shownHeaders: readonly HeaderPair[];
  /** What is added to the query. */
  readonly query?: string;
  readonly shownQuery?: string;
}

/** A way of presenting a key that the document does not know. */
export interface KeyForm {
  /** How the key is presented, as the end of a sentence: "without its last character". */
  readonly title: string;
  /** Gives the key that form; `undefined` when it would be the key itself. `variable` stands for the key in what is shown. */
  present(key: string, variable: string): Presented | undefined;
}

const HEADER = 'X-API-Key';

/** The header of the document, with another key in it. */
const altered = (title: string, alter: (key: string) => string, show: (variable: string) => string): KeyForm => ({
  title,
  present(key, variable) {
    const value = alter(key);
    if (value === key) return undefined;
    return { headers: [[HEADER, value]], shownHeaders: [[HEADER, show(variable)]] };
  },
});

/** The key as it is, in another header. */
const inHeader = (title: string, name: string, write: (key: string) => string, show: (variable: string) => string) => ({
  title,
  present: (key: string, variable: string): Presented => ({
    headers: [[name, write(key)]],
    shownHeaders: [[name, show(variable)]],
  }),
});

const inQuery = (name: string): KeyForm => ({
  title: `in the query, as ${name}`,
  present: (key, variable) => ({
    headers: [],
    shownHeaders: [],
    query: `${name}=${encodeURIComponent(key)}`,
    shownQuery: `${name}=$${variable}`,
  }),
});

const swapCase = (key: string): string =>
  key.replaceAll(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Keys that are nearly right. Nobody was given them. */
export const NEARLY_RIGHT: readonly KeyForm[] = [
  altered(
    'emptied',
    () => '',
    () => '',
  ),
  altered(
    'without its last character',
    (key) => key.slice(0, -1),
    (name) => `\${${name}%?}`,
  ),
  altered(
    'with a character more',
    (key) => `${key}x`,
    (name) => `\${${name}}x`,
  ),
  altered('in the other case', swapCase, (name) => `$(printf %s "$${name}" | tr a-zA-Z A-Za-z)`),
];

/** Places in the query where services have been seen to take a key from. */
export const IN_THE_QUERY: readonly KeyForm[] = ['api_key', 'apikey', 'key', 'x-api-key', 'access_token'].map(inQuery);

/** Headers that carry other credentials. */
export const IN_OTHER_HEADERS: readonly KeyForm[] = [
  inHeader(
    'as a bearer token',
    'Authorization',
    (key) => `Bearer ${key}`,
    (name) => `Bearer $${name}`,
  ),
  inHeader(
    'as the name of a basic login',
    'Authorization',
    (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    (name) => `Basic $(printf '%s:' "$${name}" | base64)`,
  ),
  inHeader(
    'as a cookie',
    'Cookie',
    (key) => `X-API-Key=${key}; api_key=${key}`,
    (name) => `X-API-Key=$${name}; api_key=$${name}`,
  ),
];

const twice = (title: string, values: (key: string) => readonly [string, string]): KeyForm => ({
  title,
  present(key, variable) {
    const headers = values(key).map((value): HeaderPair => [HEADER, value]);
    return { headers, shownHeaders: headers.map(([name, value]) => [name, value === key ? `$${variable}` : value]) };
  },
});

const WRONG = 'not-a-key-of-anybody';

/** The header twice, once with a wrong key. */
export const TWICE: readonly KeyForm[] = [
  twice('before a wrong one', (key) => [key, WRONG]),
  twice('after a wrong one', (key) => [WRONG, key]),
];
