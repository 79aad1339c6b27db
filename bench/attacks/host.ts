import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded, startServer } from '../machine/child-processes.ts';
import { findFreePort } from '../machine/free-port.ts';
import { listTree } from '../machine/process-tree.ts';

/** The operator token of the attacked server. */
export const OPERATOR_TOKEN = 'operator-token-of-the-attack-bench';

const START_LIMIT_MS = 60_000;

/** How the attacked server is started. */
export interface AttackedOptions {
  /** The program to run. */
  readonly program: string;
  readonly folder: string;
  /** A port of an earlier server to use again. By default a free one. */
  readonly port?: number;
  /** The database of the replicas. Without it, the server stores its data in `folder`, and accepts the published keys. */
  readonly database?: string;
}

/** A running sandbox with the options of a host. */
export interface AttackedServer {
  readonly child: ChildProcess;
  /** The server process and its children. */
  readonly pids: readonly number[];
  readonly port: number;
  /** Milliseconds from the spawn to the first response. */
  readonly startMs: number;
  /** Returns the log so far, without the line with the URL. */
  log(): string;
}

/** Starts a sandbox on all addresses with a rate limit and an operator: with its own data directory, or hosted on a database. */
export async function startAttackedServer(options: AttackedOptions): Promise<AttackedServer> {
  const port = options.port ?? (await findFreePort());
  const logFile = join(options.folder, `server-${port}.log`);
  const startedMs = performance.now();
  const serve = ['serve', '--host', '0.0.0.0', '--port', String(port), '--rate-limit', '120', '--json'];
  const own = ['--operator-token', OPERATOR_TOKEN, ...listStorageOptions(options)];
  const child = startServer({ args: [options.program, ...serve, ...own], env: {}, logFile });
  const log = (): string => readFileSync(logFile, 'utf8');
  while (!hasEnded(child) && performance.now() < startedMs + START_LIMIT_MS) {
    const [banner] = /^\{"url":.*\n/m.exec(log()) ?? [];
    const response = await fetch(`http://127.0.0.1:${port}/v1/public/branding-status`).catch(() => undefined);
    await response?.arrayBuffer();
    if (banner !== undefined && child.pid !== undefined && response?.ok === true) {
      const startMs = performance.now() - startedMs;
      return { child, pids: listTree(child.pid), port, startMs, log: () => log().replace(banner, '') };
    }
    await pause(10);
  }
  child.kill('SIGKILL');
  throw new Error(`the sandbox did not start. Log: ${log().slice(-2000)}`);
}

/** Trusts no proxy, so that the loopback addresses of attackers and other users count. */
const listStorageOptions = ({ folder, database }: AttackedOptions): readonly string[] =>
  database === undefined
    ? ['--data', join(folder, 'data')]
    : ['--hosted', '--database', database, '--public-url', 'https://sandbox.example', '--trust-proxy', '192.0.2.1'];
