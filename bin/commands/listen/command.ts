import { type Command, Option } from 'commander';
import { parseDeliveredTypes } from '../destinations/event-options.ts';
import { createClientCommand } from '../shared/client.ts';
import type { ListenOptions } from './options.ts';
import * as read from './options.ts';

/** `fleetkit listen`. */
export function listenCommand(): Command {
  const command = createClientCommand('listen', read.LISTEN_REQUESTS);
  return command
    .description(
      'Fetches deliveries from a sandbox, posts them to a program on this machine as the sandbox would, and reports the ' +
        'responses back. Deliveries that arrive while it is not running wait, and are forwarded in order at the next start.',
    )
    .addOption(new Option('-f, --forward-to <url>', 'URL of your program').argParser(read.parseReceiverUrl))
    .addOption(
      new Option('--types <type,...>', 'only these event types (default: all); cash_* matches a prefix').argParser(
        parseDeliveredTypes,
      ),
    )
    .option('--terminal <id>', 'only events of this terminal')
    .option('--account <id>', 'only events of this account and its sub-accounts; required with an operator token')
    .addOption(
      new Option('--destination <id>', 'use this existing listener unchanged').argParser(read.parseDestinationId),
    )
    .addOption(
      new Option(
        '--since <when>',
        'also forward events since then: 10m ago, or an instant of the sandbox clock',
      ).argParser(read.parseSince),
    )
    .addOption(new Option('--from-start', 'also forward all earlier events').conflicts('since'))
    .addOption(
      new Option(
        '--retry-profile <name>',
        'retry schedule; fast: six attempts in 31 s of real time; standard: ten attempts in three days',
      ).choices(['standard', 'fast']),
    )
    .addOption(new Option('--secret <secret>', 'signing secret').argParser(read.parseSecretOption))
    .option('--print-secret', 'print only the secret, and exit')
    .addOption(
      new Option('--secret-file <path[:NAME]>', 'write the secret to a .env file, as WEBHOOK_SECRET or NAME').argParser(
        read.parseSecretFile,
      ),
    )
    .addOption(
      new Option('-H, --header <line>', "header to add to each request, as 'Name: value'; repeatable").argParser(
        read.addHeader,
      ),
    )
    .addOption(
      new Option('--forward-timeout <duration>', 'maximum response time of your program')
        .argParser(read.parseLimitMs)
        .default(15_000, '15s'),
    )
    .option('--insecure', 'accept any TLS certificate of your program')
    .addOption(
      new Option('--format <form>', 'output format; jsonl prints one JSON object per line')
        .choices(['pretty', 'jsonl'])
        .default('pretty'),
    )
    .addOption(new Option('--exit-after <n>', 'exit after this number of attempts').argParser(read.parseCount))
    .addOption(
      new Option('--timeout <duration>', 'with --exit-after: exit with 1 if they do not arrive in this time').argParser(
        read.parseLimitMs,
      ),
    )
    .action(async (options: ListenOptions) => {
      const fault = findOptionConflict(options);
      if (fault !== undefined) command.error(`error: ${fault}`, { exitCode: 2 });
      const { runListen } = await import('./run.ts'); // help and usage errors do not need it
      await runListen({ ...options, format: options.json === true ? 'jsonl' : options.format });
    });
}

/** Returns the first invalid combination of options. */
function findOptionConflict(options: ListenOptions): string | undefined {
  const { forwardTo, destination, printSecret, timeout, exitAfter } = options;
  if (forwardTo === undefined && !(printSecret === true && destination !== undefined))
    return 'Expected --forward-to URL, such as http://localhost:3000/hooks.';
  if (timeout !== undefined && exitAfter === undefined) return 'Expected --exit-after with --timeout.';
  if (destination === undefined) return undefined;
  const [first] = (['types', 'terminal', 'account', 'retryProfile', 'secret'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (first === undefined) return undefined;
  const option = first.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--destination uses an existing destination unchanged: omit either --${option} or --destination.`;
}
