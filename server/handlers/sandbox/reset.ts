import { formatInstant } from '../../../spec/formats.ts';
import { invalidBody } from '../../problem.ts';
import type { SandboxHandler } from '../../sandbox-contract.ts';
import { initialClock } from '../../world/clock.ts';
import { WHOLE_SANDBOX } from '../../world/sandbox-facts.ts';
import { tenantIdOf, unknownTenant } from './whose.ts';

/** @see gap sandbox.reset */
export const resetSandbox: SandboxHandler<'resetSandbox'> = (
  desk,
  { body: { tenant_id, new_ids: newIds = false } },
) => {
  const tenantId = tenantIdOf(desk, tenant_id);
  if (tenantId === undefined) return invalidBody(unknownTenant(desk));
  const { nowMs } = desk;
  if (tenantId === null) {
    return {
      status: 200,
      body: { tenant_id: null, now: formatInstant(initialClock.sandboxMs) },
      happening: { tenantId: WHOLE_SANDBOX, facts: [{ type: 'sandbox-reset', atMs: nowMs, newIds }] },
    };
  }
  return {
    status: 200,
    body: { tenant_id: tenantId, now: formatInstant(nowMs) },
    happening: { tenantId, facts: [{ type: 'tenant-reset', atMs: nowMs, newIds }] },
  };
};
