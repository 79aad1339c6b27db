import { type Command, Option } from 'commander';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type CallInput, caller } from '../calls.ts';
import { type ClientOptions, clientCommand, tellAll } from '../client.ts';
import { shortId } from '../named-by-part.ts';
import { destinationText } from './as-text.ts';
import { collected, eventTypes, incidentStates, subscriptionsFor, type WantedEvents } from './wanted-events.ts';
import { destinationMeant } from './which.ts';

/* `fleetkit destinations add`, `change` and `remove`. */

interface AddOptions extends ClientOptions, WantedEvents {
  readonly inbox?: true;
  readonly listener?: true;
  readonly account?: string;
  readonly name?: string;
  readonly header?: readonly string[];
  readonly profile?: 'standard' | 'fast';
  readonly secret?: string;
  readonly printSecret?: true;
}

export function addCommand(): Command {
  const command = wantingEvents(clientCommand('add'))
    .description('add a destination')
    .argument('[url]', 'where deliveries are posted')
    .option('--inbox', 'an inbox in the sandbox instead, which shows what it got')
    .option('--listener', 'a listener instead, which fetches deliveries')
    .option('--account <id>', "whose events: the key's own account by default; the operator has to name one")
    .option('--name <text>', 'for people; the address by default');
  withSending(command)
    .option('--secret <whsec_>', 'what deliveries are signed with; made up by default')
    .option('--print-secret', 'print the secret and nothing else')
    .action((url: string | undefined, options: AddOptions) => {
      if ([url, options.inbox, options.listener].filter((one) => one !== undefined).length !== 1)
        return command.error('error: expected one of an address, --inbox and --listener.', { exitCode: 2 });
      return add(url, headersFrom(options.header, command), options);
    });
  return command;
}

function add(url: string | undefined, headers: Record<string, string> | undefined, options: AddOptions): Promise<void> {
  const { types, terminal, states } = options;
  const isRestricted = [types, terminal, states].some((one) => one !== undefined);
  const body = {
    url,
    inbox: options.inbox,
    listener: options.listener,
    account_id: options.account,
    name: options.name,
    retry_profile: options.profile,
    secret: options.secret,
    headers,
    subscriptions: isRestricted ? subscriptionsFor(options) : undefined,
  };
  return tellAll(
    options,
    (ask) => caller(ask, 'destinations add')('createDestination', { body }),
    ({ destination, secret }) => (options.printSecret === true ? secret : registeredText(destination)),
  );
}

const registeredText = (destination: SandboxSchemas['Destination']): string =>
  [
    destinationText(destination),
    '',
    `Its secret: fleetkit destinations secret ${shortId(destination.destination_id)}`,
    `Try it:     fleetkit destinations test ${shortId(destination.destination_id)}`,
  ].join('\n');

export function changeCommand(): Command {
  const command = clientCommand('change')
    .description('change what is named')
    .argument('[destination]', 'which; may be left out where there is only one')
    .option('--to <url>', 'another address')
    .option('--name <text>', 'for people');
  withSending(command).action((given: string | undefined, options: ChangeOptions) => {
    const body = {
      url: options.to,
      name: options.name,
      retry_profile: options.profile,
      headers: headersFrom(options.header, command),
    };
    if (Object.values(body).every((one) => one === undefined))
      return command.error('error: expected --to, --name, --header or --profile: what is to change.', { exitCode: 2 });
    return change(given, body, options);
  });
  return command;
}

interface ChangeOptions extends ClientOptions {
  readonly to?: string;
  readonly name?: string;
  readonly header?: readonly string[];
  readonly profile?: 'standard' | 'fast';
}

function change(
  given: string | undefined,
  body: NonNullable<CallInput<'changeDestination'>['body']>,
  options: ClientOptions,
) {
  return tellAll(
    options,
    async (ask) => {
      const call = caller(ask, 'destinations change');
      const { destination_id } = await destinationMeant(call, given);
      return call('changeDestination', { path: { destination_id }, body });
    },
    destinationText,
  );
}

export function removeCommand(): Command {
  return clientCommand('remove')
    .description('delete one; what it has waiting is skipped')
    .argument('<destination>', 'which; it has to be named')
    .action((given: string, options: ClientOptions) =>
      tellAll(
        options,
        async (ask) => {
          const call = caller(ask, 'destinations remove');
          const { destination_id } = await destinationMeant(call, given);
          return call('deleteDestination', { path: { destination_id } });
        },
        ({ id }) => `${id} is deleted. Its deliveries stay in the log.`,
      ),
    );
}

const withSending = (command: Command): Command =>
  command
    .option('--header <name: value>', 'a header to send along; once for each', collected)
    .addOption(new Option('--profile <name>', 'the schedule of retries').choices(['standard', 'fast']));

/** Adds what says which events are wanted. */
export const wantingEvents = (command: Command): Command =>
  command
    .option('--types <type,...>', 'which events (default: all); cash_* means those that begin so', eventTypes)
    .option('--terminal <id>', 'of this terminal alone; once for each', collected)
    .option('--states <state,...>', 'which turns of incidents: triggered, escalated, resolved', incidentStates);

/** `Name: value`, once for each. The value may be a credential, so that a refusal does not repeat it. */
function headersFrom(given: readonly string[] | undefined, command: Command): Record<string, string> | undefined {
  if (given === undefined) return undefined;
  return Object.fromEntries(
    given.map((text) => {
      const colon = text.indexOf(':');
      if (colon < 1) return command.error("error: --header: expected 'Name: value'.", { exitCode: 2 });
      return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
    }),
  );
}
