import { openScope, type Scope } from '../model/scope.ts';
import type { User } from '../model/types.ts';
import { type Answer, type Refusal, refuse } from '../protocol/answers.ts';
import type { JsonObject } from '../protocol/json.ts';
import { findRoutes, type Route } from '../protocol/operations.ts';
import { renderCatalog } from '../render/catalog.ts';
import { renderFeed } from '../render/feeds.ts';
import { renderListAnswer } from '../render/lists.ts';
import { renderOpenapi, selectPublished } from '../render/openapi.ts';
import { renderPortal } from '../render/portal.ts';
import { type Reply, renderRefusal } from '../render/problems.ts';
import { renderRecord } from '../render/records.ts';
import {
  renderAccepted,
  renderBranding,
  renderExport,
  renderMonitoring,
  renderTimeline,
  wrapRecord,
} from '../render/singles.ts';
import { readBasePath } from '../render/style.ts';
import type { Call, Service } from './call.ts';
import { answerExtra, listExtraPaths } from './extras.ts';
import { readLimit } from './paging.ts';
import { answerCall, answerEmptyArea } from './reads.ts';
import { readSort } from './rows.ts';
import { collectBodies, collectSchemas } from './samples.ts';

const LAG_MS = 1200;

/** A request without its transport. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | undefined;
  readonly body: unknown;
}

function findUser(service: Service, request: Request, route: Route | undefined): User | undefined {
  const { world, hooks } = service;
  const user = world.users.find(
    (each) => request.key !== undefined && [each.apiKey, each.secondKey].includes(request.key),
  );
  if (hooks.authenticate === undefined || route === undefined) return user;
  return hooks.authenticate(user, { key: request.key, world, operation: route.operation.id });
}

/** Returns what is wrong with the parameters alone, for a service that looks at them first. */
function checkParameters(service: Service, request: Request, route: Route): Refusal | undefined {
  if (route.operation.id !== 'listTransactions') return undefined;
  const limit = readLimit(request.query, service.choices);
  if (typeof limit === 'object') return limit;
  const sort = readSort(request.query, service.choices);
  return sort !== undefined && 'kind' in sort ? sort : undefined;
}

function readList(service: Service, requested: { path: string; query: URLSearchParams; key: string }) {
  const { answer } = answerRequest(service, { ...requested, method: 'GET', body: undefined });
  return answer.kind === 'list' ? renderAnswer(service, answer, requested.path).json : undefined;
}

function answerPublic(service: Service, request: Request, route: Route): Answer {
  const isUnknown =
    request.key !== undefined &&
    !service.world.users.some((user) => [user.apiKey, user.secondKey].includes(request.key));
  if (isUnknown && service.choices.publicBadKey === 'refused') return refuse('invalid-key');
  const user = findUser(service, request, route);
  // A fault may close a public endpoint by returning a user that needs a key.
  if (user?.key === 'none') return refuse('missing-key');
  return route.operation.id === 'getOpenapi'
    ? { kind: 'openapi', schemas: collectSchemas(service, readList), bodies: collectBodies(service) }
    : { kind: 'branding' };
}

function answerWithKey(service: Service, request: Request, route: Route, user: User): Answer {
  const { choices, world, hooks } = service;
  const { operation, id } = route;
  const opened = hideRecentWrites(service, openScope(world, user, choices, service.nowMs()));
  const scope = hooks.scope?.(opened, { operation: operation.id, choices }) ?? opened;
  const call: Call = { service, operation, scope, query: request.query, id, path: request.path, body: request.body };
  const isRead = operation.method === 'GET';
  const needsTerminals = ['listTransactions', 'listLocations', 'getAccountFeed'].includes(operation.id);
  if (needsTerminals && choices.emptyScope === '403' && scope.terminals.length === 0) return refuse('denied-area', 403);
  if (isRead && operation.area !== undefined && !scope.areas.includes(operation.area)) {
    const empty = choices.deniedArea === 'empty' ? answerEmptyArea(call) : undefined;
    return empty ?? refuse('denied-area');
  }
  return answerCall(call);
}

/** Leaves out what was written a moment ago, where reads come from a copy that lags behind. */
function hideRecentWrites(service: Service, scope: Scope): Scope {
  const { readLag, replicas } = service.choices;
  const isLagging = readLag === 'later' || (replicas === 'two' && service.requestNumber % 2 === 1);
  if (!isLagging || service.writtenAtMs.size === 0) return scope;
  const isOld = (each: { readonly key: string }) =>
    (service.writtenAtMs.get(each.key) ?? 0) < service.readClock() - LAG_MS;
  return { ...scope, batches: scope.batches.filter(isOld), disputes: scope.disputes.filter(isOld) };
}

/** Returns the operation, or why there is none. */
function findRoute(service: Service, request: Request): Route | Refusal {
  const isSlashed = request.path.length > 1 && request.path.endsWith('/') && service.choices.trailingSlash === 'served';
  const path = isSlashed ? request.path.slice(0, -1) : request.path;
  const routes = findRoutes(path).filter(({ operation }) => service.hooks.isMissing?.(operation.id) !== true);
  const [first] = routes;
  if (first === undefined) return refuse('unknown-path');
  return routes.find(({ operation }) => operation.method === request.method) ?? refuse('method');
}

/** Answers a request: the logical reply, before the shape gives it a form. */
export function answerRequest(service: Service, request: Request): { answer: Answer; route: Route | undefined } {
  const { choices } = service;
  const isSlashed = request.path.length > 4 && request.path.endsWith('/');
  if (isSlashed && choices.trailingSlash === 'redirected' && findRoutes(request.path.slice(0, -1)).length > 0) {
    return { answer: { kind: 'redirect', path: request.path.slice(0, -1) }, route: undefined };
  }
  const found = findRoute(service, request);
  const route = 'kind' in found ? undefined : found;
  if (route?.operation.isPublic === true) return { answer: answerPublic(service, request, route), route };
  const isExtra = listExtraPaths(choices).some((extra) => request.path.startsWith(extra));
  if ('kind' in found && choices.checkOrder === 'route-first' && !isExtra) return { answer: found, route };
  if (route !== undefined && choices.checkOrder === 'parameters-first') {
    const problem = checkParameters(service, request, route);
    if (problem !== undefined) return { answer: problem, route };
  }
  const user = findUser(service, request, route);
  const isMissing = request.key === undefined || request.key === '';
  if (user === undefined) {
    const isMalformed = !isMissing && (request.key ?? '').length < 12 && choices.malformedKey === '400';
    return {
      answer: isMalformed ? refuse('invalid-key', 400) : refuse(isMissing ? 'missing-key' : 'invalid-key'),
      route,
    };
  }
  if ('kind' in found) return { answer: answerExtra(service, request, user) ?? found, route };
  return { answer: answerWithKey(service, request, found, user), route };
}

/** Adds a member that differs on each request to an envelope. */
function addVolatile(service: Service, reply: Reply): Reply {
  if (service.choices.volatileMembers === 'none' || !(reply.json instanceof Map)) return reply;
  return { ...reply, json: new Map([...reply.json, ['request_id', `q-${service.requestNumber}`]]) };
}

/** Gives an answer the form of the shape. */
export function renderAnswer(service: Service, answer: Answer, path: string): Reply {
  const { style, choices, world } = service;
  const ok = (json: Reply['json']): Reply => ({ status: 200, headers: {}, ...(json === undefined ? {} : { json }) });
  switch (answer.kind) {
    case 'refusal':
      return renderRefusal(answer, choices, path);
    case 'list': {
      const reply = renderListAnswer(answer, style);
      return choices.envelope === 'bare' || choices.envelopeAcross === 'differ' ? reply : addVolatile(service, reply);
    }
    case 'record': {
      const reply = ok(wrapRecord(answer.name, renderRecord(answer.record, style), style));
      const isWrapped = choices.recordEnvelope !== 'bare';
      const headers = answer.location === undefined ? {} : { Location: `${readBasePath(style)}${answer.location}` };
      return { ...(isWrapped ? addVolatile(service, reply) : reply), headers, status: answer.status ?? 200 };
    }
    case 'portal':
      return ok(renderPortal(answer, style));
    case 'catalog':
      return ok(renderCatalog(answer, style));
    case 'timeline':
      return ok(renderTimeline(answer.transaction, answer.steps, style));
    case 'monitoring':
      return ok(renderMonitoring(answer.record, style));
    case 'export':
      return renderExport(answer.record, style);
    case 'branding':
      return ok(renderBranding(style));
    case 'redirect':
      return { status: 308, headers: { Location: `${readBasePath(style)}${answer.path}` }, text: '' };
    case 'extra':
      return { status: answer.status, headers: {}, json: answer.json };
    case 'accepted':
      return renderAccepted(answer, style);
    case 'openapi': {
      const published = selectPublished(style).map(({ method, path: template }) => ({ method, path: template }));
      const json = renderOpenapi(
        { operations: service.hooks.paths?.(published) ?? published, schemas: answer.schemas, bodies: answer.bodies },
        style,
      ) as JsonObject;
      return { ...ok(json), type: choices.openapiType };
    }
    case 'feed': {
      const labels = new Map(world.terminals.map((terminal) => [terminal.key, terminal.label]));
      return renderFeed(answer, style, { labels, path });
    }
  }
}
