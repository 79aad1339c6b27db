import { expect, test } from 'vitest';
import { LookupFailed } from './judged-lookup.ts';
import { failureFrom, lateness, type Phase, type SendError } from './send-failure.ts';

const withCode = (code: string): Error => Object.assign(new Error(`connect ${code} 10.1.2.3:443`), { code });

test.each<[phase: Phase, code: string, error: SendError, says: RegExp]>([
  ['connecting', 'ECONNREFUSED', 'connect_refused', /Nothing listens there/],
  ['connecting', 'EHOSTUNREACH', 'connect_refused', /No way leads there/],
  ['connecting', 'ENETUNREACH', 'connect_refused', /No way leads there/],
  ['connecting', 'EACCES', 'connect_refused', /could not be opened/],
  ['connecting', 'ETIMEDOUT', 'connect_timeout', /Nobody took the connection/],
  ['securing', 'ECONNRESET', 'tls_failed', /TLS could not be agreed on/],
  ['securing', 'CERT_NOT_YET_VALID', 'tls_failed', /not valid yet/],
  ['securing', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed', /signed by nobody who is trusted/],
  ['waiting', 'EPIPE', 'connection_reset', /before it answered/],
  ['reading', 'HPE_INVALID_CHUNK_SIZE', 'connection_reset', /is no HTTP/],
])('while %s, %s means %s, and the sentence names no address', (phase, code, error, says) => {
  const failure = failureFrom(withCode(code), phase);
  expect(failure).toMatchObject({ error, message: expect.stringMatching(says) });
  expect(failure.message).toContain(`(${code})`);
  expect(failure.message).not.toContain('10.1.2.3');
});

test('what failed on several addresses is told once, by the first', () => {
  const many = Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' });
  expect(failureFrom(many, 'connecting')).toMatchObject({ error: 'connect_refused' });
});

test('a name without addresses is that in every phase', () => {
  const error = new LookupFailed(withCode('EAI_AGAIN'));
  for (const phase of ['resolving', 'connecting'] as const)
    expect(failureFrom(error, phase)).toEqual({
      error: 'dns_failed',
      message: 'No address is known for its name (EAI_AGAIN).',
    });
});

test.each<[phase: Phase, error: SendError]>([
  ['resolving', 'dns_failed'],
  ['connecting', 'connect_timeout'],
  ['securing', 'connect_timeout'],
  ['waiting', 'response_timeout'],
  ['reading', 'body_timeout'],
])('a limit that passes while %s means %s, and is named', (phase, error) => {
  expect(lateness(phase, 5_000)).toMatchObject({ error, message: expect.stringContaining('within 5 s') });
});
