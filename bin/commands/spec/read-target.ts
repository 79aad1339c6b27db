import type { OperationId } from '../../../spec/contract-document.ts';
import type { Contract, IntegrationCatalog, PortalSnapshot, TransactionList } from '../../../spec/index.ts';
import { createRefusal, fetchFromSandbox, RequestFailure, readSandboxBase, readSandboxUrl } from '../shared/client.ts';
import type { CollectionTarget } from './collection.ts';

/**
 * Returns the ids that a key sees in the sandbox at `url`, and the operations that it may use. Prefers a terminal whose largest amount is that of a
 * withdrawal, because collections open a dispute about it. Throws `RequestFailure`.
 */
export async function readTarget(contract: Contract, url: string | undefined, key: string): Promise<CollectionTarget> {
  const read = createReader(url, key);
  const catalog = await read<IntegrationCatalog>('/v1/integrations/catalog');
  const operations = listOperations(contract, catalog);
  const { terminals, groups, connectors } = await read<PortalSnapshot>('/v1/portal');
  const row = operations.has('listTransactions') ? await findWithdrawal(read) : undefined;
  const ids = {
    terminal_id: row?.terminal_id ?? terminals[0]?.terminal_id,
    transaction_id: row?.transaction_id,
    connector_id: connectors[0]?.connector_id,
    group_id: groups[0]?.group_id,
  };
  return {
    baseUrl: readSandboxBase({ ...(url !== undefined && { url }) }),
    apiKey: '',
    ids: Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => isId(entry[1]))),
    operations,
  };
}

type Read = <Reply>(path: string) => Promise<Reply>;

const createReader =
  (url: string | undefined, key: string): Read =>
  async <Reply>(path: string) => {
    const base = readSandboxUrl({ ...(url !== undefined && { url }) });
    const response = await fetchFromSandbox(base, path, { headers: { 'X-API-Key': key } });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw createRefusal({ status: response.status, answer }, base);
    if (answer === null || typeof answer !== 'object')
      throw new RequestFailure(`Expected JSON from ${path} of the sandbox at --url, and got something else.`, 1);
    return answer as Reply; // a sandbox validates its replies against the contract
  };

/** Whether a value has the form of ids in the contract, so that it needs no escaping in any format. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value);

function listOperations(contract: Contract, { services }: IntegrationCatalog): ReadonlySet<OperationId> {
  const available = new Set(
    services.flatMap(({ api_endpoints, rss_feeds }) => [
      ...api_endpoints.flatMap(({ method, path, is_available }) => (is_available ? [`${method} ${path}`] : [])),
      ...rss_feeds.map(({ path }) => `GET ${path}`), // every role may read them
    ]),
  );
  return new Set(
    Object.entries(contract.paths).flatMap(([path, { get, post }]) => [
      ...(get && available.has(`GET ${path}`) ? [get.operationId] : []),
      ...(post && available.has(`POST ${path}`) ? [post.operationId] : []),
    ]),
  );
}

type Row = TransactionList['data'][number];

/** Terminals to try. */
const MOST_TERMINALS = 10;

/** Returns the row with the largest amount of a terminal, if it is a withdrawal of one of the first terminals; otherwise any row. */
async function findWithdrawal(read: Read): Promise<Row | undefined> {
  const { data } = await read<TransactionList>('/v1/transactions?sort_by=amt_comp&limit=500');
  const terminals = new Set(data.filter(isWithdrawal).map(({ terminal_id }) => terminal_id));
  for (const terminal of [...terminals].filter(isId).slice(0, MOST_TERMINALS)) {
    const [row] = (await read<TransactionList>(`/v1/terminals/${terminal}/transactions?sort_by=amt_comp&limit=1`)).data;
    if (row !== undefined && isWithdrawal(row)) return row;
  }
  return data[0];
}

const isWithdrawal = ({ transaction_type, dispense_status }: Row): boolean =>
  transaction_type === 'withdrawal' && dispense_status === 'full_dispense';
