import { fetchTransport } from '../../../conformance/http/fetch-transport.ts';
import type { Transport } from '../../../conformance/index.ts';
import { startSandbox } from '../../library/start-sandbox.ts';

/** A sandbox of that seed without a port, for whatever takes a transport. */
export async function inSandbox(
  seed: number,
): Promise<{ readonly seed: number; readonly transport: Transport; close(): Promise<void> }> {
  const sandbox = await startSandbox({ port: false, seed });
  return { seed, transport: fetchTransport((request) => sandbox.fetch(request)), close: () => sandbox.close() };
}
