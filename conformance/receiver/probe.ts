import type { SignatureScheme } from '../webhooks/scheme.ts';
import type { ProbeEvent } from './events.ts';
import type { OutgoingDelivery, SigningContext } from './outgoing-delivery.ts';

/** Ages of deliveries in seconds, derived from the tolerance of the receiver if it is known. */
export interface Ages {
  /** Older than any tolerance of the receiver. */
  readonly stale: number;
  /** Well within the tolerance. */
  readonly recent: number;
  /** A lead of the sender's clock, well within the tolerance. */
  readonly ahead: number;
}

/** Inputs from which a probe builds its deliveries. */
export interface ProbeContext extends SigningContext {
  /** Ages of deliveries that show how a receiver checks timestamps. */
  readonly ages: Ages;
  /** Returns a valid event; equal names give equal events within one run. */
  event(name: string): ProbeEvent;
  /** Returns an event that is not marked as a sample and has its own incident, so that a receiver processes it. */
  effectEvent(name: string): ProbeEvent;
  /** Returns one event of each type. */
  everyType(name: string): readonly ProbeEvent[];
  /** A secret in the scheme's form, unknown to the receiver. */
  readonly otherSecret: string;
}

/**
 * The expected response: `taken` is 2xx; `refused` is 4xx except 410, which disables the destination, and 429;
 * `not-taken` is any response except 2xx; `any` is any response.
 */
export type Expectation = 'taken' | 'refused' | 'not-taken' | 'any';

/** A delivery and its expected response. */
export interface ProbeStep {
  readonly delivery: OutgoingDelivery;
  readonly expects: Expectation;
  /** Identifies the delivery in a probe with several: `cash_low`, `the second delivery`. */
  readonly name?: string;
  /** Texts that the response must not contain. */
  readonly hidden?: readonly string[];
}

/** The usual cause of a failed probe. */
export interface UsualCause {
  /** As a sentence. */
  readonly words: string;
  /** A typical faulty line of a handler, in JavaScript. */
  readonly line: string;
  /** The corrected line. */
  readonly instead: string;
}

/** One test of a receiver: deliveries and their expected responses. */
export interface Probe {
  readonly id: string;
  /** Describes the deliveries, without a full stop. */
  readonly title: string;
  /** A failed `must` affects the exit code; failed `advice` does not. */
  readonly level: 'must' | 'advice';
  /** The probe is advice if the tolerance is unknown: the receiver may have a small one. */
  readonly isAdviceWithoutTolerance?: boolean;
  /** A response with this status fails the probe as advice, not as `must`. */
  readonly adviceStatus?: number;
  readonly expects: Expectation;
  /** The consequence for the operator of the receiver, as a sentence. */
  readonly matters: string;
  readonly usual: UsualCause;
  /**
   * Compares the effects of all its deliveries with the effects of one ordinary delivery. Such a probe needs an effect
   * counter.
   */
  readonly effects?: 'equal' | 'not-more';
  /** The probe also limits the response time. */
  readonly isAboutSpeed?: boolean;
  /** Returns the reason why the probe does not apply to a scheme, or `undefined` if it applies. */
  whyNotApplicable?(scheme: SignatureScheme): string | undefined;
  steps(context: ProbeContext): readonly ProbeStep[];
}

/** Creates one step per delivery, all with the same expectation. */
export const expectEach = (expects: Expectation, ...deliveries: readonly OutgoingDelivery[]): ProbeStep[] =>
  deliveries.map((delivery) => ({ delivery, expects }));
