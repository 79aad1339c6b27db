// Who sees what. Every handler goes through a scope; nothing reads the store past it.
import { db, index } from './data.mjs';
import { fault, forbidden, notFound } from './util.mjs';

const ROLES = {
  admin: { money: true, openDisputes: true, deriveSettlements: true, seeUsers: 'account', documents: true },
  auditor: { money: true, openDisputes: false, deriveSettlements: false, seeUsers: 'account', documents: true },
  manager: { money: true, openDisputes: true, deriveSettlements: false, seeUsers: 'account', documents: true },
  viewer: { money: true, openDisputes: false, deriveSettlements: false, seeUsers: 'self', documents: false },
  technician: { money: false, openDisputes: false, deriveSettlements: false, seeUsers: 'self', documents: false },
};

const cache = new Map();

export function scopeOf(user) {
  let s = cache.get(user.id);
  if (!s) cache.set(user.id, (s = new Scope(user)));
  return s;
}

class Scope {
  constructor(user) {
    this.user = user;
    this.can = ROLES[user.role];
    this.accounts = db.accounts.filter((a) => a.id === user.accountId || a.parentId === user.accountId);
    this.accountIds = new Set(this.accounts.map((a) => a.id));
    const listed = user.terminalIds && new Set(user.terminalIds);
    this.terminals = db.terminals.filter((t) => this.accountIds.has(t.accountId) && (!listed || listed.has(t.id)));
    this.terminalIds = new Set(this.terminals.map((t) => t.id));
    this.wholeAccount = !listed;
    this.groups = db.groups.filter((g) => this.accountIds.has(g.accountId) && (this.wholeAccount || this.terminalsOf(g.id).length > 0));
    this.groupIds = new Set(this.groups.map((g) => g.id));
    this.locations = db.locations.filter((l) => this.terminals.some((t) => t.locationId === l.id));
    const used = new Set(this.terminals.map((t) => t.connectorId));
    // Whoever sees the whole organisation also sees its unused standby links.
    this.wholeOrg = this.wholeAccount && user.accountId === user.orgId;
    this.connectors = db.connectors.filter((c) => c.orgId === user.orgId && (this.wholeOrg || used.has(c.id)));
    this.users = db.users.filter((u) => (this.can.seeUsers === 'self' ? u.id === user.id : this.accountIds.has(u.accountId)));
  }

  sees(terminalId) {
    return this.terminalIds.has(terminalId);
  }

  /** Rows that hang off a terminal (transactions, commands, alerts, …). */
  only(rows) {
    return rows.filter((x) => this.terminalIds.has(x.terminalId));
  }

  /** Visible terminals of a group and of the groups below it. */
  terminalsOf(groupId) {
    const ids = new Set([groupId, ...db.groups.filter((g) => g.parentId === groupId).map((g) => g.id)]);
    return this.terminals.filter((t) => ids.has(t.groupId));
  }

  terminal(id) {
    if (!this.sees(id)) throw notFound('No such terminal');
    return index.terminal.get(id);
  }

  txns() {
    if (fault('only-first-group-visible') && !this.wholeAccount) {
      const first = this.terminals[0].groupId;
      return this.only(db.txns).filter((x) => x.groupId === first);
    }
    return this.only(db.txns);
  }

  /** A batch is shown only to users who see every terminal in it. */
  batches() {
    this.needMoney();
    if (fault('own-batches-org-wide')) return db.batches.filter((b) => b.orgId === this.user.orgId);
    return db.batches.filter((b) => this.seesBatch(b));
  }

  seesBatch(b) {
    return this.can.money && b.terminalIds.every((id) => this.terminalIds.has(id));
  }

  disputes() {
    this.needMoney();
    if (fault('own-disputes-by-account')) return db.disputes.filter((d) => this.accountIds.has(d.accountId));
    return this.only(db.disputes);
  }

  needMoney() {
    if (!this.can.money) throw forbidden('Settlements and disputes are not part of your role');
  }
}
