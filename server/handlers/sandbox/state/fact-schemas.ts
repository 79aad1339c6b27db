import type { CauseType } from '../../../../fixtures/model/causes.ts';
import { getEnumValues } from '../../../../spec/index.ts';
import type { ExportedFact } from '../../../world/state/exported-facts.ts';

/*
 * Schemas that validate the content of imported facts. Facts in the journal need no validation, because this program
 * wrote them.
 */

type Schema = Readonly<Record<string, unknown>>;

const createTextSchema = (maxLength: number): Schema => ({ type: 'string', maxLength });
const text = createTextSchema(1000);
/** Amounts are in cents: at most ten million dollars. */
const whole: Schema = { type: 'integer', minimum: -1e9, maximum: 1e9 };
const instant: Schema = { type: 'integer', minimum: 0, maximum: 8e12 };
const date: Schema = { type: 'string', format: 'date' };
const createIdSchema = (prefix: string): Schema => ({ type: 'string', pattern: `^${prefix}_[0-9A-Z]{26}$` });
const terminalId: Schema = { type: 'string', pattern: '^[A-Z0-9]{8}$' };
const accountId: Schema = { type: 'string', pattern: '^acct_[a-z0-9_]{1,59}$' };
const userId: Schema = { type: 'string', pattern: '^usr_[a-z0-9_]{1,60}$' };
const boolean: Schema = { type: 'boolean' };
const createEnumSchema = (...values: readonly (string | number | boolean)[]): Schema => ({ enum: values });
const createNullableSchema = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const createArraySchema = (items: Schema): Schema => ({ type: 'array', items, maxItems: 1000 });
const createObjectSchema = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const dispute = createObjectSchema({
  disputeId: createIdSchema('dsp'),
  transactionId: createIdSchema('txn'),
  terminalId,
  accountId,
  reasonCode: createEnumSchema(...getEnumValues('DisputeReason')),
  network: createNullableSchema({ ...createTextSchema(20), minLength: 1 }),
  networkReasonCode: createNullableSchema(text),
  networkCaseRef: createNullableSchema({ ...createTextSchema(40), minLength: 1 }),
  description: createNullableSchema(text),
  amountCents: { ...whole, minimum: 0 },
  openedAtMs: instant,
  dueDate: date,
  overdueFromMs: instant,
  regE: createObjectSchema({ provisionalCreditBy: date, finalDeterminationBy: date }),
  assignment: createNullableSchema(createObjectSchema({ userId, team: text, assignedAtMs: instant })),
  evidenceRequestedAtMs: createNullableSchema(instant),
  evidence: createArraySchema(
    createObjectSchema({ kind: text, receivedAtMs: instant, note: createNullableSchema(text) }),
  ),
  escalatedAtMs: createNullableSchema(instant),
  resolution: createNullableSchema(
    createObjectSchema({
      outcome: createEnumSchema(...getEnumValues('DisputeOutcome')),
      resolvedAtMs: instant,
      adjustedCents: whole,
      note: createNullableSchema(text),
      reviewer: createObjectSchema({ userId, displayName: text, reviewedAtMs: instant }),
    }),
  ),
});

const batchMembers = {
  batchId: createIdSchema('ach'),
  accountId,
  businessDate: date,
  fundingType: createEnumSchema(...getEnumValues('FundingType')),
  revision: { ...whole, minimum: 1 },
  creditEntryCount: whole,
  debitEntryCount: whole,
  addendaCount: whole,
  creditTotalCents: whole,
  debitTotalCents: whole,
  netPayoutCents: whole,
  breakdown: createObjectSchema({
    vaultCashCents: whole,
    surchargeCents: whole,
    interchangeCents: whole,
    adjustmentsCents: whole,
    feesCents: whole,
  }),
  ach: createObjectSchema({
    secCode: createEnumSchema('CCD', 'PPD'),
    serviceClassCode: createEnumSchema(200, 220, 225),
    companyEntryDescription: text,
    achBatchNumber: whole,
    sameDayWindow: createNullableSchema(createEnumSchema('10:30', '14:45', '16:45')),
  }),
  returns: createArraySchema(
    createObjectSchema({
      traceNumber: text,
      returnCode: text,
      returnText: text,
      amountCents: whole,
      entrySide: createEnumSchema('credit', 'debit'),
      returnedAtMs: instant,
      terminalId: createNullableSchema(terminalId),
    }),
  ),
  changeNotices: createArraySchema(
    createObjectSchema({
      traceNumber: text,
      changeCode: text,
      changeText: text,
      receivedAtMs: instant,
      terminalId: createNullableSchema(terminalId),
    }),
  ),
  reconciliation: createObjectSchema({
    ledgerCashCents: whole,
    hostTotalsCents: whole,
    terminalTotalsCents: whole,
    varianceCents: whole,
    varianceTerminalIds: createArraySchema(terminalId),
  }),
  timing: createObjectSchema({
    cutoffAtMs: instant,
    derivedAtMs: instant,
    approvedAtMs: createNullableSchema(instant),
    submittedAtMs: createNullableSchema(instant),
    effectiveEntryDate: date,
    settledAtMs: createNullableSchema(instant),
  }),
  hold: createNullableSchema(createEnumSchema('variance', 'missing_bank_details', 'account_on_hold', 'risk_review')),
  ended: createNullableSchema(
    createObjectSchema({ status: createEnumSchema('canceled', 'rejected'), atMs: instant, reason: text }),
  ),
  payoutAccount: { type: ['object', 'null'] },
  adjustedDisputeIds: createArraySchema(createIdSchema('dsp')),
  memo: createNullableSchema(text),
};
const batch: Schema = {
  ...createObjectSchema({ ...batchMembers, heldFromMs: instant }),
  required: Object.keys(batchMembers),
};

const base = { causeId: createIdSchema('cau'), atMs: instant };
const createCauseSchema = (type: CauseType, properties: Readonly<Record<string, Schema>>): Schema =>
  createObjectSchema({ type: createEnumSchema(type), ...base, ...properties });
const createTerminalCauseSchema = (type: CauseType, properties: Readonly<Record<string, Schema>>): Schema =>
  createCauseSchema(type, { terminalId, ...properties });
const createBatchCauseSchema = (type: CauseType, properties: Readonly<Record<string, Schema>>): Schema =>
  createCauseSchema(type, {
    accountId,
    businessDate: date,
    batchId: createIdSchema('ach'),
    revision: { ...whole, minimum: 1 },
    ...properties,
  });
const untilMs = createNullableSchema(instant);
const connectorId: Schema = { type: 'string', pattern: '^con_[a-z0-9_]{1,60}$' };

const attemptMembers = {
  afterSeconds: { ...whole, minimum: 0, maximum: 86_400 },
  card: { ...whole, minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  type: createEnumSchema(...getEnumValues('TransactionType').filter((type) => type !== 'reversal')),
  accountType: createEnumSchema(...getEnumValues('AccountType')),
  emv: createNullableSchema(createEnumSchema(...getEnumValues('EntryMode'))),
  amountCents: { ...whole, minimum: 0, maximum: 1_000_000 },
  response: { type: 'string', pattern: '^[0-9A-Z]{2}$' },
};
const attempt: Schema = {
  ...createObjectSchema({
    ...attemptMembers,
    reversedAfterSeconds: { ...whole, minimum: 0, maximum: 86_400 },
    notesShort: { ...whole, minimum: 0, maximum: 1000 },
    reversalCode: createEnumSchema('01', '08', '10', '13', '20'),
    isUnconfirmed: createEnumSchema(true),
  }),
  required: Object.keys(attemptMembers),
};

const causes: Readonly<Record<CauseType, Schema>> = {
  line_cut: createTerminalCauseSchema('line_cut', { untilMs }),
  line_restored: createTerminalCauseSchema('line_restored', {}),
  line_flapping: createTerminalCauseSchema('line_flapping', {
    changesPerHour: { ...whole, minimum: 6, maximum: 120 },
    untilMs: instant,
  }),
  notes_removed: createTerminalCauseSchema('notes_removed', {
    position: createEnumSchema('A', 'B', 'C', 'D', 'all'),
    notesLeft: { ...whole, minimum: 0, maximum: 10_000 },
  }),
  cash_loaded: createTerminalCauseSchema('cash_loaded', {
    notes: createNullableSchema({ ...whole, minimum: 0, maximum: 100_000 }),
  }),
  device_failed: createTerminalCauseSchema('device_failed', {
    device: createEnumSchema(...getEnumValues('DeviceName')),
    state: createEnumSchema(...getEnumValues('DeviceState')),
    condition: createEnumSchema(...getEnumValues('DeviceCondition')),
    errorCode: createNullableSchema({ type: 'string', pattern: '^[0-9A-Z]{1,10}$' }),
    errorText: createNullableSchema({ type: 'string', pattern: '^[ -~]{1,100}$' }),
    isServiceAffecting: boolean,
    untilMs,
  }),
  device_repaired: createTerminalCauseSchema('device_repaired', {
    device: createEnumSchema(...getEnumValues('DeviceName')),
  }),
  attempts_made: createTerminalCauseSchema('attempts_made', {
    attempts: { ...createArraySchema(attempt), maxItems: 1000 },
  }),
  connector_down: createCauseSchema('connector_down', { connectorId, untilMs }),
  connector_restored: createCauseSchema('connector_restored', { connectorId }),
  command_queued: createTerminalCauseSchema('command_queued', {
    commandType: createEnumSchema(...getEnumValues('CommandType')),
    outcome: createEnumSchema('completed', 'failed', 'rejected', 'expired', 'canceled'),
  }),
  job_started: createTerminalCauseSchema('job_started', {
    outcome: createEnumSchema('completed', 'failed', 'rolled_back', 'canceled', 'stuck_delivering'),
  }),
  paper_dated: createCauseSchema('paper_dated', {
    terminalId: createNullableSchema(terminalId),
    accountId,
    itemType: createEnumSchema(...getEnumValues('ComplianceItemType')),
    expiresDate: date,
  }),
  risk_assessed: createTerminalCauseSchema('risk_assessed', {
    score: { ...whole, minimum: 0, maximum: 100 },
    drivers: { ...createArraySchema(createEnumSchema(...getEnumValues('RiskDriver'))), minItems: 1, uniqueItems: true },
    isIncidentReport: boolean,
  }),
  terminal_totals_off: createTerminalCauseSchema('terminal_totals_off', {
    accountId,
    businessDate: date,
    cents: whole,
  }),
  command_decided: createTerminalCauseSchema('command_decided', {
    commandId: createIdSchema('cmd'),
    outcome: createEnumSchema('completed', 'failed', 'rejected', 'expired', 'canceled'),
    resultCode: createNullableSchema(createEnumSchema(...getEnumValues('CommandResultCode'))),
    lostAttempts: { ...whole, minimum: 0, maximum: 2 },
  }),
  job_decided: createTerminalCauseSchema('job_decided', {
    jobId: createIdSchema('prv'),
    outcome: createEnumSchema('completed', 'failed', 'canceled'),
    stage: createNullableSchema(
      createEnumSchema('validation', 'delivery', 'apply', 'key_load', 'host_handshake', 'test_transaction'),
    ),
  }),
  dispute_decided: createTerminalCauseSchema('dispute_decided', {
    disputeId: createIdSchema('dsp'),
    outcome: createEnumSchema('upheld', 'partial', 'denied', 'withdrawn'),
    adjustedCents: { ...whole, minimum: 0 },
    reviewedBy: userId,
  }),
  batch_held: createBatchCauseSchema('batch_held', {}),
  batch_released: createBatchCauseSchema('batch_released', { sameDay: boolean }),
  batch_ended: createBatchCauseSchema('batch_ended', {
    status: createEnumSchema('rejected', 'canceled'),
    reason: text,
  }),
  batch_returned: createBatchCauseSchema('batch_returned', {
    returnCode: { type: 'string', pattern: '^R[0-9]{2}$' },
    entries: createArraySchema(
      createObjectSchema({
        traceNumber: { type: 'string', pattern: '^[0-9]{15}$' },
        amountCents: { ...whole, minimum: 0 },
        entrySide: createEnumSchema('credit', 'debit'),
        terminalId: createNullableSchema(terminalId),
      }),
    ),
  }),
  dispute_left: createTerminalCauseSchema('dispute_left', { disputeId: createIdSchema('dsp') }),
};

/** The schema of the content of each exported fact, by type. */
export const factSchemas: Readonly<Record<ExportedFact['type'], Schema>> = {
  'dispute-opened': createObjectSchema({ userId, dispute }),
  'settlement-derived': createObjectSchema({ userId, batch }),
  'cause-injected': createObjectSchema({
    userId: createNullableSchema(userId),
    cause: {
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: Object.values(causes),
    },
  }),
  'clock-set': createObjectSchema({ toMs: instant }),
  'misbehaviour-switched': createObjectSchema({ name: text, isOn: boolean }),
};
