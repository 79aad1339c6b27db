import type { Destination, Subscription } from '../../world/state/destinations.ts';
import { sandboxMs } from '../../world/state/time.ts';
import type { Send, SendOutcome } from '../network/sender.ts';
import type { DeliveryTarget } from '../queue/target.ts';
import { createSecret, revealSecret } from '../signing/signer.ts';
import { type DestinationKey, formatDestinationKey } from '../store/delivery-store.ts';
import { HOOKS_KEY } from './deliveries.ts';

/** Targets and responses for tests that send nothing. */

export const TARGET_SECRET = createSecret(Buffer.alloc(32, 7));

export const createTarget = (key: DestinationKey = HOOKS_KEY, rest: Partial<DeliveryTarget> = {}): DeliveryTarget => ({
  key,
  kind: 'url',
  url: `http://127.0.0.1:9/${key.destinationId}`,
  headers: {},
  secrets: [TARGET_SECRET],
  profile: 'standard',
  isSending: true,
  isDisabled: false,
  ...rest,
});

/** Finds a target that `targets` returns, as a delivery service does. */
export const findTargetIn =
  (targets: () => readonly DeliveryTarget[]) =>
  (key: DestinationKey): DeliveryTarget | undefined =>
    targets().find((one) => formatDestinationKey(one.key) === formatDestinationKey(key));

/** Returns an old destination that subscribes to all events of the whole tenant. */
export const createTestDestination = (rest: Partial<Destination> = {}): Destination => ({
  destinationId: HOOKS_KEY.destinationId,
  accountId: HOOKS_KEY.tenantId,
  name: 'Hooks',
  kind: 'url',
  url: 'http://127.0.0.1:9/hooks',
  inboxToken: null,
  inboxAnswers: [],
  inboxPlan: 0,
  headers: {},
  retryProfile: 'standard',
  status: 'enabled',
  disabledReason: null,
  secrets: [{ secret: revealSecret(TARGET_SECRET), createdAtMs: sandboxMs(0), expiresAtMs: null }],
  subscriptions: [createTestSubscription()],
  createdAtMs: sandboxMs(0),
  changedAtMs: sandboxMs(0),
  ...rest,
});

/** Returns a subscription to all events of the whole tenant. */
export const createTestSubscription = (rest: Partial<Subscription> = {}): Subscription => ({
  subscriptionId: 'sub_all',
  level: 'account',
  accountId: HOOKS_KEY.tenantId,
  terminalId: null,
  types: null,
  states: null,
  createdAtMs: sandboxMs(0),
  ...rest,
});

/** Returns the outcome of a response. */
export const createResponseOutcome = (status: number, headers: Readonly<Record<string, string>> = {}): SendOutcome => ({
  kind: 'responded',
  response: { status, statusText: `${status} X`, headers, body: 'thanks', bodyBytes: 6, isTruncated: false },
  timings: { connectMs: 1, firstByteMs: 2, totalMs: 3 },
});

export const REFUSED_OUTCOME: SendOutcome = {
  kind: 'failed',
  error: 'connect_refused',
  message: 'Nothing listens there (ECONNREFUSED).',
  timings: { totalMs: 1 },
};

/** Returns a sender that sends nothing and records its requests. */
export function createRecordingSender(outcomes: (n: number) => SendOutcome): {
  readonly send: Send;
  readonly sent: Parameters<Send>[0][];
} {
  const sent: Parameters<Send>[0][] = [];
  return { sent, send: async (request) => outcomes(sent.push(request)) };
}
