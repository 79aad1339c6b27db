// @ts-nocheck: written without noUncheckedIndexedAccess
// Seed data of the terminal fleet gateway. Deterministic: fixed clock, fixed pseudo-random sequence. Amounts are held in cents.

export interface Org {
  orgId: string;
  orgNm: string;
  brndNm: string;
  lgoUrl: string;
  priClr: string;
  secClr: string;
  dnsHost: string;
  dnsTgt: string;
  dnsSts: string;
  dnsVrfDt: string | null;
}
export interface Acct {
  acctNo: string;
  orgId: string;
  acctNm: string;
  bnkNm: string;
  bnkLst4: string;
  cntNm: string;
  cntPhn: string;
  opnDt: string;
}
export interface Payee {
  payNo: string;
  acctNo: string;
  payNm: string;
}
export interface User {
  usrId: string;
  orgId: string;
  usrNm: string;
  email: string;
  roleCd: string;
  acctNos: string[] | null;
  trmIds: string[] | null;
  apiKey: string | null;
}
export interface Loc {
  locId: string;
  locNm: string;
  addrLn1: string;
  cityNm: string;
  stCd: string;
  zipCd: string;
  lat: number;
  lon: number;
  rskCd: string;
}
export interface Cst {
  cstNo: number;
  denom: number;
  noteCnt: number;
  lowCnt: number;
}
export interface Trm {
  trmId: string;
  orgId: string;
  acctNo: string;
  payNo: string;
  mfrNm: string;
  mdlNm: string;
  serNo: string;
  instDt: string;
  grpIds: string[];
  cnnId: string;
  stsCd: string;
  hbDt: string;
  hbTm: string;
  chgDt: string;
  chgTm: string;
  surAmt: number;
  biSurAmt: number;
  loc: Loc;
  cstLst: Cst[];
  swVer: string;
  commTyp: string;
  sigDbm: number;
  tmpF: number;
  kcv: string;
  rawKey: string;
  cfgVer: string;
  cfgDt: string;
}
export interface Grp {
  grpId: string;
  orgId: string;
  grpNm: string;
  trmIds: string[];
}
export interface Cnn {
  cnnId: string;
  orgId: string;
  cnnNm: string;
  cnnTyp: string;
  hostAdr: string;
  hostPort: number;
  stsCd: string;
  echoDt: string;
  echoTm: string;
  latMs: number;
  toutCnt: number;
}
export interface Txn {
  txnId: string;
  trmId: string;
  dt: string;
  tm: string;
  typ: string;
  stan: string;
  acctTyp: string;
  emv?: string;
  rspCd: string;
  amtReq: number;
  amtCmp: number;
  surReq: number;
  surCmp: number;
  orgTxnId?: string;
  rvsl: boolean;
  pan: string;
  trk2: string;
  pinBlk: string;
}
export interface Cmd {
  cmdId: string;
  trmId: string;
  cmdTyp: string;
  stsCd: string;
  reqSrc: string;
  queDt: string;
  queTm: string;
  cmpDt: string | null;
  cmpTm: string | null;
}
export interface Job {
  jobId: string;
  trmId: string;
  jobTyp: string;
  stsCd: string;
  strDt: string;
  strTm: string;
  endDt: string | null;
  endTm: string | null;
}
export interface Alr {
  alrId: string;
  trmId: string;
  alrTyp: string;
  sevCd: string;
  stsCd: string;
  opnDt: string;
  opnTm: string;
  clsDt: string | null;
  clsTm: string | null;
  txt: string;
}
export interface Jrn {
  jrnId: string;
  trmId: string;
  jrnDt: string;
  jrnTm: string;
  mti: string;
  txt: string;
}
export interface Frm {
  frmId: string;
  trmId: string;
  frmTyp: string;
  stsCd: string;
  sbmDt: string;
  sbmTm: string;
}
export interface Cmpl {
  cmpId: string;
  trmId: string;
  docTyp: string;
  stsCd: string;
  expDt: string;
}
export interface Onb {
  onbId: string;
  acctNo: string;
  trmId: string | null;
  stepCd: string;
  stsCd: string;
  updDt: string;
}
export interface Doc {
  docId: string;
  acctNo: string;
  trmId: string | null;
  docNm: string;
  fmtCd: string;
  pstDt: string;
}
export interface Vid {
  vidId: string;
  orgId: string;
  vidNm: string;
  lenSec: number;
}
export interface Batch {
  btchId: string;
  acctNo: string;
  payNo: string;
  busDt: string;
  stsCd: string;
  crEntCnt: number;
  drEntCnt: number;
  crTot: number;
  drTot: number;
  crtDt: string;
  crtTm: string;
  effDt: string;
  sttlDt: string | null;
  trmIds: string[];
}
export interface Dsp {
  dspId: string;
  txnId: string;
  trmId: string;
  stsCd: string;
  rsnCd: string;
  amt: number;
  opnDt: string;
  opnTm: string;
  dueDt: string;
  asgDsk: string | null;
  asgDt: string | null;
  rslCd: string | null;
  rslDt: string | null;
  rslAmt: number | null;
  rslTxt: string | null;
  rvwNm: string | null;
  rvwDt: string | null;
  rvwTm: string | null;
  rmk: string | null;
}
export interface Store {
  orgs: Org[];
  accts: Acct[];
  payees: Payee[];
  users: User[];
  trms: Trm[];
  grps: Grp[];
  cnns: Cnn[];
  txns: Txn[];
  cmds: Cmd[];
  jobs: Job[];
  alrs: Alr[];
  jrns: Jrn[];
  frms: Frm[];
  cmpls: Cmpl[];
  onbs: Onb[];
  docs: Doc[];
  vids: Vid[];
  batches: Batch[];
  dsps: Dsp[];
  portalCache: Map<string, unknown>;
}

export const NOW_DT = '20260316';
export const NOW_TM = '093000';

export const DESC = {
  role: { AD: 'ADMINISTRATOR', OP: 'ACCOUNT OPERATOR', RO: 'READ ONLY', FT: 'FIELD TECHNICIAN' },
  scope: { OR: 'WHOLE ORGANIZATION', AC: 'ACCOUNT LIST', TR: 'TERMINAL LIST' },
  txnTyp: { WD: 'CASH WITHDRAWAL', BI: 'BALANCE INQUIRY', TF: 'ACCOUNT TRANSFER', RV: 'REVERSAL' },
  acctTyp: { CK: 'CHECKING', SV: 'SAVINGS', CR: 'CREDIT CARD' },
  rspCd: {
    '00': 'APPROVED',
    '05': 'DO NOT HONOR',
    '51': 'INSUFFICIENT FUNDS',
    '54': 'EXPIRED CARD',
    '55': 'INCORRECT PIN',
    '61': 'EXCEEDS WITHDRAWAL LIMIT',
    '91': 'ISSUER UNAVAILABLE',
  },
  trmSts: { UP: 'IN SERVICE', DG: 'DEGRADED', DN: 'OUT OF SERVICE' },
  cnnTyp: { PR: 'PROCESSOR HOST', GW: 'SWITCH GATEWAY' },
  cnnSts: { UP: 'LINK UP', DG: 'LINK DEGRADED' },
  cmdTyp: {
    RB: 'REBOOT TERMINAL',
    CT: 'CONFIGURATION TRANSFER',
    KX: 'REMOTE KEY EXCHANGE',
    SU: 'SOFTWARE UPDATE',
    SI: 'STATUS INQUIRY',
  },
  cmdSts: { QU: 'QUEUED', CM: 'COMPLETED', FL: 'FAILED' },
  jobTyp: { IN: 'INITIAL LOAD', CU: 'CONFIGURATION UPDATE' },
  jobSts: { RN: 'RUNNING', CM: 'COMPLETED', FL: 'FAILED' },
  alrSts: { OP: 'OPEN', CL: 'CLOSED' },
  btchSts: { PN: 'PENDING', SB: 'SUBMITTED TO ODFI', ST: 'SETTLED', RT: 'RETURNED' },
  dspSts: { OP: 'OPEN', IR: 'IN REVIEW', RA: 'RESOLVED - ACCEPTED', RD: 'RESOLVED - DENIED' },
  dspRsn: { ND: 'NO CASH DISPENSED', PD: 'PARTIAL DISPENSE', DU: 'DUPLICATE DEBIT', UA: 'UNAUTHORIZED' },
  dspRsl: { AC: 'CREDIT GIVEN TO CARDHOLDER', DN: 'CLAIM DENIED' },
  frmTyp: { TC: 'TERMINAL CHANGE REQUEST', SV: 'SERVICE CALL', CO: 'CASH ORDER' },
  frmSts: { SB: 'SUBMITTED', AP: 'APPROVED' },
  cmpDoc: { AD: 'ADA COMPLIANCE CERTIFICATE', PC: 'PCI PTS LETTER', BK: 'BANK SPONSORSHIP LETTER' },
  cmpSts: { VL: 'VALID', EX: 'EXPIRED' },
  onbStp: { KY: 'KYC REVIEW', AG: 'AGREEMENT SIGNED', SH: 'TERMINAL SHIPMENT' },
  onbSts: { CM: 'COMPLETED', PN: 'PENDING' },
  rsk: { LO: 'LOW RISK', MD: 'MEDIUM RISK', HI: 'HIGH RISK' },
} as const;

export function desc(table: Readonly<Record<string, string>>, code: string): string {
  return table[code] ?? 'UNKNOWN CODE';
}

/** Adds minutes to a YYYYMMDD + HHMMSS pair. */
export function addMin(dt: string, tm: string, minutes: number): { dt: string; tm: string } {
  const at =
    Date.UTC(+dt.slice(0, 4), +dt.slice(4, 6) - 1, +dt.slice(6), +tm.slice(0, 2), +tm.slice(2, 4), +tm.slice(4)) +
    Math.round(minutes * 60) * 1000;
  const iso = new Date(at).toISOString().replace(/[-:T]/g, '');
  return { dt: iso.slice(0, 8), tm: iso.slice(8, 14) };
}

export function nextBankDay(dt: string): string {
  let d = addMin(dt, '000000', 1440).dt;
  for (;;) {
    const wd = new Date(Date.UTC(+d.slice(0, 4), +d.slice(4, 6) - 1, +d.slice(6))).getUTCDay();
    if (wd !== 0 && wd !== 6) return d;
    d = addMin(d, '000000', 1440).dt;
  }
}

function rng(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
}

export const ORGS: Org[] = [
  {
    orgId: 'PSAH',
    orgNm: 'PRAIRIE STATE ATM HOLDINGS LLC',
    brndNm: 'PRAIRIE CASH',
    lgoUrl: 'https://cdn.prairiecash.example/logo.svg',
    priClr: '#0B3D2E',
    secClr: '#E8B923',
    dnsHost: 'portal.prairiecash.example',
    dnsTgt: 'edge.tfpgw.example',
    dnsSts: 'VERIFIED',
    dnsVrfDt: '20250911',
  },
  {
    orgId: 'GCCS',
    orgNm: 'GULF COAST CASH SERVICES INC',
    brndNm: 'GULFCASH',
    lgoUrl: 'https://cdn.gulfcash.example/logo.svg',
    priClr: '#12355B',
    secClr: '#D72638',
    dnsHost: 'portal.gulfcash.example',
    dnsTgt: 'edge.tfpgw.example',
    dnsSts: 'PENDING',
    dnsVrfDt: null,
  },
];
export const ACCTS: Acct[] = [
  {
    acctNo: '4100217001',
    orgId: 'PSAH',
    acctNm: 'PRAIRIE STATE RETAIL',
    bnkNm: 'HEARTLAND TRUST BANK',
    bnkLst4: '4471',
    cntNm: 'DENISE KOWALSKI',
    cntPhn: '312-555-0141',
    opnDt: '20190304',
  },
  {
    acctNo: '4100217002',
    orgId: 'PSAH',
    acctNm: 'PRAIRIE STATE HOSPITALITY',
    bnkNm: 'HEARTLAND TRUST BANK',
    bnkLst4: '4489',
    cntNm: 'MARCUS BELL',
    cntPhn: '217-555-0178',
    opnDt: '20200817',
  },
  {
    acctNo: '4100388001',
    orgId: 'GCCS',
    acctNm: 'GULF COAST C-STORE',
    bnkNm: 'BAYOU NATIONAL BANK',
    bnkLst4: '9026',
    cntNm: 'LUIS ARCENEAUX',
    cntPhn: '713-555-0110',
    opnDt: '20180122',
  },
  {
    acctNo: '4100388002',
    orgId: 'GCCS',
    acctNm: 'GULF COAST CAMPUS',
    bnkNm: 'BAYOU NATIONAL BANK',
    bnkLst4: '9034',
    cntNm: 'TARA WHITFIELD',
    cntPhn: '225-555-0163',
    opnDt: '20210607',
  },
];
export const PAYEES: Payee[] = [
  { payNo: 'P1101', acctNo: '4100217001', payNm: 'LOOP RETAIL PARTNERS' },
  { payNo: 'P1102', acctNo: '4100217001', payNm: 'MIDSTATE FUEL GROUP' },
  { payNo: 'P1201', acctNo: '4100217002', payNm: 'LAKESHORE HOTELS' },
  { payNo: 'P1202', acctNo: '4100217002', payNm: 'RIVERBOAT GAMING' },
  { payNo: 'P2101', acctNo: '4100388001', payNm: 'HOUSTON QUICKSTOP' },
  { payNo: 'P2102', acctNo: '4100388001', payNm: 'BAYOU FUEL MARTS' },
  { payNo: 'P2201', acctNo: '4100388002', payNm: 'CAMPUS SERVICES CORP' },
];
export const USERS: User[] = [
  {
    usrId: 'PSADM01',
    orgId: 'PSAH',
    usrNm: 'DENISE KOWALSKI',
    email: 'dkowalski@prairiecash.example',
    roleCd: 'AD',
    acctNos: null,
    trmIds: null,
    apiKey: 'tfp_ps_adm01_9c41d7e2b8a05f36',
  },
  {
    usrId: 'PSOPR02',
    orgId: 'PSAH',
    usrNm: 'MARCUS BELL',
    email: 'mbell@prairiecash.example',
    roleCd: 'OP',
    acctNos: ['4100217002'],
    trmIds: null,
    apiKey: 'tfp_ps_opr02_5be0a1734fd98c62',
  },
  {
    usrId: 'PSVEW03',
    orgId: 'PSAH',
    usrNm: 'ANITA RAO',
    email: 'arao@prairiecash.example',
    roleCd: 'RO',
    acctNos: null,
    trmIds: null,
    apiKey: 'tfp_ps_vew03_d20f6c8e91b7453a',
  },
  {
    usrId: 'PSFLD04',
    orgId: 'PSAH',
    usrNm: 'CHUCK NOVAK',
    email: 'cnovak@prairiecash.example',
    roleCd: 'FT',
    acctNos: null,
    trmIds: ['PS004101', 'PS004102', 'PS004103', 'PS004204'],
    apiKey: 'tfp_ps_fld04_78a3e5d1c6049fb2',
  },
  {
    usrId: 'PSADM05',
    orgId: 'PSAH',
    usrNm: 'ROBERT LINDQVIST',
    email: 'rlindqvist@prairiecash.example',
    roleCd: 'AD',
    acctNos: null,
    trmIds: null,
    apiKey: null,
  },
  {
    usrId: 'GCADM01',
    orgId: 'GCCS',
    usrNm: 'LUIS ARCENEAUX',
    email: 'larceneaux@gulfcash.example',
    roleCd: 'AD',
    acctNos: null,
    trmIds: null,
    apiKey: 'tfp_gc_adm01_31f8b06a7ce2d594',
  },
  {
    usrId: 'GCVEW02',
    orgId: 'GCCS',
    usrNm: 'TARA WHITFIELD',
    email: 'twhitfield@gulfcash.example',
    roleCd: 'RO',
    acctNos: ['4100388002'],
    trmIds: null,
    apiKey: 'tfp_gc_vew02_e6947d5b20ca183f',
  },
  {
    usrId: 'GCFLD03',
    orgId: 'GCCS',
    usrNm: 'JOEL FONTENOT',
    email: 'jfontenot@gulfcash.example',
    roleCd: 'FT',
    acctNos: null,
    trmIds: ['GC007305', 'GC007306'],
    apiKey: null,
  },
];

const GRPS: Grp[] = [
  {
    grpId: 'G101',
    orgId: 'PSAH',
    grpNm: 'CHICAGO METRO',
    trmIds: ['PS004101', 'PS004102', 'PS004104', 'PS004201', 'PS004202'],
  },
  {
    grpId: 'G102',
    orgId: 'PSAH',
    grpNm: 'FUEL AND C-STORE',
    trmIds: ['PS004102', 'PS004103', 'PS004105', 'PS004106', 'PS004107'],
  },
  {
    grpId: 'G103',
    orgId: 'PSAH',
    grpNm: 'HOSPITALITY',
    trmIds: ['PS004201', 'PS004202', 'PS004203', 'PS004204', 'PS004205'],
  },
  { grpId: 'G104', orgId: 'PSAH', grpNm: 'DOWNSTATE', trmIds: ['PS004106', 'PS004108', 'PS004206'] },
  {
    grpId: 'G201',
    orgId: 'GCCS',
    grpNm: 'HOUSTON',
    trmIds: ['GC007301', 'GC007302', 'GC007303', 'GC007304', 'GC007401'],
  },
  { grpId: 'G202', orgId: 'GCCS', grpNm: 'LOUISIANA', trmIds: ['GC007305', 'GC007306', 'GC007307', 'GC007402'] },
  { grpId: 'G203', orgId: 'GCCS', grpNm: 'CAMPUS', trmIds: ['GC007401', 'GC007402', 'GC007403', 'GC007404'] },
];
const CNNS: Cnn[] = [
  {
    cnnId: 'CNFISE01',
    orgId: 'PSAH',
    cnnNm: 'EASTERN PROCESSOR LINK',
    cnnTyp: 'PR',
    hostAdr: 'atm-east.procnet.example',
    hostPort: 9410,
    stsCd: 'UP',
    echoDt: NOW_DT,
    echoTm: '092941',
    latMs: 182,
    toutCnt: 0,
  },
  {
    cnnId: 'CNCDSB02',
    orgId: 'PSAH',
    cnnNm: 'CENTRAL DATA SWITCH',
    cnnTyp: 'GW',
    hostAdr: 'sw2.centralswitch.example',
    hostPort: 7731,
    stsCd: 'DG',
    echoDt: NOW_DT,
    echoTm: '092712',
    latMs: 1460,
    toutCnt: 7,
  },
  {
    cnnId: 'CNWPYC03',
    orgId: 'PSAH',
    cnnNm: 'WESTERN PAY HOST',
    cnnTyp: 'PR',
    hostAdr: 'host.westpay.example',
    hostPort: 9440,
    stsCd: 'UP',
    echoDt: NOW_DT,
    echoTm: '092958',
    latMs: 240,
    toutCnt: 1,
  },
  {
    cnnId: 'CNCDSG01',
    orgId: 'GCCS',
    cnnNm: 'GULF DATA SWITCH',
    cnnTyp: 'GW',
    hostAdr: 'sw1.gulfswitch.example',
    hostPort: 7710,
    stsCd: 'UP',
    echoDt: NOW_DT,
    echoTm: '092933',
    latMs: 205,
    toutCnt: 0,
  },
  {
    cnnId: 'CNSHZG02',
    orgId: 'GCCS',
    cnnNm: 'SOUTHERN HOST',
    cnnTyp: 'PR',
    hostAdr: 'atm.southhost.example',
    hostPort: 9420,
    stsCd: 'DG',
    echoDt: NOW_DT,
    echoTm: '092518',
    latMs: 1733,
    toutCnt: 12,
  },
];

// trmId, payee, connector, status, surcharge, inquiry surcharge, location name, address, city, state, zip, latitude, longitude, risk
type TrmSeed = [
  string,
  string,
  string,
  string,
  number,
  number,
  string,
  string,
  string,
  string,
  string,
  number,
  number,
  string,
];
const TRM_SEED: TrmSeed[] = [
  [
    'PS004101',
    'P1101',
    'CNFISE01',
    'UP',
    300,
    0,
    'LOOP NEWSSTAND',
    '17 W ADAMS ST',
    'CHICAGO',
    'IL',
    '60603',
    41.8793,
    -87.6287,
    'LO',
  ],
  [
    'PS004102',
    'P1101',
    'CNFISE01',
    'DG',
    300,
    0,
    'STATE ST PHARMACY',
    '205 S STATE ST',
    'CHICAGO',
    'IL',
    '60604',
    41.8788,
    -87.6276,
    'MD',
  ],
  [
    'PS004103',
    'P1101',
    'CNFISE01',
    'UP',
    275,
    0,
    'SMITH & SONS FUEL',
    '4410 OGDEN AVE',
    'CICERO',
    'IL',
    '60804',
    41.8403,
    -87.7418,
    'LO',
  ],
  [
    'PS004104',
    'P1102',
    'CNFISE01',
    'DN',
    325,
    0,
    'WESTSIDE LIQUOR',
    '3917 W MADISON ST',
    'CHICAGO',
    'IL',
    '60624',
    41.8807,
    -87.7246,
    'HI',
  ],
  [
    'PS004105',
    'P1102',
    'CNFISE01',
    'UP',
    250,
    0,
    'ROUTE 66 TRAVEL STOP',
    '900 N HISTORIC 66',
    'PONTIAC',
    'IL',
    '61764',
    40.8943,
    -88.6404,
    'LO',
  ],
  [
    'PS004106',
    'P1102',
    'CNCDSB02',
    'UP',
    250,
    0,
    'MIDSTATE FUEL 12',
    '1420 E MAIN ST',
    'DECATUR',
    'IL',
    '62521',
    39.8432,
    -88.9346,
    'LO',
  ],
  [
    'PS004107',
    'P1102',
    'CNCDSB02',
    'UP',
    275,
    0,
    'MIDSTATE FUEL 15',
    '3301 N UNIVERSITY ST',
    'PEORIA',
    'IL',
    '61604',
    40.7261,
    -89.6118,
    'MD',
  ],
  [
    'PS004108',
    'P1102',
    'CNCDSB02',
    'UP',
    250,
    0,
    'CARBONDALE MARKET',
    '715 S ILLINOIS AVE',
    'CARBONDALE',
    'IL',
    '62901',
    37.7214,
    -89.2168,
    'LO',
  ],
  [
    'PS004201',
    'P1201',
    'CNCDSB02',
    'UP',
    350,
    100,
    'LAKESHORE GRAND LOBBY',
    '540 N LAKE SHORE DR',
    'CHICAGO',
    'IL',
    '60611',
    41.8918,
    -87.6129,
    'LO',
  ],
  [
    'PS004202',
    'P1201',
    'CNCDSB02',
    'DG',
    350,
    100,
    'LAKESHORE SUITES',
    '111 E WACKER DR',
    'CHICAGO',
    'IL',
    '60601',
    41.888,
    -87.6237,
    'LO',
  ],
  [
    'PS004203',
    'P1201',
    'CNWPYC03',
    'UP',
    350,
    100,
    'AIRPORT INN OHARE',
    '6810 MANNHEIM RD',
    'ROSEMONT',
    'IL',
    '60018',
    42.0036,
    -87.8846,
    'LO',
  ],
  [
    'PS004204',
    'P1202',
    'CNWPYC03',
    'UP',
    400,
    100,
    'RIVERBOAT FLOOR A',
    '777 RIVER RD',
    'JOLIET',
    'IL',
    '60432',
    41.525,
    -88.0817,
    'MD',
  ],
  [
    'PS004205',
    'P1202',
    'CNWPYC03',
    'UP',
    400,
    100,
    'RIVERBOAT FLOOR B',
    '777 RIVER RD',
    'JOLIET',
    'IL',
    '60432',
    41.5251,
    -88.0818,
    'MD',
  ],
  [
    'PS004206',
    'P1202',
    'CNWPYC03',
    'DN',
    400,
    100,
    'RIVERBOAT ALTON',
    '1 FRONT ST',
    'ALTON',
    'IL',
    '62002',
    38.8868,
    -90.1843,
    'HI',
  ],
  [
    'GC007301',
    'P2101',
    'CNCDSG01',
    'UP',
    295,
    0,
    'QUICKSTOP WESTHEIMER',
    '9802 WESTHEIMER RD',
    'HOUSTON',
    'TX',
    '77042',
    29.736,
    -95.54,
    'LO',
  ],
  [
    'GC007302',
    'P2101',
    'CNCDSG01',
    'UP',
    295,
    0,
    'QUICKSTOP GULFGATE',
    '3111 WOODRIDGE DR',
    'HOUSTON',
    'TX',
    '77087',
    29.6972,
    -95.296,
    'MD',
  ],
  [
    'GC007303',
    'P2101',
    'CNCDSG01',
    'DG',
    295,
    0,
    'QUICKSTOP KATY',
    '1330 PIN OAK RD',
    'KATY',
    'TX',
    '77494',
    29.7774,
    -95.8086,
    'LO',
  ],
  [
    'GC007304',
    'P2101',
    'CNCDSG01',
    'UP',
    325,
    0,
    'HOBBY FIELD FUEL & FOOD',
    '8210 TELEPHONE RD',
    'HOUSTON',
    'TX',
    '77061',
    29.6604,
    -95.2799,
    'MD',
  ],
  [
    'GC007305',
    'P2102',
    'CNCDSG01',
    'UP',
    275,
    0,
    'BAYOU MART 3',
    '2900 RYAN ST',
    'LAKE CHARLES',
    'LA',
    '70601',
    30.2071,
    -93.2177,
    'LO',
  ],
  [
    'GC007306',
    'P2102',
    'CNSHZG02',
    'DN',
    275,
    0,
    'BAYOU MART 7',
    '4407 JOHNSTON ST',
    'LAFAYETTE',
    'LA',
    '70503',
    30.186,
    -92.07,
    'HI',
  ],
  [
    'GC007307',
    'P2102',
    'CNSHZG02',
    'UP',
    275,
    0,
    'BAYOU MART 9',
    '610 CANAL BLVD',
    'THIBODAUX',
    'LA',
    '70301',
    29.7901,
    -90.8176,
    'LO',
  ],
  [
    'GC007401',
    'P2201',
    'CNSHZG02',
    'UP',
    200,
    50,
    'STUDENT CENTER HOUSTON',
    '4455 UNIVERSITY DR',
    'HOUSTON',
    'TX',
    '77004',
    29.7199,
    -95.3422,
    'LO',
  ],
  [
    'GC007402',
    'P2201',
    'CNSHZG02',
    'UP',
    200,
    50,
    'UNION HALL',
    '101 TOWER DR',
    'BATON ROUGE',
    'LA',
    '70803',
    30.4133,
    -91.18,
    'LO',
  ],
  [
    'GC007403',
    'P2201',
    'CNSHZG02',
    'DG',
    200,
    50,
    'FIELDHOUSE GATE 2',
    '12 STADIUM LN',
    'BATON ROUGE',
    'LA',
    '70803',
    30.4119,
    -91.1838,
    'LO',
  ],
  [
    'GC007404',
    'P2201',
    'CNSHZG02',
    'UP',
    200,
    50,
    'LAW LIBRARY',
    '1 EAST CAMPUS DR',
    'BATON ROUGE',
    'LA',
    '70803',
    30.414,
    -91.1755,
    'LO',
  ],
];
const MODELS: [string, string][] = [
  ['GENMEGA', 'G2500'],
  ['NAUTILUS HYOSUNG', 'HALO II'],
  ['TRITON', 'ARGO 12'],
  ['HANTLE', 'C4000'],
];
const PANS = [
  '4111111111111111',
  '5555555555554444',
  '4012888888881881',
  '378282246310005',
  '6011111111111117',
  '5105105105105100',
];
const DECLINES = ['51', '55', '61', '91', '05', '54'];
const PATTERN = ['WD', 'WD', 'BI', 'DC', 'WD', 'RV', 'WD', 'TF', 'DC', 'PR', 'WD', 'WD'];

function buildTrms(): Trm[] {
  const rnd = rng(4101);
  return TRM_SEED.map(
    ([trmId, payNo, cnnId, stsCd, surAmt, biSurAmt, locNm, addrLn1, cityNm, stCd, zipCd, lat, lon, rskCd], i) => {
      const payee = PAYEES.find((p) => p.payNo === payNo)!;
      const [mfrNm, mdlNm] = MODELS[i % 4]!;
      const hb = addMin(NOW_DT, NOW_TM, stsCd === 'DN' ? -(300 + i * 11) : -(1 + (i % 5) + i / 60));
      const chg = stsCd === 'DN' ? addMin(hb.dt, hb.tm, 60) : addMin(NOW_DT, NOW_TM, -(400 + i * 173));
      const hex = () =>
        Math.floor(rnd() * 65536)
          .toString(16)
          .toUpperCase()
          .padStart(4, '0');
      return {
        trmId,
        orgId: ACCTS.find((a) => a.acctNo === payee.acctNo)!.orgId,
        acctNo: payee.acctNo,
        payNo,
        mfrNm,
        mdlNm,
        serNo: `${mdlNm.slice(0, 1)}${310400 + i * 37}`,
        instDt: `20${20 + (i % 5)}0${1 + (i % 9)}1${i % 9}`,
        grpIds: GRPS.filter((g) => g.trmIds.includes(trmId)).map((g) => g.grpId),
        cnnId,
        stsCd,
        hbDt: hb.dt,
        hbTm: hb.tm,
        chgDt: chg.dt,
        chgTm: chg.tm,
        surAmt,
        biSurAmt,
        loc: { locId: `L${2000 + i}`, locNm, addrLn1, cityNm, stCd, zipCd, lat, lon, rskCd },
        cstLst: [
          { cstNo: 1, denom: 2000, noteCnt: stsCd === 'DG' ? 38 : 420 + Math.floor(rnd() * 900), lowCnt: 100 },
        ].concat(i % 3 === 0 ? [{ cstNo: 2, denom: 10000, noteCnt: 60 + Math.floor(rnd() * 120), lowCnt: 25 }] : []),
        swVer: `0${3 + (i % 2)}.1${i % 7}`,
        commTyp: i % 4 === 1 ? 'ETHERNET' : 'LTE',
        sigDbm: -(61 + ((i * 7) % 40)),
        tmpF: 68 + (i % 9),
        kcv: hex() + hex().slice(0, 2),
        rawKey: Array.from({ length: 8 }, hex).join(''),
        cfgVer: `C${String(100 + i)}`,
        cfgDt: `2026021${i % 9}`,
      };
    },
  );
}

function buildTxns(trms: Trm[]): Txn[] {
  const rnd = rng(20260316);
  const out: (Txn & { key: string; org?: Txn })[] = [];
  trms.forEach((trm, ti) => {
    const n = trm.orgId === 'PSAH' ? 20 : 15;
    const step = 10270 / n;
    let stan = 1200 + ti * 731;
    for (let i = 0; i < n; i++) {
      const at = addMin(
        '20260309',
        `0600${String(Math.floor(rnd() * 60)).padStart(2, '0')}`,
        Math.floor(i * step + rnd() * step * 0.8),
      );
      if (trm.stsCd === 'DN' && at.dt + at.tm > addMin(trm.hbDt, trm.hbTm, -5).dt + addMin(trm.hbDt, trm.hbTm, -5).tm)
        continue;
      const kind = PATTERN[(i + ti) % PATTERN.length]!;
      const amt = 2000 * (1 + Math.floor(rnd() * rnd() * 24));
      const pan = PANS[Math.floor(rnd() * PANS.length)]!;
      const emvRoll = rnd();
      const accRoll = rnd();
      const base = (typ: string): Txn & { key: string } => {
        stan += 1;
        return {
          key: at.dt + at.tm + trm.trmId + String(stan),
          txnId: '',
          trmId: trm.trmId,
          dt: at.dt,
          tm: at.tm,
          typ,
          stan: String(stan % 1000000).padStart(6, '0'),
          acctTyp: typ === 'TF' ? 'SV' : accRoll < 0.7 ? 'CK' : accRoll < 0.86 || typ === 'BI' ? 'SV' : 'CR',
          rspCd: '00',
          amtReq: 0,
          amtCmp: 0,
          surReq: 0,
          surCmp: 0,
          rvsl: false,
          ...(emvRoll < 0.72 ? { emv: 'Y' } : emvRoll < 0.88 ? { emv: 'N' } : {}),
          pan,
          trk2: `${pan}=28122011${pan.slice(-6)}00`,
          pinBlk: (stan * 2654435761).toString(16).toUpperCase().padStart(16, '0').slice(0, 16),
        };
      };
      if (kind === 'BI') {
        const bad = (i + ti) % 5 === 0;
        out.push({ ...base('BI'), rspCd: bad ? '55' : '00', surReq: trm.biSurAmt, surCmp: bad ? 0 : trm.biSurAmt });
      } else if (kind === 'TF') {
        const t = 5000 * (1 + Math.floor(rnd() * 6));
        out.push({ ...base('TF'), amtReq: t, amtCmp: t });
      } else if (kind === 'DC') {
        out.push({ ...base('WD'), rspCd: DECLINES[(i * 5 + ti) % 6]!, amtReq: amt + 10000, surReq: trm.surAmt });
      } else if (kind === 'WD') {
        out.push({ ...base('WD'), amtReq: amt, amtCmp: amt, surReq: trm.surAmt, surCmp: trm.surAmt });
      } else {
        const full = kind === 'RV';
        const req = amt + 8000;
        const orig = {
          ...base('WD'),
          amtReq: req,
          amtCmp: full ? 0 : 4000,
          surReq: trm.surAmt,
          surCmp: full ? 0 : trm.surAmt,
          rvsl: true,
        };
        const later = addMin(at.dt, at.tm, 1);
        const { emv: _emv, ...rvBase } = base('RV');
        out.push(orig, {
          ...rvBase,
          dt: later.dt,
          tm: later.tm,
          key: later.dt + later.tm + trm.trmId + rvBase.stan,
          amtReq: req,
          surReq: trm.surAmt,
          org: orig,
        });
      }
    }
  });
  out.sort((a, b) => (a.key < b.key ? -1 : 1));
  out.forEach((t, i) => {
    const day = 31 + 28 + Number(t.dt.slice(6));
    t.txnId = `6${String(day).padStart(3, '0')}${String(418201 + i * 7).padStart(8, '0')}`;
  });
  return out.map(({ key: _key, org, ...t }) => (org ? { ...t, orgTxnId: org.txnId } : t));
}

/** ACH batches of one account and business date, one per payee with activity. */
export function deriveBatches(
  store: Store,
  acctNo: string,
  busDt: string,
): Omit<Batch, 'stsCd' | 'crtDt' | 'crtTm' | 'effDt' | 'sttlDt'>[] {
  const made: Omit<Batch, 'stsCd' | 'crtDt' | 'crtTm' | 'effDt' | 'sttlDt'>[] = [];
  for (const p of store.payees.filter((x) => x.acctNo === acctNo)) {
    const trmIds: string[] = [];
    let crTot = 0;
    let drTot = 0;
    for (const trm of store.trms.filter((t) => t.payNo === p.payNo)) {
      const rows = store.txns.filter(
        (t) => t.trmId === trm.trmId && t.dt === busDt && t.rspCd === '00' && t.typ !== 'RV',
      );
      const credit = rows.reduce((s, t) => s + (t.typ === 'WD' ? t.amtCmp : 0) + t.surCmp, 0);
      if (credit === 0) continue;
      trmIds.push(trm.trmId);
      crTot += credit;
      drTot += rows.length * 45;
    }
    if (trmIds.length > 0) {
      made.push({
        btchId: `ACH${busDt.slice(2)}${p.payNo}`,
        acctNo,
        payNo: p.payNo,
        busDt,
        crEntCnt: trmIds.length,
        drEntCnt: trmIds.length,
        crTot,
        drTot,
        trmIds,
      });
    }
  }
  return made;
}

export function buildStore(): Store {
  const trms = buildTrms();
  const store: Store = {
    orgs: ORGS,
    accts: ACCTS,
    payees: PAYEES,
    users: USERS,
    trms,
    grps: GRPS,
    cnns: CNNS,
    txns: buildTxns(trms),
    cmds: [],
    jobs: [],
    alrs: [],
    jrns: [],
    frms: [],
    cmpls: [],
    onbs: [],
    docs: [],
    vids: [],
    batches: [],
    dsps: [],
    portalCache: new Map(),
  };
  const cmdTyps = ['RB', 'CT', 'KX', 'SU', 'SI'];
  const alrTyps: [string, string, string][] = [
    ['cash_low', 'W', 'CASSETTE 1 BELOW LOW MARK'],
    ['heartbeat_stale', 'C', 'NO HEARTBEAT FOR 240 MINUTES'],
    ['dispenser_fault', 'C', 'DISPENSER REJECT VAULT FULL'],
    ['decline_spike', 'W', 'DECLINE RATE ABOVE 30 PCT'],
    ['communication_flapping', 'W', 'LINK DROPPED 6 TIMES IN 1 HOUR'],
  ];
  const jrnTxts: [string, string][] = [
    ['0800', 'SIGN-ON ACCEPTED BY SWITCH'],
    ['0210', 'LATE HOST RESPONSE OVER 20 SECONDS'],
    ['0430', 'REVERSAL ACKNOWLEDGED BY ISSUER'],
    ['0810', 'ECHO TEST RESPONSE RECEIVED'],
  ];
  trms.forEach((t, i) => {
    for (let k = 0; k < 4; k++) {
      const que = addMin(NOW_DT, NOW_TM, -(25 + i * 7 + k * 1733));
      const stsCd = k === 0 ? 'QU' : k === 2 && i % 3 === 0 ? 'FL' : 'CM';
      const cmp = addMin(que.dt, que.tm, 3 + k);
      store.cmds.push({
        cmdId: `CMD${String(44100 + i * 10 + k)}`,
        trmId: t.trmId,
        cmdTyp: cmdTyps[(i + k * 2) % 5]!,
        stsCd,
        reqSrc: k % 2 === 0 ? 'PORTAL' : 'SCHEDULER',
        queDt: que.dt,
        queTm: que.tm,
        cmpDt: stsCd === 'QU' ? null : cmp.dt,
        cmpTm: stsCd === 'QU' ? null : cmp.tm,
      });
    }
    for (let k = 0; k < 1 + (i % 2); k++) {
      const str = addMin(NOW_DT, NOW_TM, -(50 + i * 31 + k * 9000));
      const stsCd = k === 0 && i % 6 === 1 ? 'RN' : i % 7 === 3 ? 'FL' : 'CM';
      const end = addMin(str.dt, str.tm, 6);
      store.jobs.push({
        jobId: `PRV${7700 + i * 3 + k}`,
        trmId: t.trmId,
        jobTyp: k === 0 ? 'CU' : 'IN',
        stsCd,
        strDt: str.dt,
        strTm: str.tm,
        endDt: stsCd === 'RN' ? null : end.dt,
        endTm: stsCd === 'RN' ? null : end.tm,
      });
    }
    for (let k = 0; k < 3; k++) {
      const at = addMin(NOW_DT, NOW_TM, -(14 + i * 13 + k * 977));
      const [mti, txt] = jrnTxts[(i + k) % 4]!;
      store.jrns.push({ jrnId: `SWJ${91000 + i * 5 + k}`, trmId: t.trmId, jrnDt: at.dt, jrnTm: at.tm, mti, txt });
    }
    if (i % 4 !== 1) {
      const opn = addMin(NOW_DT, NOW_TM, -(77 + i * 101));
      const [alrTyp, sevCd, txt] = t.stsCd === 'DN' ? alrTyps[1]! : alrTyps[(i * 2) % 5]!;
      const closed = i % 5 === 0;
      const cls = addMin(opn.dt, opn.tm, 41);
      store.alrs.push({
        alrId: `ALR${5500 + i}`,
        trmId: t.trmId,
        alrTyp,
        sevCd,
        stsCd: closed ? 'CL' : 'OP',
        opnDt: opn.dt,
        opnTm: opn.tm,
        clsDt: closed ? cls.dt : null,
        clsTm: closed ? cls.tm : null,
        txt,
      });
    }
    if (i % 2 === 0) {
      const sbm = addMin(NOW_DT, NOW_TM, -(600 + i * 203));
      store.frms.push({
        frmId: `FRM${1800 + i}`,
        trmId: t.trmId,
        frmTyp: ['TC', 'SV', 'CO'][(i / 2) % 3]!,
        stsCd: i % 4 === 0 ? 'SB' : 'AP',
        sbmDt: sbm.dt,
        sbmTm: sbm.tm,
      });
    }
    store.cmpls.push({
      cmpId: `CPL${640 + i}`,
      trmId: t.trmId,
      docTyp: ['AD', 'PC', 'BK'][i % 3]!,
      stsCd: i % 8 === 5 ? 'EX' : 'VL',
      expDt:
        i % 8 === 5
          ? '20260228'
          : `2027${String(1 + (i % 12)).padStart(2, '0')}31`.replace(/(02|04|06|09|11)31$/, '$128'),
    });
  });
  ACCTS.forEach((a, i) => {
    const some = trms.filter((t) => t.acctNo === a.acctNo);
    store.onbs.push({
      onbId: `ONB${310 + i * 2}`,
      acctNo: a.acctNo,
      trmId: null,
      stepCd: i % 2 ? 'AG' : 'KY',
      stsCd: 'CM',
      updDt: `202602${10 + i}`,
    });
    store.onbs.push({
      onbId: `ONB${311 + i * 2}`,
      acctNo: a.acctNo,
      trmId: some[i % 3]!.trmId,
      stepCd: 'SH',
      stsCd: 'PN',
      updDt: `202603${10 + i}`,
    });
    store.docs.push({
      docId: `DOC${870 + i * 2}`,
      acctNo: a.acctNo,
      trmId: null,
      docNm: `ACH SERVICES AGREEMENT ${a.acctNo}`,
      fmtCd: 'PDF',
      pstDt: `202511${10 + i}`,
    });
    store.docs.push({
      docId: `DOC${871 + i * 2}`,
      acctNo: a.acctNo,
      trmId: some[0]!.trmId,
      docNm: `INSTALL CHECKLIST ${some[0]!.trmId}`,
      fmtCd: 'PDF',
      pstDt: `202601${10 + i}`,
    });
  });
  ORGS.forEach((o, i) => {
    store.vids.push({ vidId: `VID${40 + i * 2}`, orgId: o.orgId, vidNm: 'CASSETTE REPLENISHMENT BASICS', lenSec: 412 });
    store.vids.push({
      vidId: `VID${41 + i * 2}`,
      orgId: o.orgId,
      vidNm: `${o.brndNm} RECEIPT PRINTER JAMS`,
      lenSec: 268,
    });
  });
  for (const busDt of ['20260309', '20260310', '20260311', '20260312', '20260313']) {
    for (const a of ACCTS) {
      for (const b of deriveBatches(store, a.acctNo, busDt)) {
        const returned = busDt === '20260310' && (b.payNo === 'P1101' || b.payNo === 'P2201');
        const stsCd = returned ? 'RT' : busDt === '20260313' ? 'PN' : busDt === '20260312' ? 'SB' : 'ST';
        const effDt = nextBankDay(busDt);
        store.batches.push({
          ...b,
          stsCd,
          crtDt: addMin(busDt, '000000', 1440).dt,
          crtTm: '013000',
          effDt,
          sttlDt: stsCd === 'ST' ? effDt : null,
        });
      }
    }
  }
  const wanted: [string, number, string, string][] = [
    ['PS004101', 0, 'OP', 'ND'],
    ['PS004101', 3, 'IR', 'UA'],
    ['PS004102', 1, 'RA', 'PD'],
    ['PS004103', 2, 'RD', 'UA'],
    ['PS004104', 0, 'OP', 'DU'],
    ['PS004106', 1, 'IR', 'ND'],
    ['PS004107', 2, 'RA', 'ND'],
    ['PS004201', 0, 'OP', 'PD'],
    ['PS004203', 1, 'IR', 'UA'],
    ['PS004204', 2, 'RD', 'ND'],
    ['PS004205', 0, 'OP', 'ND'],
    ['PS004206', 1, 'RA', 'DU'],
    ['GC007301', 0, 'OP', 'ND'],
    ['GC007303', 1, 'IR', 'PD'],
    ['GC007306', 2, 'RD', 'UA'],
    ['GC007401', 0, 'IR', 'ND'],
    ['GC007403', 1, 'RA', 'ND'],
  ];
  wanted.forEach(([trmId, nth, stsCd, rsnCd], i) => {
    const txn = store.txns.filter((t) => t.trmId === trmId && t.typ === 'WD' && t.rspCd === '00' && !t.rvsl)[nth]!;
    const opn = addMin(txn.dt, '101500', 1440);
    const done = stsCd === 'RA' || stsCd === 'RD';
    const due = addMin(opn.dt, '000000', 1440 * 10).dt;
    const rvw = addMin(opn.dt, '143000', 1440);
    const amt = rsnCd === 'PD' ? txn.amtCmp / 2 : txn.amtCmp;
    store.dsps.push({
      dspId: `DSP${String(31 + i).padStart(7, '0')}`,
      txnId: txn.txnId,
      trmId,
      stsCd,
      rsnCd,
      amt,
      opnDt: opn.dt,
      opnTm: opn.tm,
      dueDt: due,
      asgDsk: stsCd === 'OP' ? null : i % 2 ? 'CHARGEBACK DESK' : 'FRAUD DESK',
      asgDt: stsCd === 'OP' ? null : opn.dt,
      rslCd: stsCd === 'RA' ? 'AC' : stsCd === 'RD' ? 'DN' : null,
      rslDt: done ? rvw.dt : null,
      rslAmt: done ? (stsCd === 'RA' ? amt : 0) : null,
      rslTxt: done ? (stsCd === 'RA' ? 'JOURNAL CONFIRMS CLAIM' : 'JOURNAL SHOWS NORMAL DISPENSE') : null,
      rvwNm: stsCd === 'OP' ? null : i % 2 ? 'K WEBER' : 'S OKAFOR',
      rvwDt: stsCd === 'OP' ? null : rvw.dt,
      rvwTm: stsCd === 'OP' ? null : rvw.tm,
      rmk: null,
    });
  });
  return store;
}
