import { events, type Fault } from './fault.ts';
import { correct } from './sender.ts';

/** Faults in retries. */
export const faultsOfRetries: readonly Fault[] = [
  {
    id: 'never-again',
    title: 'sends every delivery only once',
    decisions: { pauseAfter: () => undefined },
    kills: ['retries/happen', 'retries/after-silence', 'retries/redirect-not-followed'],
  },
  {
    id: 'silence-is-success',
    title: 'treats a timeout as a success',
    decisions: {
      pauseAfter: (answer, attempt) => (answer.kind === 'withheld' ? undefined : correct.pauseAfter(answer, attempt)),
    },
    kills: ['retries/after-silence'],
  },
  {
    id: 'never-gives-up',
    title: 'waits for a response without a time limit',
    decisions: { timeoutMs: Number.POSITIVE_INFINITY },
    kills: ['retries/after-silence'],
  },
  {
    id: 'redirect-is-success',
    title: 'treats a redirect as a success',
    decisions: {
      pauseAfter: (answer, attempt) => (answer.kind === 'redirect' ? undefined : correct.pauseAfter(answer, attempt)),
    },
    kills: ['retries/redirect-not-followed'],
  },
  {
    id: 'impatient',
    title: 'ignores Retry-After',
    decisions: {
      pauseAfter: (answer, attempt) =>
        correct.pauseAfter(answer.kind === 'status' ? { kind: 'status', status: answer.status } : answer, attempt),
    },
    kills: ['retries/retry-after'],
  },
  {
    id: 'id-per-attempt',
    title: 'uses a new id for each attempt',
    decisions: { idOf: ({ event, number }) => (number === 1 ? event.id : `${event.id}-${number}`) },
    kills: ['headers/id-equals-body', 'retries/same-id'],
  },
  {
    id: 'body-per-attempt',
    title: 'serialises the body again for each attempt',
    decisions: { bodyOf: ({ event, number }) => JSON.stringify(event, null, number - 1) },
    kills: ['retries/same-bytes'],
  },
  {
    id: 'time-of-first-attempt',
    title: 'sends the timestamp of the first attempt with every attempt',
    decisions: {
      // All first attempts are over before the first retry.
      timestampOf: ({ atMs, number }) => Math.floor(atMs / 1000) - (number === 1 ? 0 : 250),
    },
    kills: ['retries/new-timestamp'],
  },
  {
    id: 'one-id',
    title: 'uses one id for different events',
    decisions: events((event) => ({ ...event, id: 'evt_01M66WB6K0FW69APAPZFV90WQD' })),
    kills: ['retries/ids-are-unique'],
  },
  {
    id: 'goes-on',
    title: 'continues after 410',
    decisions: { stopsWhenGone: false },
    kills: ['retries/gone-is-final'],
  },
];
