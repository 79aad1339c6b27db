/** Requests to repeat. Workloads differ in how much a server can cache between two requests. */
export interface Workload {
  readonly name: 'repeated' | 'changing' | 'single';
  readonly title: string;
  readonly paths: readonly string[];
}

const sortColumns = [
  'terminal_datetime',
  'transaction_type',
  'seq_no',
  'account_type',
  'response',
  'amt_req',
  'amt_comp',
  'sur_req',
  'sur_comp',
  'terminal_id',
];

/** Limits run from 1 to 99: the pages have 50 rows on average, and about a hundred times as many queries differ. */
export const MAX_ROWS = 99;

export const REPEATED_PATH = '/v1/transactions?limit=50';

/**
 * @param filters Query strings such as `terminal_id=NW100318`; each matches at least {@link MAX_ROWS} rows.
 */
export const createWorkloads = (terminalId: string, filters: readonly string[]): readonly Workload[] => [
  { name: 'repeated', title: 'The same page of 50 rows, repeated', paths: [REPEATED_PATH] },
  {
    name: 'changing',
    title: 'Changing pages: filter, order and limit differ each time, 50 rows on average',
    paths: shuffle(
      filters.flatMap((filter) =>
        sortColumns.flatMap((column) =>
          ['asc', 'desc'].flatMap((direction) =>
            Array.from(
              { length: MAX_ROWS },
              (_, index) => `/v1/transactions?limit=${index + 1}&sort_by=${column}&sort_dir=${direction}&${filter}`,
            ),
          ),
        ),
      ),
    ),
  },
  { name: 'single', title: 'One location', paths: [`/v1/locations/${terminalId}`] },
];

/** Shuffles with a fixed linear congruential generator, so that each run has the same order. */
function shuffle<T>(items: readonly T[]): readonly T[] {
  let state = 1;
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { item, key: state };
  });
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
}
