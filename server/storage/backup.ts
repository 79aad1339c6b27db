import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type BackupWriter, createBackupFile, openBackupFile } from './backup-file.ts';
import { copyDatabase, openReadOnly } from './connection.ts';
import { DATABASE_FILE, LOCK_FILE, lockDirectory } from './data-directory.ts';
import { inspectFile, toUnusable } from './inspection.ts';
import { migrations } from './schema.ts';
import { UnusableData } from './unusable-data.ts';

/** Where workspaces are stored, below a data directory. */
export interface WorkspaceLayout {
  /** Returns the folder of a workspace, relative to the data directory, with `/` between its parts. */
  readonly toFolder: (name: string) => string;
}

export interface BackupRequest extends WorkspaceLayout {
  readonly directory: string;
  readonly file: string;
}

/** The content of a backup. */
export interface BackupSummary {
  readonly workspaces: number;
  /** Size of the backup, in bytes. */
  readonly bytes: number;
}

/**
 * Copies a data directory, with its workspaces, to one new file (mode 0600), while a sandbox may be running in it. Each database is a
 * snapshot of one instant and is inspected after it was copied. Throws `UnusableData` if the file exists or the data cannot be read;
 * there is no file then.
 */
export async function writeBackup({ directory, file, toFolder }: BackupRequest): Promise<BackupSummary> {
  if (!existsSync(join(directory, DATABASE_FILE)))
    throw new UnusableData('inaccessible', `${directory} contains no data of fleetkit. Name the directory of --data.`);
  if (existsSync(file)) throw refuseToOverwrite(file);
  const scratch = createScratch(`${file}.`);
  try {
    const unfinished = join(scratch, 'backup');
    const writer = createBackupFile(unfinished);
    let workspaces = 0;
    try {
      const main = await addDatabase(writer, { directory, scratch, path: DATABASE_FILE });
      const paths = listWorkspaces(main).map((name) => `${toFolder(name)}/${DATABASE_FILE}`);
      for (const path of paths.filter((one) => existsSync(join(directory, one)))) {
        rmSync(await addDatabase(writer, { directory, scratch, path }));
        workspaces += 1;
      }
    } finally {
      writer.close();
    }
    const { size: bytes } = statSync(unfinished);
    linkTo(unfinished, file);
    return { workspaces, bytes };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Restores a backup to a directory that is absent or empty. Throws `UnusableData`, and leaves the directory without data, unless the
 * file is an undamaged backup of this or an older version, and no sandbox uses the directory. The database of the main world is moved
 * into its place last.
 */
export function restoreBackup(file: string, directory: string): BackupSummary {
  if (!existsSync(file))
    throw new UnusableData('inaccessible', `${file} does not exist. Name a file of fleetkit backup.`);
  const reader = openBackupFile(file);
  const isNew = !existsSync(directory);
  try {
    const lock = lockDirectory(directory);
    const scratch = join(directory, 'restoring');
    let isRestored = false;
    try {
      requireEmpty(directory);
      const paths = reader.listPaths();
      for (const path of paths) {
        const target = join(scratch, path);
        mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
        reader.extract(path, target);
        inspectCopy(target, file);
      }
      const folders = new Set(paths.filter((path) => path !== DATABASE_FILE).map((path) => path.split('/')[0] ?? ''));
      for (const folder of folders) renameSync(join(scratch, folder), join(directory, folder));
      renameSync(join(scratch, DATABASE_FILE), join(directory, DATABASE_FILE));
      isRestored = true;
      return { workspaces: paths.length - 1, bytes: statSync(file).size };
    } finally {
      rmSync(scratch, { recursive: true, force: true });
      lock.close();
      if (!isRestored && isNew) rmSync(directory, { recursive: true, force: true });
    }
  } finally {
    reader.close();
  }
}

interface DatabasePlace {
  readonly directory: string;
  readonly scratch: string;
  /** Relative to the directory. */
  readonly path: string;
}

/** Adds a database to the backup. Returns the inspected copy. */
async function addDatabase(writer: BackupWriter, { directory, scratch, path }: DatabasePlace): Promise<string> {
  const source = join(directory, path);
  const copy = join(scratch, createHash('sha256').update(path).digest('hex'));
  try {
    await copyDatabase(source, copy);
  } catch (error) {
    throw toUnusable(source, error);
  }
  inspectCopy(copy, source);
  writer.add(path, copy);
  return copy;
}

/** Inspects a copy. Errors name the original. */
function inspectCopy(copy: string, original: string): void {
  try {
    inspectFile(copy, migrations.length);
  } catch (error) {
    if (!(error instanceof UnusableData)) throw error;
    throw new UnusableData(error.reason, error.message.replaceAll(copy, original), { cause: error });
  }
}

/** Returns the names of the workspaces in a database of any version. */
function listWorkspaces(file: string): readonly string[] {
  const database = openReadOnly(file);
  try {
    const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'workspaces'").get() !== undefined;
    return hasTable
      ? database
          .prepare('SELECT name FROM workspaces')
          .all()
          .map(({ name }) => String(name))
      : [];
  } finally {
    database.close();
  }
}

function createScratch(prefix: string): string {
  try {
    const scratch = mkdtempSync(prefix);
    chmodSync(scratch, 0o700);
    return scratch;
  } catch (cause) {
    const { message } = cause as Error; // a system error
    throw new UnusableData('inaccessible', `${dirname(prefix)} cannot be written: ${message}.`, { cause });
  }
}

/** Gives a complete file its name, unless another file has it. */
function linkTo(complete: string, file: string): void {
  try {
    linkSync(complete, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw refuseToOverwrite(file);
    throw error;
  }
}

const refuseToOverwrite = (file: string): UnusableData =>
  new UnusableData(
    'inaccessible',
    `${file} exists already, and a backup never overwrites a file. Choose another name.`,
  );

function requireEmpty(directory: string): void {
  const [found] = readdirSync(directory).filter((name) => !name.startsWith(LOCK_FILE));
  if (found === undefined) return;
  throw new UnusableData(
    'inaccessible',
    `${directory} is not empty: it contains ${found}. A backup is restored only to an empty directory. Choose another one.`,
  );
}
