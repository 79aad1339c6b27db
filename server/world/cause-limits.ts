import type { Cause } from '../../fixtures/causes.ts';

/** Most causes of a tenant since its latest reset. Each makes its streams longer to compute. */
export const MAX_CAUSES = 1000;
/** Most changes that they make together: flaps of lines, and attempts. */
const MAX_CHANGES = 50_000;

const HOUR_MS = 3_600_000;

/** Whether causes are too many, or make too many changes, for one tenant. */
export function exceedCauseLimits(causes: readonly Cause[]): boolean {
  return causes.length > MAX_CAUSES || causes.reduce((sum, cause) => sum + changesOf(cause), 0) > MAX_CHANGES;
}

function changesOf(cause: Cause): number {
  if (cause.type === 'line_flapping') return (cause.changesPerHour * (cause.untilMs - cause.atMs)) / HOUR_MS;
  return cause.type === 'attempts_made' ? cause.attempts.length : 1;
}
