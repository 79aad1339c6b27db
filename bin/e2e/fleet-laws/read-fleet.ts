import type { Schemas } from '../../../spec/index.ts';
import { type Sandbox, startSandbox } from '../../library/index.ts';
import { formatInstant } from './calendar.ts';
import type { FileUser } from './fleet-file.ts';
import { ADMIN, type RandomFleet } from './random-fleet.ts';

/* Reads all that the keys of a fleet file may read, before and after the clock moves. */

export type Row = Schemas['TransactionRow'];
export type Batch = Schemas['SettlementBatch'];
export type Dispute = Schemas['DisputeCase'];
export type Status = Schemas['TerminalStatus'];
export type Command = Schemas['TerminalCommand'];

/** All pages of a list. */
export interface WholeList<Item, Summary = unknown> {
  readonly data: readonly Item[];
  readonly pages: readonly Schemas['Page'][];
  readonly summary: Summary;
  readonly asOf: readonly string[];
}

export type RowList = WholeList<Row, Schemas['TransactionSummary']>;

/** The replies to one user. A list that the role may not read has the status only. */
export interface UserReading {
  readonly user: FileUser;
  readonly portal: Schemas['PortalSnapshot'];
  readonly rows: RowList;
  readonly batches: WholeList<Batch, Schemas['SettlementSummary']> | number;
  readonly disputes: WholeList<Dispute, Schemas['DisputeSummary']> | number;
  readonly groups: WholeList<Schemas['TerminalGroup']>;
  readonly locations: WholeList<Schemas['Location']>;
  readonly connectors: WholeList<Schemas['Connector']> | number;
  /** The statuses of reads of a terminal that the user does not see. */
  readonly foreign:
    | { readonly terminalId: string; readonly statuses: readonly number[]; readonly filtered: RowList }
    | undefined;
}

export interface TerminalReading {
  readonly status: Status;
  readonly commands: readonly Command[];
  readonly location: Schemas['Location'];
  readonly rows: RowList;
  readonly payload: Schemas['ProvisioningPayload'];
  readonly sheet: Schemas['ProvisioningExport'];
  readonly feed: string;
}

/** A list of rows with some parameters. */
export interface QueriedRows {
  readonly parameters: Readonly<Record<string, string>>;
  readonly list: RowList;
}

/** The state at the start, as an administrator reads it. */
export interface EarlierReading {
  readonly rows: RowList;
  readonly batches: readonly Batch[];
  readonly disputes: readonly Dispute[];
  readonly commands: readonly Command[];
  /** The same read later with `Fleetkit-As-Of`: whether the bytes are equal, by path. */
  readonly repeated: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

export interface FleetReading {
  readonly fleet: RandomFleet;
  readonly start: number;
  readonly now: number;
  readonly admin: UserReading & {
    readonly batches: WholeList<Batch, Schemas['SettlementSummary']>;
    readonly disputes: WholeList<Dispute, Schemas['DisputeSummary']>;
    readonly connectors: WholeList<Schemas['Connector']>;
  };
  /** The other users of the file. */
  readonly users: readonly UserReading[];
  readonly terminals: ReadonlyMap<string, TerminalReading>;
  readonly timelines: ReadonlyMap<string, Schemas['TransactionTimeline']>;
  readonly connectorStatuses: readonly Schemas['ConnectorStatus'][];
  readonly accountFeed: string;
  readonly queries: readonly QueriedRows[];
  readonly shortWalk: RowList;
  readonly batchFilters: readonly { readonly query: string; readonly list: FleetReading['admin']['batches'] }[];
  readonly disputeFilters: readonly { readonly query: string; readonly list: FleetReading['admin']['disputes'] }[];
  readonly inactiveKeys: readonly { readonly key: string; readonly status: number }[];
  readonly earlier: EarlierReading;
}

const LIMIT = 200;
const SORTABLE = [
  'transaction_type',
  'seq_no',
  'account_type',
  'response',
  'amt_req',
  'sur_req',
  'sur_comp',
  'terminal_id',
];

interface Reader {
  readonly text: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  readonly one: <Resource>(path: string) => Promise<Resource>;
  readonly list: <List>(path: string, limits?: { readonly limit?: number; readonly pages?: number }) => Promise<List>;
}

function createReader(sandbox: Sandbox, key: string): Reader {
  const text: Reader['text'] = async (path, headers = {}) => {
    const reply = await sandbox.fetch(path, { headers: { 'X-API-Key': key, ...headers } });
    return { status: reply.status, text: await reply.text() };
  };
  const one = async <Resource>(path: string): Promise<Resource> => {
    const reply = await text(path);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return JSON.parse(reply.text) as Resource;
  };
  const list = async <List>(
    path: string,
    { limit = LIMIT, pages: most = Number.POSITIVE_INFINITY } = {},
  ): Promise<List> => {
    const data: unknown[] = [];
    const pages: Schemas['Page'][] = [];
    const asOf: string[] = [];
    let summary: unknown;
    let cursor: string | null = '';
    while (cursor !== null && pages.length < most) {
      const query: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: Schemas['TransactionList'] = await one(`${path}${query}`);
      data.push(...page.data);
      pages.push(page.page);
      asOf.push(page.as_of);
      summary = page.summary;
      cursor = page.page.next_cursor;
    }
    return { data, pages, summary, asOf } as List;
  };
  return { text, one, list };
}

const keyTextOf = (key: FileUser['keys'][number]): string => (typeof key === 'string' ? key : key.key);

async function readAsUser(sandbox: Sandbox, user: FileUser, terminalIds: readonly string[]): Promise<UserReading> {
  const reader = createReader(sandbox, keyTextOf(user.keys[0] ?? ''));
  const listOrStatus = async <List>(path: string): Promise<List | number> => {
    const { status } = await reader.text(`${path}?limit=1`);
    return status === 200 ? reader.list<List>(path) : status;
  };
  const portal = await reader.one<Schemas['PortalSnapshot']>('/v1/portal');
  const visible = new Set(portal.terminals.map(({ terminal_id: id }) => id));
  const foreignId = terminalIds.find((id) => !visible.has(id));
  const readForeign = async (terminalId: string) => ({
    terminalId,
    statuses: await Promise.all(
      [
        `terminals/${terminalId}/status-monitoring`,
        `terminals/${terminalId}/transactions`,
        `locations/${terminalId}`,
        `feeds/terminals/${terminalId}.xml`,
      ].map(async (path) => (await reader.text(`/v1/${path}`)).status),
    ),
    filtered: await reader.list<RowList>(`/v1/transactions?terminal_id=${terminalId}`),
  });
  return {
    user,
    portal,
    rows: await reader.list('/v1/transactions'),
    batches: await listOrStatus('/v1/settlements'),
    disputes: await listOrStatus('/v1/disputes'),
    groups: await reader.list('/v1/terminal-groups'),
    locations: await reader.list('/v1/locations'),
    connectors: await listOrStatus('/v1/connectors'),
    foreign: foreignId === undefined ? undefined : await readForeign(foreignId),
  };
}

async function readTerminal({ one, list, text }: Reader, id: string): Promise<TerminalReading> {
  return {
    status: await one(`/v1/terminals/${id}/status-monitoring`),
    commands: (await list<WholeList<Command>>(`/v1/terminals/${id}/commands`)).data,
    location: await one(`/v1/locations/${id}`),
    rows: await list(`/v1/terminals/${id}/transactions`),
    payload: await one(`/v1/terminals/${id}/provisioning-payload`),
    sheet: await one(`/v1/terminals/${id}/provisioning-export`),
    feed: (await text(`/v1/feeds/terminals/${id}.xml`)).text,
  };
}

/** Chooses rows of each kind for the reads of timelines. */
function chooseRows(rows: readonly Row[], disputes: readonly Dispute[]): readonly string[] {
  const disputed = new Set(disputes.map(({ transaction_id: id }) => id));
  const kinds = Map.groupBy(rows, (row) => [row.transaction_type, row.response, row.dispense_status, row.emv].join());
  const chosen = [...kinds.values()].slice(0, 40).flatMap((some) => some.slice(0, 1));
  const others = rows.filter((row) => disputed.has(row.transaction_id)).slice(0, 10);
  return [...new Set([...chosen, ...others, ...rows.slice(0, 5)].map(({ transaction_id: id }) => id))];
}

const EARLIER_PATHS = [
  '/v1/portal',
  '/v1/transactions?limit=50',
  '/v1/settlements?limit=200',
  '/v1/disputes?limit=200',
  '/v1/connectors',
  '/v1/feeds/account.xml',
];

async function readQueries(
  reader: Reader,
  { portal, rows }: Pick<UserReading, 'portal' | 'rows'>,
): Promise<QueriedRows[]> {
  const read = async (parameters: Readonly<Record<string, string>>): Promise<QueriedRows> => ({
    parameters,
    list: await reader.list(`/v1/transactions?${new URLSearchParams(parameters)}`, { pages: 3 }),
  });
  const column = SORTABLE[rows.data.length % SORTABLE.length] ?? 'amt_req';
  const sorts = [
    { sort_by: 'amt_comp', sort_dir: 'desc' },
    { sort_by: 'amt_comp', sort_dir: 'asc' },
    { sort_by: 'terminal_datetime', sort_dir: 'asc' },
    { sort_by: column, sort_dir: rows.data.length % 2 === 0 ? 'asc' : 'desc' },
  ];
  const [terminal] = portal.terminals;
  const filters = [
    ...(terminal === undefined ? [] : [{ terminal_id: terminal.terminal_id }]),
    ...portal.groups.slice(0, 2).map(({ group_id: id }) => ({ group_id: id })),
    ...(terminal === undefined ? [] : portal.groups.slice(0, 1)).map(({ group_id }) => ({
      group_id,
      terminal_id: terminal?.terminal_id ?? '',
    })),
  ];
  const queries: QueriedRows[] = [];
  for (const parameters of [...sorts, ...filters]) queries.push(await read(parameters));
  return queries;
}

/** Starts a sandbox with the fleet, reads it, moves its clock, and reads it again. */
export async function readFleet(fleet: RandomFleet): Promise<FleetReading> {
  const options = { port: false, fleets: [fleet.file], start: fleet.start, seed: fleet.sandboxSeed } as const;
  const sandbox = await startSandbox(options);
  try {
    return await readSandbox(sandbox, fleet);
  } finally {
    await sandbox.close();
  }
}

async function readSandbox(sandbox: Sandbox, fleet: RandomFleet): Promise<FleetReading> {
  const reader = createReader(sandbox, `sbx-${ADMIN}`);
  const portalBefore = await reader.one<Schemas['PortalSnapshot']>('/v1/portal');
  const ids = portalBefore.terminals.map(({ terminal_id: id }) => id);
  const commandsBefore: Command[] = [];
  for (const id of ids)
    commandsBefore.push(...(await reader.list<WholeList<Command>>(`/v1/terminals/${id}/commands`)).data);
  const before = {
    rows: await reader.list<RowList>('/v1/transactions'),
    batches: (await reader.list<WholeList<Batch>>('/v1/settlements')).data,
    disputes: (await reader.list<WholeList<Dispute>>('/v1/disputes')).data,
    commands: commandsBefore,
  };
  const paths = [
    ...EARLIER_PATHS,
    ...ids.slice(0, 2).flatMap((id) => [`/v1/terminals/${id}/status-monitoring`, `/v1/feeds/terminals/${id}.xml`]),
  ];
  const texts: string[] = [];
  for (const path of paths) texts.push((await reader.text(path)).text);
  if (fleet.advanceSeconds > 0) await sandbox.clock.advance(fleet.advanceSeconds);
  const now = (await sandbox.clock.now()).getTime();
  const repeated: EarlierReading['repeated'][number][] = [];
  for (const [at, path] of paths.entries()) {
    const { text } = await reader.text(path, { 'Fleetkit-As-Of': formatInstant(Date.parse(fleet.start)) });
    repeated.push({ path, before: texts[at] ?? '', after: text });
  }
  const [adminUser, ...otherUsers] = fleet.file.users;
  if (adminUser === undefined) throw new Error('a fleet without users');
  const admin = (await readAsUser(sandbox, adminUser, [])) as FleetReading['admin'];
  const users: UserReading[] = [];
  for (const user of otherUsers) users.push(await readAsUser(sandbox, user, ids));
  const terminals = new Map<string, TerminalReading>();
  for (const id of ids) terminals.set(id, await readTerminal(reader, id));
  const timelines = new Map<string, Schemas['TransactionTimeline']>();
  for (const id of chooseRows(admin.rows.data, admin.disputes.data))
    timelines.set(id, await reader.one(`/v1/transactions/${id}/timeline`));
  const connectorStatuses: Schemas['ConnectorStatus'][] = [];
  for (const { connector_id: id } of admin.connectors.data)
    connectorStatuses.push(await reader.one(`/v1/connectors/${id}/status`));
  const batchQueries = [
    'status=settled',
    'status=held',
    ...admin.batches.data
      .slice(5, 6)
      .flatMap(({ business_date: date }) => [`from_business_date=${date}`, `to_business_date=${date}`]),
  ];
  const batchFilters: FleetReading['batchFilters'][number][] = [];
  for (const query of batchQueries) batchFilters.push({ query, list: await reader.list(`/v1/settlements?${query}`) });
  const disputeFilters: FleetReading['disputeFilters'][number][] = [];
  for (const query of [
    'status=resolved',
    'status=open',
    'reason_code=cash_not_dispensed',
    ...ids.slice(0, 1).map((id) => `terminal_id=${id}`),
  ])
    disputeFilters.push({ query, list: await reader.list(`/v1/disputes?${query}`) });
  const inactiveKeys: FleetReading['inactiveKeys'][number][] = [];
  for (const key of fleet.file.users.flatMap(({ keys }) => keys.slice(1)).map(keyTextOf))
    inactiveKeys.push({ key, status: (await createReader(sandbox, key).text('/v1/portal')).status });
  return {
    fleet,
    start: Date.parse(fleet.start),
    now,
    admin,
    users,
    terminals,
    timelines,
    connectorStatuses,
    accountFeed: (await reader.text('/v1/feeds/account.xml')).text,
    queries: await readQueries(reader, admin),
    shortWalk: await reader.list('/v1/transactions', { limit: 7, pages: 4 }),
    batchFilters,
    disputeFilters,
    inactiveKeys,
    earlier: { ...before, repeated },
  };
}
