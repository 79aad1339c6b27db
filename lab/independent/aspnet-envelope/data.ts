// @ts-nocheck: written without noUncheckedIndexedAccess
import { createHash } from 'node:crypto';

export type Pence = number;
export interface Tenant {
  id: string;
  code: string;
  legalName: string;
  tradingName: string;
  companyNumber: string;
  domain: string;
  dnsState: string;
  colour: string;
}
export interface Account {
  id: string;
  code: string;
  name: string;
  tenant: string;
}
export interface User {
  id: string;
  userName: string;
  name: string;
  email: string;
  role: string;
  tenant: string;
  key: string;
  terminals: string[];
  sees: string[];
}
export interface Cassette {
  position: number;
  denomination: Pence;
  loaded: number;
  remaining: number;
}
export interface Terminal {
  id: string;
  code: string;
  name: string;
  tenant: string;
  accountId: string;
  connectorId: string;
  model: string;
  serial: string;
  software: string;
  status: string;
  heartbeatAt: number;
  installedOn: string;
  surcharge: Pence;
  cassettes: Cassette[];
  temperature: number;
  paper: number;
  signal: number;
  site: string;
  locationId: string;
  line: string;
  town: string;
  postCode: string;
  lat: number;
  lon: number;
  risk: string;
  configVersion: number;
}
export interface Group {
  id: string;
  code: string;
  name: string;
  tenant: string;
  parentId: string | null;
  terminals: string[];
}
export interface Connector {
  id: string;
  code: string;
  name: string;
  tenant: string;
  kind: string;
  protocol: string;
  status: string;
  host: string;
  port: number;
  latency: number;
  lastMessageAt: number;
}
export interface Transaction {
  id: string;
  ref: string;
  tenant: string;
  terminalId: string;
  at: number;
  type: string;
  seq: string;
  accountType: string;
  emv?: string;
  response: string;
  code: string;
  req: Pence;
  comp: Pence;
  sreq: Pence;
  scomp: Pence;
  relatedId?: string;
  pan: string;
}
export interface Entry {
  id: string;
  kind: 'Credit' | 'Debit';
  terminalId: string;
  transactionId?: string;
  amount: Pence;
  description: string;
}
export interface Batch {
  id: string;
  code: string;
  tenant: string;
  accountId: string;
  status: string;
  periodStart: string;
  periodEnd: string;
  createdAt: number;
  submittedAt?: number;
  settledAt?: number;
  returnedAt?: number;
  entries: Entry[];
  hidden?: boolean;
}
export interface Dispute {
  id: string;
  code: string;
  tenant: string;
  status: string;
  reason: string;
  transactionId: string;
  terminalId: string;
  amount: Pence;
  openedAt: number;
  due: string | null;
  team: string | null;
  assignee: string | null;
  assignedAt: number | null;
  note: string | null;
  resolvedAt: number | null;
  refund: Pence;
  resolutionNote: string | null;
  reviewer: string | null;
  reviewedAt: number | null;
  created?: boolean;
}
export interface Command {
  id: string;
  terminalId: string;
  type: string;
  status: string;
  queuedAt: number;
  completedAt: number | null;
  by: string;
  result: string | null;
}
export interface Job {
  id: string;
  terminalId: string;
  template: string;
  status: string;
  createdAt: number;
  finishedAt: number | null;
}
export interface Alert {
  id: string;
  terminalId: string;
  type: string;
  severity: string;
  status: string;
  raisedAt: number;
  resolvedAt: number | null;
  message: string;
}
export interface Journal {
  id: string;
  terminalId: string;
  at: number;
  level: string;
  message: string;
}
export interface Form {
  id: string;
  code: string;
  title: string;
  terminalId: string;
  submittedAt: number;
  status: string;
}
export interface Compliance {
  id: string;
  terminalId: string;
  title: string;
  expiresOn: string;
  state: string;
}
export interface Onboarding {
  id: string;
  terminalId: string;
  step: string;
  state: string;
}
export interface Doc {
  id: string;
  terminalId: string;
  title: string;
  category: string;
  uploadedAt: number;
}
export interface Video {
  id: string;
  title: string;
  seconds: number;
  url: string;
}
export interface State {
  tenants: Tenant[];
  accounts: Account[];
  users: User[];
  terminals: Terminal[];
  groups: Group[];
  connectors: Connector[];
  transactions: Transaction[];
  batches: Batch[];
  disputes: Dispute[];
  commands: Command[];
  jobs: Job[];
  alerts: Alert[];
  journal: Journal[];
  forms: Form[];
  compliance: Compliance[];
  onboarding: Onboarding[];
  documents: Doc[];
  videos: Video[];
}

export const NOW = Date.parse('2025-09-18T12:00:00+01:00');
const MIN = 60_000,
  HOUR = 60 * MIN,
  DAY = 24 * HOUR;
export const local = (ms: number): string => new Date(ms + HOUR).toISOString().slice(0, 19) + '+01:00';
export const localDay = (ms: number): string => local(ms).slice(0, 10);
export const uuid = (name: string): string => {
  const h = createHash('sha256')
    .update('terminal-fleet/' + name)
    .digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-5${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
};
const keyOf = (name: string): string => {
  const h = createHash('sha256')
    .update('key/' + name)
    .digest('hex');
  return `ak_${h.slice(0, 8)}.${h.slice(8, 40)}`;
};
const luhn = (d15: string): string => {
  let s = 0;
  for (let i = 0; i < 15; i++) {
    let d = +d15[i]!;
    if (i % 2 === 0) {
      d *= 2;
      if (d > 9) d -= 9;
    }
    s += d;
  }
  return d15 + String((10 - (s % 10)) % 10);
};
export const FEE: Pence = 25;

/** Collects the completed withdrawals of an account that are in no batch yet. */
export function deriveBatch(
  s: State,
  account: Account,
  untilDay: string,
  fromDay: string | null,
  createdAt: number,
  serial: string,
  withReversed = false,
): Batch | null {
  const used = new Set<string>();
  for (const b of s.batches) for (const e of b.entries) if (e.transactionId) used.add(e.transactionId);
  const mine = new Set(s.terminals.filter((t) => t.accountId === account.id).map((t) => t.id));
  const rows = s.transactions
    .filter(
      (x) =>
        mine.has(x.terminalId) &&
        !used.has(x.id) &&
        x.type === 'Withdrawal' &&
        (x.comp > 0 || (withReversed && x.response === 'Reversed')) &&
        localDay(x.at) <= untilDay,
    )
    .sort((a, b) => a.at - b.at);
  if (rows.length === 0) return null;
  const code = `ACH-${untilDay.replaceAll('-', '')}-${account.code}${serial}`;
  const entries: Entry[] = rows.map((x) => {
    const value = x.comp > 0 ? x.comp + x.scomp : x.req + x.sreq;
    return {
      id: uuid(code + '/' + x.ref),
      kind: 'Credit',
      terminalId: x.terminalId,
      transactionId: x.id,
      amount: value,
      description: `Cash dispensed and surcharge, ${x.ref}`,
    };
  });
  for (const t of s.terminals.filter((y) => mine.has(y.id))) {
    const n = rows.filter((x) => x.terminalId === t.id).length;
    if (n)
      entries.push({
        id: uuid(code + '/fee/' + t.code),
        kind: 'Debit',
        terminalId: t.id,
        amount: n * FEE,
        description: `Processing fee, ${n} transaction${n === 1 ? '' : 's'}`,
      });
  }
  return {
    id: uuid(code),
    code,
    tenant: account.tenant,
    accountId: account.id,
    status: 'Pending',
    periodStart: fromDay ?? localDay(rows[0]!.at),
    periodEnd: untilDay,
    createdAt,
    entries,
  };
}

function build(): State {
  let seed = 20250918;
  const rnd = (): number => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <T>(a: readonly T[]): T => a[Math.floor(rnd() * a.length)]!;
  const s: State = {
    tenants: [],
    accounts: [],
    users: [],
    terminals: [],
    groups: [],
    connectors: [],
    transactions: [],
    batches: [],
    disputes: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    forms: [],
    compliance: [],
    onboarding: [],
    documents: [],
    videos: [],
  };
  const T1 = uuid('tenant/harbour'),
    T2 = uuid('tenant/pennine');
  s.tenants.push({
    id: T1,
    code: 'HARBOUR',
    legalName: 'Harbour Cash Services Ltd',
    tradingName: 'Harbour Cash',
    companyNumber: '08412207',
    domain: 'portal.harbourcash.example',
    dnsState: 'Verified',
    colour: '#0B4F6C',
  });
  s.tenants.push({
    id: T2,
    code: 'PENNINE',
    legalName: 'Pennine ATM Networks Ltd',
    tradingName: 'Pennine ATM',
    companyNumber: '10933415',
    domain: 'fleet.pennineatm.example',
    dnsState: 'PendingVerification',
    colour: '#5B2A86',
  });
  const acc = (tenant: string, code: string, name: string): Account => {
    const a = { id: uuid('account/' + code), code, name, tenant };
    s.accounts.push(a);
    return a;
  };
  const A = [
    acc(T1, 'HA1', 'Harbour Forecourts'),
    acc(T1, 'HA2', 'Harbour Convenience'),
    acc(T1, 'HA3', 'Harbour Leisure & Gaming'),
    acc(T1, 'HA4', 'Harbour Transport'),
    acc(T1, 'HA5', 'Harbour Events'),
  ];
  const B = [acc(T2, 'PB1', 'Pennine Retail'), acc(T2, 'PB2', 'Pennine Inns')];
  const con = (
    tenant: string,
    code: string,
    name: string,
    kind: string,
    protocol: string,
    status: string,
    port: number,
    latency: number,
  ): Connector => {
    const c = {
      id: uuid('connector/' + code),
      code,
      name,
      tenant,
      kind,
      protocol,
      status,
      host: `${code.toLowerCase()}.switch.example`,
      port,
      latency,
      lastMessageAt: NOW - latency * 40,
    };
    s.connectors.push(c);
    return c;
  };
  const C = [
    con(T1, 'NGS', 'Northgate Switch', 'Switch', 'ISO8583', 'Connected', 7001, 180),
    con(T1, 'LBA', 'LinkBridge Acquiring', 'Acquirer', 'ISO8583', 'Degraded', 7002, 940),
    con(T1, 'SOL', 'Solent Processing', 'Processor', 'NDC', 'Connected', 7003, 210),
    con(T1, 'STB', 'Standby Switch', 'Switch', 'ISO8583', 'Disconnected', 7004, 0),
  ];
  C[3]!.lastMessageAt = NOW - 21 * DAY;
  const D = [
    con(T2, 'PNX', 'Pennine Exchange', 'Switch', 'ISO8583', 'Connected', 7101, 160),
    con(T2, 'DAL', 'Dales Processing', 'Processor', 'DDC', 'Degraded', 7102, 1120),
  ];

  const places: [string, string, string][] = [
    ['Quay Street Services', 'Southampton', 'SO14 3FJ'],
    ['Quay Street Services', 'Southampton', 'SO14 3FJ'],
    ['Fareham Forecourt', 'Fareham', 'PO16 0PA'],
    ['Portway Fuel & Shop', 'Bristol', 'BS11 9QE'],
    ['Solent Garage', 'Gosport', 'PO12 1EX'],
    ['Hedge End Services', 'Hedge End', 'SO30 2UH'],
    ['Rownhams North', 'Rownhams', 'SO16 8AP'],
    ['Winchester Fuels', 'Winchester', 'SO23 9LJ'],
    ['Fish & Chips Corner', 'Poole', 'BH15 1HJ'],
    ['Boscombe Mini Market', 'Bournemouth', 'BH5 1BN'],
    ['Boscombe Mini Market', 'Bournemouth', 'BH5 1BN'],
    ['Totton News', 'Totton', 'SO40 3SA'],
    ['Christchurch Stores', 'Christchurch', 'BH23 1AS'],
    ['Lymington Post Shop', 'Lymington', 'SO41 9AG'],
    ['Ringwood Express', 'Ringwood', 'BH24 1AT'],
    ['Pier Arcade', 'Brighton', 'BN2 1TW'],
    ['Marina Bowl & Bar', 'Brighton', 'BN2 5UF'],
    ['Kings Casino', 'Hove', 'BN3 2WB'],
    ['Worthing Lido', 'Worthing', 'BN11 3PX'],
    ['Eastbourne Bingo', 'Eastbourne', 'BN21 4DN'],
    ['Hastings Arcade', 'Hastings', 'TN34 3DW'],
    ['Central Station Concourse', 'Southampton', 'SO15 1AL'],
    ['Ferry Terminal 2', 'Portsmouth', 'PO2 8RU'],
    ['Coach Station', 'Brighton', 'BN1 1AF'],
    ['Airport Arrivals', 'Eastleigh', 'SO18 2NL'],
    ['Airport Departures', 'Eastleigh', 'SO18 2NM'],
    ['Festival Field North', 'Newport', 'PO30 2EF'],
    ['Festival Field South', 'Newport', 'PO30 2EG'],
    ['Showground Gate A', 'Ardingly', 'RH17 6TL'],
    ['Showground Gate B', 'Ardingly', 'RH17 6TN'],
    ['Kirkgate Market', 'Leeds', 'LS2 7HJ'],
    ['Kirkgate Market', 'Leeds', 'LS2 7HJ'],
    ['Headingley Stores', 'Leeds', 'LS6 3AA'],
    ['Salts Mill Shop', 'Saltaire', 'BD18 3LA'],
    ['Halifax Arcade', 'Halifax', 'HX1 1RD'],
    ['Hebden Grocer', 'Hebden Bridge', 'HX7 8AD'],
    ['The Packhorse & Plough', 'Leeds', 'LS6 2EB'],
    ['Fleece Inn', 'Haworth', 'BD22 8DA'],
    ['Black Bull', 'Skipton', 'BD23 1JE'],
    ['Moorcock Inn', 'Ripponden', 'HX6 4HB'],
  ];
  const per: [Account, number][] = [
    [A[0]!, 8],
    [A[1]!, 7],
    [A[2]!, 6],
    [A[3]!, 5],
    [A[4]!, 4],
    [B[0]!, 6],
    [B[1]!, 4],
  ];
  let n = 0;
  const of: Record<string, Terminal[]> = {};
  const statuses: Record<number, string> = {
    3: 'Degraded',
    5: 'Maintenance',
    9: 'Offline',
    12: 'Maintenance',
    14: 'Degraded',
    17: 'Offline',
    20: 'Maintenance',
    24: 'Offline',
    28: 'Maintenance',
    31: 'Degraded',
    34: 'Offline',
    37: 'Maintenance',
  };
  for (const [a, count] of per) {
    of[a.code] = [];
    for (let i = 0; i < count; i++, n++) {
      const t1 = a.tenant === T1;
      const code = t1 ? `HCS-${String(n + 1).padStart(4, '0')}` : `PEN-${String(n - 29).padStart(4, '0')}`;
      const status = statuses[n] ?? 'Online';
      const connector =
        a === A[0]
          ? C[0]!
          : a === A[1]
            ? i < 4
              ? C[0]!
              : C[1]!
            : a === A[2]
              ? C[1]!
              : t1
                ? C[2]!
                : a === B[0]
                  ? D[0]!
                  : D[1]!;
      const pl = places[n]!;
      const cassettes: Cassette[] = [];
      const k = n % 3 === 0 ? 4 : 2;
      for (let p = 1; p <= k; p++) {
        let remaining = 400 + Math.floor(rnd() * 1500);
        if (n % 7 === 2 && p === 1) remaining = 90;
        if (n % 9 === 0 && p === 2) remaining = 0;
        cassettes.push({ position: p, denomination: p % 2 ? 1000 : 2000, loaded: 2000, remaining });
      }
      const hb =
        status === 'Offline'
          ? NOW - (26 + (n % 5) * 9) * HOUR
          : status === 'Maintenance'
            ? NOW - (35 + n) * MIN
            : NOW - (30 + ((n * 37) % 250)) * 1000;
      const t: Terminal = {
        id: uuid('terminal/' + code),
        code,
        name: `${pl[0]} ${places.filter((q, j) => q[0] === pl[0] && j < n).length + 1}`,
        tenant: a.tenant,
        accountId: a.id,
        connectorId: connector.id,
        model: pick(['Hyosung MX-2800', 'NCR SelfServ 23', 'Genmega G2500']),
        serial: `SN${700000 + n * 137}`,
        software: pick(['5.2.1', '5.3.0', '5.3.2']),
        status,
        heartbeatAt: hb,
        installedOn: `20${20 + (n % 5)}-0${1 + (n % 9)}-1${n % 10}`,
        surcharge: [150, 175, 199, 225, 299][n % 5]!,
        cassettes,
        temperature: 18 + ((n * 7) % 15),
        paper: 5 + ((n * 13) % 95),
        signal: -60 - ((n * 5) % 40),
        site: pl[0] + '/' + pl[2],
        locationId: uuid('location/' + code),
        line: `${1 + ((n * 3) % 80)} ${pick(['High Street', 'Station Road', 'Quay Street', 'Market Place'])}`,
        town: pl[1],
        postCode: pl[2],
        lat: Number((50.7 + n * 0.0721).toFixed(4)),
        lon: Number((-1.9 + n * 0.0313).toFixed(4)),
        risk: ['Low', 'Low', 'Medium', 'Low', 'High'][n % 5]!,
        configVersion: 11 + n,
      };
      s.terminals.push(t);
      of[a.code]!.push(t);
    }
  }
  const ids = (...l: (Terminal | undefined)[]): string[] => l.map((t) => t!.id);
  const all1 = s.terminals.filter((t) => t.tenant === T1),
    all2 = s.terminals.filter((t) => t.tenant === T2);
  const [h1, h2, h3, h4, h5] = [of.HA1!, of.HA2!, of.HA3!, of.HA4!, of.HA5!];
  const [p1, p2] = [of.PB1!, of.PB2!];
  const finance = [...h1, ...h2, ...h3].map((t) => t.id);
  const viewer = [...h1, h2[0]!, h2[1]!].map((t) => t.id);
  const usr = (
    short: string,
    name: string,
    role: string,
    tenant: string,
    terminals: string[],
    sees: string[],
    mail: string,
  ): void => {
    s.users.push({
      id: uuid('user/' + short),
      userName: short,
      name,
      email: mail,
      role,
      tenant,
      key: keyOf(short),
      terminals,
      sees: sees.map((x) => uuid('user/' + x)),
    });
  };
  usr(
    'olivia.hart',
    'Olivia Hart',
    'Administrator',
    T1,
    all1.map((t) => t.id),
    ['olivia.hart', 'james.okafor', 'megan.price'],
    'olivia.hart@harbourcash.example',
  );
  usr(
    'james.okafor',
    'James Okafor',
    'FinanceManager',
    T1,
    finance,
    ['james.okafor', 'megan.price'],
    'james.okafor@harbourcash.example',
  );
  usr('megan.price', 'Megan Price', 'ReadOnly', T1, viewer, ['megan.price'], 'megan.price@harbourcash.example');
  usr(
    'robert.dyson',
    'Robert Dyson',
    'Administrator',
    T2,
    all2.map((t) => t.id),
    ['robert.dyson', 'aisha.rahman'],
    'robert.dyson@pennineatm.example',
  );
  usr(
    'aisha.rahman',
    'Aisha Rahman',
    'FieldEngineer',
    T2,
    ids(p1[0], p1[2], p1[3], p1[4]),
    ['aisha.rahman'],
    'aisha.rahman@pennineatm.example',
  );
  const grp = (tenant: string, code: string, name: string, parent: string | null, terminals: string[]): void => {
    s.groups.push({
      id: uuid('group/' + code),
      code,
      name,
      tenant,
      parentId: parent ? uuid('group/' + parent) : null,
      terminals: [...new Set(terminals)],
    });
  };
  const g1 = h1.map((t) => t.id),
    g2 = ids(h1[0], h1[2], h1[3], h2[0], h2[1], h2[2], h2[3], h4[0], h4[1]);
  grp(T1, 'GRP-001', 'National Estate', null, [...g1, ...g2]);
  grp(T1, 'GRP-002', 'Motorway Forecourts', 'GRP-001', g1);
  grp(T1, 'GRP-003', 'South Coast', 'GRP-001', g2);
  grp(T1, 'GRP-004', 'Night Economy', null, ids(h3[0], h3[1], h3[2], h5[0], h5[1]));
  grp(T1, 'GRP-005', 'Refurbishment Programme', null, []);
  grp(T1, 'GRP-006', 'Festival Season', null, ids(...h5));
  grp(T1, 'GRP-007', 'Surcharge Trial & Review', null, ids(h1[2], h2[0], h2[5], h3[4], h4[2]));
  grp(
    T2,
    'GRP-101',
    'Pennine Estate',
    null,
    all2.map((t) => t.id),
  );
  grp(T2, 'GRP-102', 'Leeds City', 'GRP-101', ids(p1[0], p1[1], p1[2], p2[0], p2[1]));
  grp(T2, 'GRP-103', 'Cold Storage', null, []);

  // Transactions
  const used = new Set<number>();
  const raw: Omit<Transaction, 'id' | 'ref'>[] = [];
  const pairs: [number, number][] = [];
  s.terminals.forEach((t, ti) => {
    const end = Math.min(t.heartbeatAt, NOW) - 5 * MIN,
      start = Date.parse('2025-09-05T06:00:00+01:00');
    const times: number[] = [];
    for (let i = 0; i < 9; i++)
      times.push(Math.floor((start + ((i + 0.1 + 0.8 * rnd()) / 9) * (end - start)) / 1000) * 1000);
    let seq = 101;
    times.forEach((t0, i) => {
      let at = t0;
      while (used.has(at)) at += 1000;
      used.add(at);
      const k = (ti * 9 + i * 5 + Math.floor(rnd() * 3)) % 20;
      const type = k === 4 || k === 11 ? 'BalanceInquiry' : k === 16 ? 'Transfer' : 'Withdrawal';
      const r = rnd();
      let response =
        r < 0.66
          ? 'Approved'
          : r < 0.8
            ? 'Declined'
            : type !== 'Withdrawal'
              ? 'Approved'
              : r < 0.9
                ? 'PartiallyDispensed'
                : 'Reversed';
      const req = type === 'BalanceInquiry' ? 0 : 1000 * (3 + Math.floor(rnd() * 28));
      const comp =
        response === 'Approved'
          ? req
          : response === 'PartiallyDispensed'
            ? 1000 * Math.max(1, Math.floor((req / 1000) * (0.3 + 0.4 * rnd())))
            : 0;
      const sreq = type === 'Withdrawal' ? t.surcharge : 0,
        scomp = comp > 0 ? sreq : 0;
      const e = rnd();
      const emv = e < 0.55 ? 'Chip' : e < 0.82 ? 'Contactless' : undefined;
      const pan = luhn('453201' + String(100000000 + (((ti * 9 + i) * 7919 * 113) % 899999999)));
      const base = {
        tenant: t.tenant,
        terminalId: t.id,
        at,
        type,
        seq: String(seq++).padStart(6, '0'),
        accountType: pick(['Current', 'Current', 'Savings', 'Credit']),
        ...(emv ? { emv } : {}),
        response,
        code:
          response === 'Declined'
            ? pick(['51', '55', '61', '05'])
            : response === 'Reversed'
              ? '68'
              : response === 'PartiallyDispensed'
                ? '10'
                : '00',
        req,
        comp,
        sreq,
        scomp,
        pan,
      };
      raw.push(base);
      if (response === 'Reversed') {
        let rt = at + 31_000;
        while (used.has(rt)) rt += 1000;
        used.add(rt);
        const { emv: _e, ...rest } = base;
        raw.push({
          ...rest,
          at: rt,
          type: 'Reversal',
          seq: String(seq++).padStart(6, '0'),
          response: 'Approved',
          code: '00',
          comp: 0,
          scomp: 0,
        });
        pairs.push([raw.length - 2, raw.length - 1]);
      }
    });
  });
  const order = raw.map((_, i) => i).sort((a, b) => raw[a]!.at - raw[b]!.at);
  const built: Transaction[] = [];
  order.forEach((ri, i) => {
    const ref = `TXN-${String(i + 1).padStart(6, '0')}`;
    built[ri] = { id: uuid('transaction/' + ref), ref, ...raw[ri]! };
  });
  for (const [a, b] of pairs) {
    built[b]!.relatedId = built[a]!.id;
    built[a]!.relatedId = built[b]!.id;
  }
  s.transactions = order.map((ri) => built[ri]!);

  // Settlement batches, four periods
  const periods: [string, string, string][] = [
    ['2025-09-05', '2025-09-07', 'Settled'],
    ['2025-09-08', '2025-09-10', 'Settled'],
    ['2025-09-11', '2025-09-13', 'Submitted'],
    ['2025-09-14', '2025-09-16', 'Pending'],
  ];
  for (const [from, to, st] of periods)
    for (const a of s.accounts) {
      const created = Date.parse(to + 'T00:00:00+01:00') + DAY + HOUR;
      const b = deriveBatch(s, a, to, from, created, '');
      if (!b) continue;
      b.status =
        st === 'Settled' &&
        from === '2025-09-08' &&
        (a.code === 'HA2' || a.code === 'HA4' || a.code === 'PB2' || a.code === 'HA1')
          ? 'Returned'
          : st;
      if (b.status !== 'Pending') b.submittedAt = created + 9 * HOUR;
      if (b.status === 'Settled') b.settledAt = created + 33 * HOUR;
      if (b.status === 'Returned') b.returnedAt = created + 36 * HOUR;
      s.batches.push(b);
    }

  // Disputes
  const stt = ['Open', 'Assigned', 'UnderReview', 'ResolvedAccepted', 'ResolvedRejected'];
  let dn = 0;
  const want: Terminal[] = [
    h1[0]!,
    h1[1]!,
    h1[2]!,
    h1[3]!,
    h1[6]!,
    h2[0]!,
    h2[2]!,
    h2[4]!,
    h2[6]!,
    h3[0]!,
    h3[1]!,
    h3[3]!,
    h4[0]!,
    h4[3]!,
    h5[1]!,
    h5[2]!,
    h1[4]!,
    h2[1]!,
    p1[0]!,
    p1[1]!,
    p1[2]!,
    p1[3]!,
    p2[0]!,
    p2[2]!,
  ];
  for (const t of want) {
    const c = s.transactions.filter(
      (x) =>
        x.terminalId === t.id &&
        x.type === 'Withdrawal' &&
        (x.response === 'PartiallyDispensed' || x.response === 'Approved') &&
        x.at < Date.parse('2025-09-15T00:00:00+01:00'),
    );
    const x = c.find((y) => y.response === 'PartiallyDispensed') ?? c[Math.min(1, c.length - 1)]!;
    const status = stt[dn % 5]!;
    dn++;
    const code = `DSP-${String(dn).padStart(5, '0')}`;
    const openedAt = x.at + (20 + (dn % 9)) * HOUR,
      assignedAt = status === 'Open' ? null : openedAt + 4 * HOUR,
      resolved = status.startsWith('Resolved');
    const admin = t.tenant === T1 ? 'olivia.hart' : 'robert.dyson',
      worker = t.tenant === T1 ? 'james.okafor' : 'robert.dyson';
    const partial = x.response === 'PartiallyDispensed';
    const amount = partial ? x.req - x.comp : dn % 3 === 0 ? x.scomp : x.comp;
    s.disputes.push({
      id: uuid('dispute/' + code),
      code,
      tenant: t.tenant,
      status,
      reason: partial
        ? 'PartialDispense'
        : dn % 3 === 0
          ? 'SurchargeNotDisclosed'
          : dn % 2
            ? 'CashNotDispensed'
            : 'UnrecognisedTransaction',
      transactionId: x.id,
      terminalId: t.id,
      amount,
      openedAt,
      due: localDay(openedAt + 45 * DAY),
      team: status === 'Open' ? null : 'Cardholder Disputes',
      assignee: status === 'Open' ? null : uuid('user/' + worker),
      assignedAt,
      note: null,
      resolvedAt: resolved ? openedAt + 52 * HOUR : null,
      refund: status === 'ResolvedAccepted' ? amount : 0,
      resolutionNote: resolved
        ? status === 'ResolvedAccepted'
          ? "Journal confirms the cardholder's account."
          : 'Journal shows that the cash was taken.'
        : null,
      reviewer: resolved ? uuid('user/' + admin) : null,
      reviewedAt: resolved ? openedAt + 50 * HOUR : null,
    });
  }

  // Commands, jobs, alerts, journal and portal-only material
  s.terminals.forEach((t, i) => {
    const by = uuid('user/' + (t.tenant === T1 ? (i < 21 && i % 2 ? 'james.okafor' : 'olivia.hart') : 'robert.dyson'));
    const cmd = (
      k: number,
      type: string,
      status: string,
      queuedAt: number,
      done: number | null,
      result: string | null,
    ): void => {
      s.commands.push({
        id: uuid(`command/${t.code}/${k}`),
        terminalId: t.id,
        type,
        status,
        queuedAt,
        completedAt: done,
        by,
        result,
      });
    };
    cmd(
      1,
      'SyncConfiguration',
      'Completed',
      t.heartbeatAt - (50 + i) * HOUR,
      t.heartbeatAt - (50 + i) * HOUR + 4 * MIN,
      'Configuration applied.',
    );
    if (i % 2 === 0)
      cmd(
        2,
        'CollectLogs',
        i % 4 === 0 ? 'Failed' : 'Completed',
        t.heartbeatAt - (20 + i) * HOUR,
        t.heartbeatAt - (20 + i) * HOUR + 6 * MIN,
        i % 4 === 0 ? 'Terminal did not return the archive.' : 'Archive stored.',
      );
    if (i % 3 !== 1)
      cmd(
        3,
        pickAt(['Reboot', 'SyncConfiguration', 'UpdateScreens'], i),
        'Queued',
        NOW - (10 + i * 3) * MIN,
        null,
        null,
      );
    s.jobs.push({
      id: uuid(`job/${t.code}/1`),
      terminalId: t.id,
      template: 'Standard UK ATM',
      status: 'Completed',
      createdAt: t.heartbeatAt - (80 + i) * HOUR,
      finishedAt: t.heartbeatAt - (80 + i) * HOUR + 12 * MIN,
    });
    if (i % 4 === 1)
      s.jobs.push({
        id: uuid(`job/${t.code}/2`),
        terminalId: t.id,
        template: 'Surcharge update',
        status: i % 8 === 1 ? 'Failed' : 'Running',
        createdAt: NOW - (100 + i) * MIN,
        finishedAt: i % 8 === 1 ? NOW - (90 + i) * MIN : null,
      });
    const alert = (
      type: string,
      severity: string,
      status: string,
      raisedAt: number,
      resolvedAt: number | null,
      message: string,
    ): void => {
      s.alerts.push({
        id: uuid(`alert/${t.code}/${type}`),
        terminalId: t.id,
        type,
        severity,
        status,
        raisedAt,
        resolvedAt,
        message,
      });
    };
    if (t.status === 'Offline')
      alert(
        'HeartbeatStale',
        'Critical',
        'Open',
        t.heartbeatAt + 15 * MIN,
        null,
        `No heartbeat from ${t.code} since ${local(t.heartbeatAt)}.`,
      );
    if (t.cassettes.some((c) => c.remaining === 0))
      alert('CashOut', 'Critical', 'Open', t.heartbeatAt - 3 * HOUR, null, `A cassette of ${t.code} is empty.`);
    if (t.cassettes.some((c) => c.remaining > 0 && c.remaining < 300))
      alert('CashLow', 'Warning', 'Open', t.heartbeatAt - 5 * HOUR, null, `A cassette of ${t.code} is running low.`);
    if (t.status === 'Degraded')
      alert(
        'DispenserFault',
        'Warning',
        'Open',
        t.heartbeatAt - 2 * HOUR,
        null,
        `Dispenser of ${t.code} reports retries.`,
      );
    if (i % 3 === 0)
      alert(
        'CommunicationFlapping',
        'Warning',
        'Resolved',
        t.heartbeatAt - (30 + i) * HOUR,
        t.heartbeatAt - (28 + i) * HOUR,
        `Link of ${t.code} was unstable.`,
      );
    for (let k = 1; k <= 2; k++)
      s.journal.push({
        id: uuid(`journal/${t.code}/${k}`),
        terminalId: t.id,
        at: t.heartbeatAt - (k * 95 + i * 11) * MIN,
        level: k === 1 ? 'Information' : 'Warning',
        message: k === 1 ? `Switch host log-on accepted for ${t.code}.` : `Switch reply later than 3 s for ${t.code}.`,
      });
    if (i % 3 === 0)
      s.forms.push({
        id: uuid('form/' + t.code),
        code: `FRM-${String(i + 1).padStart(4, '0')}`,
        title: i % 2 ? 'Cash replenishment request' : 'Site survey',
        terminalId: t.id,
        submittedAt: NOW - (30 + i * 5) * HOUR,
        status: i % 2 ? 'Submitted' : 'Approved',
      });
    const expires = i % 6 === 4 ? '2025-08-31' : i % 6 === 2 ? '2025-10-05' : '2026-06-30';
    s.compliance.push({
      id: uuid('compliance/' + t.code),
      terminalId: t.id,
      title: `Electrical safety certificate ${t.code}`,
      expiresOn: expires,
      state: expires < '2025-09-18' ? 'Expired' : expires < '2025-10-18' ? 'Expiring' : 'Valid',
    });
    if (i % 4 === 2)
      s.onboarding.push({
        id: uuid('onboarding/' + t.code),
        terminalId: t.id,
        step: i % 8 === 2 ? 'SiteAgreement' : 'AcceptanceTest',
        state: i % 8 === 2 ? 'Complete' : 'InProgress',
      });
    if (i % 2 === 1)
      s.documents.push({
        id: uuid('document/' + t.code),
        terminalId: t.id,
        title: `Site agreement ${t.code}`,
        category: 'Agreement',
        uploadedAt: NOW - (200 + i) * HOUR,
      });
  });
  s.videos.push(
    {
      id: uuid('video/1'),
      title: 'Replacing a receipt roll',
      seconds: 184,
      url: 'https://media.fleetportal.example/videos/receipt-roll',
    },
    {
      id: uuid('video/2'),
      title: 'Reading the settlement report',
      seconds: 312,
      url: 'https://media.fleetportal.example/videos/settlement-report',
    },
  );
  return s;
}
function pickAt<T>(a: readonly T[], i: number): T {
  return a[i % a.length]!;
}
const master = build();
export const fresh = (): State => structuredClone(master);
export const keys: { [name: string]: string } = Object.fromEntries(master.users.map((u) => [u.userName, u.key]));
