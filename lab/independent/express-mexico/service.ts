import { createHash } from 'node:crypto';
import type { Batch, Connector, Dispute, Group, State, Terminal, Tx, User } from './data.ts';
import { batchFigures, createState, DAY, iso, money, NOW, nowMs, oid } from './data.ts';
import type { Fault } from './faults.ts';
import { faults } from './faults.ts';
import {
  BATCH_STATUS,
  buildCatalog,
  buildOpenapi,
  COMMAND_STATUS,
  DEFAULT_LIMIT,
  DISPUTE_STATUS,
  MAX_LIMIT,
  REASONS,
  SORT_KEYS,
} from './openapi.ts';

export type { Fault };
export { faults };
export const name: string = 'mongo-express-mx';
export const keys: ReadonlyMap<string, string> = new Map(
  createState()
    .users.filter((u) => u.apiKey !== null)
    .map((u) => [u.keyName as string, u.apiKey as string]),
);

class HttpError extends Error {
  status: number;
  code: string;
  headers: Record<string, string>;
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
const notFound = (): HttpError =>
  new HttpError(404, 'noEncontrado', 'El recurso no existe o no está disponible para este usuario.');
const badParam = (p: string): HttpError => new HttpError(400, 'parametroInvalido', `El parámetro ${p} no es válido.`);
const badBody = (m: string): HttpError => new HttpError(400, 'cuerpoInvalido', m);
const forbidden = (): HttpError =>
  new HttpError(403, 'permisoInsuficiente', 'El rol del usuario no permite esta operación.');
const HEX = /^[0-9a-f]{24}$/;
const xml = (s: string): string =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const newest =
  (key: string) =>
  (a: any, b: any): number =>
    a[key] === b[key] ? (a._id < b._id ? 1 : -1) : a[key] < b[key] ? 1 : -1;

interface Context {
  user: User;
  params: string[];
  query: URLSearchParams;
  request: Request;
  url: URL;
}
type Handler = (c: Context) => any;

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`unknown fault: ${fault}`);
  const on = (id: string): boolean => fault === id;
  const db: State = createState();
  const groupCache = new Map<string, any>();

  // ---- roles and visibility -------------------------------------------------------------------
  const canDispute = (u: User): boolean => ['administrador', 'gerente'].includes(u.role);
  const canDerive = (u: User): boolean => u.role === 'administrador';
  const sees = (u: User, t: Terminal): boolean =>
    t.orgId === u.orgId &&
    u.accountIds.includes(t.accountId) &&
    (u.terminalIds === null || u.terminalIds.includes(t._id));
  const visible = (u: User): Terminal[] => db.terminals.filter((t) => sees(u, t));
  const visibleIds = (u: User): Set<string> => new Set(visible(u).map((t) => t._id));
  const orgIds = (u: User): Set<string> => new Set(db.terminals.filter((t) => t.orgId === u.orgId).map((t) => t._id));
  const accountIds = (u: User): Set<string> =>
    new Set(db.terminals.filter((t) => u.accountIds.includes(t.accountId)).map((t) => t._id));
  const wholeOrg = (u: User): boolean =>
    u.terminalIds === null && db.accounts.filter((a) => a.orgId === u.orgId).every((a) => u.accountIds.includes(a._id));
  const visibleUsers = (u: User): User[] =>
    db.users.filter(
      (x) =>
        (x.orgId === u.orgId || (on('portal-users-all-tenants') && u.role === 'administrador')) &&
        (['administrador', 'analista'].includes(u.role) ||
          x._id === u._id ||
          (u.role === 'gerente' && x.accountIds.every((a) => u.accountIds.includes(a)))),
    );
  /** A terminal that the user may see, or 404. */
  const terminal = (u: User, id: string, width: 'own' | 'account' | 'org' | 'any' = 'own'): Terminal => {
    const t = db.terminals.find((x) => x._id === id);
    if (!t) throw notFound();
    const ok =
      width === 'any' ||
      (width === 'org' && t.orgId === u.orgId) ||
      (width === 'account' && u.accountIds.includes(t.accountId)) ||
      sees(u, t);
    if (!ok) throw on('error-forbidden-reveals') && t.orgId === u.orgId ? forbidden() : notFound();
    return t;
  };

  // ---- representations --------------------------------------------------------------------------
  const txRow = (t: Tx, place: 'list' | 'terminal' | 'portal'): any => {
    const row: any = {
      _id: t._id,
      code: t.code,
      terminalId: t.terminalId,
      terminalCode: t.terminalCode,
      terminalDateTime: t.at,
      type: t.type,
      sequenceNumber: t.sequenceNumber,
      accountType: t.accountType,
    };
    if (t.emv !== null || on('row-emv-null')) row.emv = t.emv;
    row.network = t.network;
    row.response = { ...t.response };
    row.amountRequested = t.amountRequested;
    row.amountCompleted =
      on('row-decline-completed') && t.type === 'retiro' && t.response.result === 'rechazada'
        ? t.amountRequested
        : t.amountCompleted;
    if (!(on('row-surcharge-missing-inquiry') && t.type === 'consulta')) row.surchargeRequested = t.surchargeRequested;
    row.surchargeCompleted = t.surchargeCompleted;
    row.currency = 'MXN';
    if (t.originalTransactionId !== null) row.originalTransactionId = t.originalTransactionId;
    if (on('row-sequence-missing-terminal') && place === 'terminal') delete row.sequenceNumber;
    if (on('card-pan-inquiry-rows') && t.type === 'consulta') row.cardNumber = t.pan;
    if (on('card-track-terminal-rows') && place === 'terminal') row.track2 = t.track2;
    return row;
  };
  const summaryOf = (rows: Tx[]): any => ({
    totalSurcharge: money(rows.reduce((s, t) => s + t.surchargeCompleted, 0)),
    totalWithdrawn: money(
      rows
        .filter((t) => t.type === 'retiro' || (on('summary-withdrawn-transfers') && t.type === 'transferencia'))
        .reduce((s, t) => s + t.amountCompleted, 0),
    ),
    currency: 'MXN',
  });
  const groupRow = (u: User, g: Group): any => {
    const ids = visibleIds(u);
    const terminalIds = on('scope-group-members-hidden') ? [...g.terminalIds] : g.terminalIds.filter((t) => ids.has(t));
    return {
      _id: g._id,
      code: g.code,
      name: g.name,
      kind: g.kind,
      accountId: g.accountId,
      terminalIds,
      terminalCount: terminalIds.length,
    };
  };
  const connectorRow = (u: User, k: Connector): any => {
    const ids = visibleIds(u);
    const terminalIds = k.terminalIds.filter((t) => ids.has(t));
    return {
      _id: k._id,
      code: k.code,
      name: k.name,
      kind: k.kind,
      status: k.status,
      terminalIds,
      terminalCount: terminalIds.length,
    };
  };
  const visibleGroups = (u: User): Group[] => {
    const ids = visibleIds(u);
    return db.groups.filter((g) => g.terminalIds.some((t) => ids.has(t)));
  };
  const visibleConnectors = (u: User): Connector[] => {
    const ids = visibleIds(u);
    return db.connectors.filter((k) => k.terminalIds.some((t) => ids.has(t)));
  };
  const batchRow = (b: Batch): any => {
    const net =
      on('settlement-net-rejected') && b.status === 'rechazado'
        ? b.creditTotal + b.debitTotal
        : b.creditTotal - b.debitTotal;
    const row: any = {
      _id: b._id,
      code: b.code,
      accountId: b.accountId,
      groupId: b.groupId,
      terminalIds: b.terminalIds,
      status: b.status,
      entryCount: b.entryCount,
      creditCount: b.creditCount,
      debitCount: b.debitCount,
      creditTotal: b.creditTotal,
      debitTotal: b.debitTotal,
      netPayout: money(net),
      currency: 'MXN',
      timing: {
        businessDate: b.businessDate,
        openedAt: b.openedAt,
        closedAt: b.closedAt,
        sentAt: b.sentAt,
        paidAt: b.paidAt,
      },
    };
    if (on('settlement-timing-missing-open') && b.status === 'abierto') delete row.timing;
    return row;
  };
  const disputeRow = (d: Dispute): any => {
    const row: any = {
      _id: d._id,
      code: d.code,
      status: d.status,
      reasonCode: d.reasonCode,
      transactionId: d.transactionId,
      terminalId: d.terminalId,
      amount: d.amount,
      currency: 'MXN',
      openedAt: d.openedAt,
      dueDate: d.dueDate,
      notes: d.notes,
      assignment: d.assignment,
      resolution: d.resolution,
    };
    if (d.status.startsWith('resuelta') || (on('dispute-reviewer-early') && d.status === 'enRevision'))
      row.reviewer = d.reviewer;
    return row;
  };
  const userRow = (u: User): any => ({ _id: u._id, code: u.code, name: u.name, email: u.email, role: u.role });
  const commandsOf = (ids: Set<string>): any[] =>
    db.commands.filter((k) => ids.has(k.terminalId)).sort(newest('queuedAt'));

  // ---- query parameters -------------------------------------------------------------------------
  const paging = (q: URLSearchParams): { skip: number; limit: number } => {
    const l = q.get('limit');
    const s = q.get('skip');
    if (l !== null && (!/^\d{1,6}$/.test(l) || Number(l) < 1 || Number(l) > MAX_LIMIT)) throw badParam('limit');
    if (s !== null && !/^\d{1,6}$/.test(s)) throw badParam('skip');
    return { limit: l === null ? DEFAULT_LIMIT : Number(l), skip: s === null ? 0 : Number(s) };
  };
  const choice = (q: URLSearchParams, p: string, values: string[]): string | null => {
    const v = q.get(p);
    if (v !== null && !values.includes(v)) throw badParam(p);
    return v;
  };
  const idParam = (q: URLSearchParams, p: string): string | null => {
    const v = q.get(p);
    if (v !== null && !HEX.test(v)) throw badParam(p);
    return v;
  };
  const pageOf = (c: Context, rows: any[], map: (x: any) => any): any => {
    const { skip, limit } = paging(c.query);
    return { results: rows.slice(skip, skip + limit).map(map), total: rows.length, skip, limit };
  };

  // ---- transactions -----------------------------------------------------------------------------
  const sorter = (q: URLSearchParams): ((a: Tx, b: Tx) => number) => {
    const by = choice(q, 'sort_by', SORT_KEYS) ?? 'date';
    let dir = choice(q, 'sort_dir', ['asc', 'desc']) ?? 'desc';
    if (on('sort-desc-ascending') && by === 'amt_comp') dir = 'asc';
    const value = (t: Tx): any =>
      by === 'amt_req'
        ? t.amountRequested
        : by === 'sur_comp'
          ? t.surchargeCompleted
          : by === 'seq'
            ? t.sequenceNumber
            : by === 'date'
              ? t.at
              : on('sort-amount-requested')
                ? t.amountRequested
                : on('sort-amount-as-text')
                  ? String(t.amountCompleted)
                  : t.amountCompleted;
    const sign = dir === 'asc' ? 1 : -1;
    return (a, b) => {
      const x = value(a);
      const y = value(b);
      return x < y ? -sign : x > y ? sign : newest('at')(a, b);
    };
  };
  const txPage = (c: Context, matching: Tx[], place: 'list' | 'terminal', summaryRows: Tx[] = matching): any => {
    const { skip, limit } = paging(c.query);
    const compare = sorter(c.query);
    const sorted = [...matching].sort(compare);
    const from = on('page-overlap') && skip > 0 ? skip - 1 : skip;
    let to = from + limit;
    if (on('limit-off-by-one')) to += 1;
    if (on('limit-ignored-with-sort') && c.query.has('sort_by')) to = sorted.length;
    let rows = sorted.slice(from, to);
    if (on('sort-within-page')) rows = [...matching].sort(newest('at')).slice(from, to).sort(compare);
    if (on('limit-before-scope') && place === 'list') {
      const org = orgIds(c.user);
      const keep = new Set(matching);
      rows = db.transactions
        .filter((t) => org.has(t.terminalId))
        .sort(compare)
        .slice(from, to)
        .filter((t) => keep.has(t));
    }
    const out: any = { results: rows.map((t) => txRow(t, place)), total: matching.length, skip, limit };
    if (!(on('summary-missing-when-empty') && matching.length === 0))
      out.summary = summaryOf(on('summary-page-only') ? rows : summaryRows);
    return out;
  };
  const listTransactions: Handler = (c) => {
    const terminalId = idParam(c.query, 'terminal_id');
    const groupId = idParam(c.query, 'group_id');
    let ids = visibleIds(c.user);
    if (on('scope-transactions-account-user-sees-org') && c.user.role === 'gerente') ids = orgIds(c.user);
    if (on('scope-transactions-hides-maintenance'))
      ids = new Set([...ids].filter((id) => db.terminals.find((t) => t._id === id)?.status !== 'mantenimiento'));
    const group = groupId === null ? undefined : db.groups.find((g) => g._id === groupId && g.orgId === c.user.orgId);
    if (groupId !== null) {
      const members = group?.terminalIds ?? [];
      if (on('scope-group-filter-bypass')) ids = new Set(members);
      else if (!(on('filter-group-label-ignored') && group?.kind === 'etiqueta'))
        ids = new Set(members.filter((t) => ids.has(t)));
    }
    if (terminalId !== null && !(on('filter-group-overrides-terminal') && groupId !== null))
      ids = new Set(ids.has(terminalId) || on('scope-terminal-filter-bypass') ? [terminalId] : []);
    const matching = db.transactions.filter((t) => ids.has(t.terminalId));
    const org = orgIds(c.user);
    const forSummary =
      on('summary-unscoped') && c.user.terminalIds !== null && terminalId === null && groupId === null
        ? db.transactions.filter((t) => org.has(t.terminalId))
        : matching;
    return txPage(c, matching, 'list', forSummary);
  };
  const terminalTransactions: Handler = (c) => {
    const t = terminal(c.user, c.params[0]!, on('scope-terminal-transactions-account') ? 'account' : 'own');
    const match = on('terminal-transactions-code-prefix')
      ? (x: Tx) => x.terminalCode.startsWith(t.code)
      : (x: Tx) => x.terminalId === t._id;
    return txPage(c, db.transactions.filter(match), 'terminal');
  };
  const timeline: Handler = (c) => {
    const t = db.transactions.find((x) => x._id === c.params[0]);
    if (!t) throw notFound();
    terminal(c.user, t.terminalId, on('scope-timeline-any-tenant') ? 'any' : 'own');
    const at = Date.parse(t.at);
    const kind = { retiro: 'Retiro', consulta: 'Consulta', transferencia: 'Transferencia', reverso: 'Reverso' }[t.type];
    const entries: any[] = [
      { at: iso(at), stage: 'solicitud', detail: `${kind} solicitado por ${t.amountRequested.toFixed(2)} MXN` },
      { at: iso(at + 1200), stage: 'autorizacion', detail: `Respuesta ${t.response.code}: ${t.response.description}` },
    ];
    if (t.type === 'retiro' && t.amountCompleted > 0)
      entries.push({
        at: iso(at + 9400),
        stage: 'entrega',
        detail: `Efectivo entregado: ${t.amountCompleted.toFixed(2)} MXN`,
      });
    if (t.type === 'reverso')
      entries.push({
        at: iso(at + 2100),
        stage: 'reverso',
        detail: on('card-pan-timeline-reversal')
          ? `Abono devuelto a la tarjeta ${t.pan}`
          : 'Abono devuelto a la cuenta',
      });
    for (const d of db.disputes.filter((x) => x.transactionId === t._id)) {
      entries.push({ at: d.openedAt, stage: 'disputa', detail: `Disputa ${d.code} abierta` });
      if (d.resolution.resolvedAt !== null)
        entries.push({ at: d.resolution.resolvedAt, stage: 'resolucion', detail: `Disputa ${d.code} resuelta` });
    }
    if (on('card-pin-block-timeline') && t.response.code === '55') entries[1].pinBlock = t.pinBlock;
    return {
      transactionId: t._id,
      transactionCode: t.code,
      terminalId: t.terminalId,
      terminalCode: t.terminalCode,
      results: entries,
      total: entries.length,
    };
  };

  // ---- settlements and disputes -----------------------------------------------------------------
  const listSettlements: Handler = (c) => {
    const status = choice(c.query, 'status', BATCH_STATUS);
    const ids = on('scope-settlements-account-wide') ? accountIds(c.user) : visibleIds(c.user);
    const rows = db.settlements.filter(
      (b) =>
        b.orgId === c.user.orgId && b.terminalIds.every((t) => ids.has(t)) && (status === null || b.status === status),
    );
    return pageOf(
      c,
      [...rows].sort((a, b) =>
        a.businessDate === b.businessDate ? (a._id < b._id ? -1 : 1) : a.businessDate < b.businessDate ? 1 : -1,
      ),
      batchRow,
    );
  };
  const listDisputes: Handler = (c) => {
    const status = choice(c.query, 'status', DISPUTE_STATUS);
    const ids = on('scope-disputes-org') ? orgIds(c.user) : visibleIds(c.user);
    return pageOf(
      c,
      db.disputes
        .filter((d) => ids.has(d.terminalId) && (status === null || d.status === status))
        .sort(newest('openedAt')),
      disputeRow,
    );
  };
  const body = async (c: Context, allowed: string[]): Promise<any> => {
    let value: any;
    try {
      value = JSON.parse(await c.request.text());
    } catch {
      throw badBody('El cuerpo no es JSON válido.');
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw badBody('El cuerpo debe ser un objeto.');
    const unknown = Object.keys(value).find((k) => !allowed.includes(k));
    if (unknown !== undefined) throw badBody(`Campo desconocido: ${unknown}`);
    return value;
  };
  const derive: Handler = async (c) => {
    if (!canDerive(c.user) && !(on('write-derive-analyst') && c.user.role === 'analista')) throw forbidden();
    const b = await body(c, ['groupId', 'businessDate']);
    if (typeof b.groupId !== 'string' || !HEX.test(b.groupId)) throw badBody('groupId es obligatorio.');
    if (
      typeof b.businessDate !== 'string' ||
      !/^\d{4}-\d{2}-\d{2}$/.test(b.businessDate) ||
      Number.isNaN(Date.parse(b.businessDate)) ||
      iso(Date.parse(b.businessDate)).slice(0, 10) !== b.businessDate
    )
      throw badBody('businessDate debe ser una fecha AAAA-MM-DD.');
    const g = visibleGroups(c.user).find((x) => x._id === b.groupId);
    if (!g) throw notFound();
    if (g.kind !== 'ruta' || g.accountId === null)
      throw new HttpError(422, 'grupoNoLiquidable', 'Solo se liquidan grupos de tipo ruta.');
    if (db.settlements.some((s) => s.groupId === g._id && s.businessDate === b.businessDate))
      throw new HttpError(409, 'liquidacionExistente', 'Ya existe un lote de esa ruta y fecha.');
    const figures = batchFigures(db, g, b.businessDate);
    if (!figures) throw new HttpError(422, 'sinMovimientos', 'No hay movimientos de esa ruta en esa fecha.');
    const batch: Batch = {
      _id: oid('stl', db.settlements.length + 1),
      code: `LOTE-${b.businessDate.replaceAll('-', '')}-${g.code.slice(4)}`,
      orgId: g.orgId,
      accountId: g.accountId,
      groupId: g._id,
      terminalIds: [...g.terminalIds],
      status: 'abierto',
      ...figures,
      businessDate: b.businessDate,
      openedAt: NOW,
      closedAt: null,
      sentAt: null,
      paidAt: null,
    };
    db.settlements.push(batch);
    return { status: 201, json: batchRow(batch) };
  };
  const createDispute: Handler = async (c) => {
    const allowed = canDispute(c.user) || (on('write-dispute-read-role') && c.user.role === 'tecnico');
    const late = on('write-dispute-denied-but-saved');
    if (!allowed && !late) throw forbidden();
    const b = await body(c, ['transactionId', 'reasonCode', 'amount', 'notes']);
    if (typeof b.transactionId !== 'string' || !HEX.test(b.transactionId))
      throw badBody('transactionId es obligatorio.');
    if (!REASONS.includes(b.reasonCode)) throw badBody('reasonCode no es válido.');
    if (typeof b.amount !== 'number' || !(b.amount > 0) || money(b.amount) !== b.amount)
      throw badBody('amount debe ser un número positivo con dos decimales como máximo.');
    if (b.notes !== undefined && (typeof b.notes !== 'string' || b.notes.length > 500))
      throw badBody('notes no es válido.');
    const tx = db.transactions.find((x) => x._id === b.transactionId);
    if (!tx) throw notFound();
    terminal(c.user, tx.terminalId, on('write-dispute-foreign-account') ? 'org' : 'own');
    if (b.amount > tx.amountRequested)
      throw new HttpError(422, 'montoExcedido', 'El monto supera lo solicitado en la transacción.');
    if (db.disputes.some((d) => d.transactionId === tx._id && !d.status.startsWith('resuelta')))
      throw new HttpError(409, 'disputaExistente', 'La transacción ya tiene una disputa en curso.');
    const n = db.disputes.length + 1;
    const d: Dispute = {
      _id: oid('dis', n),
      code: `DIS-${String(n).padStart(4, '0')}`,
      status: 'abierta',
      reasonCode: b.reasonCode,
      transactionId: tx._id,
      terminalId: tx.terminalId,
      amount: b.amount,
      openedAt: NOW,
      dueDate: on('dispute-due-date-missing-new') ? (undefined as any) : iso(nowMs + 15 * DAY),
      notes: b.notes ?? null,
      assignment: { team: 'mesaDisputas', assignee: null, assignedAt: null },
      resolution: { outcome: null, resolvedAt: null, comment: null },
      reviewer: { name: '', role: '', reviewedAt: NOW },
    };
    db.disputes.push(d);
    if (!allowed) throw forbidden();
    return { status: 201, json: disputeRow(d) };
  };

  // ---- terminals --------------------------------------------------------------------------------
  const listLocations: Handler = (c) => {
    const ids = visibleIds(c.user);
    return pageOf(
      c,
      db.locations.filter((l) => ids.has(l.terminalId)),
      (l) => ({ ...l }),
    );
  };
  const getLocation: Handler = (c) => {
    const t = terminal(c.user, c.params[0]!, on('scope-location-detail-org') ? 'org' : 'own');
    return { ...db.locations.find((l) => l.terminalId === t._id) };
  };
  const statusMonitoring: Handler = (c) => {
    const t = terminal(c.user, c.params[0]!, on('scope-status-any-tenant') ? 'any' : 'own');
    const cassettes = [
      [1, 100, 180 + t.n * 17],
      [2, 200, 90 + t.n * 23],
      [3, 500, 40 + t.n * 11],
    ].map(([position, denomination, notes]) => ({ position, denomination, notes }));
    const out: any = {
      terminalId: t._id,
      terminalCode: t.code,
      status: t.status,
      statusChangedAt: t.statusChangedAt,
      lastHeartbeatAt: t.lastHeartbeatAt,
      telemetry: {
        cashRemaining: cassettes.reduce((s, k) => s + k.denomination! * k.notes!, 0),
        currency: 'MXN',
        cassettes,
        signalPercent: t.status === 'fueraDeLinea' ? 0 : 60 + t.n,
        temperatureCelsius: money(24 + t.n * 0.3),
        paperStatus: t.n % 4 ? 'suficiente' : 'bajo',
      },
      alerts: db.alerts
        .filter((a) => a.terminalId === t._id)
        .sort(newest('openedAt'))
        .map((a) => ({
          _id: a._id,
          code: a.code,
          kind: a.kind,
          severity: a.severity,
          status: a.status,
          openedAt: a.openedAt,
        })),
    };
    if (on('telemetry-missing-offline') && t.status === 'fueraDeLinea') delete out.telemetry;
    return out;
  };
  const listCommands: Handler = (c) => {
    const t = terminal(c.user, c.params[0]!, on('scope-commands-org') ? 'org' : 'own');
    const status = choice(c.query, 'status', COMMAND_STATUS);
    return pageOf(
      c,
      commandsOf(new Set([t._id])).filter((k) => status === null || k.status === status),
      (k) => ({ ...k }),
    );
  };
  const payloadOf = (t: Terminal): any => ({
    terminalId: t._id,
    terminalCode: t.code,
    version: 3 + (t.n % 4),
    generatedAt: '2026-03-12T06:00:00.000Z',
    parameters: {
      model: t.model,
      serialNumber: t.serialNumber,
      hostName: 'switch.cajafacil.example',
      hostPort: 7440 + (t.n % 5),
      timeZone: t.code.startsWith('CJ-CUN') ? 'America/Cancun' : 'America/Mexico_City',
      surcharge: t.surcharge,
      currency: 'MXN',
      receiptHeader: t.name,
      denominations: [100, 200, 500],
    },
  });
  const payload: Handler = (c) => payloadOf(terminal(c.user, c.params[0]!));
  const exportOf: Handler = (c) => {
    const t = terminal(c.user, c.params[0]!, on('scope-export-org') ? 'org' : 'own');
    const pl = payloadOf(t);
    const lines = Object.entries(pl.parameters).map(([k, v]) => `${k}=${Array.isArray(v) ? v.join(',') : v}`);
    if (on('export-as-csv'))
      return {
        raw: `campo,valor\n${lines.map((l) => l.replace('=', ',')).join('\n')}\n`,
        type: 'text/csv; charset=utf-8',
      };
    return {
      terminalId: t._id,
      terminalCode: t.code,
      fileName: `${t.code}-v${pl.version}.json`,
      exportedAt: NOW,
      lines,
      jobs: db.jobs
        .filter((j) => j.terminalId === t._id)
        .sort(newest('createdAt'))
        .map((j) => ({ ...j })),
    };
  };

  // ---- connectors and groups --------------------------------------------------------------------
  const listConnectors: Handler = (c) =>
    pageOf(
      c,
      on('scope-connectors-org') ? db.connectors.filter((k) => k.orgId === c.user.orgId) : visibleConnectors(c.user),
      (k) => connectorRow(c.user, k),
    );
  const connectorStatus: Handler = (c) => {
    const k = visibleConnectors(c.user).find((x) => x._id === c.params[0]);
    if (!k) throw notFound();
    const ids = on('connector-status-hidden-terminals') ? orgIds(c.user) : visibleIds(c.user);
    const list = db.terminals
      .filter((t) => k.terminalIds.includes(t._id) && ids.has(t._id))
      .map((t) => ({ terminalId: t._id, terminalCode: t.code, status: t.status }));
    return {
      connectorId: k._id,
      connectorCode: k.code,
      status: k.status,
      lastCheckAt: k.lastCheckAt,
      latencyMs: k.latencyMs,
      terminals: list,
      terminalCount: list.length,
    };
  };
  const listGroups: Handler = (c) => {
    const key = c.url.pathname + c.url.search;
    if (on('scope-groups-response-cached') && groupCache.has(key)) return groupCache.get(key);
    const out = pageOf(c, visibleGroups(c.user), (g) => groupRow(c.user, g));
    groupCache.set(key, out);
    return out;
  };

  // ---- portal -----------------------------------------------------------------------------------
  const portal: Handler = (c) => {
    const u = c.user;
    const ids = visibleIds(u);
    const own = (list: any[]): any[] => list.filter((x) => ids.has(x.terminalId));
    const org = db.orgs.find((o) => o._id === u.orgId) as any;
    const principal =
      on('portal-principal-admin') && u.role === 'analista'
        ? (db.users.find((x) => x.orgId === u.orgId && x.role === 'administrador') as User)
        : u;
    const out: any = {
      principal: userRow(principal),
      accounts: db.accounts.filter((a) => u.accountIds.includes(a._id)).map(({ orgId: _o, ...a }) => a),
      organization: { _id: org._id, code: org.code, name: org.name, branding: org.branding, dns: org.dns },
      accessFlags: {
        canReadReports: true,
        canCreateDisputes: canDispute(u),
        canDeriveSettlements: canDerive(u),
        seesWholeOrganization: wholeOrg(u),
        seesWholeAccounts: u.terminalIds === null,
      },
      users: visibleUsers(u).map(userRow),
      terminals: visible(u).map((t) => ({
        _id: t._id,
        code: t.code,
        name: t.name,
        accountId: t.accountId,
        status: t.status,
        model: t.model,
        serialNumber: t.serialNumber,
        lastHeartbeatAt: t.lastHeartbeatAt,
      })),
      groups: visibleGroups(u).map((g) => groupRow(u, g)),
      connectors: visibleConnectors(u).map((k) => connectorRow(u, k)),
      recent: {
        transactions: db.transactions
          .filter((t) => ids.has(t.terminalId))
          .sort(newest('at'))
          .slice(0, 20)
          .map((t) => txRow(t, 'portal')),
        commands: commandsOf(on('portal-commands-unscoped') ? orgIds(u) : ids).slice(0, 20),
        forms: own(db.forms).sort(newest('submittedAt')).slice(0, 20),
      },
      reportCatalog: [
        { code: 'REP-TX', name: 'Transacciones por periodo', path: '/v1/transactions' },
        { code: 'REP-LIQ', name: 'Liquidaciones ACH', path: '/v1/settlements' },
        { code: 'REP-DIS', name: 'Disputas', path: '/v1/disputes' },
        { code: 'REP-UBI', name: 'Ubicaciones', path: '/v1/locations' },
      ],
      complianceVault: own(db.compliance),
      onboarding: own(db.onboarding),
      documents: db.documents.filter((d) =>
        d.terminalId === null ? u.terminalIds === null && u.accountIds.includes(d.accountId) : ids.has(d.terminalId),
      ),
      videos: db.videos,
    };
    if (on('portal-forms-missing') && !canDispute(u)) delete out.recent.forms;
    if (on('portal-dns-missing')) delete out.organization.dns;
    if (on('portal-onboarding-missing') && u.accountIds.length === 1) delete out.onboarding;
    return out;
  };

  // ---- feeds ------------------------------------------------------------------------------------
  interface Item {
    category: string;
    guid: string;
    at: string;
    title: string;
    description: string;
    terminalCode: string;
  }
  const rss = (title: string, description: string, link: string, items: Item[], type = 'application/rss+xml'): any => {
    const sorted = [...items].sort((a, b) => (a.at === b.at ? (a.guid < b.guid ? -1 : 1) : a.at < b.at ? 1 : -1));
    const text = sorted
      .map(
        (i) =>
          `    <item>\n      <title>${xml(i.title)}</title>\n      <description>${xml(i.description)}</description>\n      <category>${i.category}</category>\n      <category domain="terminal">${i.terminalCode}</category>\n      <guid isPermaLink="false">${i.guid}</guid>\n      <pubDate>${new Date(i.at).toUTCString()}</pubDate>\n    </item>`,
      )
      .join('\n');
    return {
      raw: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n  <channel>\n    <title>${xml(title)}</title>\n    <link>${link}</link>\n    <description>${xml(description)}</description>\n    <language>es-mx</language>\n    <lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>\n${text}\n  </channel>\n</rss>\n`,
      type: `${type}; charset=utf-8`,
    };
  };
  const statusItems = (t: Terminal): Item[] => [
    {
      category: 'latido',
      guid: `latido:${t._id}`,
      at: t.lastHeartbeatAt,
      title: `${t.code} ${t.name}: último latido`,
      description: `Estado actual ${t.status}; último latido ${t.lastHeartbeatAt}`,
      terminalCode: t.code,
    },
    {
      category: 'estado',
      guid: `estado:${t._id}`,
      at: t.statusChangedAt,
      title: `${t.code}: cambio de estado a ${t.status}`,
      description: `${t.name} pasó a ${t.status}`,
      terminalCode: t.code,
    },
  ];
  const txItem = (t: Tx): Item => ({
    category: 'transaccion',
    guid: `transaccion:${t._id}`,
    at: t.at,
    title: `${t.terminalCode}: ${t.type} ${t.code}`,
    description: `${t.response.description}; completado ${t.amountCompleted.toFixed(2)} MXN`,
    terminalCode: t.terminalCode,
  });
  const alertItem = (a: any): Item => ({
    category: 'alerta',
    guid: `alerta:${a._id}`,
    at: a.openedAt,
    title: `${a.terminalCode}: ${a.kind}`,
    description: `Severidad ${a.severity}, ${a.status}`,
    terminalCode: a.terminalCode,
  });
  const journalItem = (j: any): Item => ({
    category: 'bitacora',
    guid: `bitacora:${j._id}`,
    at: j.at,
    title: `${j.terminalCode}: ${j.event}`,
    description: j.detail,
    terminalCode: j.terminalCode,
  });
  const accountFeed: Handler = (c) => {
    const ids = visibleIds(c.user);
    const items: Item[] = visible(c.user).flatMap(statusItems);
    items.push(...db.transactions.filter((t) => ids.has(t.terminalId) && Date.parse(t.at) > nowMs - DAY).map(txItem));
    const alertScope = on('feed-account-alerts-unscoped') ? orgIds(c.user) : ids;
    items.push(...db.alerts.filter((a) => alertScope.has(a.terminalId)).map(alertItem));
    if (!on('feed-account-journal-missing'))
      items.push(...db.journal.filter((j) => ids.has(j.terminalId)).map(journalItem));
    return rss(
      'CajaFácil: actividad de la cuenta',
      'Resumen de las terminales visibles',
      '/v1/feeds/account.xml',
      items,
    );
  };
  const terminalFeed: Handler = (c) => {
    const t = terminal(c.user, c.params[0]!, on('feed-terminal-out-of-scope') ? 'any' : 'own');
    const mine = (list: any[]): any[] => list.filter((x) => x.terminalId === t._id);
    const items: Item[] = statusItems(t);
    items.push(
      ...mine(db.transactions)
        .filter((x) => Date.parse(x.at) > nowMs - 3 * DAY)
        .map(txItem),
      ...mine(db.alerts).map(alertItem),
      ...mine(db.journal).map(journalItem),
    );
    items.push(
      ...mine(db.commands).map((k) => ({
        category: 'comando',
        guid: `comando:${k._id}`,
        at: k.completedAt ?? k.queuedAt,
        title: `${k.terminalCode}: ${k.command} ${k.status}`,
        description: `Comando ${k.code} en cola desde ${k.queuedAt}`,
        terminalCode: k.terminalCode,
      })),
    );
    if (!on('feed-terminal-jobs-missing'))
      items.push(
        ...mine(db.jobs).map((j) => ({
          category: 'aprovisionamiento',
          guid: `aprovisionamiento:${j._id}`,
          at: j.finishedAt ?? j.createdAt,
          title: `${j.terminalCode}: ${j.kind} ${j.status}`,
          description: `Trabajo ${j.code}`,
          terminalCode: j.terminalCode,
        })),
      );
    return rss(
      `CajaFácil: ${t.code} ${t.name}`,
      'Actividad de una terminal',
      `/v1/feeds/terminals/${t._id}.xml`,
      items,
      on('feed-terminal-content-type') ? 'text/xml' : 'application/rss+xml',
    );
  };

  // ---- public -----------------------------------------------------------------------------------
  const openapiText = JSON.stringify(buildOpenapi(fault));
  const etag = `"${createHash('sha256').update(openapiText).digest('hex').slice(0, 24)}"`;
  const openapi: Handler = (c) => {
    const headers = {
      'cache-control': on('openapi-not-cacheable') ? 'no-store' : 'public, max-age=3600',
      ...(on('openapi-not-cacheable') ? {} : { etag }),
    };
    const given = c.request.headers.get('if-none-match');
    if (
      !on('openapi-not-cacheable') &&
      given !== null &&
      given.split(',').some((x) => x.trim().replace(/^W\//, '') === etag)
    )
      return { raw: null, status: 304, headers };
    return { raw: openapiText, type: 'application/json; charset=utf-8', headers };
  };
  const brandingStatus: Handler = () => {
    const out: any = {
      status: 'listo',
      branding: { ready: true, status: 'publicada' },
      docsHost: { host: 'docs.cajafacil.example', ready: true, dnsStatus: 'verificado', tlsStatus: 'vigente' },
      checkedAt: '2026-03-12T17:45:00.000Z',
    };
    if (on('branding-docs-host-missing')) delete out.docsHost;
    return { json: out, headers: { 'cache-control': 'public, max-age=60' } };
  };

  // ---- routes -----------------------------------------------------------------------------------
  const ID = '([^/]+)';
  const route = (method: string, path: string, handler: Handler, open = false): any => ({
    method,
    re: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(':id', ID)}$`),
    handler,
    open,
    path,
  });
  const routes = [
    route('GET', '/v1/portal', portal),
    route('GET', '/v1/integrations/catalog', () => buildCatalog(fault)),
    route('GET', '/v1/integrations/public-openapi.json', openapi, true),
    route('GET', '/v1/transactions', listTransactions),
    route('GET', '/v1/transactions/:id/timeline', timeline),
    route('GET', '/v1/settlements', listSettlements),
    route('POST', '/v1/settlements/derive', derive),
    route('GET', '/v1/disputes', listDisputes),
    route('POST', '/v1/disputes', createDispute),
    route('GET', '/v1/locations', listLocations),
    route('GET', '/v1/locations/:id', getLocation),
    route('GET', '/v1/terminals/:id/status-monitoring', statusMonitoring),
    route('GET', '/v1/terminals/:id/transactions', terminalTransactions),
    route('GET', '/v1/connectors', listConnectors),
    route('GET', '/v1/connectors/:id/status', connectorStatus),
    route('GET', '/v1/terminal-groups', listGroups),
    route('GET', '/v1/terminals/:id/commands', listCommands),
    route('GET', '/v1/terminals/:id/provisioning-payload', payload),
    route('GET', '/v1/terminals/:id/provisioning-export', exportOf),
    route('GET', '/v1/feeds/account.xml', accountFeed),
    route('GET', '/v1/feeds/terminals/:id.xml', terminalFeed),
    route('GET', '/v1/public/branding-status', brandingStatus, true),
  ];
  if (on('compliance-endpoint'))
    routes.push(
      route('GET', '/v1/compliance', (c) => {
        const ids = visibleIds(c.user);
        return pageOf(
          c,
          db.compliance.filter((x) => ids.has(x.terminalId)),
          (x) => ({ ...x }),
        );
      }),
    );

  const userOf = (key: string | null): User | undefined => {
    if (key === null || key === '') return undefined;
    return db.users.find(
      (u) =>
        u.apiKey !== null &&
        (u.apiKey === key || (on('auth-key-prefix') && u.apiKey.slice(0, 16) === key.slice(0, 16))),
    );
  };
  const authenticate = (r: any, request: Request, params: string[]): User => {
    const key = request.headers.get('x-api-key');
    const user = userOf(key);
    const anyone = db.users[0]!;
    if (r.open) {
      if (!user && on('auth-openapi-needs-key') && r.path.endsWith('.json')) throw unauthenticated();
      if (!user && key !== null && on('auth-public-rejects-bad-key') && r.path.endsWith('branding-status'))
        throw unauthenticated();
      return anyone;
    }
    if (user) return user;
    if (key === null) {
      if (on('auth-locations-without-key') && r.path === '/v1/locations') return anyone;
      if (on('auth-catalog-without-key') && r.path === '/v1/integrations/catalog') return anyone;
      if (on('auth-terminal-feed-without-key') && r.path === '/v1/feeds/terminals/:id.xml') {
        const t = db.terminals.find((x) => x._id === params[0]);
        return db.users.find((u) => u.role === 'administrador' && u.orgId === t?.orgId) ?? anyone;
      }
    }
    throw unauthenticated();
  };
  const unauthenticated = (): HttpError =>
    new HttpError(401, 'noAutenticado', 'Falta la clave de acceso o no es válida.');

  const PRIVATE = { 'cache-control': 'private, no-store', vary: 'X-API-Key' };
  const jsonResponse = (status: number, value: any, headers: Record<string, string>): Response =>
    new Response(JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    });

  return async (request: Request): Promise<Response> => {
    let response: Response;
    try {
      const url = new URL(request.url);
      let path = url.pathname;
      if (on('unversioned-alias') && !path.startsWith('/v1/')) path = `/v1${path}`;
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const same = routes.filter((r) => r.re.test(path));
      if (same.length === 0) throw new HttpError(404, 'rutaDesconocida', 'La ruta no existe.');
      const r = same.find((x) => x.method === method);
      if (!r)
        throw new HttpError(405, 'metodoNoPermitido', 'El método no está permitido en esta ruta.', {
          allow: same.map((x) => x.method).join(', '),
        });
      const params = (r.re.exec(path) as RegExpExecArray).slice(1).map((x) => {
        try {
          return decodeURIComponent(x);
        } catch {
          return x;
        }
      });
      const user = authenticate(r, request, params);
      const out = await r.handler({ user, params, query: url.searchParams, request, url });
      const headers = { ...PRIVATE, ...(out.headers ?? {}) };
      if (r.open) delete (headers as any).vary;
      if ('raw' in out)
        response = new Response(out.raw, {
          status: out.status ?? 200,
          headers: { ...(out.type ? { 'content-type': out.type } : {}), ...headers },
        });
      else if ('json' in out) response = jsonResponse(out.status ?? 200, out.json, headers);
      else response = jsonResponse(200, out, PRIVATE);
    } catch (e) {
      if (e instanceof HttpError)
        response = jsonResponse(
          e.status,
          { ok: false, code: e.code, message: e.message },
          { 'cache-control': 'no-store', ...e.headers },
        );
      else
        response = jsonResponse(
          500,
          { ok: false, code: 'errorInterno', message: 'Error interno.' },
          { 'cache-control': 'no-store' },
        );
    }
    if (request.method === 'HEAD') return new Response(null, { status: response.status, headers: response.headers });
    return response;
  };
}
