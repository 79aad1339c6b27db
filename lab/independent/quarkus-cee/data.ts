// In-memory seed data of the TermiPort portal data service. Deterministic: fixed clock, fixed generator.
export const NOW = Date.parse('2026-03-18T14:30:00Z');
export const TODAY = '2026-03-18';
export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
export const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const H = 3_600_000,
  MIN = 60_000,
  DAY = 24 * H;

export interface Tenant {
  id: number;
  code: string;
  name: string;
  legalName: string;
  country: string;
  currency: string;
  timeZone: string;
  host: string;
  color: string;
}
export interface Account {
  code: string;
  tenantId: number;
  name: string;
  legalName: string;
  contactEmail: string;
  clearingNetwork: string;
  stage: string;
  steps: number;
}
export interface Terminal {
  code: string;
  name: string;
  tenantId: number;
  accountCode: string;
  connectorCode: string;
  model: string;
  state: string;
  lastHeartbeat: number;
  street: string;
  city: string;
  postalCode: string;
  lat: number;
  lon: number;
  siteType: string;
  risk: string;
  installedOn: string;
  serial: string;
}
export interface Connector {
  code: string;
  name: string;
  tenantId: number;
  type: string;
  protocol: string;
  enabled: boolean;
  state: string;
  latency: number;
  lastHeartbeat: number;
  host: string;
  port: number;
}
export interface Group {
  id: number;
  tenantId: number;
  name: string;
  description: string;
  terminalCodes: string[];
}
export interface User {
  id: number;
  username: string;
  displayName: string;
  email: string;
  tenantId: number;
  role: string;
  visibility: 'TENANT' | 'ACCOUNT' | 'TERMINALS';
  accountCodes: string[];
  terminalCodes: string[];
  lastLogin: number;
}
export interface Tx {
  id: number;
  terminalCode: string;
  at: number;
  type: string;
  seq: number;
  accountType: string;
  emv: string | null;
  scheme: string;
  respCode: string;
  respStatus: string;
  respText: string;
  amtReq: number;
  amtComp: number;
  surReq: number;
  surComp: number;
  original: Tx | null;
  authCode: string | null;
}
export interface Batch {
  id: number;
  batchNumber: string;
  accountCode: string;
  businessDay: string;
  status: string;
  credits: number;
  debits: number;
  creditTotal: number;
  debitTotal: number;
  openedAt: number;
  cutOffAt: number;
  submittedAt: number | null;
  settledAt: number | null;
}
export interface Dispute {
  id: number;
  caseNumber: string;
  status: string;
  reasonCode: string;
  txId: number;
  terminalCode: string;
  amount: number;
  openedAt: number;
  dueDate: string;
  comment: string | null;
  queue: string;
  assignedTo: string | null;
  assignedAt: number | null;
  outcome: string | null;
  resolvedAt: number | null;
  note: string | null;
  reviewer: string | null;
  reviewedAt: number | null;
}
export interface Command {
  id: number;
  terminalCode: string;
  type: string;
  status: string;
  requestedBy: string;
  queuedAt: number;
  completedAt: number | null;
  result: string | null;
}
export interface Job {
  id: number;
  terminalCode: string;
  type: string;
  status: string;
  revision: number;
  createdAt: number;
  finishedAt: number | null;
}
export interface Alert {
  id: number;
  terminalCode: string;
  type: string;
  severity: string;
  status: string;
  raisedAt: number;
  message: string;
}
export interface Journal {
  id: number;
  terminalCode: string;
  at: number;
  eventCode: string;
  message: string;
}
export interface StatusEvent {
  id: number;
  terminalCode: string;
  at: number;
  kind: string;
  message: string;
}
export interface Form {
  id: number;
  terminalCode: string;
  type: string;
  title: string;
  submittedBy: string;
  submittedAt: number;
}
export interface VaultItem {
  id: number;
  terminalCode: string;
  type: string;
  status: string;
  expiresOn: string;
}
export interface Store {
  tenants: Tenant[];
  accounts: Account[];
  terminals: Terminal[];
  connectors: Connector[];
  groups: Group[];
  users: User[];
  transactions: Tx[];
  batches: Batch[];
  disputes: Dispute[];
  commands: Command[];
  jobs: Job[];
  alerts: Alert[];
  journal: Journal[];
  statusEvents: StatusEvent[];
  forms: Form[];
  vault: VaultItem[];
}

export const KEYS: [string, string, string][] = [
  // name of the user, API key, username
  ['admin-wisla', 'tpk_wis_8fJ2mQ7sVx41LrD0', 'agnieszka.kowalczyk'],
  ['viewer-wisla', 'tpk_wis_K0c93hTzPq6YbN5e', 'tomasz.wrobel'],
  ['manager-polnoc', 'tpk_wis_u7RgW2xE9aMn3HsC', 'piotr.lewandowski'],
  ['technician-wisla', 'tpk_wis_Zd4vB8kLy1oTf6Qj', 'jan.mazur'],
  ['admin-vltava', 'tpk_vlt_5nXe0GwSiA2cUr9P', 'tereza.novakova'],
  ['viewer-morava', 'tpk_vlt_hM6tJ3yDqF8zKb1V', 'ondrej.svoboda'],
];

function generator(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
}

export function computeBatch(
  store: Store,
  accountCode: string,
  businessDay: string,
): { credits: number; debits: number; creditTotal: number; debitTotal: number; rows: number } {
  const codes = new Set(store.terminals.filter((t) => t.accountCode === accountCode).map((t) => t.code));
  let credits = 0,
    debits = 0,
    creditTotal = 0,
    debitTotal = 0,
    rows = 0;
  for (const t of store.transactions) {
    if (!codes.has(t.terminalCode) || day(t.at) !== businessDay) continue;
    rows++;
    if (t.type === 'MOBILE_TOP_UP') continue; // settled with the telecom operators, outside of ACH
    const sum = t.amtComp + t.surComp;
    if (sum > 0) {
      credits++;
      creditTotal += sum;
    }
    if (sum < 0) {
      debits++;
      debitTotal -= sum;
    }
  }
  if (credits > 0) {
    debits++;
    debitTotal += 45 * credits;
  } // one processing-fee entry
  return { credits, debits, creditTotal, debitTotal, rows };
}

export function createStore(): Store {
  const rnd = generator(20260318);
  const pick = <T>(xs: T[]): T => xs[Math.floor(rnd() * xs.length)]!;
  const tenants: Tenant[] = [
    {
      id: 11,
      code: 'WISLA',
      name: 'Bankomaty Wisła',
      legalName: 'Bankomaty Wisła S.A.',
      country: 'PL',
      currency: 'PLN',
      timeZone: 'Europe/Warsaw',
      host: 'portal.bankomaty-wisla.example',
      color: '#0B4F9E',
    },
    {
      id: 12,
      code: 'VLTAVA',
      name: 'Vltava ATM',
      legalName: 'Vltava ATM s.r.o.',
      country: 'CZ',
      currency: 'CZK',
      timeZone: 'Europe/Prague',
      host: 'portal.vltava-atm.example',
      color: '#8A1C2B',
    },
  ];
  const accounts: Account[] = [
    {
      code: 'PL-1001',
      tenantId: 11,
      name: 'Wisła Południe',
      legalName: 'Bankomaty Wisła Południe Sp. z o.o.',
      contactEmail: 'poludnie@bankomaty-wisla.example',
      clearingNetwork: 'ELIXIR',
      stage: 'LIVE',
      steps: 8,
    },
    {
      code: 'PL-1002',
      tenantId: 11,
      name: 'Wisła Północ',
      legalName: 'Bankomaty Wisła Północ Sp. z o.o.',
      contactEmail: 'polnoc@bankomaty-wisla.example',
      clearingNetwork: 'ELIXIR',
      stage: 'CERTIFICATION',
      steps: 6,
    },
    {
      code: 'CZ-2001',
      tenantId: 12,
      name: 'Vltava Praha',
      legalName: 'Vltava ATM Praha s.r.o.',
      contactEmail: 'praha@vltava-atm.example',
      clearingNetwork: 'CERTIS',
      stage: 'LIVE',
      steps: 8,
    },
    {
      code: 'CZ-2002',
      tenantId: 12,
      name: 'Vltava Morava',
      legalName: 'Vltava ATM Morava s.r.o.',
      contactEmail: 'morava@vltava-atm.example',
      clearingNetwork: 'CERTIS',
      stage: 'DOCUMENT_REVIEW',
      steps: 3,
    },
  ];
  const T: [string, string, string, string, string, string, string, number, number, string, string][] = [
    [
      'PL-WAW-0011',
      'Warszawa Centralna',
      'PL-1001',
      'CON-PL-01',
      'Aleje Jerozolimskie 54',
      'Warszawa',
      '00-024',
      52.2288,
      21.0032,
      'RAILWAY_STATION',
      'IN_SERVICE',
    ],
    [
      'PL-WAW-0012',
      'Warszawa Nowy Świat',
      'PL-1001',
      'CON-PL-01',
      'Nowy Świat 22',
      'Warszawa',
      '00-373',
      52.2323,
      21.0199,
      'STREET',
      'IN_SERVICE',
    ],
    [
      'PL-WAW-0013',
      'Warszawa Lotnisko Chopina',
      'PL-1001',
      'CON-PL-01',
      'Żwirki i Wigury 1',
      'Warszawa',
      '00-906',
      52.1657,
      20.9671,
      'AIRPORT',
      'OUT_OF_SERVICE',
    ],
    [
      'PL-KRK-0021',
      'Kraków Główny',
      'PL-1001',
      'CON-PL-02',
      'Pawia 5',
      'Kraków',
      '31-154',
      50.0683,
      19.9475,
      'RAILWAY_STATION',
      'IN_SERVICE',
    ],
    [
      'PL-KRK-0022',
      'Kraków Kazimierz',
      'PL-1001',
      'CON-PL-02',
      'Szeroka 12',
      'Kraków',
      '31-053',
      50.0521,
      19.9483,
      'STREET',
      'SUPERVISOR',
    ],
    [
      'PL-KRK-0023',
      'Kraków Bonarka',
      'PL-1001',
      'CON-PL-02',
      'Kamieńskiego 11',
      'Kraków',
      '30-644',
      50.0279,
      19.9493,
      'SHOPPING_CENTRE',
      'IN_SERVICE',
    ],
    [
      'PL-GDA-0031',
      'Gdańsk Główny',
      'PL-1002',
      'CON-PL-02',
      'Podwale Grodzkie 1',
      'Gdańsk',
      '80-895',
      54.3556,
      18.6446,
      'RAILWAY_STATION',
      'IN_SERVICE',
    ],
    [
      'PL-GDA-0032',
      'Gdańsk Długi Targ',
      'PL-1002',
      'CON-PL-02',
      'Długi Targ 14',
      'Gdańsk',
      '80-828',
      54.3486,
      18.654,
      'STREET',
      'OUT_OF_SERVICE',
    ],
    [
      'PL-GDY-0033',
      'Gdynia Skwer Kościuszki',
      'PL-1002',
      'CON-PL-03',
      'Skwer Kościuszki 15',
      'Gdynia',
      '81-370',
      54.5189,
      18.5437,
      'STREET',
      'IN_SERVICE',
    ],
    [
      'PL-SOP-0034',
      'Sopot Monte Cassino',
      'PL-1002',
      'CON-PL-03',
      'Bohaterów Monte Cassino 40',
      'Sopot',
      '81-767',
      54.4447,
      18.5668,
      'STREET',
      'IN_SERVICE',
    ],
    [
      'CZ-PRG-0041',
      'Praha Hlavní nádraží',
      'CZ-2001',
      'CON-CZ-01',
      'Wilsonova 8',
      'Praha',
      '120 00',
      50.083,
      14.4353,
      'RAILWAY_STATION',
      'IN_SERVICE',
    ],
    [
      'CZ-PRG-0042',
      'Praha Václavské náměstí',
      'CZ-2001',
      'CON-CZ-01',
      'Václavské náměstí 28',
      'Praha',
      '110 00',
      50.0812,
      14.428,
      'STREET',
      'IN_SERVICE',
    ],
    [
      'CZ-PRG-0043',
      'Praha Smíchov',
      'CZ-2001',
      'CON-CZ-01',
      'Plzeňská 8',
      'Praha',
      '150 00',
      50.0731,
      14.4033,
      'SHOPPING_CENTRE',
      'IN_SERVICE',
    ],
    [
      'CZ-PRG-0044',
      'Praha Letiště',
      'CZ-2001',
      'CON-CZ-01',
      'Aviatická 1',
      'Praha',
      '161 00',
      50.1061,
      14.2694,
      'AIRPORT',
      'OUT_OF_SERVICE',
    ],
    [
      'CZ-BRN-0051',
      'Brno Nádražní',
      'CZ-2002',
      'CON-CZ-02',
      'Nádražní 1',
      'Brno',
      '602 00',
      49.1906,
      16.6128,
      'RAILWAY_STATION',
      'IN_SERVICE',
    ],
    [
      'CZ-BRN-0052',
      'Brno Zelný trh',
      'CZ-2002',
      'CON-CZ-01',
      'Zelný trh 10',
      'Brno',
      '602 00',
      49.1925,
      16.6085,
      'STREET',
      'IN_SERVICE',
    ],
    [
      'CZ-OVA-0053',
      'Ostrava Svinov',
      'CZ-2002',
      'CON-CZ-02',
      'Peterkova 90',
      'Ostrava',
      '721 00',
      49.8211,
      18.2089,
      'RAILWAY_STATION',
      'OUT_OF_SERVICE',
    ],
  ];
  const terminals: Terminal[] = T.map((r, i) => ({
    code: r[0],
    name: r[1],
    tenantId: r[2].startsWith('PL') ? 11 : 12,
    accountCode: r[2],
    connectorCode: r[3],
    model: ['NCR SelfServ 23', 'Diebold CS 280', 'Hyosung MX 5600'][i % 3]!,
    state: r[10],
    lastHeartbeat: NOW - (r[10] === 'OUT_OF_SERVICE' ? 5 * H + i * 7 * MIN : (i + 1) * 41_000),
    street: r[4],
    city: r[5],
    postalCode: r[6],
    lat: r[7],
    lon: r[8],
    siteType: r[9],
    risk: ['LOW', 'MEDIUM', 'LOW', 'HIGH'][i % 4]!,
    installedOn: day(Date.UTC(2021, i % 12, 3 + i)),
    serial: `SN${5500310 + i * 37}`,
  }));
  const connectors: Connector[] = [
    {
      code: 'CON-PL-01',
      name: 'Host Warszawa',
      tenantId: 11,
      type: 'PROCESSOR_HOST',
      protocol: 'ISO8583',
      enabled: true,
      state: 'UP',
      latency: 118,
      lastHeartbeat: NOW - 12_000,
      host: 'host-waw.switch.example',
      port: 7101,
    },
    {
      code: 'CON-PL-02',
      name: 'Host Kraków',
      tenantId: 11,
      type: 'PROCESSOR_HOST',
      protocol: 'ISO8583',
      enabled: true,
      state: 'DEGRADED',
      latency: 874,
      lastHeartbeat: NOW - 95_000,
      host: 'host-krk.switch.example',
      port: 7102,
    },
    {
      code: 'CON-PL-03',
      name: 'Brama Trójmiasto',
      tenantId: 11,
      type: 'NETWORK_GATEWAY',
      protocol: 'NDC',
      enabled: true,
      state: 'DOWN',
      latency: 0,
      lastHeartbeat: NOW - 3 * H,
      host: 'gw-3miasto.switch.example',
      port: 7103,
    },
    {
      code: 'CON-PL-09',
      name: 'Host zapasowy',
      tenantId: 11,
      type: 'PROCESSOR_HOST',
      protocol: 'ISO8583',
      enabled: false,
      state: 'DOWN',
      latency: 0,
      lastHeartbeat: NOW - 9 * DAY,
      host: 'host-dr.switch.example',
      port: 7109,
    },
    {
      code: 'CON-CZ-01',
      name: 'Host Praha',
      tenantId: 12,
      type: 'PROCESSOR_HOST',
      protocol: 'ISO8583',
      enabled: true,
      state: 'UP',
      latency: 97,
      lastHeartbeat: NOW - 8_000,
      host: 'host-prg.switch.example',
      port: 7201,
    },
    {
      code: 'CON-CZ-02',
      name: 'Brána Morava',
      tenantId: 12,
      type: 'NETWORK_GATEWAY',
      protocol: 'NDC',
      enabled: true,
      state: 'DOWN',
      latency: 0,
      lastHeartbeat: NOW - 2 * H,
      host: 'gw-brn.switch.example',
      port: 7202,
    },
  ];
  const groups: Group[] = [
    {
      id: 301,
      tenantId: 11,
      name: 'Warszawa',
      description: 'Aglomeracja warszawska',
      terminalCodes: ['PL-WAW-0011', 'PL-WAW-0012', 'PL-WAW-0013'],
    },
    {
      id: 302,
      tenantId: 11,
      name: 'Dworce i lotniska',
      description: 'Węzły komunikacyjne',
      terminalCodes: ['PL-WAW-0011', 'PL-WAW-0013', 'PL-KRK-0021', 'PL-GDA-0031', 'PL-GDY-0033'],
    },
    {
      id: 303,
      tenantId: 11,
      name: 'Pomorze',
      description: 'Trójmiasto',
      terminalCodes: ['PL-GDA-0031', 'PL-GDA-0032', 'PL-GDY-0033', 'PL-SOP-0034'],
    },
    {
      id: 304,
      tenantId: 11,
      name: 'Małopolska',
      description: 'Kraków',
      terminalCodes: ['PL-KRK-0021', 'PL-KRK-0022', 'PL-KRK-0023'],
    },
    {
      id: 401,
      tenantId: 12,
      name: 'Praha',
      description: 'Hlavní město',
      terminalCodes: ['CZ-PRG-0041', 'CZ-PRG-0042', 'CZ-PRG-0043', 'CZ-PRG-0044'],
    },
    {
      id: 402,
      tenantId: 12,
      name: 'Nádraží',
      description: 'Nádražní haly',
      terminalCodes: ['CZ-PRG-0041', 'CZ-BRN-0051', 'CZ-OVA-0053'],
    },
    {
      id: 403,
      tenantId: 12,
      name: 'Morava',
      description: 'Brno a Ostrava',
      terminalCodes: ['CZ-BRN-0051', 'CZ-BRN-0052', 'CZ-OVA-0053'],
    },
  ];
  const user = (
    id: number,
    username: string,
    displayName: string,
    tenantId: number,
    role: string,
    visibility: User['visibility'],
    accountCodes: string[],
    terminalCodes: string[],
  ): User => ({
    id,
    username,
    displayName,
    email: `${username}@${tenantId === 11 ? 'bankomaty-wisla' : 'vltava-atm'}.example`,
    tenantId,
    role,
    visibility,
    accountCodes,
    terminalCodes,
    lastLogin: NOW - ((id % 7) + 1) * 3 * H,
  });
  const users: User[] = [
    user(5001, 'agnieszka.kowalczyk', 'Agnieszka Kowalczyk', 11, 'TENANT_ADMIN', 'TENANT', [], []),
    user(5002, 'tomasz.wrobel', 'Tomasz Wróbel', 11, 'REPORT_VIEWER', 'TENANT', [], []),
    user(5003, 'piotr.lewandowski', 'Piotr Lewandowski', 11, 'ACCOUNT_MANAGER', 'ACCOUNT', ['PL-1002'], []),
    user(
      5004,
      'jan.mazur',
      'Jan Mazur',
      11,
      'FIELD_TECHNICIAN',
      'TERMINALS',
      [],
      ['PL-WAW-0011', 'PL-WAW-0013', 'PL-KRK-0021'],
    ),
    user(
      5005,
      'marek.zielinski',
      'Marek Zieliński',
      11,
      'FIELD_TECHNICIAN',
      'TERMINALS',
      [],
      ['PL-GDA-0031', 'PL-GDA-0032'],
    ),
    user(5101, 'tereza.novakova', 'Tereza Nováková', 12, 'TENANT_ADMIN', 'TENANT', [], []),
    user(5102, 'ondrej.svoboda', 'Ondřej Svoboda', 12, 'REPORT_VIEWER', 'ACCOUNT', ['CZ-2002'], []),
    user(5103, 'lucie.dvorakova', 'Lucie Dvořáková', 12, 'ACCOUNT_MANAGER', 'ACCOUNT', ['CZ-2001'], []),
  ];

  // Transactions
  const transactions: Tx[] = [];
  const declines: [string, string][] = [
    ['51', 'Insufficient funds'],
    ['55', 'Incorrect PIN'],
    ['61', 'Withdrawal limit exceeded'],
    ['91', 'Issuer unavailable'],
  ];
  terminals.forEach((term, ti) => {
    let seq = 2000 + ti * 311;
    const pl = term.tenantId === 11;
    for (let d = 0; d < 15; d++) {
      const base = Date.UTC(2026, 2, 4 + d);
      const n = 1 + (rnd() < 0.5 ? 1 : 0) + (rnd() < 0.3 ? 1 : 0);
      for (let k = 0; k < n; k++) {
        const at = base + 6 * H + k * 2.4 * H + Math.floor(rnd() * 2 * 3600) * 1000;
        const e = rnd();
        const emv = e < 0.58 ? 'CHIP' : e < 0.84 ? 'CONTACTLESS' : null;
        const scheme = emv === null ? (pl ? 'BLIK' : 'CARDLESS') : pick(['VISA', 'MASTERCARD']);
        const tx: Tx = {
          id: 0,
          terminalCode: term.code,
          at,
          type: 'WITHDRAWAL',
          seq: ++seq,
          accountType: pick(['CHECKING', 'CHECKING', 'SAVINGS', 'CREDIT']),
          emv,
          scheme,
          respCode: '00',
          respStatus: 'APPROVED',
          respText: 'Approved',
          amtReq: 0,
          amtComp: 0,
          surReq: 0,
          surComp: 0,
          original: null,
          authCode: String(100000 + Math.floor(rnd() * 899999)),
        };
        const r = rnd();
        const amount = pl
          ? pick([5000, 8000, 10000, 15000, 20000, 30000, 50000, 90000, 100000, 200000])
          : pick([50000, 80000, 100000, 200000, 300000, 500000, 900000, 1000000]);
        const fee = rnd() < 0.6 ? (pl ? pick([500, 1090, 800]) : pick([9900, 12500, 2900])) : 0;
        if (r < 0.62) {
          tx.amtReq = tx.amtComp = amount;
          tx.surReq = tx.surComp = fee;
        } else if (r < 0.76) {
          tx.amtReq = amount;
          tx.surReq = fee;
          [tx.respCode, tx.respText] = pick(declines);
          tx.respStatus = 'DECLINED';
          tx.authCode = null;
        } else if (r < 0.88) {
          tx.type = 'BALANCE_INQUIRY';
          tx.surReq = tx.surComp = pl ? 200 : 1500;
        } else if (r < 0.94) {
          tx.type = 'MOBILE_TOP_UP';
          tx.amtReq = tx.amtComp = pl ? pick([2500, 5000]) : pick([20000, 40000]);
        } else {
          tx.type = pick(['MINI_STATEMENT', 'PIN_CHANGE']);
        }
        transactions.push(tx);
        if (tx.type === 'WITHDRAWAL' && tx.respStatus === 'APPROVED' && rnd() < 0.12) {
          transactions.push({
            ...tx,
            at: at + 47_000,
            type: 'REVERSAL',
            seq: ++seq,
            respText: 'Reversal accepted',
            amtReq: -tx.amtReq,
            amtComp: -tx.amtComp,
            surReq: -tx.surReq,
            surComp: -tx.surComp,
            original: tx,
          });
        }
      }
    }
  });
  transactions.sort((a, b) => a.at - b.at || (a.terminalCode < b.terminalCode ? -1 : 1) || a.seq - b.seq);
  transactions.forEach((t, i) => {
    t.id = 700100001 + i;
  });

  const store: Store = {
    tenants,
    accounts,
    terminals,
    connectors,
    groups,
    users,
    transactions,
    batches: [],
    disputes: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    statusEvents: [],
    forms: [],
    vault: [],
  };

  // Settlement batches: 4 to 15 March; 16 and 17 March are not derived yet.
  let batchId = 91001;
  for (let d = 4; d <= 15; d++) {
    for (const acc of accounts) {
      const businessDay = `2026-03-${String(d).padStart(2, '0')}`;
      const { rows: _rows, ...sums } = computeBatch(store, acc.code, businessDay);
      const base = Date.parse(`${businessDay}T00:00:00Z`);
      const status =
        d <= 13 ? (d === 9 && acc.code.endsWith('1') ? 'RETURNED' : 'SETTLED') : d === 14 ? 'SUBMITTED' : 'PENDING';
      store.batches.push({
        id: batchId,
        batchNumber: `ACH-${acc.code}-${businessDay.replaceAll('-', '')}`,
        accountCode: acc.code,
        businessDay,
        status,
        ...sums,
        openedAt: base + 22 * H,
        cutOffAt: base + 24 * H,
        submittedAt: status === 'PENDING' ? null : base + 29 * H,
        settledAt: status === 'SETTLED' ? base + 34 * H : null,
      });
      batchId++;
    }
  }

  // Disputes: one or two per terminal
  const reasons = [
    'CASH_NOT_DISPENSED',
    'PARTIAL_DISPENSE',
    'DUPLICATE_DEBIT',
    'CARD_CAPTURED',
    'UNRECOGNISED_WITHDRAWAL',
  ];
  let disputeId = 40001;
  const addDispute = (term: Terminal, n: number, status: string, i: number): void => {
    const rows = transactions.filter(
      (t) =>
        t.terminalCode === term.code &&
        t.type === 'WITHDRAWAL' &&
        t.respStatus === 'APPROVED' &&
        day(t.at) < '2026-03-15',
    );
    const tx = rows[n]!;
    const openedAt = tx.at + 26 * H;
    const resolved = status.startsWith('RESOLVED');
    const reviewer = term.tenantId === 11 ? 'agnieszka.kowalczyk' : 'tereza.novakova';
    const assigned = status !== 'OPEN';
    store.disputes.push({
      id: disputeId,
      caseNumber: `RK/${2026}/${disputeId}`,
      status,
      reasonCode: reasons[i % reasons.length]!,
      txId: tx.id,
      terminalCode: term.code,
      amount: i % 3 === 1 ? Math.round(tx.amtComp / 2) : tx.amtComp,
      openedAt,
      dueDate: day(openedAt + 45 * DAY),
      comment: i % 2 ? 'Reklamacja zgłoszona w oddziale' : null,
      queue: i % 2 ? 'CHARGEBACKS' : 'FIRST_LINE',
      assignedTo: assigned ? reviewer : null,
      assignedAt: assigned ? openedAt + 3 * H : null,
      outcome: status === 'RESOLVED_ACCEPTED' ? 'CREDITED' : status === 'RESOLVED_REJECTED' ? 'REJECTED' : null,
      resolvedAt: resolved ? openedAt + 50 * H : null,
      note: resolved ? 'Weryfikacja dziennika i kasety' : null,
      reviewer: resolved ? reviewer : null,
      reviewedAt: resolved ? openedAt + 49 * H : null,
    });
    disputeId++;
  };
  terminals.forEach((t, i) =>
    addDispute(t, 0, ['OPEN', 'UNDER_REVIEW', 'RESOLVED_ACCEPTED', 'RESOLVED_REJECTED'][i % 4]!, i),
  );
  terminals.forEach((t, i) => {
    if (i % 2 === 0) addDispute(t, 1, ['UNDER_REVIEW', 'RESOLVED_REJECTED', 'OPEN'][(i / 2) % 3]!, i + 3);
  });

  // Operations data
  const admin = (t: Terminal): string => (t.tenantId === 11 ? 'agnieszka.kowalczyk' : 'tereza.novakova');
  const types = ['RESTART', 'SYNC_CLOCK', 'PULL_JOURNAL', 'LOAD_PARAMETERS', 'CLEAR_ALERTS'];
  let id = 60001;
  terminals.forEach((t, i) => {
    for (let k = 0; k < 4; k++) {
      const queuedAt = NOW - (k * 19 + 1) * H - i * 3 * MIN;
      const status = k === 0 ? 'QUEUED' : k === 2 && i % 3 === 0 ? 'FAILED' : 'COMPLETED';
      store.commands.push({
        id: id++,
        terminalCode: t.code,
        type: types[(i + k) % types.length]!,
        status,
        requestedBy: admin(t),
        queuedAt,
        completedAt: status === 'QUEUED' ? null : queuedAt + 95_000,
        result: status === 'QUEUED' ? null : status === 'FAILED' ? 'TIMEOUT' : 'OK',
      });
    }
  });
  id = 80001;
  terminals.forEach((t, i) => {
    for (let k = 0; k < 2; k++) {
      const createdAt = NOW - (k * 60 + 4) * H - i * 11 * MIN;
      const status = k === 0 ? ['RUNNING', 'SUCCEEDED', 'FAILED'][i % 3]! : 'SUCCEEDED';
      store.jobs.push({
        id: id++,
        terminalCode: t.code,
        type: k === 0 ? 'PARAMETER_ROLLOUT' : 'SOFTWARE_UPDATE',
        status,
        revision: 14 - k,
        createdAt,
        finishedAt: status === 'RUNNING' ? null : createdAt + 7 * MIN,
      });
    }
  });
  id = 30001;
  terminals.forEach((t, i) => {
    const kinds: [string, string, string][] = [
      ['CASH_LOW', 'WARNING', 'Cassette 1 below threshold'],
      ['DISPENSER_FAULT', 'CRITICAL', 'Dispenser reports a jam'],
      ['DECLINE_SPIKE', 'WARNING', 'Declines above the baseline'],
    ];
    const [type, severity, message] =
      t.state === 'OUT_OF_SERVICE'
        ? (['HEARTBEAT_STALE', 'CRITICAL', 'No heartbeat for more than 15 minutes'] as [string, string, string])
        : kinds[i % 3]!;
    store.alerts.push({
      id: id++,
      terminalCode: t.code,
      type,
      severity,
      status: 'OPEN',
      raisedAt: NOW - 5 * H + i * 5 * MIN,
      message,
    });
    if (i % 2 === 0)
      store.alerts.push({
        id: id++,
        terminalCode: t.code,
        type: 'COMMUNICATION_FLAPPING',
        severity: 'INFO',
        status: 'CLOSED',
        raisedAt: NOW - 30 * H - i * 5 * MIN,
        message: 'Link went up and down four times',
      });
  });
  id = 20001;
  terminals.forEach((t, i) => {
    const entries: [string, string][] = [
      ['LOGON', 'Switch logon accepted'],
      ['KEY_EXCHANGE', 'Working key exchange completed'],
      ['ECHO_TIMEOUT', 'Echo test without answer'],
      ['CUTOVER', 'Business day cutover'],
    ];
    entries.forEach(([eventCode, message], k) =>
      store.journal.push({
        id: id++,
        terminalCode: t.code,
        at: NOW - (k * 7 + 2) * H - i * 4 * MIN,
        eventCode,
        message,
      }),
    );
  });
  id = 10001;
  terminals.forEach((t, i) => {
    store.statusEvents.push({
      id: id++,
      terminalCode: t.code,
      at: t.lastHeartbeat,
      kind: 'HEARTBEAT',
      message: `Last heartbeat received`,
    });
    store.statusEvents.push({
      id: id++,
      terminalCode: t.code,
      at: NOW - 6 * H - i * 9 * MIN,
      kind: 'STATUS_CHANGE',
      message: `State changed to ${t.state}`,
    });
  });
  id = 15001;
  terminals.forEach((t, i) =>
    store.forms.push({
      id: id++,
      terminalCode: t.code,
      type: ['SERVICE_REPORT', 'CASH_REPLENISHMENT', 'SITE_INSPECTION'][i % 3]!,
      title: `${['Protokół serwisowy', 'Zasilenie gotówką', 'Przegląd lokalizacji'][i % 3]} ${t.code}`,
      submittedBy: admin(t),
      submittedAt: NOW - (i * 5 + 3) * H,
    }),
  );
  id = 25001;
  terminals.forEach((t, i) =>
    store.vault.push({
      id: id++,
      terminalCode: t.code,
      type: ['PCI_PTS_CERTIFICATE', 'SITE_LEASE', 'INSURANCE_POLICY'][i % 3]!,
      status: i % 4 === 3 ? 'EXPIRING' : 'VALID',
      expiresOn: day(NOW + (i % 4 === 3 ? 20 : 200 + i) * DAY),
    }),
  );
  return store;
}
