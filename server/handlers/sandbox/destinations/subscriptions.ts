import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { findDestination } from '../../../delivery/find-destination.ts';
import { type Fault, invalidBody, notFound } from '../../../problems/problem.ts';
import type { ControlContext, SandboxHandler } from '../../../sandbox-contract.ts';
import { isBelow } from '../../../world/scope/account-tree.ts';
import type { ControlScope } from '../../../world/scope/scope-types.ts';
import type { Destination, Subscription } from '../../../world/state/destinations.ts';
import type { SandboxMs } from '../../../world/state/time.ts';
import { expandEventTypes } from './expand-event-types.ts';
import { presentSubscription } from './present-destination.ts';
import { recordDestination } from './record-destination.ts';

const MAX_SUBSCRIPTIONS = 100;

/** The destination of a subscription, and the scope of the caller. */
interface SubscriptionContext {
  readonly view: ControlScope;
  readonly destination: Destination;
  readonly nowMs: SandboxMs;
}

/**
 * Parses a requested subscription. An id outside the scope of the caller or the destination gets the same error as an
 * unknown id.
 */
export function parseSubscription(
  requested: SandboxSchemas['NewSubscription'],
  { view, destination, nowMs }: SubscriptionContext,
  pointer = '',
): Subscription | { readonly faults: readonly Fault[] } {
  const { accountId: top } = destination;
  const { terminal_id: terminalId, account_id: accountId, types: patterns = null, states = null } = requested;
  const expanded = expandEventTypes(patterns, pointer);
  if ('faults' in expanded) return expanded;
  const made = { subscriptionId: view.newId('sub'), types: expanded.types, states, createdAtMs: nowMs };
  if (accountId !== undefined && terminalId !== undefined) {
    const detail = 'Expected either terminal_id or account_id, not both.';
    return { faults: [{ pointer: `${pointer}/account_id`, code: 'unknown_member', detail }] };
  }
  if (terminalId !== undefined) {
    const terminal = view.terminal(terminalId);
    if (terminal !== undefined && isBelow(view.tenant, terminal.fixture.accountId, top))
      return { ...made, level: 'terminal', accountId: terminal.fixture.accountId, terminalId };
    const detail = `Expected the id of a terminal of ${top} or of a sub-account.`;
    return { faults: [{ pointer: `${pointer}/terminal_id`, code: 'unknown_terminal', detail }] };
  }
  const account = accountId ?? top;
  if (isBelow(view.tenant, account, top)) return { ...made, level: 'account', accountId: account, terminalId: null };
  const detail = `Expected ${top} or a sub-account.`;
  return { faults: [{ pointer: `${pointer}/account_id`, code: 'unknown_account', detail }] };
}

/** @see gap destinations.operations */
export const createSubscription: SandboxHandler<'createSubscription'> = (controlContext, { path, body }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination: before } = found;
  if (before.subscriptions.length >= MAX_SUBSCRIPTIONS)
    return invalidBody({
      pointer: '',
      code: 'out_of_range',
      detail: `A destination has at most ${MAX_SUBSCRIPTIONS} subscriptions.`,
    });
  const subscription = parseSubscription(body, { ...found, nowMs: controlContext.nowMs });
  if ('faults' in subscription) return invalidBody(...subscription.faults);
  const destination = { ...before, subscriptions: [...before.subscriptions, subscription] };
  return {
    status: 201,
    body: presentSubscription(subscription),
    write: recordDestination(controlContext, view, { change: 'subscribed', destination }),
  };
};

/** @see gap destinations.operations */
export const changeSubscription: SandboxHandler<'changeSubscription'> = (controlContext, { path, body }) => {
  const found = findSubscription(controlContext, path);
  if (found === undefined) return notFound();
  const { view, destination: before, subscription } = found;
  const expanded = body.types === undefined ? subscription : expandEventTypes(body.types, '');
  if ('faults' in expanded) return invalidBody(...expanded.faults);
  const changed: Subscription = {
    ...subscription,
    types: expanded.types,
    states: body.states === undefined ? subscription.states : body.states,
  };
  const subscriptions = before.subscriptions.map((one) => (one === subscription ? changed : one));
  return {
    status: 200,
    body: presentSubscription(changed),
    write: recordDestination(controlContext, view, {
      change: 'subscription-changed',
      destination: { ...before, subscriptions },
    }),
  };
};

/** @see gap destinations.operations */
export const deleteSubscription: SandboxHandler<'deleteSubscription'> = (controlContext, { path }) => {
  const found = findSubscription(controlContext, path);
  if (found === undefined) return notFound();
  const { view, destination: before, subscription } = found;
  const subscriptions = before.subscriptions.filter((one) => one !== subscription);
  return {
    status: 200,
    body: { id: subscription.subscriptionId, deleted: true },
    write: recordDestination(controlContext, view, {
      change: 'unsubscribed',
      destination: { ...before, subscriptions },
    }),
  };
};

function findSubscription(
  controlContext: ControlContext,
  path: { readonly destination_id: string; readonly subscription_id: string },
) {
  const found = findDestination(controlContext, path.destination_id);
  const subscription = found?.destination.subscriptions.find((one) => one.subscriptionId === path.subscription_id);
  return found === undefined || subscription === undefined ? undefined : { ...found, subscription };
}
