import type { Transport } from '../../conformance/index.ts';
import { startSandbox } from '../start-sandbox.ts';

/** A sandbox of that seed without a port, for whatever takes a transport. */
export async function inSandbox(
  seed: number,
): Promise<{ readonly seed: number; readonly transport: Transport; close(): Promise<void> }> {
  const sandbox = await startSandbox({ port: false, seed });
  const transport: Transport = async ({ url, method, headers, body }) => {
    const pairs = headers.map(([name, value]): [string, string] => [name, value]);
    const response = await sandbox.fetch(
      new Request(url, { method, headers: pairs, ...(body === undefined ? {} : { body }) }),
    );
    return {
      status: response.status,
      headers: [...response.headers],
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
  return { seed, transport, close: () => sandbox.close() };
}
