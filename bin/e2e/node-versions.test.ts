import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from '../dev/test-documents.ts';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly optional?: boolean;
  readonly engines?: Readonly<Record<string, string>>;
}

const OLDEST = packageJson.engines.node.replace('>=', '');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>; // the form of a lock file of npm
};

test('supports no Node.js that a package it depends on does not support, and the oldest that all of them do', () => {
  const installed = Object.entries(packages).filter(
    ([path, { dev, devOptional, peer, optional }]) =>
      path.includes('node_modules/') && !(dev ?? devOptional ?? peer ?? optional ?? false),
  );
  const stating = installed.flatMap(([path, { engines }]) =>
    engines?.node === undefined ? [] : [{ path, range: engines.node }],
  );
  expect(installed.length).toBeGreaterThan(Object.keys(packageJson.dependencies).length);
  expect(stating.filter(({ range }) => !satisfies(OLDEST, range))).toEqual([]);
  for (const newer of ['24.0.0', '26.0.0']) expect(stating.filter(({ range }) => !satisfies(newer, range))).toEqual([]);
  const [major = 0, minor = 0] = OLDEST.split('.').map(Number);
  expect(stating.some(({ range }) => !satisfies(`${major}.${minor - 1}.0`, range))).toBe(true);
});

test('loads both libraries with require', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-require-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/fleetkit'), 'junction');
    writeFileSync(
      join(folder, 'program.cjs'),
      `const { startSandbox } = require('fleetkit');
       const { defineCheck, pass, runConformance } = require('fleetkit/conformance');
       (async () => {
         const sandbox = await startSandbox();
         const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin, 'Content-Type': 'application/json' };
         const refused = await fetch(sandbox.url + '/v1/settlements/derive', { method: 'POST', headers, body: '{"unknown":1}' });
         const own = defineCheck({ id: 'acme/x', title: 'T', clause: { text: 'R' }, level: 'must', needs: ['reader'],
           run: async ({ reader }) => pass(await reader.get('getPortal')) });
         const keys = new Map([['admin', sandbox.keys.usr_nw_admin]]);
         const { exitCode } = await runConformance({ target: sandbox.url, keys, checks: [own] });
         await sandbox.close();
         console.log(refused.status, exitCode);
       })();`,
    );
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['program.cjs'], { cwd: folder });
    expect([stdout, stderr]).toEqual(['422 0\n', '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
