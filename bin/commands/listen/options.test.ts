import { describe, expect, test } from 'vitest';
import * as read from './options.ts';

test.each([
  ['localhost:3000', 'http://localhost:3000/'],
  ['localhost:3000/hooks?a=1', 'http://localhost:3000/hooks?a=1'],
  ['localhost', 'http://localhost/'],
  ['LOCALHOST:3000', 'http://localhost:3000/'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['[::1]:3000/a', 'http://[::1]:3000/a'],
  ['3000', 'http://localhost:3000/'],
  ['3000/hooks', 'http://localhost:3000/hooks'],
  ['my-app.test:80', 'http://my-app.test/'],
  ['app:3000', 'http://app:3000/'],
  ['HTTPS://localhost:3000', 'https://localhost:3000/'],
])('listen forwards to %s as %s', (text, url) => {
  expect(read.parseReceiverUrl(text).href).toBe(url);
});

describe('the options of listen', () => {
  test('parse the documented forms', () => {
    expect(read.parseReceiverUrl('http://localhost:3000/hooks?a=1#part').href).toBe('http://localhost:3000/hooks?a=1');
    expect(read.parseLimitMs('1m30s')).toBe(90_000);
    expect(read.parseCount('3')).toBe(3);
    expect(read.parseSince('10m')).toEqual({ agoMs: 600_000 });
    expect(read.parseSince('2026-11-02T12:00:00Z')).toEqual({ instant: '2026-11-02T12:00:00Z' });
    expect(read.addHeader('X-Env:  dev ', { 'x-a': '1' })).toEqual({ 'x-a': '1', 'x-env': 'dev' });
    expect(read.addHeader('X-Empty:')).toEqual({ 'x-empty': '' });
  });

  test.each([
    ['a URL of another scheme', () => read.parseReceiverUrl('ftp://localhost:3000'), 'http://localhost:3000/hooks'],
    ['a scheme without slashes', () => read.parseReceiverUrl('mailto:me'), 'http://localhost:3000/hooks'],
    ['a port out of range', () => read.parseReceiverUrl('localhost:70000'), 'http://localhost:3000/hooks'],
    ['an empty URL', () => read.parseReceiverUrl(''), 'http://localhost:3000/hooks'],
    ['a path alone', () => read.parseReceiverUrl('/hooks me'), 'http://localhost:3000/hooks'],
    ['credentials without a scheme', () => read.parseReceiverUrl('me:pw@localhost'), '--header'],
    ['credentials in a URL', () => read.parseReceiverUrl('http://me:pw@localhost/'), '--header'],
    ['a word as duration', () => read.parseLimitMs('soon'), 'such as 30s'],
    ['a zero duration', () => read.parseLimitMs('0s'), 'such as 30s'],
    ['a duration above one day', () => read.parseLimitMs('9999d'), 'at most one day'],
    ['a fraction as count', () => read.parseCount('0.5'), 'whole number from 1'],
    ['a word as instant', () => read.parseSince('yesterday'), 'such as 10m'],
    ['a header without a value', () => read.addHeader('X-Env'), "'Name: value'"],
    ['a header with a line break', () => read.addHeader('X-Env: a\r\nX-More: b'), "'Name: value'"],
    ['a header that the delivery sets', () => read.addHeader('Webhook-Id: evt_2'), 'is set by the delivery'],
    ['a destination without its prefix', () => read.parseDestinationId('hooks'), 'dst_'],
  ])('reject %s and state the expected form', (_what, reading, words) => {
    expect(reading).toThrow(words);
  });

  test('reject a secret without repeating it', () => {
    expect(read.parseSecretOption(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)).toContain('whsec_');
    expect(() => read.parseSecretOption('whsec_c2hvcnQtb25l')).toThrow(/24 to 64 bytes/);
    expect(() => read.parseSecretOption('whsec_c2hvcnQtb25l')).not.toThrow(/c2hvcnQtb25l/);
  });
});
