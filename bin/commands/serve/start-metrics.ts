import packageJson from '../../../package.json' with { type: 'json' };
import type { MetricsServer } from '../../../server/http/operations/metrics-server.ts';
import type { Operations } from '../../../server/http/operations/operations.ts';
import type { ListenAddress } from './listen-address.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Collects metrics and serves them on a separate port. Rejects with a `StartFailure` if the address cannot be used.
 */
export async function startMetrics(operations: Operations, address: ListenAddress): Promise<MetricsServer> {
  const { createMetrics } = await import('../../../server/http/operations/metrics.ts');
  const { serveMetrics } = await import('../../../server/http/operations/metrics-server.ts');
  try {
    return await serveMetrics(createMetrics(operations, packageJson.version), address);
  } catch (cause) {
    const { message } = cause as Error; // a system error
    throw new StartFailure(
      `The metrics cannot be served on ${address.host}, port ${address.port}: ${message}. Choose another address with --metrics.`,
      cause,
    );
  }
}
