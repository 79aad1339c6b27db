// The legacy core's data, made once per service from a seed. Money is kept in cents, times in epoch milliseconds.

export const NowMs = Date.UTC(2026, 10, 21, 23, 0, 0);
const Hour = 3_600_000;
const Day = 24 * Hour;

export interface User {
  UserId: number;
  AcctNo: number;
  Login: string;
  FullNm: string;
  RoleCd: 'ADMIN' | 'FLD_MGR' | 'RPT_VIEW';
  AllTerms: boolean;
  GrpIds: number[];
  TermIds: number[];
  LastLoginMs: number;
}
export interface Acct {
  AcctNo: number;
  AcctNm: string;
  CcyCd: string;
  City: string;
  TmZone: string;
  OpenedDt: string;
  BrandNm: string;
  DocsHost: string;
}
export interface Grp {
  GrpId: number;
  AcctNo: number;
  GrpNm: string;
  ParentGrpId: number | null;
}
export interface Loc {
  LocId: number;
  AcctNo: number;
  LocNm: string;
  Addr: string;
  City: string;
  StateCd: string;
  Lat: number;
  Lng: number;
  RiskCd: string;
}
export interface Term {
  TermId: number;
  AcctNo: number;
  GrpId: number;
  LocId: number;
  ConnId: number;
  TermNm: string;
  Model: string;
  OffsetMin: number;
  OpState: string;
  LastHbMs: number;
  SurchCents: number;
  IsNew: boolean;
}
export interface Conn {
  ConnId: number;
  AcctNo: number;
  ConnNm: string;
  ConnKind: string;
  HostNm: string;
  State: string;
  LastEchoMs: number;
}
export interface Txn {
  TxnId: number;
  AcctNo: number;
  TermId: number;
  AtMs: number;
  OffsetMin: number;
  TxnType: 'WDL' | 'INQ' | 'XFR' | 'REV';
  Stan: string;
  AcctType: string;
  EmvInd?: string;
  RespCd: string;
  Auth: number;
  Cmpl: number;
  SurchReq: number;
  SurchCmpl: number;
  OrigTxnId?: number;
}
export interface Cmd {
  CmdId: number;
  TermId: number;
  CmdCd: string;
  CmdState: string;
  QueuedMs: number;
  DoneMs: number | null;
}
export interface Job {
  JobId: number;
  TermId: number;
  JobCd: string;
  JobState: string;
  StartMs: number;
}
export interface Form {
  FormId: number;
  TermId: number;
  FormCd: string;
  FormNm: string;
  SubmitMs: number;
}
export interface Alert {
  AlertId: number;
  TermId: number;
  EvtNm: string;
  Txt: string;
  OpenedMs: number;
  IsOpen: boolean;
}
export interface Journal {
  JrnlId: number;
  TermId: number;
  Txt: string;
  AtMs: number;
}
export interface Entry {
  TermId: number;
  EntryKind: 'CR' | 'DR';
  Amt: number;
  Memo: string;
}
export interface Batch {
  BatchId: number;
  AcctNo: number;
  SettleGrpId: number;
  BusinessDt: string;
  BatchStatus: string;
  Entries: Entry[];
  OpenedMs: number;
  CutoffMs: number;
  TransmittedMs: number | null;
  SettledMs: number | null;
  EffectiveDt: string;
}
export interface Disp {
  DispId: number;
  AcctNo: number;
  TxnId: number;
  TermId: number;
  DispStatus: string;
  ReasonCd: string;
  Amt: number;
  DueDt: string;
  OpenedMs: number;
  QueueCd: string;
  AssigneeNm: string | null;
  AssignedMs: number | null;
  OutcomeCd: string | null;
  ResolvedMs: number | null;
  Credited: number | null;
  ReviewerNm: string | null;
  ReviewNote: string | null;
}
export interface Data {
  Users: User[];
  Accts: Acct[];
  Grps: Grp[];
  Locs: Loc[];
  Terms: Term[];
  Conns: Conn[];
  Txns: Txn[];
  Cmds: Cmd[];
  Jobs: Job[];
  Forms: Form[];
  Alerts: Alert[];
  Journals: Journal[];
  Batches: Batch[];
  Disps: Disp[];
  NextBatchId: number;
  NextDispId: number;
}

export const keys: ReadonlyMap<string, string> = new Map([
  ['admin', 'tfp_7001_Qm4x8ZrT2vLw9KcA'],
  ['west', 'tfp_7001_Hb6n3PsY7dEj5UgF'],
  ['viewer', 'tfp_7001_Vr1k6WxN9tMz4BqS'],
  ['newcomer', 'tfp_7001_Ja8c2GhD5yRp7XeL'],
  ['south', 'tfp_7002_Uf3w7CnK8sTb6MoV'],
]);

export function localText(ms: number, offsetMin: number): string {
  const a = Math.abs(offsetMin);
  const two = (n: number) => String(n).padStart(2, '0');
  return (
    new Date(ms + offsetMin * 60_000).toISOString().slice(0, 19) +
    (offsetMin < 0 ? '-' : '+') +
    two(Math.floor(a / 60)) +
    ':' +
    two(a % 60)
  );
}
export const localDate = (ms: number, offsetMin: number): string => localText(ms, offsetMin).slice(0, 10);

function makeRandom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The batch of one settlement group and business date, or undefined when nothing happened. */
export function buildBatch(data: Data, acctNo: number, grpId: number, date: string, id: number): Batch | undefined {
  const terms = data.Terms.filter((t) => t.AcctNo === acctNo && t.GrpId === grpId);
  const entries: Entry[] = [];
  for (const term of terms) {
    const rows = data.Txns.filter((t) => t.TermId === term.TermId && localDate(t.AtMs, t.OffsetMin) === date);
    if (rows.length === 0) continue;
    const cash = rows.reduce((s, r) => s + (r.TxnType === 'XFR' ? 0 : r.Cmpl), 0);
    const fee = rows.reduce((s, r) => s + r.SurchCmpl, 0);
    if (cash !== 0)
      entries.push({
        TermId: term.TermId,
        EntryKind: cash > 0 ? 'CR' : 'DR',
        Amt: Math.abs(cash),
        Memo: cash > 0 ? 'CASH DISP' : 'CASH REVERSED',
      });
    if (fee !== 0)
      entries.push({ TermId: term.TermId, EntryKind: fee > 0 ? 'CR' : 'DR', Amt: Math.abs(fee), Memo: 'SURCHARGE' });
    entries.push({ TermId: term.TermId, EntryKind: 'DR', Amt: rows.length * 35, Memo: 'PROC FEE' });
  }
  if (entries.length === 0) return undefined;
  const opened = Date.parse(date + 'T06:00:00Z');
  return {
    BatchId: id,
    AcctNo: acctNo,
    SettleGrpId: grpId,
    BusinessDt: date,
    BatchStatus: 'PENDING',
    Entries: entries,
    OpenedMs: opened,
    CutoffMs: opened + 23 * Hour,
    TransmittedMs: null,
    SettledMs: null,
    EffectiveDt: new Date(opened + 2 * Day).toISOString().slice(0, 10),
  };
}

export function makeData(seed: number): Data {
  const rnd = makeRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rnd() * list.length)]!;
  const data: Data = {
    Users: [
      {
        UserId: 501,
        AcctNo: 7001,
        Login: 'dwhitlock',
        FullNm: 'Dana Whitlock',
        RoleCd: 'ADMIN',
        AllTerms: true,
        GrpIds: [],
        TermIds: [],
        LastLoginMs: NowMs - 2 * Hour,
      },
      {
        UserId: 502,
        AcctNo: 7001,
        Login: 'lortega',
        FullNm: 'Luis Ortega',
        RoleCd: 'FLD_MGR',
        AllTerms: false,
        GrpIds: [311],
        TermIds: [41021],
        LastLoginMs: NowMs - 5 * Hour,
      },
      {
        UserId: 503,
        AcctNo: 7001,
        Login: 'pnair',
        FullNm: 'Priya Nair',
        RoleCd: 'RPT_VIEW',
        AllTerms: true,
        GrpIds: [],
        TermIds: [],
        LastLoginMs: NowMs - Day,
      },
      {
        UserId: 504,
        AcctNo: 7001,
        Login: 'sbeck',
        FullNm: 'Sam Beck',
        RoleCd: 'RPT_VIEW',
        AllTerms: false,
        GrpIds: [],
        TermIds: [],
        LastLoginMs: NowMs - 3 * Day,
      },
      {
        UserId: 601,
        AcctNo: 7002,
        Login: 'cdubois',
        FullNm: 'Claire Dubois',
        RoleCd: 'ADMIN',
        AllTerms: true,
        GrpIds: [],
        TermIds: [],
        LastLoginMs: NowMs - 4 * Hour,
      },
      {
        UserId: 602,
        AcctNo: 7002,
        Login: 'ntran',
        FullNm: 'Nam Tran',
        RoleCd: 'RPT_VIEW',
        AllTerms: true,
        GrpIds: [],
        TermIds: [],
        LastLoginMs: NowMs - 9 * Day,
      },
    ],
    Accts: [
      {
        AcctNo: 7001,
        AcctNm: 'Lakeshore Cash Services LLC',
        CcyCd: 'USD',
        City: 'Milwaukee',
        TmZone: 'America/Chicago',
        OpenedDt: '2016-05-02',
        BrandNm: 'Lakeshore Cash',
        DocsHost: 'docs.lakeshorecash.example',
      },
      {
        AcctNo: 7002,
        AcctNm: 'Maple Vending Group',
        CcyCd: 'CAD',
        City: 'Toronto',
        TmZone: 'America/Toronto',
        OpenedDt: '2019-11-18',
        BrandNm: 'MapleTouch',
        DocsHost: 'docs.mapletouch.example',
      },
    ],
    Grps: [
      { GrpId: 310, AcctNo: 7001, GrpNm: 'West Region', ParentGrpId: null },
      { GrpId: 311, AcctNo: 7001, GrpNm: 'Coast', ParentGrpId: 310 },
      { GrpId: 312, AcctNo: 7001, GrpNm: 'Harbor', ParentGrpId: 311 },
      { GrpId: 313, AcctNo: 7001, GrpNm: 'Desert', ParentGrpId: 310 },
      { GrpId: 320, AcctNo: 7001, GrpNm: 'East Region', ParentGrpId: null },
      { GrpId: 321, AcctNo: 7001, GrpNm: 'Airport', ParentGrpId: 320 },
      { GrpId: 322, AcctNo: 7001, GrpNm: 'Campus', ParentGrpId: 320 },
      { GrpId: 330, AcctNo: 7001, GrpNm: 'Spare pool', ParentGrpId: null },
      { GrpId: 410, AcctNo: 7002, GrpNm: 'Ontario', ParentGrpId: null },
      { GrpId: 411, AcctNo: 7002, GrpNm: 'Toronto', ParentGrpId: 410 },
    ],
    Locs: [],
    Terms: [],
    Conns: [
      {
        ConnId: 61,
        AcctNo: 7001,
        ConnNm: 'Switch A primary',
        ConnKind: 'TCP_TLS',
        HostNm: 'sw-a.core.example',
        State: 'UP',
        LastEchoMs: NowMs - 20_000,
      },
      {
        ConnId: 62,
        AcctNo: 7001,
        ConnNm: 'Cellular gateway',
        ConnKind: 'CELL_GW',
        HostNm: 'cell-gw.core.example',
        State: 'DEGRADED',
        LastEchoMs: NowMs - 310_000,
      },
      {
        ConnId: 63,
        AcctNo: 7001,
        ConnNm: 'Campus VPN',
        ConnKind: 'VPN',
        HostNm: 'vpn-c.core.example',
        State: 'UP',
        LastEchoMs: NowMs - 41_000,
      },
      {
        ConnId: 64,
        AcctNo: 7001,
        ConnNm: 'Standby switch',
        ConnKind: 'TCP_TLS',
        HostNm: 'sw-b.core.example',
        State: 'STANDBY',
        LastEchoMs: NowMs - 60_000,
      },
      {
        ConnId: 71,
        AcctNo: 7002,
        ConnNm: 'Interac link',
        ConnKind: 'TCP_TLS',
        HostNm: 'ca-1.core.example',
        State: 'UP',
        LastEchoMs: NowMs - 15_000,
      },
      {
        ConnId: 72,
        AcctNo: 7002,
        ConnNm: 'Cellular gateway CA',
        ConnKind: 'CELL_GW',
        HostNm: 'ca-2.core.example',
        State: 'DOWN',
        LastEchoMs: NowMs - 5 * Hour,
      },
    ],
    Txns: [],
    Cmds: [],
    Jobs: [],
    Forms: [],
    Alerts: [],
    Journals: [],
    Batches: [],
    Disps: [],
    NextBatchId: 770101,
    NextDispId: 33001,
  };
  const loc = (
    LocId: number,
    AcctNo: number,
    LocNm: string,
    Addr: string,
    City: string,
    StateCd: string,
    Lat: number,
    Lng: number,
    RiskCd = 'LOW',
  ) => data.Locs.push({ LocId, AcctNo, LocNm, Addr, City, StateCd, Lat, Lng, RiskCd });
  loc(8801, 7001, 'Dune Road Fuel', '12 Dune Rd', 'Monterey', 'CA', 36.6, -121.89);
  loc(8802, 7001, 'Seaside Bowl', '480 Ocean Ave', 'Santa Cruz', 'CA', 36.97, -122.03);
  loc(8803, 7001, 'Lighthouse Inn', '1 Point Way', 'Pacifica', 'CA', 37.61, -122.48, 'MED');
  loc(8804, 7001, 'Pier & Main Market', '39 Pier St', 'Oakland', 'CA', 37.8, -122.27);
  loc(8805, 7001, 'Ferry Hall <East>', '2 Ferry Plaza', 'Oakland', 'CA', 37.79, -122.28);
  loc(8806, 7001, 'Dockside Deli', '77 Wharf Ln', 'Alameda', 'CA', 37.77, -122.24);
  loc(8807, 7001, 'Mesa Truck Stop', 'I-10 Exit 181', 'Casa Grande', 'AZ', 32.88, -111.75, 'HIGH');
  loc(8808, 7001, 'Union Arcade', '9 State St', 'Milwaukee', 'WI', 43.04, -87.91);
  loc(8809, 7001, 'Arrivals Hall', '5300 S Howell Ave', 'Milwaukee', 'WI', 42.95, -87.9);
  loc(8810, 7001, 'Concourse B', '5300 S Howell Ave', 'Milwaukee', 'WI', 42.95, -87.9);
  loc(8811, 7001, 'Student Union', '2200 E Kenwood Blvd', 'Milwaukee', 'WI', 43.08, -87.88);
  loc(8812, 7001, 'North Dorm', '2400 E Kenwood Blvd', 'Milwaukee', 'WI', 43.08, -87.87);
  loc(8901, 7002, 'Lakeview Depanneur', '10 Queens Quay', 'Kingston', 'ON', 44.23, -76.48);
  loc(8902, 7002, 'Bloor & Bay Kiosk', '55 Bloor St W', 'Toronto', 'ON', 43.67, -79.39);
  loc(8903, 7002, 'Harbourfront Rink', '235 Queens Quay W', 'Toronto', 'ON', 43.64, -79.38);
  loc(8904, 7002, 'Spadina Market', '400 Spadina Ave', 'Toronto', 'ON', 43.65, -79.4, 'MED');

  const term = (
    TermId: number,
    AcctNo: number,
    GrpId: number,
    LocId: number,
    ConnId: number,
    OffsetMin: number,
    SurchCents: number,
    Model: string,
    OpState = 'IN_SERVICE',
    hbAge = 90_000,
    IsNew = false,
  ) =>
    data.Terms.push({
      TermId,
      AcctNo,
      GrpId,
      LocId,
      ConnId,
      TermNm: `ATM ${TermId}`,
      Model,
      OffsetMin,
      OpState,
      LastHbMs: NowMs - hbAge - (TermId % 60) * 1000,
      SurchCents,
      IsNew,
    });
  term(410201, 7001, 311, 8801, 61, -480, 295, 'Genmega G2500');
  term(410202, 7001, 311, 8802, 61, -480, 295, 'Hyosung 2700CE');
  term(410203, 7001, 311, 8803, 62, -480, 350, 'Hyosung 2700CE', 'COMM_DOWN', 5 * Hour);
  term(410217, 7001, 312, 8804, 61, -480, 250, 'Genmega Onyx');
  term(410218, 7001, 312, 8805, 62, -480, 250, 'Genmega Onyx', 'OUT_OF_CASH');
  term(410219, 7001, 312, 8806, 62, -480, 300, 'Triton ARGO 12');
  term(410240, 7001, 313, 8804, 61, -480, 275, 'Triton ARGO 12');
  term(410241, 7001, 313, 8807, 61, -420, 400, 'Genmega G2500');
  term(410305, 7001, 320, 8808, 61, -360, 325, 'Hyosung Force');
  term(41021, 7001, 321, 8809, 62, -360, 375, 'NCR SelfServ 23');
  term(410311, 7001, 321, 8810, 62, -360, 375, 'NCR SelfServ 23');
  term(410312, 7001, 321, 8810, 62, -360, 375, 'NCR SelfServ 23', 'DISP_FAULT');
  term(410320, 7001, 322, 8811, 63, -360, 200, 'Hyosung Force');
  term(410321, 7001, 322, 8812, 63, -360, 200, 'Hyosung Force', 'IN_SERVICE', 60_000, true);
  term(520110, 7002, 410, 8901, 71, -300, 300, 'Genmega Onyx');
  term(52011, 7002, 411, 8902, 71, -300, 300, 'Hyosung 2700CE');
  term(520112, 7002, 411, 8903, 71, -300, 350, 'Hyosung 2700CE');
  term(520113, 7002, 411, 8904, 72, -300, 250, 'Triton ARGO 12', 'COMM_DOWN', 5 * Hour);

  // Transactions: twelve days, one to three a day and terminal.
  const made: Omit<Txn, 'TxnId' | 'Stan'>[] = [];
  const amounts = [2000, 4000, 4000, 6000, 8000, 10000, 10000, 20000, 30000, 40000, 50000];
  for (let day = 11; day >= 0; day--) {
    for (const t of data.Terms) {
      if (t.IsNew) continue;
      const count = 1 + Math.floor(rnd() * 2.4);
      for (let i = 0; i < count; i++) {
        const at = Math.floor((NowMs - day * Day - Hour - Math.floor(rnd() * 14 * Hour)) / 1000) * 1000;
        const r = rnd();
        const kind = r < 0.8 ? 'WDL' : r < 0.92 ? 'INQ' : 'XFR';
        const resp = rnd() < 0.82 ? '00' : pick(['51', '55', '91', '05', '61']);
        const good = resp === '00';
        const auth = kind === 'INQ' ? 0 : pick(amounts);
        const partial = good && kind === 'WDL' && auth > 4000 && rnd() < 0.06;
        const surch = kind === 'WDL' ? t.SurchCents : kind === 'XFR' ? 100 : 0;
        const emv = rnd();
        const row: Omit<Txn, 'TxnId' | 'Stan'> = {
          AcctNo: t.AcctNo,
          TermId: t.TermId,
          AtMs: at,
          OffsetMin: t.OffsetMin,
          TxnType: kind,
          AcctType: pick(['CHK', 'CHK', 'SAV', 'CRD']),
          RespCd: resp,
          Auth: auth,
          Cmpl: good ? (partial ? auth - 2000 : auth) : 0,
          SurchReq: surch,
          SurchCmpl: good ? surch : 0,
        };
        if (emv < 0.82) row.EmvInd = emv < 0.6 ? 'C' : emv < 0.76 ? 'T' : 'F';
        made.push(row);
        if (good && kind === 'WDL' && rnd() < 0.09) {
          made.push({
            ...row,
            TxnType: 'REV',
            AtMs: at + 45_000,
            Cmpl: -row.Cmpl,
            SurchCmpl: -row.SurchCmpl,
            OrigTxnId: made.length - 1,
          });
        }
      }
    }
  }
  const order = made.map((_, i) => i).sort((a, b) => made[a]!.AtMs - made[b]!.AtMs || a - b);
  const idOf = new Map(order.map((from, at) => [from, 9000104211 + at * 3]));
  const stan = new Map<number, number>();
  for (const from of order) {
    const row = made[from]!;
    const next = (stan.get(row.TermId) ?? 900 + ((row.TermId * 37) % 8000)) + 1;
    stan.set(row.TermId, next);
    const full: Txn = { ...row, TxnId: idOf.get(from)!, Stan: String(next).padStart(6, '0') };
    if (row.OrigTxnId !== undefined) full.OrigTxnId = idOf.get(row.OrigTxnId)!;
    data.Txns.push(full);
  }

  // Commands, jobs, forms, alerts, journal.
  const alertKinds: [string, string][] = [
    ['cash_low', 'Cassette 1 below 15 percent'],
    ['heartbeat_stale', 'No heartbeat for 30 minutes'],
    ['decline_spike', 'Declines above the weekly norm'],
    ['dispenser_fault', 'Reject bin full'],
    ['communication_flapping', 'Link went down 4 times in an hour'],
  ];
  let n = 0;
  for (const t of data.Terms) {
    n++;
    data.Cmds.push({
      CmdId: 15000 + n * 10,
      TermId: t.TermId,
      CmdCd: 'SYNC_CLOCK',
      CmdState: 'COMPLETED',
      QueuedMs: NowMs - 30 * Hour - n * 61_000,
      DoneMs: NowMs - 29 * Hour - n * 61_000,
    });
    data.Cmds.push({
      CmdId: 15001 + n * 10,
      TermId: t.TermId,
      CmdCd: 'PULL_JRNL',
      CmdState: 'COMPLETED',
      QueuedMs: NowMs - 9 * Hour - n * 47_000,
      DoneMs: NowMs - 8 * Hour - n * 47_000,
    });
    if (n % 4 === 0)
      data.Cmds.push({
        CmdId: 15002 + n * 10,
        TermId: t.TermId,
        CmdCd: 'LOAD_SCREENS',
        CmdState: 'FAILED',
        QueuedMs: NowMs - 7 * Hour - n * 31_000,
        DoneMs: NowMs - 6 * Hour - n * 31_000,
      });
    data.Cmds.push({
      CmdId: 15003 + n * 10,
      TermId: t.TermId,
      CmdCd: pick(['RESTART', 'SET_SURCH', 'PULL_JRNL']),
      CmdState: 'QUEUED',
      QueuedMs: NowMs - Hour - n * 23_000,
      DoneMs: null,
    });
    data.Jobs.push({
      JobId: 26000 + n,
      TermId: t.TermId,
      JobCd: pick(['BASE_CFG', 'SCREEN_PACK', 'HOST_ROUTE']),
      JobState: n % 5 === 0 ? 'FAILED' : 'DONE',
      StartMs: NowMs - 2 * Day - n * 53_000,
    });
    const alert = alertKinds[n % alertKinds.length]!;
    data.Alerts.push({
      AlertId: 47000 + n,
      TermId: t.TermId,
      EvtNm: alert[0],
      Txt: alert[1],
      OpenedMs: NowMs - 3 * Hour - n * 91_000,
      IsOpen: n % 3 !== 0,
    });
    data.Journals.push({
      JrnlId: 58000 + n * 2,
      TermId: t.TermId,
      Txt: '0800/0810 network echo RespCd 00',
      AtMs: NowMs - 4 * Hour - n * 17_000,
    });
    data.Journals.push({
      JrnlId: 58001 + n * 2,
      TermId: t.TermId,
      Txt: `0420 advice queue depth ${n % 4}`,
      AtMs: NowMs - 2 * Hour - n * 19_000,
    });
    if (n % 2 === 1)
      data.Forms.push({
        FormId: 6900 + n,
        TermId: t.TermId,
        FormCd: pick(['CASH_LOAD', 'SITE_VISIT']),
        FormNm: 'Field form',
        SubmitMs: NowMs - 20 * Hour - n * 71_000,
      });
  }

  // Settlement: one batch a group and business date; the last two dates wait for the derive call.
  const dates: string[] = [];
  for (let day = 12; day >= 2; day--) dates.push(new Date(NowMs - day * Day - 6 * Hour).toISOString().slice(0, 10));
  for (const date of dates) {
    for (const g of data.Grps) {
      const batch = buildBatch(data, g.AcctNo, g.GrpId, date, data.NextBatchId);
      if (!batch) continue;
      data.NextBatchId++;
      const age = (NowMs - batch.CutoffMs) / Day;
      batch.BatchStatus =
        age > 3 ? (batch.BatchId % 17 === 0 ? 'RETURNED' : 'SETTLED') : age > 2 ? 'TRANSMITTED' : 'CLOSED';
      if (age > 2) batch.TransmittedMs = batch.CutoffMs + 2 * Hour;
      if (age > 3) batch.SettledMs = batch.CutoffMs + 2 * Day;
      if ((g.GrpId === 313 || g.GrpId === 312) && date === dates[5])
        batch.Entries.push({ TermId: batch.Entries[0]!.TermId, EntryKind: 'DR', Amt: 180000, Memo: 'CHARGEBACK' });
      data.Batches.push(batch);
    }
  }

  // Disputes: every status in both the partial user's terminals and elsewhere.
  const statuses = ['OPEN', 'ASSIGNED', 'UNDER_REVIEW', 'RESOLVED_CREDIT', 'RESOLVED_DENIED', 'REOPENED'];
  const westTerms = new Set([410201, 410202, 410203, 410217, 410218, 410219, 41021]);
  const pools = [
    data.Txns.filter((t) => t.AcctNo === 7001 && westTerms.has(t.TermId) && t.TxnType === 'WDL' && t.RespCd === '00'),
    data.Txns.filter((t) => t.AcctNo === 7001 && !westTerms.has(t.TermId) && t.TxnType === 'WDL' && t.RespCd === '00'),
    data.Txns.filter((t) => t.AcctNo === 7002 && t.TxnType === 'WDL' && t.RespCd === '00'),
  ];
  for (let round = 0; round < statuses.length; round++) {
    for (const pool of pools) {
      const txn = pool[round * 3 + 2]!;
      const status = statuses[round]!;
      const opened = Math.min(txn.AtMs + 20 * Hour, NowMs - Hour);
      const wasResolved = status.startsWith('RESOLVED') || status === 'REOPENED';
      data.Disps.push({
        DispId: data.NextDispId++,
        AcctNo: txn.AcctNo,
        TxnId: txn.TxnId,
        TermId: txn.TermId,
        DispStatus: status,
        ReasonCd: pick(['ND', 'PD', 'DUP', 'FRD']),
        Amt: pick([txn.Auth, txn.Auth, 2000]),
        DueDt: new Date(opened + 45 * Day).toISOString().slice(0, 10),
        OpenedMs: opened,
        QueueCd: pick(['DSP1', 'DSP2']),
        AssigneeNm: status === 'OPEN' ? null : pick(['R. Okafor', 'M. Lindqvist']),
        AssignedMs: status === 'OPEN' ? null : opened + 2 * Hour,
        OutcomeCd: wasResolved ? (status === 'RESOLVED_CREDIT' ? 'CREDIT' : 'DENIED') : null,
        ResolvedMs: wasResolved ? opened + 30 * Hour : null,
        Credited: wasResolved ? (status === 'RESOLVED_CREDIT' ? 2000 : 0) : null,
        ReviewerNm: status === 'OPEN' || status === 'ASSIGNED' ? null : pick(['H. Abara', 'T. Viscenti']),
        ReviewNote: wasResolved ? 'Journal and cassette counts compared' : null,
      });
    }
  }
  return data;
}
