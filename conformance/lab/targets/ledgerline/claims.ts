import { type Ask, type Handler, json, notYours, type Reach, refusal } from './ask.ts';
import { dice } from './draw.ts';
import { batchOf } from './ledger.ts';
import { bareList } from './pages.ts';
import { type Batch, DAY_MS, type Dispute, dayOf, type Group, REASONS } from './records.ts';

/** `GET /v1/settlements`: the batches of groups whose terminals are all visible to the caller, newest first. */
export const settlements: Handler = (ask) => {
  const { books, broken } = ask;
  const isShown = (group: Group): boolean =>
    broken('scope-settlements-of-everyone') || isSeen(group, ask, !broken('scope-settlements-seen-in-part'));
  const groups = new Set(books.groups.filter(isShown).map(({ id }) => id));
  const batches = books.batches.filter(({ groupId }) => groups.has(groupId)).sort(latestFirst);
  return bareList(ask, batches, (batch) => presentBatch(batch, ask));
};

/** Whether every terminal (or at least one) directly in the group is visible. */
function isSeen({ id }: Group, { books, view }: Ask, entirely: boolean): boolean {
  const members = books.terminals.filter(({ groupId }) => groupId === id);
  const seen = members.filter((terminal) => view.sees(terminal.id));
  return seen.length > 0 && (!entirely || seen.length === members.length);
}

const latestFirst = (a: Batch, b: Batch): number => b.opensAtMs - a.opensAtMs || (a.id < b.id ? -1 : 1);

function presentBatch(batch: Batch, { broken }: Ask) {
  const { creditCents: credit, debitCents: debit } = batch;
  const ignoresDebits = broken('settlements-collecting-ignores-debits') && batch.state === 'collecting';
  const payout = broken('settlements-payout-adds') ? credit + debit : ignoresDebits ? credit : credit - debit;
  const timing = {
    opensOn: dayOf(batch.opensAtMs),
    closesOn: dayOf(batch.closesAtMs),
    paysOn: dayOf(batch.closesAtMs + 2 * DAY_MS),
  };
  return {
    id: batch.id,
    group: batch.groupId,
    state: batch.state,
    ...(broken('settlements-collecting-lacks-timing') && batch.state === 'collecting' ? {} : { timing }),
    entries: {
      credits: batch.credits,
      debits: broken('settlements-sent-have-no-debit-count') && batch.state === 'sent' ? null : batch.debits,
    },
    totals: { credit, debit, payout },
  };
}

/** `GET /v1/disputes`: the disputes about visible terminals, newest first. */
export const disputes: Handler = (ask) => {
  const { books, view, broken } = ask;
  const reach: Reach = broken('scope-disputes-of-the-customer') ? 'customer' : 'own';
  const shown = books.disputes.filter(({ terminalId }) => view.sees(terminalId, reach));
  const sorted = [...shown].sort((a, b) => b.openedAtMs - a.openedAtMs || (a.id < b.id ? -1 : 1));
  return bareList(ask, sorted, (one) => presentDispute(one, ask));
};

const isClosed = ({ stage }: Dispute): boolean => stage === 'closedWon' || stage === 'closedLost';
const DAYS_TO_ANSWER = 21;

function presentDispute(one: Dispute, { broken, books }: Ask) {
  const closedOn = dayOf(one.openedAtMs + 9 * DAY_MS);
  const showsReviewer = isClosed(one) || (broken('disputes-reviewer-under-review') && one.stage === 'underReview');
  const other = books.terminals.find(({ id }) => id !== one.terminalId)?.id;
  return {
    id: one.id,
    state: one.stage,
    why: one.why,
    transactionId: one.movementId,
    terminal: broken('disputes-lost-name-another-terminal') && one.stage === 'closedLost' ? other : one.terminalId,
    amountCents: one.amountCents,
    ...(broken('disputes-new-lack-the-due-day') && one.stage === 'new'
      ? {}
      : { dueOn: dayOf(one.openedAtMs + DAYS_TO_ANSWER * DAY_MS) }),
    handling: { desk: one.why === 'notMine' ? 'fraud' : 'cash', takenBy: one.stage === 'new' ? null : one.reviewer },
    decision: isClosed(one) ? { inFavourOfHolder: one.stage === 'closedLost', closedOn } : null,
    ...(showsReviewer ? { closedBy: { name: one.reviewer, on: closedOn } } : {}),
    ...(broken('disputes-reviewer-is-null') && !isClosed(one) ? { closedBy: null } : {}),
    ...(broken('card-pin-block-in-closed-disputes') && isClosed(one) ? { pinBlock: '0412AC89ABCDEF67' } : {}),
  };
}

/** `POST /v1/disputes`: opens a dispute about a visible transaction. */
export const fileDispute: Handler = (ask) => {
  const { books, view, broken } = ask;
  if (!view.user.mayDispute) return refusal(403, 'this key may not open disputes');
  const body = bodyOf(ask);
  if ('status' in body) return body;
  const { transactionId, why, amountCents } = body.members;
  const reason = REASONS.find((one) => one === why);
  if (typeof transactionId !== 'string') return refusal(400, 'transactionId is the id of a transaction');
  if (reason === undefined) return refusal(400, `why is one of ${REASONS.join(', ')}`);
  if (typeof amountCents !== 'number' || !Number.isInteger(amountCents) || amountCents < 1)
    return refusal(400, 'amountCents is a whole number of cents');

  const movement = books.movements.find(({ id }) => id === transactionId);
  const reach: Reach = broken('scope-disputes-about-anything') ? 'everyone' : 'own';
  if (movement === undefined || !view.sees(movement.terminalId, reach)) return notYours(ask, movement !== undefined);
  const filed: Dispute = {
    id: `case-${dice(books.seed, 'filed', transactionId, books.disputes.length).hex(8)}`,
    terminalId: movement.terminalId,
    movementId: movement.id,
    stage: 'new',
    why: reason,
    amountCents,
    openedAtMs: movement.happenedAtMs + DAY_MS,
    reviewer: '',
  };
  const isOpen = books.disputes.some((one) => one.movementId === movement.id && !isClosed(one));
  if (broken('writes-refused-leave-a-trace') || !isOpen) books.disputes = [...books.disputes, filed];
  return isOpen ? refusal(409, 'that transaction is disputed already') : json(presentDispute(filed, ask), 201);
};

/** `POST /v1/settlements/derive`: settles the days from `from` to `to` again, for each group of the customer. */
export const deriveSettlements: Handler = (ask) => {
  const { books, view, broken } = ask;
  const mayDerive =
    view.user.mayDerive ||
    (broken('writes-readers-may-derive') && view.user.role === 'reader') ||
    (broken('writes-branches-may-derive') && view.user.role === 'branch');
  if (!mayDerive) return refusal(403, 'this key may not derive settlements');
  const body = bodyOf(ask);
  if ('status' in body) return body;
  const [from, to] = [dayIn(body.members.from), dayIn(body.members.to)];
  if (from === undefined || to === undefined || from > to) {
    return refusal(400, 'from and to are days such as 2025-09-30, the first not after the second');
  }
  const span = { opensAtMs: from, closesAtMs: to + DAY_MS - 1, state: 'collecting' } as const;
  const derived = books.groups
    .filter(({ customerId }) => customerId === view.customer.id)
    .map((group) => batchOf(books.seed, group, books.terminals, books.movements, span));
  const ids = new Set(derived.map(({ id }) => id));
  books.batches = [...books.batches.filter(({ id }) => !ids.has(id)), ...derived];
  return json({ from: dayOf(from), to: dayOf(to), batches: [...ids] }, 202);
};

function dayIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) || dayOf(atMs) !== value ? undefined : atMs;
}

function bodyOf({ body, contentType, broken }: Ask) {
  if (!contentType.startsWith('application/json')) return refusal(415, 'the body is application/json');
  let value: unknown;
  try {
    value = JSON.parse(body ?? '');
  } catch (thrown) {
    if (broken('writes-malformed-fails')) return refusal(500, String(thrown));
    return refusal(400, 'the body is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refusal(400, 'the body is an object');
  return { members: Object.fromEntries(Object.entries(value)) as Readonly<Record<string, unknown>> };
}
