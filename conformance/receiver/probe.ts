import type { SignatureScheme } from '../webhooks/scheme.ts';
import type { Delivery, Sender } from './delivery.ts';
import type { ProbeEvent } from './events.ts';

/** Ages of deliveries, in seconds. They follow from the tolerance of the receiver, where that is known. */
export interface Ages {
  /** Beyond every tolerance that the receiver may have. */
  readonly stale: number;
  /** Well within the tolerance. */
  readonly recent: number;
  /** How far a sender's clock may be ahead, well within the tolerance. */
  readonly ahead: number;
}

/** What a probe makes its deliveries with. */
export interface Bench extends Sender {
  /** The ages of deliveries, in seconds, that decide how a receiver checks the time of sending. */
  readonly ages: Ages;
  /** A real event, the same for the same name, within one run. */
  event(name: string): ProbeEvent;
  /** An event that is not marked as a sample, about an incident of its own, so that a receiver works on it. */
  effectEvent(name: string): ProbeEvent;
  /** One of each type. */
  everyType(name: string): readonly ProbeEvent[];
  /** A secret of the scheme's form that the receiver does not have. */
  readonly otherSecret: string;
}

/**
 * The answer that is expected: `taken` is 2xx; `refused` is 4xx, but neither 410, which disables the destination, nor 429;
 * `not-taken` is any answer but 2xx; `any` is any answer.
 */
export type Expectation = 'taken' | 'refused' | 'not-taken' | 'any';

/** A delivery and what has to come of it. */
export interface Step {
  readonly delivery: Delivery;
  readonly expects: Expectation;
  /** What it is, where a probe has several: `cash_low`, `the second time`. */
  readonly name?: string;
}

/** Why a handler usually fails a probe. */
export interface UsualFault {
  /** As a sentence. */
  readonly words: string;
  /** The line of code at fault, as it is found in handlers: in JavaScript, for one. */
  readonly line: string;
  /** What it should be. */
  readonly instead: string;
}

/** One question to a receiver. */
export interface Probe {
  readonly id: string;
  /** What is sent, as a sentence without its full stop. */
  readonly title: string;
  /** A `must` decides the exit code; `advice` does not. */
  readonly level: 'must' | 'advice';
  /** It is only advice when the tolerance of the receiver is not known: the receiver may have chosen a narrow one. */
  readonly isAdviceWithoutTolerance?: boolean;
  /** An answer with this status is not as expected, but it is only advice to change it. */
  readonly adviceStatus?: number;
  readonly expects: Expectation;
  /** What follows for who runs the receiver, as a sentence. */
  readonly matters: string;
  readonly usual: UsualFault;
  /**
   * How many effects its deliveries may have together, compared with those of one ordinary delivery: `equal`, or `not-more`.
   * A probe with this needs an effect counter.
   */
  readonly effects?: 'equal' | 'not-more';
  /** The answer has to come soon, and not only in time. */
  readonly isAboutSpeed?: boolean;
  /** Why it does not fit a scheme; `undefined` when it does. */
  unfit?(scheme: SignatureScheme): string | undefined;
  steps(bench: Bench): readonly Step[];
}

/** A step for each delivery, all with the same expectation. */
export const each = (expects: Expectation, ...deliveries: readonly Delivery[]): Step[] =>
  deliveries.map((delivery) => ({ delivery, expects }));
