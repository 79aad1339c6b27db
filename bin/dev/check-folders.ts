import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { FOLDER_PAIR_EXCEPTIONS, LARGE_FOLDER_EXCEPTIONS } from './folder-exceptions.ts';

/*
 * Checks the folders: `npm run check:folders`. No folder has more than `MAX_SOURCES` source files directly in it, and no two
 * folders import each other, at any depth: a folder and the folder below it neither. Tests, their helpers, the lab, declarations and
 * generated files do not count. Exits with 1 and lists the folders otherwise.
 */

const MAX_SOURCES = 20;

const ROOTS = ['base', 'spec', 'fixtures', 'server', 'conformance', 'bin', 'bench', 'lab'];
const SOURCE = /\.tsx?$/;
const NOT_COUNTED = /\.(test|verify|d)\.tsx?$|(^|\/)generated\//;
const TESTING_OR_LAB = /(^|\/)(testing|e2e|lab)\//;

/** An import specifier that is a path, in an import, an export or a call of `import()`. */
const IMPORTED_PATH = /(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns one line for each folder with too many of these files, and for each exception that is larger than needed. Paths are
 * relative to the root of the repository; those of other files are ignored.
 */
export function findLargeFolders(paths: readonly string[], exceptions: ReadonlyMap<string, number>): readonly string[] {
  const sources = paths.filter((path) => SOURCE.test(path) && !NOT_COUNTED.test(path));
  const counts = new Map([...Map.groupBy(sources, dirname)].map(([folder, files]) => [folder, files.length] as const));
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

/**
 * Returns one line for each two folders that import each other, with one import of each direction, and for each exception that is
 * not needed. An exception is `folder other-folder`, in alphabetical order.
 */
export function findFolderPairs(files: readonly SourceFile[], exceptions: ReadonlySet<string>): readonly string[] {
  const imports = new Map(files.flatMap(listFolderImports));
  const pairs = [...imports.keys()].filter((key) => {
    const [from = '', to = ''] = key.split(' ');
    return from < to && imports.has(`${to} ${from}`);
  });
  const found = pairs.sort().flatMap((pair) => {
    const [from, to] = pair.split(' ');
    if (exceptions.has(pair)) return [];
    return [
      `${from} and ${to} import each other: ${imports.get(pair)}, and ${imports.get(`${to} ${from}`)}. Move what both need to a folder that imports neither.`,
    ];
  });
  const unneeded = [...exceptions]
    .filter((pair) => !pairs.includes(pair))
    .map((pair) => `${pair.split(' ').join(' and ')} no longer import each other. Remove their exception.`);
  return [...found, ...unneeded];
}

/** Returns `folder imported-folder` of each import of another folder, and the import as text. */
function listFolderImports({ path, text }: SourceFile): readonly (readonly [string, string])[] {
  if (!SOURCE.test(path) || NOT_COUNTED.test(path) || TESTING_OR_LAB.test(path)) return [];
  return [...text.matchAll(IMPORTED_PATH)].flatMap(([, specifier = '']) => {
    const imported = normalize(join(dirname(path), specifier));
    if (NOT_COUNTED.test(imported) || TESTING_OR_LAB.test(imported) || dirname(imported) === dirname(path)) return [];
    return [[`${dirname(path)} ${dirname(imported)}`, `${path} imports ${imported}`] as const];
  });
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...ROOTS], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = listed.split('\n').filter((path) => SOURCE.test(path) && existsSync(join(root, path)));
  const problems = [
    ...findLargeFolders(paths, LARGE_FOLDER_EXCEPTIONS),
    ...findFolderPairs(
      paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
      FOLDER_PAIR_EXCEPTIONS,
    ),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) {
    process.stderr.write('The exceptions are in bin/dev/folder-exceptions.ts.\n');
    process.exitCode = 1;
  }
}
