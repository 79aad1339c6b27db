import { describe, expect, test } from 'vitest';
import * as read from './options.ts';

describe('the options of listen', () => {
  test('parse the documented forms', () => {
    expect(read.receiverUrl('http://localhost:3000/hooks?a=1#part').href).toBe('http://localhost:3000/hooks?a=1');
    expect(read.eventTypes('cash_low,cash_out,cash_low')).toEqual(['cash_low', 'cash_out']);
    expect(read.limitMs('1m30s')).toBe(90_000);
    expect(read.count('3')).toBe(3);
    expect(read.since('10m')).toEqual({ agoMs: 600_000 });
    expect(read.since('2026-11-02T12:00:00Z')).toEqual({ instant: '2026-11-02T12:00:00Z' });
    expect(read.header('X-Env:  dev ', { 'x-a': '1' })).toEqual({ 'x-a': '1', 'x-env': 'dev' });
    expect(read.header('X-Empty:')).toEqual({ 'x-empty': '' });
  });

  test.each([
    ['a URL without a scheme', () => read.receiverUrl('localhost:3000'), 'http://localhost:3000/hooks'],
    ['credentials in a URL', () => read.receiverUrl('http://me:pw@localhost/'), '--header'],
    ['a misspelt event', () => read.eventTypes('cash_lo'), 'Did you mean cash_low?'],
    ['an empty list of events', () => read.eventTypes(''), 'There is no event type ""'],
    ['a word as duration', () => read.limitMs('soon'), 'such as 30s'],
    ['a zero duration', () => read.limitMs('0s'), 'such as 30s'],
    ['a duration above one day', () => read.limitMs('9999d'), 'at most one day'],
    ['a fraction as count', () => read.count('0.5'), 'whole number from 1'],
    ['a word as instant', () => read.since('yesterday'), 'such as 10m'],
    ['a header without a value', () => read.header('X-Env'), "'Name: value'"],
    ['a header with a line break', () => read.header('X-Env: a\r\nX-More: b'), "'Name: value'"],
    ['a header that the delivery sets', () => read.header('Webhook-Id: evt_2'), 'is set by the delivery'],
    ['a destination without its prefix', () => read.destinationId('hooks'), 'dst_'],
  ])('reject %s and state the expected form', (_what, reading, words) => {
    expect(reading).toThrow(words);
  });

  test('reject a secret without repeating it', () => {
    expect(read.secret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)).toContain('whsec_');
    expect(() => read.secret('whsec_c2hvcnQtb25l')).toThrow(/24 to 64 bytes/);
    expect(() => read.secret('whsec_c2hvcnQtb25l')).not.toThrow(/c2hvcnQtb25l/);
  });
});
