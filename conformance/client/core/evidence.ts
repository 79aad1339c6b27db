import type { Answer } from './answer.ts';
import type { Expected } from './expected.ts';
import type { TaskName } from './tasks.ts';

/** A circumstance that the gateway applied to an exchange. */
export type Mark =
  | 'later-page'
  | 'short-page'
  | 'empty-page'
  | 'repeated-row'
  | 'expired-cursor'
  | 'new-row'
  | 'late-row'
  | 'changed-value'
  | 'encoded-id'
  | 'wait'
  | 'unavailable'
  | 'refused'
  | 'redirected'
  | 'silent'
  | 'cut'
  | 'slow'
  | 'endless'
  | 'compressed'
  | 'page-of-a-gateway'
  | 'lost-response'
  | 'handled'
  | 'tagged'
  | 'not-modified'
  | 'read-alerts';

/** A request of the client, and the response that it received. No member contains the API key. */
export interface ClientExchange {
  /** From 1, in order of arrival. */
  readonly number: number;
  /** Which run of the program sent it, from 1. */
  readonly run: number;
  /** Whether it arrived at the service or at the host to which the service redirects. */
  readonly host: 'service' | 'other';
  /** Milliseconds from the start of the lesson to the arrival of the request. */
  readonly atMs: number;
  /** Milliseconds from the start of the lesson to the end of the response; null while it has not ended. */
  readonly endMs: number | null;
  readonly method: string;
  /** The path and the query as they were sent, with the key replaced. */
  readonly target: string;
  /** Lower-case names; values with the key replaced. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the header `X-API-Key` had the key of the lesson. */
  readonly hasKey: boolean;
  /** Where the key was, in addition to its header. */
  readonly keyPlaces: readonly ('url' | 'header' | 'body')[];
  /** Null if the client received no response. */
  readonly status: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The circumstance in words, such as `the connection is reset after half of the body`; empty for a usual response. */
  readonly note: string;
  readonly marks: readonly Mark[];
  /** Epoch milliseconds or duration until which the client must wait, as milliseconds from the start of the lesson. */
  readonly waitUntilMs: number | null;
}

/** A delivery that the lesson sent to the client's receiver, and the status of its response. */
export interface ClientDelivery {
  readonly atMs: number;
  readonly name: string;
  readonly eventId: string;
  readonly isGenuine: boolean;
  /** Null without a response. */
  readonly status: number | null;
}

/** How a run of the program ended. */
export type RunEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'memory'; readonly megabytes: number }
  | { readonly kind: 'output'; readonly megabytes: number }
  /** The lesson stopped a program that serves without end. */
  | { readonly kind: 'stopped' };

/** One run of the program. */
export interface ProgramRun {
  readonly task: TaskName | undefined;
  /** The value of `FLEETKIT_INPUT`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
  /** The right answer; undefined if a program is only observed. */
  readonly expected: Expected | undefined;
  readonly end: RunEnd;
  /** Milliseconds from the start of the lesson. */
  readonly startMs: number;
  readonly endMs: number;
  /** The end of its standard error, with the key replaced. */
  readonly errors: string;
  /** Whether its output contained the key. */
  readonly printedKey: boolean;
  /** Whether it left programs behind, which were stopped. */
  readonly leftPrograms: boolean;
}

/** Everything that a lesson observed. */
export interface Evidence {
  readonly runs: readonly ProgramRun[];
  readonly exchanges: readonly ClientExchange[];
  readonly deliveries: readonly ClientDelivery[];
  /** Connections to the service, also those without a request. */
  readonly connections: number;
  /** Whether the program is observed without tasks: its output is no answer then. */
  readonly isObserved: boolean;
}
