import type { Choices } from '../dimensions/index.ts';
import { presentDispute, presentTerminal } from '../model/present.ts';
import { openScope } from '../model/scope.ts';
import type { User } from '../model/types.ts';
import { type Answer, refuse } from '../protocol/answers.ts';
import type { Json } from '../protocol/json.ts';
import { hideKey } from '../random.ts';
import { renderRecord } from '../render/records.ts';
import { createDelivery } from '../webhooks/sign.ts';
import type { Service } from './call.ts';

interface Requested {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Returns the beginnings of the paths that the shape serves beside the documented ones. */
export function listExtraPaths(choices: Choices): string[] {
  switch (choices.extraEndpoints) {
    case 'webhook-destinations':
      return ['/v1/webhook-destinations'];
    case 'single-reads':
      return ['/v1/terminals', '/v1/disputes/'];
    case 'administration':
      return ['/v1/settings'];
    default:
      return [];
  }
}

interface Destination {
  readonly id: string;
  readonly owner: string;
  readonly url: string;
}

const destinations = new WeakMap<Service, Destination[]>();

function readUrl(body: unknown): string | undefined {
  const url = typeof body === 'object' && body !== null && 'url' in body ? String(body.url) : '';
  // Deliveries leave this machine never.
  return /^http:\/\/127\.0\.0\.1:\d+\//.test(`${url}/`) ? url : undefined;
}

/** Sends a signed test event to a destination. */
async function deliverTest(service: Service, destination: Destination): Promise<void> {
  const event = { id: `evt-${service.requestNumber}`, name: 'cash_low', terminal: 'test', atMs: service.readClock() };
  const { headers, body } = createDelivery(event, hideKey(destination.owner), service.choices);
  await fetch(destination.url, { method: 'POST', headers, body }).then(
    (reply) => reply.arrayBuffer(),
    () => undefined,
  );
}

function answerDestinations(service: Service, requested: Requested, user: User): Answer {
  const known = destinations.get(service) ?? [];
  const own = known.filter((each) => each.owner === user.tenantKey);
  const show = (each: Destination): Json => ({ id: each.id, url: each.url });
  const [, , , id, action] = requested.path.split('/');
  const found = own.find((each) => each.id === id);
  if (requested.method === 'GET' && id === undefined) return { kind: 'extra', status: 200, json: own.map(show) };
  if (user.role !== 'administrator') return refuse('forbidden-write');
  if (requested.method === 'POST' && id === undefined) {
    const url = readUrl(requested.body);
    if (url === undefined) return refuse('bad-body');
    const added = { id: `d${known.length + 1}`, owner: user.tenantKey, url };
    destinations.set(service, [...known, added]);
    // The secret is shown once, to the administrator who adds the destination.
    return { kind: 'extra', status: 201, json: { id: added.id, url, secret: hideKey(user.tenantKey) } };
  }
  if (found === undefined || requested.method !== 'POST' || action !== 'test') return refuse('not-found');
  void deliverTest(service, found);
  return { kind: 'extra', status: 202, json: { queued: true } };
}

function answerSingle(service: Service, requested: Requested, user: User): Answer | undefined {
  const scope = openScope(service.world, user, service.choices, service.nowMs());
  const { style } = service;
  if (requested.method !== 'GET') return undefined;
  if (requested.path === '/v1/terminals') {
    return {
      kind: 'extra',
      status: 200,
      json: scope.terminals.map((each) => renderRecord(presentTerminal(scope, each), style)),
    };
  }
  const [, , , id = '', rest] = requested.path.split('/');
  if (rest !== undefined || !requested.path.startsWith('/v1/disputes/')) return undefined;
  const dispute = scope.disputes.find((each) => encodeURIComponent(style.ids.text('dispute', each.key)) === id);
  const mayRead = scope.areas.includes('disputes');
  return dispute === undefined || !mayRead
    ? refuse('not-found')
    : { kind: 'extra', status: 200, json: renderRecord(presentDispute(scope, dispute), style) };
}

/** Answers an endpoint that the document does not name, if the shape has it. */
export function answerExtra(service: Service, requested: Requested, user: User): Answer | undefined {
  if (!listExtraPaths(service.choices).some((start) => requested.path.startsWith(start))) return undefined;
  switch (service.choices.extraEndpoints) {
    case 'webhook-destinations':
      return answerDestinations(service, requested, user);
    case 'administration':
      return user.role === 'administrator'
        ? { kind: 'extra', status: 200, json: { alerts: { cash_low: 200 } } }
        : refuse('forbidden-write');
    default:
      return answerSingle(service, requested, user);
  }
}
