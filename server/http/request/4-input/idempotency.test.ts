import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../world/scope/scope-types.ts';
import type { Call } from '../../exchange/call.ts';
import { computeRequestFingerprint, recallReply } from './idempotency.ts';

const request = {
  method: 'POST',
  path: '/v1/disputes',
  query: { dry_run: 'true', mode: 'full' },
  bodyFingerprint: 'hash of the body',
};

test('returns equal fingerprints for any order of parameters', () => {
  const reordered = { ...request, query: { mode: 'full', dry_run: 'true' } };
  expect(computeRequestFingerprint(reordered)).toBe(computeRequestFingerprint(request));
});

test.each([
  ['method', { method: 'PUT' }],
  ['path', { path: '/v1/disputes/dsp_1' }],
  ['value of a parameter', { query: { ...request.query, mode: 'part' } }],
  ['name of a parameter', { query: { dry_run: 'true', modes: 'full' } }],
  ['number of parameters', { query: { mode: 'full' } }],
  ['type of a parameter', { query: { ...request.query, dry_run: true } }],
  ['body', { bodyFingerprint: 'hash of another body' }],
])('returns different fingerprints for requests that differ in the %s', (_, change) => {
  expect(computeRequestFingerprint({ ...request, ...change })).not.toBe(computeRequestFingerprint(request));
});

describe('a stored reply', () => {
  const reply = { status: 201, body: {} };
  const recalled = (fingerprint: string, sent: typeof request) => {
    const headers = { 'idempotency-key': 'key-1' };
    const call = { ...request, ...sent, headers, route: { operationId: 'createDispute' } } as unknown as Call; // all that recallReply reads
    const scope = { keptReply: () => ({ fingerprint, reply }) } as unknown as Scope; // all that recallReply reads
    return recallReply({ call, scope });
  };

  test('is repeated for the same request', () => {
    expect(recalled(computeRequestFingerprint(request), request)).toEqual({ isReplay: true, reply });
  });

  test('is refused for another path, query or body with the same key', () => {
    const kept = computeRequestFingerprint(request);
    for (const change of [{ path: '/v1/disputes/dsp_1' }, { query: { dry_run: 'false', mode: 'full' } }]) {
      const refusal = { status: 422, problem: { code: 'idempotency_key_reused' } };
      expect(recalled(kept, { ...request, ...change })).toMatchObject({ isReplay: false, reply: refusal });
    }
  });

  test('is repeated if an earlier version recorded only the body', () => {
    expect(recalled(request.bodyFingerprint, request)).toEqual({ isReplay: true, reply });
  });
});
