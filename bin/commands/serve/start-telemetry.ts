import type * as OpenTelemetry from '@opentelemetry/api';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Operations } from '../../../server/http/operations/operations.ts';
import type { ServerLog } from './server-log.ts';
import { StartFailure } from './start-failure.ts';

/** Traces and metrics of OpenTelemetry, while they are exported. */
export interface Telemetry {
  /** Exports the rest, for a limited time. */
  close(): Promise<void>;
}

/** The packages of OpenTelemetry, which are optional. */
export interface TelemetryPackages {
  readonly api: typeof OpenTelemetry;
  readonly NodeSDK: new (options: object) => { start(): void; shutdown(): Promise<void> };
}

export interface TelemetryOptions {
  readonly operations: Operations;
  readonly log: ServerLog;
  /** Default: from the installed packages. */
  readonly load?: () => Promise<TelemetryPackages>;
}

const FLUSH_MS = 3000;

/** Variables that enable telemetry. `none` as an exporter disables it. */
const ENDPOINTS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];
const EXPORTERS = ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER'];

/** Returns the variable of the environment that enables telemetry; undefined if none does. */
export function findTelemetryVariable(environment: NodeJS.ProcessEnv): string | undefined {
  const read = (name: string): string => environment[name]?.trim() ?? '';
  if (read('OTEL_SDK_DISABLED').toLowerCase() === 'true') return undefined;
  if (EXPORTERS.every((name) => read(name) === 'none')) return undefined;
  return [...ENDPOINTS, ...EXPORTERS].find((name) => read(name) !== '' && read(name) !== 'none');
}

/**
 * Starts the SDK of OpenTelemetry, which reads the variables of the environment. Rejects with a `StartFailure` if it is not
 * installed.
 */
export async function startTelemetry(variable: string, options: TelemetryOptions): Promise<Telemetry> {
  const { operations, log, load = loadPackages } = options;
  const { api, NodeSDK } = await load().catch((cause: unknown) => {
    throw new StartFailure(
      `${variable} is set, and the packages of OpenTelemetry are not installed. Install them beside fleetkit with: npm install @opentelemetry/api @opentelemetry/sdk-node; or set OTEL_SDK_DISABLED=true.`,
      cause,
    );
  });
  const { Tracing } = await import('../../../server/http/operations/tracing.ts');
  const { reportMetrics } = await import('../../../server/http/operations/otel-metrics.ts');
  setDefaults(process.env);
  const warn = (...parts: readonly unknown[]): void =>
    log.event({ level: 'warn', event: 'telemetry', message: describe(parts) });
  const ignore = (): void => undefined;
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  const sdk = new NodeSDK({ instrumentations: [], logRecordProcessors: [] });
  sdk.start();
  const tracing = new Tracing(api, packageJson.version);
  operations.addObserver(tracing);
  operations.useTracing(tracing);
  const stopMetrics = reportMetrics(api, operations, packageJson.version);
  return {
    async close() {
      await settleWithin(FLUSH_MS, sdk.shutdown());
      stopMetrics();
      for (const part of [api.trace, api.metrics, api.context, api.propagation, api.diag]) part.disable();
    },
  };
}

async function loadPackages(): Promise<TelemetryPackages> {
  const [api, { NodeSDK }] = await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/sdk-node')]);
  return { api, NodeSDK };
}

/** Sets what the user did not set. The detector of the process is left out, because command lines can contain tokens. */
function setDefaults(environment: NodeJS.ProcessEnv): void {
  environment.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,host,os,serviceinstance';
  if (!/(^|,)\s*service\.name\s*=/.test(environment.OTEL_RESOURCE_ATTRIBUTES ?? ''))
    environment.OTEL_SERVICE_NAME ??= 'fleetkit';
}

const MAX_MESSAGE = 500;

const describe = (parts: readonly unknown[]): string =>
  `telemetry: ${parts
    .map((part) => (part instanceof Error ? part.message : String(part)))
    .join(' ')
    .slice(0, MAX_MESSAGE)}`;

/** Resolves when `work` has settled, or after `limitMs`. */
async function settleWithin(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work.catch(() => undefined), limit]);
  clearTimeout(timer);
}
