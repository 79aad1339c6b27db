import { createFetchTransport } from '../../../conformance/http/transport/fetch-transport.ts';
import type { Transport } from '../../../conformance/index.ts';
import { startSandbox } from '../../library/start-sandbox.ts';

/** Starts a sandbox without a port and returns a transport to it. */
export async function startSandboxTransport(
  seed: number,
): Promise<{ readonly seed: number; readonly transport: Transport; close(): Promise<void> }> {
  const sandbox = await startSandbox({ port: false, seed });
  return { seed, transport: createFetchTransport((request) => sandbox.fetch(request)), close: () => sandbox.close() };
}
