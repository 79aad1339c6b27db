import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { findFreePort } from '../testing/free-port.ts';
import { listTexts, readDockerfile, readExecForm } from './testing/dockerfile.ts';

/*
 * Runs what the Dockerfile runs, without Docker: the last command of the build stage, which packs and installs, then the entry point
 * in a read-only root file system, as the user of the image, as process 1, without capabilities. The root file system contains
 * the /usr of this machine instead of the base image. Needs Linux and root. Takes about two minutes.
 */

const root = join(import.meta.dirname, '../../..');
const [build, image] = readDockerfile();
const [user = '', group = ''] = listTexts(image, 'USER')[0]?.split(':') ?? [];
const entrypoint = readExecForm(image, 'ENTRYPOINT');
const command = readExecForm(image, 'CMD');

const canMount = process.getuid?.() === 0 && isSuccessful('unshare', ['--mount', '--pid', '--fork', 'true']);
if (!canMount) console.warn('SKIPPED: the image is not simulated, because this needs Linux and root.');

function isSuccessful(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Mounts the root file system at $ROOT and runs the arguments in it. Everything is read-only except /tmp and, if given, /data. */
const ENTER = `
set -eu
mount -t tmpfs -o size=1m,mode=755 tmpfs "$ROOT"
mkdir -p "$ROOT/usr" "$ROOT/app" "$ROOT/data" "$ROOT/tmp" "$ROOT/proc" "$ROOT/dev" "$ROOT/home/node"
for name in bin lib lib64 sbin; do ln -s "usr/$name" "$ROOT/$name"; done
for name in null urandom; do touch "$ROOT/dev/$name"; mount --bind "/dev/$name" "$ROOT/dev/$name"; done
mount --bind /usr "$ROOT/usr" && mount -o remount,bind,ro "$ROOT/usr"
mount -t tmpfs -o size=1m,mode=755 tmpfs "$ROOT/usr/local"
mkdir "$ROOT/usr/local/bin" && touch "$ROOT/usr/local/bin/node"
mount --bind "$NODE" "$ROOT/usr/local/bin/node" && mount -o remount,bind,ro "$ROOT/usr/local/bin/node"
ln -s /app/bin/fleetkit.js "$ROOT/usr/local/bin/fleetkit"
mount -o remount,ro "$ROOT/usr/local"
mount --bind "$APP" "$ROOT/app" && mount -o remount,bind,ro "$ROOT/app"
if [ -n "\${DATA:-}" ]; then mount --bind "$DATA" "$ROOT/data"; fi
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o size=64m tmpfs "$ROOT/tmp"
mount -o remount,ro "$ROOT"
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production HOME=/home/node \\
  chroot "$ROOT" setpriv --reuid "$USER_ID" --regid "$GROUP_ID" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;

describe.runIf(canMount)('the image', () => {
  // Not in /tmp, which the image replaces.
  const folder = canMount ? mkdtempSync(join(root, 'node_modules/.image-')) : '';
  const app = join(folder, 'app');
  const running = new Set<ChildProcess>();

  /** Starts a program in the image. Its process has the id 1 there. */
  function start(args: readonly string[], settings: { readonly data?: string } = {}): ChildProcess {
    const mountPoint = mkdtempSync(join(folder, 'root-'));
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh', ...args], {
      env: {
        ...process.env,
        ROOT: mountPoint,
        NODE: process.execPath,
        APP: app,
        DATA: settings.data ?? '',
        USER_ID: user,
        GROUP_ID: group,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    return child;
  }

  /** Runs a program in the image to its end. */
  async function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
    const child = start(args);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    const [code] = await once(child, 'close');
    return { code, output };
  }

  /** Starts the server on a free port, and returns when it listens. */
  async function serve(data?: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
    const port = await findFreePort();
    const options = data === undefined ? [] : ['--data', '/data'];
    const child = start([...entrypoint, ...command, '--port', String(port), ...options], data ? { data } : {});
    let errors = '';
    child.stderr?.on('data', (chunk) => (errors += String(chunk)));
    await Promise.race([
      once(child.stdout ?? child, 'data'),
      once(child, 'close').then(() => Promise.reject(new Error(`the server ended: ${errors}`))),
    ]);
    return { child, port };
  }

  /** Sends SIGTERM to process 1 of the image, as `docker stop` does, and returns its exit code. */
  async function stop(child: ChildProcess): Promise<number | null> {
    const [first = ''] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    const closed = once(child, 'close');
    process.kill(Number(first), listTexts(image, 'STOPSIGNAL')[0] as NodeJS.Signals);
    return (await closed)[0];
  }

  beforeAll(() => {
    const commands = listTexts(build, 'RUN').at(-1) ?? '';
    execFileSync('sh', ['-euc', commands.replaceAll('/app', app)], { cwd: root, stdio: 'pipe' });
  }, 300_000);

  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('contains the package and its production dependencies only', () => {
    expect(readdirSync(app).sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'docs', 'node_modules', 'package.json', 'spec'].sort(),
    );
    const isInstalled = (name: string) => existsSync(join(app, 'node_modules', name));
    expect(Object.keys(packageJson.dependencies).filter((name) => !isInstalled(name))).toEqual([]);
    const development = Object.keys(packageJson.devDependencies).filter(
      (name) => name in packageJson.dependencies === false && isInstalled(name),
    );
    // The types that packages of production depend on.
    expect(development.filter((name) => !['@types/express', '@types/node', 'ajv-draft-04'].includes(name))).toEqual([]);
  });

  test('runs as the user of the image, without capabilities, on a read-only file system', async () => {
    const program = `
      const fs = require('node:fs');
      const tryWrite = (path) => { try { fs.writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code; } };
      const status = fs.readFileSync('/proc/self/status', 'utf8');
      console.log(JSON.stringify({
        pid: process.pid, uid: process.getuid(), gid: process.getgid(),
        capabilities: /CapBnd:\\s*(\\w+)/.exec(status)[1],
        writes: ['/app/x', '/usr/x', '/data/x', '/home/node/x', '/tmp/x'].map(tryWrite),
      }));`;
    const { output } = await run('node', '-e', program);
    expect(JSON.parse(output)).toEqual({
      pid: 1,
      uid: Number(user),
      gid: Number(group),
      capabilities: '0'.repeat(16),
      writes: ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'written'],
    });
  });

  test('prints its version', async () => {
    expect(await run(...entrypoint, '--version')).toEqual({ code: 0, output: `${packageJson.version}\n` });
  });

  test('serves, is healthy, and ends on the stop signal', async () => {
    const { child, port } = await serve();
    const response = await fetch(`http://127.0.0.1:${port}/v1/portal`, {
      headers: { 'X-API-Key': 'sbx-northway-admin' },
    });
    expect(response.status).toBe(200);
    const page = await fetch(`http://127.0.0.1:${port}/docs`, { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const check = readExecForm(image, 'HEALTHCHECK').map((text) => text.replace(' || 4400', ` || ${port}`));
    expect(await run(...check)).toEqual({ code: 0, output: '' });
    expect(await stop(child)).toBe(0);
    expect((await run(...check)).code).toBe(1);
  });

  test('keeps its data in the one folder that it may write to', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    await promisify(execFile)('chown', [`${user}:${group}`, data]);
    const { child } = await serve(data);
    expect(await stop(child)).toBe(0);
    expect(readdirSync(data).length).toBeGreaterThan(0);
  });

  test('refuses a data folder that it may not write to', async () => {
    const { code, output } = await run(...entrypoint, ...command, '--port', '0', '--data', '/data');
    expect(code).not.toBe(0);
    expect(output).toContain('/data');
  });
});
