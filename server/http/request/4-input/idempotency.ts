import { createHash } from 'node:crypto';
import { type Fault, type ProblemReply, problem } from '../../../problems/problem.ts';
import type { Scope } from '../../../world/scope/scope-types.ts';
import type { Fact } from '../../../world/state/facts.ts';

import { type Call, getOperationId, isForControlPlane } from '../../exchange/call.ts';
import type { Decision } from '../../exchange/decision.ts';

interface KeptReply {
  readonly status: number;
  readonly body: unknown;
  readonly facts?: readonly Fact[];
}

/** A write to handle, with the scope of this attempt. */
interface WriteAttempt {
  readonly call: Call;
  readonly scope: Scope;
}

/** A reply to send without calling the handler. */
export interface Recalled {
  /** Whether it repeats the earlier reply, as opposed to a refusal. */
  readonly isReplay: boolean;
  readonly reply: KeptReply | ProblemReply;
}

const HEADER = 'Idempotency-Key';

/** Refuses a malformed key with 400. Gap http.idempotency. */
export const requireWellFormedKey: Decision = (call) => {
  const key = call.headers['idempotency-key'];
  if (call.method !== 'POST' || isForControlPlane(call) || key === undefined || /^[A-Za-z0-9_-]{1,64}$/.test(key))
    return undefined;
  const detail = 'Expected 1 to 64 letters, digits, _ and -.';
  return problem(400, 'invalid_parameter', {
    detail: `The header ${HEADER}: ${detail}`,
    errors: [{ header: HEADER, code: 'wrong_format', detail }],
  });
};

/** Refuses with 409 while the first request of a user with the same key is still in progress in this process. */
export function refuseConcurrentKey(): Decision {
  const underWay = new Set<string>();
  return (call) => {
    const key = call.headers['idempotency-key'];
    if (call.method !== 'POST' || isForControlPlane(call) || key === undefined || call.scope === undefined)
      return undefined;
    const name = `${call.scope.user.userId} ${getOperationId(call)} ${key}`;
    if (underWay.has(name))
      return problem(409, 'idempotency_in_progress', {
        detail: 'The first request with this key has not finished. Retry in a moment.',
      });
    underWay.add(name);
    call.endings.push(() => underWay.delete(name));
    return undefined;
  };
}

/** Returns a hash of everything that determines a write: method, path, sorted query, and the bytes of the body. */
export function computeRequestFingerprint({
  method,
  path,
  query,
  bodyFingerprint,
}: Pick<Call, 'method' | 'path' | 'query' | 'bodyFingerprint'>): string {
  const parameters = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = JSON.stringify([method, path, parameters, bodyFingerprint]);
  return createHash('sha256').update(canonical).digest('base64url');
}

/** Returns the reply to an earlier request with the same key. Refuses a different request with that key. */
export function recallReply({ call, scope }: WriteAttempt): Recalled | undefined {
  const key = call.headers['idempotency-key'];
  const kept = key === undefined ? undefined : scope.keptReply(getOperationId(call), key);
  if (kept === undefined) return undefined;
  // Records of earlier versions contain the fingerprint of the body alone. Writes had no query or path parameter then.
  if (kept.fingerprint === computeRequestFingerprint(call) || kept.fingerprint === call.bodyFingerprint)
    return { isReplay: true, reply: kept.reply };
  const detail = 'Send the same request as the first time, or a fresh key.';
  const errors: readonly Fault[] = [{ header: HEADER, code: 'key_reused', detail }];
  return { isReplay: false, reply: problem(422, 'idempotency_key_reused', { detail, errors }) };
}

/**
 * Returns the facts of a write: those of the handler and, if a key was sent, a record of the reply (also of a refusal).
 */
export function rememberFacts({ call, scope }: WriteAttempt, reply: KeptReply | ProblemReply): readonly Fact[] {
  const key = call.headers['idempotency-key'];
  const facts = 'problem' in reply ? [] : (reply.facts ?? []);
  if (key === undefined) return facts;
  const kept = {
    userId: scope.user.userId,
    operationId: getOperationId(call),
    idempotencyKey: key,
    fingerprint: computeRequestFingerprint(call),
    reply: 'problem' in reply ? reply : { status: reply.status, body: reply.body },
    keptAtMs: scope.nowMs,
  };
  return [...facts, { type: 'reply-kept', atMs: scope.nowMs, kept }];
}
