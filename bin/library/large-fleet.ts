import type { TenantFixture } from '../../fixtures/model/model.ts';

/** The largest number of terminals that a sandbox can add. */
export const MOST_TERMINALS = 20_000;

/** Throws for a number of terminals that the sandbox does not support. */
export function requireTerminalCount(terminals: number | undefined): void {
  if (terminals === undefined) return;
  if (Number.isInteger(terminals) && terminals >= 1 && terminals <= MOST_TERMINALS) return;
  throw new RangeError(
    `terminals is ${terminals}: use a whole number from 1 to ${MOST_TERMINALS}, or leave it out for no additional fleet.`,
  );
}

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
