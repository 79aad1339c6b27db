// @ts-nocheck: written without noUncheckedIndexedAccess
// In-memory data. Deterministic: fixed "now", seeded generator. createStore() returns fresh state on every call.

export const NOW = Date.UTC(2025, 2, 14, 14, 30, 0); // 2025-03-14T15:30:00+01:00 in Warsaw

export interface Organization {
  id: number;
  code: string;
  name: string;
  country: string;
  currency: string;
  timeZone: string;
  offset: number;
  branding: { logo: string; color: string; supportEmail: string; domain: string; dnsStatus: string; cname: string };
}
export interface Account {
  id: number;
  code: string;
  name: string;
  organization: Organization;
  contactEmail: string;
  phone: string;
  address: string;
  taxId: string;
  status: string;
  onboarding: string;
}
export interface Site {
  id: number;
  code: string;
  name: string;
  street: string;
  city: string;
  postalCode: string;
  country: string;
  latitude: string | null;
  longitude: string | null;
  account: Account;
  openingHours: string;
  riskLevel: string;
}
export interface Connector {
  id: number;
  code: string;
  name: string;
  organization: Organization;
  protocol: string;
  host: string;
  port: number;
  status: string;
  statusChangedAt: number;
  averageResponseMs: number;
}
export interface Terminal {
  id: number;
  code: string;
  name: string;
  account: Account;
  site: Site;
  connector: Connector;
  model: string;
  serialNumber: string;
  status: string;
  statusChangedAt: number;
  lastHeartbeatAt: number;
  softwareVersion: string;
  isRecycler: boolean;
  surcharge: number;
  cassettes: { position: number; denomination: number; notes: number }[];
  signal: number;
  temperature: string;
  uptime: number;
}
export interface Group {
  id: number;
  code: string;
  name: string;
  description: string;
  organization: Organization;
  terminals: Terminal[];
  createdAt: number;
}
export type Visibility =
  | { kind: 'organization' }
  | { kind: 'account'; account: string }
  | { kind: 'terminals'; codes: string[] };
export interface User {
  id: number;
  code: string;
  name: string;
  email: string;
  role: string;
  locale: string;
  organization: Organization;
  visibility: Visibility;
  apiKey: string | null;
  status: string;
}
export interface Transaction {
  id: number;
  code: string;
  terminal: Terminal;
  time: number;
  type: string;
  sequence: number;
  accountType: string;
  emv: string | null;
  responseCode: string;
  response: string;
  amountRequested: number;
  amountCompleted: number;
  surchargeRequested: number;
  surchargeCompleted: number;
  cardScheme: string;
  originalCode: string | null;
  original: Transaction | null;
  card: { pan: string; track2: string; pinBlock: string };
}
export interface Settlement {
  id: number;
  code: string;
  account: Account;
  status: string;
  businessDate: string;
  creditEntries: number;
  debitEntries: number;
  creditTotal: number;
  debitTotal: number;
  cutoffAt: number;
  createdAt: number;
  submittedAt: number | null;
  settledAt: number | null;
  effectiveDate: string;
}
export interface Dispute {
  id: number;
  code: string;
  transaction: Transaction;
  status: string;
  reasonCode: string;
  amount: number;
  dueOn: string;
  note: string;
  openedAt: number;
  assignee: User | null;
  assignedAt: number | null;
  outcome: string | null;
  resolutionNote: string | null;
  resolvedAt: number | null;
  reviewer: User | null;
  reviewedAt: number | null;
}
export interface Command {
  id: number;
  code: string;
  terminal: Terminal;
  type: string;
  status: string;
  channel: string;
  queuedAt: number;
  completedAt: number | null;
  result: string | null;
}
export interface Job {
  id: number;
  code: string;
  terminal: Terminal;
  type: string;
  status: string;
  version: string;
  startedAt: number;
  finishedAt: number | null;
  message: string;
}
export interface Alert {
  id: number;
  code: string;
  terminal: Terminal;
  event: string;
  severity: string;
  status: string;
  message: string;
  raisedAt: number;
  clearedAt: number | null;
}
export interface JournalEntry {
  id: number;
  terminal: Terminal;
  connector: Connector;
  time: number;
  messageType: string;
  direction: string;
  text: string;
}
export interface Form {
  id: number;
  code: string;
  type: string;
  title: string;
  terminal: Terminal;
  status: string;
  submittedAt: number;
}
export interface VaultItem {
  id: number;
  code: string;
  terminal: Terminal;
  type: string;
  title: string;
  status: string;
  expiresOn: string;
}
export interface DocumentFile {
  id: number;
  code: string;
  account: Account;
  title: string;
  fileName: string;
  uploadedAt: number;
}
export interface Video {
  id: number;
  code: string;
  organization: Organization;
  title: string;
  url: string;
  durationSeconds: number;
}

export interface Store {
  organizations: Organization[];
  accounts: Account[];
  sites: Site[];
  connectors: Connector[];
  terminals: Terminal[];
  groups: Group[];
  users: User[];
  transactions: Transaction[];
  settlements: Settlement[];
  disputes: Dispute[];
  commands: Command[];
  jobs: Job[];
  alerts: Alert[];
  journal: JournalEntry[];
  forms: Form[];
  vault: VaultItem[];
  documents: DocumentFile[];
  videos: Video[];
}

export const KEYS: readonly (readonly [string, string, string])[] = [
  ['wisla-administrator', 'anowak', 'wsl_adm_5fK93hQzT1xVbN07pLwR'],
  ['wisla-auditor', 'twojcik', 'wsl_aud_Qm28RtYc6JdXs41uHgEa'],
  ['wisla-account-manager-malopolska', 'kzielinska', 'wsl_mgr_Zb70KvPn3WqLf95oTiCe'],
  ['wisla-field-technician', 'plewandowski', 'wsl_tec_Hx64DsJm8UyBr12aGkVo'],
  ['northgate-administrator', 'ohughes', 'ngc_adm_Lt39FpXe7CwNz58iQbSu'],
  ['northgate-viewer-north-east', 'eclarke', 'ngc_vwr_Gd15MjRk4ZhTo83yWnPq'],
];

const MINUTE = 60_000,
  HOUR = 3_600_000,
  DAY = 86_400_000;

function generator(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date + 'T00:00:00Z') + days * DAY).toISOString().slice(0, 10);
}
export function localDate(time: number, offset: number): string {
  return new Date(time + offset * MINUTE).toISOString().slice(0, 10);
}
export function localTime(date: string, clock: string, offset: number): number {
  return Date.parse(`${date}T${clock}Z`) - offset * MINUTE;
}

/** Totals of one account and one business date, from the transactions. */
export function settle(
  store: Store,
  account: Account,
  businessDate: string,
): { creditEntries: number; debitEntries: number; creditTotal: number; debitTotal: number } {
  const sum = { creditEntries: 0, debitEntries: 0, creditTotal: 0, debitTotal: 0 };
  for (const t of store.transactions) {
    if (t.terminal.account !== account || localDate(t.time, account.organization.offset) !== businessDate) continue;
    if (t.type === 'cash_deposit' && t.amountCompleted > 0) {
      sum.debitEntries += 1;
      sum.debitTotal += t.amountCompleted;
    }
    const credit = (t.type === 'withdrawal' ? t.amountCompleted : 0) + t.surchargeCompleted;
    if (credit > 0) {
      sum.creditEntries += 1;
      sum.creditTotal += credit;
    }
  }
  return sum;
}

const CARDS: readonly (readonly [string, string])[] = [
  ['4111111111111111', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['4012888888881881', 'visa'],
  ['5105105105105100', 'mastercard'],
  ['4222222222222', 'visa'],
];
const DECLINES: readonly (readonly [string, string])[] = [
  ['51', 'Insufficient funds'],
  ['55', 'Incorrect PIN'],
  ['61', 'Exceeds withdrawal limit'],
  ['05', 'Do not honour'],
];

export function createStore(): Store {
  const random = generator(20250314);
  const wisla: Organization = {
    id: 1,
    code: 'WISLA',
    name: 'Bankomaty Wisła Sp. z o.o.',
    country: 'PL',
    currency: 'PLN',
    timeZone: 'Europe/Warsaw',
    offset: 60,
    branding: {
      logo: 'https://cdn.wisla-bankomaty.example/logo.svg',
      color: '#0B5FA5',
      supportEmail: 'pomoc@wisla-bankomaty.example',
      domain: 'portal.wisla-bankomaty.example',
      dnsStatus: 'verified',
      cname: 'tenants.fleet-portal.example',
    },
  };
  const northgate: Organization = {
    id: 2,
    code: 'NORTHGATE',
    name: 'Northgate Cash Ltd',
    country: 'GB',
    currency: 'GBP',
    timeZone: 'Europe/London',
    offset: 0,
    branding: {
      logo: 'https://cdn.northgatecash.example/logo.svg',
      color: '#7A1F2B',
      supportEmail: 'support@northgatecash.example',
      domain: 'fleet.northgatecash.example',
      dnsStatus: 'pending_verification',
      cname: 'tenants.fleet-portal.example',
    },
  };
  const account = (
    id: number,
    code: string,
    name: string,
    organization: Organization,
    contactEmail: string,
    phone: string,
    address: string,
    taxId: string,
    onboarding: string,
  ): Account => ({ id, code, name, organization, contactEmail, phone, address, taxId, status: 'active', onboarding });
  const accounts = [
    account(
      11,
      'WIS-MAZ',
      'Wisła Mazowsze',
      wisla,
      'mazowsze@wisla-bankomaty.example',
      '+48 22 555 01 10',
      'ul. Puławska 182, 02-670 Warszawa',
      'PL5252000011',
      'completed',
    ),
    account(
      12,
      'WIS-MAL',
      'Wisła Małopolska',
      wisla,
      'malopolska@wisla-bankomaty.example',
      '+48 12 555 02 20',
      'ul. Pawia 9, 31-154 Kraków',
      'PL6762000022',
      'in_progress',
    ),
    account(
      13,
      'NGC-NE',
      'Northgate North East',
      northgate,
      'northeast@northgatecash.example',
      '+44 191 555 0130',
      '12 Grey Street, Newcastle upon Tyne NE1 6AE',
      'GB100200313',
      'completed',
    ),
    account(
      14,
      'NGC-SC',
      'Northgate Scotland',
      northgate,
      'scotland@northgatecash.example',
      '+44 131 555 0140',
      '4 Waverley Bridge, Edinburgh EH1 1BQ',
      'GB100200314',
      'completed',
    ),
  ];
  const connector = (
    id: number,
    code: string,
    name: string,
    organization: Organization,
    protocol: string,
    host: string,
    port: number,
    status: string,
    averageResponseMs: number,
  ): Connector => ({
    id,
    code,
    name,
    organization,
    protocol,
    host,
    port,
    status,
    statusChangedAt: NOW - (id - 78) * 5 * HOUR,
    averageResponseMs,
  });
  const connectors = [
    connector(81, 'CON-MSW', 'Mazowiecki Switch', wisla, 'iso8583', 'switch.mazowsze.example', 7001, 'up', 214),
    connector(82, 'CON-PLP', 'Płatności Polskie Host', wisla, 'ndc', 'host.platnosci.example', 7443, 'degraded', 871),
    connector(83, 'CON-KSR', 'Krakowski Switch Regionalny', wisla, 'iso8583', 'switch.krakow.example', 7001, 'up', 245),
    connector(
      84,
      'CON-TYN',
      'Tyneside Interchange',
      northgate,
      'iso8583',
      'interchange.tyneside.example',
      9100,
      'up',
      188,
    ),
    connector(85, 'CON-CAL', 'Caledonian Host', northgate, 'ndc', 'host.caledonian.example', 9443, 'down', 0),
  ];
  const sites: Site[] = [];
  const site = (
    code: string,
    name: string,
    street: string,
    city: string,
    postalCode: string,
    latitude: string | null,
    longitude: string | null,
    accountIndex: number,
    openingHours: string,
    riskLevel = 'low',
  ): void => {
    const owner = accounts[accountIndex]!;
    sites.push({
      id: 201 + sites.length,
      code,
      name,
      street,
      city,
      postalCode,
      country: owner.organization.country,
      latitude,
      longitude,
      account: owner,
      openingHours,
      riskLevel,
    });
  };
  site(
    'LOC-WAW-MOK',
    'Galeria Mokotów',
    'ul. Wołoska 12',
    'Warszawa',
    '02-675',
    '52.179900',
    '21.003900',
    0,
    'Mon-Sat 09:00-22:00',
  );
  site(
    'LOC-WAW-CEN',
    'Dworzec Centralny',
    'Al. Jerozolimskie 54',
    'Warszawa',
    '00-024',
    '52.228700',
    '21.003200',
    0,
    '24/7',
    'medium',
  );
  site(
    'LOC-WAW-PUL',
    'Sklep Żak & Synowie',
    'ul. Puławska 45',
    'Warszawa',
    '02-508',
    '52.205100',
    '21.023800',
    0,
    'Mon-Sun 06:00-23:00',
  );
  site(
    'LOC-WAW-LOT',
    'Lotnisko Chopina',
    'ul. Żwirki i Wigury 1',
    'Warszawa',
    '00-906',
    '52.165700',
    '20.967100',
    0,
    '24/7',
  );
  site('LOC-PLO-RYN', 'Płock Stary Rynek', 'Stary Rynek 8', 'Płock', '09-400', null, null, 0, '24/7');
  site(
    'LOC-RAD-ZER',
    'Radom Żeromskiego',
    'ul. Żeromskiego 31',
    'Radom',
    '26-600',
    '51.402700',
    '21.147100',
    0,
    'Mon-Fri 08:00-20:00',
  );
  site(
    'LOC-KRK-RYN',
    'Kraków Rynek Główny',
    'Rynek Główny 27',
    'Kraków',
    '31-010',
    '50.061700',
    '19.937300',
    1,
    '24/7',
    'medium',
  );
  site('LOC-KRK-DWO', 'Dworzec Kraków Główny', 'ul. Pawia 5A', 'Kraków', '31-154', '50.067500', '19.947500', 1, '24/7');
  site(
    'LOC-ZAK-KRU',
    'Zakopane Krupówki',
    'ul. Krupówki 40',
    'Zakopane',
    '34-500',
    '49.293600',
    '19.953800',
    1,
    '24/7',
    'high',
  );
  site(
    'LOC-TAR-KRA',
    'Tarnów Krakowska',
    'ul. Krakowska 149',
    'Tarnów',
    '33-100',
    '50.012100',
    '20.985800',
    1,
    'Mon-Sat 07:00-21:00',
  );
  site('LOC-NSA-RYN', 'Nowy Sącz Rynek', 'Rynek 14', 'Nowy Sącz', '33-300', null, null, 1, '24/7');
  site(
    'LOC-NCL-ELD',
    'Eldon Square',
    'Percy Street',
    'Newcastle upon Tyne',
    'NE1 7JB',
    '54.976100',
    '-1.614800',
    2,
    'Mon-Sun 08:00-20:00',
  );
  site(
    'LOC-NCL-CEN',
    'Central Station',
    'Neville Street',
    'Newcastle upon Tyne',
    'NE1 5DL',
    '54.968300',
    '-1.617300',
    2,
    '24/7',
    'medium',
  );
  site(
    'LOC-NCL-ARC',
    'Grainger & Clayton Arcade',
    'Grainger Street',
    'Newcastle upon Tyne',
    'NE1 5JQ',
    '54.970900',
    '-1.615500',
    2,
    'Mon-Sat 08:00-18:00',
  );
  site('LOC-DUR-MKT', 'Durham Market Place', '9 Market Place', 'Durham', 'DH1 3NJ', null, null, 2, '24/7');
  site(
    'LOC-SUN-BRI',
    'Sunderland Bridges',
    'West Street',
    'Sunderland',
    'SR1 3LA',
    '54.905900',
    '-1.383100',
    2,
    'Mon-Sun 09:00-18:00',
  );
  site(
    'LOC-EDI-WAV',
    'Edinburgh Waverley',
    'Waverley Bridge',
    'Edinburgh',
    'EH1 1BQ',
    '55.951900',
    '-3.189900',
    3,
    '24/7',
  );
  site(
    'LOC-GLA-BUC',
    'Glasgow Buchanan Street',
    '220 Buchanan Street',
    'Glasgow',
    'G1 2FF',
    '55.863700',
    '-4.252500',
    3,
    '24/7',
    'medium',
  );
  site(
    'LOC-ABD-UNI',
    'Aberdeen Union Square',
    'Guild Street',
    'Aberdeen',
    'AB11 5RG',
    '57.143900',
    '-2.096500',
    3,
    'Mon-Sun 07:00-22:00',
  );

  const terminals: Terminal[] = [];
  const terminal = (
    code: string,
    name: string,
    siteCode: string,
    connectorCode: string,
    model: string,
    status: string,
    silentMinutes: number,
    isRecycler: boolean,
    surcharge: number,
  ): void => {
    const place = sites.find((s) => s.code === siteCode)!;
    const polish = place.country === 'PL';
    const n = terminals.length;
    terminals.push({
      id: 501 + n,
      code,
      name,
      account: place.account,
      site: place,
      connector: connectors.find((c) => c.code === connectorCode)!,
      model,
      serialNumber: `SN${70210 + n * 37}`,
      status,
      statusChangedAt:
        status === 'offline' ? NOW - (silentMinutes - 5) * MINUTE : NOW - silentMinutes * MINUTE - (n + 1) * 3 * HOUR,
      lastHeartbeatAt: NOW - silentMinutes * MINUTE - n * 1000,
      softwareVersion: n % 3 === 0 ? '6.4.2' : '6.5.0',
      isRecycler,
      surcharge,
      cassettes: polish
        ? [
            { position: 1, denomination: 5000, notes: 900 - n * 40 },
            { position: 2, denomination: 10000, notes: 1200 - n * 55 },
            { position: 3, denomination: 20000, notes: status === 'degraded' ? 0 : 260 + n * 11 },
          ]
        : [
            { position: 1, denomination: 1000, notes: 1500 - n * 51 },
            { position: 2, denomination: 2000, notes: status === 'degraded' ? 35 : 1100 - n * 30 },
          ],
      signal: 60 + ((n * 17) % 40),
      temperature: (18 + (n % 7) + 0.5).toFixed(1),
      uptime: 86400 * (3 + (n % 11)) + n * 613,
    });
  };
  terminal('WAW-001', 'Mokotów wejście A', 'LOC-WAW-MOK', 'CON-MSW', 'NCR 6623', 'online', 2, false, 499);
  terminal('WAW-002', 'Mokotów poziom 1', 'LOC-WAW-MOK', 'CON-MSW', 'NCR 6684', 'online', 1, true, 0);
  terminal('WAW-003', 'Centralny hala główna', 'LOC-WAW-CEN', 'CON-MSW', 'Wincor CS 280', 'degraded', 4, false, 500);
  terminal('WAW-004', 'Żak & Synowie', 'LOC-WAW-PUL', 'CON-MSW', 'Hyosung MX 5300', 'online', 3, false, 500);
  terminal('WAW-005', 'Lotnisko przyloty', 'LOC-WAW-LOT', 'CON-MSW', 'NCR 6623', 'online', 2, false, 1299);
  terminal('WAW-006', 'Lotnisko odloty', 'LOC-WAW-LOT', 'CON-MSW', 'NCR 6623', 'offline', 190, false, 1299);
  terminal('PLO-007', 'Płock ratusz', 'LOC-PLO-RYN', 'CON-PLP', 'Hyosung MX 5300', 'online', 5, false, 500);
  terminal('RAD-008', 'Radom deptak', 'LOC-RAD-ZER', 'CON-PLP', 'Wincor CS 280', 'online', 1, false, 450);
  terminal('KRK-009', 'Rynek Główny lewy', 'LOC-KRK-RYN', 'CON-KSR', 'NCR 6684', 'online', 2, true, 0);
  terminal('KRK-010', 'Rynek Główny prawy', 'LOC-KRK-RYN', 'CON-KSR', 'NCR 6623', 'degraded', 6, false, 999);
  terminal('KRK-011', 'Dworzec Główny peron 1', 'LOC-KRK-DWO', 'CON-KSR', 'Wincor CS 280', 'online', 3, false, 500);
  terminal('ZAK-012', 'Krupówki 40', 'LOC-ZAK-KRU', 'CON-PLP', 'Hyosung MX 5300', 'online', 2, false, 999);
  terminal('TAR-013', 'Tarnów galeria', 'LOC-TAR-KRA', 'CON-PLP', 'NCR 6684', 'online', 4, true, 0);
  terminal('NSA-014', 'Nowy Sącz ratusz', 'LOC-NSA-RYN', 'CON-PLP', 'Wincor CS 280', 'offline', 1415, false, 500);
  terminal('NCL-101', 'Eldon Square north', 'LOC-NCL-ELD', 'CON-TYN', 'NCR 6623', 'online', 1, false, 99);
  terminal('NCL-102', 'Eldon Square south', 'LOC-NCL-ELD', 'CON-TYN', 'NCR 6684', 'online', 2, true, 0);
  terminal(
    'NCL-103',
    'Central Station concourse',
    'LOC-NCL-CEN',
    'CON-TYN',
    'Hyosung MX 5300',
    'degraded',
    3,
    false,
    175,
  );
  terminal('NCL-104', 'Grainger & Clayton', 'LOC-NCL-ARC', 'CON-TYN', 'Hyosung MX 5300', 'online', 2, false, 199);
  terminal('DUR-105', 'Durham Market Place', 'LOC-DUR-MKT', 'CON-TYN', 'Wincor CS 280', 'offline', 320, false, 150);
  terminal('SUN-106', 'Sunderland Bridges', 'LOC-SUN-BRI', 'CON-TYN', 'NCR 6623', 'online', 1, false, 99);
  terminal('EDI-107', 'Waverley platform 2', 'LOC-EDI-WAV', 'CON-TYN', 'NCR 6623', 'online', 2, false, 199);
  terminal('EDI-108', 'Waverley mall', 'LOC-EDI-WAV', 'CON-CAL', 'NCR 6684', 'offline', 75, true, 0);
  terminal('GLA-109', 'Buchanan Street', 'LOC-GLA-BUC', 'CON-CAL', 'Wincor CS 280', 'degraded', 75, false, 175);
  terminal('ABD-110', 'Union Square', 'LOC-ABD-UNI', 'CON-CAL', 'Hyosung MX 5300', 'offline', 75, false, 150);

  const t = (code: string): Terminal => terminals.find((x) => x.code === code)!;
  const groups: Group[] = [];
  const group = (code: string, name: string, description: string, organization: Organization, codes: string): void => {
    groups.push({
      id: 71 + groups.length,
      code,
      name,
      description,
      organization,
      terminals: codes.split(' ').map(t),
      createdAt: Date.UTC(2024, 8, 2 + groups.length * 9, 9, 15),
    });
  };
  group(
    'GRP-WAW',
    'Warszawa miasto',
    'Bankomaty w granicach Warszawy',
    wisla,
    'WAW-001 WAW-002 WAW-003 WAW-004 WAW-005 WAW-006',
  );
  group('GRP-TUR', 'Małopolska turystyczna', 'Lokalizacje sezonowe', wisla, 'KRK-009 KRK-010 ZAK-012');
  group('GRP-247', 'Całodobowe', 'Dostępne 24/7', wisla, 'WAW-003 WAW-005 KRK-010 KRK-011 NSA-014');
  group('GRP-REC', 'Recyklery', 'Wpłatomaty i recyklery', wisla, 'WAW-002 KRK-009 TAR-013');
  group('GRP-NCL', 'Newcastle city', 'City centre machines', northgate, 'NCL-101 NCL-102 NCL-103 NCL-104');
  group('GRP-SCO', 'Scotland', 'All Scottish machines', northgate, 'EDI-107 EDI-108 GLA-109 ABD-110');
  group('GRP-24H', '24-hour sites', 'Sites with round-the-clock access', northgate, 'NCL-103 DUR-105 EDI-107 GLA-109');
  group('GRP-DEP', 'Deposit machines', 'Cash-in enabled', northgate, 'NCL-102 EDI-108');

  const users: User[] = [];
  const user = (
    code: string,
    name: string,
    role: string,
    locale: string,
    organization: Organization,
    visibility: Visibility,
    status = 'active',
  ): void => {
    const domain = organization === wisla ? 'wisla-bankomaty.example' : 'northgatecash.example';
    users.push({
      id: 31 + users.length,
      code,
      name,
      email: `${code}@${domain}`,
      role,
      locale,
      organization,
      visibility,
      apiKey: KEYS.find((k) => k[1] === code)?.[2] ?? null,
      status,
    });
  };
  user('anowak', 'Agnieszka Nowak', 'administrator', 'pl', wisla, { kind: 'organization' });
  user('twojcik', 'Tomasz Wójcik', 'auditor', 'pl', wisla, { kind: 'organization' });
  user('kzielinska', 'Katarzyna Zielińska', 'account_manager', 'pl', wisla, { kind: 'account', account: 'WIS-MAL' });
  user('plewandowski', 'Piotr Lewandowski', 'field_technician', 'pl', wisla, {
    kind: 'terminals',
    codes: ['WAW-001', 'WAW-004', 'KRK-010', 'ZAK-012', 'NSA-014'],
  });
  user('mwisniewski', 'Marek Wiśniewski', 'auditor', 'pl', wisla, { kind: 'organization' }, 'invited');
  user('jkaminska', 'Joanna Kamińska', 'viewer', 'pl', wisla, { kind: 'account', account: 'WIS-MAL' });
  user('rdabrowski', 'Robert Dąbrowski', 'account_manager', 'pl', wisla, { kind: 'account', account: 'WIS-MAZ' });
  user('ohughes', 'Oliver Hughes', 'administrator', 'en', northgate, { kind: 'organization' });
  user('eclarke', 'Emily Clarke', 'viewer', 'en', northgate, { kind: 'account', account: 'NGC-NE' });
  user('jbell', 'James Bell', 'account_manager', 'en', northgate, { kind: 'account', account: 'NGC-NE' });
  user('fstewart', 'Fiona Stewart', 'account_manager', 'en', northgate, { kind: 'account', account: 'NGC-SC' });

  // Transactions
  const drafts: Transaction[] = [];
  const amounts = {
    PLN: [5000, 10000, 15000, 20000, 30000, 40000, 50000, 80000, 90000, 100000, 150000, 200000],
    GBP: [1000, 2000, 3000, 4000, 5000, 6000, 8000, 9000, 10000, 15000, 20000, 25000],
  };
  terminals.forEach((machine, index) => {
    const offset = machine.account.organization.offset;
    const times: number[] = [];
    const count = 15 + ((index * 5) % 6);
    for (let i = 0; i < count; i += 1) {
      const day = 1 + Math.floor((i * 14) / count);
      const hour = day === 14 ? 6 + random(8) : 6 + random(17);
      times.push(
        localTime(
          `2025-03-${String(day).padStart(2, '0')}`,
          `${String(hour).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}`,
          offset,
        ),
      );
    }
    times.sort((a, b) => a - b);
    while (times.length > 0 && times[times.length - 1]! > machine.lastHeartbeatAt - 2 * MINUTE) times.pop(); // a silent terminal has no transactions
    let sequence = 1000 + index * 131;
    const step = 3 + (index % 5);
    const list = amounts[machine.account.organization.currency as 'PLN' | 'GBP'];
    times.forEach((time, i) => {
      const [pan, cardScheme] = CARDS[random(CARDS.length)]!;
      const roll = (i * 7 + index * 3 + random(3)) % 20;
      const kind =
        (i + step) % 8 === 0
          ? 'balance_inquiry'
          : machine.isRecycler && i % 4 === 2
            ? 'cash_deposit'
            : (i + index) % 15 === 9
              ? 'pin_change'
              : (i + index) % 17 === 11
                ? 'mini_statement'
                : 'withdrawal';
      const row: Transaction = {
        id: 0,
        code: '',
        terminal: machine,
        time,
        type: kind,
        sequence: sequence++,
        accountType: ['checking', 'checking', 'savings', 'credit'][random(4)]!,
        emv: [0, 7].includes((i + index) % 9) ? null : ['chip', 'chip', 'contactless', 'fallback'][random(4)]!,
        responseCode: '00',
        response: 'Approved',
        amountRequested: 0,
        amountCompleted: 0,
        surchargeRequested: 0,
        surchargeCompleted: 0,
        cardScheme,
        originalCode: null,
        original: null,
        card: {
          pan,
          track2: `;${pan}=27122010000012345678?`,
          pinBlock: `7B${(3000 + index * 97 + i).toString(16).toUpperCase()}9C4D1E8FA2`.slice(0, 16).padEnd(16, '0'),
        },
      };
      if (kind === 'withdrawal') {
        row.amountRequested = list[random(list.length)]!;
        row.surchargeRequested = machine.surcharge;
        if (roll === 4 || roll === 11 || i === 5) {
          [row.responseCode, row.response] = DECLINES[random(DECLINES.length)]!;
        } else if (i === 8 || roll === 17) {
          row.responseCode = '21';
          row.response = 'Reversed';
        } else if ((i === 3 || roll === 8) && row.amountRequested > 2 * list[0]!) {
          row.responseCode = '10';
          row.response = 'Approved partially';
          row.amountCompleted = row.amountRequested - list[0]! * (row.amountRequested >= 4 * list[0]! ? 2 : 1);
          row.surchargeCompleted = row.surchargeRequested;
        } else {
          row.amountCompleted = row.amountRequested;
          row.surchargeCompleted = row.surchargeRequested;
        }
      } else if (kind === 'cash_deposit') {
        row.amountRequested = list[random(list.length)]! + 2 * list[0]!;
        if (roll === 4) [row.responseCode, row.response] = ['05', 'Do not honour'];
        else row.amountCompleted = row.amountRequested;
      } else if (kind === 'balance_inquiry' && machine.account.organization === wisla && machine.surcharge > 0) {
        row.surchargeRequested = 200;
        row.surchargeCompleted = 200;
      }
      drafts.push(row);
      if (row.responseCode === '21') {
        drafts.push({
          ...row,
          time: time + 41_000,
          type: 'reversal',
          sequence: sequence++,
          emv: null,
          responseCode: '00',
          response: 'Approved',
          surchargeRequested: row.surchargeRequested,
          original: row,
          card: { ...row.card },
        });
      }
    });
  });
  drafts.sort((a, b) => a.time - b.time || a.terminal.id - b.terminal.id || a.sequence - b.sequence);
  drafts.forEach((row, i) => {
    row.id = 90001 + i;
    row.code = `TRX-${localDate(row.time, row.terminal.account.organization.offset).slice(2).replaceAll('-', '')}-${String(4100 + i * 3).padStart(6, '0')}`;
  });
  for (const row of drafts) if (row.original !== null) row.originalCode = row.original.code;

  const store: Store = {
    organizations: [wisla, northgate],
    accounts,
    sites,
    connectors,
    terminals,
    groups,
    users,
    transactions: drafts,
    settlements: [],
    disputes: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    forms: [],
    vault: [],
    documents: [],
    videos: [],
  };

  // Settlements: derived for business dates 1 to 12 March; the 13th is still to derive; the 14th is not closed.
  for (let day = 1; day <= 12; day += 1) {
    for (const owner of accounts) {
      const businessDate = `2025-03-${String(day).padStart(2, '0')}`;
      const offset = owner.organization.offset;
      const next = addDays(businessDate, 1);
      const status =
        day === 12
          ? 'pending'
          : day === 11
            ? 'submitted'
            : (day === 6 && owner.id % 2 === 0) || (day === 8 && owner.id === 13)
              ? 'returned'
              : 'settled';
      const effectiveDate = addDays(businessDate, 3);
      store.settlements.push({
        id: 3001 + store.settlements.length,
        code: `ACH-${businessDate.replaceAll('-', '')}-${owner.code}`,
        account: owner,
        status,
        businessDate,
        ...settle(store, owner, businessDate),
        cutoffAt: localTime(businessDate, '23:59:59', offset),
        createdAt: localTime(next, '02:15:00', offset),
        submittedAt: status === 'pending' ? null : localTime(next, '06:00:00', offset),
        settledAt: status === 'settled' ? localTime(effectiveDate, '11:30:00', offset) : null,
        effectiveDate,
      });
    }
  }

  // Disputes: [terminal, n-th suitable withdrawal, status, reason, days ago]
  const plan: [string, number, string, string, number][] = [
    ['WAW-001', 1, 'resolved', 'cash_not_dispensed', 9],
    ['WAW-001', 3, 'under_review', 'partial_dispense', 4],
    ['WAW-002', 2, 'open', 'duplicate_charge', 1],
    ['WAW-003', 0, 'resolved', 'partial_dispense', 8],
    ['WAW-004', 2, 'open', 'cash_not_dispensed', 2],
    ['WAW-005', 1, 'awaiting_documents', 'surcharge_dispute', 5],
    ['PLO-007', 1, 'under_review', 'unrecognised_transaction', 6],
    ['KRK-009', 1, 'resolved', 'cash_not_dispensed', 10],
    ['KRK-010', 1, 'awaiting_documents', 'duplicate_charge', 3],
    ['KRK-011', 2, 'under_review', 'cash_not_dispensed', 5],
    ['ZAK-012', 0, 'resolved', 'surcharge_dispute', 9],
    ['TAR-013', 2, 'open', 'partial_dispense', 1],
    ['NSA-014', 3, 'under_review', 'cash_not_dispensed', 4],
    ['NCL-101', 1, 'resolved', 'cash_not_dispensed', 9],
    ['NCL-102', 0, 'under_review', 'duplicate_charge', 5],
    ['NCL-103', 2, 'open', 'partial_dispense', 2],
    ['DUR-105', 1, 'awaiting_documents', 'unrecognised_transaction', 4],
    ['SUN-106', 1, 'resolved', 'surcharge_dispute', 8],
    ['EDI-107', 1, 'under_review', 'cash_not_dispensed', 6],
    ['EDI-108', 0, 'open', 'duplicate_charge', 1],
    ['GLA-109', 1, 'resolved', 'cash_not_dispensed', 10],
    ['ABD-110', 2, 'open', 'cash_not_dispensed', 2],
  ];
  plan.forEach(([code, nth, status, reasonCode, daysAgo], i) => {
    const machine = t(code);
    const organization = machine.account.organization;
    const candidates = drafts.filter((x) => x.terminal === machine && x.type === 'withdrawal' && x.amountCompleted > 0);
    const transaction = candidates[nth]!;
    const openedAt = Math.max(NOW - daysAgo * DAY + i * 7 * MINUTE, transaction.time + 3 * HOUR);
    const staff = users.filter(
      (u) =>
        u.organization === organization &&
        (u.role === 'administrator' ||
          (u.visibility.kind === 'account' &&
            u.role === 'account_manager' &&
            u.visibility.account === machine.account.code)),
    );
    const assignee = status === 'open' ? null : staff[staff.length - 1]!;
    const resolved = status === 'resolved';
    store.disputes.push({
      id: 7001 + i,
      code: `DSP-2025-${String(118 + i).padStart(4, '0')}`,
      transaction,
      status,
      reasonCode,
      amount: reasonCode === 'surcharge_dispute' ? transaction.surchargeCompleted : transaction.amountCompleted,
      dueOn: addDays(localDate(openedAt, organization.offset), 14),
      note: organization === wisla ? 'Klient zgłosił reklamację telefonicznie.' : 'Cardholder claim received by phone.',
      openedAt,
      assignee,
      assignedAt: assignee === null ? null : openedAt + 5 * HOUR,
      outcome: resolved ? (i % 2 === 0 ? 'refunded' : 'rejected') : null,
      resolutionNote: resolved
        ? i % 2 === 0
          ? 'Journal confirms that no cash was presented.'
          : 'Journal shows a complete dispense.'
        : null,
      resolvedAt: resolved ? openedAt + 3 * DAY : null,
      // The reviewer is chosen when the review begins, but published only with the resolution.
      reviewer: resolved || status === 'under_review' ? staff[0]! : null,
      reviewedAt: resolved ? openedAt + 3 * DAY - HOUR : status === 'under_review' ? openedAt + 6 * HOUR : null,
    });
  });

  // Commands, provisioning jobs, switch journal
  const types = ['restart', 'reload_parameters', 'download_software', 'clear_journal', 'synchronise_clock'];
  terminals.forEach((machine, i) => {
    const statuses = [
      'completed',
      i % 4 === 1 ? 'failed' : 'completed',
      i % 3 === 0 ? 'in_progress' : 'completed',
      'queued',
    ];
    statuses.forEach((status, k) => {
      const queuedAt = NOW - (4 - k) * 26 * HOUR - i * 11 * MINUTE + (k === 3 ? 25 * HOUR : 0);
      const done = status === 'completed' || status === 'failed';
      store.commands.push({
        id: 6001 + store.commands.length,
        code: `CMD-${String(22010 + store.commands.length * 7)}`,
        terminal: machine,
        type: types[(i + k * 2) % types.length]!,
        status,
        channel: ['portal', 'scheduler', 'api'][(i + k) % 3]!,
        queuedAt,
        completedAt: done ? queuedAt + (2 + k) * MINUTE : null,
        result:
          status === 'completed'
            ? 'Acknowledged by terminal'
            : status === 'failed'
              ? 'No answer within 300 seconds'
              : null,
      });
    });
    for (let k = 0; k < 2; k += 1) {
      const status = k === 0 ? 'completed' : i % 3 === 0 ? 'failed' : i % 3 === 1 ? 'running' : 'completed';
      const startedAt = NOW - (k === 0 ? 12 * DAY : 20 * HOUR) - i * 13 * MINUTE;
      store.jobs.push({
        id: 6501 + store.jobs.length,
        code: `PRV-${String(910 + store.jobs.length)}`,
        terminal: machine,
        type: k === 0 ? 'initial_load' : 'parameter_update',
        status,
        version: `2025.03.${k + 1}`,
        startedAt,
        finishedAt: status === 'running' ? null : startedAt + 4 * MINUTE,
        message:
          status === 'failed'
            ? 'Checksum mismatch, rolled back'
            : status === 'running'
              ? 'Transferring parameters'
              : 'Applied',
      });
    }
    const recent = drafts.filter((x) => x.terminal === machine).slice(-3);
    recent.forEach((x) => {
      const reversal = x.type === 'reversal';
      store.journal.push({
        id: 40001 + store.journal.length,
        terminal: machine,
        connector: machine.connector,
        time: x.time + 1000,
        messageType: reversal ? '0420' : '0200',
        direction: 'outbound',
        text: `${reversal ? 'Reversal advice' : 'Financial request'} seq ${x.sequence}, answered ${reversal ? '0430' : '0210'} rc ${x.responseCode}`,
      });
    });
    store.journal.push({
      id: 40001 + store.journal.length,
      terminal: machine,
      connector: machine.connector,
      time: machine.lastHeartbeatAt - 30_000,
      messageType: '0800',
      direction: 'outbound',
      text: 'Network management echo test',
    });
  });

  // Alerts
  const alert = (
    code: string,
    event: string,
    severity: string,
    status: string,
    message: string,
    hoursAgo: number,
  ): void => {
    const raisedAt = NOW - hoursAgo * HOUR;
    store.alerts.push({
      id: 8001 + store.alerts.length,
      code: `ALR-${3300 + store.alerts.length}`,
      terminal: t(code),
      event,
      severity,
      status,
      message,
      raisedAt,
      clearedAt: status === 'resolved' ? raisedAt + 2 * HOUR : null,
    });
  };
  alert('WAW-001', 'decline_spike', 'warning', 'resolved', 'Wzrost odmów: 4 z 10 ostatnich transakcji', 49);
  alert('WAW-002', 'compliance_expiration', 'info', 'open', 'Certyfikat PCI PTS wygasa za 30 dni', 30);
  alert('WAW-003', 'cash_low', 'warning', 'open', 'Niski poziom gotówki w kasecie 3', 5);
  alert('WAW-003', 'communication_flapping', 'warning', 'resolved', 'Łącze zrywane 6 razy w ciągu godziny', 70);
  alert('WAW-004', 'dispenser_fault', 'critical', 'resolved', 'Zacięcie podajnika banknotów', 27);
  alert('WAW-006', 'heartbeat_stale', 'critical', 'open', 'Brak sygnału od 190 minut', 3);
  alert('PLO-007', 'location_risk_change', 'info', 'acknowledged', 'Zmiana oceny ryzyka lokalizacji', 60);
  alert('RAD-008', 'reversal_spike', 'warning', 'resolved', 'Więcej wycofań niż zwykle', 90);
  alert('KRK-009', 'high_decline_velocity', 'warning', 'open', 'Szybka seria odmów', 11);
  alert('KRK-010', 'cash_out', 'critical', 'open', 'Kaseta 3 pusta', 6);
  alert('KRK-011', 'command_failed', 'warning', 'acknowledged', 'Polecenie bez odpowiedzi', 29);
  alert('ZAK-012', 'repeated_same_card_attempt', 'warning', 'open', 'Powtarzane próby tą samą kartą', 15);
  alert('TAR-013', 'provisioning_failed', 'warning', 'open', 'Aktualizacja parametrów nieudana', 20);
  alert('NSA-014', 'heartbeat_stale', 'critical', 'open', 'Brak sygnału od 1415 minut', 23);
  alert('NCL-101', 'decline_spike', 'warning', 'resolved', 'Declines rose to 40 percent', 44);
  alert('NCL-103', 'cash_low', 'warning', 'open', 'Cassette 2 below 50 notes', 4);
  alert('NCL-104', 'approval_rate_drop', 'warning', 'acknowledged', 'Approval rate below 80 percent', 18);
  alert('DUR-105', 'heartbeat_stale', 'critical', 'open', 'No heartbeat for 320 minutes', 5);
  alert('SUN-106', 'compliance_expiration', 'info', 'open', 'PCI PTS certificate expires in 21 days', 33);
  alert('EDI-107', 'communication_flapping', 'warning', 'resolved', 'Link lost 5 times in one hour', 52);
  alert('EDI-108', 'processor_outage', 'critical', 'open', 'Caledonian Host does not answer', 1.25);
  alert('GLA-109', 'processor_outage', 'critical', 'open', 'Caledonian Host does not answer', 1.25);
  alert('ABD-110', 'heartbeat_stale', 'critical', 'open', 'No heartbeat for 75 minutes', 1);

  // Portal-only material
  terminals.forEach((machine, i) => {
    const polish = machine.site.country === 'PL';
    if (i % 2 === 0 || machine.code === 'NSA-014' || machine.code === 'WAW-004') {
      store.forms.push({
        id: 5201 + store.forms.length,
        code: `FRM-${880 + store.forms.length}`,
        type: i % 4 === 0 ? 'site_visit' : 'cash_replenishment',
        title: polish
          ? i % 4 === 0
            ? 'Protokół wizyty serwisowej'
            : 'Protokół zasilenia'
          : i % 4 === 0
            ? 'Site visit report'
            : 'Cash replenishment report',
        terminal: machine,
        status: i % 6 === 0 ? 'draft' : 'submitted',
        submittedAt: NOW - (5 + i * 4) * HOUR,
      });
    }
    store.vault.push({
      id: 5401 + i,
      code: `CV-${610 + i}`,
      terminal: machine,
      type: i % 2 === 0 ? 'pci_pts_certificate' : 'device_inspection',
      title: polish
        ? i % 2 === 0
          ? 'Certyfikat PCI PTS'
          : 'Przegląd urządzenia'
        : i % 2 === 0
          ? 'PCI PTS certificate'
          : 'Device inspection',
      status: i % 5 === 0 ? 'expiring' : 'valid',
      expiresOn: addDays('2025-03-14', i % 5 === 0 ? 21 : 120 + i * 9),
    });
  });
  accounts.forEach((owner, i) => {
    const polish = owner.organization === wisla;
    store.documents.push({
      id: 5601 + i * 2,
      code: `DOC-${40 + i * 2}`,
      account: owner,
      title: polish ? 'Umowa ramowa' : 'Master agreement',
      fileName: polish ? 'umowa-ramowa.pdf' : 'master-agreement.pdf',
      uploadedAt: NOW - (200 + i) * DAY,
    });
    store.documents.push({
      id: 5602 + i * 2,
      code: `DOC-${41 + i * 2}`,
      account: owner,
      title: polish ? 'Cennik usług' : 'Price list',
      fileName: polish ? 'cennik.pdf' : 'price-list.pdf',
      uploadedAt: NOW - (40 + i) * DAY,
    });
  });
  store.videos.push(
    {
      id: 5801,
      code: 'VID-01',
      organization: wisla,
      title: 'Wymiana kasety krok po kroku',
      url: 'https://video.fleet-portal.example/wymiana-kasety',
      durationSeconds: 312,
    },
    {
      id: 5802,
      code: 'VID-02',
      organization: wisla,
      title: 'Obsługa reklamacji',
      url: 'https://video.fleet-portal.example/reklamacje',
      durationSeconds: 428,
    },
    {
      id: 5803,
      code: 'VID-03',
      organization: northgate,
      title: 'Replacing a cassette',
      url: 'https://video.fleet-portal.example/cassette',
      durationSeconds: 298,
    },
  );
  return store;
}
