import type { ClauseId, GapId } from '../../../spec/index.ts';
import type { Level, OwnRule } from '../../engine/check.ts';
import type { SignatureScheme } from '../../webhooks/scheme.ts';
import type { ReceivedDelivery } from './received-delivery.ts';

/** A non-empty list of deliveries. */
export type NonEmptyDeliveries = [ReceivedDelivery, ...ReceivedDelivery[]];

/** The verdict of a check. A pass without evidence does not compile. */
export type SenderVerdict =
  | { readonly kind: 'pass'; readonly evidence: Readonly<NonEmptyDeliveries> }
  | {
      readonly kind: 'fail';
      readonly expected: string;
      readonly saw: string;
      readonly evidence: Readonly<NonEmptyDeliveries>;
    }
  | {
      /** `not-applicable`: the check does not apply to this run. Otherwise a deciding request is missing. */
      readonly kind: 'untestable' | 'inconclusive' | 'not-applicable';
      readonly reason: string;
      readonly evidence: readonly ReceivedDelivery[];
    };

/** The input of a check. */
export interface SenderCheckInput {
  /** All deliveries in order, without followed redirects and incomplete requests. */
  readonly deliveries: readonly ReceivedDelivery[];
  /** All requests in order. */
  readonly requests: readonly ReceivedDelivery[];
  readonly scheme: SignatureScheme;
  /** In the scheme's form, newest first. */
  readonly secrets: readonly string[];
  /** Texts that occur only in data of other tenants. */
  readonly canaries: readonly string[];
  /** The user stated that all requests are samples. */
  readonly areTests: boolean;
  /** The position of the event name in a body, for messages. */
  readonly eventNameAt: string;
  /** The tolerance for timestamps in both directions. */
  readonly toleranceSeconds: number;
  /** Epoch milliseconds. */
  readonly listenedUntilMs: number;
  /** Maximum wait for a retry. */
  readonly patienceMs: number;
  /** Lists the problems of a body by its event schema; `undefined` if bodies are not validated. */
  readonly problemsOfBody: ((eventName: string, body: unknown) => readonly string[]) | undefined;
}

/** One check of a sender: a pure function of the recorded requests. */
export interface SenderCheck {
  /** `topic/what-is-true`. Never changes: earlier reports refer to it. */
  readonly id: string;
  /** The statement that a pass confirms. */
  readonly title: string;
  /** `must` only for documented rules; other rules are advice. */
  readonly level: Extract<Level, 'must'> | 'advice';
  readonly rule: ClauseId | GapId | OwnRule;
  evaluate(input: SenderCheckInput): SenderVerdict;
}

/** The sender follows the rule, as the evidence shows. */
export const pass = (...evidence: Readonly<NonEmptyDeliveries>): SenderVerdict => ({ kind: 'pass', evidence });

/** The deliveries in the evidence violate the rule. */
export const fail = (
  { expected, saw }: { readonly expected: string; readonly saw: string },
  ...evidence: Readonly<NonEmptyDeliveries>
): SenderVerdict => ({ kind: 'fail', expected, saw, evidence });

/** A required input is missing; the reason contains the next step. */
export const untestable = (reason: string, ...evidence: readonly ReceivedDelivery[]): SenderVerdict => ({
  kind: 'untestable',
  reason,
  evidence,
});

/** The recorded requests do not decide the check. */
export const inconclusive = (reason: string, ...evidence: readonly ReceivedDelivery[]): SenderVerdict => ({
  kind: 'inconclusive',
  reason,
  evidence,
});

/** The check was not requested, or does not apply to the scheme. */
export const notApplicable = (reason: string): SenderVerdict => ({ kind: 'not-applicable', reason, evidence: [] });

/** Returns whether a list is not empty. */
export const isNonEmpty = (deliveries: readonly ReceivedDelivery[]): deliveries is NonEmptyDeliveries =>
  deliveries.length > 0;

/** Describes the violation of a rule by a delivery; `undefined` without one. */
export type Violation = string | undefined;

/**
 * Checks each delivery with `findFault` and fails if any has a fault. Reports the first fault, with all faulty deliveries as
 * evidence. Without deliveries, the check is untestable.
 */
export function checkEach(
  deliveries: readonly ReceivedDelivery[],
  expected: string,
  findFault: (delivery: ReceivedDelivery) => Violation,
): SenderVerdict {
  if (!isNonEmpty(deliveries)) return untestable('no delivery was received');
  const faulty = deliveries.flatMap((delivery) => {
    const fault = findFault(delivery);
    return fault === undefined ? [] : [{ delivery, fault }];
  });
  const [first, ...rest] = faulty;
  if (first === undefined) return pass(...deliveries);
  return fail({ expected, saw: first.fault }, first.delivery, ...rest.map(({ delivery }) => delivery));
}
