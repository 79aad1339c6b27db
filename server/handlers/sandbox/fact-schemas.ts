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
const idSchema = (prefix: string): Schema => ({ type: 'string', pattern: `^${prefix}_[0-9A-Z]{26}$` });
const terminalId: Schema = { type: 'string', pattern: '^[A-Z0-9]{8}$' };
const accountId: Schema = { type: 'string', pattern: '^acct_[a-z0-9_]{1,59}$' };
const userId: Schema = { type: 'string', pattern: '^usr_[a-z0-9_]{1,60}$' };
const boolean: Schema = { type: 'boolean' };
const enumSchema = (...values: readonly (string | number)[]): Schema => ({ enum: values });
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const arraySchema = (items: Schema): Schema => ({ type: 'array', items, maxItems: 1000 });
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const dispute = object({
  disputeId: idSchema('dsp'),
  transactionId: idSchema('txn'),
  terminalId,
  accountId,
  reasonCode: enumSchema(...valuesOf('DisputeReason')),
  network: nullable({ ...textUpTo(20), minLength: 1 }),
  networkReasonCode: nullable(text),
  networkCaseRef: nullable({ ...textUpTo(40), minLength: 1 }),
  description: nullable(text),
  amountCents: { ...whole, minimum: 0 },
  openedAtMs: instant,
  dueDate: date,
  overdueFromMs: instant,
  regE: object({ provisionalCreditBy: date, finalDeterminationBy: date }),
  assignment: nullable(object({ userId, team: text, assignedAtMs: instant })),
  evidenceRequestedAtMs: nullable(instant),
  evidence: arraySchema(object({ kind: text, receivedAtMs: instant, note: nullable(text) })),
  escalatedAtMs: nullable(instant),
  resolution: nullable(
    object({
      outcome: enumSchema(...valuesOf('DisputeOutcome')),
      resolvedAtMs: instant,
      adjustedCents: whole,
      note: nullable(text),
      reviewer: object({ userId, displayName: text, reviewedAtMs: instant }),
    }),
  ),
});

const batch = object({
  batchId: idSchema('ach'),
  accountId,
  businessDate: date,
  fundingType: enumSchema(...valuesOf('FundingType')),
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
    secCode: enumSchema('CCD', 'PPD'),
    serviceClassCode: enumSchema(200, 220, 225),
    companyEntryDescription: text,
    achBatchNumber: whole,
    sameDayWindow: nullable(enumSchema('10:30', '14:45', '16:45')),
  }),
  returns: arraySchema(
    object({
      traceNumber: text,
      returnCode: text,
      returnText: text,
      amountCents: whole,
      entrySide: enumSchema('credit', 'debit'),
      returnedAtMs: instant,
      terminalId: nullable(terminalId),
    }),
  ),
  reconciliation: object({
    ledgerCashCents: whole,
    hostTotalsCents: whole,
    terminalTotalsCents: whole,
    varianceCents: whole,
    varianceTerminalIds: arraySchema(terminalId),
  }),
  timing: object({
    cutoffAtMs: instant,
    derivedAtMs: instant,
    approvedAtMs: nullable(instant),
    submittedAtMs: nullable(instant),
    effectiveEntryDate: date,
    settledAtMs: nullable(instant),
  }),
  hold: nullable(enumSchema('variance', 'missing_bank_details', 'account_on_hold')),
  ended: nullable(object({ status: enumSchema('canceled', 'rejected'), atMs: instant, reason: text })),
  payoutAccount: { type: ['object', 'null'] },
  adjustedDisputeIds: arraySchema(idSchema('dsp')),
  memo: nullable(text),
});

const base = { causeId: idSchema('cau'), atMs: instant };
const causeSchema = (type: CauseType, properties: Readonly<Record<string, Schema>>): Schema =>
  object({ type: enumSchema(type), ...base, ...properties });
const terminalCauseSchema = (type: CauseType, properties: Readonly<Record<string, Schema>>): Schema =>
  causeSchema(type, { terminalId, ...properties });
const untilMs = nullable(instant);
const connectorId: Schema = { type: 'string', pattern: '^con_[a-z0-9_]{1,60}$' };

const attemptMembers = {
  afterSeconds: { ...whole, minimum: 0, maximum: 86_400 },
  card: { ...whole, minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  type: enumSchema(...valuesOf('TransactionType').filter((type) => type !== 'reversal')),
  accountType: enumSchema(...valuesOf('AccountType')),
  emv: nullable(enumSchema(...valuesOf('EntryMode'))),
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
  line_cut: terminalCauseSchema('line_cut', { untilMs }),
  line_restored: terminalCauseSchema('line_restored', {}),
  line_flapping: terminalCauseSchema('line_flapping', {
    changesPerHour: { ...whole, minimum: 6, maximum: 120 },
    untilMs: instant,
  }),
  notes_removed: terminalCauseSchema('notes_removed', {
    position: enumSchema('A', 'B', 'all'),
    notesLeft: { ...whole, minimum: 0, maximum: 10_000 },
  }),
  cash_loaded: terminalCauseSchema('cash_loaded', { notes: nullable({ ...whole, minimum: 0, maximum: 100_000 }) }),
  device_failed: terminalCauseSchema('device_failed', {
    device: enumSchema(...valuesOf('DeviceName')),
    state: enumSchema(...valuesOf('DeviceState')),
    condition: enumSchema(...valuesOf('DeviceCondition')),
    errorCode: nullable({ type: 'string', pattern: '^[0-9A-Z]{1,10}$' }),
    errorText: nullable({ type: 'string', pattern: '^[ -~]{1,100}$' }),
    isServiceAffecting: boolean,
    untilMs,
  }),
  device_repaired: terminalCauseSchema('device_repaired', { device: enumSchema(...valuesOf('DeviceName')) }),
  attempts_made: terminalCauseSchema('attempts_made', { attempts: { ...arraySchema(attempt), maxItems: 1000 } }),
  connector_down: causeSchema('connector_down', { connectorId, untilMs }),
  connector_restored: causeSchema('connector_restored', { connectorId }),
  command_queued: terminalCauseSchema('command_queued', {
    commandType: enumSchema(...valuesOf('CommandType')),
    outcome: enumSchema('completed', 'failed', 'rejected', 'expired', 'canceled'),
  }),
  job_started: terminalCauseSchema('job_started', {
    outcome: enumSchema('completed', 'failed', 'rolled_back', 'canceled', 'stuck_delivering'),
  }),
  paper_dated: causeSchema('paper_dated', {
    terminalId: nullable(terminalId),
    accountId,
    itemType: enumSchema(...valuesOf('ComplianceItemType')),
    expiresDate: date,
  }),
  risk_assessed: terminalCauseSchema('risk_assessed', {
    score: { ...whole, minimum: 0, maximum: 100 },
    drivers: { ...arraySchema(enumSchema(...valuesOf('RiskDriver'))), minItems: 1, uniqueItems: true },
    isIncidentReport: boolean,
  }),
  terminal_totals_off: terminalCauseSchema('terminal_totals_off', { accountId, businessDate: date, cents: whole }),
};

const schemas: Readonly<Record<ExportedFact['type'], Schema>> = {
  'dispute-opened': object({ userId, dispute }),
  'settlement-derived': object({ userId, batch }),
  'cause-injected': object({
    userId: nullable(userId),
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
export function findContentFault(
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
