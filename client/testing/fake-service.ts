import { createFleetClient, type FleetClient, type FleetClientOptions } from '../index.ts';

/** A request as a fake service received it. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly init: RequestInit;
}

/** Answers one request, or throws as a failed `fetch`. */
export type Answer = (sent: SentRequest) => Response | Promise<Response>;

export interface FakeService {
  readonly client: FleetClient;
  readonly sent: readonly SentRequest[];
  /** The pauses of the client, in milliseconds. */
  readonly pauses: readonly number[];
}

export const KEY = 'key-of-the-test-7f3a';

export const START_MS = Date.parse('2026-11-02T15:00:00Z');

/** Creates a client of a service that gives these answers in their order; the last one repeats. Its clock moves by pauses only. */
export function startFakeService(answers: readonly Answer[], options: Partial<FleetClientOptions> = {}): FakeService {
  const sent: SentRequest[] = [];
  const pauses: number[] = [];
  let nowMs = START_MS;
  const client = createFleetClient({
    baseUrl: 'https://fleet.example/base/',
    apiKey: KEY,
    fetch: async (url, init) => {
      const { method = 'GET', body = null } = init;
      sent.push({ url, method, headers: new Headers(init.headers), body: body as string | null, init }); // the client sends texts
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (answer === undefined) throw new Error('the test has no answer');
      return answer(sent.at(-1) as SentRequest); // pushed above
    },
    clock: {
      nowMs: () => nowMs,
      wait: async (ms, signal) => {
        signal?.throwIfAborted();
        pauses.push(ms);
        nowMs += ms;
      },
    },
    ...options,
  });
  return { client, sent, pauses };
}

export const answerJson =
  (
    value: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): Answer =>
  () =>
    new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** Answers with a problem document. */
export const answerProblem = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  answerJson(
    { type: `/problems/${code}`, title: 'Title', status, code, detail: `Detail of ${code}.`, request_id: 'req_1' },
    { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
  );

/** Answers with a page of a list. */
export const answerPage = (data: readonly unknown[], next: string | null = null): Answer =>
  answerJson({ object: 'list', data, page: { has_more: next !== null, next_cursor: next } });

/** Fails as `fetch` does if there is no connection. */
export const failConnection: Answer = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 192.0.2.1:443') });
};
