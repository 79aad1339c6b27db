import { useState } from 'preact/hooks';
import { createDispute } from '../../api/ledger.ts';
import type { TransactionRow } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { notify } from '../../state/notices.ts';
import { navigateTo } from '../../state/route.ts';
import { useSubmission } from '../../state/submission.ts';

const REASONS = [
  'cash_not_dispensed',
  'partial_dispense',
  'amount_mismatch',
  'duplicate_debit',
  'reversal_not_posted',
  'surcharge_error',
  'late_presentment',
  'not_recognized',
  'unauthorized',
  'counterfeit_fallback',
];

/** Opens a dispute about a transaction. */
export function DisputeForm({ row, onCancel }: { readonly row: TransactionRow; readonly onCancel: () => void }) {
  const most = (Number(row.amt_req) + Number(row.sur_req)).toFixed(2);
  const [reason, setReason] = useState('cash_not_dispensed');
  const [amount, setAmount] = useState(most);
  const [description, setDescription] = useState('');
  const [isNewAccount, setNewAccount] = useState(false);
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(['/amount', '/description']);
  const open = async (): Promise<void> => {
    const made = await createDispute({
      transaction_id: row.transaction_id,
      reason_code: reason,
      amount: toAmount(amount),
      description: description.trim() === '' ? null : description,
      is_new_account: isNewAccount,
    });
    notify('done', `The dispute is open. A response is due on ${made.due_date}.`);
    navigateTo(['disputes'], { id: made.dispute_id });
  };
  return (
    <form
      class="dispute-form stack"
      aria-label="Open a dispute"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(open);
      }}
    >
      <h3>Open a dispute</h3>
      <SelectField
        label="Reason"
        hint="The claim of the cardholder."
        value={reason}
        options={REASONS.map((value) => ({ value, text: toWords(value) }))}
        onChange={setReason}
      />
      <TextField
        label="Amount"
        hint={`More than 0.00, and at most ${formatMoney(most)}: the requested amount and surcharge.`}
        error={faultOf('/amount')}
        value={amount}
        onChange={setAmount}
      />
      <TextField
        label="Description (optional)"
        hint="At most 1,000 characters. No card numbers."
        error={faultOf('/description')}
        value={description}
        onChange={setDescription}
      />
      <label class="row-tight">
        <input
          type="checkbox"
          checked={isNewAccount}
          onChange={(event) => setNewAccount(event.currentTarget.checked)}
        />
        The account of the cardholder is new, so the issuer has longer deadlines
      </label>
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
      <div class="row">
        <Button kind="primary" isDisabled={isBusy} onPress={() => void submit(open)}>
          Open the dispute
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** Writes two decimals, as the API expects: `20` becomes `20.00`. Other texts are sent unchanged, and the API explains them. */
const toAmount = (text: string): string =>
  /^\d{1,9}(\.\d{1,2})?$/.test(text.trim()) ? Number(text).toFixed(2) : text.trim();
