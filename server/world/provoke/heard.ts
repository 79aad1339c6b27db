import { type Cause, concerns } from '../../../fixtures/causes.ts';
import { connectorWith } from '../../../fixtures/changes.ts';
import type { EventType } from '../../../spec/index.ts';
import type { Log } from '../growing-log.ts';
import { accountStreamsLog, changedAccountLog, changedTerminalLog, terminalLog } from '../incident-log.ts';
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
  const { incidents, happenings } =
    listener.terminal === undefined
      ? accountLogWith(setting, listener.accountId, causes, toMs)
      : terminalLogWith(listener.terminal, causes, toMs);
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

/** The first instant at which causes change anything. */
const firstOf = (causes: readonly Cause[]): number => Math.min(...causes.map(({ atMs }) => atMs));

function terminalLogWith(terminal: Terminal, causes: readonly Cause[], toMs: number): Log {
  const own = causes.filter((cause) => concerns(terminal.fixture, cause));
  if (own.length === 0) return terminalLog(terminal, toMs);
  return changedTerminalLog(terminal, streamsWith(terminal, own), firstOf(own)).at(toMs);
}

/** Found by asking the rules about the account's terminals from the first cause on; before it nothing is different. */
function accountLogWith({ stage }: Setting, accountId: string, causes: readonly Cause[], toMs: number): Log {
  const account = stage.accountStreams(accountId);
  if (causes.length === 0) return accountStreamsLog(account, toMs);
  const changed: AccountStreams = {
    ...account,
    tenant: {
      ...account.tenant,
      connectors: account.tenant.connectors.map((connector) => connectorWith(connector, causes)),
    },
    causes: [...stage.causes, ...causes],
    terminals: account.terminals.map((terminal) => {
      const own = causes.filter((cause) => concerns(terminal.source.terminal, cause));
      return own.length === 0 ? terminal : streamsWith(terminal, own);
    }),
  };
  return changedAccountLog(account, changed, firstOf(causes)).at(toMs);
}
