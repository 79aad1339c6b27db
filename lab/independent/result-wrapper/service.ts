// Terminal Fleet Portal Data Service over the legacy core. Times and money leave the core's units here only.
import { createHash, randomUUID } from 'node:crypto';
import { catalog, openApi, ops } from './contract.ts';
import type { Batch, Cmd, Conn, Data, Disp, Grp, Loc, Term, Txn, User } from './data.ts';
import { buildBatch, keys, localDate, localText, makeData, NowMs } from './data.ts';
import { faults } from './faults.ts';

export { faults, keys };
export const name = 'atm-result-wrapper';
export const title =
  '.NET-style service: PascalCase ATM abbreviations in Result/Status wrappers, numeric ids, page number paging with TotalCount, mixed local and epoch times, plain-text and problem errors.';

type Json = any;
class Refusal extends Error {
  code: number;
  kind: string;
  extra: Json;
  constructor(code: number, kind: string, text: string, extra: Json = {}) {
    super(text);
    this.code = code;
    this.kind = kind;
    this.extra = extra;
  }
}
const money = (cents: number): number => Math.round(cents) / 100;
const RespTxt: Record<string, string> = {
  '00': 'APPROVED',
  '05': 'DO NOT HONOR',
  '51': 'INSUFF FUNDS',
  '55': 'INCORRECT PIN',
  '61': 'EXCEEDS LIMIT',
  '91': 'ISSUER UNAVAIL',
};
const xml = (s: string): string =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const digits = /^[1-9]\d{0,14}$/;
const TestPan = '4111111111111111';

interface View {
  user: User;
  terms: Term[];
  ids: Set<number>;
  grps: Grp[];
  conns: Conn[];
  locs: Loc[];
}

export function createService(
  options: { fault?: string; seed?: number } = {},
): (request: Request) => Promise<Response> {
  if (options.fault !== undefined && !Object.hasOwn(faults, options.fault))
    throw new Error(`unknown fault ${options.fault}`);
  const on = (id: string): boolean => options.fault === id;
  const data: Data = makeData(options.seed ?? 20251121);
  const byKey = new Map(
    [...keys].map(([who, key]) => [key, { admin: 501, west: 502, viewer: 503, newcomer: 504, south: 601 }[who]!]),
  );
  const cache = new Map<string, Json>();
  const spec = JSON.stringify(openApi(on));
  const specTag = '"' + createHash('sha256').update(spec).digest('hex').slice(0, 20) + '"';

  // ---- scope ----
  const below = (grpId: number): Set<number> => {
    const out = new Set([grpId]);
    for (let grew = true; grew; ) {
      grew = false;
      for (const g of data.Grps)
        if (g.ParentGrpId !== null && out.has(g.ParentGrpId) && !out.has(g.GrpId)) {
          out.add(g.GrpId);
          grew = true;
        }
    }
    return out;
  };
  const viewOf = (user: User): View => {
    const own = data.Terms.filter((t) => t.AcctNo === user.AcctNo);
    const granted = new Set(user.GrpIds.flatMap((g) => [...below(g)]));
    const terms = user.AllTerms ? own : own.filter((t) => granted.has(t.GrpId) || user.TermIds.includes(t.TermId));
    return {
      user,
      terms,
      ids: new Set(terms.map((t) => t.TermId)),
      grps: data.Grps.filter(
        (g) => g.AcctNo === user.AcctNo && (user.AllTerms || terms.some((t) => t.GrpId === g.GrpId)),
      ),
      conns: data.Conns.filter(
        (c) => c.AcctNo === user.AcctNo && (user.AllTerms || terms.some((t) => t.ConnId === c.ConnId)),
      ),
      locs: data.Locs.filter((l) => l.AcctNo === user.AcctNo && terms.some((t) => t.LocId === l.LocId)),
    };
  };
  const authenticate = (request: Request, url: URL): User => {
    let key = request.headers.get('x-api-key');
    if (on('auth-query-key') && !key) key = url.searchParams.get('api_key');
    if (on('auth-bearer') && !key) key = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? null;
    if (!key) throw new Refusal(401, 'text', 'API key required. Send it in the X-API-Key header.');
    let id = byKey.get(key);
    if (on('auth-key-case')) id ??= [...byKey].find(([k]) => k.toLowerCase() === key.toLowerCase())?.[1];
    if (on('auth-key-prefix')) id ??= [...byKey].find(([k]) => k.slice(0, 14) === key.slice(0, 14))?.[1];
    if (on('auth-unknown-key')) id ??= 503;
    if (id === undefined)
      throw new Refusal(401, 'text', on('err-key-echo') ? `API key ${key} not recognized.` : 'API key not recognized.');
    return data.Users.find((u) => u.UserId === id)!;
  };

  // ---- shapes ----
  const rowOf = (t: Txn, where = ''): Json => {
    const row: Json = {
      TxnId: t.TxnId,
      TermId: t.TermId,
      TermDtTm: localText(t.AtMs, t.OffsetMin),
      TxnType: t.TxnType,
      STAN: t.Stan,
      AcctType: t.AcctType,
    };
    if (t.EmvInd !== undefined) row.EmvInd = t.EmvInd;
    else if (on('term-emv-null') && where === 'term') row.EmvInd = null;
    if (on('term-stan-lost') && t.RespCd !== '00') delete row.STAN;
    Object.assign(row, {
      RespCd: t.RespCd,
      RespTxt: RespTxt[t.RespCd],
      AmtAuth: money(t.Auth),
      AmtCmpl: money(t.Cmpl),
      SurchFee: money(t.SurchReq),
      SurchFeeCmpl: money(t.SurchCmpl),
    });
    if (on('term-cmpl-requested') && where === 'term' && t.RespCd !== '00') row.AmtCmpl = row.AmtAuth;
    if (on('card-track2-magstripe') && t.EmvInd === undefined) row.Trk2 = `;${TestPan}=28121010000012300000?`;
    if (on('card-pin-block') && where === 'term') row.PinBlk = '9F3A61C07B2E54D8';
    if (on('card-portal-pan') && where === 'portal') row.CardNo = TestPan;
    return row;
  };
  const batchOf = (b: Batch): Json => {
    const cr = b.Entries.filter((e) => e.EntryKind === 'CR'),
      dr = b.Entries.filter((e) => e.EntryKind === 'DR');
    const sum = (list: typeof cr) => list.reduce((s, e) => s + e.Amt, 0);
    const out: Json = {
      BatchId: b.BatchId,
      SettleGrpId: b.SettleGrpId,
      BusinessDt: b.BusinessDt,
      BatchStatus: b.BatchStatus,
      CrEntryCnt: cr.length,
      DrEntryCnt: dr.length,
      EntryCnt: on('stl-entry-count') ? cr.length : b.Entries.length,
      CrTot: money(sum(cr)),
      DrTot: money(sum(dr)),
      NetPayout: money(
        on('stl-net-adds') ? sum(cr) + sum(dr) : on('stl-net-abs') ? Math.abs(sum(cr) - sum(dr)) : sum(cr) - sum(dr),
      ),
      OpenedMs: b.OpenedMs,
      CutoffMs: b.CutoffMs,
      TransmittedMs: b.TransmittedMs,
      SettledMs: b.SettledMs,
      EffectiveDt: b.EffectiveDt,
      Entries: b.Entries.map((e) => ({ TermId: e.TermId, EntryKind: e.EntryKind, Amt: money(e.Amt), Memo: e.Memo })),
    };
    if (on('stl-status-lost') && b.BatchStatus === 'RETURNED') delete out.BatchStatus;
    return out;
  };
  const dispOf = (d: Disp): Json => {
    const done = d.DispStatus.startsWith('RESOLVED');
    const out: Json = {
      DispId: d.DispId,
      DispStatus: d.DispStatus,
      ReasonCd: d.ReasonCd,
      TxnId: d.TxnId,
      TermId: d.TermId,
      DispAmt: money(d.Amt),
      DueDt: d.DueDt,
      OpenedMs: d.OpenedMs,
      Assignment: { QueueCd: d.QueueCd, AssigneeNm: d.AssigneeNm, AssignedMs: d.AssignedMs },
      Resolution: {
        OutcomeCd: done ? d.OutcomeCd : null,
        ResolvedMs: done ? d.ResolvedMs : null,
        AmtCredited: done && d.Credited !== null ? money(d.Credited) : null,
      },
    };
    const show = on('dsp-reviewer-early')
      ? d.ReviewerNm !== null
      : on('dsp-reviewer-reopened')
        ? d.ResolvedMs !== null
        : done;
    if (show)
      out.Reviewer = {
        ReviewerNm: d.ReviewerNm,
        ReviewedMs: d.ResolvedMs ?? d.AssignedMs,
        NoteTxt: d.ReviewNote ?? '',
      };
    if (on('dsp-due-lost') && done) delete out.DueDt;
    return out;
  };
  const termOf = (t: Term): Json => ({
    TermId: t.TermId,
    TermNm: t.TermNm,
    GrpId: t.GrpId,
    LocId: t.LocId,
    ConnId: t.ConnId,
    Model: t.Model,
    OpState: t.OpState,
    LastHbMs: t.LastHbMs,
  });
  const locOf = (l: Loc, v: View): Json => ({
    LocId: l.LocId,
    LocNm: l.LocNm,
    AddrLn1: l.Addr,
    City: l.City,
    StateCd: l.StateCd,
    Geo: { Lat: l.Lat, Lng: l.Lng },
    RiskCd: l.RiskCd,
    TermIds: (on('scope-location-shared') ? data.Terms : v.terms)
      .filter((t) => t.LocId === l.LocId)
      .map((t) => t.TermId),
  });
  const grpOf = (g: Grp, v: View): Json => {
    const subtree = below(g.GrpId);
    return {
      GrpId: g.GrpId,
      GrpNm: g.GrpNm,
      ParentGrpId: on('scope-group-parent') || v.grps.some((x) => x.GrpId === g.ParentGrpId) ? g.ParentGrpId : null,
      TermIds: (on('scope-group-members') ? data.Terms : v.terms)
        .filter((t) => t.GrpId === g.GrpId)
        .map((t) => t.TermId),
      SubtreeTermCnt: v.terms.filter((t) => subtree.has(t.GrpId)).length,
    };
  };
  const connOf = (c: Conn, v: View): Json => {
    const ids = (on('scope-connector-terms') ? data.Terms : v.terms)
      .filter((t) => t.ConnId === c.ConnId)
      .map((t) => t.TermId);
    return {
      ConnId: c.ConnId,
      ConnNm: c.ConnNm,
      ConnKind: c.ConnKind,
      HostNm: c.HostNm,
      ConnState: c.State,
      TermCnt: ids.length,
      TermIds: ids,
    };
  };
  const cmdOf = (c: Cmd): Json => ({
    CmdId: c.CmdId,
    TermId: c.TermId,
    CmdCd: c.CmdCd,
    CmdState: c.CmdState,
    QueuedDtTm: localText(c.QueuedMs, data.Terms.find((t) => t.TermId === c.TermId)!.OffsetMin),
    DoneMs: c.DoneMs,
  });
  const userOf = (u: User): Json => ({
    UserId: u.UserId,
    Login: u.Login,
    FullNm: u.FullNm,
    RoleCd: u.RoleCd,
    LastLoginMs: u.LastLoginMs,
  });

  // ---- paging ----
  const whole = (url: URL, wanted: string, least = 1): number | undefined => {
    for (const [k, value] of url.searchParams) {
      if (k.toLowerCase() !== wanted.toLowerCase()) continue;
      if (on('err-stack') && wanted === 'limit' && !/^\d+$/.test(value))
        throw new TypeError(`Input string '${value}' was not in a correct format.`);
      if (!/^\d{1,9}$/.test(value) || Number(value) < least)
        throw new Refusal(400, 'problem', `${wanted} must be a whole number of ${least} or more.`);
      return Number(value);
    }
    return undefined;
  };
  const paged = <T>(url: URL, rows: T[], shape: (row: T) => Json, most?: number): Json => {
    const PageNo = whole(url, 'PageNo') ?? 1;
    const PageSize = Math.min(whole(url, 'PageSize') ?? 50, most ?? 200, 200);
    return {
      Items: rows.slice((PageNo - 1) * PageSize, PageNo * PageSize).map(shape),
      PageNo,
      PageSize,
      TotalCount: rows.length,
    };
  };

  // ---- transactions ----
  const sortKeys: Record<string, (t: Txn) => number> = {
    term_dttm: (t) => t.AtMs,
    amt_comp: (t) => (on('sort-requested') ? t.Auth : on('sort-abs') ? Math.abs(t.Cmpl) : t.Cmpl),
    surch_comp: (t) => t.SurchCmpl,
    stan: (t) => Number(t.Stan),
    term_id: (t) => t.TermId,
  };
  const txnPage = (v: View, url: URL, oneTerm?: Term): Json => {
    const p = url.searchParams;
    const where = oneTerm ? 'term' : 'list';
    let rows = data.Txns.filter((t) => (oneTerm ? t.TermId === oneTerm.TermId : v.ids.has(t.TermId)));
    if (oneTerm && on('term-site-rows'))
      rows = data.Txns.filter(
        (t) => v.ids.has(t.TermId) && data.Terms.find((x) => x.TermId === t.TermId)!.LocId === oneTerm.LocId,
      );
    const scoped = rows;
    const limit = whole(url, 'limit');
    const sortBy = p.get('sort_by')?.toLowerCase() ?? 'term_dttm';
    const sortDir = p.get('sort_dir')?.toLowerCase() ?? 'desc';
    const key = Object.hasOwn(sortKeys, sortBy) ? sortKeys[sortBy] : undefined;
    if (!key) throw new Refusal(400, 'problem', 'sort_by is not a known column.');
    if (sortDir !== 'asc' && sortDir !== 'desc') throw new Refusal(400, 'problem', 'sort_dir is asc or desc.');
    const termId = oneTerm ? null : p.get('terminal_id');
    const grpId = oneTerm ? null : p.get('group_id');
    if (on('flt-limit-first') && limit !== undefined && (termId || grpId))
      rows = rows.toSorted((a, b) => b.AtMs - a.AtMs || b.TxnId - a.TxnId).slice(0, limit);
    if (termId !== null && !(on('flt-terminal-sorted') && p.has('sort_by'))) {
      if (!digits.test(termId)) throw new Refusal(400, 'problem', 'terminal_id is a decimal number.');
      if (on('flt-terminal-scope')) rows = data.Txns.filter((t) => t.AcctNo === v.user.AcctNo);
      rows = rows.filter((t) =>
        on('flt-terminal-prefix') ? String(t.TermId).startsWith(termId) : t.TermId === Number(termId),
      );
    }
    if (grpId !== null && !(on('flt-group-with-terminal') && termId !== null)) {
      if (!digits.test(grpId)) throw new Refusal(400, 'problem', 'group_id is a decimal number.');
      const grp = on('flt-group-scope')
        ? data.Grps.find((g) => g.GrpId === Number(grpId))
        : v.grps.find((g) => g.GrpId === Number(grpId));
      const inside = grp ? below(grp.GrpId) : new Set<number>();
      if (on('flt-group-direct') && grp) {
        inside.clear();
        inside.add(grp.GrpId);
      }
      if (on('flt-group-siblings') && grp?.ParentGrpId) for (const g of below(grp.ParentGrpId)) inside.add(g);
      const members = new Set(data.Terms.filter((t) => inside.has(t.GrpId)).map((t) => t.TermId));
      rows = (on('flt-group-scope') ? data.Txns : rows).filter((t) => members.has(t.TermId));
    }
    const way = sortDir === 'desc' && !(on('sort-dir-lost') && sortBy === 'amt_comp') ? -1 : 1;
    const compare = (a: Txn, b: Txn): number => {
      const x = key(a),
        y = key(b);
      const main =
        on('sort-text') && sortBy === 'amt_comp'
          ? String(money(x)) < String(money(y))
            ? -1
            : String(money(x)) > String(money(y))
              ? 1
              : 0
          : x - y;
      return way * (main || a.TxnId - b.TxnId);
    };
    const sorts = !(on('sort-group-lost') && grpId !== null) && !(on('sort-term-lost') && oneTerm);
    const newest = (a: Txn, b: Txn): number => b.AtMs - a.AtMs || b.TxnId - a.TxnId;
    rows = rows.toSorted(sorts && !on('sort-page-only') ? compare : newest);
    let most = limit;
    if (limit !== undefined) {
      if (on('lim-plus-one')) most = limit + 1;
      if (on('lim-min-ten')) most = Math.max(limit, 10);
      if (on('lim-lost-page2') && (whole(url, 'PageNo') ?? 1) > 1) most = undefined;
      if (on('lim-lost-group') && grpId !== null) most = undefined;
      if (on('lim-lost-term') && oneTerm) most = undefined;
    }
    const PageNo = whole(url, 'PageNo') ?? 1;
    let pool = rows;
    if (on('page-scope-lost') && PageNo > 1 && !oneTerm && termId === null && grpId === null)
      pool = data.Txns.filter((t) => t.AcctNo === v.user.AcctNo).toSorted(compare);
    if (on('page-ties-swap') && PageNo > 1)
      pool = rows.toSorted((a, b) => way * (key(a) - key(b)) || way * (b.TxnId - a.TxnId));
    if (on('page-filter-lost') && PageNo > 1 && !oneTerm) pool = scoped.toSorted(compare);
    const out = paged(url, pool, (t) => rowOf(t, where), most);
    if (on('page-overlap') && PageNo > 1)
      out.Items = pool.slice((PageNo - 1) * out.PageSize - 1, PageNo * out.PageSize - 1).map((t) => rowOf(t, where));
    if (on('sort-page-only'))
      out.Items = pool
        .slice((PageNo - 1) * out.PageSize, PageNo * out.PageSize)
        .toSorted(compare)
        .map((t) => rowOf(t, where));
    out.TotalCount = on('page-total-account')
      ? data.Txns.filter((t) => t.AcctNo === v.user.AcctNo).length
      : rows.length;
    let counted = rows;
    if (on('sum-page')) counted = rows.slice((PageNo - 1) * out.PageSize, PageNo * out.PageSize);
    if (on('sum-account') && !oneTerm && termId === null && grpId === null)
      counted = data.Txns.filter((t) => t.AcctNo === v.user.AcctNo);
    if (on('sum-filter-lost')) counted = scoped;
    const cash = counted.filter((t) => t.TxnType === 'WDL' || (t.TxnType === 'REV' && !on('sum-reversal-kept')));
    out.Summary = {
      TotSurch: money(counted.reduce((s, t) => s + (on('sum-surch-requested') ? t.SurchReq : t.SurchCmpl), 0)),
      TotWithdrawn: money(
        (on('sum-inquiry-types') ? counted : cash).reduce((s, t) => s + (on('sum-requested') ? t.Auth : t.Cmpl), 0),
      ),
      CcyCd: data.Accts.find((a) => a.AcctNo === v.user.AcctNo)!.CcyCd,
    };
    if (on('sum-empty-lost') && rows.length === 0) delete out.Summary;
    if (on('sum-one-missing') && oneTerm === undefined && grpId !== null) delete out.Summary.TotSurch;
    return out;
  };
  const timeline = (t: Txn): Json => {
    const steps: [string, string, number][] = [
      ['CARD_IN', 'Card accepted', 0],
      ['REQ_SENT', 'Request sent to the host', 4_000],
      ['RSP_RCVD', `Response ${t.RespCd} ${RespTxt[t.RespCd]}`, 6_500],
    ];
    if (on('card-timeline-pan')) steps[1]![1] = `Request sent to the host for ${TestPan}`;
    if (t.TxnType === 'REV') steps.splice(0, 1, ['REV_TRIG', 'Cash not taken, reversal raised', 0]);
    if (t.RespCd === '00' && t.TxnType === 'WDL') steps.push(['CASH_OUT', 'Notes presented', 12_000]);
    steps.push(['TXN_END', t.RespCd === '00' ? 'Completed' : 'Declined', 15_000]);
    if (on('http-timeline-text')) return steps.map((s) => s.join(' ')).join('\n');
    return {
      TxnId: t.TxnId,
      TermId: t.TermId,
      STAN: t.Stan,
      OrigTxnId: t.OrigTxnId ?? null,
      Steps: steps.map(([StepCd, StepTxt, after], i) => ({ StepNo: i + 1, StepCd, StepTxt, AtMs: t.AtMs + after })),
    };
  };

  // ---- feeds ----
  interface Item {
    kind: string;
    title: string;
    text: string;
    atMs: number;
    id: string;
    termId: number;
  }
  const feed = (v: View, channel: string, self: string, one?: Term): Response => {
    const items: Item[] = [];
    const mine = (id: number): boolean => (one ? id === one.TermId : v.ids.has(id));
    const place = (id: number): string => {
      const t = data.Terms.find((x) => x.TermId === id)!;
      return `${id} at ${data.Locs.find((l) => l.LocId === t.LocId)!.LocNm}`;
    };
    for (const t of data.Terms.filter((x) => mine(x.TermId))) {
      if (!one && !on('feed-no-heartbeat'))
        items.push({
          kind: 'heartbeat',
          title: `Heartbeat ${place(t.TermId)}`,
          text: `Last heartbeat ${localText(t.LastHbMs, t.OffsetMin)}`,
          atMs: t.LastHbMs,
          id: `hb-${t.TermId}`,
          termId: t.TermId,
        });
      items.push({
        kind: one ? 'terminal-status' : 'status-change',
        title: `Status ${t.OpState} ${place(t.TermId)}`,
        text: `Terminal is ${t.OpState}`,
        atMs: t.LastHbMs - 5_000,
        id: `st-${t.TermId}`,
        termId: t.TermId,
      });
    }
    const txns = data.Txns.filter((t) => (on('feed-txn-account') && !one ? t.AcctNo === v.user.AcctNo : mine(t.TermId)))
      .toSorted((a, b) => b.AtMs - a.AtMs || b.TxnId - a.TxnId)
      .slice(0, one ? 10 : 25);
    for (const t of txns)
      items.push({
        kind: 'transaction',
        title: `${t.TxnType} ${RespTxt[t.RespCd]} ${place(t.TermId)}`,
        text: `STAN ${t.Stan} AmtAuth ${money(t.Auth).toFixed(2)} AmtCmpl ${money(t.Cmpl).toFixed(2)}`,
        atMs: t.AtMs,
        id: `tx-${t.TxnId}`,
        termId: t.TermId,
      });
    for (const a of data.Alerts.filter((x) =>
      on('feed-hidden-alerts') && !one
        ? data.Terms.find((t) => t.TermId === x.TermId)!.AcctNo === v.user.AcctNo
        : mine(x.TermId),
    )) {
      if (on('feed-no-alerts') && one) break;
      items.push({
        kind: 'alert',
        title: `${a.EvtNm} ${place(a.TermId)}`,
        text: a.Txt + (a.IsOpen ? ' (open)' : ' (cleared)'),
        atMs: a.OpenedMs,
        id: `al-${a.AlertId}`,
        termId: a.TermId,
      });
    }
    const sameConn = (id: number): boolean =>
      one !== undefined && data.Terms.find((t) => t.TermId === id)!.ConnId === one.ConnId;
    for (const j of data.Journals.filter(
      (x) => mine(x.TermId) || (on('feed-journal-connector') && sameConn(x.TermId)),
    )) {
      if (on('feed-no-journal') && !one) break;
      items.push({
        kind: 'switch-journal',
        title: `Switch journal ${place(j.TermId)}`,
        text: j.Txt,
        atMs: j.AtMs,
        id: `sj-${j.JrnlId}`,
        termId: j.TermId,
      });
    }
    if (one) {
      for (const c of data.Cmds.filter((x) => x.TermId === one.TermId)) {
        if (on('feed-no-queued') && c.CmdState === 'QUEUED') continue;
        items.push({
          kind: c.CmdState === 'QUEUED' ? 'command-queued' : 'command-completed',
          title: `${c.CmdCd} ${c.CmdState} ${place(c.TermId)}`,
          text: `Command ${c.CmdId}`,
          atMs: c.DoneMs ?? c.QueuedMs,
          id: `cm-${c.CmdId}`,
          termId: c.TermId,
        });
      }
      if (!on('feed-no-provisioning'))
        for (const j of data.Jobs.filter((x) => x.TermId === one.TermId))
          items.push({
            kind: 'provisioning-job',
            title: `${j.JobCd} ${j.JobState} ${place(j.TermId)}`,
            text: `Provisioning job ${j.JobId}`,
            atMs: j.StartMs,
            id: `pj-${j.JobId}`,
            termId: j.TermId,
          });
    }
    items.sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1));
    const when = (ms: number): string => new Date(ms).toUTCString().replace('GMT', '+0000');
    const safe = on('feed-unescaped') ? (s: string): string => s : xml;
    const body =
      `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:atm="urn:tfp:atm"><channel><title>${xml(channel)}</title><link>http://target.test/</link><description>${xml(channel)} digest</description><atom:link href="http://target.test${self}" rel="self" type="application/rss+xml"/><lastBuildDate>${when(Date.now())}</lastBuildDate>\n` +
      items
        .map(
          (i) =>
            `<item><title>${safe(i.title)}</title><description>${xml(i.text)}</description><category>${i.kind}</category><guid isPermaLink="false">${i.id}</guid><pubDate>${when(i.atMs)}</pubDate><atm:TermId>${i.termId}</atm:TermId></item>\n`,
        )
        .join('') +
      '</channel></rss>\n';
    const type =
      on('feed-type-account') && !one
        ? 'text/xml; charset=utf-8'
        : on('feed-type-terminal') && one
          ? 'application/xml; charset=utf-8'
          : 'application/rss+xml; charset=utf-8';
    return new Response(body, { headers: { 'content-type': type } });
  };

  // ---- portal ----
  const portal = (v: View): Json => {
    const u = on('portal-principal') ? data.Users.find((x) => x.AcctNo === v.user.AcctNo)! : v.user;
    const acct = data.Accts.find((a) => a.AcctNo === v.user.AcctNo)!;
    const users = data.Users.filter((x) =>
      on('portal-users')
        ? v.user.RoleCd === 'ADMIN' || x.AcctNo === v.user.AcctNo
        : v.user.RoleCd === 'ADMIN'
          ? x.AcctNo === v.user.AcctNo
          : x.UserId === v.user.UserId,
    );
    const cmdSeen = (id: number): boolean =>
      on('portal-commands') ? data.Terms.find((t) => t.TermId === id)!.AcctNo === v.user.AcctNo : v.ids.has(id);
    const out: Json = {
      Principal: userOf(u),
      AcctProfile: {
        AcctNo: acct.AcctNo,
        AcctNm: acct.AcctNm,
        CcyCd: acct.CcyCd,
        City: acct.City,
        TmZone: acct.TmZone,
        OpenedDt: acct.OpenedDt,
      },
      OrgBranding: {
        BrandNm: acct.BrandNm,
        LogoRef: `brand/${acct.AcctNo}/logo`,
        PrimaryColor: acct.AcctNo === 7001 ? '#0b5fa5' : '#a3122b',
      },
      DnsState: { DocsHost: acct.DocsHost, CnameOk: true, CertOk: acct.AcctNo === 7001, CheckedMs: NowMs - 3_600_000 },
      AccessFlags: {
        CanRead: true,
        CanOpenDispute: u.RoleCd !== 'RPT_VIEW',
        CanDeriveSettlement: u.RoleCd === 'ADMIN',
        CanConfigure: u.RoleCd === 'ADMIN',
      },
      Users: users.map(userOf),
      Terms: v.terms.map(termOf),
      Grps: v.grps.map((g) => grpOf(g, v)),
      Conns: v.conns.map((c) => connOf(c, v)),
      RecentTxns: data.Txns.filter((t) => v.ids.has(t.TermId))
        .toSorted((a, b) => b.AtMs - a.AtMs || b.TxnId - a.TxnId)
        .slice(0, 20)
        .map((t) => rowOf(t, 'portal')),
      RecentCmds: data.Cmds.filter((c) => cmdSeen(c.TermId))
        .toSorted((a, b) => b.QueuedMs - a.QueuedMs)
        .slice(0, 15)
        .map(cmdOf),
      RecentForms: data.Forms.filter((f) => v.ids.has(f.TermId)).map((f) => ({
        FormId: f.FormId,
        TermId: f.TermId,
        FormCd: f.FormCd,
        FormNm: f.FormNm,
        SubmittedDtTm: localText(f.SubmitMs, data.Terms.find((t) => t.TermId === f.TermId)!.OffsetMin),
      })),
      ReportCatalog: [
        { RptCd: 'TXN_DTL', RptNm: 'Transaction detail', Fmts: ['CSV', 'PDF'] },
        { RptCd: 'SURCH_SUM', RptNm: 'Surcharge summary', Fmts: ['CSV'] },
        { RptCd: 'ACH_NET', RptNm: 'ACH net payout', Fmts: ['PDF'] },
      ],
      ComplianceVault: [
        { DocNm: 'ADA self-audit', TermId: null, ExpiresDt: '2027-06-30' },
        ...v.terms.slice(0, 4).map((t) => ({ DocNm: 'EMV L3 letter', TermId: t.TermId, ExpiresDt: '2027-02-28' })),
      ],
      Onboarding: [
        { StepCd: 'KYC', Done: true },
        { StepCd: 'BANK_ACCT', Done: true },
        { StepCd: 'DOCS_HOST', Done: acct.AcctNo === 7001 },
      ],
      Documents: [
        { DocId: 9101, DocNm: 'Operator agreement' },
        { DocId: 9102, DocNm: 'Fee schedule' },
      ],
      Videos: [{ VideoId: 9201, VideoNm: 'Loading cassettes', LenSec: 214 }],
    };
    if (on('portal-forms-empty') && out.RecentForms.length === 0) delete out.RecentForms;
    if (on('portal-dns')) delete out.DnsState;
    if (on('portal-compliance')) {
      delete out.ComplianceVault;
      delete out.Onboarding;
    }
    if (on('portal-flags') && v.user.RoleCd === 'RPT_VIEW') delete out.AccessFlags;
    if (on('portal-terms')) out.Terms = data.Terms.filter((t) => t.AcctNo === v.user.AcctNo).map(termOf);
    return out;
  };

  // ---- writes ----
  const bodyOf = async (request: Request, needed: boolean): Promise<Json> => {
    const text = await request.text();
    if (text.trim() === '' && !needed) return {};
    if (!/^application\/(\w+\+)?json\b/i.test(request.headers.get('content-type') ?? ''))
      throw new Refusal(415, 'problem', 'The body must be application/json.');
    let parsed: Json;
    try {
      parsed = JSON.parse(text);
    } catch {
      throw new Refusal(400, 'problem', 'The body is not JSON.');
    }
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
      throw new Refusal(400, 'problem', 'The body must be an object.');
    return parsed;
  };
  const derive = (v: View, date: unknown): Json => {
    if (date !== undefined && (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)))
      throw new Refusal(422, 'problem', 'BusinessDt is a date, as in 2026-11-20.');
    const made: Batch[] = [];
    const grps = data.Grps.filter((g) => g.AcctNo === v.user.AcctNo || on('wrt-derive-accounts'));
    const dates = [
      ...new Set(
        data.Txns.filter((t) => on('wrt-derive-accounts') || t.AcctNo === v.user.AcctNo).map((t) =>
          localDate(t.AtMs, t.OffsetMin),
        ),
      ),
    ].sort();
    for (const d of dates) {
      if (date !== undefined && d !== date) continue;
      for (const g of grps) {
        if (data.Batches.some((b) => b.SettleGrpId === g.GrpId && b.BusinessDt === d)) continue;
        const b = buildBatch(data, g.AcctNo, g.GrpId, d, data.NextBatchId);
        if (b) {
          data.NextBatchId++;
          made.push(b);
        }
      }
    }
    data.Batches.push(...made);
    return { DerivedCnt: made.length, Items: made.map(batchOf) };
  };
  const openDispute = (v: View, body: Json): Json => {
    if (!Number.isSafeInteger(body.TxnId)) throw new Refusal(422, 'problem', 'TxnId must be a number.');
    const txn = data.Txns.find(
      (t) => t.TxnId === body.TxnId && (v.ids.has(t.TermId) || (on('wrt-dispute-scope') && t.AcctNo === v.user.AcctNo)),
    );
    if (!txn) throw new Refusal(422, 'problem', 'TxnId is not a known transaction.');
    if (typeof body.ReasonCd !== 'string' || !/^[A-Z]{2,4}$/.test(body.ReasonCd))
      throw new Refusal(422, 'problem', 'ReasonCd must be two to four capital letters.');
    const cents =
      body.DispAmt === undefined ? txn.Auth : typeof body.DispAmt === 'number' ? Math.round(body.DispAmt * 100) : NaN;
    if (!(cents > 0 && cents <= txn.Auth))
      throw new Refusal(422, 'problem', 'DispAmt must be above zero and not above the requested amount.');
    if (data.Disps.some((d) => d.TxnId === txn.TxnId && !d.DispStatus.startsWith('RESOLVED')))
      throw new Refusal(409, 'problem', 'The transaction has an open dispute.');
    const disp: Disp = {
      DispId: data.NextDispId++,
      AcctNo: txn.AcctNo,
      TxnId: txn.TxnId,
      TermId: txn.TermId,
      DispStatus: 'OPEN',
      ReasonCd: body.ReasonCd,
      Amt: cents,
      DueDt: new Date(NowMs + 45 * 86_400_000).toISOString().slice(0, 10),
      OpenedMs: NowMs,
      QueueCd: 'DSP1',
      AssigneeNm: null,
      AssignedMs: null,
      OutcomeCd: null,
      ResolvedMs: null,
      Credited: null,
      ReviewerNm: null,
      ReviewNote: null,
    };
    if (!on('wrt-not-kept')) data.Disps.push(disp);
    const out = dispOf(disp);
    if (on('dsp-reviewer-created')) out.Reviewer = { ReviewerNm: v.user.FullNm, ReviewedMs: NowMs, NoteTxt: '' };
    return out;
  };

  // ---- routing ----
  const answer = (result: Json, status = 200, headers: Record<string, string> = {}): Response => {
    const body = JSON.stringify({
      Result: result,
      Status: { Cd: 0, Msg: 'OK', TraceId: randomUUID(), ServedAtMs: Date.now() },
    });
    return new Response(on('http-nan') ? body.replace('"AprvRatePct":null', '"AprvRatePct":NaN') : body, {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    });
  };
  const notFound = (): Refusal =>
    new Refusal(404, 'problem', 'The resource does not exist or is not visible to this key.');

  const handle = async (request: Request, url: URL): Promise<Response> => {
    let path = url.pathname;
    if (on('ver-unversioned') && ops.some((o) => o.Route === '/v1' + path)) path = '/v1' + path;
    const match = (route: string): string[] | undefined => {
      const m = new RegExp('^' + route.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+?)') + '$').exec(path);
      return m
        ? m.slice(1).map((x) => {
            try {
              return decodeURIComponent(x);
            } catch {
              return x;
            }
          })
        : undefined;
    };
    if (on('portal-compliance-route') && path === '/v1/compliance' && request.method === 'GET')
      return answer(portal(viewOf(authenticate(request, url))).ComplianceVault);
    const routed = ops.filter((o) => match(o.Route));
    const deriveGet = on('http-get-derive') && path === '/v1/settlements/derive';
    if (routed.length === 0) throw new Refusal(404, 'text', 'No such resource.');
    const verb =
      request.method === 'HEAD' ? 'GET' : on('http-any-verb') && request.method !== 'POST' ? 'GET' : request.method;
    const op = routed.find((o) => o.Verb === verb) ?? (deriveGet ? routed[0] : undefined);
    if (!op)
      throw new Refusal(405, 'text', 'Method not allowed.', {
        allow: routed.flatMap((o) => (o.Verb === 'GET' ? ['GET', 'HEAD'] : [o.Verb])).join(', '),
      });
    const args = match(op.Route)!;

    if (op.OpId === 'Integrations_GetPublicOpenApi') {
      if (on('auth-doc-key')) authenticate(request, url);
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': on('doc-not-cacheable') ? 'no-store' : 'public, max-age=3600',
        ...(on('doc-not-cacheable') ? {} : { etag: specTag }),
      };
      if (
        !on('doc-not-cacheable') &&
        request.headers
          .get('if-none-match')
          ?.split(',')
          .some((x) => x.trim().replace(/^W\//, '') === specTag)
      )
        return new Response(null, { status: 304, headers });
      return new Response(spec, { headers });
    }
    if (op.OpId === 'Public_GetBrandingStatus') {
      if (on('auth-branding-key')) authenticate(request, url);
      const out: Json = {
        BrandingReady: true,
        DocsHostReady: true,
        Checks: [
          { CheckCd: 'LOGO', Ok: true },
          { CheckCd: 'CNAME', Ok: true },
          { CheckCd: 'TLS', Ok: true },
        ],
        CheckedMs: NowMs - 600_000,
      };
      if (on('scope-branding-accounts')) out.Tenants = data.Accts.map((a) => ({ AcctNo: a.AcctNo, AcctNm: a.AcctNm }));
      if (on('portal-branding-docs')) delete out.DocsHostReady, (out.Checks = out.Checks.slice(0, 1));
      return answer(out, 200, { 'cache-control': 'public, max-age=60' });
    }
    const anonymous = !request.headers.has('x-api-key');
    const open =
      anonymous &&
      ((on('auth-feed-open') && op.OpId === 'Feeds_GetTerminal') ||
        (on('auth-timeline-open') && op.OpId === 'Transactions_GetTimeline') ||
        (on('auth-catalog-open') && op.OpId === 'Integrations_GetCatalog'));
    const user = open ? data.Users[0]! : authenticate(request, url);
    const v = viewOf(user);
    const termOrNone = (text: string, loose: 'none' | 'account' | 'all' = 'none'): Term => {
      const id = digits.test(text) ? Number(text) : NaN;
      const found = data.Terms.find(
        (t) =>
          t.TermId === id &&
          (loose === 'all' || (loose === 'account' && t.AcctNo === user.AcctNo) || v.ids.has(t.TermId)),
      );
      if (found) return found;
      const real = data.Terms.find((t) => t.TermId === id);
      if (real && on('err-names-hidden'))
        throw new Refusal(
          403,
          'problem',
          `Terminal ${real.TermNm} (${data.Locs.find((l) => l.LocId === real.LocId)!.LocNm}) belongs to ${data.Accts.find((a) => a.AcctNo === real.AcctNo)!.AcctNm}.`,
        );
      throw notFound();
    };
    switch (op.OpId) {
      case 'Portal_GetSnapshot':
        return answer(portal(v));
      case 'Integrations_GetCatalog':
        return answer(catalog(on));
      case 'Transactions_List':
        return answer(txnPage(v, url));
      case 'Transactions_GetTimeline': {
        const txn = data.Txns.find(
          (t) =>
            digits.test(args[0]!) &&
            t.TxnId === Number(args[0]) &&
            (v.ids.has(t.TermId) || (on('scope-timeline') && t.AcctNo === user.AcctNo)),
        );
        if (!txn) throw notFound();
        const steps = timeline(
          on('term-timeline-previous') && txn.TxnType === 'REV'
            ? data.Txns.find((t) => t.TxnId === txn.OrigTxnId)!
            : txn,
        );
        return typeof steps === 'string'
          ? new Response(steps, { headers: { 'content-type': 'text/plain' } })
          : answer(steps);
      }
      case 'Settlements_List': {
        const seen = data.Batches.filter(
          (b) =>
            b.AcctNo === user.AcctNo &&
            (user.AllTerms ||
              on('stl-scope') ||
              (on('stl-partial-batch')
                ? b.Entries.some((e) => v.ids.has(e.TermId))
                : data.Terms.every((t) => t.GrpId !== b.SettleGrpId || v.ids.has(t.TermId)))),
        );
        return answer(
          paged(
            url,
            seen.toSorted((a, b) =>
              a.BusinessDt < b.BusinessDt ? 1 : a.BusinessDt > b.BusinessDt ? -1 : b.BatchId - a.BatchId,
            ),
            batchOf,
          ),
        );
      }
      case 'Settlements_Derive': {
        const free = on('wrt-derive-viewer') && user.RoleCd === 'RPT_VIEW';
        if (user.RoleCd !== 'ADMIN' && !free) throw new Refusal(403, 'problem', 'Role ADMIN is required.');
        const out = derive(v, verb === 'GET' ? undefined : (await bodyOf(request, false)).BusinessDt);
        return answer(out, out.DerivedCnt > 0 ? 201 : 200);
      }
      case 'Disputes_List': {
        const wanted = url.searchParams.get('Status');
        const seen = data.Disps.filter(
          (d) =>
            (on('dsp-scope')
              ? d.AcctNo === user.AcctNo
              : v.ids.has(d.TermId) ||
                (on('dsp-scope-resolved') && d.AcctNo === user.AcctNo && d.DispStatus === 'RESOLVED_DENIED')) &&
            (wanted === null || d.DispStatus === wanted.toUpperCase()),
        );
        return answer(
          paged(
            url,
            seen.toSorted((a, b) => b.DispId - a.DispId),
            dispOf,
          ),
        );
      }
      case 'Disputes_Create': {
        if (user.RoleCd === 'RPT_VIEW' && !on('wrt-dispute-viewer'))
          throw new Refusal(403, 'problem', 'Role ADMIN or FLD_MGR is required.');
        return answer(openDispute(v, await bodyOf(request, true)), 201);
      }
      case 'Locations_List': {
        if (!on('scope-cache')) return answer(paged(url, v.locs, (l) => locOf(l, v)));
        const kept = cache.get(url.href) ?? paged(url, v.locs, (l) => locOf(l, v));
        cache.set(url.href, kept);
        return answer(kept);
      }
      case 'Locations_GetByTerminal': {
        const term = termOrNone(args[0]!, on('scope-location') ? 'all' : 'none');
        const loc = data.Locs.find(
          (l) => l.LocId === (on('term-wrong-location') ? v.terms.find((t) => t.GrpId === term.GrpId)! : term).LocId,
        )!;
        return answer(locOf(loc, v));
      }
      case 'Terminals_List':
        return answer(paged(url, v.terms, termOf));
      case 'Terminals_GetStatusMonitoring': {
        let t = termOrNone(args[0]!, on('scope-status') ? 'account' : 'none');
        if (on('term-status-neighbour') && t.OpState === 'COMM_DOWN') t = data.Terms[data.Terms.indexOf(t) + 1] ?? t;
        const empty = t.OpState === 'OUT_OF_CASH';
        const cassettes = [1, 2].map((CassNo) => ({
          CassNo,
          Denom: 20,
          NotesRem: empty ? 0 : 180 + ((t.TermId * CassNo * 31) % 1400),
          NotesCap: 2000,
        }));
        const out: Json = {
          TermId: t.TermId,
          OpState: t.OpState,
          LastHbMs: t.LastHbMs,
          LastHbDtTm: localText(t.LastHbMs, t.OffsetMin),
          Telemetry: {
            Cassettes: cassettes,
            CashRemAmt: cassettes.reduce((s, c) => s + c.NotesRem * c.Denom, 0),
            RcptPaperPct: 20 + (t.TermId % 70),
            SignalDbm: -60 - (t.TermId % 40),
            CabinetTempC: 18.5 + (t.TermId % 12),
          },
          OpenAlerts: data.Alerts.filter((a) => a.TermId === t.TermId && a.IsOpen).map((a) => ({
            AlertId: a.AlertId,
            EvtNm: a.EvtNm,
            Txt: a.Txt,
            OpenedMs: a.OpenedMs,
          })),
        };
        if (on('term-telemetry-lost') && t.OpState !== 'IN_SERVICE') delete out.Telemetry;
        return answer(out);
      }
      case 'Terminals_ListTransactions':
        return answer(txnPage(v, url, termOrNone(args[0]!, on('scope-term-txns') ? 'account' : 'none')));
      case 'Connectors_List':
        return answer(
          paged(url, on('scope-connectors') ? data.Conns.filter((c) => c.AcctNo === user.AcctNo) : v.conns, (c) =>
            connOf(c, v),
          ),
        );
      case 'Connectors_GetStatus': {
        const c = (on('scope-conn-status') ? data.Conns : v.conns).find(
          (x) => digits.test(args[0]!) && x.ConnId === Number(args[0]),
        );
        if (!c) throw notFound();
        const behind = new Set(
          (on('scope-conn-counts') ? data.Terms : v.terms).filter((t) => t.ConnId === c.ConnId).map((t) => t.TermId),
        );
        const rows = data.Txns.filter((t) => behind.has(t.TermId));
        return answer({
          ConnId: c.ConnId,
          ConnState: c.State,
          LastEchoMs: c.LastEchoMs,
          TermCnt: behind.size,
          TxnCnt: rows.length,
          AprvRatePct:
            rows.length === 0
              ? null
              : Math.round((rows.filter((t) => t.RespCd === '00').length * 1000) / rows.length) / 10,
        });
      }
      case 'TerminalGroups_List':
        return answer(
          paged(url, on('scope-groups') ? data.Grps.filter((g) => g.AcctNo === user.AcctNo) : v.grps, (g) =>
            grpOf(g, v),
          ),
        );
      case 'Terminals_ListCommands': {
        const t = termOrNone(args[0]!, on('scope-commands') ? 'account' : 'none');
        const rows = data.Cmds.filter(
          (c) =>
            (on('term-commands-group')
              ? data.Terms.find((x) => x.TermId === c.TermId)!.LocId === t.LocId && v.ids.has(c.TermId)
              : c.TermId === t.TermId) && !(on('term-commands-queued') && c.CmdState === 'QUEUED'),
        );
        return answer(
          paged(
            url,
            rows.toSorted((a, b) => b.QueuedMs - a.QueuedMs),
            cmdOf,
          ),
        );
      }
      case 'Terminals_GetProvisioningPayload': {
        const t = termOrNone(args[0]!, on('scope-payload') ? 'all' : 'none');
        const slots: Json[] = [
          { SlotNo: 1, KeyNm: 'TMK', LoadedMs: NowMs - 90 * 86_400_000 },
          { SlotNo: 2, KeyNm: 'TPK', LoadedMs: NowMs - 86_400_000 },
        ];
        if (on('card-raw-key')) slots[0].KeyVal = '0123456789ABCDEFFEDCBA9876543210';
        return answer({
          TermId: t.TermId,
          PayloadVer: 14,
          Host: { ConnId: t.ConnId, HostNm: data.Conns.find((c) => c.ConnId === t.ConnId)!.HostNm },
          SurchFee: money(t.SurchCents),
          CcyCd: data.Accts.find((a) => a.AcctNo === t.AcctNo)!.CcyCd,
          KeySlots: slots,
        });
      }
      case 'Terminals_GetProvisioningExport': {
        const t = termOrNone(args[0]!, on('scope-export') ? 'all' : 'none');
        const params = [
          { Nm: 'TERM_ID', Val: String(t.TermId) },
          { Nm: 'MODEL', Val: t.Model },
          { Nm: 'SURCH_FEE', Val: money(t.SurchCents).toFixed(2) },
          { Nm: 'HOST', Val: data.Conns.find((c) => c.ConnId === t.ConnId)!.HostNm },
        ];
        if (on('http-export-csv'))
          return new Response(params.map((p) => `${p.Nm},${p.Val}`).join('\r\n'), {
            headers: { 'content-type': 'text/csv' },
          });
        return answer(
          {
            TermId: t.TermId,
            ExportedDtTm: localText(NowMs, t.OffsetMin),
            Params: params,
            Jobs: data.Jobs.filter((j) => j.TermId === t.TermId).map((j) => ({
              JobId: j.JobId,
              JobCd: j.JobCd,
              JobState: j.JobState,
              StartMs: j.StartMs,
            })),
          },
          200,
          { 'content-disposition': `attachment; filename="prov-${t.TermId}.json"` },
        );
      }
      case 'Feeds_GetAccount':
        return feed(v, data.Accts.find((a) => a.AcctNo === user.AcctNo)!.AcctNm, path);
      case 'Feeds_GetTerminal': {
        const t = termOrNone(args[0]!, on('feed-term-scope') ? 'account' : 'none');
        return feed(v, t.TermNm, path, t);
      }
    }
    throw notFound();
  };

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    let response: Response;
    try {
      response = await handle(request, url);
    } catch (error) {
      if (error instanceof Refusal) {
        const headers: Record<string, string> = { ...error.extra };
        if (error.code === 401) headers['www-authenticate'] = 'ApiKey header="X-API-Key"';
        if (on('err-ok-status') && error.code === 404)
          response = new Response(
            JSON.stringify({
              Result: null,
              Status: { Cd: 404, Msg: error.message, TraceId: randomUUID(), ServedAtMs: Date.now() },
            }),
            { headers: { 'content-type': 'application/json; charset=utf-8' } },
          );
        else if (error.kind === 'text')
          response = new Response(error.message + '\n', {
            status: error.code,
            headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
          });
        else {
          const names: Record<number, string> = {
            400: 'Bad Request',
            403: 'Forbidden',
            404: 'Not Found',
            409: 'Conflict',
            415: 'Unsupported Media Type',
            422: 'Unprocessable Entity',
          };
          response = new Response(
            JSON.stringify({
              type: 'about:blank',
              title: names[error.code] ?? 'Error',
              status: error.code,
              detail: error.message,
              traceId: randomUUID(),
            }),
            { status: error.code, headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' } },
          );
        }
      } else {
        const text = on('err-stack') && error instanceof Error ? `${error.stack}` : 'Unexpected failure.';
        response = new Response(text + '\n', { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' } });
      }
    }
    if (!response.headers.has('cache-control')) {
      response.headers.set(
        'cache-control',
        on('http-public-cache') && response.ok ? 'public, max-age=300' : 'private, no-store',
      );
      response.headers.set('vary', 'X-API-Key');
    }
    response.headers.set('x-powered-core', 'TFP-LEGACY/9');
    if (request.method === 'HEAD') return new Response(null, { status: response.status, headers: response.headers });
    return response;
  };
}
