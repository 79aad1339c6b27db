import { type Exchange, isSuccess } from '../../http/client.ts';
import { isInstant } from '../../reading/values/instants.ts';
import { fail, notApplicable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { type Cells, findMainList, listTextColumns, type NameCell, showsNoRows } from '../../relations/rows/cells.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { isUnmistakableId } from '../../slots/inference/ids/find-ids.ts';
import { formatNames } from '../../slots/read-lists.ts';

/** Whether a value names a terminal that the key sees, and not this one: the member may hold a label or a number. */
export const isOther = (value: string, terminal: string, { sees }: Principal): boolean =>
  value !== terminal && sees.mentioned.has(value);

/** Whether most commands of a list are those of another terminal too: a command to many terminals may be one row in each of their lists. */
export const isListOfAnother = (shared: readonly unknown[], rows: readonly unknown[]): boolean =>
  shared.length > 1 && shared.length * 2 > rows.length;

/** Whether there are rows that share most places of their values: the parts of an envelope do not. */
const areOfOneForm = (rows: readonly Cells[]): boolean => {
  const [first, ...others] = rows;
  if (first === undefined || first.size < FEWEST_VALUES) return false;
  return others.every((row) => [...row.keys()].filter((place) => first.has(place)).length >= 0.7 * first.size);
};

const FEWEST_VALUES = 4;

/** Judges lists of commands of any form: a cell that names the terminal of one list names no other one, and no row is in two lists. */
export async function judgeCommandRows(reader: Principal, terminals: readonly string[]): Promise<Verdict> {
  const lists: { readonly terminal: string; readonly exchange: Exchange; readonly rows: readonly Cells[] }[] = [];
  const read: Exchange[] = [];
  for (const terminal of terminals) {
    const exchange = await reader.get('listTerminalCommands', { terminal_id: terminal });
    const rows = isSuccess(exchange) && exchange.isReadable ? (findMainList(exchange.json)?.rows ?? []) : [];
    read.push(exchange);
    if (areOfOneForm(rows)) lists.push({ terminal, exchange, rows });
    if (lists.length > 1) break;
  }
  const [first, second] = lists;
  if (first === undefined)
    return read.every((one) => isSuccess(one) && showsNoRows(one.json)) && read.length > 0
      ? notApplicable(`${reader.name} sees no command of ${formatNames(terminals)}`, ...read)
      : untestable('needs a terminal with commands', ...read);
  const listNames = (rows: readonly Cells[], { place }: NameCell) =>
    listTextColumns(rows)
      .filter(({ cell }) => cell.place === place)
      .flatMap(({ values }) => values);
  let isNamed = false;
  for (const { terminal, rows } of lists)
    for (const { cell, values } of listTextColumns(rows)) {
      if (values.length < rows.length || values.some((one) => one !== terminal) || !isUnmistakableId(terminal))
        continue;
      isNamed = true;
      for (const other of lists) {
        const names = listNames(other.rows, cell);
        const stray = names.find((one) => isOther(one, other.terminal, reader));
        if (stray === undefined || names.includes(other.terminal)) continue;
        const saw = `commands of ${stray}`;
        return fail({ expected: `only commands of ${other.terminal}`, actual: other.exchange, saw }, first.exchange);
      }
    }
  if (second === undefined)
    return isNamed ? pass(first.exchange) : untestable('needs two terminals with commands', first.exchange);
  const known = new Set(first.rows.map((row) => JSON.stringify([...row])));
  const shared = second.rows.filter((row) => known.has(JSON.stringify([...row])));
  const [one] = shared;
  const isComparable =
    isListOfAnother(shared, second.rows) && [...(one?.values() ?? [])].some((value) => isInstant(String(value)));
  if (one === undefined) return pass(first.exchange, second.exchange);
  if (!isComparable) return untestable('the commands of two terminals are alike', first.exchange, second.exchange);
  const saw = `a command that is also one of ${first.terminal}`;
  return fail({ expected: `only commands of ${second.terminal}`, actual: second.exchange, saw }, first.exchange);
}
