/*
 * Throws a clear error on an older Node.js. Both libraries import it first. It uses only features of older versions.
 * `fleetkit.js` does the same for the command.
 */

/** The oldest supported Node.js, major and minor, as in `engines` in package.json. */
const OLDEST = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
  throw new Error(`fleetkit needs Node.js ${OLDEST.join('.')} or later; this is ${process.versions.node}.`);
