import type { HeaderPair } from '../../http/client.ts';
import { type PlannedResponse, type ResponsePlan, toGivenResponse } from '../../sender/response-plan.ts';
import { createResponder, type ReceivedRequest } from '../../sender/responder.ts';
import type { DeliveryRecord, GivenResponse, Recording } from '../../sender/delivery-record.ts';
import type { SignatureScheme } from '../../webhooks/scheme.ts';
import { signDelivery } from '../../webhooks/signature.ts';
import type { PlantedEvent } from './events.ts';

/*
 * A small correct sender, and what it sends to an inbox that follows a plan, by a clock of their own: an hour of
 * deliveries takes no time. Faults change it in one place each.
 */

/** One attempt, before it is written down as a request. */
export interface Attempt {
  readonly event: PlantedEvent;
  /** Counted from 1. */
  readonly number: number;
  readonly atMs: number;
}

/** A request as it leaves. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

/** How it signs. */
export interface Signing {
  readonly scheme: SignatureScheme;
  /** Newest first. */
  readonly secrets: readonly string[];
}

/** What the sender decides. A fault replaces some of it. */
export interface Decisions {
  /** What is sent in place of the events that happened. */
  events(events: readonly PlantedEvent[]): readonly PlantedEvent[];
  bodyOf(attempt: Attempt): string;
  idOf(attempt: Attempt): string;
  /** Whole seconds by the real clock. */
  timestampOf(attempt: Attempt): number;
  signatureOf(signing: Signing, id: string, timestampSeconds: number, body: string): readonly HeaderPair[];
  request(outgoing: Outgoing, attempt: Attempt): Outgoing;
  /** How long from this attempt to the next after this answer, in milliseconds; `undefined` for none. */
  pauseAfter(answer: PlannedResponse, attempt: number): number | undefined;
  /** How long it waits for an answer, in milliseconds. */
  timeoutMs: number;
  followsRedirects: boolean;
  /** Whether a 410 ends everything. */
  stopsWhenGone: boolean;
}

/** The pauses of the usual schedule, in milliseconds. */
const STEPS = [5_000, 300_000, 1_800_000];

/** How long a correct sender waits for an answer, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** The sender as it should be. */
export const correct: Decisions = {
  events: (events) => events,
  bodyOf: ({ event }) => JSON.stringify(event),
  idOf: ({ event }) => event.id,
  timestampOf: ({ atMs }) => Math.floor(atMs / 1000),
  signatureOf: ({ scheme, secrets }, id, timestampSeconds, body) =>
    signDelivery(scheme, {
      id,
      timestampSeconds,
      body,
      secrets: scheme.separator === null ? secrets.slice(0, 1) : secrets,
    }),
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

/** What happens, and to whom it is told. */
export interface Delivering extends Signing {
  readonly events: readonly PlantedEvent[];
  readonly plan: ResponsePlan;
  readonly decisions: Decisions;
  /** Epoch milliseconds of the first attempt. */
  readonly startMs: number;
  /** How long the inbox listens, in milliseconds. */
  readonly listenMs: number;
}

/** The time between two events, in milliseconds. */
const BETWEEN_EVENTS_MS = 400;

/** What an inbox receives of a sender that decides so. */
export function received(delivering: Delivering): Recording {
  const { decisions, startMs, listenMs } = delivering;
  const answerTo = createResponder(delivering.plan, delivering.scheme);
  const records: DeliveryRecord[] = [];
  let due: readonly Attempt[] = decisions
    .events(delivering.events)
    .map((event, index) => ({ event, number: 1, atMs: startMs + index * BETWEEN_EVENTS_MS }));
  const take = (came: ReceivedRequest, atMs: number): PlannedResponse => {
    const answer = answerTo(came);
    records.push({ ...came, receivedAtMs: atMs, answer: { ...toGivenResponse(answer), ...endOf(answer, decisions) } });
    return answer;
  };
  for (;;) {
    const [attempt, ...rest] = due.toSorted((one, other) => one.atMs - other.atMs);
    if (attempt === undefined || attempt.atMs > startMs + listenMs) break;
    const outgoing = requestOf(attempt, delivering);
    const answer = take(cameAs(outgoing), attempt.atMs);
    if (answer.kind === 'redirect' && decisions.followsRedirects)
      take(cameAs({ ...outgoing, path: `/${toGivenResponse(answer).location}` }), attempt.atMs);
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

const waitedFor = (answer: PlannedResponse, { timeoutMs }: Decisions): number =>
  answer.kind === 'withheld' ? Math.min(answer.forMs, timeoutMs) : 0;

function endOf(answer: PlannedResponse, decisions: Decisions): Pick<GivenResponse, 'ended'> {
  if (answer.kind !== 'withheld') return {};
  const by = decisions.timeoutMs < answer.forMs ? 'sender' : 'inbox';
  return { ended: { by, afterMs: waitedFor(answer, decisions) } };
}

/** One attempt, signed and addressed. */
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

function cameAs({ method, path, headers, body }: Outgoing): ReceivedRequest {
  const bytes = Buffer.from(body);
  return { method, path, headers, body: bytes, sentBytes: bytes.length, isWhole: true };
}
