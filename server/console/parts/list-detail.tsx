import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatPlural } from '../format/money.ts';
import { changeParameters, linkWith, parameters } from '../state/route.ts';
import { Button } from './button.tsx';
import { CopyButton } from './code.tsx';
import type { IconName } from './icons.tsx';
import { Panel } from './panel.tsx';
import { Empty, NotVisible } from './states.tsx';
import { type Column, Table } from './table.tsx';

export interface ListDetailProps<Row> {
  /** The name of the list, and of one of its rows. */
  readonly title: string;
  readonly noun: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The buttons of the list. */
  readonly actions?: ComponentChildren;
  readonly note?: ComponentChildren;
  /** Shown if there are no rows. */
  readonly empty: ComponentChildren;
  readonly nameOf: (row: Row) => string;
  /** The opened item. */
  readonly detail: (row: Row) => ComponentChildren;
}

/** A list, and beside it the item that is opened in the address. Narrow screens show one of both. */
export function ListDetail<Row>(props: ListDetailProps<Row>) {
  const { title, noun, columns, rows, rowKey, actions, note, empty, nameOf, detail } = props;
  const openId = parameters.value.id ?? '';
  const row = rows.find((one) => rowKey(one) === openId);
  return (
    <div class={openId === '' ? 'list-detail' : 'list-detail list-detail-open'}>
      <Panel title={title} note={note ?? formatPlural(rows.length, noun)} actions={actions} isFlush>
        {rows.length === 0 ? empty : <Table label={title} columns={columns} rows={rows} rowKey={rowKey} />}
      </Panel>
      {openId === '' ? null : (
        <Detail key={openId} id={openId} name={row === undefined ? openId : nameOf(row)}>
          {row === undefined ? (
            <NotVisible isMissing reason={`No ${noun} here has the id ${openId}.`} />
          ) : (
            <div class="stack">{detail(row)}</div>
          )}
        </Detail>
      )}
    </div>
  );
}

interface DetailProps {
  readonly id: string;
  readonly name: string;
  readonly children: ComponentChildren;
}

/** Gets the focus when a person opens it. */
function Detail({ id, name, children }: DetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section class="panel" aria-label={name}>
      <div class="panel-head">
        <div class="grow">
          <h2 ref={heading} tabIndex={-1} class="name wrap">
            {name}
          </h2>
          <div class="row-tight small muted">
            <code class="wrap">{id}</code>
            <CopyButton text={id} label="Copy id" />
          </div>
        </div>
        <Button kind="quiet" size="small" icon="close" label="Close" onPress={() => changeParameters({ id: '' })} />
      </div>
      <div class="panel-body">{children}</div>
    </section>
  );
}

/** The link of a row to itself, as the opened item. */
export function ItemLink({ id, children }: { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <a class="cell-link name" href={linkWith({ id })} aria-current={parameters.value.id === id ? 'true' : undefined}>
      {children}
    </a>
  );
}

export interface EmptyListProps {
  readonly title: string;
  /** Default: that of a search without a result. */
  readonly icon?: IconName;
  readonly children?: ComponentChildren;
}

/** The usual text in place of an empty list. */
export function EmptyList({ title, icon = 'search', children }: EmptyListProps) {
  return (
    <Empty icon={icon} title={title}>
      {children}
    </Empty>
  );
}
