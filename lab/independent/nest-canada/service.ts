// @ts-nocheck: written without noUncheckedIndexedAccess
// The HTTP service: guards, scope, handlers.
import { createHash } from 'node:crypto';
import type { Account, Dispute, Settlement, Terminal, Transaction, User } from './data.ts';
import * as data from './data.ts';
import { localDate, localText, money, now, uuid } from './data.ts';
import { faults } from './faults.ts';
import type { Route } from './openapi.ts';
import { buildCatalog, buildOpenApi, reasonCodes, rolePermissions, routes } from './openapi.ts';

export type { Fault } from './faults.ts';
export { faults } from './faults.ts';
export const name = 'nest-canada-envelope';
export const keys: ReadonlyMap<string, string> = new Map([
  ['boreal-admin', 'tfp_live_bga_7Qm2xV9dK4sT1nRz'],
  ['boreal-analyst', 'tfp_live_bgn_Lw83HcPf0yUe6JbX'],
  ['boreal-atlantic-manager', 'tfp_live_bgm_r5NkZt1QvDa94WsG'],
  ['boreal-technician', 'tfp_live_bgt_Yh6oEu2MxB7cFpL3'],
  ['prairie-admin', 'tfp_live_pra_9SdJ4gVqTw0KzC5n'],
  ['prairie-pacific-viewer', 'tfp_live_prv_aX8mRb3UyH1fQe6P'],
]);

type Json = Record<string, unknown>;
type Query = Record<string, string | number | undefined>;
interface Problem {
  code: string;
  field: string | null;
  message: string;
}

class Refusal extends Error {
  status: number;
  problems: Problem[];
  constructor(status: number, problems: Problem[]) {
    super(problems[0]?.message ?? 'error');
    this.status = status;
    this.problems = problems;
  }
}
const refuse = (status: number, code: string, message: string, field: string | null = null): never => {
  throw new Refusal(status, [{ code, field, message }]);
};

const platformZone = 'America/Toronto';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const userByKey = new Map([...keys].map(([keyName, key]) => [key, data.users.find((u) => u.keyName === keyName)!]));
const compiled = routes.map((route) => ({
  route,
  names: [...route.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!),
  pattern: new RegExp('^' + route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+?)') + '$'),
}));

const stamp = (member: string, ms: number | null, zone: string): Json => ({
  [member]: ms,
  [member + 'Local']: ms === null ? null : localText(ms, zone),
});
const words: Record<string, [string, string]> = {
  '00': ['Approved', 'Approuvée'],
  '10': ['Approved for a partial amount', 'Approuvée en partie'],
  '51': ['Insufficient funds', 'Provision insuffisante'],
  '55': ['Incorrect PIN', 'NIP incorrect'],
  '61': ['Exceeds withdrawal limit', 'Limite de retrait dépassée'],
  '91': ['Issuer unavailable', 'Émetteur non disponible'],
};
const escapeXml = (s: string): string =>
  s
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

const reports = [
  {
    reportId: 'daily-transactions',
    title: 'Daily transactions',
    titleFr: 'Transactions quotidiennes',
    requiredPermission: 'transactions:read',
  },
  {
    reportId: 'surcharge-summary',
    title: 'Surcharge summary',
    titleFr: 'Sommaire des frais',
    requiredPermission: 'transactions:read',
  },
  {
    reportId: 'terminal-availability',
    title: 'Terminal availability',
    titleFr: 'Disponibilité des terminaux',
    requiredPermission: 'terminals:read',
  },
  {
    reportId: 'settlement-reconciliation',
    title: 'Settlement reconciliation',
    titleFr: 'Rapprochement des règlements',
    requiredPermission: 'settlements:read',
  },
  {
    reportId: 'dispute-ageing',
    title: 'Dispute ageing',
    titleFr: 'Âge des litiges',
    requiredPermission: 'disputes:read',
  },
  {
    reportId: 'user-activity',
    title: 'User activity',
    titleFr: 'Activité des utilisateurs',
    requiredPermission: 'users:read',
  },
];

interface Scope {
  user: User;
  permissions: readonly string[];
  terminals: Terminal[];
  terminalIds: Set<string>;
  accounts: Account[];
  accountIds: Set<string>;
  /** Accounts whose account-level data (settlements, documents) the user may see. */
  wholeAccountIds: Set<string>;
  isOrganizationWide: boolean;
}

function scopeOf(user: User): Scope {
  const terminals = data.terminals.filter(
    (t) =>
      t.organizationId === user.organizationId &&
      (user.accountIds === null || user.accountIds.includes(t.accountId)) &&
      (user.terminalIds === null || user.terminalIds.includes(t.terminalId)),
  );
  const own = new Set(terminals.map((t) => t.accountId));
  const accounts = data.accounts.filter(
    (a) =>
      a.organizationId === user.organizationId &&
      (own.has(a.accountId) ||
        (user.terminalIds === null && (user.accountIds === null || user.accountIds.includes(a.accountId)))),
  );
  return {
    user,
    permissions: rolePermissions[user.role]!,
    terminals,
    terminalIds: new Set(terminals.map((t) => t.terminalId)),
    accounts,
    accountIds: new Set(accounts.map((a) => a.accountId)),
    wholeAccountIds: new Set(user.terminalIds === null ? accounts.map((a) => a.accountId) : []),
    isOrganizationWide: user.accountIds === null && user.terminalIds === null,
  };
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault ?? null;
  if (fault !== null && !Object.hasOwn(faults, fault)) throw new Error('Unknown fault: ' + fault);
  const has = (id: string): boolean => fault === id;
  const settlements: Settlement[] = data.settlements.map((b) => ({ ...b }));
  const disputes: Dispute[] = data.disputes.map((d) => ({ ...d }));
  const portalCache = new Map<string, Json>();

  // ---------------------------------------------------------------- views

  const terminalOf = (id: string): Terminal => data.terminalById.get(id)!;

  function rowView(t: Transaction, isTerminalList = false): Json {
    const terminal = terminalOf(t.terminalId);
    const view: Json = {
      transactionId: t.transactionId,
      terminalId: t.terminalId,
      ...stamp('terminalAt', t.at, terminal.timeZone),
      timeZone: terminal.timeZone,
      transactionType: t.type,
      sequenceNumber: t.sequenceNumber,
      accountType: t.accountType,
    };
    if (t.emvIndicator !== null) view.emvIndicator = t.emvIndicator;
    else if (has('row-emv-placeholder')) view.emvIndicator = 'unknown';
    Object.assign(view, {
      response: t.response,
      responseCode: t.responseCode,
      responseText: words[t.responseCode]![terminal.language === 'fr-CA' ? 1 : 0],
      amountRequested: money(t.amountRequested),
      amountCompleted: money(t.amountCompleted),
      surchargeRequested: money(t.surchargeRequested),
      surchargeCompleted: money(t.surchargeCompleted),
      currency: 'CAD',
      relatedTransactionId: t.relatedTransactionId,
    });
    if (has('row-surcharge-missing-on-declines') && t.response === 'declined') delete view.surchargeRequested;
    if (has('row-sequence-missing-on-reversals') && t.type === 'reversal') delete view.sequenceNumber;
    if (has('row-newfoundland-half-hour') && terminal.timeZone === 'America/St_Johns')
      view.terminalAtLocal = new Date(t.at - 3 * 3_600_000).toISOString().slice(0, 19) + '-03:30';
    if (has('card-track2-in-terminal-transactions') && isTerminalList) view.rawTrack2 = t.track2;
    if (has('card-pin-block-on-reversals') && t.type === 'reversal')
      view.advice = { messageType: '0420', pinBlock: t.pinBlock };
    return view;
  }

  function settlementView(b: Settlement): Json {
    const owner = data.accountById.get(b.accountId)!;
    const net = has('settlement-net-payout-adds-debits') ? b.creditTotal + b.debitTotal : b.creditTotal - b.debitTotal;
    const view: Json = {
      batchId: b.batchId,
      accountId: b.accountId,
      accountName: owner.name,
      businessDate: b.businessDate,
      batchStatus: b.batchStatus,
      entryCount: b.creditEntryCount + b.debitEntryCount,
      creditEntryCount: b.creditEntryCount,
      debitEntryCount: b.debitEntryCount,
      creditTotal: money(b.creditTotal),
      debitTotal: money(b.debitTotal),
      netPayout: money(net),
      currency: 'CAD',
      ...stamp('windowStartAt', b.windowStartAt, owner.timeZone),
      ...stamp('windowEndAt', b.windowEndAt, owner.timeZone),
      ...stamp('derivedAt', b.derivedAt, owner.timeZone),
      ...stamp('submittedAt', b.submittedAt, owner.timeZone),
      ...stamp('settledAt', b.settledAt, owner.timeZone),
      returnReason: b.returnReason,
    };
    if (has('settlement-counts-missing-on-returned') && b.batchStatus === 'returned') {
      delete view.entryCount;
      delete view.creditEntryCount;
      delete view.debitEntryCount;
    }
    if (has('settlement-timing-missing-on-pending') && b.batchStatus === 'pending')
      for (const k of Object.keys(view)) if (/At(Local)?$/.test(k)) delete view[k];
    return view;
  }

  function disputeView(d: Dispute): Json {
    const zone = terminalOf(d.terminalId).timeZone;
    const view: Json = {
      disputeId: d.disputeId,
      disputeStatus: d.status,
      reasonCode: d.reasonCode,
      relatedTransactionId: d.transactionId,
      relatedTerminalId: d.terminalId,
      amount: money(d.amount),
      currency: 'CAD',
      note: d.note,
      ...stamp('openedAt', d.openedAt, zone),
      ...stamp('dueAt', d.dueAt, zone),
      assignment: {
        assignedTeam: d.assignedTeam,
        assigneeName: d.assigneeName,
        ...stamp('assignedAt', d.assignedAt, zone),
      },
      resolution: { outcome: d.outcome, resolutionNote: d.resolutionNote, ...stamp('resolvedAt', d.resolvedAt, zone) },
    };
    if (d.reviewerName !== null && (d.status === 'resolved' || has('dispute-reviewer-before-resolution')))
      view.reviewer = { reviewerName: d.reviewerName, ...stamp('reviewedAt', d.reviewedAt, zone) };
    if (has('dispute-due-date-missing-on-evidence') && d.status === 'awaiting-evidence') {
      delete view.dueAt;
      delete view.dueAtLocal;
    }
    return view;
  }

  const locationView = (t: Terminal): Json => ({
    locationId: t.locationId,
    terminalId: t.terminalId,
    accountId: t.accountId,
    siteName: t.siteName,
    addressLine: t.addressLine,
    city: t.city,
    province: t.province,
    postalCode: t.postalCode,
    country: 'CA',
    latitude: t.latitude,
    longitude: t.longitude,
    timeZone: t.timeZone,
    language: t.language,
  });
  const commandView = (c: data.Command): Json => {
    const zone = terminalOf(c.terminalId).timeZone;
    return {
      commandId: c.commandId,
      terminalId: c.terminalId,
      commandType: c.commandType,
      commandStatus: c.status,
      ...stamp('queuedAt', c.queuedAt, zone),
      ...stamp('completedAt', c.completedAt, zone),
      requestedBy: c.requestedBy,
    };
  };
  const onConnector = (scope: Scope, id: string): Terminal[] => scope.terminals.filter((t) => t.connectorId === id);
  const connectorView = (scope: Scope, c: data.Connector): Json => {
    const members = onConnector(scope, c.connectorId);
    return {
      connectorId: c.connectorId,
      name: c.name,
      connectorKind: c.connectorKind,
      protocol: c.protocol,
      connectorStatus: c.connectorStatus,
      terminalIds: members.map((t) => t.terminalId),
      terminalCount: has('scope-connector-count-unfiltered')
        ? data.terminals.filter((t) => t.connectorId === c.connectorId).length
        : members.length,
    };
  };
  const groupView = (scope: Scope, g: data.Group, isUnfiltered = false): Json => {
    const members = (isUnfiltered ? data.terminals : scope.terminals).filter((t) => t.groupIds.includes(g.groupId));
    return {
      groupId: g.groupId,
      name: g.name,
      nameFr: g.nameFr,
      terminalIds: members.map((t) => t.terminalId),
      terminalCount: members.length,
    };
  };
  const visibleConnectors = (scope: Scope): data.Connector[] =>
    data.connectors.filter(
      (c) =>
        c.organizationId === scope.user.organizationId &&
        (scope.isOrganizationWide || onConnector(scope, c.connectorId).length > 0),
    );
  const visibleGroups = (scope: Scope): data.Group[] =>
    data.groups.filter(
      (g) =>
        g.organizationId === scope.user.organizationId &&
        (scope.isOrganizationWide || scope.terminals.some((t) => t.groupIds.includes(g.groupId))),
    );
  const visibleTransactions = (scope: Scope): Transaction[] =>
    data.transactions.filter((t) => scope.terminalIds.has(t.terminalId));
  const visibleDisputes = (scope: Scope): Dispute[] =>
    disputes.filter((d) =>
      has('scope-disputes-account-level')
        ? scope.accountIds.has(terminalOf(d.terminalId).accountId)
        : scope.terminalIds.has(d.terminalId),
    );

  function requireTerminal(scope: Scope, id: string, also: (t: Terminal) => boolean = () => false): Terminal {
    const terminal = data.terminalById.get(id);
    if (terminal !== undefined && (scope.terminalIds.has(id) || also(terminal))) return terminal;
    if (terminal !== undefined && has('error-names-hidden-terminal'))
      refuse(
        404,
        'not-found',
        `Terminal ${terminal.label} (${terminal.siteName}) is not visible to ${scope.user.username}.`,
      );
    return refuse(404, 'not-found', 'Terminal not found.');
  }

  // ---------------------------------------------------------------- transactions

  function transactionList(
    scope: Scope,
    q: Query,
    terminalId: string | null,
  ): { items: Transaction[]; all: Transaction[]; total: number } {
    const limit = q.limit as number;
    const offset = q.offset as number;
    const only = terminalId ?? (q.terminal_id as string | undefined);
    let rows: Transaction[];
    if (has('scope-transactions-account-level') && terminalId === null)
      rows = data.transactions.filter((t) => scope.accountIds.has(terminalOf(t.terminalId).accountId));
    else if (has('scope-terminal-filter-bypass') && q.terminal_id !== undefined) rows = [...data.transactions];
    else if (
      has('scope-group-filter-bypass') &&
      q.group_id !== undefined &&
      visibleGroups(scope).some((g) => g.groupId === q.group_id)
    )
      rows = [...data.transactions];
    else rows = visibleTransactions(scope);
    if (
      only !== undefined &&
      !(has('terminal-transactions-type-filter') && terminalId !== null && q.type !== undefined)
    )
      rows = rows.filter((t) => t.terminalId === only);
    if (q.group_id !== undefined && !(has('filter-terminal-overrides-group') && q.terminal_id !== undefined))
      rows = rows.filter((t) => terminalOf(t.terminalId).groupIds.includes(q.group_id as string));
    rows = rows.filter(
      (t) =>
        (q.type === undefined || t.type === q.type) &&
        (q.response === undefined || t.response === q.response) &&
        (q.from === undefined || t.at >= (q.from as number)) &&
        (q.to === undefined || t.at < (q.to as number)),
    );

    const value = (t: Transaction): number => {
      switch (q.sort_by) {
        case 'amt_req':
          return t.amountRequested;
        case 'amt_comp':
          return has('sort-amount-requested') ? t.amountRequested : t.amountCompleted;
        case 'sur_req':
          return t.surchargeRequested;
        case 'sur_comp':
          return t.surchargeCompleted;
        case 'seq_no':
          return t.sequenceNumber;
        default:
          return t.at;
      }
    };
    const sign = q.sort_dir === 'asc' || (has('sort-desc-lost-with-group') && q.group_id !== undefined) ? 1 : -1;
    const compare = (a: Transaction, b: Transaction): number =>
      sign * (value(a) - value(b)) || b.at - a.at || (a.transactionId < b.transactionId ? -1 : 1);
    if (!has('sort-within-page-only')) rows.sort(compare);
    let start = offset;
    let size = limit;
    if (has('filter-offset-overlap') && offset > 0) start = offset - 1;
    if (has('limit-plus-one-on-later-pages') && offset > 0) size = limit + 1;
    if (has('limit-ignored-with-terminal-filter') && q.terminal_id !== undefined) size = rows.length;
    const items = rows.slice(start, start + size);
    if (has('sort-within-page-only')) items.sort(compare);
    return { items, all: rows, total: rows.length };
  }

  function summaryOf(rows: Transaction[]): Json {
    let surcharge = 0;
    let withdrawn = 0;
    for (const t of rows) {
      surcharge += has('summary-surcharge-requested') ? t.surchargeRequested : t.surchargeCompleted;
      if (
        t.type === 'withdrawal' ||
        t.type === 'reversal' ||
        (has('summary-counts-transfers') && t.type === 'transfer')
      )
        withdrawn +=
          has('summary-counts-declined') && t.response === 'declined' ? t.amountRequested : t.amountCompleted;
    }
    return {
      transactionCount: rows.length,
      totalSurcharge: money(surcharge),
      totalWithdrawn: money(withdrawn),
      currency: 'CAD',
    };
  }

  function transactionAnswer(scope: Scope, q: Query, terminalId: string | null): Answer {
    const { items, all, total } = transactionList(scope, q, terminalId);
    const result: Json = {
      rows: items.map((t) => rowView(t, terminalId !== null)),
      summary: summaryOf(has('summary-page-only') ? items : all),
    };
    if (has('summary-missing-when-empty') && total === 0) delete result.summary;
    return { result, page: { ...pageMeta(q, total), count: items.length } };
  }

  function timeline(scope: Scope, id: string): Json {
    const t = data.transactionById.get(id);
    const isVisible =
      t !== undefined &&
      (scope.terminalIds.has(t.terminalId) ||
        (has('scope-timeline-tenant-level') && terminalOf(t.terminalId).organizationId === scope.user.organizationId));
    if (t === undefined || !isVisible) return refuse(404, 'not-found', 'Transaction not found.');
    const terminal = terminalOf(t.terminalId);
    const link = data.connectorById.get(terminal.connectorId)!;
    const steps: [string, number, string, string][] = [];
    if (t.type === 'reversal') {
      steps.push(
        ['started', 0, 'terminal', 'Reversal of the related transaction'],
        ['request-routed', 1, 'switch', `Advice sent over ${link.name}`],
        ['host-response', 2, 'host', `Response ${t.responseCode}: ${words[t.responseCode]![0]}`],
        ['completed', 3, 'terminal', `Completed ${money(t.amountCompleted)} CAD`],
      );
    } else {
      steps.push(
        ['started', 0, 'terminal', `Requested ${money(t.amountRequested)} CAD`],
        ['card-read', 4, 'terminal', t.emvIndicator === null ? 'Card read' : `Card read (${t.emvIndicator})`],
        ['request-routed', 9, 'switch', `Request sent over ${link.name}`],
      );
      steps.push([
        'host-response',
        11,
        'host',
        `Response ${t.responseCode}: ${words[t.responseCode]![0]}` +
          (has('card-pan-in-timeline-of-declines') && t.response === 'declined' ? ` [DE2=${t.pan}]` : ''),
      ]);
      if (t.type === 'withdrawal' && t.response !== 'declined')
        steps.push(['cash-dispensed', 19, 'terminal', `Dispensed ${money(t.amountCompleted)} CAD`]);
      steps.push(['completed', 24, 'terminal', `Completed ${money(t.amountCompleted)} CAD`]);
      if (t.relatedTransactionId !== null)
        steps.push([
          'reversed',
          (data.transactionById.get(t.relatedTransactionId)!.at - t.at) / 1000,
          'switch',
          'Reversed by the related transaction',
        ]);
    }
    return {
      transactionId: t.transactionId,
      terminalId: t.terminalId,
      transactionType: t.type,
      response: t.response,
      relatedTransactionId: t.relatedTransactionId,
      events: steps.map(([event, seconds, source, detail], i) => ({
        step: i + 1,
        event,
        ...stamp('at', t.at + seconds * 1000, terminal.timeZone),
        source,
        detail,
      })),
    };
  }

  // ---------------------------------------------------------------- terminals

  function monitoring(t: Terminal): Json {
    const i = data.terminals.indexOf(t);
    const kinds = data.alerts.filter((a) => a.terminalId === t.terminalId && a.closedAt === null);
    const view: Json = {
      terminalId: t.terminalId,
      terminalStatus: t.terminalStatus,
      ...stamp('lastHeartbeatAt', t.lastHeartbeatAt, t.timeZone),
      heartbeatAgeSeconds: Math.floor((now - t.lastHeartbeatAt) / 1000),
      telemetry: {
        firmwareVersion: `4.${i % 4}.${(i * 3) % 10}`,
        signalStrengthDbm: -58 - ((i * 7) % 40),
        temperatureCelsius: 17 + (i % 11),
        cashRemaining: money(t.cassettes.reduce((s, c) => s + c.denomination * c.noteCount, 0)),
        cassettes: t.cassettes.map((c) => ({
          position: c.position,
          denomination: money(c.denomination),
          noteCount: c.noteCount,
          cassetteStatus: c.noteCount < 100 ? 'low' : 'ok',
        })),
        dispenserStatus: kinds.some((a) => a.kind === 'dispenser-fault') ? 'jammed' : 'ok',
        cardReaderStatus: 'ok',
        printerStatus: kinds.some((a) => a.kind === 'receipt-paper-low') ? 'paper-low' : 'ok',
      },
      openAlerts: kinds.map((a) => ({
        alertId: a.alertId,
        terminalId: a.terminalId,
        alertKind: a.kind,
        severity: a.severity,
        ...stamp('openedAt', a.openedAt, t.timeZone),
        message: a.message,
      })),
    };
    if (has('monitoring-no-telemetry-when-offline') && t.terminalStatus === 'offline') delete view.telemetry;
    return view;
  }

  const settingsOf = (t: Terminal): Json => ({
    label: t.label,
    serialNumber: t.serialNumber,
    model: t.model,
    language: t.language,
    timeZone: t.timeZone,
    currency: 'CAD',
    surchargeAmount: money(t.surcharge),
    hostName: `host-${data.connectors.findIndex((c) => c.connectorId === t.connectorId) + 1}.switch.example`,
    keyLoading: 'remote',
    cassetteDenominations: t.cassettes.map((c) => money(c.denomination)),
  });
  const jobOf = (t: Terminal): data.Job => data.jobs.find((j) => j.terminalId === t.terminalId)!;

  function payload(t: Terminal): Json {
    const job = jobOf(t);
    return {
      terminalId: t.terminalId,
      profileVersion: t.profileVersion,
      ...stamp('preparedAt', job.createdAt - 60_000, t.timeZone),
      settings: settingsOf(t),
      latestJob: {
        jobId: job.jobId,
        jobType: job.jobType,
        jobStatus: job.status,
        profileVersion: job.profileVersion,
        ...stamp('createdAt', job.createdAt, t.timeZone),
        ...stamp('finishedAt', job.finishedAt, t.timeZone),
      },
    };
  }
  function provisioningExport(scope: Scope, asked: Terminal): Json {
    const t = has('export-of-neighbour')
      ? scope.terminals.find((x) => x.accountId === asked.accountId && x.model === asked.model)!
      : asked;
    const entries = Object.entries(settingsOf(t)).map(([key, v]) => ({
      key,
      value: Array.isArray(v) ? v.join(' ') : String(v),
    }));
    return {
      terminalId: t.terminalId,
      profileVersion: t.profileVersion,
      fileName: `${t.label.toLowerCase()}-${t.profileVersion}.cfg`,
      exportFormat: 'key-value',
      ...stamp('exportedAt', now, t.timeZone),
      entries,
      entryCount: entries.length,
    };
  }

  // ---------------------------------------------------------------- portal

  function portal(scope: Scope): Json {
    const { user, permissions } = scope;
    const organization = data.organizations.find((o) => o.organizationId === user.organizationId)!;
    const may = (p: string): boolean => permissions.includes(p);
    const visibleUsers = data.users.filter((u) => {
      if (u.userId === user.userId) return true;
      if (has('portal-users-all-organizations') && user.role === 'tenant-admin') return true;
      if (u.organizationId !== user.organizationId || !may('users:read')) return false;
      return (
        scope.isOrganizationWide || (u.accountIds !== null && u.accountIds.every((a) => scope.wholeAccountIds.has(a)))
      );
    });
    const wide = has('portal-terminals-tenant-level') && user.terminalIds === null;
    const terminals = wide ? data.terminals.filter((t) => t.organizationId === user.organizationId) : scope.terminals;
    const groups = visibleGroups(scope);
    const connectors = visibleConnectors(scope);
    const transactions = visibleTransactions(scope);
    const isAdmin = has('portal-flags-of-admin') && user.role === 'field-technician';
    const flag = (p: string): boolean => isAdmin || may(p);
    const snapshot: Json = {
      principal: {
        userId: user.userId,
        username: user.username,
        displayName: user.displayName,
        email: user.email,
        role: user.role,
        language: user.language,
        timeZone: user.timeZone,
        ...stamp('lastSignInAt', user.lastSignInAt, user.timeZone),
      },
      permissions: [...permissions],
      accountProfile: {
        organizationId: organization.organizationId,
        organizationName: organization.name,
        accounts: scope.accounts.map((a) => ({
          accountId: a.accountId,
          code: a.code,
          name: a.name,
          language: a.language,
          timeZone: a.timeZone,
          city: a.city,
          province: a.province,
          contactEmail: a.contactEmail,
          payoutSchedule: a.payoutSchedule,
          terminalCount: scope.terminals.filter((t) => t.accountId === a.accountId).length,
        })),
      },
      organization: {
        organizationId: organization.organizationId,
        legalName: organization.legalName,
        branding: {
          brandName: organization.name,
          brandColour: organization.brandColour,
          logoUrl: organization.logoUrl,
        },
        ...(has('portal-dns-missing')
          ? {}
          : {
              dns: {
                portalHost: organization.portalHost,
                dnsState: organization.dnsState,
                certificateState: organization.certificateState,
              },
            }),
      },
      accessFlags: {
        hasOrganizationWideVisibility: isAdmin || scope.isOrganizationWide,
        canViewUsers: flag('users:read'),
        canViewSettlements: flag('settlements:read'),
        canDeriveSettlements: flag('settlements:derive'),
        canCreateDisputes: flag('disputes:create'),
      },
      visibleUsers: visibleUsers.map((u) => ({
        userId: u.userId,
        displayName: u.displayName,
        email: u.email,
        role: u.role,
        language: u.language,
        ...stamp('lastSignInAt', u.lastSignInAt, u.timeZone),
      })),
      visibleTerminals: terminals.map((t) => ({
        terminalId: t.terminalId,
        accountId: t.accountId,
        label: t.label,
        model: t.model,
        serialNumber: t.serialNumber,
        terminalStatus: t.terminalStatus,
        siteName: t.siteName,
        city: t.city,
        province: t.province,
        timeZone: t.timeZone,
        connectorId: t.connectorId,
        groupIds: t.groupIds,
      })),
      visibleGroups: groups.map((g) => groupView(scope, g)),
      visibleConnectors: connectors.map((c) => connectorView(scope, c)),
      recentTransactions: transactions
        .slice(0, 10)
        .map((t) => (has('card-pan-in-portal-recent') ? { ...rowView(t), cardNumber: t.pan } : rowView(t))),
      recentCommands: data.commands
        .filter((c) => scope.terminalIds.has(c.terminalId))
        .slice(0, 10)
        .map(commandView),
      recentForms: data.forms
        .filter((x) => scope.terminalIds.has(x.terminalId))
        .slice(0, 10)
        .map((x) => ({
          formId: x.formId,
          terminalId: x.terminalId,
          formType: x.formType,
          formStatus: x.status,
          ...stamp('submittedAt', x.submittedAt, terminalOf(x.terminalId).timeZone),
          submittedBy: x.submittedBy,
        })),
      reportCatalog: reports.filter((r) => may(r.requiredPermission)),
      compliance: {
        vaultItems: data.vaultItems
          .filter((v) =>
            has('portal-compliance-account-level')
              ? scope.accountIds.has(terminalOf(v.terminalId).accountId)
              : scope.terminalIds.has(v.terminalId),
          )
          .map((v) => ({
            itemId: v.itemId,
            terminalId: v.terminalId,
            itemKind: v.kind,
            itemState: v.state,
            ...stamp('expiresAt', v.expiresAt, terminalOf(v.terminalId).timeZone),
          })),
        onboarding: data.onboarding
          .filter((o) => scope.wholeAccountIds.has(o.accountId))
          .map((o) => ({ stepId: o.stepId, accountId: o.accountId, step: o.step, stepState: o.state })),
        documents: data.documents
          .filter((d) => scope.wholeAccountIds.has(d.accountId))
          .map((d) => ({
            documentId: d.documentId,
            accountId: d.accountId,
            title: d.title,
            language: d.language,
            ...stamp('issuedAt', d.issuedAt, data.accountById.get(d.accountId)!.timeZone),
          })),
        videos: data.videos,
      },
      counts: {
        terminals: scope.terminals.length,
        groups: groups.length,
        connectors: connectors.length,
        users: visibleUsers.length,
        transactions: transactions.length,
        openDisputes: disputes.filter((d) => scope.terminalIds.has(d.terminalId) && d.status !== 'resolved').length,
      },
    };
    if (has('portal-report-catalog-missing-for-analyst') && user.role === 'read-only-analyst')
      delete snapshot.reportCatalog;
    return snapshot;
  }

  // ---------------------------------------------------------------- writes

  async function readBody(request: Request): Promise<Json> {
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
      refuse(415, 'unsupported-media-type', 'The body must be application/json.');
    let body: unknown;
    try {
      body = JSON.parse(await request.text());
    } catch {
      return refuse(400, 'malformed-json', 'The body is not valid JSON.');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      refuse(400, 'validation-failed', 'The body must be an object.');
    return body as Json;
  }

  async function derive(scope: Scope, request: Request): Promise<Json> {
    const body = await readBody(request);
    const problems: Problem[] = [];
    if (typeof body.accountId !== 'string' || !uuidPattern.test(body.accountId))
      problems.push({ code: 'validation-failed', field: 'accountId', message: 'accountId must be a UUID.' });
    const date = body.businessDate;
    const isDate =
      typeof date === 'string' &&
      /^\d{4}-\d{2}-\d{2}$/.test(date) &&
      !Number.isNaN(Date.parse(date + 'T00:00:00Z')) &&
      new Date(date + 'T00:00:00Z').toISOString().startsWith(date);
    if (!isDate)
      problems.push({
        code: 'validation-failed',
        field: 'businessDate',
        message: 'businessDate must be a date (YYYY-MM-DD).',
      });
    if (problems.length > 0) throw new Refusal(400, problems);
    const owner = data.accountById.get((body.accountId as string).toLowerCase());
    if (owner === undefined || !scope.wholeAccountIds.has(owner.accountId))
      return refuse(404, 'not-found', 'Account not found.', 'accountId');
    const businessDate = date as string;
    if (businessDate >= localDate(now, owner.timeZone))
      refuse(400, 'validation-failed', 'The business date must be in the past.', 'businessDate');
    if (settlements.some((b) => b.accountId === owner.accountId && b.businessDate === businessDate))
      refuse(409, 'conflict', 'The batch of this business date exists already.');
    const batch = data.deriveBatch(owner, businessDate);
    if (batch.creditEntryCount + batch.debitEntryCount === 0)
      refuse(400, 'validation-failed', 'No transactions on this business date.', 'businessDate');
    settlements.push(batch);
    return settlementView(batch);
  }

  async function createDispute(scope: Scope, request: Request): Promise<Json> {
    const body = await readBody(request);
    const problems: Problem[] = [];
    const bad = (field: string, message: string): void => {
      problems.push({ code: 'validation-failed', field, message });
    };
    if (typeof body.transactionId !== 'string' || !uuidPattern.test(body.transactionId))
      bad('transactionId', 'transactionId must be a UUID.');
    if (typeof body.reasonCode !== 'string' || !(reasonCodes as readonly string[]).includes(body.reasonCode))
      bad('reasonCode', 'reasonCode must be one of: ' + reasonCodes.join(', '));
    if (typeof body.amount !== 'string' || !/^\d{1,7}\.\d{2}$/.test(body.amount) || Number(body.amount) <= 0)
      bad('amount', 'amount must be a decimal string above zero with two decimals.');
    if (body.note !== undefined && (typeof body.note !== 'string' || body.note.length > 500))
      bad('note', 'note must be a text of at most 500 characters.');
    if (problems.length > 0) throw new Refusal(400, problems);
    const t = data.transactionById.get((body.transactionId as string).toLowerCase());
    const isVisible =
      t !== undefined &&
      (scope.terminalIds.has(t.terminalId) ||
        (has('write-dispute-foreign-transaction') &&
          terminalOf(t.terminalId).organizationId === scope.user.organizationId));
    if (t === undefined || !isVisible) return refuse(404, 'not-found', 'Transaction not found.', 'transactionId');
    if (t.type !== 'withdrawal') refuse(400, 'validation-failed', 'Only withdrawals can be disputed.', 'transactionId');
    const cents = Math.round(Number(body.amount) * 100);
    if (cents > t.amountRequested + t.surchargeRequested)
      refuse(400, 'validation-failed', 'amount is higher than the requested amount plus surcharge.', 'amount');
    if (disputes.some((d) => d.transactionId === t.transactionId && d.status !== 'resolved'))
      refuse(409, 'conflict', 'The transaction has an unresolved dispute already.', 'transactionId');
    const created: Dispute = {
      disputeId: uuid(`dispute:new:${t.transactionId}:${disputes.length}`),
      status: 'open',
      reasonCode: body.reasonCode as string,
      transactionId: t.transactionId,
      terminalId: t.terminalId,
      amount: cents,
      openedAt: now,
      dueAt: now + 30 * 86_400_000,
      assignedTeam: null,
      assigneeName: null,
      assignedAt: null,
      outcome: null,
      resolutionNote: null,
      resolvedAt: null,
      note: (body.note as string | undefined) ?? null,
      reviewerName: null,
      reviewedAt: null,
    };
    disputes.unshift(created);
    return disputeView(created);
  }

  // ---------------------------------------------------------------- feeds

  interface Item {
    at: number;
    category: string;
    guid: string;
    terminal: Terminal;
    title: string;
    description: string;
  }

  function feedItems(terminals: Terminal[], scope: Scope, isTerminalFeed: boolean): Item[] {
    const ids = new Set(terminals.map((t) => t.terminalId));
    const items: Item[] = [];
    const add = (
      at: number,
      category: string,
      guid: string,
      terminal: Terminal,
      title: string,
      description: string,
    ): void => {
      items.push({ at, category, guid, terminal, title, description });
    };
    for (const t of terminals)
      add(
        t.lastHeartbeatAt,
        'terminal-status',
        uuid('heartbeat:' + t.label),
        t,
        `${t.label}: heartbeat`,
        `${t.siteName}, ${t.city}. Status ${t.terminalStatus}, last heartbeat ${localText(t.lastHeartbeatAt, t.timeZone)}`,
      );
    for (const s of data.statusChanges)
      if (ids.has(s.terminalId)) {
        const t = terminalOf(s.terminalId);
        add(
          s.at,
          'terminal-status',
          s.changeId,
          t,
          `${t.label}: ${s.from} to ${s.to}`,
          `${t.siteName} changed from ${s.from} to ${s.to}`,
        );
      }
    for (const x of data.transactions.filter((r) => ids.has(r.terminalId)).slice(0, isTerminalFeed ? 10 : 40)) {
      const t = terminalOf(x.terminalId);
      add(
        x.at,
        'transaction',
        x.transactionId,
        t,
        `${t.label}: ${x.type} ${x.response}`,
        `Sequence ${x.sequenceNumber}, requested ${money(x.amountRequested)}, completed ${money(x.amountCompleted)} CAD`,
      );
    }
    for (const a of data.alerts) {
      const t = terminalOf(a.terminalId);
      if (
        !ids.has(a.terminalId) &&
        !(has('feed-account-alerts-tenant-level') && !isTerminalFeed && t.organizationId === scope.user.organizationId)
      )
        continue;
      add(
        a.openedAt,
        'alert',
        a.alertId,
        t,
        `${t.label}: ${a.kind} (${a.severity})`,
        a.message + (a.closedAt === null ? '' : ` Closed ${localText(a.closedAt, t.timeZone)}`),
      );
    }
    if (!(has('feed-account-journal-missing') && !isTerminalFeed)) {
      for (const j of data.journal) {
        if (
          !ids.has(j.terminalId) &&
          !(
            has('feed-terminal-journal-of-connector') &&
            isTerminalFeed &&
            terminals.some((t) => t.connectorId === j.connectorId)
          )
        )
          continue;
        const t = terminalOf(j.terminalId);
        add(
          j.at,
          'switch-journal',
          j.journalId,
          t,
          `${t.label}: ${j.kind}`,
          `${j.text} (${data.connectorById.get(j.connectorId)!.name})`,
        );
      }
    }
    if (isTerminalFeed) {
      for (const c of data.commands)
        if (ids.has(c.terminalId) && !(has('feed-terminal-queued-commands-missing') && c.status === 'queued')) {
          const t = terminalOf(c.terminalId);
          add(
            c.completedAt ?? c.queuedAt,
            'command',
            c.commandId,
            t,
            `${t.label}: ${c.commandType} ${c.status}`,
            `Requested by ${c.requestedBy}`,
          );
        }
      for (const j of data.jobs)
        if (ids.has(j.terminalId)) {
          const t = terminalOf(j.terminalId);
          add(
            j.finishedAt ?? j.createdAt,
            'provisioning-job',
            j.jobId,
            t,
            `${t.label}: provisioning ${j.status}`,
            `Profile ${j.profileVersion}`,
          );
        }
    }
    return items.sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1));
  }

  function rss(
    origin: string,
    path: string,
    title: string,
    description: string,
    language: string,
    items: Item[],
  ): string {
    const lines = items.map(
      (i) =>
        `    <item>\n      <title>${escapeXml(i.title)}</title>\n      <description>${escapeXml(i.description)}</description>\n      <category>${i.category}</category>\n      <category domain="terminal">${i.terminal.terminalId}</category>\n      <pubDate>${new Date(i.at).toUTCString()}</pubDate>\n      <guid isPermaLink="false">urn:uuid:${i.guid}</guid>\n    </item>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n  <channel>\n    <title>${escapeXml(title)}</title>\n    <link>${escapeXml(origin + path)}</link>\n    <description>${escapeXml(description)}</description>\n    <language>${language.toLowerCase()}</language>\n    <lastBuildDate>${new Date(now).toUTCString()}</lastBuildDate>\n${lines.join('\n')}\n  </channel>\n</rss>\n`;
  }

  // ---------------------------------------------------------------- requests

  interface Answer {
    result: unknown;
    page?: Json;
    status?: number;
    raw?: Response;
  }

  const pageMeta = (q: Query, total: number): Json => {
    const limit = q.limit as number;
    const offset = q.offset as number;
    return {
      limit,
      offset,
      count: Math.max(0, Math.min(limit, total - offset)),
      total,
      hasMore: offset + limit < total,
    };
  };
  const paged = (items: Json[], q: Query): Answer => ({
    result: items.slice(q.offset as number, (q.offset as number) + (q.limit as number)),
    page: pageMeta(q, items.length),
  });

  function readQuery(route: Route, url: URL): Query {
    const q: Query = {};
    const problems: Problem[] = [];
    for (const p of route.query) {
      const given = url.searchParams.getAll(p.name);
      const bad = (message: string): void => {
        problems.push({ code: 'validation-failed', field: p.name, message: `${p.name} ${message}.` });
      };
      if (given.length === 0) {
        q[p.name] = p.fallback;
        continue;
      }
      const v = given[0]!;
      if (given.length > 1) bad('must be given once');
      else if (p.kind === 'integer' || p.kind === 'epoch') {
        const n = Number(v);
        if (!/^\d{1,15}$/.test(v) || n < (p.minimum ?? 0) || n > (p.maximum ?? Number.MAX_SAFE_INTEGER))
          bad(
            p.kind === 'epoch' ? 'must be epoch milliseconds' : `must be an integer from ${p.minimum} to ${p.maximum}`,
          );
        else q[p.name] = n;
      } else if (p.kind === 'uuid') {
        if (!uuidPattern.test(v)) bad('must be a UUID');
        else q[p.name] = v.toLowerCase();
      } else if (p.kind === 'enum' && !p.values!.includes(v)) bad('must be one of: ' + p.values!.join(', '));
      else q[p.name] = v;
    }
    if (problems.length > 0) throw new Refusal(400, problems);
    return q;
  }

  function authenticate(route: Route, request: Request): User | null {
    const key = request.headers.get('x-api-key');
    if (route.isPublic === true && !(has('auth-branding-needs-key') && route.id === 'branding')) return null;
    if (key === null || key === '') {
      if (has('auth-connectors-anonymous') && route.id === 'connectors') return data.users[0]!;
      if (has('auth-catalog-open') && route.id === 'catalog') return data.users[0]!;
      if (has('auth-terminal-feed-anonymous') && route.id === 'terminalFeed') {
        const id = new URL(request.url).pathname.slice('/v1/feeds/terminals/'.length, -'.xml'.length);
        const owner = data.users.find((u) => u.keyName !== null && scopeOf(u).terminalIds.has(id));
        if (owner !== undefined) return owner;
      }
      return refuse(401, 'missing-api-key', 'The header X-API-Key is missing.');
    }
    const user = has('auth-key-suffix-accepted')
      ? [...userByKey].find(([k]) => key.startsWith(k))?.[1]
      : userByKey.get(key);
    return user ?? refuse(401, 'invalid-api-key', 'The API key is not valid.');
  }

  async function answer(route: Route, params: Record<string, string>, url: URL, request: Request): Promise<Answer> {
    const user = authenticate(route, request);
    if (user === null || route.isPublic === true) {
      if (route.id === 'openapi') {
        const text = JSON.stringify(buildOpenApi(url.origin, fault));
        const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;
        const headers: Record<string, string> = has('openapi-not-cacheable')
          ? { 'cache-control': 'no-store' }
          : { 'cache-control': 'public, max-age=600', etag };
        const isSame =
          !has('openapi-not-cacheable') &&
          (request.headers.get('if-none-match') ?? '').split(',').some((e) => e.trim().replace(/^W\//, '') === etag);
        return {
          result: null,
          raw: isSame
            ? new Response(null, { status: 304, headers })
            : new Response(text, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } }),
        };
      }
      const status: Json = {
        brandName: 'TerminalFleet Canada',
        brandingStatus: 'ready',
        docsHost: 'docs.terminalfleet.example',
        docsHostStatus: 'ready',
        ...stamp('checkedAt', now - 240_000, platformZone),
      };
      if (has('branding-docs-host-missing')) {
        delete status.docsHost;
        delete status.docsHostStatus;
      }
      if (has('branding-lists-customers'))
        status.customers = data.organizations.map((o) => ({
          organizationId: o.organizationId,
          name: o.legalName,
          portalHost: o.portalHost,
          dnsState: o.dnsState,
        }));
      return { result: status };
    }
    const scope = scopeOf(user);
    const isAllowed =
      route.permission === null ||
      scope.permissions.includes(route.permission) ||
      (has('write-derive-by-readers') && route.id === 'derive' && scope.permissions.includes('settlements:read')) ||
      (has('write-dispute-by-readers') && route.id === 'createDispute' && scope.permissions.includes('disputes:read'));
    if (!isAllowed) {
      if (has('write-dispute-stored-before-refusal') && route.id === 'createDispute')
        await createDispute(scope, request).catch(() => undefined);
      refuse(403, 'insufficient-permission', `The role ${user.role} lacks the permission ${route.permission}.`);
    }
    for (const [k, v] of Object.entries(params)) {
      if (!uuidPattern.test(v)) refuse(400, 'validation-failed', `${k} must be a UUID.`, k);
      params[k] = v.toLowerCase();
    }
    const q = readQuery(route, url);
    const terminalId = params.terminal_id ?? '';
    const inOrganization = (t: Terminal): boolean => t.organizationId === user.organizationId;

    switch (route.id) {
      case 'portal': {
        if (!has('auth-portal-cache-shared')) return { result: portal(scope) };
        const cached = portalCache.get(user.organizationId) ?? portal(scope);
        portalCache.set(user.organizationId, cached);
        return { result: cached };
      }
      case 'catalog':
        return { result: buildCatalog(fault) };
      case 'transactions': {
        const reply = transactionAnswer(scope, q, null);
        if (has('summary-account-level')) {
          const wider: Scope = {
            ...scope,
            terminalIds: new Set(
              data.terminals.filter((t) => scope.accountIds.has(t.accountId)).map((t) => t.terminalId),
            ),
          };
          (reply.result as Json).summary = summaryOf(transactionList(wider, q, null).all);
        }
        return reply;
      }
      case 'timeline':
        return { result: timeline(scope, params.transaction_id!) };
      case 'terminalTransactions':
        return transactionAnswer(scope, q, requireTerminal(scope, terminalId).terminalId);
      case 'settlements': {
        const inScope = (b: Settlement): boolean =>
          has('scope-settlements-tenant-level')
            ? data.accountById.get(b.accountId)!.organizationId === user.organizationId
            : scope.wholeAccountIds.has(b.accountId);
        const matches = (b: Settlement): boolean =>
          (q.account_id === undefined || b.accountId === q.account_id) &&
          (q.status === undefined || b.batchStatus === q.status);
        const list = settlements
          .filter((b) => inScope(b) && matches(b))
          .sort((a, b) =>
            a.businessDate < b.businessDate
              ? 1
              : a.businessDate > b.businessDate
                ? -1
                : a.derivedAt - b.derivedAt || (a.batchId < b.batchId ? -1 : 1),
          );
        const reply = paged(list.map(settlementView), q);
        if (has('scope-settlement-total-unscoped'))
          reply.page!.total = settlements.filter(
            (b) => data.accountById.get(b.accountId)!.organizationId === user.organizationId && matches(b),
          ).length;
        return reply;
      }
      case 'derive':
        return { result: await derive(scope, request), status: 201 };
      case 'disputes': {
        const visible = new Set(visibleDisputes(scope));
        return paged(
          disputes
            .filter(
              (d) =>
                (visible.has(d) &&
                  (q.status === undefined || d.status === q.status) &&
                  (q.terminal_id === undefined || d.terminalId === q.terminal_id)) ||
                (has('scope-dispute-status-filter-leak') && q.status !== undefined && d.status === q.status),
            )
            .map(disputeView),
          q,
        );
      }
      case 'createDispute':
        return { result: await createDispute(scope, request), status: 201 };
      case 'locations': {
        const list =
          has('scope-locations-second-page') && (q.offset as number) > 0
            ? data.terminals.filter(inOrganization)
            : scope.terminals;
        return paged(list.filter((t) => q.province === undefined || t.province === q.province).map(locationView), q);
      }
      case 'location': {
        const t = requireTerminal(scope, terminalId);
        if (has('location-missing-for-inactive') && t.terminalStatus === 'inactive')
          refuse(404, 'not-found', 'Terminal not found.');
        return { result: locationView(t) };
      }
      case 'monitoring':
        return {
          result: monitoring(
            requireTerminal(
              scope,
              terminalId,
              (t) => has('scope-monitoring-account-level') && scope.accountIds.has(t.accountId),
            ),
          ),
        };
      case 'connectors':
        return paged(
          visibleConnectors(scope).map((c) => connectorView(scope, c)),
          q,
        );
      case 'connectorStatus': {
        const list = visibleConnectors(scope);
        let c = list.find((x) => x.connectorId === params.connector_id);
        if (c !== undefined && has('connector-status-first')) c = list[0];
        if (c === undefined) return refuse(404, 'not-found', 'Connector not found.');
        const members = onConnector(scope, c.connectorId);
        return {
          result: {
            connectorId: c.connectorId,
            name: c.name,
            connectorStatus: c.connectorStatus,
            latencyMs: c.latencyMs,
            ...stamp('lastCheckedAt', c.lastCheckedAt, user.timeZone),
            terminalCount: members.length,
            onlineTerminalCount: members.filter((t) => t.terminalStatus === 'online').length,
          },
        };
      }
      case 'groups':
        return paged(
          visibleGroups(scope).map((g) => groupView(scope, g, has('scope-group-members-unfiltered'))),
          q,
        );
      case 'commands': {
        const t = requireTerminal(scope, terminalId, () => has('scope-commands-open'));
        return paged(
          data.commands
            .filter(
              (c) =>
                c.terminalId === t.terminalId &&
                (q.status === undefined || c.status === q.status) &&
                !(has('commands-completed-only') && c.status === 'queued'),
            )
            .map(commandView),
          q,
        );
      }
      case 'payload':
        return { result: payload(requireTerminal(scope, terminalId)) };
      case 'export':
        return { result: provisioningExport(scope, requireTerminal(scope, terminalId)) };
      case 'accountFeed': {
        const organization = data.organizations.find(inOrganizationOf(user))!;
        return {
          result: null,
          raw: feedResponse(
            rss(
              url.origin,
              url.pathname,
              `${organization.name}: account feed`,
              'Heartbeats, status changes, the 40 newest transactions, alerts and switch journal of the visible terminals',
              user.language,
              feedItems(scope.terminals, scope, false),
            ),
            'application/rss+xml',
          ),
        };
      }
      case 'terminalFeed': {
        const t = requireTerminal(scope, terminalId, (x) => has('feed-terminal-tenant-level') && inOrganization(x));
        return {
          result: null,
          raw: feedResponse(
            rss(
              url.origin,
              url.pathname,
              `${t.label}: ${t.siteName}`,
              'Status, the 10 newest transactions, switch journal, commands, provisioning jobs and alerts of one terminal',
              user.language,
              feedItems([t], scope, true),
            ),
            has('feed-terminal-content-type') ? 'application/xml' : 'application/rss+xml',
          ),
        };
      }
      default:
        return refuse(404, 'route-not-found', 'No such route.');
    }
  }

  const inOrganizationOf =
    (user: User) =>
    (o: data.Organization): boolean =>
      o.organizationId === user.organizationId;
  const feedResponse = (text: string, type: string): Response =>
    new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'private, no-store' } });
  const envelope = (status: number, body: Json, cache = 'private, no-store'): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': cache },
    });
  const meta = (page: Json = {}): Json => ({ apiVersion: 'v1', ...stamp('generatedAt', now, platformZone), ...page });

  return async (request: Request): Promise<Response> => {
    let response: Response;
    try {
      const url = new URL(request.url);
      let path = url.pathname;
      if (has('version-unprefixed-alias') && !path.startsWith('/v1/')) path = '/v1' + path;
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      let found: Answer | null = null;
      let isPublic = false;
      for (const { route, names, pattern } of compiled) {
        const m = route.method === method ? pattern.exec(path) : null;
        if (m === null) continue;
        isPublic = route.isPublic === true;
        found = await answer(route, Object.fromEntries(names.map((n, i) => [n, decodeSafe(m[i + 1]!)])), url, request);
        break;
      }
      if (found === null) return refuse(404, 'route-not-found', `Cannot ${request.method} ${path}`);
      response =
        found.raw ??
        envelope(
          found.status ?? 200,
          { success: true, result: found.result, errors: [], meta: meta(found.page) },
          isPublic ? 'public, max-age=60' : 'private, no-store',
        );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response = envelope(error.status, { success: false, result: null, errors: error.problems, meta: meta() });
      if (error.status === 401) response.headers.set('www-authenticate', 'ApiKey header="X-API-Key"');
    }
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}

function decodeSafe(s: string): string {
  try {
    return decodeURIComponent(s);
  } catch {
    return s;
  }
}
