import type { Cause } from '../../../fixtures/model/causes.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { OutcomeName, OutcomeParameters } from '../../../spec/trigger-parameters.ts';
import type { DerivationView, DeriveRequest, DisputeView } from '../books/book-types.ts';
import type { TriggerContext } from '../events/planning/definition.ts';
import { createObstacle, type Obstacle } from '../events/planning/obstacle.ts';
import type { SandboxMs } from '../state/time.ts';

export type OutcomeSubject = SandboxSchemas['OutcomeSubject'];

/** The visible part of the world. A `ControlScope` is one. */
export interface OutcomeContext extends TriggerContext {
  /** Where the clock ends. */
  readonly latestMs: SandboxMs;
  /** Returns disputes of visible terminals opened up to now, newest first. */
  disputes(): readonly DisputeView[];
  /** Derives a batch as it would be now. Stores nothing. */
  derive(request: DeriveRequest): DerivationView;
}

/** Selects the object. */
export interface OutcomeTarget {
  readonly id?: string;
  readonly terminalId?: string;
  readonly accountId?: string;
}

export type OutcomeTargetMember = keyof OutcomeTarget;

/** Place and time. */
export interface OutcomeSetting {
  readonly context: OutcomeContext;
  readonly target: OutcomeTarget;
  /** When causes take effect. */
  readonly nowMs: number;
}

/** The causes that give an object the outcome. */
export interface OutcomePlan {
  readonly causes: readonly Cause[];
  /** The id of the object. */
  readonly id: string;
  /** Its state when it has the outcome. */
  readonly state: string;
  /** When it has the outcome. */
  readonly atMs: number;
}

/** How to trigger one outcome. */
export interface OutcomeDefinition<Name extends OutcomeName> {
  readonly subject: OutcomeSubject;
  /** In one sentence. */
  readonly summary: string;
  readonly takes: readonly OutcomeTargetMember[];
  /** States that allow it; empty if it creates the object. */
  readonly needsState: readonly string[];
  /** Minutes after which most objects have the outcome. */
  readonly usualMinutes: number;
  plan(setting: OutcomeSetting, parameters: OutcomeParameters<Name>): OutcomePlan | readonly Obstacle[];
}

/** An object that may get an outcome. */
export interface Candidate {
  readonly id: string;
  readonly state: string;
}

/** The input of a choice among objects. */
export interface Choice {
  /** As a noun: `dispute`. */
  readonly name: string;
  readonly target: OutcomeTarget;
  readonly needsState: readonly string[];
}

/**
 * Returns the object with the given id or, without an id, the first one whose state allows the outcome. `candidates` are
 * the visible objects, the latest one first.
 */
export function chooseObject<One extends Candidate>(
  candidates: readonly One[],
  { name, target, needsState }: Choice,
): One | readonly Obstacle[] {
  const needed = needsState.join(' or ');
  if (target.id === undefined)
    return (
      candidates.find(({ state }) => needsState.includes(state)) ??
      createObstacle('', 'wrong_state', `You can see no ${name} that is ${needed}.`)
    );
  const found = candidates.find(({ id }) => id === target.id);
  if (found === undefined)
    return createObstacle('/id', 'unknown_object', `Expected the id of a ${name} that you can see.`);
  if (needsState.includes(found.state)) return found;
  return createObstacle(
    '/id',
    'wrong_state',
    `The ${name} ${found.id} is ${found.state}. The outcome needs one that is ${needed}.`,
  );
}
