import { readDispute } from '../../api/ledger.ts';
import type { DisputeCase } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { CopyButton } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo, linkToItem } from '../../state/route.ts';
import { OutcomeChoice } from '../trigger/outcome-choice.tsx';

/** One case: the claim, its evidence, how it ended, and the outcomes that can be triggered. */
export function DisputeDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const found = useResource(`dispute ${id}`, () => readDispute(id));
  return (
    <Dialog title="Dispute" isWide onClose={onClose}>
      <div class="row-tight">
        <code class="wrap">{id}</code>
        <CopyButton text={id} label="Copy id" />
      </div>
      <Loaded of={found}>
        {(dispute) => (
          <>
            <Claim dispute={dispute} />
            <Evidence evidence={dispute.evidence} />
            <Resolution dispute={dispute} />
            <OutcomeChoice subject="dispute" objectId={id} state={dispute.status} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function Claim({ dispute }: { readonly dispute: DisputeCase }) {
  const { assignment, reg_e: deadlines } = dispute;
  const reference = [dispute.network, dispute.network_reason_code, dispute.network_case_ref].filter(
    (part) => part !== null,
  );
  return (
    <>
      {dispute.description === null ? null : <p class="wrap">{dispute.description}</p>}
      <Pairs
        pairs={[
          ['Status', <StateBadge key="status" state={dispute.status} />],
          [
            'Due',
            <span key="due" class="row-tight">
              {dispute.due_date}
              {dispute.is_overdue ? <Badge tone="bad">Overdue</Badge> : null}
            </span>,
          ],
          ['Reason', toWords(dispute.reason_code)],
          ['Amount', formatMoney(dispute.amount, dispute.currency)],
          ['Opened', <Instant key="opened" at={dispute.opened_at} />],
          ['Network', reference.join(' ') || 'Unknown'],
          [
            'Terminal',
            <a key="terminal" href={linkTo('fleet', dispute.terminal_id)}>
              {dispute.terminal_id}
            </a>,
          ],
          [
            'Transaction',
            <a key="transaction" class="mono wrap" href={linkToItem(['transactions'], { id: dispute.transaction_id })}>
              {dispute.transaction_id}
            </a>,
          ],
          [
            'Assigned to',
            assignment === null
              ? 'Not assigned, or hidden from this role'
              : [assignment.team, assignment.user_id].filter(Boolean).join(', '),
          ],
          ['Issuer decides', `by ${deadlines.provisional_credit_by}, finally by ${deadlines.final_determination_by}`],
        ]}
      />
    </>
  );
}

function Evidence({ evidence }: Pick<DisputeCase, 'evidence'>) {
  return (
    <section class="stack-tight">
      <h3>Evidence</h3>
      {evidence.length === 0 ? (
        <p class="secondary">No evidence has arrived.</p>
      ) : (
        <ol class="moments">
          {evidence.map(({ kind, received_at: at, note }) => (
            <li key={`${kind} ${at}`}>
              <Instant at={at} />
              <span>
                <strong>{toWords(kind)}</strong> {note}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Resolution({ dispute }: { readonly dispute: DisputeCase }) {
  if (dispute.status !== 'resolved') return null;
  const { resolution, reviewer } = dispute;
  const batchId = resolution.adjustment_batch_id;
  return (
    <section class="stack-tight">
      <h3>Resolution</h3>
      <Pairs
        pairs={[
          ['Outcome', toWords(resolution.outcome)],
          ['Resolved', <Instant key="resolved" at={resolution.resolved_at} />],
          ['Charged', formatMoney(resolution.adjusted_amount, dispute.currency)],
          [
            'Adjusted in',
            batchId === null ? (
              'No batch yet'
            ) : (
              <a key="batch" class="mono wrap" href={linkToItem(['settlements'], { id: batchId })}>
                {batchId}
              </a>
            ),
          ],
          ['Reviewed by', reviewer.display_name],
          ['Note', resolution.note ?? '–'],
        ]}
      />
    </section>
  );
}
