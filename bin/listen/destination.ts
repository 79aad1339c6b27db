import type { EventType } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Call } from '../calls.ts';
import { NoAnswer, Refused } from '../client.ts';
import { type KeptDestination, keepDestination, keptDestination, type Route } from './kept.ts';

type Destination = SandboxSchemas['Destination'];

/** What is to be listened to. */
export interface Wish {
  readonly route: Route;
  readonly terminalId?: string;
  /** Absent: all. */
  readonly types?: readonly EventType[];
  readonly retryProfile?: Destination['retry_profile'];
  /** What it is to be signed with; absent: what it was signed with before, or a secret that the sandbox makes up. */
  readonly secret?: string;
}

/** A destination to listen for, and what signs its deliveries now. */
export interface Found {
  readonly destinationId: string;
  /** Newest first. */
  readonly secrets: readonly string[];
  readonly isNew: boolean;
  /** What was made as it is wished, each in a few words. */
  readonly changes: readonly string[];
}

/** Finds the destination of a route again, and makes it what is wished; registers one where there is none. */
export async function findOrRegister(call: Call, folder: string, wish: Wish): Promise<Found> {
  const kept = keptDestination(folder, wish.route);
  const before = kept === undefined ? undefined : await listenerAt(call, kept.destinationId);
  const found = before === undefined ? await register(call, wish, kept) : await adapt(call, before, wish);
  const [secret] = found.secrets;
  if (secret !== undefined) keepDestination(folder, wish.route, { destinationId: found.destinationId, secret });
  return found;
}

/** A destination that was named. Rejects with `NoAnswer` where it is none that can be listened for. */
export async function namedDestination(call: Call, destinationId: string): Promise<Found> {
  const destination = await destinationAt(call, destinationId);
  if (destination === undefined) throw new NoAnswer(`There is no ${destinationId} that you can see.`, 1);
  if (destination.kind !== 'listener')
    throw new NoAnswer(
      `${destinationId} has an address (${destination.url}): the sandbox posts there itself. Name a listener, or leave out --destination and have one registered.`,
      2,
    );
  return { destinationId, secrets: await secretsOf(call, destinationId), isNew: false, changes: [] };
}

/** What signs the deliveries of a destination now, newest first. */
export async function secretsOf(call: Call, destinationId: string): Promise<readonly string[]> {
  const { secret, previous = [] } = await call('revealSecret', { path: { destination_id: destinationId } });
  return [secret, ...previous];
}

async function destinationAt(call: Call, destinationId: string): Promise<Destination | undefined> {
  try {
    return await call('getDestination', { path: { destination_id: destinationId } });
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  }
}

async function listenerAt(call: Call, destinationId: string): Promise<Destination | undefined> {
  const found = await destinationAt(call, destinationId);
  return found?.kind === 'listener' ? found : undefined; // after a reset, an id may be somebody else's
}

async function register(call: Call, wish: Wish, kept: KeptDestination | undefined): Promise<Found> {
  const { route, retryProfile, secret = kept?.secret } = wish;
  const created = await call('createDestination', {
    body: {
      listener: true,
      name: `listen: ${route.forwardTo}`.slice(0, 100),
      account_id: route.accountId,
      retry_profile: retryProfile,
      secret,
      subscriptions: [subscriptionOf(wish)],
    },
  }).catch(refuseKindly);
  return { destinationId: created.destination.destination_id, secrets: [created.secret], isNew: true, changes: [] };
}

const subscriptionOf = ({ terminalId, types }: Wish): SandboxSchemas['NewSubscription'] => ({
  ...(terminalId === undefined ? {} : { terminal_id: terminalId }),
  ...(types === undefined ? {} : { types: [...types] }),
});

/** The operator is told what there is to choose from. */
function refuseKindly(error: unknown): never {
  const faults = error instanceof Refused ? (error.problem.errors ?? []) : [];
  const account = faults.find(({ pointer, code }) => pointer === '/account_id' && code === 'missing');
  if (account === undefined) throw error;
  throw new NoAnswer(
    `Whose events? Name an account with --account: ${account.allowed?.join(', ')}, or one below them. Or ask with the key of an administrator (--key); fleetkit tenants lists them.`,
    2,
  );
}

/** Changes only what differs: a destination that is as it should be is left alone. */
async function adapt(call: Call, before: Destination, wish: Wish): Promise<Found> {
  const { destination_id: destinationId } = before;
  const path = { destination_id: destinationId };
  const changes: string[] = [];
  if (!isSubscribedAs(before, wish)) {
    await call('createSubscription', { path, body: subscriptionOf(wish) });
    for (const { subscription_id } of before.subscriptions)
      await call('deleteSubscription', { path: { ...path, subscription_id } });
    changes.push('its subscription');
  }
  const { retryProfile, secret } = wish;
  if (retryProfile !== undefined && before.retry_profile !== retryProfile) {
    await call('changeDestination', { path, body: { retry_profile: retryProfile } });
    changes.push('its schedule of retries');
  }
  const secrets = await secretsOf(call, destinationId);
  if (secret === undefined || secrets[0] === secret) return { destinationId, secrets, isNew: false, changes };
  await call('rotateSecret', { path, body: { secret, overlap_seconds: 0 } });
  return {
    destinationId,
    secrets: await secretsOf(call, destinationId),
    isNew: false,
    changes: [...changes, 'its secret'],
  };
}

function isSubscribedAs({ account_id: accountId, subscriptions }: Destination, { terminalId, types }: Wish): boolean {
  const [only, ...others] = subscriptions;
  if (only === undefined || others.length > 0 || only.states !== null) return false;
  const isSamePlace =
    terminalId === undefined
      ? only.level === 'account' && only.account_id === accountId
      : only.level === 'terminal' && only.terminal_id === terminalId;
  return isSamePlace && sorted(only.types) === sorted(types ?? null);
}

const sorted = (types: readonly string[] | null): string => (types === null ? 'all' : [...types].sort().join());
