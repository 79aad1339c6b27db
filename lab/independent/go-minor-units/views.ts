// @ts-nocheck: written without noUncheckedIndexedAccess
// Rendering of objects for one caller. Everything here depends on the visible terminals of the caller.

import type {
  Account,
  AccountItem,
  Command,
  Connector,
  Dispute,
  Entry,
  Group,
  Job,
  Role,
  Settlement,
  State,
  SwitchEntry,
  Terminal,
  Transaction,
  User,
} from './data.ts';
import { localText, NOW, rssDate } from './data.ts';
import type { FaultId } from './faults.ts';

export type Json = Record<string, unknown>;
export interface Ctx {
  state: State;
  user: User;
  role: Role;
  visible: Set<string>;
  expand: Set<string>;
  query: URLSearchParams;
  f: (id: FaultId) => boolean;
}

export const ACCESS = [
  'read_transactions',
  'read_provisioning',
  'read_settlements',
  'read_disputes',
  'create_disputes',
  'derive_settlements',
  'manage_users',
  'manage_configuration',
] as const;
export type Access = (typeof ACCESS)[number];
const granted: Record<Role, readonly Access[]> = {
  administrator: ACCESS,
  analyst: ['read_transactions', 'read_provisioning', 'read_settlements', 'read_disputes'],
  account_manager: ['read_transactions', 'read_provisioning', 'read_settlements', 'read_disputes', 'create_disputes'],
  technician: ['read_transactions', 'read_provisioning'],
  merchant: ['read_transactions', 'read_provisioning', 'read_settlements', 'read_disputes'],
};
export const has = (role: Role, access: Access): boolean => granted[role].includes(access);

/** Member pair: Unix seconds and RFC 3339 text in the given zone. */
function stamp(name: string, unix: number | null, zone: string): Json {
  return { [name]: unix, [`${name}_local`]: unix === null ? null : localText(unix, zone) };
}
const terminalOf = (c: Ctx, id: string): Terminal => c.state.terminals.find((t) => t.id === id)!;
const accountOf = (c: Ctx, id: string): Account => c.state.accounts.find((a) => a.id === id)!;
const testNumber = (t: Transaction): string =>
  t.card_brand === 'mastercard'
    ? '5555555555554444'
    : t.card_brand === 'visa'
      ? '4111111111111111'
      : '4242424242424242';

/** The terminals that a user may see. */
export function visibleTerminals(state: State, user: User): Set<string> {
  return new Set(
    state.terminals
      .filter(
        (t) =>
          t.org_id === user.org_id &&
          (!user.account_ids || user.account_ids.includes(t.account_id)) &&
          (!user.terminal_ids || user.terminal_ids.includes(t.id)),
      )
      .map((t) => t.id),
  );
}
export const sees = (c: Ctx, terminalId: string): boolean => c.visible.has(terminalId);
export const ownTerminals = (c: Ctx): Terminal[] => c.state.terminals.filter((t) => t.org_id === c.user.org_id);
export const visibleAccounts = (c: Ctx): Account[] =>
  c.state.accounts.filter((a) => c.state.terminals.some((t) => t.account_id === a.id && sees(c, t.id)));
export const visibleConnectors = (c: Ctx): Connector[] =>
  c.state.connectors.filter((n) => c.state.terminals.some((t) => t.connector_id === n.id && sees(c, t.id)));
export const visibleGroups = (c: Ctx): Group[] =>
  c.state.groups.filter((g) => g.terminal_ids.some((id) => sees(c, id)));
/** Accounts of which the caller sees every terminal (needed for account-level papers). */
const wholeAccounts = (c: Ctx): Set<string> => new Set(c.user.terminal_ids ? [] : visibleAccounts(c).map((a) => a.id));

export function accountView(c: Ctx, a: Account): Json {
  return {
    object: 'account',
    id: a.id,
    organization: a.org_id,
    name: a.name,
    time_zone: a.time_zone,
    currency: a.currency,
    state: a.state,
    terminal_count: c.state.terminals.filter((t) => t.account_id === a.id && sees(c, t.id)).length,
  };
}
export function terminalView(c: Ctx, t: Terminal): Json {
  return {
    object: 'terminal',
    id: t.id,
    account: t.account_id,
    connector: t.connector_id,
    location: t.location.id,
    groups: c.state.groups.filter((g) => g.terminal_ids.includes(t.id)).map((g) => g.id),
    terminal_number: t.number,
    label: t.label,
    model: t.model,
    state: t.state,
    time_zone: t.time_zone,
    currency: t.currency,
    surcharge_amount: t.surcharge_amount,
    firmware_version: t.firmware_version,
    ...stamp('installed_at', t.installed_at, t.time_zone),
    ...stamp('last_heartbeat_at', t.last_heartbeat_at, t.time_zone),
  };
}
export function connectorView(c: Ctx, n: Connector): Json {
  const served = c.state.terminals.filter((t) => t.connector_id === n.id);
  const mine = served.filter((t) => sees(c, t.id)).map((t) => t.id);
  return {
    object: 'connector',
    id: n.id,
    name: n.name,
    protocol: n.protocol,
    processor: n.processor,
    state: n.state,
    terminal_count: c.f('connector-counts-hidden-terminals') ? served.length : mine.length,
    terminals: mine,
  };
}
export function groupView(c: Ctx, g: Group): Json {
  const members = c.f('group-members-unscoped') ? g.terminal_ids : g.terminal_ids.filter((id) => sees(c, id));
  return { object: 'terminal_group', id: g.id, name: g.name, terminal_count: members.length, terminals: members };
}
const expanded = (c: Ctx, what: string, id: string, view: () => Json): unknown => (c.expand.has(what) ? view() : id);
const terminalRef = (c: Ctx, id: string) => expanded(c, 'terminal', id, () => terminalView(c, terminalOf(c, id)));
const accountRef = (c: Ctx, id: string) => expanded(c, 'account', id, () => accountView(c, accountOf(c, id)));
const connectorRef = (c: Ctx, id: string) =>
  expanded(c, 'connector', id, () => connectorView(c, c.state.connectors.find((n) => n.id === id)!));

export function transactionView(c: Ctx, t: Transaction, place: 'list' | 'portal' | 'dispute'): Json {
  const terminal = terminalOf(c, t.terminal_id);
  const zone = c.f('terminal-time-in-account-zone') ? accountOf(c, t.account_id).time_zone : terminal.time_zone;
  const row: Json = {
    object: 'transaction',
    id: t.id,
    account: accountRef(c, t.account_id),
    terminal: terminalRef(c, t.terminal_id),
    connector: connectorRef(c, t.connector_id),
    ...stamp('terminal_at', t.at, zone),
    time_zone: terminal.time_zone,
    type: t.type,
    sequence_number: t.sequence_number,
    account_type: t.account_type,
    card_brand: t.card_brand,
    response: { code: t.code, outcome: t.outcome, message: t.message },
    currency: t.currency,
    amount_requested: t.amount_requested,
    amount_completed: t.amount_completed,
    surcharge_requested: t.surcharge_requested,
    surcharge_completed: t.surcharge_completed,
  };
  if (t.emv_indicator) row.emv_indicator = t.emv_indicator;
  else if (c.f('emv-indicator-always-present')) row.emv_indicator = '';
  if (t.reverses) row.reverses = t.reverses;
  if (c.f('declined-rows-report-completed-amount') && t.outcome === 'declined')
    row.amount_completed = t.amount_requested;
  if (c.f('zero-surcharge-omitted') && t.surcharge_completed === 0) delete row.surcharge_completed;
  if (c.f('sequence-number-missing-on-inquiries') && t.type === 'balance_inquiry') delete row.sequence_number;
  if (
    (c.f('pan-in-magstripe-rows') && place === 'list' && !t.emv_indicator) ||
    (c.f('pan-in-portal-transactions') && place === 'portal') ||
    (c.f('pan-in-expanded-dispute-transaction') && place === 'dispute')
  )
    row.card_number = testNumber(t);
  return row;
}
export function summaryView(c: Ctx, rows: Transaction[]): Json {
  const currency = c.state.orgs.find((o) => o.id === c.user.org_id)!.currency;
  let withdrawn = 0,
    surcharge = 0;
  for (const t of rows) {
    if (t.type === 'withdrawal' || t.type === 'reversal')
      withdrawn += c.f('total-withdrawn-uses-requested') ? t.amount_requested : t.amount_completed;
    if (!(c.f('total-surcharge-skips-inquiries') && t.type === 'balance_inquiry')) surcharge += t.surcharge_completed;
  }
  return {
    object: 'transaction_summary',
    currency,
    transaction_count: rows.length,
    total_withdrawn: withdrawn,
    total_surcharge: surcharge,
  };
}
export function timelineView(c: Ctx, t: Transaction): Json {
  const zone = terminalOf(c, t.terminal_id).time_zone;
  const events: Json[] = [];
  const add = (at: number, stage: string, source: string, detail: string, more: Json = {}) =>
    events.push({ object: 'timeline_event', ...stamp('at', at, zone), stage, source, detail, ...more });
  if (t.type === 'reversal') {
    add(t.at - 4, 'fault_detected', 'terminal', 'Dispense could not be confirmed', { related_transaction: t.reverses });
    add(t.at, 'reversal_sent', 'terminal', 'Reversal advice sent to switch');
    add(t.at + 1, 'host_response', 'connector', `Response ${t.code}: ${t.message}`);
  } else {
    add(
      t.at - 18,
      'card_read',
      'terminal',
      `Card read: ${t.emv_indicator ?? 'magnetic stripe'}`,
      c.f('track-data-in-timeline') && !t.emv_indicator ? { track2: `${testNumber(t)}=28122010000012300000` } : {},
    );
    add(
      t.at - 6,
      'pin_verified_online',
      'terminal',
      'Entry captured by the encrypting keypad',
      c.f('pin-block-in-declined-timeline') && t.code === '55' ? { pin_block: '0412AC89ABCDEF67' } : {},
    );
    add(t.at, 'request_sent', 'switch', `Sequence ${t.sequence_number} routed to connector`);
    add(t.at + 1, 'host_response', 'connector', `Response ${t.code}: ${t.message}`);
    if (t.outcome === 'declined') add(t.at + 3, 'decline_displayed', 'terminal', 'Customer informed');
    else if (t.type === 'withdrawal')
      add(
        t.at + 7,
        t.outcome === 'partial' ? 'cash_dispensed_partially' : 'cash_dispensed',
        'terminal',
        `Dispensed ${money(t.amount_completed, t.currency)}`,
      );
    else add(t.at + 4, 'completed', 'terminal', 'Result displayed');
    if (t.reversed_by)
      add(t.at + 45, 'reversed', 'switch', 'Reversal received', { related_transaction: t.reversed_by });
  }
  return {
    object: 'transaction_timeline',
    transaction: expanded(c, 'transaction', t.id, () => transactionView(c, t, 'list')),
    terminal: terminalRef(c, t.terminal_id),
    time_zone: zone,
    data: events,
    cursor: null,
    has_more: false,
  };
}
export function locationView(c: Ctx, t: Terminal): Json {
  const { id, line1, city, region, postcode, country, latitude, longitude, risk_level } = t.location;
  return {
    object: 'location',
    id,
    terminal: terminalRef(c, t.id),
    account: accountRef(c, t.account_id),
    name: t.label,
    address: { line1, city, region, postcode, country },
    latitude,
    longitude,
    time_zone: t.time_zone,
    risk_level,
  };
}
export function statusView(c: Ctx, t: Terminal): Json {
  const view: Json = {
    object: 'terminal_status',
    terminal: terminalRef(c, t.id),
    state: t.state,
    time_zone: t.time_zone,
    ...stamp('last_heartbeat_at', t.last_heartbeat_at, t.time_zone),
    heartbeat_age_seconds: NOW - t.last_heartbeat_at,
    firmware_version: t.firmware_version,
    telemetry: t.telemetry,
    cash: {
      currency: t.currency,
      total_amount: t.cassettes.reduce((sum, x) => sum + x.denomination * x.count, 0),
      cassettes: t.cassettes,
    },
    device_faults: t.device_faults,
    open_alerts: c.state.alerts
      .filter((a) => a.terminal_id === t.id && a.cleared_at === null)
      .map((a) => ({
        object: 'alert',
        id: a.id,
        event: a.event,
        severity: a.severity,
        message: a.message,
        ...stamp('opened_at', a.opened_at, t.time_zone),
      })),
  };
  if (c.f('telemetry-missing-when-degraded') && t.state === 'degraded') delete view.telemetry;
  return view;
}
export function switchView(c: Ctx, s: SwitchEntry): Json {
  return {
    object: 'switch_entry',
    id: s.id,
    terminal: s.terminal_id,
    kind: s.kind,
    message: s.message,
    ...stamp('at', s.at, terminalOf(c, s.terminal_id).time_zone),
  };
}
export function connectorStatusView(c: Ctx, n: Connector): Json {
  const zone = c.state.orgs.find((o) => o.id === n.org_id)!.time_zone;
  const mine = c.state.terminals.filter((t) => t.connector_id === n.id && sees(c, t.id)).map((t) => t.id);
  const recent = c.state.transactions.filter(
    (t) =>
      t.connector_id === n.id &&
      t.at >= NOW - 86400 &&
      (sees(c, t.terminal_id) || c.f('connector-activity-counts-hidden-terminals')),
  );
  const declined = recent.filter((t) => t.outcome === 'declined').length;
  return {
    object: 'connector_status',
    connector: connectorRef(c, n.id),
    state: n.state,
    ...stamp('last_echo_at', n.last_echo_at, zone),
    latency_ms: n.latency_ms,
    queue_depth: n.queue_depth,
    activity: {
      window_seconds: 86400,
      transaction_count: recent.length,
      approved_count: recent.length - declined,
      declined_count: declined,
    },
    terminal_count: mine.length,
    terminals: mine,
    recent_observations: c.state.switchEntries
      .filter((s) => s.connector_id === n.id && sees(c, s.terminal_id))
      .slice(0, 20)
      .map((s) => switchView(c, s)),
  };
}
export function commandView(c: Ctx, m: Command): Json {
  const zone = terminalOf(c, m.terminal_id).time_zone;
  return {
    object: 'terminal_command',
    id: m.id,
    terminal: terminalRef(c, m.terminal_id),
    type: m.type,
    state: m.state,
    requested_by: m.requested_by,
    ...stamp('requested_at', m.requested_at, zone),
    ...stamp('completed_at', m.completed_at, zone),
    result: m.result,
  };
}
export function jobView(c: Ctx, j: Job): Json {
  const zone = terminalOf(c, j.terminal_id).time_zone;
  return {
    object: 'provisioning_job',
    id: j.id,
    terminal: j.terminal_id,
    kind: j.kind,
    state: j.state,
    version: j.version,
    ...stamp('created_at', j.created_at, zone),
    ...stamp('finished_at', j.finished_at, zone),
  };
}
export function payloadView(c: Ctx, t: Terminal): Json {
  const n = c.state.connectors.find((x) => x.id === t.connector_id)!;
  const latest = c.state.jobs.find((j) => j.terminal_id === t.id)!;
  return {
    object: 'provisioning_payload',
    terminal: terminalRef(c, t.id),
    version: latest.version,
    ...stamp('generated_at', latest.created_at, t.time_zone),
    parameters: {
      terminal_number: t.number,
      currency: t.currency,
      surcharge_amount: t.surcharge_amount,
      time_zone: t.time_zone,
      host_name: `${n.protocol}.${n.name.toLowerCase().replace(/ /g, '-')}.example`,
      host_port: n.protocol === 'rest' ? 8443 : 9010,
      heartbeat_interval_seconds: 60,
      denominations: t.cassettes.map((x) => x.denomination),
    },
  };
}
export function exportView(c: Ctx, t: Terminal): Json {
  const jobs = c.state.jobs.filter(
    (j) =>
      j.terminal_id === t.id ||
      (c.f('provisioning-export-jobs-of-account') &&
        sees(c, j.terminal_id) &&
        terminalOf(c, j.terminal_id).account_id === t.account_id),
  );
  return {
    object: 'provisioning_export',
    terminal: terminalRef(c, t.id),
    format_version: 3,
    ...stamp('exported_at', NOW, t.time_zone),
    payload: payloadView({ ...c, expand: new Set() }, t),
    jobs: jobs.map((j) => jobView(c, j)),
  };
}
export const visibleEntries = (c: Ctx, s: Settlement): Entry[] => s.entries.filter((e) => sees(c, e.terminal_id));
export function settlementView(c: Ctx, s: Settlement): Json {
  const zone = accountOf(c, s.account_id).time_zone;
  const entries = visibleEntries(c, s);
  const counted = c.f('settlement-totals-count-hidden-terminals') ? s.entries : entries;
  const total = (direction: string) =>
    counted.filter((e) => e.direction === direction).reduce((sum, e) => sum + e.amount, 0);
  const credit = total('credit'),
    debit = total('debit');
  const view: Json = {
    object: 'settlement',
    id: s.id,
    rail: 'ach',
    account: accountRef(c, s.account_id),
    business_date: s.business_date,
    status: s.status,
    currency: s.currency,
    entry_counts: {
      total: counted.length,
      credit: counted.filter((e) => e.direction === 'credit').length,
      debit: counted.filter((e) => e.direction === 'debit').length,
    },
    credit_total: credit,
    debit_total: debit,
    net_payout: c.f('settlement-net-payout-ignores-debits') ? credit : credit - debit,
    time_zone: zone,
  };
  if (c.f('settlement-zero-debit-omitted') && debit === 0) delete view.debit_total;
  if (!(c.f('settlement-timing-missing-on-returned') && s.status === 'returned'))
    for (const name of ['created_at', 'cutoff_at', 'submitted_at', 'settled_at', 'returned_at'] as const)
      Object.assign(view, stamp(name, s[name], zone));
  view.entries = entries.map((e) => ({
    object: 'settlement_entry',
    id: e.id,
    terminal: e.terminal_id,
    direction: e.direction,
    kind: e.kind,
    amount: e.amount,
  }));
  return view;
}
export function disputeView(c: Ctx, d: Dispute): Json {
  const zone = terminalOf(c, d.terminal_id).time_zone;
  const isResolved = d.resolution !== null;
  const view: Json = {
    object: 'dispute',
    id: d.id,
    account: d.account_id,
    terminal: terminalRef(c, d.terminal_id),
    transaction: expanded(c, 'transaction', d.transaction_id, () =>
      transactionView(c, c.state.transactions.find((t) => t.id === d.transaction_id)!, 'dispute'),
    ),
    status: d.status,
    reason_code: d.reason_code,
    currency: d.currency,
    amount: d.amount,
    note: d.note,
    time_zone: zone,
    ...stamp('opened_at', d.opened_at, zone),
    ...stamp('due_at', d.due_at, zone),
    assignment: { team: d.assigned_team, assigned_to: d.assigned_to, ...stamp('assigned_at', d.assigned_at, zone) },
    resolution: d.resolution && {
      outcome: d.resolution.outcome,
      amount_credited: d.resolution.amount_credited,
      note: d.resolution.note,
      ...stamp('resolved_at', d.resolution.resolved_at, zone),
    },
  };
  if (d.reviewer && (isResolved || c.f('reviewer-on-unresolved-disputes')))
    view.reviewer = {
      name: d.reviewer.name,
      title: d.reviewer.title,
      ...stamp('reviewed_at', d.reviewer.reviewed_at, zone),
    };
  if (c.f('due-date-missing-on-resolved-disputes') && isResolved) {
    delete view.due_at;
    delete view.due_at_local;
  }
  return view;
}

// ---- portal -----------------------------------------------------------------------------------------------------------
const reports: [string, string, Access][] = [
  ['rpt_daily_activity', 'Daily activity', 'read_transactions'],
  ['rpt_surcharge_summary', 'Surcharge summary', 'read_transactions'],
  ['rpt_device_availability', 'Device availability', 'read_provisioning'],
  ['rpt_settlement_reconciliation', 'Settlement reconciliation', 'read_settlements'],
  ['rpt_dispute_ageing', 'Dispute ageing', 'read_disputes'],
  ['rpt_user_audit', 'User audit', 'manage_users'],
];
const videos: [string, string, number][] = [
  ['vid_loading_cassettes', 'Loading cassettes safely', 412],
  ['vid_tamper_checks', 'Weekly tamper checks', 268],
  ['vid_reading_reports', 'Reading your reports', 355],
];

function userView(c: Ctx, u: User): Json {
  const own = visibleTerminals(c.state, u);
  return {
    object: 'user',
    id: u.id,
    organization: u.org_id,
    name: u.name,
    email: u.email,
    role: u === c.user ? c.role : u.role,
    state: u.state,
    time_zone: u.time_zone,
    accounts: c.state.accounts
      .filter((a) => c.state.terminals.some((t) => t.account_id === a.id && own.has(t.id)))
      .map((a) => a.id),
  };
}
/** Organization-wide users see all colleagues, account users those who stay inside their accounts, terminal users only themselves. */
function visibleUsers(c: Ctx): User[] {
  const colleagues = c.state.users.filter((u) => u.org_id === c.user.org_id);
  const { account_ids: accounts, terminal_ids: limited } = c.user;
  if (limited) return [c.user];
  if (!accounts || c.f('portal-users-organization-wide')) return colleagues;
  return colleagues.filter(
    (u) => (u.account_ids || u.terminal_ids) && [...visibleTerminals(c.state, u)].every((id) => sees(c, id)),
  );
}
export function portalView(c: Ctx): Json {
  const org = c.state.orgs.find((o) => o.id === c.user.org_id)!;
  const zoneOf = (terminalId: string) => terminalOf(c, terminalId).time_zone;
  const whole = wholeAccounts(c);
  const papers = (object: string, rows: AccountItem[]) =>
    rows
      .filter((x) => whole.has(x.account_id))
      .map((x) => ({
        object,
        id: x.id,
        account: x.account_id,
        title: x.title,
        state: x.state,
        ...stamp('updated_at', x.updated_at, accountOf(c, x.account_id).time_zone),
      }));
  const view: Json = {
    object: 'portal_snapshot',
    ...stamp('generated_at', NOW, c.user.time_zone),
    principal: userView(c, c.user),
    account_profile: {
      organization: {
        object: 'organization',
        id: org.id,
        name: org.name,
        legal_name: org.legal_name,
        country: org.country,
        currency: org.currency,
        time_zone: org.time_zone,
      },
      accounts: visibleAccounts(c).map((a) => accountView(c, a)),
    },
    branding: { ...org.branding, dns: org.dns },
    access: Object.fromEntries(ACCESS.map((name) => [name, has(c.role, name)])),
    users: visibleUsers(c).map((u) => userView(c, u)),
    terminals: c.state.terminals
      .filter((t) => sees(c, t.id) && !(c.f('portal-terminals-skip-offline') && t.state === 'offline'))
      .map((t) => terminalView(c, t)),
    terminal_groups: visibleGroups(c).map((g) => groupView(c, g)),
    connectors: visibleConnectors(c).map((n) => connectorView(c, n)),
    recent_transactions: c.state.transactions
      .filter((t) => sees(c, t.terminal_id))
      .slice(0, 25)
      .map((t) => transactionView(c, t, 'portal')),
    recent_commands: c.state.commands
      .filter((m) => sees(c, m.terminal_id))
      .slice(0, 20)
      .map((m) => commandView(c, m)),
    recent_forms: c.state.forms
      .filter((x) => sees(c, x.terminal_id))
      .slice(0, 10)
      .map((x) => ({
        object: 'form',
        id: x.id,
        terminal: x.terminal_id,
        kind: x.kind,
        state: x.state,
        ...stamp('submitted_at', x.submitted_at, zoneOf(x.terminal_id)),
      })),
    reports: reports
      .filter(([, , access]) => has(c.role, access))
      .map(([id, title, access]) => ({ object: 'report', id, title, access })),
    compliance_vault: c.state.vault
      .filter((x) => sees(c, x.terminal_id))
      .map((x) => ({
        object: 'compliance_item',
        id: x.id,
        terminal: x.terminal_id,
        kind: x.kind,
        state: x.state,
        ...stamp('expires_at', x.expires_at, zoneOf(x.terminal_id)),
      })),
    onboarding: papers('onboarding_task', c.state.onboarding),
    documents: papers('document', c.state.documents),
    videos: videos.map(([id, title, seconds]) => ({ object: 'video', id, title, duration_seconds: seconds })),
  };
  if (c.f('portal-forms-missing')) delete view.recent_forms;
  if (c.f('portal-videos-missing')) delete view.videos;
  return view;
}

// ---- feeds ------------------------------------------------------------------------------------------------------------
interface Item {
  id: string;
  at: number;
  category: string;
  terminal: Terminal;
  title: string;
  text: string;
}
const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
export const money = (amount: number, currency: string): string => `${currency} ${(amount / 100).toFixed(2)}`;

function feedItems(c: Ctx, includes: (t: Terminal) => boolean, kind: 'account' | 'terminal'): Item[] {
  const items: Item[] = [];
  const isAccount = kind === 'account';
  for (const t of c.state.terminals) {
    const add = (id: string, at: number, category: string, title: string, text: string) =>
      items.push({ id, at, category, terminal: t, title: `${t.label}: ${title}`, text });
    const isIncluded = includes(t);
    if (isIncluded || (isAccount && c.f('account-feed-alerts-unscoped') && t.org_id === c.user.org_id))
      for (const a of c.state.alerts)
        if (a.terminal_id === t.id)
          add(
            a.id,
            a.opened_at,
            'alert',
            `alert ${a.event}`,
            `${a.severity}: ${a.message}${a.cleared_at === null ? ' (open)' : ' (cleared)'}`,
          );
    if (isIncluded || (isAccount && c.f('account-feed-switch-cross-tenant')))
      for (const s of c.state.switchEntries)
        if (s.terminal_id === t.id) add(s.id, s.at, 'switch', `switch ${s.kind}`, s.message);
    if (!isIncluded) continue;
    add(
      `hb_${t.id}`,
      t.last_heartbeat_at,
      'heartbeat',
      `heartbeat, ${t.state}`,
      `Last heartbeat ${localText(t.last_heartbeat_at, t.time_zone)}`,
    );
    if (!(isAccount && c.f('account-feed-without-status-changes')))
      for (const s of c.state.statusChanges)
        if (s.terminal_id === t.id)
          add(s.id, s.at, 'status_change', `now ${s.to}`, `Status changed from ${s.from} to ${s.to}`);
    for (const x of c.state.transactions)
      if (x.terminal_id === t.id && x.at >= NOW - (isAccount ? 1 : 3) * 86400)
        add(
          x.id,
          x.at,
          'transaction',
          `${x.type} ${x.outcome}`,
          `${money(x.amount_completed, x.currency)} completed of ${money(x.amount_requested, x.currency)}, surcharge ${money(x.surcharge_completed, x.currency)}, sequence ${x.sequence_number}`,
        );
    if (isAccount) continue;
    for (const m of c.state.commands)
      if (m.terminal_id === t.id && !(c.f('terminal-feed-without-queued-commands') && m.state === 'queued'))
        add(
          m.id,
          m.completed_at ?? m.requested_at,
          'command',
          `command ${m.type} ${m.state}`,
          m.result ?? 'Waiting for the terminal',
        );
    for (const j of c.state.jobs)
      if (j.terminal_id === t.id)
        add(
          j.id,
          j.finished_at ?? j.created_at,
          'provisioning',
          `provisioning ${j.kind} ${j.state}`,
          `Version ${j.version}`,
        );
  }
  return items.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}
export function feedXml(c: Ctx, kind: 'account' | 'terminal', terminal?: Terminal): string {
  const org = c.state.orgs.find((o) => o.id === (terminal ? terminal.org_id : c.user.org_id))!;
  const items = feedItems(c, (t) => (terminal ? t.id === terminal.id : sees(c, t.id)), kind);
  const title = terminal ? `${terminal.label} (${terminal.number})` : `${org.name} fleet digest`;
  const zone = terminal ? terminal.time_zone : c.user.time_zone;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0">',
    '<channel>',
    `<title>${escape(title)}</title>`,
    `<link>https://${org.dns[0].hostname}/</link>`,
    `<description>${terminal ? 'Activity of one terminal, newest first' : 'Activity of your visible terminals, newest first'}</description>`,
    `<lastBuildDate>${rssDate(NOW, zone)}</lastBuildDate>`,
    ...items.map(
      (x) =>
        `<item><title>${escape(x.title)}</title><description>${escape(x.text)}</description><category>${x.category}</category><category domain="terminal">${x.terminal.id}</category><guid isPermaLink="false">${x.id}</guid><pubDate>${rssDate(x.at, x.terminal.time_zone)}</pubDate></item>`,
    ),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}
