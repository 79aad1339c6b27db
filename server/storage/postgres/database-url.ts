import { UnusableData } from '../unusable-data.ts';

/** The URL of a PostgreSQL database, with a form for messages. */
export interface DatabaseUrl {
  /** With credentials. Must not appear in messages. */
  readonly url: string;
  /** Server and database without user, password and parameters. */
  readonly label: string;
}

/**
 * Parses a URL such as `postgres://user:password@host:5432/database`. Throws `UnusableData`, whose message does not repeat
 * the text.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !SCHEMES.has(url.protocol))
    throw new UnusableData(
      'inaccessible',
      'The URL of the database is not valid. Expected postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of ' +
        'user and password percent-encoded.',
    );
  const host = url.host === '' ? (url.searchParams.get('host') ?? 'localhost') : url.host;
  return { url: text, label: `the database ${host}${url.pathname}` };
}

const SCHEMES: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);
