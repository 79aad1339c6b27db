import { type CallOperation, createCall } from '../../control/control-plane.ts';
import { type ConnectionOptions, createRequestSender, limitRequestTime, readSandboxBase } from '../shared/client.ts';
import { flattenBatches, openStream, SILENCE_LIMIT_MS } from '../shared/stream/event-stream.ts';
import { RECONNECT_DELAYS_MS, ReconnectPolicy } from '../shared/stream/reconnect-policy.ts';
import { type Disconnect, disconnectFromEnd, disconnectFromError } from './connection/disconnect-reason.ts';
import type { StreamDestinationStatus, StreamEnd, StreamedDelivery } from './connection/stream-events.ts';
import type { ForwardTarget } from './delivery/forward.ts';
import { SecretCache } from './delivery/known-secrets.ts';
import { type ListenDestination, readSecrets } from './destination/find-destination.ts';
import { findMissedSince, type SandboxTime } from './destination/missed-since.ts';
import { recoverEventsSince } from './destination/recover-events.ts';
import { UnreportedResponses } from './destination/stored-state.ts';
import { type DeliveryHandlerOptions, handleDelivery } from './handle-delivery.ts';
import { LISTEN_REQUESTS } from './options.ts';
import {
  reportConnected,
  reportDestinationStatus,
  reportDisconnected,
  reportFound,
  reportRecovered,
  reportReplacedSecret,
} from './output/notices.ts';
import type { ListenReporter } from './output/reporter.ts';

export interface ListenSession {
  readonly client: ConnectionOptions;
  readonly found: ListenDestination;
  /** Registers a replacement for a deleted destination. Absent with --destination. */
  readonly findAgain?: () => Promise<ListenDestination>;
  readonly receiver: ForwardTarget;
  readonly reporter: ListenReporter;
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
  readonly kind: Disconnect['kind'];
  /** Number of forwarded attempts, including failed ones. */
  readonly forwarded: number;
}

/** State that changes during a session. */
interface SessionState {
  readonly call: CallOperation;
  found: ListenDestination;
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
 * destination if it was deleted. Prints each step through the reporter.
 */
export async function runSession(session: ListenSession): Promise<SessionEnd> {
  const { found, reporter, stop, findAgain } = session;
  const course: SessionState = {
    call: createCall(limitRequestTime(createRequestSender(session.client)), LISTEN_REQUESTS),
    found,
    isGone: false,
    time: undefined,
    lastEventAt: undefined,
    forwarded: 0,
  };
  const persistence = new ReconnectPolicy(session.pausesMs ?? RECONNECT_DELAYS_MS);
  if (found.isNew) openUnreported(session, found).clear();
  for (;;) {
    const left = await followStream(session, course, () => persistence.recordSuccess()).catch((error) =>
      disconnectFromError(error, course.found.destinationId),
    );
    if (left.kind === 'stopped' || left.kind === 'enough') return { kind: left.kind, forwarded: course.forwarded };
    if (stop.aborted) return { kind: 'stopped', forwarded: course.forwarded };
    const isForGood =
      left.kind === 'replaced' ||
      left.kind === 'refused' ||
      (left.kind === 'gone' && findAgain === undefined) ||
      (left.kind === 'not-let-in' && !persistence.mayRetryAfterRefusal());
    if (isForGood || persistence.isNewReason(left.reason)) reportDisconnected(reporter, left, isForGood);
    if (isForGood) return { kind: left.kind, forwarded: course.forwarded };
    course.isGone ||= left.kind === 'gone';
    await persistence.waitBeforeReconnect(stop);
  }
}

/** Connects, and handles events until the stream ends. */
async function followStream(session: ListenSession, course: SessionState, onSuccess: () => void): Promise<Disconnect> {
  const {
    client,
    receiver,
    reporter,
    stop,
    silentMs = SILENCE_LIMIT_MS,
    exitAfter = Number.POSITIVE_INFINITY,
  } = session;
  if (course.isGone) await replaceDestination(session, course);
  const { destinationId } = course.found;
  course.time = await course.call('getClock');
  const stream = await openStream({ client, path: `destinations/${destinationId}/stream`, silentMs, stop });
  const handling = createHandlerOptions(session, course);
  reportConnected(reporter, { server: readSandboxBase(client), destinationId, time: course.time, url: receiver.url });
  let lastStatus: StreamDestinationStatus['status'] = 'enabled';
  let comments = 0;
  try {
    for await (const { name, data } of flattenBatches(stream.batches)) {
      const sent: unknown = name === 'comment' ? undefined : JSON.parse(data);
      // The operation streamDeliveries defines the data of each event name.
      if (name === 'end') return disconnectFromEnd(sent as StreamEnd, destinationId);
      if (name === 'comment') comments += 1;
      if (comments > 1) onSuccess(); // the first comment is sent on connect
      if (name === 'destination') {
        const { status } = sent as StreamDestinationStatus;
        if (status !== lastStatus) reportDestinationStatus(reporter, destinationId, sent as StreamDestinationStatus);
        lastStatus = status;
      }
      if (name === 'delivery') {
        const fetched = sent as StreamedDelivery;
        const { isForwarded, reported } = await handleDelivery(handling, fetched);
        if (!fetched.is_test) course.lastEventAt = findLater(course.lastEventAt, fetched.happened_at);
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
async function replaceDestination(
  { findAgain, reporter, ...session }: ListenSession,
  course: SessionState,
): Promise<void> {
  if (findAgain === undefined) throw new Error('a destination given with --destination is not replaced');
  const { call, time: before, lastEventAt, found: gone } = course;
  const isRemembered = await hasDeliveries(call, gone.destinationId); // before registering, because ids may be reused
  const found = await findAgain();
  if (found.isNew) {
    openUnreported(session, found).clear();
    reportFound(reporter, found);
  }
  if (before !== undefined) {
    const since = findMissedSince({ connectedAt: before.now, lastEventAt, isRemembered }, await call('getClock'));
    const missedQuery = { since, states: ['missed' as const] };
    reportRecovered(reporter, since, await recoverEventsSince(call, found.destinationId, missedQuery));
  }
  course.found = found;
  course.isGone = false;
  course.lastEventAt = undefined;
}

async function hasDeliveries(call: CallOperation, destinationId: string): Promise<boolean> {
  const { data } = await call('listDeliveries', { query: { destination_id: destinationId, limit: 1 } });
  return data.length > 0;
}

const findLater = (one: string | undefined, other: string): string =>
  one === undefined || Date.parse(one) < Date.parse(other) ? other : one;

const openUnreported = (
  { client, folder }: Pick<ListenSession, 'client' | 'folder'>,
  { destinationId }: ListenDestination,
): UnreportedResponses => new UnreportedResponses(folder, readSandboxBase(client), destinationId);

function createHandlerOptions(session: ListenSession, { call, found }: SessionState): DeliveryHandlerOptions {
  const { receiver, reporter } = session;
  const { destinationId, secrets } = found;
  return {
    call,
    receiver,
    reporter,
    unreported: openUnreported(session, found),
    secrets: new SecretCache(
      secrets,
      () => readSecrets(call, destinationId),
      () => reportReplacedSecret(reporter, destinationId),
    ),
  };
}
