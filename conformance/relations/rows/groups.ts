import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { isSuccess, type Parameters } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { findMainList, listTextColumns, type NameCell, type RowList, readRows } from './cells.ts';
import type { Session } from './session.ts';

const MOST_COLUMNS = 6;
const MOST_GROUPS = 4;

/** Orders the columns of the list of groups: those that are named as ids first. */
const rate = ({ place, segment }: NameCell): number =>
  (place === '@key' ? 2 : 0) +
  (/id$|identifier|kennung|identifiant|href/i.test(place) ? 1 : 0) +
  (segment === undefined ? 0 : 1) -
  (/count|name|num/i.test(place) ? 1 : 0);

/** Formats rows without the cells that are the same in all of several: they may repeat the request. */
const formatRows = rememberObjects(({ rows }: RowList): string => {
  const [first, ...others] = rows;
  const isCommon = (place: string): boolean =>
    others.length > 0 && others.every((row) => row.get(place) === first?.get(place));
  const common = new Set([...(first?.keys() ?? [])].filter(isCommon));
  return rows.map((row) => JSON.stringify([...row].filter(([place]) => !common.has(place)))).join('\n');
});

/**
 * Finds the ids of groups by trying the columns of the list of groups: a filter by one returns rows, but not for a made-up one, or not
 * the same ones for all. A group without rows is none that can be tested.
 */
export async function findGroups(session: Session, widest: Parameters): Promise<string[]> {
  const answer = await session.reader.get('listTerminalGroups');
  const list = isSuccess(answer) && answer.isReadable ? findMainList(answer.json) : undefined;
  if (list === undefined) return [];
  const filter = async (group_id: string): Promise<string> => {
    const read = await session.get({ group_id, ...widest });
    return read === undefined || session.place === undefined ? '' : formatRows(readRows(read.json, session.place));
  };
  const columns = listTextColumns(list.rows).filter(
    ({ cell: { place }, values }) =>
      !place.includes('[') && values.length === list.rows.length && new Set(values).size === values.length,
  );
  const tried = columns.toSorted((one, other) => rate(other.cell) - rate(one.cell)).slice(0, MOST_COLUMNS);
  const ignored: string[][] = [];
  for (const { values } of tried) {
    const ids = values.slice(0, MOST_GROUPS);
    const answers = new Map<string, string>();
    for (const id of ids) {
      answers.set(id, await filter(id));
      if ([...answers.values()].every((rows) => rows === '') && answers.size > 1) break;
    }
    const filled = ids.filter((id) => (answers.get(id) ?? '') !== '');
    if (filled.length === 0) continue;
    const unknown = makeUpId(values, 1);
    const differ = new Set(answers.values()).size > 1;
    if (differ || (unknown !== undefined && (await filter(unknown)) === ''))
      // the largest first
      return readGroups(
        filled.toSorted((one, other) => (answers.get(other) ?? '').length - (answers.get(one) ?? '').length),
      );
    ignored.push(filled);
  }
  // where no value of any column changes the rows, the ids of groups do not either
  return readGroups(columns.length === tried.length && ignored.length === tried.length ? (ignored[0] ?? []) : []);

  async function readGroups(ids: readonly string[]): Promise<string[]> {
    for (const group_id of ids) await session.read({ group_id, ...widest });
    return [...ids];
  }
}
