import { formatLocalInstant } from '../../../base/formats.ts';
import { isApproved } from '../../../fixtures/cash/cash-rows.ts';
import { getFormAt } from '../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { findLastHeartbeat, listHeartbeatsBetween, listOutagesBetween } from '../../../fixtures/terminals/outages.ts';
import { drawRsrpDbmAt, type SignalQuality, toSignalQuality } from '../../../fixtures/terminals/signal.ts';
import { DAY_MS, getOffsetMinutes, getZoneAbbreviation, HOUR_MS, MINUTE_MS } from '../../../fixtures/time/calendar.ts';
import type { LedgerTotals } from '../books/rows/ledger-types.ts';
import { sumRows } from '../books/rows/row-sums.ts';
import type { Terminal } from '../state/tenant.ts';
import { computeStaleFromMs } from './terminal-line.ts';

/** The local time of a terminal. */
export interface TerminalLocalTime {
  /** `2026-11-02`. */
  readonly date: string;
  /** `10:00:07`. */
  readonly time: string;
  /** `EST`. */
  readonly zone: string;
}

/** Returns the local time of an IANA zone at an instant. */
export function getLocalTime(zone: string, ms: number): TerminalLocalTime {
  const text = formatLocalInstant(ms, getOffsetMinutes(zone, ms));
  return { date: text.slice(0, 10), time: text.slice(11, 19), zone: getZoneAbbreviation(zone, ms) };
}

/** A period without the expected heartbeats of a terminal. Instants in epoch milliseconds. */
export interface Silence {
  readonly lastHeartbeatMs: number;
  /** When the missing heartbeats were noticed. */
  readonly noticedMs: number;
  /** Undefined while the silence lasts. */
  readonly resumedMs: number | undefined;
  /** At the last heartbeat; null on a wired line. */
  readonly signalQuality: SignalQuality | null;
}

/** The period of feeds. */
const FEED_MS = 35 * DAY_MS;
/** Added to a period, to include silences that began before and ended within it. */
const BEFORE_MS = DAY_MS;

/** Returns the silences of the last `reachMs`, by default 35 days, as known at `nowMs`; oldest first. */
export function listSilences(terminal: Terminal, nowMs: number, reachMs: number = FEED_MS): readonly Silence[] {
  const { source } = terminal;
  // Outages without a heartbeat between them form one silence.
  const silences = new Map<number, Silence>();
  for (const outage of listOutagesBetween(
    source,
    Math.max(source.tenant.historyStartMs, nowMs - reachMs - BEFORE_MS),
    nowMs + 1,
  )) {
    const lastHeartbeatMs = findLastHeartbeat(source, outage.fromMs);
    if (lastHeartbeatMs === undefined) continue;
    const noticedMs = computeStaleFromMs(terminal, lastHeartbeatMs);
    const resumedMs = findFirstHeartbeat(terminal, outage.toMs, nowMs);
    if (noticedMs > nowMs || (resumedMs !== undefined && resumedMs <= noticedMs)) continue;
    const signalQuality = toSignalQuality(drawRsrpDbmAt(source, lastHeartbeatMs));
    silences.set(lastHeartbeatMs, { lastHeartbeatMs, noticedMs, resumedMs, signalQuality });
  }
  return [...silences.values()];
}

/** Returns the heartbeat that ends an outage; undefined while it lasts, or if the next outage starts first. */
function findFirstHeartbeat({ source, fixture }: Terminal, fromMs: number, nowMs: number): number | undefined {
  const soonMs = fromMs + 2 * fixture.comms.heartbeatIntervalSeconds * 1000;
  return fromMs > nowMs ? undefined : listHeartbeatsBetween(source, fromMs, Math.min(soonMs, nowMs + 1))[0];
}

/** The transactions of a terminal in one finished hour of its local time. Never changes. */
export interface TransactionHour {
  readonly terminal: Terminal;
  readonly fromMs: number;
  readonly toMs: number;
  readonly totals: LedgerTotals;
  /** Number of declined attempts per response: most frequent first, then by code. */
  readonly declines: readonly { readonly response: string; readonly count: number }[];
}

/**
 * Returns the latest finished hours in which a visible terminal was used, newest first: at least `count`, unless the
 * history has fewer, and without gaps.
 */
export function listTransactionHours(
  terminals: readonly Terminal[],
  nowMs: number,
  count: number,
): readonly TransactionHour[] {
  const historyStartMs = terminals[0]?.ledger.historyStartMs ?? nowMs;
  for (let reachMs = 4 * HOUR_MS; ; reachMs *= 2) {
    const fromMs = Math.max(historyStartMs, nowMs - reachMs);
    const hours = terminals.flatMap((terminal) => listHours(terminal, fromMs, nowMs));
    if (hours.length >= count || fromMs === historyStartMs) return hours.sort((a, b) => b.toMs - a.toMs);
  }
}

/** Returns the hours that are entirely between the two instants. */
function listHours(terminal: Terminal, fromMs: number, nowMs: number): readonly TransactionHour[] {
  const byHour = Map.groupBy(terminal.ledger.transactionsBetween(fromMs, nowMs + 1), findHourMs);
  return [...byHour]
    .filter(([hourMs]) => hourMs >= fromMs && hourMs + HOUR_MS <= nowMs)
    .map(([hourMs, transactions]) => sumHour(terminal, hourMs, transactions));
}

/** Returns when the transaction's hour of local time began. */
function findHourMs({ atMs, offsetMinutes }: Transaction): number {
  const offsetMs = offsetMinutes * MINUTE_MS;
  return Math.floor((atMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
}

function sumHour(terminal: Terminal, fromMs: number, transactions: readonly Transaction[]): TransactionHour {
  const toMs = fromMs + HOUR_MS;
  const declined = transactions.filter((transaction) => transaction.type !== 'reversal' && !isApproved(transaction));
  const declines = [...Map.groupBy(declined, ({ response }) => response)]
    .map(([response, rows]) => ({ response, count: rows.length }))
    .sort((a, b) => b.count - a.count || (a.response < b.response ? -1 : 1));
  const totals = sumRows(transactions.map((transaction) => ({ transaction, form: getFormAt(transaction, toMs) })));
  return { terminal, fromMs, toMs, totals, declines };
}
