import { isUnmistakable } from '../../reading/refusal.ts';
import type { ListRow } from '../../slots/read-lists.ts';
import type { Insider } from './principals.ts';

/** Returns the insider's rows that the outsider must not see: of another account, or about hidden terminals only. */
export const listHiddenRows = (
  { isStranger, hidden }: Pick<Insider, 'isStranger' | 'hidden'>,
  rows: readonly ListRow[],
): readonly ListRow[] =>
  rows.filter(
    ({ id, terminals }) =>
      isUnmistakable(id) &&
      (isStranger || (terminals.length > 0 && terminals.every((one) => hidden.terminals.has(one)))),
  );
