import { type Command, InvalidArgumentError, Option } from 'commander';
import { nearestName } from '../../server/nearest-name.ts';
import { type Provokable, provokables } from '../../server/world/triggers/index.ts';
import { typedDuration } from '../../spec/durations.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { tallyText } from './deliveries/lines.ts';
import { reportAttempts } from './deliveries/progress.ts';
import { DEFAULT_TIMEOUT_MS, timeoutMs, waitedText } from './deliveries/waiting.ts';
import { allDelivered, type Waited, waitFor } from './deliveries/waiting-for.ts';
import { eventLine } from './events.ts';
import { caller } from './shared/calls.ts';
import {
  askAllAndPrint,
  asksAsOperator,
  type ClientOptions,
  clientCommand,
  NoAnswer,
  type Questioner,
  sandboxAddress,
} from './shared/client.ts';
import { printable } from './shared/printable.ts';
import { listOfProvokables } from './shared/trigger-list.ts';
import { deliveriesOf, type Triggered, trigger } from './shared/trigger-request.ts';
import { settingsFrom } from './shared/trigger-settings.ts';

interface TriggerOptions extends ClientOptions {
  readonly terminal?: string;
  readonly connector?: string;
  readonly account?: string;
  readonly set?: readonly string[];
  readonly resolve?: true;
  readonly dryRun?: true;
  readonly advance?: true;
  readonly wait?: true;
  /** Milliseconds. */
  readonly timeout: number;
  readonly list?: true;
}

/** `fleetkit trigger`. */
export function triggerCommand(): Command {
  const command = clientCommand('trigger');
  return command
    .summary('trigger an event in a sandbox')
    .description(
      'Changes the state that causes an event in a running sandbox. The event follows once the clock reaches the time at ' +
        'which its rule fires; rows, statuses and alerts change with it.',
    )
    .argument('[event]', 'the event type; --list shows all types and their parameters', provokableNamed)
    .option('--terminal <id>', 'the terminal to trigger it at')
    .option('--connector <id>', 'the connector to trigger it at')
    .option('--account <id>', 'the account to trigger it for')
    .option('--set <path=value>', 'set a parameter, such as minutes=30; repeatable', collected)
    .option('--resolve', 'resolve its incident instead')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--advance', 'move the clock until the event happens, and show the resulting events')
    .option(
      '--wait',
      'like --advance, then wait until its deliveries are delivered or exhausted, and report each attempt',
    )
    .addOption(
      new Option('--timeout <duration>', 'maximum time for --wait, in real time')
        .default(DEFAULT_TIMEOUT_MS, '30s')
        .argParser(timeoutMs),
    )
    .option('--list', 'list the event types; needs no running sandbox')
    .action(async (event: Provokable | undefined, options: TriggerOptions) => {
      const refuse = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
      if (options.list === true) {
        process.stdout.write(`${listOfProvokables(event, options.json === true)}\n`);
        return;
      }
      if (event === undefined) return refuse('Expected an event type; --list shows all.');
      const parameters = settingsFrom(event, options.set ?? []);
      if ('fault' in parameters) return refuse(parameters.fault);
      await run(event, parameters.values, options);
    });
}

const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function provokableNamed(name: string): Provokable {
  const found = provokables.find(({ eventType }) => eventType === name);
  if (found !== undefined) return found;
  const nearest = nearestName(
    name,
    provokables.map(({ eventType }) => eventType),
  );
  throw new InvalidArgumentError(nearest === undefined ? '--list shows all.' : `Did you mean ${nearest}?`);
}

interface TriggerResult extends Triggered {
  /** With `--wait`. */
  readonly waited?: Omit<Waited, 'deliveries'>;
}

function run(
  { eventType }: Provokable,
  parameters: Readonly<Record<string, unknown>>,
  { terminal, connector, account, resolve, dryRun, advance, wait, timeout, ...options }: TriggerOptions,
): Promise<void> {
  const request = {
    event_type: eventType,
    terminal_id: terminal,
    connector_id: connector,
    account_id: account,
    parameters,
    resolve,
    dry_run: dryRun,
  };
  const isWaiting = wait === true && dryRun !== true;
  const converse = async (ask: Questioner): Promise<TriggerResult> => {
    if ((advance === true || isWaiting) && !asksAsOperator(options)) throw new NoAnswer(NEEDS_TOKEN, 2);
    const call = caller(ask, 'trigger');
    const triggered = await trigger(call, request, advance === true || isWaiting);
    const { events } = triggered;
    if (!isWaiting || events === null) return triggered;
    const { deliveries, ...waited } = await waitFor(call, {
      look: () => deliveriesOf(call, events),
      timeoutMs: timeout,
      onLook: reportAttempts(call, { isFromNowOn: false }),
    });
    return { ...triggered, deliveries, waited };
  };
  return askAllAndPrint(
    options,
    converse,
    (triggered) => asText(triggered, sandboxAddress(options)),
    ({ waited, deliveries }) => waited === undefined || allDelivered(deliveries ?? []),
  );
}

const NEEDS_TOKEN = "--advance and --wait move the clock and need the operator's token: give --token, or omit them.";

function asText({ provoked, events, deliveries, waited }: TriggerResult, address: string): string {
  const { dry_run: isTrial, causes, ends } = provoked;
  const changes = causes.map(({ terminal_id: terminal, connector_id: connector, account_id: account, summary }) =>
    printable(`  ${terminal ?? connector ?? account}: ${summary}`),
  );
  return [
    causes.length === 0
      ? 'Nothing is changed: the incident ends without a change.'
      : `${isTrial ? 'Would be changed' : 'Changed'}:`,
    ...changes,
    ...ends.map(({ incident_id: id, dedupe_key: key }) => printable(`Ends ${id} (${key}).`)),
    ...(events === null ? [whenText(provoked)] : eventLines(events)),
    ...(waited === undefined ? deliveryIdLines(deliveries ?? []) : waitedLines(events ?? [], deliveries ?? [], waited)),
    ...followUpLines(provoked, address),
  ].join('\n');
}

function whenText({ event_type: type, resolve, happens_at: at, happens_after_seconds: seconds, follow_up }: Provoked) {
  const what = resolve ? `The end of ${type}` : type;
  const command = `fleetkit clock advance ${typedDuration(seconds)}`;
  if (follow_up !== null)
    return seconds === 0 ? `${what} needs a request by a user.` : `${what} needs the clock at ${at}: ${command}`;
  return seconds === 0 ? `${what} happens now.` : `${what} happens at ${at}: ${command}`;
}

type Provoked = SandboxSchemas['ProvokedEvent'];

const eventLines = (events: NonNullable<Triggered['events']>): readonly string[] =>
  events.length === 0 ? ['No events yet.'] : ['Resulting events:', ...events.map((event) => `  ${eventLine(event)}`)];

/** Lists the deliveries by id and state. */
const deliveryIdLines = (deliveries: NonNullable<Triggered['deliveries']>): readonly string[] =>
  deliveries.length === 0
    ? []
    : [`${tallyText(deliveries)}.`, ...deliveries.map(({ delivery_id: id, state }) => `  ${id}  ${state}`)];

function waitedLines(
  events: NonNullable<Triggered['events']>,
  deliveries: NonNullable<Triggered['deliveries']>,
  waited: NonNullable<TriggerResult['waited']>,
): readonly string[] {
  if (events.length === 0) return [];
  return [deliveries.length === 0 ? NOBODY_SUBSCRIBED : waitedText({ ...waited, deliveries })];
}

const NOBODY_SUBSCRIBED =
  'No destination subscribes to this event. Add one: fleetkit destinations add URL, or fleetkit destinations add --inbox';

function followUpLines({ follow_up: followUp }: Provoked, address: string): readonly string[] {
  if (followUp === null) return [];
  const { method, path, body, happens_after_seconds: seconds } = followUp;
  return [
    'Next, a user who may derive settlements must request the batch. Set KEY to the API key of such a user:',
    `  curl -X ${method} -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${address}${path}`,
    `The event happens ${typedDuration(seconds)} after that: fleetkit clock advance ${typedDuration(seconds)}`,
  ];
}
