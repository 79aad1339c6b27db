import { styleText } from 'node:util';
import { tenants } from '../fixtures/index.ts';
import { printable } from './printable.ts';
import { isLoopback, type RunningSandbox } from './start-sandbox.ts';

/** One representative of each tenant: whoever sees most of it. */
const firstKeys = tenants.flatMap(({ accounts, users }) => {
  const [user] = users.filter(({ keys }) => keys.length > 0);
  const [key] = user?.keys ?? [];
  return user === undefined || key === undefined
    ? []
    : [{ name: printable(accounts[0]?.name ?? ''), user, key: key.key }];
});

/**
 * What a person needs who has just started a sandbox on `host`: where it is, a key of each tenant, what to try. `data` is
 * where it keeps what happens, if anywhere.
 */
export function greeting({ url, seed }: RunningSandbox, host: string, data?: string): string {
  const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
  const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
  const width = Math.max(...firstKeys.map(({ key }) => key.length)) + 2;
  const keyLines = firstKeys.map(({ key, name, user }) => `  ${key.padEnd(width)}${name} ${dim(`(${user.role})`)}`);
  const [first = { key: '' }] = firstKeys;
  return `${[
    `${bold('fleetkit sandbox')} on ${bold(url)}   ${dim(`seed ${seed}, clock 2026-11-02T15:00:00Z, frozen`)}`,
    ...(data === undefined ? [] : [`What happens is kept in ${printable(data)}, also over a restart.`]),
    ...(isLoopback(host)
      ? []
      : ['It can be reached from other machines. Its keys are public: they are in the documentation.']),
    '',
    'Keys, one for each tenant (fleetkit tenants lists all users):',
    ...keyLines,
    '',
    'Try:',
    `  curl -H 'X-API-Key: ${first.key}' ${url}/v1/portal`,
    `  curl -H 'X-API-Key: ${first.key}' '${url}/v1/transactions?limit=5&sort_by=amt_comp'`,
    `  curl -H 'X-API-Key: ${first.key}' -H 'Content-Type: application/json' -d '{}' ${url}/v1/settlements/derive`,
    '',
  ].join('\n')}\n`;
}

/** What a program needs: one line, one object, with every key. */
export function greetingAsJson({ url, seed }: RunningSandbox): string {
  const everything = {
    url,
    seed,
    clock: '2026-11-02T15:00:00Z',
    keys: tenants.flatMap(({ tenantId, users }) =>
      users.flatMap(({ userId, role, keys }) =>
        keys.map(({ key, isRevoked, expiresAt }) => ({
          tenant: tenantId,
          user: userId,
          role,
          key,
          is_revoked: isRevoked,
          expires_at: expiresAt,
        })),
      ),
    ),
  };
  return `${JSON.stringify(everything)}\n`;
}
