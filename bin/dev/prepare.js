import { createRequire } from 'node:module';

/*
 * Builds the bundle after `npm ci` in a checkout. Plain JavaScript, because an old Node may run it where npm brought no newer
 * one. Without the bundle the sources are run.
 */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isOld = major < 24 || (major === 24 && minor < 18);
if (isOld) console.warn(`The bundle was not built, because Node.js ${process.versions.node} cannot run the build.`);
else if (!canResolve('rolldown'))
  console.warn('The bundle was not built, because the development packages are absent.');
else await import('./build/index.ts');

function canResolve(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
