import '../../base/require-node.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getPort } from '../../base/base-url.ts';
import { isLoopbackHost } from '../../base/hosts.ts';
import { checkSandboxOptions } from './options/sandbox-option-rules.ts';
import { connectTo, createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
import { type Mount, startSandbox } from './start-sandbox.ts';

/*
 * A sandbox in the user's own Express app.
 *
 *   import { fleetSandbox } from 'fleetkit/express';
 */

export type { Sandbox } from './sandbox.ts';

/** Options that an app decides when it listens and mounts the sandbox. */
const OPTIONS_OF_THE_APP = ['workspace', 'port', 'maxConnections', 'basePath', 'tls', 'tlsCert', 'tlsKey'] as const;

/** Options of a mounted sandbox. All are optional. */
export interface FleetSandboxOptions extends Omit<SandboxOptions, (typeof OPTIONS_OF_THE_APP)[number] | 'host'> {
  /**
   * The URL at which clients reach the sandbox, with the path at which it is mounted: `http://localhost:3000/fleet`. Default: the address
   * and path of the first request.
   */
  readonly publicUrl?: string;
  /**
   * The address at which the app listens. On a loopback address, which is the default, clients of other machines get a 403, and the
   * control plane has a random token. On any other address, such as `0.0.0.0`, all limits apply, and `operatorToken` is required.
   */
  readonly host?: string;
}

/** Middleware that answers every request with the sandbox. Express, and any framework with its kind of middleware, calls it. */
export interface FleetSandbox {
  (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void;
  /**
   * Resolves with the sandbox: its keys, clock, triggers and deliveries. Starts it if no request has done so, which needs `publicUrl`.
   * Rejects if it cannot start.
   */
  open(): Promise<Sandbox>;
  /** Stops the sandbox. Later requests are passed to the error handler of the app. A second call does nothing. */
  close(): Promise<void>;
}

/** A request whose middleware is mounted at a path. */
interface MountedRequest extends IncomingMessage {
  readonly baseUrl?: string;
}

interface Opened {
  readonly sandbox: Sandbox;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Creates middleware that serves a sandbox at any path of an Express app. The sandbox starts with the first request. Mount it in front of
 * body parsers, so that inboxes verify signatures over the bytes that were sent. Throws a `RangeError` for an unknown or invalid option.
 *
 * @example
 * const fleet = fleetSandbox({ seed: 7 });
 * app.use('/fleet', fleet);
 */
export function fleetSandbox(options: FleetSandboxOptions = {}): FleetSandbox {
  const given: Readonly<Record<string, unknown>> = { ...options };
  for (const name of OPTIONS_OF_THE_APP)
    if (given[name] !== undefined) throw new RangeError(`fleetSandbox has no option ${name}: the app itself listens.`);
  checkSandboxOptions(options);
  const { host = '127.0.0.1', hosted = false, operatorToken, publicUrl } = options;
  const isLocal = isLoopbackHost(host) && !hosted;
  if (!isLocal && operatorToken === undefined)
    throw new RangeError(
      `The option operatorToken is required for the host ${host}: give one, or use a loopback address.`,
    );

  let opening: Promise<Opened> | undefined;
  let opened: Opened | undefined;
  let closing: Promise<void> | undefined;

  const start = async (mount: Mount): Promise<Opened> => {
    const running = await startSandbox({ ...options, port: false }, mount);
    return { sandbox: createSandbox(await connectTo(running)), answer: running.answer };
  };
  const openAt = (findMount: () => Mount): Promise<Opened> => {
    if (closing !== undefined) return Promise.reject(new Error('The sandbox is closed.'));
    if (opening !== undefined) return opening;
    const attempt = start(findMount());
    opening = attempt;
    attempt.then(
      (result) => {
        opened = result;
      },
      () => {
        opening = undefined; // the next request tries again, because the cause may have ended
      },
    );
    return attempt;
  };

  const handle = (request: MountedRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
    if (isLocal && !isFromThisMachine(request)) refuse(response);
    else if (opened !== undefined && closing === undefined) opened.answer(request, response);
    else
      openAt(() => (publicUrl === undefined ? locate(request) : toMount(publicUrl)))
        .then(({ answer }) => answer(request, response))
        .catch(next);
  };
  return Object.assign(handle, {
    async open() {
      const { sandbox } = await openAt(() => {
        if (publicUrl !== undefined) return toMount(publicUrl);
        throw new RangeError(
          'fleetSandbox needs the option publicUrl to start before the first request, such as http://localhost:3000/fleet.',
        );
      });
      return sandbox;
    },
    close() {
      closing ??= (opening ?? Promise.resolve(undefined)).then(
        (result) => result?.sandbox.close(),
        () => undefined, // it did not start
      );
      return closing;
    },
  });
}

const isFromThisMachine = ({ socket: { remoteAddress } }: IncomingMessage): boolean =>
  remoteAddress === undefined || isLoopbackHost(toHost(remoteAddress));

/** Returns the host of an address as a URL has it. IPv4 addresses may be written as IPv6 ones. */
const toHost = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]` : plain;
};

/** Returns the address of the app and the path at which the sandbox is mounted. Reads no header, since clients choose those. */
function locate({ socket, baseUrl = '' }: MountedRequest): Mount {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  const protocol = 'encrypted' in socket ? 'https' : 'http';
  return toMount(`${protocol}://${toHost(localAddress)}:${localPort}${baseUrl}`);
}

function toMount(text: string): Mount {
  const url = new URL(text);
  return { url: url.href.replace(/\/+$/, ''), port: getPort(url) };
}

const REFUSAL = JSON.stringify({
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
  detail:
    'This sandbox answers only clients on its own machine. To serve others, create it with the options host, such as 0.0.0.0, and operatorToken.',
});

function refuse(response: ServerResponse): void {
  response.writeHead(403, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(REFUSAL),
  });
  response.end(REFUSAL);
}
