import { startSandbox } from '../../library/start-sandbox.ts';
import { listenForStop } from '../listen/stop-signals.ts';
import { type ConnectionOptions, MissingCredentials, RequestFailure } from '../shared/client.ts';
import { removeToken, writeToken } from '../shared/token-file.ts';
import { trustAuthorities } from '../shared/trusted-authorities.ts';
import { connect } from './core/connection.ts';
import { loadSdk, MissingSdk } from './core/sdk.ts';
import { createServer } from './create-server.ts';
import type { McpOptions } from './options.ts';
import { createCallTool } from './run-tool.ts';
import { tools } from './tools/index.ts';
import { serveHttp } from './transports/serve-http.ts';
import { serveStdio } from './transports/serve-stdio.ts';

const DEFAULT_PORT = 4410;
/** `EX_UNAVAILABLE` of sysexits.h. */
const MISSING_SDK = 69;

/** The action of `fleetkit mcp`. Standard output contains messages of the protocol only. */
export async function serveMcp(options: McpOptions): Promise<void> {
  try {
    await serve(options);
  } catch (error) {
    const code = findExitCode(error);
    if (code === undefined) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = code;
  }
}

/** Returns the exit code of a failure that is no defect. */
function findExitCode(error: unknown): number | undefined {
  if (error instanceof MissingSdk) return MISSING_SDK;
  if (error instanceof RequestFailure) return error instanceof MissingCredentials ? 2 : error.exitCode;
  return undefined;
}

async function serve(options: McpOptions): Promise<void> {
  const sdk = await loadSdk();
  if (options.ca !== undefined) trustAuthorities(options.ca);
  const { signal, release } = listenForStop(undefined);
  const sandbox = await openSandbox(options);
  try {
    const callTool = createCallTool(tools, connect(sandbox.connection));
    const create = () => createServer(sdk, { tools, callTool });
    if (options.http !== true) {
      await serveStdio(sdk, create(), signal);
      return;
    }
    const endpoint = await serveHttp(sdk, { port: options.port ?? DEFAULT_PORT, createServer: create }).catch(
      describePort,
    );
    process.stderr.write(`fleetkit mcp: ${endpoint.url} serves the sandbox at ${sandbox.url}. Press Ctrl-C to stop.\n`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await endpoint.close();
  } finally {
    release();
    await sandbox.close();
  }
}

function describePort(error: NodeJS.ErrnoException): never {
  if (error.code === 'EADDRINUSE')
    throw new RequestFailure('The port is already in use. Choose another one with --port; 0 picks a free one.', 1);
  if (error.code === 'EACCES')
    throw new RequestFailure('The port may not be used. Choose one from 1024 with --port.', 1);
  throw error;
}

interface OpenedSandbox {
  readonly url: string;
  readonly connection: ConnectionOptions;
  close(): Promise<void>;
}

/** Returns the given sandbox, or starts one on a free port. Commands of this user find the token of the latter. */
async function openSandbox({ url = process.env.FLEETKIT_URL, operatorToken, key }: McpOptions): Promise<OpenedSandbox> {
  if (url !== undefined) {
    const connection = { url, ...(operatorToken && { token: operatorToken }), ...(key && { key }) };
    return { url, connection, close: async () => undefined };
  }
  const { url: own, operatorToken: token = '', close } = await startSandbox({ port: 0 });
  const port = Number(new URL(own).port);
  writeToken(port, token);
  return {
    url: own,
    connection: { url: own, token },
    async close() {
      removeToken(port);
      await close();
    },
  };
}
