import { once } from 'node:events';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Sdk } from '../core/sdk.ts';
import { LineLimit } from './line-limit.ts';

/** The maximum size of a message, in bytes. */
const MAX_MESSAGE_BYTES = 1_000_000;

/** Serves one client over standard input and output, until its input ends or `stop` is aborted. */
export async function serveStdio(sdk: Sdk, server: Server, stop: AbortSignal): Promise<void> {
  const messages = new LineLimit(MAX_MESSAGE_BYTES, () => process.stdout.write(`${TOO_LARGE}\n`));
  process.stdin.pipe(messages);
  await server.connect(new sdk.StdioServerTransport(messages, process.stdout));
  await Promise.race([once(messages, 'end'), once(process.stdout, 'error'), once(stop, 'abort')]);
  process.stdin.destroy();
  await server.close();
}

/** The id of a message that was not read is not known. */
const TOO_LARGE = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: `Expected a message of at most ${MAX_MESSAGE_BYTES} bytes.` },
});
