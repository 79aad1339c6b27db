import { performance, yieldToOthers } from '../../../base/real-time.ts';
import { findHeader } from '../exchange.ts';
import { type HeaderPair, NoResponse, type Transport } from '../transport/transport-contract.ts';
import {
  identifyEntry,
  type RecordedEntry,
  type RecordedResponse,
  type Recording,
  toRecordedRequest,
} from './recording.ts';
import { restoreLabels, type Substitutes } from './substitutes.ts';

/**
 * Creates a transport that answers from a recording and sends nothing: the n-th of several equal requests gets the n-th response
 * to it, later ones the last. A request that was not recorded has no response (`not-recorded`).
 */
export function createReplayTransport(
  { entries, isRedacted, target }: Recording,
  substitutes: Required<Substitutes>,
): Transport {
  const restoreRequest = isRedacted
    ? (text: string) => restoreLabels(text, { keys: new Map() })
    : (text: string) => text;
  const byRequest = Map.groupBy(entries, (entry) => identifyEntry(restoreRequestOf(entry, restoreRequest)));
  const counts = new Map<string, number>();
  const pause = createPause();
  return async ({ shown }) => {
    if (shown === undefined) throw new Error('only requests of the client can be answered from a recording');
    const identity = identifyEntry(toRecordedRequest(shown, target));
    const known = byRequest.get(identity) ?? [];
    const count = counts.get(identity) ?? 0;
    counts.set(identity, count + 1);
    await pause();
    const entry = known[count] ?? known.at(-1);
    if (entry === undefined) throw new NoResponse('not-recorded', 'the recording has no response');
    const { outcome, sentMs, tookMs } = entry;
    if ('code' in outcome) throw new NoResponse(outcome.code, outcome.message);
    const response = isRedacted ? restoreResponse(outcome, substitutes) : outcome;
    return { ...withoutWrongLength(response, { method: entry.method, isRedacted }), timing: { sentMs, tookMs } };
  };
}

/** The longest time without other work of the thread, in milliseconds. */
const LONGEST_MS = 4;

/** Returns a function that lets the thread do other work, if it did none for a while: a run that waits for no network would block it. */
function createPause(): () => Promise<void> {
  let latestMs = performance.now();
  return async () => {
    if (performance.now() - latestMs < LONGEST_MS) return;
    await yieldToOthers();
    latestMs = performance.now();
  };
}

/** Restores card numbers in a request. The labels of keys stay: the client shows the requests of the replay with the same labels. */
const restoreRequestOf = (entry: RecordedEntry, restore: (text: string) => string): RecordedEntry => ({
  ...entry,
  path: restore(entry.path),
  ...(entry.body === undefined ? {} : { body: restore(entry.body) }),
});

function restoreResponse(response: RecordedResponse, substitutes: Substitutes): RecordedResponse {
  const bytes = Buffer.from(response.body);
  const text = bytes.includes('[') ? bytes.toString() : '';
  const restored = restoreLabels(text, substitutes);
  return {
    ...response,
    headers: response.headers.map(([name, value]): HeaderPair => [name, restoreLabels(value, substitutes)]),
    body: restored === text ? response.body : Buffer.from(restored),
  };
}

/**
 * Removes a Content-Length that only the archive made wrong: other software stores decoded bodies, and a substitute may be longer than
 * what it replaces.
 */
function withoutWrongLength(
  { originalLength, ...response }: RecordedResponse,
  { method, isRedacted }: { readonly method: string; readonly isRedacted: boolean },
): RecordedResponse {
  const length = findHeader(response.headers, 'content-length');
  const isKept = isRedacted && Number(length) !== originalLength;
  if (method === 'HEAD' || length === undefined || isKept || Number(length) === response.body.length) return response;
  return { ...response, headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-length') };
}
