import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { clearTimeout, setTimeout } from '../../../base/real-time.ts';
import { createTrafficJudge } from '../../traffic/index.ts';
import { createRecorder, type Recorder } from '../record/recorder.ts';
import { createHashing } from './hash-values.ts';
import type { LiveOptions, LiveReply, LiveRequest, LiveVerdict } from './live-messages.ts';
import { toTrafficExchange } from './to-traffic-exchange.ts';

/*
 * The entry point of the worker that judges the exchanges of a proxy, and records them. It is a separate thread, so that judging a large
 * response delays no request.
 */

const options = workerData as LiveOptions; // `startLiveJudge` is the only one to start it
const judge = createTrafficJudge({
  service: options.service,
  contract: options.contract,
  keys: options.keys,
  areCredentialsComplete: true,
  everyViolation: options.everyViolation,
  showValues: options.showValues,
  mostEpisodes: Number.MAX_SAFE_INTEGER,
  strict: options.strict,
});
const hashing = options.hashes ? createHashing() : undefined;
// On Linux, a priority belongs to a thread: forwarding goes first on a busy machine. With --fail, clients wait for this thread.
if (process.platform === 'linux' && !options.everyViolation) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const send = (reply: LiveReply): void => parentPort?.postMessage(reply);

/** Runs a part of the recording. After an error, for example of a full disk, the proxy continues without it. */
function record<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (thrown) {
    recorder = undefined;
    send({ type: 'record-failed', message: thrown instanceof Error ? thrown.message : String(thrown) });
    return undefined;
  }
}

let recorder: Recorder | undefined;
if (options.record !== undefined) {
  const { record: where } = options;
  recorder = record(() => createRecorder(where, options));
}

async function observe({ exchange }: Extract<LiveRequest, { type: 'exchange' }>): Promise<LiveVerdict> {
  const { traffic, unjudged } = await toTrafficExchange(exchange);
  if (traffic === undefined) return { violations: [] };
  const violations = judge.observe(traffic);
  record(() => recorder?.add(exchange, traffic));
  return {
    violations: hashing === undefined ? violations : violations.map(hashing.hashViolation),
    ...omitUndefined({ unjudged }),
  };
}

async function settle(): Promise<void> {
  const failed = await judge.settle({ includesOpen: true });
  const results = hashing === undefined ? failed : failed.map(hashing.hashCheck);
  if (results.length > 0) send({ type: 'relations-failed', results });
}

async function handle(request: LiveRequest): Promise<void> {
  if (request.type === 'exchange') {
    send({ type: 'judged', id: request.id, verdict: await observe(request) });
    return;
  }
  record(() => recorder?.close());
  await settling;
  const result = await judge.finish();
  send({ type: 'finished', result: hashing === undefined ? result : hashing.hashResult(result) });
  parentPort?.close();
}

let last: Promise<void> = Promise.resolve();
/** Relations are judged beside exchanges: a client that gets its responses after their judgement must not wait for seconds. */
let settling: Promise<void> = Promise.resolve();
let timer: NodeJS.Timeout | undefined;
parentPort?.on('message', (request: LiveRequest) => {
  last = last.then(() => handle(request)); // in the order of the traffic
  clearTimeout(timer);
  if (request.type === 'exchange')
    timer = setTimeout(() => {
      settling = settling.then(settle);
    }, options.idleMs);
});
