import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/*
 * Checks that no folder has more than `MAX_SOURCES` source files directly in it: `npm run check:folders`. Exits with 1 and lists
 * the folders otherwise. Tests, declarations and generated files do not count.
 */

const MAX_SOURCES = 20;

/** Folders with more source files than that, and their number, which may only decrease. */
const EXCEPTIONS: ReadonlyMap<string, number> = new Map();

const ROOTS = ['base', 'spec', 'fixtures', 'server', 'conformance', 'bin', 'bench', 'lab'];
const NOT_COUNTED = /\.(test|verify|d)\.tsx?$|(^|\/)generated\//;

/**
 * Returns one line for each folder with too many of these files, and for each exception that is larger than needed. Paths are
 * relative to the root of the repository; those of other files are ignored.
 */
export function findFolderProblems(
  paths: readonly string[],
  exceptions: ReadonlyMap<string, number>,
): readonly string[] {
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !NOT_COUNTED.test(path));
  const counts = new Map(
    [...Map.groupBy(sources, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))].map(
      ([folder, files]) => [folder, files.length] as const,
    ),
  );
  const exceeded = [...counts].flatMap(([folder, count]) => {
    const limit = exceptions.get(folder) ?? MAX_SOURCES;
    if (count <= limit) return [];
    return [
      `${folder} has ${count} source files; the limit is ${limit}. Move the files of one topic to a folder below it.`,
    ];
  });
  const unneeded = [...exceptions].flatMap(([folder, limit]) => {
    const count = counts.get(folder) ?? 0;
    if (count <= MAX_SOURCES)
      return [`${folder} has ${count} source files, and ${MAX_SOURCES} are allowed. Remove its exception.`];
    return count < limit ? [`${folder} has ${count} source files. Lower its exception from ${limit} to ${count}.`] : [];
  });
  return [...exceeded, ...unneeded];
}

if (import.meta.main) {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...ROOTS], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const problems = findFolderProblems(paths.split('\n'), EXCEPTIONS);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) {
    process.stderr.write('The limit and its exceptions are in bin/dev/check-folders.ts.\n');
    process.exitCode = 1;
  }
}
