import { existsSync, globSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { BuiltFile } from './index.ts';

/** Writes files and their compressed forms below a folder. Files that have not changed are kept, since compressing is slow. */
export async function writeFiles(folder: string, files: readonly BuiltFile[]): Promise<void> {
  await Promise.all(files.map((file) => writeCompressed(folder, file)));
}

/** Removes files of earlier builds from the folders of assets and pages. `paths` are the files of this build. */
export function removeOtherFiles(folder: string, paths: readonly string[]): void {
  const kept = new Set(paths.flatMap((path) => [path, `${path}.br`]));
  for (const path of globSync('{assets,docs,problems}/**/*.*', { cwd: folder }))
    if (!kept.has(path.replaceAll('\\', '/'))) rmSync(join(folder, path), { force: true });
}

async function writeCompressed(folder: string, { path, content }: BuiltFile): Promise<void> {
  const target = join(folder, path);
  const isCurrent = existsSync(`${target}.br`) && (await readFile(target, 'utf8').catch(() => undefined)) === content;
  if (isCurrent) return;
  await mkdir(dirname(target), { recursive: true });
  await Promise.all([writeFile(target, content), compress(content).then((bytes) => writeFile(`${target}.br`, bytes))]);
}

/** Larger files are compressed in less time, and 2 % less. */
const LARGE_CHARACTERS = 1_000_000;

const compress = (content: string): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE_CHARACTERS ? 10 : 11 },
  });
