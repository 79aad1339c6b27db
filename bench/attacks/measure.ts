import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { hasEnded, stopChild } from '../machine/child-processes.ts';
import { ADMIN, type Attack, type AttackContext, type AttackRow, DISPUTES, readMember, VICTIMS } from './attack.ts';
import {
  type CreatedWorkspace,
  forgetIssued,
  resolveCredential,
  useOperatorToken,
  useWorkspace,
} from './credentials.ts';
import { OPERATOR_TOKEN, startAttackedServer } from './host.ts';
import { type AttackClient, createAttackClient } from './http.ts';
import { type Latency, summarizeLatency } from './latency.ts';
import type { VictimRead, WatchData, WatchResult } from './watch.ts';

/** The results of one attack. */
export interface AttackResult {
  readonly id: string;
  readonly title: string;
  readonly seconds: number;
  readonly rssBeforeMb: number;
  readonly peakRssMb: number;
  /** Reads of other tenants in the three phases. */
  readonly before: Latency;
  readonly during: Latency;
  readonly after: Latency;
  readonly survived: string;
  readonly weaknesses: readonly string[];
  readonly notes: readonly string[];
  readonly rows: readonly AttackRow[];
}

const QUOTA_EXCEEDED = 507;
const SETTLE_MS = 3000;
const QUIET_MS = 6000;
const LIMIT_MS = 30_000;
/** Thresholds that are listed as a weakness. They do not fail the run. */
const WEAKNESS_LIMITS = { p99Ms: 100, p99Ratio: 10, memoryMb: 150 };

/** The attacked target: a server with its data directory, or two hosted replicas on a database. */
export interface AttackTarget {
  readonly program: string;
  /** Creates an empty database for the replicas. Without it, one server is attacked. */
  readonly createDatabase?: () => Promise<string>;
}

/**
 * Starts a sandbox, attacks it between two quiet phases, restarts it if the attack has a part for that, and stops it. Of two
 * replicas, both get requests of the attacker in turn and reads of the others; plain connections and signals go to the first one.
 */
export async function measureAttack(attack: Attack, { program, createDatabase }: AttackTarget): Promise<AttackResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-attacks-'));
  mkdirSync(join(folder, 'data'));
  const options = { program, folder, ...omitUndefined({ database: await createDatabase?.() }) };
  let host = await startAttackedServer(options);
  const replicas = createDatabase === undefined ? [] : [await startAttackedServer(options)];
  const origins = [host, ...replicas].map(({ port }) => `http://127.0.0.1:${port}`);
  const [origin = ''] = origins;
  forgetIssued();
  if (createDatabase !== undefined) await createWorkspaces(origin);
  const found = { notes: [] as string[], weaknesses: [] as string[], rows: [] as AttackRow[] };

  const readLogs = (): string => [host, ...replicas].map((server) => server.log()).join('');

  /** Runs one part of the attack on the present server, within its time limit. */
  const run = async (part: Attack['run']): Promise<void> => {
    const end = new AbortController();
    const clients = origins.map((one) => createAttackClient(one, end.signal));
    let sent = 0;
    const pickClient = (): AttackClient => clients[sent++ % clients.length] as AttackClient; // there is at least one
    const work = part({
      ...{ host: { ...host, log: readLogs }, signal: end.signal },
      send: async (send) => {
        const answer = await pickClient()(send);
        if (answer.status >= 500 && answer.status !== QUOTA_EXCEEDED)
          found.weaknesses.push(`${answer.status} from ${send.path.slice(0, 40)}`);
        return answer;
      },
      note: (text) => void found.notes.push(text),
      weakness: (text) => void found.weaknesses.push(text),
      row: (row) => void found.rows.push(row),
    } satisfies AttackContext);
    const limitMs = attack.limitMs ?? LIMIT_MS;
    const limit = setTimeout(() => {
      found.notes.push(`stopped after ${limitMs / 1000} s`);
      end.abort();
    }, limitMs);
    await work; // ends soon after its requests
    clearTimeout(limit);
    end.abort();
  };

  try {
    const victims = await warmUp(origins);
    const pids = [host, ...replicas].flatMap((server) => server.pids);
    const workerData: WatchData = { origins, pids, victims };
    const watch = new Worker(new URL('./watch.ts', import.meta.url), { workerData });
    const result = once(watch, 'message');
    await pause(SETTLE_MS);
    const quietMs = Date.now();
    await pause(QUIET_MS);
    const startMs = Date.now();
    await run(attack.run);
    const endMs = Date.now();
    if (![host, ...replicas].every(({ child }) => hasEnded(child))) await pause(QUIET_MS);
    watch.postMessage('end');
    const { reads, memory, wasKilled }: WatchResult = (await result)[0]; // watch.ts posts nothing else
    const phase = (fromMs: number, toMs: number): Latency =>
      summarizeLatency(reads.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < toMs));
    const after = phase(endMs, Number.POSITIVE_INFINITY);
    const figures = {
      rssBeforeMb: memory.findLast(({ atMs }) => atMs < startMs)?.rssMb ?? Number.NaN,
      peakRssMb: memory.at(-1)?.peakMb ?? Number.NaN,
      ...{ before: phase(quietMs, startMs), during: phase(startMs, endMs), after },
      survived: wasKilled
        ? 'no: killed at 1.5 GB'
        : hasEnded(host.child)
          ? `${attack.afterRestart === undefined ? 'no: ' : ''}ended`
          : after.failures === after.reads
            ? 'no: others get no correct answer'
            : 'yes',
    };
    if (attack.afterRestart !== undefined) {
      await stopChild(host.child);
      host = await startAttackedServer({ ...options, port: host.port });
      await run(attack.afterRestart);
    }
    const weaknesses = [...findWeaknesses(figures), ...found.weaknesses];
    return { id: attack.id, title: attack.title, seconds: (endMs - startMs) / 1000, ...figures, ...found, weaknesses };
  } finally {
    for (const { child } of [host, ...replicas]) await stopChild(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a workspace of the attacker and one of the other users. */
async function createWorkspaces(origin: string): Promise<void> {
  const create = async (name: string): Promise<CreatedWorkspace> => {
    const send = createAttackClient(origin, AbortSignal.timeout(LIMIT_MS));
    const { status, text } = await send({ path: '/sandbox/workspaces', token: OPERATOR_TOKEN, body: { name } });
    if (status !== 201) throw new Error(`a workspace was not created: ${status} ${text}`);
    return JSON.parse(text) as CreatedWorkspace; // validated by the sandbox
  };
  const [attacker, others] = [await create('attacker'), await create('others')];
  useWorkspace(attacker);
  useWorkspace(others, VICTIMS);
  useOperatorToken(OPERATOR_TOKEN, attacker.operator_token);
}

/** Sends the first requests, and selects the paths that users of other tenants read. */
async function warmUp(origins: readonly string[]): Promise<readonly VictimRead[]> {
  const victims: VictimRead[] = [];
  for (const origin of origins) {
    const send = createAttackClient(origin, AbortSignal.timeout(LIMIT_MS));
    for (const key of [ADMIN, DISPUTES, ...VICTIMS]) await send({ path: '/v1/portal', key });
    await send({ path: '/v1/disputes', key: DISPUTES, body: {} });
    for (const key of origin === origins[0] ? VICTIMS : []) {
      const list = await send({ path: '/v1/locations?limit=1', key });
      const terminalId = String(readMember(list, 'data', 0, 'terminal_ids', 0));
      victims.push({ key: resolveCredential(key), path: `/v1/locations/${terminalId}`, expected: terminalId });
      if (list.status !== 200) throw new Error(`${list.status} to ${key}; expected 200. Has it expired? ${list.text}`);
    }
  }
  return victims;
}

function findWeaknesses(
  figures: Pick<AttackResult, 'rssBeforeMb' | 'peakRssMb' | 'before' | 'during' | 'after' | 'survived'>,
): readonly string[] {
  const { rssBeforeMb, peakRssMb, before, during, after, survived } = figures;
  const growthMb = Math.round(peakRssMb - rssBeforeMb);
  const slow = Object.entries({ during, after }).filter(
    ([, { p99Ms }]) => p99Ms > WEAKNESS_LIMITS.p99Ms && p99Ms > WEAKNESS_LIMITS.p99Ratio * before.p99Ms,
  );
  return [
    ...(survived.startsWith('no') ? [`did not survive: ${survived.slice(4)}`] : []),
    ...(survived !== 'ended' && during.failures > 0 ? [`${during.failures} reads of others failed`] : []),
    ...slow.map(([phase, { p99Ms }]) => `others wait ${p99Ms.toFixed(0)} ms at p99 ${phase} the attack`),
    ...(growthMb > WEAKNESS_LIMITS.memoryMb ? [`memory grows by ${growthMb} MB`] : []),
  ];
}
