// @ts-nocheck: written without noUncheckedIndexedAccess
// Terminal fleet portal gateway: JSON front of a terminal switch. Envelope: hdr, data, status.

import type { Alr, Batch, Cmd, Cnn, Dsp, Grp, Job, Store, Trm, Txn, User } from './data.ts';
import { addMin, buildStore, DESC, deriveBatches, desc, NOW_DT, NOW_TM, nextBankDay, USERS } from './data.ts';
import type { Fault, FaultId } from './faults.ts';
import { faultTable } from './faults.ts';
import { accountFeed, terminalFeed } from './feeds.ts';
import { catalog, openApi, SORT_KEYS } from './openapi.ts';

export type { Fault } from './faults.ts';
export const name = 'core-banking-gateway';
export const keys: ReadonlyMap<string, string> = new Map(
  USERS.flatMap((u) => (u.apiKey === null ? [] : [[u.usrId, u.apiKey] as const])),
);
export const faults: Readonly<Record<string, Fault>> = faultTable;

interface Err {
  fldNm: string | null;
  errCd: string;
  errDesc: string;
}
interface Ctx {
  st: Store;
  fault: FaultId | null;
  req: Request;
  url: URL;
  user: User;
}
interface Reply {
  http: number;
  data: unknown;
}
type Handler = (c: Ctx, id: string) => Reply | Response | Promise<Reply | Response>;
interface Route {
  methods: Readonly<Record<string, Handler>>;
  pattern: RegExp;
  msgTyp: string;
  isPublic?: boolean;
}

const RTN: Readonly<Record<string, string>> = {
  OK: 'SUCCESSFUL COMPLETION',
  VF: 'VALIDATION FAILURE',
  AU: 'KEY MISSING OR NOT ON FILE',
  NA: 'ROLE NOT AUTHORIZED',
  NF: 'NOT ON FILE',
  MA: 'METHOD NOT ALLOWED',
  DU: 'ALREADY ON FILE',
};
class ApiErr extends Error {
  readonly http: number;
  readonly rtnCd: string;
  readonly errLst: Err[];
  readonly allow: string | null;
  constructor(http: number, rtnCd: string, errLst: Err[], allow: string | null = null) {
    super(rtnCd);
    this.http = http;
    this.rtnCd = rtnCd;
    this.errLst = errLst;
    this.allow = allow;
  }
}
const notFound = (fldNm: string, id: string): ApiErr =>
  new ApiErr(404, 'NF', [{ fldNm, errCd: 'NF', errDesc: `${fldNm} ${id} NOT ON FILE` }]);

/** An amount as a JSON number with two decimals. */
const amt = (cents: number): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON((cents / 100).toFixed(2));
const yn = (b: boolean): 'Y' | 'N' => (b ? 'Y' : 'N');
const ok = (data: unknown): Reply => ({ http: 200, data });

function traceNo(text: string): string {
  let h = 2166136261;
  for (const ch of text) h = Math.imul(h ^ ch.codePointAt(0)!, 16777619) >>> 0;
  return String(h % 1000000).padStart(6, '0');
}
function envelope(
  req: Request,
  url: URL,
  msgTyp: string,
  http: number,
  data: unknown,
  rtnCd: string,
  errLst: Err[],
  headers: Record<string, string> = {},
): Response {
  const body = {
    hdr: {
      svcId: 'TFPGW',
      msgTyp,
      verNo: '01',
      prcDt: NOW_DT,
      prcTm: NOW_TM,
      trcNo: traceNo(`${req.method} ${url.pathname}${url.search}`),
    },
    data,
    status: { sevCd: rtnCd === 'OK' ? 'I' : 'E', rtnCd, rtnDesc: RTN[rtnCd], errLst },
  };
  return new Response(JSON.stringify(body), {
    status: http,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

// ---- visibility ----

function sees(u: User, t: Trm): boolean {
  return (
    t.orgId === u.orgId &&
    (u.acctNos === null || u.acctNos.includes(t.acctNo)) &&
    (u.trmIds === null || u.trmIds.includes(t.trmId))
  );
}
const visible = (c: Ctx): Trm[] => c.st.trms.filter((t) => sees(c.user, t));
const ofTenant = (c: Ctx): Trm[] => c.st.trms.filter((t) => t.orgId === c.user.orgId);
const idSet = (trms: readonly Trm[]): ReadonlySet<string> => new Set(trms.map((t) => t.trmId));

/** The terminal, if the user may see it; level widens the rule for a fault. */
function findTrm(c: Ctx, id: string, level: 'user' | 'tenant' | 'any' = 'user'): Trm {
  const t = c.st.trms.find((x) => x.trmId === id);
  if (t !== undefined && (level === 'any' || (level === 'tenant' && t.orgId === c.user.orgId) || sees(c.user, t)))
    return t;
  if (t !== undefined && c.fault === 'error-names-hidden-terminal') {
    throw new ApiErr(404, 'NF', [
      { fldNm: 'trmId', errCd: 'NF', errDesc: `${id} ${t.loc.locNm} IS ASSIGNED TO ACCOUNT ${t.acctNo}` },
    ]);
  }
  throw notFound('trmId', id);
}

// ---- parameters ----

function param(c: Ctx, key: string): string | null {
  return c.url.searchParams.get(key);
}
function intParam(c: Ctx, key: string, dflt: number, min: number, max: number): number {
  const v = param(c, key);
  if (v === null) return dflt;
  if (!/^[0-9]{1,9}$/.test(v) || Number(v) < min || Number(v) > max)
    throw new ApiErr(400, 'VF', [{ fldNm: key, errCd: 'RG', errDesc: `MUST BE ${min} THRU ${max}` }]);
  return Number(v);
}
function codeParam(c: Ctx, key: string, allowed: readonly string[]): string | null {
  const v = param(c, key);
  if (v !== null && !allowed.includes(v))
    throw new ApiErr(400, 'VF', [{ fldNm: key, errCd: 'CD', errDesc: `MUST BE ONE OF ${allowed.join(' ')}` }]);
  return v;
}
function dateParam(c: Ctx, key: string): string | null {
  const v = param(c, key);
  if (v !== null && !isDate(v)) throw new ApiErr(400, 'VF', [{ fldNm: key, errCd: 'DT', errDesc: 'MUST BE YYYYMMDD' }]);
  return v;
}
function isDate(v: unknown): v is string {
  return typeof v === 'string' && /^[0-9]{8}$/.test(v) && addMinSafe(v) === v;
}
function addMinSafe(v: string): string {
  const at = new Date(Date.UTC(+v.slice(0, 4), +v.slice(4, 6) - 1, +v.slice(6)));
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}
interface Page {
  start: number;
  count: number;
}
function pageOf(c: Ctx): Page {
  return { start: intParam(c, 'start', 0, 0, 999999999), count: intParam(c, 'count', 25, 1, 100) };
}
function pgBlk(p: Page, rtnCnt: number, totCnt: number): unknown {
  return { start: p.start, count: p.count, rtnCnt, totCnt, moreInd: yn(p.start + rtnCnt < totCnt) };
}
function paged<T>(c: Ctx, member: string, rows: readonly T[], show: (row: T) => unknown): Record<string, unknown> {
  const p = pageOf(c);
  const cut = rows.slice(p.start, p.start + p.count);
  return { [member]: cut.map(show), pg: pgBlk(p, cut.length, rows.length) };
}
async function bodyOf(c: Ctx): Promise<Record<string, unknown>> {
  const bad = new ApiErr(400, 'VF', [{ fldNm: null, errCd: 'JS', errDesc: 'BODY MUST BE A JSON OBJECT' }]);
  const text = await c.req.text();
  try {
    const v: unknown = JSON.parse(text);
    if (v === null || typeof v !== 'object' || Array.isArray(v)) throw bad;
    return v as Record<string, unknown>;
  } catch {
    throw bad;
  }
}

// ---- rows ----

function txnRow(c: Ctx, t: Txn, place: 'list' | 'terminal' | 'timeline' | 'portal'): Record<string, unknown> {
  const at =
    c.fault === 'terminal-list-date-in-utc' && place === 'terminal' ? addMin(t.dt, t.tm, 300) : { dt: t.dt, tm: t.tm };
  const row: Record<string, unknown> = {
    txnId: t.txnId,
    trmId: t.trmId,
    acctNo: c.st.trms.find((x) => x.trmId === t.trmId)!.acctNo,
    trmDt: at.dt,
    trmTm: at.tm,
    txnTyp: t.typ,
    txnTypDesc: desc(DESC.txnTyp, t.typ),
    stan: t.stan,
    acctTyp: t.acctTyp,
    acctTypDesc: desc(DESC.acctTyp, t.acctTyp),
    ...(t.emv !== undefined ? { emvInd: t.emv } : c.fault === 'emv-null-when-unavailable' ? { emvInd: null } : {}),
    rspCd: t.rspCd,
    rspDesc: desc(DESC.rspCd, t.rspCd),
    amtReq: amt(t.amtReq),
    amtCmp: amt(t.amtCmp),
    surReq: amt(t.surReq),
    surCmp: amt(t.surCmp),
    rvslInd: yn(t.rvsl),
    ...(t.orgTxnId === undefined ? {} : { orgTxnId: t.orgTxnId }),
  };
  if (c.fault === 'no-sequence-on-reversal' && t.typ === 'RV') delete row['stan'];
  if (c.fault === 'zero-completed-omitted' && t.amtCmp === 0) delete row['amtCmp'];
  if (c.fault === 'pan-on-magstripe-row' && t.emv === 'N') row['crdNo'] = t.pan;
  if (c.fault === 'pin-block-on-pin-decline' && t.rspCd === '55' && place === 'terminal') row['pinBlk'] = t.pinBlk;
  return row;
}
function txnSum(c: Ctx, rows: readonly Txn[]): Record<string, unknown> {
  const wdr = rows.filter((t) => t.typ === 'WD' || (t.typ === 'TF' && c.fault === 'total-withdrawn-with-transfers'));
  return {
    txnCnt: rows.length,
    aprCnt: rows.filter((t) => t.rspCd === '00').length,
    dclCnt: rows.filter((t) => t.rspCd !== '00').length,
    totWdr: amt(wdr.reduce((s, t) => s + (c.fault === 'total-withdrawn-requested' ? t.amtReq : t.amtCmp), 0)),
    totSur: amt(rows.reduce((s, t) => s + t.surCmp, 0)),
  };
}
const newestFirst = (a: Txn, b: Txn): number => (a.dt + a.tm + a.txnId < b.dt + b.tm + b.txnId ? 1 : -1);

function cmdRow(m: Cmd): unknown {
  return {
    cmdId: m.cmdId,
    trmId: m.trmId,
    cmdTyp: m.cmdTyp,
    cmdTypDesc: desc(DESC.cmdTyp, m.cmdTyp),
    stsCd: m.stsCd,
    stsDesc: desc(DESC.cmdSts, m.stsCd),
    reqSrc: m.reqSrc,
    queDt: m.queDt,
    queTm: m.queTm,
    cmpDt: m.cmpDt,
    cmpTm: m.cmpTm,
  };
}
const newestCmd = (a: Cmd, b: Cmd): number => (a.queDt + a.queTm + a.cmdId < b.queDt + b.queTm + b.cmdId ? 1 : -1);
function jobRow(j: Job): unknown {
  return {
    jobId: j.jobId,
    trmId: j.trmId,
    jobTyp: j.jobTyp,
    jobTypDesc: desc(DESC.jobTyp, j.jobTyp),
    stsCd: j.stsCd,
    stsDesc: desc(DESC.jobSts, j.stsCd),
    strDt: j.strDt,
    strTm: j.strTm,
    endDt: j.endDt,
    endTm: j.endTm,
  };
}
function alrRow(a: Alr): unknown {
  return {
    alrId: a.alrId,
    alrTyp: a.alrTyp,
    sevCd: a.sevCd,
    stsCd: a.stsCd,
    stsDesc: desc(DESC.alrSts, a.stsCd),
    opnDt: a.opnDt,
    opnTm: a.opnTm,
    clsDt: a.clsDt,
    clsTm: a.clsTm,
    alrTxt: a.txt,
  };
}
function locRow(t: Trm): unknown {
  const l = t.loc;
  return {
    locId: l.locId,
    trmId: t.trmId,
    acctNo: t.acctNo,
    locNm: l.locNm,
    addrLn1: l.addrLn1,
    cityNm: l.cityNm,
    stCd: l.stCd,
    zipCd: l.zipCd,
    cntryCd: 'US',
    lat: l.lat,
    lon: l.lon,
    rskCd: l.rskCd,
    rskDesc: desc(DESC.rsk, l.rskCd),
  };
}
function cnnRow(c: Ctx, n: Cnn): unknown {
  const trmIdLst = visible(c)
    .filter((t) => t.cnnId === n.cnnId)
    .map((t) => t.trmId);
  return {
    cnnId: n.cnnId,
    cnnNm: n.cnnNm,
    cnnTyp: n.cnnTyp,
    cnnTypDesc: desc(DESC.cnnTyp, n.cnnTyp),
    stsCd: n.stsCd,
    stsDesc: desc(DESC.cnnSts, n.stsCd),
    trmCnt: trmIdLst.length,
    trmIdLst,
  };
}
function grpRow(c: Ctx, g: Grp): unknown {
  const ids = idSet(visible(c));
  const trmIdLst = g.trmIds.filter((id) => ids.has(id));
  return {
    grpId: g.grpId,
    grpNm: g.grpNm,
    trmCnt: trmIdLst.length,
    trmIdLst: c.fault === 'group-members-unscoped' ? g.trmIds : trmIdLst,
  };
}
const visCnns = (c: Ctx): Cnn[] => c.st.cnns.filter((n) => visible(c).some((t) => t.cnnId === n.cnnId));
const visGrps = (c: Ctx): Grp[] => c.st.grps.filter((g) => visible(c).some((t) => t.grpIds.includes(g.grpId)));

function btchRow(c: Ctx, b: Batch): Record<string, unknown> {
  const row: Record<string, unknown> = {
    btchId: b.btchId,
    acctNo: b.acctNo,
    payNo: b.payNo,
    payNm: c.st.payees.find((p) => p.payNo === b.payNo)!.payNm,
    busDt: b.busDt,
    stsCd: b.stsCd,
    stsDesc: desc(DESC.btchSts, b.stsCd),
    entCnt: b.crEntCnt + b.drEntCnt,
    crEntCnt: b.crEntCnt,
    drEntCnt: b.drEntCnt,
    crTot: amt(b.crTot),
    drTot: amt(b.drTot),
    netPay: amt(b.crTot - b.drTot),
    cutDt: b.busDt,
    cutTm: '235959',
    crtDt: b.crtDt,
    crtTm: b.crtTm,
    effDt: b.effDt,
    sttlDt: b.sttlDt,
    trmIdLst: b.trmIds,
  };
  if (c.fault === 'no-debit-total-when-pending' && b.stsCd === 'PN') delete row['drTot'];
  if (c.fault === 'no-net-payout-when-returned' && b.stsCd === 'RT') delete row['netPay'];
  return row;
}
function dspRow(c: Ctx, d: Dsp): Record<string, unknown> {
  const shown =
    d.stsCd === 'RA' ||
    (d.stsCd === 'RD' && c.fault !== 'no-reviewer-when-denied') ||
    (d.stsCd === 'IR' && c.fault === 'reviewer-while-in-review');
  const row: Record<string, unknown> = {
    dspId: d.dspId,
    stsCd: d.stsCd,
    stsDesc: desc(DESC.dspSts, d.stsCd),
    rsnCd: d.rsnCd,
    rsnDesc: desc(DESC.dspRsn, d.rsnCd),
    txnId: d.txnId,
    trmId: d.trmId,
    dspAmt: amt(d.amt),
    opnDt: d.opnDt,
    opnTm: d.opnTm,
    dueDt: d.dueDt,
    asg: { dskNm: d.asgDsk, asgDt: d.asgDt },
    rsl: {
      rslCd: d.rslCd,
      rslDesc: d.rslCd === null ? null : desc(DESC.dspRsl, d.rslCd),
      rslDt: d.rslDt,
      rslAmt: d.rslAmt === null ? null : amt(d.rslAmt),
      rslTxt: d.rslTxt,
    },
    ...(shown ? { rvw: { rvwNm: d.rvwNm, rvwDt: d.rvwDt, rvwTm: d.rvwTm } } : {}),
    rmk: d.rmk,
  };
  if (c.fault === 'no-due-date-on-new-case' && d.asgDsk === null) delete row['dueDt'];
  return row;
}

// ---- reads ----

function transactions(c: Ctx): Reply {
  const page: Page = { start: intParam(c, 'start', 0, 0, 999999999), count: intParam(c, 'limit', 50, 1, 200) };
  const trmId = param(c, 'terminal_id');
  const grpId = param(c, 'group_id');
  const typ = codeParam(c, 'txn_typ', Object.keys(DESC.txnTyp));
  const rsp = codeParam(c, 'rsp_cd', Object.keys(DESC.rspCd));
  const from = dateParam(c, 'from_dt');
  const to = dateParam(c, 'to_dt');
  const by = codeParam(c, 'sort_by', SORT_KEYS);
  const asc =
    (codeParam(c, 'sort_dir', ['asc', 'desc']) ?? 'desc') === 'asc' ||
    (c.fault === 'sort-desc-ignored-for-amount' && by === 'amt_comp');

  let scope = visible(c);
  if (grpId !== null && c.fault === 'txn-group-filter-drops-scope') scope = ofTenant(c);
  if (trmId !== null && c.fault === 'txn-terminal-filter-skips-scope') scope = c.st.trms;
  const scopeIds = idSet(scope);
  const grpIds = idSet(
    c.st.trms.filter((t) =>
      c.fault === 'group-filter-primary-only' ? t.grpIds[0] === grpId : grpId !== null && t.grpIds.includes(grpId),
    ),
  );
  const matches = (t: Txn): boolean =>
    (trmId === null || t.trmId === trmId || (c.fault === 'terminal-filter-lost-with-group' && grpId !== null)) &&
    (grpId === null || grpIds.has(t.trmId)) &&
    (typ === null || t.typ === typ) &&
    (rsp === null || t.rspCd === rsp) &&
    (from === null || t.dt >= from) &&
    (to === null || t.dt <= to);
  let rows = c.st.txns.filter((t) => scopeIds.has(t.trmId)).sort(newestFirst);
  if (c.fault === 'limit-before-group-filter' && grpId !== null) rows = rows.slice(0, page.start + page.count);
  rows = rows.filter(matches);

  const key = (t: Txn): string | number => {
    if (by === 'amt_comp') return c.fault === 'sort-by-requested-amount' ? t.amtReq : t.amtCmp;
    if (by === 'amt_req') return t.amtReq;
    if (by === 'sur_comp') return t.surCmp;
    if (by === 'stan') return t.stan;
    return by === 'trm_id' ? t.trmId : t.dt + t.tm + t.txnId;
  };
  const order = (a: Txn, b: Txn): number => {
    const [x, y] = [key(a), key(b)];
    return x === y ? newestFirst(a, b) : x < y === asc ? -1 : 1;
  };
  let end = page.start + page.count;
  if (c.fault === 'limit-ignored-with-sort' && by !== null) end = rows.length;
  if (c.fault === 'limit-plus-one-later-page' && page.start > 0) end += 1;
  const cut =
    c.fault === 'limit-before-sort'
      ? rows.slice(page.start, end).sort(order)
      : [...rows].sort(order).slice(page.start, end);

  const sumRows =
    c.fault === 'txn-summary-tenant-wide'
      ? c.st.txns.filter((t) => idSet(ofTenant(c)).has(t.trmId) && matches(t))
      : rows;
  const sum = txnSum(c, sumRows);
  if (c.fault === 'no-total-surcharge-with-terminal' && trmId !== null) delete sum['totSur'];
  return ok({ txnLst: cut.map((t) => txnRow(c, t, 'list')), sum, pg: pgBlk(page, cut.length, rows.length) });
}

function terminalTransactions(c: Ctx, id: string): Reply {
  const trm = findTrm(c, id);
  const ids =
    c.fault === 'terminal-txns-by-payee' ? idSet(c.st.trms.filter((t) => t.payNo === trm.payNo)) : idSet([trm]);
  const rows = c.st.txns.filter((t) => ids.has(t.trmId)).sort(newestFirst);
  const { pg, ...rest } = paged(c, 'txnLst', rows, (t) => txnRow(c, t, 'terminal'));
  return ok({ ...rest, sum: txnSum(c, rows), pg });
}

function timeline(c: Ctx, id: string): Reply {
  const t = c.st.txns.find((x) => x.txnId === id);
  const scope = idSet(c.fault === 'timeline-tenant-only' ? ofTenant(c) : visible(c));
  if (t === undefined || !scope.has(t.trmId)) throw notFound('txnId', id);
  const trm = c.st.trms.find((x) => x.trmId === t.trmId)!;
  const cnn = c.st.cnns.find((n) => n.cnnId === trm.cnnId)!;
  const rv = t.typ === 'RV';
  const evts: { dt: string; tm: string; evtCd: string; evtDesc: string; mti: string | null }[] = [];
  const add = (at: { dt: string; tm: string }, evtCd: string, evtDesc: string, mti: string | null): void => {
    evts.push({ ...at, evtCd, evtDesc, mti });
  };
  const after = (seconds: number): { dt: string; tm: string } => addMin(t.dt, t.tm, seconds / 60);
  add(
    after(0),
    'RQ',
    rv
      ? `REVERSAL OF ${t.orgTxnId ?? ''} RECEIVED FROM TERMINAL`
      : `${desc(DESC.txnTyp, t.typ)} RECEIVED FROM TERMINAL`,
    rv ? '0420' : '0200',
  );
  add(
    after(1),
    'FW',
    `FORWARDED TO ${cnn.cnnNm}${c.fault === 'raw-key-in-timeline' && cnn.cnnTyp === 'GW' ? ` TPK ${trm.rawKey}` : ''}`,
    rv ? '0420' : '0200',
  );
  add(after(3), 'HR', `HOST RESPONSE ${t.rspCd} ${desc(DESC.rspCd, t.rspCd)}`, rv ? '0430' : '0210');
  if (t.typ === 'WD' && t.amtCmp > 0) add(after(15), 'CD', `CASH DISPENSED ${(t.amtCmp / 100).toFixed(2)}`, null);
  const rev = c.st.txns.find((x) => x.orgTxnId === t.txnId);
  if (rev !== undefined)
    add(
      { dt: rev.dt, tm: rev.tm },
      'RV',
      `REVERSED BY ${rev.txnId}${c.fault === 'track-in-reversal-timeline' ? ` TRK2 ${t.trk2}` : ''}`,
      '0420',
    );
  const b = c.st.batches.find((x) => x.busDt === t.dt && x.trmIds.includes(t.trmId));
  if (b !== undefined && t.rspCd === '00' && (t.surCmp > 0 || (t.typ === 'WD' && t.amtCmp > 0)))
    add({ dt: b.crtDt, tm: b.crtTm }, 'ST', 'INCLUDED IN ACH SETTLEMENT', null);
  for (const d of c.st.dsps.filter((x) => x.txnId === t.txnId)) {
    add({ dt: d.opnDt, tm: d.opnTm }, 'DP', `DISPUTE ${d.dspId} OPENED`, null);
    if (d.rslDt !== null && d.rvwTm !== null)
      add({ dt: d.rslDt, tm: d.rvwTm }, 'DR', `DISPUTE ${d.dspId} RESOLVED`, null);
  }
  evts.sort((x, y) => (x.dt + x.tm < y.dt + y.tm ? -1 : x.dt + x.tm > y.dt + y.tm ? 1 : 0));
  return ok({
    txn: txnRow(c, t, 'timeline'),
    evtLst: evts.map((e, i) => ({
      evtSeq: i + 1,
      evtDt: e.dt,
      evtTm: e.tm,
      evtCd: e.evtCd,
      evtDesc: e.evtDesc,
      mti: e.mti,
    })),
  });
}

function visBatches(c: Ctx): Batch[] {
  const ids = idSet(visible(c));
  return c.st.batches.filter((b) =>
    c.fault === 'settlement-partial-batch-visible'
      ? b.trmIds.some((t) => ids.has(t))
      : b.trmIds.every((t) => ids.has(t)),
  );
}
function settlements(c: Ctx): Reply {
  const p = pageOf(c);
  const acctNo = param(c, 'acct_no');
  const sts = codeParam(c, 'sts_cd', Object.keys(DESC.btchSts));
  const from = dateParam(c, 'from_dt');
  const to = dateParam(c, 'to_dt');
  const matches = (b: Batch): boolean =>
    (acctNo === null || b.acctNo === acctNo) &&
    (sts === null || b.stsCd === sts) &&
    (from === null || b.busDt >= from) &&
    (to === null || b.busDt <= to);
  const order = (a: Batch, b: Batch): number =>
    a.busDt !== b.busDt ? (a.busDt < b.busDt ? 1 : -1) : a.btchId < b.btchId ? -1 : 1;
  const rows = visBatches(c).filter(matches).sort(order);
  const from2 =
    c.fault === 'settlement-second-page-unscoped' && p.start > 0 ? c.st.batches.filter(matches).sort(order) : rows;
  const cut = from2.slice(p.start, p.start + p.count);
  const tenant = idSet(ofTenant(c));
  const sumRows =
    c.fault === 'settlement-sum-tenant-wide'
      ? c.st.batches.filter((b) => matches(b) && b.trmIds.every((t) => tenant.has(t)))
      : rows;
  const cr = sumRows.reduce((s, b) => s + b.crTot, 0);
  const dr = sumRows.reduce((s, b) => s + b.drTot, 0);
  return ok({
    btchLst: cut.map((b) => btchRow(c, b)),
    sum: { btchCnt: sumRows.length, crTot: amt(cr), drTot: amt(dr), netPay: amt(cr - dr) },
    pg: pgBlk(p, cut.length, rows.length),
  });
}

function disputes(c: Ctx): Reply {
  const p = pageOf(c);
  const trmId = param(c, 'terminal_id');
  const sts = codeParam(c, 'sts_cd', Object.keys(DESC.dspSts));
  const vis = visible(c);
  const ids = idSet(
    c.fault === 'dispute-scope-by-account' ? c.st.trms.filter((t) => vis.some((v) => v.acctNo === t.acctNo)) : vis,
  );
  const matches = (d: Dsp): boolean => (trmId === null || d.trmId === trmId) && (sts === null || d.stsCd === sts);
  const rows = c.st.dsps.filter((d) => ids.has(d.trmId) && matches(d)).sort((a, b) => (a.dspId < b.dspId ? 1 : -1));
  const cut = rows.slice(p.start, p.start + p.count);
  return ok({
    dspLst: cut.map((d) => dspRow(c, d)),
    pg: pgBlk(p, cut.length, c.fault === 'dispute-count-unscoped' ? c.st.dsps.filter(matches).length : rows.length),
  });
}

function statusMonitoring(c: Ctx, id: string): Reply {
  const t = findTrm(c, id, c.fault === 'status-monitoring-any-tenant' ? 'any' : 'user');
  const sts: Record<string, unknown> = {
    trmId: t.trmId,
    acctNo: t.acctNo,
    stsCd: t.stsCd,
    stsDesc: desc(DESC.trmSts, t.stsCd),
    hbDt: t.hbDt,
    hbTm: t.hbTm,
    hbStlInd: yn(t.stsCd === 'DN'),
    chgDt: t.chgDt,
    chgTm: t.chgTm,
    tlm: {
      swVer: t.swVer,
      commTyp: t.commTyp,
      sigDbm: t.sigDbm,
      tmpF: t.tmpF,
      cshTot: amt(t.cstLst.reduce((s, k) => s + k.denom * k.noteCnt, 0)),
      cstLst: t.cstLst.map((k) => ({
        cstNo: k.cstNo,
        denom: amt(k.denom),
        noteCnt: k.noteCnt,
        lowInd: yn(k.noteCnt < k.lowCnt),
      })),
    },
    alrLst: c.st.alrs.filter((a) => a.trmId === t.trmId && a.stsCd === 'OP').map(alrRow),
  };
  if (c.fault === 'no-telemetry-when-degraded' && t.stsCd === 'DG') delete sts['tlm'];
  return ok({ trmSts: sts });
}

function connectorStatus(c: Ctx, id: string): Reply {
  const n = visCnns(c).find((x) => x.cnnId === id);
  if (n === undefined) throw notFound('cnnId', id);
  const s = c.fault === 'connector-status-of-first' ? visCnns(c)[0]! : n;
  return ok({
    cnnSts: {
      cnnId: s.cnnId,
      stsCd: s.stsCd,
      stsDesc: desc(DESC.cnnSts, s.stsCd),
      hostAdr: s.hostAdr,
      hostPort: s.hostPort,
      echoDt: s.echoDt,
      echoTm: s.echoTm,
      latMs: s.latMs,
      toutCnt: s.toutCnt,
    },
  });
}

function payload(c: Ctx, id: string): Reply {
  const t = findTrm(c, id, c.fault === 'payload-tenant-only' ? 'tenant' : 'user');
  const n = c.st.cnns.find((x) => x.cnnId === t.cnnId)!;
  return ok({
    prvPyl: {
      trmId: t.trmId,
      acctNo: t.acctNo,
      cfgVer: t.cfgVer,
      cfgDt: t.cfgDt,
      cnnId: t.cnnId,
      hostAdr: n.hostAdr,
      hostPort: n.hostPort,
      tlsInd: 'Y',
      surAmt: amt(t.surAmt),
      biSurAmt: amt(t.biSurAmt),
      cstLst: t.cstLst.map((k) => ({ cstNo: k.cstNo, denom: amt(k.denom) })),
      keyLst: [{ slotNo: 1, keyUse: 'TMK', kcv: t.kcv }],
      rcptHdr: t.loc.locNm,
    },
  });
}

function provExport(c: Ctx, id: string): Reply | Response {
  const t = findTrm(c, id);
  const recLst = [
    ['TRM', 'trmId', t.trmId],
    ['TRM', 'serNo', t.serNo],
    ['TRM', 'mdlNm', t.mdlNm],
    ['CFG', 'cfgVer', t.cfgVer],
    ['CFG', 'cfgDt', t.cfgDt],
    ['CFG', 'surAmt', (t.surAmt / 100).toFixed(2)],
    ['NET', 'cnnId', t.cnnId],
    ['NET', 'commTyp', t.commTyp],
    ['LOC', 'locNm', t.loc.locNm],
  ];
  const jobs = c.st.jobs.filter((j) =>
    c.fault === 'export-jobs-account-wide'
      ? c.st.trms.some((x) => x.trmId === j.trmId && x.acctNo === t.acctNo)
      : j.trmId === t.trmId,
  );
  if (c.fault === 'export-as-text')
    return new Response(recLst.map((r) => r.join('|')).join('\n'), { headers: { 'content-type': 'text/plain' } });
  return ok({
    prvExp: {
      expId: `EXP${NOW_DT}${t.trmId}`,
      trmId: t.trmId,
      expDt: NOW_DT,
      expTm: NOW_TM,
      recCnt: recLst.length,
      recLst: recLst.map(([recTyp, fldNm, fldVal]) => ({ recTyp, fldNm, fldVal })),
      jobLst: jobs.map(jobRow),
    },
  });
}

// ---- portal ----

const REPORTS: { rptId: string; rptNm: string; fmtLst: string[]; roles: string[] }[] = [
  { rptId: 'R010', rptNm: 'DAILY TRANSACTION DETAIL', fmtLst: ['CSV', 'PDF'], roles: ['AD', 'OP', 'RO'] },
  { rptId: 'R020', rptNm: 'SURCHARGE SUMMARY', fmtLst: ['CSV', 'PDF'], roles: ['AD', 'OP', 'RO'] },
  { rptId: 'R030', rptNm: 'TERMINAL UPTIME', fmtLst: ['CSV'], roles: ['AD', 'OP', 'RO', 'FT'] },
  { rptId: 'R040', rptNm: 'CASH FORECAST', fmtLst: ['CSV'], roles: ['AD', 'OP', 'RO', 'FT'] },
  { rptId: 'R050', rptNm: 'ACH SETTLEMENT RECAP', fmtLst: ['PDF'], roles: ['AD', 'OP', 'RO'] },
  { rptId: 'R060', rptNm: 'DISPUTE AGING', fmtLst: ['CSV'], roles: ['AD', 'OP'] },
  { rptId: 'R070', rptNm: 'USER ACTIVITY AUDIT', fmtLst: ['CSV'], roles: ['AD'] },
];

function userRow(u: User): Record<string, unknown> {
  const scpCd = u.trmIds !== null ? 'TR' : u.acctNos !== null ? 'AC' : 'OR';
  return {
    usrId: u.usrId,
    usrNm: u.usrNm,
    email: u.email,
    roleCd: u.roleCd,
    roleDesc: desc(DESC.role, u.roleCd),
    scpCd,
    scpDesc: desc(DESC.scope, scpCd),
  };
}

function portal(c: Ctx): Reply {
  const u = c.user;
  const org = c.st.orgs.find((o) => o.orgId === u.orgId)!;
  const trms = visible(c);
  const ids = idSet(trms);
  const tenantIds = idSet(ofTenant(c));
  const seesItem = (acctNo: string, trmId: string | null): boolean =>
    trmId !== null
      ? ids.has(trmId)
      : u.trmIds === null &&
        c.st.accts.some((a) => a.acctNo === acctNo && a.orgId === u.orgId) &&
        (u.acctNos === null || u.acctNos.includes(acctNo));
  const usrLst =
    u.roleCd === 'AD'
      ? c.st.users.filter((x) => x.orgId === u.orgId || (c.fault === 'portal-users-cross-tenant' && x.roleCd === 'AD'))
      : c.st.users.filter((x) => x.usrId === u.usrId);
  const txns = c.st.txns.filter((t) => ids.has(t.trmId)).sort(newestFirst);
  const cmdIds = c.fault === 'portal-commands-tenant-wide' ? tenantIds : ids;
  const cmpIds = c.fault === 'portal-compliance-tenant-wide' ? tenantIds : ids;
  const data: Record<string, unknown> = {
    prn: { ...userRow(u), orgId: org.orgId, orgNm: org.orgNm },
    acctLst: c.st.accts
      .filter((a) => trms.some((t) => t.acctNo === a.acctNo))
      .map((a) => ({
        acctNo: a.acctNo,
        acctNm: a.acctNm,
        bnkNm: a.bnkNm,
        bnkLst4: a.bnkLst4,
        cntNm: a.cntNm,
        cntPhn: a.cntPhn,
        opnDt: a.opnDt,
        trmCnt: trms.filter((t) => t.acctNo === a.acctNo).length,
      })),
    brnd: { brndNm: org.brndNm, lgoUrl: org.lgoUrl, priClr: org.priClr, secClr: org.secClr },
    dns: {
      hostNm: org.dnsHost,
      tgtNm: org.dnsTgt,
      stsCd: org.dnsSts === 'VERIFIED' ? 'VF' : 'PN',
      stsDesc: org.dnsSts,
      vrfDt: org.dnsVrfDt,
    },
    accFlg: {
      rptRd: 'Y',
      sttlRd: 'Y',
      sttlDrv: yn(DERIVE_ROLES.includes(u.roleCd)),
      dspEnt: yn(DISPUTE_ROLES.includes(u.roleCd)),
      usrAdm: yn(u.roleCd === 'AD'),
    },
    cnt: {
      trmCnt: c.fault === 'portal-counts-tenant-wide' ? tenantIds.size : trms.length,
      grpCnt: visGrps(c).length,
      cnnCnt: visCnns(c).length,
      txnCnt: txns.length,
      opnDspCnt: c.st.dsps.filter((d) => ids.has(d.trmId) && (d.stsCd === 'OP' || d.stsCd === 'IR')).length,
    },
    usrLst: usrLst.map(userRow),
    trmLst: trms.map((t) => ({
      trmId: t.trmId,
      acctNo: t.acctNo,
      payNo: t.payNo,
      mfrNm: t.mfrNm,
      mdlNm: t.mdlNm,
      serNo: t.serNo,
      instDt: t.instDt,
      stsCd: t.stsCd,
      stsDesc: desc(DESC.trmSts, t.stsCd),
      locNm: t.loc.locNm,
      cityNm: t.loc.cityNm,
      stCd: t.loc.stCd,
      grpIdLst: t.grpIds,
      cnnId: t.cnnId,
    })),
    grpLst: visGrps(c).map((g) => grpRow(c, g)),
    cnnLst: visCnns(c).map((n) => cnnRow(c, n)),
    recTxnLst: txns.slice(0, 20).map((t) => txnRow(c, t, 'portal')),
    recCmdLst: c.st.cmds
      .filter((m) => cmdIds.has(m.trmId))
      .sort(newestCmd)
      .slice(0, 20)
      .map(cmdRow),
    recFrmLst: c.st.frms
      .filter((f) => ids.has(f.trmId))
      .sort((a, b) => (a.sbmDt + a.sbmTm < b.sbmDt + b.sbmTm ? 1 : -1))
      .slice(0, 10)
      .map((f) => ({
        frmId: f.frmId,
        trmId: f.trmId,
        frmTyp: f.frmTyp,
        frmTypDesc: desc(DESC.frmTyp, f.frmTyp),
        stsCd: f.stsCd,
        stsDesc: desc(DESC.frmSts, f.stsCd),
        sbmDt: f.sbmDt,
        sbmTm: f.sbmTm,
      })),
    rptLst: REPORTS.filter((r) => r.roles.includes(u.roleCd)).map((r) => ({
      rptId: r.rptId,
      rptNm: r.rptNm,
      fmtLst: r.fmtLst,
    })),
    cmpLst: c.st.cmpls
      .filter((x) => cmpIds.has(x.trmId))
      .map((x) => ({
        cmpId: x.cmpId,
        trmId: x.trmId,
        docTyp: x.docTyp,
        docTypDesc: desc(DESC.cmpDoc, x.docTyp),
        stsCd: x.stsCd,
        stsDesc: desc(DESC.cmpSts, x.stsCd),
        expDt: x.expDt,
      })),
    onbLst: c.st.onbs
      .filter((x) => seesItem(x.acctNo, x.trmId))
      .map((x) => ({
        onbId: x.onbId,
        acctNo: x.acctNo,
        trmId: x.trmId,
        stepCd: x.stepCd,
        stepDesc: desc(DESC.onbStp, x.stepCd),
        stsCd: x.stsCd,
        stsDesc: desc(DESC.onbSts, x.stsCd),
        updDt: x.updDt,
      })),
    docLst: c.st.docs.filter((x) => seesItem(x.acctNo, x.trmId)),
    vidLst: c.st.vids
      .filter((x) => x.orgId === u.orgId)
      .map((x) => ({ vidId: x.vidId, vidNm: x.vidNm, lenSec: x.lenSec })),
  };
  if (c.fault === 'portal-no-dns') delete data['dns'];
  if (c.fault === 'portal-no-reports-readonly' && u.roleCd === 'RO') delete data['rptLst'];
  if (c.fault === 'portal-no-videos') delete data['vidLst'];
  if (c.fault === 'portal-cached-per-tenant') {
    const kept = c.st.portalCache.get(u.orgId) ?? data;
    c.st.portalCache.set(u.orgId, kept);
    return ok(kept);
  }
  return ok(data);
}

// ---- writes ----

const DERIVE_ROLES = ['AD'];
const DISPUTE_ROLES = ['AD', 'OP'];

function needRole(c: Ctx, roles: readonly string[]): void {
  if (!roles.includes(c.user.roleCd))
    throw new ApiErr(403, 'NA', [
      { fldNm: null, errCd: 'RL', errDesc: `ROLE ${c.user.roleCd} MAY NOT USE THIS FUNCTION` },
    ]);
}

async function derive(c: Ctx): Promise<Reply> {
  needRole(c, c.fault === 'derive-for-read-only' ? [...DERIVE_ROLES, 'RO'] : DERIVE_ROLES);
  const body = await bodyOf(c);
  const { acctNo, busDt } = body;
  const errs: Err[] = [];
  if (typeof acctNo !== 'string' || !/^[0-9]{10}$/.test(acctNo))
    errs.push({ fldNm: 'acctNo', errCd: 'FM', errDesc: 'MUST BE 10 DIGITS' });
  if (!isDate(busDt)) errs.push({ fldNm: 'busDt', errCd: 'DT', errDesc: 'MUST BE YYYYMMDD' });
  else if (busDt >= NOW_DT) errs.push({ fldNm: 'busDt', errCd: 'CL', errDesc: 'BUSINESS DATE NOT CLOSED' });
  if (errs.length > 0 || typeof acctNo !== 'string' || !isDate(busDt)) throw new ApiErr(400, 'VF', errs);
  const acct = c.st.accts.find((a) => a.acctNo === acctNo);
  const inScope =
    acct !== undefined &&
    (acct.orgId === c.user.orgId || c.fault === 'derive-foreign-account') &&
    (c.user.acctNos === null || c.user.acctNos.includes(acctNo)) &&
    c.user.trmIds === null;
  if (!inScope) throw notFound('acctNo', acctNo);
  if (c.st.batches.some((b) => b.acctNo === acctNo && b.busDt === busDt))
    throw new ApiErr(409, 'DU', [
      { fldNm: 'busDt', errCd: 'DU', errDesc: `BATCHES FOR ${acctNo} ${busDt} ALREADY ON FILE` },
    ]);
  const made = deriveBatches(c.st, acctNo, busDt).map(
    (b): Batch => ({ ...b, stsCd: 'PN', crtDt: NOW_DT, crtTm: NOW_TM, effDt: nextBankDay(NOW_DT), sttlDt: null }),
  );
  c.st.batches.push(...made);
  return { http: made.length > 0 ? 201 : 200, data: { drvCnt: made.length, btchLst: made.map((b) => btchRow(c, b)) } };
}

async function openDispute(c: Ctx): Promise<Reply> {
  needRole(c, c.fault === 'dispute-by-field-technician' ? [...DISPUTE_ROLES, 'FT'] : DISPUTE_ROLES);
  const { txnId, rsnCd, dspAmt, rmk } = await bodyOf(c);
  const errs: Err[] = [];
  if (typeof txnId !== 'string' || txnId === '') errs.push({ fldNm: 'txnId', errCd: 'RQ', errDesc: 'REQUIRED' });
  if (typeof rsnCd !== 'string' || !Object.hasOwn(DESC.dspRsn, rsnCd))
    errs.push({ fldNm: 'rsnCd', errCd: 'CD', errDesc: `MUST BE ONE OF ${Object.keys(DESC.dspRsn).join(' ')}` });
  const cents = typeof dspAmt === 'number' && Number.isFinite(dspAmt) ? Math.round(dspAmt * 100) : 0;
  if (cents <= 0) errs.push({ fldNm: 'dspAmt', errCd: 'AM', errDesc: 'MUST BE A NUMBER ABOVE 0.00' });
  if (rmk !== undefined && (typeof rmk !== 'string' || rmk.length > 120))
    errs.push({ fldNm: 'rmk', errCd: 'LN', errDesc: 'MUST BE TEXT OF AT MOST 120' });
  if (errs.length > 0 || typeof txnId !== 'string' || typeof rsnCd !== 'string') throw new ApiErr(400, 'VF', errs);
  const ids = idSet(c.fault === 'dispute-on-hidden-transaction' ? ofTenant(c) : visible(c));
  const t = c.st.txns.find((x) => x.txnId === txnId && ids.has(x.trmId));
  if (t === undefined) throw notFound('txnId', txnId);
  if (t.typ !== 'WD') throw new ApiErr(400, 'VF', [{ fldNm: 'txnId', errCd: 'TY', errDesc: 'NOT A CASH WITHDRAWAL' }]);
  if (cents > t.amtReq)
    throw new ApiErr(400, 'VF', [{ fldNm: 'dspAmt', errCd: 'AM', errDesc: 'ABOVE THE AMOUNT REQUESTED' }]);
  if (c.st.dsps.some((d) => d.txnId === txnId && (d.stsCd === 'OP' || d.stsCd === 'IR')))
    throw new ApiErr(409, 'DU', [{ fldNm: 'txnId', errCd: 'DU', errDesc: 'OPEN DISPUTE ALREADY ON FILE' }]);
  const d: Dsp = {
    dspId: `DSP${String(31 + c.st.dsps.length).padStart(7, '0')}`,
    txnId,
    trmId: t.trmId,
    stsCd: 'OP',
    rsnCd,
    amt: cents,
    opnDt: NOW_DT,
    opnTm: NOW_TM,
    dueDt: addMin(NOW_DT, '000000', 14400).dt,
    asgDsk: null,
    asgDt: null,
    rslCd: null,
    rslDt: null,
    rslAmt: null,
    rslTxt: null,
    rvwNm: null,
    rvwDt: null,
    rvwTm: null,
    rmk: typeof rmk === 'string' ? rmk : null,
  };
  if (c.fault !== 'dispute-not-stored') c.st.dsps.push(d);
  return { http: 201, data: { dsp: dspRow(c, d) } };
}

// ---- public documents and feeds ----

function publicOpenApi(c: Ctx): Response {
  const text = JSON.stringify(openApi(c.fault), null, 1);
  const etag = `"oas-${traceNo(text)}"`;
  const headers =
    c.fault === 'openapi-not-cacheable'
      ? { 'cache-control': 'no-store' }
      : { 'cache-control': 'public, max-age=3600', etag };
  if (c.fault !== 'openapi-not-cacheable' && c.req.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { 'content-type': 'application/json', ...headers } });
}
function branding(c: Ctx): Reply {
  return ok({
    brndSts: { stsCd: 'RD', stsDesc: 'READY', chkDt: NOW_DT, chkTm: '091500' },
    ...(c.fault === 'branding-no-docs-host'
      ? {}
      : { docsHost: { hostNm: 'docs.tfpgw.example', dnsCd: 'VF', tlsCd: 'VF', rdyInd: 'Y' } }),
  });
}
function rss(text: string, type = 'application/rss+xml'): Response {
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' } });
}
function locationOf(c: Ctx, id: string): Reply {
  const t = findTrm(c, id);
  return ok({ loc: locRow(c.fault === 'location-of-sibling' ? c.st.trms.find((x) => x.payNo === t.payNo)! : t) });
}
function commands(c: Ctx, id: string): Reply {
  const trm = findTrm(c, id);
  return ok(
    paged(
      c,
      'cmdLst',
      c.st.cmds
        .filter((m) => m.trmId === trm.trmId && !(c.fault === 'commands-without-completed' && m.stsCd === 'CM'))
        .sort(newestCmd),
      cmdRow,
    ),
  );
}

const ROUTES: Route[] = [
  { methods: { GET: portal }, pattern: /^\/v1\/portal$/, msgTyp: 'PTLINQ' },
  { methods: { GET: (c) => ok(catalog(c.fault)) }, pattern: /^\/v1\/integrations\/catalog$/, msgTyp: 'CATINQ' },
  {
    methods: { GET: publicOpenApi },
    pattern: /^\/v1\/integrations\/public-openapi\.json$/,
    msgTyp: 'OASINQ',
    isPublic: true,
  },
  { methods: { GET: transactions }, pattern: /^\/v1\/transactions$/, msgTyp: 'TXNINQ' },
  { methods: { GET: timeline }, pattern: /^\/v1\/transactions\/([^/]+)\/timeline$/, msgTyp: 'TMLINQ' },
  { methods: { GET: settlements }, pattern: /^\/v1\/settlements$/, msgTyp: 'STLINQ' },
  { methods: { POST: derive }, pattern: /^\/v1\/settlements\/derive$/, msgTyp: 'STLDRV' },
  { methods: { GET: disputes, POST: openDispute }, pattern: /^\/v1\/disputes$/, msgTyp: 'DSPMNT' },
  {
    methods: { GET: (c) => ok(paged(c, 'locLst', visible(c), locRow)) },
    pattern: /^\/v1\/locations$/,
    msgTyp: 'LOCINQ',
  },
  { methods: { GET: locationOf }, pattern: /^\/v1\/locations\/([^/]+)$/, msgTyp: 'LOCINQ' },
  { methods: { GET: statusMonitoring }, pattern: /^\/v1\/terminals\/([^/]+)\/status-monitoring$/, msgTyp: 'TRMSTS' },
  { methods: { GET: terminalTransactions }, pattern: /^\/v1\/terminals\/([^/]+)\/transactions$/, msgTyp: 'TXNINQ' },
  {
    methods: {
      GET: (c) =>
        ok(
          paged(
            c,
            'cnnLst',
            c.fault === 'connectors-tenant-wide' ? c.st.cnns.filter((n) => n.orgId === c.user.orgId) : visCnns(c),
            (n) => cnnRow(c, n),
          ),
        ),
    },
    pattern: /^\/v1\/connectors$/,
    msgTyp: 'CNNINQ',
  },
  { methods: { GET: connectorStatus }, pattern: /^\/v1\/connectors\/([^/]+)\/status$/, msgTyp: 'CNNSTS' },
  {
    methods: { GET: (c) => ok(paged(c, 'grpLst', visGrps(c), (g) => grpRow(c, g))) },
    pattern: /^\/v1\/terminal-groups$/,
    msgTyp: 'GRPINQ',
  },
  { methods: { GET: commands }, pattern: /^\/v1\/terminals\/([^/]+)\/commands$/, msgTyp: 'CMDINQ' },
  { methods: { GET: payload }, pattern: /^\/v1\/terminals\/([^/]+)\/provisioning-payload$/, msgTyp: 'PRVPYL' },
  { methods: { GET: provExport }, pattern: /^\/v1\/terminals\/([^/]+)\/provisioning-export$/, msgTyp: 'PRVEXP' },
  {
    methods: {
      GET: (c) =>
        rss(
          accountFeed(
            c.st,
            c.user.orgId,
            c.st.orgs.find((o) => o.orgId === c.user.orgId)!.orgNm,
            visible(c),
            c.url.origin,
            c.fault,
          ),
        ),
    },
    pattern: /^\/v1\/feeds\/account\.xml$/,
    msgTyp: 'RSSACT',
  },
  {
    methods: {
      GET: (c, id) =>
        rss(
          terminalFeed(c.st, findTrm(c, id, c.user === NO_USER ? 'any' : 'user'), c.url.origin, c.fault),
          c.fault === 'terminal-feed-text-xml' ? 'text/xml' : undefined,
        ),
    },
    pattern: /^\/v1\/feeds\/terminals\/([^/]+)\.xml$/,
    msgTyp: 'RSSTRM',
  },
  { methods: { GET: branding }, pattern: /^\/v1\/public\/branding-status$/, msgTyp: 'BRDSTS', isPublic: true },
];
const NO_USER: User = { usrId: '', orgId: '', usrNm: '', email: '', roleCd: '', acctNos: [], trmIds: [], apiKey: null };

function authenticate(st: Store, fault: FaultId | null, req: Request, url: URL, route: Route | undefined): User {
  const needsKey =
    (fault === 'public-openapi-needs-key' && route?.msgTyp === 'OASINQ') ||
    (fault === 'branding-status-needs-key' && route?.msgTyp === 'BRDSTS');
  if (route?.isPublic === true && !needsKey) return NO_USER;
  const key =
    req.headers.get('x-api-key') ?? (fault === 'key-in-query-accepted' ? url.searchParams.get('api_key') : null);
  const user = st.users.find(
    (u) =>
      u.apiKey !== null &&
      key !== null &&
      (u.apiKey === key || (fault === 'key-compared-by-prefix' && u.apiKey.slice(0, 16) === key.slice(0, 16))),
  );
  if (user !== undefined) return user;
  if (fault === 'locations-open-without-key' && key === null && url.pathname === '/v1/locations') return st.users[0]!;
  if (fault === 'terminal-feed-open-without-key' && key === null && route?.msgTyp === 'RSSTRM') return NO_USER;
  throw new ApiErr(401, 'AU', [{ fldNm: 'X-API-Key', errCd: 'AU', errDesc: 'KEY MISSING OR NOT ON FILE' }]);
}

/** Opens the service with new state, with one fault or none. */
export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  if (options.fault !== undefined && !Object.hasOwn(faultTable, options.fault))
    throw new Error(`unknown fault ${options.fault}`);
  const fault = (options.fault ?? null) as FaultId | null;
  const st = buildStore();
  return async (req) => {
    const url = new URL(req.url);
    const route = ROUTES.find((r) => r.pattern.test(url.pathname));
    const msgTyp = route?.msgTyp ?? 'UNKNWN';
    const isHead = req.method === 'HEAD';
    let res: Response;
    try {
      const user = authenticate(st, fault, req, url, route);
      if (route === undefined) throw notFound('path', url.pathname);
      const handler = route.methods[isHead ? 'GET' : req.method];
      if (handler === undefined)
        throw new ApiErr(
          405,
          'MA',
          [{ fldNm: null, errCd: 'MA', errDesc: `${req.method} NOT ALLOWED` }],
          Object.keys(route.methods)
            .flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m]))
            .join(', '),
        );
      let id = '';
      try {
        id = decodeURIComponent(route.pattern.exec(url.pathname)?.[1] ?? '');
      } catch {
        throw notFound('path', url.pathname);
      }
      const out = await handler({ st, fault, req, url, user }, id);
      res = out instanceof Response ? out : envelope(req, url, msgTyp, out.http, out.data, 'OK', []);
    } catch (e) {
      if (!(e instanceof ApiErr)) throw e;
      res = envelope(req, url, msgTyp, e.http, {}, e.rtnCd, e.errLst, e.allow === null ? {} : { allow: e.allow });
    }
    return isHead ? new Response(null, { status: res.status, headers: res.headers }) : res;
  };
}
