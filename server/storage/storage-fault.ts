import { type ProblemReply, problem } from '../problems/problem.ts';
import { DatabaseFull, DatabaseUnavailable } from './database-unavailable.ts';

/** Why the file of a data directory rejects a write. The fault may be temporary, so the write can be retried. */
type FileFault = 'full' | 'read-only' | 'failing' | 'locked';

/** Why the storage rejects a write. `away` and `out-of-space` are faults of a database server. */
export type StorageFault = FileFault | 'away' | 'out-of-space';

const faults: ReadonlyMap<number, FileFault> = new Map([
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

/** SQLite's extended codes for shared memory that cannot be created: IOERR_SHMOPEN, IOERR_SHMSIZE and IOERR_SHMMAP. */
const WITHOUT_SHARED_MEMORY: ReadonlySet<unknown> = new Set([4618, 4874, 5386]);

/** Whether a file could not be opened because the disk has no space for the memory that its processes share. */
export const lacksSharedMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && WITHOUT_SHARED_MEMORY.has(error.errcode)) || lacksSharedMemory(error.cause));

/** Returns the storage fault of an error; undefined for an error of another kind. */
export function classifyStorageFault(error: unknown): StorageFault | undefined {
  if (error instanceof DatabaseUnavailable) return 'away';
  if (error instanceof DatabaseFull) return 'out-of-space';
  const code = readSqliteCode(error);
  return code === undefined ? undefined : faults.get(code);
}

const STATES: Readonly<Record<FileFault, readonly [fault: string, advice: string]>> = {
  full: ['has no space left', 'Free some space'],
  'read-only': ['is read-only', 'Make it writable'],
  failing: ['cannot be read or written', 'Check its disk'],
  locked: ['is locked by another program', 'Close that program'],
};

/** When a client should try again while the database is away, in seconds. */
const RETRY_SECONDS = 2;

/** Returns the refusal for a write that the storage rejected; undefined for an error of another kind. */
export function toStorageProblem(
  error: unknown,
  consequence = 'Nothing was recorded.',
): ProblemReply<503 | 507> | undefined {
  const fault = classifyStorageFault(error);
  if (fault === undefined) return undefined;
  if (fault === 'away') return toUnavailableProblem(error, consequence);
  const [state, advice] =
    fault === 'out-of-space' ? ['has no space left', 'Free some space on its server'] : STATES[fault];
  const storage = fault === 'out-of-space' ? 'database' : 'data directory';
  return problem(507, 'insufficient_storage', {
    detail: `The ${storage} of the sandbox ${state}. ${consequence} ${advice}, then retry the request.`,
  });
}

function toUnavailableProblem(error: unknown, consequence: string): ProblemReply<503> {
  const isUnknown = error instanceof DatabaseUnavailable && error.isOutcomeUnknown;
  const known = isUnknown ? 'It is not known whether the write was recorded.' : consequence;
  const advice = isUnknown ? ', with the same Idempotency-Key if it had one' : '';
  return problem(503, 'service_unavailable', {
    detail: `The database of the sandbox cannot be reached. ${known} Retry the request in ${RETRY_SECONDS} s${advice}.`,
    retry_after_seconds: RETRY_SECONDS,
  });
}
