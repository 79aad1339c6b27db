import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Call, caller } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions, NoAnswer } from '../shared/client.ts';
import { ANSWER_FORM, answersFrom, typedAnswer } from './answers.ts';
import { inboxText } from './as-text.ts';
import { aboutOne } from './standing.ts';
import { destinationMeant } from './which.ts';

interface InboxOptions extends ClientOptions {
  readonly answers?: readonly SandboxSchemas['InboxAnswer'][];
  readonly empty?: true;
}

/** `fleetkit destinations inbox`. */
export const inboxCommand = (): Command =>
  aboutOne('inbox')
    .description('show the requests that an inbox received, or set its answers')
    .option('--answers <answer,...>', `the next answers, in order: ${ANSWER_FORM}; the last one repeats`, answersFrom)
    .option('--empty', 'delete the received requests')
    .action((given: string | undefined, { answers, empty, ...options }: InboxOptions) =>
      askAllAndPrint(
        options,
        async (ask) => {
          const call = caller(ask, 'destinations inbox');
          const path = { token: await tokenOf(call, given) };
          if (answers !== undefined) await call('setInboxAnswers', { path, body: { answers: [...answers] } });
          return call(empty === true ? 'emptyInbox' : 'getInbox', { path });
        },
        (inbox) => inboxText(inbox, inbox.answers.map(typedAnswer).join(',')),
      ),
    );

/** Returns the token in the inbox's URL. Without a name, selects the only inbox. */
async function tokenOf(call: Call, given: string | undefined): Promise<string> {
  const { data } = await call('listDestinations');
  const inboxes = data.filter(({ kind }) => kind === 'inbox');
  const [first] = inboxes;
  const meant =
    given === undefined && first !== undefined && inboxes.length === 1 ? first : await destinationMeant(call, given);
  if (meant.kind === 'inbox' && meant.url !== null) return meant.url.slice(meant.url.lastIndexOf('/') + 1);
  throw new NoAnswer(`${meant.destination_id} is not an inbox. Add one: fleetkit destinations add --inbox`, 2);
}
