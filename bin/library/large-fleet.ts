import type { TenantFixture } from '../../fixtures/model/model.ts';

/**
 * Returns the tenants of a sandbox: `usual` and, with a number of terminals, Atlas. Its code is loaded only then, so that
 * it costs nothing otherwise.
 */
export async function listTenants(
  usual: readonly TenantFixture[],
  terminals: number | undefined,
): Promise<readonly TenantFixture[]> {
  if (terminals === undefined) return usual;
  const { createAtlasTenant } = await import('../../fixtures/tenants/atlas/index.ts');
  return [...usual, createAtlasTenant(terminals)];
}
