import { type Answer, json, refusal } from './answer.ts';
import { everything, type Scoped } from './asked.ts';
import { deriveBatches } from './casework.ts';
import { DAYS, NOW_MS, stampOf } from './clock.ts';
import type { DisputeCase } from './model.ts';
import { isResolved } from './model.ts';
import { presentBatch, presentCase } from './present.ts';
import { drawFrom } from './random.ts';

/** Derives the batches of the last day. With `Rehearse`, returns the result without storing it. */
export function derive(asked: Scoped): Answer {
  const { view, standing } = asked;
  const body = readBody(asked);
  if (!('members' in body)) return body;
  const { Rehearse: isRehearsal, ...rest } = body.members;
  if (typeof isRehearsal !== 'boolean' || Object.keys(rest).length > 0) {
    return refusal(422, 'The body is { "Rehearse": true } or { "Rehearse": false }.');
  }
  const known = new Set(view.batches.map(({ id }) => id));
  const fresh = deriveBatches(view.customer, view.customer.transactions, standing.world.seed).filter(
    ({ id }) => !known.has(id),
  );
  if (!isRehearsal) standing.store.batches.unshift(...fresh);
  const derived = fresh.map((batch) => presentBatch(batch, asked));
  return json({ Job: { State: 'Done', Days: DAYS, Rehearsed: isRehearsal }, _embedded: { batches: derived } });
}

/** Opens a case about a visible transaction that has no open one. */
export function lodge(asked: Scoped): Answer {
  const { view, standing, broken } = asked;
  const body = readBody(asked);
  if (!('members' in body)) return body;
  const { About, Cause, ...rest } = body.members;
  if (typeof About !== 'string' || typeof Cause !== 'string' || Cause === '' || Object.keys(rest).length > 0) {
    return refusal(422, 'The body is { "About": the Ref of a transaction, "Cause": a few words }.');
  }
  const reach = broken('writes-lodge-about-a-strangers-row') ? everything(asked) : [view];
  const about = reach.flatMap(({ transactions }) => transactions).find(({ id }) => id === About);
  if (about === undefined) return refusal(422, 'About names no transaction that this key can see.');
  if (view.cases.some((one) => one.transactionId === about.id && !isResolved(one))) {
    return refusal(409, 'There is an open case about this transaction.');
  }
  const made: DisputeCase = {
    id: `${about.terminalId.slice(0, 3)}-Case-${drawFrom(standing.world.seed, 'lodged', about.id, standing.store.cases.length).code(6)}`,
    transactionId: about.id,
    terminalId: about.terminalId,
    phase: 'Lodged',
    cause: Cause,
    cents: about.completedCents + about.surchargeCompletedCents,
    lodgedAtMs: NOW_MS,
  };
  standing.store.cases.unshift(made);
  const location = `${asked.url.origin}/v1/disputes#${made.id}`;
  return json({ LodgedAt: stampOf(NOW_MS), ...presentCase(made, asked) }, 201, [
    ['Location', location],
    ['Cache-Control', 'no-store'],
  ]);
}

function readBody({ mediaType, body }: Scoped): Answer | { readonly members: Readonly<Record<string, unknown>> } {
  if (mediaType !== 'application/json') return refusal(415, 'The body is to be application/json.');
  try {
    const value: unknown = JSON.parse(body ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { members: { ...value } };
    return refusal(422, 'The body is to be an object.');
  } catch {
    return refusal(400, 'The body is no JSON.');
  }
}
