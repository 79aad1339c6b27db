import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/*
 * Which modules the declarations of all commands load. The help and usage errors need nothing else, so that they are as fast as
 * a small program.
 */

const root = new URL('../../', import.meta.url).href;

/** Prints the modules that a new process loads to declare all commands, each with the module that imports it. */
const SCRIPT = `
  const loaded = [];
  process.getBuiltinModule('node:module').registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      loaded.push([found.url, context.parentURL ?? '']);
      return found;
    },
  });
  const { createProgram } = await import(${JSON.stringify(`${root}bin/command-line.ts`)});
  await createProgram();
  process.stdout.write(JSON.stringify(loaded));`;

/** Modules that only actions need: the kit, the fleets, the world, the server and the library. */
const FOR_ACTIONS =
  /^(conformance\/(index|(checks|http|receiver|sender)\/.*)|fixtures\/(index|(tenants|stored|terminals)\/.*)|server\/(world|handlers|http)\/.*|bin\/library\/(index|start-sandbox|active-keys))\.ts$/;

/** Returns the name of the package that a module belongs to; undefined for a module of the checkout. */
const findPackage = (path: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];

test('declares the commands without the modules that their actions load', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], { encoding: 'utf8' });
  const loaded: readonly (readonly [string, string])[] = JSON.parse(output); // printed by the script
  const modules = loaded
    .filter(([url]) => url.startsWith(root))
    .map(([url, importer]) => ({ path: url.slice(root.length), importer: importer.slice(root.length) }));
  const paths = modules.map(({ path }) => path);
  for (const command of ['conform/command', 'serve', 'tenants', 'play', 'sender'])
    expect(paths).toContain(`bin/commands/${command}.ts`);
  expect(modules.filter(({ path }) => FOR_ACTIONS.test(path))).toEqual([]);
  const packages = new Set(paths.map(findPackage).filter((name) => name !== undefined));
  expect([...packages].sort()).toEqual(['commander', 'fastest-levenshtein']);
});
