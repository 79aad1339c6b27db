import type { Batch } from '../../../../fixtures/model/settlements.ts';
import type { StreamSource } from '../../../../fixtures/model/stream-types.ts';
import type { EventType } from '../../../../spec/index.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { Policy } from '../../rules/evaluation/default-policy.ts';
import type { Incident } from '../../rules/incident.ts';
import type { AttemptLog } from '../../rules/input/attempts.ts';
import type { AccountStreams, EvaluatedSpan, SpanPart, TerminalStreams } from '../../rules/input/streams.ts';
import type { Happening } from '../../rules/point-event.ts';
import type { IncidentTrigger, PointEventTrigger } from '../planning/definition.ts';

/**
 * One type of event: the rule that decides when it happens, and the trigger that causes it on purpose. Its
 * families, its privilege, the form of its data and the parameters of its trigger are read from the contract.
 */
export type EventDefinition<Type extends EventType = EventType> = IncidentDefinition<Type> | PointEventDefinition<Type>;

/** The definition of each type, of the kind that the contract states. */
export type EventDefinitions = {
  readonly [Type in EventType]: Type extends PointEventType ? PointEventDefinition<Type> : IncidentDefinition<Type>;
};

type PointEventType = Extract<SandboxSchemas['WebhookEvent'], { readonly incident: null }>['type'];

/** An event that opens and ends an incident: `x-kind: incident` in the contract. */
export interface IncidentDefinition<Type extends EventType> {
  readonly kind: 'incident';
  readonly rule: EventRule<Incident>;
  readonly trigger: IncidentTrigger<Type>;
}

/** An event without an incident: `x-kind: point` in the contract. */
export interface PointEventDefinition<Type extends EventType> {
  readonly kind: 'point';
  readonly rule: EventRule<Happening>;
  readonly trigger: PointEventTrigger<Type>;
}

/** Finds the incidents or happenings of one type: with one function for each kind of subject, at least one. */
export interface EventRule<Found> {
  /** Evaluates a part of the time at one terminal. */
  readonly evaluateTerminal?: (evaluation: TerminalEvaluation) => readonly Found[];
  /** Evaluates all the time at one terminal at once: for a rule that reads little. */
  readonly evaluateTerminalSpan?: (evaluation: TerminalSpan) => readonly Found[];
  /**
   * Computes and caches what the evaluation of a part of the time of a large account reads. Has checkpoints, which the
   * evaluation itself has not.
   */
  readonly prepareAccount?: (evaluation: AccountEvaluation) => void;
  /** Evaluates a part of the time of one account. */
  readonly evaluateAccount?: (evaluation: AccountEvaluation) => readonly Found[];
  /** Evaluates all the time of one account at once. */
  readonly evaluateAccountSpan?: (evaluation: AccountSpan) => readonly Found[];
  /** Evaluates one batch with all its revisions. */
  readonly evaluateBatch?: (evaluation: BatchEvaluation) => readonly Found[];
  /** Whether terminals that have never reported have such events too. Terminals out of service have none. */
  readonly isForUnreportedTerminals?: true;
  /** Whether it reads `attempts` of the evaluation, back to the opening of its open incident `TYPE:TERMINAL_ID`. */
  readonly readsAttempts?: true;
}

/** A part of the time at one terminal. The rules of all types share what it has read. */
export interface TerminalEvaluation {
  readonly streams: TerminalStreams;
  readonly part: SpanPart;
  readonly policy: Policy;
  /** The attempts of the part and of the day before. */
  readonly attempts: AttemptLog;
  /** Returns the incidents that the rule of another type finds in this part. */
  incidentsOf(type: EventType): readonly Incident[];
}

export interface TerminalSpan {
  readonly source: StreamSource;
  readonly span: EvaluatedSpan;
  readonly policy: Policy;
}

export interface AccountEvaluation {
  readonly account: AccountStreams;
  readonly part: SpanPart;
  readonly policy: Policy;
}

export interface AccountSpan {
  readonly account: Omit<AccountStreams, 'terminals'>;
  readonly span: EvaluatedSpan;
  readonly policy: Policy;
}

export interface BatchEvaluation {
  readonly seed: number;
  /** All revisions of one batch, oldest first. */
  readonly revisions: readonly Batch[];
  readonly span: EvaluatedSpan;
  readonly policy: Policy;
}
