import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Contender } from './contenders.ts';
import { hasEnded, startServer, stopChild } from './machine/child-processes.ts';
import { findFreePort } from './machine/free-port.ts';
import { applyLoad } from './machine/load.ts';
import { listTree, readCpuMs, readMachineBusyMs, readOwnCpuMs, readRssMb } from './machine/process-tree.ts';
import type { LoadSample, MemorySample, StartSample } from './samples.ts';
import { headers } from './test-data.ts';
import { REPEATED_PATH, type Workload } from './workloads.ts';

const START_LIMIT_MS = 30_000;
const POLL_MS = 2;

/** A running contender. */
export interface MeasuredServer {
  readonly origin: string;
  readonly pid: number;
  readonly start: Pick<StartSample, 'wallMs' | 'cpuMs' | 'foreignCores'>;
}

/** Starts a contender, calls `use` when it responds, and always stops it. */
export async function withRunning<T>(
  contender: Contender,
  folder: string,
  use: (running: MeasuredServer) => Promise<T>,
): Promise<T> {
  const port = await findFreePort();
  const logFile = join(folder, `${contender.name}.log`);
  const endWatch = startCpuMeasurement(0);
  const child = startServer({ args: contender.args(port), env: contender.env ?? {}, logFile });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const pid = await waitForFirstResponse(child, `${origin}${REPEATED_PATH}`).catch((error: unknown) => {
      throw new Error(`${contender.title} did not start: ${readFileSync(logFile, 'utf8').slice(-2000)}`, {
        cause: error,
      });
    });
    return await use({ origin, pid, start: endWatch(readCpuMs(listTree(pid))) });
  } finally {
    await stopChild(child);
  }
}

/** A workload with its paths in a file for the load generator. */
export interface WorkloadFile {
  readonly workload: Workload;
  readonly pathsFile: string;
}

/** Runs every workload against a running contender, each after a warm-up. */
export async function measureLoads(
  { origin, pid }: MeasuredServer,
  courses: readonly WorkloadFile[],
  {
    seconds,
    warmUpSeconds,
    connections,
  }: { readonly seconds: number; readonly warmUpSeconds: number; readonly connections: readonly number[] },
): Promise<{
  readonly loads: readonly Omit<LoadSample, 'contender' | 'round'>[];
  readonly memory: Pick<MemorySample, 'idleMb' | 'loadedMb'>;
}> {
  const idleMb = readRssMb(listTree(pid));
  const loads: Omit<LoadSample, 'contender' | 'round'>[] = [];
  for (const { workload, pathsFile } of courses) {
    const load = { origin, headers, pathsFile };
    const warmUp = await applyLoad({ ...load, skip: 0, connections: Math.max(...connections), seconds: warmUpSeconds });
    let skip = warmUp.requests;
    for (const count of connections) {
      const endWatch = startCpuMeasurement(readCpuMs(listTree(pid)));
      const result = await applyLoad({ ...load, skip, connections: count, seconds });
      const { cpuMs, foreignCores } = endWatch(readCpuMs(listTree(pid)));
      skip += result.requests;
      loads.push({
        workload: workload.name,
        connections: count,
        requestsPerSecond: result.requests / result.seconds,
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
        cpuUs: (cpuMs * 1000) / result.requests,
        bytesPerReply: result.bytes / result.requests,
        failures: result.failures,
        foreignCores,
      });
    }
  }
  return { loads, memory: { idleMb, loadedMb: readRssMb(listTree(pid)) } };
}

/** Starts a CPU measurement. Returns a function that ends it and returns the CPU use of the contender and of other processes. */
function startCpuMeasurement(contenderBeforeMs: number) {
  const before = { wallMs: performance.now(), busyMs: readMachineBusyMs(), ownMs: readOwnCpuMs() };
  return (contenderAfterMs: number) => {
    const wallMs = performance.now() - before.wallMs;
    const cpuMs = contenderAfterMs - contenderBeforeMs;
    const foreignMs = readMachineBusyMs() - before.busyMs - (readOwnCpuMs() - before.ownMs) - cpuMs;
    return { wallMs, cpuMs, foreignCores: Math.max(0, foreignMs / wallMs) };
  };
}

/** Polls until `url` returns 200, and returns the pid of the child. */
async function waitForFirstResponse(child: ChildProcess, url: string): Promise<number> {
  const giveUpMs = performance.now() + START_LIMIT_MS;
  while (performance.now() < giveUpMs) {
    if (child.pid === undefined || hasEnded(child)) throw new Error('the process has ended');
    if ((await readStatus(url)) === 200) return child.pid;
    await pause(POLL_MS);
  }
  throw new Error(`no response with status 200 within ${START_LIMIT_MS} ms`);
}

const readStatus = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(url, { headers, agent: false, timeout: START_LIMIT_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', () => resolve(undefined));
  });
