// @ts-nocheck: written without noUncheckedIndexedAccess
// In-memory fixtures: two customers (Spain and Portugal). Deterministic: fixed "now", seeded generator.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOW = Date.UTC(2025, 2, 14, 12, 0, 0);

/** ISO 8601 in UTC, in the format of Symfony's DateTimeNormalizer. */
export const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 19) + '+00:00';
export const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export interface Organization {
  id: number;
  name: string;
  legalName: string;
  country: string;
  locale: string;
  primaryColor: string;
  portalHost: string;
  dnsState: string;
  dnsCheckedAt: number;
}
export interface Account {
  id: number;
  organizationId: number;
  name: string;
  taxId: string;
  city: string;
  timeZone: string;
  contactEmail: string;
}
export interface User {
  id: number;
  login: string;
  name: string;
  email: string;
  organizationId: number;
  role: string;
  locale: string;
  accountIds: number[] | 'all';
  terminalIds: number[];
}
export interface Cassette {
  position: number;
  denomination: number;
  notesRemaining: number;
}
export interface Terminal {
  id: number;
  accountId: number;
  organizationId: number;
  name: string;
  model: string;
  serialNumber: string;
  timeZone: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  latitude: number;
  longitude: number;
  riskLevel: string;
  connectorId: number;
  groupIds: number[];
  status: string;
  lastHeartbeatAt: number;
  surcharge: number;
  isRecycler: boolean;
  cassettes: Cassette[];
  statusChanges: { at: number; from: string; to: string }[];
  softwareVersion: string;
}
export interface Group {
  id: number;
  organizationId: number;
  name: string;
}
export interface Connector {
  id: number;
  organizationId: number;
  name: string;
  network: string;
  protocol: string;
  state: string;
}
export interface Transaction {
  id: number;
  terminalId: number;
  at: number;
  type: string;
  sequenceNumber: number;
  accountType: string;
  emv?: string;
  entryMode: string;
  response: string;
  responseCode: string;
  amountRequested: number;
  amountCompleted: number;
  surchargeRequested: number;
  surchargeCompleted: number;
  cardScheme: string;
  reversalOf?: number;
  reversedBy?: number;
  // Never published:
  pan: string;
  track2: string;
  pinBlock: string;
  workingKey: string;
}
export interface Batch {
  id: number;
  accountId: number;
  businessDate: string;
  status: string;
  creditEntries: number;
  debitEntries: number;
  creditTotal: number;
  debitTotal: number;
  cutoffAt: number;
  submittedAt: number | null;
  effectiveDate: string;
  settledAt: number | null;
  createdAt: number;
}
export interface Dispute {
  id: number;
  transactionId: number;
  terminalId: number;
  status: string;
  reasonCode: string;
  amount: number;
  openedAt: number;
  dueDate: string;
  note: string | null;
  team: string;
  assigneeName: string | null;
  assignedAt: number | null;
  outcome: string | null;
  resolvedAt: number | null;
  resolutionNote: string | null;
  reviewerName: string | null;
  reviewedAt: number | null;
}
export interface Command {
  id: number;
  terminalId: number;
  name: string;
  status: string;
  origin: string;
  queuedAt: number;
  completedAt: number | null;
  result: string | null;
}
export interface Job {
  id: number;
  terminalId: number;
  kind: string;
  status: string;
  queuedAt: number;
  finishedAt: number | null;
  profile: string;
}
export interface Alert {
  id: number;
  terminalId: number;
  event: string;
  severity: string;
  state: string;
  openedAt: number;
  closedAt: number | null;
  text: string;
}
export interface JournalEntry {
  id: number;
  terminalId: number;
  connectorId: number;
  at: number;
  messageType: string;
  text: string;
}
export interface Form {
  id: number;
  terminalId: number;
  title: string;
  state: string;
  submittedAt: number;
}
export interface ComplianceRecord {
  id: number;
  terminalId: number;
  title: string;
  state: string;
  validUntil: string;
}
export interface Video {
  id: number;
  organizationId: number;
  title: string;
  seconds: number;
}

export interface Database {
  organizations: Organization[];
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
  journal: JournalEntry[];
  forms: Form[];
  vault: ComplianceRecord[];
  onboarding: ComplianceRecord[];
  documents: ComplianceRecord[];
  videos: Video[];
}

export const apiKeys: ReadonlyMap<string, string> = new Map([
  ['levante-admin', 'rc_live_es_9d41f0a7c2b84e55a1'],
  ['levante-auditor', 'rc_live_es_2be7730c91fd4a06b2'],
  ['levante-valencia', 'rc_live_es_61c8aa5e07d34f19c3'],
  ['levante-tecnico', 'rc_live_es_f7350de8421b4c9ad4'],
  ['atlantica-admin', 'rc_live_pt_48ab19e6d0f74273e5'],
  ['atlantica-consulta', 'rc_live_pt_c05d82f93e6b41a8f6'],
]);

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Line = [
  number,
  number,
  string,
  string,
  string,
  string,
  string,
  string,
  number,
  number,
  number,
  number[],
  string,
  number,
  number,
];
// id, account, name, model, street, city, region, postal code, latitude, longitude, connector, groups, status, heartbeat age (minutes), surcharge (cents)
const terminalLines: Line[] = [
  [
    87,
    11,
    'Plaza del Ayuntamiento',
    'NCR SelfServ 22',
    'Plaza del Ayuntamiento 9',
    'Valencia',
    'Comunitat Valenciana',
    '46002',
    39.4699,
    -0.3763,
    41,
    [301],
    'offline',
    412,
    195,
  ],
  [
    1081,
    11,
    'Mercado Central',
    'NCR SelfServ 22',
    'Carrer de les Barques 2',
    'Valencia',
    'Comunitat Valenciana',
    '46001',
    39.4736,
    -0.379,
    41,
    [301],
    'online',
    3,
    195,
  ],
  [
    1082,
    11,
    'Playa Malvarrosa',
    'Hyosung MX 5600',
    'Passeig de Neptú 34',
    'Valencia',
    'Comunitat Valenciana',
    '46011',
    39.4702,
    -0.3238,
    41,
    [302],
    'online',
    2,
    250,
  ],
  [
    1083,
    11,
    'Estación Joaquín Sorolla',
    'Diebold CS 6040',
    'Carrer de Sant Vicent 171',
    'Valencia',
    'Comunitat Valenciana',
    '46007',
    39.4597,
    -0.3827,
    41,
    [303],
    'degraded',
    9,
    195,
  ],
  [
    1084,
    11,
    'Centro Comercial Aqua',
    'Hyosung MX 5600',
    'Carrer de Menorca 19',
    'Valencia',
    'Comunitat Valenciana',
    '46023',
    39.4571,
    -0.3441,
    41,
    [304],
    'online',
    4,
    250,
  ],
  [
    1085,
    11,
    'Hospital La Fe',
    'Hyosung MX 2800',
    'Avinguda Fernando Abril 106',
    'Valencia',
    'Comunitat Valenciana',
    '46026',
    39.4436,
    -0.3757,
    41,
    [],
    'online',
    1,
    0,
  ],
  [
    1086,
    12,
    'Rambla Méndez Núñez',
    'NCR SelfServ 22',
    'Rambla Méndez Núñez 41',
    'Alicante',
    'Comunitat Valenciana',
    '03002',
    38.3452,
    -0.4851,
    41,
    [301],
    'degraded',
    11,
    195,
  ],
  [
    1087,
    12,
    'Playa de San Juan',
    'Hyosung MX 5600',
    'Avenida de Niza 12',
    'Alicante',
    'Comunitat Valenciana',
    '03540',
    38.3704,
    -0.4122,
    41,
    [302],
    'online',
    2,
    250,
  ],
  [
    1088,
    12,
    'Benidorm Levante',
    'Hyosung MX 5600',
    'Avenida de Alcoy 7',
    'Benidorm',
    'Comunitat Valenciana',
    '03503',
    38.5365,
    -0.1213,
    42,
    [302],
    'online',
    5,
    295,
  ],
  [
    92,
    12,
    'Elche Glorieta',
    'NCR SelfServ 22',
    'Plaza de la Glorieta 3',
    'Elche',
    'Comunitat Valenciana',
    '03202',
    38.2664,
    -0.6987,
    42,
    [301],
    'online',
    6,
    195,
  ],
  [
    1089,
    12,
    'Plaza Mar 2',
    'Diebold CS 2020',
    'Avenida de Denia s/n',
    'Alicante',
    'Comunitat Valenciana',
    '03016',
    38.3548,
    -0.4712,
    42,
    [304],
    'offline',
    1310,
    195,
  ],
  [
    1090,
    13,
    'Las Canteras',
    'Hyosung MX 5600',
    'Paseo de las Canteras 50',
    'Las Palmas',
    'Canarias',
    '35010',
    28.1397,
    -15.4367,
    43,
    [302],
    'online',
    2,
    250,
  ],
  [
    1091,
    13,
    'Puerto de la Cruz',
    'Hyosung MX 5600',
    'Calle San Telmo 14',
    'Puerto de la Cruz',
    'Canarias',
    '38400',
    28.4163,
    -16.5497,
    43,
    [302],
    'online',
    3,
    250,
  ],
  [
    1092,
    13,
    'Aeropuerto Gran Canaria',
    'Diebold CS 6040',
    'Terminal T1 planta 0',
    'Telde',
    'Canarias',
    '35230',
    27.9319,
    -15.3866,
    43,
    [303],
    'offline',
    188,
    295,
  ],
  [
    2101,
    21,
    'Aeroporto Humberto Delgado',
    'NCR SelfServ 22',
    'Alameda das Comunidades Portuguesas',
    'Lisboa',
    'Lisboa',
    '1700-111',
    38.7742,
    -9.1342,
    51,
    [311],
    'degraded',
    8,
    0,
  ],
  [
    2102,
    21,
    'Rua Augusta',
    'NCR SelfServ 22',
    'Rua Augusta 210',
    'Lisboa',
    'Lisboa',
    '1100-056',
    38.7107,
    -9.1372,
    51,
    [312],
    'online',
    2,
    150,
  ],
  [
    2103,
    21,
    'Praça do Rossio',
    'Hyosung MX 2800',
    'Praça Dom Pedro IV 40',
    'Lisboa',
    'Lisboa',
    '1100-200',
    38.7139,
    -9.1394,
    51,
    [312],
    'online',
    1,
    150,
  ],
  [
    2104,
    21,
    'Gare do Oriente',
    'Diebold CS 6040',
    'Avenida Dom João II',
    'Lisboa',
    'Lisboa',
    '1990-233',
    38.7679,
    -9.099,
    51,
    [313],
    'online',
    3,
    0,
  ],
  [
    2105,
    21,
    'Cascais Marina',
    'Hyosung MX 5600',
    'Casa de São Bernardo',
    'Cascais',
    'Lisboa',
    '2750-800',
    38.6929,
    -9.4188,
    51,
    [],
    'offline',
    655,
    200,
  ],
  [
    2106,
    22,
    'Ribeira do Porto',
    'Hyosung MX 5600',
    'Cais da Ribeira 12',
    'Porto',
    'Norte',
    '4050-509',
    41.1406,
    -8.6131,
    51,
    [312],
    'online',
    4,
    200,
  ],
  [
    2107,
    22,
    'Rua de Santa Catarina',
    'NCR SelfServ 22',
    'Rua de Santa Catarina 312',
    'Porto',
    'Norte',
    '4000-443',
    41.1496,
    -8.6062,
    52,
    [],
    'online',
    2,
    150,
  ],
  [
    2108,
    22,
    'Estação de Campanhã',
    'Diebold CS 6040',
    'Rua Monte da Estação',
    'Porto',
    'Norte',
    '4300-173',
    41.1488,
    -8.5856,
    52,
    [313],
    'offline',
    94,
    0,
  ],
  [
    2109,
    23,
    'Aeroporto João Paulo II',
    'NCR SelfServ 22',
    'Aeroporto João Paulo II',
    'Ponta Delgada',
    'Açores',
    '9500-749',
    37.7412,
    -25.6979,
    52,
    [311, 314],
    'online',
    5,
    150,
  ],
  [
    2110,
    23,
    'Portas da Cidade',
    'Hyosung MX 2800',
    'Praça Gonçalo Velho 4',
    'Ponta Delgada',
    'Açores',
    '9500-063',
    37.7398,
    -25.6687,
    52,
    [314],
    'online',
    3,
    150,
  ],
];

const cards: [string, string][] = [
  ['4111111111111111', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['4012888888881881', 'visa'],
  ['5105105105105100', 'mastercard'],
];
const accountTypes = ['checking', 'checking', 'savings', 'credit'];

export function settlementFigures(db: Database, accountId: number, businessDate: string) {
  const own = new Set(db.terminals.filter((t) => t.accountId === accountId).map((t) => t.id));
  const figures = { creditEntries: 0, debitEntries: 0, creditTotal: 0, debitTotal: 0 };
  for (const tx of db.transactions) {
    if (!own.has(tx.terminalId) || day(tx.at) !== businessDate || tx.amountCompleted === 0) continue;
    if (tx.type === 'withdrawal') {
      figures.creditEntries++;
      figures.creditTotal += tx.amountCompleted + tx.surchargeCompleted;
    } else {
      figures.debitEntries++;
      figures.debitTotal += Math.abs(tx.amountCompleted + tx.surchargeCompleted);
    }
  }
  return figures;
}

export function makeBatch(
  db: Database,
  id: number,
  accountId: number,
  businessDate: string,
  status: string,
  createdAt: number,
): Batch {
  const start = Date.parse(businessDate + 'T00:00:00Z');
  const cutoffAt = start + DAY + 2 * HOUR;
  const isSubmitted = status !== 'pending';
  return {
    id,
    accountId,
    businessDate,
    status,
    ...settlementFigures(db, accountId, businessDate),
    cutoffAt,
    createdAt,
    submittedAt: isSubmitted ? cutoffAt + 4 * HOUR : null,
    effectiveDate: day(start + 3 * DAY),
    settledAt: status === 'settled' ? start + 3 * DAY + 7 * HOUR : null,
  };
}

export function createDatabase(): Database {
  const random = generator(160314);
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)];
  const organizations: Organization[] = [
    {
      id: 1,
      name: 'Cajeros Levante',
      legalName: 'Cajeros Levante, S.L.',
      country: 'ES',
      locale: 'es',
      primaryColor: '#0b5fa5',
      portalHost: 'portal.cajeroslevante.example',
      dnsState: 'verified',
      dnsCheckedAt: NOW - 2 * HOUR,
    },
    {
      id: 2,
      name: 'Multicaixa Atlântica',
      legalName: 'Multicaixa Atlântica, Lda.',
      country: 'PT',
      locale: 'pt',
      primaryColor: '#12733f',
      portalHost: 'portal.multicaixa-atlantica.example',
      dnsState: 'pending',
      dnsCheckedAt: NOW - 3 * HOUR,
    },
  ];
  const account = (
    id: number,
    organizationId: number,
    name: string,
    taxId: string,
    city: string,
    timeZone: string,
  ): Account => ({
    id,
    organizationId,
    name,
    taxId,
    city,
    timeZone,
    contactEmail: `cuenta${id}@${organizationId === 1 ? 'cajeroslevante' : 'multicaixa-atlantica'}.example`,
  });
  const accounts = [
    account(11, 1, 'Levante Valencia', 'ESB46000011', 'Valencia', 'Europe/Madrid'),
    account(12, 1, 'Levante Alicante', 'ESB03000012', 'Alicante', 'Europe/Madrid'),
    account(13, 1, 'Levante Canarias', 'ESB35000013', 'Las Palmas', 'Atlantic/Canary'),
    account(21, 2, 'Atlântica Lisboa', 'PT500000021', 'Lisboa', 'Europe/Lisbon'),
    account(22, 2, 'Atlântica Porto', 'PT500000022', 'Porto', 'Europe/Lisbon'),
    account(23, 2, 'Atlântica Açores', 'PT500000023', 'Ponta Delgada', 'Atlantic/Azores'),
  ];
  const user = (
    id: number,
    login: string,
    name: string,
    organizationId: number,
    role: string,
    accountIds: number[] | 'all',
    terminalIds: number[] = [],
  ): User => ({
    id,
    login,
    name,
    email: `${login.split('-')[1]}@${organizationId === 1 ? 'cajeroslevante' : 'multicaixa-atlantica'}.example`,
    organizationId,
    role,
    locale: organizationId === 1 ? 'es' : 'pt',
    accountIds,
    terminalIds,
  });
  const users = [
    user(1, 'levante-admin', 'Amparo Ferrer', 1, 'ROLE_ADMIN', 'all'),
    user(2, 'levante-auditor', 'Vicent Soler', 1, 'ROLE_AUDITOR', 'all'),
    user(3, 'levante-valencia', 'Lucía Marqués', 1, 'ROLE_DISPUTE_MANAGER', [11]),
    user(4, 'levante-tecnico', 'Iván Rueda', 1, 'ROLE_TECHNICIAN', [], [1082, 1083, 1090, 1092]),
    user(5, 'atlantica-admin', 'Inês Carvalho', 2, 'ROLE_ADMIN', 'all'),
    user(6, 'atlantica-consulta', 'Rui Teixeira', 2, 'ROLE_VIEWER', [22]),
    user(7, 'levante-alicante', 'Marta Gil', 1, 'ROLE_VIEWER', [12]),
    user(8, 'atlantica-campo', 'João Pires', 2, 'ROLE_TECHNICIAN', [], [2106]),
  ];
  const groups: Group[] = [
    { id: 301, organizationId: 1, name: 'Centro histórico' },
    { id: 302, organizationId: 1, name: 'Costa turística' },
    { id: 303, organizationId: 1, name: 'Recicladores' },
    { id: 304, organizationId: 1, name: 'Centros comerciales' },
    { id: 305, organizationId: 1, name: 'Reserva' },
    { id: 311, organizationId: 2, name: 'Aeroportos' },
    { id: 312, organizationId: 2, name: 'Baixa e Ribeira' },
    { id: 313, organizationId: 2, name: 'Recicladores' },
    { id: 314, organizationId: 2, name: 'Ilhas' },
  ];
  const connectors: Connector[] = [
    { id: 41, organizationId: 1, name: 'Redsys principal', network: 'Redsys', protocol: 'ISO 8583', state: 'up' },
    {
      id: 42,
      organizationId: 1,
      name: 'Redsys contingencia',
      network: 'Redsys',
      protocol: 'ISO 8583',
      state: 'degraded',
    },
    { id: 43, organizationId: 1, name: 'Euro 6000 Canarias', network: 'Euro 6000', protocol: 'ISO 8583', state: 'up' },
    { id: 51, organizationId: 2, name: 'SIBS Multibanco', network: 'SIBS', protocol: 'ISO 8583', state: 'up' },
    {
      id: 52,
      organizationId: 2,
      name: 'SIBS Norte e Ilhas',
      network: 'SIBS',
      protocol: 'ISO 20022',
      state: 'degraded',
    },
  ];
  const terminals: Terminal[] = terminalLines.map((l, i) => {
    const owner = accounts.find((a) => a.id === l[1])!;
    const lastHeartbeatAt = NOW - l[13] * 60_000 - ((i * 7) % 50) * 1000;
    return {
      id: l[0],
      accountId: l[1],
      organizationId: owner.organizationId,
      name: l[2],
      model: l[3],
      serialNumber: `SN${70000 + i * 137}`,
      timeZone: owner.timeZone,
      street: l[4],
      city: l[5],
      region: l[6],
      postalCode: l[7],
      country: owner.organizationId === 1 ? 'ES' : 'PT',
      latitude: l[8],
      longitude: l[9],
      riskLevel: ['low', 'medium', 'low', 'high'][i % 4],
      connectorId: l[10],
      groupIds: l[11],
      status: l[12],
      lastHeartbeatAt,
      surcharge: l[14],
      isRecycler: l[3] === 'Diebold CS 6040',
      softwareVersion: `6.${i % 3}.${i % 5}`,
      cassettes: [
        { position: 1, denomination: 2000, notesRemaining: 150 + Math.floor(random() * 1500) },
        { position: 2, denomination: 5000, notesRemaining: 40 + Math.floor(random() * 900) },
      ],
      statusChanges: [
        { at: NOW - 30 * HOUR - i * 600_000, from: 'offline', to: 'online' },
        ...(l[12] === 'online' ? [] : [{ at: lastHeartbeatAt + 60_000, from: 'online', to: l[12] }]),
      ],
    };
  });

  const transactions: Transaction[] = [];
  const start = Date.UTC(2025, 2, 3, 7, 0, 0);
  const step = (NOW - 30 * 60_000 - start) / 20;
  const declines: [string, string][] = [
    ['insufficientFunds', '51'],
    ['doNotHonour', '05'],
    ['expiredCard', '54'],
  ];
  terminals.forEach((terminal, index) => {
    let sequenceNumber = 3100 + index * 211;
    for (let i = 0; i < 20; i++) {
      const kind = (i * 7 + index * 3) % 20;
      const [pan, cardScheme] = pick(cards);
      const at = Math.round((start + step * (i + random() * 0.8)) / 1000) * 1000;
      const amount = 2000 + Math.floor(random() * 20) * 1000;
      const hex = (n: number) =>
        Array.from({ length: n }, () =>
          Math.floor(random() * 16)
            .toString(16)
            .toUpperCase(),
        ).join('');
      const base = {
        terminalId: terminal.id,
        at,
        sequenceNumber: ++sequenceNumber,
        accountType: pick(accountTypes),
        cardScheme,
        pan,
        track2: `${pan}=27122011234512345678`,
        pinBlock: hex(16),
        workingKey: hex(32),
        entryMode: 'chip',
        response: 'approved',
        responseCode: '00',
        surchargeRequested: 0,
        surchargeCompleted: 0,
        amountRequested: 0,
        amountCompleted: 0,
      };
      let tx: Transaction = {
        ...base,
        id: 0,
        type: 'withdrawal',
        emv: 'chip',
        amountRequested: amount,
        amountCompleted: amount,
        surchargeRequested: terminal.surcharge,
        surchargeCompleted: terminal.surcharge,
      };
      if (kind === 0 || kind === 7) tx = { ...base, id: 0, type: 'balanceInquiry', emv: 'chip' };
      else if (kind === 5) tx = { ...base, id: 0, type: 'pinChange', emv: 'chip' };
      else if ((kind === 6 || kind === 10) && terminal.isRecycler)
        tx = { ...base, id: 0, type: 'deposit', emv: 'chip', amountRequested: amount, amountCompleted: amount };
      else if (kind === 1 || kind === 8) {
        const [response, responseCode] = pick(declines);
        Object.assign(tx, { response, responseCode, amountCompleted: 0, surchargeCompleted: 0 });
      } else if (kind === 2)
        Object.assign(tx, { response: 'wrongPin', responseCode: '55', amountCompleted: 0, surchargeCompleted: 0 });
      else if (kind === 4)
        Object.assign(tx, { responseCode: '10', amountRequested: amount + 4000, amountCompleted: 2000 });
      else if (kind === 12 || kind === 17) {
        tx.entryMode = 'fallback';
        delete tx.emv;
      } else if (kind === 14 || kind === 15) {
        tx.entryMode = 'contactless';
        tx.emv = 'contactless';
      }
      if (terminal.status === 'offline' && at + 60_000 > terminal.lastHeartbeatAt) continue;
      transactions.push(tx);
      if (kind === 3) {
        const reversal: Transaction = {
          ...base,
          id: 0,
          type: 'reversal',
          at: at + 45_000,
          sequenceNumber: ++sequenceNumber,
          accountType: tx.accountType,
          entryMode: 'host',
          reversalOf: -1,
          amountRequested: -tx.amountRequested,
          amountCompleted: -tx.amountCompleted,
          surchargeRequested: -tx.surchargeRequested,
          surchargeCompleted: -tx.surchargeCompleted,
        };
        tx.reversedBy = -1;
        transactions.push(reversal);
      }
    }
  });
  transactions.sort((a, b) => a.at - b.at || a.terminalId - b.terminalId);
  transactions.forEach((tx, i) => {
    tx.id = 500001 + i;
  });
  for (const reversal of transactions.filter((tx) => tx.type === 'reversal')) {
    const original = transactions.find((tx) => tx.terminalId === reversal.terminalId && tx.reversedBy === -1)!;
    original.reversedBy = reversal.id;
    reversal.reversalOf = original.id;
  }

  const db: Database = {
    organizations,
    accounts,
    users,
    terminals,
    groups,
    connectors,
    transactions,
    batches: [],
    disputes: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    forms: [],
    vault: [],
    onboarding: [],
    documents: [],
    videos: [],
  };

  let batchId = 7001;
  for (let date = Date.UTC(2025, 2, 4); date <= Date.UTC(2025, 2, 12); date += DAY) {
    for (const owner of accounts) {
      const text = day(date);
      let status = text <= '2025-03-10' ? 'settled' : text === '2025-03-11' ? 'submitted' : 'pending';
      if (
        (owner.id === 12 && text === '2025-03-07') ||
        (owner.id === 22 && text === '2025-03-06') ||
        (owner.id === 11 && text === '2025-03-05')
      )
        status = 'returned';
      const batch = makeBatch(db, batchId, owner.id, text, status, date + DAY + 2 * HOUR);
      if (batch.creditEntries + batch.debitEntries === 0) continue;
      db.batches.push(batch);
      batchId++;
    }
  }

  const disputed = [
    87, 1082, 1083, 1084, 1081, 1086, 1088, 92, 1090, 1091, 1092, 1087, 2101, 2102, 2104, 2106, 2107, 2108, 2109,
  ];
  disputed.forEach((terminalId, i) => {
    const tx = transactions.filter(
      (t) =>
        t.terminalId === terminalId &&
        t.type === 'withdrawal' &&
        t.response === 'approved' &&
        t.reversedBy === undefined,
    )[1 + (i % 3)];
    const status = ['open', 'inReview', 'awaitingEvidence', 'resolved', 'resolved'][i % 5];
    const openedAt = tx.at + 20 * HOUR;
    const isResolved = status === 'resolved';
    db.disputes.push({
      id: 8001 + i,
      transactionId: tx.id,
      terminalId,
      status,
      reasonCode: ['cashNotDispensed', 'duplicateDebit', 'unrecognised'][i % 3],
      amount: tx.amountCompleted,
      openedAt,
      dueDate: day(openedAt + 30 * DAY),
      note: i % 2 ? null : 'Cardholder claim received by branch',
      team: 'Dispute desk Iberia',
      assigneeName: status === 'open' ? null : ['S. Pastor', 'C. Nogueira'][i % 2],
      assignedAt: status === 'open' ? null : openedAt + 5 * HOUR,
      outcome: isResolved ? (i % 5 === 3 ? 'upheld' : 'rejected') : null,
      resolvedAt: isResolved ? openedAt + 28 * HOUR : null,
      resolutionNote: isResolved ? 'Checked against the electronic journal' : null,
      reviewerName: isResolved || status === 'inReview' ? 'P. Aranda' : null,
      reviewedAt: isResolved ? openedAt + 27 * HOUR : status === 'inReview' ? openedAt + 9 * HOUR : null,
    });
  });

  const commandNames = ['restart', 'syncClock', 'reloadConfiguration', 'updateScreens', 'collectLogs'];
  terminals.forEach((terminal, i) => {
    const at = NOW - 40 * HOUR + i * 31 * 60_000;
    const statuses = ['completed', i % 3 === 0 ? 'failed' : 'completed', i % 4 === 0 ? 'sent' : 'queued', 'queued'];
    statuses.forEach((status, n) => {
      if (n === 2 && i % 2 === 1) return;
      const queuedAt = at + n * 5 * HOUR;
      const isOver = status === 'completed' || status === 'failed';
      db.commands.push({
        id: 9000 + i * 10 + n,
        terminalId: terminal.id,
        name: commandNames[(i + n) % 5],
        status,
        origin: ['portal', 'scheduler', 'api'][(i + n) % 3],
        queuedAt,
        completedAt: isOver ? queuedAt + 90_000 : null,
        result: status === 'failed' ? 'Terminal did not acknowledge' : status === 'completed' ? 'OK' : null,
      });
    });
    db.jobs.push({
      id: 6000 + i * 10,
      terminalId: terminal.id,
      kind: 'fullProfile',
      status: 'completed',
      queuedAt: at - 20 * HOUR,
      finishedAt: at - 19 * HOUR,
      profile: terminal.isRecycler ? 'recycler-v4' : 'cash-v7',
    });
    db.jobs.push({
      id: 6001 + i * 10,
      terminalId: terminal.id,
      kind: 'surchargeTable',
      status: i % 4 === 1 ? 'failed' : 'queued',
      queuedAt: at + 12 * HOUR,
      finishedAt: i % 4 === 1 ? at + 13 * HOUR : null,
      profile: terminal.isRecycler ? 'recycler-v4' : 'cash-v7',
    });
    const texts: [string, string][] = [
      ['0210', 'Response arrived after 1.8 s'],
      ['0800', 'Echo test answered on second attempt'],
      ['0420', 'Reversal advice acknowledged by the host'],
    ];
    texts.forEach(([messageType, text], n) =>
      db.journal.push({
        id: 30000 + i * 10 + n,
        terminalId: terminal.id,
        connectorId: terminal.connectorId,
        at: NOW - (3 + n * 14) * HOUR - i * 240_000,
        messageType,
        text,
      }),
    );
    if (i % 2 === 0)
      db.forms.push({
        id: 1500 + i,
        terminalId: terminal.id,
        title: ['Surcharge change request', 'Site access form', 'Cash order form'][i % 3],
        state: ['submitted', 'approved'][i % 2 === 0 && i % 4 === 0 ? 0 : 1],
        submittedAt: NOW - (20 + i * 9) * HOUR,
      });
    db.vault.push({
      id: 4000 + i,
      terminalId: terminal.id,
      title: 'PCI PTS certificate of the keypad',
      state: i % 6 === 5 ? 'expiring' : 'valid',
      validUntil: i % 6 === 5 ? '2025-04-02' : '2027-06-30',
    });
    if (i % 3 === 1)
      db.onboarding.push({
        id: 4200 + i,
        terminalId: terminal.id,
        title: 'Site onboarding',
        state: i % 2 ? 'complete' : 'inProgress',
        validUntil: '2025-06-30',
      });
    db.documents.push({
      id: 4400 + i,
      terminalId: terminal.id,
      title: 'Site lease agreement',
      state: 'filed',
      validUntil: '2028-12-31',
    });
  });
  db.videos.push(
    { id: 4601, organizationId: 1, title: 'Carga de efectivo paso a paso', seconds: 412 },
    { id: 4602, organizationId: 1, title: 'Revisión de skimming', seconds: 268 },
    { id: 4603, organizationId: 2, title: 'Carregamento de notas', seconds: 395 },
  );

  const incidents: [number, string, string, string, string][] = [
    [87, 'heartbeat_stale', 'high', 'open', 'No heartbeat for more than six hours'],
    [1082, 'cash_low', 'medium', 'open', 'Cassette 2 below threshold'],
    [1083, 'dispenser_fault', 'medium', 'open', 'Reject bin full'],
    [1084, 'decline_spike', 'medium', 'closed', 'Decline rate above 30 %'],
    [1085, 'compliance_expiration', 'low', 'open', 'Certificate expires in 19 days'],
    [1086, 'dispenser_fault', 'high', 'open', 'Shutter blocked'],
    [1088, 'reversal_spike', 'medium', 'closed', 'Three reversals within an hour'],
    [1089, 'heartbeat_stale', 'high', 'open', 'No heartbeat for more than a day'],
    [1090, 'high_decline_velocity', 'medium', 'closed', 'Five declines in ten minutes'],
    [1092, 'command_failed', 'medium', 'open', 'Command was not acknowledged'],
    [2101, 'cash_out', 'high', 'open', 'Cassette 1 empty'],
    [2103, 'repeated_same_card_attempt', 'medium', 'closed', 'Repeated attempts within two minutes'],
    [2105, 'heartbeat_stale', 'high', 'open', 'No heartbeat for more than ten hours'],
    [2106, 'communication_flapping', 'medium', 'open', 'Link changed state nine times'],
    [2108, 'cash_low', 'medium', 'open', 'Recycler below threshold'],
    [2109, 'processor_outage', 'high', 'closed', 'Host unreachable for eleven minutes'],
  ];
  incidents.forEach(([terminalId, event, severity, state, text], i) => {
    const openedAt = NOW - (4 + i * 3) * HOUR;
    db.alerts.push({
      id: 20001 + i,
      terminalId,
      event,
      severity,
      state,
      openedAt,
      closedAt: state === 'closed' ? openedAt + HOUR : null,
      text,
    });
  });
  return db;
}
