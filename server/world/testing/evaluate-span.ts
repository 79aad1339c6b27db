import {
  evaluateAccount,
  evaluateAccountSpan,
  evaluateTerminal,
  evaluateTerminalSpan,
} from '../events/evaluate-rules.ts';
import type { AccountStreams, EvaluatedSpan, TerminalStreams } from '../rules/input/streams.ts';
import { toSinglePart } from '../rules/input/streams.ts';
import { compareEarliestFirst, compareOldestFirst, type Log } from '../rules/log.ts';

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
