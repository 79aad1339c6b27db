import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* A PostgreSQL server with a new, empty cluster for tests, on a free loopback port. It ends with the process that started it. */

export interface TestServer {
  readonly port: number;
  readonly stop: () => void;
  readonly start: () => void;
  /** Stops the server and deletes its data. */
  readonly destroy: () => void;
}

/** Returns the folder of the programs of PostgreSQL; undefined if it is not installed. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/usr/bin'];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

const isRoot = process.getuid?.() === 0;

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the user `postgres`, as which root starts the server, because initdb refuses root; undefined if there is none. */
function findUser(): User | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

/** Runs a program as the user `postgres` if this process is root. */
function run(file: string, ...args: readonly string[]): void {
  const user = isRoot ? findUser() : undefined;
  execFileSync(file, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir(), timeout: 60_000, ...user });
}

/** Returns why no server can be started here; undefined if one can. */
export function findObstacle(): string | undefined {
  if (findPrograms() === undefined) return 'PostgreSQL is not installed (Debian: apt-get install postgresql)';
  if (isRoot && findUser() === undefined) return 'the user postgres, as which root starts it, does not exist';
  return undefined;
}

/** Starts a server. Throws if `findObstacle` returns an obstacle. */
export async function startTestServer(): Promise<TestServer> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error(findObstacle());
  const root = mkdtempSync(join(tmpdir(), 'fleetkit-postgres-'));
  chmodSync(root, 0o755);
  const user = isRoot ? findUser() : undefined;
  if (user !== undefined) chownSync(root, user.uid, user.gid);
  const data = join(root, 'data');
  const port = await findFreePort();
  const control = join(programs, 'pg_ctl');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=300`;
  const start = (): void =>
    run(control, '-D', data, '-w', '-t', '30', '-o', settings, '-l', join(root, 'log'), 'start');
  const stop = (): void => run(control, '-D', data, '-w', '-m', 'immediate', 'stop');
  run(join(programs, 'initdb'), '-D', data, '-A', 'trust', '-U', 'fleetkit', '-E', 'UTF8', '--no-locale', '--no-sync');
  start();
  const endWatch = destroyWithParent(root, [control, '-D', data, '-m', 'immediate', 'stop']);
  return {
    port,
    start,
    stop,
    destroy() {
      endWatch();
      try {
        stop();
      } catch {
        // a test has stopped it
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a process that stops the server and deletes its data as soon as this process has ended, even if it was killed. Returns a
 * function that ends that process.
 */
function destroyWithParent(root: string, stop: readonly string[]): () => void {
  const script = 'root=$1; shift; read -r _; "$@"; rm -rf "$root"'; // the input ends with this process
  const watch = spawn('/bin/sh', ['-c', script, 'sh', root, ...stop], {
    detached: true, // an interrupt of the terminal does not reach it
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    ...(isRoot ? findUser() : undefined),
  });
  watch.on('error', () => undefined).unref();
  (watch.stdin as Socket).unref(); // a pipe is a socket
  return () => watch.kill('SIGKILL');
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
