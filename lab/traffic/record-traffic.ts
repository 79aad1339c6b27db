import type { Transport } from '../../conformance/http/client.ts';
import type { TrafficExchange } from '../../conformance/index.ts';

/** Wraps a transport so that it also records the exchanges as a proxy sees them. */
export function recordExchanges(send: Transport, into: TrafficExchange[]): Transport {
  return async (request) => {
    const startedMs = Date.now();
    const response = await send(request);
    into.push({
      method: request.method,
      url: request.url,
      requestHeaders: request.headers,
      ...(request.body === undefined ? {} : { requestBody: request.body }),
      startedMs,
      tookMs: Date.now() - startedMs,
      status: response.status,
      responseHeaders: response.headers,
      body: response.body,
    });
    return response;
  };
}
