import { formatInstant, formatMoney } from '../../../../base/formats.ts';
import type { Cause, CauseOf, CauseType } from '../../../../fixtures/model/causes.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';

/** Presents a cause in the control plane. */
export function presentCause(cause: Cause): SandboxSchemas['InjectedCause'] {
  return {
    cause_id: cause.causeId,
    kind: cause.type,
    at: formatInstant(cause.atMs),
    terminal_id: 'terminalId' in cause ? cause.terminalId : null,
    connector_id: 'connectorId' in cause ? cause.connectorId : null,
    account_id: 'accountId' in cause ? cause.accountId : null,
    summary: describeCause(cause),
  };
}

/** Describes the change of a cause in a sentence. */
export function describeCause<Type extends CauseType>(cause: CauseOf<Type> & { readonly type: Type }): string {
  return texts[cause.type](cause);
}

const texts: { readonly [Type in CauseType]: (cause: CauseOf<Type>) => string } = {
  line_cut: ({ untilMs }) => `The line is cut ${formatUntil(untilMs, 'it is restored')}.`,
  line_restored: () => 'The line is restored.',
  line_flapping: ({ changesPerHour, untilMs }) =>
    `The line drops and returns, ${changesPerHour} changes an hour, ${formatUntil(untilMs)}.`,
  notes_removed: ({ position, notesLeft }) =>
    position === 'all'
      ? `Notes are removed from every cassette: ${notesLeft} are left in each.`
      : `Notes are removed from cassette ${position}: ${notesLeft} are left.`,
  cash_loaded: ({ notes }) =>
    notes === null ? 'The usual amount of cash is loaded.' : `Cash is loaded: ${notes} notes.`,
  device_failed: ({ device, condition, isServiceAffecting, untilMs }) =>
    `${nameDevice(device)} fails (${toWords(condition)}), ${isServiceAffecting ? 'and the terminal cannot dispense cash' : 'but the terminal still dispenses cash'}, ${formatUntil(untilMs, 'it is repaired')}.`,
  device_repaired: ({ device }) => `${nameDevice(device)} is repaired.`,
  attempts_made: ({ attempts }) =>
    `${attempts.length} transactions are attempted, with ${new Set(attempts.map(({ card }) => card)).size} cards; responses ${[...new Set(attempts.map(({ response }) => response))].join(', ')}.`,
  connector_down: ({ untilMs }) => `The connector does not respond ${formatUntil(untilMs, 'it is restored')}.`,
  connector_restored: () => 'The connector responds again.',
  command_queued: ({ commandType, outcome }) => `The command ${commandType} is queued; its outcome will be ${outcome}.`,
  job_started: ({ outcome }) => `A provisioning job is started; its outcome will be ${outcome}.`,
  paper_dated: ({ itemType, expiresDate }) => `The expiry date of ${itemType} becomes ${expiresDate}.`,
  risk_assessed: ({ score, drivers, isIncidentReport }) =>
    `${isIncidentReport ? 'An incident is reported' : 'The site gets a new risk assessment'}: score ${score}, ${drivers.join(', ') || 'without a driver'}.`,
  terminal_totals_off: ({ businessDate, cents }) =>
    cents === 0
      ? `The terminal's own totals of ${businessDate} are corrected.`
      : `The terminal's own totals of ${businessDate} are off by ${formatMoney(cents)}.`,
  command_decided: ({ commandId, outcome, resultCode, lostAttempts }) =>
    `The outcome of the command ${commandId} will be ${outcome}${resultCode === null ? '' : ` (${resultCode})`}${lostAttempts === 0 ? '' : `, after ${lostAttempts} attempts without a response`}.`,
  job_decided: ({ jobId, outcome, stage }) =>
    `The outcome of the provisioning job ${jobId} will be ${outcome}${stage === null ? '' : ` at ${toWords(stage)}`}.`,
  dispute_decided: ({ disputeId, outcome, adjustedCents }) =>
    `The dispute ${disputeId} is resolved: ${outcome}, with ${formatMoney(adjustedCents)} charged to the operator.`,
  batch_held: ({ batchId }) => `The batch ${batchId} is held for a review of the payee.`,
  batch_released: ({ batchId, sameDay }) =>
    `The batch ${batchId} is approved${sameDay ? ', and its file is sent in the next same-day window' : ''}.`,
  batch_ended: ({ batchId, status }) => `The batch ${batchId} is ${status}.`,
  batch_returned: ({ batchId, returnCode, entries }) =>
    `The bank of the payee returns ${entries.length === 1 ? '1 entry' : `${entries.length} entries`} of the batch ${batchId} with ${returnCode}.`,
  dispute_left: ({ disputeId }) => `The dispute ${disputeId} stays undecided until its due date has passed.`,
};

const toWords = (name: string): string => name.replaceAll('_', ' ');
const nameDevice = (device: string): string => `The ${toWords(device)}`;
const formatUntil = (untilMs: number | null, otherwise = 'further notice'): string =>
  `until ${untilMs === null ? otherwise : formatInstant(untilMs)}`;
