import { Command, Option } from 'commander';
import { scenarios } from '../../fixtures/scenarios/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Sandbox } from '../library/index.ts';
import { formatConsoleLink } from './shared/console-link.ts';
import { openBrowser } from './shared/open-browser.ts';
import { createJsonOption, formatJson } from './shared/options/json-option.ts';
import { parsePort } from './shared/options/parse-port.ts';
import { removeToken, writeToken } from './shared/token-file.ts';

interface DemoOptions {
  /** Undefined for the usual port, or a free one if that is in use. */
  readonly port: number | undefined;
  readonly scenario: string;
  readonly open: boolean;
  readonly json?: true;
}

const DEFAULT_PORT = 4400;
const DEMO_TENANT = 'acct_northway';

/** `fleetkit demo`. */
export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Starts a sandbox with a webhook receiver, plays a scenario, and opens the console in the browser with its deliveries.',
    )
    .addOption(
      new Option(
        '-p, --port <port>',
        `port to listen on; 0 picks a free port (default: ${DEFAULT_PORT}, or a free port if it is in use)`,
      ).argParser(parsePort),
    )
    .addOption(
      new Option('--scenario <name>', 'scenario to play')
        .choices(scenarios.filter(({ tenantId }) => tenantId === DEMO_TENANT).map(({ name }) => name))
        .default('friday-cash-out'),
    )
    .option('--no-open', 'only print the address of the console')
    .addOption(createJsonOption('the addresses and the number of deliveries'))
    .addHelpText('after', '\nPress Ctrl-C to stop. All data is in memory.')
    .action(demo);
}

async function demo({ port, scenario, open, json }: DemoOptions): Promise<void> {
  const { startSandbox } = await import('../library/index.ts');
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox({ port: port ?? DEFAULT_PORT }).catch((error: unknown) => {
      if (port === undefined && isPortInUse(error)) return startSandbox();
      throw error;
    });
  } catch (error) {
    process.stderr.write(`${describeFailure(error, port)}\n`);
    process.exitCode = 1;
    return;
  }
  const taken = Number(new URL(sandbox.url).port);
  writeToken(taken, sandbox.operatorToken); // for fleetkit console and other commands
  closeOnSignal(sandbox, () => removeToken(taken));
  const { destination } = await sandbox.destinations.add({
    inbox: true,
    accountId: DEMO_TENANT,
    name: 'Demo inbox',
    retryProfile: 'fast',
  });
  const print = (text: string): unknown => json === true || process.stdout.write(text);
  print(`fleetkit sandbox on ${sandbox.url}\nReceiver: an inbox, ${destination.url}\n`);
  const { scenario: played } = await sandbox.play(scenario);
  await sandbox.settled();
  const messages = await sandbox.inbox(destination);
  const verified = messages.filter(({ signature }) => signature.verified).length;
  print(`Played: ${played.title}. ${messages.length} deliveries received, ${verified} verified.\n`);

  const link = formatConsoleLink(sandbox.url, await createCode(sandbox));
  const isOpened = open && (await openBrowser(link));
  if (json === true)
    process.stdout.write(
      formatJson({
        url: sandbox.url,
        receiver: destination.url,
        scenario: played.name,
        deliveries: messages.length,
        verified,
        console: link,
      }),
    );
  print(
    `Console: ${link}\n${isOpened ? 'It is open in your browser.' : 'Open this link: it signs in once, within an hour.'} ` +
      'For another one: fleetkit console\nPress Ctrl-C to stop.\n',
  );
}

async function createCode({ fetch, operatorToken }: Sandbox): Promise<string> {
  const headers = { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' };
  const response = await fetch('/sandbox/sign-in-codes', { method: 'POST', headers, body: '{}' });
  const { code } = (await response.json()) as SandboxSchemas['SignInCode']; // the sandbox validates its replies
  return code;
}

function closeOnSignal(sandbox: Sandbox, onClosing: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      onClosing();
      sandbox.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}

const isPortInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

const describeFailure = (error: unknown, port: number | undefined): string =>
  isPortInUse(error)
    ? `Port ${port} is already in use. Choose another one with --port, or omit it to get a free one.`
    : `The sandbox did not start: ${(error as Error).message}`;
