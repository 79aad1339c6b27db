import { type Cause, concerns, inOrder } from '../../fixtures/causes.ts';
import { connectorWith } from '../../fixtures/changes.ts';
import { reopenLedger } from '../../fixtures/ledger.ts';
import type { TenantFixture } from '../../fixtures/model.ts';
import { continueLogs } from './incident-log.ts';
import type { GeneratedTenant, Terminal } from './tenant.ts';

const SECOND_MS = 1000;

/**
 * The first instant at which something that is changed at `nowMs` takes effect: the next second of the clock. What was told
 * up to and with `nowMs` stays as it was told.
 */
export const takesEffectMs = (nowMs: number): number => (Math.floor(nowMs / SECOND_MS) + 1) * SECOND_MS;

/** A cause as it counts when it was injected at `nowMs`: not before anything that is told by then. */
export function inForce<One extends Cause>(cause: One, nowMs: number): One {
  return cause.atMs > nowMs ? cause : { ...cause, atMs: takesEffectMs(nowMs) };
}

/**
 * The tenant after users changed its input. Only what the causes concern is new: everything else, and with it what is
 * kept about it, stays the same; and of what they concern, what is kept about the time before the first of them.
 */
export function withCauses(tenant: GeneratedTenant, added: readonly Cause[]): GeneratedTenant {
  const causes = inOrder([...tenant.causes, ...added]);
  const terminals = tenant.terminals.map((terminal) => {
    const own = added.filter((cause) => concerns(terminal.fixture, cause));
    return own.length === 0 ? terminal : terminalWith(terminal, own);
  });
  const changed: GeneratedTenant = {
    ...tenant,
    fixture: added.some((cause) => 'connectorId' in cause)
      ? withConnectors(withoutCauses(tenant).fixture, causes)
      : tenant.fixture,
    pristine: withoutCauses(tenant),
    causes,
    terminals,
    terminalsById: new Map(terminals.map((terminal) => [terminal.terminalId, terminal])),
  };
  continueLogs(tenant, changed, added);
  return changed;
}

/** The tenant as it was generated, the very same: what is remembered about it still holds. */
export function withoutCauses(tenant: GeneratedTenant): GeneratedTenant {
  return tenant.pristine ?? tenant;
}

function withConnectors(original: TenantFixture, causes: readonly Cause[]): TenantFixture {
  return { ...original, connectors: original.connectors.map((connector) => connectorWith(connector, causes)) };
}

/** Its source keeps the fixture as it was generated, and has the causes besides. */
function terminalWith(terminal: Terminal, added: readonly Cause[]): Terminal {
  const source = { ...terminal.source, causes: inOrder([...(terminal.source.causes ?? []), ...added]) };
  const fromMs = Math.min(...added.map(({ atMs }) => atMs));
  return { ...terminal, source, ledger: reopenLedger(terminal.ledger, source, fromMs) };
}
