import { type Call, caller } from '../shared/calls.ts';
import { type ClientOptions, type Questioner, questionerFor, sandboxAddress } from '../shared/client.ts';
import type { Ending, Fetched, Standing } from './delivery.ts';
import { type Found, secretsOf } from './destination.ts';
import type { Receiver } from './forward.ts';
import { type Handling, handle } from './handling.ts';
import { Unreported } from './kept.ts';
import { KnownSecrets } from './known-secrets.ts';
import { type Left, leftAfter, leftBecauseOf } from './leaving.ts';
import {
  reportConnected,
  reportDestinationStatus,
  reportDisconnected,
  reportFound,
  reportRecovered,
  reportReplacedSecret,
} from './notices.ts';
import { PAUSES_MS, Persistence } from './persistence.ts';
import { recoverSince } from './recovery.ts';
import type { Reporter } from './reporter.ts';
import { missedSince, type SandboxTime } from './sandbox-time.ts';
import { openStream, SILENT_MS } from './stream.ts';

export interface Session {
  readonly client: ClientOptions;
  readonly found: Found;
  /** Registers a replacement for a deleted destination. Absent with --destination. */
  readonly findAgain?: () => Promise<Found>;
  readonly receiver: Receiver;
  readonly reporter: Reporter;
  /** Where responses are stored until they are reported. */
  readonly folder: string;
  /** Stops the session after the present delivery. */
  readonly stop: AbortSignal;
  /** Stops after this number of forwarded deliveries. Absent: no limit. */
  readonly exitAfter?: number;
  /** Real milliseconds; for tests. */
  readonly silentMs?: number;
  readonly pausesMs?: readonly number[];
}

export interface SessionEnd {
  readonly kind: Left['kind'];
  /** Number of forwarded attempts, including failed ones. */
  readonly forwarded: number;
}

/** State that changes during a session. */
interface Course {
  readonly call: Call;
  found: Found;
  /** The destination was deleted and needs a replacement. */
  isGone: boolean;
  /** Sandbox time of the last connection; undefined before the first one. */
  time: SandboxTime | undefined;
  /** Sandbox time of the latest event sent to the destination; undefined if none yet. */
  lastEventAt: string | undefined;
  forwarded: number;
}

/**
 * Listens until stopped, replaced, or `exitAfter` is reached. Reconnects after a lost connection and registers a new
 * destination if it was deleted. Reports each step to the teller.
 */
export async function listen(session: Session): Promise<SessionEnd> {
  const { found, reporter, stop, findAgain } = session;
  const course: Course = {
    call: caller(impatient(questionerFor(session.client)), 'listen'),
    found,
    isGone: false,
    time: undefined,
    lastEventAt: undefined,
    forwarded: 0,
  };
  const persistence = new Persistence(session.pausesMs ?? PAUSES_MS);
  if (found.isNew) unreportedOf(session, found).clear();
  for (;;) {
    const left = await follow(session, course, () => persistence.succeeded()).catch((error) =>
      leftBecauseOf(error, course.found.destinationId),
    );
    if (left.kind === 'stopped' || left.kind === 'enough') return { kind: left.kind, forwarded: course.forwarded };
    if (stop.aborted) return { kind: 'stopped', forwarded: course.forwarded };
    const isForGood =
      left.kind === 'replaced' ||
      left.kind === 'refused' ||
      (left.kind === 'gone' && findAgain === undefined) ||
      (left.kind === 'not-let-in' && !persistence.bears());
    if (isForGood || persistence.isNews(left.reason)) reportDisconnected(reporter, left, isForGood);
    if (isForGood) return { kind: left.kind, forwarded: course.forwarded };
    course.isGone ||= left.kind === 'gone';
    await persistence.pause(stop);
  }
}

/** Timeout of a request to the control plane, in real milliseconds. */
const ANSWERED_WITHIN_MS = 20_000;

const impatient =
  (ask: Questioner): Questioner =>
  (question) =>
    ask({ signal: AbortSignal.timeout(ANSWERED_WITHIN_MS), ...question });

/** Connects, and handles events until the stream ends. */
async function follow(session: Session, course: Course, onSuccess: () => void): Promise<Left> {
  const { client, receiver, reporter, stop, silentMs = SILENT_MS, exitAfter = Number.POSITIVE_INFINITY } = session;
  if (course.isGone) await replaceDestination(session, course);
  const { destinationId } = course.found;
  course.time = await course.call('getClock');
  const stream = await openStream({ client, destinationId, silentMs, stop });
  const handling = handlingOf(session, course);
  reportConnected(reporter, { server: sandboxAddress(client), destinationId, time: course.time, url: receiver.url });
  let standing: Standing['status'] = 'enabled';
  let comments = 0;
  try {
    for await (const { name, data } of stream.events) {
      const sent: unknown = name === 'comment' ? undefined : JSON.parse(data);
      // The operation streamDeliveries defines the data of each event name.
      if (name === 'end') return leftAfter(sent as Ending, destinationId);
      if (name === 'comment') comments += 1;
      if (comments > 1) onSuccess(); // the first comment is sent on connect
      if (name === 'destination') {
        const { status } = sent as Standing;
        if (status !== standing) reportDestinationStatus(reporter, destinationId, sent as Standing);
        standing = status;
      }
      if (name === 'delivery') {
        const fetched = sent as Fetched;
        const { isForwarded, reported } = await handle(handling, fetched);
        if (!fetched.is_test) course.lastEventAt = later(course.lastEventAt, fetched.happened_at);
        if (reported.kind === 'taken') onSuccess();
        course.forwarded += isForwarded ? 1 : 0;
        if (course.forwarded >= exitAfter) return { kind: 'enough' };
        if (reported.kind === 'unreachable') return { kind: 'lost', reason: reported.reason };
      }
      if (stop.aborted) break;
    }
  } finally {
    stream.close();
  }
  return stop.aborted ? { kind: 'stopped' } : { kind: 'lost', reason: 'The sandbox closed the connection.' };
}

/** Registers a replacement destination, and queues the events that the old one missed. */
async function replaceDestination({ findAgain, reporter, ...session }: Session, course: Course): Promise<void> {
  if (findAgain === undefined) throw new Error('a destination given with --destination is not replaced');
  const { call, time: before, lastEventAt, found: gone } = course;
  const isRemembered = await hasDeliveries(call, gone.destinationId); // before registering, because ids may be reused
  const found = await findAgain();
  if (found.isNew) {
    unreportedOf(session, found).clear();
    reportFound(reporter, found);
  }
  if (before !== undefined) {
    const since = missedSince({ connectedAt: before.now, lastEventAt, isRemembered }, await call('getClock'));
    const asked = { since, states: ['missed' as const] };
    reportRecovered(reporter, since, await recoverSince(call, found.destinationId, asked));
  }
  course.found = found;
  course.isGone = false;
  course.lastEventAt = undefined;
}

async function hasDeliveries(call: Call, destinationId: string): Promise<boolean> {
  const { data } = await call('listDeliveries', { query: { destination_id: destinationId, limit: 1 } });
  return data.length > 0;
}

const later = (one: string | undefined, other: string): string =>
  one === undefined || Date.parse(one) < Date.parse(other) ? other : one;

const unreportedOf = ({ client, folder }: Pick<Session, 'client' | 'folder'>, { destinationId }: Found): Unreported =>
  new Unreported(folder, sandboxAddress(client), destinationId);

function handlingOf(session: Session, { call, found }: Course): Handling {
  const { receiver, reporter } = session;
  const { destinationId, secrets } = found;
  return {
    call,
    receiver,
    reporter,
    unreported: unreportedOf(session, found),
    secrets: new KnownSecrets(
      secrets,
      () => secretsOf(call, destinationId),
      () => reportReplacedSecret(reporter, destinationId),
    ),
  };
}
