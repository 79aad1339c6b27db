import { formatInstant } from '../../../base/formats.ts';
import type { ObservationCode } from '../../../fixtures/cash/switch-journal.ts';
import type { JournalObservation } from '../../../fixtures/model/stream-types.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { mayReadObservation } from './feed-access.ts';
import type { FeedEntry } from './feed-item.ts';
import { formatAmount, formatClock, formatSite, formatSpan, toWords } from './feed-wording.ts';

/** Returns two entries per missed heartbeat: the heartbeat was lost, the heartbeat resumed. */
export function listHeartbeatEntries(scope: Scope, terminal: Terminal, reachMs?: number): readonly FeedEntry[] {
  return scope.listSilences(terminal, reachMs).flatMap((silence) => {
    const { lastHeartbeatMs, noticedMs, resumedMs, signalQuality } = silence;
    const { terminalId, fixture } = terminal;
    const { linkType, heartbeatIntervalSeconds } = fixture.comms;
    const clockAt = (ms: number, emittedMs: number): string =>
      formatClock(scope.localTimeAt(terminal, ms), scope.localTimeAt(terminal, emittedMs));
    const id = `${terminalId}:${formatInstant(lastHeartbeatMs)}`;
    const link = signalQuality === null ? linkNames[linkType] : `${linkNames[linkType]}, signal ${signalQuality}`;
    const expected = `expected every ${formatSpan(heartbeatIntervalSeconds * 1000)}`;
    const lost: FeedEntry = {
      category: 'heartbeat',
      id,
      atMs: noticedMs,
      title: `${terminalId} no heartbeat for ${formatSpan(noticedMs - lastHeartbeatMs)}`,
      sentences: [`Last heartbeat ${clockAt(lastHeartbeatMs, noticedMs)} (${expected})`, link, formatSite(terminal)],
      terminalId,
    };
    if (resumedMs === undefined) return [lost];
    const back: FeedEntry = {
      category: 'heartbeat',
      id: `${id}:heard`,
      atMs: resumedMs,
      title: `${terminalId} heartbeat resumed after ${formatSpan(resumedMs - lastHeartbeatMs)}`,
      sentences: [
        `Heartbeat at ${clockAt(resumedMs, resumedMs)}`,
        `No heartbeat since ${clockAt(lastHeartbeatMs, resumedMs)}`,
        formatSite(terminal),
      ],
      terminalId,
    };
    return [lost, back];
  });
}

const linkNames: Readonly<Record<Terminal['fixture']['comms']['linkType'], string>> = {
  lte: 'LTE',
  ethernet: 'Ethernet',
  wifi: 'Wi-Fi',
  dial: 'Dial-up',
  vsat: 'Satellite',
};

/** Returns the changes of a terminal's operational state. Omits the reason for roles that may not see devices. */
export function listStatusEntries(scope: Scope, terminal: Terminal, reachMs?: number): readonly FeedEntry[] {
  const { terminalId } = terminal;
  return scope.listStatusChanges(terminal, reachMs).map(({ atMs, from, to, reason, amountRemainingCents }) => ({
    category: 'status',
    id: `${terminalId}:${formatInstant(atMs)}`,
    atMs,
    title: `${terminalId} ${toWords(from)} → ${toWords(to)}`,
    sentences: [
      scope.rules.hidesDevices ? '' : reason,
      amountRemainingCents === null ? '' : `Cash remaining ${formatAmount(amountRemainingCents)} USD`,
      formatSite(terminal),
    ],
    terminalId,
  }));
}

/**
 * Returns the observations of the switch about a terminal. Omits network observations for roles that may not see
 * them.
 */
export function listObservationEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return toObservationEntries(scope, terminal, scope.listObservations(terminal));
}

/** Returns the unusual observations about a terminal. Daily ones would fill the account feed. */
export function listUnusualObservationEntries(
  scope: Scope,
  terminal: Terminal,
  reachMs?: number,
): readonly FeedEntry[] {
  return toObservationEntries(
    scope,
    terminal,
    scope.listObservations(terminal, reachMs).filter(({ code }) => !dailyObservations.has(code)),
  );
}

const dailyObservations: ReadonlySet<string> = new Set<ObservationCode>(['working_key_changed', 'day_close_received']);

function toObservationEntries(
  scope: Scope,
  terminal: Terminal,
  observations: readonly JournalObservation[],
): readonly FeedEntry[] {
  const { terminalId } = terminal;
  return observations
    .filter(({ code }) => mayReadObservation(scope.rules, code))
    .map(({ observationId, atMs, code, sentence }) => ({
      category: 'switch-journal',
      id: observationId,
      atMs,
      title: `${terminalId} ${observationTitles[code] ?? toWords(code)}`,
      sentences: [sentence, formatSite(terminal)],
      terminalId,
    }));
}

const observationTitles: Readonly<Record<string, string>> = {
  late_response: 'late response, reversal sent',
  duplicate_stan: 'duplicate request rejected',
  non_dispense_detected: 'no cash dispensed, transaction reversed',
  cash_load_seen: 'cash load detected',
  day_close_received: 'day close received',
  day_close_missing: 'day close missing',
  working_key_changed: 'working key changed',
  key_exchange_failed: 'key exchange failed',
  echo_failed: 'echo test failed',
  stand_in_used: 'stand-in approval by the network',
  surcharge_overridden: 'surcharge set to 0.00 by the network',
  emv_fallback_run: 'repeated chip read failures',
  clock_skew: 'clock off by more than 5 min',
  unmatched_reversal: 'reversal without original transaction',
} satisfies Readonly<Record<ObservationCode, string>>;
