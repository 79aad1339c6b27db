import type { Fault } from '../../problem.ts';
import type { Desk } from '../../sandbox-contract.ts';

/**
 * The tenant that a write is about: the one that is named, a user's own where none is, and null for everything, which is
 * the operator's. Undefined for one that the caller does not see.
 */
export function tenantIdOf({ user, views }: Desk, named: string | null | undefined): string | null | undefined {
  if (user !== undefined && named === undefined) return user.tenant.tenantId;
  if (named === null || named === undefined) return user === undefined ? null : undefined;
  return views.some(({ tenant }) => tenant.tenantId === named) ? named : undefined;
}

/** What is wrong with naming another tenant; it names the ones that would do. */
export function unknownTenant({ views }: Desk): Fault {
  const allowed = views.map(({ tenant }) => tenant.tenantId);
  return {
    pointer: '/tenant_id',
    code: 'unknown_account',
    detail: `Expected one of ${allowed.join(', ')}.`,
    allowed,
  };
}
