const EXAMPLE = 'Expected a path such as /fleet, of letters, digits and -._~ between slashes.';

/** Parses the option `basePath`. Returns it without a slash at its end; `/` becomes an empty text. Throws a `RangeError`. */
export function parseBasePath(text: string): string {
  const path = text.replace(/\/$/, '');
  const isPath = path === '' ? text === '/' : /^(?:\/[A-Za-z0-9._~-]+)+$/.test(path) && path.length <= 200;
  if (!isPath || path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw new RangeError(`The base path ${JSON.stringify(text.slice(0, 40))} is not a path. ${EXAMPLE}`);
  return path;
}

/**
 * Throws a `RangeError` for a public URL without a path on a server with a base path, because its links would lead to nothing. A proxy
 * may replace the base path with another one.
 */
export function checkPublicPath(publicUrl: string | undefined, basePath: string): void {
  if (publicUrl === undefined || basePath === '' || new URL(publicUrl).pathname !== '/') return;
  const expected = `${publicUrl.replace(/\/+$/, '')}${basePath}`;
  throw new RangeError(
    `The public URL has no path, but the base path is ${basePath}. Give the whole URL: ${expected}.`,
  );
}
