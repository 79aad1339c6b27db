import { formatInstant } from '../../../../base/formats.ts';
import { invalidBody } from '../../../problems/problem.ts';
import type { ControlContext, ControlWrite, SandboxHandler } from '../../../sandbox-contract.ts';
import { WHOLE_SANDBOX } from '../../../world/state/sandbox-facts.ts';
import { restoreDestinations } from '../destinations/restore-destinations.ts';
import { createUnknownTenantFault, resolveTenantId } from './tenant-of-write.ts';

/** @see gap sandbox.reset */
export const resetSandbox: SandboxHandler<'resetSandbox'> = (
  controlContext,
  { body: { tenant_id, new_ids: newIds = false, keep_destinations: isKeeping = false } },
) => {
  const tenantId = resolveTenantId(controlContext, tenant_id);
  if (tenantId === undefined) return invalidBody(createUnknownTenantFault(controlContext));
  const toMs = tenantId === null ? controlContext.startMs : controlContext.nowMs;
  return {
    status: 200,
    body: { tenant_id: tenantId, now: formatInstant(toMs) },
    write:
      tenantId === null
        ? resetAllTenants(controlContext, { newIds, isKeeping })
        : resetTenant(controlContext, tenantId, { newIds, isKeeping }),
  };
};

interface ResetOptions {
  /** Whether new resources get other ids than before the reset. */
  readonly newIds: boolean;
  /** Whether destinations survive the reset. */
  readonly isKeeping: boolean;
}

/** One fact records the reset and the kept destinations. */
function resetAllTenants({ startMs, nowMs, views }: ControlContext, { newIds, isKeeping }: ResetOptions): ControlWrite {
  const reset = { fromMs: nowMs, toMs: startMs };
  const entries = views
    .map((view) => ({ tenantId: view.tenant.tenantId, facts: isKeeping ? restoreDestinations(view, reset) : [] }))
    .filter(({ facts }) => facts.length > 0);
  return {
    tenantId: WHOLE_SANDBOX,
    facts: [
      entries.length === 0
        ? { type: 'sandbox-reset', atMs: nowMs, newIds }
        : { type: 'journal-imported', atMs: nowMs, newIds, entries },
    ],
  };
}

function resetTenant(
  { nowMs, views }: ControlContext,
  tenantId: string,
  { newIds, isKeeping }: ResetOptions,
): ControlWrite {
  const view = views.find(({ tenant }) => tenant.tenantId === tenantId);
  const kept = isKeeping && view !== undefined ? restoreDestinations(view, { fromMs: nowMs, toMs: nowMs }) : [];
  return { tenantId, facts: [{ type: 'tenant-reset', atMs: nowMs, newIds }, ...kept] };
}
