import { styleText } from 'node:util';
import { tenants } from '../fixtures/index.ts';
import { isLoopbackHost } from '../spec/hosts.ts';
import { printable } from './printable.ts';
import type { RunningSandbox } from './start-sandbox.ts';

/** One representative of each tenant: whoever sees most of it. */
const firstKeys = tenants.flatMap(({ accounts, users }) => {
  const [user] = users.filter(({ keys }) => keys.length > 0);
  const [key] = user?.keys ?? [];
  return user === undefined || key === undefined
    ? []
    : [{ name: printable(accounts[0]?.name ?? ''), user, key: key.key }];
});

/** A terminal that the first key can read. */
const EXAMPLE_TERMINAL = 'NW104233';

/** How it was started, as far as whoever reads the greeting should know. */
export interface Started {
  readonly host: string;
  /** Where it keeps what happens, if anywhere. */
  readonly data: string | undefined;
  /** Whether the operator's token was made up: one that was given is known to whoever gave it, and is not repeated. */
  readonly isMadeUp: boolean;
}

/** What a person needs who has just started a sandbox: where it is, a key of each tenant, what to try. */
export function greeting({ url, seed, operatorToken }: RunningSandbox, { host, data, isMadeUp }: Started): string {
  const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
  const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
  const width = Math.max(...firstKeys.map(({ key }) => key.length)) + 2;
  const keyLines = firstKeys.map(({ key, name, user }) => `  ${key.padEnd(width)}${name} ${dim(`(${user.role})`)}`);
  const [first = { key: '' }] = firstKeys;
  return `${[
    `${bold('fleetkit sandbox')} on ${bold(url)}   ${dim(`seed ${seed}, clock 2026-11-02T15:00:00Z, frozen`)}`,
    ...(data === undefined ? [] : [`What happens is kept in ${printable(data)}, also over a restart.`]),
    ...(isLoopbackHost(host)
      ? []
      : ['It can be reached from other machines. Its keys are public: they are in the documentation.']),
    ...operatorLines(operatorToken, isMadeUp),
    '',
    'Keys, one for each tenant (npx fleetkit tenants lists all users):',
    ...keyLines,
    '',
    'Try:',
    `  curl -H 'X-API-Key: ${first.key}' '${url}/v1/transactions?limit=1'`,
    `  curl -H 'X-API-Key: ${first.key}' ${url}/v1/terminals/${EXAMPLE_TERMINAL}/status-monitoring`,
    `  curl -H 'X-API-Key: ${first.key}' -H 'Content-Type: application/json' -d '{}' ${url}/v1/settlements/derive`,
    ...(isMadeUp ? [`  npx fleetkit clock advance 2h --url ${url}`] : []),
    '',
  ].join('\n')}\n`;
}

function operatorLines(token: string | undefined, isMadeUp: boolean): readonly string[] {
  if (token === undefined) return ['Nobody can move its clock or reset it: --operator-token gives it an operator.'];
  return isMadeUp ? [`Operator's token, for /sandbox: ${token}`] : [];
}

/** What a program needs: one line, one object, with every key. */
export function greetingAsJson({ url, seed, operatorToken }: RunningSandbox, isMadeUp: boolean): string {
  const everything = {
    url,
    seed,
    operator_token: isMadeUp ? operatorToken : null,
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
