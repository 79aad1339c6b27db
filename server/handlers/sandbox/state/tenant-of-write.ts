import type { Fault } from '../../../problems/problem.ts';
import type { ControlContext } from '../../../sandbox-contract.ts';

/**
 * Returns the tenant of a write: the given one, by default the user's own, or null for all (operator only). Returns
 * undefined for a tenant outside the caller's scope.
 */
export function resolveTenantId(
  { user, views }: ControlContext,
  named: string | null | undefined,
): string | null | undefined {
  if (user !== undefined && named === undefined) return user.tenant.tenantId;
  if (named === null || named === undefined) return user === undefined ? null : undefined;
  return views.some(({ tenant }) => tenant.tenantId === named) ? named : undefined;
}

/** The fault for a tenant outside the scope, with the allowed ones. */
export function createUnknownTenantFault({ views }: ControlContext): Fault {
  const allowed = views.map(({ tenant }) => tenant.tenantId);
  return {
    pointer: '/tenant_id',
    code: 'unknown_account',
    detail: `Expected one of ${allowed.join(', ')}.`,
    allowed,
  };
}
