import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call } from './call.ts';

/** A request that Node's server received, so it has a method and a target. */
export interface HttpRequest extends IncomingMessage {
  method: string;
  url: string;
  /** The address of the client behind trusted proxies; undefined without them. */
  clientAddress?: string;
  /** The body, if middleware in front of the sandbox has parsed it. */
  body?: unknown;
}

/** A response whose request has begun. Express keeps `locals`. */
export interface HttpResponse extends ServerResponse<HttpRequest> {
  locals: { call: Call };
}

/** Answers a request, or calls `next`; with an argument if it failed. Express calls it. */
export type Middleware = (
  request: HttpRequest,
  response: HttpResponse,
  next: (defect?: unknown) => void,
) => void | Promise<void>;

/** Answers the requests of an HTTP server. */
export interface App {
  /** `onDeleted` answers instead if the world of the app turns out to have been deleted. Default: as for a defect. */
  (request: IncomingMessage, response: ServerResponse, onDeleted?: () => void): void;
  /** Whether the address is that of a trusted proxy. */
  readonly isTrustedProxy: (address: string) => boolean;
}

/** Returns the call of a response. */
export const getCall = (response: HttpResponse): Call => response.locals.call;
