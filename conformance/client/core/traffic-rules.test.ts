import { expect, test } from 'vitest';
import type { ClientExchange, Evidence } from './evidence.ts';
import {
  backsOff,
  endsRetries,
  keepsKeyFromOtherHosts,
  keepsKeyInHeader,
  pollsWithValidators,
  repeatsRefusedAtMost,
  repeatsWritesSafely,
  stopsAfterRefusedKey,
  waitsAsDemanded,
} from './traffic-rules.ts';

/** Creates an exchange of 10 ms. */
const at = (atMs: number, change: Partial<ClientExchange> = {}): ClientExchange => ({
  ...{
    number: Math.round(atMs) + 1,
    run: 1,
    host: 'service',
    atMs,
    endMs: atMs + 10,
    method: 'GET',
    target: '/v1/locations',
  },
  ...{ headers: {}, body: '', hasKey: true, keyPlaces: [], status: 200, responseHeaders: {}, note: '', marks: [] },
  ...{ waitUntilMs: null, ...change },
});

const observe = (...exchanges: readonly ClientExchange[]): Evidence => ({
  ...{ runs: [], exchanges, deliveries: [], connections: 1, isObserved: false },
});

const limited = at(0, {
  ...{ status: 429, marks: ['wait'], waitUntilMs: 2000, responseHeaders: { 'retry-after': '2' } },
});
const dated = { ...limited, responseHeaders: { 'retry-after': 'Mon, 02 Nov 2026 15:00:00 GMT' } };

test('a client must wait as long as Retry-After demands', () => {
  expect(waitsAsDemanded(observe(limited, at(2005)))).toBeUndefined();
  expect(waitsAsDemanded(observe(limited, at(1800)))).toBeUndefined(); // an imprecise timer
  expect(waitsAsDemanded(observe(limited, at(500)))).toBe('GET /v1/locations 0.5 s after 429 with Retry-After: 2');
  expect(waitsAsDemanded(observe(limited, at(500, { target: '/v1/portal' })))).toContain('/v1/portal');
  expect(waitsAsDemanded(observe(limited, at(100, { target: '/v1/portal' })))).toBeUndefined(); // in flight
  expect(waitsAsDemanded(observe(limited, at(500, { run: 2 })))).toBeUndefined(); // another program
  expect(waitsAsDemanded(observe(limited))).toBeUndefined(); // no retry at all
  expect(waitsAsDemanded(observe(dated, at(900)))).toBeUndefined(); // dates have no fractions of a second
  expect(waitsAsDemanded(observe(dated, at(600)))).toContain('Mon, 02 Nov');
});

test('a refused request is not repeated', () => {
  const refused = (atMs: number, target = '/v1/locations') => at(atMs, { status: 403, marks: ['refused'], target });
  expect(repeatsRefusedAtMost(0)(observe(refused(0), refused(50, '/v1/portal')))).toBeUndefined();
  expect(repeatsRefusedAtMost(1)(observe(refused(0), refused(50)))).toBeUndefined();
  expect(repeatsRefusedAtMost(0)(observe(refused(0), refused(50)))).toContain('sent 2 times, although 403 refused it');
  expect(stopsAfterRefusedKey(1)(observe(refused(0), refused(500), refused(900)))).toContain('2 further requests');
  expect(stopsAfterRefusedKey(1)(observe(refused(0), refused(20), refused(40), refused(60)))).toBeUndefined();
});

test('retries end and back off', () => {
  const down = (...times: readonly number[]) =>
    observe(...times.map((ms) => at(ms, { status: 503, marks: ['unavailable'] })));
  expect(endsRetries(down(0, 400, 1200, 2800))).toBeUndefined();
  expect(endsRetries(down(0, 20, 40, 60, 80, 100))).toContain('6 times within a second');
  expect(endsRetries(down(...Array.from({ length: 21 }, (_, place) => place * 1000)))).toContain('sent 21 times');
  expect(backsOff(down(0, 400, 1200, 2800))).toBeUndefined();
  expect(backsOff(down(0))).toBeUndefined();
  expect(backsOff(down(0, 500, 1000, 1500))).toContain('retries after 0.5 s, 0.5 s, 0.5 s');
  expect(backsOff(down(0, 20))).toContain('a retry 0.0 s after 503');
});

test('writes are repeated with the same idempotency key only', () => {
  const write = (atMs: number, key?: string, change: Partial<ClientExchange> = {}) =>
    at(atMs, {
      ...{ method: 'POST', target: '/v1/disputes', status: 201 },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      ...change,
    });
  const lost = { status: null };
  expect(repeatsWritesSafely(observe(write(0, 'a', lost), write(100, 'a')))).toBeUndefined();
  expect(repeatsWritesSafely(observe(write(0, undefined, lost), at(50)))).toBeUndefined();
  expect(repeatsWritesSafely(observe(write(0, undefined, lost), write(100)))).toContain('without Idempotency-Key');
  expect(repeatsWritesSafely(observe(write(0, 'a', lost), write(100, 'b')))).toContain('another Idempotency-Key');
  // a refused write was not done: the client may send a corrected one
  expect(repeatsWritesSafely(observe(write(0, 'a', { status: 422 }), write(100, 'b')))).toBeUndefined();
});

test('the key is in its header and at its host only', () => {
  expect(keepsKeyInHeader(observe(at(0)))).toBeUndefined();
  expect(keepsKeyInHeader(observe(at(0, { keyPlaces: ['url'] })))).toBe('the key is in the url of GET /v1/locations');
  expect(keepsKeyFromOtherHosts(observe(at(0), at(9, { host: 'other', hasKey: false })))).toBeUndefined();
  expect(keepsKeyFromOtherHosts(observe(at(0), at(9, { host: 'other' })))).toContain('at another host');
});

test('repeated reads have validators', () => {
  const read = (atMs: number, headers = {}) => at(atMs, { marks: ['tagged'], headers });
  expect(pollsWithValidators(observe(read(0), read(300, { 'if-none-match': '"a"' })))).toBeUndefined();
  expect(pollsWithValidators(observe(read(0), read(300)))).toContain('again without If-None-Match');
  expect(pollsWithValidators(observe(at(0), at(300)))).toBeUndefined(); // no response had a validator
});
