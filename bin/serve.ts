import { styleText } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { tenants } from '../fixtures/index.ts';
import { logTo } from './access-log.ts';
import { printable } from './printable.ts';
import { isLoopback, type RunningSandbox, startSandbox } from './start-sandbox.ts';
import { removeToken, writeToken } from './token-file.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly publicUrl?: string;
  readonly rateLimit?: number;
  readonly operatorToken?: string;
  readonly log: 'text' | 'json' | 'off';
  readonly json?: true;
}

/** `fleetkit serve`. */
export function serveCommand(): Command {
  return new Command('serve')
    .summary('start a sandbox')
    .description(
      'Serves the whole contract over six made-up fleets. The same seed gives the same bytes, on any machine.',
    )
    .addOption(
      new Option('-p, --port <port>', 'port to listen on; 0 takes a free one')
        .default(4400)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on').default(
        '127.0.0.1',
        '127.0.0.1, reached from this machine only',
      ),
    )
    .addOption(
      new Option('-s, --seed <number>', 'which fleets to draw').default(1).argParser(wholeNumber(0, 4_294_967_295)),
    )
    .addOption(
      new Option('--log <form>', 'how each request is logged on standard error')
        .choices(['text', 'json', 'off'])
        .default('text'),
    )
    .addOption(new Option('--public-url <url>', 'where clients reach it, for links in replies').argParser(absoluteUrl))
    .addOption(
      new Option('--rate-limit <n>', 'requests a minute for each user (none on loopback, else 120)').argParser(
        wholeNumber(1, 1_000_000),
      ),
    )
    .addOption(
      new Option(
        '--operator-token <token>',
        'what the operator of /sandbox sends (made up on loopback; on other addresses there is none without it)',
      )
        .env('FLEETKIT_OPERATOR_TOKEN')
        .argParser(tokenText),
    )
    .option('--json', 'print where it listens and every key as one JSON object')
    .addHelpText('after', '\nStop it with Ctrl-C. Everything it holds is in memory and starts anew with it.')
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const { port, host, seed, publicUrl, rateLimit, operatorToken } = options;
  let sandbox: RunningSandbox;
  try {
    sandbox = await startSandbox({
      port,
      host,
      seed,
      log: logTo(options.log),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(rateLimit === undefined ? {} : { ratePerMinute: rateLimit }),
      ...(operatorToken === undefined ? {} : { operatorToken }),
    });
  } catch (error) {
    process.stderr.write(`${startFailure(error, options)}\n`);
    process.exitCode = 1;
    return;
  }
  const taken = Number(new URL(sandbox.url).port);
  const isMadeUp = operatorToken === undefined && sandbox.operatorToken !== undefined;
  if (isMadeUp) keepToken(taken, sandbox.operatorToken);
  const greeting =
    options.json === true ? `${JSON.stringify(asJson(sandbox, isMadeUp))}\n` : asText(sandbox, host, isMadeUp);
  process.stdout.write(greeting);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      if (isMadeUp) removeToken(taken);
      sandbox.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

/** For client commands on this machine; without it they ask for --token. */
function keepToken(port: number, token: string | undefined): void {
  try {
    if (token !== undefined) writeToken(port, token);
  } catch (error) {
    process.stderr.write(`The operator's token was not written to a file: ${(error as Error).message}\n`);
  }
}

function startFailure(error: unknown, { port, host }: ServeOptions): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken. Choose another with --port, or take any free one with --port 0.`;
    case 'EACCES':
      return `Port ${port} on ${host} is not allowed for this user. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose one with --host.`;
    default:
      return `The sandbox did not start: ${message}${cause instanceof Error ? `: ${cause.message}` : ''}`;
  }
}

/** One representative of each tenant: whoever sees most of it. */
const firstKeys = tenants.flatMap(({ accounts, users }) => {
  const [user] = users.filter(({ keys }) => keys.length > 0);
  const [key] = user?.keys ?? [];
  return user === undefined || key === undefined
    ? []
    : [{ name: printable(accounts[0]?.name ?? ''), user, key: key.key }];
});

function asText({ url, seed, operatorToken }: RunningSandbox, host: string, isMadeUp: boolean): string {
  const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
  const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
  const width = Math.max(...firstKeys.map(({ key }) => key.length)) + 2;
  const keyLines = firstKeys.map(({ key, name, user }) => `  ${key.padEnd(width)}${name} ${dim(`(${user.role})`)}`);
  const [first = { key: '' }] = firstKeys;
  return `${[
    `${bold('fleetkit sandbox')} on ${bold(url)}   ${dim(`seed ${seed}, clock 2026-11-02T15:00:00Z, frozen`)}`,
    ...(isLoopback(host)
      ? []
      : ['It can be reached from other machines. Its keys are public: they are in the documentation.']),
    ...operatorLines(operatorToken, isMadeUp),
    '',
    'Keys, one for each tenant (fleetkit tenants lists all users):',
    ...keyLines,
    '',
    'Try:',
    `  curl -H 'X-API-Key: ${first.key}' ${url}/v1/portal`,
    `  curl -H 'X-API-Key: ${first.key}' '${url}/v1/transactions?limit=5&sort_by=amt_comp'`,
    `  curl -H 'X-API-Key: ${first.key}' -H 'Content-Type: application/json' -d '{}' ${url}/v1/settlements/derive`,
    ...(isMadeUp ? [`  fleetkit clock advance 2h --url ${url}`] : []),
    '',
  ].join('\n')}\n`;
}

function operatorLines(token: string | undefined, isMadeUp: boolean): readonly string[] {
  if (token === undefined) return ['Nobody can move its clock or reset it: --operator-token gives it an operator.'];
  return isMadeUp ? [`Operator's token, for /sandbox: ${token}`] : [];
}

/** A token that was given is known to whoever gave it, and is not repeated. */
function asJson({ url, seed, operatorToken }: RunningSandbox, isMadeUp: boolean): object {
  return {
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
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

function tokenText(text: string): string {
  if (/^[\x21-\x7e]{16,256}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected 16 to 256 characters without spaces.');
}

function absoluteUrl(text: string): string {
  if (/^https?:\/\/[^/?#]+/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected an absolute http or https address, such as https://sandbox.example.');
}
