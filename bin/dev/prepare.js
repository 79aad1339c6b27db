import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';

/*
 * Prepares a checkout after `npm ci`, which runs the script `dependencies` (not `prepare`: npm would warn each user of the package
 * about a script to approve): builds the bundle, and links the command. Plain JavaScript, because an old Node may run it
 * where npm brought no newer one. Without the bundle the sources are run.
 */

const bins = new URL('../../node_modules/.bin/', import.meta.url);
if (existsSync(bins) && process.platform !== 'win32') linkCommand(new URL('fleetkit', bins));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isOld = major < 22 || (major === 22 && minor < 19);
if (isOld) console.warn(`The bundle was not built, because Node.js ${process.versions.node} cannot run the build.`);
else if (!canResolve('rolldown'))
  console.warn('The bundle was not built, because the development packages are absent.');
else await import('./build/index.ts');

/** Links the command where `npx` finds it at once. Otherwise `npx` installs the checkout into a temporary folder at every call. */
function linkCommand(link) {
  rmSync(link, { force: true });
  symlinkSync('../../bin/fleetkit.js', link);
}

/** Whether a package is installed. */
function canResolve(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
