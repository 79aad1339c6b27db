import { changeEvents, type SenderFault } from './fault.ts';
import { correctSender } from './sender.ts';

/** Faults in retries. */
export const retryFaults: readonly SenderFault[] = [
  {
    id: 'never-again',
    title: 'sends every delivery only once',
    behaviour: { pauseAfter: () => undefined },
    kills: ['retries/happen', 'retries/after-silence', 'retries/redirect-not-followed'],
  },
  {
    id: 'silence-is-success',
    title: 'treats a timeout as a success',
    behaviour: {
      pauseAfter: (answer, attempt) =>
        answer.kind === 'withheld' ? undefined : correctSender.pauseAfter(answer, attempt),
    },
    kills: ['retries/after-silence'],
  },
  {
    id: 'never-gives-up',
    title: 'waits for a response without a time limit',
    behaviour: { timeoutMs: Number.POSITIVE_INFINITY },
    kills: ['retries/after-silence'],
  },
  {
    id: 'redirect-is-success',
    title: 'treats a redirect as a success',
    behaviour: {
      pauseAfter: (answer, attempt) =>
        answer.kind === 'redirect' ? undefined : correctSender.pauseAfter(answer, attempt),
    },
    kills: ['retries/redirect-not-followed'],
  },
  {
    id: 'impatient',
    title: 'ignores Retry-After',
    behaviour: {
      pauseAfter: (answer, attempt) =>
        correctSender.pauseAfter(
          answer.kind === 'status' ? { kind: 'status', status: answer.status } : answer,
          attempt,
        ),
    },
    kills: ['retries/retry-after'],
  },
  {
    id: 'id-per-attempt',
    title: 'uses a new id for each attempt',
    behaviour: { makeId: ({ event, number }) => (number === 1 ? event.id : `${event.id}-${number}`) },
    kills: ['headers/id-equals-body', 'retries/same-id'],
  },
  {
    id: 'body-per-attempt',
    title: 'serialises the body again for each attempt',
    behaviour: { makeBody: ({ event, number }) => JSON.stringify(event, null, number - 1) },
    kills: ['retries/same-bytes'],
  },
  {
    id: 'time-of-first-attempt',
    title: 'sends the timestamp of the first attempt with every attempt',
    behaviour: {
      // All first attempts are over before the first retry.
      makeTimestamp: ({ atMs, number }) => Math.floor(atMs / 1000) - (number === 1 ? 0 : 250),
    },
    kills: ['retries/new-timestamp'],
  },
  {
    id: 'one-id',
    title: 'uses one id for different events',
    behaviour: changeEvents((event) => ({ ...event, id: 'evt_01M66WB6K0FW69APAPZFV90WQD' })),
    kills: ['retries/ids-are-unique'],
  },
  {
    id: 'goes-on',
    title: 'continues after 410',
    behaviour: { stopsWhenGone: false },
    kills: ['retries/gone-is-final'],
  },
];
