import { Worker } from 'node:worker_threads';
import type { CheckResult, RunResult } from '../../engine/results/result.ts';
import type { CopiedBody, ForwardedExchange } from '../forward/forwarded-exchange.ts';
import type { LiveOptions, LiveReply, LiveRequest, LiveVerdict } from './live-messages.ts';
import { liveWorkerUrl } from './live-worker-url.ts';

/** Judges the exchanges of a proxy in a worker, in order. */
export interface LiveJudge {
  /** Judges one exchange. Resolves without a judgement if the worker has too much to do, or has ended. */
  judge(exchange: ForwardedExchange): Promise<LiveVerdict>;
  /** Judges the exchanges so far, ends the worker, and returns the result; `undefined` if the worker failed before. */
  finish(): Promise<RunResult | undefined>;
}

export interface LiveEvents {
  /** Called if the worker ends before `finish`, with the reason. Later exchanges are forwarded, and not judged. */
  readonly onFailure: (message: string) => void;
  /** Called with checks of relations between exchanges that failed for the first time. */
  readonly onRelations: (results: readonly CheckResult[]) => void;
  /** Called once if the recording cannot be written. */
  readonly onRecordFailure: (message: string) => void;
}

const MIB = 2 ** 20;
/** Limits of the exchanges that wait for the worker. */
const MOST_PENDING = 2000;
const MOST_PENDING_BYTES = 64 * MIB;
const WORKER_MEMORY_MIB = 512;

const OVERLOADED: LiveVerdict = { violations: [], unjudged: 'overloaded' };

/** Starts the worker. */
export function startLiveJudge(
  options: LiveOptions,
  { onFailure, onRecordFailure, onRelations }: LiveEvents,
): LiveJudge {
  const worker = new Worker(liveWorkerUrl, {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MIB },
  });
  const pending = new Map<number, { readonly bytes: number; readonly resolve: (verdict: LiveVerdict) => void }>();
  const result = Promise.withResolvers<RunResult | undefined>();
  let pendingBytes = 0;
  let number = 0;
  let hasEnded = false;
  const settle = (id: number, verdict: LiveVerdict) => {
    const one = pending.get(id);
    pendingBytes -= one?.bytes ?? 0;
    pending.delete(id);
    one?.resolve(verdict);
  };
  const end = (message: string) => {
    if (hasEnded) return;
    hasEnded = true;
    for (const id of [...pending.keys()]) settle(id, OVERLOADED);
    result.resolve(undefined);
    onFailure(message);
  };
  worker.on('message', (reply: LiveReply) => {
    if (reply.type === 'judged') settle(reply.id, reply.verdict);
    else if (reply.type === 'record-failed') onRecordFailure(reply.message);
    else if (reply.type === 'relations-failed') onRelations(reply.results);
    else {
      hasEnded = true;
      result.resolve(reply.result);
    }
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'judging needed too much memory' : error.message),
  );
  worker.on('exit', () => end('the judge ended'));
  const post = (request: LiveRequest, transfer: ArrayBuffer[] = []) => worker.postMessage(request, transfer);

  return {
    judge(exchange) {
      const bytes = exchange.requestBody.bytes.length + (exchange.response?.body.bytes.length ?? 0);
      if (hasEnded || pending.size >= MOST_PENDING || pendingBytes + bytes > MOST_PENDING_BYTES)
        return Promise.resolve(OVERLOADED);
      number += 1;
      const id = number;
      pendingBytes += bytes;
      const judged = new Promise<LiveVerdict>((resolve) => pending.set(id, { bytes, resolve }));
      const requestBody = copyBody(exchange.requestBody);
      const { response } = exchange;
      const responseBody = response === undefined ? undefined : copyBody(response.body);
      post(
        {
          type: 'exchange',
          id,
          exchange: {
            ...exchange,
            requestBody,
            ...(response === undefined || responseBody === undefined
              ? {}
              : { response: { ...response, body: responseBody } }),
          },
        },
        [requestBody, responseBody].flatMap((one) => (one === undefined ? [] : [one.bytes.buffer])),
      );
      return judged;
    },
    async finish() {
      if (!hasEnded) post({ type: 'finish' });
      const found = await result.promise;
      await worker.terminate();
      return found;
    },
  };
}

/** Copies the bytes into a separate buffer, which can be moved to the worker. A buffer of Node.js may be a part of a larger one. */
const copyBody = ({
  bytes,
  length,
  isWhole,
}: CopiedBody): CopiedBody & { readonly bytes: Uint8Array<ArrayBuffer> } => ({
  bytes: new Uint8Array(bytes),
  length,
  isWhole,
});
