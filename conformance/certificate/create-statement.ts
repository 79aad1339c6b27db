import { neutralised } from '../reports/parts/screen.ts';
import { type CertifiedRun, FORMAT, type Statement } from './certificate.ts';

const DAY_MS = 86_400_000;

export interface StatementOptions {
  readonly version: string;
  /** A name for what was checked; by default the first subject of the runs. */
  readonly subject?: string;
  /** In epoch milliseconds. */
  readonly nowMs: number;
  /** How long the certificate is valid. */
  readonly days: number;
}

const formatInstant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Creates the statement about one run or more. */
export function createStatement(
  runs: readonly CertifiedRun[],
  { version, subject, nowMs, days }: StatementOptions,
): Statement {
  return {
    type: 'fleetkit-certificate',
    format: FORMAT,
    subject: neutralised(subject ?? runs[0]?.subject ?? ''),
    declaration: 'self-declared',
    fleetkit_version: version,
    issued_at: formatInstant(nowMs),
    expires_at: formatInstant(nowMs + days * DAY_MS),
    runs,
  };
}
