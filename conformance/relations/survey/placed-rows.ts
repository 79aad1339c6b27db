import { type Caller, ignoreUnreadable } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { intersects, subtract } from '../../reading/values/set-relations.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { getWidestParameters, type ListRow, readTable } from '../../slots/read-lists.ts';
import type { Visibility } from './principals.ts';

/** The number of terminals of a key whose rows are read, and of those that are hidden from each other key. */
const MOST_TERMINALS = 4;
const MOST_HIDDEN = 2;

/**
 * Returns the visibility with transactions whose terminals are known by the filter that returned them, if rows name no terminal by its id.
 * The rows of a filter count only if the filters of other terminals return none of them, so that a filter without effect places no row.
 */
export async function placeTransactions(
  visibility: ReadonlyMap<string, Visibility>,
  withKey: (name: string) => Caller,
  bindings: Bindings,
): Promise<Map<string, Visibility>> {
  const isUnplaced =
    bindings.find('transactions.terminal') === undefined && bindings.find('transactions.id') !== undefined;
  const placed = new Map(visibility);
  if (!isUnplaced) return placed;
  for (const [name, sees] of visibility) {
    if (sees.transactions.length === 0) continue;
    const others = [...visibility.values()].filter((other) => other !== sees);
    const hidden = others.flatMap((other) => [...subtract(sees.terminals, other.mentioned)].slice(0, MOST_HIDDEN));
    const terminals = [...new Set([...hidden, ...sees.terminals])].slice(0, MOST_TERMINALS);
    const lists: { readonly ids: ReadonlySet<string>; readonly rows: readonly ListRow[] }[] = [];
    for (const terminal_id of terminals) {
      const rows = await readFiltered(withKey(name), terminal_id, bindings);
      if (rows.length > 0) lists.push({ ids: new Set(rows.map(({ id }) => id)), rows });
    }
    const isDisjoint = lists.every((one, at) => lists.slice(at + 1).every((other) => !intersects(one.ids, other.ids)));
    if (lists.length === 0 || !isDisjoint) continue;
    if (lists.length === 1 && !(await isEmptyForUnknown(withKey(name), terminals, bindings))) continue;
    placed.set(name, { ...sees, placedTransactions: lists.flatMap(({ rows }) => rows) });
  }
  return placed;
}

/** Whether the filter returns no rows for an invented terminal: a key may see one terminal only. */
async function isEmptyForUnknown(caller: Caller, known: readonly string[], bindings: Bindings): Promise<boolean> {
  const unknown = makeUpId(known, 1);
  return unknown !== undefined && (await readFiltered(caller, unknown, bindings)).length === 0;
}

async function readFiltered(caller: Caller, terminal_id: string, bindings: Bindings): Promise<ListRow[]> {
  const parameters = { terminal_id, ...getWidestParameters(bindings) };
  const answer = await ignoreUnreadable(() => caller.get('listTransactions', parameters));
  const rows = answer?.isReadable === true ? (readTable(answer, bindings, 'listTransactions')?.rows ?? []) : [];
  return rows.map(({ id, value }) => ({ id, value, terminals: [terminal_id] }));
}
