import { Steps } from '../../../base/steps.ts';
import { keepRows, releaseRows } from '../books/views.ts';
import { computeAccountLog, getAccountStreams } from '../events/incident-log.ts';
import type { FleetNeeds } from '../state/fleet-help.ts';
import { awaitTerminal } from '../state/fleet-help.ts';
import type { GeneratedTenant, Terminal } from '../state/tenant.ts';
import { computeVisibleLogs, type FleetMembers } from './fleet-members.ts';
import type { ScopeContext } from './scope-context.ts';
import { computeValues } from './terminal-values.ts';

const stepsByNeeds = new Map<string, Steps<Terminal>>();

/**
 * Computes and caches what a reply about all terminals of a scope is made of, in slices. The only place that does so before a
 * handler is called; the needs are plain data, so that another thread could receive them.
 */
export function computeFleet(members: FleetMembers, context: ScopeContext, needs: FleetNeeds): void {
  const { state, partition, nowMs } = context;
  const key = JSON.stringify(needs);
  const request = { nowMs, needs };
  const steps = stepsByNeeds.get(key) ?? new Steps<Terminal>();
  stepsByNeeds.set(key, steps);
  steps.run(partition.terminals, nowMs, (terminal) => {
    awaitTerminal(terminal, request);
    computeValues(terminal, nowMs, needs);
    if (needs.incidents) members.listIncidents(terminal);
    keepRows(state.generated, terminal.terminalId, nowMs);
    if (needs.incidents) completeAccount(state.generated, terminal, nowMs);
    else releaseRows(state.generated, terminal);
  });
  if (needs.incidents) computeVisibleLogs(context);
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
