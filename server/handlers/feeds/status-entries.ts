import type { ObservationCode } from '../../../fixtures/cash/switch-journal.ts';
import type { JournalObservation } from '../../../fixtures/model/stream-types.ts';
import { formatInstant } from '../../../spec/formats.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { mayReadObservation } from './feed-access.ts';
import type { FeedEntry } from './feed-item.ts';
import { amountText, clockText, siteText, spanText, words } from './feed-wording.ts';

/** Silences of a terminal: that it was not heard in time, and that it was heard again. */
export function silenceEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return scope.silencesOf(terminal).flatMap((silence) => {
    const { lastHeartbeatMs, noticedMs, resumedMs, signalQuality } = silence;
    const { terminalId, fixture } = terminal;
    const { linkType, heartbeatIntervalSeconds } = fixture.comms;
    const clockAt = (ms: number, toldMs: number): string =>
      clockText(scope.localTimeAt(terminal, ms), scope.localTimeAt(terminal, toldMs));
    const id = `${terminalId}:${formatInstant(lastHeartbeatMs)}`;
    const link = signalQuality === null ? linkNames[linkType] : `${linkNames[linkType]}, signal ${signalQuality}`;
    const expected = `expected every ${spanText(heartbeatIntervalSeconds * 1000)}`;
    const lost: FeedEntry = {
      category: 'heartbeat',
      id,
      atMs: noticedMs,
      title: `${terminalId} silent for ${spanText(noticedMs - lastHeartbeatMs)}`,
      sentences: [`Last heartbeat ${clockAt(lastHeartbeatMs, noticedMs)} (${expected})`, link, siteText(terminal)],
      terminalId,
    };
    if (resumedMs === undefined) return [lost];
    const back: FeedEntry = {
      category: 'heartbeat',
      id: `${id}:heard`,
      atMs: resumedMs,
      title: `${terminalId} heard again after ${spanText(resumedMs - lastHeartbeatMs)}`,
      sentences: [
        `Heartbeat at ${clockAt(resumedMs, resumedMs)}`,
        `Silent since ${clockAt(lastHeartbeatMs, resumedMs)}`,
        siteText(terminal),
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

/** Changes of a terminal's operational state. Why is not told to roles that are shown no devices. */
export function statusChangeEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  const { terminalId } = terminal;
  return scope.statusChangesOf(terminal).map(({ atMs, from, to, reason, amountRemainingCents }) => ({
    category: 'status',
    id: `${terminalId}:${formatInstant(atMs)}`,
    atMs,
    title: `${terminalId} ${words(from)} → ${words(to)}`,
    sentences: [
      scope.rules.hidesDevices ? '' : reason,
      amountRemainingCents === null ? '' : `Cash left ${amountText(amountRemainingCents)} USD`,
      siteText(terminal),
    ],
    terminalId,
  }));
}

/** What the switch observed of a terminal; nothing of the networks to roles that are shown no network steps. */
export function observationEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return remarkEntries(scope, terminal, scope.observationsOf(terminal));
}

/** The same for a digest of many terminals: what each of them does every day would leave no room for anything else. */
export function unusualObservationEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return remarkEntries(
    scope,
    terminal,
    scope.observationsOf(terminal).filter(({ code }) => !dailyObservations.has(code)),
  );
}

const dailyObservations: ReadonlySet<string> = new Set<ObservationCode>(['working_key_changed', 'day_close_received']);

function remarkEntries(
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
      title: `${terminalId} ${observationTitles[code] ?? words(code)}`,
      sentences: [sentence, siteText(terminal)],
      terminalId,
    }));
}

const observationTitles: Readonly<Record<string, string>> = {
  late_response: 'late response, reversal sent',
  duplicate_stan: 'duplicate request dropped',
  non_dispense_detected: 'no notes dispensed, reversed',
  cash_load_seen: 'cash load seen',
  day_close_received: 'day close received',
  day_close_missing: 'day close missing',
  working_key_changed: 'working key changed',
  key_exchange_failed: 'key exchange failed',
  echo_failed: 'echo test failed',
  stand_in_used: 'network stood in for the issuer',
  surcharge_overridden: 'surcharge set to 0.00 by the network',
  emv_fallback_run: 'chip reader suspect',
  clock_skew: 'clock more than 5 min off',
  unmatched_reversal: 'reversal without an original',
} satisfies Readonly<Record<ObservationCode, string>>;
