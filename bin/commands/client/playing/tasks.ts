import { parseHundredths } from '../../../../conformance/client/core/decimal.ts';
import type { Expected } from '../../../../conformance/client/core/expected.ts';
import type { TaskName } from '../../../../conformance/client/core/tasks.ts';
import { isWithdrawal, type ListPlan, readCompleted, readList, sortByAmount, sumWithdrawn } from './lists.ts';
import { pick } from './random.ts';
import { DERIVABLE_DATES, type Row, type World } from './world.ts';

/** A task with its input, and the right answer, which is computed after the run. */
export interface PreparedTask {
  readonly task: TaskName;
  readonly input: Readonly<Record<string, unknown>>;
  expect(): Promise<Expected>;
}

interface Preparation {
  readonly world: World;
  readonly plan: ListPlan;
  /** The id of the first terminal as the client sees it, if it is another. */
  readonly shownTerminalId?: string;
  /** The local day of `sum_withdrawn`. Default: one with several withdrawals. */
  readonly date?: string;
}

/** Prepares a task that reads or writes once. */
export async function prepareTask(task: TaskName, preparation: Preparation): Promise<PreparedTask> {
  const { world, plan, shownTerminalId, date } = preparation;
  const [firstId = ''] = world.terminalIds;
  const terminalId = shownTerminalId ?? firstId;
  const readRows = async (): Promise<readonly Row[]> =>
    (await readList(world, { path: `/v1/terminals/${firstId}/transactions`, plan })).rows;
  switch (task) {
    case 'list_terminals':
      return { task, input: {}, expect: () => expectTerminals(world, plan) };
    case 'count_transactions':
      return { task, input: { terminal_id: terminalId }, expect: async () => countRows(await readRows()) };
    case 'sum_withdrawn': {
      const day = date ?? chooseDay(await readRows());
      const expect = async (): Promise<Expected> => ({
        amount: { kind: 'amount', hundredths: sumWithdrawn((await readRows()).filter((row) => readDay(row) === day)) },
      });
      return { task, input: { terminal_id: terminalId, date: day }, expect };
    }
    case 'top_transactions': {
      const count = 5;
      const expect = async (): Promise<Expected> => {
        const { rows } = await readList(world, { path: '/v1/transactions', plan });
        const top = sortByAmount(rows, 'desc').slice(0, count);
        return { transaction_ids: { kind: 'list', values: top.map(readId) } };
      };
      return { task, input: { count }, expect };
    }
    case 'open_dispute':
      return prepareDispute(world);
    case 'derive_settlements':
      return prepareDerivation(world);
    default:
      throw new Error(`the task ${task} has its own preparation`);
  }
}

export const readId = (row: Row): string => String(row.transaction_id);
const readDay = (row: Row): string => String(row.terminal_datetime).slice(0, 10);

async function expectTerminals(world: World, plan: ListPlan): Promise<Expected> {
  const { rows } = await readList(world, { path: '/v1/locations', plan });
  const ids = rows.flatMap(({ terminal_ids: all }) => (Array.isArray(all) ? all.map(String) : []));
  return { terminal_ids: { kind: 'set', values: ids } };
}

const countRows = (rows: readonly Row[]): Expected => ({
  count: { kind: 'count', value: rows.length },
  with_emv: { kind: 'count', value: rows.filter((row) => 'emv' in row).length },
  linked: { kind: 'count', value: rows.filter((row) => row.linked_transaction_id !== null).length },
});

/** Returns the local day with the most completed withdrawals. */
function chooseDay(rows: readonly Row[]): string {
  const completed = rows.filter((row) => isWithdrawal(row) && readCompleted(row) > 0n);
  const [day] = [...Map.groupBy(completed, readDay)].toSorted(([, one], [, other]) => other.length - one.length);
  if (day === undefined) throw new Error('the fleet has no withdrawal');
  return day[0];
}

/** A dispute over a recent withdrawal. The right answer is the id of the stored dispute. */
async function prepareDispute(world: World): Promise<PreparedTask> {
  const { rows } = await readList(world, { path: '/v1/transactions', plan: {} });
  const row = pick(rows.filter((one) => isWithdrawal(one) && readCompleted(one) > 0n).slice(0, 40));
  const amount = String(row.amt_comp);
  const input = { transaction_id: readId(row), reason_code: 'cash_not_dispensed', amount };
  const expect = async (): Promise<Expected> => {
    const { rows: disputes } = await readList(world, { path: '/v1/disputes', plan: {} });
    const stored = disputes.find((one) => one.transaction_id === input.transaction_id);
    if (stored === undefined) return { dispute_id: { kind: 'text', value: 'the id of a dispute; none was opened' } };
    const isAsGiven =
      parseHundredths(String(stored.amount)) === parseHundredths(amount) && stored.reason_code === input.reason_code;
    const value = isAsGiven
      ? String(stored.dispute_id)
      : `a dispute of ${amount}; the stored one is of ${stored.amount}`;
    return { dispute_id: { kind: 'text', value } };
  };
  return { task: 'open_dispute', input, expect };
}

async function prepareDerivation(world: World): Promise<PreparedTask> {
  const date = pick(DERIVABLE_DATES);
  const query = new URLSearchParams({ from_business_date: date, to_business_date: date });
  const expect = async (): Promise<Expected> => {
    const { rows } = await readList(world, { path: '/v1/settlements', query, plan: {} });
    const ids = rows.map((row) => String(row.batch_id));
    const net = rows.reduce((sum, row) => sum + (parseHundredths(String(row.net_payout)) ?? 0n), 0n);
    return {
      batch_ids: { kind: 'set', values: ids.length > 0 ? ids : ['the id of a batch; none was derived'] },
      net_payout: { kind: 'amount', hundredths: net },
    };
  };
  return { task: 'derive_settlements', input: { business_date: date }, expect };
}
