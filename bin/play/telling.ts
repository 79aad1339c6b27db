import type { Pointer, Scenario } from '../../fixtures/scenarios/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';

/* What is told of a scenario while it is played. */

/** An event as subscribers are sent it. */
export type WebhookEvent = SandboxSchemas['WebhookEvent'];

/** A value that a scenario shows, and where it was found. */
export interface ShownFact {
  readonly at: Pointer;
  readonly value: unknown;
}

/** A request of a user that was made, and what the scenario shows of the answer. */
export interface ToldAnswer {
  readonly kind: 'answer';
  /** `GET /v1/...`, with names filled in. */
  readonly request: string;
  readonly as: string;
  readonly status: number;
  readonly facts: readonly ShownFact[];
}

/** A cause that was injected, or that ended another. */
export interface ToldCause {
  readonly kind: 'cause';
  readonly eventType: string;
  readonly about: string;
  readonly isResolved: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToldEvent {
  readonly event: WebhookEvent;
  /** What destinations were sent of it, as it stood when the step ended; empty where none is subscribed to it. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][];
  /** What the scenario shows of it; nothing of one that it did not expect. */
  readonly facts: readonly ShownFact[];
}

/** A step that turned out as it should. */
export interface ToldStep {
  /** From 1. */
  readonly number: number;
  readonly say: string;
  /** When it began, and what the clock showed at its end; epoch milliseconds. */
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  readonly did: ToldCause | ToldAnswer | null;
  /** Those that were expected, and others of the terminal that plays; oldest first. */
  readonly events: readonly ToldEvent[];
  /** What else happened to the tenant meanwhile. */
  readonly otherEventCount: number;
  readonly looks: readonly ToldAnswer[];
}

/** Why a scenario was not told to its end. */
export interface Interruption {
  /**
   * `differs`: it came otherwise than it says. `impossible`: it cannot be told here and now. `refused`: whoever plays it may
   * not.
   */
  readonly kind: 'differs' | 'impossible' | 'refused';
  /** From 1; 0 before the first. */
  readonly step: number;
  readonly reason: string;
  /** What came instead, or what to do. */
  readonly more: readonly string[];
}

/** A scenario that was played. */
export interface Telling {
  readonly scenario: Scenario;
  /** Who played: `terminal`, `incident`, and what questions kept. */
  readonly names: Readonly<Record<string, string>>;
  readonly steps: readonly ToldStep[];
  /** Null when everything turned out as it says. */
  readonly interruption: Interruption | null;
}
