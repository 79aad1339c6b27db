import { findLargest } from '../../../base/large-lists.ts';
import { findNextAttempts, isRetryable, listRetries, type RetriedAttempt } from '../core/attempts.ts';
import {
  fail,
  inconclusive,
  isNonEmpty,
  notApplicable,
  pass,
  type SenderCheck,
  type SenderCheckInput,
  type SenderVerdict,
  untestable,
} from '../core/check.ts';
import type { ReceivedDelivery } from '../core/received-delivery.ts';

/** Requests that were already in transit can arrive for this long. */
const ON_ITS_WAY_MS = 1000;
/** Minimum share of the requested pause; clocks are rounded. */
const KEPT = 0.9;
/** A pause up to this multiple of the requested pause counts as caused by the request. */
const BECAUSE_OF_IT = 1.5;

/** Checks of when a sender retries. All rules are assumed. */
export const retryChecks: readonly SenderCheck[] = [
  {
    id: 'retries/happen',
    title: 'A delivery is retried after an error response',
    level: 'advice',
    rule: 'events.retries',
    evaluate: (input) =>
      checkRetried(
        input,
        ({ answer: { status } }) => status !== null && status >= 500,
        'no delivery got a 5xx response: send two or more events, without --passive',
      ),
  },
  {
    id: 'retries/after-silence',
    title: 'A delivery without a response times out and is retried',
    level: 'advice',
    rule: 'events.retries',
    evaluate: checkTimeout,
  },
  {
    id: 'retries/retry-after',
    title: 'A retry waits for the time in Retry-After',
    level: 'advice',
    rule: 'events.retries',
    evaluate: (input) => checkRetryAfter(listRetries(input.deliveries), input),
  },
  {
    id: 'retries/redirect-not-followed',
    title: 'A redirect is a failure and is not followed',
    level: 'advice',
    rule: 'events.retries',
    evaluate: checkRedirect,
  },
  {
    id: 'retries/gone-is-final',
    title: 'No deliveries follow a 410 response',
    level: 'advice',
    rule: 'events.retries',
    evaluate: checkGone,
  },
];

/** A sender must retry a redirected delivery at the same URL, as after an error. */
function checkRedirect(input: SenderCheckInput): SenderVerdict {
  const followers = input.requests.filter(({ isFollowedRedirect }) => isFollowedRedirect);
  if (isNonEmpty(followers)) {
    const [{ method, path }] = followers;
    return fail({ expected: 'no request to the URL in Location', saw: `${method} ${path}` }, ...followers);
  }
  return checkRetried(
    input,
    ({ answer: { status } }) => status !== null && status >= 300 && status < 400,
    'no delivery got a redirect: send four or more events, without --passive',
  );
}

/** A sender must close the connection after a timeout, and then retry. */
function checkTimeout(input: SenderCheckInput): SenderVerdict {
  const silent = input.requests.filter(({ answer }) => answer.status === null);
  if (silent.length === 0) return notApplicable('only checked with --withhold, which applies to the fifth event');
  const outwaited = silent.filter(({ answer }) => answer.ended?.by === 'inbox');
  if (isNonEmpty(outwaited)) {
    const longestMs = findLargest(outwaited.map(({ answer }) => answer.ended?.afterMs ?? 0));
    const saw = `it waited ${formatSeconds(longestMs)}, until the inbox closed the connection`;
    if (longestMs >= input.patienceMs)
      return fail({ expected: `the sender times out within ${formatSeconds(input.patienceMs)}`, saw }, ...outwaited);
    return inconclusive(`${saw}; --withhold 40s shows whether it times out later`, ...outwaited);
  }
  const again = checkRetried(input, ({ answer }) => answer.status === null, 'only a sample got no response');
  const isEndKnown = silent.some(({ answer }) => answer.ended !== undefined);
  return again.kind === 'pass' && !isEndKnown
    ? inconclusive(
        'the recording does not state which side closed the connection; record the deliveries again',
        ...again.evidence,
      )
    : again;
}

/** Checks whether the selected deliveries were retried before the end of the recording. */
function checkRetried(
  input: SenderCheckInput,
  isMeant: (one: ReceivedDelivery) => boolean,
  otherwise: string,
): SenderVerdict {
  const { deliveries, patienceMs } = input;
  const refused = deliveries.filter((one) => isMeant(one) && isRetryable(one) && !one.isSample);
  if (!isNonEmpty(refused)) return untestable(otherwise);
  // A 410 also cancels retries that were due.
  const untilMs = findGone(deliveries)?.receivedAtMs ?? input.listenedUntilMs;
  const next = findNextAttempts(deliveries);
  const repeated = refused.flatMap((one) => next.get(one) ?? []);
  const longestPauseMs = findLargest(
    listRetries(deliveries).map(({ pauseMs, attempt }) => (attempt === 1 ? pauseMs : 0)),
    0,
  );
  const cameAgain = new Set(repeated.map(({ identity }) => identity));
  const never = refused.filter(
    (one) =>
      !next.has(one) &&
      untilMs - getEndMs(one) >= Math.max(patienceMs, 2 * longestPauseMs) &&
      // The next attempt of a delivery that was already retried may be due in hours.
      !cameAgain.has(one.identity),
  );
  if (isNonEmpty(never)) {
    const saw = `none within ${formatSeconds(untilMs - getEndMs(never[0]))}, the end of the recording`;
    return fail({ expected: 'another attempt', saw }, ...never);
  }
  if (isNonEmpty(repeated)) return pass(...repeated);
  return inconclusive(
    `no further attempt within ${formatSeconds(untilMs - getEndMs(refused[0]))}; listen longer, with --for`,
    ...refused,
  );
}

/** A pass needs a pause that differs from the sender's usual pause. */
function checkRetryAfter(
  retries: readonly RetriedAttempt[],
  { deliveries, listenedUntilMs }: SenderCheckInput,
): SenderVerdict {
  const withRetryAfter = retries.filter(({ refused }) => getRetryAfterMs(refused) > 0);
  const early = withRetryAfter.find(({ refused, pauseMs }) => pauseMs < getRetryAfterMs(refused) * KEPT);
  if (early !== undefined) {
    const { refused, next, pauseMs } = early;
    const saw = `the next attempt after ${formatSeconds(pauseMs)}`;
    return fail({ expected: `${formatSeconds(getRetryAfterMs(refused))} without another attempt`, saw }, refused, next);
  }
  const plain = retries.filter(({ refused }) => getRetryAfterMs(refused) === 0);
  const heeded = withRetryAfter.find(
    ({ refused, pauseMs, attempt }) =>
      pauseMs <= getRetryAfterMs(refused) * BECAUSE_OF_IT + ON_ITS_WAY_MS ||
      plain.some((one) => one.attempt === attempt && one.pauseMs < getRetryAfterMs(refused)),
  );
  if (heeded !== undefined) return pass(heeded.refused, heeded.next);
  const [late] = withRetryAfter;
  if (late !== undefined)
    return untestable(
      `it waited ${formatSeconds(late.pauseMs)}, which may be its usual pause; give a longer --retry-after`,
      late.refused,
      late.next,
    );
  const open = deliveries.filter((one) => getRetryAfterMs(one) > 0);
  if (!isNonEmpty(open)) return untestable('no delivery got Retry-After: send three or more events, without --passive');
  const why = findGone(deliveries) === undefined ? 'listen longer, with --for' : 'the 410 of --allow-gone came first';
  return inconclusive(
    `no further attempt within ${formatSeconds(listenedUntilMs - open[0].receivedAtMs)}; ${why}`,
    ...open,
  );
}

/** A pass needs a retry that was due after the 410. */
function checkGone({ deliveries, listenedUntilMs }: SenderCheckInput): SenderVerdict {
  const last = findGone(deliveries);
  if (last === undefined) return notApplicable('only checked with --allow-gone');
  const later = deliveries.filter(({ receivedAtMs }) => receivedAtMs > last.receivedAtMs + ON_ITS_WAY_MS);
  if (isNonEmpty(later))
    return fail({ expected: 'no deliveries after 410', saw: 'further deliveries' }, ...later, last);
  const longestMs = listRetries(deliveries).reduce((most, { pauseMs }) => Math.max(most, pauseMs), 0);
  const next = findNextAttempts(deliveries);
  const due = deliveries.filter((one) => {
    const isOpen =
      isRetryable(one) && one.number < last.number && (next.get(one)?.number ?? Number.POSITIVE_INFINITY) > last.number;
    if (!isOpen) return false;
    const dueMs = one.receivedAtMs + Math.max(getRetryAfterMs(one), longestMs);
    return dueMs > last.receivedAtMs + ON_ITS_WAY_MS && dueMs < listenedUntilMs;
  });
  return longestMs > 0 && due.length > 0
    ? pass(last, ...due)
    : untestable('no retry was due after the 410: send three or more events, and listen longer, with --for', last);
}

const findGone = (deliveries: readonly ReceivedDelivery[]): ReceivedDelivery | undefined =>
  deliveries.find(({ answer }) => answer.status === 410);

/** Returns the end of an attempt: its arrival, or the close of a withheld connection. */
const getEndMs = ({ receivedAtMs, answer }: ReceivedDelivery): number => receivedAtMs + (answer.ended?.afterMs ?? 0);

const getRetryAfterMs = ({ answer }: ReceivedDelivery): number => (answer.retryAfterSeconds ?? 0) * 1000;

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
