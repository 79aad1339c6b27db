import { formatInstant } from '../../../../base/formats.ts';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody, type ProblemReply } from '../../../problems/problem.ts';
import { createUnknownMemberFault } from '../../../problems/unknown-names.ts';
import type { ControlContext, ControlWrite, SandboxHandler, SandboxInput } from '../../../sandbox-contract.ts';
import type { ControlScope } from '../../../world/scope/scope-types.ts';
import { exceedCauseLimits, MAX_CAUSES } from '../../../world/state/cause-limits.ts';
import {
  type Provokable,
  planCauses,
  planCausesToResolve,
  provokables,
  type TargetMember,
  type TriggerPlan,
  type TriggerTarget,
} from '../../../world/triggers/index.ts';
import { listEndingIncidents } from './ending-incidents.ts';
import { createUnknownTargetFault, toObstacleProblem } from './obstacles.ts';
import { presentCause } from './present-cause.ts';
import { targetMembers } from './provokables.ts';

type Body = SandboxInput<'provokeEvent'>['body'];

/** Changes the state that causes an event, only within the caller's scope. @see gap sandbox.causes */
export const provokeEvent: SandboxHandler<'provokeEvent'> = (controlContext, { body }) => {
  const { event_type: eventType, parameters = {}, resolve = false, dry_run: isDryRun = false } = body;
  const provokable = provokables.find((one) => one.eventType === eventType);
  if (provokable === undefined) throw new Error(`the event ${eventType} has no trigger`);
  const target = readTarget(body);
  const view = findView(controlContext, target);
  const [fault, ...more] = [
    ...listTargetFaults(provokable, target, view),
    ...(resolve ? listParameterFaults(parameters) : []),
  ];
  if (fault !== undefined) return invalidBody(fault, ...more);

  const provoked = resolve
    ? planCausesToResolve(view, eventType, target)
    : planCauses(view, eventType, { target, parameters });
  if ('obstacles' in provoked) return toObstacleProblem(provoked.obstacles, provokable, parameters);

  const { causes, afterMs, followUp, expectedId } = provoked;
  if (exceedCauseLimits([...view.allCauses, ...causes])) return refuseMoreCauses();
  const ends = resolve ? listEndingIncidents(view, eventType, { target, causes }) : [];
  return {
    status: 200,
    body: {
      event_type: eventType,
      resolve,
      dry_run: isDryRun,
      tenant_id: view.tenant.tenantId,
      causes: causes.map(presentCause),
      happens_after_seconds: Math.ceil(afterMs / 1000),
      happens_at: formatInstant(controlContext.nowMs + afterMs),
      incident_id: expectedId?.startsWith('inc_') === true ? expectedId : null,
      event_id: expectedId?.startsWith('evt_') === true ? expectedId : null,
      ends: ends.map(({ incidentId, dedupeKey }) => ({ incident_id: incidentId, dedupe_key: dedupeKey })),
      follow_up: presentFollowUp(followUp),
    },
    ...(isDryRun || causes.length === 0 ? {} : { write: recordCauses(controlContext, view, causes) }),
  };
};

/** The problem if a tenant has too many causes. */
export const refuseMoreCauses = (): ProblemReply<422> =>
  invalidBody({
    pointer: '',
    code: 'out_of_range',
    detail: `A tenant can have at most ${MAX_CAUSES} causes since its latest reset. Reset the tenant first.`,
  });

/** Returns the write that adds causes to a tenant. */
export function recordCauses(
  { user, nowMs }: ControlContext,
  view: ControlScope,
  causes: readonly Cause[],
): ControlWrite {
  const userId = user?.user.userId ?? null;
  return {
    tenantId: view.tenant.tenantId,
    facts: causes.map((cause) => ({ type: 'cause-injected', atMs: nowMs, userId, cause })),
  };
}

const readTarget = ({
  terminal_id: terminalId,
  connector_id: connectorId,
  account_id: accountId,
}: Body): TriggerTarget => ({
  ...omitUndefined({ terminalId, connectorId, accountId }),
});

const listTargetIds = (target: TriggerTarget): readonly (readonly [TargetMember, string])[] =>
  Object.entries(target) as [TargetMember, string][]; // the members that targetOf sets

function isVisibleTarget(view: ControlScope, member: TargetMember, id: string): boolean {
  if (member === 'accountId') return view.hasAccount(id);
  return (member === 'terminalId' ? view.terminal(id) : view.connector(id)) !== undefined;
}

/** The caller's scope; for the operator, the tenant that has the first target. */
function findView({ views }: ControlContext, target: TriggerTarget): ControlScope {
  const [first] = listTargetIds(target);
  const view = views.find((one) => first !== undefined && isVisibleTarget(one, ...first)) ?? views[0];
  if (view === undefined) throw new Error('the sandbox has no tenants');
  return view;
}

/** Returns the faults of the targets: members that the event does not use, and ids that are unknown or out of scope. */
function listTargetFaults({ takes }: Provokable, target: TriggerTarget, view: ControlScope): readonly Fault[] {
  return listTargetIds(target).flatMap(([member, id]): readonly Fault[] => {
    const pointer = `/${targetMembers[member]}`;
    if (!takes.includes(member)) {
      const known = takes.map((one) => targetMembers[one]);
      const detail = `The event does not use this member. Expected ${known.join(', ')}.`;
      return [{ pointer, code: 'unknown_member', detail, allowed: known }];
    }
    if (isVisibleTarget(view, member, id)) return [];
    const what = member === 'terminalId' ? 'a terminal' : member === 'connectorId' ? 'a connector' : 'an account';
    return [createUnknownTargetFault(pointer, `Expected the id of ${what} that you can see.`)];
  });
}

/** Returns a fault for each given parameter, because resolving an incident has no parameters. */
const listParameterFaults = (parameters: Readonly<Record<string, unknown>>): readonly Fault[] =>
  Object.keys(parameters).map((name) => createUnknownMemberFault(`/parameters/${escapePointer(name)}`, name, []));

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Delay of a settlement alert after the derivation, because rules run at whole minutes. */
const DERIVED_BATCH_EVENT_AFTER_SECONDS = 60;

function presentFollowUp(followUp: TriggerPlan['followUp']): SandboxSchemas['FollowUp'] | null {
  if (followUp === null) return null;
  const { operationId, accountId, businessDate } = followUp;
  return {
    operation_id: operationId,
    method: 'POST',
    path: '/v1/settlements/derive',
    body: { account_id: accountId, business_date: businessDate },
    happens_after_seconds: DERIVED_BATCH_EVENT_AFTER_SECONDS,
  };
}
