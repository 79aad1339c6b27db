import { smallestWithdrawalCents } from '../../../fixtures/cash/cash-fold.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { getPolicy } from '../rules/evaluation/default-policy.ts';
import { listMessagesFrom } from '../rules/input/status-messages.ts';
import type { Terminal } from '../state/tenant.ts';
import {
  alreadyOpen,
  causeAt,
  defineTrigger,
  findRearmedMs,
  findTargetTerminal,
  latestIncident,
  type Setting,
  type TriggerOutcome,
  triggerPlan,
  withInjectedCauses,
} from './definition.ts';
import { isObstacles, obstacle } from './obstacle.ts';

/** How far ahead to look for a status message. */
const PATIENCE_MS = 7 * 24 * 60 * MINUTE_MS;

/** Removes notes from a cassette, down to its threshold. */
export const cashLowTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    cassette: { type: 'string', enum: ['A', 'B'], default: 'A', description: 'Which cassette runs low.' },
    notes_left: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      description: 'Notes left in it, at most its threshold. Default: the threshold.',
    },
  },
  provoke(setting, { cassette, notes_left: notesLeft }) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { nowMs } = setting;
    const { cash } = terminal.fixture;
    if (cassette === 'B' && cash.cassetteCount === 1)
      return obstacle('/parameters/cassette', 'invalid_value', 'Expected A: the terminal has one cassette.');
    const left = notesLeft ?? cash.lowThresholdNotes;
    if (left > cash.lowThresholdNotes)
      return obstacle(
        '/parameters/notes_left',
        'invalid_value',
        `Expected at most ${cash.lowThresholdNotes}, the threshold of the cassette.`,
      );
    const out = latestIncident(terminal, nowMs, `cash_out:${terminal.terminalId}`);
    if (out?.resolvedAtMs === null)
      return obstacle('/event_type', 'held_back', 'The terminal is out of cash. Resolve cash_out first.');
    const latest = latestIncident(terminal, nowMs, `cash_low:${terminal.terminalId}:${cassette}`);
    if (latest?.resolvedAtMs === null) return alreadyOpen(latest);

    const removed: Cause = {
      ...causeAt(setting, terminal),
      type: 'notes_removed',
      position: cassette,
      notesLeft: left,
    };
    // The rule reports once per load.
    const loadedMs = terminal.ledger.loadAt(nowMs)?.atMs;
    const wasEmitted = latest !== undefined && loadedMs !== undefined && latest.openedAtMs >= loadedMs;
    const causes = wasEmitted ? [makeLoad(setting, terminal), removed] : [removed];
    const after = withInjectedCauses(terminal, causes).ledger.cashAt(nowMs);
    if (after === undefined)
      return obstacle('/terminal_id', 'not_in_service', 'The terminal was never loaded with cash.');
    if (after.amountRemainingCents < smallestWithdrawalCents(terminal.fixture))
      return obstacle(
        '/parameters/notes_left',
        'invalid_value',
        'Expected enough notes for a withdrawal. With fewer, the event is cash_out.',
      );
    return triggerPlan(setting, causes, nowMs);
  },
  resolve: reload,
});

/** Removes all notes. */
export const cashOutTrigger = defineTrigger({
  about: 'terminal',
  parameters: {},
  provoke(setting) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const latest = latestIncident(terminal, setting.nowMs, `cash_out:${terminal.terminalId}`);
    if (latest?.resolvedAtMs === null) return alreadyOpen(latest);
    if (terminal.ledger.loadAt(setting.nowMs) === undefined)
      return obstacle('/terminal_id', 'not_in_service', 'The terminal was never loaded with cash.');
    const cause: Cause = { ...causeAt(setting, terminal), type: 'notes_removed', position: 'all', notesLeft: 0 };
    return triggerPlan(setting, [cause], Math.max(setting.nowMs, findRearmedMs(latest, 0)));
  },
  resolve: reload,
});

function reload(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  return triggerPlan(setting, [makeLoad(setting, terminal)], setting.nowMs);
}

/** Loads the terminal to capacity, so that the cash lasts for any demand. */
function makeLoad(setting: Setting, terminal: Terminal): Cause {
  const { capacityNotes, cassetteCount } = terminal.fixture.cash;
  return { ...causeAt(setting, terminal), type: 'cash_loaded', notes: capacityNotes * cassetteCount };
}

const conditions = [
  'transport_inoperative',
  'stacker_not_empty',
  'reject_bin_full',
  'cassette_missing',
  'shutter_jammed',
] as const;

/** Messages of a machine, and the one maker's error code that is public. */
const symptoms: Readonly<
  Record<
    (typeof conditions)[number],
    { readonly state: 'hardware_error' | 'user_error'; readonly text: string; readonly hyosungCode: string | null }
  >
> = {
  transport_inoperative: { state: 'hardware_error', text: 'Note transport jammed', hyosungCode: null },
  stacker_not_empty: { state: 'hardware_error', text: 'Notes seen before dispensing', hyosungCode: '20015' },
  reject_bin_full: { state: 'user_error', text: 'Reject bin full', hyosungCode: '20003' },
  cassette_missing: { state: 'user_error', text: 'Cassette not loaded', hyosungCode: '20001' },
  shutter_jammed: { state: 'hardware_error', text: 'Shutter jammed', hyosungCode: null },
};

/** Breaks the dispenser. The next status messages report it. */
export const dispenserFaultTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    condition: { type: 'string', enum: conditions, default: 'transport_inoperative', description: 'Kind of fault.' },
    is_service_affecting: {
      type: 'boolean',
      default: true,
      description: 'Whether it stops the terminal from dispensing.',
    },
  },
  provoke(setting, { condition, is_service_affecting: isServiceAffecting }) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { nowMs } = setting;
    const { state, text: errorText, hyosungCode } = symptoms[condition];
    const errorCode = terminal.fixture.hardware.vendor === 'Hyosung' ? hyosungCode : null;
    const latest = latestIncident(terminal, nowMs, `dispenser_fault:${terminal.terminalId}:${errorCode ?? condition}`);
    if (latest?.resolvedAtMs === null) return alreadyOpen(latest);

    const { seriousMessages, warningMessages, rearmMinutes } = getPolicy(setting.triggerContext.tenant).dispenserFault;
    const cause: Cause = {
      ...causeAt(setting, terminal),
      type: 'device_failed',
      device: 'cash_dispenser',
      state,
      condition,
      errorCode,
      errorText,
      isServiceAffecting,
      untilMs: null,
    };
    const emittedMs = findMessageMs(terminal, [cause], nowMs, isServiceAffecting ? seriousMessages : warningMessages);
    if (emittedMs === undefined) return explainSilence;
    return triggerPlan(setting, [cause], Math.max(emittedMs, findRearmedMs(latest, rearmMinutes)));
  },
  resolve(setting) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const cause: Cause = { ...causeAt(setting, terminal), type: 'device_repaired', device: 'cash_dispenser' };
    const emittedMs = findMessageMs(
      terminal,
      [cause],
      setting.nowMs,
      getPolicy(setting.triggerContext.tenant).dispenserFault.clearMessages,
    );
    return emittedMs === undefined ? explainSilence : triggerPlan(setting, [cause], emittedMs);
  },
});

const explainSilence = obstacle(
  '/terminal_id',
  'cannot_serve',
  'The terminal sends no status messages. Resolve heartbeat_stale first.',
);

/** Returns when the terminal will have sent this many status messages. */
function findMessageMs(terminal: Terminal, causes: readonly Cause[], nowMs: number, count: number): number | undefined {
  return listMessagesFrom(withInjectedCauses(terminal, causes), nowMs, count, nowMs + PATIENCE_MS)[count - 1];
}
