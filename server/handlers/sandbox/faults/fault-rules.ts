import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody, notFound, type ProblemReply } from '../../../problems/problem.ts';
import type { ControlContext, ControlWrite, SandboxHandler } from '../../../sandbox-contract.ts';
import type { FaultDefinition, FaultRule } from '../../../world/state/fault-rules.ts';
import { WHOLE_SANDBOX } from '../../../world/state/sandbox-facts.ts';
import { listRuleFaults } from './check-rule.ts';

/** Maximum number of fault rules of a world. Each is evaluated for each request. */
export const MAX_RULES = 100;

/** @see gap sandbox.faults */
export const listFaultRules: SandboxHandler<'listFaultRules'> = (controlContext) => ({
  status: 200,
  body: presentRules(controlContext, controlContext.faults),
});

/** @see gap sandbox.faults */
export const addFaultRule: SandboxHandler<'addFaultRule'> = (controlContext, { body }) => {
  const refusal = refuseFaulty(listRuleFaults(controlContext, body));
  if (refusal !== undefined) return refusal;
  if (controlContext.faults.length >= MAX_RULES)
    return invalidBody({
      pointer: '',
      code: 'out_of_range',
      detail: `A sandbox has at most ${MAX_RULES} fault rules. Remove one first.`,
    });
  const rule = createRule(controlContext, body, 0);
  return {
    status: 201,
    body: presentRule(controlContext, rule),
    ...toWrite([{ type: 'faults-added', atMs: controlContext.nowMs, faults: [rule] }]),
  };
};

/** @see gap sandbox.faults */
export const replaceFaultRules: SandboxHandler<'replaceFaultRules'> = (controlContext, { body }) => {
  const faults = body.faults.flatMap((definition, index) =>
    listRuleFaults(controlContext, definition).map((fault) => ({
      ...fault,
      pointer: `/faults/${index}${fault.pointer ?? ''}`,
    })),
  );
  const refusal = refuseFaulty(faults);
  if (refusal !== undefined) return refusal;
  const rules = body.faults.map((definition, index) => createRule(controlContext, definition, index));
  const added =
    rules.length === 0 ? [] : [{ type: 'faults-added', atMs: controlContext.nowMs, faults: rules } as const];
  const facts = [...removeRules(controlContext, () => true), ...added];
  return { status: 200, body: presentRules(controlContext, rules), ...toWrite(facts) };
};

/** @see gap sandbox.faults */
export const clearFaultRules: SandboxHandler<'clearFaultRules'> = (controlContext) => {
  const removed = removeRules(controlContext, () => true);
  return { status: 200, body: presentRules(controlContext, []), ...toWrite(removed) };
};

/** @see gap sandbox.faults */
export const removeFaultRule: SandboxHandler<'removeFaultRule'> = (controlContext, { path }) => {
  const removed = removeRules(controlContext, ({ faultId }) => faultId === path.fault_id);
  if (removed.length === 0) return notFound();
  const remaining = controlContext.faults.filter(({ faultId }) => faultId !== path.fault_id);
  return { status: 200, body: presentRules(controlContext, remaining), ...toWrite(removed) };
};

const refuseFaulty = (faults: readonly Fault[]): ProblemReply<422> | undefined =>
  faults.length === 0 ? undefined : invalidBody(...faults);

const toWrite = (facts: ControlWrite['facts']): { readonly write?: ControlWrite } =>
  facts.length === 0 ? {} : { write: { tenantId: WHOLE_SANDBOX, facts } };

function removeRules({ faults, nowMs }: ControlContext, isRemoved: (rule: FaultRule) => boolean) {
  const faultIds = faults.filter(isRemoved).map(({ faultId }) => faultId);
  return faultIds.length === 0 ? [] : [{ type: 'faults-removed', atMs: nowMs, faultIds } as const];
}

/** Creates a rule. Its members have one order, because the seed and the text of a rule decide which requests fail. */
function createRule({ faultCount }: ControlContext, definition: FaultDefinition, index: number): FaultRule {
  const { operation, path, method, user_id, key_id, preference, nth, probability, seed, effect } = definition;
  const { event_type, destination_id } = definition;
  return {
    faultId: `flt_${faultCount + index + 1}`,
    definition: omitUndefined({
      ...{ operation, path, method, user_id, key_id, event_type, destination_id, preference },
      nth: nth?.toSorted((one, other) => one - other),
      ...{ probability, seed },
      effect: sortMembers(effect),
    }) as FaultDefinition, // the same members
  };
}

const sortMembers = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) as Value; // the same members

const presentRules = (
  controlContext: ControlContext,
  rules: readonly FaultRule[],
): SandboxSchemas['FaultRuleList'] => ({
  object: 'list',
  data: rules.map((rule) => presentRule(controlContext, rule)),
});

function presentRule({ readFaultUse }: ControlContext, rule: FaultRule): SandboxSchemas['FaultRule'] {
  const { matchedCount, appliedCount } = readFaultUse(rule);
  const { faultId, definition } = rule;
  return { fault_id: faultId, ...definition, matched_count: matchedCount, applied_count: appliedCount };
}
