import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundledPackage } from '../build/bundled-packages.ts';
import { type BillOfMaterials, completeBill } from './bill-of-materials.ts';
import { pinReferences } from './pins.ts';
import { checkPreconditions } from './preconditions.ts';
import { Refusal } from './refusal.ts';
import { tryPackage } from './try-package.ts';

/*
 * Makes a release in `release/`: the package, its bill of materials in CycloneDX, and their checksums. Publishes nothing.
 *
 *   npm run release
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'release');
const temporary = mkdtempSync(join(tmpdir(), 'fleetkit-release-'));

const run = (program: string, args: readonly string[], cwd = root): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] });

try {
  await release();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  rmSync(folder, { recursive: true, force: true });
  process.stderr.write(`No release: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true });
}

async function release(): Promise<void> {
  const version = checkPreconditions(root);
  const pinned = await pinReferences(root);
  if (pinned.length > 0)
    throw new Refusal(
      `${pinned.join(', ')} named actions or images by tags, which may change; they now name commits and digests: check and commit the changes, then run npm run release again`,
    );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  report('building and packing');
  run('npm', ['pack', '--loglevel=error', '--pack-destination', folder]);
  const tarball = join(folder, `fleetkit-${version}.tgz`);

  report('using the package in an empty project');
  const project = join(temporary, 'project');
  await tryPackage(tarball, project);

  report('listing its dependencies');
  const bill = createBill(tarball);
  const billFile = join(folder, `fleetkit-${version}.cdx.json`);
  writeFileSync(billFile, `${JSON.stringify(bill, undefined, 2)}\n`);

  const files = [tarball, billFile];
  writeFileSync(join(folder, 'SHA256SUMS'), files.map(formatChecksum).join(''));
  const installed = join(project, 'node_modules');
  process.stdout.write(
    [
      `fleetkit ${version}, commit ${run('git', ['rev-parse', '--short', 'HEAD']).trim()}`,
      `  tarball     ${formatSize(statSync(tarball).size)}`,
      `  unpacked    ${formatSize(measureFolder(join(installed, 'fleetkit')))}`,
      `  installed   ${formatSize(measureFolder(installed))}, with dependencies`,
      `  components  ${bill.components.length}, all with permissive licences`,
      `  files       release/${[...files.map((file) => basename(file)), 'SHA256SUMS'].join(', release/')}`,
      'Nothing was published.',
      '',
    ].join('\n'),
  );
}

/** Installs the production dependencies of the package in the versions of the lock file, as the image does, and lists them. */
function createBill(tarball: string): BillOfMaterials {
  const home = join(temporary, 'locked');
  mkdirSync(home);
  run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  copyFileSync(join(root, 'package-lock.json'), join(home, 'package-lock.json'));
  const install = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--workspaces=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  run('npm', install, home);
  // Without these, npm would report the development packages as missing.
  const { devDependencies, workspaces, ...manifest } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  rmSync(join(home, 'package-lock.json'));
  const bill = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--loglevel=error'], home)) as BillOfMaterials; // npm writes it
  const bundled = ['pages', 'chunks', 'commonjs'].flatMap(
    (name) => JSON.parse(readFileSync(join(home, 'dist', name, 'packages.json'), 'utf8')) as readonly BundledPackage[], // the build writes it
  );
  completeBill(bill, home, bundled);
  return bill;
}

function report(step: string): void {
  process.stderr.write(`${step} …\n`);
}

/** Returns a line in the form that `sha256sum --check` reads. */
function formatChecksum(file: string): string {
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`;
}

function formatSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function measureFolder(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
