import type { IncomingMessage, ServerResponse } from 'node:http';
import { WorldDeleted } from '../storage/world-deleted.ts';
import { parseBasePath, parseOperatorToken, removeBasePath } from '../workspaces/workspace.ts';
import { parseIssuedKey } from '../world/state/issued-keys.ts';
import type { Turns } from './edge/turns.ts';
import type { App } from './exchange/middleware.ts';

/** Answers the requests of one workspace. */
export interface WorkspaceApp {
  /** `onDeleted` answers instead if the workspace turns out to have been deleted. */
  answer(request: IncomingMessage, response: ServerResponse, onDeleted: () => void): void;
}

/** Finds the workspaces of a server. */
export interface WorkspaceFinder {
  /** Returns an open workspace at once; undefined if it must be opened first, or does not exist. */
  findReady(name: string): WorkspaceApp | undefined;
  /** Returns a workspace, and opens it if necessary; undefined if it does not exist. */
  open(name: string): Promise<WorkspaceApp | undefined>;
  /** Receives the fault of a workspace that could not be opened. */
  onFault(fault: unknown): void;
}

interface RoutingOptions {
  readonly turns: Turns;
  /** The path under which clients reach the server, without a slash at its end; empty if it has none. */
  readonly basePath: string;
}

/**
 * Passes each request to the workspace that its base path, key or token names, without the base path, and any other to
 * `main`. A request that names an unknown workspace goes to `main` unchanged, which does not know its path or key; so does one
 * whose workspace is deleted before it was answered. Workspaces take turns, and so do the callers of `main`.
 */
export function routeWorkspaces(main: App, workspaces: WorkspaceFinder, { turns, basePath }: RoutingOptions): App {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '/' } = request;
    const named = url.startsWith('/w/') ? parseBasePath(url) : undefined;
    const credential = readCredential(request);
    const name = named ?? readCredentialName(credential);
    turns.take(name ?? credential.value ?? request.socket.remoteAddress ?? '', () =>
      route(request, response, { url, named, name }),
    );
  };
  const route = (request: IncomingMessage, response: ServerResponse, { url, named, name }: Destination): void => {
    if (name === undefined) {
      main(request, response);
      return;
    }
    const passToMain = (): void => {
      request.url = url;
      main(request, response);
    };
    const pass = (workspace: WorkspaceApp | undefined): void => {
      if (workspace !== undefined && named !== undefined) request.url = removeBasePath(url);
      if (workspace === undefined) passToMain();
      else workspace.answer(request, response, passToMain);
    };
    const ready = workspaces.findReady(name);
    if (ready !== undefined) pass(ready);
    else
      workspaces.open(name).then(pass, (fault: unknown) => {
        if (fault instanceof WorldDeleted) {
          passToMain();
          return;
        }
        workspaces.onFault(fault);
        refuse(response, basePath);
      });
  };
  return Object.assign(answer, { isTrustedProxy: main.isTrustedProxy });
}

interface Destination {
  readonly url: string;
  /** The workspace in the path. */
  readonly named: string | undefined;
  /** The workspace in the path, the key or the token. */
  readonly name: string | undefined;
}

interface Credential {
  readonly type: 'key' | 'token' | 'none';
  readonly value?: string | undefined;
}

/**
 * Returns the key or the token of a request, not verified. A token comes before a key. Reads the raw headers, because parsing all of
 * them costs more than a repeated read.
 */
function readCredential({ rawHeaders }: IncomingMessage): Credential {
  let key: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.length === KEY_HEADER.length && name.toLowerCase() === KEY_HEADER) key = value;
    else if (name.length === TOKEN_HEADER.length && name.toLowerCase() === TOKEN_HEADER)
      return { type: 'token', value };
  }
  return key === undefined ? { type: 'none' } : { type: 'key', value: key };
}

/** Returns the name of the workspace in a credential. */
function readCredentialName({ type, value = '' }: Credential): string | undefined {
  if (type === 'token') return parseOperatorToken(/^Bearer +(\S{1,100})$/i.exec(value)?.[1] ?? '');
  return value.startsWith('sbx-ws-') ? parseIssuedKey(value)?.world : undefined;
}

const KEY_HEADER = 'x-api-key';
const TOKEN_HEADER = 'authorization';

function refuse(response: ServerResponse, basePath: string): void {
  const body = JSON.stringify({
    type: `${basePath}/problems/service-unavailable`,
    title: 'The service is not available.',
    status: 503,
    code: 'service_unavailable',
    detail: 'The data of the workspace cannot be opened now. Retry in 5 s.',
  });
  response.writeHead(503, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Retry-After': '5',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
