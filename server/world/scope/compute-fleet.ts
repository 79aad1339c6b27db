import { Steps } from '../../../base/steps.ts';
import { isLargeList, keepRows } from '../books/views.ts';
import { completeAccount, computeAccountLogs, packTerminalLog } from '../events/incident-log.ts';
import { awaitTerminal, completeFleet } from '../state/fleet-help.ts';
import type { Terminal } from '../state/tenant.ts';
import { listVisibleAccountStreams } from './fleet-members.ts';
import type { ScopeContext } from './scope-context.ts';
import { computeValues } from './terminal-values.ts';

const stepsOfTerminals = new Steps<Terminal>();

/**
 * Computes and caches what replies about all terminals of a scope are made of, if these are many: in slices, all of one terminal while
 * its transactions are cached, then all of the next. Small fleets are fast without it.
 */
export function computeFleet(context: ScopeContext): void {
  const { state, partition, nowMs } = context;
  if (!isLargeList(partition.terminals)) return;
  stepsOfTerminals.run(partition.terminals, nowMs, (terminal) => {
    awaitTerminal(terminal, { nowMs });
    computeValues(terminal, nowMs);
    packTerminalLog(terminal);
    keepRows(state.generated, terminal.terminalId, nowMs);
    completeAccount(state.generated, terminal, nowMs);
  });
  computeAccountLogs(listVisibleAccountStreams(context), nowMs);
  completeFleet(partition.terminals, nowMs);
}
