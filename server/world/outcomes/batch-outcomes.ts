import type { BatchCause, ReturnedEntry } from '../../../fixtures/model/causes.ts';
import { type Batch, type BatchStatus, getBatchStatus } from '../../../fixtures/model/settlements.ts';
import { findCodeMisfit, isAccountCode, listReturnedEntries } from '../../../fixtures/settlements/chosen-returns.ts';
import { decideBatch } from '../../../fixtures/settlements/decided-batches.ts';
import { REFUSED } from '../../../fixtures/settlements/magic-memos.ts';
import { findSameDaySlot } from '../../../fixtures/settlements/settlement-timing.ts';
import type { OutcomeParameters } from '../../../spec/trigger-parameters.ts';
import { createObstacle, isObstacles, type Obstacle } from '../events/planning/obstacle.ts';
import {
  type Candidate,
  chooseObject,
  type OutcomeDefinition,
  type OutcomePlan,
  type OutcomeSetting,
} from './outcome-definition.ts';

const common = { subject: 'batch', takes: ['id', 'accountId'], usualMinutes: 1 } as const;
const untilFileIsSent = 3 * 24 * 60;
const unsent: readonly BatchStatus[] = ['derived', 'held', 'approved'];
const sent: readonly BatchStatus[] = ['submitted', 'settled', 'partially_returned'];

export const batchHeld: OutcomeDefinition<'batch_held'> = {
  ...common,
  summary: 'The batch is held for a review of the payee, until it is approved, canceled or derived again.',
  needsState: ['derived'],
  plan: (setting) =>
    planBatch(setting, batchHeld, (batch) => ({
      causes: [{ ...createBatchCause(setting, batch), type: 'batch_held' }],
    })),
};

export const batchApproved: OutcomeDefinition<'batch_approved'> = {
  ...common,
  summary: 'The batch is approved, also if it is held. Its file is sent at the usual time.',
  needsState: ['derived', 'held'],
  plan: (setting) =>
    planBatch(setting, batchApproved, (batch) =>
      lacksBankDetails(batch)
        ? explainMissingDetails(batch)
        : { causes: [createRelease(setting, batch, batch.ach.sameDayWindow !== null)] },
    ),
};

export const batchSameDay: OutcomeDefinition<'batch_same_day'> = {
  ...common,
  summary: 'The batch is approved if necessary, sent in the next same-day window, and settled on the same day.',
  needsState: unsent,
  usualMinutes: untilFileIsSent,
  plan: (setting) =>
    planBatch(setting, batchSameDay, (batch) => {
      if (lacksBankDetails(batch)) return explainMissingDetails(batch);
      if (findSameDaySlot(setting.nowMs, batch.businessDate) === undefined)
        return createObstacle('/outcome', 'wrong_state', 'All same-day windows of today are closed.');
      return { causes: [createRelease(setting, batch, true)] };
    }),
};

export const batchRejected: OutcomeDefinition<'batch_rejected'> = {
  ...common,
  summary: 'The batch is approved if necessary, and the originating bank refuses its file.',
  needsState: unsent,
  usualMinutes: untilFileIsSent,
  plan: (setting) => planBatch(setting, batchRejected, (batch) => planRejection(setting, batch)),
};

export const batchCanceled: OutcomeDefinition<'batch_canceled'> = {
  ...common,
  summary: 'The batch is canceled before its file is sent, so that the same money can be derived again.',
  needsState: unsent,
  plan: (setting) =>
    planBatch(setting, batchCanceled, (batch) => ({
      causes: [{ ...createBatchCause(setting, batch), ...CANCELED }],
    })),
};

export const batchReturned: OutcomeDefinition<'batch_returned'> = {
  ...common,
  summary: 'The bank of the payee returns all entries of the batch, or its debits.',
  needsState: sent,
  plan: planReturn,
};

const CANCELED = { type: 'batch_ended', status: 'canceled', reason: 'Canceled before submission.' } as const;

interface BatchCandidate extends Candidate {
  readonly batch: Batch;
}

type Planned = { readonly causes: readonly BatchCause[] } | readonly Obstacle[];
type Needs = Pick<OutcomeDefinition<'batch_held'>, 'needsState'>;

/** Plans the causes for the chosen batch. The outcome is reached at the instant of the last cause or of the sent file. */
function planBatch(
  setting: OutcomeSetting,
  { needsState }: Needs,
  planCauses: (batch: Batch) => Planned,
): OutcomePlan | readonly Obstacle[] {
  const chosen = chooseObject(listCandidates(setting), { name: common.subject, target: setting.target, needsState });
  if (isObstacles(chosen)) return chosen;
  const planned = planCauses(chosen.batch);
  return isObstacles(planned) ? planned : createPlan(setting, chosen.batch, planned.causes);
}

function createPlan({ context }: OutcomeSetting, batch: Batch, causes: readonly BatchCause[]): OutcomePlan {
  const decided = causes.reduce((course, cause) => decideBatch(context.seed, course, cause), batch);
  const last = causes.at(-1);
  const isSameDay = last?.type === 'batch_released' && last.sameDay;
  const atMs = (isSameDay ? decided.timing.submittedAtMs : undefined) ?? last?.atMs ?? 0;
  return { causes, id: batch.batchId, state: getBatchStatus(decided, atMs), atMs };
}

const listCandidates = ({ context, target, nowMs }: OutcomeSetting): readonly BatchCandidate[] =>
  context
    .batches()
    .filter(({ batch }) => target.accountId === undefined || batch.accountId === target.accountId)
    .map(({ batch }) => ({ id: batch.batchId, state: getBatchStatus(batch, nowMs), batch }));

const createBatchCause = (
  { context, nowMs }: OutcomeSetting,
  { accountId, businessDate, batchId, revision }: Batch,
) => ({ causeId: context.newId('cau'), atMs: nowMs, accountId, businessDate, batchId, revision });

const createRelease = (setting: OutcomeSetting, batch: Batch, sameDay: boolean): BatchCause => ({
  ...createBatchCause(setting, batch),
  type: 'batch_released',
  sameDay,
});

const lacksBankDetails = ({ payoutAccount }: Batch): boolean => payoutAccount === null;

const explainMissingDetails = ({ batchId }: Batch): readonly Obstacle[] =>
  createObstacle('/id', 'wrong_state', `The payee of the batch ${batchId} has no bank account on file.`);

/** The file is refused at the time at which it would have been accepted. */
function planRejection(setting: OutcomeSetting, batch: Batch): Planned {
  if (lacksBankDetails(batch)) return explainMissingDetails(batch);
  const isApproved = getBatchStatus(batch, setting.nowMs) === 'approved';
  const releases = isApproved ? [] : [createRelease(setting, batch, batch.ach.sameDayWindow !== null)];
  const released = releases.reduce((course, cause) => decideBatch(setting.context.seed, course, cause), batch);
  const { submittedAtMs } = released.timing;
  if (submittedAtMs === null) throw new Error(`${batch.batchId} is approved without a file`);
  const refusal: BatchCause = {
    ...createBatchCause(setting, batch),
    atMs: submittedAtMs,
    ...REFUSED,
  };
  return { causes: [...releases, refusal] };
}

function planReturn(
  setting: OutcomeSetting,
  { return_code: code = 'R02' }: OutcomeParameters<'batch_returned'>,
): OutcomePlan | readonly Obstacle[] {
  const { target } = setting;
  const { needsState } = batchReturned;
  const all = listCandidates(setting);
  const fitting = all.filter(({ batch }) => target.id !== undefined || hasEntriesFor(batch, code, setting.nowMs));
  const chosen = chooseObject(fitting, {
    name: target.id === undefined ? `batch with entries for ${code}` : 'batch',
    target,
    needsState,
  });
  if (isObstacles(chosen)) return chosen;
  const { batch } = chosen;
  const misfit = findCodeMisfit(batch, code);
  if (misfit !== undefined) return createObstacle('/parameters/return_code', 'invalid_value', misfit);
  const returned = listReturnedTraces(batch, setting.nowMs);
  const entries = listEntries(setting, batch, code).filter(({ traceNumber }) => !returned.has(traceNumber));
  if (entries.length === 0)
    return createObstacle(
      '/id',
      'wrong_state',
      `All entries of the batch ${batch.batchId} that ${code} fits are returned already.`,
    );
  const cause: BatchCause = { ...createBatchCause(setting, batch), type: 'batch_returned', returnCode: code, entries };
  return createPlan(setting, batch, [cause]);
}

const listReturnedTraces = ({ returns }: Batch, nowMs: number): ReadonlySet<string> =>
  new Set(returns.flatMap(({ returnedAtMs, traceNumber }) => (returnedAtMs <= nowMs ? traceNumber : [])));

/** Whether the batch has entries that the code fits and that are not returned. */
function hasEntriesFor(batch: Batch, code: string, nowMs: number): boolean {
  if (findCodeMisfit(batch, code) !== undefined) return false;
  const { debitEntryCount, creditEntryCount } = batch;
  const returned = batch.returns.filter(({ returnedAtMs }) => returnedAtMs <= nowMs);
  const debits = returned.filter(({ entrySide }) => entrySide === 'debit');
  return isAccountCode(code) ? returned.length < debitEntryCount + creditEntryCount : debits.length < debitEntryCount;
}

/** Returns the entries that the bank returns. Derives the batch again, because a batch does not contain its entries. */
function listEntries({ context }: OutcomeSetting, batch: Batch, code: string): readonly ReturnedEntry[] {
  const { accountId, businessDate, fundingType, revision, memo, adjustedDisputeIds } = batch;
  const { derivation } = context.derive({
    accountId,
    businessDate,
    fundingType,
    revision,
    memo,
    sameDay: false,
    includeAdjustments: adjustedDisputeIds.length > 0,
    isMagic: false,
  });
  return listReturnedEntries(batch, derivation.entries, code);
}
