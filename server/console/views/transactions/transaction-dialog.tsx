import { useState } from 'preact/hooks';
import { type FoundTransaction, readTransaction } from '../../api/ledger.ts';
import { portal } from '../../api/session.ts';
import type { TransactionRow } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { formatGap } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo, linkWith } from '../../state/route.ts';
import { DisputeForm } from './dispute-form.tsx';
import { TimelinePicture } from './timeline-picture.tsx';

interface TransactionDialogProps {
  readonly id: string;
  /** The row, if the list contains it. */
  readonly known: TransactionRow | undefined;
  readonly onClose: () => void;
}

/** One transaction: its row, its timeline, and a form that disputes it. */
export function TransactionDialog({ id, known, onClose }: TransactionDialogProps) {
  const found = useResource(`transaction ${id}`, () => readTransaction(id, known));
  const [isDisputing, setDisputing] = useState(false);
  const row = found.data?.row;
  return (
    <Dialog
      title="Transaction"
      isWide
      onClose={onClose}
      actions={
        row !== undefined && isDisputable(row) && !isDisputing ? (
          <Button icon="alert" onPress={() => setDisputing(true)}>
            Dispute it
          </Button>
        ) : undefined
      }
    >
      <div class="row-tight">
        <code class="wrap">{id}</code>
        <CopyButton text={id} label="Copy id" />
      </div>
      {row !== undefined && isDisputing ? <DisputeForm row={row} onCancel={() => setDisputing(false)} /> : null}
      <Loaded of={found}>{(data) => <Details found={data} />}</Loaded>
    </Dialog>
  );
}

function Details({ found: { timeline, row } }: { readonly found: FoundTransaction }) {
  return (
    <>
      <Pairs
        pairs={[
          ['Outcome', <StateBadge key="outcome" state={timeline.outcome} />],
          [
            'Terminal',
            <a key="terminal" href={linkTo('fleet', timeline.terminal_id)}>
              {timeline.terminal_id}
            </a>,
          ],
          ...(row === undefined ? [] : describeRow(row)),
          ['Network', timeline.network ?? 'Not routed'],
          [
            'Reference',
            timeline.rrn === null ? 'The request did not reach the host' : `RRN ${timeline.rrn}, STAN ${timeline.stan}`,
          ],
          ['Duration', formatGap(timeline.duration_ms)],
        ]}
      />
      <section class="stack-tight">
        <h3>Timeline</h3>
        <TimelinePicture steps={timeline.steps} />
      </section>
    </>
  );
}

const describeRow = (row: TransactionRow) => [
  ['Time', <Instant key="time" at={row.terminal_datetime} hasSeconds />] as const,
  ['Type', [row.transaction_type, row.account_type].map(toWords).join(', ')] as const,
  ...(row.emv === undefined ? [] : [['Card read', toWords(row.emv)] as const]),
  ['Response', `${row.response} ${row.response_text}`] as const,
  ['Amount', `${formatMoney(row.amt_comp)} of ${formatMoney(row.amt_req)} requested`] as const,
  ['Surcharge', `${formatMoney(row.sur_comp)} of ${formatMoney(row.sur_req)} requested`] as const,
  ['Dispense', toWords(row.dispense_status)] as const,
  ['Business date', row.business_date] as const,
  ...(row.linked_transaction_id === null
    ? []
    : [
        [
          row.transaction_type === 'reversal' ? 'Reverses' : 'Reversed by',
          <a key="linked" class="mono wrap" href={linkWith({ id: row.linked_transaction_id })}>
            {row.linked_transaction_id}
          </a>,
        ] as const,
      ]),
];

const isDisputable = ({ transaction_type: type, response }: TransactionRow): boolean =>
  portal.value?.access_flags.can_create_disputes === true &&
  (type === 'withdrawal' || type === 'cash_advance') &&
  (response === '00' || response === '10');
