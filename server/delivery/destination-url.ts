/* Addresses of destinations: parsed as the URL Standard (WHATWG) does it, and kept in a form that RFC 3986 accepts too. */

const MAX_LENGTH = 2048;

/**
 * Reads the address of a destination. Returns the normalised URL, or a fault that says why there is none. Names are not
 * resolved, and the policy of the sandbox is not applied.
 */
export function readDestinationUrl(text: string): { readonly url: string } | { readonly fault: string } {
  const url = URL.parse(text);
  if (url === null)
    return { fault: 'The address is not a valid URL. Expected an absolute one, such as https://example.com/hooks.' };
  const fault = faultOf(url);
  if (fault !== undefined) return { fault };
  const valid = toUri(url);
  if (valid.length <= MAX_LENGTH) return { url: valid };
  return {
    fault: `The address has ${valid.length} characters once it is percent-encoded. Expected at most ${MAX_LENGTH}; shorten it.`,
  };
}

function faultOf(url: URL): string | undefined {
  const { protocol, username, password, hash, hostname, port, pathname, search } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return `Deliveries go over https or http, not over "${protocol.slice(0, -1)}". Expected an absolute http or https address.`;
  if (hash !== '') return 'The address has a fragment, which is never sent. Leave out the part from "#" on.';
  if (username !== '' || password !== '')
    return 'The address holds a user or a password. Leave them out, and send a header of the destination instead.';
  if (!isDeliverableHost(hostname))
    return `The host ${JSON.stringify(hostname)} is no name that DNS can hold. Expected an IP address, or labels of 1 to 63 letters, digits, "-" and "_" with dots between them.`;
  if (port === '0') return 'The address has the port 0, on which nothing listens. Expected a port from 1 to 65535.';
  const [percent] = /%(?![0-9a-f]{2}).{0,2}/i.exec(pathname + search) ?? [];
  if (percent !== undefined)
    return `The address holds ${JSON.stringify(percent)}, where two hexadecimal digits must follow "%". Write "%25" for a percent sign.`;
  return undefined;
}

/** An address in brackets, or a name of labels; the parser has checked addresses and put names into lower-case ASCII. */
function isDeliverableHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** Any address that was stored, in a form that RFC 3986 accepts; the text itself where it is no URL. */
export function asUri(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : toUri(url);
}

/** The parser leaves characters as they are that RFC 3986 does not allow in a host, path or query. */
function toUri(parsed: URL): string {
  const url = new URL(parsed);
  url.hash = '';
  const [, before = '', host = '', rest = ''] = /^([^/]*\/\/)([^/?]*)(.*)$/s.exec(url.href) ?? [];
  return `${before}${encoded(host, /[^\w.~!$&'()*+,;=:@[\]%-]/g)}${encoded(rest, /[^\w.~!$&'()*+,;=:@/?%-]/g)}`;
}

/** The parser has left nothing outside ASCII. */
const encoded = (text: string, illegal: RegExp): string =>
  text.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(illegal, (character) => percentEncoded(character));

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
