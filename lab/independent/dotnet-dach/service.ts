// @ts-nocheck: written without noUncheckedIndexedAccess
import { createHash } from 'node:crypto';
import type { Batch, Command, Connector, Dispute, Group, Job, State, Terminal, Tx, User } from './data.ts';
import {
  accounts,
  buildState,
  connectors,
  dayOf,
  deriveBatch,
  groups,
  iso,
  isoOrNull,
  keys,
  NOW,
  reports,
  tenants,
  users,
  videos,
} from './data.ts';
import { catalog, openApi } from './documents.ts';
import { faults } from './faults.ts';
import { accountFeed, terminalFeed } from './feeds.ts';

export type { Fault } from './faults.ts';
export { faults, keys };
export const name = 'dotnet-minimal-api-dach';

const userByKey = new Map([...keys].map(([login, key]) => [key, users.find((u) => u.login === login)!]));
const euro = (cents: number) => cents / 100;
const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
};
const sections: Record<number, string> = {
  400: '15.5.1',
  401: '15.5.2',
  403: '15.5.4',
  404: '15.5.5',
  405: '15.5.6',
  409: '15.5.10',
  415: '15.5.16',
};

class Problem extends Error {
  status: number;
  errors: Record<string, string[]> | undefined;
  constructor(status: number, detail: string, errors?: Record<string, string[]>) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`unknown fault: ${fault}`);
  const f = (id: string) => fault === id;
  const s: State = buildState();
  let requests = 0;
  const portalCache = new Map<number, object>();

  // ---- visibility
  const canSee = (u: User, t: Terminal) =>
    t.tenantId === u.tenantId &&
    (!u.accountIds || u.accountIds.includes(t.accountId)) &&
    (!u.terminalIds || u.terminalIds.includes(t.id));
  const visible = (u: User) => s.terminals.filter((t) => canSee(u, t));
  const visibleIds = (u: User) => new Set(visible(u).map((t) => t.id));
  const canSeeAccount = (u: User, accountId: number) =>
    accounts.some((a) => a.id === accountId && a.tenantId === u.tenantId) &&
    (!u.accountIds || u.accountIds.includes(accountId)) &&
    !u.terminalIds;
  const inTenant = (u: User) => new Set(s.terminals.filter((t) => t.tenantId === u.tenantId).map((t) => t.id));
  const findTerminal = (u: User, id: number, tenantOnly = false): Terminal => {
    const t = s.terminals.find((x) => x.id === id);
    if (!t || !(canSee(u, t) || (tenantOnly && t.tenantId === u.tenantId))) {
      if (t && f('error-detail-leaks-terminal'))
        throw new Problem(404, `Terminal ${id} (${t.name}, ${t.serialNumber}) is not available to ${u.login}.`);
      throw new Problem(404, `Terminal ${id} was not found.`);
    }
    return t;
  };

  // ---- rows
  const txRow = (t: Tx) => {
    const row: Record<string, unknown> = {
      id: t.id,
      terminalId: t.terminalId,
      terminalDateTime: f('row-inquiry-date-only') && t.type === 'BalanceInquiry' ? iso(t.at).slice(0, 10) : iso(t.at),
      type: t.type,
      sequenceNumber: t.sequence,
      accountType: t.accountType,
    };
    if (t.emv !== null) row.emvIndicator = t.emv;
    else if (f('row-emv-always-present')) row.emvIndicator = 'Chip';
    Object.assign(row, {
      response: t.response,
      responseCode: t.code,
      amountRequested: euro(t.amtReq),
      amountCompleted: euro(t.amtComp),
      surchargeRequested: euro(t.surReq),
      surchargeCompleted: euro(t.surComp),
      currency: 'EUR',
    });
    if (f('row-reversal-without-sequence') && t.type === 'Reversal') delete row.sequenceNumber;
    if (f('row-decline-without-requested') && t.response === 'Declined') delete row.amountRequested;
    return row;
  };
  const summary = (rows: Tx[]) => ({
    totalSurcharge: euro(rows.reduce((n, t) => n + (f('summary-surcharge-requested') ? t.surReq : t.surComp), 0)),
    totalWithdrawn: euro(
      rows.reduce(
        (n, t) =>
          n +
          (t.type === 'Withdrawal' && t.response === 'Declined' && f('summary-counts-declines')
            ? t.amtReq
            : t.type === 'Withdrawal' || t.type === 'Reversal'
              ? t.amtComp
              : 0),
        0,
      ),
    ),
    currency: 'EUR',
  });
  const commandRow = (c: Command) => ({
    id: c.id,
    terminalId: c.terminalId,
    type: c.type,
    status: c.status,
    requestedBy: c.requestedBy,
    queuedAt: iso(c.queuedAt),
    completedAt: isoOrNull(c.completedAt),
    resultText: c.resultText,
  });
  const jobRow = (j: Job) => ({
    id: j.id,
    terminalId: j.terminalId,
    type: j.type,
    status: j.status,
    createdAt: iso(j.createdAt),
    finishedAt: isoOrNull(j.finishedAt),
    packageVersion: j.packageVersion,
  });
  const batchRow = (b: Batch) => {
    const row: Record<string, unknown> = {
      id: b.id,
      accountId: b.accountId,
      status: b.status,
      businessDate: b.businessDate,
      entryCounts: { total: b.credits + b.debits, credit: b.credits, debit: b.debits },
      creditTotal: euro(b.creditTotal),
      debitTotal: euro(b.debitTotal),
      netPayout: euro(f('settlement-net-adds-debits') ? b.creditTotal + b.debitTotal : b.creditTotal - b.debitTotal),
      currency: 'EUR',
      createdAt: iso(b.createdAt),
      cutoffAt: iso(b.cutoffAt),
      submittedAt: isoOrNull(b.submittedAt),
      settledAt: isoOrNull(b.settledAt),
    };
    if (f('settlement-pending-without-net') && b.status === 'Pending') delete row.netPayout;
    if (f('settlement-returned-without-counts') && b.status === 'Returned') delete row.entryCounts;
    return row;
  };
  const person = (u: User | null) => (u ? { userId: u.id, displayName: u.displayName } : null);
  const disputeRow = (d: Dispute) => ({
    id: d.id,
    status: d.status,
    reasonCode: d.reasonCode,
    transactionId: f('dispute-transaction-lost') && d.status === 'Resolved' ? null : d.transactionId,
    terminalId: d.terminalId,
    amount: euro(d.amount),
    currency: 'EUR',
    dueDate: f('dispute-new-without-due-date') && d.status === 'New' ? null : d.dueDate,
    openedAt: iso(d.openedAt),
    note: d.note,
    assignedTo: person(d.assignedTo),
    assignedAt: isoOrNull(d.assignedAt),
    resolution: d.resolution,
    resolvedAt: isoOrNull(d.resolvedAt),
    resolutionNote: d.resolutionNote,
    reviewer:
      d.reviewer && (d.status === 'Resolved' || f('dispute-reviewer-early'))
        ? { ...person(d.reviewer), reviewedAt: iso(d.reviewedAt!) }
        : null,
  });
  const terminalRow = (t: Terminal) => ({
    id: t.id,
    accountId: t.accountId,
    name: t.name,
    serialNumber: t.serialNumber,
    model: t.model,
    status: t.status,
    connectorId: t.connectorId,
    groupIds: groups.filter((g) => g.terminalIds.includes(t.id)).map((g) => g.id),
    lastHeartbeatAt: iso(t.lastHeartbeatAt),
  });
  const userRow = (u: User) => ({
    id: u.id,
    login: u.login,
    displayName: u.displayName,
    email: u.email,
    role: u.role,
    accountIds: u.accountIds,
  });
  const groupRows = (u: User) => {
    const seen = visibleIds(u);
    return groups
      .filter(
        (g) => g.terminalIds.some((id) => seen.has(id)) || (f('scope-groups-of-tenant') && g.tenantId === u.tenantId),
      )
      .map((g: Group) => {
        const ids = g.terminalIds.filter((id) => seen.has(id));
        return {
          id: g.id,
          name: g.name,
          terminalIds: ids,
          terminalCount: f('scope-group-count-total') ? g.terminalIds.length : ids.length,
        };
      });
  };
  const connectorRows = (u: User) => {
    const seen = visibleIds(u);
    return connectors
      .filter((c) => c.terminalIds.some((id) => seen.has(id)))
      .map((c: Connector) => {
        const ids = c.terminalIds.filter(
          (id) => seen.has(id) || (f('scope-connector-terminal-ids') && u.accountIds && !u.terminalIds),
        );
        return { id: c.id, name: c.name, kind: c.kind, host: c.host, terminalIds: ids, terminalCount: ids.length };
      });
  };
  const disputesOf = (u: User) => {
    const seen = visibleIds(u);
    if (f('scope-disputes-by-account') && u.terminalIds)
      for (const t of s.terminals) if (u.accountIds!.includes(t.accountId)) seen.add(t.id);
    return s.disputes.filter((d) => seen.has(d.terminalId)).sort((a, b) => b.id - a.id);
  };
  const payload = (t: Terminal) => {
    const p = f('provisioning-payload-by-model')
      ? s.terminals.find((x) => x.model === t.model && x.accountId === t.accountId)!
      : t;
    return {
      terminalId: p.id,
      serialNumber: p.serialNumber,
      model: p.model,
      packageVersion: '2026.3',
      generatedAt: iso(NOW),
      parameters: {
        hostName: connectors.find((c) => c.id === p.connectorId)!.host,
        hostPort: 7443,
        currency: 'EUR',
        surcharge: euro(p.surcharge),
        language: p.tenantId === 1 ? 'de-DE' : 'de-AT',
        heartbeatSeconds: 60,
      },
    };
  };

  // ---- query parameters and lists
  const intParam = (url: URL, param: string, min: number, max: number): number | null => {
    const raw = url.searchParams.get(param);
    if (raw === null) return null;
    const n = /^\d{1,9}$/.test(raw) ? Number(raw) : NaN;
    if (!(n >= min && n <= max))
      throw new Problem(400, 'One or more validation errors occurred.', {
        [param]: [`The value '${raw}' is not valid.`],
      });
    return n;
  };
  const choice = (url: URL, param: string, allowed: string[]): string => {
    const raw = url.searchParams.get(param) ?? '';
    if (url.searchParams.has(param) && !allowed.includes(raw))
      throw new Problem(400, 'One or more validation errors occurred.', {
        [param]: [`The value '${raw}' is not one of ${allowed.join(', ')}.`],
      });
    return raw;
  };
  const paging = (url: URL) => ({
    limit: intParam(url, 'limit', 1, 200) ?? 50,
    skip: intParam(url, 'skip', 0, 1_000_000) ?? 0,
  });
  const nextLink = (url: URL, limit: number, skip: number, count: number): string | null => {
    if (skip + limit >= count) return null;
    const next = new URL(url);
    next.searchParams.set('limit', String(limit));
    next.searchParams.set('skip', String(skip + limit));
    if (f('next-link-drops-group')) next.searchParams.delete('group_id');
    return next.href;
  };
  const listOf = (url: URL, rows: object[]) => {
    const { limit, skip } = paging(url);
    return {
      value: rows.slice(skip, skip + limit),
      nextLink: nextLink(url, limit, skip, rows.length),
      count: rows.length,
    };
  };
  const columns: Record<string, (t: Tx) => number> = {
    terminal_date_time: (t) => t.at,
    amt_req: (t) => t.amtReq,
    amt_comp: (t) => t.amtComp,
    sur_comp: (t) => t.surComp,
    seq: (t) => t.sequence,
  };
  const txList = (url: URL, rows: Tx[], all: Tx[], isMain: boolean) => {
    const page = paging(url);
    let limit = page.limit;
    const skip = page.skip;
    const by = choice(url, 'sort_by', Object.keys(columns)) || 'terminal_date_time';
    let dir = choice(url, 'sort_dir', ['asc', 'desc']) || 'desc';
    if (f('sort-desc-lost-with-terminal') && isMain && url.searchParams.has('terminal_id') && by === 'amt_comp')
      dir = 'asc';
    if (f('limit-plus-one-when-sorted') && url.searchParams.has('sort_by') && url.searchParams.has('limit')) limit += 1;
    if (f('limit-ignored-with-group') && url.searchParams.has('group_id')) limit = 200;
    const column = f('sort-completed-by-requested') && by === 'amt_comp' ? columns.amt_req : columns[by];
    const order = (list: Tx[], get: (t: Tx) => number) =>
      [...list].sort((a, b) => (dir === 'desc' ? -1 : 1) * (get(a) - get(b) || a.id - b.id));
    let sorted = order(rows, column);
    if (f('sort-text-order') && by === 'amt_comp')
      sorted = [...rows].sort(
        (a, b) => (dir === 'desc' ? -1 : 1) * (String(euro(a.amtComp)) < String(euro(b.amtComp)) ? -1 : 1),
      );
    let value = sorted.slice(skip, skip + limit);
    if (f('sort-within-page-only') && by === 'amt_comp')
      value = order([...rows].sort((a, b) => b.at - a.at).slice(skip, skip + limit), column);
    return {
      value: value.map(txRow),
      nextLink: nextLink(url, limit, skip, rows.length),
      count: rows.length,
      summary: f('summary-null-when-empty') && rows.length === 0 ? null : summary(all),
    };
  };

  // ---- handlers
  const transactions = (u: User, url: URL) => {
    const terminalId = intParam(url, 'terminal_id', 0, 999_999_999),
      groupId = intParam(url, 'group_id', 0, 999_999_999);
    let seen = visibleIds(u);
    if (f('scope-group-filter-bypass') && groupId !== null) seen = inTenant(u);
    if (f('scope-terminal-filter-bypass') && terminalId !== null && u.terminalIds) seen = inTenant(u);
    const member =
      groupId === null
        ? null
        : new Set(groups.find((g) => g.id === groupId && g.tenantId === u.tenantId)?.terminalIds ?? []);
    const byTerminal = (t: Tx) => terminalId === null || t.terminalId === terminalId;
    const byGroup = (t: Tx) => member === null || member.has(t.terminalId);
    const both = terminalId !== null && member !== null;
    const rows = s.txs.filter(
      (t) =>
        seen.has(t.terminalId) &&
        (f('filters-combined-with-or') && both ? byTerminal(t) || byGroup(t) : byTerminal(t) && byGroup(t)),
    );
    const tenant =
      f('summary-of-account') && u.terminalIds
        ? new Set(s.terminals.filter((t) => u.accountIds!.includes(t.accountId)).map((t) => t.id))
        : null;
    const all = tenant ? s.txs.filter((t) => tenant.has(t.terminalId) && byTerminal(t) && byGroup(t)) : rows;
    return txList(url, rows, all, true);
  };
  const terminalTransactions = (u: User, url: URL, id: number) => {
    const t = findTerminal(u, id);
    const seen =
      f('terminal-transactions-of-account') && url.searchParams.has('sort_by')
        ? new Set(
            visible(u)
              .filter((x) => x.accountId === t.accountId)
              .map((x) => x.id),
          )
        : new Set([t.id]);
    const rows = s.txs.filter((x) => seen.has(x.terminalId));
    const body = txList(url, rows, rows, false);
    if (f('card-track-in-declines'))
      for (const row of body.value)
        if (row.response === 'Declined')
          row.track2 = `;${s.txs.find((x) => x.id === row.id)!.pan}=28122010000012300000?`;
    return body;
  };
  const timeline = (u: User, id: number) => {
    const t = s.txs.find((x) => x.id === id);
    const seen = f('scope-timeline-tenant-only') ? inTenant(u) : visibleIds(u);
    if (!t || !seen.has(t.terminalId)) throw new Problem(404, `Transaction ${id} was not found.`);
    const text = t.response === 'Approved' ? 'Vom Emittenten genehmigt' : `Abgelehnt mit Code ${t.code}`;
    const value: Record<string, unknown>[] = [
      { at: iso(t.at), stage: 'Started', text: 'Vorgang am Automaten begonnen' },
      { at: iso(t.at + 2000), stage: 'SentToHost', text: 'Anfrage an Autorisierungshost gesendet' },
      { at: iso(t.at + 4000), stage: 'HostAnswered', text },
      {
        at: iso(t.at + 11000),
        stage: 'Finished',
        text:
          t.type === 'Reversal'
            ? 'Storno gebucht'
            : t.amtComp > 0
              ? `Auszahlung ${euro(t.amtComp).toFixed(2).replace('.', ',')} EUR`
              : 'Vorgang ohne Auszahlung beendet',
      },
    ];
    if (f('card-pan-in-timeline')) value[1].text = `Anfrage für Karte ${t.pan} an Autorisierungshost gesendet`;
    if (f('card-mac-key-in-reversal-timeline') && t.type === 'Reversal')
      value[1].macKey = '0123456789ABCDEFFEDCBA9876543210';
    return {
      transactionId: t.id,
      terminalId: t.terminalId,
      relatedTransactionId: t.relatedId,
      value,
      nextLink: null,
      count: value.length,
    };
  };
  const portal = (u: User) => {
    if (f('portal-cached-per-tenant') && portalCache.has(u.tenantId)) return portalCache.get(u.tenantId)!;
    const terminals = visible(u),
      seen = visibleIds(u),
      tenant = tenants.find((t) => t.id === u.tenantId)!;
    const mine = <T extends { terminalId: number }>(list: T[]) => list.filter((x) => seen.has(x.terminalId));
    const seesUser = (x: User) =>
      x.id === u.id ||
      (x.tenantId === u.tenantId &&
        !u.terminalIds &&
        (!u.accountIds || (x.accountIds !== null && x.accountIds.every((a) => u.accountIds!.includes(a)))));
    const alertScope = f('portal-alerts-of-tenant') ? inTenant(u) : seen;
    const recent = mine(s.txs)
      .sort((a, b) => b.at - a.at || b.id - a.id)
      .slice(0, 20);
    const body: Record<string, unknown> = {
      principal: userRow(u),
      accounts: accounts
        .filter((a) => terminals.some((t) => t.accountId === a.id))
        .map((a) => ({
          id: a.id,
          name: a.name,
          legalName: a.legalName,
          city: a.city,
          countryCode: a.countryCode,
          vatId: a.vatId,
          currency: a.currency,
          createdAt: iso(a.createdAt),
        })),
      organization: {
        name: tenant.name,
        branding: { primaryColor: tenant.primaryColor, logoUrl: tenant.logoUrl, supportEmail: tenant.supportEmail },
        ...(f('portal-dns-missing') && tenant.dnsState === 'Pending'
          ? {}
          : {
              dns: { portalHost: tenant.portalHost, state: tenant.dnsState, certificateState: tenant.certificateState },
            }),
      },
      accessFlags: {
        canCreateDisputes: u.role === 'Administrator' || u.role === 'DisputeManager',
        canDeriveSettlements: u.role === 'Administrator',
        canChangeConfiguration: u.role === 'Administrator',
        canViewSettlements: u.terminalIds === null,
      },
      totals: {
        terminals: terminals.length,
        onlineTerminals: terminals.filter((t) => t.status === 'Online').length,
        openAlerts: s.alerts.filter((a) => alertScope.has(a.terminalId) && a.status === 'Open').length,
        openDisputes: mine(s.disputes).filter((d) => d.status !== 'Resolved').length,
      },
      users: users
        .filter((x) => seesUser(x) || (f('portal-users-of-tenant') && x.tenantId === u.tenantId))
        .map(userRow),
      terminals: terminals.map(terminalRow),
      groups: groupRows(u),
      connectors: connectorRows(u),
      recentTransactions: recent.map((t) =>
        f('card-pin-block-in-portal') && t.type === 'PinChange'
          ? { ...txRow(t), pinBlock: '041226FFEEDDCCBB' }
          : txRow(t),
      ),
      recentCommands: mine(s.commands)
        .sort((a, b) => b.queuedAt - a.queuedAt || b.id - a.id)
        .slice(0, 10)
        .map(commandRow),
      forms: mine(s.forms).map((x) => ({ ...x, submittedAt: iso(x.submittedAt) })),
      reports: reports
        .filter((r) => r.roles.includes(u.role))
        .map((r) => ({ id: r.id, name: r.name, category: r.category })),
      complianceVault: mine(s.compliance),
      onboarding: mine(s.onboarding),
      documents: mine(s.documents).map((x) => ({ ...x, uploadedAt: iso(x.uploadedAt) })),
      videos,
    };
    if (f('portal-forms-missing') && u.role === 'Auditor') delete body.forms;
    if (f('portal-videos-missing')) delete body.videos;
    portalCache.set(u.tenantId, body);
    return body;
  };
  const statusMonitoring = (u: User, id: number) => {
    const t = findTerminal(u, id);
    const telemetry = {
      cashRemaining: euro(t.cash),
      cashCapacity: 30000,
      dispenser: t.status === 'Fault' ? 'Fault' : 'Ok',
      printer: t.id % 5 === 0 ? 'PaperLow' : 'Ok',
      firmwareVersion: t.firmware,
    };
    return {
      terminalId: t.id,
      status: t.status,
      lastHeartbeatAt: iso(t.lastHeartbeatAt),
      isHeartbeatStale: NOW - t.lastHeartbeatAt > 900_000,
      telemetry: f('telemetry-null-when-offline') && t.status === 'Offline' ? null : telemetry,
      openAlerts: s.alerts
        .filter((a) => a.terminalId === t.id && a.status === 'Open')
        .map((a) => ({
          id: a.id,
          event: a.event,
          severity: a.severity,
          raisedAt: iso(a.raisedAt),
          message: a.message,
        })),
    };
  };
  const location = (u: User, id: number) => {
    const t = findTerminal(u, id, f('scope-location-tenant-only'));
    const l = s.locations.find((x) => x.terminalId === t.id)!;
    return f('location-by-city')
      ? (s.locations.find((x) => x.city === l.city && visibleIds(u).has(x.terminalId)) ?? l)
      : l;
  };
  const connectorStatus = (u: User, id: number) => {
    const seen = visibleIds(u);
    const c = connectors.find((x) => x.id === id);
    if (!c || !c.terminalIds.some((x) => seen.has(x))) throw new Problem(404, `Connector ${id} was not found.`);
    const src =
      f('connector-status-of-first') && c.kind === 'Telemetry' ? connectors.find((x) => x.tenantId === c.tenantId)! : c;
    const terminals = s.terminals
      .filter((t) => c.terminalIds.includes(t.id) && (seen.has(t.id) || f('scope-connector-status-terminals')))
      .map((t) => ({ terminalId: t.id, status: t.status }));
    return {
      connectorId: src.id,
      state: src.state,
      latencyMs: src.latencyMs,
      lastMessageAt: iso(src.lastMessageAt),
      terminals,
      terminalCount: terminals.length,
    };
  };
  const commandsOf = (u: User, url: URL, id: number) => {
    const t = findTerminal(u, id, f('scope-commands-tenant-only'));
    const ids = f('commands-of-group')
      ? new Set(
          groups
            .filter((g) => g.terminalIds.includes(t.id))
            .flatMap((g) => g.terminalIds)
            .filter((x) => visibleIds(u).has(x)),
        )
      : new Set([t.id]);
    return listOf(
      url,
      s.commands
        .filter((c) => ids.has(c.terminalId))
        .sort((a, b) => b.queuedAt - a.queuedAt || b.id - a.id)
        .map(commandRow),
    );
  };
  const provisioningExport = (u: User, id: number) => {
    const t = findTerminal(u, id, f('scope-export-tenant-only'));
    return {
      terminalId: t.id,
      fileName: `provisioning-${t.serialNumber}.json`,
      format: 'Json',
      exportedAt: iso(NOW),
      payload: payload(t),
      jobs: s.jobs.filter((j) => j.terminalId === t.id).map(jobRow),
    };
  };
  const settlementsOf = (u: User, url: URL) =>
    listOf(
      url,
      s.batches
        .filter(
          (b) =>
            canSeeAccount(u, b.accountId) ||
            (f('scope-settlements-of-tenant') && u.accountIds && !u.terminalIds && b.tenantId === u.tenantId),
        )
        .sort((a, b) => b.id - a.id)
        .map(batchRow),
    );

  const readBody = async (request: Request): Promise<Record<string, unknown>> => {
    if (!/^application\/(\w+\+)?json\b/i.test(request.headers.get('content-type') ?? ''))
      throw new Problem(415, 'The request body must be application/json.');
    let body: unknown;
    try {
      body = JSON.parse(await request.text());
    } catch {
      throw new Problem(400, 'The request body is not valid JSON.');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Problem(400, 'The request body must be a JSON object.');
    return body as Record<string, unknown>;
  };
  const validate = (errors: Record<string, string[]>) => {
    if (Object.keys(errors).length) throw new Problem(400, 'One or more validation errors occurred.', errors);
  };
  const derive = async (u: User, request: Request) => {
    if (u.role !== 'Administrator' && !(f('write-derive-by-auditor') && u.role === 'Auditor'))
      throw new Problem(403, 'The role Administrator is required.');
    const body = await readBody(request),
      errors: Record<string, string[]> = {};
    const day = body.businessDate;
    if (!Number.isInteger(body.accountId))
      errors.accountId = ['The accountId field is required and must be an integer.'];
    if (
      typeof day !== 'string' ||
      !/^\d{4}-\d{2}-\d{2}$/.test(day) ||
      Number.isNaN(Date.parse(day)) ||
      new Date(day).toISOString().slice(0, 10) !== day
    )
      errors.businessDate = ['The businessDate field must be a date (yyyy-MM-dd).'];
    else if (day >= dayOf(NOW)) errors.businessDate = ['The business date is not closed yet.'];
    validate(errors);
    const accountId = body.accountId as number;
    if (
      !canSeeAccount(u, accountId) &&
      !(f('scope-derive-foreign-account') && accounts.some((a) => a.id === accountId))
    )
      throw new Problem(404, `Account ${accountId} was not found.`);
    if (s.batches.some((b) => b.accountId === accountId && b.businessDate === day))
      throw new Problem(409, `A batch for account ${accountId} and ${day} exists.`);
    const batch = deriveBatch(s, Math.max(...s.batches.map((b) => b.id)) + 1, accountId, day as string, NOW);
    if (!batch)
      throw new Problem(400, 'One or more validation errors occurred.', {
        businessDate: ['There are no settlement entries on this date.'],
      });
    s.batches.push(batch);
    return batchRow(batch);
  };
  const createDispute = async (u: User, request: Request) => {
    if (
      u.role !== 'Administrator' &&
      u.role !== 'DisputeManager' &&
      !(f('write-dispute-by-technician') && u.role === 'Technician')
    )
      throw new Problem(403, 'The role Administrator or DisputeManager is required.');
    const body = await readBody(request),
      errors: Record<string, string[]> = {};
    const amount = body.amount;
    if (!Number.isInteger(body.transactionId))
      errors.transactionId = ['The transactionId field is required and must be an integer.'];
    if (!['CashNotDispensed', 'PartialDispense', 'DuplicateCharge', 'Unauthorized'].includes(body.reasonCode as string))
      errors.reasonCode = ['The reasonCode field is not valid.'];
    if (typeof amount !== 'number' || !(amount > 0) || Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)
      errors.amount = ['The amount field must be a positive amount with at most two decimals.'];
    if (body.note !== undefined && body.note !== null && typeof body.note !== 'string')
      errors.note = ['The note field must be text.'];
    validate(errors);
    const tx = s.txs.find((t) => t.id === body.transactionId);
    const duplicate = s.disputes.find((d) => d.transactionId === body.transactionId && d.status !== 'Resolved');
    const conflict = () => {
      if (duplicate)
        throw new Problem(
          409,
          `Dispute ${duplicate.id} for transaction ${duplicate.transactionId} at terminal ${duplicate.terminalId} is open.`,
        );
    };
    if (f('error-conflict-before-scope')) conflict();
    const seen = f('scope-dispute-hidden-transaction') ? inTenant(u) : visibleIds(u);
    if (!tx || !seen.has(tx.terminalId)) throw new Problem(404, `Transaction ${body.transactionId} was not found.`);
    conflict();
    const cents = Math.round((amount as number) * 100);
    if (cents > tx.amtReq)
      throw new Problem(400, 'One or more validation errors occurred.', {
        amount: ['The amount exceeds the requested amount of the transaction.'],
      });
    const d: Dispute = {
      id: Math.max(...s.disputes.map((x) => x.id)) + 1,
      status: 'New',
      reasonCode: body.reasonCode as string,
      transactionId: tx.id,
      terminalId: tx.terminalId,
      amount: cents,
      dueDate: dayOf(NOW + 14 * 86_400_000),
      openedAt: NOW,
      assignedTo: null,
      assignedAt: null,
      resolution: null,
      resolvedAt: null,
      resolutionNote: null,
      reviewer: null,
      reviewedAt: null,
      note: (body.note as string | null | undefined) ?? null,
    };
    s.disputes.push(d);
    return disputeRow(d);
  };

  // ---- HTTP
  const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    });
  const rss = (text: string, isTerminal: boolean) =>
    new Response(text, {
      headers: {
        'content-type':
          f('feed-terminal-content-type') && isTerminal
            ? 'text/xml; charset=utf-8'
            : 'application/rss+xml; charset=utf-8',
        'cache-control': 'no-store',
      },
    });
  const publicDocument = (request: Request) => {
    const text = JSON.stringify(openApi(f));
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      ...(f('openapi-not-cacheable')
        ? { 'cache-control': 'no-store' }
        : { 'cache-control': 'public, max-age=3600', etag }),
    };
    if (!f('openapi-not-cacheable') && request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  };
  const branding = () => {
    const body: Record<string, unknown> = {
      branding: { state: 'Ready', theme: 'standard-de' },
      docsHost: { host: 'docs.terminalportal.example', state: 'Ready', isTlsReady: true },
      checkedAt: iso(NOW),
    };
    if (f('branding-docs-host-missing')) delete body.docsHost;
    return json(body);
  };
  type Call = { user: User; url: URL; request: Request; id: number };
  type Route = [
    method: string,
    pattern: RegExp,
    handler: (c: Call) => Response | Promise<Response>,
    isPublic?: boolean,
  ];
  const feedSource = { s, f, visible };
  const routes: Route[] = [
    ['GET', /^\/v1\/integrations\/public-openapi\.json$/, (c) => publicDocument(c.request), !f('openapi-needs-key')],
    ['GET', /^\/v1\/public\/branding-status$/, () => branding(), !f('branding-needs-key')],
    ['GET', /^\/v1\/portal$/, (c) => json(portal(c.user))],
    ['GET', /^\/v1\/integrations\/catalog$/, () => json(catalog(f))],
    ['GET', /^\/v1\/transactions$/, (c) => json(transactions(c.user, c.url))],
    ['GET', /^\/v1\/transactions\/(\d{1,9})\/timeline$/, (c) => json(timeline(c.user, c.id))],
    ['GET', /^\/v1\/settlements$/, (c) => json(settlementsOf(c.user, c.url))],
    ['POST', /^\/v1\/settlements\/derive$/, async (c) => json(await derive(c.user, c.request), 201)],
    ['GET', /^\/v1\/disputes$/, (c) => json(listOf(c.url, disputesOf(c.user).map(disputeRow)))],
    ['POST', /^\/v1\/disputes$/, async (c) => json(await createDispute(c.user, c.request), 201)],
    [
      'GET',
      /^\/v1\/locations$/,
      (c) =>
        json(
          listOf(
            c.url,
            s.locations.filter((l) => visibleIds(c.user).has(l.terminalId)),
          ),
        ),
    ],
    ['GET', /^\/v1\/locations\/(\d{1,9})$/, (c) => json(location(c.user, c.id))],
    ['GET', /^\/v1\/terminals\/(\d{1,9})\/status-monitoring$/, (c) => json(statusMonitoring(c.user, c.id))],
    ['GET', /^\/v1\/terminals\/(\d{1,9})\/transactions$/, (c) => json(terminalTransactions(c.user, c.url, c.id))],
    ['GET', /^\/v1\/connectors$/, (c) => json(listOf(c.url, connectorRows(c.user)))],
    ['GET', /^\/v1\/connectors\/(\d{1,9})\/status$/, (c) => json(connectorStatus(c.user, c.id))],
    ['GET', /^\/v1\/terminal-groups$/, (c) => json(listOf(c.url, groupRows(c.user)))],
    ['GET', /^\/v1\/terminals\/(\d{1,9})\/commands$/, (c) => json(commandsOf(c.user, c.url, c.id))],
    ['GET', /^\/v1\/terminals\/(\d{1,9})\/provisioning-payload$/, (c) => json(payload(findTerminal(c.user, c.id)))],
    ['GET', /^\/v1\/terminals\/(\d{1,9})\/provisioning-export$/, (c) => json(provisioningExport(c.user, c.id))],
    ['GET', /^\/v1\/feeds\/account\.xml$/, (c) => rss(accountFeed(feedSource, c.user), false)],
    [
      'GET',
      /^\/v1\/feeds\/terminals\/(\d{1,9})\.xml$/,
      (c) => rss(terminalFeed(feedSource, findTerminal(c.user, c.id)), true),
    ],
  ];
  if (f('compliance-endpoint'))
    routes.push([
      'GET',
      /^\/v1\/compliance$/,
      (c) =>
        json(
          listOf(
            c.url,
            s.compliance.filter((x) => visibleIds(c.user).has(x.terminalId)),
          ),
        ),
    ]);

  const authenticate = (request: Request, path: string): User => {
    const key = request.headers.get('x-api-key') ?? '';
    let user = userByKey.get(key);
    if (!user && f('auth-key-prefix') && key.length >= 16)
      user = [...userByKey].find(([k]) => k.startsWith(key.slice(0, 16)))?.[1];
    if (!user && f('auth-catalog-any-key') && key && path === '/v1/integrations/catalog') user = users[0];
    if (!user && f('auth-locations-anonymous') && path === '/v1/locations') user = users[0];
    if (!user && f('auth-terminal-feed-anonymous') && path.startsWith('/v1/feeds/terminals/'))
      user = users.find((u) => u.role === 'Administrator' && u.tenantId === (path.includes('/2') ? 2 : 1));
    if (!user) throw new Problem(401, 'A valid X-API-Key header is required.');
    if (f('auth-account-limit-lost') && user.role === 'Auditor' && user.accountIds && path === '/v1/locations')
      user = { ...user, accountIds: null };
    return user;
  };
  const dispatch = async (request: Request, url: URL): Promise<Response> => {
    let path = url.pathname;
    if (f('unversioned-alias') && path === '/transactions') path = '/v1/transactions';
    const matching = routes.filter(([, pattern]) => pattern.test(path));
    const route = matching.find(([method]) => method === request.method);
    if (!matching.length) throw new Problem(404, 'The resource was not found.');
    if (!route) throw new Problem(405, `The method ${request.method} is not allowed.`, undefined);
    const user = route[3] ? users[0] : authenticate(request, path);
    return await route[2]({ user, url, request, id: Number(route[1].exec(path)?.[1] ?? 0) });
  };
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    requests += 1;
    try {
      return await dispatch(request, url);
    } catch (e) {
      if (!(e instanceof Problem)) throw e;
      const hash = createHash('sha256').update(`trace ${requests}`).digest('hex');
      const body = {
        type: `https://tools.ietf.org/html/rfc9110#section-${sections[e.status]}`,
        title: titles[e.status],
        status: e.status,
        detail: e.message,
        instance: url.pathname,
        traceId: `00-${hash.slice(0, 32)}-${hash.slice(32, 48)}-00`,
        ...(e.errors ? { errors: e.errors } : {}),
      };
      const allow = routes
        .filter(([, p]) => p.test(url.pathname))
        .map(([m]) => m)
        .join(', ');
      return json(body, e.status, {
        'content-type': 'application/problem+json; charset=utf-8',
        ...(e.status === 405 ? { allow } : {}),
        ...(e.status === 401 ? { 'www-authenticate': 'ApiKey' } : {}),
      });
    }
  };
}
