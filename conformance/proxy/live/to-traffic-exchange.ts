import { decodeText } from '../../http/bodies/text-encoding.ts';
import { findHeader } from '../../http/exchange.ts';
import { decodeBody } from '../../http/transport/content-coding.ts';
import { NoResponse } from '../../http/transport/transport-contract.ts';
import type { TrafficExchange } from '../../traffic/index.ts';
import type { ForwardedExchange, ForwardedResponse } from '../forward/forwarded-exchange.ts';
import type { Unjudged } from './live-messages.ts';

const MOST_DECODED_BYTES = 16 * 2 ** 20;

/** An exchange for the judge, and why a part of it cannot be judged. */
export interface ConvertedExchange {
  /** Absent without a response of the upstream. */
  readonly traffic?: TrafficExchange;
  readonly unjudged?: Unjudged;
}

/** Converts an exchange for the judge. A body that was cut, or cannot be decoded, is missing there. */
export async function toTrafficExchange(exchange: ForwardedExchange): Promise<ConvertedExchange> {
  const { method, url, requestHeaders, requestBody, sentMs, tookMs, end, response } = exchange;
  if (response === undefined) return {};
  const { body, unjudged } = end === 'complete' ? await readBody(response) : {};
  return {
    traffic: {
      method,
      url,
      requestHeaders,
      ...(requestBody.length > 0 && requestBody.isWhole
        ? { requestBody: decodeText(requestBody.bytes, findHeader(requestHeaders, 'content-type')) }
        : {}),
      startedMs: sentMs,
      tookMs,
      status: response.status,
      responseHeaders: response.headers,
      body,
      isCertainlyWhole: true,
    },
    ...(unjudged === undefined ? {} : { unjudged }),
  };
}

async function readBody({
  status,
  headers,
  body,
}: ForwardedResponse): Promise<{ readonly body?: Uint8Array; readonly unjudged?: Unjudged }> {
  if (!body.isWhole) return { unjudged: 'too-large' };
  try {
    return { body: (await decodeBody({ status, headers, body: body.bytes }, MOST_DECODED_BYTES)).body };
  } catch (thrown) {
    if (!(thrown instanceof NoResponse)) throw thrown;
    return { unjudged: thrown.code === 'too-large' ? 'too-large' : 'undecodable' };
  }
}
