import { expect, test } from 'vitest';
import { chooseEncoding, decodeText } from './text-encoding.ts';

const LATIN = Buffer.from('{"a":"Caf\u00e9"}', 'latin1');
const UTF_16 = Buffer.from('{"a":"Caf\u00e9"}', 'utf16le');

test.each<[string, Uint8Array, string | undefined]>([
  ['UTF-8', Buffer.from('{"a":"Caf\u00e9"}'), 'application/json'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff{"a":"Caf\u00e9"}'), 'application/json'],
  ['UTF-8, though the header states another', Buffer.from('{"a":"Caf\u00e9"}'), 'text/plain; charset=iso-8859-1'],
  ['ISO-8859-1, as the header states', LATIN, 'application/json; charset="ISO-8859-1"'],
  ['UTF-16 without a byte order mark', UTF_16, 'application/json'],
  ['UTF-16 with one', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF_16]), 'application/json; charset=utf-16'],
])('decodes %s', (_, bytes, contentType) => {
  expect(decodeText(bytes, contentType)).toBe('{"a":"Caf\u00e9"}');
});

test('replaces invalid bytes, and does not hide that no stated encoding fits', () => {
  expect(decodeText(LATIN, 'application/json')).toBe('{"a":"Caf\ufffd"}');
  expect(chooseEncoding(LATIN, 'application/json; charset=utf-8')).toEqual({ name: 'utf-8' });
  expect(chooseEncoding(LATIN, 'application/json; charset=ebcdic')).toEqual({ unknown: 'ebcdic' });
});

test('chooses by the beginning of a body, even if it ends within a character', () => {
  expect(chooseEncoding(Buffer.from('Caf\u00e9').subarray(0, 4), 'text/plain')).toEqual({ name: 'utf-8' });
});
