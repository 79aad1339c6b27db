import { type Command, InvalidArgumentError } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { caller } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions, clientCommand } from '../shared/client.ts';
import { printable } from '../shared/printable.ts';
import { attemptLines } from './attempt-text.ts';
import { type Filters, queryFrom, withFilters } from './filters.ts';
import { deliveryLines, type Snapshot } from './lines.ts';
import { deliveryMeant } from './which.ts';

/* `fleetkit deliveries list` and `show`. */

interface ListOptions extends ClientOptions, Filters {
  readonly limit: number;
  readonly cursor?: string;
}

export const listCommand = (): Command =>
  withFilters(clientCommand('list'))
    .description('list deliveries, newest first')
    .option('--limit <n>', 'maximum number of deliveries', countOf, 50)
    .option('--cursor <cursor>', 'continue after an earlier page: its next_cursor')
    .action(({ limit, cursor, ...options }: ListOptions) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'deliveries list');
          return call('listDeliveries', { query: { ...(await queryFrom(call, options)), limit, cursor } });
        },
        listText,
      ),
    );

function listText({ data, page, as_of: sandboxNow }: SandboxSchemas['DeliveryList']): string {
  const more = page.next_cursor === null ? [] : [`More: --cursor ${page.next_cursor}`];
  return [...deliveryLines(data, viewFrom(sandboxNow)), ...(data.length === 0 ? ['No deliveries.'] : []), ...more].join(
    '\n',
  );
}

/** Returns the viewpoint of this terminal, now. */
export const viewFrom = (sandboxNow: string): Snapshot => ({
  sandboxNow,
  realNowMs: Date.now(),
  columns: process.stdout.columns,
});

export const showCommand = (): Command =>
  aboutOneDelivery('show')
    .description('show a delivery: its event, and each attempt with request and response')
    .action((given: string | undefined, options: ClientOptions) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'deliveries show');
          return call('getDelivery', { path: { delivery_id: await deliveryMeant(call, given) } });
        },
        detailText,
      ),
    );

/** Creates a command about one delivery. */
export const aboutOneDelivery = (name: string): Command =>
  clientCommand(name).argument(
    '[delivery]',
    'the id of the delivery, or its beginning or end (default: the newest delivery)',
  );

function detailText(delivery: SandboxSchemas['DeliveryDetail']): string {
  const { delivery_id: id, destination_id: destination, event_id: event, state, attempts, body } = delivery;
  const about = printable(delivery.terminal_id ?? delivery.account_id);
  const turn = delivery.incident_state === null ? '' : ` ${delivery.incident_state}`;
  return [
    `${id}  ${STATES[state]}`,
    `  event        ${event}${delivery.is_test ? ', a sample' : ''}`,
    `               ${delivery.type}${turn} of ${about} at ${delivery.happened_at}`,
    `  destination  ${destination}`,
    ...(delivery.next_attempt === null
      ? []
      : [`  next         ${delivery.next_attempt.at}${delivery.next_attempt.clock === 'real' ? ' of real time' : ''}`]),
    '',
    ...bodyLines(body),
    ...(attempts.length === 0
      ? ['', 'No attempts yet.']
      : attempts.flatMap((attempt) => ['', ...attemptLines(attempt)])),
  ].join('\n');
}

const STATES = {
  pending: 'pending',
  sending: 'in progress',
  delivered: 'delivered',
  exhausted: 'exhausted: all attempts failed',
  skipped: 'skipped: its destination was disabled or deleted, or had too many pending deliveries',
} as const;

/** Formats the body with indentation; --json returns it as it was sent. */
function bodyLines(body: string | null): readonly string[] {
  if (body === null) return ['The body has expired: bodies are stored for 30 days of sandbox time.'];
  const laidOut = JSON.stringify(JSON.parse(body), null, 2);
  return [
    `The body, ${Buffer.byteLength(body)} bytes, indented here (--json prints it as sent):`,
    ...laidOut.split('\n').map((line) => `  ${printable(line)}`),
  ];
}

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 500) return count;
  throw new InvalidArgumentError('Expected a whole number from 1 to 500.');
}
