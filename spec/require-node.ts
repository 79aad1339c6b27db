/*
 * Imported first by both libraries, so that an older Node.js gives a clear error instead of failing inside some module.
 * Uses nothing that an older Node.js lacks. `fleetkit.js` guards the command in the same way.
 */

/** The oldest Node.js that fleetkit runs on, major and minor; `engines` in package.json says the same. */
const OLDEST = [24, 18] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
  throw new Error(`fleetkit needs Node.js ${OLDEST.join('.')} or later; this is ${process.versions.node}.`);
