import { heartbeatsBetween } from '../../../fixtures/outages.ts';
import type { TerminalStreams } from './streams.ts';

/** How far a message is looked for: longer than any drawn outage. */
const FURTHEST_MS = 30 * 86_400_000;

/**
 * When the latest `count` status messages up to `ms` (included) came, newest first: a heartbeat or a transaction carries
 * one each. Fewer where there were no more.
 */
export function messagesUpTo(streams: TerminalStreams, ms: number, count: number): readonly number[] {
  for (let reachMs = firstReachMs(streams, count); ; reachMs *= 8) {
    const found = messagesBetween(streams, ms + 1 - reachMs, ms + 1);
    if (found.length >= count || reachMs > FURTHEST_MS) return found.slice(-count).reverse();
  }
}

/** When the first `count` status messages from `ms` on came, before `endMs`; oldest first. */
export function messagesFrom(streams: TerminalStreams, ms: number, count: number, endMs: number): readonly number[] {
  for (let reachMs = firstReachMs(streams, count); ; reachMs *= 8) {
    const toMs = Math.min(endMs, ms + reachMs);
    const found = toMs > ms ? messagesBetween(streams, ms, toMs) : [];
    if (found.length >= count || toMs === endMs) return found.slice(0, count);
  }
}

const firstReachMs = ({ source }: TerminalStreams, count: number): number =>
  (count + 1) * source.terminal.comms.heartbeatIntervalSeconds * 1000;

function messagesBetween({ source, ledger }: TerminalStreams, fromMs: number, toMs: number): number[] {
  const rows = ledger.transactionsBetween(fromMs, toMs).filter(({ type }) => type !== 'reversal');
  return [...heartbeatsBetween(source, fromMs, toMs), ...rows.map(({ atMs }) => atMs)].sort((a, b) => a - b);
}
