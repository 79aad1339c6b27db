import { type Command, InvalidArgumentError } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { formatAttempt } from '../shared/attempt-text.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { toPrintable } from '../shared/printable.ts';
import { type DeliveryView, formatDeliveries } from './delivery-lines.ts';
import { addFilterOptions, type DeliveryFilters, FILTER_NAMES_IN_QUERY, toDeliveryQuery } from './filter-options.ts';
import { findDeliveryId } from './find-delivery.ts';

/* `fleetkit deliveries list` and `show`. */

const LIST_REQUEST = {
  operations: ['listDeliveries'],
  names: { ...FILTER_NAMES_IN_QUERY, limit: '--limit', cursor: '--cursor' },
} as const satisfies RequestNames;

interface ListOptions extends ConnectionOptions, DeliveryFilters {
  readonly limit: number;
  readonly cursor?: string;
}

export const listDeliveriesCommand = (): Command =>
  addFilterOptions(createClientCommand('list', LIST_REQUEST))
    .description('list deliveries, newest first')
    .option('--limit <n>', 'maximum number of deliveries', parseLimit, 50)
    .option('--cursor <cursor>', 'continue after an earlier page: its next_cursor')
    .action(({ limit, cursor, ...options }: ListOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, LIST_REQUEST);
          return call('listDeliveries', { query: { ...(await toDeliveryQuery(call, options)), limit, cursor } });
        },
        { asText: formatDeliveryPage },
      ),
    );

function formatDeliveryPage({ data, page, as_of: sandboxNow }: SandboxSchemas['DeliveryList']): string {
  const more = page.next_cursor === null ? [] : [`More: --cursor ${page.next_cursor}`];
  return [
    ...formatDeliveries(data, createView(sandboxNow)),
    ...(data.length === 0 ? ['No deliveries.'] : []),
    ...more,
  ].join('\n');
}

/** Returns the viewpoint of this terminal, now. */
export const createView = (sandboxNow: string): DeliveryView => ({
  sandboxNow,
  realNowMs: Date.now(),
  columns: process.stdout.columns,
});

export const showDeliveryCommand = (): Command =>
  createDeliveryCommand('show')
    .description('show a delivery: its event, and each attempt with request and response')
    .action((given: string | undefined, options: ConnectionOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send);
          return call('getDelivery', { path: { delivery_id: await findDeliveryId(call, given) } });
        },
        { asText: formatDeliveryDetail },
      ),
    );

/** Creates a command about one delivery. */
export const createDeliveryCommand = (name: string, requestNames?: RequestNames): Command =>
  createClientCommand(name, requestNames).argument(
    '[delivery]',
    'the id of the delivery, or its beginning or end (default: the newest delivery)',
  );

function formatDeliveryDetail(delivery: SandboxSchemas['DeliveryDetail']): string {
  const { delivery_id: id, destination_id: destination, event_id: event, state, attempts, body } = delivery;
  const about = toPrintable(delivery.terminal_id ?? delivery.account_id);
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
    ...formatBody(body),
    ...(attempts.length === 0
      ? ['', 'No attempts yet.']
      : attempts.flatMap((attempt) => ['', ...formatAttempt(attempt)])),
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
function formatBody(body: string | null): readonly string[] {
  if (body === null) return ['The body has expired: bodies are stored for 30 days of sandbox time.'];
  const laidOut = JSON.stringify(JSON.parse(body), null, 2);
  return [
    `The body, ${Buffer.byteLength(body)} bytes, indented here (--json prints it as sent):`,
    ...laidOut.split('\n').map((line) => `  ${toPrintable(line)}`),
  ];
}

function parseLimit(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 500) return count;
  throw new InvalidArgumentError('Expected a whole number from 1 to 500.');
}
