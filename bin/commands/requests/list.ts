import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import { formatRequestLine } from '../../control/format-request.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { toPrintable } from '../shared/printable.ts';
import { addRequestFilterOptions, REQUEST_FILTERS_IN_QUERY, type RequestFilters } from './filter-options.ts';

const LIST_REQUEST = {
  operations: ['listRequests'],
  names: REQUEST_FILTERS_IN_QUERY,
  local: ['--details'],
} as const satisfies RequestNames;

interface ListOptions extends ConnectionOptions, RequestFilters {
  readonly details?: true;
}

/** `fleetkit requests list`, also without `list`. */
export const listRequestsCommand = (): Command =>
  addRequestFilterOptions(createClientCommand('list', LIST_REQUEST))
    .description('list the last 200 requests, newest first, each with its problem if it was refused')
    .option('--details', 'print query, headers and body below each request, if the sandbox records requests')
    .action(({ operation, status, method, details, ...options }: ListOptions) =>
      runAndPrint(
        options,
        (send) => createCall(send, LIST_REQUEST)('listRequests', { query: { operation, status, method } }),
        { asText: ({ data }) => formatRequests(data, details === true) },
      ),
    );

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
