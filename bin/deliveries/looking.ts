import { type Command, InvalidArgumentError } from 'commander';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { caller } from '../calls.ts';
import { type ClientOptions, clientCommand, tellAll } from '../client.ts';
import { printable } from '../printable.ts';
import { attemptLines } from './attempt-text.ts';
import { type Filters, queryFrom, withFilters } from './filters.ts';
import { deliveryLines, type Viewpoint } from './lines.ts';
import { deliveryMeant } from './which.ts';

/* `fleetkit deliveries list` and `show`. */

interface ListOptions extends ClientOptions, Filters {
  readonly limit: number;
  readonly cursor?: string;
}

export const listCommand = (): Command =>
  withFilters(clientCommand('list'))
    .description('list them, newest first')
    .option('--limit <n>', 'how many at most', countOf, 50)
    .option('--cursor <cursor>', 'older ones than in an earlier answer: its next_cursor')
    .action(({ limit, cursor, ...options }: ListOptions) =>
      tellAll(
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
  return [...deliveryLines(data, viewFrom(sandboxNow)), ...(data.length === 0 ? ['No delivery.'] : []), ...more].join(
    '\n',
  );
}

/** Where the one stands who reads this: at this terminal, now. */
export const viewFrom = (sandboxNow: string): Viewpoint => ({
  sandboxNow,
  realNowMs: Date.now(),
  columns: process.stdout.columns,
});

export const showCommand = (): Command =>
  aboutOneDelivery('show')
    .description('show one: the event, and each attempt with request and answer')
    .action((given: string | undefined, options: ClientOptions) =>
      tellAll(
        options,
        async (ask) => {
          const call = caller(ask, 'deliveries show');
          return call('getDelivery', { path: { delivery_id: await deliveryMeant(call, given) } });
        },
        detailText,
      ),
    );

/** A command about one delivery. */
export const aboutOneDelivery = (name: string): Command =>
  clientCommand(name).argument('[delivery]', 'which: its id, or the beginning or end of it (default: the newest)');

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
      ? ['', 'No attempt yet.']
      : attempts.flatMap((attempt) => ['', ...attemptLines(attempt)])),
  ].join('\n');
}

const STATES = {
  pending: 'pending',
  sending: 'under way',
  delivered: 'delivered',
  exhausted: 'exhausted: the last attempt failed, and none is to come',
  skipped: 'skipped: its destination was disabled or deleted, or too many deliveries waited for it',
} as const;

/** Laid out for reading; programs have it as it was sent. */
function bodyLines(body: string | null): readonly string[] {
  if (body === null) return ['The body has been forgotten: it is kept for 30 days of the sandbox clock.'];
  const laidOut = JSON.stringify(JSON.parse(body), null, 2);
  return [
    `The body, ${Buffer.byteLength(body)} bytes, laid out here; --json has it as it is sent:`,
    ...laidOut.split('\n').map((line) => `  ${printable(line)}`),
  ];
}

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 500) return count;
  throw new InvalidArgumentError('Expected a whole number from 1 to 500.');
}
