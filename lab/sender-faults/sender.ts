import type { HeaderPair } from '../../conformance/http/client.ts';
import type { DeliveryRecord, GivenResponse, Recording } from '../../conformance/sender/core/delivery-record.ts';
import {
  type PlannedResponse,
  type ResponsePlan,
  toGivenResponse,
} from '../../conformance/sender/core/response-plan.ts';
import { createResponder, type InboxRequest } from '../../conformance/sender/responder.ts';
import type { SignatureScheme } from '../../conformance/webhooks/scheme.ts';
import { signDelivery } from '../../conformance/webhooks/signature.ts';
import type { SampleSenderEvent } from './events.ts';

/**
 * A small correct sender that delivers to an inbox, which responds by a plan. Both use a simulated clock, so an hour of
 * deliveries takes no real time. Each fault changes it in one place.
 */

/** One attempt, before it becomes a request. */
export interface SenderAttempt {
  readonly event: SampleSenderEvent;
  /** Counted from 1. */
  readonly number: number;
  readonly atMs: number;
}

/** A request as sent. */
export interface SenderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

/** How the sender signs. */
export interface SigningKeys {
  readonly scheme: SignatureScheme;
  /** Newest first. */
  readonly secrets: readonly string[];
}

/** The content of a delivery that the sender signs. */
export interface ContentToSign {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The decisions of the sender. A fault replaces some of them. */
export interface SenderBehaviour {
  /** Returns the events to send for the events that occurred. */
  selectEvents(events: readonly SampleSenderEvent[]): readonly SampleSenderEvent[];
  makeBody(attempt: SenderAttempt): string;
  makeId(attempt: SenderAttempt): string;
  /** Whole seconds by the real clock. */
  makeTimestamp(attempt: SenderAttempt): number;
  makeSignatureHeaders(signing: SigningKeys, content: ContentToSign): readonly HeaderPair[];
  prepareRequest(outgoing: SenderRequest, attempt: SenderAttempt): SenderRequest;
  /** Returns the time from this attempt to the next one after this response, in milliseconds; `undefined` to stop. */
  pauseAfter(answer: PlannedResponse, attempt: number): number | undefined;
  /** The time limit for a response, in milliseconds. */
  timeoutMs: number;
  followsRedirects: boolean;
  /** Whether a 410 stops all deliveries. */
  stopsWhenGone: boolean;
}

/** The pauses of the default schedule, in milliseconds. */
const STEPS = [5_000, 300_000, 1_800_000];

/** The time limit of a correct sender for a response, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** A sender without faults. */
export const correctSender: SenderBehaviour = {
  selectEvents: (events) => events,
  makeBody: ({ event }) => JSON.stringify(event),
  makeId: ({ event }) => event.id,
  makeTimestamp: ({ atMs }) => Math.floor(atMs / 1000),
  makeSignatureHeaders: ({ scheme, secrets }, content) =>
    signDelivery(scheme, { ...content, secrets: scheme.separator === null ? secrets.slice(0, 1) : secrets }),
  prepareRequest: (outgoing) => outgoing,
  pauseAfter(answer, attempt) {
    if (answer.kind === 'status' && (answer.status < 300 || answer.status === 410)) return undefined;
    const step = STEPS[attempt - 1];
    const retryAfterMs = answer.kind === 'status' ? (answer.retryAfterSeconds ?? 0) * 1000 : 0;
    return step === undefined ? undefined : Math.max(step, retryAfterMs);
  },
  timeoutMs: TIMEOUT_MS,
  followsRedirects: false,
  stopsWhenGone: true,
};

/** The events that occur, and the destination that receives them. */
export interface SenderRun extends SigningKeys {
  readonly events: readonly SampleSenderEvent[];
  readonly plan: ResponsePlan;
  readonly behaviour: SenderBehaviour;
  /** Epoch milliseconds of the first attempt. */
  readonly startMs: number;
  /** The time that the inbox listens, in milliseconds. */
  readonly listenMs: number;
}

/** The time between two events, in milliseconds. */
const BETWEEN_EVENTS_MS = 400;

/** Returns the deliveries that an inbox receives from this sender. */
export function recordDeliveries(delivering: SenderRun): Recording {
  const { behaviour, startMs, listenMs } = delivering;
  const answerTo = createResponder(delivering.plan, delivering.scheme);
  const records: DeliveryRecord[] = [];
  let due: readonly SenderAttempt[] = behaviour
    .selectEvents(delivering.events)
    .map((event, index) => ({ event, number: 1, atMs: startMs + index * BETWEEN_EVENTS_MS }));
  const take = (request: InboxRequest, atMs: number): PlannedResponse => {
    const answer = answerTo(request);
    records.push({
      ...request,
      receivedAtMs: atMs,
      answer: { ...toGivenResponse(answer), ...describeEnd(answer, behaviour) },
    });
    return answer;
  };
  for (;;) {
    const [attempt, ...rest] = due.toSorted((one, other) => one.atMs - other.atMs);
    if (attempt === undefined || attempt.atMs > startMs + listenMs) break;
    const outgoing = buildRequest(attempt, delivering);
    const answer = take(toReceivedRequest(outgoing), attempt.atMs);
    if (answer.kind === 'redirect' && behaviour.followsRedirects)
      take(toReceivedRequest({ ...outgoing, path: `/${toGivenResponse(answer).location}` }), attempt.atMs);
    const isGone = answer.kind === 'status' && answer.status === 410;
    const pauseMs = behaviour.pauseAfter(answer, attempt.number);
    const again =
      pauseMs === undefined
        ? []
        : [{ ...attempt, number: attempt.number + 1, atMs: attempt.atMs + countWaitMs(answer, behaviour) + pauseMs }];
    due = isGone && behaviour.stopsWhenGone ? [] : [...rest, ...again];
  }
  return { records, listenedUntilMs: startMs + listenMs };
}

const countWaitMs = (answer: PlannedResponse, { timeoutMs }: SenderBehaviour): number =>
  answer.kind === 'withheld' ? Math.min(answer.forMs, timeoutMs) : 0;

function describeEnd(answer: PlannedResponse, behaviour: SenderBehaviour): Pick<GivenResponse, 'ended'> {
  if (answer.kind !== 'withheld') return {};
  const by = behaviour.timeoutMs < answer.forMs ? 'sender' : 'inbox';
  return { ended: { by, afterMs: countWaitMs(answer, behaviour) } };
}

/** Signs one attempt and addresses it. */
export function buildRequest(
  attempt: SenderAttempt,
  { scheme, secrets, behaviour }: SigningKeys & { readonly behaviour: SenderBehaviour },
) {
  const body = behaviour.makeBody(attempt);
  const signature = behaviour.makeSignatureHeaders(
    { scheme, secrets },
    { id: behaviour.makeId(attempt), timestampSeconds: behaviour.makeTimestamp(attempt), body },
  );
  const headers = [['content-type', 'application/json'], ['user-agent', 'planted-sender/1'], ...signature] as const;
  return behaviour.prepareRequest({ method: 'POST', path: '/', headers, body }, attempt);
}

function toReceivedRequest({ method, path, headers, body }: SenderRequest): InboxRequest {
  const bytes = Buffer.from(body);
  return { method, path, headers, body: bytes, sentBytes: bytes.length, isWhole: true };
}
