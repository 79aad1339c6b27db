// @ts-nocheck: written without noUncheckedIndexedAccess
// Seed data of the fleet: two organizations (SEK and NOK), deterministic, rebuilt for every service instance.

export interface Ref {
  id: string;
  label: string;
}
export type Role = 'ADMIN' | 'FINANCE' | 'ANALYST' | 'TECHNICIAN';
export type Visibility =
  | { kind: 'ALL_TERMINALS' }
  | { kind: 'ACCOUNTS'; accountIds: string[] }
  | { kind: 'TERMINALS'; terminalIds: string[] };
export type TerminalStatus = 'ONLINE' | 'STALE' | 'OFFLINE';
export type TransactionKind = 'WITHDRAWAL' | 'DEPOSIT' | 'BALANCE_INQUIRY' | 'REVERSAL';
export type HostResponse =
  | { kind: 'APPROVED'; code: string; authorizationCode: string }
  | { kind: 'DECLINED'; code: string; reason: string }
  | { kind: 'TIMED_OUT'; code: string };

export interface Organization {
  id: string;
  label: string;
  country: string;
  currency: string;
  domain: string;
  brandingState: string;
  dnsState: string;
  primaryColor: string;
}
export interface Account {
  id: string;
  orgId: string;
  label: string;
  organizationNumber: string;
  contactEmail: string;
  city: string;
}
export interface User {
  id: string;
  orgId: string;
  label: string;
  email: string;
  role: Role;
  visibility: Visibility;
  apiKey?: string;
  keyName?: string;
}
export interface Connector {
  id: string;
  orgId: string;
  label: string;
  kind: 'ISO8583_TCP' | 'REST_GATEWAY';
  state: string;
  host: string;
  port: number;
  url: string;
}
export interface Group {
  id: string;
  orgId: string;
  label: string;
}
export interface Terminal {
  id: string;
  orgId: string;
  accountId: string;
  groupIds: string[];
  connectorId: string;
  label: string;
  model: string;
  serialNumber: string;
  softwareVersion: string;
  status: TerminalStatus;
  lastHeartbeat: number;
  recycler: boolean;
  currency: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  latitude: number;
  longitude: number;
  venue: string;
  riskLevel: string;
  cassettes: { position: number; denomination: number; notesRemaining: number }[];
}
export interface Transaction {
  id: string;
  terminalId: string;
  at: number;
  kind: TransactionKind;
  sequenceNumber: string;
  accountType: string;
  emv?: string;
  response: HostResponse;
  amountRequested: number;
  amountCompleted: number;
  surchargeRequested: number;
  surchargeCompleted: number;
  cardScheme: string;
  card: { pan: string; track2: string; pinBlock: string };
  reversedId?: string;
  reversalId?: string;
  notesAccepted?: number;
  dispense?: string;
  batchId?: string;
}
export interface Batch {
  id: string;
  terminalId: string;
  status: 'DERIVED' | 'SUBMITTED' | 'SETTLED' | 'RETURNED';
  credits: number;
  debits: number;
  creditTotal: number;
  debitTotal: number;
  periodStart: string;
  periodEnd: string;
  derivedAt: number;
  submittedAt?: number;
  settledAt?: number;
  returnedAt?: number;
}
export interface Dispute {
  id: string;
  transactionId: string;
  terminalId: string;
  status: 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED';
  reasonCode: string;
  amount: number;
  dueDate: string;
  openedAt: number;
  openedBy: string;
  assigneeId?: string;
  assignedAt?: number;
  note?: string;
  outcome?: 'CUSTOMER_CREDITED' | 'REJECTED';
  resolvedAt?: number;
  explanation?: string;
  reviewerId?: string;
  reviewNote?: string;
}
export interface Command {
  id: string;
  terminalId: string;
  kind: string;
  state: 'QUEUED' | 'COMPLETED' | 'FAILED';
  queuedAt: number;
  finishedAt?: number;
  requestedBy: string;
  detail: string;
}
export interface Job {
  id: string;
  terminalId: string;
  kind: 'FIRMWARE' | 'PROFILE';
  state: 'SCHEDULED' | 'SUCCEEDED' | 'FAILED';
  createdAt: number;
  finishedAt?: number;
  target: string;
}
export interface Alert {
  id: string;
  terminalId: string;
  kind: string;
  severity: string;
  state: 'OPEN' | 'CLOSED';
  raisedAt: number;
  message: string;
}
export interface Journal {
  id: string;
  terminalId: string;
  kind: string;
  at: number;
  message: string;
}
export interface StatusChange {
  id: string;
  terminalId: string;
  at: number;
  from: TerminalStatus;
  to: TerminalStatus;
}
export interface Form {
  id: string;
  terminalId: string;
  kind: string;
  state: string;
  submittedAt: number;
  submittedBy: string;
}
export interface Compliance {
  id: string;
  terminalId: string;
  kind: string;
  state: string;
  expiresOn: string;
}
export interface Onboarding {
  id: string;
  terminalId: string;
  stage: string;
  updatedAt: number;
}
export interface Document {
  id: string;
  terminalId: string;
  kind: string;
  label: string;
  uploadedAt: number;
}
export interface Video {
  id: string;
  orgId: string;
  label: string;
  durationSeconds: number;
  url: string;
}

export interface State {
  organizations: Organization[];
  accounts: Account[];
  users: User[];
  connectors: Connector[];
  groups: Group[];
  terminals: Terminal[];
  transactions: Transaction[];
  batches: Batch[];
  disputes: Dispute[];
  commands: Command[];
  jobs: Job[];
  alerts: Alert[];
  journal: Journal[];
  statusChanges: StatusChange[];
  forms: Form[];
  compliance: Compliance[];
  onboarding: Onboarding[];
  documents: Document[];
  videos: Video[];
  newId: (prefix: string, at: number) => string;
}

export const NOW = Date.UTC(2025, 4, 26, 6, 0, 0);
const MINUTE = 60_000,
  HOUR = 3_600_000,
  DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 4, 5);
export const iso = (t: number) => new Date(t).toISOString().replace('.000Z', 'Z');
/** Terminal clock: Swedish and Norwegian summer time. */
export const localIso = (t: number) => new Date(t + 2 * HOUR).toISOString().slice(0, 19) + '+02:00';
export const isoDate = (t: number) => new Date(t).toISOString().slice(0, 10);
export const localDate = (t: number) => localIso(t).slice(0, 10);

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
function mulberry(seed: number) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Totals of a batch over its transactions: what the acquirer credits and debits to the terminal owner. */
export function batchTotals(rows: Transaction[]) {
  let credits = 0,
    debits = 0,
    creditTotal = 0,
    debitTotal = 0;
  for (const t of rows) {
    if (t.kind === 'REVERSAL') {
      debits++;
      debitTotal -= t.amountCompleted + t.surchargeCompleted;
    } else if (t.kind === 'DEPOSIT') {
      debits++;
      debitTotal += t.amountCompleted;
    } else {
      credits++;
      creditTotal += t.amountCompleted + t.surchargeCompleted;
    }
  }
  return { credits, debits, creditTotal, debitTotal };
}
export const isSettleable = (t: Transaction) =>
  t.response.kind === 'APPROVED' && (t.amountCompleted !== 0 || t.surchargeCompleted !== 0);

export const apiKeys: Record<string, string> = {
  'ingrid-admin-se': 'kp_live_7Qm2Xv9LrT4bWn8sZc3Hd6',
  'oskar-analyst-se': 'kp_live_Bf5Jk1Gy8PuNe0Rq7Va2Lw',
  'elsa-finance-vastkusten': 'kp_live_Tz6Dh3Mc9SxKo4Ei1Yb8Fp',
  'nils-technician-se': 'kp_live_Wj0Rn7Ua2CgQv5Xl9Os3Mt',
  'solveig-admin-no': 'kp_live_Hy4Pe8Ib1ZkFd6Nw0Gr5Jc',
  'lars-analyst-vestland': 'kp_live_Lq9St2Vo7AmTx3Cu6Bz1Ek',
};

export function buildState(): State {
  const random = mulberry(20250526);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const newId = (prefix: string, at: number) => {
    let time = '',
      t = at;
    for (let i = 0; i < 10; i++) {
      time = CROCKFORD[t % 32] + time;
      t = Math.floor(t / 32);
    }
    let tail = '';
    for (let i = 0; i < 16; i++) tail += CROCKFORD[Math.floor(random() * 32)];
    return `${prefix}_${time}${tail}`;
  };
  const born = Date.UTC(2023, 8, 4, 9);

  const organizations: Organization[] = [
    {
      id: newId('org', born),
      label: 'Kontantnät Sverige AB',
      country: 'SE',
      currency: 'SEK',
      domain: 'kontantnat.example',
      brandingState: 'PUBLISHED',
      dnsState: 'VERIFIED',
      primaryColor: '#005B99',
    },
    {
      id: newId('org', born + DAY),
      label: 'Fjordkontant AS',
      country: 'NO',
      currency: 'NOK',
      domain: 'fjordkontant.example',
      brandingState: 'PUBLISHED',
      dnsState: 'PENDING_VERIFICATION',
      primaryColor: '#BA0C2F',
    },
  ];
  const [se, no] = organizations;
  const accounts: Account[] = [
    {
      id: newId('acc', born),
      orgId: se.id,
      label: 'Mälardalen Kontantservice AB',
      organizationNumber: '559012-4471',
      contactEmail: 'drift@malardalen.kontantnat.example',
      city: 'Stockholm',
    },
    {
      id: newId('acc', born + 1),
      orgId: se.id,
      label: 'Västkustens Uttag AB',
      organizationNumber: '559033-8120',
      contactEmail: 'drift@vastkusten.kontantnat.example',
      city: 'Göteborg',
    },
    {
      id: newId('acc', born + 2),
      orgId: no.id,
      label: 'Vestland Minibank AS',
      organizationNumber: '918 402 113',
      contactEmail: 'drift@vestland.fjordkontant.example',
      city: 'Bergen',
    },
    {
      id: newId('acc', born + 3),
      orgId: no.id,
      label: 'Trøndelag Kontant AS',
      organizationNumber: '921 557 086',
      contactEmail: 'drift@trondelag.fjordkontant.example',
      city: 'Trondheim',
    },
  ];
  const groupSpecs: [string, Organization][] = [
    ['Stora städer', se],
    ['Mälardalen', se],
    ['Västkusten', se],
    ['Köpcentrum', se],
    ['Vestland', no],
    ['Trøndelag', no],
    ['Kjøpesentre', no],
  ];
  const groups: Group[] = groupSpecs.map(([label, org], i) => ({
    id: newId('grp', born + i * HOUR),
    orgId: org.id,
    label,
  }));
  const connectorSpecs: [string, Organization, Connector['kind'], string][] = [
    ['Nordhost Primär', se, 'ISO8583_TCP', 'UP'],
    ['Nordhost Sekundär', se, 'ISO8583_TCP', 'DEGRADED'],
    ['Västlänk Växel', se, 'REST_GATEWAY', 'UP'],
    ['Fjordswitch Bergen', no, 'ISO8583_TCP', 'UP'],
    ['Fjordswitch Trondheim', no, 'REST_GATEWAY', 'DOWN'],
  ];
  const connectors: Connector[] = connectorSpecs.map(([label, org, kind, state], i) => ({
    id: newId('con', born + i * HOUR),
    orgId: org.id,
    label,
    kind,
    state,
    host: `switch${i + 1}.${org.domain}`,
    port: 7100 + i,
    url: `https://gateway${i + 1}.${org.domain}/authorize`,
  }));

  // label, street, postal code, city, lat, lon, venue, account, groups, connector, status, recycler
  type Spec = [
    string,
    string,
    string,
    string,
    number,
    number,
    string,
    number,
    number[],
    number,
    TerminalStatus,
    boolean,
  ];
  const specs: Spec[] = [
    [
      'Stockholm Centralstation',
      'Centralplan 15',
      '111 20',
      'Stockholm',
      59.3301,
      18.0586,
      'Railway station',
      0,
      [0, 1],
      0,
      'ONLINE',
      true,
    ],
    [
      'Uppsala Stora Torget',
      'Stora Torget 2',
      '753 20',
      'Uppsala',
      59.8586,
      17.6389,
      'Town square',
      0,
      [0, 1],
      0,
      'ONLINE',
      true,
    ],
    [
      'Västerås Bondtorget',
      'Bondtorget 1',
      '722 15',
      'Västerås',
      59.6099,
      16.5448,
      'Grocery store',
      0,
      [1],
      0,
      'ONLINE',
      false,
    ],
    [
      'Eskilstuna Fristadstorget',
      'Fristadstorget 7',
      '632 18',
      'Eskilstuna',
      59.3712,
      16.5098,
      'Town square',
      0,
      [1],
      0,
      'ONLINE',
      false,
    ],
    [
      'Södertälje Kringlan',
      'Storgatan 23',
      '151 72',
      'Södertälje',
      59.1955,
      17.6253,
      'Shopping centre',
      0,
      [1, 3],
      0,
      'STALE',
      false,
    ],
    [
      'Örebro Våghustorget',
      'Våghustorget 4',
      '702 11',
      'Örebro',
      59.2753,
      15.2134,
      'Shopping centre',
      0,
      [1],
      0,
      'ONLINE',
      true,
    ],
    [
      'Norrtälje Kiosk & Spel',
      'Tullportsgatan 9',
      '761 30',
      'Norrtälje',
      59.758,
      18.704,
      'Kiosk',
      0,
      [1],
      1,
      'OFFLINE',
      false,
    ],
    [
      'Enköping Resecentrum',
      'Stationsgatan 1',
      '745 34',
      'Enköping',
      59.6361,
      17.0777,
      'Railway station',
      0,
      [1],
      1,
      'ONLINE',
      false,
    ],
    [
      'Göteborg Nordstan',
      'Nordstadstorget 6',
      '411 05',
      'Göteborg',
      57.7089,
      11.969,
      'Shopping centre',
      1,
      [0, 2, 3],
      0,
      'ONLINE',
      true,
    ],
    [
      'Göteborg Linnéplatsen',
      'Linnégatan 62',
      '413 08',
      'Göteborg',
      57.6903,
      11.9522,
      'Grocery store',
      1,
      [0, 2],
      2,
      'ONLINE',
      false,
    ],
    [
      'Borås Knalleland',
      'Lundbygatan 1',
      '506 30',
      'Borås',
      57.7361,
      12.933,
      'Shopping centre',
      1,
      [2, 3],
      2,
      'ONLINE',
      false,
    ],
    [
      'Halmstad Fisk & Delikatess',
      'Hamngatan 14',
      '302 43',
      'Halmstad',
      56.669,
      12.8577,
      'Market hall',
      1,
      [2],
      2,
      'OFFLINE',
      false,
    ],
    ['Varberg Torget', 'Torggatan 3', '432 41', 'Varberg', 57.1057, 12.2508, 'Town square', 1, [2], 2, 'ONLINE', true],
    [
      'Uddevalla Torp',
      'Torpvägen 30',
      '451 76',
      'Uddevalla',
      58.354,
      11.813,
      'Shopping centre',
      1,
      [2, 3],
      2,
      'STALE',
      false,
    ],
    [
      'Bergen Torgallmenningen',
      'Torgallmenningen 8',
      '5014',
      'Bergen',
      60.3929,
      5.3241,
      'Town square',
      2,
      [4],
      3,
      'ONLINE',
      true,
    ],
    [
      'Bergen Lagunen',
      'Laguneveien 1',
      '5239',
      'Bergen',
      60.296,
      5.331,
      'Shopping centre',
      2,
      [4, 6],
      3,
      'ONLINE',
      false,
    ],
    ['Voss Stasjon', 'Evangervegen 4', '5704', 'Voss', 60.629, 6.41, 'Railway station', 2, [4], 3, 'OFFLINE', false],
    ['Førde Sentrum', 'Naustdalsvegen 1', '6800', 'Førde', 61.452, 5.857, 'Grocery store', 2, [4], 3, 'ONLINE', false],
    ['Stord Heiane', 'Heiane 16', '5412', 'Stord', 59.779, 5.499, 'Shopping centre', 2, [4, 6], 3, 'ONLINE', true],
    ['Odda Bru & Kro', 'Røldalsvegen 2', '5750', 'Odda', 60.068, 6.546, 'Restaurant', 2, [4], 3, 'ONLINE', false],
    [
      'Trondheim Torg',
      'Kongens gate 11',
      '7013',
      'Trondheim',
      63.4305,
      10.3951,
      'Shopping centre',
      3,
      [5, 6],
      4,
      'ONLINE',
      true,
    ],
    [
      'Trondheim Solsiden',
      'Beddingen 10',
      '7042',
      'Trondheim',
      63.434,
      10.412,
      'Shopping centre',
      3,
      [5, 6],
      4,
      'ONLINE',
      false,
    ],
    [
      'Steinkjer Torg',
      'Kongens gate 20',
      '7713',
      'Steinkjer',
      64.0149,
      11.495,
      'Town square',
      3,
      [5],
      4,
      'ONLINE',
      false,
    ],
    ['Levanger Brygga', 'Sjøgata 5', '7600', 'Levanger', 63.7464, 11.2996, 'Harbour', 3, [5], 4, 'STALE', false],
  ];
  const terminals: Terminal[] = specs.map((s, i) => {
    const account = accounts[s[7]];
    const org = organizations.find((o) => o.id === account.orgId)!;
    const status = s[10];
    return {
      id: newId('trm', born + i * 3 * DAY),
      orgId: org.id,
      accountId: account.id,
      groupIds: s[8].map((g) => groups[g].id),
      connectorId: connectors[s[9]].id,
      label: s[0],
      model: s[11] ? 'CashRecycler 7' : 'CashPoint 4',
      serialNumber: `CP${s[11] ? 'R' : 'D'}-${40210 + i * 37}`,
      softwareVersion: i % 3 === 0 ? '8.4.1' : '8.3.6',
      status,
      lastHeartbeat:
        status === 'ONLINE'
          ? NOW - (20 + i) * 1000
          : status === 'STALE'
            ? NOW - (47 + i) * MINUTE
            : NOW - (9 + i) * HOUR,
      recycler: s[11],
      currency: org.currency,
      street: s[1],
      postalCode: s[2],
      city: s[3],
      country: org.country,
      latitude: s[4],
      longitude: s[5],
      venue: s[6],
      riskLevel: ['LOW', 'MEDIUM', 'LOW', 'HIGH'][i % 4],
      cassettes: (org.currency === 'SEK' ? [10000, 20000, 50000] : [10000, 20000, 50000]).map((denomination, p) => ({
        position: p + 1,
        denomination,
        notesRemaining: Math.floor(random() * 1400) + (p === 0 ? 40 : 200),
      })),
    };
  });

  const userSpecs: [string, string, Organization, Role, Visibility, string?][] = [
    ['Ingrid Bergström', 'ingrid.bergstrom', se, 'ADMIN', { kind: 'ALL_TERMINALS' }, 'ingrid-admin-se'],
    ['Oskar Lindqvist', 'oskar.lindqvist', se, 'ANALYST', { kind: 'ALL_TERMINALS' }, 'oskar-analyst-se'],
    [
      'Elsa Håkansson',
      'elsa.hakansson',
      se,
      'FINANCE',
      { kind: 'ACCOUNTS', accountIds: [accounts[1].id] },
      'elsa-finance-vastkusten',
    ],
    [
      'Nils Forsberg',
      'nils.forsberg',
      se,
      'TECHNICIAN',
      { kind: 'TERMINALS', terminalIds: [terminals[1].id, terminals[4].id, terminals[6].id] },
      'nils-technician-se',
    ],
    ['Birgitta Ekman', 'birgitta.ekman', se, 'FINANCE', { kind: 'ACCOUNTS', accountIds: [accounts[0].id] }],
    ['Solveig Haugen', 'solveig.haugen', no, 'ADMIN', { kind: 'ALL_TERMINALS' }, 'solveig-admin-no'],
    [
      'Lars Nygård',
      'lars.nygard',
      no,
      'ANALYST',
      { kind: 'ACCOUNTS', accountIds: [accounts[2].id] },
      'lars-analyst-vestland',
    ],
    ['Marit Solbakken', 'marit.solbakken', no, 'FINANCE', { kind: 'ALL_TERMINALS' }],
  ];
  const users: User[] = userSpecs.map(([label, mail, org, role, visibility, keyName], i) => ({
    id: newId('usr', born + i * DAY),
    orgId: org.id,
    label,
    email: `${mail}@${org.domain}`,
    role,
    visibility,
    keyName,
    apiKey: keyName ? apiKeys[keyName] : undefined,
  }));

  const schemes: [string, string][] = [
    ['VISA', '4111111111111111'],
    ['MASTERCARD', '5555555555554444'],
    ['VISA', '4012888888881881'],
    ['AMEX', '378282246310005'],
  ];
  const declineReasons: [string, string][] = [
    ['51', 'INSUFFICIENT_FUNDS'],
    ['55', 'INCORRECT_PIN'],
    ['61', 'LIMIT_EXCEEDED'],
    ['54', 'EXPIRED_CARD'],
    ['05', 'DO_NOT_HONOUR'],
  ];
  const transactions: Transaction[] = [];
  terminals.forEach((terminal, i) => {
    let sequence = 1100 + i * 53;
    const n = 15 + ((i * 7) % 6);
    const fee = terminal.currency === 'SEK' ? 2500 : 2000;
    const code = () => Array.from({ length: 6 }, () => CROCKFORD[10 + Math.floor(random() * 20)]).join('');
    const approved = (): HostResponse => ({ kind: 'APPROVED', code: '00', authorizationCode: code() });
    for (let j = 0; j < n; j++) {
      const at =
        FIRST_DAY +
        Math.floor((j * 21) / n) * DAY +
        (5 * 60 + Math.floor(random() * 840)) * MINUTE +
        Math.floor(random() * 60) * 1000;
      const [cardScheme, pan] = pick(schemes);
      const chip = random();
      const r = random();
      const reason = pick(declineReasons);
      const notes = 2 + Math.floor(random() * 48);
      const base = {
        terminalId: terminal.id,
        at,
        accountType: pick(['CHECKING', 'CHECKING', 'SAVINGS', 'CREDIT']),
        cardScheme,
        card: { pan, track2: `${pan}=29122011000012300000`, pinBlock: '04120EEEEEEEEEEE' },
        sequenceNumber: String(++sequence).padStart(6, '0'),
        ...(chip < 0.5 ? { emv: 'CONTACT_CHIP' } : chip < 0.8 ? { emv: 'CONTACTLESS' } : {}),
      };
      const amount = notes * 10000;
      const reverse = j === 2 ? i % 2 === 0 : random() < 0.06;
      const id = newId('txn', at);
      let transaction: Transaction;
      if (j === 3 || (j !== 2 && j !== 5 && j !== 6 && r < 0.15)) {
        const [code, why] = j === 3 ? ['55', 'INCORRECT_PIN'] : reason;
        transaction = {
          id,
          kind: 'WITHDRAWAL',
          ...base,
          response: { kind: 'DECLINED', code, reason: why },
          amountRequested: amount,
          amountCompleted: 0,
          surchargeRequested: fee,
          surchargeCompleted: 0,
          dispense: 'NONE',
        };
      } else if (j === 6 || (j !== 2 && j !== 5 && r < 0.24)) {
        transaction = {
          id,
          kind: 'BALANCE_INQUIRY',
          ...base,
          response: approved(),
          amountRequested: 0,
          amountCompleted: 0,
          surchargeRequested: 500,
          surchargeCompleted: 500,
        };
      } else if (j !== 2 && j !== 5 && r < 0.29) {
        transaction = {
          id,
          kind: 'WITHDRAWAL',
          ...base,
          response: { kind: 'TIMED_OUT', code: '91' },
          amountRequested: amount,
          amountCompleted: 0,
          surchargeRequested: fee,
          surchargeCompleted: 0,
          dispense: 'NONE',
        };
      } else if (j !== 2 && j !== 5 && terminal.recycler && r < 0.5) {
        transaction = {
          id,
          kind: 'DEPOSIT',
          ...base,
          response: approved(),
          amountRequested: amount,
          amountCompleted: amount,
          surchargeRequested: 0,
          surchargeCompleted: 0,
          notesAccepted: notes,
        };
      } else {
        const partial = j === 5;
        const completed = partial ? Math.max(10000, Math.floor(notes / 2) * 10000) : amount;
        transaction = {
          id,
          kind: 'WITHDRAWAL',
          ...base,
          response: approved(),
          amountRequested: amount,
          amountCompleted: completed,
          surchargeRequested: fee,
          surchargeCompleted: fee,
          dispense: partial ? 'PARTIAL' : 'COMPLETE',
        };
        if (reverse && !partial) {
          const reversalId = newId('txn', at + 45_000);
          transaction.reversalId = reversalId;
          transactions.push(transaction);
          transactions.push({
            id: reversalId,
            kind: 'REVERSAL',
            ...base,
            sequenceNumber: String(++sequence).padStart(6, '0'),
            at: at + 45_000,
            response: approved(),
            amountRequested: -amount,
            amountCompleted: -completed,
            surchargeRequested: -fee,
            surchargeCompleted: -fee,
            reversedId: id,
          });
          continue;
        }
      }
      transactions.push(transaction);
    }
  });
  transactions.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));

  // Weekly batches for the first two weeks; the third week is still to be derived.
  const batches: Batch[] = [];
  for (const [w, start] of [FIRST_DAY, FIRST_DAY + 7 * DAY].entries()) {
    terminals.forEach((terminal, i) => {
      const periodStart = isoDate(start),
        periodEnd = isoDate(start + 6 * DAY);
      const rows = transactions.filter(
        (t) =>
          t.terminalId === terminal.id &&
          isSettleable(t) &&
          localDate(t.at) >= periodStart &&
          localDate(t.at) <= periodEnd,
      );
      if (rows.length === 0) return;
      const derivedAt = start + 7 * DAY + 3 * HOUR + i * MINUTE;
      const id = newId('stl', derivedAt);
      for (const t of rows) t.batchId = id;
      const status = w === 0 ? 'SETTLED' : i % 9 === 4 ? 'RETURNED' : 'SUBMITTED';
      batches.push({
        id,
        terminalId: terminal.id,
        status,
        ...batchTotals(rows),
        periodStart,
        periodEnd,
        derivedAt,
        submittedAt: derivedAt + 2 * HOUR,
        ...(status === 'SETTLED'
          ? { settledAt: derivedAt + 2 * DAY }
          : status === 'RETURNED'
            ? { returnedAt: derivedAt + 2 * DAY }
            : {}),
      });
    });
  }

  const staff = (terminal: Terminal, k: number): string => {
    const index = accounts.findIndex((a) => a.id === terminal.accountId);
    return users[k % 2 === 0 ? [4, 2, 7, 7][index] : [0, 0, 5, 5][index]].id;
  };
  const disputes: Dispute[] = [];
  const reasons = ['CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'UNRECOGNIZED', 'DUPLICATE', 'SURCHARGE_NOT_DISCLOSED'];
  const disputeStates: [number, Dispute['status'], boolean][] = [
    [0, 'OPEN', false],
    [1, 'OPEN', false],
    [2, 'RESOLVED', true],
    [4, 'UNDER_REVIEW', true],
    [6, 'RESOLVED', true],
    [7, 'OPEN', true],
    [8, 'RESOLVED', true],
    [9, 'UNDER_REVIEW', true],
    [10, 'OPEN', false],
    [11, 'RESOLVED', true],
    [13, 'OPEN', true],
    [14, 'RESOLVED', true],
    [15, 'OPEN', false],
    [17, 'UNDER_REVIEW', true],
    [19, 'RESOLVED', true],
    [20, 'OPEN', false],
    [21, 'UNDER_REVIEW', true],
    [22, 'RESOLVED', true],
  ];
  disputeStates.forEach(([index, status, assigned], k) => {
    const terminal = terminals[index];
    const candidates = transactions.filter(
      (t) => t.terminalId === terminal.id && t.kind === 'WITHDRAWAL' && t.amountCompleted > 0 && !t.reversalId,
    );
    const t = candidates[k % 4];
    const openedAt = t.at + 2 * DAY + k * MINUTE;
    disputes.push({
      id: newId('dsp', openedAt),
      transactionId: t.id,
      terminalId: terminal.id,
      status,
      reasonCode: reasons[k % reasons.length],
      amount: k % 3 === 0 ? Math.max(10000, Math.floor(t.amountCompleted / 20000) * 10000) : t.amountCompleted,
      dueDate: isoDate(openedAt + 30 * DAY),
      openedAt,
      openedBy: staff(terminal, k),
      ...(assigned ? { assigneeId: staff(terminal, k + 1), assignedAt: openedAt + 3 * HOUR } : {}),
      ...(status === 'RESOLVED'
        ? {
            outcome: k % 4 === 0 ? ('REJECTED' as const) : ('CUSTOMER_CREDITED' as const),
            resolvedAt: openedAt + 4 * DAY,
            reviewerId: staff(terminal, k + 1),
            explanation: k % 4 === 0 ? 'Journal shows that all notes were taken.' : undefined,
            reviewNote: k % 4 === 0 ? 'Cash count matched the journal.' : 'Cash surplus confirmed at the cash count.',
          }
        : {}),
    });
  });

  const admin = (terminal: Terminal) => users[terminal.orgId === se.id ? 0 : 5].id;
  const commands: Command[] = [],
    jobs: Job[] = [],
    alerts: Alert[] = [],
    journal: Journal[] = [],
    statusChanges: StatusChange[] = [];
  const forms: Form[] = [],
    compliance: Compliance[] = [],
    onboarding: Onboarding[] = [],
    documents: Document[] = [];
  const commandKinds: [string, string][] = [
    ['RESTART', 'Restart of the terminal application'],
    ['PUSH_CONFIGURATION', 'Push of the current configuration'],
    ['RESET_CASSETTE', 'Reset of cassette 2'],
    ['SYNC_CLOCK', 'Clock synchronization'],
  ];
  const alertKinds: [string, string, string][] = [
    ['CASH_LOW', 'WARNING', 'Cassette 1 is below its threshold'],
    ['HEARTBEAT_STALE', 'CRITICAL', 'No heartbeat within the agreed interval'],
    ['DISPENSER_FAULT', 'CRITICAL', 'Dispenser reported a note jam'],
    ['DECLINE_SPIKE', 'WARNING', 'Share of declines above the threshold'],
    ['COMMUNICATION_FLAPPING', 'WARNING', 'Connection changed its state several times'],
  ];
  const journalKinds: [string, string][] = [
    ['SIGN_ON', 'Sign-on accepted by the host'],
    ['ECHO_TEST', 'Echo test answered'],
    ['REVERSAL_ADVICE', 'Reversal advice acknowledged'],
    ['LATE_RESPONSE', 'Host response after the time limit'],
  ];
  terminals.forEach((terminal, i) => {
    for (let k = 0; k < 2 + (i % 3); k++) {
      const [kind, detail] = commandKinds[(i + k) % commandKinds.length];
      const queuedAt = NOW - (k * 29 + 3) * HOUR - i * 7 * MINUTE;
      const state = k === 0 ? 'QUEUED' : k === 3 ? 'FAILED' : 'COMPLETED';
      commands.push({
        id: newId('cmd', queuedAt),
        terminalId: terminal.id,
        kind,
        state,
        queuedAt,
        ...(state === 'QUEUED' ? {} : { finishedAt: queuedAt + (4 + k) * MINUTE }),
        requestedBy: admin(terminal),
        detail,
      });
    }
    for (let k = 0; k < 1 + (i % 2); k++) {
      const createdAt = NOW - (k * 60 + 20) * HOUR - i * 11 * MINUTE;
      const state = k === 1 ? 'SCHEDULED' : i % 7 === 5 ? 'FAILED' : 'SUCCEEDED';
      jobs.push({
        id: newId('prv', createdAt),
        terminalId: terminal.id,
        kind: k === 0 ? 'PROFILE' : 'FIRMWARE',
        state,
        createdAt,
        ...(state === 'SCHEDULED' ? {} : { finishedAt: createdAt + 18 * MINUTE }),
        target: k === 0 ? `profile-${terminal.country.toLowerCase()}-12` : '8.4.1',
      });
    }
    for (let k = 0; k < 1 + (i % 2); k++) {
      const raisedAt = NOW - (k * 31 + 5) * HOUR - i * 13 * MINUTE;
      const [kind, severity, message] =
        alertKinds[terminal.status !== 'ONLINE' && k === 0 ? 1 : (i + k * 2) % alertKinds.length];
      alerts.push({
        id: newId('alr', raisedAt),
        terminalId: terminal.id,
        kind,
        severity,
        state: k === 0 ? 'OPEN' : 'CLOSED',
        raisedAt,
        message,
      });
    }
    for (let k = 0; k < 2 + (i % 2); k++) {
      const at = NOW - (k * 17 + 2) * HOUR - i * 5 * MINUTE;
      const [kind, message] = journalKinds[(i + k) % journalKinds.length];
      journal.push({ id: newId('jrn', at), terminalId: terminal.id, kind, at, message });
    }
    const other: TerminalStatus = terminal.status === 'ONLINE' ? (i % 2 === 0 ? 'OFFLINE' : 'STALE') : 'ONLINE';
    const changedAt = terminal.status === 'ONLINE' ? NOW - 2 * HOUR : terminal.lastHeartbeat + 10 * MINUTE;
    statusChanges.push({
      id: newId('chg', changedAt - 6 * HOUR),
      terminalId: terminal.id,
      at: changedAt - 6 * HOUR,
      from: terminal.status,
      to: other,
    });
    statusChanges.push({
      id: newId('chg', changedAt),
      terminalId: terminal.id,
      at: changedAt,
      from: other,
      to: terminal.status,
    });
    const formAt = NOW - (30 + i * 3) * HOUR;
    forms.push({
      id: newId('frm', formAt),
      terminalId: terminal.id,
      kind: ['CASH_LOAD', 'SITE_INSPECTION', 'INCIDENT_REPORT'][i % 3],
      state: i % 4 === 0 ? 'DRAFT' : 'SUBMITTED',
      submittedAt: formAt,
      submittedBy: admin(terminal),
    });
    const expires = NOW + ((i % 5) - 1) * 40 * DAY;
    compliance.push({
      id: newId('cmp', born + i * DAY),
      terminalId: terminal.id,
      kind: ['PCI_CERTIFICATE', 'FIRE_INSPECTION', 'PHYSICAL_SECURITY'][i % 3],
      state: expires < NOW ? 'EXPIRED' : expires < NOW + 30 * DAY ? 'EXPIRING' : 'VALID',
      expiresOn: isoDate(expires),
    });
    onboarding.push({
      id: newId('onb', born + i * DAY),
      terminalId: terminal.id,
      stage: i % 6 === 5 ? 'SITE_SURVEY' : 'LIVE',
      updatedAt: born + (i * 3 + 20) * DAY,
    });
    documents.push({
      id: newId('doc', born + i * DAY),
      terminalId: terminal.id,
      kind: i % 2 === 0 ? 'SITE_AGREEMENT' : 'MAINTENANCE_PLAN',
      label: `${i % 2 === 0 ? 'Site agreement' : 'Maintenance plan'} ${terminal.label}`,
      uploadedAt: born + (i * 3 + 4) * DAY,
    });
  });
  const videos: Video[] = organizations.flatMap((org) =>
    [
      ['Cash loading', 310],
      ['Clearing a note jam', 185],
      ['Monthly site check', 240],
    ].map(([label, seconds], k) => ({
      id: newId('vid', born + k * DAY),
      orgId: org.id,
      label: String(label),
      durationSeconds: Number(seconds),
      url: `https://portal.${org.domain}/videos/${k + 1}`,
    })),
  );

  return {
    organizations,
    accounts,
    users,
    connectors,
    groups,
    terminals,
    transactions,
    batches,
    disputes,
    commands,
    jobs,
    alerts,
    journal,
    statusChanges,
    forms,
    compliance,
    onboarding,
    documents,
    videos,
    newId,
  };
}
