import { formatInstant } from '../../../../base/formats.ts';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody } from '../../../problems/problem.ts';
import type { ControlContext, SandboxHandler, SandboxInput } from '../../../sandbox-contract.ts';
import {
  type Outcome,
  type OutcomeTarget,
  type OutcomeTargetMember,
  outcomes,
  planOutcome,
} from '../../../world/outcomes/index.ts';
import type { ControlScope } from '../../../world/scope/scope-types.ts';
import { exceedCauseLimits } from '../../../world/state/cause-limits.ts';
import { recordCauses, refuseMoreCauses } from './causes.ts';
import { toObstacleProblem } from './obstacles.ts';
import { presentCause } from './present-cause.ts';

/** @see gap sandbox.outcomes */
export const listOutcomes: SandboxHandler<'listOutcomes'> = () => ({
  status: 200,
  body: { object: 'list', data: outcomes.map(presentOutcome) },
});

/** Presents an outcome that can be triggered. */
export function presentOutcome(outcome: Outcome): SandboxSchemas['Outcome'] {
  const { name, subject, summary, takes, needsState, usuallyWithinMs, parameters } = outcome;
  return {
    outcome: name,
    subject,
    summary,
    takes: takes.map((member) => targetMembers[member]),
    needs_state: [...needsState],
    usually_within_seconds: usuallyWithinMs / 1000,
    parameters: { ...parameters },
  };
}

const targetMembers: Readonly<Record<OutcomeTargetMember, SandboxSchemas['Outcome']['takes'][number]>> = {
  id: 'id',
  terminalId: 'terminal_id',
  accountId: 'account_id',
};

/** Gives an object within the caller's scope an outcome. @see gap sandbox.outcomes */
export const triggerOutcome: SandboxHandler<'triggerOutcome'> = (controlContext, { body }) => {
  const { outcome: name, parameters = {}, dry_run: isDryRun = false } = body;
  const outcome = outcomes.find((one) => one.name === name);
  if (outcome === undefined) throw new Error(`the outcome ${name} has no definition`);
  const target = readTarget(body);
  const [fault, ...more] = listUnusedMembers(outcome, target);
  if (fault !== undefined) return invalidBody(fault, ...more);

  const { view, planned } = planInScope(controlContext, name, { target, parameters });
  if ('obstacles' in planned) return toObstacleProblem(planned.obstacles, outcome, parameters);
  const { causes, id, state, atMs } = planned;
  if (exceedCauseLimits([...view.allCauses, ...causes])) return refuseMoreCauses();
  return {
    status: 200,
    body: {
      outcome: name,
      dry_run: isDryRun,
      tenant_id: view.tenant.tenantId,
      subject: outcome.subject,
      id,
      state,
      causes: causes.map(presentCause),
      happens_after_seconds: Math.ceil((atMs - controlContext.nowMs) / 1000),
      happens_at: formatInstant(atMs),
    },
    ...(isDryRun ? {} : { write: recordCauses(controlContext, view, causes) }),
  };
};

const readTarget = ({
  id,
  terminal_id: terminalId,
  account_id: accountId,
}: SandboxInput<'triggerOutcome'>['body']): OutcomeTarget => omitUndefined({ id, terminalId, accountId });

function listUnusedMembers({ takes }: Outcome, target: OutcomeTarget): readonly Fault[] {
  const known = takes.map((member) => targetMembers[member]);
  return (Object.keys(target) as readonly OutcomeTargetMember[])
    .filter((member) => !takes.includes(member))
    .map((member) => ({
      pointer: `/${targetMembers[member]}`,
      code: 'unknown_member',
      detail: `The outcome does not use this member. Expected ${known.join(', ')}.`,
      allowed: known,
    }));
}

type Request = Parameters<typeof planOutcome>[2];
interface Planned {
  readonly view: ControlScope;
  readonly planned: ReturnType<typeof planOutcome>;
}

/** Plans in the caller's scope. For the operator: in the first tenant in which the object exists. */
function planInScope({ views }: ControlContext, name: Outcome['name'], request: Request): Planned {
  let first: Planned | undefined;
  for (const view of views) {
    const one = { view, planned: planOutcome(view, name, request) };
    if (!isElsewhere(one)) return one;
    first ??= one;
  }
  if (first === undefined) throw new Error('the sandbox has no tenants');
  return first;
}

/** Whether another tenant may have the object. */
const isElsewhere = ({ planned }: Planned): boolean =>
  'obstacles' in planned &&
  planned.obstacles.some(
    ({ pointer, code }) =>
      code === 'unknown_target' || code === 'unknown_object' || (code === 'wrong_state' && pointer === ''),
  );
