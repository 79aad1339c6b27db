import type { Cause } from '../../../fixtures/model/causes.ts';
import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { unknownMember } from '../../nearest-name.ts';
import { type Fault, invalidBody } from '../../problem.ts';
import type { ControlContext, Happening, SandboxHandler, SandboxInput } from '../../sandbox-contract.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { exceedCauseLimits, MAX_CAUSES } from '../../world/state/cause-limits.ts';
import {
  type Provokable,
  planCauses,
  planCausesToResolve,
  provokables,
  type TargetMember,
  type TriggerPlan,
  type TriggerTarget,
} from '../../world/triggers/index.ts';
import { presentCause } from './cause-texts.ts';
import { endingIncidents } from './ending-incidents.ts';
import { refusalFor, unknownTarget } from './obstacles.ts';
import { targetMembers } from './provokables.ts';

type Body = SandboxInput<'provokeEvent'>['body'];

/** Changes the state that causes an event, only within the caller's scope. @see gap sandbox.causes */
export const provokeEvent: SandboxHandler<'provokeEvent'> = (controlContext, { body }) => {
  const { event_type: eventType, parameters = {}, resolve = false, dry_run: isDryRun = false } = body;
  const provokable = provokables.find((one) => one.eventType === eventType);
  if (provokable === undefined) throw new Error(`${eventType} is an event of the contract without a recipe`);
  const target = targetOf(body);
  const view = viewOf(controlContext, target);
  const [fault, ...more] = [...faultsOfTarget(provokable, target, view), ...(resolve ? surplus(parameters) : [])];
  if (fault !== undefined) return invalidBody(fault, ...more);

  const provoked = resolve
    ? planCausesToResolve(eventType, target, view, controlContext.nowMs)
    : planCauses(eventType, target, parameters, view, controlContext.nowMs);
  if ('obstacles' in provoked) return refusalFor(provoked.obstacles, provokable, parameters);

  const { causes, afterMs, followUp, expectedId } = provoked;
  if (exceedCauseLimits([...view.allCauses, ...causes]))
    return invalidBody({
      pointer: '',
      code: 'out_of_range',
      detail: `A tenant has at most ${MAX_CAUSES} causes since its latest reset. Reset the tenant to begin again.`,
    });
  const ends = resolve ? endingIncidents(view, eventType, target, causes) : [];
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
    ...(isDryRun || causes.length === 0 ? {} : { happening: injected(controlContext, view, causes) }),
  };
};

function injected({ user, nowMs }: ControlContext, view: Scope, causes: readonly Cause[]): Happening {
  const userId = user?.user.userId ?? null;
  return {
    tenantId: view.tenant.tenantId,
    facts: causes.map((cause) => ({ type: 'cause-injected', atMs: nowMs, userId, cause })),
  };
}

const targetOf = ({
  terminal_id: terminalId,
  connector_id: connectorId,
  account_id: accountId,
}: Body): TriggerTarget => ({
  ...(terminalId === undefined ? {} : { terminalId }),
  ...(connectorId === undefined ? {} : { connectorId }),
  ...(accountId === undefined ? {} : { accountId }),
});

const idsOf = (target: TriggerTarget): readonly (readonly [TargetMember, string])[] =>
  Object.entries(target) as [TargetMember, string][]; // as targetOf made them

function sees(view: Scope, member: TargetMember, id: string): boolean {
  if (member === 'accountId') return view.hasAccount(id);
  return (member === 'terminalId' ? view.terminal(id) : view.connector(id)) !== undefined;
}

/** The caller's scope; for the operator, the tenant that has the first target. */
function viewOf({ views }: ControlContext, target: TriggerTarget): Scope {
  const [first] = idsOf(target);
  const view = views.find((one) => first !== undefined && sees(one, ...first)) ?? views[0];
  if (view === undefined) throw new Error('a sandbox without tenants');
  return view;
}

/** Targets that the event does not use, and ids that are unknown or out of scope. */
function faultsOfTarget({ takes }: Provokable, target: TriggerTarget, view: Scope): readonly Fault[] {
  return idsOf(target).flatMap(([member, id]): readonly Fault[] => {
    const pointer = `/${targetMembers[member]}`;
    if (!takes.includes(member)) {
      const known = takes.map((one) => targetMembers[one]);
      const detail = `The event does not use this member. Expected ${known.join(', ')}.`;
      return [{ pointer, code: 'unknown_member', detail, allowed: known }];
    }
    if (sees(view, member, id)) return [];
    const what = member === 'terminalId' ? 'a terminal' : member === 'connectorId' ? 'a connector' : 'an account';
    return [unknownTarget(pointer, `Expected the id of ${what} that you can see.`)];
  });
}

/** Resolving an incident has no parameters. */
const surplus = (parameters: Readonly<Record<string, unknown>>): readonly Fault[] =>
  Object.keys(parameters).map((name) => unknownMember(`/parameters/${escaped(name)}`, name, []));

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Rules run at whole minutes, and check a batch in the minute after it was derived. */
const DERIVED_BATCH_TOLD_AFTER_SECONDS = 60;

function presentFollowUp(followUp: TriggerPlan['followUp']): SandboxSchemas['FollowUp'] | null {
  if (followUp === null) return null;
  const { operationId, accountId, businessDate } = followUp;
  return {
    operation_id: operationId,
    method: 'POST',
    path: '/v1/settlements/derive',
    body: { account_id: accountId, business_date: businessDate },
    happens_after_seconds: DERIVED_BATCH_TOLD_AFTER_SECONDS,
  };
}
