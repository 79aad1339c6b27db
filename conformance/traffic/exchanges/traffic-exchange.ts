import type { HeaderPair } from '../../http/transport/transport-contract.ts';

/** One exchange of other software with a service, as it was recorded or forwarded. */
export interface TrafficExchange {
  readonly method: string;
  /** The absolute URL of the request. */
  readonly url: string;
  readonly requestHeaders: readonly HeaderPair[];
  /** The body of the request as text; absent if there is none, or if it was not recorded. */
  readonly requestBody?: string;
  /** When the request was sent, in epoch milliseconds; 0 if unknown. */
  readonly startedMs: number;
  /** The time until the response was complete, in milliseconds. */
  readonly tookMs: number;
  readonly status: number;
  readonly responseHeaders: readonly HeaderPair[];
  /** The whole body, decompressed; `undefined` if it was not recorded or was cut. */
  readonly body: Uint8Array | undefined;
  /** Whether the body is certainly whole, as in a proxy. An archive may have lost the end of a body. */
  readonly isCertainlyWhole?: boolean;
  /** The name of the caller, if the recording states it: then the headers need not contain its key. */
  readonly caller?: string;
  /** Where it was recorded: `traffic.har, entry 12`. */
  readonly source?: string;
}
