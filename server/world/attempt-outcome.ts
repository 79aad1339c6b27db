import { isApproved } from '../../fixtures/cash-rows.ts';
import type { Transaction } from '../../fixtures/stream-types.ts';

/** A later answer than this came after the terminal had given up. */
const HOST_TIMEOUT_MS = 60_000;

/** Declined because something does not work, not because of card or account. @see gap transactions.response */
const technicalResponses: ReadonlySet<string> = new Set(['12', '30', '58', '68', '91', '92', '94', '96']);

/** Whether somebody asked for something: every row but the reversals. */
export const isAttempt = ({ type }: Transaction): boolean => type !== 'reversal';

/** Whether the host said no. */
export const isDeclined = (row: Transaction): boolean => isAttempt(row) && !isApproved(row);

/** Whether the answer did not come in time. */
export const isTimeout = ({ hostMs, response }: Transaction): boolean => hostMs > HOST_TIMEOUT_MS || response === '68';

/** Whether it failed for a reason of terminal, network or host; what timed out is among them. */
export const isTechnicalFailure = (attempt: Transaction): boolean =>
  isTimeout(attempt) || technicalResponses.has(attempt.response);

/** Whether a decline is for a reason of terminal, network or host. */
export const isTechnicalDecline = (declined: Transaction): boolean => technicalResponses.has(declined.response);
