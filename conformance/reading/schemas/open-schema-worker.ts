import { MessageChannel, Worker } from 'node:worker_threads';
import { readProcessCpuMs } from '../../../base/cpu-time.ts';
import { limitTime } from '../../http/time-limit.ts';
import type { SchemaWorkerData, ValidationReply, ValidationRequest } from './schema-worker-messages.ts';
import { schemaWorkerUrl } from './schema-worker-url.ts';

/** The memory of a schema worker for compiled schemas and values, in MiB. */
export const SCHEMA_MEMORY_MIB = 96;

/** Why a schema worker gave no finding. After each of these, the worker has ended. */
export type SchemaFailure = 'too-slow' | 'out-of-memory' | 'broken';

/** Limits in milliseconds. On a busy machine, a worker gets less CPU time than time passes. */
export interface TimeLimit {
  /** The CPU time that the process may use until the reply. */
  readonly cpuMs: number;
  /** The time until the reply. */
  readonly mostMs: number;
}

/** A thread that compiles and applies the schemas of one untrusted document. */
export interface SchemaWorker {
  /** Resolves when the worker is ready. */
  start(limit: TimeLimit): Promise<'ready' | SchemaFailure>;
  validate(request: ValidationRequest, limit: TimeLimit): Promise<ValidationReply | SchemaFailure>;
  close(): Promise<void>;
}

/** Starts a schema worker for a document. */
export function openSchemaWorker(document: SchemaWorkerData['document']): SchemaWorker {
  const { port1: own, port2: port } = new MessageChannel();
  const workerData: SchemaWorkerData = { document, port };
  const worker = new Worker(schemaWorkerUrl, {
    workerData,
    transferList: [port],
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: SCHEMA_MEMORY_MIB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  worker.unref();
  let take: (message: unknown) => void = () => undefined;
  const ended = new Promise<SchemaFailure>((resolve) => {
    worker.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'broken'),
    );
    worker.on('exit', () => resolve('broken'));
  });
  own.on('message', (message: unknown) => take(message));
  own.unref();

  const close = async (): Promise<void> => {
    own.close();
    await worker.terminate();
  };
  const waitForReply = async <Reply>(limit: TimeLimit): Promise<Reply | SchemaFailure> => {
    const reply = new Promise<Reply>((resolve) => {
      take = (message) => resolve(message as Reply); // the worker sends what its messages declare
    });
    const found = await limitCpuTime<Reply | SchemaFailure>(Promise.race([reply, ended]), limit, () => 'too-slow');
    if (found === 'too-slow' || found === 'out-of-memory' || found === 'broken') await close();
    return found;
  };
  return {
    start: (limit) => waitForReply<'ready'>(limit),
    validate(request, limit) {
      own.postMessage(request);
      return waitForReply<ValidationReply>(limit);
    },
    close,
  };
}

/** Resolves with the value of a promise, or with that of `getLate` once a limit is reached. */
async function limitCpuTime<Value>(
  promise: Promise<Value>,
  { cpuMs, mostMs }: TimeLimit,
  getLate: () => Value,
): Promise<Value> {
  const startCpuMs = readProcessCpuMs();
  const endMs = performance.now() + mostMs;
  for (;;) {
    const leftMs = Math.min(cpuMs - (readProcessCpuMs() - startCpuMs), endMs - performance.now());
    if (leftMs < 1) return getLate();
    const found = await limitTime<{ readonly value: Value } | undefined>(
      promise.then((value) => ({ value })),
      Math.ceil(leftMs),
      () => undefined,
    );
    if (found !== undefined) return found.value;
  }
}
