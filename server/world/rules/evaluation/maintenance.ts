import type { MaintenanceFixture, TenantFixture } from '../../../../fixtures/model/model.ts';
import { parseInstantMs } from '../../../../fixtures/time/dates.ts';
import type { EvaluatedSpan } from '../input/streams.ts';
import { ceilToMinute } from './minutes.ts';

/** Returns the maintenance periods of a terminal, in whole minutes, in which nothing is reported. */
export function listTerminalQuietSpans(tenant: TenantFixture, terminalId: string): readonly EvaluatedSpan[] {
  return toSpans(tenant.maintenance, ({ terminalIds }) => terminalIds === null || terminalIds.includes(terminalId));
}

/** Returns the periods that cover all terminals of the tenant, for incidents of accounts. */
export function listAccountQuietSpans(tenant: TenantFixture): readonly EvaluatedSpan[] {
  return toSpans(tenant.maintenance, ({ terminalIds }) => terminalIds === null);
}

/** Whether an instant is in one of the periods; `toMs` is exclusive. */
export function isQuietAt(quiet: readonly EvaluatedSpan[], ms: number): boolean {
  return quiet.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
}

/** Returns the first minute from `ms` on that is outside all periods. */
export function skipQuietSpans(quiet: readonly EvaluatedSpan[], ms: number): number {
  const within = quiet.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
  return within === undefined ? ms : skipQuietSpans(quiet, within.toMs);
}

const nothing: readonly EvaluatedSpan[] = [];

function toSpans(
  windows: readonly MaintenanceFixture[] | undefined,
  concerns: (window: MaintenanceFixture) => boolean,
): readonly EvaluatedSpan[] {
  if (windows === undefined) return nothing;
  return windows
    .filter(concerns)
    .map(({ from, to }) => ({ fromMs: ceilToMinute(parseInstantMs(from)), toMs: ceilToMinute(parseInstantMs(to)) }));
}
