import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAnswer } from '../../../../conformance/client/core/answer.ts';
import type { ClientDelivery, Evidence, ProgramRun } from '../../../../conformance/client/core/evidence.ts';
import type { Expected } from '../../../../conformance/client/core/expected.ts';
import type { TaskName } from '../../../../conformance/client/core/tasks.ts';
import { makeCertificate } from '../../../library/transport/make-certificate.ts';
import { createRecorder, type Gateway, openGateway, type Recorder } from './gateway.ts';
import type { Handler } from './reply.ts';
import { type ClientProcess, type RunLimits, startClient } from './run-client.ts';
import { drawKey, type FleetPlan, openWorld, type World } from './world.ts';

/** The program of the user and its limits. */
export interface Program {
  readonly command: readonly string[];
  readonly limits: RunLimits;
  /** Whether it runs without tasks. */
  readonly isObserved: boolean;
  readonly signal: AbortSignal;
}

/** One run of the program with a task. */
export interface RunRequest {
  readonly task: TaskName;
  readonly input: Readonly<Record<string, unknown>>;
  /** Computes the right answer after the run. */
  expect(): Promise<Expected>;
  /** Acts while the program runs; then the program is stopped. Without it, the program ends alone. */
  serve?(client: ClientProcess): Promise<void>;
}

/** The place of one lesson: a world behind a gateway, and the program. */
export interface Stage {
  readonly world: World;
  readonly recorder: Recorder;
  readonly deliveries: ClientDelivery[];
  /** The URL of the host to which the service redirects. */
  readonly otherUrl: string;
  /** A file for the state of the client, in a new folder. */
  readonly stateFile: string;
  /** Sets the handler of the service. */
  serve(handler: Handler): void;
  /** Runs the program once. In a run that is observed, without a task. */
  run(request: RunRequest): Promise<void>;
}

/** Opens a stage, acts on it, and returns what happened. */
export async function playOnStage(
  {
    program,
    fleet,
    isUntrusted,
  }: { readonly program: Program; readonly fleet: FleetPlan; readonly isUntrusted: boolean },
  act: (stage: Stage) => Promise<void>,
): Promise<Evidence> {
  const key = drawKey();
  const recorder = createRecorder();
  let handler: Handler | undefined;
  const gateways: Gateway[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-client-'));
  let world: World | undefined;
  const runs: ProgramRun[] = [];
  const deliveries: ClientDelivery[] = [];
  try {
    const common = { key, recorder };
    const own = await openGateway({
      ...{ ...common, host: 'service' },
      handler: (incoming) => (handler === undefined ? Promise.reject(new Error('not ready')) : handler(incoming)),
      ...(isUntrusted ? { tls: await makeCertificate(['127.0.0.1', 'localhost'], Date.now()) } : {}),
    });
    gateways.push(own);
    const other = await openGateway({ ...common, host: 'other', hostName: 'localhost', handler: answerElsewhere });
    gateways.push(other);
    world = await openWorld(fleet, { publicUrl: own.url, key });
    const stage: Stage = {
      ...{ world, recorder, deliveries, otherUrl: other.url, stateFile: join(folder, 'state.json') },
      serve(next) {
        handler = next;
      },
      run: async (request) => {
        recorder.run += 1;
        runs.push(await runOnce({ program, url: own.url, key, recorder }, request));
      },
    };
    await act(stage);
    return {
      ...{ runs, exchanges: [...recorder.exchanges], deliveries, connections: recorder.connections },
      isObserved: program.isObserved,
    };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The other host has no data. */
const answerElsewhere: Handler = async () => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    '{"object":"list","data":[],"page":{"limit":50,"returned":0,"matched":0,"has_more":false,"next_cursor":null},"summary":null}',
  ),
  note: 'another host answers',
});

interface Running {
  readonly program: Program;
  readonly url: string;
  readonly key: string;
  readonly recorder: Recorder;
}

async function runOnce({ program, url, key, recorder }: Running, request: RunRequest): Promise<ProgramRun> {
  const { task, input, expect, serve } = request;
  const { command, limits, isObserved, signal } = program;
  const startMs = recorder.now();
  signal.throwIfAborted();
  const client = startClient({
    ...{ command, key, limits },
    env: {
      FLEETKIT_URL: url,
      FLEETKIT_KEY: key,
      FLEETKIT_TIMEOUT: String(limits.timeoutMs / 1000),
      // Loopback is never behind a proxy.
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      ...(isObserved ? {} : { FLEETKIT_TASK: task, FLEETKIT_INPUT: JSON.stringify(input) }),
    },
  });
  const abort = (): void => client.stop();
  signal.addEventListener('abort', abort);
  try {
    if (serve !== undefined) {
      await Promise.race([serve(client), client.ended]);
      client.stop();
    }
    const { end, output, errors, printedKey, leftPrograms } = await client.ended;
    signal.throwIfAborted();
    const exitCode = end.kind === 'exit' ? end.code : null;
    return {
      ...{ input, end, errors, printedKey, leftPrograms, startMs, endMs: recorder.now() },
      task: isObserved ? undefined : task,
      answer: parseAnswer(output.replaceAll(key, '***'), exitCode),
      expected: isObserved ? undefined : await expect(),
    };
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
