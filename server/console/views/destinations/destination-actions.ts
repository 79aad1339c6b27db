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

/**
 * Whether the operations of the sandbox can register a deleted destination again as it was, except for its id: headers and older
 * secrets are not shown, and an inbox or a listener gets another address.
 */
export const isRestorable = ({ kind, header_names: headers, secret }: Destination): boolean =>
  kind === 'url' && headers.length === 0 && secret.previous.length === 0;

/** Deletes a destination, and offers to register it again if that restores it. */
export async function deleteDestination(destination: Destination): Promise<void> {
  const { destination_id: id, name } = destination;
  const path = `/sandbox/destinations/${id}`;
  const isDeleted = await runAction('delete', async () => {
    const secret = isRestorable(destination)
      ? (await request<SandboxSchemas['RevealedSecrets']>(`${path}/secret`)).secret
      : undefined;
    await request(path, { method: 'DELETE' });
    return { secret };
  });
  if (isDeleted === undefined) return;
  const { secret } = isDeleted;
  notify(
    'done',
    `${name} is deleted.`,
    secret === undefined ? undefined : () => restoreDestination(destination, secret),
  );
  reloadNow();
}

async function restoreDestination(destination: Destination, secret: string): Promise<void> {
  const { account_id, name, url, retry_profile, status, subscriptions } = destination;
  const body = {
    ...{ account_id, name, url, retry_profile, status, secret },
    subscriptions: subscriptions.map(toNewSubscription),
  };
  const restored = await runAction('restore', () =>
    request<Created>('/sandbox/destinations', { method: 'POST', body }),
  );
  if (restored === undefined) return;
  notify('done', `${name} is registered again with the same secret. Its earlier deliveries keep the former id.`);
  reloadNow();
}

/** Returns the request for a subscription to the same events. */
export const toNewSubscription = ({
  level,
  account_id,
  terminal_id,
  types,
  states,
}: Destination['subscriptions'][number]): SandboxSchemas['NewSubscription'] => ({
  ...(level === 'terminal' && terminal_id !== null ? { terminal_id } : { account_id }),
  types: types === null ? null : [...types],
  states: states === null ? null : [...states],
});
