/*
 * Addresses as users type them, with their normalised form according to the URL Standard (WHATWG), and whether RFC
 * 3986 allows that form. The table was written from these two documents only and is frozen: change the code, not the
 * table.
 *
 * `createUrlBody`: accepted and stored in this form, which both documents allow. `refused`: there is no such form, or
 * deliveries to the address are impossible.
 */

export type AddressCase = readonly [what: string, typed: string, expected: { readonly url: string } | 'refused'];

const createUrlBody = (text: string): { readonly url: string } => ({ url: text });
const H = 'http://127.0.0.1:3000';

export const addressCases: readonly AddressCase[] = [
  // The URL Standard's parser: normalisation.
  ['a plain address', 'https://hooks.example/fleet', createUrlBody('https://hooks.example/fleet')],
  ['no path', 'https://hooks.example', createUrlBody('https://hooks.example/')],
  ['capital letters in scheme and host', 'HTTPS://Hooks.EXAMPLE/Fleet', createUrlBody('https://hooks.example/Fleet')],
  ['the default port of https', 'https://hooks.example:443/', createUrlBody('https://hooks.example/')],
  ['the default port of http', 'http://hooks.example:80/', createUrlBody('http://hooks.example/')],
  ['an empty port', 'https://hooks.example:/', createUrlBody('https://hooks.example/')],
  ['a port with leading zeros', 'http://hooks.example:008080/', createUrlBody('http://hooks.example:8080/')],
  ['dot segments', `${H}/a/./b/../c`, createUrlBody(`${H}/a/c`)],
  ['encoded dot segments', `${H}/a/%2e%2E/c`, createUrlBody(`${H}/c`)],
  ['backslashes instead of slashes', 'http:\\\\127.0.0.1:3000\\hooks', createUrlBody(`${H}/hooks`)],
  ['one slash', 'http:/127.0.0.1:3000/hooks', createUrlBody(`${H}/hooks`)],
  ['no slash', 'http:127.0.0.1:3000/hooks', createUrlBody(`${H}/hooks`)],
  ['three slashes', 'http:///127.0.0.1:3000/hooks', createUrlBody(`${H}/hooks`)],
  ['spaces around', `  ${H}/hooks  `, createUrlBody(`${H}/hooks`)],
  ['a tab and line breaks inside', 'http://127.0.0.1:\t3000/ho\r\noks', createUrlBody(`${H}/hooks`)],
  ['a trailing NUL', `${H}/hooks\0`, createUrlBody(`${H}/hooks`)],
  ['two slashes in the path', `${H}//hooks//`, createUrlBody(`${H}//hooks//`)],
  ['a query', `${H}/hooks?a=1&b=2`, createUrlBody(`${H}/hooks?a=1&b=2`)],
  ['an empty query', `${H}/hooks?`, createUrlBody(`${H}/hooks?`)],
  ['a question mark in the query', `${H}/hooks?a?b/c`, createUrlBody(`${H}/hooks?a?b/c`)],
  ['every sub-delimiter in the path', `${H}/!$&'()*+,;=:@-._~`, createUrlBody(`${H}/!$&'()*+,;=:@-._~`)],

  // Characters that RFC 3986 has in no address: percent-encoded.
  ['a space in the path', `${H}/my hooks`, createUrlBody(`${H}/my%20hooks`)],
  ['a space in the query', `${H}/?a=b c`, createUrlBody(`${H}/?a=b%20c`)],
  ['ä in the path', `${H}/ä`, createUrlBody(`${H}/%C3%A4`)],
  ['ä in the query', `${H}/?ä`, createUrlBody(`${H}/?%C3%A4`)],
  ['an emoji in the path', `${H}/🏧`, createUrlBody(`${H}/%F0%9F%8F%A7`)],
  ['a lone surrogate in the path', `${H}/\ud800`, createUrlBody(`${H}/%EF%BF%BD`)],
  ['braces in the path', `${H}/{id}`, createUrlBody(`${H}/%7Bid%7D`)],
  ['braces in the query', `${H}/?a={id}`, createUrlBody(`${H}/?a=%7Bid%7D`)],
  ['brackets in the path', `${H}/[x]`, createUrlBody(`${H}/%5Bx%5D`)],
  ['// Characters that RFC 3986 does not allow: percent-encoded.', `${H}/?a[]=1`, createUrlBody(`${H}/?a%5B%5D=1`)],
  ['a bar in the path', `${H}/a|b`, createUrlBody(`${H}/a%7Cb`)],
  ['a bar in the query', `${H}/?a|b`, createUrlBody(`${H}/?a%7Cb`)],
  ['a caret in the path', `${H}/a^b`, createUrlBody(`${H}/a%5Eb`)],
  ['a caret in the query', `${H}/?a^b`, createUrlBody(`${H}/?a%5Eb`)],
  ['a back quote in the path', `${H}/a\`b`, createUrlBody(`${H}/a%60b`)],
  ['a back quote in the query', `${H}/?a\`b`, createUrlBody(`${H}/?a%60b`)],
  ['a backslash in the query', `${H}/?a\\b`, createUrlBody(`${H}/?a%5Cb`)],
  ['quotation marks in the path', `${H}/"a"`, createUrlBody(`${H}/%22a%22`)],
  ['quotation marks in the query', `${H}/?"a"`, createUrlBody(`${H}/?%22a%22`)],
  ['an apostrophe in the query', `${H}/?'a'`, createUrlBody(`${H}/?%27a%27`)],
  ['angle brackets', `${H}/<a>?<b>`, createUrlBody(`${H}/%3Ca%3E?%3Cb%3E`)],
  ['a control character in the path', `${H}/a\x01b`, createUrlBody(`${H}/a%01b`)],
  ['DEL in the path', `${H}/a\x7fb`, createUrlBody(`${H}/a%7Fb`)],
  ['an encoded space', `${H}/a%20b`, createUrlBody(`${H}/a%20b`)],
  ['encoded letters', `${H}/%c3%A4?%7b`, createUrlBody(`${H}/%c3%A4?%7b`)],
  ['an encoded NUL', `${H}/%00`, createUrlBody(`${H}/%00`)],

  // A percent sign without two hexadecimal digits: RFC 3986 does not allow it, and its meaning is ambiguous.
  ['%zz in the path', `${H}/%zz`, 'refused'],
  ['a percent sign at the end', `${H}/100%`, 'refused'],
  ['a percent sign and one digit', `${H}/%2`, 'refused'],
  ['a percent sign in the query', `${H}/?a=%`, 'refused'],
  ['two percent signs', `${H}/%%20`, 'refused'],

  // Hosts.
  ['an international name', 'https://ä.example/', createUrlBody('https://xn--4ca.example/')],
  ['an international name, encoded', 'https://%C3%A4.example/', createUrlBody('https://xn--4ca.example/')],
  ['an international name in Punycode', 'https://xn--4ca.example/', createUrlBody('https://xn--4ca.example/')],
  ['an emoji as host', 'https://💶.example/', createUrlBody('https://xn--ys8h.example/')],
  ['a sharp s', 'https://straße.example/', createUrlBody('https://xn--strae-oqa.example/')],
  ['full-width letters', 'https://ｈｏｏｋｓ.example/', createUrlBody('https://hooks.example/')],
  ['an ideographic full stop', 'https://hooks。example/', createUrlBody('https://hooks.example/')],
  ['a soft hyphen', 'https://ho\u00adoks.example/', createUrlBody('https://hooks.example/')],
  ['a trailing dot', 'https://hooks.example./', createUrlBody('https://hooks.example./')],
  ['an underscore', 'https://my_hooks.example/', createUrlBody('https://my_hooks.example/')],
  ['no host', 'https:///', 'refused'],
  ['a port without a host', 'https://:443/', 'refused'],
  ['a space in the host', 'https://ho oks.example/', 'refused'],
  ['an encoded space in the host', 'https://ho%20oks.example/', 'refused'],
  ['an encoded slash in the host', 'https://hooks%2fexample/', 'refused'],
  ['%zz in the host', 'https://%zz.example/', 'refused'],
  ['braces in the host', 'https://{tenant}.example/', 'refused'],
  ['quotation marks in the host', 'https://"hooks".example/', 'refused'],
  ['a back quote in the host', 'https://a`b.example/', 'refused'],
  ['angle brackets in the host', 'https://<hooks>.example/', 'refused'],
  ['a bar in the host', 'https://a|b.example/', 'refused'],
  ['a caret in the host', 'https://a^b.example/', 'refused'],
  ['a control character in the host', 'https://a\x01b.example/', 'refused'],
  ['a lone surrogate in the host', 'https://\ud800.example/', 'refused'],
  ['invalid Punycode', 'https://xn--a/', 'refused'],
  ['only a soft hyphen', 'https://\u00ad/', 'refused'],
  ['an empty label', 'https://a..example/', 'refused'],
  ['a leading dot', 'https://.example/', 'refused'],
  ['only a dot', 'https://./', 'refused'],
  ['a label of 64 letters', `https://${'a'.repeat(64)}.example/`, 'refused'],
  ['a label of 63 letters', `https://${'a'.repeat(63)}.example/`, createUrlBody(`https://${'a'.repeat(63)}.example/`)],
  ['a name of 254 letters', `https://${'a.'.repeat(123)}examples/`, 'refused'],
  [
    'a name of 253 letters',
    `https://${'a.'.repeat(123)}example/`,
    createUrlBody(`https://${'a.'.repeat(123)}example/`),
  ],

  // Addresses as hosts: the IPv4 and IPv6 parsers.
  ['IPv4 in one number', 'http://2130706433:3000/', createUrlBody(`${H}/`)],
  ['IPv4 in hexadecimal', 'http://0x7f.1:3000/', createUrlBody(`${H}/`)],
  ['IPv4 in octal', 'http://0177.0.0.1:3000/', createUrlBody(`${H}/`)],
  ['IPv4 with a trailing dot', 'http://127.0.0.1.:3000/', createUrlBody(`${H}/`)],
  ['IPv4 in full-width digits', 'http://１２７.０.０.１:3000/', createUrlBody(`${H}/`)],
  ['IPv4 out of range', 'http://256.1.1.1/', 'refused'],
  ['IPv4 with five parts', 'http://1.2.3.4.5/', 'refused'],
  ['a name that ends in a number', 'http://hooks.1/', 'refused'],
  ['IPv4 in octal with a 9', 'http://09.1.1.1/', 'refused'],
  ['IPv6', 'http://[::1]:3000/', createUrlBody('http://[::1]:3000/')],
  ['IPv6 without compression', 'http://[0:0:0:0:0:0:0:1]:3000/', createUrlBody('http://[::1]:3000/')],
  ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]:3000/', createUrlBody('http://[::ffff:7f00:1]:3000/')],
  ['IPv6 with a zone identifier', 'http://[fe80::1%25eth0]/', 'refused'],
  ['IPv6 without brackets', 'http://::1/', 'refused'],
  ['IPv6 without its closing bracket', 'http://[::1/', 'refused'],
  ['an IP address of a future version', 'http://[v1.fe]/', 'refused'],

  // Ports: 16 bits, and no receiver listens on 0.
  ['port 0', 'http://127.0.0.1:0/hooks', 'refused'],
  ['port 00000', 'http://127.0.0.1:00000/hooks', 'refused'],
  ['port 0 of https', 'https://hooks.example:0/', 'refused'],
  ['port 65535', 'http://127.0.0.1:65535/', createUrlBody('http://127.0.0.1:65535/')],
  ['port 65536', 'http://127.0.0.1:65536/', 'refused'],
  ['a negative port', 'http://127.0.0.1:-1/', 'refused'],
  ['a port in letters', 'http://127.0.0.1:http/', 'refused'],

  // Addresses that no delivery can use: another scheme, a relative reference, a user, a fragment.
  ['no scheme', '//hooks.example/', 'refused'],
  ['only a path', '/hooks', 'refused'],
  ['only a name', 'hooks.example', 'refused'],
  ['only a name and a port', 'hooks.example:8080', 'refused'],
  ['only localhost and a port', 'localhost:3000/hooks', 'refused'],
  ['spaces alone', '   ', 'refused'],
  ['ftp', 'ftp://hooks.example/', 'refused'],
  ['ws', 'ws://hooks.example/', 'refused'],
  ['wss', 'wss://hooks.example/', 'refused'],
  ['file', 'file:///etc/hosts', 'refused'],
  ['javascript', 'javascript:alert(1)', 'refused'],
  ['data', 'data:text/plain,x', 'refused'],
  ['blob', 'blob:https://hooks.example/1', 'refused'],
  ['mailto', 'mailto:me@hooks.example', 'refused'],
  ['a user', 'https://me@hooks.example/', 'refused'],
  ['a user and a password', 'https://me:pw@hooks.example/', 'refused'],
  ['only a password', 'https://:pw@hooks.example/', 'refused'],
  ['an empty user', 'https://@hooks.example/', createUrlBody('https://hooks.example/')],
  ['a fragment', `${H}/hooks#here`, 'refused'],
  ['an empty fragment', `${H}/hooks#`, createUrlBody(`${H}/hooks`)],

  // Length: 2048 characters as typed and as stored.
  [
    '2048 characters',
    `${H}/${'a'.repeat(2048 - H.length - 1)}`,
    createUrlBody(`${H}/${'a'.repeat(2048 - H.length - 1)}`),
  ],
  ['2049 characters', `${H}/${'a'.repeat(2049 - H.length - 1)}`, 'refused'],
  ['more than 2048 characters once encoded', `${H}/${'ä'.repeat(1000)}`, 'refused'],

  // Loopback names (RFC 6761, 6.3).
  ['localhost', 'http://localhost:3000/', createUrlBody('http://localhost:3000/')],
  ['localhost with a trailing dot', 'http://localhost.:3000/', createUrlBody('http://localhost.:3000/')],
  ['a subdomain of localhost', 'http://hooks.localhost:3000/', createUrlBody('http://hooks.localhost:3000/')],
];
