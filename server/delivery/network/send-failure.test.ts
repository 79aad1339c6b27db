import { expect, test } from 'vitest';
import { LookupFailed } from './checked-lookup.ts';
import { classifyFailure, createTimeoutFailure, type ExchangePhase, type SendError } from './send-failure.ts';

const createErrorWithCode = (code: string): Error => Object.assign(new Error(`connect ${code} 10.1.2.3:443`), { code });

test.each<[phase: ExchangePhase, code: string, expected: { error: SendError; expectedText: RegExp }]>([
  ['connecting', 'ECONNREFUSED', { error: 'connect_refused', expectedText: /Nothing listens there/ }],
  ['connecting', 'EHOSTUNREACH', { error: 'connect_refused', expectedText: /no route to it/ }],
  ['connecting', 'ENETUNREACH', { error: 'connect_refused', expectedText: /no route to it/ }],
  ['connecting', 'EACCES', { error: 'connect_refused', expectedText: /could not be opened/ }],
  ['connecting', 'ETIMEDOUT', { error: 'connect_timeout', expectedText: /not accepted/ }],
  ['securing', 'ECONNRESET', { error: 'tls_failed', expectedText: /TLS handshake failed/ }],
  ['securing', 'CERT_NOT_YET_VALID', { error: 'tls_failed', expectedText: /not valid yet/ }],
  [
    'securing',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    { error: 'tls_failed', expectedText: /not signed by a trusted authority/ },
  ],
  ['waiting', 'EPIPE', { error: 'connection_reset', expectedText: /before it responded/ }],
  ['waiting', 'HPE_INVALID_STATUS', { error: 'invalid_response', expectedText: /not valid HTTP/ }],
  ['reading', 'HPE_INVALID_CHUNK_SIZE', { error: 'invalid_response', expectedText: /not valid HTTP/ }],
])('classifies, while %s, %s with a message without an address', (phase, code, { error, expectedText }) => {
  const failure = classifyFailure(createErrorWithCode(code), phase);
  expect(failure).toMatchObject({ error, message: expect.stringMatching(expectedText) });
  expect(failure.message).toContain(`(${code})`);
  expect(failure.message).not.toContain('10.1.2.3');
});

test('quotes the beginning of a response that is not HTTP, without control characters', () => {
  const unread = Object.assign(createErrorWithCode('HPE_INVALID_CONSTANT'), {
    rawPacket: Buffer.from('SSH-2.0-\x1b[31m\r\nmore'),
  });
  expect(classifyFailure(unread, 'waiting').message).toBe(
    'Its response is not valid HTTP (HPE_INVALID_CONSTANT); it begins with "SSH-2.0-\\u001b[31m".',
  );
  expect(classifyFailure(unread, 'reading').message).toBe('Its response is not valid HTTP (HPE_INVALID_CONSTANT).');
});

test('reports a failure on several addresses once, by the first', () => {
  const many = Object.assign(new AggregateError([createErrorWithCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' });
  expect(classifyFailure(many, 'connecting')).toMatchObject({ error: 'connect_refused' });
});

test('reports a name without addresses equally in every phase', () => {
  const error = new LookupFailed(createErrorWithCode('EAI_AGAIN'));
  for (const phase of ['resolving', 'connecting'] as const)
    expect(classifyFailure(error, phase)).toEqual({
      error: 'dns_failed',
      message: 'Its name has no address (EAI_AGAIN).',
    });
});

test.each<[phase: ExchangePhase, error: SendError]>([
  ['resolving', 'dns_failed'],
  ['connecting', 'connect_timeout'],
  ['securing', 'connect_timeout'],
  ['waiting', 'response_timeout'],
  ['reading', 'body_timeout'],
])('reports a time limit while %s as %s with the limit in the message', (phase, error) => {
  expect(createTimeoutFailure(phase, 5_000)).toMatchObject({ error, message: expect.stringContaining('within 5 s') });
});
