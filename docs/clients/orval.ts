import axios, { AxiosError } from 'axios';
import {
  createDispute,
  deriveSettlements,
  getAccountFeed,
  getLocation,
  listTerminalTransactions,
  listTransactions,
  type Problem,
} from './orval/client.js';

axios.defaults.baseURL = process.env.BASE_URL ?? '';
axios.defaults.headers.common['X-API-Key'] = process.env.API_KEY ?? '';

const transactions = await listTransactions({ limit: 3, sort_by: 'amt_comp', sort_dir: 'desc' });
console.log('amounts', transactions.data.data.map((row) => row.amt_comp).join(' '));

const own = await listTerminalTransactions('NW104233', { limit: 1, sort_by: 'amt_comp' });
const [row] = own.data.data;
if (row === undefined) throw new Error('the terminal has no transaction');
const dispute = await createDispute({
  transaction_id: row.transaction_id,
  reason_code: 'cash_not_dispensed',
  amount: row.amt_comp,
});
console.log('dispute', dispute.data.status, dispute.data.amount === row.amt_comp);

const derived = await deriveSettlements({ dry_run: true });
console.log('derived', derived.data.dry_run, derived.data.batches.length);

try {
  await getLocation('ZZ999999');
  throw new Error('a terminal that does not exist has a location');
} catch (error) {
  if (!(error instanceof AxiosError)) throw error;
  const problem: Problem = error.response?.data;
  console.log('problem', problem.status, problem.code);
}

const feed = await getAccountFeed();
console.log('feed', feed.data.startsWith('<?xml'), feed.data.includes('<item>'));
