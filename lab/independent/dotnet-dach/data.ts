// @ts-nocheck: written without noUncheckedIndexedAccess
// Deterministic in-memory data. Amounts are kept in euro cents.
export type Role = 'Administrator' | 'Auditor' | 'DisputeManager' | 'Technician';
export interface User {
  id: number;
  login: string;
  displayName: string;
  email: string;
  role: Role;
  tenantId: number;
  accountIds: number[] | null;
  terminalIds: number[] | null;
}
export interface Account {
  id: number;
  tenantId: number;
  name: string;
  legalName: string;
  city: string;
  countryCode: string;
  vatId: string;
  currency: string;
  createdAt: number;
}
export interface Terminal {
  id: number;
  tenantId: number;
  accountId: number;
  name: string;
  serialNumber: string;
  model: string;
  status: 'Online' | 'Offline' | 'Fault';
  connectorId: number;
  lastHeartbeatAt: number;
  cash: number;
  firmware: string;
  surcharge: number;
}
export interface Location {
  id: number;
  terminalId: number;
  name: string;
  street: string;
  postalCode: string;
  city: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  riskLevel: string;
}
export interface Tx {
  id: number;
  terminalId: number;
  at: number;
  type: string;
  sequence: number;
  accountType: string;
  emv: string | null;
  response: string;
  code: string;
  amtReq: number;
  amtComp: number;
  surReq: number;
  surComp: number;
  relatedId: number | null;
  pan: string;
}
export interface Dispute {
  id: number;
  status: string;
  reasonCode: string;
  transactionId: number;
  terminalId: number;
  amount: number;
  dueDate: string;
  openedAt: number;
  assignedTo: User | null;
  assignedAt: number | null;
  resolution: string | null;
  resolvedAt: number | null;
  resolutionNote: string | null;
  reviewer: User | null;
  reviewedAt: number | null;
  note: string | null;
}
export interface Batch {
  id: number;
  tenantId: number;
  accountId: number;
  status: string;
  businessDate: string;
  credits: number;
  debits: number;
  creditTotal: number;
  debitTotal: number;
  createdAt: number;
  cutoffAt: number;
  submittedAt: number | null;
  settledAt: number | null;
}
export interface Command {
  id: number;
  terminalId: number;
  type: string;
  status: string;
  requestedBy: string;
  queuedAt: number;
  completedAt: number | null;
  resultText: string | null;
}
export interface Job {
  id: number;
  terminalId: number;
  type: string;
  status: string;
  createdAt: number;
  finishedAt: number | null;
  packageVersion: string;
}
export interface Alert {
  id: number;
  terminalId: number;
  event: string;
  severity: string;
  status: string;
  raisedAt: number;
  clearedAt: number | null;
  message: string;
}
export interface Journal {
  id: number;
  terminalId: number;
  at: number;
  messageType: string;
  code: string;
  text: string;
}
export interface Group {
  id: number;
  tenantId: number;
  name: string;
  terminalIds: number[];
}
export interface Connector {
  id: number;
  tenantId: number;
  name: string;
  kind: string;
  host: string;
  state: string;
  latencyMs: number;
  lastMessageAt: number;
  terminalIds: number[];
}

const HOUR = 3600_000,
  MIN = 60_000,
  DAY = 24 * HOUR;
export const NOW = Date.parse('2026-03-16T09:30:00+01:00');
export const iso = (ms: number): string => new Date(ms + HOUR).toISOString().slice(0, 19) + '+01:00';
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
export const dayOf = (ms: number): string => iso(ms).slice(0, 10);

export const tenants = [
  {
    id: 1,
    name: 'Nordgeld Automaten GmbH',
    primaryColor: '#0B3D6B',
    logoUrl: 'https://portal.nordgeld.example/logo.svg',
    portalHost: 'portal.nordgeld.example',
    dnsState: 'Verified',
    certificateState: 'Issued',
    supportEmail: 'service@nordgeld.example',
  },
  {
    id: 2,
    name: 'Alpen Cash Service GmbH',
    primaryColor: '#B3122A',
    logoUrl: 'https://portal.alpencash.example/logo.svg',
    portalHost: 'portal.alpencash.example',
    dnsState: 'Pending',
    certificateState: 'Requested',
    supportEmail: 'support@alpencash.example',
  },
];
const at = (s: string) => Date.parse(s + '+01:00');
export const accounts: Account[] = [
  {
    id: 101,
    tenantId: 1,
    name: 'Nordgeld Hamburg',
    legalName: 'Nordgeld Hamburg Betriebs GmbH',
    city: 'Hamburg',
    countryCode: 'DE',
    vatId: 'DE301122334',
    currency: 'EUR',
    createdAt: at('2021-04-12T10:00:00'),
  },
  {
    id: 102,
    tenantId: 1,
    name: 'Nordgeld Niedersachsen',
    legalName: 'Nordgeld Niedersachsen GmbH & Co. KG',
    city: 'Hannover',
    countryCode: 'DE',
    vatId: 'DE305566778',
    currency: 'EUR',
    createdAt: at('2022-09-01T09:00:00'),
  },
  {
    id: 201,
    tenantId: 2,
    name: 'Alpen Cash Wien',
    legalName: 'Alpen Cash Wien GmbH',
    city: 'Wien',
    countryCode: 'AT',
    vatId: 'ATU71234567',
    currency: 'EUR',
    createdAt: at('2020-02-03T08:00:00'),
  },
  {
    id: 202,
    tenantId: 2,
    name: 'Alpen Cash Tirol',
    legalName: 'Alpen Cash Tirol GmbH',
    city: 'Innsbruck',
    countryCode: 'AT',
    vatId: 'ATU79876543',
    currency: 'EUR',
    createdAt: at('2023-11-20T08:00:00'),
  },
];
export const users: User[] = [
  {
    id: 11,
    login: 'nordgeld-admin',
    displayName: 'Katrin Petersen',
    email: 'k.petersen@nordgeld.example',
    role: 'Administrator',
    tenantId: 1,
    accountIds: null,
    terminalIds: null,
  },
  {
    id: 12,
    login: 'nordgeld-revision',
    displayName: 'Jens Albrecht',
    email: 'j.albrecht@nordgeld.example',
    role: 'Auditor',
    tenantId: 1,
    accountIds: null,
    terminalIds: null,
  },
  {
    id: 13,
    login: 'nordgeld-hannover',
    displayName: 'Maren Vogt',
    email: 'm.vogt@nordgeld.example',
    role: 'DisputeManager',
    tenantId: 1,
    accountIds: [102],
    terminalIds: null,
  },
  {
    id: 14,
    login: 'nordgeld-techniker',
    displayName: 'Tobias Wulff',
    email: 't.wulff@nordgeld.example',
    role: 'Technician',
    tenantId: 1,
    accountIds: [101],
    terminalIds: [1003, 1007, 1009],
  },
  {
    id: 15,
    login: 'nordgeld-buchhaltung',
    displayName: 'Heike Brandt',
    email: 'h.brandt@nordgeld.example',
    role: 'Auditor',
    tenantId: 1,
    accountIds: [102],
    terminalIds: null,
  },
  {
    id: 21,
    login: 'alpen-admin',
    displayName: 'Stefanie Gruber',
    email: 's.gruber@alpencash.example',
    role: 'Administrator',
    tenantId: 2,
    accountIds: null,
    terminalIds: null,
  },
  {
    id: 22,
    login: 'alpen-revision',
    displayName: 'Lukas Hofer',
    email: 'l.hofer@alpencash.example',
    role: 'Auditor',
    tenantId: 2,
    accountIds: [202],
    terminalIds: null,
  },
];
export const keys: ReadonlyMap<string, string> = new Map([
  ['nordgeld-admin', 'tfp_7f3a91c2d5e84b06a1f9'],
  ['nordgeld-revision', 'tfp_1c8e42b7f09d4a35be60'],
  ['nordgeld-hannover', 'tfp_e52d07a94c1b4f88937d'],
  ['nordgeld-techniker', 'tfp_b90f6e13a7c24d5f8e21'],
  ['alpen-admin', 'tfp_42ad8c5be1f74096bd73'],
  ['alpen-revision', 'tfp_d61b39f0285e4ca7914e'],
]);

const places: [number, number, string, string, string, string, string][] = [
  [1001, 101, 'Rathausmarkt 1', 'Rathausmarkt 4', '20095', 'Hamburg', 'DE'],
  [1002, 101, 'Edeka Mönckebergstraße', 'Mönckebergstraße 17', '20095', 'Hamburg', 'DE'],
  [1003, 101, 'Jungfernstieg Nord', 'Jungfernstieg 30', '20354', 'Hamburg', 'DE'],
  [1004, 101, 'Reeperbahn 61', 'Reeperbahn 61', '20359', 'Hamburg', 'DE'],
  [1005, 101, 'Tankstelle Meyer & Söhne', 'Kieler Straße 210', '22525', 'Hamburg', 'DE'],
  [1006, 101, 'Tankstelle Bergedorf', 'Curslacker Deich 5', '21029', 'Hamburg', 'DE'],
  [1007, 101, 'Rasthof Stillhorn', 'Stillhorner Weg 40', '21109', 'Hamburg', 'DE'],
  [1008, 101, 'Bahnhof Altona', 'Paul-Nevermann-Platz 12', '22765', 'Hamburg', 'DE'],
  [1009, 101, 'Bahnhof Dammtor & Messe', 'Dag-Hammarskjöld-Platz 15', '20354', 'Hamburg', 'DE'],
  [1010, 102, 'Tankstelle Celle Süd', 'Hannoversche Straße 44', '29221', 'Celle', 'DE'],
  [1011, 102, 'Autohof Soltau', 'Weiherstraße 2', '29614', 'Soltau', 'DE'],
  [1012, 102, 'Hannover Hbf Ebene 1', 'Ernst-August-Platz 1', '30159', 'Hannover', 'DE'],
  [1013, 102, 'Bahnhof Braunschweig', 'Willy-Brandt-Platz 1', '38102', 'Braunschweig', 'DE'],
  [1014, 102, 'Rewe List', 'Lister Meile 33', '30161', 'Hannover', 'DE'],
  [1015, 102, 'Kaufpark Laatzen', 'Marktplatz 11', '30880', 'Laatzen', 'DE'],
  [1016, 102, 'Markthalle Göttingen', 'Weender Straße 58', '37073', 'Göttingen', 'DE'],
  [2001, 201, 'Stephansplatz', 'Stephansplatz 6', '1010', 'Wien', 'AT'],
  [2002, 201, 'Naschmarkt', 'Linke Wienzeile 22', '1060', 'Wien', 'AT'],
  [2003, 201, 'Praterstern', 'Praterstern 1', '1020', 'Wien', 'AT'],
  [2004, 201, 'Mariahilfer Straße', 'Mariahilfer Straße 77', '1060', 'Wien', 'AT'],
  [2005, 201, 'Raststation St. Pölten', 'Westautobahn 59', '3100', 'St. Pölten', 'AT'],
  [2006, 201, 'Raststation Ansfelden', 'Westautobahn 171', '4052', 'Ansfelden', 'AT'],
  [2007, 201, 'Raststation Mondsee', 'Westautobahn 265', '5310', 'Mondsee', 'AT'],
  [2008, 201, 'Shopping City Süd', 'Vösendorfer Allee 1', '2334', 'Vösendorf', 'AT'],
  [2009, 202, 'Raststation Wörgl', 'Inntalautobahn 17', '6300', 'Wörgl', 'AT'],
  [2010, 202, 'Raststation Vomp', 'Inntalautobahn 49', '6134', 'Vomp', 'AT'],
  [2011, 202, 'Talstation Ischgl', 'Silvrettaplatz 2', '6561', 'Ischgl', 'AT'],
  [2012, 202, 'Dorfplatz St. Anton', 'Dorfstraße 8', '6580', 'St. Anton', 'AT'],
  [2013, 202, 'Innsbruck Goldenes Dachl', 'Herzog-Friedrich-Straße 15', '6020', 'Innsbruck', 'AT'],
];
const range = (a: number, b: number) => Array.from({ length: b - a + 1 }, (_, i) => a + i);
export const groups: Group[] = [
  { id: 301, tenantId: 1, name: 'Hamburg Innenstadt', terminalIds: [1001, 1002, 1003, 1004] },
  { id: 302, tenantId: 1, name: 'Tankstellen & Rasthöfe Nord', terminalIds: [1005, 1006, 1007, 1010, 1011] },
  { id: 303, tenantId: 1, name: 'Bahnhöfe', terminalIds: [1008, 1009, 1012, 1013] },
  { id: 304, tenantId: 1, name: 'Supermärkte', terminalIds: [1002, 1014, 1015, 1016] },
  { id: 311, tenantId: 2, name: 'Wien Zentrum', terminalIds: [2001, 2002, 2003, 2004] },
  { id: 312, tenantId: 2, name: 'Raststationen A1/A12', terminalIds: [2005, 2006, 2007, 2009, 2010] },
  { id: 313, tenantId: 2, name: 'Tirol Tourismus', terminalIds: [2011, 2012, 2013] },
];
export const connectors: Connector[] = [
  {
    id: 401,
    tenantId: 1,
    name: 'Autorisierungshost Hamburg',
    kind: 'Processor',
    host: 'auth-hh.nordgeld.example',
    state: 'Connected',
    latencyMs: 84,
    lastMessageAt: NOW - 2 * MIN,
    terminalIds: range(1001, 1012),
  },
  {
    id: 402,
    tenantId: 1,
    name: 'Telemetrie Nord',
    kind: 'Telemetry',
    host: 'telemetrie.nordgeld.example',
    state: 'Degraded',
    latencyMs: 412,
    lastMessageAt: NOW - 9 * MIN,
    terminalIds: range(1001, 1016),
  },
  {
    id: 403,
    tenantId: 1,
    name: 'Autorisierungshost Hannover',
    kind: 'Processor',
    host: 'auth-h.nordgeld.example',
    state: 'Connected',
    latencyMs: 97,
    lastMessageAt: NOW - 1 * MIN,
    terminalIds: range(1013, 1016),
  },
  {
    id: 411,
    tenantId: 2,
    name: 'Alpen Processing Wien',
    kind: 'Processor',
    host: 'auth-w.alpencash.example',
    state: 'Connected',
    latencyMs: 61,
    lastMessageAt: NOW - 3 * MIN,
    terminalIds: range(2001, 2010),
  },
  {
    id: 412,
    tenantId: 2,
    name: 'Alpen Telemetrie',
    kind: 'Telemetry',
    host: 'telemetrie.alpencash.example',
    state: 'Connected',
    latencyMs: 140,
    lastMessageAt: NOW - 4 * MIN,
    terminalIds: range(2001, 2013),
  },
  {
    id: 413,
    tenantId: 2,
    name: 'Alpen Processing Tirol',
    kind: 'Processor',
    host: 'auth-t.alpencash.example',
    state: 'Down',
    latencyMs: 0,
    lastMessageAt: NOW - 95 * MIN,
    terminalIds: range(2011, 2013),
  },
];

export interface State {
  terminals: Terminal[];
  locations: Location[];
  txs: Tx[];
  disputes: Dispute[];
  batches: Batch[];
  commands: Command[];
  jobs: Job[];
  alerts: Alert[];
  journal: Journal[];
  forms: { id: number; terminalId: number; title: string; status: string; submittedAt: number }[];
  compliance: { id: number; terminalId: number; title: string; status: string; expiresOn: string }[];
  onboarding: { id: number; terminalId: number; step: string; status: string }[];
  documents: { id: number; terminalId: number; title: string; fileName: string; uploadedAt: number }[];
}

/** One ACH batch from the transactions of one account and business date; null without entries. */
export function deriveBatch(
  s: State,
  id: number,
  accountId: number,
  businessDate: string,
  createdAt: number,
): Batch | null {
  const account = accounts.find((a) => a.id === accountId)!;
  const ids = new Set(s.terminals.filter((t) => t.accountId === accountId).map((t) => t.id));
  const rows = s.txs.filter((t) => ids.has(t.terminalId) && dayOf(t.at) === businessDate);
  const credit = rows.filter((t) => t.type === 'Withdrawal' && t.response === 'Approved');
  const debit = rows.filter((t) => t.type === 'Reversal');
  if (credit.length + debit.length === 0) return null;
  const sum = (list: Tx[]) => list.reduce((n, t) => n + t.amtComp + t.surComp, 0);
  return {
    id,
    tenantId: account.tenantId,
    accountId,
    status: 'Pending',
    businessDate,
    credits: credit.length,
    debits: debit.length,
    creditTotal: sum(credit),
    debitTotal: -sum(debit),
    createdAt,
    cutoffAt: at(businessDate + 'T23:59:59'),
    submittedAt: null,
    settledAt: null,
  };
}

export function buildState(): State {
  let seed = 20260316;
  const rnd = (n: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >>> 8) % n;
  };
  const models = ['Hyosung Halo II', 'Genmega G2500', 'NCR SelfServ 23', 'Diebold CS 1070'];
  const terminals: Terminal[] = places.map(([id, accountId, name], i) => ({
    id,
    tenantId: accountId < 200 ? 1 : 2,
    accountId,
    name,
    serialNumber: `SN-${(480211 + i * 37).toString()}`,
    model: models[i % 4],
    status: i % 7 === 3 ? 'Offline' : i % 9 === 6 ? 'Fault' : 'Online',
    connectorId: connectors.find((c) => c.kind === 'Processor' && c.terminalIds.includes(id))!.id,
    lastHeartbeatAt: i % 7 === 3 ? NOW - (5 + i) * HOUR : NOW - (1 + (i % 5)) * MIN,
    cash: (3 + ((i * 7) % 23)) * 100000,
    firmware: `4.${i % 3}.${10 + i}`,
    surcharge: accountId < 200 ? 495 : 390,
  }));
  const locations: Location[] = places.map(([id, , name, street, postalCode, city, countryCode], i) => ({
    id: 501 + i,
    terminalId: id,
    name,
    street,
    postalCode,
    city,
    countryCode,
    latitude: Math.round((countryCode === 'DE' ? 53.5 - (i % 6) * 0.21 : 48.2 - (i % 6) * 0.17) * 10000) / 10000,
    longitude: Math.round((countryCode === 'DE' ? 9.9 + (i % 4) * 0.13 : 16.3 - (i % 8) * 0.6) * 10000) / 10000,
    riskLevel: ['Low', 'Medium', 'Low', 'High'][i % 4],
  }));

  const txs: Tx[] = [];
  const seq = new Map<number, number>();
  const start = at('2026-03-06T06:10:00');
  const total = 464,
    step = Math.floor((NOW - 20 * MIN - start) / total / 1000) * 1000;
  const reversed = new Set<number>();
  for (let i = 0; i < total; i++) {
    // every terminal takes part; the order is shuffled a little
    const terminal = terminals[(i * 11 + rnd(3)) % terminals.length];
    const when = start + i * step + rnd(600) * 1000;
    const sequence = (seq.get(terminal.id) ?? 1200 + (terminal.id % 100) * 13) + 1;
    seq.set(terminal.id, sequence);
    const kind = rnd(100);
    const base = {
      id: 700001 + i,
      terminalId: terminal.id,
      at: when,
      sequence,
      accountType: ['Checking', 'Checking', 'Savings', 'Credit'][rnd(4)],
      emv: [null, 'Chip', 'Chip', 'Contactless', 'Fallback'][rnd(5)],
      relatedId: null,
      pan: ['4111111111111111', '5555555555554444', '4012888888881881'][rnd(3)],
    };
    const prior = txs
      .filter(
        (t) =>
          t.terminalId === terminal.id && t.type === 'Withdrawal' && t.response === 'Approved' && !reversed.has(t.id),
      )
      .at(-1);
    const amount = [2000, 5000, 8000, 10000, 15000, 20000, 30000, 40000, 60000, 100000][rnd(10)];
    if (kind < 10 && prior) {
      reversed.add(prior.id);
      txs.push({
        ...base,
        accountType: prior.accountType,
        emv: prior.emv,
        pan: prior.pan,
        type: 'Reversal',
        response: 'Approved',
        code: '00',
        amtReq: prior.amtComp,
        amtComp: -prior.amtComp,
        surReq: prior.surComp,
        surComp: -prior.surComp,
        relatedId: prior.id,
      });
    } else if (kind < 26) {
      txs.push({
        ...base,
        type: 'Withdrawal',
        response: 'Declined',
        code: ['51', '55', '61', '91'][rnd(4)],
        amtReq: amount,
        amtComp: 0,
        surReq: terminal.surcharge,
        surComp: 0,
      });
    } else if (kind < 37) {
      txs.push({
        ...base,
        type: 'BalanceInquiry',
        response: 'Approved',
        code: '00',
        amtReq: 0,
        amtComp: 0,
        surReq: 0,
        surComp: 0,
      });
    } else if (kind < 41) {
      txs.push({
        ...base,
        type: 'PinChange',
        response: kind === 37 ? 'Declined' : 'Approved',
        code: kind === 37 ? '55' : '00',
        amtReq: 0,
        amtComp: 0,
        surReq: 0,
        surComp: 0,
      });
    } else {
      const partial = kind > 90 && amount >= 10000;
      txs.push({
        ...base,
        type: 'Withdrawal',
        response: 'Approved',
        code: partial ? '10' : '00',
        amtReq: amount,
        amtComp: partial ? amount - 5000 : amount,
        surReq: terminal.surcharge,
        surComp: terminal.surcharge,
      });
    }
  }
  const s: State = {
    terminals,
    locations,
    txs,
    disputes: [],
    batches: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    forms: [],
    compliance: [],
    onboarding: [],
    documents: [],
  };

  let batchId = 9001;
  ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'].forEach((day, d) => {
    for (const account of accounts) {
      const created = at(day + 'T23:59:59') + 2 * HOUR + account.id * 1000;
      const b = deriveBatch(s, batchId, account.id, day, created);
      if (!b) continue;
      batchId++;
      b.status = d < 3 ? 'Settled' : d === 3 ? (account.id === 102 ? 'Returned' : 'Submitted') : 'Pending';
      if (d < 4) b.submittedAt = created + 5 * HOUR;
      if (d < 3) b.settledAt = created + 29 * HOUR;
      s.batches.push(b);
    }
  });

  const byId = (id: number) => users.find((u) => u.id === id)!;
  [1001, 1003, 1005, 1007, 1010, 1012, 1014, 1016, 2001, 2003, 2006, 2009, 2011, 2013].forEach((terminalId, i) => {
    const tx = txs.find((t) => t.terminalId === terminalId && t.type === 'Withdrawal' && t.response === 'Approved')!;
    const status = ['New', 'Assigned', 'InReview', 'Resolved'][i % 4];
    const handler = terminalId >= 2000 ? byId(21) : terminalId >= 1010 ? byId(13) : byId(11);
    const opened = tx.at + 26 * HOUR;
    const done = status === 'Resolved';
    s.disputes.push({
      id: 6001 + i,
      status,
      reasonCode: ['CashNotDispensed', 'PartialDispense', 'DuplicateCharge', 'Unauthorized'][(i + 1) % 4],
      transactionId: tx.id,
      terminalId,
      amount: tx.amtComp,
      dueDate: dayOf(opened + 14 * DAY),
      openedAt: opened,
      assignedTo: status === 'New' ? null : handler,
      assignedAt: status === 'New' ? null : opened + 3 * HOUR,
      resolution: done ? (i % 8 === 3 ? 'Accepted' : 'Denied') : null,
      resolvedAt: done ? opened + 50 * HOUR : null,
      resolutionNote: done ? 'Journal und Kassensturz geprüft' : null,
      reviewer: done || status === 'InReview' ? byId(terminalId >= 2000 ? 21 : 11) : null,
      reviewedAt: done || status === 'InReview' ? opened + 49 * HOUR : null,
      note: 'Kunde meldet Abweichung am Automaten',
    });
  });

  terminals.forEach((t, i) => {
    const admin = t.tenantId === 1 ? 'Katrin Petersen' : 'Stefanie Gruber';
    const kinds = ['Restart', 'DownloadParameters', 'SyncClock', 'UploadJournal'];
    s.commands.push({
      id: 3001 + i * 3,
      terminalId: t.id,
      type: kinds[i % 4],
      status: 'Completed',
      requestedBy: admin,
      queuedAt: NOW - (50 + i) * HOUR,
      completedAt: NOW - (50 + i) * HOUR + 4 * MIN,
      resultText: 'Erfolgreich ausgeführt',
    });
    s.commands.push({
      id: 3002 + i * 3,
      terminalId: t.id,
      type: kinds[(i + 1) % 4],
      status: 'Queued',
      requestedBy: admin,
      queuedAt: NOW - (12 + i) * MIN,
      completedAt: null,
      resultText: null,
    });
    if (i % 3 === 0)
      s.commands.push({
        id: 3003 + i * 3,
        terminalId: t.id,
        type: kinds[(i + 2) % 4],
        status: 'Failed',
        requestedBy: admin,
        queuedAt: NOW - (20 + i) * HOUR,
        completedAt: NOW - (20 + i) * HOUR + 15 * MIN,
        resultText: 'Zeitüberschreitung',
      });
    s.jobs.push({
      id: 4001 + i * 2,
      terminalId: t.id,
      type: 'ParameterRollout',
      status: 'Succeeded',
      createdAt: NOW - (90 + i) * HOUR,
      finishedAt: NOW - (89 + i) * HOUR,
      packageVersion: '2026.2',
    });
    if (i % 2 === 0)
      s.jobs.push({
        id: 4002 + i * 2,
        terminalId: t.id,
        type: 'FirmwareUpdate',
        status: i % 4 === 0 ? 'Running' : 'Failed',
        createdAt: NOW - (6 + i) * HOUR,
        finishedAt: i % 4 === 0 ? null : NOW - (5 + i) * HOUR,
        packageVersion: '2026.3',
      });
    const event =
      t.status === 'Offline'
        ? 'heartbeat_stale'
        : t.status === 'Fault'
          ? 'dispenser_fault'
          : ['cash_low', 'decline_spike', 'compliance_expiration'][i % 3];
    s.alerts.push({
      id: 801 + i * 2,
      terminalId: t.id,
      event,
      severity: t.status === 'Online' ? 'Warning' : 'Critical',
      status: 'Open',
      raisedAt: NOW - (2 + i) * HOUR,
      clearedAt: null,
      message: `Störung an ${t.name}: ${event}`,
    });
    if (i % 2 === 1)
      s.alerts.push({
        id: 802 + i * 2,
        terminalId: t.id,
        event: 'communication_flapping',
        severity: 'Warning',
        status: 'Closed',
        raisedAt: NOW - (60 + i) * HOUR,
        clearedAt: NOW - (58 + i) * HOUR,
        message: `Verbindung instabil: ${t.name}`,
      });
    s.journal.push({
      id: 5001 + i * 2,
      terminalId: t.id,
      at: NOW - (30 + i) * MIN,
      messageType: '0800',
      code: '00',
      text: 'Netzwerktest beantwortet',
    });
    s.journal.push({
      id: 5002 + i * 2,
      terminalId: t.id,
      at: NOW - (300 + i * 3) * MIN,
      messageType: '0210',
      code: i % 4 === 0 ? '91' : '00',
      text: i % 4 === 0 ? 'Emittent nicht erreichbar' : 'Antwort zugestellt',
    });
    if (i % 2 === 0)
      s.forms.push({
        id: 2501 + i,
        terminalId: t.id,
        title: i % 4 === 0 ? 'Wartungsprotokoll' : 'Bargeldbefüllung',
        status: i % 4 === 0 ? 'Submitted' : 'Draft',
        submittedAt: NOW - (40 + i) * HOUR,
      });
    s.compliance.push({
      id: 1501 + i,
      terminalId: t.id,
      title: 'Barrierefreiheit nach EN 301 549',
      status: i % 5 === 0 ? 'Expiring' : 'Valid',
      expiresOn: dayOf(NOW + (12 + i * 9) * DAY),
    });
    s.onboarding.push({
      id: 1601 + i,
      terminalId: t.id,
      step: i % 4 === 0 ? 'SitePhotos' : 'Contract',
      status: i % 6 === 0 ? 'Open' : 'Done',
    });
    s.documents.push({
      id: 1701 + i,
      terminalId: t.id,
      title: 'Aufstellvertrag',
      fileName: `aufstellvertrag-${t.id}.pdf`,
      uploadedAt: NOW - (200 + i) * DAY,
    });
  });
  return s;
}
export const videos = [
  { id: 1, title: 'Kassettenwechsel Schritt für Schritt', language: 'de', durationSeconds: 312 },
  { id: 2, title: 'Belegdrucker reinigen', language: 'de', durationSeconds: 145 },
];
export const reports = [
  { id: 1, name: 'Tagesumsatz', category: 'Transactions', roles: ['Administrator', 'Auditor', 'DisputeManager'] },
  {
    id: 2,
    name: 'Terminalverfügbarkeit',
    category: 'Fleet',
    roles: ['Administrator', 'Auditor', 'DisputeManager', 'Technician'],
  },
  { id: 3, name: 'ACH-Abrechnung', category: 'Settlements', roles: ['Administrator', 'Auditor'] },
  { id: 4, name: 'Reklamationsübersicht', category: 'Disputes', roles: ['Administrator', 'Auditor', 'DisputeManager'] },
  { id: 5, name: 'Bargeldbestand', category: 'Fleet', roles: ['Administrator', 'Technician'] },
];
