import type { Scenario, ScenarioPointer } from '../../fixtures/scenarios/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';

/* The results of a scenario while it is played. */

/** A webhook event as sent to subscribers. */
export type WebhookEvent = SandboxSchemas['WebhookEvent'];

/** A value that a scenario shows, with its pointer. */
export interface ShownFact {
  readonly at: ScenarioPointer;
  readonly value: unknown;
}

/** A request by a user, and the shown values of its reply. */
export interface PlayedResponse {
  readonly kind: 'answer';
  /** `GET /v1/...`, with placeholders replaced. */
  readonly request: string;
  readonly as: string;
  readonly status: number;
  readonly facts: readonly ShownFact[];
}

/** An injected cause, or the end of one. */
export interface PlayedCause {
  readonly kind: 'cause';
  readonly eventType: string;
  readonly about: string;
  readonly isResolved: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface PlayedEvent {
  readonly event: WebhookEvent;
  /** Its deliveries at the end of the step; empty if no destination subscribes to it. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][];
  /** The values that the scenario shows; empty for an unexpected event. */
  readonly facts: readonly ShownFact[];
}

/** A step that matched the scenario. */
export interface PlayedStep {
  /** From 1. */
  readonly number: number;
  readonly say: string;
  /** Start and end in sandbox time; epoch milliseconds. */
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  readonly did: PlayedCause | PlayedResponse | null;
  /** The expected events, and others of the same terminal; oldest first. */
  readonly events: readonly PlayedEvent[];
  /** Number of other events of the tenant. */
  readonly otherEventCount: number;
  readonly looks: readonly PlayedResponse[];
}

/** Why a scenario did not complete. */
export interface Interruption {
  /**
   * `differs`: the outcome differs from the scenario. `impossible`: it cannot be played in this state. `refused`: the
   * credentials do not allow it.
   */
  readonly kind: 'differs' | 'impossible' | 'refused';
  /** From 1; 0 before the first. */
  readonly step: number;
  readonly reason: string;
  /** Details: the actual outcome, or what to do. */
  readonly more: readonly string[];
}

/** The result of a scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  /** The values of placeholders: `terminal`, `incident`, and captured values. */
  readonly names: Readonly<Record<string, string>>;
  readonly steps: readonly PlayedStep[];
  /** Null if every step matched. */
  readonly interruption: Interruption | null;
}
