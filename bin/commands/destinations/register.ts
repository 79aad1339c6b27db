import { type Command, Option } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall, type OperationInput } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { toShortId } from '../shared/short-ids.ts';
import {
  collectEventNames,
  type EventOptions,
  parseDeliveredTypes,
  parseIncidentStates,
  toSubscriptions,
} from './event-options.ts';
import { requestDestination } from './find-destination.ts';
import { formatDestination } from './format-text.ts';

/* `fleetkit destinations add`, `changeDestination` and `remove`. */

const CHANGE_REQUEST = {
  operations: ['changeDestination'],
  names: { '/url': '--to', '/name': '--name', '/headers': '--header', '/retry_profile': '--profile' },
} as const satisfies RequestNames;

const ADD_REQUEST = {
  operations: ['createDestination'],
  names: {
    '/url': 'URL',
    '/inbox': '--inbox',
    '/listener': '--listener',
    '/account_id': '--account',
    '/name': '--name',
    '/headers': '--header',
    '/retry_profile': '--profile',
    '/secret': '--secret',
    '/status': '--status',
    '/subscriptions/*/types': '--types',
    '/subscriptions/*/terminal_id': '--terminal',
    '/subscriptions/*/states': '--states',
  },
  local: ['--print-secret'],
} as const satisfies RequestNames;

interface AddOptions extends ConnectionOptions, EventOptions {
  readonly inbox?: true;
  readonly listener?: true;
  readonly account?: string;
  readonly name?: string;
  readonly header?: readonly string[];
  readonly profile?: 'standard' | 'fast';
  readonly secret?: string;
  readonly status?: 'enabled' | 'paused' | 'disabled';
  readonly printSecret?: true;
}

export function addCommand(): Command {
  const command = addEventOptions(createClientCommand('add', ADD_REQUEST))
    .description('add a destination')
    .argument('[url]', 'the URL that receives deliveries')
    .option('--inbox', 'create an inbox in the sandbox that stores what it receives')
    .option('--listener', 'create a listener that fetches its deliveries')
    .option(
      '--account <id>',
      'account whose events are sent (default: the account of the key; required with an operator token)',
    )
    .option('--name <text>', 'display name (default: the URL)');
  addSendingOptions(command)
    .option('--secret <whsec_>', 'signing secret (default: random)')
    .addOption(
      new Option('--status <status>', 'paused: deliveries wait; disabled: events are skipped').choices([
        'enabled',
        'paused',
        'disabled',
      ]),
    )
    .option('--print-secret', 'print only the secret')
    .action((url: string | undefined, options: AddOptions) => {
      if ([url, options.inbox, options.listener].filter((one) => one !== undefined).length !== 1)
        return command.error('error: expected exactly one of a URL, --inbox and --listener.', { exitCode: 2 });
      return addDestination(url, parseHeaders(options.header, command), options);
    });
  return command;
}

function addDestination(
  url: string | undefined,
  headers: Record<string, string> | undefined,
  options: AddOptions,
): Promise<void> {
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
    status: options.status,
    headers,
    subscriptions: isRestricted ? toSubscriptions(options) : undefined,
  };
  return runAndPrint(options, (send) => createCall(send, ADD_REQUEST)('createDestination', { body }), {
    asText: ({ destination, secret }) => (options.printSecret === true ? secret : formatRegistered(destination)),
  });
}

const formatRegistered = (destination: SandboxSchemas['Destination']): string =>
  [
    formatDestination(destination),
    '',
    `Show secret: fleetkit destinations secret ${toShortId(destination.destination_id)}`,
    `Send a test: fleetkit destinations test ${toShortId(destination.destination_id)}`,
  ].join('\n');

export function changeCommand(): Command {
  const command = createClientCommand('change', CHANGE_REQUEST)
    .description('change a destination')
    .argument('[destination]', 'the destination; optional if there is only one')
    .option('--to <url>', 'new URL')
    .option('--name <text>', 'new display name');
  addSendingOptions(command).action((given: string | undefined, options: ChangeOptions) => {
    const body = {
      url: options.to,
      name: options.name,
      retry_profile: options.profile,
      headers: parseHeaders(options.header, command),
    };
    if (Object.values(body).every((one) => one === undefined))
      return command.error('error: nothing to change: expected --to, --name, --header or --profile.', { exitCode: 2 });
    return changeDestination(given, body, options);
  });
  return command;
}

interface ChangeOptions extends ConnectionOptions {
  readonly to?: string;
  readonly name?: string;
  readonly header?: readonly string[];
  readonly profile?: 'standard' | 'fast';
}

function changeDestination(
  given: string | undefined,
  body: NonNullable<OperationInput<'changeDestination'>['body']>,
  options: ConnectionOptions,
) {
  return runAndPrint(
    options,
    async (send) => {
      const call = createCall(send, CHANGE_REQUEST);
      const { destination_id } = await requestDestination(call, given);
      return call('changeDestination', { path: { destination_id }, body });
    },
    { asText: formatDestination },
  );
}

export function removeCommand(): Command {
  return createClientCommand('remove')
    .description('delete a destination; its pending deliveries are skipped')
    .argument('<destination>', 'the destination to delete')
    .action((given: string, options: ConnectionOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send);
          const { destination_id } = await requestDestination(call, given);
          return call('deleteDestination', { path: { destination_id } });
        },
        { asText: ({ id }) => `${id} is deleted. Its deliveries remain in the log.` },
      ),
    );
}

const addSendingOptions = (command: Command): Command =>
  command
    .option('--header <name: value>', 'a header to add to each delivery; repeatable', collectEventNames)
    .addOption(new Option('--profile <name>', 'the retry schedule').choices(['standard', 'fast']));

/** Adds the options that select events. */
export const addEventOptions = (command: Command): Command =>
  command
    .option('--types <type,...>', 'event types (default: all); cash_* matches a prefix', parseDeliveredTypes)
    .option('--terminal <id>', 'only events of this terminal; repeatable', collectEventNames)
    .option('--states <state,...>', 'incident states: triggered, escalated, resolved', parseIncidentStates);

/** `Name: value`, repeatable. Errors omit the value, because it may be a credential. */
function parseHeaders(given: readonly string[] | undefined, command: Command): Record<string, string> | undefined {
  if (given === undefined) return undefined;
  return Object.fromEntries(
    given.map((text) => {
      const colon = text.indexOf(':');
      if (colon < 1) return command.error("error: --header: expected 'Name: value'.", { exitCode: 2 });
      return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
    }),
  );
}
