import { type Cause, concerns } from '../../../fixtures/causes.ts';
import { connectorWith } from '../../../fixtures/changes.ts';
import { HISTORY_START_MS } from '../../../fixtures/epoch.ts';
import type { EventType } from '../../../spec/index.ts';
import { accountHappeningsOf, accountIncidentsOf, happeningsOf, incidentsOf } from '../rules/index.ts';
import { quietOfAccounts, quietOfTerminal } from '../rules/maintenance.ts';
import type { AccountStreams, Span } from '../rules/streams.ts';
import type { Terminal } from '../tenant.ts';
import { type Setting, streamsWith } from './stage.ts';

/* What the real rules make of a provocation, found by asking them: nothing is promised that they would not tell. */

/** An event as a rule tells it: an incident, or what is told once. */
export interface Heard {
  readonly id: string;
  /** When it is told first. */
  readonly atMs: number;
  /** Null while it is open; of what is told once, the same. */
  readonly resolvedAtMs: number | null;
}

/** Whose rule is asked. */
export type Listener =
  | { readonly terminal: Terminal; readonly accountId?: never }
  | { readonly accountId: string; readonly terminal?: never };

const byAccount: ReadonlySet<EventType> = new Set([
  'approval_rate_drop',
  'processor_outage',
  'repeated_same_card_attempt',
]);

/** Who is asked about the event; undefined for batches, which wait for somebody to derive them. */
export function listenerOf(
  { stage, target }: Setting,
  type: EventType,
  causes: readonly Cause[],
): Listener | undefined {
  if (type === 'settlement_mismatch') return undefined;
  const terminal = stage.terminals.find(({ terminalId }) => terminalId === target.terminalId);
  if (!byAccount.has(type) && terminal !== undefined) return { terminal };
  const wanted = causes.find((cause) => 'connectorId' in cause)?.connectorId ?? target.connectorId;
  const connector = stage.connectors.find(({ fixture }) => fixture.connectorId === wanted)?.fixture;
  const ownerId = type === 'processor_outage' ? connector?.accountId : undefined;
  const accountId = ownerId ?? target.accountId ?? terminal?.fixture.accountId;
  return accountId === undefined ? undefined : { accountId };
}

/** What is told of that kind up to `toMs`, oldest first, once these causes are injected. */
export function heardBy(
  setting: Setting,
  listener: Listener,
  { type, causes, toMs }: { readonly type: EventType; readonly causes: readonly Cause[]; readonly toMs: number },
): readonly Heard[] {
  const span = { fromMs: HISTORY_START_MS, toMs };
  const { incidents, happenings } =
    listener.terminal === undefined
      ? ofAccount(accountWith(setting, listener.accountId, causes), span)
      : ofTerminal(terminalWith(listener.terminal, causes), span);
  return [
    ...incidents
      .filter((incident) => incident.type === type)
      .map(({ incidentId, openedAtMs, resolvedAtMs }) => ({ id: incidentId, atMs: openedAtMs, resolvedAtMs })),
    ...happenings
      .filter((happening) => happening.type === type)
      .map(({ eventId, atMs }) => ({ id: eventId, atMs, resolvedAtMs: atMs })),
  ].sort((a, b) => a.atMs - b.atMs);
}

/** When nothing is told of it. */
export const quietFor = ({ stage }: Setting, { terminal }: Listener): readonly Span[] =>
  terminal === undefined ? quietOfAccounts(stage.tenant) : quietOfTerminal(stage.tenant, terminal.terminalId);

const ofTerminal = (streams: Pick<Terminal, 'source' | 'ledger'>, span: Span) => ({
  incidents: incidentsOf(streams, span),
  happenings: happeningsOf(streams, span),
});

const ofAccount = (account: AccountStreams, span: Span) => ({
  incidents: accountIncidentsOf(account, span),
  happenings: accountHappeningsOf(account, span),
});

function terminalWith(terminal: Terminal, causes: readonly Cause[]): Pick<Terminal, 'source' | 'ledger'> {
  const own = causes.filter((cause) => concerns(terminal.fixture, cause));
  return own.length === 0 ? terminal : streamsWith(terminal, own);
}

function accountWith({ stage }: Setting, accountId: string, causes: readonly Cause[]): AccountStreams {
  const { seed, tenant } = stage;
  return {
    seed,
    tenant: { ...tenant, connectors: tenant.connectors.map((connector) => connectorWith(connector, causes)) },
    accountId,
    causes: [...stage.causes, ...causes],
    terminals: stage.terminals
      .filter(({ fixture }) => fixture.accountId === accountId && fixture.status === 'active')
      .map((terminal) => terminalWith(terminal, causes)),
  };
}
