import { formatInstant } from '../../../base/formats.ts';
import { runUnsliced } from '../../../base/slices.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { type OutcomeName, type OutcomeParameters, outcomeParameters } from '../../../spec/trigger-parameters.ts';
import { createObstacle, isObstacles, type Obstacle } from '../events/planning/obstacle.ts';
import { getEffectiveMs } from '../fold/inject.ts';
import { makeObjectSchema, type ParametersSchema, readParameters } from '../triggers/parameters.ts';
import {
  batchApproved,
  batchCanceled,
  batchHeld,
  batchRejected,
  batchReturned,
  batchSameDay,
} from './batch-outcomes.ts';
import {
  commandCanceled,
  commandCompleted,
  commandExpired,
  commandRejected,
  commandRetried,
  commandRunFailed,
} from './command-outcomes.ts';
import { disputeLost, disputeOverdue, disputePartlyWon, disputeWithdrawn, disputeWon } from './dispute-outcomes.ts';
import { jobCanceled, jobCompleted, jobFailed } from './job-outcomes.ts';
import type {
  OutcomeContext,
  OutcomeDefinition,
  OutcomePlan,
  OutcomeSetting,
  OutcomeSubject,
  OutcomeTarget,
  OutcomeTargetMember,
} from './outcome-definition.ts';
import {
  transactionApproved,
  transactionDeclined,
  transactionLate,
  transactionPartlyDispensed,
  transactionRetracted,
  transactionReversed,
  transactionUnconfirmed,
} from './transaction-outcomes.ts';

export type { OutcomeTarget, OutcomeTargetMember } from './outcome-definition.ts';

const definitions: { readonly [Name in OutcomeName]: OutcomeDefinition<Name> } = {
  dispute_won: disputeWon,
  dispute_lost: disputeLost,
  dispute_partly_won: disputePartlyWon,
  dispute_withdrawn: disputeWithdrawn,
  dispute_overdue: disputeOverdue,
  batch_held: batchHeld,
  batch_approved: batchApproved,
  batch_same_day: batchSameDay,
  batch_rejected: batchRejected,
  batch_canceled: batchCanceled,
  batch_returned: batchReturned,
  command_completed: commandCompleted,
  command_run_failed: commandRunFailed,
  command_rejected: commandRejected,
  command_expired: commandExpired,
  command_retried: commandRetried,
  command_canceled: commandCanceled,
  provisioning_job_completed: jobCompleted,
  provisioning_job_failed: jobFailed,
  provisioning_job_canceled: jobCanceled,
  transaction_approved: transactionApproved,
  transaction_declined: transactionDeclined,
  transaction_reversed: transactionReversed,
  transaction_partly_dispensed: transactionPartlyDispensed,
  transaction_retracted: transactionRetracted,
  transaction_late: transactionLate,
  transaction_unconfirmed: transactionUnconfirmed,
};

/** An outcome that can be triggered, with its options. */
export interface Outcome {
  readonly name: OutcomeName;
  readonly subject: OutcomeSubject;
  readonly summary: string;
  readonly takes: readonly OutcomeTargetMember[];
  readonly needsState: readonly string[];
  readonly usuallyWithinMs: number;
  readonly parameters: ParametersSchema;
}

/** All outcomes, grouped by subject. */
export const outcomes: readonly Outcome[] = (Object.keys(definitions) as readonly OutcomeName[]).map((name) => {
  const { subject, summary, takes, needsState, usualMinutes } = definitions[name];
  const parameters = makeObjectSchema(outcomeParameters[name]);
  return { name, subject, summary, takes, needsState, usuallyWithinMs: usualMinutes * MINUTE_MS, parameters };
});

/**
 * Returns the causes to add now so that an object gets the outcome, or why that is not possible. `parameters` are
 * validated against the schema of the outcome first.
 */
export function planOutcome<Name extends OutcomeName>(
  context: OutcomeContext,
  name: Name,
  { target, parameters }: { readonly target: OutcomeTarget; readonly parameters: Readonly<Record<string, unknown>> },
): OutcomePlan | { readonly obstacles: readonly Obstacle[] } {
  const values = readParameters(outcomeParameters[name], parameters);
  if (isObstacles(values)) return { obstacles: values };
  const faults = findTargetFaults(context, target);
  if (faults.length > 0) return { obstacles: faults };
  const setting: OutcomeSetting = { context, target, nowMs: getEffectiveMs(context.nowMs) };
  const plan = runUnsliced(() => definitions[name].plan(setting, values as OutcomeParameters<Name>)); // validated above
  if (isObstacles(plan)) return { obstacles: plan };
  if (plan.atMs <= context.latestMs) return plan;
  const detail = `The outcome would follow at ${formatInstant(plan.atMs)}, after the end of the clock.`;
  return { obstacles: createObstacle('/outcome', 'wrong_state', detail) };
}

/** Unknown and invisible terminals and accounts get the same fault. */
function findTargetFaults(context: OutcomeContext, { terminalId, accountId }: OutcomeTarget): readonly Obstacle[] {
  if (terminalId !== undefined && !context.terminals.some((terminal) => terminal.terminalId === terminalId))
    return createObstacle('/terminal_id', 'unknown_target', 'Expected the id of a terminal that you can see.');
  if (accountId !== undefined && !context.accounts.some((account) => account.accountId === accountId))
    return createObstacle('/account_id', 'unknown_target', 'Expected the id of an account that you can see.');
  return [];
}
