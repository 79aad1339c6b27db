import type { ReplyBytes } from '../../serialisers/json.ts';

/** Names and values of headers in turn, as `writeHead` expects them. */
export type HeaderList = readonly string[];

/** A reply that was made and checked. A sender adds only the headers of the call. */
export interface FinalReply {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: ReplyBytes | Buffer;
  /** Whether the connection ends with the reply. */
  readonly closesConnection?: boolean;
}

/** Returns the value of a header by its name in lower case. */
export function findHeader(headers: HeaderList, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index]?.length === name.length && headers[index]?.toLowerCase() === name) return headers[index + 1];
  return undefined;
}
