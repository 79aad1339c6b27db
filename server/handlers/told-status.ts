import type { ObservationCode } from '../../fixtures/cash/switch-journal.ts';
import type { JournalObservation } from '../../fixtures/model/stream-types.ts';
import { formatInstant } from '../../spec/formats.ts';
import type { Scope, Terminal } from '../world/state/tenant.ts';
import { mayReadObservation } from './feed-access.ts';
import type { Told } from './feed-item.ts';
import { amountText, clockText, siteText, spanText, words } from './feed-wording.ts';

/** Silences of a terminal: that it was not heard in time, and that it was heard again. */
export function tellSilences(scope: Scope, terminal: Terminal): readonly Told[] {
  return scope.silencesOf(terminal).flatMap((silence) => {
    const { lastHeardMs, noticedMs, heardAgainMs, signalQuality } = silence;
    const { terminalId, fixture } = terminal;
    const { linkType, heartbeatIntervalSeconds } = fixture.comms;
    const clockAt = (ms: number, toldMs: number): string =>
      clockText(scope.localTimeAt(terminal, ms), scope.localTimeAt(terminal, toldMs));
    const id = `${terminalId}:${formatInstant(lastHeardMs)}`;
    const link = signalQuality === null ? linkNames[linkType] : `${linkNames[linkType]}, signal ${signalQuality}`;
    const expected = `expected every ${spanText(heartbeatIntervalSeconds * 1000)}`;
    const lost: Told = {
      category: 'heartbeat',
      id,
      atMs: noticedMs,
      title: `${terminalId} silent for ${spanText(noticedMs - lastHeardMs)}`,
      sentences: [`Last heartbeat ${clockAt(lastHeardMs, noticedMs)} (${expected})`, link, siteText(terminal)],
      terminalId,
    };
    if (heardAgainMs === undefined) return [lost];
    const back: Told = {
      category: 'heartbeat',
      id: `${id}:heard`,
      atMs: heardAgainMs,
      title: `${terminalId} heard again after ${spanText(heardAgainMs - lastHeardMs)}`,
      sentences: [
        `Heartbeat at ${clockAt(heardAgainMs, heardAgainMs)}`,
        `Silent since ${clockAt(lastHeardMs, heardAgainMs)}`,
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
export function tellStatusChanges(scope: Scope, terminal: Terminal): readonly Told[] {
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
export function tellObservations(scope: Scope, terminal: Terminal): readonly Told[] {
  return tellRemarks(scope, terminal, scope.observationsOf(terminal));
}

/** The same for a digest of many terminals: what each of them does every day would leave no room for anything else. */
export function tellUnusualObservations(scope: Scope, terminal: Terminal): readonly Told[] {
  return tellRemarks(
    scope,
    terminal,
    scope.observationsOf(terminal).filter(({ code }) => !dailyObservations.has(code)),
  );
}

const dailyObservations: ReadonlySet<string> = new Set<ObservationCode>(['working_key_changed', 'day_close_received']);

function tellRemarks(scope: Scope, terminal: Terminal, observations: readonly JournalObservation[]): readonly Told[] {
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
