import { expect, test } from 'vitest';
import { checkPublicPath, parseBasePath } from './base-path.ts';

test.each([
  ['/', ''],
  ['/fleet', '/fleet'],
  ['/fleet/', '/fleet'],
  ['/a/b.c/~d-e_f', '/a/b.c/~d-e_f'],
])('parses %j as %j', (text, expected) => {
  expect(parseBasePath(text)).toBe(expected);
});

test.each([
  '',
  'fleet',
  '//',
  '//fleet',
  '/a//b',
  '/fleet?x',
  '/fl eet',
  '/fleet/..',
  '/./x',
  '/fl%65et',
  'https://a.example/fleet',
  `/${'a'.repeat(200)}`,
])('rejects %j with the expected form', (text) => {
  expect(() => parseBasePath(text)).toThrow(/is not a path\. Expected a path such as \/fleet/);
});

test('rejects a public URL without a path on a server with a base path, and names the whole URL', () => {
  expect(() => checkPublicPath('https://portal.example/', '/fleet')).toThrow(
    'The public URL has no path, but the base path is /fleet. Give the whole URL: https://portal.example/fleet.',
  );
  expect(() => checkPublicPath('https://portal.example/other', '/fleet')).not.toThrow();
  expect(() => checkPublicPath('https://portal.example', '')).not.toThrow();
});
