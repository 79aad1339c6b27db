import type { SignatureScheme } from '../webhooks/scheme.ts';
import type { Delivery, Sender } from './delivery.ts';
import type { ProbeEvent } from './events.ts';

/** What a probe makes its deliveries with. */
export interface Bench extends Sender {
  /** How far the time of sending may be off. */
  readonly toleranceSeconds: number;
  /** A real event, the same for the same name, within one run. */
  event(name: string): ProbeEvent;
  /** One of each type. */
  everyType(name: string): readonly ProbeEvent[];
  /** A secret of the scheme's form that the receiver does not have. */
  readonly otherSecret: string;
}

/**
 * What has to come of each delivery: `taken` is 2xx; `refused` is 4xx, but neither 410, which tells a sender to stop for
 * good, nor 429; `not-taken` is any answer but 2xx.
 */
export type Expectation = 'taken' | 'refused' | 'not-taken';

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
  /** A `must` decides; `advice` is told, and does not. */
  readonly level: 'must' | 'advice';
  readonly expects: Expectation;
  /** What follows for who runs the receiver, as a sentence. */
  readonly matters: string;
  readonly usual: UsualFault;
  /** How many effects its deliveries have to have together; a probe with this needs somebody who counts them. */
  readonly effects?: number;
  /** The answer has to come soon, and not only in time. */
  readonly isAboutSpeed?: boolean;
  /** Why it does not fit a scheme; `undefined` when it does. */
  unfit?(scheme: SignatureScheme): string | undefined;
  steps(bench: Bench): readonly Step[];
}

/** A step for each delivery, all with the same expectation. */
export const each = (expects: Expectation, ...deliveries: readonly Delivery[]): Step[] =>
  deliveries.map((delivery) => ({ delivery, expects }));
