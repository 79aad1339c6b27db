// @ts-nocheck: written without noUncheckedIndexedAccess
// Normalizers: what the service publishes of its entities, always for the scope of one user.

import type {
  Account,
  Alert,
  Batch,
  Command,
  ComplianceRecord,
  Connector,
  Database,
  Dispute,
  Form,
  Group,
  Job,
  Terminal,
  Transaction,
  User,
} from './data.ts';
import { DAY, HOUR, iso, NOW } from './data.ts';

export type Json = Record<string, unknown>;
export type Switch = (fault: string) => boolean;

export interface Scope {
  user: User;
  organizationId: number;
  isWhole: boolean;
  terminals: Terminal[];
  terminalIds: Set<number>;
  /** Accounts that the user sees completely. */ accountIds: Set<number>;
  /** Accounts with at least one visible terminal. */ touchedAccountIds: Set<number>;
}

export const context = (type: string): string => `https://schemas.redcajeros.example/contexts/${type}`;
export const iri = {
  terminal: (id: number) => `/v1/terminals/${id}`,
  transaction: (id: number) => `/v1/transactions/${id}`,
  account: (id: number) => `/v1/accounts/${id}`,
  organization: (id: number) => `/v1/organizations/${id}`,
  connector: (id: number) => `/v1/connectors/${id}`,
  group: (id: number) => `/v1/terminal-groups/${id}`,
  user: (id: number) => `/v1/users/${id}`,
  location: (id: number) => `/v1/locations/${id}`,
  batch: (id: number) => `/v1/settlements/${id}`,
  dispute: (id: number) => `/v1/disputes/${id}`,
  command: (id: number) => `/v1/commands/${id}`,
  job: (id: number) => `/v1/provisioning-jobs/${id}`,
  alert: (id: number) => `/v1/alerts/${id}`,
};

const writers: Record<string, string[]> = {
  createDispute: ['ROLE_ADMIN', 'ROLE_DISPUTE_MANAGER'],
  deriveSettlement: ['ROLE_ADMIN'],
};
export const mayCreateDisputes = (user: User) => writers.createDispute.includes(user.role);
export const mayDeriveSettlements = (user: User) => writers.deriveSettlement.includes(user.role);

export function makeScope(db: Database, user: User): Scope {
  const isWhole = user.accountIds === 'all';
  const accountIds = new Set(
    db.accounts
      .filter(
        (a) =>
          a.organizationId === user.organizationId && (user.accountIds === 'all' || user.accountIds.includes(a.id)),
      )
      .map((a) => a.id),
  );
  const terminals = db.terminals.filter(
    (t) => t.organizationId === user.organizationId && (accountIds.has(t.accountId) || user.terminalIds.includes(t.id)),
  );
  return {
    user,
    organizationId: user.organizationId,
    isWhole,
    accountIds,
    terminals,
    terminalIds: new Set(terminals.map((t) => t.id)),
    touchedAccountIds: new Set([...accountIds, ...terminals.map((t) => t.accountId)]),
  };
}

export function makeViews(db: Database, on: Switch) {
  const terminalById = new Map(db.terminals.map((t) => [t.id, t]));
  const terminalOf = (id: number): Terminal => terminalById.get(id)!;

  const visibleGroups = (scope: Scope): Group[] =>
    db.groups.filter(
      (g) =>
        g.organizationId === scope.organizationId &&
        (scope.isWhole || scope.terminals.some((t) => t.groupIds.includes(g.id))),
    );
  const visibleConnectors = (scope: Scope): Connector[] =>
    db.connectors.filter(
      (c) =>
        c.organizationId === scope.organizationId &&
        (scope.isWhole || scope.terminals.some((t) => t.connectorId === c.id)),
    );
  const visibleUsers = (scope: Scope): User[] =>
    db.users.filter((u) => {
      if (u.organizationId !== scope.organizationId) return false;
      if (scope.isWhole || u.id === scope.user.id || on('scope-portal-users')) return true;
      const other = makeScope(db, u);
      return (
        other.terminals.every((t) => scope.terminalIds.has(t.id)) &&
        [...other.accountIds].every((id) => scope.accountIds.has(id))
      );
    });

  function row(tx: Transaction, place: 'list' | 'terminal' | 'portal' = 'list'): Json {
    const terminal = terminalOf(tx.terminalId);
    const out: Json = {
      '@id': iri.transaction(tx.id),
      '@type': 'Transaction',
      id: tx.id,
      terminal: iri.terminal(terminal.id),
      terminalId: terminal.id,
      terminalDateTime: iso(tx.at),
      timeZone: terminal.timeZone,
      transactionType: tx.type,
      sequenceNumber: tx.sequenceNumber,
      accountType: tx.accountType,
      response: tx.response,
      responseCode: tx.responseCode,
      amountRequested: tx.amountRequested,
      amountCompleted: tx.amountCompleted,
      surchargeRequested: tx.surchargeRequested,
      surchargeCompleted: tx.surchargeCompleted,
      currency: 'EUR',
      cardScheme: tx.cardScheme,
      timeline: `${iri.transaction(tx.id)}/timeline`,
    };
    if (tx.emv !== undefined) out.emvIndicator = tx.emv;
    else if (on('row-emv-null')) out.emvIndicator = null;
    if (tx.reversalOf !== undefined) out.reversalOf = iri.transaction(tx.reversalOf);
    if (on('row-surcharge-missing') && tx.response !== 'approved') delete out.surchargeCompleted;
    if (on('row-declined-completed') && tx.response === 'wrongPin') out.amountCompleted = tx.amountRequested;
    if (on('row-sequence-missing') && tx.type === 'reversal') delete out.sequenceNumber;
    if (on('row-account-type-missing') && place === 'terminal') delete out.accountType;
    if (on('card-track-fallback') && tx.entryMode === 'fallback') out.trackData = tx.track2;
    if (on('card-key-terminal') && place === 'terminal' && tx.entryMode === 'contactless')
      out.workingKey = tx.workingKey;
    if (on('card-pan-portal') && place === 'portal' && tx.type === 'reversal') out.cardNumber = tx.pan;
    return out;
  }

  function summary(rows: Transaction[], isGroupFiltered: boolean): Json {
    let totalSurcharge = 0;
    let totalWithdrawn = 0;
    for (const tx of rows) {
      totalSurcharge += tx.surchargeCompleted;
      if (tx.type === 'withdrawal' || tx.type === 'reversal' || (on('summary-deposits') && tx.type === 'deposit'))
        totalWithdrawn += tx.amountCompleted;
    }
    const out: Json = { '@type': 'TransactionSummary', totalSurcharge, totalWithdrawn, currency: 'EUR' };
    if (on('summary-surcharge-missing') && isGroupFiltered) delete out.totalSurcharge;
    return out;
  }

  function timeline(tx: Transaction): Json {
    const terminal = terminalOf(tx.terminalId);
    const events: Json[] = [];
    const add = (seconds: number, step: string, detail: string) =>
      events.push({ '@type': 'TimelineEvent', step, occurredAt: iso(tx.at + seconds * 1000), detail });
    if (tx.type === 'reversal') {
      add(0, 'reversalRequested', `Full reversal of transaction ${tx.reversalOf}`);
      add(2, 'reversalAcknowledged', 'Acknowledged by the host');
    } else {
      add(0, 'started', `${tx.type} started at the terminal (${tx.entryMode})`);
      add(
        3,
        'authorizationRequested',
        on('card-pan-timeline')
          ? `Sent to the host for card ${tx.pan}`
          : `Sent to the host for a ${tx.cardScheme} card`,
      );
      add(
        4,
        'authorizationResponse',
        on('card-pin-block-timeline') && tx.response === 'wrongPin'
          ? `${tx.response} (${tx.responseCode}), PIN block ${tx.pinBlock}`
          : `${tx.response} (${tx.responseCode})`,
      );
      if (tx.type === 'withdrawal' && tx.amountCompleted > 0)
        add(9, 'cashDispensed', `${tx.amountCompleted} cents dispensed`);
      if (tx.type === 'deposit') add(9, 'cashAccepted', `${tx.amountCompleted} cents accepted`);
      add(12, tx.response === 'approved' ? 'completed' : 'declined', 'Session closed');
      if (tx.reversedBy !== undefined) add(45, 'reversed', `Reversed by transaction ${tx.reversedBy}`);
    }
    for (const dispute of db.disputes.filter((d) => d.transactionId === tx.id))
      events.push({
        '@type': 'TimelineEvent',
        step: 'disputeOpened',
        occurredAt: iso(dispute.openedAt),
        detail: `Dispute ${dispute.id} (${dispute.reasonCode})`,
      });
    return {
      '@context': context('TransactionTimeline'),
      '@id': `${iri.transaction(tx.id)}/timeline`,
      '@type': 'TransactionTimeline',
      transaction: iri.transaction(tx.id),
      transactionId: tx.id,
      terminal: iri.terminal(terminal.id),
      terminalId: terminal.id,
      timeZone: terminal.timeZone,
      events,
    };
  }

  function account(a: Account, scope: Scope): Json {
    return {
      '@id': iri.account(a.id),
      '@type': 'Account',
      id: a.id,
      name: a.name,
      taxId: a.taxId,
      city: a.city,
      timeZone: a.timeZone,
      contactEmail: a.contactEmail,
      isWhollyVisible: scope.accountIds.has(a.id),
      terminalCount: scope.terminals.filter((t) => t.accountId === a.id).length,
    };
  }
  function terminal(t: Terminal): Json {
    return {
      '@id': iri.terminal(t.id),
      '@type': 'Terminal',
      id: t.id,
      name: t.name,
      model: t.model,
      serialNumber: t.serialNumber,
      account: iri.account(t.accountId),
      accountId: t.accountId,
      connector: iri.connector(t.connectorId),
      connectorId: t.connectorId,
      groups: t.groupIds.map(iri.group),
      status: t.status,
      lastHeartbeatAt: iso(t.lastHeartbeatAt),
      timeZone: t.timeZone,
      location: iri.location(t.id),
    };
  }
  function location(t: Terminal): Json {
    return {
      '@id': iri.location(t.id),
      '@type': 'Location',
      id: t.id,
      terminal: iri.terminal(t.id),
      terminalId: t.id,
      account: iri.account(t.accountId),
      accountId: t.accountId,
      name: t.name,
      street: t.street,
      city: t.city,
      region: t.region,
      postalCode: t.postalCode,
      country: t.country,
      latitude: t.latitude,
      longitude: t.longitude,
      timeZone: t.timeZone,
      riskLevel: t.riskLevel,
    };
  }
  function group(g: Group, scope: Scope): Json {
    const members = scope.terminals.filter((t) => t.groupIds.includes(g.id));
    const counted = on('scope-group-count') ? db.terminals.filter((t) => t.groupIds.includes(g.id)) : members;
    return {
      '@id': iri.group(g.id),
      '@type': 'TerminalGroup',
      id: g.id,
      name: g.name,
      terminals: members.map((t) => iri.terminal(t.id)),
      terminalCount: counted.length,
    };
  }
  function connector(c: Connector, scope: Scope): Json {
    const members = scope.terminals.filter((t) => t.connectorId === c.id);
    return {
      '@id': iri.connector(c.id),
      '@type': 'Connector',
      id: c.id,
      name: c.name,
      network: c.network,
      protocol: c.protocol,
      state: c.state,
      terminals: members.map((t) => iri.terminal(t.id)),
      terminalCount: members.length,
      status: `${iri.connector(c.id)}/status`,
    };
  }
  function recentCounters(ids: Set<number>): Json {
    const rows = db.transactions.filter((tx) => ids.has(tx.terminalId) && tx.at >= NOW - DAY);
    const approved = rows.filter((tx) => tx.response === 'approved').length;
    return { transactionsLast24h: rows.length, approvedLast24h: approved, declinedLast24h: rows.length - approved };
  }
  function connectorStatus(c: Connector, scope: Scope): Json {
    const members = scope.terminals.filter((t) => t.connectorId === c.id);
    const ids = new Set(
      (on('scope-connector-status-counters') ? db.terminals.filter((t) => t.connectorId === c.id) : members).map(
        (t) => t.id,
      ),
    );
    const last = db.transactions.filter((tx) => members.some((t) => t.id === tx.terminalId)).at(-1);
    return {
      '@context': context('ConnectorStatus'),
      '@id': `${iri.connector(c.id)}/status`,
      '@type': 'ConnectorStatus',
      connector: iri.connector(c.id),
      connectorId: c.id,
      name: c.name,
      state: c.state,
      checkedAt: iso(NOW - 60_000),
      lastMessageAt: last ? iso(last.at) : null,
      ...recentCounters(ids),
      terminalCount: members.length,
      terminalsOnline: members.filter((t) => t.status === 'online').length,
      terminals: members.map((t) => ({
        terminal: iri.terminal(t.id),
        terminalId: t.id,
        linkState: t.status === 'offline' ? 'down' : 'up',
      })),
    };
  }
  function alert(a: Alert): Json {
    return {
      '@id': iri.alert(a.id),
      '@type': 'AlertIncident',
      id: a.id,
      terminal: iri.terminal(a.terminalId),
      terminalId: a.terminalId,
      event: a.event,
      severity: a.severity,
      state: a.state,
      openedAt: iso(a.openedAt),
      closedAt: a.closedAt === null ? null : iso(a.closedAt),
      text: a.text,
    };
  }
  function statusMonitoring(t: Terminal): Json {
    return {
      '@context': context('TerminalStatus'),
      '@id': `${iri.terminal(t.id)}/status-monitoring`,
      '@type': 'TerminalStatus',
      terminal: iri.terminal(t.id),
      terminalId: t.id,
      name: t.name,
      status: t.status,
      timeZone: t.timeZone,
      lastHeartbeatAt: iso(t.lastHeartbeatAt),
      heartbeatAgeSeconds: Math.round((NOW - t.lastHeartbeatAt) / 1000),
      softwareVersion: t.softwareVersion,
      cassettes: t.cassettes.map((c) => ({
        position: c.position,
        denomination: c.denomination,
        notesRemaining: c.notesRemaining,
        amountRemaining: c.denomination * c.notesRemaining,
      })),
      cashTotal: t.cassettes.reduce((sum, c) => sum + c.denomination * c.notesRemaining, 0),
      currency: 'EUR',
      ...recentCounters(new Set([t.id])),
      statusChanges: t.statusChanges.map((c) => ({ changedAt: iso(c.at), from: c.from, to: c.to })),
      alerts: db.alerts.filter((a) => a.terminalId === t.id).map(alert),
    };
  }
  function command(c: Command): Json {
    return {
      '@id': iri.command(c.id),
      '@type': 'TerminalCommand',
      id: c.id,
      terminal: iri.terminal(c.terminalId),
      terminalId: c.terminalId,
      command: c.name,
      status: c.status,
      origin: c.origin,
      queuedAt: iso(c.queuedAt),
      completedAt: c.completedAt === null ? null : iso(c.completedAt),
      result: c.result,
    };
  }
  function job(j: Job): Json {
    return {
      '@id': iri.job(j.id),
      '@type': 'ProvisioningJob',
      id: j.id,
      terminal: iri.terminal(j.terminalId),
      terminalId: j.terminalId,
      kind: j.kind,
      status: j.status,
      profile: j.profile,
      queuedAt: iso(j.queuedAt),
      finishedAt: j.finishedAt === null ? null : iso(j.finishedAt),
    };
  }
  function provisioningPayload(t: Terminal): Json {
    return {
      '@context': context('ProvisioningPayload'),
      '@id': `${iri.terminal(t.id)}/provisioning-payload`,
      '@type': 'ProvisioningPayload',
      terminal: iri.terminal(t.id),
      terminalId: t.id,
      serialNumber: t.serialNumber,
      model: t.model,
      profile: t.isRecycler ? 'recycler-v4' : 'cash-v7',
      timeZone: t.timeZone,
      locale: t.country === 'ES' ? 'es-ES' : 'pt-PT',
      currency: 'EUR',
      surcharge: t.surcharge,
      softwareVersion: t.softwareVersion,
      connector: iri.connector(t.connectorId),
      connectorId: t.connectorId,
      cassettes: t.cassettes.map((c) => ({ position: c.position, denomination: c.denomination })),
      isRecycler: t.isRecycler,
    };
  }
  function provisioningExport(t: Terminal): Json {
    const { '@context': _context, ...payload } = provisioningPayload(t);
    return {
      '@context': context('ProvisioningExport'),
      '@id': `${iri.terminal(t.id)}/provisioning-export`,
      '@type': 'ProvisioningExport',
      terminal: iri.terminal(t.id),
      terminalId: t.id,
      exportedAt: iso(NOW),
      formatVersion: '2',
      payload,
      jobs: db.jobs.filter((j) => j.terminalId === t.id).map(job),
    };
  }
  function batch(b: Batch): Json {
    const out: Json = {
      '@id': iri.batch(b.id),
      '@type': 'SettlementBatch',
      id: b.id,
      account: iri.account(b.accountId),
      accountId: b.accountId,
      businessDate: b.businessDate,
      status: b.status,
      entryCounts: { credit: b.creditEntries, debit: b.debitEntries, total: b.creditEntries + b.debitEntries },
      creditTotal: b.creditTotal,
      debitTotal: b.debitTotal,
      netPayout: on('settlement-net-sign') ? b.creditTotal + b.debitTotal : b.creditTotal - b.debitTotal,
      currency: 'EUR',
      timing: {
        createdAt: iso(b.createdAt),
        cutoffAt: iso(b.cutoffAt),
        submittedAt: b.submittedAt === null ? null : iso(b.submittedAt),
        effectiveDate: b.effectiveDate,
        settledAt: b.settledAt === null ? null : iso(b.settledAt),
        timeZone: db.accounts.find((a) => a.id === b.accountId)!.timeZone,
      },
    };
    if (on('settlement-debit-missing') && b.debitTotal === 0) delete out.debitTotal;
    if (on('settlement-timing-missing') && b.status === 'returned') delete out.timing;
    return out;
  }
  function dispute(d: Dispute): Json {
    const out: Json = {
      '@id': iri.dispute(d.id),
      '@type': 'Dispute',
      id: d.id,
      status: d.status,
      reasonCode: d.reasonCode,
      transaction: iri.transaction(d.transactionId),
      transactionId: d.transactionId,
      terminal: iri.terminal(d.terminalId),
      terminalId: d.terminalId,
      amount: d.amount,
      currency: 'EUR',
      openedAt: iso(d.openedAt),
      dueDate: d.dueDate,
      timeZone: terminalOf(d.terminalId).timeZone,
      note: d.note,
      assignment: {
        team: d.team,
        assigneeName: d.assigneeName,
        assignedAt: d.assignedAt === null ? null : iso(d.assignedAt),
      },
      resolution: {
        outcome: d.outcome,
        resolvedAt: d.resolvedAt === null ? null : iso(d.resolvedAt),
        note: d.resolutionNote,
      },
    };
    if (d.status === 'resolved' || (on('dispute-reviewer-early') && d.reviewerName !== null))
      out.reviewer = { name: d.reviewerName, reviewedAt: d.reviewedAt === null ? null : iso(d.reviewedAt) };
    if (on('dispute-due-missing') && d.status === 'awaitingEvidence') delete out.dueDate;
    if (on('dispute-resolution-missing') && d.outcome === 'rejected') delete out.resolution;
    return out;
  }
  const form = (f: Form): Json => ({
    '@type': 'Form',
    id: f.id,
    terminal: iri.terminal(f.terminalId),
    terminalId: f.terminalId,
    title: f.title,
    state: f.state,
    submittedAt: iso(f.submittedAt),
  });
  const record = (r: ComplianceRecord): Json => ({
    '@type': 'ComplianceRecord',
    id: r.id,
    terminal: iri.terminal(r.terminalId),
    terminalId: r.terminalId,
    title: r.title,
    state: r.state,
    validUntil: r.validUntil,
  });
  const person = (u: User): Json => ({
    '@id': iri.user(u.id),
    '@type': 'User',
    id: u.id,
    login: u.login,
    name: u.name,
    email: u.email,
    roles: ['ROLE_USER', u.role],
    locale: u.locale,
  });

  function reports(scope: Scope): Json[] {
    const list: [string, string, boolean][] = [
      ['transactionSummary', 'Transaction summary', true],
      ['cashForecast', 'Cash forecast', true],
      ['settlementStatement', 'Settlement statement', scope.accountIds.size > 0],
      ['disputeAging', 'Dispute aging', scope.accountIds.size > 0],
      ['auditTrail', 'Audit trail', ['ROLE_ADMIN', 'ROLE_AUDITOR'].includes(scope.user.role)],
    ];
    return list
      .filter((l) => l[2])
      .map(([code, title]) => ({ '@type': 'Report', code, title, formats: ['csv', 'pdf'] }));
  }

  function portal(scope: Scope): Json {
    const organization = db.organizations.find((o) => o.id === scope.organizationId)!;
    const isVisible = (x: { terminalId: number }) => scope.terminalIds.has(x.terminalId);
    const latest = <T>(list: T[], time: (x: T) => number, count: number) =>
      [...list].sort((a, b) => time(b) - time(a)).slice(0, count);
    const visibleRows = db.transactions.filter(isVisible);
    const principal =
      on('portal-principal') && scope.user.role === 'ROLE_TECHNICIAN'
        ? db.users.find((u) => u.organizationId === scope.organizationId && u.role === 'ROLE_ADMIN')!
        : scope.user;
    const out: Json = {
      '@context': context('PortalSnapshot'),
      '@id': '/v1/portal',
      '@type': 'PortalSnapshot',
      generatedAt: iso(NOW),
      principal: person(principal),
      organization: {
        '@id': iri.organization(organization.id),
        '@type': 'Organization',
        id: organization.id,
        name: organization.name,
        legalName: organization.legalName,
        country: organization.country,
        locale: organization.locale,
      },
      accounts: db.accounts.filter((a) => scope.touchedAccountIds.has(a.id)).map((a) => account(a, scope)),
      branding: {
        displayName: organization.name,
        primaryColor: organization.primaryColor,
        portalHost: organization.portalHost,
        dns: { state: organization.dnsState, checkedAt: iso(organization.dnsCheckedAt) },
      },
      accessFlags: {
        seesWholeOrganization: scope.isWhole,
        seesSettlements: scope.accountIds.size > 0,
        canCreateDisputes:
          mayCreateDisputes(scope.user) || (on('portal-flags-wrong') && scope.user.role === 'ROLE_AUDITOR'),
        canDeriveSettlements: mayDeriveSettlements(scope.user),
        canChangeConfiguration: scope.user.role === 'ROLE_ADMIN',
      },
      users: visibleUsers(scope).map(person),
      terminals: scope.terminals.map(terminal),
      terminalGroups: visibleGroups(scope).map((g) => group(g, scope)),
      connectors:
        on('portal-connectors-missing') && scope.user.role === 'ROLE_AUDITOR'
          ? []
          : visibleConnectors(scope).map((c) => connector(c, scope)),
      recentTransactions: latest(visibleRows, (tx) => (on('portal-recent-oldest') ? -tx.at : tx.at), 25).map((tx) =>
        row(tx, 'portal'),
      ),
      recentCommands: latest(db.commands.filter(isVisible), (c) => c.queuedAt, 15).map(command),
      recentForms: latest(db.forms.filter(isVisible), (f) => f.submittedAt, 10).map(form),
      reports: reports(scope),
      compliance: {
        vault: db.vault.filter(isVisible).map(record),
        onboarding: db.onboarding.filter(isVisible).map(record),
        documents: db.documents
          .filter(
            (d) =>
              isVisible(d) ||
              (on('scope-portal-documents') && terminalOf(d.terminalId).organizationId === scope.organizationId),
          )
          .map(record),
        videos: db.videos
          .filter((v) => v.organizationId === scope.organizationId)
          .map((v) => ({ '@type': 'Video', id: v.id, title: v.title, durationSeconds: v.seconds })),
      },
    };
    if (on('portal-reports-missing') && !scope.isWhole && scope.accountIds.size > 0) delete out.reports;
    return out;
  }

  // RSS
  interface Item {
    category: string;
    terminalId: number;
    key: string;
    title: string;
    description: string;
    at: number;
  }
  const statusItems = (t: Terminal): Item[] => [
    {
      category: 'heartbeat',
      terminalId: t.id,
      key: 'heartbeat',
      title: `${t.name}: ${t.status}`,
      description: `Last heartbeat of terminal ${t.id} at ${iso(t.lastHeartbeatAt)} (${t.timeZone})`,
      at: t.lastHeartbeatAt,
    },
    ...t.statusChanges.map((c, i) => ({
      category: 'statusChange',
      terminalId: t.id,
      key: `status-${i + 1}`,
      title: `${t.name}: ${c.from} to ${c.to}`,
      description: `Terminal ${t.id} changed from ${c.from} to ${c.to}`,
      at: c.at,
    })),
  ];
  const transactionItem = (tx: Transaction): Item => ({
    category: 'transaction',
    terminalId: tx.terminalId,
    key: `transaction-${tx.id}`,
    title: `${terminalOf(tx.terminalId).name}: ${tx.type} ${tx.response}`,
    description: `Transaction ${tx.id}, sequence ${tx.sequenceNumber}, ${tx.amountCompleted} of ${tx.amountRequested} cents`,
    at: tx.at,
  });
  const alertItem = (a: Alert): Item => ({
    category: 'alert',
    terminalId: a.terminalId,
    key: `alert-${a.id}`,
    title: `${terminalOf(a.terminalId).name}: ${a.event} (${a.state})`,
    description: a.text,
    at: a.openedAt,
  });
  const journalItems = (ids: Set<number>): Item[] =>
    db.journal
      .filter((j) => ids.has(j.terminalId))
      .map((j) => ({
        category: 'switchJournal',
        terminalId: j.terminalId,
        key: `journal-${j.id}`,
        title: `${terminalOf(j.terminalId).name}: message ${j.messageType}`,
        description: j.text,
        at: j.at,
      }));

  function rss(title: string, path: string, items: Item[]): string {
    const escape = (s: string) =>
      s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
    const body = [...items]
      .sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
      .map((i) =>
        [
          '    <item>',
          `      <title>${escape(i.title)}</title>`,
          `      <description>${escape(i.description)}</description>`,
          `      <category>${i.category}</category>`,
          `      <category domain="terminal">${i.terminalId}</category>`,
          `      <guid isPermaLink="false">${iri.terminal(i.terminalId)}#${i.key}</guid>`,
          `      <pubDate>${new Date(i.at).toUTCString()}</pubDate>`,
          '    </item>',
        ].join('\n'),
      );
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0">',
      '  <channel>',
      `    <title>${escape(title)}</title>`,
      `    <link>${path}</link>`,
      `    <description>${escape(title)}</description>`,
      `    <lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>`,
      ...body,
      '  </channel>',
      '</rss>',
      '',
    ].join('\n');
  }

  function accountFeed(scope: Scope): string {
    const organization = db.organizations.find((o) => o.id === scope.organizationId)!;
    const items = [
      ...scope.terminals
        .flatMap(statusItems)
        .filter(
          (i) =>
            !(
              on('feed-offline-missing') &&
              i.category === 'heartbeat' &&
              terminalOf(i.terminalId).status === 'offline'
            ),
        ),
      ...db.transactions
        .filter((tx) => scope.terminalIds.has(tx.terminalId) && tx.at >= NOW - 48 * HOUR)
        .map(transactionItem),
      ...db.alerts
        .filter(
          (a) =>
            scope.terminalIds.has(a.terminalId) ||
            (on('scope-feed-alerts') && terminalOf(a.terminalId).organizationId === scope.organizationId),
        )
        .map(alertItem),
      ...(on('feed-no-journal') ? [] : journalItems(scope.terminalIds)),
    ];
    return rss(`${organization.name}: terminals`, '/v1/feeds/account.xml', items);
  }

  function terminalFeed(t: Terminal): string {
    const own = (x: { terminalId: number }) => x.terminalId === t.id;
    const items: Item[] = [
      ...statusItems(t),
      ...db.transactions.filter((tx) => own(tx) && tx.at >= NOW - 48 * HOUR).map(transactionItem),
      ...journalItems(new Set([t.id])),
      ...db.alerts.filter(own).map(alertItem),
      ...db.commands
        .filter((c) => own(c) && !(on('feed-queued-commands') && c.status === 'queued'))
        .map((c) => ({
          category: 'command',
          terminalId: t.id,
          key: `command-${c.id}`,
          title: `${t.name}: ${c.name} ${c.status}`,
          description: `Command ${c.id} from ${c.origin} is ${c.status}`,
          at: c.completedAt ?? c.queuedAt,
        })),
      ...(on('feed-no-provisioning')
        ? []
        : db.jobs.filter(own).map((j) => ({
            category: 'provisioningJob',
            terminalId: t.id,
            key: `job-${j.id}`,
            title: `${t.name}: ${j.kind} ${j.status}`,
            description: `Provisioning job ${j.id} with profile ${j.profile} is ${j.status}`,
            at: j.finishedAt ?? j.queuedAt,
          }))),
    ];
    return rss(`${t.name} (${t.id})`, `/v1/feeds/terminals/${t.id}.xml`, items);
  }

  return {
    terminalOf,
    visibleGroups,
    visibleConnectors,
    row,
    summary,
    timeline,
    location,
    group,
    connector,
    connectorStatus,
    statusMonitoring,
    command,
    provisioningPayload,
    provisioningExport,
    batch,
    dispute,
    portal,
    accountFeed,
    terminalFeed,
  };
}
