import { client } from './hey-api/client.gen.js';
import {
  createDispute,
  deriveSettlements,
  getAccountFeed,
  getLocation,
  listTerminalTransactions,
  listTransactions,
} from './hey-api/index.js';

client.setConfig({ baseUrl: process.env.BASE_URL ?? '', auth: process.env.API_KEY ?? '' });

const transactions = await listTransactions({ query: { limit: 3, sort_by: 'amt_comp', sort_dir: 'desc' } });
if (transactions.data === undefined) throw new Error(transactions.error.detail);
console.log('amounts', transactions.data.data.map((row) => row.amt_comp).join(' '));

const own = await listTerminalTransactions({
  path: { terminal_id: 'NW104233' },
  query: { limit: 1, sort_by: 'amt_comp' },
});
const [row] = own.data?.data ?? [];
if (row === undefined) throw new Error('the terminal has no transaction');
const dispute = await createDispute({
  body: { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount: row.amt_comp },
});
if (dispute.data === undefined) throw new Error(dispute.error.detail);
console.log('dispute', dispute.data.status, dispute.data.amount === row.amt_comp);

const derived = await deriveSettlements({ body: { dry_run: true } });
if (derived.data === undefined) throw new Error(derived.error.detail);
console.log('derived', derived.data.dry_run, derived.data.batches.length);

const missing = await getLocation({ path: { terminal_id: 'ZZ999999' } });
if (missing.error === undefined) throw new Error('a terminal that does not exist has a location');
console.log('problem', missing.error.status, missing.error.code);

const feed = await getAccountFeed({ parseAs: 'text' });
if (feed.data === undefined) throw new Error(feed.error.detail);
console.log('feed', feed.data.startsWith('<?xml'), feed.data.includes('<item>'));
