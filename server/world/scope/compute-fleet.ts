import { Steps } from '../../../base/steps.ts';
import { isLargeList, keepRows, releaseRows } from '../books/views.ts';
import { computeAccountLog, computeAccountLogs, getAccountStreams, packTerminalLog } from '../events/incident-log.ts';
import { awaitTerminal, completeFleet } from '../state/fleet-help.ts';
import type { GeneratedTenant, Terminal } from '../state/tenant.ts';
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

/** The rows of an account with at most this number of terminals are cached until its log is computed. */
const MOST_TERMINALS_CACHED = 160;

/** Computes the log of an account after the last of its terminals, while their rows are cached, and releases the rows afterwards. */
function completeAccount(generated: GeneratedTenant, terminal: Terminal, nowMs: number): void {
  const account = getAccountStreams(generated, terminal.fixture.accountId);
  const { terminals } = account;
  if (terminals.length > MOST_TERMINALS_CACHED || terminal.fixture.status !== 'active') {
    releaseRows(generated, terminal);
  } else if (terminals.at(-1) === terminal) {
    computeAccountLog(account, nowMs);
    for (const one of terminals) releaseRows(generated, one);
  }
}
