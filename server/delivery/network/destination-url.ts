/**
 * Parses the URLs of destinations by the URL Standard (WHATWG), and stores them in a form that RFC 3986 allows as well.
 */

const MAX_LENGTH = 2048;

/**
 * Parses the URL of a destination. Returns the normalised URL, or a fault with the reason. Does not resolve names or
 * apply the sandbox's policy.
 */
export function parseDestinationUrl(text: string): { readonly url: string } | { readonly fault: string } {
  const url = URL.parse(text);
  if (url === null)
    return { fault: 'The address is not a valid URL. Expected an absolute URL, such as https://example.com/hooks.' };
  const fault = findUrlFault(url);
  if (fault !== undefined) return { fault };
  const valid = toUri(url);
  if (valid.length <= MAX_LENGTH) return { url: valid };
  return {
    fault: `The address has ${valid.length} characters after percent-encoding. Expected at most ${MAX_LENGTH}. Shorten it.`,
  };
}

function findUrlFault(url: URL): string | undefined {
  const { protocol, username, password, hash, hostname, port, pathname, search } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return `Deliveries use https or http, not "${protocol.slice(0, -1)}". Expected an absolute http or https address.`;
  if (hash !== '') return 'The address has a fragment, which is never sent. Remove the part from "#" on.';
  if (username !== '' || password !== '')
    return 'The address contains a user name or password. Remove them, and send them in a header of the destination instead.';
  if (!isDeliverableHost(hostname))
    return `The host ${JSON.stringify(hostname)} is not a valid DNS name. Expected an IP address, or labels of 1 to 63 letters, digits, "-" and "_", separated by dots.`;
  if (port === '0') return 'The address has port 0, which is not valid. Expected a port from 1 to 65535.';
  const [percent] = /%(?![0-9a-f]{2}).{0,2}/i.exec(pathname + search) ?? [];
  if (percent !== undefined)
    return `The address contains ${JSON.stringify(percent)}, but two hexadecimal digits must follow "%". Write "%25" for a percent sign.`;
  return undefined;
}

/**
 * Whether the host is an address in brackets or a DNS name. The parser has validated addresses and converted names to
 * lower-case ASCII.
 */
function isDeliverableHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** Returns any stored address in a form that RFC 3986 allows; the text itself if it is not a URL. */
export function normalizeStoredUrl(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : toUri(url);
}

/** Encodes characters that the parser accepts and RFC 3986 does not allow in a host, path or query. */
function toUri(parsed: URL): string {
  const url = new URL(parsed);
  url.hash = '';
  const [, before = '', host = '', rest = ''] = /^([^/]*\/\/)([^/?]*)(.*)$/s.exec(url.href) ?? [];
  return `${before}${encodeIllegal(host, /[^\w.~!$&'()*+,;=:@[\]%-]/g)}${encodeIllegal(rest, /[^\w.~!$&'()*+,;=:@/?%-]/g)}`;
}

/** The input is ASCII, because the parser encodes everything else. */
const encodeIllegal = (text: string, illegal: RegExp): string =>
  text.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(illegal, (character) => percentEncode(character));

const percentEncode = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
