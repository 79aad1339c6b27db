import { styleText } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { tenants } from '../fixtures/index.ts';
import { UnusableData } from '../server/journal/unusable-data.ts';
import { logTo } from './access-log.ts';
import { printable } from './printable.ts';
import { isLoopback, type RunningSandbox, startSandbox } from './start-sandbox.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly data?: string;
  readonly publicUrl?: string;
  readonly rateLimit?: number;
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
      new Option('-s, --seed <number>', 'which fleets to draw (default: 1, or the one of --data)').argParser(
        wholeNumber(0, 4_294_967_295),
      ),
    )
    .addOption(
      new Option(
        '-d, --data <dir>',
        'keep what happens in this directory, made if absent (default: in memory)',
      ).argParser(directory),
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
    .option('--json', 'print where it listens and every key as one JSON object')
    .addHelpText(
      'after',
      '\nStop it with Ctrl-C. Without --data what happened is forgotten, and the next start begins anew.',
    )
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const { port, host, seed, data, publicUrl, rateLimit } = options;
  let sandbox: RunningSandbox;
  try {
    sandbox = await startSandbox({
      port,
      host,
      log: logTo(options.log),
      ...(seed === undefined ? {} : { seed }),
      ...(data === undefined ? {} : { data }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(rateLimit === undefined ? {} : { ratePerMinute: rateLimit }),
    });
  } catch (error) {
    process.stderr.write(`${startFailure(error, options)}\n`);
    process.exitCode = 1;
    return;
  }
  const greeting = options.json === true ? `${JSON.stringify(asJson(sandbox))}\n` : asText(sandbox, options);
  process.stdout.write(greeting);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      sandbox.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function startFailure(error: unknown, { port, host }: ServeOptions): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (error instanceof UnusableData) return message;
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

function asText({ url, seed }: RunningSandbox, { host, data }: ServeOptions): string {
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

function asJson({ url, seed }: RunningSandbox): object {
  return {
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
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

function directory(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected the path of a directory.');
}

function absoluteUrl(text: string): string {
  if (/^https?:\/\/[^/?#]+/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected an absolute http or https address, such as https://sandbox.example.');
}
