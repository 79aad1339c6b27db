import type { FaultChoice } from '../../faults/fault-choice.ts';
import { problem } from '../../problems/problem.ts';
import type { FaultEffect, FaultRule } from '../../world/state/fault-rules.ts';
import { refuseHeld } from '../edge/capacity.ts';
import type { Call } from '../exchange/call.ts';
import type { Decision, Refusal } from '../exchange/decision.ts';
import { delayCall } from '../exchange/delay-call.ts';
import { listActiveMisbehaviours } from '../exchange/misbehaviours.ts';
import { describeRequest } from './describe-request.ts';

/**
 * Chooses the fault rule of a request and applies the part of its effect that precedes the handling: the delay, a misbehaviour, or that
 * the request is not handled. Sending applies the rest. Refuses with 429 when too many requests wait. Gap sandbox.faults.
 */
export function applyFault(faults: FaultChoice): Decision {
  return (call) => {
    const subject = faults.hasRules ? describeRequest(call) : undefined;
    const rule = subject === undefined ? undefined : faults.choose(subject);
    if (rule === undefined) return undefined;
    const { effect, preference } = rule.definition;
    if (effect.delay_ms === undefined) return begin(call, rule, preference);
    return delayCall(call.place, effect.delay_ms).then((reached) =>
      reached === undefined ? begin(call, rule, preference) : refuseHeld(reached),
    );
  };
}

function begin(call: Call, rule: FaultRule, preference: string | undefined): Refusal {
  const { effect } = rule.definition;
  call.faultRule = rule;
  if (preference !== undefined) call.replyHeaders.push('Preference-Applied', `fault=${preference}`);
  if (effect.type === 'misbehaviour') {
    const names = new Set(call.activeMisbehaviours.map(({ name }): string => name)).add(effect.misbehaviour ?? '');
    call.activeMisbehaviours = listActiveMisbehaviours(names);
  }
  // The reply is replaced when it is sent.
  return isHandled(effect) ? undefined : problem(500, 'internal_error');
}

/** Whether the request is handled in spite of the fault. */
function isHandled({ type, at = 'before_head', handles_request: handlesRequest = false }: FaultEffect): boolean {
  switch (type) {
    case 'status':
    case 'redirect':
      return handlesRequest;
    case 'connection_reset':
      return handlesRequest || at !== 'before_head';
    default:
      return true;
  }
}
