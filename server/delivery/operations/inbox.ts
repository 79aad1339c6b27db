import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { Destination } from '../../world/state/destinations.ts';
import { findInboxDestination } from '../find-destination.ts';
import { presentInboxAnswer } from '../inbox/inbox-answer.ts';
import type { InboxMessage } from '../inbox/inbox-store.ts';
import { normalizeStoredUrl } from '../network/destination-url.ts';
import type { DeliveryService } from '../service/delivery-service.ts';
import type { DeliveryOperation } from './delivery-operation.ts';
import { formatRealInstant } from './present.ts';

/** @see gap inbox.answers */
export const getInbox: DeliveryOperation<'getInbox'> = async (controlContext, { path }, deliveryService) => {
  const found = findInboxDestination(controlContext, path.token);
  if (found === undefined) return notFound();
  return { status: 200, body: await presentInbox(deliveryService, path.token, found.destination) };
};

/** @see gap inbox.answers */
export const emptyInbox: DeliveryOperation<'emptyInbox'> = async (controlContext, { path }, deliveryService) => {
  const found = findInboxDestination(controlContext, path.token);
  if (found === undefined) return notFound();
  await deliveryService.inboxes.empty(path.token);
  return { status: 200, body: await presentInbox(deliveryService, path.token, found.destination) };
};

async function presentInbox(
  { inboxes }: DeliveryService,
  token: string,
  destination: Destination,
): Promise<SandboxSchemas['Inbox']> {
  const { used, messages } = await inboxes.list(token, destination);
  return {
    url: normalizeStoredUrl(destination.url ?? ''),
    destination_id: destination.destinationId,
    answers: destination.inboxAnswers.map(presentInboxAnswer),
    answers_used: used,
    messages: messages.map(presentMessage),
  };
}

function presentMessage(message: InboxMessage): SandboxSchemas['InboxMessage'] {
  return {
    received_at: formatRealInstant(message.receivedAtMs),
    sandbox_at: formatInstant(message.sandboxAtMs),
    event_id: message.eventId,
    type: message.type,
    headers: message.headers,
    body: message.body,
    truncated: message.isTruncated,
    signature: { verified: message.signature.isVerified, message: message.signature.message },
    answer: presentInboxAnswer(message.answer),
  };
}
