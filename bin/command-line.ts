import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };

/*
 * The command line. Each command has its own file and is loaded only when it is called: `serve` does not load the kit, and `conform`
 * does not load the server.
 */

const EXAMPLES = `
Start here:
  fleetkit serve                                       start a sandbox on http://127.0.0.1:4400
  fleetkit tenants                                     list tenants, users and API keys
  fleetkit clock advance 2h                            move the sandbox clock forward two hours
  fleetkit trigger cash_low --terminal NW104310        make a cassette run low
  fleetkit play friday-cash-out                        play a scenario on the sandbox clock
  fleetkit listen --forward-to http://localhost:3000/hooks --account acct_northway
                                                       forward its webhooks to a program on this machine
  fleetkit destinations add http://localhost:3000/hooks --account acct_northway
                                                       send its webhooks to your handler
  fleetkit deliveries                                  list deliveries and pending retries
  fleetkit conform http://127.0.0.1:4400 --key sbx-northway-admin --key sbx-redline-admin
                                                       check a deployment against the documented interface
  fleetkit receiver check http://127.0.0.1:3000/hooks  test your webhook handler
  fleetkit sender check --listen 127.0.0.1:4500        check how a deployment delivers webhooks`;

const commands = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  tenants: async () => (await import('./commands/tenants.ts')).tenantsCommand(),
  spec: async () => (await import('./commands/spec.ts')).specCommand(),
  clock: async () => (await import('./commands/clock.ts')).clockCommand(),
  reset: async () => (await import('./commands/reset.ts')).resetCommand(),
  trigger: async () => (await import('./commands/trigger.ts')).triggerCommand(),
  events: async () => (await import('./commands/events.ts')).eventsCommand(),
  listen: async () => (await import('./commands/listen/command.ts')).listenCommand(),
  destinations: async () => (await import('./commands/destinations.ts')).destinationsCommand(),
  deliveries: async () => (await import('./commands/deliveries.ts')).deliveriesCommand(),
  play: async () => (await import('./commands/play.ts')).playCommand(),
  journal: async () => (await import('./commands/journal.ts')).journalCommand(),
  sender: async () => (await import('./commands/sender.ts')).senderCommand(),
  receiver: async () => (await import('./commands/receiver.ts')).receiverCommand(),
  conform: async () => (await import('./commands/conform/command.ts')).conformCommand(),
};

/**
 * Runs one command line, given without the program's name: `['clock', 'advance', '2h']`. Loads only the named command.
 * Sets `process.exitCode`: 2 for a usage error.
 */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    await (await createProgram(args)).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

/** Returns the program with the command that `args` names, or with all commands if `args` names none. */
export async function createProgram(args: readonly string[] = []): Promise<Command> {
  const program = new Command('fleetkit')
    .description(packageJson.description)
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Run fleetkit --help for the commands and options.')
    .exitOverride()
    .addHelpText('after', EXAMPLES);
  const [first, second] = args.filter((argument) => !argument.startsWith('-'));
  const named = first === 'help' ? second : first;
  const only = Object.entries(commands).filter(([name]) => name === named);
  for (const [, load] of only.length > 0 ? only : Object.entries(commands)) program.addCommand(makeThrow(await load()));
  return program;
}

/** Makes the command, and each subcommand, throw instead of ending the process. */
function makeThrow(command: Command): Command {
  for (const subcommand of command.commands) makeThrow(subcommand);
  return command.exitOverride();
}
