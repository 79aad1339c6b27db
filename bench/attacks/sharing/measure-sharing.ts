import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tenants } from '../../../fixtures/tenants/index.ts';
import { roleRules } from '../../../server/world/scope/roles.ts';
import type { Role } from '../../../spec/index.ts';
import { hasEnded, startServer, stopChild } from '../../machine/child-processes.ts';
import { findFreePort } from '../../machine/free-port.ts';
import { listTree, readCpuMs, readPeakRssMb, readRssMb } from '../../machine/process-tree.ts';
import { readMember } from '../attack.ts';
import type { CreatedWorkspace } from '../credentials.ts';
import { createAttackClient } from '../http.ts';
import { type Latency, summarizeLatency } from '../latency.ts';
import type { ProbeOptions, ProbeRead } from './probe.ts';
import { type AttackTarget, HeldConnection, type SharingAttack } from './sharing-attack.ts';

const SERVER_TOKEN = 'operator-token-of-the-sharing-bench';
const QUIET_MS = 6000;
/** Reads that are sent so soon after an attack still count as during it. */
const TAIL_MS = 4000;
const LIMIT_MS = 60_000;
const PROBE_EVERY_MS = 40;
const PROBE_TIMEOUT_MS = 60_000;

/** The results of one attack. */
export interface SharingResult {
  readonly id: string;
  readonly title: string;
  /** Duration of the attack on the sandbox. */
  readonly seconds: number;
  readonly quiet: Latency;
  /** While the same traffic goes to the bare server on the same core. */
  readonly bare: Latency;
  readonly attack: Latency;
  /** p99 during the attack, divided by p99 while the bare server is attacked. */
  readonly ratio: number;
  readonly rssBeforeMb: number;
  readonly peakRssMb: number;
  readonly peakHeapMb: number;
  /** CPU time of the sandbox during the attack. */
  readonly cpuMs: number;
  readonly survived: boolean;
  readonly notes: readonly string[];
}

/** Measures an attack on the program, which Node.js runs. */
export async function measureSharing(attack: SharingAttack, program: string): Promise<SharingResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-sharing-'));
  const notes: string[] = [];
  const [port, barePort] = [await findFreePort(), await findFreePort()];
  const bare = startServer({
    args: [join(import.meta.dirname, 'bare-server.ts'), String(barePort)],
    ...{ env: {}, logFile: join(folder, 'bare.log') },
  });
  const sandbox = startSandbox(attack, { program, folder, port });
  let probe: Probe | undefined;
  try {
    await waitFor(sandbox, port);
    const { own, victim } = await createUsers(attack, port);
    const createTarget = (at: number, name: string, signal: AbortSignal): AttackTarget & { closeAll(): void } => {
      const held: HeldConnection[] = [];
      return {
        ...own,
        ...{ port: at, serverToken: SERVER_TOKEN, signal },
        send: createAttackClient(`http://127.0.0.1:${at}`, signal),
        hold(request) {
          const connection = new HeldConnection(at, request);
          held.push(connection);
          return connection;
        },
        note: (text) => void notes.push(`${name}: ${text}`),
        closeAll: () => {
          for (const connection of held) connection.close();
        },
      };
    };
    const run = async (part: SharingAttack['run'], at: number, name: string): Promise<void> => {
      const end = new AbortController();
      const limitMs = attack.limitMs ?? LIMIT_MS;
      const limit = setTimeout(() => end.abort(), limitMs);
      const target = createTarget(at, name, end.signal);
      await Promise.race([part(target), once(end.signal, 'abort')]);
      if (end.signal.aborted) target.note(`stopped after ${limitMs / 1000} s`);
      clearTimeout(limit);
      end.abort();
      target.closeAll();
    };
    if (attack.prepare !== undefined) await run(attack.prepare, port, 'preparation');
    probe = await startProbe(port, victim);
    await pause(2000); // the first reads are slower
    const quietMs = Date.now();
    await pause(QUIET_MS);
    const bareMs = Date.now();
    await run(attack.run, barePort, 'bare server');
    await pause(TAIL_MS);
    const pids = sandbox.pid === undefined ? [] : listTree(sandbox.pid);
    const rssBeforeMb = readRssMb(pids);
    const cpuBeforeMs = readCpuMs(pids);
    const attackMs = Date.now();
    await run(attack.run, port, 'sandbox');
    const endMs = Date.now();
    await pause(TAIL_MS);
    const peakRssMb = readPeakRssMb(pids);
    const cpuMs = readCpuMs(pids) - cpuBeforeMs;
    const reads = await probe.end();
    const phase = (fromMs: number, toMs: number): Latency =>
      summarizeLatency(reads.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < toMs));
    const latencies = {
      quiet: phase(quietMs, bareMs),
      bare: phase(bareMs, attackMs),
      attack: phase(attackMs, Number.POSITIVE_INFINITY),
    };
    return {
      ...{ id: attack.id, title: attack.title, seconds: (endMs - attackMs) / 1000, ...latencies },
      ratio: latencies.attack.p99Ms / latencies.bare.p99Ms,
      ...{ rssBeforeMb, peakRssMb, peakHeapMb: readHeapMb(folder), cpuMs },
      survived: !hasEnded(sandbox),
      notes,
    };
  } finally {
    probe?.kill();
    await stopChild(sandbox);
    await stopChild(bare);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface SandboxOptions {
  readonly program: string;
  readonly folder: string;
  readonly port: number;
}

function startSandbox(attack: SharingAttack, { program, folder, port }: SandboxOptions): ChildProcess {
  mkdirSync(join(folder, 'data'));
  const node = [...(attack.nodeOptions ?? []), '--import', join(import.meta.dirname, 'report-heap.ts')];
  const serve = ['serve', '--host=0.0.0.0', `--port=${port}`, '--log=off', `--operator-token=${SERVER_TOKEN}`];
  const data = `--data=${join(folder, 'data')}`;
  const hosted = ['--hosted', '--trust-proxy=1', data, '--public-url=https://sandbox.example'];
  return startServer({
    args: [...node, program, ...serve, ...(attack.mode === 'published' ? [] : hosted)],
    env: { HEAP_FILE: join(folder, 'heap') },
    logFile: join(folder, 'sandbox.log'),
  });
}

async function waitFor(child: ChildProcess, port: number): Promise<void> {
  const startMs = performance.now();
  while (!hasEnded(child) && performance.now() < startMs + LIMIT_MS) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok === true) return;
    await pause(50);
  }
  throw new Error('the sandbox did not start');
}

type Attacker = Pick<AttackTarget, 'keys' | 'adminKeys' | 'workspaceToken' | 'basePath'>;

interface Users {
  readonly own: Attacker;
  readonly victim: ProbeOptions['reads'];
}

/** Creates the workspaces of the attacker and of the users whose reads are measured, or selects published keys. */
async function createUsers({ mode = 'hosted' }: SharingAttack, port: number): Promise<Users> {
  const send = createAttackClient(`http://127.0.0.1:${port}`, AbortSignal.timeout(LIMIT_MS));
  const create = async (name: string): Promise<CreatedWorkspace> => {
    const { status, text } = await send({ path: '/sandbox/workspaces', token: SERVER_TOKEN, body: { name } });
    if (status !== 201) throw new Error(`a workspace was not created: ${status} ${text}`);
    return JSON.parse(text) as CreatedWorkspace; // validated by the sandbox
  };
  const toKeys = ({ api_keys }: CreatedWorkspace) =>
    new Map(api_keys.map(({ user_id, api_key }) => [user_id, api_key]));
  const attacker = mode === 'hosted' ? await create('attacker') : undefined;
  const published = users.flatMap(({ userId, role, keys: [first] }) =>
    first ? [{ userId, role, key: first.key }] : [],
  );
  const keys = attacker === undefined ? new Map(published.map(({ userId, key }) => [userId, key])) : toKeys(attacker);
  const readers =
    mode === 'hosted'
      ? [...toKeys(await create('others')).values()]
      : published.filter(({ role }) => !isAdmin(role)).map(({ key }) => key);
  const reads: ProbeOptions['reads'][number][] = [];
  for (const key of readers) {
    const list = await send({ path: '/v1/locations?limit=1', key });
    const terminalId = readMember(list, 'data', 0, 'terminal_ids', 0);
    if (terminalId !== undefined) reads.push({ key, path: `/v1/locations/${terminalId}` });
  }
  if (reads.length === 0) throw new Error('no user of another workspace can read a location');
  const adminKeys = users.filter(({ role }) => isAdmin(role)).flatMap(({ userId }) => keys.get(userId) ?? []);
  return {
    own: { keys, adminKeys, workspaceToken: attacker?.operator_token, basePath: attacker?.base_path ?? '' },
    victim: reads,
  };
}

const users = tenants.flatMap((tenant) => tenant.users);

/** Whether the role may use the control plane. */
const isAdmin = (role: Role): boolean => roleRules[role].privileges.has('manage_configuration');

interface Probe {
  end(): Promise<readonly ProbeRead[]>;
  kill(): void;
}

/** Starts the process that reads. */
async function startProbe(port: number, reads: ProbeOptions['reads']): Promise<Probe> {
  const child = fork(join(import.meta.dirname, 'probe.ts'));
  await once(child, 'spawn');
  // 120 requests a minute are allowed for each user.
  const everyMs = Math.max(PROBE_EVERY_MS, 60_000 / (100 * reads.length));
  child.send({ port, reads, everyMs, timeoutMs: PROBE_TIMEOUT_MS } satisfies ProbeOptions);
  return {
    async end() {
      child.send('end');
      const [made] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
      if (made === undefined) throw new Error('the process that reads ended without a result');
      return made as readonly ProbeRead[]; // probe.ts sends nothing else
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function readHeapMb(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'heap'), 'utf8')) / 1e6;
  } catch {
    return Number.NaN; // the program of another checkout ended too early
  }
}
