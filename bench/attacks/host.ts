import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded, startServer } from '../child-processes.ts';
import { listTree } from '../process-tree.ts';

/** The operator token of the attacked server. */
export const OPERATOR_TOKEN = 'operator-token-of-the-attack-bench';

const START_LIMIT_MS = 60_000;

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

/** Starts a sandbox on all addresses, with a rate limit, an operator and a data directory. Port 0 picks a free port. */
export async function startAttackedServer(program: string, folder: string, port: number): Promise<AttackedServer> {
  const logFile = join(folder, `server-${port}.log`);
  const startedMs = performance.now();
  const serve = ['serve', '--host', '0.0.0.0', '--port', String(port), '--rate-limit', '120', '--json'];
  const own = ['--operator-token', OPERATOR_TOKEN, '--data', join(folder, 'data')];
  const child = startServer({ args: [program, ...serve, ...own], env: {}, logFile });
  const log = (): string => readFileSync(logFile, 'utf8');
  while (!hasEnded(child) && performance.now() < startedMs + START_LIMIT_MS) {
    const [banner, portText] = /^\{"url":"[^"]*:(\d+)".*\n/m.exec(log()) ?? [];
    const response = await fetch(`http://127.0.0.1:${portText}/v1/public/branding-status`).catch(() => undefined);
    await response?.arrayBuffer();
    if (banner !== undefined && child.pid !== undefined && response?.ok === true) {
      const startMs = performance.now() - startedMs;
      return {
        child,
        pids: listTree(child.pid),
        port: Number(portText),
        startMs,
        log: () => log().replace(banner, ''),
      };
    }
    await pause(10);
  }
  child.kill('SIGKILL');
  throw new Error(`the sandbox did not start. Log: ${log().slice(-2000)}`);
}
