import { type Command, Option } from 'commander';
import { getEnumValues } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type ConnectionOptions, createClientCommand, sendAndPrint } from './shared/client.ts';
import { toPrintable } from './shared/printable.ts';
import type { RequestNames } from './shared/request-names.ts';

const EVENTS_REQUEST = {
  operations: ['listEvents'],
  names: { type: '--type', terminal_id: '--terminal', limit: '--limit', cursor: '--cursor' },
} as const satisfies RequestNames;

interface EventOptions extends ConnectionOptions {
  readonly type?: string;
  readonly terminal?: string;
  readonly limit: string;
  readonly cursor?: string;
}

/** `fleetkit events`. */
export function eventsCommand(): Command {
  return createClientCommand('events', EVENTS_REQUEST)
    .description(
      'Lists the webhook events of a running sandbox up to now, oldest first, in the form that subscribers receive.',
    )
    .addOption(new Option('--type <type>', 'only events of this type').choices([...getEnumValues('EventType')]))
    .option('--terminal <id>', 'only events of this terminal')
    .option('--limit <n>', 'maximum number of events, at most 500', '500')
    .option('--cursor <cursor>', 'continue after an earlier page: its next_cursor')
    .action(({ type, terminal, limit, cursor, ...options }: EventOptions) => {
      const given = { type, terminal_id: terminal, limit, cursor };
      const query = new URLSearchParams(
        Object.entries(given).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as [string, string]],
        ),
      );
      return sendAndPrint<SandboxSchemas['EventList']>(
        options,
        { method: 'GET', path: `events?${query}`, options: EVENTS_REQUEST.names },
        formatEventPage,
      );
    });
}

function formatEventPage({ data, page }: SandboxSchemas['EventList']): string {
  const lines = data.map(formatEventLine);
  const more = page.has_more ? [`More: --cursor ${page.next_cursor}`] : [];
  return [...lines, ...(lines.length === 0 ? ['No events.'] : []), ...more].join('\n');
}

/** Formats an event as one line: timestamp, type, state, severity, terminal or account, id. */
export function formatEventLine(listed: SandboxSchemas['WebhookEvent']): string {
  const { timestamp, type, severity, account_id, terminal_id, ...event } = listed;
  const state = 'incident' in event ? (event.incident?.state ?? '') : '';
  const about = toPrintable(String(terminal_id ?? account_id));
  return `${timestamp}  ${type.padEnd(26)}${state.padEnd(11)}${severity.padEnd(10)}${about.padEnd(20)}  ${event.id}`;
}
