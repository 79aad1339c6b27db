// @ts-nocheck: written without noUncheckedIndexedAccess
// Terminal fleet portal data service, written the way a FastAPI/pydantic team writes it.

import { createHash } from 'node:crypto';
import type {
  Account,
  Alert,
  Batch,
  Command,
  Connector,
  Data,
  Dispute,
  Group,
  ProvisioningJob,
  Terminal,
  Transaction,
  User,
} from './data.ts';
import {
  keys as apiKeys,
  buildData,
  deriveTotals,
  HOME_OFFSET,
  keyOwners,
  localTime,
  money,
  NOW,
  offsetText,
  TODAY,
} from './data.ts';
import type { FaultId, Fault as FaultType } from './faults.ts';
import { faults as faultTable } from './faults.ts';
import {
  BATCH_STATUSES,
  buildCatalog,
  buildOpenApi,
  COMMAND_STATUSES,
  DEFAULT_LIMIT,
  DISPUTE_STATUSES,
  MAX_LIMIT,
  REASON_CODES,
  SORT_COLUMNS,
  SORT_DIRECTIONS,
} from './openapi.ts';

export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}
export const name: string = 'fastapi-pydantic-page-model';
export const keys: ReadonlyMap<string, string> = apiKeys;
export const faults: Readonly<Record<string, FaultType>> = faultTable;

type Json = Record<string, unknown>;
interface ErrorItem {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
  ctx?: Json;
}
interface Context {
  user: User;
  url: URL;
  query: URLSearchParams;
  params: string[];
  request: Request;
}
interface Route {
  method: 'GET' | 'POST';
  pattern: RegExp;
  isPublic?: boolean;
  opensWith?: FaultId;
  closesWith?: FaultId;
  handler: (context: Context) => Response | Promise<Response>;
}
type Column = (typeof SORT_COLUMNS)[number];
type Direction = (typeof SORT_DIRECTIONS)[number];
interface PageRequest {
  page: number;
  limit: number;
  isLimitGiven: boolean;
}

class HttpError extends Error {
  readonly status: number;
  readonly detail: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, detail: unknown, headers: Record<string, string> = {}) {
    super(String(detail));
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

const HOUR = 3600;
const FEED_WINDOW = 72 * HOUR;
const CURRENCY = 'TRY';

const xml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const lastOf = (query: URLSearchParams, key: string): string | null => query.getAll(key).at(-1) ?? null;

function rfc822(epoch: number, offset: number): string {
  const shifted = new Date((epoch + offset * 60) * 1000).toUTCString();
  return shifted.replace('GMT', offsetText(offset).replace(':', ''));
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  if (options.fault !== undefined && !Object.hasOwn(faults, options.fault))
    throw new Error(`Unknown fault: ${options.fault}`);
  const on = (fault: FaultId): boolean => options.fault === fault;
  const data: Data = buildData();
  const portalCache = new Map<string, Json>();
  const openApi = JSON.stringify(buildOpenApi(on));
  const openApiTag = `"${createHash('sha256').update(openApi).digest('hex').slice(0, 16)}"`;

  const terminalById = new Map(data.terminals.map((terminal) => [terminal.id, terminal]));
  const accountById = new Map(data.accounts.map((account) => [account.id, account]));
  const userById = new Map(data.users.map((user) => [user.id, user]));
  const offsetOf = (terminalId: string): number => terminalById.get(terminalId)?.offset ?? HOME_OFFSET;

  // ---- scope -------------------------------------------------------------------------------------------------------

  function canSee(user: User, terminal: Terminal): boolean {
    if (terminal.org !== user.org) return false;
    if (user.level === 'organization') return true;
    if (user.level === 'account') return user.accounts.includes(terminal.account);
    return user.terminals.includes(terminal.id);
  }
  const visibleTerminals = (user: User): Terminal[] => data.terminals.filter((terminal) => canSee(user, terminal));
  const canSeeId = (user: User, terminalId: string): boolean => {
    const terminal = terminalById.get(terminalId);
    return terminal !== undefined && canSee(user, terminal);
  };
  /** Accounts that the user sees as a whole, with their money; none for terminal visibility. */
  function fullAccounts(user: User): Account[] {
    if (user.level === 'terminal') return [];
    return data.accounts.filter(
      (account) => account.org === user.org && (user.level === 'organization' || user.accounts.includes(account.id)),
    );
  }
  const touchedAccounts = (user: User): Set<string> =>
    new Set(visibleTerminals(user).map((terminal) => terminal.account));
  function visibleGroups(user: User): Group[] {
    return data.groups.filter(
      (group) =>
        group.org === user.org &&
        (user.level === 'organization' ||
          visibleTerminals(user).some((terminal) => terminal.groups.includes(group.id))),
    );
  }
  function visibleConnectors(user: User): Connector[] {
    return data.connectors.filter(
      (connector) =>
        connector.org === user.org &&
        (user.level === 'organization' ||
          visibleTerminals(user).some((terminal) => terminal.connector === connector.id)),
    );
  }
  /** Colleagues whose terminals are all visible to the user, and the user. */
  function visibleUsers(user: User): User[] {
    return data.users.filter((other) => {
      if (other.org !== user.org) return false;
      if (other.id === user.id || on('portal-users-organization-wide')) return true;
      return visibleTerminals(other).every((terminal) => canSee(user, terminal));
    });
  }
  function requireTerminal(
    user: User,
    terminalId: string,
    alsoAllowed: (terminal: Terminal) => boolean = () => false,
  ): Terminal {
    const terminal = terminalById.get(terminalId);
    if (terminal === undefined || !(canSee(user, terminal) || alsoAllowed(terminal)))
      throw new HttpError(404, 'Terminal not found');
    return terminal;
  }

  // ---- validation --------------------------------------------------------------------------------------------------

  const expectedText = (values: readonly string[]): string =>
    values.length === 1
      ? `'${values[0]}'`
      : `${values
          .slice(0, -1)
          .map((v) => `'${v}'`)
          .join(', ')} or '${values.at(-1)}'`;
  const enumError = (loc: (string | number)[], values: readonly string[], input: unknown): ErrorItem => ({
    type: 'enum',
    loc,
    msg: `Input should be ${expectedText(values)}`,
    input,
    ctx: { expected: expectedText(values) },
  });

  function readInteger(
    query: URLSearchParams,
    key: string,
    fallback: number,
    maximum: number | null,
    errors: ErrorItem[],
  ): number {
    const raw = lastOf(query, key);
    if (raw === null) return fallback;
    const loc = ['query', key];
    if (!/^\s*[+-]?\d{1,15}\s*$/.test(raw)) {
      errors.push({
        type: 'int_parsing',
        loc,
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: raw,
      });
      return fallback;
    }
    const value = Number(raw);
    if (value < 1)
      errors.push({
        type: 'greater_than_equal',
        loc,
        msg: 'Input should be greater than or equal to 1',
        input: raw,
        ctx: { ge: 1 },
      });
    if (maximum !== null && value > maximum)
      errors.push({
        type: 'less_than_equal',
        loc,
        msg: `Input should be less than or equal to ${maximum}`,
        input: raw,
        ctx: { le: maximum },
      });
    return value;
  }
  function readEnum<T extends string>(
    query: URLSearchParams,
    key: string,
    values: readonly T[],
    errors: ErrorItem[],
  ): T | null {
    const raw = lastOf(query, key);
    if (raw === null) return null;
    if (!(values as readonly string[]).includes(raw)) errors.push(enumError(['query', key], values, raw));
    return raw as T;
  }
  function readPage(query: URLSearchParams, errors: ErrorItem[]): PageRequest {
    const limit = readInteger(query, 'limit', DEFAULT_LIMIT, MAX_LIMIT, errors);
    return { page: readInteger(query, 'page', 1, null, errors), limit, isLimitGiven: query.has('limit') };
  }
  function raise(errors: ErrorItem[]): void {
    if (errors.length > 0) throw new HttpError(422, errors);
  }
  async function readBody(request: Request): Promise<Json> {
    const text = await request.text();
    if (text.trim() === '')
      throw new HttpError(422, [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new HttpError(422, [
        {
          type: 'json_invalid',
          loc: ['body', 0],
          msg: 'JSON decode error',
          input: {},
          ctx: { error: 'Expecting value' },
        },
      ]);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new HttpError(422, [
        {
          type: 'model_attributes_type',
          loc: ['body'],
          msg: 'Input should be a valid dictionary or object to extract fields from',
          input: value,
        },
      ]);
    return value as Json;
  }
  function bodyText(body: Json, key: string, errors: ErrorItem[]): string {
    const value = body[key];
    if (value === undefined) errors.push({ type: 'missing', loc: ['body', key], msg: 'Field required', input: body });
    else if (typeof value !== 'string')
      errors.push({ type: 'string_type', loc: ['body', key], msg: 'Input should be a valid string', input: value });
    else if (value === '')
      errors.push({
        type: 'string_too_short',
        loc: ['body', key],
        msg: 'String should have at least 1 character',
        input: value,
        ctx: { min_length: 1 },
      });
    return typeof value === 'string' ? value : '';
  }

  // ---- responses ---------------------------------------------------------------------------------------------------

  function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
    return new Response(JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store', ...headers },
    });
  }
  function paged<T>(rows: T[], request: PageRequest): { rows: T[]; envelope: Json } {
    const start = (request.page - 1) * request.limit;
    return {
      rows: rows.slice(start, start + request.limit),
      envelope: {
        total: rows.length,
        page: request.page,
        size: request.limit,
        pages: Math.ceil(rows.length / request.limit),
      },
    };
  }
  function page<T>(rows: T[], request: PageRequest, serialize: (row: T) => Json): Json {
    const { rows: part, envelope } = paged(rows, request);
    return { items: part.map(serialize), ...envelope };
  }

  // ---- serializers -------------------------------------------------------------------------------------------------

  function transactionRead(tx: Transaction): Json {
    const row: Json = {
      transaction_id: tx.id,
      terminal_id: tx.terminal,
      account_id: tx.account,
      terminal_datetime: tx.local,
      utc_offset: offsetText(tx.offset),
      transaction_type: tx.type,
      sequence_number: tx.sequence,
      account_type: tx.accountType,
      ...(tx.emv === null ? {} : { emv_indicator: tx.emv }),
      response: tx.response,
      response_code: tx.code,
      amount_requested: money(tx.amountReq),
      amount_completed: money(tx.amountComp),
      surcharge_requested: money(tx.surchargeReq),
      surcharge_completed: money(tx.surchargeComp),
      currency: CURRENCY,
      card_scheme: tx.scheme,
    };
    if (on('emv-indicator-empty-text') && tx.emv === null) row['emv_indicator'] = '';
    if (on('declined-row-completed-amount') && tx.response === 'declined')
      row['amount_completed'] = money(tx.amountReq);
    if (on('inquiry-row-without-sequence') && tx.type === 'balance_inquiry') row['sequence_number'] = null;
    if (on('reversal-row-without-response') && tx.type === 'reversal') delete row['response'];
    if (on('row-card-number-on-reversal') && tx.type === 'reversal') row['card_number'] = tx.pan;
    return row;
  }
  function batchRead(batch: Batch): Json {
    const net =
      on('net-payout-wrong-when-returned') && batch.status === 'returned'
        ? batch.credit + batch.debit
        : batch.credit - batch.debit;
    const at = (epoch: number | null): string | null => (epoch === null ? null : localTime(epoch, HOME_OFFSET));
    const row: Json = {
      batch_id: batch.id,
      account_id: batch.account,
      business_date: batch.date,
      status: batch.status,
      entry_count: batch.creditEntries + batch.debitEntries,
      credit_entry_count: batch.creditEntries,
      debit_entry_count: batch.debitEntries,
      credit_total: money(batch.credit),
      debit_total: money(batch.debit),
      net_payout: money(net),
      currency: CURRENCY,
      period_start: `${batch.date}T00:00:00`,
      period_end: `${batch.date}T23:59:59`,
      created_at: at(batch.created),
      submitted_at: at(batch.submitted),
      settled_at: at(batch.settled),
      utc_offset: offsetText(HOME_OFFSET),
    };
    if (on('pending-batch-without-debit-total') && batch.status === 'pending') delete row['debit_total'];
    return row;
  }
  function disputeRead(dispute: Dispute): Json {
    const offset = offsetOf(dispute.terminal);
    const at = (epoch: number | null): string | null => (epoch === null ? null : localTime(epoch, offset));
    const reviewer = dispute.reviewer === null ? undefined : userById.get(dispute.reviewer);
    const isReviewed =
      dispute.status === 'resolved' || (on('reviewer-before-resolution') && dispute.status === 'under_review');
    return {
      dispute_id: dispute.id,
      status: dispute.status,
      reason_code: dispute.reason,
      transaction_id: dispute.transaction,
      terminal_id: dispute.terminal,
      account_id: dispute.account,
      amount: money(dispute.amount),
      currency: CURRENCY,
      opened_at: at(dispute.opened),
      due_date: on('dispute-due-date-missing-when-open') && dispute.status === 'open' ? null : dispute.due,
      assigned_to: dispute.assignee,
      assigned_at: at(dispute.assigned),
      resolution_outcome: dispute.outcome,
      resolution_note: dispute.resolutionNote,
      resolved_at: at(dispute.resolved),
      reviewer:
        isReviewed && reviewer !== undefined
          ? {
              user_id: reviewer.id,
              full_name: reviewer.fullName,
              reviewed_at: at(dispute.resolved ?? dispute.assigned),
            }
          : null,
      note: dispute.note,
      utc_offset: offsetText(offset),
    };
  }
  function locationRead(terminal: Terminal): Json {
    return {
      location_id: terminal.id.replace('ATM', 'LOC'),
      terminal_id: terminal.id,
      site_name: terminal.site,
      address: terminal.address,
      district: terminal.district,
      city: terminal.city,
      postal_code: terminal.postal,
      latitude: terminal.lat,
      longitude: terminal.lon,
      risk_level: terminal.risk,
      utc_offset: offsetText(terminal.offset),
    };
  }
  function alertRead(alert: Alert): Json {
    return {
      alert_id: alert.id,
      terminal_id: alert.terminal,
      event_name: alert.event,
      severity: alert.severity,
      message: alert.message,
      opened_at: localTime(alert.opened, offsetOf(alert.terminal)),
    };
  }
  function connectorRead(user: User, connector: Connector): Json {
    return {
      connector_id: connector.id,
      name: connector.name,
      protocol: connector.protocol,
      processor: connector.processor,
      enabled: connector.enabled,
      terminal_count: visibleTerminals(user).filter((terminal) => terminal.connector === connector.id).length,
    };
  }
  function groupRead(user: User, group: Group, isUnfiltered = false): Json {
    const members = (isUnfiltered ? data.terminals : visibleTerminals(user))
      .filter((terminal) => terminal.groups.includes(group.id))
      .map((terminal) => terminal.id);
    return {
      group_id: group.id,
      name: group.name,
      description: group.description,
      terminal_count: members.length,
      terminal_ids: members,
    };
  }
  function commandRead(command: Command): Json {
    const offset = offsetOf(command.terminal);
    return {
      command_id: command.id,
      terminal_id: command.terminal,
      command_type: command.type,
      status: command.status,
      result: command.result,
      requested_by: command.requestedBy,
      queued_at: localTime(command.queued, offset),
      completed_at: command.completed === null ? null : localTime(command.completed, offset),
      utc_offset: offsetText(offset),
    };
  }
  function jobRead(job: ProvisioningJob): Json {
    const offset = offsetOf(job.terminal);
    return {
      job_id: job.id,
      terminal_id: job.terminal,
      kind: job.kind,
      status: job.status,
      version: job.version,
      created_at: localTime(job.created, offset),
      finished_at: job.finished === null ? null : localTime(job.finished, offset),
      utc_offset: offsetText(offset),
    };
  }
  function terminalRead(terminal: Terminal): Json {
    return {
      terminal_id: terminal.id,
      account_id: terminal.account,
      label: terminal.label,
      model: terminal.model,
      serial_number: terminal.serial,
      status: terminal.status,
      connector_id: terminal.connector,
      group_ids: terminal.groups,
      city: terminal.city,
      last_heartbeat_at: localTime(terminal.heartbeat, terminal.offset),
      utc_offset: offsetText(terminal.offset),
    };
  }
  function payloadRead(terminal: Terminal): Json {
    const connector = data.connectors.find((entry) => entry.id === terminal.connector) as Connector;
    const latest = data.jobs.filter((job) => job.terminal === terminal.id).at(-1) as ProvisioningJob;
    return {
      terminal_id: terminal.id,
      serial_number: terminal.serial,
      model: terminal.model,
      connector_id: connector.id,
      payload_version: latest.version,
      host: { address: connector.host, port: connector.port, protocol: connector.protocol, tls: true },
      parameters: {
        currency: CURRENCY,
        surcharge_amount: money(terminal.surcharge),
        max_withdrawal: '4000.00',
        language: 'tr-TR',
        receipt_header: terminal.site,
        cassette_denominations: terminal.cassettes.map((cassette) => cassette.denomination),
      },
      generated_at: localTime(latest.created, terminal.offset),
      utc_offset: offsetText(terminal.offset),
    };
  }

  // ---- transactions ------------------------------------------------------------------------------------------------

  const visibleTransactions = (user: User): Transaction[] =>
    data.transactions.filter((tx) => canSeeId(user, tx.terminal));

  function compare(column: Column, a: Transaction, b: Transaction): number {
    const order = (x: string | number, y: string | number): number => (x < y ? -1 : x > y ? 1 : 0);
    switch (column) {
      case 'terminal_datetime':
        return order(a.local, b.local);
      case 'transaction_type':
        return order(a.type, b.type);
      case 'sequence_number':
        return order(a.sequence, b.sequence);
      case 'amt_req':
        return order(a.amountReq, b.amountReq);
      case 'surch_req':
        return order(a.surchargeReq, b.surchargeReq);
      case 'surch_comp':
        return order(a.surchargeComp, b.surchargeComp);
      case 'amt_comp':
        if (on('sort-amt-comp-as-text')) return order(money(a.amountComp), money(b.amountComp));
        if (on('sort-amt-comp-uses-requested')) return order(a.amountReq, b.amountReq);
        return order(a.amountComp, b.amountComp);
    }
  }
  function sorted(rows: Transaction[], column: Column, direction: Direction): Transaction[] {
    const sign = direction === 'asc' ? 1 : -1;
    return [...rows].sort((a, b) => sign * (compare(column, a, b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)));
  }
  const recentFirst = (rows: Transaction[]): Transaction[] => sorted(rows, 'terminal_datetime', 'desc');

  function summaryOf(rows: Transaction[]): Json {
    const surcharged = on('summary-surcharge-without-inquiries')
      ? rows.filter((tx) => tx.type !== 'balance_inquiry')
      : rows;
    const withdrawals = rows.filter((tx) => tx.type === 'withdrawal');
    return {
      total_surcharge: money(surcharged.reduce((sum, tx) => sum + tx.surchargeComp, 0)),
      total_withdrawn: money(
        withdrawals.reduce(
          (sum, tx) => sum + (on('summary-withdrawn-from-requested') ? tx.amountReq : tx.amountComp),
          0,
        ),
      ),
      currency: CURRENCY,
    };
  }
  function readSort(query: URLSearchParams, errors: ErrorItem[]): { column: Column; direction: Direction } {
    const column = readEnum(query, 'sort_by', SORT_COLUMNS, errors) ?? 'terminal_datetime';
    return { column, direction: readEnum(query, 'sort_dir', SORT_DIRECTIONS, errors) ?? 'desc' };
  }

  function listTransactions({ user, query }: Context): Response {
    const errors: ErrorItem[] = [];
    const { column, direction: askedDirection } = readSort(query, errors);
    const request = readPage(query, errors);
    raise(errors);
    const terminalId = lastOf(query, 'terminal_id');
    const groupId = lastOf(query, 'group_id');
    let rows = visibleTransactions(user);
    if (terminalId !== null && on('transactions-terminal-filter-bypasses-tenant')) rows = data.transactions;
    if (on('transactions-lack-maintenance-terminals'))
      rows = rows.filter((tx) => terminalById.get(tx.terminal)?.status !== 'maintenance');
    if (groupId !== null) {
      const isGroupVisible = visibleGroups(user).some((group) => group.id === groupId);
      if (isGroupVisible && on('transactions-group-filter-bypasses-scope')) rows = data.transactions;
      rows = isGroupVisible ? rows.filter((tx) => terminalById.get(tx.terminal)?.groups.includes(groupId)) : [];
    }
    if (terminalId !== null && !(groupId !== null && on('terminal-filter-ignored-with-group')))
      rows = rows.filter((tx) => tx.terminal === terminalId);
    const direction = terminalId !== null && on('sort-desc-ignored-with-terminal') ? 'asc' : askedDirection;
    rows = sorted(rows, column, direction);

    let { rows: part, envelope } = paged(rows, request);
    const start = (request.page - 1) * request.limit;
    if (on('limit-one-too-many') && request.isLimitGiven) part = rows.slice(start, start + request.limit + 1);
    if (on('limit-ignored-with-group') && groupId !== null) part = rows;
    if (on('second-page-repeats-row') && request.page === 2) part = rows.slice(start - 1, start - 1 + request.limit);
    let summed = rows;
    if (on('summary-of-page-only')) summed = part;
    if (on('transactions-summary-by-account') && user.level === 'terminal')
      summed = data.transactions.filter((tx) => touchedAccounts(user).has(tx.account));
    const response: Json = { items: part.map(transactionRead), ...envelope, summary: summaryOf(summed) };
    if (on('summary-missing-when-empty') && rows.length === 0) delete response['summary'];
    return json(response);
  }

  function listTerminalTransactions({ user, query, params }: Context): Response {
    const errors: ErrorItem[] = [];
    const { column, direction } = readSort(query, errors);
    const request = readPage(query, errors);
    raise(errors);
    const terminal = requireTerminal(user, params[0] as string, () => on('terminal-transactions-cross-tenant'));
    const rows = sorted(
      data.transactions.filter((tx) => tx.terminal === terminal.id),
      column,
      direction,
    );
    const serialize = (tx: Transaction): Json =>
      on('terminal-rows-track-data') ? { ...transactionRead(tx), track2: tx.track2 } : transactionRead(tx);
    return json({ ...page(rows, request, serialize), summary: summaryOf(rows) });
  }

  function readTimeline({ user, params }: Context): Response {
    const tx = data.transactions.find((entry) => entry.id === params[0]);
    const isVisible =
      tx !== undefined &&
      (canSeeId(user, tx.terminal) ||
        (on('timeline-scope-by-organization') && terminalById.get(tx.terminal)?.org === user.org));
    if (tx === undefined || !isVisible) throw new HttpError(404, 'Transaction not found');
    const events: [string, number, string][] = [
      [
        'card_read',
        0,
        tx.emv === null
          ? 'Kart manyetik şeritten veya kayıttan işlendi'
          : tx.emv === 'chip'
            ? 'Kart çipten okundu'
            : 'Kart temassız okundu',
      ],
    ];
    events.push(['host_request', 9, `İstek ${terminalById.get(tx.terminal)?.connector} hattına gönderildi`]);
    events.push([
      'host_response',
      11,
      on('timeline-pin-block-on-wrong-pin') && tx.code === '55'
        ? `Yanıt kodu ${tx.code}, pin_block=${tx.pinBlock}`
        : `Yanıt kodu ${tx.code}`,
    ]);
    if (tx.response === 'declined') events.push(['declined', 12, 'İşlem reddedildi']);
    else if (tx.type === 'reversal')
      events.push([
        'reversal_sent',
        40,
        on('timeline-reversal-shows-pan') ? `Ters kayıt gönderildi, kart ${tx.pan}` : 'Ters kayıt gönderildi',
      ]);
    else if (tx.type === 'withdrawal')
      events.push(['cash_dispensed', 21, `${money(tx.amountComp)} ${CURRENCY} verildi`]);
    else events.push(['completed', 14, 'İşlem tamamlandı']);
    const rows = events.map(([event, seconds, detail], index) => ({
      step: index + 1,
      event,
      occurred_at: localTime(tx.at + seconds, tx.offset),
      detail,
    }));
    for (const dispute of data.disputes.filter((entry) => entry.transaction === tx.id))
      rows.push({
        step: rows.length + 1,
        event: 'dispute_opened',
        occurred_at: localTime(dispute.opened, tx.offset),
        detail: `İtiraz ${dispute.id} açıldı`,
      });
    return json({ transaction_id: tx.id, terminal_id: tx.terminal, utc_offset: offsetText(tx.offset), events: rows });
  }

  // ---- settlements and disputes ------------------------------------------------------------------------------------

  function visibleBatches(user: User): Batch[] {
    const accounts = new Set(fullAccounts(user).map((account) => account.id));
    if (on('settlements-shown-to-technician') && user.level === 'terminal')
      for (const id of touchedAccounts(user)) accounts.add(id);
    if (on('settlements-auditor-organization-wide') && user.role === 'auditor')
      for (const account of data.accounts) if (account.org === user.org) accounts.add(account.id);
    return data.batches
      .filter((batch) => accounts.has(batch.account))
      .sort((a, b) => (a.date !== b.date ? (a.date < b.date ? 1 : -1) : a.account < b.account ? -1 : 1));
  }
  function listSettlements({ user, query }: Context): Response {
    const errors: ErrorItem[] = [];
    const status = readEnum(query, 'status', BATCH_STATUSES, errors);
    const request = readPage(query, errors);
    raise(errors);
    const accountId = lastOf(query, 'account_id');
    const rows = visibleBatches(user).filter(
      (batch) => (status === null || batch.status === status) && (accountId === null || batch.account === accountId),
    );
    return json(page(rows, request, batchRead));
  }
  async function deriveSettlement({ user, request }: Context): Promise<Response> {
    if (user.role !== 'admin' && !(on('analyst-may-derive') && user.role === 'analyst'))
      throw new HttpError(403, 'Not enough permissions');
    const body = await readBody(request);
    const errors: ErrorItem[] = [];
    const accountId = bodyText(body, 'account_id', errors);
    const dateLoc = ['body', 'business_date'];
    const rawDate = body['business_date'];
    const businessDate = typeof rawDate === 'string' ? rawDate : '';
    if (rawDate === undefined) errors.push({ type: 'missing', loc: dateLoc, msg: 'Field required', input: body });
    else if (typeof rawDate !== 'string')
      errors.push({ type: 'date_type', loc: dateLoc, msg: 'Input should be a valid date', input: rawDate });
    else {
      const parsed = /^\d{4}-\d{2}-\d{2}$/.test(rawDate) ? new Date(`${rawDate}T00:00:00Z`) : null;
      if (parsed === null || Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== rawDate)
        errors.push({
          type: 'date_from_datetime_parsing',
          loc: dateLoc,
          msg: 'Input should be a valid date or datetime, invalid characters in year',
          input: rawDate,
          ctx: { error: 'invalid characters in year' },
        });
      else if (rawDate >= TODAY)
        errors.push({
          type: 'value_error',
          loc: dateLoc,
          msg: 'Value error, business_date must be before today',
          input: rawDate,
          ctx: { error: {} },
        });
    }
    raise(errors);
    const account = accountById.get(accountId);
    const isAllowed = account !== undefined && (fullAccounts(user).includes(account) || on('derive-for-other-tenant'));
    if (account === undefined || !isAllowed) throw new HttpError(404, 'Account not found');
    if (
      !on('derive-twice-doubles-batch') &&
      data.batches.some((batch) => batch.account === account.id && batch.date === businessDate)
    )
      throw new HttpError(409, 'A batch exists for this account and business_date');
    const rows = data.transactions.filter((tx) => tx.account === account.id && tx.local.startsWith(businessDate));
    if (rows.length === 0) throw new HttpError(409, 'No transactions to settle');
    const batch: Batch = {
      id: `ACH-${businessDate.replaceAll('-', '')}-${account.id.slice(4)}`,
      account: account.id,
      date: businessDate,
      status: 'pending',
      ...deriveTotals(rows),
      created: NOW,
      submitted: null,
      settled: null,
    };
    data.batches.push(batch);
    return json(batchRead(batch), 201);
  }

  function visibleDisputes(user: User): Dispute[] {
    const accounts = touchedAccounts(user);
    return data.disputes.filter(
      (dispute) =>
        canSeeId(user, dispute.terminal) ||
        (on('disputes-scope-by-account') && accounts.has(dispute.account)) ||
        (on('created-dispute-visible-to-all') && dispute.isNew),
    );
  }
  function listDisputes({ user, query }: Context): Response {
    const errors: ErrorItem[] = [];
    const status = readEnum(query, 'status', DISPUTE_STATUSES, errors);
    const request = readPage(query, errors);
    raise(errors);
    const terminalId = lastOf(query, 'terminal_id');
    const matches = (dispute: Dispute): boolean =>
      (status === null || dispute.status === status) && (terminalId === null || dispute.terminal === terminalId);
    const rows = visibleDisputes(user)
      .filter(matches)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    const response = page(rows, request, disputeRead);
    if (on('disputes-total-organization-wide'))
      response['total'] = data.disputes.filter(
        (dispute) => matches(dispute) && terminalById.get(dispute.terminal)?.org === user.org,
      ).length;
    return json(response);
  }
  async function createDispute({ user, request }: Context): Promise<Response> {
    const isAllowed =
      user.role === 'admin' ||
      user.role === 'account_manager' ||
      (on('technician-may-dispute') && user.role === 'technician');
    if (!isAllowed) throw new HttpError(403, 'Not enough permissions');
    const body = await readBody(request);
    const errors: ErrorItem[] = [];
    const transactionId = bodyText(body, 'transaction_id', errors);
    const reason = body['reason_code'];
    if (reason === undefined)
      errors.push({ type: 'missing', loc: ['body', 'reason_code'], msg: 'Field required', input: body });
    else if (!(REASON_CODES as readonly unknown[]).includes(reason))
      errors.push(enumError(['body', 'reason_code'], REASON_CODES, reason));
    const amountLoc = ['body', 'amount'];
    const rawAmount = body['amount'];
    let amount = 0;
    if (rawAmount === undefined) errors.push({ type: 'missing', loc: amountLoc, msg: 'Field required', input: body });
    else if (typeof rawAmount !== 'string' && typeof rawAmount !== 'number')
      errors.push({
        type: 'decimal_type',
        loc: amountLoc,
        msg: 'Decimal input should be an integer, float, string or Decimal object',
        input: rawAmount,
      });
    else if (!/^\s*[+-]?\d{1,12}(\.\d*)?\s*$/.test(String(rawAmount)))
      errors.push({
        type: 'decimal_parsing',
        loc: amountLoc,
        msg: 'Input should be a valid decimal',
        input: rawAmount,
      });
    else if (/\.\d{3,}/.test(String(rawAmount).trim()))
      errors.push({
        type: 'decimal_max_places',
        loc: amountLoc,
        msg: 'Decimal input should have no more than 2 decimal places',
        input: rawAmount,
        ctx: { decimal_places: 2 },
      });
    else {
      amount = Math.round(Number(rawAmount) * 100);
      if (amount <= 0)
        errors.push({
          type: 'greater_than',
          loc: amountLoc,
          msg: 'Input should be greater than 0',
          input: rawAmount,
          ctx: { gt: 0 },
        });
    }
    const note = body['note'] ?? null;
    if (note !== null && typeof note !== 'string')
      errors.push({ type: 'string_type', loc: ['body', 'note'], msg: 'Input should be a valid string', input: note });
    else if (typeof note === 'string' && note.length > 500)
      errors.push({
        type: 'string_too_long',
        loc: ['body', 'note'],
        msg: 'String should have at most 500 characters',
        input: note,
        ctx: { max_length: 500 },
      });
    raise(errors);
    const tx = data.transactions.find((entry) => entry.id === transactionId);
    const terminal = tx === undefined ? undefined : terminalById.get(tx.terminal);
    if (
      tx === undefined ||
      terminal === undefined ||
      !(canSee(user, terminal) || (on('dispute-about-hidden-transaction') && terminal.org === user.org))
    )
      throw new HttpError(404, 'Transaction not found');
    if (tx.type !== 'withdrawal' && tx.type !== 'reversal')
      raise([
        {
          type: 'value_error',
          loc: ['body', 'transaction_id'],
          msg: 'Value error, only withdrawals and reversals can be disputed',
          input: transactionId,
          ctx: { error: {} },
        },
      ]);
    if (amount > tx.amountReq + tx.surchargeReq)
      raise([
        {
          type: 'value_error',
          loc: amountLoc,
          msg: 'Value error, amount is more than the requested amount and surcharge',
          input: rawAmount,
          ctx: { error: {} },
        },
      ]);
    if (data.disputes.some((dispute) => dispute.transaction === tx.id && dispute.status !== 'resolved'))
      throw new HttpError(409, 'An unresolved dispute exists for this transaction');
    const dispute: Dispute = {
      id: `DSP-${String(data.disputes.length + 1).padStart(4, '0')}`,
      status: 'open',
      reason: reason as string,
      transaction: tx.id,
      terminal: tx.terminal,
      account: tx.account,
      amount,
      opened: NOW,
      due: '2025-11-28',
      assignee: null,
      assigned: null,
      outcome: null,
      resolutionNote: null,
      resolved: null,
      reviewer: null,
      note: note as string | null,
      isNew: true,
    };
    data.disputes.push(dispute);
    return json(disputeRead(dispute), 201);
  }

  // ---- locations, terminals, rms -----------------------------------------------------------------------------------

  const pageOf = (query: URLSearchParams): PageRequest => {
    const errors: ErrorItem[] = [];
    const request = readPage(query, errors);
    raise(errors);
    return request;
  };
  function listLocations({ user, query }: Context): Response {
    const accounts = touchedAccounts(user);
    const rows = data.terminals.filter(
      (terminal) => canSee(user, terminal) || (on('locations-list-by-account') && accounts.has(terminal.account)),
    );
    return json(page(rows, pageOf(query), locationRead));
  }
  function readLocation({ user, params }: Context): Response {
    let terminal = requireTerminal(user, params[0] as string, () => on('location-by-terminal-unscoped'));
    if (on('location-of-sibling-at-same-site'))
      terminal = data.terminals.findLast((entry) => entry.siteCode === terminal.siteCode) as Terminal;
    return json(locationRead(terminal));
  }
  function readStatus({ user, params }: Context): Response {
    const asked = terminalById.get(params[0] as string);
    if (on('not-found-names-other-customer') && asked !== undefined && asked.org !== user.org)
      throw new HttpError(
        404,
        `Terminal ${asked.id} belongs to ${data.organizations.find((o) => o.id === asked.org)?.name}`,
      );
    const terminal = requireTerminal(
      user,
      params[0] as string,
      (other) => on('status-monitoring-scope-by-account') && touchedAccounts(user).has(other.account),
    );
    const cash = terminal.cassettes.reduce((sum, cassette) => sum + cassette.denomination * cassette.notes, 0);
    const response: Json = {
      terminal_id: terminal.id,
      status: terminal.status,
      last_heartbeat_at: localTime(terminal.heartbeat, terminal.offset),
      heartbeat_stale: NOW - terminal.heartbeat > 900,
      utc_offset: offsetText(terminal.offset),
      telemetry: {
        temperature_celsius: terminal.temperature,
        signal_dbm: terminal.signal,
        uptime_hours: terminal.uptimeHours,
        connection_drops_24h: terminal.flaps,
        dispenser: terminal.dispenser,
        cassettes: terminal.cassettes.map((cassette) => ({
          cassette: cassette.cassette,
          denomination: cassette.denomination,
          remaining_notes: cassette.notes,
        })),
        cash_total: money(cash * 100),
        cash_low: cash < 25000,
      },
      active_alerts: data.alerts
        .filter((alert) => alert.terminal === terminal.id && alert.status === 'open')
        .map(alertRead),
    };
    if (on('telemetry-missing-when-offline') && terminal.status === 'offline') response['telemetry'] = null;
    return json(response);
  }
  const recentCommands = (rows: Command[]): Command[] => [...rows].sort((a, b) => b.queued - a.queued);
  function listCommands({ user, query, params }: Context): Response {
    const errors: ErrorItem[] = [];
    const status = readEnum(query, 'status', COMMAND_STATUSES, errors);
    const request = readPage(query, errors);
    raise(errors);
    const terminal = requireTerminal(
      user,
      params[0] as string,
      (other) => on('commands-scope-by-organization') && other.org === user.org,
    );
    const rows = data.commands.filter(
      (command) =>
        (on('commands-of-whole-account')
          ? terminalById.get(command.terminal)?.account === terminal.account
          : command.terminal === terminal.id) &&
        (status === null || command.status === status),
    );
    return json(page(recentCommands(rows), request, commandRead));
  }
  function readPayload({ user, params }: Context): Response {
    return json(payloadRead(requireTerminal(user, params[0] as string, () => on('provisioning-payload-unscoped'))));
  }
  function readExport({ user, params }: Context): Response {
    const terminal = requireTerminal(user, params[0] as string);
    const jobs = data.jobs.filter((job) => job.terminal === terminal.id);
    if (on('provisioning-export-as-csv'))
      return new Response(
        `terminal_id;job_id;status\n${jobs.map((job) => `${terminal.id};${job.id};${job.status}`).join('\n')}\n`,
        { headers: { 'content-type': 'text/csv; charset=utf-8' } },
      );
    return json({
      terminal_id: terminal.id,
      file_name: `${terminal.id}-provisioning.json`,
      format: 'json',
      content: payloadRead(terminal),
      jobs: jobs.map(jobRead),
      exported_at: localTime(NOW, terminal.offset),
      utc_offset: offsetText(terminal.offset),
    });
  }
  function listConnectors({ user, query }: Context): Response {
    return json(
      page(visibleConnectors(user), pageOf(query), (connector) => {
        const row = connectorRead(user, connector);
        return on('connector-id-as-number') ? { ...row, connector_id: Number(connector.id.slice(4)) } : row;
      }),
    );
  }
  function readConnectorStatus({ user, params }: Context): Response {
    const connector = visibleConnectors(user).find((entry) => entry.id === params[0]);
    if (connector === undefined) throw new HttpError(404, 'Connector not found');
    const attached = (on('connector-status-counts-hidden-terminals') ? data.terminals : visibleTerminals(user)).filter(
      (terminal) => terminal.connector === connector.id,
    );
    return json({
      connector_id: connector.id,
      status: connector.status,
      last_message_at: connector.lastMessage === null ? null : localTime(connector.lastMessage, HOME_OFFSET),
      latency_ms: connector.latency,
      terminals_total: attached.length,
      terminals_online: attached.filter((terminal) => terminal.status === 'online').length,
      utc_offset: offsetText(HOME_OFFSET),
    });
  }
  function listGroups({ user, query }: Context): Response {
    return json(
      page(visibleGroups(user), pageOf(query), (group) => groupRead(user, group, on('group-members-unfiltered'))),
    );
  }

  // ---- portal ------------------------------------------------------------------------------------------------------

  function buildPortal(user: User): Json {
    const organization = data.organizations.find((entry) => entry.id === user.org) as Data['organizations'][number];
    const terminals = visibleTerminals(user);
    const sees = (terminalId: string): boolean => canSeeId(user, terminalId);
    const full = new Set(fullAccounts(user).map((account) => account.id));
    const touched = touchedAccounts(user);
    const groups = visibleGroups(user);
    const connectors = visibleConnectors(user);
    const transactions = visibleTransactions(user);
    const users = visibleUsers(user);
    const dns = {
      portal_host: organization.portalHost,
      portal_host_verified: organization.portalVerified,
      docs_host: organization.docsHost,
      docs_host_verified: organization.docsVerified,
    };
    const isAdmin = user.role === 'admin';
    const snapshot: Json = {
      generated_at: localTime(NOW, HOME_OFFSET),
      utc_offset: offsetText(HOME_OFFSET),
      principal: {
        user_id: user.id,
        username: user.username,
        full_name: user.fullName,
        email: user.email,
        role: user.role,
        organization_id: user.org,
        visibility_level: user.level,
      },
      account_profiles: data.accounts
        .filter((account) => full.has(account.id) || touched.has(account.id))
        .map((account) => ({
          account_id: account.id,
          name: account.name,
          city: account.city,
          contact_email: full.has(account.id) ? account.contactEmail : null,
          payout_method: full.has(account.id) ? account.payoutMethod : null,
          terminal_count: terminals.filter((terminal) => terminal.account === account.id).length,
        })),
      organization: {
        organization_id: organization.id,
        name: organization.name,
        branding: {
          display_name: organization.displayName,
          logo_url: organization.logoUrl,
          primary_color: organization.color,
          support_email: organization.supportEmail,
        },
        dns: on('portal-dns-state-admin-only') && !isAdmin ? null : dns,
      },
      access_flags: {
        can_read_reports: true,
        can_create_disputes:
          isAdmin ||
          user.role === 'account_manager' ||
          (on('portal-flags-grant-analyst-writes') && user.role === 'analyst'),
        can_derive_settlements: isAdmin,
        can_manage_configuration: isAdmin,
      },
      users: users.map((other) => ({
        user_id: other.id,
        username: other.username,
        full_name: other.fullName,
        role: other.role,
        visibility_level: other.level,
      })),
      terminals: terminals.map(terminalRead),
      groups: groups.map((group) => groupRead(user, group)),
      connectors: connectors.map((connector) => connectorRead(user, connector)),
      recent_transactions: recentFirst(transactions).slice(0, 10).map(transactionRead),
      recent_commands: recentCommands(data.commands.filter((command) => sees(command.terminal)))
        .slice(0, 10)
        .map(commandRead),
      recent_forms: data.forms
        .filter((form) => sees(form.terminal))
        .map((form) => ({
          form_id: form.id,
          terminal_id: form.terminal,
          kind: form.kind,
          status: form.status,
          submitted_by: form.submittedBy,
          submitted_at: localTime(form.submitted, offsetOf(form.terminal)),
          utc_offset: offsetText(offsetOf(form.terminal)),
        })),
      report_catalog: data.reports
        .filter((report) => report.roles.includes(user.role))
        .map((report) => ({ report_id: report.id, title: report.title, formats: report.formats })),
      compliance_vault: data.vault
        .filter((item) => sees(item.terminal))
        .map((item) => ({
          item_id: item.id,
          terminal_id: item.terminal,
          kind: item.kind,
          status: item.status,
          expires_on: item.expires,
        })),
      onboarding: data.onboarding
        .filter((step) => full.has(step.account))
        .map((step) => ({ step_id: step.id, account_id: step.account, step: step.step, status: step.status })),
      documents: data.documents
        .filter((doc) => (doc.terminal === null ? full.has(doc.account) : sees(doc.terminal)))
        .map((doc) => ({
          document_id: doc.id,
          account_id: doc.account,
          terminal_id: doc.terminal,
          title: doc.title,
          uploaded_on: localTime(doc.uploaded, HOME_OFFSET).slice(0, 10),
        })),
      videos: data.videos
        .filter((video) => video.roles.includes(user.role))
        .map((video) => ({ video_id: video.id, title: video.title, duration_seconds: video.seconds })),
      counts: {
        users: users.length,
        terminals: terminals.length,
        groups: groups.length,
        connectors: connectors.length,
        transactions: transactions.length,
        open_disputes: data.disputes.filter((dispute) => dispute.status !== 'resolved' && sees(dispute.terminal))
          .length,
        active_alerts: data.alerts.filter(
          (alert) => alert.status === 'open' && (on('portal-alert-count-unscoped') || sees(alert.terminal)),
        ).length,
      },
    };
    if (on('portal-report-catalog-missing-for-auditor') && user.role === 'auditor') delete snapshot['report_catalog'];
    if (on('portal-documents-missing-for-account-users') && user.level === 'account') delete snapshot['documents'];
    return snapshot;
  }
  function readPortal({ user }: Context): Response {
    if (!on('portal-cached-per-organization')) return json(buildPortal(user));
    const cached = portalCache.get(user.org) ?? buildPortal(user);
    portalCache.set(user.org, cached);
    return json(cached);
  }

  // ---- feeds -------------------------------------------------------------------------------------------------------

  interface FeedItem {
    guid: string;
    category: string;
    at: number;
    offset: number;
    title: string;
    description: string;
    link: string;
  }

  function feed(
    context: Context,
    title: string,
    description: string,
    items: FeedItem[],
    contentType = 'application/rss+xml',
  ): Response {
    const origin = context.url.origin;
    const rows = [...items]
      .sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1))
      .map(
        (item) => `    <item>
      <title>${xml(item.title)}</title>
      <link>${xml(origin + item.link)}</link>
      <description>${xml(item.description)}</description>
      <category>${item.category}</category>
      <guid isPermaLink="false">${xml(item.guid)}</guid>
      <pubDate>${rfc822(item.at, item.offset)}</pubDate>
    </item>\n`,
      );
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>${xml(title)}</title>
    <link>${xml(origin + context.url.pathname)}</link>
    <description>${xml(description)}</description>
    <language>tr</language>
    <lastBuildDate>${rfc822(NOW, HOME_OFFSET)}</lastBuildDate>
${rows.join('')}  </channel>
</rss>\n`;
    return new Response(new TextEncoder().encode(text), {
      headers: { 'content-type': contentType, 'cache-control': 'private, no-store' },
    });
  }
  const statusItem = (terminal: Terminal): FeedItem => ({
    guid: `status:${terminal.id}:${terminal.heartbeat}`,
    category: 'terminal_status',
    at: terminal.heartbeat,
    offset: terminal.offset,
    title: `${terminal.id} ${terminal.label}: ${terminal.status}`,
    description: `Terminal ${terminal.id} (${terminal.site}), son kalp atışı ${localTime(terminal.heartbeat, terminal.offset)}`,
    link: `/v1/terminals/${terminal.id}/status-monitoring`,
  });
  function activityItems(terminal: Terminal, hasJournal: boolean): FeedItem[] {
    const offset = terminal.offset;
    const base = `/v1/terminals/${terminal.id}`;
    const items: FeedItem[] = data.transactions
      .filter((tx) => tx.terminal === terminal.id && tx.at >= NOW - FEED_WINDOW)
      .map((tx) => ({
        guid: `transaction:${tx.id}`,
        category: 'transaction',
        at: tx.at,
        offset,
        title: `${terminal.id} ${tx.type}: ${tx.response}`,
        description: `${tx.id}, ${money(tx.amountComp)} ${CURRENCY}, sıra ${tx.sequence}`,
        link: `/v1/transactions/${tx.id}/timeline`,
      }));
    items.push(...alertItems(terminal));
    if (hasJournal)
      items.push(
        ...data.journal
          .filter((entry) => entry.terminal === terminal.id)
          .map((entry) => ({
            guid: `journal:${entry.id}`,
            category: 'switch_journal',
            at: entry.at,
            offset,
            title: `${terminal.id} switch ${entry.mti}`,
            description: `${entry.id}: ${entry.text} (${entry.connector})`,
            link: `${base}/transactions`,
          })),
      );
    return items;
  }
  const alertItems = (terminal: Terminal): FeedItem[] =>
    data.alerts
      .filter((alert) => alert.terminal === terminal.id)
      .map((alert) => ({
        guid: `alert:${alert.id}`,
        category: 'alert',
        at: alert.opened,
        offset: terminal.offset,
        title: `${terminal.id} ${alert.event}: ${alert.status}`,
        description: `${alert.id}, ${alert.severity}: ${alert.message}`,
        link: `/v1/terminals/${terminal.id}/status-monitoring`,
      }));

  function readAccountFeed(context: Context): Response {
    const { user } = context;
    const items = visibleTerminals(user).flatMap((terminal) => [
      statusItem(terminal),
      ...activityItems(terminal, !on('account-feed-without-journal')),
    ]);
    if (on('account-feed-alerts-unscoped'))
      for (const terminal of data.terminals)
        if (terminal.org === user.org && !canSee(user, terminal)) items.push(...alertItems(terminal));
    const organization = data.organizations.find((entry) => entry.id === user.org);
    return feed(
      context,
      `${organization?.displayName} hesap akışı`,
      'Görünür terminallerin durum, işlem, alarm ve switch kayıtları',
      items,
    );
  }
  function readTerminalFeed(context: Context): Response {
    const terminal = requireTerminal(context.user, context.params[0] as string, () => on('terminal-feed-cross-tenant'));
    const items = [statusItem(terminal), ...activityItems(terminal, true)];
    const offset = terminal.offset;
    for (const command of data.commands.filter((entry) => entry.terminal === terminal.id)) {
      if (on('terminal-feed-without-queued-commands') && command.status === 'queued') continue;
      items.push({
        guid: `command:${command.id}:${command.status}`,
        category: 'command',
        at: command.completed ?? command.queued,
        offset,
        title: `${terminal.id} ${command.type}: ${command.status}`,
        description: `${command.id}${command.result === null ? '' : `, ${command.result}`}`,
        link: `/v1/terminals/${terminal.id}/commands`,
      });
    }
    for (const job of data.jobs.filter((entry) => entry.terminal === terminal.id))
      items.push({
        guid: `provisioning:${job.id}:${job.status}`,
        category: 'provisioning',
        at: job.finished ?? job.created,
        offset,
        title: `${terminal.id} ${job.kind}: ${job.status}`,
        description: `${job.id}, sürüm ${job.version}`,
        link: `/v1/terminals/${terminal.id}/provisioning-export`,
      });
    return feed(
      context,
      `${terminal.id} ${terminal.label}`,
      `${terminal.site} terminalinin etkinliği`,
      items,
      on('terminal-feed-content-type') ? 'text/xml' : undefined,
    );
  }

  // ---- integrations and public -------------------------------------------------------------------------------------

  function readOpenApi({ request }: Context): Response {
    const headers = {
      'cache-control': on('openapi-not-cacheable') ? 'no-store' : 'public, max-age=3600',
      ...(on('openapi-not-cacheable') ? {} : { etag: openApiTag }),
    };
    if (
      !on('openapi-not-cacheable') &&
      (request.headers.get('if-none-match') ?? '')
        .split(',')
        .some((tag) => tag.trim().replace(/^W\//, '') === openApiTag)
    )
      return new Response(null, { status: 304, headers });
    return new Response(openApi, { headers: { 'content-type': 'application/json', ...headers } });
  }
  function readBranding(): Response {
    const status: Json = {
      branding: { ready: true, theme: 'varsayilan' },
      docs_host: { ready: true, host: 'docs.terminalfilo.example', tls: true },
      checked_at: localTime(NOW - 300, HOME_OFFSET),
      utc_offset: offsetText(HOME_OFFSET),
    };
    if (on('branding-status-without-docs-host')) delete status['docs_host'];
    return json(status, 200, { 'cache-control': 'public, max-age=60' });
  }

  // ---- routing and authentication ----------------------------------------------------------------------------------

  const routes: Route[] = [
    { method: 'GET', pattern: /^\/v1\/portal$/, handler: readPortal },
    {
      method: 'GET',
      pattern: /^\/v1\/integrations\/catalog$/,
      handler: () => json(buildCatalog(on)),
      opensWith: 'catalog-open-without-key',
    },
    {
      method: 'GET',
      pattern: /^\/v1\/integrations\/public-openapi\.json$/,
      isPublic: true,
      closesWith: 'public-openapi-requires-key',
      handler: readOpenApi,
    },
    { method: 'GET', pattern: /^\/v1\/transactions$/, handler: listTransactions },
    { method: 'GET', pattern: /^\/v1\/transactions\/([^/]+)\/timeline$/, handler: readTimeline },
    { method: 'GET', pattern: /^\/v1\/settlements$/, handler: listSettlements },
    { method: 'POST', pattern: /^\/v1\/settlements\/derive$/, handler: deriveSettlement },
    { method: 'GET', pattern: /^\/v1\/disputes$/, handler: listDisputes },
    { method: 'POST', pattern: /^\/v1\/disputes$/, handler: createDispute },
    { method: 'GET', pattern: /^\/v1\/locations$/, handler: listLocations },
    { method: 'GET', pattern: /^\/v1\/locations\/([^/]+)$/, handler: readLocation },
    { method: 'GET', pattern: /^\/v1\/terminals\/([^/]+)\/status-monitoring$/, handler: readStatus },
    { method: 'GET', pattern: /^\/v1\/terminals\/([^/]+)\/transactions$/, handler: listTerminalTransactions },
    { method: 'GET', pattern: /^\/v1\/terminals\/([^/]+)\/commands$/, handler: listCommands },
    { method: 'GET', pattern: /^\/v1\/terminals\/([^/]+)\/provisioning-payload$/, handler: readPayload },
    { method: 'GET', pattern: /^\/v1\/terminals\/([^/]+)\/provisioning-export$/, handler: readExport },
    { method: 'GET', pattern: /^\/v1\/connectors$/, handler: listConnectors },
    { method: 'GET', pattern: /^\/v1\/connectors\/([^/]+)\/status$/, handler: readConnectorStatus },
    { method: 'GET', pattern: /^\/v1\/terminal-groups$/, handler: listGroups },
    { method: 'GET', pattern: /^\/v1\/feeds\/account\.xml$/, handler: readAccountFeed },
    { method: 'GET', pattern: /^\/v1\/feeds\/terminals\/([^/]+)\.xml$/, handler: readTerminalFeed },
    {
      method: 'GET',
      pattern: /^\/v1\/public\/branding-status$/,
      isPublic: true,
      closesWith: 'branding-status-requires-key',
      handler: readBranding,
    },
  ];

  function authenticate(request: Request, url: URL, params: string[]): User {
    let key = request.headers.get('x-api-key');
    if (key === null && on('api-key-in-query-accepted')) key = url.searchParams.get('api_key');
    if (key === null || key === '') throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'APIKey' });
    let owner = keyOwners.get(key);
    if (owner === undefined && on('api-key-compared-by-prefix') && key.length >= 16)
      owner = [...keyOwners].find(([known]) => known.startsWith(key as string))?.[1];
    if (
      owner === undefined &&
      on('connector-status-accepts-unknown-key') &&
      /^\/v1\/connectors\/[^/]+\/status$/.test(url.pathname)
    ) {
      const org = data.connectors.find((connector) => connector.id === params[0])?.org;
      owner = data.users.find((user) => user.org === org && user.role === 'admin')?.id;
    }
    const user = owner === undefined ? undefined : userById.get(owner);
    if (user === undefined) throw new HttpError(401, 'Invalid API key', { 'www-authenticate': 'APIKey' });
    return user;
  }

  async function dispatch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const matching = routes.filter((route) => route.pattern.test(url.pathname));
    if (matching.length === 0) throw new HttpError(404, 'Not Found');
    const route = matching.find((entry) => entry.method === request.method);
    if (route === undefined)
      throw new HttpError(405, 'Method Not Allowed', { allow: matching.map((entry) => entry.method).join(', ') });
    const params = (route.pattern.exec(url.pathname) ?? []).slice(1).map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
    const isOpen =
      (route.isPublic === true && !(route.closesWith !== undefined && on(route.closesWith))) ||
      (route.opensWith !== undefined && on(route.opensWith));
    const user = isOpen ? (data.users[0] as User) : authenticate(request, url, params);
    return await route.handler({ user, url, query: url.searchParams, params, request });
  }

  return async (request) => {
    try {
      return await dispatch(request);
    } catch (error) {
      if (error instanceof HttpError) return json({ detail: error.detail }, error.status, error.headers);
      return json({ detail: 'Internal Server Error' }, 500);
    }
  };
}
