import type { ClauseId, GapId } from '../../spec/index.ts';
import type { Level, OwnRule } from '../engine/check.ts';
import type { SignatureScheme } from '../webhooks/scheme.ts';
import type { Delivery } from './delivery.ts';

/** Deliveries that convinced a judge. Never empty. */
export type Shown = [Delivery, ...Delivery[]];

/** What a judge says. A pass without a delivery that shows it does not compile. */
export type Judgement =
  | { readonly kind: 'pass'; readonly evidence: Readonly<Shown> }
  | { readonly kind: 'fail'; readonly expected: string; readonly saw: string; readonly evidence: Readonly<Shown> }
  | {
      /** `not-applicable`: nothing of the kind was asked for. The others: what is missing, or what happened. */
      readonly kind: 'untestable' | 'inconclusive' | 'not-applicable';
      readonly reason: string;
      readonly evidence: readonly Delivery[];
    };

/** What a judge is given. */
export interface Hearing {
  /** All that came, in its order, but for what came to the side door or is not whole. */
  readonly deliveries: readonly Delivery[];
  /** All that came. */
  readonly everything: readonly Delivery[];
  readonly scheme: SignatureScheme;
  /** As the scheme writes them, newest first. */
  readonly secrets: readonly string[];
  /** Texts that mark what belongs to other tenants. */
  readonly canaries: readonly string[];
  /** All that came is said to be a sample. */
  readonly areTests: boolean;
  /** Where a body names its event, for messages. */
  readonly eventNameAt: string;
  /** How far the time of sending may be off, either way. */
  readonly toleranceSeconds: number;
  /** Epoch milliseconds. */
  readonly listenedUntilMs: number;
  /** After so long without another attempt, there is none to be expected. */
  readonly patienceMs: number;
  /** What the event schemas do not allow in a body, as sentences; `undefined` when bodies are not held against any. */
  readonly problemsOfBody: ((eventName: string, body: unknown) => readonly string[]) | undefined;
}

/** One question about a sender. A pure function of what was received. */
export interface Judge {
  /** `topic/what-is-true`. Never changes: reports of other days refer to it. */
  readonly id: string;
  /** What holds when it passes, as a sentence. */
  readonly title: string;
  /** `must` only for what the document states; the rest is advice. */
  readonly level: Extract<Level, 'must'> | 'advice';
  readonly rule: ClauseId | GapId | OwnRule;
  judge(hearing: Hearing): Judgement;
}

/** The rule was kept, and these show it. */
export const pass = (...evidence: Readonly<Shown>): Judgement => ({ kind: 'pass', evidence });

/** The rule was broken by these. */
export const fail = (
  { expected, saw }: { readonly expected: string; readonly saw: string },
  ...evidence: Readonly<Shown>
): Judgement => ({ kind: 'fail', expected, saw, evidence });

/** Something is missing; the sentence says what to do about it. */
export const untestable = (reason: string, ...evidence: readonly Delivery[]): Judgement => ({
  kind: 'untestable',
  reason,
  evidence,
});

/** It could still have come out either way. */
export const inconclusive = (reason: string, ...evidence: readonly Delivery[]): Judgement => ({
  kind: 'inconclusive',
  reason,
  evidence,
});

/** Nothing of the kind was asked for, or the scheme has no such thing. */
export const notApplicable = (reason: string): Judgement => ({ kind: 'not-applicable', reason, evidence: [] });

/** Whether a list has a first element. */
export const isShown = (deliveries: readonly Delivery[]): deliveries is Shown => deliveries.length > 0;

/** What is wrong with a delivery, in words; `undefined` when nothing is. */
export type Fault = string | undefined;

/**
 * Holds each delivery against `faultOf`: one that is broken decides. Of none, `otherwise` says what was missing. The first
 * fault stands for all of its kind; the evidence has every delivery that is at fault.
 */
export function each(
  deliveries: readonly Delivery[],
  expected: string,
  faultOf: (delivery: Delivery) => Fault,
  otherwise = 'no delivery was received',
): Judgement {
  if (!isShown(deliveries)) return untestable(otherwise);
  const faulty = deliveries.flatMap((delivery) => {
    const fault = faultOf(delivery);
    return fault === undefined ? [] : [{ delivery, fault }];
  });
  const [first, ...rest] = faulty;
  if (first === undefined) return pass(...deliveries);
  return fail({ expected, saw: first.fault }, first.delivery, ...rest.map(({ delivery }) => delivery));
}
