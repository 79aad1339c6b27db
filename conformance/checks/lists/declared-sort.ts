import { check } from '../../engine/check.ts';
import { listDeclaredParameters } from '../../reading/declared-parameters.ts';
import { toObject } from '../../reading/published-document.ts';
import { readInstants } from '../../reading/values/instants.ts';
import { findFirstRise } from '../../reading/values/value-relations.ts';
import { fail, forEachTestable, notApplicable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { mayDescend } from '../../relations/rows/order.ts';
import { getWidestParameters, type ListRow, readControl, readTable } from '../../slots/read-lists.ts';
import { readPublishedDocument } from '../protocol/public.ts';

const ROWS = 'listTransactions';
/** The documented value, which other checks judge. */
const DOCUMENTED = 'amt_comp';
const DEEPEST = 3;
const FEWEST_VALUES = 3;

const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the value of the member of a row that has the name of a column, in any spelling. */
function findColumn(value: unknown, column: string, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === DEEPEST) return undefined;
  const members = Object.entries(value);
  const [, found] = members.find(([name]) => toPlain(name) === column) ?? [];
  if (found !== undefined) return found;
  return members.reduce<unknown>((known, [, inner]) => known ?? findColumn(inner, column, depth + 1), undefined);
}

/** Returns the values of a column whose order is beyond doubt: numbers, decimal amounts or instants; else nothing. */
function readOrdered(rows: readonly ListRow[], column: string): readonly number[] {
  const values = rows
    .map(({ value }) => findColumn(value, column))
    .filter((value) => value !== undefined && value !== null);
  const numbers = values.map((value) =>
    typeof value === 'number' || /^-?\d+\.\d+$/.test(String(value)) ? Number(value) : Number.NaN,
  );
  if (!numbers.some(Number.isNaN)) return numbers;
  const instants = values.flatMap((value) => readInstants([String(value)]));
  return instants.length === values.length ? instants : [];
}

/** Text columns are left out, because their collation is open; so are local times that descend as texts. */
export const declaredColumnsSort = check({
  id: 'sort/declared-columns-descend',
  title: '`sort_by` sorts by each column that the public document lists, not only by `amt_comp`',
  clause: 'transactions.sort_by',
  covers: ['versioning.current_contract'],
  level: 'must',
  needs: ['reader', 'anonymous', 'bindings', 'sampling'],
  keys: { quick: 1, standard: 1 },
  async run({ reader, anonymous, bindings, sampling }) {
    const { exchange: document } = await readPublishedDocument(anonymous);
    const declared = listDeclaredParameters(toObject(document.json)).get(ROWS) ?? [];
    const listed = declared.find(({ name }) => name === 'sort_by')?.values ?? [];
    const widest = getWidestParameters(bindings);
    const plain = await readControl({ reader, bindings }, ROWS, widest);
    const columns = listed.filter(
      (column) => column !== DOCUMENTED && new Set(readOrdered(plain.rows, toPlain(column))).size >= FEWEST_VALUES,
    );
    if (columns.length === 0)
      return notApplicable('the document lists no further column with numbers or instants', document);
    return forEachTestable(
      sampling.select('declared columns', columns, { quick: 1, standard: 1 }),
      String,
      async (column) => {
        const probe = await reader.get(ROWS, { sort_by: column, sort_dir: 'desc', ...widest });
        const rows = readTable(probe, bindings, ROWS)?.rows ?? [];
        const values = readOrdered(rows, toPlain(column));
        if (new Set(values).size < FEWEST_VALUES) return untestable('needs rows with different values', probe);
        const texts = rows.map(({ value }) => String(findColumn(value, toPlain(column))));
        const descendsAsText = texts.every((text, index) => index === 0 || text <= (texts[index - 1] ?? text));
        if (mayDescend(values) || descendsAsText) return pass(plain.exchange, probe);
        const saw = `row ${findFirstRise(values) + 1} is greater than the row before it`;
        return fail({ expected: `${column} in descending order`, actual: probe, saw }, plain.exchange);
      },
    );
  },
});
