import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { findFreePort } from '../testing/free-port.ts';
import { listTexts, readDockerfile, readExecForm } from './testing/dockerfile.ts';

/*
 * Builds the Dockerfile with buildah and runs the image. The base image is made here, so that no registry of images is needed: a
 * minimal Debian by debootstrap, with the Node.js of this test, npm and the user of the image. Isolation by chroot needs neither a daemon
 * nor namespaces. Needs root, buildah and debootstrap, and downloads packages of Debian and npm. Takes about eight minutes.
 */

const root = join(import.meta.dirname, '../../..');
const [, image] = readDockerfile();

const tools = ['buildah', 'debootstrap'];
const isRunnable = process.getuid?.() === 0 && tools.every((tool) => isInstalled(tool));
if (!isRunnable) console.warn(`SKIPPED: the image is not built, because this needs root, ${tools.join(' and ')}.`);

function isInstalled(tool: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(isRunnable)('the built image', () => {
  const folder = isRunnable ? mkdtempSync(join(tmpdir(), 'fleetkit-image-')) : '';
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  let container = '';
  let server: ChildProcess | undefined;

  const buildah = (...args: readonly string[]): string =>
    execFileSync('buildah', [...store, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

  /** Writes the root file system of a base image. */
  function makeBase(files: string): void {
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', files], { stdio: 'pipe' });
    const npm = join(files, 'usr/local/lib/node_modules/npm');
    mkdirSync(npm, { recursive: true });
    cpSync(process.execPath, join(files, 'usr/local/bin/node'), { dereference: true });
    const version = execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim();
    execFileSync('npm', ['pack', '--silent', `npm@${version}`, '--pack-destination', folder], { cwd: folder });
    execFileSync('tar', ['-xzf', join(folder, `npm-${version}.tgz`), '-C', npm, '--strip-components=1']);
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(files, 'usr/local/bin', name));
    // The authorities that this machine trusts, so that npm reaches its registry.
    cpSync('/etc/ssl/certs/ca-certificates.crt', join(files, 'etc/ssl/certs/ca-certificates.crt'));
    execFileSync('chroot', [files, 'useradd', '--uid', '1000', '--create-home', 'node']);
  }

  beforeAll(() => {
    makeBase(join(folder, 'files'));
    const base = buildah('from', 'scratch');
    buildah('add', base, join(folder, 'files'), '/');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', base);
    buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', base);
    buildah('commit', '--quiet', base, 'localhost/node-base');
    const given = ['--build-arg', 'NODE_IMAGE=localhost/node-base', '--build-arg', 'VERSION=test'];
    buildah(
      'build',
      '--quiet',
      '--format',
      'docker',
      '--network',
      'host',
      ...given,
      '--tag',
      'localhost/fleetkit',
      root,
    );
    container = buildah('from', '--pull-never', 'localhost/fleetkit');
  }, 1_200_000);

  afterAll(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('has the configuration of the Dockerfile', () => {
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/fleetkit'));
    expect(Docker.config).toMatchObject({
      User: '1000:1000',
      Entrypoint: readExecForm(image, 'ENTRYPOINT'),
      Cmd: readExecForm(image, 'CMD'),
      WorkingDir: '/data',
      StopSignal: listTexts(image, 'STOPSIGNAL')[0],
      ExposedPorts: { '4400/tcp': {} },
      Healthcheck: { Test: expect.arrayContaining(['node']) },
    });
    expect(Docker.config.Labels['org.opencontainers.image.version']).toBe('test');
    expect(Docker.config.Env).toContain('NODE_ENV=production');
  });

  test('runs as its user, without a package manager, and may write to /data only', () => {
    const program = `
      const fs = require('node:fs');
      const tryWrite = (path) => { try { fs.writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code; } };
      console.log(JSON.stringify({ uid: process.getuid(), gid: process.getgid(), cwd: process.cwd(),
        writes: ['/app/x', '/usr/x', '/data/x'].map(tryWrite), npm: fs.existsSync('/usr/local/bin/npm') }));`;
    expect(JSON.parse(buildah('run', container, '--', 'node', '-e', program))).toEqual({
      ...{ uid: 1000, gid: 1000, cwd: '/data', npm: false },
      writes: ['EACCES', 'EACCES', 'written'],
    });
    expect(buildah('run', container, '--', 'fleetkit', '--version')).toBe(packageJson.version);
  });

  test('serves as its user, and answers /healthz', async () => {
    const port = await findFreePort();
    const command = [...readExecForm(image, 'ENTRYPOINT'), ...readExecForm(image, 'CMD')];
    const given = ['--host', '127.0.0.1', '--port', String(port), '--data', '/data/fleet'];
    const args = [...store, 'run', '--network', 'host', container, '--', ...command, ...given];
    server = spawn('buildah', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(server.stdout ?? server, 'data');
    const health = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect([health.status, await health.text()]).toEqual([200, '{"status":"ok"}']);
    const portal = await fetch(`http://127.0.0.1:${port}/v1/portal`, {
      headers: { 'X-API-Key': 'sbx-northway-admin' },
    });
    expect(portal.status).toBe(200);
  });
});
