import { createHash } from 'node:crypto';
import {
  accounts,
  type Batch,
  batchLines,
  type Command,
  type Connector,
  cardOf,
  cents,
  commands,
  compliance,
  connectors,
  type Dispute,
  forms,
  type Group,
  groups,
  incidents,
  jobs,
  journal,
  MOTIFS,
  merchants,
  NOW,
  paris,
  RESPONSES,
  batches as seedBatches,
  disputes as seedDisputes,
  settledTx,
  type Terminal,
  type Tx,
  terminals,
  transactions,
  type User,
  userKeys,
  users,
  usersByKey,
} from './data.ts';
import { buildCatalog, buildOpenApi } from './docs.ts';
import { type Fault, faults as faultTable } from './faults.ts';

export const name = 'portail-dab-laravel';
export const keys: ReadonlyMap<string, string> = userKeys;
export const faults: Readonly<Record<string, Fault>> = faultTable;

type Json = Record<string, unknown>;
interface Reply {
  status?: number;
  body?: unknown;
  text?: string;
  type?: string;
  headers?: Record<string, string>;
  plain?: boolean;
}
interface Ctx {
  request: Request;
  url: URL;
  user: User;
  method: string;
}
type Handler = (c: Ctx, id: string) => Reply | Promise<Reply>;
interface Route {
  method: 'GET' | 'POST';
  pattern: RegExp;
  handler: Handler;
  open: boolean;
}

class HttpError extends Error {
  status: number;
  errors: Record<string, string[]> | undefined;
  headers: Record<string, string>;
  constructor(
    status: number,
    message: string,
    errors?: Record<string, string[]>,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}
const NOT_FOUND = 'Ressource introuvable.';
const FORBIDDEN = 'Cette action n’est pas autorisée.';
const SORTS: Readonly<Record<string, (t: Tx) => number>> = {
  dh_term: (t) => t.at,
  no_seq: (t) => t.seq,
  amt_req: (t) => t.req,
  amt_comp: (t) => t.comp,
  sur_req: (t) => t.surReq,
  sur_comp: (t) => t.surComp,
};
const iso = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
const euros = (n: number): string => `${cents(n).replace('.', ',')} €`;
const phpJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/\//g, '\\/')
    .replace(/[\u0080-\uffff]/g, (ch) => `\\u${ch.charCodeAt(0).toString(16).padStart(4, '0')}`);
const escapeXml = (s: string): string =>
  s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&apos;');
const newest = <T extends { le: number; id: string }>(a: T, b: T): number => b.le - a.le || (a.id < b.id ? 1 : -1);
const isDate = (s: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(s) &&
  !Number.isNaN(Date.parse(`${s}T00:00:00Z`)) &&
  new Date(`${s}T00:00:00Z`).toISOString().startsWith(s);

function invalid(errors: Record<string, string[]>): HttpError {
  const all = Object.values(errors).flat();
  return new HttpError(
    422,
    all.length > 1 ? `${all[0]} (et ${all.length - 1} erreur${all.length > 2 ? 's' : ''} de plus)` : (all[0] as string),
    errors,
  );
}
/** A query parameter the way PHP reads it: last value wins, trimmed, empty is absent, arrays are refused. */
function query(c: Ctx, field: string, errors: Record<string, string[]>): string | undefined {
  for (const key of c.url.searchParams.keys()) {
    if (key.startsWith(`${field}[`)) {
      errors[field] = [`Le champ ${field} doit être une chaîne de caractères.`];
      return undefined;
    }
  }
  const value = c.url.searchParams.getAll(field).at(-1)?.trim();
  return value === '' ? undefined : value;
}
function oneOf(c: Ctx, field: string, values: readonly string[], errors: Record<string, string[]>): string | undefined {
  const value = query(c, field, errors);
  if (value !== undefined && !values.includes(value)) {
    errors[field] = [`Le champ ${field} sélectionné est invalide.`];
    return undefined;
  }
  return value;
}
function positive(c: Ctx, field: string, fallback: number, max: number, errors: Record<string, string[]>): number {
  const value = query(c, field, errors);
  if (value === undefined) return fallback;
  if (!/^-?\d{1,9}$/.test(value)) {
    errors[field] = [`Le champ ${field} doit être un entier.`];
    return fallback;
  }
  const n = Number(value);
  if (n < 1) errors[field] = [`Le champ ${field} doit être au moins 1.`];
  else if (n > max) errors[field] = [`Le champ ${field} ne doit pas être supérieur à ${max}.`];
  return n;
}
function throwIfAny(errors: Record<string, string[]>): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  const disputes: Dispute[] = seedDisputes.map((d) => ({ ...d }));
  const batches: Batch[] = seedBatches.map((b) => ({ ...b }));
  const settled = new Set(settledTx);

  // ---------------------------------------------------------------- scope
  const accountOf = (u: User) => accounts.find((a) => a.id === u.account) as (typeof accounts)[number];
  function sees(u: User, t: Terminal): boolean {
    if (t.account !== u.account) return false;
    if (u.scope.kind === 'compte') return true;
    return u.scope.kind === 'sous_compte' ? u.scope.ids.includes(t.sub) : u.scope.ids.includes(t.id);
  }
  const visibleTerminals = (u: User): Terminal[] => terminals.filter((t) => sees(u, t));
  const sameTenant = (u: User, t: Terminal): boolean => u.account === t.account;
  function terminalOf(c: Ctx, id: string, leak = false): Terminal {
    const t = terminals.find((x) => x.id === id);
    if (t !== undefined && fault === 'err-owner-leak' && !sameTenant(c.user, t)) {
      throw new HttpError(
        403,
        `Le terminal ${t.id} appartient au compte ${accounts.find((a) => a.id === t.account)?.raison}.`,
      );
    }
    if (t === undefined || !(leak || sees(c.user, t))) throw new HttpError(404, NOT_FOUND);
    return t;
  }
  function seesBatch(u: User, b: Batch): boolean {
    if (fault === 'scope-settlements-subaccount' && u.scope.kind === 'sous_compte')
      return b.merchant.account === u.account;
    if (fault === 'scope-settlements-any-terminal')
      return b.lines.some((l) => sees(u, terminals.find((t) => t.id === l.terminal) as Terminal));
    return b.lines.every((l) => sees(u, terminals.find((t) => t.id === l.terminal) as Terminal));
  }
  const canConfigure = (u: User): boolean => ['administrateur', 'gestionnaire', 'exploitant'].includes(u.role);
  const canDispute = (u: User): boolean =>
    u.role === 'administrateur' ||
    u.role === 'gestionnaire' ||
    (fault === 'write-reader-dispute' && u.role === 'lecteur');
  const canDerive = (u: User): boolean =>
    u.role === 'administrateur' || (fault === 'write-comptable-derive' && u.role === 'comptable');
  const closed = (d: Dispute): boolean => d.statut.startsWith('clos');

  // ---------------------------------------------------------------- presenters
  function operation(t: Tx, place: 'liste' | 'terminal' | 'portail' = 'liste'): Json {
    const row: Json = {
      id: t.id,
      terminal_id: t.terminal.id,
      dh_term: t.local,
      typ_op: t.type,
      no_seq: t.seq,
      typ_cpt: t.compte,
    };
    if (t.emv !== null) row['ind_emv'] = t.emv;
    else if (fault === 'row-emv-null') row['ind_emv'] = null;
    Object.assign(row, {
      cd_rep: t.rep,
      lib_rep: RESPONSES[t.rep],
      mnt_dem: cents(t.req),
      mnt_serv: cents(t.comp),
      frais_dem: cents(t.surReq),
      frais_perc: cents(t.surComp),
      devise: 'EUR',
    });
    if (fault === 'row-emv-never') delete row['ind_emv'];
    if (fault === 'row-no-surcharge-requested') delete row['frais_dem'];
    if (fault === 'row-no-account-type-balance' && t.type === 'SLD') delete row['typ_cpt'];
    if (fault === 'row-raw-type' && t.terminal.connector === 'CNX-OUEST')
      row['typ_op'] = { RET: '011000', SLD: '311000', ANN: '201000' }[t.type];
    if (fault === 'row-surcharge-on-declined' && t.rep !== '00') row['frais_perc'] = cents(t.surReq);
    if (fault === 'card-pan-row') row['num_carte'] = cardOf(t).pan;
    if (fault === 'card-track-declined' && place === 'terminal' && t.rep !== '00') row['piste2'] = cardOf(t).piste2;
    if (fault === 'card-pan-portal' && place === 'portail') row['porteur'] = { carte: cardOf(t).pan };
    if (fault === 'card-key-material-row' && place === 'liste' && t.emv === 'PUCE')
      row['cle_session'] = createHash('md5').update(t.id).digest('hex').toUpperCase();
    return row;
  }
  function summary(rows: readonly Tx[]): Json {
    let fees = rows.reduce((s, t) => s + t.surComp, 0);
    let cash = rows.reduce((s, t) => s + t.comp, 0);
    if (fault === 'sum-requested-surcharge') fees = rows.reduce((s, t) => s + t.surReq, 0);
    if (fault === 'sum-withdrawn-requested') cash = rows.reduce((s, t) => s + (t.type === 'RET' ? t.req : 0), 0);
    if (fault === 'sum-fees-in-withdrawn') cash += fees;
    if (fault === 'sum-rounded') fees = Math.round(fees / 100) * 100;
    if (fault === 'sum-skips-partial') cash = rows.reduce((s, t) => s + (t.comp < t.req ? 0 : t.comp), 0);
    const out: Json = { tot_frais: cents(fees), tot_retrait: cents(cash), nb_op: rows.length };
    if (fault === 'sum-no-withdrawn') delete out['tot_retrait'];
    return out;
  }
  function terminal(c: Ctx, t: Terminal): Json {
    return {
      id: t.id,
      nom: t.nom,
      etat: t.etat,
      modele: t.modele,
      num_serie: t.serie,
      commerce: { id: t.merchant.id, nom: t.merchant.nom },
      sous_compte_id: t.sub,
      groupe_id: t.group,
      connecteur_id: t.connector,
      ville: t.ville,
      cp: t.cp,
      dern_signal: iso(t.signal),
      links: { self: `${c.url.origin}/v1/terminals/${t.id}` },
    };
  }
  const location = (t: Terminal): Json => ({
    terminal_id: t.id,
    lib_empl: t.nom,
    adresse: t.adresse,
    cp: t.cp,
    ville: t.ville,
    pays: 'FR',
    typ_lieu: t.lieu,
    zone_risque: t.risque,
    lat: t.lat,
    lng: t.lng,
  });
  const command = (x: Command): Json => ({
    id: x.id,
    terminal_id: x.terminal.id,
    typ_cmd: x.type,
    etat_cmd: x.etat,
    demandee_par: x.par,
    demandee_le: iso(x.le),
    terminee_le: isoOrNull(x.fin),
    detail: x.detail,
  });
  function group(u: User, g: Group): Json {
    const own = (
      fault === 'scope-group-members' && u.scope.kind !== 'compte'
        ? terminals.filter((t) => sameTenant(u, t))
        : visibleTerminals(u)
    ).filter((t) => t.group === g.id);
    const count = fault === 'scope-group-count' ? terminals.filter((t) => t.group === g.id).length : own.length;
    return { id: g.id, nom: g.nom, nb_terminaux: count, terminal_ids: own.map((t) => t.id), created_at: iso(g.cree) };
  }
  function connector(u: User, x: Connector): Json {
    const out: Json = {
      id: x.id,
      nom: x.nom,
      protocole: x.proto,
      etat: x.etat,
      nb_terminaux: visibleTerminals(u).filter((t) => t.connector === x.id).length,
    };
    if (fault === 'key-connector-zmk') out['cle_zmk'] = createHash('md5').update(x.id).digest('hex').toUpperCase();
    return out;
  }
  const visibleGroups = (u: User): Group[] =>
    groups.filter(
      (g) =>
        (fault === 'scope-groups-subaccount' && g.account === u.account) ||
        visibleTerminals(u).some((t) => t.group === g.id),
    );
  const visibleConnectors = (u: User): Connector[] =>
    connectors.filter((x) => visibleTerminals(u).some((t) => t.connector === x.id));
  function batch(b: Batch, detail: boolean): Json {
    const side = (s: 'C' | 'D') => b.lines.filter((l) => l.sens === s);
    const credit = side('C').reduce((s, l) => s + l.montant, 0);
    const debit = side('D').reduce((s, l) => s + l.montant, 0);
    const out: Json = {
      id: b.id,
      stat_rem: b.statut,
      commerce: { id: b.merchant.id, nom: b.merchant.nom },
      terminal_ids: side('C').map((l) => l.terminal),
      periode_deb: b.deb,
      periode_fin: b.fin,
      nb_ecr: fault === 'settle-count-credits' ? side('C').length : b.lines.length,
      nb_ecr_cr: side('C').length,
      nb_ecr_db: side('D').length,
      tot_cr: cents(credit),
      tot_db: cents(debit),
      net_verse: cents(
        fault === 'settle-net-plus'
          ? credit + debit
          : fault === 'settle-net-rejected-gross' && b.statut === 'rejetee'
            ? credit
            : credit - debit,
      ),
      arrete_le: iso(b.arrete),
      emise_le: isoOrNull(b.emise),
      reglee_le: isoOrNull(b.reglee),
    };
    if (fault === 'settle-no-timing')
      for (const k of ['periode_deb', 'periode_fin', 'arrete_le', 'emise_le', 'reglee_le']) delete out[k];
    if (fault === 'settle-no-status-pending' && b.statut === 'a_valider') delete out['stat_rem'];
    if (fault === 'settle-no-net') delete out['net_verse'];
    if (detail) {
      const lines = fault === 'settle-detail-lost-line' ? b.lines.slice(0, -1) : b.lines;
      out['ecritures'] = lines.map((l, i) => ({
        no: i + 1,
        sens: l.sens,
        terminal_id: l.terminal,
        libelle: l.libelle,
        nb_op: l.nb,
        montant: cents(l.montant),
      }));
    }
    return out;
  }
  function dispute(d: Dispute, detail = false): Json {
    const out: Json = {
      id: d.id,
      stat_lit: d.statut,
      cd_motif: d.motif,
      lib_motif: MOTIFS[d.motif],
      transaction_id: d.tx.id,
      terminal_id: d.tx.terminal.id,
      montant: cents(d.montant),
      echeance: d.echeance,
      ouvert_le: iso(d.ouvert),
      assigne_a: d.assigne,
      assigne_le: isoOrNull(d.assigneLe),
      resolution:
        d.resolution === null
          ? null
          : { issue: d.resolution.issue, resolu_le: iso(d.resolution.le), commentaire: d.resolution.commentaire },
      observation: d.note,
    };
    const early =
      fault === 'dispute-reviewer-early' ||
      (fault === 'dispute-reviewer-in-review' && detail && d.statut === 'en_examen');
    if ((closed(d) && fault !== 'dispute-reviewer-never') || early)
      out['relecteur'] = { nom: d.reviewer.nom, service: d.reviewer.service, relu_le: iso(d.reviewer.le) };
    if (fault === 'dispute-no-due') delete out['echeance'];
    if (fault === 'dispute-no-reason-closed' && closed(d)) {
      delete out['cd_motif'];
      delete out['lib_motif'];
    }
    if (fault === 'dispute-terminal-merchant') out['terminal_id'] = d.tx.terminal.merchant.id;
    if (fault === 'dispute-terminal-neighbour')
      out['terminal_id'] = terminals.find((t) => t.merchant === d.tx.terminal.merchant)?.id;
    if (fault === 'dispute-amount-cents-detail' && detail) out['montant'] = d.montant;
    return out;
  }

  // ---------------------------------------------------------------- paging
  function pageParams(c: Ctx, errors: Record<string, string[]>): { limit: number; page: number } {
    const raw = c.url.searchParams.get('limit');
    if (fault === 'limit-zero-all' && raw === '0') return { limit: 100_000, page: 1 };
    if (fault === 'limit-text-500' && raw !== null && raw !== '' && !/^-?\d+$/.test(raw))
      throw new Error('Unsupported operand types: string * int');
    if (fault === 'limit-silent-cap' && /^\d+$/.test(raw ?? '') && Number(raw) > 25)
      return { limit: 25, page: positive(c, 'page', 1, 1_000_000, errors) };
    return { limit: positive(c, 'limit', 50, 200, errors), page: positive(c, 'page', 1, 1_000_000, errors) };
  }
  function paginate<T>(
    c: Ctx,
    rows: readonly T[],
    p: { limit: number; page: number },
    present: (row: T) => Json,
    extra: Json = {},
    totalOverride?: number,
  ): Reply {
    const total = totalOverride ?? rows.length;
    const last = Math.max(1, fault === 'page-last-missing' ? Math.floor(total / p.limit) : Math.ceil(total / p.limit));
    const start = (p.page - 1) * p.limit - (fault === 'page-overlap' && p.page > 1 ? 1 : 0);
    const take =
      fault === 'limit-off-by-one' && c.url.pathname === '/v1/transactions' && c.url.searchParams.has('limit')
        ? p.limit + 1
        : p.limit;
    const slice = rows.slice(start, start + take);
    const path =
      c.url.origin + (fault === 'ver-links-unversioned' ? c.url.pathname.replace('/v1', '') : c.url.pathname);
    const link = (n: number): string => {
      const q = new URLSearchParams(c.url.searchParams);
      if (fault === 'page-links-drop-filters')
        for (const k of ['terminal_id', 'group_id', 'sort_by', 'sort_dir']) q.delete(k);
      q.set('page', String(n));
      return `${path}?${q}`;
    };
    const next = fault === 'page-next-always' ? p.page + 1 : p.page < last ? p.page + 1 : null;
    return {
      body: {
        data: slice.map(present),
        ...extra,
        links: {
          first: link(1),
          last: link(last),
          prev: p.page > 1 ? link(Math.min(p.page - 1, last)) : null,
          next: next === null ? null : link(next),
        },
        meta: {
          current_page: p.page,
          from: slice.length > 0 ? start + 1 : null,
          last_page: last,
          path,
          per_page: p.limit,
          to: slice.length > 0 ? start + slice.length : null,
          total,
        },
      },
    };
  }
  function list<T>(c: Ctx, rows: readonly T[], present: (row: T) => Json): Reply {
    const errors: Record<string, string[]> = {};
    const p = pageParams(c, errors);
    throwIfAny(errors);
    return paginate(c, rows, p, present);
  }
  const one = (c: Ctx, data: Json): Reply => ({ body: { data, links: { self: c.url.origin + c.url.pathname } } });

  // ---------------------------------------------------------------- transactions
  function operations(c: Ctx, single: Terminal | null): Reply {
    const u = c.user;
    const errors: Record<string, string[]> = {};
    const p = pageParams(c, errors);
    const terminalId = single === null ? query(c, 'terminal_id', errors) : undefined;
    const groupId = single === null ? query(c, 'group_id', errors) : undefined;
    if (fault === 'sort-invalid-500' && !((query(c, 'sort_by', {}) ?? 'dh_term') in SORTS))
      throw new Error(
        `SQLSTATE[42S22]: Column not found: 1054 Unknown column '${query(c, 'sort_by', {})}' in 'order clause' (SQL: select * from t_operation)`,
      );
    const by = oneOf(c, 'sort_by', Object.keys(SORTS), errors) ?? 'dh_term';
    const dir = oneOf(c, 'sort_dir', ['asc', 'desc'], errors) ?? 'desc';
    const from = query(c, 'du', errors),
      to = query(c, 'au', errors);
    for (const [field, value] of [
      ['du', from],
      ['au', to],
    ] as const)
      if (value !== undefined && !isDate(value))
        errors[field] = [`Le champ ${field} doit être une date au format AAAA-MM-JJ.`];
    if (from !== undefined && to !== undefined && errors['du'] === undefined && errors['au'] === undefined && to < from)
      errors['au'] = ['Le champ au doit être une date postérieure ou égale à du.'];
    throwIfAny(errors);

    const inScope = (t: Tx): boolean => {
      if (fault === 'scope-terminal-tx' && single !== null) return true;
      if (fault === 'scope-tx-terminal-filter' && terminalId !== undefined) return true;
      if (fault === 'scope-tx-group-filter' && groupId !== undefined) return true;
      if (fault === 'scope-tx-sort-subaccount' && by === 'amt_comp' && u.scope.kind === 'sous_compte')
        return sameTenant(u, t.terminal);
      if (fault === 'scope-tx-page2' && p.page > 1) return sameTenant(u, t.terminal);
      if (fault === 'scope-comptable-narrow' && u.role === 'comptable' && t.terminal.group === null) return false;
      return sees(u, t.terminal);
    };
    const matches = (t: Tx): boolean => {
      const byTerminal =
        terminalId === undefined ||
        fault === 'filter-terminal-ignored' ||
        (fault === 'filter-terminal-like' ? t.terminal.id.startsWith(terminalId) : t.terminal.id === terminalId);
      const byGroup = groupId === undefined || fault === 'filter-group-ignored' || t.terminal.group === groupId;
      if (fault === 'filter-combined-or' && terminalId !== undefined && groupId !== undefined)
        return t.terminal.id === terminalId || t.terminal.group === groupId;
      if (fault === 'filter-group-lost-on-sort' && by === 'amt_comp' && c.url.searchParams.has('limit'))
        return byTerminal;
      return byTerminal && byGroup;
    };
    const inDates = (t: Tx): boolean =>
      (from === undefined || t.local.slice(0, 10) >= from) && (to === undefined || t.local.slice(0, 10) <= to);
    const ofTerminal = (t: Tx): boolean =>
      single === null ||
      t.terminal === single ||
      (fault === 'terminal-tx-merchant' && t.terminal.merchant === single.merchant && sees(u, t.terminal));
    const base = transactions.filter((t) => inScope(t) && ofTerminal(t) && inDates(t));
    const rows = base.filter(matches);
    const key =
      by === 'amt_comp' && fault === 'sort-by-requested' ? (t: Tx) => t.req : (SORTS[by] as (t: Tx) => number);
    const sign = dir === 'asc' || (fault === 'sort-dir-ignored' && by === 'amt_comp') ? 1 : -1;
    const compare = (a: Tx, b: Tx): number => {
      if (fault === 'sort-text-amounts' && by === 'amt_comp') {
        const x = cents(a.comp),
          y = cents(b.comp);
        if (x !== y) return (x < y ? -1 : 1) * sign;
      }
      return sign * (key(a) - key(b)) || b.at - a.at || (a.id < b.id ? 1 : -1);
    };
    if (fault === 'sort-page-only' && by !== 'dh_term') {
      rows.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
      const start = (p.page - 1) * p.limit;
      rows.splice(start, p.limit, ...rows.slice(start, start + p.limit).sort(compare));
    } else if (fault === 'sort-last-desc-dropped' && by === 'amt_comp' && dir === 'desc' && groupId !== undefined)
      rows.sort((a, b) => b.at - a.at);
    else rows.sort(compare);

    let counted: readonly Tx[] = rows;
    if (fault === 'sum-ignores-group' && groupId !== undefined)
      counted = base.filter((t) => terminalId === undefined || t.terminal.id === terminalId);
    if (fault === 'sum-tenant-wide' && u.scope.kind !== 'compte')
      counted = transactions.filter((t) => sameTenant(u, t.terminal) && ofTerminal(t) && inDates(t) && matches(t));
    const extra: Json = { summary: summary(counted) };
    if (fault === 'sum-absent-when-empty' && rows.length === 0) delete extra['summary'];
    if (fault === 'sum-absent-terminal-list' && terminalId !== undefined) delete extra['summary'];
    const place = single === null ? 'liste' : 'terminal';
    const q =
      (fault === 'limit-ignored' && single === null) || (fault === 'limit-ignored-with-sort' && by === 'amt_comp')
        ? { limit: 50, page: p.page }
        : p;
    const total =
      fault === 'page-total-unscoped' && single === null
        ? transactions.filter((t) => matches(t) && inDates(t)).length
        : undefined;
    return paginate(c, rows, q, (t) => operation(t, place), extra, total);
  }
  function timeline(c: Ctx, id: string): Reply {
    const t = transactions.find((x) => x.id === id);
    if (t === undefined && fault === 'err-timeline-500')
      throw new Error('Attempt to read property "terminal_id" on null');
    const ok =
      t !== undefined &&
      (fault === 'scope-timeline' ||
        (fault === 'scope-timeline-subaccount' ? sameTenant(c.user, t.terminal) : sees(c.user, t.terminal)));
    if (t === undefined || !ok) throw new HttpError(404, NOT_FOUND);
    const steps: [string, string, number][] = [
      ['CARTE', fault === 'card-pan-timeline' ? `Carte ${cardOf(t).pan} insérée` : 'Carte insérée', t.at - 30_000],
    ];
    if (t.rep === '55')
      steps.push([
        'CODE',
        fault === 'card-pin-block-timeline' ? `Code erroné (bloc ${cardOf(t).pin})` : 'Code confidentiel erroné',
        t.at - 20_000,
      ]);
    else steps.push(['CODE', 'Code confidentiel saisi', t.at - 20_000]);
    steps.push(
      ['DEMANDE', `Demande ${t.type} transmise à l’hôte, ${euros(t.req)}`, t.at - 4000],
      ['REPONSE', `${RESPONSES[t.rep]} (${t.rep})`, t.at],
    );
    if (t.comp > 0)
      steps.push(['SERVI', `Billets délivrés : ${euros(t.comp)}, frais ${euros(t.surComp)}`, t.at + 9000]);
    steps.push(['FIN', 'Carte restituée', t.at + 15_000]);
    for (const d of disputes.filter((x) => x.tx.id === t.id))
      steps.push(['LITIGE', `Litige ${d.id} ouvert : ${MOTIFS[d.motif]}`, d.ouvert]);
    return one(c, {
      transaction_id: t.id,
      terminal_id: t.terminal.id,
      etapes: steps.map(([code, libelle, at], i) => ({ rang: i + 1, code, libelle, horodatage: iso(at) })),
    });
  }

  // ---------------------------------------------------------------- portal
  function reports(u: User): Json[] {
    const all: [string, string, string[]][] = [
      ['ACT_PARC', 'Activité du parc', ['administrateur', 'gestionnaire', 'lecteur', 'exploitant', 'comptable']],
      ['RET_MENS', 'Retraits mensuels', ['administrateur', 'gestionnaire', 'lecteur', 'comptable']],
      ['REM_RECAP', 'Récapitulatif des remises', ['administrateur', 'gestionnaire', 'comptable']],
      ['DISPO', 'Disponibilité des terminaux', ['administrateur', 'gestionnaire', 'lecteur', 'exploitant']],
      ['LIT_SUIVI', 'Suivi des litiges', ['administrateur', 'gestionnaire', 'comptable']],
    ];
    return all
      .filter((r) => r[2].includes(u.role))
      .map(([code, libelle]) => ({ code, libelle, formats: ['csv', 'pdf'] }));
  }
  function visibleUsers(u: User): User[] {
    if (fault === 'scope-portal-users')
      return users.filter((x) => u.role === 'administrateur' || x.account === u.account);
    if (u.role === 'administrateur') return users.filter((x) => x.account === u.account);
    if (u.role === 'gestionnaire')
      return users.filter(
        (x) =>
          x.account === u.account &&
          x.scope.kind === 'sous_compte' &&
          x.scope.ids.every((s) => u.scope.ids.includes(s)),
      );
    return [u];
  }
  function portal(c: Ctx): Reply {
    const u = c.user;
    const a = accountOf(u);
    const shown = visibleTerminals(u);
    const person = (x: User): Json => ({ id: x.id, nom: x.nom, prenom: x.prenom, courriel: x.courriel, role: x.role });
    const own = <T extends { terminal: Terminal }>(rows: readonly T[], wide = false): T[] =>
      rows.filter((x) => (wide ? sameTenant(u, x.terminal) : sees(u, x.terminal)));
    const recent = transactions
      .filter((t) => sees(u, t.terminal))
      .sort((x, y) => (fault === 'portal-oldest-tx' ? x.at - y.at : y.at - x.at) || (x.id < y.id ? 1 : -1))
      .slice(0, 10);
    const who =
      fault === 'portal-principal-admin' && u.role === 'gestionnaire'
        ? (users.find((x) => x.account === u.account) as User)
        : u;
    const listed =
      fault === 'portal-hides-out-of-service'
        ? shown.filter((t) => t.etat !== 'HORS_SERVICE')
        : fault === 'scope-portal-terminals' && u.scope.kind === 'terminaux'
          ? terminals.filter((t) => sameTenant(u, t))
          : shown;
    const pieces = own(compliance, fault === 'scope-portal-compliance');
    const data: Json = {
      principal: { ...person(who), portee: { type: who.scope.kind, ids: who.scope.ids } },
      compte: {
        id: a.id,
        raison_soc: a.raison,
        siren: a.siren,
        ville: a.ville,
        formule: a.formule,
        sous_comptes: a.subs.filter((s) => fault === 'scope-portal-subaccounts' || shown.some((t) => t.sub === s.id)),
      },
      marque: {
        nom: a.brand.marque,
        couleur: a.brand.couleur,
        logo_url: `https://${a.brand.hote}/logo.svg`,
        dns: { hote: a.brand.hote, etat_cname: a.brand.cname, etat_tls: a.brand.tls },
      },
      droits: {
        lire_operations: true,
        lire_remises: true,
        lire_litiges: true,
        ouvrir_litige: canDispute(u),
        deriver_remises: fault === 'portal-flags-wrong' ? u.role !== 'exploitant' : canDerive(u),
        lire_parametrage: canConfigure(u),
        gerer_utilisateurs: u.role === 'administrateur',
      },
      utilisateurs: visibleUsers(u).map(person),
      terminaux: listed.map((t) => terminal(c, t)),
      groupes: visibleGroups(u).map((g) => group(u, g)),
      connecteurs: visibleConnectors(u).map((x) => connector(u, x)),
      operations_recentes: recent.map((t) => operation(t, 'portail')),
      commandes: own(commands, fault === 'scope-portal-commands')
        .sort(newest)
        .slice(0, 10)
        .map(command),
      formulaires: own(forms)
        .sort(newest)
        .slice(0, 10)
        .map((x) => ({
          id: x.id,
          terminal_id: x.terminal.id,
          typ_form: x.type,
          statut: x.statut,
          soumis_par: x.par,
          soumis_le: iso(x.le),
          texte: x.texte,
        })),
      rapports: reports(u),
      conformite: pieces.map((x) => ({
        id: x.id,
        terminal_id: x.terminal.id,
        piece: x.piece,
        statut: x.statut,
        expire_le: x.expire,
      })),
      mise_en_service: shown.map((t, i) => ({
        terminal_id: t.id,
        etape: i % 5 === 2 ? 'contrat à signer' : 'terminée',
      })),
      documents: pieces.map((x) => ({
        id: x.id.replace('PCE', 'DOC'),
        terminal_id: x.terminal.id,
        titre: `${x.piece} – ${x.terminal.nom}`,
        typ_mime: 'application/pdf',
      })),
      videos: [
        { id: 'VID-01', titre: 'Recharger une cassette', duree_s: 214 },
        { id: 'VID-02', titre: 'Lire la bande journal', duree_s: 167 },
      ],
    };
    if (fault === 'portal-no-reports') delete data['rapports'];
    if (fault === 'portal-no-dns') delete (data['marque'] as Json)['dns'];
    if (fault === 'portal-no-videos-reader' && u.role === 'lecteur') delete data['videos'];
    if (fault === 'portal-no-connectors') delete data['connecteurs'];
    return { body: { data, links: { self: c.url.origin + c.url.pathname }, meta: { genere_le: iso(NOW) } } };
  }

  // ---------------------------------------------------------------- terminals
  function monitoring(c: Ctx, id: string): Reply {
    const t = terminalOf(c, id, fault === 'scope-monitoring');
    const open = incidents.filter(
      (x) => (fault === 'monitoring-closed-incidents' || x.clos === null) && x.terminal === t,
    );
    return one(c, {
      terminal_id: t.id,
      etat: fault === 'monitoring-state-stale' && t.etat === 'HORS_SERVICE' ? 'EN_SERVICE' : t.etat,
      etat_depuis: iso(t.since),
      dern_signal: iso(t.signal),
      version_logicielle: t.version,
      cassettes: t.cash.map((k) => ({
        no: k.no,
        coupure: k.coupure,
        nb_billets: k.nb,
        seuil_bas: k.seuil,
        alerte: k.nb < k.seuil,
      })),
      encaisse: cents(t.cash.reduce((s, k) => s + k.nb * k.coupure * 100, 0)),
      incidents: open.map((x) => ({ id: x.id, evenement: x.ev, texte: x.texte, ouvert_le: iso(x.ouvert) })),
    });
  }
  function commandList(c: Ctx, id: string): Reply {
    const t = terminalOf(c, id, fault === 'scope-commands');
    const errors: Record<string, string[]> = {};
    const state = oneOf(c, 'etat_cmd', ['en_file', 'terminee', 'echouee'], errors);
    throwIfAny(errors);
    const rows = commands.filter(
      (x) =>
        (x.terminal === t ||
          (fault === 'commands-same-merchant' && x.terminal.merchant === t.merchant && sees(c.user, x.terminal))) &&
        (state === undefined || x.etat === state),
    );
    return list(c, rows.sort(newest), command);
  }
  function requireConfigure(c: Ctx): void {
    if (!canConfigure(c.user) && fault !== 'role-provisioning-reader') throw new HttpError(403, FORBIDDEN);
  }
  function provisioning(c: Ctx, id: string): Reply {
    requireConfigure(c);
    const t = terminalOf(c, id, fault === 'scope-provisioning');
    const x = connectors.find((k) => k.id === t.connector) as Connector;
    const data: Json = {
      terminal_id: t.id,
      version_profil: t.version,
      profil: {
        langue: 'fr',
        frais_client: cents(t.frais),
        plafond_retrait: '300.00',
        coupures: t.cash.map((k) => k.coupure),
      },
      hote: { connecteur_id: x.id, adresse: x.hote, port: x.port, protocole: x.proto },
      ref_cle: `coffre/${t.account}/${t.id}`,
      travaux: jobs
        .filter((j) => j.terminal === t)
        .sort(newest)
        .map((j) => ({ id: j.id, objet: j.type, etat: j.etat, le: iso(j.le) })),
    };
    if (fault === 'key-provisioning-tmk')
      data['cle_maitre'] = createHash('sha256').update(t.id).digest('hex').slice(0, 32).toUpperCase();
    return one(c, data);
  }
  function provisioningExport(c: Ctx, id: string): Reply {
    requireConfigure(c);
    const t = terminalOf(
      c,
      id,
      fault === 'scope-export-subaccount' && terminals.some((x) => x.id === id && sameTenant(c.user, x)),
    );
    const x = connectors.find((k) => k.id === t.connector) as Connector;
    const lignes = [
      ['reseau', 'hote', x.hote],
      ['reseau', 'port', String(x.port)],
      ['ecran', 'langue', 'fr'],
      ['ecran', 'libelle', t.merchant.nom],
      ['frais', 'montant', cents(t.frais)],
      ['logiciel', 'version', t.version],
    ].map(([section, cle, valeur]) => ({ section, cle, valeur }));
    return one(c, {
      terminal_id: t.id,
      fichier: `${t.id}-${t.version}.json`,
      format: 'lignes',
      lignes,
      empreinte: createHash('sha256').update(JSON.stringify(lignes)).digest('hex').slice(0, 40),
      genere_le: iso(NOW),
    });
  }
  function connectorStatus(c: Ctx, id: string): Reply {
    const x = (fault === 'scope-connector' ? connectors : visibleConnectors(c.user)).find((k) => k.id === id);
    if (x === undefined) throw new HttpError(404, NOT_FOUND);
    return one(c, {
      connecteur_id: fault === 'connector-status-id' ? x.hote : x.id,
      etat: x.etat,
      hote: x.hote,
      port: x.port,
      latence_ms: x.latence,
      dern_echange: iso(x.dern),
      nb_terminaux: visibleTerminals(c.user).filter((t) => t.connector === x.id).length,
    });
  }

  // ---------------------------------------------------------------- feeds
  interface Item {
    titre: string;
    texte: string;
    le: number;
    cat: string;
    id: string;
    terminal: Terminal;
  }
  function activity(list: readonly Terminal[], perTerminal: boolean, u: User): Item[] {
    const has = (t: Terminal): boolean => list.includes(t);
    const items: Item[] = [];
    for (const t of list) {
      items.push({
        titre: `Signal ${t.id} – ${t.nom}`,
        texte: `Dernier signal reçu, état ${t.etat}`,
        le: t.signal,
        cat: 'signal',
        id: `sig-${t.id}`,
        terminal: t,
      });
      if (!(fault === 'feed-account-no-status' && !perTerminal))
        items.push({
          titre: `État ${t.id} : ${t.etat}`,
          texte: `Changement d’état de ${t.nom}`,
          le: t.since,
          cat: 'etat',
          id: `eta-${t.id}`,
          terminal: t,
        });
    }
    const ops = transactions
      .filter((t) => has(t.terminal))
      .sort((a, b) => b.at - a.at)
      .slice(0, perTerminal ? 10 : 30);
    if (!(fault === 'feed-terminal-no-tx' && perTerminal)) {
      for (const t of ops)
        items.push({
          titre: `Opération ${t.type} ${t.terminal.id} – ${RESPONSES[t.rep]}`,
          texte: `Séquence ${t.seq}, ${euros(t.comp)} servis sur ${euros(t.req)}${fault === 'card-pan-feed' && perTerminal ? `, carte ${cardOf(t).pan}` : ''}`,
          le: t.at,
          cat: 'operation',
          id: t.id,
          terminal: t.terminal,
        });
    }
    if (!(fault === 'feed-account-no-incidents' && !perTerminal)) {
      for (const x of incidents.filter((i) => has(i.terminal)))
        items.push({
          titre: `Alerte ${x.ev} ${x.terminal.id}`,
          texte: `${x.texte} (${x.clos === null ? 'en cours' : 'close'})`,
          le: x.ouvert,
          cat: 'alerte',
          id: x.id,
          terminal: x.terminal,
        });
    }
    if (!(fault === 'feed-account-no-journal' && !perTerminal)) {
      const wide = fault === 'scope-feed-journal' && !perTerminal;
      for (const x of journal.filter((j) => has(j.terminal) || (wide && sameTenant(u, j.terminal))))
        items.push({
          titre: `Journal ${x.terminal.id} – ${x.terminal.nom}`,
          texte: x.texte,
          le: x.le,
          cat: 'journal',
          id: x.id,
          terminal: x.terminal,
        });
    }
    if (perTerminal) {
      for (const x of commands.filter(
        (k) => has(k.terminal) && !(fault === 'feed-terminal-no-queued' && k.etat === 'en_file'),
      ))
        items.push({
          titre: `Commande ${x.type} ${x.etat === 'en_file' ? 'en file' : x.etat === 'terminee' ? 'terminée' : 'échouée'}`,
          texte: `Demandée par ${x.par}. ${x.detail}`,
          le: x.fin ?? x.le,
          cat: 'commande',
          id: x.id,
          terminal: x.terminal,
        });
      if (fault !== 'feed-terminal-no-jobs')
        for (const x of jobs.filter((j) => has(j.terminal)))
          items.push({
            titre: `Paramétrage ${x.type} : ${x.etat}`,
            texte: `Travail ${x.id}`,
            le: x.le,
            cat: 'parametrage',
            id: x.id,
            terminal: x.terminal,
          });
    }
    return items.sort((a, b) => b.le - a.le || (a.id < b.id ? 1 : -1));
  }
  function rss(c: Ctx, title: string, items: readonly Item[], type: string): Reply {
    const e = fault === 'feed-unescaped' ? (s: string) => s : escapeXml;
    const date = (ms: number): string =>
      fault === 'feed-iso-dates' ? iso(ms) : new Date(ms).toUTCString().replace('GMT', '+0000');
    const rows = items
      .map(
        (i) => `    <item>
      <title>${e(i.titre)}</title>
      <description>${e(i.texte)}</description>
      <category>${i.cat}</category>
      <link>${escapeXml(`${c.url.origin}/v1/terminals/${i.terminal.id}/status-monitoring`)}</link>
      <guid isPermaLink="false">${i.cat}:${i.id}</guid>
      <pubDate>${date(i.le)}</pubDate>
    </item>\n`,
      )
      .join('');
    const self = escapeXml(c.url.origin + c.url.pathname);
    return {
      type,
      text: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n  <channel>
    <title>${escapeXml(title)}</title>
    <link>${self}</link>
    <atom:link href="${self}" rel="self" type="application/rss+xml"/>
    <description>Flux en lecture seule, limité au périmètre de la clé</description>
    <language>fr-fr</language>
    <lastBuildDate>${new Date(NOW).toUTCString().replace('GMT', '+0000')}</lastBuildDate>
    <ttl>5</ttl>\n${rows}  </channel>\n</rss>\n`,
    };
  }
  function accountFeed(c: Ctx): Reply {
    return rss(
      c,
      `${accountOf(c.user).raison} – activité du parc`,
      activity(visibleTerminals(c.user), false, c.user),
      fault === 'feed-text-xml' ? 'text/xml; charset=utf-8' : 'application/rss+xml; charset=utf-8',
    );
  }
  function terminalFeed(c: Ctx, id: string): Reply {
    const t = terminalOf(
      c,
      id,
      fault === 'scope-terminal-feed' || (fault === 'auth-terminal-feed-open' && !c.request.headers.has('x-api-key')),
    );
    const list =
      fault === 'feed-terminal-neighbours'
        ? terminals.filter((x) => x.merchant === t.merchant && sees(c.user, x))
        : [t];
    return rss(
      c,
      `${t.id} – ${t.nom}`,
      activity(list, true, c.user),
      fault === 'feed-terminal-json-type' ? 'application/xml' : 'application/rss+xml; charset=utf-8',
    );
  }

  // ---------------------------------------------------------------- settlements and disputes
  function settlements(c: Ctx): Reply {
    const errors: Record<string, string[]> = {};
    const statut = oneOf(c, 'stat_rem', ['a_valider', 'emise', 'reglee', 'rejetee'], errors);
    throwIfAny(errors);
    return list(
      c,
      batches
        .filter(
          (b) =>
            seesBatch(c.user, b) &&
            (statut === undefined || fault === 'filter-settlement-status' || b.statut === statut),
        )
        .sort((a, b) => b.arrete - a.arrete || (a.id < b.id ? 1 : -1)),
      (b) => batch(b, false),
    );
  }
  function settlement(c: Ctx, id: string): Reply {
    const b = batches.find((x) => x.id === id && (seesBatch(c.user, x) || fault === 'scope-settlement-detail'));
    if (b === undefined) throw new HttpError(404, NOT_FOUND);
    return one(c, batch(b, true));
  }
  async function readBody(c: Ctx): Promise<Json> {
    if (!/^application\/([\w.+-]+\+)?json\b/i.test(c.request.headers.get('content-type') ?? ''))
      throw new HttpError(415, 'Le corps doit être au format application/json.');
    const raw = await c.request.text();
    if (raw.length > 65_536) throw new HttpError(413, 'Le corps de la requête est trop volumineux.');
    let value: unknown;
    try {
      value = raw.trim() === '' ? {} : JSON.parse(raw);
    } catch {
      throw new HttpError(400, 'Le corps de la requête n’est pas un JSON valide.');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new HttpError(422, 'Le corps doit être un objet JSON.', { corps: ['Le corps doit être un objet JSON.'] });
    return value as Json;
  }
  async function derive(c: Ctx): Promise<Reply> {
    if (!canDerive(c.user)) throw new HttpError(403, FORBIDDEN);
    const body = await readBody(c);
    const errors: Record<string, string[]> = {};
    const text = (field: string): string | undefined =>
      typeof body[field] === 'string' && body[field].trim() !== '' ? body[field].trim() : undefined;
    for (const field of ['periode_deb', 'periode_fin']) {
      const value = text(field);
      if (body[field] === undefined || body[field] === null || body[field] === '')
        errors[field] = [`Le champ ${field} est obligatoire.`];
      else if (value === undefined || !isDate(value))
        errors[field] = [`Le champ ${field} doit être une date au format AAAA-MM-JJ.`];
    }
    const deb = text('periode_deb') ?? '',
      fin = text('periode_fin') ?? '';
    if (Object.keys(errors).length === 0 && fin < deb)
      errors['periode_fin'] = ['Le champ periode_fin doit être une date postérieure ou égale à periode_deb.'];
    else if (errors['periode_fin'] === undefined && fin >= paris(NOW).slice(0, 10))
      errors['periode_fin'] = ['Le champ periode_fin doit être une date antérieure à aujourd’hui.'];
    const allowed = merchants.filter((m) =>
      fault === 'write-derive-all-tenants' ? true : m.account === c.user.account,
    );
    if (
      body['commerce_id'] !== undefined &&
      body['commerce_id'] !== null &&
      !allowed.some((m) => m.id === body['commerce_id'])
    )
      errors['commerce_id'] = ['Le champ commerce_id sélectionné est invalide.'];
    throwIfAny(errors);
    const created: Batch[] = [];
    for (const merchant of allowed.filter(
      (m) => body['commerce_id'] === undefined || body['commerce_id'] === null || m.id === body['commerce_id'],
    )) {
      const rows = transactions.filter(
        (t) =>
          t.terminal.merchant === merchant &&
          t.comp > 0 &&
          !(settled.has(t.id) && fault !== 'write-derive-twice') &&
          t.local.slice(0, 10) >= deb &&
          t.local.slice(0, 10) <= fin,
      );
      if (rows.length === 0) continue;
      rows.forEach((t) => settled.add(t.id));
      const b: Batch = {
        id: `REM-2025-${410 + batches.length}`,
        merchant,
        statut: 'a_valider',
        deb,
        fin,
        arrete: NOW,
        emise: null,
        reglee: null,
        lines: batchLines(rows),
      };
      if (fault !== 'write-derive-not-listed') batches.push(b);
      created.push(b);
    }
    return {
      status: created.length > 0 ? 201 : 200,
      body: { data: created.map((b) => batch(b, false)), meta: { nb_crees: created.length } },
    };
  }
  const seesDispute = (u: User, d: Dispute): boolean =>
    fault === 'scope-disputes-subaccount' && u.scope.kind === 'sous_compte'
      ? sameTenant(u, d.tx.terminal)
      : sees(u, d.tx.terminal);
  function disputeList(c: Ctx): Reply {
    const errors: Record<string, string[]> = {};
    const statut = oneOf(c, 'stat_lit', ['ouvert', 'en_examen', 'clos_accepte', 'clos_refuse'], errors);
    const tid = query(c, 'terminal_id', errors);
    throwIfAny(errors);
    const leak = fault === 'scope-disputes-terminal-filter' && tid !== undefined;
    const rows = disputes.filter(
      (d) =>
        (leak || seesDispute(c.user, d)) &&
        (statut === undefined || d.statut === statut) &&
        (tid === undefined || d.tx.terminal.id === tid),
    );
    return list(
      c,
      rows.sort((a, b) => b.ouvert - a.ouvert || (a.id < b.id ? 1 : -1)),
      (d) => dispute(d),
    );
  }
  function disputeOne(c: Ctx, id: string): Reply {
    const d = disputes.find((x) => x.id === id && (seesDispute(c.user, x) || fault === 'scope-dispute-detail'));
    if (d === undefined) throw new HttpError(404, NOT_FOUND);
    return one(c, dispute(d, true));
  }
  async function openDispute(c: Ctx): Promise<Reply> {
    if (fault !== 'write-validate-first' && !canDispute(c.user)) throw new HttpError(403, FORBIDDEN);
    const body = await readBody(c);
    const errors: Record<string, string[]> = {};
    const tx = transactions.find(
      (t) => t.id === body['transaction_id'] && (sees(c.user, t.terminal) || fault === 'write-dispute-foreign-tx'),
    );
    if (body['transaction_id'] === undefined || body['transaction_id'] === null || body['transaction_id'] === '')
      errors['transaction_id'] = ['Le champ transaction_id est obligatoire.'];
    else if (tx === undefined) errors['transaction_id'] = ['Le champ transaction_id sélectionné est invalide.'];
    const motif = body['cd_motif'];
    if (motif === undefined || motif === null || motif === '')
      errors['cd_motif'] = ['Le champ cd_motif est obligatoire.'];
    else if (typeof motif !== 'string' || !Object.hasOwn(MOTIFS, motif))
      errors['cd_motif'] = ['Le champ cd_motif sélectionné est invalide.'];
    const asked = body['montant'];
    let amount = tx?.req ?? 0;
    if (asked !== undefined && asked !== null) {
      const s = String(asked);
      if (!['string', 'number'].includes(typeof asked) || !/^-?\d{1,9}(\.\d{1,2})?$/.test(s))
        errors['montant'] = ['Le champ montant doit être un nombre à deux décimales.'];
      else {
        amount = Math.round(Number(s) * 100);
        if (fault !== 'write-negative-amount' && amount <= 0)
          errors['montant'] = ['Le champ montant doit être supérieur à 0.'];
        else if (tx !== undefined && amount > tx.req)
          errors['montant'] = ['Le champ montant ne doit pas dépasser le montant de l’opération.'];
      }
    }
    const note = body['observation'] ?? null;
    if (note !== null && (typeof note !== 'string' || note.length > 500))
      errors['observation'] = ['Le champ observation doit être un texte d’au plus 500 caractères.'];
    if (fault === 'err-flat-validation' && Object.keys(errors).length > 0)
      return { status: 422, body: { error: 'validation', champs: Object.keys(errors).join(', ') } };
    throwIfAny(errors);
    if (!canDispute(c.user)) throw new HttpError(403, FORBIDDEN);
    if (disputes.some((d) => d.tx.id === tx?.id && !closed(d)))
      throw new HttpError(409, 'Un litige est déjà ouvert pour cette opération.');
    const created: Dispute = {
      id: `LIT-${880 + disputes.length}`,
      statut: 'ouvert',
      motif: motif as string,
      tx: tx as Tx,
      montant: amount,
      echeance: paris(NOW + 30 * 86_400_000).slice(0, 10),
      ouvert: NOW,
      assigne: null,
      assigneLe: null,
      resolution: null,
      reviewer: { nom: 'Sylvie Augé', service: 'Contrôle des litiges', le: NOW },
      note: note as string | null,
    };
    if (fault !== 'write-dispute-lost') disputes.push(created);
    return {
      status: 201,
      body: { data: dispute(created), links: { self: `${c.url.origin}/v1/disputes/${created.id}` } },
      headers: { Location: `${c.url.origin}/v1/disputes/${created.id}` },
    };
  }

  // ---------------------------------------------------------------- routes
  const routes: Route[] = [];
  function route(method: 'GET' | 'POST', template: string, handler: Handler, open = false): void {
    const source = template.replace(/\./g, '\\.').replace('{batch}', '(REM-[\\w-]+)').replace('{id}', '([^/]+)');
    routes.push({ method, pattern: new RegExp(`^${source}$`), handler, open });
  }
  const visible = (c: Ctx): Terminal[] => visibleTerminals(c.user);
  route('GET', '/v1/portal', portal);
  route(
    'GET',
    '/v1/integrations/catalog',
    (c) => ({
      body: { data: buildCatalog(fault), links: { self: c.url.origin + c.url.pathname }, meta: { version: 'v1' } },
    }),
    fault === 'auth-catalog-open',
  );
  route(
    'GET',
    '/v1/integrations/public-openapi.json',
    (c) => {
      const body = buildOpenApi(c.url.origin, fault) as Json;
      const owner = usersByKey.get(c.request.headers.get('x-api-key') ?? '');
      if (fault === 'openapi-tenant-title' && owner !== undefined)
        (body['info'] as Json)['title'] = `API ${accountOf(owner).raison}`;
      return {
        body,
        plain: true,
        headers: {
          'Cache-Control': fault === 'openapi-no-store' ? 'no-store' : 'public, max-age=3600',
          ...(fault === 'openapi-no-store' ? {} : { 'Last-Modified': new Date(NOW - 86_400_000).toUTCString() }),
        },
      };
    },
    fault !== 'auth-openapi-needs-key',
  );
  route(
    'GET',
    '/v1/public/branding-status',
    () => {
      const data: Json = {
        marque: { etat: 'publiee', maj_le: iso(NOW - 3_600_000) },
        hote_docs: { etat: 'pret', tls: 'actif', maj_le: iso(NOW - 7_200_000) },
        pret: true,
      };
      if (fault === 'branding-tenants')
        data['comptes'] = accounts.map((a) => ({
          id: a.id,
          raison_soc: a.raison,
          hote: a.brand.hote,
          etat_cname: a.brand.cname,
        }));
      return { body: { data }, headers: { 'Cache-Control': 'public, max-age=60' } };
    },
    fault !== 'auth-branding-needs-key',
  );
  route('GET', '/v1/transactions', (c) => operations(c, null));
  route('GET', '/v1/transactions/{id}/timeline', timeline);
  route('GET', '/v1/settlements', settlements);
  if (fault === 'write-derive-get')
    route('GET', '/v1/settlements/derive', (c) => {
      const b: Batch = { ...(batches[0] as Batch), id: `REM-2025-${410 + batches.length}`, statut: 'a_valider' };
      batches.push(b);
      return one(c, batch(b, false));
    });
  route('POST', '/v1/settlements/derive', derive);
  route('GET', '/v1/settlements/{batch}', settlement);
  route('GET', '/v1/disputes', disputeList);
  route('POST', '/v1/disputes', openDispute);
  route('GET', '/v1/disputes/{id}', disputeOne);
  route('GET', '/v1/locations', (c) =>
    list(
      c,
      fault === 'scope-locations-subaccount'
        ? terminals.filter((t) => sameTenant(c.user, t))
        : fault === 'locations-active-only'
          ? visible(c).filter((t) => t.etat !== 'HORS_SERVICE')
          : visible(c),
      location,
    ),
  );
  route('GET', '/v1/locations/{id}', (c, id) => one(c, location(terminalOf(c, id, fault === 'scope-location'))));
  route('GET', '/v1/terminals', (c) => {
    const errors: Record<string, string[]> = {};
    const etat = oneOf(c, 'etat', ['EN_SERVICE', 'DEGRADE', 'HORS_SERVICE'], errors);
    throwIfAny(errors);
    return list(
      c,
      visible(c).filter((t) => etat === undefined || t.etat === etat),
      (t) => terminal(c, t),
    );
  });
  route('GET', '/v1/terminals/{id}', (c, id) => one(c, terminal(c, terminalOf(c, id))));
  route('GET', '/v1/terminals/{id}/status-monitoring', monitoring);
  route('GET', '/v1/terminals/{id}/transactions', (c, id) =>
    operations(c, terminalOf(c, id, fault === 'scope-terminal-tx')),
  );
  route('GET', '/v1/terminals/{id}/commands', commandList);
  route('GET', '/v1/terminals/{id}/provisioning-payload', provisioning);
  route('GET', '/v1/terminals/{id}/provisioning-export', provisioningExport);
  route(
    'GET',
    '/v1/connectors',
    (c) => list(c, visibleConnectors(c.user), (x) => connector(c.user, x)),
    fault === 'auth-connectors-open',
  );
  route('GET', '/v1/connectors/{id}/status', connectorStatus);
  route('GET', '/v1/terminal-groups', (c) => ({
    ...list(c, visibleGroups(c.user), (g) => group(c.user, g)),
    ...(fault === 'http-groups-html-type' ? { type: 'text/html; charset=UTF-8' } : {}),
  }));
  route('GET', '/v1/feeds/account.xml', accountFeed);
  route('GET', '/v1/feeds/terminals/{id}.xml', terminalFeed, fault === 'auth-terminal-feed-open');
  if (fault === 'compliance-endpoint')
    route('GET', '/v1/compliance/documents', (c) =>
      list(
        c,
        compliance.filter((x) => sees(c.user, x.terminal)),
        (x) => ({ id: x.id, terminal_id: x.terminal.id, piece: x.piece, expire_le: x.expire }),
      ),
    );

  // ---------------------------------------------------------------- kernel
  function authenticate(request: Request, url: URL): User {
    let key = request.headers.get('x-api-key') ?? '';
    if (fault === 'auth-key-in-query' && key === '') key = url.searchParams.get('api_key') ?? '';
    if (fault === 'auth-bearer' && key === '')
      key = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    let user = usersByKey.get(key);
    if (user === undefined && fault === 'auth-prefix' && key.length >= 18)
      user = [...usersByKey].find(([k]) => k.startsWith(key.slice(0, 18)))?.[1];
    if (user === undefined && fault === 'auth-case' && key !== '')
      user = [...usersByKey].find(([k]) => k.toLowerCase() === key.toLowerCase())?.[1];
    if (user === undefined && fault === 'auth-head-open' && request.method === 'HEAD') user = users[0];
    if (user === undefined && fault === 'auth-unknown-key-demo' && key !== '') user = users[5];
    if (user === undefined) {
      const known =
        fault === 'auth-key-hint' && key !== ''
          ? [...usersByKey.keys()].find((k) => k.slice(0, 6) === key.slice(0, 6))
          : undefined;
      const hint = known === undefined ? '' : ` Clé attendue : ${known.slice(0, -3)}...`;
      throw new HttpError(
        fault === 'auth-missing-200' ? 200 : fault === 'auth-missing-404' ? 404 : 401,
        `Non authentifié.${hint}`,
        undefined,
        { 'WWW-Authenticate': 'ApiKey realm="portail"' },
      );
    }
    if (fault === 'scope-account-query') {
      const other = users.find((x) => x.account === url.searchParams.get('account_id'));
      if (other !== undefined) user = other;
    }
    return user;
  }
  function allowed(path: string): string[] {
    const methods = routes.filter((r) => r.pattern.test(path)).map((r) => r.method as string);
    return methods.length === 0
      ? []
      : [
          ...new Set([
            ...(methods.includes('GET') ? ['GET', 'HEAD'] : []),
            ...methods.filter((m) => m !== 'GET'),
            'OPTIONS',
          ]),
        ];
  }
  async function dispatch(request: Request, url: URL): Promise<Reply> {
    let path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname;
    if (fault === 'ver-unversioned-alias' && !path.startsWith('/v1/')) path = `/v1${path}`;
    if (fault === 'ver-v2-alias') path = path.replace(/^\/v2\//, '/v1/');
    const allow = allowed(path);
    if (allow.length === 0) throw new HttpError(404, NOT_FOUND);
    if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: allow.join(', ') } };
    const method =
      request.method === 'HEAD' ||
      (fault === 'http-post-as-get' && request.method === 'POST' && !allow.includes('POST'))
        ? 'GET'
        : request.method;
    const found = routes.find((r) => r.method === method && r.pattern.test(path));
    if (found === undefined || (fault === 'http-head-405' && request.method === 'HEAD')) {
      throw new HttpError(
        405,
        `La méthode ${request.method} n’est pas prise en charge par cette route. Méthodes admises : ${allow.join(', ')}.`,
        undefined,
        { Allow: allow.join(', ') },
      );
    }
    let user = users[0] as User;
    if (!found.open) user = authenticate(request, url);
    else if (fault === 'auth-public-bad-key' && request.headers.has('x-api-key')) user = authenticate(request, url);
    else user = usersByKey.get(request.headers.get('x-api-key') ?? '') ?? user;
    let id = '';
    try {
      id = decodeURIComponent(found.pattern.exec(path)?.[1] ?? '');
    } catch {
      throw new HttpError(404, NOT_FOUND);
    }
    return found.handler({ request, url, user, method }, id);
  }
  function failure(error: unknown): Reply {
    if (!(error instanceof HttpError)) {
      const leak = error instanceof Error ? error.message : String(error);
      return {
        status: 500,
        body: {
          message: fault === undefined ? 'Erreur interne du serveur.' : leak,
          ...(fault === undefined
            ? {}
            : { exception: 'ErrorException', file: '/var/www/portail/app/Http/Controllers/OperationController.php' }),
        },
      };
    }
    const body: Json = { message: error.message };
    if (error.errors !== undefined) body['errors'] = error.errors;
    if (fault === 'err-debug-trace' && error.status === 404)
      Object.assign(body, {
        exception: 'Illuminate\\Database\\Eloquent\\ModelNotFoundException',
        file: '/var/www/portail/vendor/laravel/framework/src/Handler.php',
        line: 391,
        trace: [{ function: 'findOrFail', class: 'App\\Models\\TTerminal' }],
      });
    if (fault === 'err-html-404' && error.status === 404)
      return {
        status: 404,
        type: 'text/html; charset=UTF-8',
        text: '<!DOCTYPE html><html lang="fr"><title>404</title><h1>Page introuvable</h1></html>',
      };
    if (fault === 'err-empty-401' && error.status === 401) return { status: 401, type: 'text/plain', text: '' };
    const status =
      fault === 'err-422-as-200' && error.status === 422
        ? 200
        : fault === 'err-405-as-404' && error.status === 405
          ? 404
          : error.status;
    return { status, body, headers: error.headers };
  }
  return async (request) => {
    const url = new URL(request.url);
    let reply: Reply;
    try {
      reply = await dispatch(request, url);
    } catch (error) {
      reply = failure(error);
    }
    const status = reply.status ?? 200;
    const headers = new Headers({
      'Cache-Control': fault === 'http-cache-private-data' ? 'public, max-age=600' : 'no-cache, private',
      Vary: 'X-API-Key',
      'Content-Language': 'fr',
      'X-Content-Type-Options': 'nosniff',
      ...(reply.headers ?? {}),
    });
    if (headers.get('Cache-Control')?.startsWith('public') && fault !== 'http-cache-private-data')
      headers.delete('Vary');
    if (status === 204) return new Response(null, { status, headers });
    const text = reply.text ?? (reply.plain ? JSON.stringify(reply.body) : phpJson(reply.body));
    headers.set('Content-Type', reply.type ?? 'application/json');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && status === 200 && fault !== 'http-no-etag') {
      const shared = fault === 'http-etag-shared' && url.pathname === '/v1/portal' ? 'portail-v14' : text;
      const etag = `W/"${createHash('sha1').update(shared).digest('hex').slice(0, 24)}"`;
      headers.set('ETag', etag);
      const given = request.headers.get('if-none-match');
      const since = Date.parse(request.headers.get('if-modified-since') ?? '');
      const modified = Date.parse(headers.get('Last-Modified') ?? '');
      const same =
        given === null
          ? !Number.isNaN(since) && !Number.isNaN(modified) && since >= modified
          : given.trim() === '*' || given.split(',').some((v) => v.trim().replace(/^W\//, '') === etag.slice(2));
      if (same && fault !== 'http-inm-ignored') {
        headers.delete('Content-Type');
        return new Response(null, { status: 304, headers });
      }
    }
    return new Response(request.method === 'HEAD' ? null : text, { status, headers });
  };
}
