import type { HeaderPair } from '../../../../conformance/http/client.ts';
import { ledgerline } from '../index.ts';

/** The options of a request in a test. */
export interface RequestOptions {
  readonly method?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: unknown;
}

export interface TargetReply {
  readonly status: number;
  readonly text: string;
  /** The body parsed as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
  header(name: string): string | undefined;
}

/** Sends a request for a path and query, with the key of a role (or none). */
export type RequestSender = (role: string | undefined, path: string, request?: RequestOptions) => Promise<TargetReply>;

export const BASE = 'https://ledgerline.test';

/** Starts the service and returns a function that sends requests to it. */
export function createRequestSender(seed: number, faults: readonly string[] = []): RequestSender {
  const transport = ledgerline.transport({ seed, faults });
  return async (role, path, { method = 'GET', headers = [], body } = {}) => {
    const key = role === undefined ? undefined : ledgerline.keys.get(role);
    const response = await transport({
      method,
      url: path.startsWith('https:') ? path : BASE + path,
      headers: [
        ...(key === undefined ? [] : ([['X-API-Key', key]] as const)),
        ...(body === undefined ? [] : ([['Content-Type', 'application/json']] as const)),
        ...headers,
      ],
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = new TextDecoder().decode(response.body);
    return {
      status: response.status,
      text,
      json: parseJson(text),
      header: (name) => response.headers.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1],
    };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the next URL of a Link header. */
export const readNextLink = (reply: TargetReply): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(reply.header('link') ?? '')?.[1];

/** Returns the replies of all pages, starting at `path`. */
export async function readAllPages(send: RequestSender, role: string, path: string): Promise<TargetReply[]> {
  const replies: TargetReply[] = [];
  for (let next: string | undefined = path; next !== undefined && replies.length < 40; ) {
    const reply = await send(role, next);
    replies.push(reply);
    next = readNextLink(reply);
  }
  return replies;
}
