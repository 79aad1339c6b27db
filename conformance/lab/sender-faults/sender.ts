import type { HeaderPair } from '../../http/client.ts';
import { type Answer, type AnswerPlan, givenBy } from '../../sender/answer-plan.ts';
import { answering, type Came } from '../../sender/answering.ts';
import type { DeliveryRecord, GivenAnswer, Recording } from '../../sender/delivery-record.ts';
import type { SignatureScheme } from '../../webhooks/scheme.ts';
import { sign } from '../../webhooks/signature.ts';
import type { PlantedEvent } from './events.ts';

/**
 * A small correct sender that delivers to an inbox, which responds by a plan. Both use a simulated clock, so an hour of
 * deliveries takes no real time. Each fault changes it in one place.
 */

/** One attempt, before it becomes a request. */
export interface Attempt {
  readonly event: PlantedEvent;
  /** Counted from 1. */
  readonly number: number;
  readonly atMs: number;
}

/** A request as sent. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

/** How the sender signs. */
export interface Signing {
  readonly scheme: SignatureScheme;
  /** Newest first. */
  readonly secrets: readonly string[];
}

/** The decisions of the sender. A fault replaces some of them. */
export interface Decisions {
  /** Returns the events to send for the events that occurred. */
  events(events: readonly PlantedEvent[]): readonly PlantedEvent[];
  bodyOf(attempt: Attempt): string;
  idOf(attempt: Attempt): string;
  /** Whole seconds by the real clock. */
  timestampOf(attempt: Attempt): number;
  signatureOf(signing: Signing, id: string, timestampSeconds: number, body: string): readonly HeaderPair[];
  request(outgoing: Outgoing, attempt: Attempt): Outgoing;
  /** Returns the time from this attempt to the next one after this response, in milliseconds; `undefined` to stop. */
  pauseAfter(answer: Answer, attempt: number): number | undefined;
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
export const correct: Decisions = {
  events: (events) => events,
  bodyOf: ({ event }) => JSON.stringify(event),
  idOf: ({ event }) => event.id,
  timestampOf: ({ atMs }) => Math.floor(atMs / 1000),
  signatureOf: ({ scheme, secrets }, id, timestampSeconds, body) =>
    sign(scheme, { id, timestampSeconds, body, secrets: scheme.separator === null ? secrets.slice(0, 1) : secrets }),
  request: (outgoing) => outgoing,
  pauseAfter(answer, attempt) {
    if (answer.kind === 'status' && (answer.status < 300 || answer.status === 410)) return undefined;
    const step = STEPS[attempt - 1];
    const asked = answer.kind === 'status' ? (answer.retryAfterSeconds ?? 0) * 1000 : 0;
    return step === undefined ? undefined : Math.max(step, asked);
  },
  timeoutMs: TIMEOUT_MS,
  followsRedirects: false,
  stopsWhenGone: true,
};

/** The events that occur, and the destination that receives them. */
export interface Delivering extends Signing {
  readonly events: readonly PlantedEvent[];
  readonly plan: AnswerPlan;
  readonly decisions: Decisions;
  /** Epoch milliseconds of the first attempt. */
  readonly startMs: number;
  /** The time that the inbox listens, in milliseconds. */
  readonly listenMs: number;
}

/** The time between two events, in milliseconds. */
const BETWEEN_EVENTS_MS = 400;

/** Returns the deliveries that an inbox receives from this sender. */
export function received(delivering: Delivering): Recording {
  const { decisions, startMs, listenMs } = delivering;
  const answerTo = answering(delivering.plan, delivering.scheme);
  const records: DeliveryRecord[] = [];
  let due: readonly Attempt[] = decisions
    .events(delivering.events)
    .map((event, index) => ({ event, number: 1, atMs: startMs + index * BETWEEN_EVENTS_MS }));
  const take = (came: Came, atMs: number): Answer => {
    const answer = answerTo(came);
    records.push({ ...came, receivedAtMs: atMs, answer: { ...givenBy(answer), ...endOf(answer, decisions) } });
    return answer;
  };
  for (;;) {
    const [attempt, ...rest] = due.toSorted((one, other) => one.atMs - other.atMs);
    if (attempt === undefined || attempt.atMs > startMs + listenMs) break;
    const outgoing = requestOf(attempt, delivering);
    const answer = take(cameAs(outgoing), attempt.atMs);
    if (answer.kind === 'redirect' && decisions.followsRedirects)
      take(cameAs({ ...outgoing, path: `/${givenBy(answer).location}` }), attempt.atMs);
    const isGone = answer.kind === 'status' && answer.status === 410;
    const pauseMs = decisions.pauseAfter(answer, attempt.number);
    const again =
      pauseMs === undefined
        ? []
        : [{ ...attempt, number: attempt.number + 1, atMs: attempt.atMs + waitedFor(answer, decisions) + pauseMs }];
    due = isGone && decisions.stopsWhenGone ? [] : [...rest, ...again];
  }
  return { records, listenedUntilMs: startMs + listenMs };
}

const waitedFor = (answer: Answer, { timeoutMs }: Decisions): number =>
  answer.kind === 'withheld' ? Math.min(answer.forMs, timeoutMs) : 0;

function endOf(answer: Answer, decisions: Decisions): Pick<GivenAnswer, 'ended'> {
  if (answer.kind !== 'withheld') return {};
  const by = decisions.timeoutMs < answer.forMs ? 'sender' : 'inbox';
  return { ended: { by, afterMs: waitedFor(answer, decisions) } };
}

/** Signs one attempt and addresses it. */
export function requestOf(
  attempt: Attempt,
  { scheme, secrets, decisions }: Signing & { readonly decisions: Decisions },
) {
  const body = decisions.bodyOf(attempt);
  const signature = decisions.signatureOf(
    { scheme, secrets },
    decisions.idOf(attempt),
    decisions.timestampOf(attempt),
    body,
  );
  const headers = [['content-type', 'application/json'], ['user-agent', 'planted-sender/1'], ...signature] as const;
  return decisions.request({ method: 'POST', path: '/', headers, body }, attempt);
}

function cameAs({ method, path, headers, body }: Outgoing): Came {
  const bytes = Buffer.from(body);
  return { method, path, headers, body: bytes, sentBytes: bytes.length, isWhole: true };
}
