import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { CauseType } from '../../../fixtures/model/causes.ts';
import { valuesOf } from '../../../spec/index.ts';
import type { ExportedFact } from '../../world/state/exported-facts.ts';

/*
 * Schemas that validate the content of imported facts. Facts in the journal need no validation, because this program
 * wrote them.
 */

type Schema = Readonly<Record<string, unknown>>;

const textUpTo = (maxLength: number): Schema => ({ type: 'string', maxLength });
const text = textUpTo(1000);
/** Amounts are in cents: at most ten million dollars. */
const whole: Schema = { type: 'integer', minimum: -1e9, maximum: 1e9 };
const instant: Schema = { type: 'integer', minimum: 0, maximum: 8e12 };
const date: Schema = { type: 'string', format: 'date' };
const idOf = (prefix: string): Schema => ({ type: 'string', pattern: `^${prefix}_[0-9A-Z]{26}$` });
const terminalId: Schema = { type: 'string', pattern: '^[A-Z0-9]{8}$' };
const accountId: Schema = { type: 'string', pattern: '^acct_[a-z0-9_]{1,59}$' };
const userId: Schema = { type: 'string', pattern: '^usr_[a-z0-9_]{1,60}$' };
const boolean: Schema = { type: 'boolean' };
const oneOf = (...values: readonly (string | number)[]): Schema => ({ enum: values });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const listOf = (items: Schema): Schema => ({ type: 'array', items, maxItems: 1000 });
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const dispute = object({
  disputeId: idOf('dsp'),
  transactionId: idOf('txn'),
  terminalId,
  accountId,
  reasonCode: oneOf(...valuesOf('DisputeReason')),
  network: orNull({ ...textUpTo(20), minLength: 1 }),
  networkReasonCode: orNull(text),
  networkCaseRef: orNull({ ...textUpTo(40), minLength: 1 }),
  description: orNull(text),
  amountCents: { ...whole, minimum: 0 },
  openedAtMs: instant,
  dueDate: date,
  overdueFromMs: instant,
  regE: object({ provisionalCreditBy: date, finalDeterminationBy: date }),
  assignment: orNull(object({ userId, team: text, assignedAtMs: instant })),
  evidenceRequestedAtMs: orNull(instant),
  evidence: listOf(object({ kind: text, receivedAtMs: instant, note: orNull(text) })),
  escalatedAtMs: orNull(instant),
  resolution: orNull(
    object({
      outcome: oneOf(...valuesOf('DisputeOutcome')),
      resolvedAtMs: instant,
      adjustedCents: whole,
      note: orNull(text),
      reviewer: object({ userId, displayName: text, reviewedAtMs: instant }),
    }),
  ),
});

const batch = object({
  batchId: idOf('ach'),
  accountId,
  businessDate: date,
  fundingType: oneOf(...valuesOf('FundingType')),
  revision: { ...whole, minimum: 1 },
  creditEntryCount: whole,
  debitEntryCount: whole,
  addendaCount: whole,
  creditTotalCents: whole,
  debitTotalCents: whole,
  netPayoutCents: whole,
  breakdown: object({
    vaultCashCents: whole,
    surchargeCents: whole,
    interchangeCents: whole,
    adjustmentsCents: whole,
    feesCents: whole,
  }),
  ach: object({
    secCode: oneOf('CCD', 'PPD'),
    serviceClassCode: oneOf(200, 220, 225),
    companyEntryDescription: text,
    achBatchNumber: whole,
    sameDayWindow: orNull(oneOf('10:30', '14:45', '16:45')),
  }),
  returns: listOf(
    object({
      traceNumber: text,
      returnCode: text,
      returnText: text,
      amountCents: whole,
      entrySide: oneOf('credit', 'debit'),
      returnedAtMs: instant,
      terminalId: orNull(terminalId),
    }),
  ),
  reconciliation: object({
    ledgerCashCents: whole,
    hostTotalsCents: whole,
    terminalTotalsCents: whole,
    varianceCents: whole,
    varianceTerminalIds: listOf(terminalId),
  }),
  timing: object({
    cutoffAtMs: instant,
    derivedAtMs: instant,
    approvedAtMs: orNull(instant),
    submittedAtMs: orNull(instant),
    effectiveEntryDate: date,
    settledAtMs: orNull(instant),
  }),
  hold: orNull(oneOf('variance', 'missing_bank_details', 'account_on_hold')),
  ended: orNull(object({ status: oneOf('canceled', 'rejected'), atMs: instant, reason: text })),
  payoutAccount: { type: ['object', 'null'] },
  adjustedDisputeIds: listOf(idOf('dsp')),
  memo: orNull(text),
});

const base = { causeId: idOf('cau'), atMs: instant };
const causeOf = (type: CauseType, properties: Readonly<Record<string, Schema>>): Schema =>
  object({ type: oneOf(type), ...base, ...properties });
const causeAt = (type: CauseType, properties: Readonly<Record<string, Schema>>): Schema =>
  causeOf(type, { terminalId, ...properties });
const untilMs = orNull(instant);
const connectorId: Schema = { type: 'string', pattern: '^con_[a-z0-9_]{1,60}$' };

const attemptMembers = {
  afterSeconds: { ...whole, minimum: 0, maximum: 86_400 },
  card: { ...whole, minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  type: oneOf(...valuesOf('TransactionType').filter((type) => type !== 'reversal')),
  accountType: oneOf(...valuesOf('AccountType')),
  emv: orNull(oneOf(...valuesOf('EntryMode'))),
  amountCents: { ...whole, minimum: 0, maximum: 1_000_000 },
  response: { type: 'string', pattern: '^[0-9A-Z]{2}$' },
};
const attempt: Schema = {
  ...object({
    ...attemptMembers,
    reversedAfterSeconds: { ...whole, minimum: 0, maximum: 86_400 },
    notesShort: { ...whole, minimum: 0, maximum: 1000 },
  }),
  required: Object.keys(attemptMembers),
};

const causes: Readonly<Record<CauseType, Schema>> = {
  line_cut: causeAt('line_cut', { untilMs }),
  line_restored: causeAt('line_restored', {}),
  line_flapping: causeAt('line_flapping', {
    changesPerHour: { ...whole, minimum: 6, maximum: 120 },
    untilMs: instant,
  }),
  notes_removed: causeAt('notes_removed', {
    position: oneOf('A', 'B', 'all'),
    notesLeft: { ...whole, minimum: 0, maximum: 10_000 },
  }),
  cash_loaded: causeAt('cash_loaded', { notes: orNull({ ...whole, minimum: 0, maximum: 100_000 }) }),
  device_failed: causeAt('device_failed', {
    device: oneOf(...valuesOf('DeviceName')),
    state: oneOf(...valuesOf('DeviceState')),
    condition: oneOf(...valuesOf('DeviceCondition')),
    errorCode: orNull({ type: 'string', pattern: '^[0-9A-Z]{1,10}$' }),
    errorText: orNull({ type: 'string', pattern: '^[ -~]{1,100}$' }),
    isServiceAffecting: boolean,
    untilMs,
  }),
  device_repaired: causeAt('device_repaired', { device: oneOf(...valuesOf('DeviceName')) }),
  attempts_made: causeAt('attempts_made', { attempts: { ...listOf(attempt), maxItems: 1000 } }),
  connector_down: causeOf('connector_down', { connectorId, untilMs }),
  connector_restored: causeOf('connector_restored', { connectorId }),
  command_queued: causeAt('command_queued', {
    commandType: oneOf(...valuesOf('CommandType')),
    outcome: oneOf('completed', 'failed', 'rejected', 'expired', 'canceled'),
  }),
  job_started: causeAt('job_started', {
    outcome: oneOf('completed', 'failed', 'rolled_back', 'canceled', 'stuck_delivering'),
  }),
  paper_dated: causeOf('paper_dated', {
    terminalId: orNull(terminalId),
    accountId,
    itemType: oneOf(...valuesOf('ComplianceItemType')),
    expiresDate: date,
  }),
  risk_assessed: causeAt('risk_assessed', {
    score: { ...whole, minimum: 0, maximum: 100 },
    drivers: { ...listOf(oneOf(...valuesOf('RiskDriver'))), minItems: 1, uniqueItems: true },
    isIncidentReport: boolean,
  }),
  terminal_totals_off: causeAt('terminal_totals_off', { accountId, businessDate: date, cents: whole }),
};

const schemas: Readonly<Record<ExportedFact['type'], Schema>> = {
  'dispute-opened': object({ userId, dispute }),
  'settlement-derived': object({ userId, batch }),
  'cause-injected': object({
    userId: orNull(userId),
    cause: {
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: Object.values(causes),
    },
  }),
  'clock-set': object({ toMs: instant }),
  'misbehaviour-switched': object({ name: text, isOn: boolean }),
};

const ajv = new Ajv2020({ strict: false, discriminator: true });
addFormats.default(ajv, ['date']);
const validators = new Map<string, ValidateFunction>();

/** Types of facts that a document may contain. */
export const exportedTypes = Object.keys(schemas);

/** Returns the first fault of `content` for this type, or undefined. The pointer is relative to the content. */
export function faultOfContent(
  type: ExportedFact['type'],
  content: unknown,
): { readonly pointer: string; readonly expected: string } | undefined {
  const validate = validators.get(type) ?? ajv.compile(schemas[type]);
  validators.set(type, validate);
  if (validate(content)) return undefined;
  const [error = { instancePath: '', message: 'is not valid' } as ErrorObject] = validate.errors ?? [];
  const extra =
    error.params !== undefined && 'additionalProperty' in error.params ? `: ${error.params.additionalProperty}` : '';
  return { pointer: error.instancePath, expected: `The value ${error.message}${extra}.` };
}
