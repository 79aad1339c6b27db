import { tenants } from '../fixtures/index.ts';

const START = Date.parse('2026-11-02T15:00:00Z');

/** A key for each active user, by user id: the first that is neither revoked nor expired at the start. */
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
