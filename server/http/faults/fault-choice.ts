import { hash } from 'node:crypto';
import type { Sandbox } from '../../sandbox.ts';
import type { FaultUse } from '../../sandbox-contract.ts';
import type { FaultDefinition, FaultRule } from '../../world/state/fault-rules.ts';
import { parseIssuedKey } from '../../world/state/issued-keys.ts';
import { type Call, getServiceOperationId } from '../exchange/call.ts';
import { parsePreferences } from '../exchange/header-grammar.ts';

/** The use of one rule in this process. */
interface RuleState {
  /** Its definition as a text, by which the seed decides. */
  readonly text: string;
  readonly segments: readonly string[] | undefined;
  /** Matched requests, by operation and key. */
  readonly counts: Map<string, number>;
  matchedCount: number;
  appliedCount: number;
}

/** A request that a rule let fail. */
export interface AppliedFault {
  readonly operationId: string;
  /** Null for a request without a key. */
  readonly userId: string | null;
  /** Its number among the requests of the operation and key that the rule matched. */
  readonly nth: number;
  readonly rule: FaultRule;
}

/**
 * Chooses the fault rule that applies to a request. The choice depends on the seed, the rule, the operation, the user of the key, and how
 * many requests of that operation and key the rule has matched; not on other requests, which may arrive in any order. Each rule counts
 * from zero when it is added and when the process starts.
 */
export class FaultChoice {
  readonly #sandbox: Pick<Sandbox, 'world'>;
  /** By the rule in the world. A rule that was removed, or removed and added again, is another object. */
  readonly #states = new WeakMap<FaultRule, RuleState>();

  constructor(sandbox: Pick<Sandbox, 'world'>) {
    this.#sandbox = sandbox;
  }

  /** Returns how many requests a rule matched and let fail. */
  readUse(rule: FaultRule): FaultUse {
    const { matchedCount, appliedCount } = this.#state(rule);
    return { matchedCount, appliedCount };
  }

  /** Returns the first rule that applies to a request of the service, and counts the request for each rule that matches. */
  choose(call: Call): FaultRule | undefined {
    const { faults, seed } = this.#sandbox.world;
    const operationId = faults.length === 0 ? undefined : getServiceOperationId(call);
    if (operationId === undefined) return undefined; // none, or the control plane, which always answers
    const request = readRequest(call, operationId);
    let chosen: FaultRule | undefined;
    for (const rule of faults) {
      const state = this.#state(rule);
      if (!matches(rule.definition, state, request)) continue;
      const pair = `${operationId} ${request.key}`;
      const nth = (state.counts.get(pair) ?? 0) + 1;
      state.counts.set(pair, nth);
      state.matchedCount += 1;
      if (chosen === undefined && isDue(rule.definition, [seed, state.text, operationId, request.userId, nth])) {
        chosen = rule;
        state.appliedCount += 1;
      }
    }
    return chosen;
  }

  #state(rule: FaultRule): RuleState {
    const known = this.#states.get(rule);
    if (known !== undefined) return known;
    const { definition } = rule;
    const state: RuleState = {
      text: JSON.stringify(definition),
      segments: definition.path?.split('/'),
      counts: new Map(),
      matchedCount: 0,
      appliedCount: 0,
    };
    this.#states.set(rule, state);
    return state;
  }
}

/** The members of a request that conditions refer to. */
interface MatchedRequest {
  readonly operationId: string;
  readonly segments: readonly string[];
  readonly method: string;
  readonly key: string;
  /** Null without a key. */
  readonly userId: string | null;
  readonly preference: string | undefined;
}

function readRequest({ path, method, headers, scope }: Call, operationId: string): MatchedRequest {
  return {
    operationId,
    segments: path.split('/'),
    method,
    key: scope?.key.key ?? '',
    userId: scope?.user.userId ?? null,
    preference: headers.prefer === undefined ? undefined : parsePreferences(headers.prefer)?.get('fault'),
  };
}

/** Whether a request meets all conditions of a rule. */
function matches(
  { operation, method, user_id: userId, key_id: keyId, preference }: FaultDefinition,
  { segments }: RuleState,
  request: MatchedRequest,
): boolean {
  return (
    preference === (preference === undefined ? undefined : request.preference) &&
    (operation === undefined || operation === request.operationId) &&
    (method === undefined || method === request.method) &&
    (userId === undefined || userId === request.userId) &&
    (keyId === undefined || keyId === `key_${parseIssuedKey(request.key)?.keyId}`) &&
    (segments === undefined || fits(segments, request.segments))
  );
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((expected, index) => expected === '*' || expected === segments[index]);

/** The values that decide about one request: seed of the sandbox, text of the rule, operation, user, and number. */
type Draw = readonly [seed: number, text: string, operationId: string, userId: string | null, nth: number];

/** Whether a rule lets the matched request with this number fail. */
function isDue({ nth, probability = 1, seed }: FaultDefinition, draw: Draw): boolean {
  if (nth !== undefined && !nth.includes(draw[4])) return false;
  return probability === 1 || drawShare(draw.with(0, seed ?? draw[0])) < probability;
}

/** Returns a number from 0 to less than 1 that is the same for the same values. */
const drawShare = (values: readonly unknown[]): number =>
  Number.parseInt(hash('sha256', JSON.stringify(values), 'hex').slice(0, 12), 16) / 2 ** 48;
