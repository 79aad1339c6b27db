import { settlePeriod } from '../data/generate-batches.ts';
import { type Batch, DAY_MS, formatIsoDay, type Group } from '../data/model.ts';
import { respondWithList } from '../http/pages.ts';
import { type HandlerRequest, json, type LedgerlineHandler, respondWithError } from '../http/request.ts';
import { parseBody } from '../http/request-body.ts';

/** `GET /v1/settlements`: the batches of groups whose terminals are all visible to the caller, newest first. */
export const settlements: LedgerlineHandler = (request) => {
  const { data, hasFault } = request;
  const isShown = (group: Group): boolean =>
    hasFault('scope-settlements-of-everyone') ||
    isGroupVisible(group, request, !hasFault('scope-settlements-seen-in-part'));
  const groups = new Set(data.groups.filter(isShown).map(({ id }) => id));
  const batches = data.batches.filter(({ groupId }) => groups.has(groupId)).sort(compareNewestBatch);
  return respondWithList(request, batches, (batch) => presentBatch(batch, request));
};

/** Whether every terminal (or at least one) directly in the group is visible. */
function isGroupVisible({ id }: Group, { data, view }: HandlerRequest, entirely: boolean): boolean {
  const members = data.terminals.filter(({ groupId }) => groupId === id);
  const seen = members.filter((terminal) => view.sees(terminal.id));
  return seen.length > 0 && (!entirely || seen.length === members.length);
}

const compareNewestBatch = (a: Batch, b: Batch): number => b.opensAtMs - a.opensAtMs || (a.id < b.id ? -1 : 1);

function presentBatch(batch: Batch, { hasFault }: HandlerRequest) {
  const { creditCents: credit, debitCents: debit } = batch;
  const ignoresDebits = hasFault('settlements-collecting-ignores-debits') && batch.state === 'collecting';
  const payout = hasFault('settlements-payout-adds') ? credit + debit : ignoresDebits ? credit : credit - debit;
  const timing = {
    opensOn: formatIsoDay(batch.opensAtMs),
    closesOn: formatIsoDay(batch.closesAtMs),
    paysOn: formatIsoDay(batch.closesAtMs + 2 * DAY_MS),
  };
  return {
    id: batch.id,
    group: batch.groupId,
    state: batch.state,
    ...(hasFault('settlements-collecting-lacks-timing') && batch.state === 'collecting' ? {} : { timing }),
    entries: { credits: batch.credits, debits: batch.debits },
    totals: { credit, debit, payout },
  };
}

/** `POST /v1/settlements/derive`: settles the days from `from` to `to` again, for each group of the customer. */
export const settleDays: LedgerlineHandler = (request) => {
  const { data, view, hasFault } = request;
  const mayDerive =
    view.user.mayDerive ||
    (hasFault('writes-readers-may-derive') && view.user.role === 'reader') ||
    (hasFault('writes-branches-may-derive') && view.user.role === 'branch');
  if (!mayDerive) return respondWithError(403, 'this key may not derive settlements');
  const body = parseBody(request);
  if ('status' in body) return body;
  const [from, to] = [parseDay(body.members.from), parseDay(body.members.to)];
  if (from === undefined || to === undefined || from > to) {
    return respondWithError(400, 'from and to are days such as 2025-09-30, the first not after the second');
  }
  const period = { opensAtMs: from, closesAtMs: to + DAY_MS - 1, state: 'collecting' } as const;
  const derived = data.groups
    .filter(({ customerId }) => customerId === view.customer.id)
    .map((group) => settlePeriod(group, period, data));
  const ids = new Set(derived.map(({ id }) => id));
  data.batches = [...data.batches.filter(({ id }) => !ids.has(id)), ...derived];
  return json({ from: formatIsoDay(from), to: formatIsoDay(to), batches: [...ids] }, 202);
};

function parseDay(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) || formatIsoDay(atMs) !== value ? undefined : atMs;
}
