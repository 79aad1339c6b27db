import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { findDestination } from '../../../delivery/find-destination.ts';
import { type Fault, invalidBody, notFound, type ProblemReply } from '../../../problems/problem.ts';
import type { ControlContext, ControlWrite, SandboxHandler, SandboxInput } from '../../../sandbox-contract.ts';
import type { ControlScope } from '../../../world/scope/scope-types.ts';
import type { Destination, DestinationStatus } from '../../../world/state/destinations.ts';
import type { DestinationChange } from '../../../world/state/facts.ts';
import { listHeaderFaults, validateUrl } from './destination-faults.ts';
import { chooseSecret } from './destination-secrets.ts';
import { presentDestination } from './present-destination.ts';
import { presentRecordedDestination, recordDestination } from './record-destination.ts';
import { parseSubscription } from './subscriptions.ts';

/** @see gap destinations.operations */
export const listDestinations: SandboxHandler<'listDestinations'> = (controlContext) => ({
  status: 200,
  body: {
    object: 'list',
    data: controlContext.views
      .flatMap((view) => view.destinations.map((destination) => ({ view, destination })))
      .toSorted((one, other) => one.destination.createdAtMs - other.destination.createdAtMs)
      .map(({ view, destination }) => presentDestination(controlContext, view, destination)),
  },
});

/** @see gap destinations.operations */
export const getDestination: SandboxHandler<'getDestination'> = (controlContext, { path }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  return { status: 200, body: presentDestination(controlContext, found.view, found.destination) };
};

/** Maximum number of destinations per tenant: each event is matched against all their subscriptions. */
const MAX_DESTINATIONS = 100;

/** @see gap destinations.operations */
export const createDestination: SandboxHandler<'createDestination'> = (controlContext, { body }) => {
  const owner = findOwner(controlContext, body.account_id);
  if ('pointer' in owner) return invalidBody(owner);
  const { view, accountId } = owner;
  if (view.destinationCount >= MAX_DESTINATIONS)
    return invalidBody({
      pointer: '',
      code: 'out_of_range',
      detail: `A tenant has at most ${MAX_DESTINATIONS} destinations. Delete one first.`,
    });
  const place = readPlace(controlContext, view, body);
  if ('faults' in place) return invalidBody(...place.faults);
  const secret = chooseSecret(controlContext, body.secret, null);
  if ('fault' in secret) return invalidBody(secret.fault);

  const { nowMs } = controlContext;
  const bare: Destination = {
    ...place,
    destinationId: view.newId('dst'),
    accountId,
    name: body.name ?? place.name,
    inboxAnswers: [],
    inboxPlan: 0,
    headers: lowerCaseNames(body.headers),
    retryProfile: body.retry_profile ?? 'standard',
    status: body.status ?? 'enabled',
    disabledReason: body.status === 'disabled' ? 'user' : null,
    secrets: [secret],
    subscriptions: [],
    createdAtMs: nowMs,
    changedAtMs: nowMs,
  };
  const parsed = (body.subscriptions ?? [{}]).map((one, index) =>
    parseSubscription(
      one,
      { view, destination: bare, nowMs },
      body.subscriptions === undefined ? '' : `/subscriptions/${index}`,
    ),
  );
  const faults = parsed.flatMap((one) => ('faults' in one ? one.faults : []));
  if (faults.length > 0) return invalidBody(...faults);
  const destination = { ...bare, subscriptions: parsed.flatMap((one) => ('faults' in one ? [] : [one])) };
  return {
    status: 201,
    body: { destination: presentRecordedDestination(controlContext, view, destination), secret: secret.secret },
    write: recordDestination(controlContext, view, { change: 'registered', destination }),
  };
};

type CreateBody = SandboxInput<'createDestination'>['body'];

/** Returns the account of the destination with its view: the caller's account, or the given sub-account. */
function findOwner(
  { user, views }: ControlContext,
  named: string | undefined,
): { readonly view: ControlScope; readonly accountId: string } | (Fault & { readonly pointer: string }) {
  const pointer = '/account_id';
  if (named === undefined) {
    if (user !== undefined) return { view: user, accountId: user.account.accountId };
    const allowed = views.map(({ tenant }) => tenant.tenantId);
    const detail = `The operator must give an account: one of ${allowed.join(', ')}, or a sub-account.`;
    return { pointer, code: 'missing', detail, allowed };
  }
  const view = views.find((one) => one.hasAccount(named));
  if (view !== undefined) return { view, accountId: named };
  return { pointer, code: 'unknown_account', detail: 'Expected the id of an account in your scope.' };
}

type Place = Pick<Destination, 'kind' | 'url' | 'inboxToken' | 'name'>;

function readPlace(
  controlContext: ControlContext,
  view: ControlScope,
  { url, inbox, listener, headers }: CreateBody,
): Place | { readonly faults: readonly Fault[] } {
  const named = [url, inbox, listener].filter((one) => one !== undefined);
  if (named.length !== 1)
    return { faults: [{ pointer: '', code: 'missing', detail: 'Expected exactly one of url, inbox and listener.' }] };
  const faults = listHeaderFaults(headers ?? {});
  if (faults.length > 0) return { faults };
  if (listener) return { kind: 'listener', url: null, inboxToken: null, name: 'Listener' };
  if (inbox) {
    const token = controlContext.deliveryInputs.randomBytes.subarray(32, 48).toString('base64url');
    return { kind: 'inbox', url: `${view.baseUrl}/sandbox/inbox/${token}`, inboxToken: token, name: 'Inbox' };
  }
  const read = validateUrl(controlContext, url ?? '');
  if ('fault' in read) return { faults: [read.fault] };
  return { kind: 'url', url: read.url, inboxToken: null, name: formatDefaultName(read.url) };
}

const lowerCaseNames = (headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** @see gap destinations.operations */
export const changeDestination: SandboxHandler<'changeDestination'> = (controlContext, { path, body }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination: before } = found;
  const { name, headers, retry_profile: retryProfile } = body;
  const read = body.url === undefined ? undefined : validateNewUrl(controlContext, before, body.url);
  const faults = [
    ...(read !== undefined && 'fault' in read ? [read.fault] : []),
    ...(headers === undefined ? [] : listHeaderFaults(headers)),
  ];
  if (faults.length > 0) return invalidBody(...faults);
  const url = read !== undefined && 'url' in read ? read.url : undefined;
  const hasDefaultName = before.name === formatDefaultName(before.url);
  const destination: Destination = {
    ...before,
    url: url ?? before.url,
    name: name ?? (hasDefaultName && url !== undefined ? formatDefaultName(url) : before.name),
    headers: headers === undefined ? before.headers : lowerCaseNames(headers),
    retryProfile: retryProfile ?? before.retryProfile,
  };
  return {
    status: 200,
    body: presentRecordedDestination(controlContext, view, destination),
    write: recordDestination(controlContext, view, { change: 'changed', destination }),
  };
};

/** The default name of a URL. */
const formatDefaultName = (url: string | null): string => (url ?? '').slice(0, 100);

function validateNewUrl(
  controlContext: ControlContext,
  { kind }: Destination,
  url: string,
): ReturnType<typeof validateUrl> {
  if (kind === 'url') return validateUrl(controlContext, url);
  const what = kind === 'inbox' ? 'The URL of an inbox cannot change' : 'A listener has no URL';
  return {
    fault: { pointer: '/url', code: 'unknown_member', detail: `${what}. Register another destination instead.` },
  };
}

/** @see gap destinations.operations */
export const deleteDestination: SandboxHandler<'deleteDestination'> = (controlContext, { path }) => {
  const found = findDestination(controlContext, path.destination_id);
  if (found === undefined) return notFound();
  const { view, destination } = found;
  const { destinationId } = destination;
  const userId = controlContext.user?.user.userId ?? null;
  return {
    status: 200,
    body: { id: destinationId, deleted: true },
    write: {
      tenantId: view.tenant.tenantId,
      facts: [{ type: 'destination-deleted', atMs: controlContext.nowMs, userId, destinationId }],
    },
  };
};

/** @see gap destinations.states */
export const pauseDestination: SandboxHandler<'pauseDestination'> = (controlContext, { path }) =>
  changeStatus(controlContext, path.destination_id, 'paused');

/** @see gap destinations.states */
export const resumeDestination: SandboxHandler<'resumeDestination'> = (controlContext, { path }) =>
  changeStatus(controlContext, path.destination_id, 'resumed');

/** @see gap destinations.states */
export const disableDestination: SandboxHandler<'disableDestination'> = (controlContext, { path }) =>
  changeStatus(controlContext, path.destination_id, 'disabled');

/** @see gap destinations.states */
export const enableDestination: SandboxHandler<'enableDestination'> = (controlContext, { path }) =>
  changeStatus(controlContext, path.destination_id, 'enabled');

type MovedReply =
  | { readonly status: 200; readonly body: SandboxSchemas['Destination']; readonly write?: ControlWrite }
  | ProblemReply<404 | 422>;

/** The status of a destination after a change. */
const statusAfter = {
  paused: 'paused',
  resumed: 'enabled',
  disabled: 'disabled',
  enabled: 'enabled',
} as const satisfies Partial<Record<DestinationChange, DestinationStatus>>;

/** Writes nothing if the state is already as requested. A disabled destination needs `enable`, because it skips deliveries. */
function changeStatus(
  controlContext: ControlContext,
  destinationId: string,
  change: keyof typeof statusAfter,
): MovedReply {
  const status = statusAfter[change];
  const found = findDestination(controlContext, destinationId);
  if (found === undefined) return notFound();
  const { view, destination: before } = found;
  if (before.status === status) return { status: 200, body: presentDestination(controlContext, view, before) };
  if (before.status === 'disabled' && change !== 'enabled')
    return invalidBody({
      pointer: '',
      code: 'out_of_range',
      detail: 'The destination is disabled: it skips deliveries. Enable it first.',
    });
  const disabledReason = status === 'disabled' ? 'user' : null;
  const destination: Destination = { ...before, status, disabledReason };
  return {
    status: 200,
    body: presentRecordedDestination(controlContext, view, destination),
    write: recordDestination(controlContext, view, { change, destination }),
  };
}
