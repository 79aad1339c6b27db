import { styleText } from 'node:util';
import { isLoopbackHost } from '../../../base/hosts.ts';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import type { RunningSandbox } from '../../library/start-sandbox.ts';
import { formatConsoleLink } from '../shared/console-link.ts';
import { toPrintable } from '../shared/printable.ts';

/** Returns the first key of each tenant: the key with the widest scope. */
const listFirstKeys = (tenants: readonly TenantFixture[]) =>
  tenants.flatMap(({ accounts, users }) => {
    const [user] = users.filter(({ keys }) => keys.length > 0);
    const [key] = user?.keys ?? [];
    return user === undefined || key === undefined
      ? []
      : [{ name: toPrintable(accounts[0]?.name ?? ''), user, key: key.key }];
  });

/** A terminal that the first key of the six fleets can read. */
const EXAMPLE_TERMINAL = 'NW104233';

/** Start options that the greeting mentions. */
export interface GreetingOptions {
  readonly host: string;
  /** The data directory, if there is one. */
  readonly data: string | undefined;
  /** Whether the operator's token was generated. A token that the user gave is not printed. */
  readonly isTokenGenerated: boolean;
  /** Whether only private keys are valid. */
  readonly isHosted: boolean;
}

/** Returns the greeting for people: URL, one key of each tenant, first commands. */
export async function formatGreeting(
  { url, caFile, seed, start, operatorToken, tenants, createSignInCode }: RunningSandbox,
  { host, data, isTokenGenerated: isMadeUp, isHosted }: GreetingOptions,
): Promise<string> {
  if (isHosted) return formatHostedGreeting({ url, data });
  const ca = caFile === undefined ? undefined : quote(toPrintable(caFile));
  const curl = `curl${ca === undefined ? '' : ` --cacert ${ca}`} -H`;
  const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
  const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
  const firstKeys = listFirstKeys(tenants);
  const width = Math.max(...firstKeys.map(({ key }) => key.length)) + 2;
  const keyLines = firstKeys.map(({ key, name, user }) => `  ${key.padEnd(width)}${name} ${dim(`(${user.role})`)}`);
  const [first = { key: '' }] = firstKeys;
  const isOwn = !tenants[0]?.terminals.some(({ terminalId }) => terminalId === EXAMPLE_TERMINAL);
  const terminal = isOwn ? (tenants[0]?.terminals[0]?.terminalId ?? EXAMPLE_TERMINAL) : EXAMPLE_TERMINAL;
  return `${[
    `${bold('fleetkit sandbox')} on ${bold(url)}   ${dim(`seed ${seed}, ${data === undefined ? `clock ${start}, frozen` : `clock from ${start}`}`)}`,
    ...(data === undefined ? [] : [`Changes are stored in ${toPrintable(data)} and kept across restarts.`]),
    ...(isLoopbackHost(host)
      ? []
      : ['Other machines can reach this sandbox. Its API keys are public: the documentation lists them.']),
    ...formatOperatorAccess(operatorToken, isMadeUp),
    ...(ca === undefined
      ? []
      : [`Certificate authority: ${ca}. Clients trust it with NODE_EXTRA_CA_CERTS, curl --cacert or fleetkit --ca.`]),
    formatConsole(url, isMadeUp ? await createSignInCode().catch(() => undefined) : undefined),
    '',
    'API keys, one for each tenant (list all with: npx fleetkit tenants):',
    ...keyLines,
    '',
    'Try:',
    `  ${curl} 'X-API-Key: ${first.key}' '${url}/v1/transactions?limit=1'`,
    `  ${curl} 'X-API-Key: ${first.key}' ${url}/v1/terminals/${terminal}/status-monitoring`,
    `  ${curl} 'X-API-Key: ${first.key}' -H 'Content-Type: application/json' -d '{}' ${url}/v1/settlements/derive`,
    ...(isMadeUp ? [`  npx fleetkit clock advance 2h --url ${url}${ca === undefined ? '' : ` --ca ${ca}`}`] : []),
    '',
  ].join('\n')}\n`;
}

/** Quotes a path for a shell, if necessary. */
const quote = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

const formatHostedGreeting = ({ url, data }: { readonly url: string; readonly data: string | undefined }): string =>
  `${[
    `fleetkit sandbox, hosted, on ${url}. Changes are stored in ${toPrintable(data ?? '')}.`,
    'Only private keys are valid. With the token of the operator:',
    `  npx fleetkit workspaces create --url ${url}    an isolated world with its own keys`,
    `  npx fleetkit keys issue usr_nw_admin --url ${url}    a key of the main world`,
    '',
  ].join('\n')}\n`;

function formatOperatorAccess(token: string | undefined, isMadeUp: boolean): readonly string[] {
  if (token === undefined)
    return [
      'Operator access is off: the clock cannot be moved and the sandbox cannot be reset. Enable it with --operator-token.',
    ];
  return isMadeUp ? [`Operator token (for /sandbox): ${token}`] : [];
}

/** Returns where the console is. With a code, the link signs in as the operator. */
const formatConsole = (url: string, code: string | undefined): string =>
  code === undefined ? `Console: ${url}/` : `Console: ${formatConsoleLink(url, code)}  (signs in once)`;

/** Returns the greeting for programs: one JSON object on one line, with all keys. */
export function formatGreetingAsJson(
  { url, caFile, seed, start, operatorToken, tenants }: RunningSandbox,
  isMadeUp: boolean,
): string {
  const everything = {
    url,
    ...(caFile === undefined ? {} : { ca_file: caFile }),
    seed,
    operator_token: isMadeUp ? operatorToken : null,
    clock: start,
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
