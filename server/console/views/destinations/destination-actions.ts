import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { request } from '../../api/request.ts';
import type { Destination } from '../../api/types.ts';
import { runAction } from '../../state/actions.ts';
import { reloadNow } from '../../state/live.ts';
import { notify } from '../../state/notices.ts';

type Created = SandboxSchemas['CreatedDestination'];

/** Registers a destination. Throws a `RequestError` if the sandbox rejects it. */
export async function registerDestination(body: object): Promise<Created> {
  const created = await request<Created>('/sandbox/destinations', { method: 'POST', body });
  notify('done', `${created.destination.name} is registered.`);
  reloadNow();
  return created;
}

/** Registers a destination. Returns undefined if the sandbox rejected it. */
export const createDestination = (body: object): Promise<Created | undefined> =>
  runAction('create', () => registerDestination(body));

/** Registers an inbox that receives every event, with retries in real time. */
export const createInbox = (): Promise<Created | undefined> =>
  createDestination({ inbox: true, name: 'Inbox', retry_profile: 'fast' });

/** Calls an operation on a destination, such as `pause`. Returns undefined after a failure. */
export async function actOn<Reply>(
  { destination_id: id }: Destination,
  operation: string,
  body: object = {},
): Promise<Reply | undefined> {
  const path = `/sandbox/destinations/${id}/${operation}`;
  const reply = await runAction(operation, () => request<Reply>(path, { method: 'POST', body }));
  if (reply !== undefined) reloadNow();
  return reply;
}

export async function deleteDestination({ destination_id: id, name }: Destination): Promise<void> {
  const reply = await runAction('delete', () => request(`/sandbox/destinations/${id}`, { method: 'DELETE' }));
  if (reply === undefined) return;
  notify('done', `${name} is deleted.`);
  reloadNow();
}
