import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { removeUnsetVariables } from './commands/shared/environment.ts';

/*
 * The command line. Each command has its own file and is loaded only when it is called: `serve` does not load the kit, and `conform`
 * does not load the server.
 */

const EXAMPLES = `
Start here:
  fleetkit demo                                        see webhooks arrive, in the browser
  fleetkit serve                                       start a sandbox on http://127.0.0.1:4400
  fleetkit fleet init                                  write a fleet of your own, for serve --fleet
  fleetkit tenants                                     list tenants, users and API keys
  fleetkit clock advance 2h                            move the sandbox clock forward two hours
  fleetkit trigger cash_low --terminal NW104310        make a cassette run low
  fleetkit play friday-cash-out                        play a scenario on the sandbox clock
  fleetkit chaos --seed 7 -- npm test                  run your tests while requests fail
  fleetkit listen --forward-to http://localhost:3000/hooks --account acct_northway
                                                       forward its webhooks to a program on this machine
  fleetkit destinations add http://localhost:3000/hooks --account acct_northway
                                                       send its webhooks to your handler
  fleetkit deliveries                                  list deliveries and pending retries
  fleetkit deliveries watch                            print each attempt as it is made, with the reason
  fleetkit conform http://127.0.0.1:4400 --key sbx-northway-admin --key sbx-redline-admin
                                                       check a deployment against the documented interface
  fleetkit judge traffic.har                           judge recorded traffic, without sending anything
  fleetkit receiver check http://127.0.0.1:3000/hooks  test your webhook handler
  fleetkit sender check --listen 127.0.0.1:4500        check how a deployment delivers webhooks
  fleetkit client check -- python3 client.py           test your client`;

interface CommandEntry {
  /** Options and arguments after the name in the list of commands. */
  readonly usage: string;
  readonly summary: string;
  /** Whether the help omits it, because only programs call it. */
  readonly isHidden?: true;
  readonly load: () => Promise<Command>;
}

/** The commands in the order of the help, which lists them without loading them. */
const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    usage: '[options]',
    summary: 'start a sandbox',
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  demo: {
    usage: '[options]',
    summary: 'start a sandbox with a receiver, play a scenario, open the console',
    load: async () => (await import('./commands/demo.ts')).demoCommand(),
  },
  console: {
    usage: '[options]',
    summary: 'print a link to the console of a sandbox',
    load: async () => (await import('./commands/console.ts')).consoleCommand(),
  },
  tenants: {
    usage: '[options]',
    summary: 'list tenants, users, roles and keys',
    load: async () => (await import('./commands/tenants.ts')).tenantsCommand(),
  },
  fleet: {
    usage: '',
    summary: 'write and check fleets of your own',
    load: async () => (await import('./commands/fleet.ts')).fleetCommand(),
  },
  spec: {
    usage: '[options]',
    summary: 'print the contract',
    load: async () => (await import('./commands/spec/command.ts')).specCommand(),
  },
  clock: {
    usage: '',
    summary: 'show and move the clock of a sandbox',
    load: async () => (await import('./commands/clock.ts')).clockCommand(),
  },
  reset: {
    usage: '[options]',
    summary: 'reset a sandbox to its initial state',
    load: async () => (await import('./commands/reset.ts')).resetCommand(),
  },
  trigger: {
    usage: '[options] [event]',
    summary: 'trigger an event or an outcome in a sandbox',
    load: async () => (await import('./commands/trigger.ts')).triggerCommand(),
  },
  events: {
    usage: '',
    summary: 'list and watch the webhook events of a sandbox',
    load: async () => (await import('./commands/events.ts')).eventsCommand(),
  },
  requests: {
    usage: '',
    summary: 'list and watch the requests that a sandbox answered',
    load: async () => (await import('./commands/requests.ts')).requestsCommand(),
  },
  listen: {
    usage: '[options]',
    summary: 'forward webhooks to a program on this machine',
    load: async () => (await import('./commands/listen/command.ts')).listenCommand(),
  },
  destinations: {
    usage: '',
    summary: 'manage the webhook destinations of a sandbox',
    load: async () => (await import('./commands/destinations.ts')).destinationsCommand(),
  },
  deliveries: {
    usage: '',
    summary: 'inspect, watch and replay webhook deliveries',
    load: async () => (await import('./commands/deliveries.ts')).deliveriesCommand(),
  },
  play: {
    usage: '[options] [name]',
    summary: 'play a ready-made scenario on a sandbox',
    load: async () => (await import('./commands/play.ts')).playCommand(),
  },
  faults: {
    usage: '',
    summary: 'let requests and deliveries of a sandbox fail on purpose',
    load: async () => (await import('./commands/faults/command.ts')).faultsCommand(),
  },
  chaos: {
    usage: '[options] -- <command>',
    summary: 'run your tests with seeded faults, and find the fewest that fail',
    load: async () => (await import('./commands/chaos/command.ts')).chaosCommand(),
  },
  journal: {
    usage: '',
    summary: 'export and import the changes made in a sandbox',
    load: async () => (await import('./commands/journal.ts')).journalCommand(),
  },
  keys: {
    usage: '',
    summary: 'issue, rotate and revoke API keys of a sandbox',
    load: async () => (await import('./commands/keys.ts')).keysCommand(),
  },
  workspaces: {
    usage: '',
    summary: 'manage isolated worlds on one server',
    load: async () => (await import('./commands/workspaces.ts')).workspacesCommand(),
  },
  fork: {
    usage: '[options]',
    summary: 'continue from an earlier state in an isolated world',
    load: async () => (await import('./commands/workspaces/fork.ts')).forkCommand(),
  },
  bisect: {
    usage: '[options] -- <command>',
    summary: 'find the first change after which a command fails',
    load: async () => (await import('./commands/bisect/command.ts')).bisectCommand(),
  },
  backup: {
    usage: '[options]',
    summary: 'copy the data of a running sandbox to a file',
    load: async () => (await import('./commands/backup.ts')).backupCommand(),
  },
  restore: {
    usage: '[options]',
    summary: 'restore such a copy',
    load: async () => (await import('./commands/backup.ts')).restoreCommand(),
  },
  sender: {
    usage: '',
    summary: 'check how a service delivers webhooks',
    load: async () => (await import('./commands/sender.ts')).senderCommand(),
  },
  client: {
    usage: '',
    summary: 'test a program that uses the service',
    load: async () => (await import('./commands/client/command.ts')).clientCommand(),
  },
  receiver: {
    usage: '',
    summary: 'test a webhook handler',
    load: async () => (await import('./commands/receiver.ts')).receiverCommand(),
  },
  proxy: {
    usage: '--upstream <url> [options]',
    summary: 'forward requests to a deployment and judge the traffic',
    load: async () => (await import('./commands/proxy/command.ts')).proxyCommand(),
  },
  replay: {
    usage: '<recording...> --against <url> [options]',
    summary: 'send recorded requests again and compare the responses',
    load: async () => (await import('./commands/replay/command.ts')).replayCommand(),
  },
  conform: {
    usage: '[options] [url]',
    summary: 'check whether a service conforms to the documented interface',
    load: async () => (await import('./commands/conform/command.ts')).conformCommand(),
  },
  certify: {
    usage: '[options] <report...>',
    summary: 'write a signed document about the result of checks, or verify one',
    load: async () => (await import('./commands/certify/command.ts')).certifyCommand(),
  },
  judge: {
    usage: '[options] <file...>',
    summary: 'judge traffic that other software recorded',
    load: async () => (await import('./commands/judge/command.ts')).judgeCommand(),
  },
  mcp: {
    usage: '[options]',
    summary: 'serve tools for assistants by the Model Context Protocol',
    load: async () => (await import('./commands/mcp/command.ts')).mcpCommand(),
  },
  doctor: {
    usage: '[options]',
    summary: 'find what prevents fleetkit from working on this machine',
    load: async () => (await import('./commands/doctor/command.ts')).doctorCommand(),
  },
  completion: {
    usage: '<shell>',
    summary: 'print a script with which a shell completes command lines',
    load: async () => (await import('./commands/completion/command.ts')).completionCommand(),
  },
  complete: {
    usage: '[words...]',
    summary: 'print suggestions for a command line',
    isHidden: true,
    load: async () => (await import('./commands/completion/command.ts')).completeCommand(createProgram),
  },
};

/**
 * Runs one command line, given without the program's name: `['clock', 'advance', '2h']`. Loads only the named command. Without
 * arguments, prints the help.
 * Sets `process.exitCode`: 2 for a usage error, 70 for a defect; 1 would be a result.
 */
export async function runCommandLine(given: readonly string[]): Promise<void> {
  const args = given.length === 0 ? ['--help'] : given;
  removeUnsetVariables(process.env);
  try {
    await (await createProgram(args)).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    const detail = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`fleetkit failed with an internal error. Report it as a bug.\n${detail}\n`);
    process.exitCode = 70;
  }
}

/**
 * Returns the program. Loads only the command that `args` names and lists the others by name and summary; without `args`, loads
 * all commands.
 */
export async function createProgram(args?: readonly string[]): Promise<Command> {
  const program = new Command('fleetkit')
    .description(packageJson.description)
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Run fleetkit --help for the commands and options.')
    .exitOverride()
    .addHelpText('after', EXAMPLES);
  const named = args === undefined ? undefined : findCommandName(args);
  for (const [name, entry] of Object.entries(commands)) {
    const command = args === undefined || name === named ? makeThrow(await entry.load()) : new Command(name);
    program.addCommand(command.summary(entry.summary), { hidden: entry.isHidden === true });
  }
  return program.configureHelp({
    subcommandTerm: (command) => `${command.name()} ${commands[command.name()]?.usage ?? command.usage()}`.trimEnd(),
  });
}

/** Whether the command that the arguments name answers other programs, and not only the reader of its output. */
export const servesOthers = (args: readonly string[]): boolean =>
  ['serve', 'demo', 'proxy', 'mcp'].includes(findCommandName(args) ?? '');

/** Returns the command that the arguments name; undefined without one. */
function findCommandName(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((argument) => !argument.startsWith('-'));
  return first === 'help' ? second : first;
}

/** Makes the command, and each subcommand, throw instead of ending the process. */
function makeThrow(command: Command): Command {
  for (const subcommand of command.commands) makeThrow(subcommand);
  return command.exitOverride();
}
