import { DAY_MS, HOUR_MS, MINUTE_MS, offsetMinutes, zoneAbbreviation } from '../../fixtures/calendar.ts';
import { isApproved } from '../../fixtures/cash-rows.ts';
import { HISTORY_START_MS } from '../../fixtures/epoch.ts';
import { formAt } from '../../fixtures/ledger.ts';
import { heartbeatsBetween, lastHeartbeatAt, outagesBetween } from '../../fixtures/outages.ts';
import { rsrpDbmAt, type SignalQuality, signalQualityOf } from '../../fixtures/signal.ts';
import type { Transaction } from '../../fixtures/stream-types.ts';
import { formatLocalInstant } from '../../spec/formats.ts';
import { totalsOf } from './ledger-view.ts';
import type { LedgerTotals, Terminal } from './tenant.ts';
import { staleFromMs } from './terminal-line.ts';

/** What a clock on the wall beside a terminal shows. */
export interface LocalTime {
  /** `2026-11-02`. */
  readonly date: string;
  /** `10:00:07`. */
  readonly time: string;
  /** `EST`. */
  readonly zone: string;
}

/** The wall clock of an IANA zone at an instant. */
export function localTimeAt(zone: string, ms: number): LocalTime {
  const text = formatLocalInstant(ms, offsetMinutes(zone, ms));
  return { date: text.slice(0, 10), time: text.slice(11, 19), zone: zoneAbbreviation(zone, ms) };
}

/** A time in which a terminal was expected and not heard. Instants in epoch milliseconds. */
export interface Silence {
  readonly lastHeardMs: number;
  /** When it had been silent for too long. */
  readonly noticedMs: number;
  /** Undefined while it lasts. */
  readonly heardAgainMs: number | undefined;
  /** At the last heartbeat; null on a wired line. */
  readonly signalQuality: SignalQuality | null;
}

/** Longer than feeds reach back, with what began before and ended since. */
const SILENCES_MS = 36 * DAY_MS;

/** The silences of the last 35 days, as known at `nowMs`, oldest first. */
export function silencesOf(terminal: Terminal, nowMs: number): readonly Silence[] {
  const { source } = terminal;
  // Outages that follow so closely that no heartbeat comes between them are one silence.
  const silences = new Map<number, Silence>();
  for (const outage of outagesBetween(source, Math.max(HISTORY_START_MS, nowMs - SILENCES_MS), nowMs + 1)) {
    const lastHeardMs = lastHeartbeatAt(source, outage.fromMs);
    if (lastHeardMs === undefined) continue;
    const noticedMs = staleFromMs(terminal, lastHeardMs);
    const heardAgainMs = firstHeartbeat(terminal, outage.toMs, nowMs);
    if (noticedMs > nowMs || (heardAgainMs !== undefined && heardAgainMs <= noticedMs)) continue;
    const signalQuality = signalQualityOf(rsrpDbmAt(source, lastHeardMs));
    silences.set(lastHeardMs, { lastHeardMs, noticedMs, heardAgainMs, signalQuality });
  }
  return [...silences.values()];
}

/** The heartbeat that ends an outage; undefined while it lasts, or when the next outage swallowed it. */
function firstHeartbeat({ source, fixture }: Terminal, fromMs: number, nowMs: number): number | undefined {
  const soonMs = fromMs + 2 * fixture.comms.heartbeatIntervalSeconds * 1000;
  return fromMs > nowMs ? undefined : heartbeatsBetween(source, fromMs, Math.min(soonMs, nowMs + 1))[0];
}

/** What one terminal did in one hour of its own clock, as known when the hour was over: it never changes again. */
export interface TransactionHour {
  readonly terminal: Terminal;
  readonly fromMs: number;
  readonly toMs: number;
  readonly totals: LedgerTotals;
  /** How many attempts were declined with which response: most frequent first, then by code. */
  readonly declines: readonly { readonly response: string; readonly count: number }[];
}

/**
 * The latest finished hours in which a visible terminal was used, newest first: all of them since some moment, and at
 * least `count`, unless the history holds fewer.
 */
export function transactionHours(
  terminals: readonly Terminal[],
  nowMs: number,
  count: number,
): readonly TransactionHour[] {
  for (let reachMs = 4 * HOUR_MS; ; reachMs *= 2) {
    const fromMs = Math.max(HISTORY_START_MS, nowMs - reachMs);
    const hours = terminals.flatMap((terminal) => hoursOf(terminal, fromMs, nowMs));
    if (hours.length >= count || fromMs === HISTORY_START_MS) return hours.sort((a, b) => b.toMs - a.toMs);
  }
}

/** Hours that lie wholly between the two instants. */
function hoursOf(terminal: Terminal, fromMs: number, nowMs: number): readonly TransactionHour[] {
  const byHour = Map.groupBy(terminal.ledger.transactionsBetween(fromMs, nowMs + 1), hourOf);
  return [...byHour]
    .filter(([hourMs]) => hourMs >= fromMs && hourMs + HOUR_MS <= nowMs)
    .map(([hourMs, transactions]) => summed(terminal, hourMs, transactions));
}

/** When the hour of the terminal's wall clock began in which it happened. */
function hourOf({ atMs, offsetMinutes }: Transaction): number {
  const offsetMs = offsetMinutes * MINUTE_MS;
  return Math.floor((atMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
}

function summed(terminal: Terminal, fromMs: number, transactions: readonly Transaction[]): TransactionHour {
  const toMs = fromMs + HOUR_MS;
  const declined = transactions.filter((transaction) => transaction.type !== 'reversal' && !isApproved(transaction));
  const declines = [...Map.groupBy(declined, ({ response }) => response)]
    .map(([response, rows]) => ({ response, count: rows.length }))
    .sort((a, b) => b.count - a.count || (a.response < b.response ? -1 : 1));
  const totals = totalsOf(transactions.map((transaction) => ({ transaction, form: formAt(transaction, toMs) })));
  return { terminal, fromMs, toMs, totals, declines };
}
