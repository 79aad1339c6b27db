import { findNearestName } from '../../base/nearest-name.ts';
import { tenants as usualTenants } from '../../fixtures/index.ts';
import type { TenantFixture } from '../../fixtures/model/model.ts';

const START = Date.parse('2026-11-02T15:00:00Z');

/** Returns the active key of each user, by user id: the first that is neither revoked nor expired at the initial time. */
export function listActiveKeys(tenants: readonly TenantFixture[]): Readonly<Record<string, string>> {
  const users = tenants.flatMap((tenant) => tenant.users).filter(({ status }) => status === 'active');
  return Object.fromEntries(
    users.flatMap(({ userId, keys }) => {
      const active = keys.find(
        ({ isRevoked, expiresAt }) => !isRevoked && (expiresAt === null || Date.parse(expiresAt) > START),
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
