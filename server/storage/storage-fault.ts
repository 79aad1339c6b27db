import { type ProblemReply, problem } from '../problem.ts';

/** Why the storage rejects a write. The fault may be temporary, so the write can be retried. */
export type StorageFault = 'full' | 'read-only' | 'failing' | 'locked';

const faults: ReadonlyMap<number, StorageFault> = new Map([
  [5, 'locked'], // SQLITE_BUSY
  [6, 'locked'], // SQLITE_LOCKED
  [8, 'read-only'], // SQLITE_READONLY
  [10, 'failing'], // SQLITE_IOERR
  [13, 'full'], // SQLITE_FULL
  [14, 'failing'], // SQLITE_CANTOPEN
]);

/** Returns SQLite's primary result code, such as 11 for a malformed file; undefined for any other error. */
export function readSqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff; // the upper bits are the extended code
}

/** Returns the storage fault of an error; undefined for an error of another kind. */
export function classifyStorageFault(error: unknown): StorageFault | undefined {
  const code = readSqliteCode(error);
  return code === undefined ? undefined : faults.get(code);
}

const STATES: Readonly<Record<StorageFault, readonly [fault: string, advice: string]>> = {
  full: ['has no space left', 'Free some space'],
  'read-only': ['is read-only', 'Make it writable'],
  failing: ['cannot be read or written', 'Check its disk'],
  locked: ['is locked by another program', 'Close that program'],
};

/** Returns the refusal for a write that the storage rejected; undefined for an error of another kind. */
export function toStorageProblem(error: unknown, consequence = 'Nothing was recorded.'): ProblemReply<507> | undefined {
  const fault = classifyStorageFault(error);
  if (fault === undefined) return undefined;
  const [state, advice] = STATES[fault];
  return problem(507, 'insufficient_storage', {
    detail: `The data directory of the sandbox ${state}. ${consequence} ${advice}, then retry the request.`,
  });
}
