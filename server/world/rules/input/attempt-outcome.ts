import { isApproved } from '../../../../fixtures/cash/cash-rows.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';

/** The terminal gives up if the host answers later than this. */
const HOST_TIMEOUT_MS = 60_000;

/** Responses of technical declines, not caused by card or account. @see gap transactions.response */
const technicalResponses: ReadonlySet<string> = new Set(['12', '30', '58', '68', '91', '92', '94', '96']);

/** Whether the row is a customer request: every row except reversals. */
export const isAttempt = ({ type }: Transaction): boolean => type !== 'reversal';

/** Whether the host declined it. */
export const isDeclined = (row: Transaction): boolean => isAttempt(row) && !isApproved(row);

/** Whether the answer was too late. */
export const isTimeout = ({ hostMs, response }: Transaction): boolean => hostMs > HOST_TIMEOUT_MS || response === '68';

/** Whether it failed because of terminal, network or host, including timeouts. */
export const isTechnicalFailure = (attempt: Transaction): boolean =>
  isTimeout(attempt) || technicalResponses.has(attempt.response);

/** Whether it was declined because of terminal, network or host. */
export const isTechnicalDecline = (declined: Transaction): boolean => technicalResponses.has(declined.response);
