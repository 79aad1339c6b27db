import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { valuesOf } from '../../../spec/index.ts';
import type { StoryFact } from '../../world/scenario.ts';

/*
 * What the content of each kind of fact must look like before it is believed. The journal's own facts need no such check:
 * they were made by the code that reads them.
 */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', maxLength: 2000 };
const whole: Schema = { type: 'integer', minimum: -1e15, maximum: 1e15 };
const instant: Schema = { type: 'integer', minimum: 0, maximum: 8e12 };
const date: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const idOf = (prefix: string): Schema => ({ type: 'string', pattern: `^${prefix}_[0-9A-Z]{26}$` });
const terminalId: Schema = { type: 'string', pattern: '^[A-Z0-9]{8}$' };
const accountId: Schema = { type: 'string', pattern: '^acct_[a-z0-9_]{1,59}$' };
const userId: Schema = { type: 'string', pattern: '^usr_[a-z0-9_]{1,60}$' };
const boolean: Schema = { type: 'boolean' };
const oneOf = (...values: readonly (string | number)[]): Schema => ({ enum: values });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const listOf = (items: Schema): Schema => ({ type: 'array', items, maxItems: 10_000 });
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
  network: orNull(text),
  networkReasonCode: orNull(text),
  networkCaseRef: orNull(text),
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

const schemas: Readonly<Record<StoryFact['type'], Schema>> = {
  'dispute-opened': object({ userId, dispute }),
  'settlement-derived': object({ userId, batch }),
  'clock-set': object({ toMs: instant }),
  'misbehaviour-switched': object({ name: text, isOn: boolean }),
};

const ajv = new Ajv2020({ strict: false });
const validators = new Map<string, ValidateFunction>();

/** Kinds of fact that a document may tell. */
export const storyTypes = Object.keys(schemas);

/** What keeps `content` from being that of a fact of this type, or undefined. The pointer leads into the content. */
export function faultOfContent(
  type: StoryFact['type'],
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
