import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatDuration } from '../../base/durations.ts';
import { findNearestName } from '../../base/nearest-name.ts';
import { type EventType, getEnumValues } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import {
  isOutcomeName,
  type OutcomeName,
  outcomeNames,
  outcomeParameters,
  triggerParameters,
} from '../../spec/trigger-parameters.ts';
import { createCall } from '../control/control-plane.ts';
import type { SendControlRequest } from '../control/control-request.ts';
import type { RequestNames } from '../control/request-names.ts';
import { listDeliveriesOfEvents, type TriggerResult, triggerEvent } from '../control/trigger-event.ts';
import { type OutcomeResult, triggerOutcome } from '../control/trigger-outcome.ts';
import { areAllDelivered, type WaitResult, waitForDeliveries } from '../control/wait-for-deliveries.ts';
import { createAttemptReporter } from './deliveries/attempt-progress.ts';
import { formatCounts } from './deliveries/delivery-lines.ts';
import { DEFAULT_TIMEOUT_MS, formatWaitResult, parseTimeoutMs } from './deliveries/wait.ts';
import { formatEventLine } from './events/event-line.ts';
import {
  type ConnectionOptions,
  createClientCommand,
  hasOperatorToken,
  RequestFailure,
  readSandboxBase,
  runAndPrint,
} from './shared/client.ts';
import { toPrintable } from './shared/printable.ts';
import { parseSettings } from './trigger/parameter-settings.ts';

const TRIGGER_REQUEST = {
  operations: ['provokeEvent', 'triggerOutcome'],
  names: {
    '/event_type': 'EVENT',
    '/outcome': 'EVENT',
    '/id': '--id',
    '/terminal_id': '--terminal',
    '/connector_id': '--connector',
    '/account_id': '--account',
    '/parameters': '--set',
    '/resolve': '--resolve',
    '/dry_run': '--dry-run',
  },
  local: ['--advance', '--wait', '--timeout', '--list'],
} as const satisfies RequestNames;

interface TriggerOptions extends ConnectionOptions {
  readonly id?: string;
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
  const command = createClientCommand('trigger', TRIGGER_REQUEST);
  return command
    .description(
      'Changes the state that causes an event in a running sandbox. The event follows once the clock reaches the time at ' +
        'which its rule fires; rows, statuses and alerts change with it. With the name of an outcome, gives that outcome ' +
        'to a dispute, batch, command, provisioning job or transaction.',
    )
    .argument('[event]', 'the event type or the outcome; --list shows all with their parameters', parseName)
    .option('--id <id>', 'the dispute, batch, command or provisioning job that gets the outcome')
    .option('--terminal <id>', 'the terminal to trigger it at')
    .option('--connector <id>', 'the connector to trigger it at')
    .option('--account <id>', 'the account to trigger it for')
    .option('--set <path=value>', 'set a parameter, such as minutes=30; repeatable', collectSettings)
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
        .argParser(parseTimeoutMs),
    )
    .option('--list', 'list the event types and outcomes; needs no running sandbox')
    .action(async (event: EventType | OutcomeName | undefined, options: TriggerOptions) => {
      const refuse = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
      if (options.list === true) {
        const { formatTriggerList } = await import('./trigger/event-list.ts'); // loads the rules of all events
        process.stdout.write(`${formatTriggerList(event, options.json === true)}\n`);
        return;
      }
      if (event === undefined) return refuse('Expected an event type; --list shows all.');
      const schemas = isOutcomeName(event) ? outcomeParameters[event] : triggerParameters[event];
      const parameters = parseSettings({ name: event, parameters: schemas }, options.set ?? []);
      if ('fault' in parameters) return refuse(parameters.fault);
      const unused = findUnusedOption(event, options);
      if (unused !== undefined) return refuse(`${unused} does not apply to ${event}.`);
      await (isOutcomeName(event)
        ? runOutcome(event, parameters.values, options)
        : run(event, parameters.values, options));
    });
}

const collectSettings = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Returns an option that only the other kind of trigger has. */
function findUnusedOption(name: EventType | OutcomeName, options: TriggerOptions): string | undefined {
  const unused = isOutcomeName(name) ? (['connector', 'resolve', 'wait'] as const) : (['id'] as const);
  const found = unused.find((option) => options[option] !== undefined);
  return found === undefined ? undefined : `--${found}`;
}

function parseName(name: string): EventType | OutcomeName {
  const known = [...getEnumValues('EventType'), ...outcomeNames];
  const found = known.find((one) => one === name);
  if (found !== undefined) return found;
  const nearest = findNearestName(name, known);
  throw new InvalidArgumentError(nearest === undefined ? '--list shows all.' : `Did you mean ${nearest}?`);
}

interface TriggerCommandResult extends TriggerResult {
  /** With `--wait`. */
  readonly waited?: Omit<WaitResult, 'deliveries'>;
}

function run(
  eventType: EventType,
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
  const exchange = async (send: SendControlRequest): Promise<TriggerCommandResult> => {
    if ((advance === true || isWaiting) && !hasOperatorToken(options)) throw new RequestFailure(NEEDS_TOKEN, 2);
    const call = createCall(send, TRIGGER_REQUEST);
    const triggered = await triggerEvent(call, request, advance === true || isWaiting);
    const { events } = triggered;
    if (!isWaiting || events === null) return triggered;
    const { deliveries, ...waited } = await waitForDeliveries(call, {
      readDeliveries: () => listDeliveriesOfEvents(call, events),
      timeoutMs: timeout,
      onPoll: createAttemptReporter(call, { isFromNowOn: false }),
    });
    return { ...triggered, deliveries, waited };
  };
  return runAndPrint(options, exchange, {
    asText: (triggered) => formatTriggerResult(triggered, readSandboxBase(options)),
    // An event that still needs the request of a user has no deliveries yet.
    isExpected: ({ provoked, events, waited, deliveries }) =>
      waited === undefined ||
      (provoked.follow_up !== null && events?.length === 0) ||
      areAllDelivered(deliveries ?? []),
  });
}

function runOutcome(
  outcome: OutcomeName,
  parameters: Readonly<Record<string, unknown>>,
  { id, terminal, account, dryRun, advance, ...options }: TriggerOptions,
): Promise<void> {
  const request = { outcome, id, terminal_id: terminal, account_id: account, parameters, dry_run: dryRun };
  const exchange = async (send: SendControlRequest): Promise<OutcomeResult> => {
    if (advance === true && !hasOperatorToken(options)) throw new RequestFailure(NEEDS_TOKEN, 2);
    return triggerOutcome(createCall(send, TRIGGER_REQUEST), request, advance === true);
  };
  return runAndPrint(options, exchange, { asText: formatOutcomeResult });
}

function formatOutcomeResult({ triggered, events, deliveries }: OutcomeResult): string {
  const { subject, id, state, happens_at: at, happens_after_seconds: seconds } = triggered;
  const object = `The ${subject.replaceAll('_', ' ')} ${id}`;
  return [
    `${triggered.dry_run ? 'Would be changed' : 'Changed'}:`,
    ...formatChanges(triggered.causes),
    events === null
      ? `${object} is ${state} at ${at}: fleetkit clock advance ${formatDuration(seconds)}`
      : `${object} is ${state} since ${at}.`,
    ...(events === null || events.length === 0 ? [] : formatEvents(events)),
    ...formatDeliveryIds(deliveries ?? []),
  ].join('\n');
}

const formatChanges = (causes: Provoked['causes']): readonly string[] =>
  causes.map(({ terminal_id: terminal, connector_id: connector, account_id: account, summary }) =>
    toPrintable(`  ${terminal ?? connector ?? account}: ${summary}`),
  );

const NEEDS_TOKEN = "--advance and --wait move the clock and need the operator's token: give --token, or omit them.";

function formatTriggerResult({ provoked, events, deliveries, waited }: TriggerCommandResult, address: string): string {
  const { dry_run: isTrial, causes, ends } = provoked;
  const changes = formatChanges(causes);
  return [
    causes.length === 0
      ? 'Nothing is changed: the incident ends without a change.'
      : `${isTrial ? 'Would be changed' : 'Changed'}:`,
    ...changes,
    ...ends.map(({ incident_id: id, dedupe_key: key }) => toPrintable(`Ends ${id} (${key}).`)),
    ...(events === null ? [formatDueTime(provoked)] : formatEvents(events)),
    ...(waited === undefined
      ? formatDeliveryIds(deliveries ?? [])
      : formatWaitOutcome(events ?? [], deliveries ?? [], waited)),
    ...formatFollowUp(provoked, address),
  ].join('\n');
}

function formatDueTime({
  event_type: type,
  resolve,
  happens_at: at,
  happens_after_seconds: seconds,
  follow_up,
}: Provoked) {
  const what = resolve ? `The end of ${type}` : type;
  const command = `fleetkit clock advance ${formatDuration(seconds)}`;
  if (follow_up !== null)
    return seconds === 0 ? `${what} needs a request by a user.` : `${what} needs the clock at ${at}: ${command}`;
  return seconds === 0 ? `${what} happens now.` : `${what} happens at ${at}: ${command}`;
}

type Provoked = SandboxSchemas['ProvokedEvent'];

const formatEvents = (events: NonNullable<TriggerResult['events']>): readonly string[] =>
  events.length === 0
    ? ['No events yet.']
    : ['Resulting events:', ...events.map((event) => `  ${formatEventLine(event)}`)];

/** Lists the deliveries by id and state. */
const formatDeliveryIds = (deliveries: NonNullable<TriggerResult['deliveries']>): readonly string[] =>
  deliveries.length === 0
    ? []
    : [`${formatCounts(deliveries)}.`, ...deliveries.map(({ delivery_id: id, state }) => `  ${id}  ${state}`)];

function formatWaitOutcome(
  events: NonNullable<TriggerResult['events']>,
  deliveries: NonNullable<TriggerResult['deliveries']>,
  waited: NonNullable<TriggerCommandResult['waited']>,
): readonly string[] {
  if (events.length === 0) return ['There is no delivery to wait for.'];
  return [deliveries.length === 0 ? NO_SUBSCRIPTION : formatWaitResult({ ...waited, deliveries })];
}

const NO_SUBSCRIPTION =
  'No destination subscribes to this event. Add one: fleetkit destinations add URL, or fleetkit destinations add --inbox';

function formatFollowUp({ follow_up: followUp }: Provoked, address: string): readonly string[] {
  if (followUp === null) return [];
  const { method, path, body, happens_after_seconds: seconds } = followUp;
  return [
    'Next, a user who may derive settlements must request the batch. Set KEY to the API key of such a user:',
    `  curl -X ${method} -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${address}${path}`,
    `The event happens ${formatDuration(seconds)} after that: fleetkit clock advance ${formatDuration(seconds)}`,
  ];
}
