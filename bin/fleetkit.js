#!/usr/bin/env node
// Plain JavaScript that an old Node can read, so that it says what is missing instead of failing to parse.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  const { existsSync } = await import('node:fs');
  const hasOwn = existsSync(new URL('node', new URL('../node_modules/.bin/', import.meta.url)));
  process.stderr.write(
    `fleetkit needs Node.js 22.19 or later; this is ${process.versions.node}.\n` +
      (hasOwn
        ? 'This checkout contains a newer one: run the command with `npx fleetkit`, or `npm start` for the sandbox.\n'
        : 'Install a supported Node.js, then run the command again.\n'),
  );
  process.exit(1);
}

// Not imported, because an ES import of node:fs also loads the streams of files.
const { existsSync, readFileSync, statSync } = process.getBuiltinModule('node:fs');
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { fileURLToPath } = process.getBuiltinModule('node:url');

// An installed package runs its bundle. A checkout does too, unless a source has changed since the bundle was built.
const root = new URL('..', import.meta.url);
const source = new URL('bin/cli.ts', root);
const bundle = new URL('dist/bin/cli.js', root);
enableCompileCache();
await import(existsSync(source) && !isBundleCurrent(process.argv.slice(2)) ? source.href : bundle.href);

/**
 * Whether every source of the named command has the size and the time of change that it had when the bundle was built. Reads
 * the list of the command (`bin/dev/build/source-lists.ts`).
 */
function isBundleCurrent(args) {
  const [first, second] = args.filter((argument) => !argument.startsWith('-'));
  const sources = readList(first === 'help' ? second : first) ?? readList('cli');
  if (sources === undefined) return false;
  const folder = fileURLToPath(root);
  return sources.every(([path, size, changedMs]) => {
    const found = statSync(folder + path, { throwIfNoEntry: false });
    return found !== undefined && found.size === size && found.mtimeMs === changedMs;
  });
}

/** Returns a list of sources; undefined if there is none with this name. */
function readList(name) {
  const file = new URL(`dist/sources/${/^[a-z]+$/.test(name ?? '') ? name : 'cli'}.json`, root);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
