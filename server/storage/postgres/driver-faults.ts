import { DatabaseFull, DatabaseUnavailable } from '../database-unavailable.ts';
import { WorldDeleted } from '../world-deleted.ts';

/** Codes of PostgreSQL (SQLSTATE) for a server that stops, starts, or has no free connection. */
const STOPPED: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006', '53200']);
/** A statement took longer than its limit, or waited too long for a lock. */
const TOO_SLOW: ReadonlySet<string> = new Set(['57014', '55P03']);
const DISK_FULL = '53100';
/** A foreign key has no row. Every foreign key of the schema leads to the world of a row. */
const WITHOUT_WORLD = '23503';
/** Transactions that block each other: one of them is undone and can run again. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);

/** How an error of the driver is handled. */
export interface DriverFault {
  readonly error: unknown;
  /** `away`: the server cannot be reached. `suspect`: one connection failed, possibly because of that. */
  readonly signal: 'none' | 'suspect' | 'away';
  /** Whether the same transaction may be run again. */
  readonly isConflict: boolean;
}

/** Returns the SQLSTATE of an error that the server reported; undefined for any other error. */
export function readSqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Converts an error of the driver. Errors without SQLSTATE come from the connection: the driver has no codes for most of
 * them. `isSent`: whether a write had been sent.
 */
export function toDriverFault(error: unknown, isSent: boolean): DriverFault {
  const state = readSqlState(error);
  const none = { signal: 'none', isConflict: false } as const;
  if (state === undefined) {
    const isOurs = !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError;
    if (isOurs || error instanceof DatabaseUnavailable) return { ...none, error };
    const isRefused = 'syscall' in error && error.syscall !== 'read' && error.syscall !== 'write';
    const unavailable = new DatabaseUnavailable('the database cannot be reached', {
      isOutcomeUnknown: isSent && !isRefused,
      cause: error,
    });
    return { error: unavailable, signal: isRefused ? 'away' : 'suspect', isConflict: false };
  }
  if (CONFLICTS.has(state)) return { error: tooSlow(error), signal: 'none', isConflict: true };
  if (TOO_SLOW.has(state)) return { ...none, error: tooSlow(error) };
  if (state === WITHOUT_WORLD) return { ...none, error: new WorldDeleted({ cause: error }) };
  if (state === DISK_FULL) return { ...none, error: new DatabaseFull({ cause: error }) };
  if (state.startsWith('08') || STOPPED.has(state))
    return {
      error: new DatabaseUnavailable('the database does not accept statements', { cause: error }),
      signal: 'suspect',
      isConflict: false,
    };
  return { ...none, error };
}

const tooSlow = (cause: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable('the database did not execute a statement in time', { cause });
