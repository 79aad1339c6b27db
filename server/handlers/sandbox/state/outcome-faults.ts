import { isDeepStrictEqual } from 'node:util';
import type { BatchCause, Cause, CauseOf } from '../../../../fixtures/model/causes.ts';
import type { Fault } from '../../../problems/problem.ts';
import { planOutcome } from '../../../world/outcomes/index.ts';
import type { ControlScope, TenantHistory } from '../../../world/scope/scope-types.ts';
import type { CauseInjected } from '../../../world/state/facts.ts';
import { sandboxMs } from '../../../world/state/time.ts';

/* Validates imported causes that give a dispute or a batch an outcome: with the tenant as it was at that instant. */

/** Returns the first fault of a cause about a dispute or a batch. */
export function findOutcomeFault({ atMs, cause }: CauseInjected, history: TenantHistory): Fault | undefined {
  const openScope = (): ControlScope => history.seenAt(sandboxMs(atMs));
  if (cause.type === 'dispute_decided' || cause.type === 'dispute_left') return findDisputeFault(cause, openScope());
  return isAboutBatch(cause) ? findBatchFault(cause, openScope()) : undefined;
}

const isAboutBatch = (cause: Cause): cause is BatchCause => 'batchId' in cause;

const createFault = (member: string, expected: string): Fault => ({
  pointer: `/content/cause/${member}`,
  code: 'unknown_value',
  detail: `Expected ${expected}.`,
});

function findDisputeFault(
  cause: CauseOf<'dispute_decided'> | CauseOf<'dispute_left'>,
  scope: ControlScope,
): Fault | undefined {
  const known = scope.disputes().find(({ dispute }) => dispute.disputeId === cause.disputeId);
  if (known === undefined) return createFault('disputeId', 'a dispute of the tenant that is open then');
  if (known.dispute.terminalId !== cause.terminalId) return createFault('terminalId', 'the terminal of the dispute');
  if (known.state.status === 'resolved') return createFault('disputeId', 'a dispute that is not resolved');
  if (cause.type === 'dispute_left') return undefined;
  if (!scope.tenant.users.some(({ userId }) => userId === cause.reviewedBy))
    return createFault('reviewedBy', 'a user of the tenant');
  return isAdjustedRightly(cause, known.dispute.amountCents)
    ? undefined
    : createFault('adjustedCents', 'the whole amount, a part of it or 0, as the outcome requires');
}

function isAdjustedRightly({ outcome, adjustedCents }: CauseOf<'dispute_decided'>, amountCents: number): boolean {
  if (outcome === 'upheld') return adjustedCents === amountCents;
  return outcome === 'partial' ? adjustedCents > 0 && adjustedCents < amountCents : adjustedCents === 0;
}

function findBatchFault(cause: BatchCause, scope: ControlScope): Fault | undefined {
  const known = scope.batches().find(({ batch }) => batch.batchId === cause.batchId)?.batch;
  if (known === undefined) return createFault('batchId', 'a batch of the tenant that is derived then');
  for (const member of ['accountId', 'businessDate', 'revision'] as const)
    if (known[member] !== cause[member]) return createFault(member, 'that of the batch');
  return cause.type === 'batch_returned' ? findReturnFault(cause, scope) : undefined;
}

/** Plans the returns again. */
function findReturnFault({ batchId, returnCode, entries }: CauseOf<'batch_returned'>, scope: ControlScope) {
  const request = { target: { id: batchId }, parameters: { return_code: returnCode } };
  const planned = planOutcome(scope, 'batch_returned', request);
  const [made] = 'obstacles' in planned ? [] : planned.causes;
  const isSame = made?.type === 'batch_returned' && isDeepStrictEqual(made.entries, entries);
  return isSame ? undefined : createFault('entries', 'the entries that the bank can return with that code');
}
