import { deriveBatches } from './data/batches.ts';
import { DAYS, formatStamp, NOW_MS } from './data/clock.ts';
import type { DisputeCase } from './data/model.ts';
import { isResolved } from './data/model.ts';
import { openRandomStream } from './data/random-stream.ts';
import { openAllViews, type ScopedRequest } from './http/request.ts';
import { errorResponse, type HarbourResponse, jsonResponse } from './http/response.ts';
import { presentBatch, presentCase } from './representations/resources.ts';

/** Derives the batches of the last day. With `Rehearse`, returns the result without storing it. */
export function derive(request: ScopedRequest): HarbourResponse {
  const { view, dataState } = request;
  const body = readBody(request);
  if (!('members' in body)) return body;
  const { Rehearse: isRehearsal, ...rest } = body.members;
  if (typeof isRehearsal !== 'boolean' || Object.keys(rest).length > 0) {
    return errorResponse(422, 'The body is { "Rehearse": true } or { "Rehearse": false }.');
  }
  const known = new Set(view.batches.map(({ id }) => id));
  const fresh = deriveBatches(view.customer, view.customer.transactions, dataState.world.seed).filter(
    ({ id }) => !known.has(id),
  );
  if (!isRehearsal) dataState.store.batches.unshift(...fresh);
  const derived = fresh.map((batch) => presentBatch(batch, request));
  return jsonResponse({ Job: { State: 'Done', Days: DAYS, Rehearsed: isRehearsal }, _embedded: { batches: derived } });
}

/** Opens a case about a visible transaction that has no open one. */
export function lodge(request: ScopedRequest): HarbourResponse {
  const { view, dataState, hasFault } = request;
  const body = readBody(request);
  if (!('members' in body)) return body;
  const { About, Cause, ...rest } = body.members;
  if (typeof About !== 'string' || typeof Cause !== 'string' || Cause === '' || Object.keys(rest).length > 0) {
    return errorResponse(422, 'The body is { "About": the Ref of a transaction, "Cause": a few words }.');
  }
  const reach = hasFault('writes-lodge-about-a-strangers-row') ? openAllViews(request) : [view];
  const about = reach.flatMap(({ transactions }) => transactions).find(({ id }) => id === About);
  if (about === undefined) return errorResponse(422, 'About names no transaction that this key can see.');
  if (view.cases.some((one) => one.transactionId === about.id && !isResolved(one))) {
    return errorResponse(409, 'There is an open case about this transaction.');
  }
  const made: DisputeCase = {
    id: `${about.terminalId.slice(0, 3)}-Case-${openRandomStream(dataState.world.seed, 'lodged', about.id, dataState.store.cases.length).code(6)}`,
    transactionId: about.id,
    terminalId: about.terminalId,
    phase: 'Lodged',
    cause: Cause,
    cents: about.completedCents + about.surchargeCompletedCents,
    lodgedAtMs: NOW_MS,
  };
  dataState.store.cases.unshift(made);
  const location = `${request.url.origin}/v1/disputes#${made.id}`;
  return jsonResponse({ LodgedAt: formatStamp(NOW_MS), ...presentCase(made, request) }, 201, [
    ['Location', location],
    ['Cache-Control', 'no-store'],
  ]);
}

function readBody({
  mediaType,
  body,
}: ScopedRequest): HarbourResponse | { readonly members: Readonly<Record<string, unknown>> } {
  if (mediaType !== 'application/json') return errorResponse(415, 'The body is to be application/json.');
  try {
    const value: unknown = JSON.parse(body ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { members: { ...value } };
    return errorResponse(422, 'The body is to be an object.');
  } catch {
    return errorResponse(400, 'The body is no JSON.');
  }
}
