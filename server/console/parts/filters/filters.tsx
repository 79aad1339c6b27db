import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { segments } from '../../state/route.ts';
import { Button } from '../button.tsx';

export interface FiltersProps {
  /** The number of filters that are in effect. */
  readonly count: number;
  readonly onClear: () => void;
  /** Whether wide screens fold the filters too, because there are many. */
  readonly areMany?: boolean;
  readonly children: ComponentChildren;
}

/** Whether the filters are unfolded, by view and width: a list that is read again does not fold them. */
const folds = new Map<string, boolean>();

const NARROW = '(max-width: 48rem)';

/** The filters of a list: a row, and on narrow screens a summary that opens them and counts those in effect. */
export function Filters({ count, onClear, areMany = false, children }: FiltersProps) {
  const isNarrow = useIsNarrow();
  const fold = `${segments.value[0]} ${isNarrow}`;
  const content = (
    <>
      <div class={areMany ? 'filter-grid' : 'filters'}>{children}</div>
      {count === 0 ? null : (
        <Button size="small" kind="quiet" icon="close" onPress={onClear}>
          Remove filters
        </Button>
      )}
    </>
  );
  if (!isNarrow && !areMany) return <div class="filters">{content}</div>;
  return (
    <details
      key={fold}
      open={folds.get(fold) ?? (!isNarrow && count > 0)}
      onToggle={({ currentTarget }) => folds.set(fold, currentTarget.open)}
    >
      <summary>
        Filters{count === 0 ? null : <span class="badge badge-plain badge-info filter-count"> {count} in effect</span>}
      </summary>
      {content}
    </details>
  );
}

function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = (): void => setNarrow(query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isNarrow;
}
