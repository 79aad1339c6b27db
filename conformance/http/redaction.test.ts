import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRuns } from '../../base/testing/depth.ts';
import { createRedactor } from './redaction.ts';

const KEY = 'k3y/With+odd "chars"&<more>';
const redact = createRedactor(new Map([['admin', KEY]]));

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['unchanged', KEY],
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
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
  ['as a form sends it', new URLSearchParams({ KEY }).toString().slice(4)],
  ['in JSON within JSON', JSON.stringify(JSON.stringify(KEY))],
  ['in JSON as code units', [...KEY].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
  ['in JSON with slashes escaped', JSON.stringify(KEY).replaceAll('/', '\\/')],
  ['in HTML by decimal numbers', [...KEY].map((one) => `&#${one.charCodeAt(0)};`).join('')],
  [
    'in XML by hexadecimal numbers',
    [...KEY].map((one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`).join(''),
  ],
  [
    'in XML within XML',
    KEY.replaceAll('&', '&amp;amp;').replaceAll('<', '&amp;lt;').replaceAll('>', '&#62;').replaceAll('"', '&#x22;'),
  ],
  [
    'in hexadecimal with colons',
    Buffer.from(KEY)
      .toString('hex')
      .replaceAll(/(..)(?=.)/g, '$1:'),
  ],
  ['in lower case in base64', Buffer.from(KEY.toLowerCase()).toString('base64')],
];

test.each(SPELLINGS)('redacts a key %s', (_, spelled) => {
  const redacted = redact(`before ${spelled} after`);
  expect(redacted).toContain('[key admin]');
  expect(redacted.toLowerCase()).not.toContain(KEY.toLowerCase().slice(0, 8));
  expect(redacted).toMatch(/^before .* after$/);
});

test('leaves text without keys unchanged', () => {
  expect(redact('nothing to hide: key, with, chars')).toBe('nothing to hide: key, with, chars');
});

test('distinguishes two keys if one begins with the other', () => {
  const both = createRedactor(
    new Map([
      ['short', 'abcdef'],
      ['long', 'abcdef-123'],
    ]),
  );
  expect(both('abcdef-123 abcdef')).toBe('[key long] [key short]');
});

test('does not redact a key of three letters', () => {
  expect(createRedactor(new Map([['tiny', 'and']]))('this and that')).toBe('this and that');
});

test('redacts other secrets with their labels', () => {
  const both = createRedactor(new Map([['east', 'k-east-0001']]), [['header Authorization', 'token-of-the-proxy']]);
  expect(both('k-east-0001 token-of-the-proxy')).toBe('[key east] [header Authorization]');
});

test.each([
  {
    title: 'labels a value as a key if a header has the same value',
    key: 'k-east-0001',
    header: 'k-east-0001',
    hidden: '[key east]',
  },
  {
    title: 'redacts the longer of two overlapping secrets completely',
    key: 'k-east-0001',
    header: 'Bearer k-east-0001',
    hidden: '[header Authorization]',
  },
  {
    title: 'redacts a longer key completely if a header is a part of it',
    key: 'token-k-east-0001',
    header: 'k-east-0001',
    hidden: '[key east]',
  },
])('$title', ({ key, header, hidden }) => {
  const both = createRedactor(new Map([['east', key]]), [['header Authorization', header]]);
  expect(both(`<${key.length > header.length ? key : header}>`)).toBe(`<${hidden}>`);
});

const ESCAPES: readonly ((character: string) => string)[] = [
  (one) => one,
  (one) => one.toUpperCase(),
  (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`,
  (one) => `%25${one.charCodeAt(0).toString(16).padStart(2, '0')}`,
  (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  (one) => `&#${one.charCodeAt(0)};`,
  (one) => `&#x${one.charCodeAt(0).toString(16)};`,
];

test('redacts any key with each character escaped differently', () => {
  const keys = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 8,
    maxLength: 40,
  });
  const spelled = keys.chain((key) =>
    fc.tuple(fc.constant(key), fc.array(fc.constantFrom(...ESCAPES), { minLength: key.length, maxLength: key.length })),
  );
  fc.assert(
    fc.property(spelled, ([key, escapes]) => {
      const text = [...key].map((one, place) => escapes[place]?.(one) ?? one).join('');
      expect(createRedactor(new Map([['k', key]]))(`"${text}"`)).toMatch(/\[key k\]/);
    }),
    { numRuns: 300 },
  );
});

test('redacts any key of letters, digits and dashes in any encoding between other text', () => {
  const ordinary = fc.string({ unit: fc.constantFrom(...'abcXYZ019_.:/=~-'), minLength: 8, maxLength: 20 });
  const encodings: readonly ((key: string) => string)[] = [
    (key) => key,
    (key) => key.toUpperCase(),
    (key) => [...key].map((one) => `\\${one}`).join(''),
    (key) => `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
    (key) => `${key.slice(0, -1)}&amp;#${key.charCodeAt(key.length - 1)};`,
    (key) => `${key.slice(0, -1)}\\u{${key.charCodeAt(key.length - 1).toString(16)}}`,
    (key) => Buffer.from(key).toString('hex'),
    (key) => [...Buffer.from(key.toLowerCase())].map((byte) => byte.toString(16)).join(' '),
    (key) => Buffer.from(key).toString('base64url'),
    (key) => Buffer.from(`a${key.toUpperCase()}b`).toString('base64'),
    (key) => Buffer.from(`ab${key}b`).toString('base64'),
  ];
  fc.assert(
    fc.property(fc.tuple(fc.string(), fc.string()), ordinary, ordinary, ([before, after], key, other) => {
      const hide = createRedactor(
        new Map([
          ['k', key],
          ['other', other],
        ]),
      );
      for (const encode of encodings) expect(hide(`${before} ${encode(key)} ${after}`)).toMatch(/\[key (k|other)\]/);
    }),
    { numRuns: chooseRuns(20, 1000) },
  );
});

test('leaves long texts that almost match a key unchanged', () => {
  const hide = createRedactor(new Map([['k', 'aaaaaaaaaaaaaaaaaaaaaaab']]));
  const almost = ['a', '\\', '%25', '&amp;', '%', '&#0', '\\u0061'].map((piece) => piece.repeat(20_000));
  for (const text of almost) expect(hide(text)).toBe(text);
});
