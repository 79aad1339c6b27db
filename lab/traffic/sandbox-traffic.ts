import { startSandbox } from '../../bin/library/start-sandbox.ts';
import type { Transport } from '../../conformance/http/client.ts';
import { createFetchTransport } from '../../conformance/http/transport/fetch-transport.ts';
import type { TrafficExchange } from '../../conformance/index.ts';
import { createRandom } from '../generator/random.ts';
import type { Mutant } from '../mutants/index.ts';
import { type User, useService } from './portal-client.ts';

/** The base URL in the traffic. No request leaves the process. */
export const SANDBOX_URL = 'http://sandbox.invalid';

/** An administrator, a sub-account of the same tenant, and a user of another tenant. */
const KEYS = ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-redline-admin'];
const MOST_TRANSACTIONS = 8;

/** Records the traffic of the client with the sandbox, which keeps the built-in contract, or with a mutant of it. */
export async function recordSandboxTraffic(mutant?: Mutant): Promise<TrafficExchange[]> {
  const sandbox = await startSandbox({ port: false });
  const right = createFetchTransport((request) => sandbox.fetch(request));
  const users = await Promise.all(KEYS.map((key) => readUser(right, key)));
  const transport = mutant === undefined ? right : mutant.alter(right);
  const exchanges = await useService({ url: SANDBOX_URL, transport, users, findNextPage }, createRandom('traffic'));
  await sandbox.close();
  return exchanges;
}

/** Reads what a user sees, from the right service. */
async function readUser(transport: Transport, key: string): Promise<User> {
  const read = async (path: string) => {
    const { body } = await transport({ method: 'GET', url: SANDBOX_URL + path, headers: [['X-API-Key', key]] });
    return JSON.parse(Buffer.from(body).toString());
  };
  const portal = await read('/v1/portal');
  const list = await read(`/v1/transactions?limit=${MOST_TRANSACTIONS}`);
  const ids = (rows: readonly Record<string, string>[], name: string) => rows.map((row) => row[name] ?? '');
  return {
    key,
    terminals: ids(portal.terminals, 'terminal_id'),
    groups: ids(portal.groups, 'group_id'),
    connectors: ids(portal.connectors, 'connector_id'),
    transactions: ids(list.data, 'transaction_id'),
  };
}

/** Returns the cursor of the next page. */
function findNextPage({ status, body }: TrafficExchange): Record<string, string> | undefined {
  const [, cursor] = /"next_cursor":"([^"]+)"/.exec(Buffer.from(body ?? '').toString()) ?? [];
  return status === 200 && cursor !== undefined ? { cursor } : undefined;
}
