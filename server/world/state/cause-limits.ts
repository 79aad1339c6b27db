import type { Cause } from '../../../fixtures/model/causes.ts';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';

/** Maximum number of causes of a tenant since its latest reset. Each slows down the computation of its streams. */
export const MAX_CAUSES = 1000;
/** Maximum number of changes (line flaps and attempts) from all causes. */
const MAX_CHANGES = 50_000;

/** Whether the causes exceed a limit of a tenant. */
export function exceedCauseLimits(causes: readonly Cause[]): boolean {
  return causes.length > MAX_CAUSES || causes.reduce((sum, cause) => sum + countChanges(cause), 0) > MAX_CHANGES;
}

function countChanges(cause: Cause): number {
  if (cause.type === 'line_flapping') return (cause.changesPerHour * (cause.untilMs - cause.atMs)) / HOUR_MS;
  return cause.type === 'attempts_made' ? cause.attempts.length : 1;
}
