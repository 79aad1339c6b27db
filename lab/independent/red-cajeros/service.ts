// @ts-nocheck: written without noUncheckedIndexedAccess
import { createHash } from 'node:crypto';
import type { Batch, Dispute, TenantKey, Terminal, Txn, User } from './data.ts';
import * as D from './data.ts';
import { openapi } from './docs.ts';
import { faults } from './faults.ts';

export { faults };
export const name = 'red-cajeros-gateway';
export const title = 'Red de Cajeros: gateway REST sobre GraphQL (Go)';
export const keys: Map<string, string> = new Map(D.users.map((u) => [u.name, u.key]));

const NOW = D.NOW,
  DAY = 86_400_000;
const DEFAULT_LIMIT = 50,
  MAX_LIMIT = 200;
const SORTS = ['term_dt', 'seq', 'type', 'amt_req', 'amt_comp', 'sur_req', 'sur_comp'];
const MOTIVOS = ['D01_NO_DISPENSADO', 'D02_DISPENSA_PARCIAL', 'D07_NO_RECONOCIDA'];
const FAMILIES: {
  clave: string;
  titulo: string;
  portal: string[];
  api: string[];
  events: string[];
  feeds: string[];
  notes: string[];
}[] = [
  {
    clave: 'cuenta_y_flota',
    titulo: 'Cuenta y vista de flota',
    portal: ['Inicio', 'Perfil de la cuenta', 'Marca y dominio'],
    api: [
      'GET /v1/portal',
      'GET /v1/integrations/catalog',
      'GET /v1/integrations/public-openapi.json',
      'GET /v1/public/branding-status',
    ],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    feeds: ['/v1/feeds/account.xml'],
    notes: ['La vista del portal es la primera llamada más segura.'],
  },
  {
    clave: 'cajeros_y_telemetria',
    titulo: 'Cajeros, ubicaciones y telemetría',
    portal: ['Mapa de cajeros', 'Ficha del cajero'],
    api: [
      'GET /v1/locations',
      'GET /v1/locations/{terminal_id}',
      'GET /v1/terminals/{terminal_id}/status-monitoring',
      'GET /v1/terminal-groups',
    ],
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    feeds: ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Un cajero fuera del alcance responde 404.'],
  },
  {
    clave: 'transacciones',
    titulo: 'Transacciones y procesador',
    portal: ['Transacciones', 'Reporte de recargos'],
    api: [
      'GET /v1/transactions',
      'GET /v1/transactions/{transaction_id}/timeline',
      'GET /v1/terminals/{terminal_id}/transactions',
    ],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    feeds: ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Nunca se entregan PAN, pistas, bloques de PIN ni claves.'],
  },
  {
    clave: 'rms_y_conectores',
    titulo: 'RMS, comandos, conectores y aprovisionamiento',
    portal: ['Comandos', 'Conectores', 'Aprovisionamiento'],
    api: [
      'GET /v1/connectors',
      'GET /v1/connectors/{connector_id}/status',
      'GET /v1/terminals/{terminal_id}/commands',
      'GET /v1/terminals/{terminal_id}/provisioning-payload',
      'GET /v1/terminals/{terminal_id}/provisioning-export',
    ],
    events: ['command_failed', 'provisioning_failed'],
    feeds: ['/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['El aprovisionamiento requiere un rol operativo.'],
  },
  {
    clave: 'liquidaciones_y_disputas',
    titulo: 'Liquidaciones, pagos y disputas',
    portal: ['Liquidaciones ACH', 'Reclamos'],
    api: ['GET /v1/settlements', 'POST /v1/settlements/derive', 'GET /v1/disputes', 'POST /v1/disputes'],
    events: ['settlement_mismatch'],
    feeds: [],
    notes: ['Derivar liquidaciones es exclusivo del administrador.'],
  },
  {
    clave: 'cumplimiento',
    titulo: 'Bóveda de cumplimiento e incorporación',
    portal: ['Bóveda de cumplimiento', 'Incorporación', 'Documentos', 'Videos'],
    api: ['GET /v1/portal'],
    events: ['compliance_expiration', 'location_risk_change'],
    feeds: [],
    notes: ['Disponible solo en la vista del portal.'],
  },
];

class Problem extends Error {
  status: number;
  type: string;
  extra: Record<string, unknown>;
  headers: Record<string, string>;
  constructor(
    status: number,
    type: string,
    detail: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.type = type;
    this.extra = extra;
    this.headers = headers;
  }
}
const TITLES: Record<number, string> = {
  400: 'Solicitud inválida',
  401: 'Credencial requerida',
  403: 'Operación no permitida',
  404: 'Recurso no encontrado',
  405: 'Método no permitido',
  409: 'Conflicto',
  415: 'Tipo de contenido no soportado',
  422: 'Datos no procesables',
  500: 'Error interno',
};
const esc = (s: string): string =>
  s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const iso = (ms: number | null, t: TenantKey): string | null =>
  ms === null ? null : D.localIso(ms, D.tenants[t].offsetMin);
const sum = (xs: number[]): number => xs.reduce((a, b) => a + b, 0);
const by =
  <X>(f: (x: X) => number) =>
  (a: X, b: X): number =>
    f(b) - f(a);

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`unknown fault: ${fault}`);
  const on = (id: string): boolean => {
    if (!Object.hasOwn(faults, id)) throw new Error(`undeclared fault ${id}`);
    return fault === id;
  };

  // ---- state of this instance
  const disputes: Dispute[] = D.disputes.map((d) => ({ ...d }));
  const batches: Batch[] = D.batches.map((b) => ({ ...b }));
  const shared = new Map<string, string>();
  let created = 0;

  // ---- rights and visibility
  const can = {
    settlements: (u: User) => u.rol !== 'TECNICO' || on('settlements-technician-reads'),
    derive: (u: User) =>
      u.rol === 'ADMINISTRADOR' || (on('derive-supervisor') && u.rol === 'SUPERVISOR_ZONA') || on('derive-any-role'),
    dispute: (u: User) =>
      u.rol === 'ADMINISTRADOR' ||
      u.rol === 'SUPERVISOR_ZONA' ||
      (on('dispute-post-viewer') && u.rol === 'LECTOR') ||
      (on('dispute-post-technician') && u.rol === 'TECNICO'),
    provisioning: (u: User) => u.rol !== 'LECTOR',
  };
  const visibleIds = (u: User): Set<string> => {
    if (u.groups === 'all') return new Set(D.terminals.filter((t) => t.tenant === u.tenant).map((t) => t.id));
    return new Set([
      ...D.groups.filter((g) => g.tenant === u.tenant && u.groups.includes(g.id)).flatMap((g) => g.terminals),
      ...u.extra,
    ]);
  };
  const inTenant = <X extends { tenant: TenantKey }>(xs: X[], u: User): X[] => xs.filter((x) => x.tenant === u.tenant);
  const scoped = <X extends { tenant: TenantKey; terminal: string }>(xs: X[], u: User): X[] => {
    const v = visibleIds(u);
    return xs.filter((x) => x.tenant === u.tenant && v.has(x.terminal));
  };
  const terminalOf = (u: User, id: string, lax: '' | 'tenant' | 'any' = ''): Terminal => {
    const t = D.terminals.find((x) => x.id === id);
    if (!t || (lax !== 'any' && t.tenant !== u.tenant)) throw notFound('cajero');
    if (!lax && !visibleIds(u).has(id)) {
      if (t && on('error-existence-leak'))
        throw new Problem(403, 'fuera-de-alcance', 'El cajero existe pero no está asignado a su usuario.');
      throw notFound('cajero');
    }
    return t;
  };
  const notFound = (what: string) => new Problem(404, 'no-encontrado', `No existe el recurso solicitado (${what}).`);
  const groupVisible = (u: User, g: D.Group, v: Set<string>) =>
    g.tenant === u.tenant && (u.groups === 'all' || g.terminals.some((id) => v.has(id)) || on('groups-list-all'));
  const connectorVisible = (u: User, c: D.Connector, v: Set<string>) =>
    c.tenant === u.tenant && (u.groups === 'all' || D.terminals.some((t) => t.conId === c.id && v.has(t.id)));

  // ---- representation
  const money = (units: number, t: TenantKey) => ({ units, scale: D.tenants[t].escala, currency: D.tenants[t].moneda });
  const term = (id: string) => D.terminals.find((t) => t.id === id)!;
  const row = (x: Txn) => {
    const emv = x.emv ?? (on('tx-emv-null') ? null : undefined);
    return {
      id: x.id,
      cajero: { id: x.terminal, codigo: term(x.terminal).codigo },
      fechaHoraTerminal: D.localIso(x.at, on('tx-account-zone') ? D.tenants[x.tenant].offsetMin : x.offsetMin),
      tipo: x.tipo,
      secuencia: on('tx-sequence-lost-reversal') && x.tipo === 'REVERSO' ? undefined : x.secuencia,
      tipoCuenta: x.tipoCuenta,
      ...(emv !== undefined && !(on('tx-emv-contactless-lost') && emv === 'SIN_CONTACTO') ? { emv } : {}),
      respuesta: { codigo: x.codigo, texto: x.texto, aprobada: x.aprobada },
      montoSolicitado: money(x.reqU, x.tenant),
      montoCompletado: money(x.compU, x.tenant),
      recargoSolicitado: money(x.surReqU, x.tenant),
      ...(on('tx-zero-surcharge-dropped') && x.surCompU === 0
        ? {}
        : { recargoCompletado: money(x.surCompU, x.tenant) }),
      ...(on('tx-pan-declined') && !x.aprobada ? { tarjeta: x.pan } : {}),
    };
  };
  const terminalNode = (t: Terminal) => ({
    id: t.id,
    codigo: t.codigo,
    nombre: t.nombre,
    modelo: t.modelo,
    serie: t.serie,
    versionSoftware: t.version,
    estado: t.estado,
    ultimoLatido: t.ultimoLatido,
    ubicacionId: t.locId,
    conectorId: t.conId,
  });
  const locationNode = (l: D.Location, v: Set<string>, u: User) => ({
    id: l.id,
    nombre: l.nombre,
    direccion: l.direccion,
    ciudad: l.ciudad,
    region: l.region,
    pais: l.region === 'La Paz' ? 'BO' : D.tenants[l.tenant].pais,
    coordenadas: { lat: l.lat, lon: l.lon },
    nivelRiesgo: l.riesgo,
    horario: l.horario,
    cajeros: l.terminals
      .filter((id) => v.has(id) || (on('location-shared-terminal') && term(id).tenant === u.tenant))
      .map((id) => ({ id, codigo: term(id).codigo })),
  });
  const groupNode = (g: D.Group, v: Set<string>) => {
    const m = g.terminals.filter((id) => v.has(id));
    const shown = on('group-hidden-members') ? g.terminals : m;
    return {
      id: g.id,
      nombre: g.nombre,
      proposito: g.proposito,
      cantidadCajeros: on('group-count-all') ? g.terminals.length : shown.length,
      cajeros: shown.map((id) => ({ id, codigo: term(id).codigo })),
    };
  };
  const connectorNode = (c: D.Connector, v: Set<string>) => ({
    id: c.id,
    nombre: c.nombre,
    protocolo: c.protocolo,
    adquirente: c.adquirente,
    estado: c.estado,
    cajeros: D.terminals
      .filter((t) => t.conId === c.id && (v.has(t.id) || on('connector-hidden-terminals')))
      .map((t) => ({ id: t.id, codigo: t.codigo })),
  });
  const commandNode = (c: D.Command) => ({
    id: c.id,
    cajeroId: c.terminal,
    tipo: c.tipo,
    estado: c.estado,
    solicitadoPor: c.solicitadoPor,
    creadoEn: iso(c.creadoEn, c.tenant),
    completadoEn: iso(c.completadoEn, c.tenant),
    resultado: c.resultado,
  });
  const batchNode = (b: Batch) => ({
    id: b.id,
    estado: b.estado,
    fechaOperacion: b.fecha,
    comercio: { id: b.merchant, nombre: D.merchants.find((m) => m.id === b.merchant)!.nombre },
    cajeros: b.terminals,
    asientos: on('settlement-no-debit-count')
      ? { creditos: b.creditos, total: b.creditos }
      : { creditos: b.creditos, debitos: b.debitos, total: b.creditos + b.debitos },
    totalCreditos: money(b.credU, b.tenant),
    totalDebitos: money(b.debU, b.tenant),
    pagoNeto:
      on('settlement-net-rejected') && b.estado === 'RECHAZADO'
        ? undefined
        : money(on('settlement-net-gross') ? b.credU : b.credU - b.debU, b.tenant),
    tiempos:
      on('settlement-timing-lost') && b.liquidadoEn === null
        ? undefined
        : {
            periodoDesde: iso(b.desde, b.tenant),
            periodoHasta: iso(b.hasta, b.tenant),
            creadoEn: iso(b.creadoEn, b.tenant),
            enviadoEn: iso(b.enviadoEn, b.tenant),
            liquidadoEn: iso(b.liquidadoEn, b.tenant),
          },
  });
  const disputeNode = (d: Dispute) => {
    const res = d.estado.startsWith('RESUELTA');
    const reviewer =
      (res && !(on('dispute-reviewer-lost') && d.estado === 'RESUELTA_EN_CONTRA')) ||
      (on('dispute-reviewer-early') && d.estado === 'EN_REVISION');
    return {
      id: d.id,
      estado: d.estado,
      codigoMotivo: d.motivo,
      transaccionId: d.txn,
      cajeroId: on('dispute-terminal-lost') ? undefined : d.terminal,
      monto: money(d.units, d.tenant),
      fechaLimite: on('dispute-due-null') && d.estado === 'ABIERTA' ? null : d.vence,
      abiertaEn: iso(d.abiertaEn, d.tenant),
      comentario: d.comentario,
      asignacion: { equipo: d.asignadaA, asignadaEn: iso(d.asignadaEn, d.tenant) },
      resolucion:
        on('dispute-resolution-lost') && d.estado === 'RESUELTA_A_FAVOR'
          ? null
          : { resultado: d.resultado, resueltaEn: iso(d.resueltaEn, d.tenant), nota: d.nota },
      ...(reviewer ? { revisor: { nombre: d.revisor, revisadoEn: iso(d.revisadoEn, d.tenant) } } : {}),
    };
  };

  // ---- connections
  const readLimit = (q: URLSearchParams, fallback = DEFAULT_LIMIT): number => {
    for (const k of new Set(q.keys()))
      if (['limit', 'after', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'].includes(k) && q.getAll(k).length > 1)
        throw new Problem(400, 'parametro-repetido', `El parámetro ${k} aparece más de una vez.`, { parametro: k });
    const raw = q.get('limit');
    if (raw === null) return fallback;
    if (!/^[0-9]{1,9}$/.test(raw) || Number(raw) < 1)
      throw new Problem(400, 'parametro-invalido', 'limit debe ser un entero mayor que cero.', { parametro: 'limit' });
    return Math.min(Number(raw), MAX_LIMIT);
  };
  const connection = <X extends { id: string }>(
    all: X[],
    q: URLSearchParams | null,
    node: (x: X) => unknown,
    limit = q ? readLimit(q) : Infinity,
  ) => {
    let start = 0;
    const after = q?.get('after') ?? null;
    if (after !== null) {
      const id = Buffer.from(after, 'base64url').toString('utf8').replace(/^cur:/, '');
      start = all.findIndex((x) => x.id === id) + 1;
      if (start === 0)
        throw new Problem(400, 'cursor-invalido', 'El cursor no corresponde a esta lista.', { parametro: 'after' });
      if (on('page-overlap')) start -= 1;
    }
    const page = all.slice(start, start + limit);
    const edges = page.map((x) => ({ cursor: Buffer.from(`cur:${x.id}`).toString('base64url'), node: node(x) }));
    return {
      edges,
      pageInfo: {
        hasNextPage: on('page-next-at-end') ? page.length === limit : start + limit < all.length,
        endCursor: edges.length ? edges[edges.length - 1].cursor : null,
      },
      totalCount: on('total-count-page') && q ? edges.length : all.length,
    };
  };

  // ---- transactions
  const sorter = (q: URLSearchParams): ((a: Txn, b: Txn) => number) => {
    const key = q.get('sort_by') ?? 'term_dt',
      dir = q.get('sort_dir') ?? 'desc';
    if (!SORTS.includes(key))
      throw new Problem(400, 'parametro-invalido', `sort_by admite: ${SORTS.join(', ')}.`, { parametro: 'sort_by' });
    if (dir !== 'asc' && dir !== 'desc')
      throw new Problem(400, 'parametro-invalido', 'sort_dir admite: asc, desc.', { parametro: 'sort_dir' });
    const value = (x: Txn): number | string =>
      key === 'term_dt'
        ? on('sort-date-as-text')
          ? D.localIso(x.at, x.offsetMin)
          : x.at
        : key === 'seq'
          ? x.secuencia
          : key === 'type'
            ? x.tipo
            : key === 'amt_req'
              ? x.reqU
              : key === 'amt_comp'
                ? on('sort-amt-comp-requested')
                  ? x.reqU
                  : on('sort-amt-comp-text')
                    ? String(x.compU)
                    : x.compU
                : key === 'sur_req'
                  ? x.surReqU
                  : x.surCompU;
    let sign = dir === 'desc' ? -1 : 1;
    if (on('sort-desc-inverted') && key === 'amt_comp') sign = -sign;
    if (on('sort-dir-dropped-group') && q.has('group_id')) sign = 1;
    if (on('sort-dropped-terminal') && q.has('terminal_id')) return (a, b) => b.at - a.at;
    if (on('sort-page-two') && q.has('after')) return (a, b) => b.at - a.at || (a.id < b.id ? -1 : 1);
    return (a, b) => {
      const x = value(a),
        y = value(b);
      return (x < y ? -1 : x > y ? 1 : 0) * sign || b.at - a.at || (a.id < b.id ? -1 : 1);
    };
  };
  const summary = (rows: Txn[], t: TenantKey) => ({
    totalRecargo: money(
      sum(
        rows.map((x) =>
          on('summary-surcharge-requested')
            ? x.surReqU
            : on('summary-surcharge-withdrawals') && x.tipo !== 'RETIRO'
              ? 0
              : x.surCompU,
        ),
      ),
      t,
    ),
    totalRetirado: money(
      sum(
        rows
          .filter((x) => x.tipo === 'RETIRO')
          .map((x) =>
            on('summary-withdrawn-requested')
              ? x.reqU
              : on('summary-partial-as-requested') && x.codigo === '10'
                ? x.reqU
                : x.compU,
          ),
      ),
      t,
    ),
  });
  const listTransactions = (u: User, q: URLSearchParams) => {
    const vis = visibleIds(u),
      tid = q.get('terminal_id'),
      gidq = q.get('group_id'),
      limit = readLimit(q),
      cmp = sorter(q);
    let rows = D.txns.filter((x) => x.tenant === u.tenant && vis.has(x.terminal));
    const all = rows;
    if (on('tx-scope-terminal-filter') && tid) rows = inTenant(D.txns, u);
    if (on('tx-scope-group-filter') && gidq) rows = inTenant(D.txns, u);
    if (on('tx-tenant-sort-index') && q.has('sort_by') && tid) rows = D.txns.slice();
    if (on('tx-scope-sorted-supervisor') && q.get('sort_by') === 'amt_comp' && u.rol === 'SUPERVISOR_ZONA')
      rows = inTenant(D.txns, u);
    if (on('limit-before-scope') && u.groups !== 'all') {
      const top = inTenant(D.txns, u).sort(cmp).slice(0, limit);
      rows = rows.filter((x) => top.includes(x));
    }
    const g = gidq === null ? null : (D.groups.find((x) => x.id === gidq && groupVisible(u, x, vis)) ?? null);
    const inGroup = (x: Txn) =>
      g !== null &&
      (g.terminals.includes(x.terminal) ||
        (on('filter-group-ungrouped') && !D.groups.some((k) => k.terminals.includes(x.terminal))));
    if (on('filter-union') && tid !== null && gidq !== null)
      rows = rows.filter((x) => x.terminal === tid || inGroup(x));
    else {
      if (tid !== null && !(on('filter-terminal-ignored-with-group') && gidq !== null))
        rows = rows.filter((x) => x.terminal === tid);
      if (gidq !== null && !(on('filter-group-ignored-sorted') && q.has('sort_by')))
        rows = rows.filter((x) =>
          on('filter-group-main-only')
            ? g !== null && D.groups.find((k) => k.terminals.includes(x.terminal)) === g
            : inGroup(x),
        );
    }
    if (on('filter-unknown-terminal-all') && tid !== null && !D.terminals.some((t) => t.id === tid)) rows = all;
    const forSummary = on('summary-unscoped')
      ? inTenant(D.txns, u).filter((x) => (tid === null || x.terminal === tid) && (gidq === null || inGroup(x)))
      : on('summary-ignores-group') && gidq !== null
        ? all.filter((x) => tid === null || x.terminal === tid)
        : rows;
    if (on('limit-before-sort'))
      rows = rows
        .slice()
        .sort((a, b) => b.at - a.at)
        .slice(0, limit);
    rows = rows.slice().sort(cmp);
    const effective =
      on('limit-ignored-terminal') && tid !== null
        ? Infinity
        : on('limit-off-by-one') && q.has('limit')
          ? limit + 1
          : on('limit-floor')
            ? Math.max(limit, 10)
            : limit;
    const c = connection(rows, q, row, effective);
    const shownRows = on('summary-page-only') ? rows.slice(0, limit) : forSummary;
    return {
      ...c,
      ...(on('summary-lost-empty') && rows.length === 0 ? {} : { resumen: summary(shownRows, u.tenant) }),
    };
  };
  const timeline = (u: User, id: string) => {
    const x = D.txns.find((k) => k.id === id);
    const lax = on('timeline-tenant-only') ? x?.tenant === u.tenant : on('timeline-any') ? !!x : false;
    if (!x || (!lax && (x.tenant !== u.tenant || !visibleIds(u).has(x.terminal)))) throw notFound('transacción');
    let ev = D.timelineOf(x);
    if (on('timeline-by-sequence'))
      ev = D.txns
        .filter((k) => k.secuencia === x.secuencia && k.tenant === x.tenant)
        .flatMap(D.timelineOf)
        .sort((a, b) => a.at - b.at);
    if (on('timeline-reversed')) ev = ev.reverse();
    const nodes = ev.map((e, i) => ({
      id: D.gid('Evento', `${Buffer.from(x.id, 'base64url').toString().slice(12)}-${i}`),
      e,
    }));
    return {
      transaccion: row(x),
      ...connection(nodes, null, ({ id: eid, e }) => ({
        id: eid,
        clave: e.clave,
        texto: e.texto,
        ocurridoEn: D.localIso(e.at, x.offsetMin),
        ...(on('timeline-track-data') && !x.emv && e.clave === 'VALIDACION_LOCAL'
          ? { lectura: `;${x.pan}=27122010000012300000?` }
          : {}),
        ...(on('timeline-pin-block') && x.codigo === '55' && e.clave === 'ENVIO_AUTORIZADOR'
          ? { pinBlock: createHash('sha1').update(x.id).digest('hex').slice(0, 16).toUpperCase() }
          : {}),
        ...(on('timeline-session-key') && x.tipo === 'REVERSO' && e.clave === 'ENVIO_AUTORIZADOR'
          ? { claveSesion: createHash('md5').update(x.id).digest('hex').toUpperCase() }
          : {}),
      })),
    };
  };
  const terminalTransactions = (u: User, id: string, q: URLSearchParams) => {
    const t = terminalOf(u, id, on('terminal-tx-tenant-only') ? 'tenant' : '');
    let rows = D.txns.filter((x) =>
      on('terminal-tx-by-location') ? term(x.terminal).locId === t.locId : x.terminal === t.id,
    );
    if (on('terminal-tx-approved-only')) rows = rows.filter((x) => x.aprobada);
    const c = connection(rows.slice().sort(by((x: Txn) => x.at)), q, (x) => ({
      ...row(x),
      ...(on('terminal-tx-date-only') ? { fechaHoraTerminal: D.localIso(x.at, x.offsetMin).slice(0, 10) } : {}),
      ...(on('terminal-tx-completed-requested') && x.codigo === '10'
        ? { montoCompletado: money(x.reqU, x.tenant) }
        : {}),
      ...(on('terminal-tx-pan') && x.emv === 'SIN_CONTACTO'
        ? { respuesta: { codigo: x.codigo, texto: `${x.texto} PAN ${x.pan}`, aprobada: x.aprobada } }
        : {}),
    }));
    return { ...c, resumen: summary(rows, u.tenant) };
  };

  // ---- portal
  const portal = (u: User) => {
    const v = visibleIds(u),
      t = D.tenants[u.tenant],
      none = null;
    const seen = (x: User): boolean => {
      if (x.id === u.id || u.rol === 'ADMINISTRADOR') return true;
      if (u.rol !== 'SUPERVISOR_ZONA') return on('portal-users-all') && u.rol === 'LECTOR';
      const w = [...visibleIds(x)];
      return w.length > 0 && w.every((id) => v.has(id));
    };
    const terms = D.terminals.filter((x) => x.tenant === u.tenant && (v.has(x.id) || on('portal-terminals-all')));
    const recent = (on('portal-recent-tx-all') ? inTenant(D.txns, u) : scoped(D.txns, u))
      .sort(on('portal-recent-oldest') ? (a, b) => a.at - b.at : by((x: Txn) => x.at))
      .slice(0, 25);
    const cmds = (on('portal-commands-all') ? inTenant(D.commands, u) : scoped(D.commands, u))
      .sort(by((x: D.Command) => x.creadoEn))
      .slice(0, 20);
    const reports = [
      ['RPT_TRANSACCIONES', 'Transacciones por cajero', true],
      ['RPT_RECARGOS', 'Recargos cobrados', true],
      ['RPT_DISPONIBILIDAD', 'Disponibilidad de flota', true],
      ['RPT_LIQUIDACIONES', 'Liquidaciones ACH', u.rol !== 'TECNICO'],
      ['RPT_RECLAMOS', 'Reclamos por estado', true],
      ['RPT_AUDITORIA', 'Auditoría de usuarios', u.rol === 'ADMINISTRADOR'],
    ] as const;
    const p = on('portal-principal-first') && u.rol === 'LECTOR' ? D.users.find((x) => x.tenant === u.tenant)! : u;
    return {
      principal: { id: p.id, nombre: p.nombre, correo: p.correo, rol: p.rol, ultimoAcceso: p.ultimoAcceso },
      cuenta: { id: t.id, razonSocial: t.razonSocial, identificadorTributario: t.rut, pais: t.pais, moneda: t.moneda },
      organizacion: {
        marca: t.marca,
        ...(on('portal-dns-lost') && u.rol !== 'ADMINISTRADOR'
          ? {}
          : { dns: { host: t.dns.host, estado: t.dns.estado, verificadoEn: iso(t.dns.verificadoEn, t.key) } }),
      },
      permisos: {
        verTransacciones: true,
        verLiquidaciones: u.rol !== 'TECNICO',
        derivarLiquidaciones: u.rol === 'ADMINISTRADOR' || (on('portal-flags-wrong') && u.rol === 'SUPERVISOR_ZONA'),
        abrirDisputas: u.rol === 'ADMINISTRADOR' || u.rol === 'SUPERVISOR_ZONA',
        verAprovisionamiento: u.rol !== 'LECTOR',
        administrarCuenta: u.rol === 'ADMINISTRADOR',
      },
      usuarios: connection(
        D.users.filter(
          (x) => (x.tenant === u.tenant || (on('portal-users-cross-tenant') && u.rol === 'ADMINISTRADOR')) && seen(x),
        ),
        none,
        (x) => ({ id: x.id, nombre: x.nombre, correo: x.correo, rol: x.rol }),
      ),
      cajeros: connection(terms, none, terminalNode),
      grupos: connection(
        D.groups.filter((g) => groupVisible(u, g, v)),
        none,
        (g) => groupNode(g, v),
      ),
      conectores: connection(
        D.connectors.filter((c) => connectorVisible(u, c, v)),
        none,
        (c) => connectorNode(c, v),
      ),
      transaccionesRecientes: connection(recent, none, (x) => ({
        ...row(x),
        ...(on('portal-recent-pan') && x.tipo === 'TRANSFERENCIA' ? { cuentaOrigen: x.pan } : {}),
      })),
      comandosRecientes: connection(cmds, none, commandNode),
      ...(on('portal-forms-lost')
        ? {}
        : {
            formulariosRecientes: connection(
              (on('portal-forms-all') ? inTenant(D.forms, u) : scoped(D.forms, u))
                .sort(by((x: D.Form) => x.enviadoEn))
                .slice(0, 10),
              none,
              (f) => ({
                id: f.id,
                cajeroId: f.terminal,
                tipo: f.tipo,
                estado: f.estado,
                enviadoPor: f.enviadoPor,
                enviadoEn: f.enviadoEn,
              }),
            ),
          }),
      ...(on('portal-reports-lost') && u.rol === 'TECNICO'
        ? {}
        : {
            catalogoReportes: connection(
              reports.filter((r) => r[2]).map((r) => ({ id: D.gid('Reporte', r[0]), clave: r[0], titulo: r[1] })),
              none,
              (x) => x,
            ),
          }),
      ...(on('portal-vault-lost')
        ? {}
        : {
            bovedaCumplimiento: connection(
              on('portal-vault-all') ? inTenant(D.compliance, u) : scoped(D.compliance, u),
              none,
              (x) => ({ id: x.id, cajeroId: x.terminal, requisito: x.requisito, estado: x.estado, venceEn: x.venceEn }),
            ),
          }),
      incorporacion: connection(scoped(D.onboarding, u), none, (x) => ({
        id: x.id,
        cajeroId: x.terminal,
        etapa: x.etapa,
        avance: x.avance,
      })),
      documentos: connection(
        on('portal-documents-all') ? inTenant(D.documents, u) : scoped(D.documents, u),
        none,
        (x) => ({ id: x.id, cajeroId: x.terminal, titulo: x.titulo, tipo: x.tipo, subidoEn: x.subidoEn }),
      ),
      ...(on('portal-videos-lost')
        ? {}
        : {
            videos: connection(scoped(D.videos, u), none, (x) => ({
              id: x.id,
              cajeroId: x.terminal,
              titulo: x.titulo,
              duracionSeg: x.duracionSeg,
              grabadoEn: x.grabadoEn,
            })),
          }),
      generadoEn: NOW,
    };
  };

  // ---- terminals
  const monitoring = (u: User, id: string) => {
    const t = terminalOf(u, id, on('monitoring-tenant-only') ? 'tenant' : '');
    const src =
      on('monitoring-neighbour') && t.estado === 'DEGRADADO'
        ? D.terminals.find((x) => x.tenant === t.tenant && x.estado === 'OPERATIVO')!
        : t;
    return {
      cajero: { id: t.id, codigo: t.codigo, nombre: t.nombre },
      estado: on('monitoring-stale-online') && t.estado === 'SIN_COMUNICACION' ? 'OPERATIVO' : t.estado,
      ultimoLatido: t.ultimoLatido,
      medidoEn: NOW,
      ...(on('monitoring-no-telemetry') && t.estado !== 'OPERATIVO'
        ? {}
        : {
            telemetria: {
              casetes: src.casetes.map((c) => ({
                posicion: c.posicion,
                denominacion: money(c.denominacion, t.tenant),
                billetes: c.billetes,
                capacidad: c.capacidad,
              })),
              efectivoDisponible: money(sum(src.casetes.map((c) => c.denominacion * c.billetes)), t.tenant),
              dispensador: src.dispensador,
              impresora: src.impresora,
              temperaturaC: src.tempC,
              senalDbm: src.senalDbm,
            },
          }),
      incidentesAbiertos: connection(
        D.incidents.filter(
          (i) =>
            (i.terminal === t.id || (on('monitoring-incidents-account') && i.tenant === t.tenant)) &&
            i.estado === 'ABIERTO',
        ),
        null,
        (i) => ({
          id: i.id,
          cajeroId: i.terminal,
          evento: i.evento,
          severidad: i.severidad,
          abiertoEn: i.abiertoEn,
          detalle: i.detalle,
        }),
      ),
    };
  };
  const provisioning = (u: User, id: string, kind: 'payload' | 'export') => {
    if (
      !can.provisioning(u) &&
      !(kind === 'export' && on('provisioning-export-viewer')) &&
      !(kind === 'payload' && on('provisioning-payload-viewer'))
    )
      throw new Problem(403, 'permiso-insuficiente', 'Su rol no permite consultar el aprovisionamiento.');
    const t0 = terminalOf(
      u,
      id,
      kind === 'payload' && on('provisioning-payload-tenant-only')
        ? 'tenant'
        : kind === 'export' && on('provisioning-export-any')
          ? 'any'
          : '',
    );
    const t =
      kind === 'export' && on('provisioning-export-template')
        ? D.terminals.find((x) => x.conId === t0.conId && x.tenant === t0.tenant)!
        : t0;
    const c = D.connectors.find((x) => x.id === t.conId)!;
    const payload = {
      cajeroId: t.id,
      codigo: t.codigo,
      serie: t.serie,
      perfil: `PERFIL-${t.modelo.toUpperCase().replace(/[^A-Z0-9]+/g, '-')}`,
      versionObjetivo: '7.3.2',
      conector: { id: c.id, nombre: c.nombre, protocolo: c.protocolo },
      pantallas: 'es-PE-estandar',
      clavesCargadas: [
        { ranura: 1, tipo: 'TMK', kcv: createHash('sha256').update(t.id).digest('hex').slice(0, 6).toUpperCase() },
      ],
      casetes: t.casetes.map((k) => ({
        posicion: k.posicion,
        denominacion: money(k.denominacion, t.tenant),
        capacidad: k.capacidad,
      })),
    };
    if (kind === 'payload') return payload;
    const contenido = JSON.stringify(payload);
    return {
      cajeroId: t.id,
      archivo: `aprovisionamiento-${t.codigo}.json`,
      formato: 'application/json',
      sha256: createHash('sha256').update(contenido).digest('hex'),
      generadoEn: NOW,
      contenido,
    };
  };
  const connectorStatus = (u: User, id: string) => {
    const v = visibleIds(u),
      c = D.connectors.find((x) => x.id === id);
    if (!c || (!connectorVisible(u, c, v) && !(on('connector-status-tenant-only') && c.tenant === u.tenant)))
      throw notFound('conector');
    const affected = D.terminals.filter(
      (t) => t.conId === c.id && (v.has(t.id) || (on('connector-status-hidden-terminals') && t.tenant === u.tenant)),
    );
    return {
      conector: { id: c.id, nombre: c.nombre },
      estado: on('connector-status-always-online') ? 'EN_LINEA' : c.estado,
      latenciaMs: c.latenciaMs,
      tasaAprobacion: c.aprobacion,
      ultimoEco: c.ultimoEco,
      cajeros: affected.map((t) => ({ id: t.id, codigo: t.codigo })),
      medidoEn: NOW,
    };
  };

  // ---- feeds
  type Item = { guid: string; title: string; text: string; cat: string; at: number; terminal: string };
  const statusItem = (t: Terminal): Item => ({
    guid: D.gid('Estado', t.codigo),
    title: `${t.codigo} ${t.nombre}: ${t.estado}`,
    text: `Último latido ${D.localIso(t.ultimoLatido, t.offsetMin)}`,
    cat: 'estado',
    at: t.ultimoLatido,
    terminal: t.id,
  });
  const amount = (units: number, t: TenantKey) =>
    `${D.tenants[t].moneda} ${(units / 10 ** D.tenants[t].escala).toFixed(D.tenants[t].escala)}`;
  const txItem = (x: Txn): Item => ({
    guid: x.id,
    title: `${x.tipo} ${x.texto} en ${term(x.terminal).codigo}`,
    text: `Secuencia ${x.secuencia}, solicitado ${amount(x.reqU, x.tenant)}, completado ${amount(x.compU, x.tenant)}${on('feed-tx-pan') && !x.aprobada ? `, tarjeta ${x.pan}` : ''}`,
    cat: 'transaccion',
    at: x.at,
    terminal: x.terminal,
  });
  const incItem = (i: D.Incident): Item => ({
    guid: i.id,
    title: `${i.severidad} ${i.evento} en ${term(i.terminal).codigo} (${i.estado})`,
    text: i.detalle,
    cat: 'incidente',
    at: i.abiertoEn,
    terminal: i.terminal,
  });
  const jrItem = (j: D.Journal): Item => ({
    guid: j.id,
    title: `${j.codigo} en ${term(j.terminal).codigo}`,
    text: j.texto,
    cat: 'bitacora',
    at: j.at,
    terminal: j.terminal,
  });
  const rss = (u: User, titulo: string, path: string, items: Item[], base: string) => {
    const t = D.tenants[u.tenant],
      e = on('feed-unescaped') ? (s: string) => s : esc;
    const body = items
      .sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1))
      .map(
        (i) =>
          `    <item><title>${e(i.title)}</title><link>https://portal.${esc(t.dns.host.slice(5))}/cajeros/${i.terminal}</link><guid isPermaLink="false">${i.guid}</guid><category>${i.cat}</category><pubDate>${new Date(i.at).toUTCString()}</pubDate><description>${e(i.text)}</description></item>`,
      )
      .join('\n');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n  <channel>\n    <title>${e(titulo)}</title>\n    <link>${esc(base + path)}</link>\n    <description>${e(`Novedades de ${t.razonSocial}`)}</description>\n    <language>es</language>\n    <lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>\n${body}${body ? '\n' : ''}  </channel>\n</rss>\n`;
  };
  const accountFeed = (u: User, base: string) => {
    const v = visibleIds(u);
    const mine = <X extends { tenant: TenantKey; terminal: string }>(xs: X[], lax: boolean) =>
      lax ? inTenant(xs, u) : scoped(xs, u);
    const tx = on('feed-account-cut-before-scope')
      ? inTenant(D.txns, u)
          .sort(by((x: Txn) => x.at))
          .slice(0, 25)
          .filter((x) => v.has(x.terminal))
      : mine(D.txns, on('feed-account-tx-all'))
          .sort(by((x: Txn) => x.at))
          .slice(0, 25);
    const inc = on('feed-account-incidents-cross-tenant')
      ? D.incidents.filter((i) => (i.tenant !== u.tenant ? u.groups === 'all' : v.has(i.terminal)))
      : mine(D.incidents, on('feed-account-incidents-all'));
    const items = [
      ...D.terminals
        .filter(
          (t) =>
            t.tenant === u.tenant &&
            (v.has(t.id) || on('feed-account-status-all')) &&
            !(on('feed-account-no-stale') && t.estado === 'SIN_COMUNICACION'),
        )
        .map(statusItem),
      ...tx.map(txItem),
      ...inc.filter((i) => !(on('feed-account-open-only') && i.estado === 'CERRADO')).map(incItem),
      ...(on('feed-account-no-journal') && u.rol === 'LECTOR'
        ? []
        : mine(D.journal, on('feed-account-journal-all'))
            .sort(by((x: D.Journal) => x.at))
            .slice(0, 25)
            .map(jrItem)),
    ];
    return rss(u, `${D.tenants[u.tenant].marca.nombre}: cuenta`, '/v1/feeds/account.xml', items, base);
  };
  const terminalFeed = (u: User, id: string, base: string) => {
    const t = terminalOf(u, id, on('feed-terminal-tenant-only') ? 'tenant' : '');
    const mine = <X extends { terminal: string }>(xs: X[]) => xs.filter((x) => x.terminal === t.id);
    const cmds = mine(D.commands).filter(
      (c) =>
        !(on('feed-terminal-no-queued') && c.estado === 'EN_COLA') &&
        !(on('feed-terminal-no-completed') && c.estado === 'COMPLETADO'),
    );
    const items: Item[] = [
      ...(on('feed-terminal-no-status') ? [] : [statusItem(t)]),
      ...mine(D.txns)
        .sort(by((x: Txn) => x.at))
        .slice(0, 15)
        .map(txItem),
      ...mine(D.journal).map(jrItem),
      ...cmds.map(
        (c): Item => ({
          guid: c.id,
          title: `Comando ${c.tipo} ${c.estado} en ${t.codigo}`,
          text: c.resultado ?? 'Pendiente',
          cat: 'comando',
          at: c.completadoEn ?? c.creadoEn,
          terminal: t.id,
        }),
      ),
      ...mine(D.jobs)
        .filter((j) => !(on('feed-terminal-no-running-jobs') && j.terminadoEn === null))
        .map(
          (j): Item => ({
            guid: j.id,
            title: `Aprovisionamiento ${j.tipo} ${j.estado} en ${t.codigo}`,
            text: `Trabajo ${j.estado}`,
            cat: 'aprovisionamiento',
            at: j.terminadoEn ?? j.iniciadoEn,
            terminal: t.id,
          }),
        ),
      ...(on('feed-terminal-incidents-account') ? inTenant(D.incidents, u) : mine(D.incidents)).map(incItem),
    ];
    return rss(u, `${t.codigo} ${t.nombre}`, `/v1/feeds/terminals/${t.id}.xml`, items, base);
  };

  // ---- writes
  const body = async (req: Request): Promise<Record<string, unknown>> => {
    if (!/^application\/(json|[a-z.+-]*\+json)\s*(;|$)/i.test(req.headers.get('content-type') ?? ''))
      throw new Problem(415, 'tipo-de-contenido', 'Envíe application/json.');
    let v: unknown;
    try {
      v = JSON.parse(await req.text());
    } catch {
      throw new Problem(400, 'json-invalido', 'El cuerpo no es JSON válido.');
    }
    if (typeof v !== 'object' || v === null || Array.isArray(v))
      throw new Problem(400, 'json-invalido', 'El cuerpo debe ser un objeto.');
    return v as Record<string, unknown>;
  };
  const invalid = (campo: string, mensaje: string) =>
    new Problem(422, 'validacion', mensaje, { errores: [{ campo, mensaje }] });
  const postDispute = async (u: User, req: Request) => {
    if (!can.dispute(u)) throw new Problem(403, 'permiso-insuficiente', 'Su rol no permite abrir disputas.');
    const b = await body(req);
    if (typeof b.transaccionId !== 'string') throw invalid('transaccionId', 'transaccionId es obligatorio.');
    if (typeof b.codigoMotivo !== 'string' || !MOTIVOS.includes(b.codigoMotivo))
      throw invalid('codigoMotivo', `codigoMotivo admite: ${MOTIVOS.join(', ')}.`);
    if (b.comentario !== undefined && (typeof b.comentario !== 'string' || b.comentario.length > 500))
      throw invalid('comentario', 'comentario admite hasta 500 caracteres.');
    const x = D.txns.find((k) => k.id === b.transaccionId),
      vis = visibleIds(u);
    const allowed =
      x &&
      (x.tenant === u.tenant ? vis.has(x.terminal) || on('dispute-post-invisible') : on('dispute-post-cross-tenant'));
    if (!x || !allowed) throw invalid('transaccionId', 'La transacción no existe en su alcance.');
    if (x.tipo !== 'RETIRO') throw invalid('transaccionId', 'Solo los retiros admiten disputa.');
    if (disputes.some((d) => d.txn === x.id && !d.estado.startsWith('RESUELTA')))
      throw new Problem(409, 'disputa-existente', 'La transacción ya tiene una disputa abierta.');
    created += 1;
    const d: Dispute = {
      id: D.gid('Disputa', `${term(x.terminal).codigo}-N${created}`),
      tenant: x.tenant,
      estado: 'ABIERTA',
      motivo: b.codigoMotivo,
      txn: x.id,
      terminal: x.terminal,
      units: x.reqU,
      vence: new Date(NOW + 20 * DAY).toISOString().slice(0, 10),
      abiertaEn: NOW,
      asignadaA: null,
      asignadaEn: null,
      resultado: null,
      resueltaEn: null,
      nota: null,
      revisor: null,
      revisadoEn: null,
      comentario: (b.comentario as string | undefined) ?? null,
    };
    if (on('dispute-post-no-due')) d.vence = null as unknown as string;
    if (on('dispute-post-wrong-terminal')) d.terminal = [...vis][0];
    if (!on('dispute-post-not-stored')) disputes.unshift(d);
    return json(201, { data: { disputa: disputeNode(d) } });
  };
  const postDerive = async (u: User, req: Request) => {
    if (!can.derive(u))
      throw new Problem(403, 'permiso-insuficiente', 'Derivar liquidaciones es exclusivo del administrador.');
    const b = await body(req);
    if (
      typeof b.fecha !== 'string' ||
      !/^\d{4}-\d{2}-\d{2}$/.test(b.fecha) ||
      Number.isNaN(Date.parse(b.fecha)) ||
      new Date(b.fecha).toISOString().slice(0, 10) !== b.fecha
    )
      throw invalid('fecha', 'fecha debe tener la forma AAAA-MM-DD.');
    const today = D.localIso(NOW, D.tenants[u.tenant].offsetMin).slice(0, 10);
    if (b.fecha >= today) throw invalid('fecha', 'Solo se derivan días cerrados.');
    if (b.comercioId !== undefined && typeof b.comercioId !== 'string')
      throw invalid('comercioId', 'comercioId debe ser texto.');
    const vis = visibleIds(u);
    const target = D.merchants.filter(
      (m) =>
        (m.tenant === u.tenant || on('derive-cross-tenant')) &&
        (u.groups === 'all' || m.terminals.every((id) => vis.has(id)) || on('derive-any-role')) &&
        (b.comercioId === undefined || m.id === b.comercioId),
    );
    if (b.comercioId !== undefined && target.length === 0)
      throw invalid('comercioId', 'El comercio no existe en su alcance.');
    const fresh: Batch[] = [];
    for (const m of target) {
      if (batches.some((k) => k.merchant === m.id && k.fecha === b.fecha) && !on('derive-duplicates')) continue;
      const k = D.deriveBatch(m, b.fecha, 'BORRADOR', NOW);
      if (k) {
        if (on('derive-duplicates')) k.id = D.gid('Liquidacion', `${k.id}-${(created += 1)}`);
        fresh.push(k);
      }
    }
    if (!on('derive-not-stored')) batches.unshift(...fresh);
    return json(fresh.length ? 201 : 200, { data: { ...connection(fresh, null, batchNode), derivados: fresh.length } });
  };

  // ---- replies
  const PRIVATE: Record<string, string> = { 'Cache-Control': 'private, no-store', Vary: 'X-API-Key' };
  const reply = (status: number, type: string, text: string | null, headers: Record<string, string>) =>
    new Response(text, { status, headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff', ...headers } });
  const json = (status: number, value: unknown, headers = PRIVATE) =>
    reply(status, 'application/json; charset=utf-8', JSON.stringify(value), headers);
  const problem = (p: Problem, path: string) =>
    reply(
      p.status,
      on('error-html') ? 'text/html' : 'application/problem+json; charset=utf-8',
      on('error-html')
        ? `<h1>${p.status}</h1>`
        : JSON.stringify({
            type: `https://docs.redandina.example/problemas/${p.type}`,
            title: TITLES[p.status] ?? 'Error',
            status: p.status,
            detail: p.message,
            instance: path,
            ...p.extra,
          }),
      { ...PRIVATE, ...p.headers },
    );

  const identify = (req: Request, url: URL): User => {
    let key = req.headers.get('x-api-key');
    if (!key && on('auth-query-key')) key = url.searchParams.get('api_key');
    if (!key && on('auth-bearer')) key = (req.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    const u = !key
      ? undefined
      : on('auth-prefix') && key.length >= 12
        ? D.users.find((x) => x.key.startsWith(key))
        : on('auth-case-insensitive')
          ? D.users.find((x) => x.key.toLowerCase() === key.toLowerCase())
          : D.users.find((x) => x.key === key);
    if (!u)
      throw new Problem(
        401,
        'credencial',
        key ? 'La clave X-API-Key no es válida.' : 'Falta el encabezado X-API-Key.',
        {},
        { 'WWW-Authenticate': 'ApiKey header="X-API-Key"' },
      );
    return u;
  };
  const publicDoc = (req: Request) => {
    if (
      on('public-doc-bad-key') &&
      req.headers.has('x-api-key') &&
      !D.users.some((u) => u.key === req.headers.get('x-api-key'))
    )
      throw new Problem(401, 'credencial', 'La clave X-API-Key no es válida.');
    if (on('public-doc-needs-key') && !req.headers.has('x-api-key'))
      throw new Problem(401, 'credencial', 'Falta el encabezado X-API-Key.');
    const doc = openapi() as { paths: Record<string, any>; components: any; info: any };
    if (on('public-doc-missing-feeds')) {
      delete doc.paths['/v1/feeds/account.xml'];
      delete doc.paths['/v1/feeds/terminals/{terminal_id}.xml'];
    }
    if (on('public-doc-internal'))
      doc.paths['/v1/internal/api-keys'] = {
        post: {
          operationId: 'rotarClave',
          summary: 'Interno: emite claves API de cualquier cuenta',
          responses: { '201': { description: 'Clave emitida' } },
        },
      };
    if (on('public-doc-stale-param'))
      doc.paths['/v1/transactions'].get.parameters.find((p: any) => p.name === 'sort_by').name = 'order_by';
    if (on('public-doc-stale-body')) {
      const s = doc.components.schemas.NuevaDisputa;
      s.properties.idTransaccion = s.properties.transaccionId;
      delete s.properties.transaccionId;
      s.required = ['idTransaccion', 'codigoMotivo'];
    }
    if (on('public-doc-unversioned'))
      doc.paths = Object.fromEntries(
        Object.entries(doc.paths).map(([k, v]) => [k.startsWith('/v1/feeds') ? k.slice(3) : k, v]),
      );
    if (on('public-doc-sample-tenant'))
      doc.info.description += ` Ejemplo de producción: cajero ${D.terminals[0].id} de ${D.tenants.andina.razonSocial}, clave ${D.users[2].key}.`;
    const text = JSON.stringify(doc),
      etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`;
    const h: Record<string, string> = on('public-doc-no-store')
      ? { 'Cache-Control': 'no-store' }
      : { 'Cache-Control': 'public, max-age=300', ETag: etag };
    if (
      h.ETag &&
      (req.headers.get('if-none-match') ?? '')
        .split(',')
        .some((x) => x.trim().replace(/^W\//, '') === etag || x.trim() === '*')
    )
      return new Response(null, { status: 304, headers: h });
    return reply(200, 'application/json; charset=utf-8', text, h);
  };
  const branding = (req: Request) => {
    if (on('branding-needs-key') && !D.users.some((u) => u.key === req.headers.get('x-api-key')))
      throw new Problem(401, 'credencial', 'Falta el encabezado X-API-Key.');
    return json(
      200,
      {
        data: {
          marca: { estado: 'LISTA', plantilla: 'red-cajeros' },
          ...(on('branding-docs-host-lost')
            ? {}
            : { servidorDocs: { estado: 'LISTO', dns: 'VERIFICADO', tls: 'VIGENTE' } }),
          listo: true,
          verificadoEn: NOW - 90_000,
          ...(on('branding-tenants')
            ? { cuentas: Object.values(D.tenants).map((t) => ({ razonSocial: t.razonSocial, rut: t.rut })) }
            : {}),
        },
      },
      { 'Cache-Control': 'public, max-age=60' },
    );
  };
  const catalog = (u: User) => {
    const q = null;
    return connection(
      FAMILIES.map((f) => ({ ...f, id: D.gid('Servicio', f.clave) })),
      q,
      (f) => ({
        id: f.id,
        servicio: f.clave,
        titulo: f.titulo,
        portal_surfaces: f.portal,
        api_endpoints: [
          ...f.api.filter((x) => !(on('catalog-missing-write') && x.startsWith('POST'))),
          ...(on('catalog-compliance-endpoint') && f.clave === 'cumplimiento' ? ['GET /v1/compliance/vault'] : []),
        ].map((x) => ({ metodo: x.split(' ')[0], ruta: x.split(' ')[1] })),
        ...(on('catalog-events-hidden') && u.rol !== 'ADMINISTRADOR'
          ? {}
          : {
              webhook_events: f.events
                .filter(
                  (x) =>
                    !(
                      on('catalog-dedup-events') &&
                      FAMILIES.some(
                        (k) =>
                          k.events.includes(x) && FAMILIES.indexOf(k) < FAMILIES.findIndex((z) => z.clave === f.clave),
                      )
                    ) && !(on('catalog-event-missing') && x === 'high_decline_velocity'),
                )
                .map((x) => (on('catalog-event-dotted') ? x.replace('_', '.') : x)),
            }),
        ...(on('catalog-camel-feeds')
          ? { rssFeeds: f.feeds }
          : { rss_feeds: on('catalog-no-terminal-feed') ? f.feeds.filter((x) => !x.includes('terminals')) : f.feeds }),
        ...(on('catalog-notes-lost') && f.feeds.length === 0 ? {} : { notes: f.notes }),
      }),
    );
  };

  const ID = '([A-Za-z0-9_-]+)';
  type Handler = (c: {
    u: User;
    q: URLSearchParams;
    p: string;
    req: Request;
    url: URL;
  }) => Response | Promise<Response>;
  const ok = (data: unknown) => json(200, { data });
  const xml = (text: string, terminal: boolean) =>
    reply(
      200,
      on('feed-content-type') || (terminal && on('feed-terminal-content-type'))
        ? 'text/xml; charset=utf-8'
        : 'application/rss+xml; charset=utf-8',
      text,
      PRIVATE,
    );
  const routes: [RegExp, Record<string, Handler>, 'public'?][] = (
    [
      ['/v1/integrations/public-openapi.json', { GET: ({ req }) => publicDoc(req) }, 'public'],
      ['/v1/public/branding-status', { GET: ({ req }) => branding(req) }, 'public'],
      [
        '/v1/portal',
        {
          GET: ({ u }) =>
            json(
              200,
              { data: portal(u) },
              on('portal-cache-public') ? { 'Cache-Control': 'public, max-age=30' } : PRIVATE,
            ),
        },
      ],
      ['/v1/integrations/catalog', { GET: ({ u }) => ok(catalog(u)) }],
      ['/v1/transactions', { GET: ({ u, q }) => ok(listTransactions(u, q)) }],
      [`/v1/transactions/${ID}/timeline`, { GET: ({ u, p }) => ok(timeline(u, p)) }],
      [
        '/v1/settlements',
        {
          GET: ({ u, q }) => {
            if (!can.settlements(u))
              throw new Problem(403, 'permiso-insuficiente', 'Su rol no permite consultar liquidaciones.');
            const v = visibleIds(u);
            const test = (b: Batch) =>
              (on('settlements-any-terminal')
                ? b.terminals.some((id) => v.has(id))
                : b.terminals.every((id) => v.has(id))) ||
              (on('settlements-tenant-only') && b.tenant === u.tenant) ||
              (on('settlements-sent-all') && b.estado === 'ENVIADO');
            return ok(
              connection(
                batches
                  .filter((b) => test(b) && (b.tenant === u.tenant || on('settlements-sent-all')))
                  .sort((a, b) => b.creadoEn - a.creadoEn || (a.id < b.id ? -1 : 1)),
                q,
                batchNode,
              ),
            );
          },
        },
      ],
      ['/v1/settlements/derive', { POST: ({ u, req }) => postDerive(u, req) }],
      [
        '/v1/disputes',
        {
          GET: ({ u, q }) => {
            const v = visibleIds(u),
              lax = (d: Dispute) =>
                (on('disputes-tenant-only') && d.tenant === u.tenant) ||
                (on('disputes-resolved-all') && d.tenant === u.tenant && d.estado.startsWith('RESUELTA')) ||
                (on('disputes-created-leak') && Buffer.from(d.id, 'base64url').toString().includes('-N'));
            return ok(
              connection(
                disputes
                  .filter((d) => (d.tenant === u.tenant && v.has(d.terminal)) || lax(d))
                  .sort((a, b) => b.abiertaEn - a.abiertaEn || (a.id < b.id ? -1 : 1)),
                q,
                disputeNode,
              ),
            );
          },
          POST: ({ u, req }) => postDispute(u, req),
        },
      ],
      [
        '/v1/locations',
        {
          GET: ({ u, q }) => {
            const v = visibleIds(u);
            return ok(
              connection(
                D.locations.filter(
                  (l) => l.tenant === u.tenant && (l.terminals.some((id) => v.has(id)) || on('locations-all')),
                ),
                q,
                (l) => locationNode(l, v, u),
              ),
            );
          },
        },
      ],
      [
        `/v1/locations/${ID}`,
        {
          GET: ({ u, p }) => {
            const t = terminalOf(u, p, on('location-tenant-only') ? 'tenant' : on('location-any') ? 'any' : '');
            const l = D.locations.find((x) => x.id === t.locId)!;
            return ok({
              ...locationNode(l, visibleIds(u), u),
              ...(on('location-risk-stale') && l.riesgo === 'ALTO' ? { nivelRiesgo: 'MEDIO' } : {}),
            });
          },
        },
      ],
      [`/v1/terminals/${ID}/status-monitoring`, { GET: ({ u, p }) => ok(monitoring(u, p)) }],
      [`/v1/terminals/${ID}/transactions`, { GET: ({ u, p, q }) => ok(terminalTransactions(u, p, q)) }],
      [
        '/v1/connectors',
        {
          GET: ({ u, q }) => {
            const v = visibleIds(u);
            const c = connection(
              D.connectors.filter(
                (x) => connectorVisible(u, x, v) || (on('connectors-list-all') && x.tenant === u.tenant),
              ),
              q,
              (x) => connectorNode(x, v),
            );
            return on('connectors-text') ? reply(200, 'text/plain', JSON.stringify({ data: c }), PRIVATE) : ok(c);
          },
        },
      ],
      [`/v1/connectors/${ID}/status`, { GET: ({ u, p }) => ok(connectorStatus(u, p)) }],
      [
        '/v1/terminal-groups',
        {
          GET: ({ u, q }) => {
            const v = visibleIds(u),
              text = JSON.stringify({
                data: connection(
                  D.groups.filter((g) => groupVisible(u, g, v)),
                  q,
                  (g) => groupNode(g, v),
                ),
              }),
              k = `g:${u.tenant}:${q}`;
            if (on('cache-groups-by-account')) {
              if (!shared.has(k)) shared.set(k, text);
              return reply(200, 'application/json; charset=utf-8', shared.get(k)!, PRIVATE);
            }
            return reply(200, 'application/json; charset=utf-8', text, PRIVATE);
          },
        },
      ],
      [
        `/v1/terminals/${ID}/commands`,
        {
          GET: ({ u, p, q }) => {
            const t = terminalOf(u, p, on('commands-tenant-only') ? 'tenant' : '');
            return ok(
              connection(
                D.commands
                  .filter(
                    (c) =>
                      (c.terminal === t.id ||
                        (on('commands-same-connector') &&
                          term(c.terminal).conId === t.conId &&
                          c.tenant === t.tenant)) &&
                      !(on('commands-no-queued') && c.estado === 'EN_COLA'),
                  )
                  .sort(by((c) => c.creadoEn)),
                q,
                commandNode,
              ),
            );
          },
        },
      ],
      [`/v1/terminals/${ID}/provisioning-payload`, { GET: ({ u, p }) => ok(provisioning(u, p, 'payload')) }],
      [`/v1/terminals/${ID}/provisioning-export`, { GET: ({ u, p }) => ok(provisioning(u, p, 'export')) }],
      [
        '/v1/feeds/account.xml',
        {
          GET: ({ u, url }) => {
            const text = accountFeed(u, url.origin);
            if (on('cache-account-feed')) {
              if (!shared.has('feed')) shared.set('feed', text);
              return xml(shared.get('feed')!, false);
            }
            return xml(text, false);
          },
        },
      ],
      [`/v1/feeds/terminals/${ID}\\.xml`, { GET: ({ u, p, url }) => xml(terminalFeed(u, p, url.origin), true) }],
    ] as [string, Record<string, Handler>, 'public'?][]
  ).map(([p, m, k]) => [new RegExp(`^${p.includes('(') ? p : p.replaceAll('.', '\\.')}$`), m, k]);

  return async (req: Request): Promise<Response> => {
    const url = new URL(req.url);
    let path = url.pathname;
    if (on('path-unversioned') && /^\/(transactions|disputes|settlements|portal)\b/.test(path)) path = `/v1${path}`;
    try {
      if (on('compliance-endpoint') && path === '/v1/compliance' && req.method === 'GET') {
        const u = identify(req, url);
        return ok(
          connection(scoped(D.compliance, u), null, (x) => ({
            id: x.id,
            cajeroId: x.terminal,
            requisito: x.requisito,
            estado: x.estado,
          })),
        );
      }
      for (const [re, methods, kind] of routes) {
        const m = re.exec(path);
        if (!m) continue;
        const open =
          kind === 'public' ||
          (on('catalog-no-key') && path.endsWith('/catalog') && !req.headers.has('x-api-key')) ||
          (on('feed-anonymous') && path.endsWith('account.xml') && !req.headers.has('x-api-key'));
        const u = open ? D.users[0] : identify(req, url);
        const head = req.method === 'HEAD' && methods.GET !== undefined;
        const h = head ? methods.GET : methods[req.method];
        if (!h)
          throw new Problem(
            405,
            'metodo',
            `Este recurso admite: ${Object.keys(methods).join(', ')}.`,
            {},
            { Allow: [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : [])].join(', ') },
          );
        const res = await h({ u, q: url.searchParams, p: m[1] ?? '', req, url });
        return head ? new Response(null, { status: res.status, headers: res.headers }) : res;
      }
      throw new Problem(404, 'ruta', 'No existe esa ruta.');
    } catch (e) {
      if (e instanceof Problem)
        return problem(on('error-200') && e.status === 404 ? new Problem(200, e.type, e.message) : e, path);
      return problem(new Problem(500, 'interno', 'Error inesperado.'), path);
    }
  };
}
