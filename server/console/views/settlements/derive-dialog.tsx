import { useState } from 'preact/hooks';
import { deriveBatch } from '../../api/ledger.ts';
import type { Derivation } from '../../api/types.ts';
import { formatMoney, formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Pairs, SelectField, TextField } from '../../parts/fields.tsx';
import { DateField } from '../../parts/filters/date-field.tsx';
import { Hint } from '../../parts/states.tsx';
import { notify } from '../../state/notices.ts';
import { navigateTo } from '../../state/route.ts';
import { useSubmission } from '../../state/submission.ts';
import { BatchDetails } from './batch-dialog.tsx';

const FUNDING = ['combined', 'vault_cash', 'surcharge', 'adjustment', 'monthly_residual'];
const FIELDS = ['/business_date', '/account_id', '/memo', '/same_day'];

interface Values {
  readonly date: string;
  readonly account: string;
  readonly funding: string;
  readonly isSameDay: boolean;
  readonly hasAdjustments: boolean;
  readonly memo: string;
}

const FIRST: Values = { date: '', account: '', funding: 'combined', isSameDay: false, hasAdjustments: true, memo: '' };

/** Derives a batch: the dry run shows the result before it is stored. */
export function DeriveDialog({ onClose }: { readonly onClose: () => void }) {
  const [values, setValues] = useState(FIRST);
  const [preview, setPreview] = useState<Derivation>();
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(FIELDS);
  const change = (part: Partial<Values>): void => {
    setValues((before) => ({ ...before, ...part }));
    setPreview(undefined);
  };
  const tryOut = async (): Promise<void> => setPreview(await deriveBatch(toOrder(values), true));
  const store = async (): Promise<void> => {
    const { batches, business_date: date } = await deriveBatch(toOrder(values), false);
    const id = batches[0]?.batch_id ?? '';
    notify('done', id === '' ? `There is nothing to settle on ${date}.` : `The batch of ${date} is stored.`);
    onClose();
    if (id !== '') navigateTo(['settlements'], { id });
  };
  return (
    <Dialog
      title="Derive a batch"
      isWide
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={isBusy} onPress={() => void submit(tryOut)}>
            Dry run
          </Button>
          <Button
            kind="primary"
            isDisabled={isBusy || preview === undefined || preview.batches.length === 0}
            onPress={() => void submit(store)}
          >
            Store the batch
          </Button>
        </>
      }
    >
      <p class="secondary">
        Computes the payout of an account for one business date. The dry run stores nothing. No money moves before a
        batch is approved.
      </p>
      <div class="filter-grid">
        <DateField
          label="Business date"
          hint="A banking day whose cut-off is past. Empty: the last closed one."
          error={faultOf('/business_date')}
          value={values.date}
          onChange={(date) => change({ date })}
        />
        <TextField
          label="Account id"
          hint="Empty: your account."
          error={faultOf('/account_id')}
          value={values.account}
          onChange={(account) => change({ account })}
        />
        <SelectField
          label="Funding"
          value={values.funding}
          options={FUNDING.map((value) => ({ value, text: toWords(value) }))}
          onChange={(funding) => change({ funding })}
        />
        <TextField
          label="Memo (optional)"
          hint="At most 140 characters. No card numbers."
          error={faultOf('/memo')}
          value={values.memo}
          onChange={(memo) => change({ memo })}
        />
      </div>
      <label class="row-tight">
        <input
          type="checkbox"
          checked={values.hasAdjustments}
          onChange={(event) => change({ hasAdjustments: event.currentTarget.checked })}
        />
        Include resolved disputes that are not adjusted yet
      </label>
      <label class="row-tight">
        <input
          type="checkbox"
          checked={values.isSameDay}
          onChange={(event) => change({ isSameDay: event.currentTarget.checked })}
        />
        Settle on the same day
      </label>
      {faultOf('/same_day') === undefined ? null : <Hint tone="bad">{faultOf('/same_day')}</Hint>}
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
      {preview === undefined ? null : <Preview derivation={preview} />}
    </Dialog>
  );
}

const toOrder = ({ date, account, funding, isSameDay, hasAdjustments, memo }: Values) => ({
  ...(date === '' ? {} : { business_date: date }),
  ...(account.trim() === '' ? {} : { account_id: account.trim() }),
  ...(memo.trim() === '' ? {} : { memo }),
  funding_type: funding,
  same_day: isSameDay,
  include_adjustments: hasAdjustments,
});

function Preview({ derivation }: { readonly derivation: Derivation }) {
  const { source, reconciliation, warnings, batches, business_date: date } = derivation;
  return (
    <section class="stack preview-batch" aria-label="Result of the dry run">
      <h3>Result of the dry run for {date}</h3>
      {warnings.map(({ code, detail }) => (
        <Hint key={code + detail} tone="warn">
          {detail}
        </Hint>
      ))}
      <Pairs
        pairs={[
          ['Source', formatPlural(source.transaction_count, 'transaction')],
          ['Ledger', formatMoney(reconciliation.ledger_cash)],
          ['Processor', formatMoney(reconciliation.host_totals_cash)],
          ['Terminals', formatMoney(reconciliation.terminal_totals_cash)],
          ['Variance', formatMoney(reconciliation.variance_amount)],
          ['Differing', reconciliation.variance_terminal_ids.join(', ') || 'no terminal'],
        ]}
      />
      {batches.map((batch) => (
        <BatchDetails key={batch.funding_type} batch={batch} />
      ))}
    </section>
  );
}
