import { expect, test } from 'vitest';
import { createRedactor } from './redaction.ts';

const KEY = 'k3y/With+odd "chars"&<more>';
const redact = createRedactor(new Map([['admin', KEY]]));

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['as it is', KEY],
  ['percent-encoded', encodeURIComponent(KEY)],
  ['percent-encoded throughout', [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join('')],
  ['in JSON', JSON.stringify({ key: KEY })],
  ['in XML', KEY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
  ['in hexadecimal', Buffer.from(KEY).toString('hex')],
  ['in base64', Buffer.from(KEY).toString('base64')],
  ['in base64 after one character', Buffer.from(`a${KEY}`).toString('base64')],
  ['in base64 after two characters', Buffer.from(`ab${KEY}tail`).toString('base64')],
  ['in base64 for URLs', Buffer.from(`user:${KEY}`).toString('base64url')],
  ['in other case', KEY.toUpperCase()],
];

test.each(SPELLINGS)('hides a key %s', (_, spelled) => {
  const redacted = redact(`before ${spelled} after`);
  expect(redacted).toContain('[key admin]');
  expect(redacted.toLowerCase()).not.toContain(KEY.toLowerCase().slice(0, 8));
  expect(redacted).toMatch(/^before .* after$/);
});

test('leaves other text as it is', () => {
  expect(redact('nothing to hide: key, with, chars')).toBe('nothing to hide: key, with, chars');
});

test('tells keys apart, also when one begins with the other', () => {
  const both = createRedactor(
    new Map([
      ['short', 'abcdef'],
      ['long', 'abcdef-123'],
    ]),
  );
  expect(both('abcdef-123 abcdef')).toBe('[key long] [key short]');
});

test('does not blot out text for a key of three letters', () => {
  expect(createRedactor(new Map([['tiny', 'and']]))('this and that')).toBe('this and that');
});
