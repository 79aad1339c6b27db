import { useState } from 'preact/hooks';
import { addFault, type FaultRule, readFaults, removeFault } from '../../api/resources.ts';
import { isOperator } from '../../api/session.ts';
import type { Exchange } from '../../api/types.ts';
import { formatCount, formatPlural } from '../../format/money.ts';
import { toneOfStatus, toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { EmptyList, ItemLink, ListDetail } from '../../parts/list-detail.tsx';
import { Members } from '../../parts/members.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Instant } from '../../parts/time.tsx';
import { runAction } from '../../state/actions.ts';
import { notify } from '../../state/notices.ts';
import { useResource } from '../../state/resource.ts';
import { changeParameters, linkToItem } from '../../state/route.ts';
import { AddFaultDialog } from './add-fault-dialog.tsx';

/** Rules that make requests and deliveries fail on purpose. */
export function FaultsView() {
  return (
    <>
      <PageHead title="Faults">
        Rules by which requests and deliveries fail on purpose. The first rule that applies decides.
      </PageHead>
      {isOperator.value ? (
        <Faults />
      ) : (
        <Hint>Only the operator sees and changes fault rules. Sign in with the operator's token.</Hint>
      )}
    </>
  );
}

function Faults() {
  const loaded = useResource('faults', readFaults);
  const [isAdding, setAdding] = useState(false);
  const remove = async (removed: readonly FaultRule[], id?: string): Promise<void> => {
    if ((await runAction('remove', () => removeFault(id))) === undefined) return;
    notify('done', `${formatPlural(removed.length, 'rule')} removed.`, () => restore(removed));
    changeParameters({ id: '' });
    loaded.reload();
  };
  const restore = async (removed: readonly FaultRule[]): Promise<void> => {
    const add = async (): Promise<boolean> => {
      for (const rule of removed) await addFault(toNewRule(rule));
      return true;
    };
    const isRestored = await runAction('restore', add);
    loaded.reload();
    if (isRestored !== undefined)
      notify('done', `${formatPlural(removed.length, 'rule')} added again, after the others. The counts begin at 0.`);
  };
  return (
    <>
      <Loaded of={loaded}>
        {({ rules, exchanges }) => (
          <ListDetail
            title="Rules"
            noun="rule"
            rows={rules}
            columns={columns}
            rowKey={({ fault_id: id }) => id}
            nameOf={({ effect }) => describeEffect(effect)}
            actions={
              <>
                {rules.length === 0 ? null : (
                  <ConfirmButton text="Remove all" question="Remove all rules?" onConfirm={() => void remove(rules)} />
                )}
                <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
                  Add a rule
                </Button>
              </>
            }
            empty={
              <EmptyList icon="alert" title="No fault rules">
                Without rules, this sandbox never fails on purpose. A rule can answer an operation with 503, delay it,
                cut the connection, or lose a delivery, always or for each third request.
              </EmptyList>
            }
            detail={(rule) => (
              <RuleDetail
                rule={rule}
                exchanges={exchanges.filter(({ fault_id: id }) => id === rule.fault_id)}
                onRemove={() => void remove([rule], rule.fault_id)}
              />
            )}
          />
        )}
      </Loaded>
      {isAdding ? (
        <AddFaultDialog
          onClose={() => setAdding(false)}
          onAdded={({ fault_id: id }) => {
            setAdding(false);
            loaded.reload();
            changeParameters({ id });
          }}
        />
      ) : null}
    </>
  );
}

/** Returns the request for a rule with the same conditions and effect. */
const toNewRule = ({ fault_id: _, matched_count: __, applied_count: ___, ...rule }: FaultRule): object => rule;

/** Returns the conditions of a rule as text. */
function describeConditions({
  fault_id: _,
  effect: __,
  matched_count: ___,
  applied_count: ____,
  ...conditions
}: FaultRule): string {
  const texts = Object.entries(conditions).map(([name, value]) => `${toWords(name).toLowerCase()} ${value}`);
  return texts.length === 0 ? 'every request' : texts.join(', ');
}

/** Returns the kind of failure, with the status that clients get. */
const describeEffect = ({ type, status }: FaultRule['effect']): string =>
  status === undefined ? toWords(type) : `${toWords(type)} ${status}`;

const columns: readonly Column<FaultRule>[] = [
  { title: 'Effect', cell: ({ fault_id: id, effect }) => <ItemLink id={id}>{describeEffect(effect)}</ItemLink> },
  { title: 'Applies to', isWideOnly: true, cell: (rule) => <span class="wrap">{describeConditions(rule)}</span> },
  { title: 'Met', isNumber: true, cell: ({ matched_count: count }) => formatCount(count) },
  { title: 'Failed', isNumber: true, cell: ({ applied_count: count }) => formatCount(count) },
];

interface RuleDetailProps {
  readonly rule: FaultRule;
  /** The latest requests to which it applied. */
  readonly exchanges: readonly Exchange[];
  readonly onRemove: () => void;
}

function RuleDetail({ rule, exchanges, onRemove }: RuleDetailProps) {
  const { fault_id: _, effect, matched_count: matched, applied_count: applied, ...conditions } = rule;
  return (
    <>
      <p class="secondary">
        {formatPlural(matched, 'request')} met the conditions, {formatCount(applied)} of them failed.
      </p>
      <section class="stack-tight">
        <h3>Effect</h3>
        <Members value={effect} />
      </section>
      <section class="stack-tight">
        <h3>Conditions</h3>
        {Object.keys(conditions).length === 0 ? (
          <p class="secondary">None: every request</p>
        ) : (
          <Members value={conditions} />
        )}
      </section>
      <section class="stack-tight">
        <h3>Latest requests that it changed</h3>
        {exchanges.length === 0 ? (
          <p class="secondary">None among the requests that the sandbox keeps.</p>
        ) : (
          <Table
            label="Requests that the rule changed"
            columns={exchangeColumns}
            rows={exchanges}
            rowKey={({ request_id: id }) => id}
          />
        )}
      </section>
      <div>
        <ConfirmButton text="Remove the rule" question="Remove this rule?" onConfirm={onRemove} />
      </div>
    </>
  );
}

const exchangeColumns: readonly Column<Exchange>[] = [
  {
    title: 'Request',
    cell: ({ request_id: id, method, path }) => (
      <a class="mono wrap" href={linkToItem(['requests'], { id })}>
        {method} {path}
      </a>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Badge tone={toneOfStatus(status)}>{status}</Badge> },
  { title: 'Sandbox time', isWideOnly: true, cell: ({ sandbox_at: at }) => <Instant at={at} hasSeconds /> },
];
