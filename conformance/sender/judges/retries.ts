import { isRefused, nextAttempts, type Retry, retriesIn } from '../attempts.ts';
import type { Delivery } from '../delivery.ts';
import {
  fail,
  type Hearing,
  inconclusive,
  isShown,
  type Judge,
  type Judgement,
  notApplicable,
  pass,
  untestable,
} from '../judge.ts';

/** What was on its way already may still come for so long, in milliseconds. */
const ON_ITS_WAY_MS = 1000;
/** How much of the pause that was asked for has to be kept: clocks are rounded. */
const KEPT = 0.9;
/** A pause that is at most so much longer than what was asked for was made because of it. */
const BECAUSE_OF_IT = 1.5;

/** When a sender tries again, and when not. None of it is documented. */
export const retryJudges: readonly Judge[] = [
  {
    id: 'retries/happen',
    title: 'A delivery that got an error is tried again',
    level: 'advice',
    rule: 'events.retries',
    judge: (hearing) =>
      comesAgain(
        hearing,
        ({ answer: { status } }) => status !== null && status >= 500,
        'no delivery was answered with a 5xx: send two or more events, without --passive',
      ),
  },
  {
    id: 'retries/after-silence',
    title: 'A delivery that got no answer is given up in time and tried again',
    level: 'advice',
    rule: 'events.retries',
    judge: afterSilence,
  },
  {
    id: 'retries/retry-after',
    title: 'A delivery is not tried again before Retry-After is over',
    level: 'advice',
    rule: 'events.retries',
    judge: (hearing) => retryAfter(retriesIn(hearing.deliveries), hearing),
  },
  {
    id: 'retries/redirect-not-followed',
    title: 'A redirect is a failure, and is not followed',
    level: 'advice',
    rule: 'events.retries',
    judge: redirected,
  },
  {
    id: 'retries/gone-is-final',
    title: 'After 410 nothing is delivered any more',
    level: 'advice',
    rule: 'events.retries',
    judge: gone,
  },
];

/** A redirect has to be tried again like an error, at the same address. */
function redirected(hearing: Hearing): Judgement {
  const followers = hearing.everything.filter(({ isAtSideDoor }) => isAtSideDoor);
  if (isShown(followers)) {
    const [{ method, path }] = followers;
    return fail({ expected: 'no request to where Location leads', saw: `${method} ${path}` }, ...followers);
  }
  return comesAgain(
    hearing,
    ({ answer: { status } }) => status !== null && status >= 300 && status < 400,
    'no delivery was answered with a redirect; without --passive, the fourth one is',
  );
}

/** A sender has to end the connection by itself, and then try again. */
function afterSilence(hearing: Hearing): Judgement {
  const silent = hearing.everything.filter(({ answer }) => answer.status === null);
  if (silent.length === 0) return notApplicable('no answer was withheld; --withhold does so, for the fifth event');
  const outwaited = silent.filter(({ answer }) => answer.ended?.by === 'inbox');
  if (isShown(outwaited)) {
    const longestMs = Math.max(...outwaited.map(({ answer }) => answer.ended?.afterMs ?? 0));
    const saw = `it waited ${seconds(longestMs)}, until the inbox closed the connection`;
    if (longestMs >= hearing.patienceMs)
      return fail({ expected: `the sender gives up within ${seconds(hearing.patienceMs)}`, saw }, ...outwaited);
    return inconclusive(`${saw}; --withhold 40s shows whether it gives up later`, ...outwaited);
  }
  const again = comesAgain(hearing, ({ answer }) => answer.status === null, 'only a sample was left without an answer');
  const isEndKnown = silent.some(({ answer }) => answer.ended !== undefined);
  return again.kind === 'pass' && !isEndKnown
    ? inconclusive('who closed the connection was not recorded; receive the deliveries again', ...again.evidence)
    : again;
}

/** Whether what was answered so was sent again, as far as anybody listened. */
function comesAgain(hearing: Hearing, isMeant: (one: Delivery) => boolean, otherwise: string): Judgement {
  const { deliveries, patienceMs } = hearing;
  const refused = deliveries.filter((one) => isMeant(one) && isRefused(one) && !one.isSample);
  if (!isShown(refused)) return untestable(otherwise);
  // A 410 ends everything, retries that were due included.
  const untilMs = goneIn(deliveries)?.receivedAtMs ?? hearing.listenedUntilMs;
  const next = nextAttempts(deliveries);
  const repeated = refused.flatMap((one) => next.get(one) ?? []);
  const longestPauseMs = Math.max(
    0,
    ...retriesIn(deliveries).map(({ pauseMs, attempt }) => (attempt === 1 ? pauseMs : 0)),
  );
  const cameAgain = new Set(repeated.map(({ identity }) => identity));
  const never = refused.filter(
    (one) =>
      !next.has(one) &&
      untilMs - endedMs(one) >= Math.max(patienceMs, 2 * longestPauseMs) &&
      // The next attempt of a delivery that came again before may be due in hours.
      !cameAgain.has(one.identity),
  );
  if (isShown(never)) {
    const saw = `none in the ${seconds(untilMs - endedMs(never[0]))} that followed; a later one was not waited for`;
    return fail({ expected: 'another attempt', saw }, ...never);
  }
  if (isShown(repeated)) return pass(...repeated);
  return inconclusive(
    `nobody listened longer than ${seconds(untilMs - endedMs(refused[0]))} for another attempt; --for gives more time`,
    ...refused,
  );
}

/** A pass needs a pause that the sender would not have made by itself. */
function retryAfter(retries: readonly Retry[], { deliveries, listenedUntilMs }: Hearing): Judgement {
  const asked = retries.filter(({ refused }) => askedMs(refused) > 0);
  const early = asked.find(({ refused, pauseMs }) => pauseMs < askedMs(refused) * KEPT);
  if (early !== undefined) {
    const { refused, next, pauseMs } = early;
    const saw = `the next attempt after ${seconds(pauseMs)}`;
    return fail({ expected: `${seconds(askedMs(refused))} without another attempt`, saw }, refused, next);
  }
  const plain = retries.filter(({ refused }) => askedMs(refused) === 0);
  const heeded = asked.find(
    ({ refused, pauseMs, attempt }) =>
      pauseMs <= askedMs(refused) * BECAUSE_OF_IT + ON_ITS_WAY_MS ||
      plain.some((one) => one.attempt === attempt && one.pauseMs < askedMs(refused)),
  );
  if (heeded !== undefined) return pass(heeded.refused, heeded.next);
  const [late] = asked;
  if (late !== undefined)
    return untestable(
      `it waited ${seconds(late.pauseMs)}, perhaps by itself; ask for more with --retry-after`,
      late.refused,
      late.next,
    );
  const open = deliveries.filter((one) => askedMs(one) > 0);
  if (!isShown(open))
    return untestable('no delivery was answered with Retry-After: send three or more events, without --passive');
  const why =
    goneIn(deliveries) === undefined ? 'listen longer, with --for' : 'the 410 of --allow-gone ended it before';
  return inconclusive(`no further attempt came in ${seconds(listenedUntilMs - open[0].receivedAtMs)}; ${why}`, ...open);
}

/** That nothing came shows something only where something was due. */
function gone({ deliveries, listenedUntilMs }: Hearing): Judgement {
  const last = goneIn(deliveries);
  if (last === undefined) return notApplicable('no delivery was answered with 410; --allow-gone does so');
  const later = deliveries.filter(({ receivedAtMs }) => receivedAtMs > last.receivedAtMs + ON_ITS_WAY_MS);
  if (isShown(later)) return fail({ expected: 'nothing after 410', saw: 'further deliveries' }, ...later, last);
  const longestMs = retriesIn(deliveries).reduce((most, { pauseMs }) => Math.max(most, pauseMs), 0);
  const next = nextAttempts(deliveries);
  const due = deliveries.filter((one) => {
    const isOpen =
      isRefused(one) && one.number < last.number && (next.get(one)?.number ?? Number.POSITIVE_INFINITY) > last.number;
    if (!isOpen) return false;
    const dueMs = one.receivedAtMs + Math.max(askedMs(one), longestMs);
    return dueMs > last.receivedAtMs + ON_ITS_WAY_MS && dueMs < listenedUntilMs;
  });
  return longestMs > 0 && due.length > 0
    ? pass(last, ...due)
    : untestable('nothing was due after the 410: send three or more events, and listen longer, with --for', last);
}

const goneIn = (deliveries: readonly Delivery[]): Delivery | undefined =>
  deliveries.find(({ answer }) => answer.status === 410);

/** When the attempt was over: at once, but for an answer that was withheld. */
const endedMs = ({ receivedAtMs, answer }: Delivery): number => receivedAtMs + (answer.ended?.afterMs ?? 0);

const askedMs = ({ answer }: Delivery): number => (answer.retryAfterSeconds ?? 0) * 1000;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
