import type { HeaderPair } from './transport/transport-contract.ts';

/** A key as it is sent, and as reports show it: with a shell variable in place of the key. */
export interface PresentedKey {
  readonly headers: readonly HeaderPair[];
  readonly shownHeaders: readonly HeaderPair[];
  /** Added to the query string. */
  readonly query?: string;
  readonly shownQuery?: string;
}

/** An undocumented way to send a key. */
export interface KeyForm {
  /** How the key is presented, as the end of a sentence: "without its last character". */
  readonly title: string;
  /** Converts the key; `undefined` if the result equals the key. `variable` replaces the key in reports. */
  present(key: string, variable: string): PresentedKey | undefined;
}

const HEADER = 'X-API-Key';

/** The documented header with an altered key. */
const createAlteredForm = (
  title: string,
  alter: (key: string) => string,
  show: (variable: string) => string,
): KeyForm => ({
  title,
  present(key, variable) {
    const value = alter(key);
    if (value === key) return undefined;
    return { headers: [[HEADER, value]], shownHeaders: [[HEADER, show(variable)]] };
  },
});

/** The unaltered key in another header. */
export const createHeaderForm = ({
  title,
  name,
  write,
  show,
}: {
  readonly title: string;
  readonly name: string;
  readonly write: (key: string) => string;
  readonly show: (variable: string) => string;
}): KeyForm => ({
  title,
  present: (key, variable) => ({
    headers: [[name, write(key)]],
    shownHeaders: [[name, show(variable)]],
  }),
});

/** The unaltered key in parameters of the query. */
export const createQueryForm = (...names: readonly string[]): KeyForm => ({
  title: `in the query, as ${names.join(', ')}`,
  present: (key, variable) => ({
    headers: [],
    shownHeaders: [],
    query: names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&'),
    shownQuery: names.map((name) => `${name}=$${variable}`).join('&'),
  }),
});

const swapCase = (key: string): string =>
  key.replaceAll(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Without its last character, and without the padding of base64, which many decoders ignore. */
const shorten = (key: string): string => key.replace(/.=*$/, '');

/** The same key to a service that compares keys without regard to case, as a column with UUIDs does. */
export const IN_OTHER_CASE: KeyForm = createAlteredForm(
  'with upper and lower case swapped',
  swapCase,
  (name) => `$(printf %s "$${name}" | tr a-zA-Z A-Za-z)`,
);

/** Altered forms of a valid key; all are invalid. */
export const NEARLY_RIGHT: readonly KeyForm[] = [
  createAlteredForm(
    'as an empty header',
    () => '',
    () => '',
  ),
  createAlteredForm('without its last character', shorten, (name) => `\${${name}%?}`),
  createAlteredForm(
    'with an extra character',
    (key) => `${key}x`,
    (name) => `\${${name}}x`,
  ),
];

/** Query parameters from which some services accept a key. */
const QUERY_NAMES = ['api_key', 'apikey', 'apiKey', 'key', 'x-api-key', 'access_token', 'token', 'auth'] as const;

/** The key in all of these parameters at once. A service that reads any of them accepts it. */
export const IN_THE_QUERY: KeyForm = createQueryForm(...QUERY_NAMES);

/** The key in one parameter only, for services that refuse parameters that they do not know. */
export const IN_ONE_PARAMETER: readonly KeyForm[] = QUERY_NAMES.map((name) => createQueryForm(name));

const createBasicForm = (title: string, write: (key: string) => string): KeyForm =>
  createHeaderForm({
    title,
    name: 'Authorization',
    write: (key) => `Basic ${Buffer.from(write(key)).toString('base64')}`,
    show: (variable) => `Basic $(printf %s "${write(`$${variable}`)}" | base64)`,
  });

const formatCookie = (key: string): string => `X-API-Key=${key}; api_key=${key}`;

/** The key as a bearer token and in a cookie at once. */
export const AS_BEARER_AND_COOKIE: KeyForm = {
  title: 'as a bearer token and as a cookie',
  present: (key, variable) => ({
    headers: [
      ['Authorization', `Bearer ${key}`],
      ['Cookie', formatCookie(key)],
    ],
    shownHeaders: [
      ['Authorization', `Bearer $${variable}`],
      ['Cookie', formatCookie(`$${variable}`)],
    ],
  }),
};

/** Basic credentials: a request has only one `Authorization` header. */
export const AS_USER_NAME: KeyForm = createBasicForm('as the user name of basic credentials', (key) => `${key}:`);
export const AS_PASSWORD: KeyForm = createBasicForm('as the password of basic credentials', (key) => `user:${key}`);

const createRepeatedForm = (title: string, values: (key: string) => readonly [string, string]): KeyForm => ({
  title,
  present(key, variable) {
    const headers = values(key).map((value): HeaderPair => [HEADER, value]);
    return { headers, shownHeaders: headers.map(([name, value]) => [name, value === key ? `$${variable}` : value]) };
  },
});

const WRONG = 'not-a-key-of-any-user';

/** The header twice, once with an invalid key. */
export const TWICE: readonly KeyForm[] = [
  createRepeatedForm('followed by an invalid key', (key) => [key, WRONG]),
  createRepeatedForm('preceded by an invalid key', (key) => [WRONG, key]),
];
