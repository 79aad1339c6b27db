import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { createCall } from '../control/control-plane.ts';
import { formatRequestLine } from '../control/format-request.ts';
import type { RequestNames } from '../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from './shared/client.ts';
import { toPrintable } from './shared/printable.ts';
import { createWholeNumberParser } from './shared/whole-number.ts';

const LIST_REQUEST = {
  operations: ['listRequests'],
  names: { operation: '--operation', status: '--status', method: '--method' },
  local: ['--details'],
} as const satisfies RequestNames;

interface ListOptions extends ConnectionOptions {
  readonly operation?: string;
  readonly status?: number;
  readonly method?: string;
  readonly details?: true;
}

/** `fleetkit requests`. */
export const requestsCommand = (): Command =>
  createClientCommand('requests', LIST_REQUEST)
    .description(
      'Lists the last 200 requests that a sandbox answered, newest first, each with its problem if it was refused. A sandbox that was ' +
        'started with --record-requests also has their queries, headers and bodies.',
    )
    .option('--operation <id>', 'only requests for this operation, such as createDispute')
    .option('--status <code>', 'only requests with this status', createWholeNumberParser(100, 599))
    .addOption(new Option('--method <method>', 'only requests with this method').argParser(parseMethod))
    .option('--details', 'print query, headers and body below each request, if they were recorded')
    .action(({ operation, status, method, details, ...options }: ListOptions) =>
      runAndPrint(
        options,
        (send) => createCall(send, LIST_REQUEST)('listRequests', { query: { operation, status, method } }),
        { asText: ({ data }) => formatRequests(data, details === true) },
      ),
    );

function parseMethod(text: string): string {
  if (/^[a-z]{1,20}$/i.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('Expected a method such as GET or POST.');
}

function formatRequests(exchanges: readonly SandboxSchemas['Exchange'][], hasDetails: boolean): string {
  if (exchanges.length === 0) return 'No requests.';
  return exchanges
    .flatMap((one) => [
      toPrintable(`${one.answered_at}  ${formatRequestLine(one)}`),
      ...(hasDetails ? formatDetails(one).map((line) => `    ${toPrintable(line)}`) : []),
    ])
    .join('\n');
}

function formatDetails({ recorded }: SandboxSchemas['Exchange']): readonly string[] {
  if (recorded === null) return ['not recorded'];
  const { headers, body } = recorded;
  return [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...formatBody(body)];
}

function formatBody(body: SandboxSchemas['RecordedBody'] | null): readonly string[] {
  if (body === null) return [];
  const { text, size_bytes: size, omitted } = body;
  if (text !== null) return [text];
  return [omitted === 'binary' ? `a body of ${size} bytes that is no text` : 'a body that was not read'];
}
