import type { OperationInput } from '../../../control/control-plane.ts';
import { defineTool, takes, text, wholeNumber } from '../core/tool.ts';

interface Arguments {
  readonly operation?: string;
  readonly status?: number;
  readonly method?: string;
  readonly limit?: number;
}

const DEFAULT_LIMIT = 20;

type Query = NonNullable<OperationInput<'listRequests'>['query']>;

/** Lists the latest requests that the sandbox answered. */
export const requests = defineTool<Arguments>({
  name: 'requests',
  title: 'List the latest requests',
  description:
    'Lists the latest requests to the service, newest first, each with status, user, and the problem with the wrong parameters or ' +
    'members if it was refused. Shows what a client really sent.',
  isReadOnly: true,
  arguments: takes({
    operation: text('Only this operation, such as listTransactions.', 64),
    status: wholeNumber('Only this status, such as 422.', { minimum: 100, maximum: 599 }),
    method: { type: 'string', enum: ['GET', 'POST'], description: 'Only this method.' },
    limit: wholeNumber(`How many requests at most. Default: ${DEFAULT_LIMIT}.`, { minimum: 1, maximum: 200 }),
  }),
  async run({ operation, status, method, limit = DEFAULT_LIMIT }, { call }) {
    const { data } = await call('listRequests', { query: { operation, status, method } as Query }); // the sandbox validates the values
    const toService = data.filter(({ path }) => !path.startsWith('/sandbox/')); // the tools use the control plane themselves
    return { requests: toService.slice(0, limit), matched: toService.length };
  },
});
