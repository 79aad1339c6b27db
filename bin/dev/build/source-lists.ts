import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { OutputChunk } from 'rolldown';

/*
 * Lists the sources of the bundle, so that a checkout notices when one has changed. One list for each command, because reading
 * the times of all sources would take longer than most commands.
 */

/** The entry point of the command line. Its list is for the help and for unknown commands. */
const COMMAND_LINE = 'bin/cli.ts';

/** The names of the lists of other entry points. Tests run the library. */
const ENTRY_NAMES: ReadonlyMap<string, string> = new Map([
  [COMMAND_LINE, 'cli'],
  ['bin/library/index.ts', 'library'],
]);

/** The module of a command, such as `bin/commands/clock.ts` or `bin/commands/listen/command.ts`. */
const COMMAND_MODULE = /^bin\/commands\/(\w+)(?:\/command)?\.ts$/;

/** Files that determine every chunk, in addition to its modules. */
const COMMON_INPUTS = ['package.json', 'package-lock.json', 'bin/dev/build/*.ts'];

/** Files from which the build generates code and data for the server. */
const GENERATOR_INPUTS = ['spec/generated/*.json', 'fixtures/*/*.ts'];

/** Writes `dist/sources/<command>.json` for each command, and `dist/sources/cli.json`. */
export function writeSourceLists(root: string, chunks: readonly OutputChunk[], startedMs: number): void {
  mkdirSync(join(root, 'dist/sources'), { recursive: true });
  const toPath = (id: string): string => relative(root, id).replaceAll('\\', '/');
  for (const chunk of chunks) {
    if (chunk.facadeModuleId === null) continue;
    const path = toPath(chunk.facadeModuleId);
    const name = ENTRY_NAMES.get(path) ?? COMMAND_MODULE.exec(path)?.[1];
    if (name === undefined) continue;
    const modules = listChunks(chunk, chunks, name !== 'cli').flatMap(({ moduleIds }) => moduleIds.map(toPath));
    const sources = modules.filter((module) => /^(base|bin|conformance|fixtures|server|spec)\//.test(module));
    const isServer = sources.some((source) => source.startsWith('fixtures/'));
    const inputs = globSync([...COMMON_INPUTS, ...(isServer ? GENERATOR_INPUTS : [])], { cwd: root }).filter(
      (path) => !/\.(test|verify)\.ts$/.test(path),
    );
    const list = [...new Set([COMMAND_LINE, ...sources, ...inputs])].sort().map((source) => {
      const { size, mtimeMs } = statSync(join(root, source));
      return [source, size, mtimeMs < startedMs ? mtimeMs : CHANGED_MEANWHILE];
    });
    writeFileSync(join(root, `dist/sources/${name}.json`), JSON.stringify(list));
  }
}

/** No file has this time, so the bundle counts as outdated. */
const CHANGED_MEANWHILE = -1;

/** Returns the chunk and those that it imports, with `isDeep` also those that it can import later or run in a worker. */
function listChunks(chunk: OutputChunk, all: readonly OutputChunk[], isDeep: boolean): readonly OutputChunk[] {
  const byName = new Map(all.map((one) => [one.fileName, one]));
  const found = new Set([chunk]);
  const workers = all.filter(({ facadeModuleId }) => /-worker\.ts$/.test(facadeModuleId ?? ''));
  for (const { imports, dynamicImports, code } of found) {
    const started = workers.flatMap(({ fileName }) => (code.includes(basename(fileName)) ? [fileName] : []));
    for (const name of [...imports, ...(isDeep ? [...dynamicImports, ...started] : [])]) {
      const imported = byName.get(name);
      if (imported !== undefined) found.add(imported);
    }
  }
  return [...found];
}
