import { tenants } from '../../fixtures/index.ts';
import { findNearestName } from '../../server/nearest-name.ts';

const START = Date.parse('2026-11-02T15:00:00Z');

/** The active key of each user, by user id: the first that is neither revoked nor expired at the initial time. */
export const activeKeys: Readonly<Record<string, string>> = Object.fromEntries(
  tenants
    .flatMap(({ users }) => users)
    .filter(({ status }) => status === 'active')
    .flatMap(({ userId, keys }) => {
      const active = keys.find(
        ({ isRevoked, expiresAt }) => !isRevoked && (expiresAt === null || Date.parse(expiresAt) > START),
      );
      return active === undefined ? [] : [[userId, active.key]];
    }),
);

/** Names that object inspection and promise resolution read from any object. */
const INSPECTED = /^(then|toJSON|constructor|inspect|nodeType|asymmetricMatch|\$\$typeof|@@.*|__.*)$/;

/** The same map, but reading a user without an active key throws an error that suggests the nearest user id. */
export const strictKeys: Readonly<Record<string, string>> = new Proxy(activeKeys, {
  get(keys, name, receiver) {
    if (typeof name === 'symbol' || name in keys || INSPECTED.test(name)) return Reflect.get(keys, name, receiver);
    const nearest = findNearestName(name, Object.keys(keys));
    const hint = nearest === undefined ? 'List them with Object.keys(sandbox.keys).' : `Did you mean "${nearest}"?`;
    throw new RangeError(`No active user has the id "${name}". ${hint}`);
  },
});
