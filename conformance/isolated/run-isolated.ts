import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Baseline } from '../baseline/baseline.ts';
import type { Check } from '../engine/check.ts';
import type { RunResult } from '../engine/results/result.ts';
import type { RunOptions } from '../engine/run-options.ts';
import { createInterruptedResult, type RunSoFar } from './interrupted-result.ts';
import type { PlainRunOptions, RunWorkerData, RunWorkerMessage } from './run-worker-messages.ts';
import { runWorkerUrl } from './run-worker-url.ts';

export interface IsolatedRunOptions extends PlainRunOptions, Pick<RunOptions, 'bindings' | 'onEvent'> {
  /** The checks to run: of the kit, or of the module `ownChecks`. */
  readonly checks: readonly Check[];
  /** The URL of the module with the user's own checks. */
  readonly ownChecks?: string;
  /** The known failures, which `failFast` ignores. */
  readonly known?: Baseline;
  /** The memory for the data of the run, in MiB. */
  readonly memoryMib?: number;
}

/** The default memory of a run worker for the values of responses and the kit itself, without the bytes of bodies. */
const RUN_MEMORY_MIB = 192;
/** The time after the timeout of the run for a worker to end alone. */
const GRACE_MS = 2000;
/** The time for a worker to load the kit. */
const START_MS = 60_000;

/**
 * Runs checks against a target in a worker, with limited memory, which ends soon after the timeout of the run, even
 * if the target is hostile. The checks without a result are then inconclusive.
 *
 * @example
 * const { exitCode } = await runIsolated({ target, keys, checks });
 */
export async function runIsolated(options: IsolatedRunOptions): Promise<RunResult> {
  const { runTimeoutMs = 600_000, onEvent = () => undefined, memoryMib = RUN_MEMORY_MIB } = options;
  const { port1: own, port2: port } = new MessageChannel();
  const worker = new Worker(runWorkerUrl, {
    workerData: createWorkerData(options, port),
    transferList: [port],
    resourceLimits: { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: 48 },
  });
  const soFar: RunSoFar = { startedMs: Date.now(), results: new Map(), active: new Set(), keys: [], checkIds: [] };
  const { promise: ended, resolve, reject } = Promise.withResolvers<RunResult | 'time' | 'memory'>();
  let timer = setTimeout(() => resolve('time'), runTimeoutMs + START_MS);
  const receive = (message: RunWorkerMessage): void => {
    if (message.type === 'started') {
      clearTimeout(timer);
      timer = setTimeout(() => resolve('time'), runTimeoutMs + GRACE_MS);
      soFar.target = message.target;
      soFar.checkIds = message.checkIds;
      const byId = new Map(options.checks.map((one) => [one.id, one]));
      onEvent({
        type: 'started',
        target: message.target,
        keys: message.keys,
        checks: message.checkIds.flatMap((id) => byId.get(id) ?? []),
      });
      return;
    }
    if (message.type === 'key-discovered') soFar.keys.push(message.key);
    if (message.type === 'discovered') soFar.bindings = message.bindings;
    if (message.type === 'check-started') soFar.active.add(message.id);
    if (message.type === 'check-finished') {
      soFar.active.delete(message.result.id);
      soFar.results.set(message.result.id, message.result);
    }
    if (message.type === 'finished') resolve(message.result);
    else onEvent(message);
  };
  own.on('message', receive);
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('memory') : reject(error),
  );
  worker.on('exit', () => {
    for (let last = receiveMessageOnPort(own); last !== undefined; last = receiveMessageOnPort(own))
      receive(last.message);
    reject(new Error('the run worker ended without a result')); // without effect after a result
  });
  try {
    const outcome = await ended;
    const result = typeof outcome === 'string' ? createInterruptedResult(options, soFar, outcome) : outcome;
    onEvent({ type: 'finished', result });
    return result;
  } finally {
    clearTimeout(timer);
    own.close();
    await worker.terminate();
  }
}

/** Returns the options as data that can be sent to a worker. */
function createWorkerData(options: IsolatedRunOptions, port: RunWorkerData['port']): RunWorkerData {
  const { checks, bindings, ownChecks, known, onEvent: _onEvent, memoryMib: _memoryMib, ...plain } = options;
  return {
    options: plain,
    checkIds: checks.map(({ id }) => id),
    port,
    ...(ownChecks === undefined ? {} : { ownChecks }),
    ...(known === undefined ? {} : { known }),
    ...(bindings === undefined
      ? {}
      : { bindings: bindings === 'infer' ? bindings : { entries: bindings.entries, origin: bindings.origin } }),
  };
}
