import type { SignatureScheme } from '../../webhooks/scheme.ts';
import type { EventsOfIncident } from '../events/effect-events.ts';
import type { ProbeEvent } from '../events/events.ts';
import type { DeliveryResponse } from '../sending/delivery-response.ts';
import type { OutgoingDelivery, SigningContext } from '../sending/outgoing-delivery.ts';

/** Ages of deliveries in seconds, derived from the tolerance of the receiver if it is known. */
export interface Ages {
  /** Older than any tolerance of the receiver. */
  readonly stale: number;
  /** Just outside the tolerance, in both directions. */
  readonly outside: number;
  /** Well within the tolerance. */
  readonly recent: number;
  /** A lead of the sender's clock, well within the tolerance. */
  readonly ahead: number;
}

/** The latest timestamp that a receiver accepted, and when it was measured, in epoch seconds of the real clock. */
export interface MeasuredClock {
  readonly latestSeconds: number;
  readonly measuredSeconds: number;
}

/** Inputs from which a probe builds its deliveries. */
export interface ProbeContext extends SigningContext {
  /** The number of the measurement of effects, from 1: a finding must occur twice. */
  readonly round: number;
  /** Ages of deliveries that show how a receiver checks timestamps. */
  readonly ages: Ages;
  /** The number of deliveries at the same time that the receiver can process one after another in time. */
  readonly mostAtOnce: number;
  /**
   * Returns a valid event, marked as a sample unless effects are counted; equal names give equal events within one run. All
   * have the type of the control.
   */
  event(name: string): ProbeEvent;
  /** The same, always marked as a sample. */
  sample(name: string): ProbeEvent;
  /** The same, of any type and state, which depends on the name. */
  eventOfAnyType(name: string): ProbeEvent;
  /**
   * Returns an event that is not marked as a sample and has its own terminal, instant and incident, so that a receiver
   * processes it and does not treat it as a repeat. All events have the type whose effects are compared.
   */
  effectEvent(name: string): ProbeEvent;
  /** Returns the events of one incident, of the type whose effects are compared; `undefined` for a type without incidents. */
  effectIncident(name: string): EventsOfIncident | undefined;
  /** Returns an event that was sent at the start of the run and had its effect: another one in each round. */
  earlyEvent(): ProbeEvent;
  /** Returns the events of one incident, marked as samples unless effects are counted. */
  incident(name: string): EventsOfIncident;
  /** Returns one event of each type, state and level, marked as samples unless effects are counted. */
  everyType(name: string): readonly ProbeEvent[];
  /** The latest accepted timestamp at the start of the run; omitted if the receiver does not limit timestamps. */
  readonly clock?: MeasuredClock;
  /** Returns events with the values at the borders of the contract, by a description; marked as samples unless effects are counted. */
  everyValue(name: string): ReadonlyMap<string, ProbeEvent>;
  /** Returns events with values that the contract does not have, by a description; marked as samples unless effects are counted. */
  everyUnknownValue(name: string): ReadonlyMap<string, ProbeEvent>;
  /** Returns an event of each kind with its own incident and time, not marked as a sample. */
  effectKinds(name: string): readonly ProbeEvent[];
  /** Returns an event of each type that can have null in its data, with all of it null. Not marked as samples. */
  effectNulls(name: string): readonly ProbeEvent[];
  /** Returns events with the values at the borders of the contract, except null, by a description. Not marked as samples. */
  effectValues(name: string): ReadonlyMap<string, ProbeEvent>;
  /** Returns events with values that the contract does not have, by a description. Not marked as samples. */
  effectUnknowns(name: string): ReadonlyMap<string, ProbeEvent>;
  /** A secret in the scheme's form, unknown to the receiver. */
  readonly otherSecret: string;
}

/**
 * The expected response: `taken` is 2xx; `refused` is 4xx except 410, which disables the destination, and 429;
 * `handled` is 2xx or 4xx; `not-taken` is any response except 2xx; `any` is any response.
 */
export type Expectation = 'taken' | 'refused' | 'handled' | 'not-taken' | 'any';

/** The class of a response. */
export type ResponseClass = 'taken' | 'redirect' | 'refused' | 'gone' | 'limited' | 'erred' | 'odd' | 'cut' | 'none';

/** Content that a response must not have. */
export interface ForbiddenContent {
  /** Completes the sentence "a response without …". */
  readonly description: string;
  readonly patterns: readonly (
    | string
    | RegExp
    | ((answer: Extract<DeliveryResponse, { kind: 'answered' }>) => boolean)
  )[];
}

/** A delivery and its expected response. */
export interface ProbeStep {
  readonly delivery: OutgoingDelivery;
  readonly expects: Expectation;
  /** Identifies the delivery in a probe with several: `cash_low`, `the second delivery`. */
  readonly name?: string;
  readonly forbidden?: ForbiddenContent;
}

/** A step with its response. */
export interface AnsweredStep {
  readonly step: ProbeStep;
  readonly answer: DeliveryResponse;
}

/** The expected effects of all deliveries of a probe. */
export interface EffectExpectation {
  /** The number of events that must have an effect. Default: the number of different events in `steps`. */
  readonly events?: number;
  /** Fewer effects are not the subject of the probe: it looks for effects of repeats. */
  readonly mayBeFewer?: boolean;
  /** More effects are not the subject of the probe: it looks for lost events. */
  readonly mayBeMore?: boolean;
  /** Returns events to measure on their own first: the probe must have as many effects as they have together. */
  measuredFirst?(context: ProbeContext): readonly ProbeEvent[];
  /** The probe must have as many effects as the first events of each kind, at the start of the run. */
  readonly isComparedWithFirstKinds?: boolean;
  /**
   * Returns lists of events to measure on their own first: the probe may have as many effects as the list with the most, or
   * fewer.
   */
  mostOf?(context: ProbeContext): readonly (readonly ProbeEvent[])[];
  /** Only deliveries with a 2xx response must have an effect: a receiver may reject others under load, and senders retry them. */
  readonly onlyAccepted?: boolean;
  /** The probe also fails if ordinary events have no effects any more. */
  readonly includesLaterEvents?: boolean;
  /** The probe compares with no other event: it looks for the loss of all events of the type. */
  readonly isBasis?: boolean;
  /** A finding is advice if the receiver reports only the number of its effects, and not their events. */
  readonly isAdviceWithoutIds?: boolean;
  /** If event ids show for which types the receiver processes each state and level, only their events are sent. */
  readonly isOfProcessedTypes?: boolean;
  /** Only events of types that the receiver must process are sent. If these are unknown, all are sent, and a finding is no failure. */
  readonly isOfDeclaredTypes?: boolean;
  /** Each event must have one effect, even if ordinary events have several, which need event ids. */
  readonly isOnePerEvent?: boolean;
  /** No event may have more effects than an ordinary one, if event ids show it. */
  readonly isOnePerStep?: boolean;
  /** A finding is advice unless the types of its events are among those that the receiver must process. */
  readonly isAdviceUndeclared?: boolean;
  /** A finding is advice unless event ids show that the receiver processes events of every type, state and level. */
  readonly isAdviceUnlessEveryKind?: boolean;
  /** The effects of each incident must occur in the order of its events, if event ids show the order. */
  readonly areInOrder?: boolean;
  /** An event that is sent after a later one of its incident must have no effect, if event ids show it. */
  readonly noneOfOlder?: boolean;
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
  /** Responses of these classes, or with these statuses, fail the probe as advice, not as `must`. */
  readonly adviceFor?: readonly (ResponseClass | number)[];
  readonly expects: Expectation;
  /** The consequence for the operator of the receiver, as a sentence. */
  readonly matters: string;
  readonly usual: UsualCause;
  /** Compares the effects of all its deliveries with those of ordinary deliveries. Such a probe needs an effect counter. */
  readonly effects?: EffectExpectation;
  /** The probe looks at what all others have left. */
  readonly isLast?: boolean;
  /** The probe sends many deliveries at once: it is sent first to a receiver that responds slowly. */
  readonly isAboutLoad?: boolean;
  /** The probe also limits the response time. */
  readonly isAboutSpeed?: boolean;
  /** Returns the reason why the probe does not apply to a scheme, or `undefined` if it applies. */
  whyNotApplicable?(scheme: SignatureScheme): string | undefined;
  /** Returns the reason why the probe is not possible now, or `undefined` if it is. */
  whyNotPossible?(context: ProbeContext): string | undefined;
  /** The probe waits until the run has taken this long. */
  readonly minimumRunMs?: number;
  /** The order of the deliveries does not matter: several are sent at the same time to a receiver that responds slowly. */
  readonly isOrderFree?: boolean;
  /** Sends all deliveries at the same time. Default: one after another. */
  readonly isConcurrent?: boolean;
  /** Deliveries to send first, on whose responses the other deliveries depend. */
  prepare?(context: ProbeContext): readonly ProbeStep[];
  /** Returns what the responses together show to be wrong, if anything. */
  review?(answered: readonly AnsweredStep[]): { readonly expected: string; readonly came: string } | undefined;
  /** Returns the deliveries. `prepared` contains the responses to the deliveries of `prepare`. */
  steps(context: ProbeContext, prepared: readonly AnsweredStep[]): readonly ProbeStep[];
}

/** Creates one step per delivery, all with the same expectation. */
export const expectEach = (expects: Expectation, ...deliveries: readonly OutgoingDelivery[]): ProbeStep[] =>
  deliveries.map((delivery) => ({ delivery, expects }));
