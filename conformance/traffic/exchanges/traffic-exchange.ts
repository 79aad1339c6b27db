import type { HarExchange } from '../../http/recording/har-recording.ts';

/** One exchange of other software with a service, as it was recorded or forwarded. */
export interface TrafficExchange extends HarExchange {
  /** Whether the body is certainly whole, as in a proxy. An archive may have lost the end of a body. */
  readonly isCertainlyWhole?: boolean;
  /** Where it was recorded: `traffic.har, entry 12`. */
  readonly source?: string;
}
