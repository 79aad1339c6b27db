import type { FaultSubject } from '../../faults/fault-choice.ts';
import type { FaultDefinition } from '../../world/state/fault-rules.ts';
import { parseIssuedKey } from '../../world/state/issued-keys.ts';
import { type Call, getServiceOperationId } from '../exchange/call.ts';
import { parsePreferences } from '../exchange/header-grammar.ts';

/** Returns the request as fault rules see it; undefined for the control plane, which always answers. */
export function describeRequest(call: Call): FaultSubject | undefined {
  const operationId = getServiceOperationId(call);
  if (operationId === undefined) return undefined;
  const { path, method, headers, scope } = call;
  const key = scope?.key.key ?? '';
  const userId = scope?.user.userId ?? null;
  const segments = path.split('/');
  const preference = headers.prefer === undefined ? undefined : parsePreferences(headers.prefer)?.get('fault');
  return {
    kind: 'request',
    pair: [operationId, userId],
    countedAs: `${operationId} ${key}`,
    meets: (conditions: FaultDefinition): boolean =>
      (conditions.preference === undefined || conditions.preference === preference) &&
      (conditions.operation === undefined || conditions.operation === operationId) &&
      (conditions.method === undefined || conditions.method === method) &&
      (conditions.user_id === undefined || conditions.user_id === userId) &&
      (conditions.key_id === undefined || conditions.key_id === `key_${parseIssuedKey(key)?.keyId}`) &&
      (conditions.path === undefined || fits(conditions.path.split('/'), segments)),
  };
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((expected, index) => expected === '*' || expected === segments[index]);
