import type { MetricsServer } from '../../../server/http/operations/metrics-server.ts';
import { Operations } from '../../../server/http/operations/operations.ts';
import { AuditFile } from './audit-file.ts';
import type { ListenAddress } from './listen-address.ts';
import { type LogForm, ServerLog } from './server-log.ts';
import { findTelemetryVariable, startTelemetry, type Telemetry } from './start-telemetry.ts';

export interface ServeOperationsOptions {
  readonly log: LogForm;
  readonly metrics?: ListenAddress;
  readonly auditLog?: string;
  readonly operatorToken?: string;
}

/** The log, the metrics and the health of a process that serves a sandbox. */
export interface ServeOperations {
  readonly operations: Operations;
  readonly log: ServerLog;
  /** Undefined: metrics are not served. */
  readonly metricsUrl: string | undefined;
  close(): Promise<void>;
}

/** Prepares the operations of a process. Rejects with a `StartFailure` if an option cannot be met. */
export async function openOperations(options: ServeOperationsOptions): Promise<ServeOperations> {
  const auditFile = options.auditLog === undefined ? undefined : new AuditFile(options.auditLog);
  const log = createLog(options, auditFile);
  const operations = new Operations();
  operations.addObserver(log);
  let metrics: MetricsServer | undefined;
  let telemetry: Telemetry | undefined;
  try {
    const variable = findTelemetryVariable(process.env);
    if (variable !== undefined) telemetry = await startTelemetry(variable, { operations, log });
    if (options.metrics !== undefined)
      metrics = await (await import('./start-metrics.ts')).startMetrics(operations, options.metrics);
  } catch (error) {
    await telemetry?.close();
    auditFile?.close();
    throw error;
  }
  return {
    operations,
    log,
    metricsUrl: metrics?.url,
    async close() {
      await telemetry?.close();
      await metrics?.close();
      auditFile?.close();
    },
  };
}

/** Creates a log on standard error. */
export const createLog = ({ log, operatorToken }: ServeOperationsOptions, auditFile?: AuditFile): ServerLog =>
  new ServerLog({
    form: log,
    write: (line) => process.stderr.write(`${line}\n`),
    writeAudit: auditFile && ((line) => auditFile.append(line)),
    operatorToken,
  });

/** Logs a defect that no request can report, and ends the process. */
export const stopProcess =
  (log: ServerLog) =>
  ({ message, cause }: Error): never => {
    log.event({
      level: 'error',
      event: 'crash',
      message: `${message}${cause instanceof Error ? `: ${cause.message}` : ''}`,
    });
    process.exit(INTERNAL_ERROR);
  };

const INTERNAL_ERROR = 70;

/**
 * Logs defects that end the process as one JSON object each, as well as warnings of Node, which would otherwise be text between
 * the lines.
 */
export function logProcessEvents(log: ServerLog): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    log.event({ level: 'warn', event: 'warning', fields: { name, message } });
  });
  process.on('uncaughtException', (error) => {
    const fields = error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
    log.event({ level: 'error', event: 'crash', fields });
    process.exit(CRASHED);
  });
}

/** As Node itself after an uncaught error. */
const CRASHED = 1;
