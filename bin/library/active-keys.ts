import { findNearestName } from '../../base/nearest-name.ts';
import { EPOCH_MS, tenants as usualTenants } from '../../fixtures/index.ts';
import type { TenantFixture } from '../../fixtures/model/model.ts';

/**
 * Returns the active key of each user, by user id: the first that is neither revoked nor expired at the start of the clock, in epoch
 * milliseconds.
 */
export function listActiveKeys(
  tenants: readonly TenantFixture[],
  startMs: number = EPOCH_MS,
): Readonly<Record<string, string>> {
  const users = tenants.flatMap((tenant) => tenant.users).filter(({ status }) => status === 'active');
  return Object.fromEntries(
    users.flatMap(({ userId, keys }) => {
      const active = keys.find(
        ({ isRevoked, expiresAt }) => !isRevoked && (expiresAt === null || Date.parse(expiresAt) > startMs),
      );
      return active === undefined ? [] : [[userId, active.key]];
    }),
  );
}

/** The active keys of the usual tenants. */
export const activeKeys = listActiveKeys(usualTenants);

/** Names that object inspection and promise resolution read from any object. */
const INSPECTED = /^(then|toJSON|constructor|inspect|nodeType|asymmetricMatch|\$\$typeof|@@.*|__.*)$/;

/** Returns the same map, but reading a user without an active key throws an error that suggests the nearest user id. */
export const makeStrictKeys = (activeKeys: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  new Proxy(activeKeys, {
    get(keys, name, receiver) {
      if (typeof name === 'symbol' || name in keys || INSPECTED.test(name)) return Reflect.get(keys, name, receiver);
      const nearest = findNearestName(name, Object.keys(keys));
      const hint = nearest === undefined ? 'List them with Object.keys(sandbox.keys).' : `Did you mean "${nearest}"?`;
      throw new RangeError(`No active user has the id "${name}". ${hint}`);
    },
  });
