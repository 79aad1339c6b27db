import { reopenLedger } from '../../../fixtures/cash/ledger.ts';
import { type Cause, concerns, sortCauses } from '../../../fixtures/model/causes.ts';
import { withConnectorOutages } from '../../../fixtures/model/changes.ts';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import { continueColumns } from '../books/views.ts';
import { continueLogs } from '../events/incident-log.ts';
import type { GeneratedTenant, Terminal } from '../state/tenant.ts';

const SECOND_MS = 1000;

/**
 * Returns the first instant at which a change at `nowMs` takes effect: the next second of the clock. Everything up to
 * and including `nowMs` stays unchanged.
 */
export const getEffectiveMs = (nowMs: number): number => (Math.floor(nowMs / SECOND_MS) + 1) * SECOND_MS;

/** Returns a cause injected at `nowMs`, starting no earlier than it can take effect. */
export function withEffectiveStart<One extends Cause>(cause: One, nowMs: number): One {
  return cause.atMs > nowMs ? cause : { ...cause, atMs: getEffectiveMs(nowMs) };
}

/**
 * Returns the tenant after causes were added. Replaces only what the causes affect, and keeps cached results for
 * everything else, and for the time before the first cause.
 */
export function withCauses(tenant: GeneratedTenant, added: readonly Cause[]): GeneratedTenant {
  const causes = sortCauses([...tenant.causes, ...added]);
  const known = findWithCauses(tenant, causes);
  if (known !== undefined) return known;
  const terminals = tenant.terminals.map((terminal) => {
    const own = added.filter((cause) => concerns(terminal.fixture, cause));
    return own.length === 0 ? terminal : addTerminalCauses(terminal, own);
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
  continueColumns(tenant, changed, added);
  noteWithCauses(changed);
  return changed;
}

/** How many tenants with different causes are remembered for each tenant without, if something uses them. */
const MOST_REMEMBERED = 64;

/** The tenants with causes, by the tenant without, latest last. Worlds with the same causes share all that is computed from them. */
const tenantsWithCauses = new WeakMap<GeneratedTenant, WeakRef<GeneratedTenant>[]>();

/** Returns the tenant with exactly these causes, if a world of this process uses it. */
function findWithCauses(tenant: GeneratedTenant, causes: readonly Cause[]): GeneratedTenant | undefined {
  for (const reference of tenantsWithCauses.get(withoutCauses(tenant)) ?? []) {
    const known = reference.deref();
    if (known !== undefined && areSameCauses(known.causes, causes)) return known;
  }
  return undefined;
}

function noteWithCauses(tenant: GeneratedTenant): void {
  const pristine = withoutCauses(tenant);
  const used = (tenantsWithCauses.get(pristine) ?? []).filter((reference) => reference.deref() !== undefined);
  tenantsWithCauses.set(pristine, [...used.slice(1 - MOST_REMEMBERED), new WeakRef(tenant)]);
}

/** Compares the last causes first, because worlds that grew from each other begin with the same ones. */
function areSameCauses(one: readonly Cause[], other: readonly Cause[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((_, index) => {
    const [a, b] = [one.at(-1 - index), other.at(-1 - index)];
    return a === b || JSON.stringify(a) === JSON.stringify(b);
  });
}

/** Returns the tenant as generated: the same object, so that cached results remain valid. */
export function withoutCauses(tenant: GeneratedTenant): GeneratedTenant {
  return tenant.pristine ?? tenant;
}

function withConnectors(original: TenantFixture, causes: readonly Cause[]): TenantFixture {
  return { ...original, connectors: original.connectors.map((connector) => withConnectorOutages(connector, causes)) };
}

/** Returns the terminal with the causes in its source. The fixture stays unchanged. */
function addTerminalCauses(terminal: Terminal, added: readonly Cause[]): Terminal {
  const source = { ...terminal.source, causes: sortCauses([...(terminal.source.causes ?? []), ...added]) };
  const fromMs = Math.min(...added.map(({ atMs }) => atMs));
  return { ...terminal, source, ledger: reopenLedger(terminal.ledger, source, fromMs) };
}
