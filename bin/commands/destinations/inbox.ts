import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, RequestFailure, runAndPrint } from '../shared/client.ts';
import { requestDestination } from './find-destination.ts';
import { formatInbox } from './format-text.ts';
import { createDestinationCommand } from './list-and-state.ts';
import { formatResponse, parseResponsePlan, RESPONSE_SYNTAX } from './response-plan.ts';

const INBOX_REQUEST = {
  operations: ['setInboxAnswers'],
  names: { '/answers': '--answers' },
  local: ['--empty'],
} as const satisfies RequestNames;

interface InboxOptions extends ConnectionOptions {
  readonly answers?: readonly SandboxSchemas['InboxAnswer'][];
  readonly empty?: true;
}

/** `fleetkit destinations inbox`. */
export const inboxCommand = (): Command =>
  createDestinationCommand('inbox', INBOX_REQUEST)
    .description('show the requests that an inbox received, or set its answers')
    .option(
      '--answers <answer,...>',
      `the next answers, in order: ${RESPONSE_SYNTAX}; the last one repeats`,
      parseResponsePlan,
    )
    .option('--empty', 'delete the received requests')
    .action((given: string | undefined, { answers, empty, ...options }: InboxOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, INBOX_REQUEST);
          const path = { token: await findInboxToken(call, given) };
          if (answers !== undefined) await call('setInboxAnswers', { path, body: { answers: [...answers] } });
          return call(empty === true ? 'emptyInbox' : 'getInbox', { path });
        },
        { asText: (inbox) => formatInbox(inbox, inbox.answers.map(formatResponse).join(',')) },
      ),
    );

/** Returns the token in the inbox's URL. Without a name, selects the only inbox. */
async function findInboxToken(call: CallOperation, given: string | undefined): Promise<string> {
  const { data } = await call('listDestinations');
  const inboxes = data.filter(({ kind }) => kind === 'inbox');
  const [first] = inboxes;
  const meant =
    given === undefined && first !== undefined && inboxes.length === 1 ? first : await requestDestination(call, given);
  if (meant.kind === 'inbox' && meant.url !== null) return meant.url.slice(meant.url.lastIndexOf('/') + 1);
  throw new RequestFailure(`${meant.destination_id} is not an inbox. Add one: fleetkit destinations add --inbox`, 2);
}
