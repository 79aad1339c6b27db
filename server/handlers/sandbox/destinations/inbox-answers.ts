import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { findInboxDestination } from '../../../delivery/find-destination.ts';
import { parseInboxAnswer, presentInboxAnswer } from '../../../delivery/inbox/inbox-answer.ts';
import { type Fault, invalidBody, notFound } from '../../../problems/problem.ts';
import type { SandboxHandler } from '../../../sandbox-contract.ts';
import { recordDestination } from './record-destination.ts';

type GivenAnswer = SandboxSchemas['InboxAnswer'];

/** @see gap inbox.answers */
export const setInboxAnswers: SandboxHandler<'setInboxAnswers'> = (controlContext, { path, body }) => {
  const found = findInboxDestination(controlContext, path.token);
  if (found === undefined) return notFound();
  const faults = body.answers.flatMap(listAnswerFaults);
  if (faults.length > 0) return invalidBody(...faults);
  const inboxAnswers = body.answers.map(parseInboxAnswer);
  const destination = { ...found.destination, inboxAnswers, inboxPlan: found.destination.inboxPlan + 1 };
  return {
    status: 200,
    body: {
      url: destination.url ?? '',
      destination_id: destination.destinationId,
      answers: inboxAnswers.map(presentInboxAnswer),
    },
    write: recordDestination(controlContext, found.view, { change: 'answers-set', destination }),
  };
};

function listAnswerFaults({ never, ...rest }: GivenAnswer, index: number): readonly Fault[] {
  if (never === undefined || Object.keys(rest).length === 0) return [];
  const detail = 'An answer with never: true has neither status nor delay.';
  return [{ pointer: `/answers/${index}`, code: 'unknown_member', detail }];
}
