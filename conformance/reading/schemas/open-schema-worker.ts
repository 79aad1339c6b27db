import { MessageChannel, Worker } from 'node:worker_threads';
import { limitTime } from '../../http/time-limit.ts';
import type { SchemaWorkerData, ValidationReply, ValidationRequest } from './schema-worker-messages.ts';
import { schemaWorkerUrl } from './schema-worker-url.ts';

/** The memory of a schema worker for compiled schemas and values, in MiB. */
export const SCHEMA_MEMORY_MIB = 96;

/** Why a schema worker gave no finding. After each of these, the worker has ended. */
export type SchemaFailure = 'too-slow' | 'out-of-memory' | 'broken';

/** A thread that compiles and applies the schemas of one untrusted document. */
export interface SchemaWorker {
  /** Resolves when the worker is ready. */
  start(limitMs: number): Promise<'ready' | SchemaFailure>;
  validate(request: ValidationRequest, limitMs: number): Promise<ValidationReply | SchemaFailure>;
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
  const waitForReply = async <Reply>(limitMs: number): Promise<Reply | SchemaFailure> => {
    const reply = new Promise<Reply>((resolve) => {
      take = (message) => resolve(message as Reply); // the worker sends what its messages declare
    });
    const found = await limitTime<Reply | SchemaFailure>(Promise.race([reply, ended]), limitMs, () => 'too-slow');
    if (found === 'too-slow' || found === 'out-of-memory' || found === 'broken') await close();
    return found;
  };
  return {
    start: (limitMs) => waitForReply<'ready'>(limitMs),
    validate(request, limitMs) {
      own.postMessage(request);
      return waitForReply<ValidationReply>(limitMs);
    },
    close,
  };
}
