import { type Command, Option } from 'commander';
import type { EventType } from '../../spec/index.ts';
import { type ClientOptions, clientCommand } from '../client.ts';
import * as read from './options.ts';
import { runListen } from './run.ts';
import type { SecretPlace } from './secret-file.ts';

/** What was given, as it was read. */
export interface ListenOptions extends ClientOptions {
  readonly forwardTo?: URL;
  readonly destination?: string;
  readonly types?: readonly EventType[];
  readonly terminal?: string;
  readonly account?: string;
  readonly retryProfile?: 'standard' | 'fast';
  readonly secret?: string;
  readonly since?: read.Since;
  readonly fromStart?: true;
  readonly printSecret?: true;
  readonly secretFile?: SecretPlace;
  readonly format: 'pretty' | 'jsonl';
  readonly exitAfter?: number;
  readonly timeout?: number;
  readonly header?: read.Headers;
  readonly forwardTimeout: number;
  readonly insecure?: true;
}

/** `fleetkit listen`. */
export function listenCommand(): Command {
  const command = clientCommand('listen');
  return command
    .summary('forward webhooks to a program on this machine')
    .description(
      'Fetches what a sandbox sends, posts it to a program on this machine just as the sandbox would, and reports the ' +
        'answers back. Goes on where it was left: what comes while it is away waits, and arrives in order.',
    )
    .addOption(new Option('-f, --forward-to <url>', 'where your program listens').argParser(read.receiverUrl))
    .addOption(new Option('--types <type,...>', 'only these events (default: all)').argParser(read.eventTypes))
    .option('--terminal <id>', 'only those of one terminal')
    .option('--account <id>', 'those of this account and all below it; the operator has to name one')
    .addOption(
      new Option('--destination <id>', 'a listener that there is already, as it is').argParser(read.destinationId),
    )
    .addOption(
      new Option(
        '--since <when>',
        'also what came about since then: 10m, or an instant of the sandbox clock',
      ).argParser(read.since),
    )
    .addOption(new Option('--from-start', 'also all that came about before').conflicts('since'))
    .addOption(
      new Option(
        '--retry-profile <name>',
        'fast: six attempts in 31 s of real time; standard: ten in three days',
      ).choices(['standard', 'fast']),
    )
    .addOption(new Option('--secret <secret>', 'what deliveries are signed with').argParser(read.secret))
    .option('--print-secret', 'print the secret and nothing else, and exit')
    .addOption(
      new Option('--secret-file <path[:NAME]>', 'write the secret to a .env file, as WEBHOOK_SECRET or NAME').argParser(
        read.secretPlace,
      ),
    )
    .addOption(
      new Option('-H, --header <line>', "sent along to your program, as 'Name: value'; once for each").argParser(
        read.header,
      ),
    )
    .addOption(
      new Option('--forward-timeout <duration>', 'how long your program may take')
        .argParser(read.limitMs)
        .default(15_000, '15s'),
    )
    .option('--insecure', 'take any certificate of your program')
    .addOption(
      new Option('--format <form>', 'how attempts are shown; jsonl is an object a line')
        .choices(['pretty', 'jsonl'])
        .default('pretty'),
    )
    .addOption(new Option('--exit-after <n>', 'end after so many attempts').argParser(read.count))
    .addOption(
      new Option('--timeout <duration>', 'with --exit-after: exit 1 if they have not come by then').argParser(
        read.limitMs,
      ),
    )
    .action((options: ListenOptions) => {
      const fault = faultOf(options);
      if (fault !== undefined) command.error(`error: ${fault}`, { exitCode: 2 });
      return runListen({ ...options, format: options.json === true ? 'jsonl' : options.format });
    });
}

/** What does not go together. */
function faultOf(options: ListenOptions): string | undefined {
  const { forwardTo, destination, printSecret, timeout, exitAfter } = options;
  if (forwardTo === undefined && !(printSecret === true && destination !== undefined))
    return 'Expected --forward-to and an address, such as http://localhost:3000/hooks.';
  if (timeout !== undefined && exitAfter === undefined) return 'Expected --exit-after with --timeout.';
  if (destination === undefined) return undefined;
  const [first] = (['types', 'terminal', 'account', 'retryProfile', 'secret'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (first === undefined) return undefined;
  const option = first.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--destination takes a destination as it is: leave out --${option}, or leave out --destination.`;
}
