import { readBatch } from '../../api/ledger.ts';
import type { SettlementBatch } from '../../api/types.ts';
import { formatMoney, formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { CopyButton } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { AccountName } from '../../parts/names/account-name.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo } from '../../state/route.ts';
import { OutcomeChoice } from '../trigger/outcome-choice.tsx';
import { BreakdownPicture } from './breakdown-picture.tsx';

interface BatchDialogProps {
  readonly id: string;
  /** Its business date, if the link contains it; otherwise empty. */
  readonly date: string;
  readonly onClose: () => void;
}

/** One batch: its breakdown, stages, returns and outcomes. */
export function BatchDialog({ id, date, onClose }: BatchDialogProps) {
  const batch = useResource(`batch ${id}`, () => readBatch(id, date));
  return (
    <Dialog title="Settlement batch" isWide onClose={onClose}>
      <div class="row-tight">
        <code class="wrap">{id}</code>
        <CopyButton text={id} label="Copy id" />
      </div>
      <Loaded of={batch}>
        {(data) => (
          <>
            <BatchDetails batch={data} />
            <OutcomeChoice subject="batch" objectId={id} state={data.status} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Everything about a batch, stored or not. */
export function BatchDetails({ batch }: { readonly batch: Omit<SettlementBatch, 'batch_id'> }) {
  const { ach, payout_account: account, timing } = batch;
  return (
    <>
      {batch.status_reason === null ? null : <Hint tone="warn">{batch.status_reason}</Hint>}
      <Pairs
        pairs={[
          ['Status', <StateBadge key="status" state={batch.status} />],
          ['Account', <AccountName key="account" id={batch.account_id} />],
          ['Business date', batch.business_date],
          ['Funding', toWords(batch.funding_type)],
          [
            'Credits',
            `${formatMoney(batch.credit_total, batch.currency)} in ${formatPlural(batch.credit_entry_count, 'entry')}`,
          ],
          [
            'Debits',
            `${formatMoney(batch.debit_total, batch.currency)} in ${formatPlural(batch.debit_entry_count, 'entry')}`,
          ],
          ['Variance', formatMoney(batch.variance_amount, batch.currency)],
          ['Derivations', String(batch.revision)],
          [
            'ACH',
            `${ach.sec_code} ${ach.service_class_code}, “${ach.company_entry_description}”${ach.same_day ? ', same day' : ''}`,
          ],
          [
            'Paid to',
            account === null
              ? 'Hidden from this role'
              : `${account.bank_name}, ${account.account_type} ··${account.last4}`,
          ],
        ]}
      />
      <section class="stack-tight">
        <h3>Net payout</h3>
        <BreakdownPicture payout={batch} />
      </section>
      <section class="stack-tight">
        <h3>Stages</h3>
        <Stages timing={timing} />
      </section>
      <Returns batch={batch} />
    </>
  );
}

function Stages({ timing }: { readonly timing: SettlementBatch['timing'] }) {
  const stages = [
    ['Cut-off', timing.cutoff_at],
    ['Derived', timing.derived_at],
    ['Approved', timing.approved_at],
    ['Submitted', timing.submitted_at],
    ['Settled', timing.settled_at],
    ...(timing.returned_at === null ? [] : [['Latest return', timing.returned_at] as const]),
  ] as const;
  return (
    <ol class="stages">
      {stages.map(([name, at]) => (
        <li key={name} class={at === null ? 'stage-ahead' : ''}>
          <strong>{name}</strong>
          <small>
            {at !== null ? (
              <Instant at={at} />
            ) : name === 'Settled' ? (
              `planned ${timing.effective_entry_date}`
            ) : (
              'not yet'
            )}
          </small>
        </li>
      ))}
    </ol>
  );
}

function Returns({ batch }: { readonly batch: Pick<SettlementBatch, 'returns' | 'notifications_of_change'> }) {
  const { returns, notifications_of_change: changes } = batch;
  if (returns.length + changes.length === 0) return null;
  return (
    <section class="stack-tight">
      <h3>Returned entries and notices of change</h3>
      <ul class="received">
        {returns.map((one) => (
          <li key={one.trace_number}>
            <span>
              <strong class="mono">{one.return_code}</strong> {one.return_text}{' '}
              {one.terminal_id === null ? null : <a href={linkTo('fleet', one.terminal_id)}>{one.terminal_id}</a>}
            </span>
            <span class="tabular">
              {one.entry_side} {formatMoney(one.amount)} · <Instant at={one.returned_at} />
            </span>
          </li>
        ))}
        {changes.map((one) => (
          <li key={`${one.trace_number} ${one.change_code}`}>
            <span>
              <strong class="mono">{one.change_code}</strong> {one.change_text}
            </span>
            <Instant at={one.received_at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
