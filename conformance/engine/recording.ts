import { randomInt } from 'node:crypto';
import { parseJson } from '../http/bodies/json-text.ts';
import { decodeText } from '../http/bodies/text-encoding.ts';
import { findHeader } from '../http/exchange.ts';
import {
  type RecordedEntry,
  type RecordedResponse,
  type Recording,
  toRecordedRequest,
} from '../http/recording/recording.ts';
import { createCardLabeller, MADE_UP_KEY } from '../http/recording/substitutes.ts';
import { createRedactor, type Redactor } from '../http/redaction.ts';
import type { HeaderPair, ShownRequest, TransportResponse } from '../http/transport/transport-contract.ts';
import { findCardNumbers, findLongIds, replaceCardData } from '../reading/card-data.ts';
import { makeUpKey, makeUpRunKey } from '../reading/made-up-key.ts';
import type { RequestOutcome } from './challenge/recorded-traffic.ts';
import { listSecretHeaders } from './results/exchange-record.ts';
import type { RunOptions } from './run-options.ts';

interface RecordingOptions extends Pick<RunOptions, 'target' | 'keys' | 'seed'> {
  /** Redacts keys, added headers and passwords. */
  readonly redact: Redactor;
}

/**
 * Creates the recording of a run: all exchanges, with labels in place of keys and card numbers. Equal card numbers have equal labels,
 * so that a replay can distinguish rows; numbers that are ids by all responses stay.
 */
export function createRecording(outcomes: readonly RequestOutcome[], options: RecordingOptions): Recording {
  const { target, keys, seed = 1 } = options;
  const baseUrl = target.replace(/(?<!\/)\/+$/, '');
  const hide = createHiding(outcomes, options);
  return {
    target: options.redact(baseUrl),
    // a random seed, so that a substitute cannot be used to test guesses of the key
    keys: new Map([...keys].map(([name, key]) => [name, makeUpKey(key, randomInt(2 ** 47))])),
    isRedacted: true,
    seed,
    entries: outcomes.flatMap((outcome) => {
      const { shown } = outcome.request;
      return shown === undefined
        ? []
        : [toEntry(outcome, toHidden(shown, hide), { hide, baseUrl: options.redact(baseUrl) })];
    }),
  };
}

/** Returns a function that replaces keys and card numbers in a text. */
function createHiding(outcomes: readonly RequestOutcome[], { keys, seed, redact }: RecordingOptions): Redactor {
  const labelCard = createCardLabeller();
  const redactMadeUpKey = createRedactor(new Map(), [
    [MADE_UP_KEY, makeUpRunKey({ keys, ...(seed === undefined ? {} : { seed }) })],
  ]);
  const shown = new Set([...listIds(outcomes), ...listSentNumbers(outcomes)]);
  return (text) =>
    replaceCardData(redactMadeUpKey(redact(text)), (found) => (shown.has(found) ? found : labelCard(found)));
}

/** Returns the long numbers that are ids by all responses. */
const listIds = (outcomes: readonly RequestOutcome[]): string[] =>
  outcomes.flatMap((outcome) => ('response' in outcome ? [...findLongIds(readJson(outcome.response))] : []));

/** Returns the card numbers that the kit sent before any response contained them: they are its own. */
function listSentNumbers(outcomes: readonly RequestOutcome[]): ReadonlySet<string> {
  const sent = new Set<string>();
  const received = new Set<string>();
  for (const outcome of outcomes) {
    const { url, body = '' } = outcome.request;
    for (const number of findCardNumbers(`${url}\n${body}`)) if (!received.has(number)) sent.add(number);
    if ('response' in outcome)
      for (const number of findCardNumbers(Buffer.from(outcome.response.body).toString())) received.add(number);
  }
  return sent;
}

function readJson(response: TransportResponse): unknown {
  const parsed = parseJson(decodeText(response.body, findHeader(response.headers, 'content-type')));
  return parsed.isUnreadable ? undefined : parsed.value;
}

/** Card numbers are the only secrets that a shown request may still contain. */
const toHidden = (shown: ShownRequest, hide: Redactor): ShownRequest => ({
  ...shown,
  url: hide(shown.url),
  ...(shown.body === undefined ? {} : { body: hide(shown.body) }),
});

function toEntry(
  outcome: RequestOutcome,
  shown: ShownRequest,
  { hide, baseUrl }: { readonly hide: Redactor; readonly baseUrl: string },
): RecordedEntry {
  const keyHeaders = listSecretHeaders(shown);
  return {
    ...toRecordedRequest(shown, baseUrl),
    ...(keyHeaders.length === 0 ? {} : { keyHeaders }),
    sentMs: outcome.sentMs,
    tookMs: outcome.tookMs,
    outcome:
      'response' in outcome
        ? toHiddenResponse(outcome.response, hide)
        : { code: outcome.failure.code, message: hide(outcome.failure.message) },
  };
}

function toHiddenResponse(response: TransportResponse, hide: Redactor): RecordedResponse {
  const { status, headers, body, undeclaredCoding } = response;
  const hidden = hideInBytes(body, findHeader(headers, 'content-type'), hide);
  return {
    status,
    headers: headers.map(
      ([name, value]): HeaderPair => [
        hide(name),
        /^set-cookie$/i.test(name) ? value.replace(/=[^;]*/, '=[hidden]') : hide(value),
      ],
    ),
    body: hidden,
    ...(hidden === body ? {} : { originalLength: body.length }),
    ...(undeclaredCoding === undefined ? {} : { undeclaredCoding }),
  };
}

/** Returns the same bytes if they contain nothing to hide, otherwise the redacted text in UTF-8. */
function hideInBytes(body: Uint8Array, contentType: string | undefined, hide: Redactor): Uint8Array {
  const text = decodeText(body, contentType);
  const hidden = hide(text);
  if (hidden !== text) return Buffer.from(hidden);
  if (Buffer.from(text).equals(body)) return body;
  const bytes = Buffer.from(body).toString('latin1');
  const hiddenBytes = hide(bytes);
  return hiddenBytes === bytes ? body : Buffer.from(hiddenBytes, 'latin1');
}
