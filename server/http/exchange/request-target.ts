/**
 * Returns a request target without scheme and host, and with decoded unreserved characters in its path. A target that has no
 * path, such as the one of CONNECT, becomes `-`, since the router cannot parse it.
 */
export function toLocalTarget(target: string): string {
  if (target.startsWith('/') || target === '*') return decodeUnreserved(target);
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  if (origin === undefined) return '-';
  const local = target.slice(origin.length);
  return decodeUnreserved(local.startsWith('/') ? local : `/${local}`);
}

/**
 * Decodes the letters, digits and `-._~` that a client encoded in the path: such a path is equivalent. Others, such as
 * `%2F`, keep their encoding, because it changes the meaning of the path.
 * @see RFC 3986, 2.3 and 6.2.2.2
 */
function decodeUnreserved(target: string): string {
  if (!target.includes('%')) return target;
  const [path = ''] = target.split('?', 1);
  return path.replace(UNRESERVED, (encoded) => decodeURIComponent(encoded)) + target.slice(path.length);
}

const UNRESERVED = /%(?:2[DE]|3\d|[46][1-9A-F]|5[\dAF]|7[\dAE])/gi;

/** Splits a request target into path and query. Percent-encodes characters that are not allowed in a path. */
export function splitTarget(target: string): [path: string, queryString: string] {
  const local = toLocalTarget(target);
  const end = local.indexOf('?');
  const path = end < 0 ? local : local.slice(0, end);
  return [escapePath(path === '' ? '/' : path), end < 0 ? '' : local.slice(end + 1)];
}

/** Percent-encodes characters that are not allowed in a path. */
export const escapePath = (path: string): string =>
  PLAIN_PATH.test(path)
    ? path
    : path
        .slice(0, 2048)
        .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
        .replace(/[^A-Za-z0-9\-._~:/@!$&'()*+,;=%]/g, (character) => encodeURIComponent(character.toWellFormed()));

/** Nothing to encode. */
const PLAIN_PATH = /^[\w./-]{1,2048}$/;
