// Store records -> public shapes. Fields are listed one by one so that nothing slips out.
import { db, index } from './data.mjs';
import { dateIn, fault, isoIn, sum } from './util.mjs';

const at = (zone, ms) => (ms == null ? null : isoIn(zone, ms));

export function txnRow(x) {
  const row = { id: x.id, terminalId: x.terminalId, groupId: x.groupId, localTime: at(x.zone, x.at), type: x.type, seq: x.seq, acct: x.acct };
  if (x.entry !== 'magstripe') row.emv = x.entry;
  else if (fault('emv-always-claimed')) row.emv = 'chip';
  return { ...row, outcome: x.outcome, resp: { ...x.resp }, amtReq: x.amtReq, amtComp: x.amtComp, surReq: x.surReq, surComp: x.surComp, ccy: 'AUD' };
}

export const txnSummary = (rows) => ({
  rows: rows.length,
  totalWithdrawn: sum(rows, (x) => (x.type === 'withdrawal' ? x.amtComp : 0)),
  totalSurcharge: sum(rows, (x) => x.surComp),
  ccy: 'AUD',
});

export function txnTimeline(x, scope) {
  const ev = [];
  const add = (s, step, detail = {}) => ev.push({ at: at(x.zone, x.at + s * 1000), step, ...detail });
  add(-24, 'cardRead', { entry: x.entry });
  add(-15, 'customerVerified');
  add(-6, 'requestSent', {
    seq: x.seq, type: x.type, amt: x.amtReq, sur: x.surReq,
    ...(fault('pin-block-in-timeline') && { security: { pinBlock: pinBlock(x), keySet: 3 } }),
  });
  add(-3, 'hostReply', { code: x.resp.code, text: x.resp.text });
  if (x.outcome === 'reversed') add(0, 'reversed', { amt: x.amtReq });
  else if (x.outcome === 'declined') add(0, 'declined');
  else {
    if (x.type === 'withdrawal') add(-1, 'dispensed', { amt: x.amtComp });
    add(0, 'completed', { amt: x.amtComp, sur: x.surComp });
  }
  const batch = x.batchId && db.batches.find((b) => b.id === x.batchId);
  if (batch && scope.seesBatch(batch)) ev.push({ at: at(x.zone, batch.openedAt), step: 'settled', batchId: batch.id });
  if (scope.can.money) {
    for (const d of db.disputes) if (d.transactionId === x.id) ev.push({ at: at(x.zone, d.openedAt), step: 'disputed', disputeId: d.id });
  }
  ev.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { transactionId: x.id, terminalId: x.terminalId, outcome: x.outcome, events: ev };
}

const pinBlock = (x) => [...x.id.slice(4)].map((c) => (c.charCodeAt(0) * 7 + x.seq).toString(16).slice(-2)).join('').slice(0, 16).toUpperCase();

export function batchRow(b) {
  const t = fault('batch-times-are-now') ? () => new Date().toISOString() : (ms) => at(b.zone, ms);
  return {
    id: b.id, accountId: b.accountId, groupId: b.groupId, status: b.status, rail: 'ach', terminalIds: [...b.terminalIds], txnCount: b.txnCount,
    entries: { total: b.credits + b.debits, credits: b.credits, debits: b.debits },
    creditTotal: b.creditTotal, debitTotal: b.debitTotal, netPayout: b.netPayout, ccy: 'AUD',
    window: { from: t(b.from), to: t(b.to) }, openedAt: t(b.openedAt), cutoffAt: t(b.cutoffAt), submittedAt: t(b.submittedAt), settledAt: t(b.settledAt),
  };
}

export function disputeRow(d) {
  const resolved = d.endedAt != null;
  const row = {
    id: d.id, status: d.status, reasonCode: d.reasonCode, transactionId: d.transactionId, terminalId: d.terminalId, amt: d.amt, ccy: 'AUD', note: d.note,
    openedAt: at(d.zone, d.openedAt), dueDate: dateIn(d.zone, d.dueAt),
    assigned: d.queue ? { queue: d.queue, at: at(d.zone, d.openedAt + 600_000) } : null,
    resolution: resolved ? { outcome: d.outcome, paid: d.paid, at: at(d.zone, d.endedAt) } : null,
  };
  if (resolved) row.reviewer = { name: d.reviewer, note: d.reviewNote, at: at(d.zone, d.endedAt) };
  else if (fault('reviewer-on-assigned-cases') && d.status === 'inReview') row.reviewer = { name: d.reviewer, note: 'In progress', at: at(d.zone, d.openedAt + 1_200_000) };
  return row;
}

export const terminalRow = (t) => ({
  id: t.id, name: t.name, accountId: t.accountId, groupId: t.groupId, locationId: t.locationId, connectorId: t.connectorId, maker: t.maker, model: t.model, serial: t.serial,
  tz: t.zone, state: t.state, lastHeartbeat: at(t.zone, t.heartbeatAt),
});

export function locationRow(l, scope) {
  const here = (fault('own-site-neighbours') ? db.terminals : scope.terminals).filter((t) => t.locationId === l.id);
  return {
    id: l.id, accountId: l.accountId, name: l.name, addr: { street: l.street, suburb: l.suburb, state: l.state, postcode: l.postcode, country: 'AU' },
    geo: { lat: l.lat, lng: l.lng }, tz: l.zone, risk: l.risk, terminals: here.map((t) => ({ id: t.id, name: t.name, state: t.state })),
  };
}

export const groupRow = (g, scope) => {
  const terms = scope.terminalsOf(g.id);
  return { id: g.id, name: g.name, accountId: g.accountId, parentId: scope.groupIds.has(g.parentId) ? g.parentId : null, terminalCount: terms.length, terminalIds: terms.map((t) => t.id) };
};

export const connectorRow = (c, scope) => ({
  id: c.id, name: c.name, protocol: c.protocol, host: c.host, port: c.port, state: c.state, terminalCount: scope.terminals.filter((t) => t.connectorId === c.id).length,
});

export function connectorStatus(c, scope) {
  const terms = scope.terminals.filter((t) => t.connectorId === c.id);
  const zone = index.account.get(scope.user.accountId).zone;
  return {
    connectorId: c.id, state: c.state, since: at(zone, c.since), lastEcho: at(zone, c.lastEchoAt), latencyMs: c.latencyMs,
    terminals: { total: terms.length, online: terms.filter((t) => t.state === 'online').length },
  };
}

export const commandRow = (c) => ({ id: c.id, terminalId: c.terminalId, type: c.type, state: c.state, source: c.source, queuedAt: at(c.zone, c.queuedAt), endedAt: at(c.zone, c.endedAt) });
export const alertRow = (a) => ({ id: a.id, terminalId: a.terminalId, event: a.event, severity: a.severity, text: a.text, openedAt: at(a.zone, a.openedAt), clearedAt: at(a.zone, a.clearedAt) });
const jobRow = (j) => ({ id: j.id, kind: j.kind, state: j.state, startedAt: at(j.zone, j.startedAt), endedAt: at(j.zone, j.endedAt) });

export const statusView = (t) => ({
  terminalId: t.id, name: t.name, state: t.state, online: t.state === 'online' || t.state === 'degraded', lastHeartbeat: at(t.zone, t.heartbeatAt), tz: t.zone,
  telemetry: {
    signalDbm: t.signalDbm, tempC: t.tempC, firmware: t.fw, cash: sum(t.cassettes, (c) => c.denom * c.notes), ccy: 'AUD', cassettes: t.cassettes.map((c) => ({ ...c })),
    devices: { dispenser: t.state === 'outOfService' ? 'fault' : 'ok', cardReader: 'ok', printer: t.state === 'degraded' ? 'paperLow' : 'ok', safe: 'closed' },
  },
  alerts: db.alerts.filter((a) => a.terminalId === t.id && a.clearedAt == null).map(alertRow),
  changes: db.statusChanges.filter((c) => c.terminalId === t.id).sort((a, b) => b.at - a.at).map((c) => ({ at: at(c.zone, c.at), from: c.from, to: c.to })),
});

export function provisioningPayload(t) {
  const c = index.connector.get(t.connectorId);
  return {
    terminalId: t.id, serial: t.serial, profile: `${t.maker.toLowerCase()}-${t.model.toLowerCase().replace(/ /g, '')}`, firmware: t.fw, tz: t.zone, ccy: 'AUD',
    host: { connectorId: c.id, name: c.name, address: c.host, port: c.port, protocol: c.protocol, tls: true },
    surcharge: { withdrawal: t.surcharge, balance: 200 }, cassettes: t.cassettes.map(({ slot, denom, capacity }) => ({ slot, denom, capacity })),
    keyLoading: 'remote', jobs: db.jobs.filter((j) => j.terminalId === t.id).sort((a, b) => b.startedAt - a.startedAt).map(jobRow),
  };
}

export function provisioningExport(t) {
  const p = provisioningPayload(t);
  const lines = [
    `terminal=${t.id}`, `serial=${p.serial}`, `profile=${p.profile}`, `firmware=${p.firmware}`, `tz=${p.tz}`, `host=${p.host.address}:${p.host.port}`, `protocol=${p.host.protocol}`,
    ...p.cassettes.map((c) => `cassette.${c.slot}=${c.denom}x${c.capacity}`), `surcharge=${p.surcharge.withdrawal}`,
  ];
  return { terminalId: t.id, format: 'properties', file: `${t.serial}.properties`, exportedAt: at(t.zone, Date.now()), content: `${lines.join('\n')}\n` };
}

export const userRow = (u) => ({
  id: u.id, name: u.name, email: u.email, role: u.role, accountId: u.accountId, lastSeen: at(index.account.get(u.accountId).zone, u.lastSeenAt),
});

const REPORTS = [
  ['dailyTotals', 'Daily totals by terminal', false], ['cashForecast', 'Cash forecast', false], ['uptime', 'Uptime by terminal', false], ['declines', 'Declines by reason', false],
  ['payouts', 'Payouts by group', true], ['disputeAging', 'Dispute ageing', true],
];

export function portalView(scope) {
  const { user, can } = scope;
  const account = index.account.get(user.accountId);
  const brand = db.brands[user.orgId];
  const z = account.zone;
  const latest = (rows, key, n) => [...rows].sort((a, b) => b[key] - a[key]).slice(0, n);
  const ofAccounts = (rows) => rows.filter((x) => scope.accountIds.has(x.accountId));
  const cmds = fault('own-portal-commands') ? db.commands.filter((c) => c.orgId === user.orgId) : scope.only(db.commands);
  return {
    principal: { ...userRow(user), scope: scope.wholeAccount ? 'account' : 'terminals' },
    account: {
      id: account.id, name: account.name, kind: account.kind, tz: z, abn: account.abn, domain: account.domain,
      subAccounts: scope.accounts.filter((a) => a.parentId === account.id && (scope.wholeAccount)).map((a) => ({ id: a.id, name: a.name, tz: a.zone })),
    },
    branding: { displayName: brand.displayName, colour: brand.colour, logoUrl: brand.logoUrl, supportEmail: brand.supportEmail, dns: { ...brand.dns, checkedAt: at(z, brand.dns.checkedAt) } },
    access: { money: can.money, openDisputes: can.openDisputes, deriveSettlements: can.deriveSettlements, readOnly: !can.openDisputes && !can.deriveSettlements, admin: user.role === 'admin' },
    users: scope.users.map(userRow),
    terminals: (fault('portal-terminals-all-accounts') ? db.terminals : scope.terminals).map(terminalRow),
    groups: scope.groups.map((g) => groupRow(g, scope)),
    connectors: scope.connectors.map((c) => connectorRow(c, scope)),
    recent: {
      transactions: latest(scope.only(db.txns), 'at', 20).map(txnRow),
      commands: latest(cmds, 'queuedAt', 15).map(commandRow),
      forms: latest(scope.only(db.forms), 'at', 10).map((f) => ({ id: f.id, terminalId: f.terminalId, name: f.name, state: f.state, at: at(f.zone, f.at) })),
    },
    reports: REPORTS.filter(([, , money]) => can.money || !money).map(([id, title]) => ({ id, title })),
    compliance: scope.only(db.compliance).map((c) => ({ id: c.id, terminalId: c.terminalId, item: c.item, state: c.expiresAt < Date.now() ? 'expired' : c.state === 'expired' ? 'current' : c.state, expires: dateIn(c.zone, c.expiresAt) })),
    onboarding: can.documents ? ofAccounts(db.onboarding).map((o) => ({ id: o.id, accountId: o.accountId, step: o.step, done: o.done })) : [],
    documents: can.documents ? ofAccounts(db.documents).map((d) => ({ id: d.id, accountId: d.accountId, title: d.title, mime: d.mime, at: at(z, d.at) })) : [],
    videos: db.videos.map((v) => ({ ...v })),
  };
}
