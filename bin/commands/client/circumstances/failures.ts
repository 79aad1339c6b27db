import { gzipSync } from 'node:zlib';
import type { Circumstance } from '../../../../conformance/client/core/lesson.ts';
import type { TaskName } from '../../../../conformance/client/core/tasks.ts';
import { createProblem, type Incoming, isRead, markReply, type Reply, type Wrap } from '../playing/reply.ts';
import type { Stage } from '../playing/stage.ts';
import { type Play, playOnce } from './play.ts';

/** Changes the reads with these numbers, from 1, and lets the others through. */
const changeReads =
  (
    isChanged: (number: number) => boolean,
    change: (usual: () => Promise<Reply>, incoming: Incoming) => Promise<Reply> | Reply,
  ): Wrap =>
  (next) => {
    let reads = 0;
    return async (incoming) => {
      if (!isRead(incoming)) return next(incoming);
      reads += 1;
      return isChanged(reads) ? change(() => next(incoming), incoming) : next(incoming);
    };
  };

const first = (number: number): boolean => number === 1;
const all = (): boolean => true;
const later = (number: number): boolean => number > 1;
/** The second read of a walk. The task `top_transactions` needs one read. */
const within = (task: TaskName): ((number: number) => boolean) =>
  task === 'top_transactions' ? first : (number) => number === 2;

/** Lists with several pages. */
const LONG = {
  fleet: () => ({ terminals: 41, attemptsPerMonth: 70 }),
  plan: () => ({ pageSize: (limit: number) => Math.min(limit, 10) }),
};

const WAIT_SECONDS = 2;
/** Dates have no fractions of a second: a wait of up to a second is lost. */
const WAIT_DATE_MS = 3000;

const limited = (): Reply => createProblem(429, 'rate_limited', 'Too many requests.');
const unavailable = (): Reply => createProblem(503, 'service_unavailable', 'The service is not available at present.');

function waitSeconds(reply: Reply, { recorder }: Stage): Reply {
  return {
    ...markReply(reply, 'wait', `the service demands a wait of ${WAIT_SECONDS} s`),
    headers: { ...reply.headers, 'retry-after': String(WAIT_SECONDS) },
    waitUntilMs: recorder.now() + WAIT_SECONDS * 1000,
  };
}

function waitForDate(reply: Reply, { recorder }: Stage): Reply {
  const nowMs = Date.now();
  const untilMs = Math.ceil((nowMs + WAIT_DATE_MS) / 1000) * 1000;
  return {
    ...markReply(reply, 'wait', 'the service demands a wait until a date'),
    headers: { ...reply.headers, 'retry-after': new Date(untilMs).toUTCString() },
    waitUntilMs: recorder.now() + (untilMs - nowMs),
  };
}

/** Refuses all reads. */
const refuse = (status: number, code: string, detail: string): Play =>
  playOnce({
    wrap: () =>
      changeReads(all, () => markReply(createProblem(status, code, detail), 'refused', `the service refuses: ${code}`)),
  });

const HTML =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>';

/** Plays of requests that fail. */
export const failurePlays = {
  'wait-seconds': playOnce({ wrap: (stage) => changeReads(first, () => waitSeconds(limited(), stage)) }),
  'wait-date': playOnce({ wrap: (stage) => changeReads(first, () => waitForDate(limited(), stage)) }),
  'unavailable-once': playOnce({ wrap: (stage) => changeReads(first, () => waitSeconds(unavailable(), stage)) }),
  unavailable: playOnce({
    wrap: () => changeReads(all, () => markReply(unavailable(), 'unavailable', 'the service stays unavailable')),
  }),
  'bad-request': refuse(400, 'invalid_request', 'The request is not valid.'),
  unauthorized: refuse(401, 'invalid_key', 'The API key is not valid.'),
  forbidden: refuse(403, 'forbidden', 'The role of the key lacks the privilege.'),
  'not-found': refuse(404, 'not_found', 'The resource does not exist.'),
  'key-revoked': playOnce({
    ...LONG,
    wrap: () =>
      changeReads(later, () =>
        markReply(createProblem(401, 'invalid_key', 'The API key is not valid.'), 'refused', 'the key is revoked'),
      ),
  }),
  'interrupted-walk': playOnce({
    ...LONG,
    wrap: () => changeReads(later, () => markReply(unavailable(), 'unavailable', 'the service stays unavailable')),
  }),
  silence: playOnce({
    wrap: () =>
      changeReads(first, async (usual) => ({
        ...markReply(await usual(), 'silent', 'the service does not respond'),
        effect: { kind: 'silence' },
      })),
  }),
  'cut-body': playOnce({
    ...LONG,
    wrap: (_, task) =>
      changeReads(within(task), async (usual) => ({
        ...markReply(await usual(), 'cut', 'the connection is reset after half of the body'),
        effect: { kind: 'reset', isWithinBody: true },
      })),
  }),
  'slow-body': playOnce({
    wrap: () =>
      changeReads(first, async (usual) => ({
        ...markReply(await usual(), 'slow', 'the body arrives in 24 pieces within 3 s'),
        effect: { kind: 'drip', pieces: 24, pauseMs: 125 },
      })),
  }),
  'endless-body': playOnce({
    wrap: () =>
      changeReads(first, async (usual) => ({
        ...markReply(await usual(), 'endless', 'the body does not end'),
        effect: { kind: 'endless', pauseMs: 500 },
      })),
  }),
  compression: playOnce({
    wrap: () =>
      changeReads(all, async (usual, { headers }) => {
        const reply = await usual();
        if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers['accept-encoding'] ?? '')) return reply;
        return {
          ...markReply(reply, 'compressed', 'compressed with gzip'),
          headers: { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
          body: gzipSync(reply.body),
        };
      }),
  }),
  'html-page': playOnce({
    ...LONG,
    wrap: (_, task) =>
      changeReads(within(task), () => ({
        ...{ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(HTML) },
        ...{ marks: ['page-of-a-gateway'], note: 'an HTML page of a network' },
      })),
  }),
  redirect: playOnce({
    wrap: ({ otherUrl }) =>
      changeReads(all, (_, { path }) => ({
        ...{ status: 307, headers: { location: `${otherUrl}${path}` }, body: Buffer.alloc(0) },
        ...{ marks: ['redirected'], note: 'the service redirects to another host' },
      })),
  }),
  'untrusted-certificate': playOnce({ isUntrusted: true }),
} satisfies Partial<Record<Circumstance, Play>>;
