import { getPlan } from '../../../../fixtures/model/plan.ts';
import { findLastHeartbeat, isOnlineAt, listHeartbeatsBetween } from '../../../../fixtures/terminals/outages.ts';
import { DAY_MS } from '../../../../fixtures/time/dates.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import { isFirstPart, type SpanPart, type TerminalStreams } from './streams.ts';

/** How far to look for a message: longer than any generated outage. */
const FURTHEST_MS = 30 * DAY_MS;

/**
 * Returns when the latest `count` status messages up to `ms` (inclusive) arrived, newest first; fewer if there are
 * fewer. Heartbeats, transactions and cassette visits with the line up are status messages.
 */
export function listMessagesUpTo(streams: TerminalStreams, ms: number, count: number): readonly number[] {
  for (let reachMs = computeFirstReachMs(streams, count); ; reachMs *= 8) {
    const found = listMessages(streams, ms + 1 - reachMs, ms + 1);
    if (found.length >= count || reachMs > FURTHEST_MS) return found.slice(-count).reverse();
  }
}

/** Returns when the first `count` status messages from `fromMs` on arrived, before `toMs`; oldest first. */
export function listMessagesFrom(
  streams: TerminalStreams,
  { fromMs, toMs: endMs }: { readonly fromMs: number; readonly toMs: number },
  count: number,
): readonly number[] {
  for (let reachMs = computeFirstReachMs(streams, count); ; reachMs *= 8) {
    const toMs = Math.min(endMs, fromMs + reachMs);
    const found = toMs > fromMs ? listMessages(streams, fromMs, toMs) : [];
    if (found.length >= count || toMs === endMs) return found.slice(0, count);
  }
}

/**
 * Returns the first `count` status messages of a part that continues another one. They may report changes of the
 * previous part.
 */
export function listFirstMessages(streams: TerminalStreams, part: SpanPart, count: number): readonly number[] {
  return isFirstPart(part) ? [] : listMessagesFrom(streams, { fromMs: part.afterMs, toMs: part.toMs + 1 }, count);
}

const computeFirstReachMs = ({ source }: TerminalStreams, count: number): number =>
  (count + 1) * source.terminal.comms.heartbeatIntervalSeconds * 1000;

/** Returns the latest status message up to `ms`; undefined before the first heartbeat. */
export function findLastMessageMs({ source, ledger }: TerminalStreams, ms: number): number | undefined {
  const heartbeatMs = findLastHeartbeat(source, ms);
  if (heartbeatMs === undefined) return undefined;
  const rowMs = ledger.lastTransactionBefore(ms + 1, heartbeatMs)?.atMs ?? heartbeatMs;
  return Math.max(heartbeatMs, rowMs, ...listCassetteVisits({ source, ledger }, heartbeatMs, ms + 1));
}

/**
 * Returns when a change at `ms` becomes known: immediately if the line is up, otherwise with the next message before
 * `endMs`.
 */
export function findKnownMs(streams: TerminalStreams, ms: number, endMs: number): number | undefined {
  return isOnlineAt(streams.source, ms) ? ms : listMessagesFrom(streams, { fromMs: ms, toMs: endMs }, 1)[0];
}

function listMessages({ source, ledger }: TerminalStreams, fromMs: number, toMs: number): number[] {
  const rows = ledger.transactionsBetween(fromMs, toMs).filter(({ type }) => type !== 'reversal');
  return [
    ...listHeartbeatsBetween(source, fromMs, toMs),
    ...rows.map(({ atMs }) => atMs),
    ...listCassetteVisits({ source, ledger }, fromMs, toMs),
  ].sort((a, b) => a - b);
}

/** Returns when cassettes were loaded or emptied while the line was up. */
function listCassetteVisits({ source, ledger }: TerminalStreams, fromMs: number, toMs: number): readonly number[] {
  const { cash } = getPlan(source).changes;
  const handled = cash
    .slice(
      findFirstIndex(cash, ({ atMs }) => atMs >= fromMs),
      findFirstIndex(cash, ({ atMs }) => atMs >= toMs),
    )
    .flatMap(({ type, atMs }) => (type === 'notes_removed' ? [atMs] : []));
  for (
    let load = ledger.loadAt(toMs - 1);
    load !== undefined && load.atMs >= fromMs;
    load = ledger.loadAt(load.atMs - 1)
  )
    handled.push(load.atMs);
  return handled.filter((atMs) => isOnlineAt(source, atMs));
}
