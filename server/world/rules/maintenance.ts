import { instantMs } from '../../../fixtures/dates.ts';
import type { MaintenanceFixture, TenantFixture } from '../../../fixtures/model.ts';
import { minuteFrom } from './minutes.ts';
import type { Span } from './streams.ts';

/** Times, in whole minutes, in which nothing is told of a terminal: those of its tenant's windows that name it or all. */
export function quietOfTerminal(tenant: TenantFixture, terminalId: string): readonly Span[] {
  return spansOf(tenant.maintenance, ({ terminalIds }) => terminalIds === null || terminalIds.includes(terminalId));
}

/** The same for what concerns an account: windows over all of the tenant's terminals. */
export function quietOfAccounts(tenant: TenantFixture): readonly Span[] {
  return spansOf(tenant.maintenance, ({ terminalIds }) => terminalIds === null);
}

/** Whether an instant lies in one of them; the last one is over at its `toMs`. */
export function isQuietAt(quiet: readonly Span[], ms: number): boolean {
  return quiet.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
}

/** The first minute from `ms` on that is not quiet. */
export function afterQuiet(quiet: readonly Span[], ms: number): number {
  const within = quiet.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
  return within === undefined ? ms : afterQuiet(quiet, within.toMs);
}

const nothing: readonly Span[] = [];

function spansOf(
  windows: readonly MaintenanceFixture[] | undefined,
  concerns: (window: MaintenanceFixture) => boolean,
): readonly Span[] {
  if (windows === undefined) return nothing;
  return windows
    .filter(concerns)
    .map(({ from, to }) => ({ fromMs: minuteFrom(instantMs(from)), toMs: minuteFrom(instantMs(to)) }));
}
