import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import {
  EPOCH_MS,
  listAccountsBelow,
  listTerminalsOfGroup,
  type TenantFixture,
  tenants,
  type UserFixture,
} from '../../../fixtures/index.ts';
import { type OperationId, operations } from '../../../spec/index.ts';
import { createTestApp } from '../testing/test-app.ts';

/*
 * The isolation property: no reply to a user, over all reads and both feeds, contains a canary that the user may not
 * see; together they contain all of the user's own canaries. The expected scope is computed independently from the
 * fixtures, so that a defect of the server is not repeated here.
 */

interface Person {
  readonly tenant: TenantFixture;
  readonly user: UserFixture;
  readonly key: string;
}

const people: readonly Person[] = tenants.flatMap((tenant) =>
  tenant.users.flatMap((user) =>
    user.keys
      .filter(({ isRevoked, expiresAt }) => !isRevoked && (expiresAt === null || Date.parse(expiresAt) > EPOCH_MS))
      .slice(0, 1)
      .map(({ key }) => ({ tenant, user, key })),
  ),
);

/** Lists the ids of terminals that a user may see according to its role. */
function listTerminalIds({ tenant, user }: Person): ReadonlySet<string> {
  if (user.assigned !== undefined) {
    const { groupIds, terminalIds } = user.assigned;
    return new Set([...terminalIds, ...groupIds.flatMap((groupId) => listTerminalsOfGroup(tenant, groupId))]);
  }
  const accounts = new Set(listAccountsBelow(tenant, user.accountId));
  return new Set(
    tenant.terminals.filter(({ accountId }) => accounts.has(accountId)).map(({ terminalId }) => terminalId),
  );
}

const isAccountWide = ({ user }: Person): boolean => !['technician', 'merchant', 'vault_cash'].includes(user.role);

interface Visibility {
  /** Canaries that some reply must contain. */
  readonly mustSee: ReadonlySet<string>;
  /**
   * Also canaries that may appear with them: ids of accounts that own a visible resource, and words in the name of a
   * visible resource.
   */
  readonly maySee: ReadonlySet<string>;
}

/** Returns the canaries that a person must and may see: ids of terminals and accounts, and canary words of accounts. */
function computeVisibility(person: Person): Visibility {
  const { tenant, user } = person;
  const terminalIds = listTerminalIds(person);
  const terminals = tenant.terminals.filter(({ terminalId }) => terminalIds.has(terminalId));
  const accountIds = isAccountWide(person) ? listAccountsBelow(tenant, user.accountId) : [user.accountId];
  const isVisible = ({ groupId, accountId }: TenantFixture['groups'][number]): boolean =>
    listTerminalsOfGroup(tenant, groupId).some((id) => terminalIds.has(id)) ||
    (isAccountWide(person) && accountIds.includes(accountId));
  const groups = tenant.groups.filter(isVisible);

  const owners = new Set([
    ...accountIds,
    ...terminals.map((one) => one.accountId),
    ...groups.map((one) => one.accountId),
  ]);
  const names = [
    ...groups.map(({ name }) => name),
    ...terminals.flatMap(({ location }) => [location.name, location.contact.name]),
  ];
  const words = tenant.accounts.filter(
    ({ accountId, canary }) => owners.has(accountId) || names.some((name) => name.includes(canary)),
  );
  const ownWords = tenant.accounts.filter(({ accountId }) => accountId === user.accountId).map(({ canary }) => canary);
  return {
    mustSee: new Set([...terminalIds, user.accountId, ...ownWords]),
    maySee: new Set([...terminalIds, ...owners, ...words.map(({ canary }) => canary)]),
  };
}

/** The ids and canary words of all accounts, and the ids of all terminals. */
const words = tenants.flatMap(({ accounts }) => accounts.map(({ canary }) => canary));
const ids = new Set(
  tenants.flatMap(({ accounts, terminals }) => [
    ...accounts.map(({ accountId }) => accountId),
    ...terminals.map(({ terminalId }) => terminalId),
  ]),
);

/** Lists the canaries in a text, also as part of other text. */
function listCanaries(text: string): string[] {
  const found = [...(text.match(/[A-Z]{2}\d{6}/g) ?? []), ...(text.match(/acct_[a-z0-9_]+/g) ?? [])];
  return [...found.filter((token) => ids.has(token)), ...words.filter((word) => text.includes(word))];
}

let server: Server;
let base = '';
let answered = 0;

/** The number of transactions that each user reads one by one. */
const TRANSACTIONS_READ = chooseRuns(2, 40);

const joinTerminals = (person: Person): string => [...listTerminalIds(person)].toSorted().join();

/**
 * The number of terminals that a user reads one by one. In `npm test` the first user with a set of terminals reads all, and others
 * with the same set read few; all users read all lists.
 */
const countTerminalsRead = (person: Person): number => {
  const first = people.find((one) => joinTerminals(one) === joinTerminals(person));
  return first === person ? Number.POSITIVE_INFINITY : chooseRuns(2, Number.POSITIVE_INFINITY);
};

beforeAll(async () => {
  // On a busy machine, a connection would end by the usual timeout at the moment of its next request.
  server = createServer({ keepAliveTimeout: 0 }, createTestApp().app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/**
 * Collects the canaries in all replies to a user: every read, all pages of lists, and the resources with listed ids.
 */
async function readEverything(person: Person): Promise<ReadonlySet<string>> {
  const { key } = person;
  const found = new Set<string>();
  const send = async (path: string): Promise<Record<string, unknown>> => {
    const response = await fetch(base + path, { headers: { 'X-API-Key': key, 'Accept-Encoding': 'identity' } });
    const text = await response.text();
    answered += 1;
    for (const canary of listCanaries(text)) found.add(canary);
    if (response.status >= 500) throw new Error(`${path}: ${text}`);
    return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : {};
  };
  const pageRequest = async (path: string): Promise<Record<string, unknown>[]> => {
    const rows: Record<string, unknown>[] = [];
    for (let cursor: unknown = ''; typeof cursor === 'string'; ) {
      const page = await send(`${path}?limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`);
      rows.push(...((page.data ?? []) as Record<string, unknown>[]));
      cursor = (page.page as { next_cursor: string | null } | undefined)?.next_cursor ?? null;
    }
    return rows;
  };

  const known = { terminal_id: new Set<string>(), transaction_id: new Set<string>(), connector_id: new Set<string>() };
  // Public operations return the same bytes to every caller, which another test proves.
  const reads = (Object.keys(operations) as OperationId[]).filter(
    (id) => operations[id].method === 'GET' && !operations[id].isPublic,
  );
  for (const operationId of reads.filter((id) => !operations[id].path.includes('{'))) {
    const { path } = operations[operationId];
    const rows = operationId.startsWith('list') ? await pageRequest(path) : [await send(path)];
    for (const row of rows) {
      if (typeof row.transaction_id === 'string' && known.transaction_id.size < TRANSACTIONS_READ)
        known.transaction_id.add(row.transaction_id);
      if (typeof row.terminal_id === 'string') known.terminal_id.add(row.terminal_id);
      for (const terminalId of Array.isArray(row.terminal_ids) ? row.terminal_ids : [])
        known.terminal_id.add(terminalId);
      if (operationId === 'listConnectors') known.connector_id.add(String(row.connector_id));
    }
  }
  for (const operationId of reads) {
    const [, name] = /\{(\w+)\}/.exec(operations[operationId].path) ?? [];
    if (name === undefined) continue;
    const all = [...known[name as keyof typeof known]];
    for (const id of name === 'terminal_id' ? all.slice(0, countTerminalsRead(person)) : all) {
      const path = operations[operationId].path.replace(`{${name}}`, id);
      await (operationId.startsWith('list') ? pageRequest(path) : send(path));
    }
  }
  return found;
}

describe('isolation', () => {
  test.each(people)('shows $user.userId every canary of its account and none of other accounts', async (person) => {
    const { mustSee, maySee } = computeVisibility(person);
    const foreign = people
      .flatMap((other) => [...computeVisibility(other).mustSee])
      .filter((canary) => !maySee.has(canary));
    expect(mustSee.size).toBeGreaterThan(1);
    expect(foreign.length).toBeGreaterThan(0);
    const seen = await readEverything(person);
    expect([...mustSee].filter((canary) => !seen.has(canary))).toEqual([]);
    expect([...seen].filter((canary) => !maySee.has(canary))).toEqual([]);
  });

  test('covers users of every tenant and many replies', () => {
    expect(people.length).toBeGreaterThanOrEqual(16);
    expect(new Set(people.map(({ tenant }) => tenant.tenantId)).size).toBe(tenants.length);
    expect(answered).toBeGreaterThan(1000);
  });
});
