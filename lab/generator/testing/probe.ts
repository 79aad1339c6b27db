import { openScope } from '../model/scope.ts';
import type { User } from '../model/types.ts';
import { writeJson } from '../protocol/json.ts';
import { ALL_OPERATIONS, type OperationId } from '../protocol/operations.ts';
import type { Service } from '../service/call.ts';
import { answerRequest, renderAnswer } from '../service/respond.ts';
import { describeBodies } from '../service/writes.ts';
import { describeKeys } from '../statements.ts';

const FORMAT = { indent: '', isEscaped: false, escapesSlashes: false };

/** One request and the reply in one line of text. */
export interface ProbeLine {
  readonly request: string;
  readonly operation: OperationId | undefined;
  readonly status: number;
  readonly reply: string;
}

interface Requested {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly key: string | undefined;
  readonly body?: unknown;
}

/** Sends one request to a service without a network. */
export function sendRequest(service: Service, requested: Requested): ProbeLine {
  service.requestNumber += 1;
  const query = new URLSearchParams(requested.query ?? '');
  const { method = 'GET', path, key, body } = requested;
  const { answer, route } = answerRequest(service, { method, path, query, key, body });
  const reply = renderAnswer(service, answer, path);
  const type = reply.type ?? 'json';
  const headers = { ...reply.headers, 'Content-Type': type };
  const operation = route?.operation.id;
  const changed = operation === undefined ? headers : (service.hooks.headers?.(headers, { operation }) ?? headers);
  const text = reply.json === undefined ? String(reply.text ?? '') : writeJson(reply.json, FORMAT);
  return {
    request: `${method} ${path}?${query} ${key ?? '-'}`,
    operation,
    status: reply.status,
    reply: `${reply.status} ${JSON.stringify(changed)} ${text}`,
  };
}

function listIds(service: Service, users: readonly User[]) {
  const scopes = users.map((user) => openScope(service.world, user, service.choices, service.nowMs()));
  const { ids } = service.style;
  const pick = <Item extends { key: string }>(items: readonly Item[], count: number) =>
    items.slice(0, count).map((item) => item.key);
  const unique = (kind: 'terminal' | 'group' | 'connector' | 'transaction', keys: readonly string[]) =>
    [...new Set(keys)].map((key) => ids.text(kind, key));
  return {
    terminals: unique(
      'terminal',
      scopes.flatMap((scope) => [...pick(scope.terminals, 3), ...pick(scope.terminals.slice(-5), 5)]),
    ),
    groups: unique(
      'group',
      scopes.flatMap((scope) => pick(scope.groups, 2)),
    ),
    connectors: unique(
      'connector',
      scopes.flatMap((scope) => pick(scope.connectors, 2)),
    ),
    transactions: unique(
      'transaction',
      scopes.flatMap((scope) => {
        const declined = scope.transactions.filter((row) => row.response !== '00').slice(0, 1);
        return [...pick(scope.transactions, 2), ...pick(declined, 1)];
      }),
    ),
  };
}

function listQueries(service: Service, ids: ReturnType<typeof listIds>): string[] {
  const encode = encodeURIComponent;
  const terminals = ids.terminals.flatMap((id) => [
    `terminal_id=${encode(id)}`,
    `terminal_id=${encode(id)}&sort_by=amt_comp&sort_dir=desc`,
    `terminal_id=${encode(id)}&limit=2`,
  ]);
  const groups = ids.groups.flatMap((id) => [
    `group_id=${encode(id)}`,
    `group_id=${encode(id)}&limit=20`,
    ...ids.terminals.slice(0, 2).map((terminal) => `group_id=${encode(id)}&terminal_id=${encode(terminal)}`),
  ]);
  const pages = ['cursor', 'offset', 'page'].flatMap((name): string[] => {
    if (name === 'page') return ['page=2', 'page=3'];
    if (name === 'offset') return [`offset=${service.choices.pageSize}`];
    const kept = `_offset=${service.choices.pageSize}&_now=${service.nowMs()}`;
    return [`cursor=${Buffer.from(kept).toString('base64url')}`];
  });
  return [
    '',
    'limit=1',
    'limit=5',
    'limit=20',
    'limit=100',
    'limit=500',
    'sort_by=amt_comp',
    'sort_by=amt_comp&sort_dir=desc',
    'sort_by=amt_comp&sort_dir=desc&limit=10',
    ...terminals,
    ...groups,
    ...pages,
  ];
}

function expandPath(path: string, ids: ReturnType<typeof listIds>): string[] {
  const lists = {
    '{terminal_id}': ids.terminals,
    '{transaction_id}': ids.transactions,
    '{connector_id}': ids.connectors,
  };
  for (const [placeholder, values] of Object.entries(lists)) {
    if (path.includes(placeholder)) return values.map((value) => path.replace(placeholder, encodeURIComponent(value)));
  }
  return [path];
}

/** Sends a service every request that the owner of its given keys would send, writes last. */
export function* probeLines(service: Service, reach: 'given' | 'all' = 'given'): Generator<ProbeLine> {
  const given = describeKeys(service).map((each) => each.key);
  const users = service.world.users.filter((user) => reach === 'all' || given.includes(user.apiKey));
  const ids = listIds(service, users);
  function* readAll(key: string | undefined, isShort: boolean) {
    for (const operation of ALL_OPERATIONS) {
      if (operation.method !== 'GET') continue;
      for (const path of expandPath(operation.path, ids)) {
        const queries = operation.id === 'listTransactions' && !isShort ? listQueries(service, ids) : [''];
        for (const query of queries) yield sendRequest(service, { path, query, key });
      }
    }
  }
  for (const user of users) yield* readAll(user.apiKey, false);
  const second = users[0]?.secondKey;
  if (second !== undefined) yield* readAll(second, true);
  yield* readAll(undefined, true);
  yield* readAll('no-such-key-000000', true);
  yield sendRequest(service, { path: '/v1/locations', key: '' });
  const [first] = users;
  if (first !== undefined) yield sendRequest(service, { path: '/v1/terminal-groups', key: `${first.apiKey}0` });
  yield* writeAll(service, users);
}

/** Sends every request and returns all replies. */
export function probeService(service: Service, reach: 'given' | 'all' = 'given'): ProbeLine[] {
  return [...probeLines(service, reach)];
}

/** Returns whether a service answers at least one request differently. */
export function findDifference(right: readonly ProbeLine[], service: Service): ProbeLine | undefined {
  let at = 0;
  for (const line of probeLines(service)) {
    if (line.reply !== right[at]?.reply) return line;
    at += 1;
  }
  return undefined;
}

function* writeAll(service: Service, users: readonly User[]): Generator<ProbeLine> {
  function* readBoth() {
    for (const user of users) {
      yield sendRequest(service, { path: '/v1/disputes', key: user.apiKey });
      yield sendRequest(service, { path: '/v1/settlements', key: user.apiKey });
    }
  }
  const writers: (User | undefined)[] = [undefined, ...[...users].reverse()];
  for (const user of users) {
    const other = users.find((each) => each.tenantKey !== user.tenantKey);
    const row = service.world.transactions.find(
      (each) => each.tenantKey === other?.tenantKey && each.type === 'withdrawal',
    );
    if (row === undefined) continue;
    const { createDispute } = describeBodies(service, row.key, user.tenantKey);
    yield sendRequest(service, { method: 'POST', path: '/v1/disputes', key: user.apiKey, body: createDispute.body });
  }
  for (const user of writers) {
    const owner = user ?? users[0];
    if (owner === undefined) continue;
    const scope = openScope(service.world, owner, service.choices, service.nowMs());
    const row = scope.transactions.find(
      (each) =>
        each.type === 'withdrawal' &&
        (each.amountCompleted ?? 0) > 0 &&
        !service.world.disputes.some((dispute) => dispute.transactionKey === each.key),
    );
    const bodies = describeBodies(service, row?.key ?? '', owner.tenantKey);
    const key = user?.apiKey;
    if (row !== undefined)
      yield sendRequest(service, { method: 'POST', path: '/v1/disputes', key, body: bodies.createDispute.body });
    yield* readBoth();
    yield sendRequest(service, {
      method: 'POST',
      path: '/v1/settlements/derive',
      key,
      body: bodies.deriveSettlements.body,
    });
    yield* readBoth();
  }
}
