import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/*
 * Checks the folders: `npm run check:folders`. No folder has more than `MAX_SOURCES` source files directly in it, and no two
 * folders import each other, at any depth: a folder and the folder below it neither. Tests, their helpers, the lab, declarations and
 * generated files do not count. Exits with 1 and lists the folders otherwise.
 */

const MAX_SOURCES = 20;

const ROOTS = ['base', 'spec', 'fixtures', 'server', 'client', 'conformance', 'bin', 'bench', 'lab'];
const SOURCE = /\.tsx?$/;
const NOT_COUNTED = /\.(test|verify|d)\.tsx?$|(^|\/)generated\//;
const TESTING_OR_LAB = /(^|\/)(testing|e2e|lab)\//;

/** An import specifier that is a path, in an import, an export or a call of `import()`. */
const IMPORTED_PATH = /(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Returns one line for each folder with too many of these files. Paths are relative to the root of the repository. */
export function findLargeFolders(paths: readonly string[]): readonly string[] {
  const sources = paths.filter((path) => SOURCE.test(path) && !NOT_COUNTED.test(path));
  return [...Map.groupBy(sources, dirname)]
    .filter(([, { length }]) => length > MAX_SOURCES)
    .map(
      ([folder, { length }]) =>
        `${folder} has ${length} source files; the limit is ${MAX_SOURCES}. Move the files of one topic to a folder below it.`,
    );
}

/** Returns one line for each two folders that import each other, with one import of each direction. */
export function findFolderPairs(files: readonly SourceFile[]): readonly string[] {
  const imports = new Map(files.flatMap(listFolderImports));
  return [...imports].sort().flatMap(([key, example]) => {
    const [from = '', to = ''] = key.split(' ');
    const opposite = imports.get(`${to} ${from}`);
    if (from > to || opposite === undefined) return [];
    return [
      `${from} and ${to} import each other: ${example}, and ${opposite}. Move what both need to a folder that imports neither.`,
    ];
  });
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
    ...findLargeFolders(paths),
    ...findFolderPairs(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
