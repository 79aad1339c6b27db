import { type Cause, concerns, inOrder } from '../../fixtures/causes.ts';
import { connectorWith } from '../../fixtures/changes.ts';
import { reopenLedger } from '../../fixtures/ledger.ts';
import type { TenantFixture } from '../../fixtures/model.ts';
import type { GeneratedTenant, Terminal } from './tenant.ts';

/**
 * The tenant after somebody changed its input. Only what the cause concerns is new: everything else, and with it whatever
 * is remembered about it, stays the same.
 */
export function withCause(tenant: GeneratedTenant, cause: Cause): GeneratedTenant {
  const causes = inOrder([...tenant.causes, cause]);
  const terminals = tenant.terminals.map((terminal) =>
    concerns(terminal.fixture, cause) ? terminalWith(terminal, cause) : terminal,
  );
  return {
    ...tenant,
    fixture: 'connectorId' in cause ? withConnectors(withoutCauses(tenant).fixture, causes) : tenant.fixture,
    pristine: withoutCauses(tenant),
    causes,
    terminals,
    terminalsById: new Map(terminals.map((terminal) => [terminal.terminalId, terminal])),
  };
}

/** The tenant as it was generated, the very same: what is remembered about it still holds. */
export function withoutCauses(tenant: GeneratedTenant): GeneratedTenant {
  return tenant.pristine ?? tenant;
}

function withConnectors(original: TenantFixture, causes: readonly Cause[]): TenantFixture {
  return { ...original, connectors: original.connectors.map((connector) => connectorWith(connector, causes)) };
}

/** Its source keeps the fixture as it was generated, and has the causes besides. */
function terminalWith(terminal: Terminal, cause: Cause): Terminal {
  const source = { ...terminal.source, causes: inOrder([...(terminal.source.causes ?? []), cause]) };
  return { ...terminal, source, ledger: reopenLedger(terminal.ledger, source, cause.atMs) };
}
