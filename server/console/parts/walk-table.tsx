import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Page } from '../api/types.ts';
import { formatCount } from '../format/money.ts';
import type { useRowWalk } from '../state/row-walk.ts';
import { Button } from './button.tsx';
import { EndlessTable } from './endless-table.tsx';
import { Empty, Hint, Loading } from './states.tsx';
import type { Column } from './table.tsx';

export interface WalkTableProps<Row, Reply extends Page<Row>> {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly walked: ReturnType<typeof useRowWalk<Row, Reply>>;
  readonly rowKey: (row: Row) => string;
  /** The number of rows; undefined while it is not known. */
  readonly total: number | undefined;
  /** Shown if there are no rows. */
  readonly empty: ComponentChildren;
}

/** The rows of a walk, with everything that can interrupt it. */
export function WalkTable<Row, Reply extends Page<Row>>(props: WalkTableProps<Row, Reply>) {
  const { label, columns, walked, rowKey, total, empty } = props;
  const { walk, isOutdated, restart } = walked;
  const show = useCallback((from: number, to: number) => void walk.show(from, to), [walk]);
  return (
    <>
      {isOutdated && !walk.isAtStart ? (
        <div class="panel-filters">
          <Hint>
            <div class="row between">
              The data changed since this list was read.
              <Button size="small" icon="refresh" onPress={restart}>
                Read it again
              </Button>
            </div>
          </Hint>
        </div>
      ) : null}
      {walk.count > 0 ? (
        <EndlessTable
          label={label}
          columns={columns}
          rows={{ count: walk.count, rowAt: (index) => walk.rowAt(index) }}
          rowKey={rowKey}
          onShow={show}
          total={total}
        />
      ) : null}
      {walk.count === 0 && walk.isComplete ? empty : null}
      {walk.count === 0 && !walk.isComplete && !walk.isPaused && walk.error === undefined ? <Loading /> : null}
      {walk.error === undefined ? null : (
        <Empty
          icon="alert"
          title="The next rows could not be read"
          actions={
            <>
              <Button onPress={() => walk.readOn()}>Try again</Button>
              <Button onPress={restart}>Start from the first row</Button>
            </>
          }
        >
          {walk.error}
        </Empty>
      )}
      {walk.isPaused && walk.error === undefined ? (
        <Empty
          icon="search"
          title="Few rows match"
          actions={<Button onPress={() => walk.readOn()}>Search further</Button>}
        >
          {formatCount(walk.readRows)} rows were read. The server has no filters for type, result, time and amount, so
          the page reads all rows. A filter by terminal or group makes that shorter.
        </Empty>
      ) : null}
    </>
  );
}
