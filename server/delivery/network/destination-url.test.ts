import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeStoredUrl, parseDestinationUrl } from './destination-url.ts';

/** RFC 3986, 3, for http and https, without user and fragment. */
const HOST = String.raw`(\[[0-9a-f:.]+\]|([\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)`;
const PATH = String.raw`(/([\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)*`;
const QUERY = String.raw`(\?([\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?`;
const RFC_3986 = new RegExp(`^https?://${HOST}(:[0-9]{1,5})?${PATH}${QUERY}$`);

const anyPart = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '%',
    '%zz',
    '%20',
    '{id}',
    '|',
    'ä',
    '💶',
    '..',
    '//',
    '\\',
    '#',
    '?',
    '@',
    ':',
    '[',
    ']',
    '\ud800',
    ' ',
  ),
);
const anyAddress = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'HTTP:', 'https:/', ''),
    fc.oneof(fc.constantFrom('hooks.example', '127.0.0.1', '[::1]', 'ä.example', 'localhost:3000'), anyPart),
    fc.constantFrom('', '/', '?', ':0', ':80'),
    fc.array(anyPart, { maxLength: 4 }).map((parts) => parts.join('')),
  )
  .map((parts) => parts.join(''));

test('returns URLs that RFC 3986 allows and that parse to themselves', () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyAddress, (text) => {
      const read = parseDestinationUrl(text);
      if ('fault' in read) {
        expect(read.fault).toMatch(/\.$/);
        return;
      }
      accepted += 1;
      expect(read.url).toMatch(RFC_3986);
      expect(parseDestinationUrl(read.url)).toEqual(read);
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(200);
});

test('normalises every stored URL to a form that RFC 3986 allows, without user and fragment', () => {
  fc.assert(
    fc.property(anyAddress, (text) => {
      const url = URL.parse(text);
      if (url === null || !/^https?:$/.test(url.protocol)) return;
      Object.assign(url, { username: '', password: '' });
      expect(normalizeStoredUrl(url.href)).toMatch(RFC_3986);
    }),
    { numRuns: 2000 },
  );
});
