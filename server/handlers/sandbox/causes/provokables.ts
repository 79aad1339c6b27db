import type { Cause } from '../../../../fixtures/model/causes.ts';
import { contract } from '../../../../spec/index.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { SandboxHandler } from '../../../sandbox-contract.ts';
import { type Provokable, provokables, type TargetMember } from '../../../world/triggers/index.ts';
import { presentCause } from './present-cause.ts';

type ProvokableBody = SandboxSchemas['Provokable'];

/** @see gap sandbox.causes */
export const listProvokables: SandboxHandler<'listProvokables'> = ({ views }) => ({
  status: 200,
  body: {
    object: 'list',
    data: provokables.map(presentProvokable),
    injected: sortByInstant(views.flatMap(({ causes }) => causes))
      .slice(-MAX_INJECTED)
      .reverse()
      .map(presentCause),
  },
});

const MAX_INJECTED = 200;

const sortByInstant = (causes: readonly Cause[]): readonly Cause[] =>
  causes.toSorted((one, other) => one.atMs - other.atMs);

/** The target members of a request, by their names in code. */
export const targetMembers: Readonly<Record<TargetMember, ProvokableBody['takes'][number]>> = {
  terminalId: 'terminal_id',
  connectorId: 'connector_id',
  accountId: 'account_id',
};

/** Describes an event that can be triggered. */
export function presentProvokable(given: Provokable): ProvokableBody {
  const { eventType, about, takes, usuallyWithinMs, parameters, canResolve } = given;
  const webhook = contract.webhooks[eventType].post;
  return {
    event_type: eventType,
    kind: webhook['x-kind'],
    levels: webhook['x-levels'],
    families: webhook['x-families'],
    about,
    takes: takes.map((member) => targetMembers[member]),
    can_resolve: canResolve,
    usually_within_seconds: usuallyWithinMs / 1000,
    parameters: { ...parameters },
  };
}
