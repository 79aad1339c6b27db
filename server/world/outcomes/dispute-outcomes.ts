import { decideDispute } from '../../../fixtures/disputes/decided-disputes.ts';
import { findHandlers } from '../../../fixtures/disputes/dispute-life.ts';
import { computeAdjustedCents } from '../../../fixtures/disputes/dispute-terms.ts';
import { getSmallestNoteCents } from '../../../fixtures/model/cassettes.ts';
import type { CauseOf } from '../../../fixtures/model/causes.ts';
import { type DisputeCase, getDisputeState } from '../../../fixtures/model/disputes.ts';
import type { OutcomeParameters } from '../../../spec/trigger-parameters.ts';
import { createObstacle, isObstacles, type Obstacle } from '../events/planning/obstacle.ts';
import {
  type Candidate,
  chooseObject,
  type OutcomeDefinition,
  type OutcomePlan,
  type OutcomeSetting,
} from './outcome-definition.ts';

const common = {
  subject: 'dispute',
  takes: ['id', 'terminalId'],
  needsState: ['open', 'evidence_requested', 'under_review', 'escalated'],
  usualMinutes: 1,
} as const;

export const disputeWon: OutcomeDefinition<'dispute_won'> = {
  ...common,
  summary: 'The dispute is resolved as denied: the journal proves that the cash was dispensed.',
  plan: (setting) => planDecision(setting, 'denied'),
};

export const disputeLost: OutcomeDefinition<'dispute_lost'> = {
  ...common,
  summary: 'The dispute is resolved as upheld: the operator is charged its whole amount.',
  plan: (setting) => planDecision(setting, 'upheld'),
};

export const disputePartlyWon: OutcomeDefinition<'dispute_partly_won'> = {
  ...common,
  summary: 'The dispute is resolved as partial: the operator is charged a part of its amount.',
  plan: (setting, { adjusted_cents: adjustedCents }) => planDecision(setting, 'partial', adjustedCents),
};

export const disputeWithdrawn: OutcomeDefinition<'dispute_withdrawn'> = {
  ...common,
  summary: 'The dispute is resolved as withdrawn: the issuer drops the claim.',
  plan: (setting) => planDecision(setting, 'withdrawn'),
};

export const disputeOverdue: OutcomeDefinition<'dispute_overdue'> = {
  ...common,
  summary: 'The dispute stays undecided past its due date; without an answer it is lost three banking days later.',
  usualMinutes: 15 * 24 * 60,
  plan: planOverdue,
};

type Decision = CauseOf<'dispute_decided'>;

function planDecision(
  setting: OutcomeSetting,
  outcome: Decision['outcome'],
  wantedCents?: OutcomeParameters<'dispute_partly_won'>['adjusted_cents'],
): OutcomePlan | readonly Obstacle[] {
  const chosen = chooseDispute(setting);
  if (isObstacles(chosen)) return chosen;
  const { dispute } = chosen;
  const adjustedCents = wantedCents ?? computeAdjusted(setting, dispute, outcome);
  if (outcome === 'partial' && (adjustedCents >= dispute.amountCents || adjustedCents < 1))
    return createObstacle(
      '/parameters/adjusted_cents',
      'invalid_value',
      `Expected an amount below that of the dispute, which is ${dispute.amountCents}.`,
    );
  const cause: Decision = {
    ...createDisputeCause(setting, dispute),
    type: 'dispute_decided',
    outcome,
    adjustedCents,
    reviewedBy: findHandlers(setting.context.tenant).reviewer.userId,
  };
  return { causes: [cause], id: dispute.disputeId, state: 'resolved', atMs: setting.nowMs };
}

function planOverdue(setting: OutcomeSetting): OutcomePlan | readonly Obstacle[] {
  const chosen = chooseDispute(setting, (dispute) => !isOverdue(dispute, setting.nowMs));
  if (isObstacles(chosen)) return chosen;
  const { dispute } = chosen;
  if (isOverdue(dispute, setting.nowMs))
    return createObstacle('/id', 'wrong_state', `The dispute ${dispute.disputeId} is past its due date already.`);
  const cause: CauseOf<'dispute_left'> = { ...createDisputeCause(setting, dispute), type: 'dispute_left' };
  const left = decideDispute(setting.context.tenant, dispute, cause);
  return {
    causes: [cause],
    id: dispute.disputeId,
    state: getDisputeState(left, dispute.overdueFromMs).status,
    atMs: dispute.overdueFromMs,
  };
}

const isOverdue = ({ overdueFromMs }: DisputeCase, nowMs: number): boolean => nowMs >= overdueFromMs;

const createDisputeCause = ({ context, nowMs }: OutcomeSetting, { disputeId, terminalId }: DisputeCase) => ({
  causeId: context.newId('cau'),
  atMs: nowMs,
  terminalId,
  disputeId,
});

interface DisputeCandidate extends Candidate {
  readonly dispute: DisputeCase;
}

/** Without an id, considers only disputes that are `eligible`. */
function chooseDispute(
  { context, target, nowMs }: OutcomeSetting,
  eligible: (dispute: DisputeCase) => boolean = () => true,
): DisputeCandidate | readonly Obstacle[] {
  const candidates = context
    .disputes()
    .filter(({ dispute }) => target.terminalId === undefined || dispute.terminalId === target.terminalId)
    .filter(({ dispute }) => target.id !== undefined || eligible(dispute))
    .map(({ dispute }) => ({ id: dispute.disputeId, state: getDisputeState(dispute, nowMs).status, dispute }));
  return chooseObject(candidates, { name: common.subject, target, needsState: common.needsState });
}

/** Returns the amount of the outcome, in whole notes of the terminal if it is a part of the claim. */
function computeAdjusted({ context }: OutcomeSetting, dispute: DisputeCase, outcome: Decision['outcome']): number {
  const terminal = context.terminals.find(({ terminalId }) => terminalId === dispute.terminalId);
  if (terminal === undefined) throw new Error(`the terminal of ${dispute.disputeId} is not visible`);
  return computeAdjustedCents(outcome, dispute.amountCents, getSmallestNoteCents(terminal.fixture));
}
