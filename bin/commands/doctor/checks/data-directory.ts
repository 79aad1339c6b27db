import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UnusableData } from '../../../../server/storage/unusable-data.ts';
import type { Finding } from './finding.ts';

/** Checks a data directory: permissions, its lock, and the file with the data. */
export async function checkDataDirectory(directory: string): Promise<readonly Finding[]> {
  const check = `data directory ${directory}`;
  const path = resolve(directory);
  if (!existsSync(path)) return [checkParent(check, path)];
  if (!statSync(path).isDirectory())
    return [{ check, status: 'problem', found: 'It is a file.', advice: 'Choose a directory with --data.' }];
  if (!isWritable(path))
    return [
      {
        check,
        status: 'problem',
        found: 'This user may not write to it.',
        advice: `Run: chmod u+rwx '${path}', or choose another directory.`,
      },
    ];
  // Loads the driver of SQLite, which only data directories need.
  const { DATABASE_FILE, LOCK_FILE, lockDirectory } = await import('../../../../server/storage/data-directory.ts');
  const { inspectFile } = await import('../../../../server/storage/inspection.ts');
  const { migrations } = await import('../../../../server/storage/schema.ts');
  if (!existsSync(join(path, LOCK_FILE)))
    return [{ check, status: 'ok', found: 'It exists, can be written to, and contains no data of fleetkit.' }];
  try {
    const lock = lockDirectory(path);
    try {
      if (existsSync(join(path, DATABASE_FILE))) inspectFile(join(path, DATABASE_FILE), migrations.length);
    } finally {
      lock.close();
    }
  } catch (fault) {
    if (!(fault instanceof UnusableData)) throw fault;
    const isInUse = fault.reason === 'in-use';
    return [
      {
        check,
        status: isInUse ? 'warning' : 'problem',
        found: fault.message,
        advice: isInUse
          ? 'Stop that sandbox before you start another one on this directory.'
          : 'Restore a copy, or choose another directory.',
      },
    ];
  }
  return [
    {
      check,
      status: 'ok',
      found: `Its data can be read (schema ${migrations.length} or older). No process holds ${LOCK_FILE}, which remains on purpose.`,
    },
  ];
}

function checkParent(check: string, path: string): Finding {
  let parent = dirname(path);
  while (!existsSync(parent)) parent = dirname(parent);
  if (isWritable(parent)) return { check, status: 'ok', found: 'It does not exist yet, and can be created.' };
  return {
    check,
    status: 'problem',
    found: `It does not exist, and this user may not create it in ${parent}.`,
    advice: 'Choose a directory in which this user may write.',
  };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
