import type { IncomingMessage, ServerResponse } from 'node:http';
import { WorldDeleted } from '../../storage/world-deleted.ts';

/*
 * The types of middleware, and the app that runs it. Middleware has the form of Express, so that Express runs it too; the app
 * needs neither its router nor its methods, which would be most of what a start loads. See decision 18.
 */

/** A request that Node's server received, so it has a method and a target. */
export interface HttpRequest extends IncomingMessage {
  method: string;
  url: string;
  /** The parsed body, once it has been read. */
  body?: unknown;
  /** When it must be answered, on the monotonic clock; undefined if it has just arrived. */
  answerByMs?: number;
  /** The address of the client behind trusted proxies; undefined without them. */
  clientAddress?: string;
}

export interface HttpResponse extends ServerResponse<HttpRequest> {
  /** `call` is a `Call` of `call.ts`, which reads it. */
  readonly locals: { call?: object; vary?: string };
}

/** Answers a request, or calls `next`; with an argument if it failed. */
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

export interface AppParts {
  /** Called one after the other until one answers. */
  readonly middleware: readonly Middleware[];
  /** Answers a request for which middleware failed. */
  readonly answerDefect: (response: HttpResponse, defect: unknown) => void;
  /** Returns the address of the client behind trusted proxies. */
  readonly readClientAddress: ((request: IncomingMessage) => string) | undefined;
  readonly isTrustedProxy: App['isTrustedProxy'];
}

/** Creates an app that runs `middleware` in order for each request. */
export function createApp({ middleware, answerDefect, readClientAddress, isTrustedProxy }: AppParts): App {
  const answer = (message: IncomingMessage, serverResponse: ServerResponse, onDeleted?: () => void): void => {
    const request = message as HttpRequest; // Node's server sets the method and the target
    const response = Object.assign(serverResponse, { locals: {} }) as HttpResponse;
    if (readClientAddress !== undefined) request.clientAddress = readClientAddress(message);
    const runFrom = (index: number): void => {
      const fail = (defect: unknown): void => {
        if (!(defect instanceof WorldDeleted) || onDeleted === undefined || response.headersSent) {
          answerDefect(response, defect);
          return;
        }
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        onDeleted();
      };
      try {
        const result = middleware[index]?.(request, response, (defect) => {
          if (defect === undefined) runFrom(index + 1);
          else fail(defect);
        });
        result?.catch(fail);
      } catch (defect) {
        fail(defect);
      }
    };
    runFrom(0);
  };
  return Object.assign(answer, { isTrustedProxy });
}
