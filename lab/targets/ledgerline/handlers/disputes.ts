import { DAY_MS, type Dispute, formatIsoDay, REASONS } from '../data/model.ts';
import { openNumberStream } from '../data/random-stream.ts';
import { respondWithList } from '../http/pages.ts';
import {
  type HandlerRequest,
  json,
  type LedgerlineHandler,
  respondNotVisible,
  respondWithError,
  type ViewExtent,
} from '../http/request.ts';
import { parseBody } from '../http/request-body.ts';

/** `GET /v1/disputes`: the disputes about visible terminals, newest first. */
export const disputes: LedgerlineHandler = (request) => {
  const { data, view, hasFault } = request;
  const extent: ViewExtent = hasFault('scope-disputes-of-the-customer') ? 'customer' : 'own';
  const shown = data.disputes.filter(({ terminalId }) => view.sees(terminalId, extent));
  const sorted = [...shown].sort((a, b) => b.openedAtMs - a.openedAtMs || (a.id < b.id ? -1 : 1));
  return respondWithList(request, sorted, (one) => presentDispute(one, request));
};

const isClosed = ({ stage }: Dispute): boolean => stage === 'closedWon' || stage === 'closedLost';
const DAYS_TO_ANSWER = 21;

function presentDispute(one: Dispute, { hasFault, data }: HandlerRequest) {
  const closedOn = formatIsoDay(one.openedAtMs + 9 * DAY_MS);
  const showsReviewer = isClosed(one) || (hasFault('disputes-reviewer-under-review') && one.stage === 'underReview');
  const other = data.terminals.find(({ id }) => id !== one.terminalId)?.id;
  return {
    id: one.id,
    state: one.stage,
    why: one.why,
    transactionId: one.transactionId,
    terminal: hasFault('disputes-lost-name-another-terminal') && one.stage === 'closedLost' ? other : one.terminalId,
    amountCents: one.amountCents,
    ...(hasFault('disputes-new-lack-the-due-day') && one.stage === 'new'
      ? {}
      : { dueOn: formatIsoDay(one.openedAtMs + DAYS_TO_ANSWER * DAY_MS) }),
    handling: { desk: one.why === 'notMine' ? 'fraud' : 'cash', takenBy: one.stage === 'new' ? null : one.reviewer },
    decision: isClosed(one) ? { inFavourOfHolder: one.stage === 'closedLost', closedOn } : null,
    ...(showsReviewer ? { closedBy: { name: one.reviewer, on: closedOn } } : {}),
    ...(hasFault('card-pin-block-in-closed-disputes') && isClosed(one) ? { pinBlock: '0412AC89ABCDEF67' } : {}),
  };
}

/** `POST /v1/disputes`: opens a dispute about a visible transaction. */
export const openDispute: LedgerlineHandler = (request) => {
  const { data, view, hasFault } = request;
  if (!view.user.mayDispute) return respondWithError(403, 'this key may not open disputes');
  const body = parseBody(request);
  if ('status' in body) return body;
  const { transactionId, why, amountCents } = body.members;
  const reason = REASONS.find((one) => one === why);
  if (typeof transactionId !== 'string') return respondWithError(400, 'transactionId is the id of a transaction');
  if (reason === undefined) return respondWithError(400, `why is one of ${REASONS.join(', ')}`);
  if (typeof amountCents !== 'number' || !Number.isInteger(amountCents) || amountCents < 1)
    return respondWithError(400, 'amountCents is a whole number of cents');

  const record = data.records.find(({ id }) => id === transactionId);
  const extent: ViewExtent = hasFault('scope-disputes-about-anything') ? 'everyone' : 'own';
  if (record === undefined || !view.sees(record.terminalId, extent))
    return respondNotVisible(request, record !== undefined);
  const opened: Dispute = {
    id: `case-${openNumberStream(data.seed, 'filed', transactionId, data.disputes.length).hex(8)}`,
    terminalId: record.terminalId,
    transactionId: record.id,
    stage: 'new',
    why: reason,
    amountCents,
    openedAtMs: record.happenedAtMs + DAY_MS,
    reviewer: '',
  };
  const isOpen = data.disputes.some((one) => one.transactionId === record.id && !isClosed(one));
  if (hasFault('writes-refused-leave-a-trace') || !isOpen) data.disputes = [...data.disputes, opened];
  return isOpen
    ? respondWithError(409, 'that transaction is disputed already')
    : json(presentDispute(opened, request), 201);
};
