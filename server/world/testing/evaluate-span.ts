import {
  type AccountStreams,
  compareEarliestFirst,
  compareOldestFirst,
  type EvaluatedSpan,
  evaluateAccount,
  evaluateAccountSpan,
  evaluateTerminal,
  evaluateTerminalSpan,
  type Log,
  type TerminalStreams,
} from '../rules/index.ts';
import { toSinglePart } from '../rules/input/streams.ts';

/** Returns all incidents and happenings of one terminal in a span, oldest first. */
export const listTerminalEvents = (streams: TerminalStreams, span: EvaluatedSpan): Log =>
  mergeLogs(evaluateTerminal(streams, toSinglePart(span)), evaluateTerminalSpan(streams, span));

/** Returns all incidents and happenings of one account itself in a span, oldest first. */
export const listAccountEvents = (account: AccountStreams, span: EvaluatedSpan): Log =>
  mergeLogs(evaluateAccount(account, toSinglePart(span)), evaluateAccountSpan(account, span));

const mergeLogs = (one: Log, other: Log): Log => ({
  incidents: [...one.incidents, ...other.incidents].sort(compareOldestFirst),
  happenings: [...one.happenings, ...other.happenings].sort(compareEarliestFirst),
});
