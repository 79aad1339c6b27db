// @ts-nocheck: written without noUncheckedIndexedAccess
// Deterministic in-memory data set: two Turkish customers (organizations), their accounts, fleet and activity.

export const NOW = Date.UTC(2025, 10, 14, 12, 0, 0) / 1000; // 2025-11-14T15:00:00+03:00
export const TODAY = '2025-11-14';
export const HOME_OFFSET = 180; // minutes, Türkiye

export type Role = 'admin' | 'analyst' | 'account_manager' | 'technician' | 'auditor';
export type Level = 'organization' | 'account' | 'terminal';

export interface Organization {
  id: string;
  name: string;
  displayName: string;
  logoUrl: string;
  color: string;
  supportEmail: string;
  portalHost: string;
  docsHost: string;
  portalVerified: boolean;
  docsVerified: boolean;
}
export interface Account {
  id: string;
  org: string;
  name: string;
  city: string;
  contactEmail: string;
  payoutMethod: string;
}
export interface User {
  id: string;
  org: string;
  username: string;
  fullName: string;
  email: string;
  role: Role;
  level: Level;
  accounts: string[];
  terminals: string[];
}
export interface Terminal {
  id: string;
  org: string;
  account: string;
  label: string;
  model: string;
  serial: string;
  status: 'online' | 'degraded' | 'offline' | 'maintenance';
  connector: string;
  groups: string[];
  offset: number;
  heartbeat: number;
  surcharge: number;
  siteCode: string;
  site: string;
  address: string;
  district: string;
  city: string;
  postal: string;
  lat: string;
  lon: string;
  risk: 'low' | 'medium' | 'high';
  cassettes: { cassette: number; denomination: number; notes: number }[];
  temperature: string;
  signal: number;
  uptimeHours: number;
  flaps: number;
  dispenser: 'ok' | 'fault';
}
export interface Group {
  id: string;
  org: string;
  name: string;
  description: string;
}
export interface Connector {
  id: string;
  org: string;
  name: string;
  protocol: string;
  processor: string;
  enabled: boolean;
  status: 'up' | 'degraded' | 'down';
  lastMessage: number | null;
  latency: number | null;
  host: string;
  port: number;
}
export interface Transaction {
  id: string;
  terminal: string;
  account: string;
  at: number;
  local: string;
  offset: number;
  type: 'withdrawal' | 'balance_inquiry' | 'transfer' | 'reversal';
  sequence: number;
  accountType: 'checking' | 'savings' | 'credit';
  emv: 'chip' | 'contactless' | null;
  response: 'approved' | 'declined' | 'partial' | 'reversed';
  code: string;
  amountReq: number;
  amountComp: number;
  surchargeReq: number;
  surchargeComp: number;
  scheme: string;
  pan: string;
  track2: string;
  pinBlock: string;
}
export interface Batch {
  id: string;
  account: string;
  date: string;
  status: 'pending' | 'submitted' | 'settled' | 'returned';
  creditEntries: number;
  debitEntries: number;
  credit: number;
  debit: number;
  terminals: number;
  created: number;
  submitted: number | null;
  settled: number | null;
}
export interface Dispute {
  id: string;
  status: 'open' | 'under_review' | 'awaiting_evidence' | 'resolved';
  reason: string;
  transaction: string;
  terminal: string;
  account: string;
  amount: number;
  opened: number;
  due: string;
  assignee: string | null;
  assigned: number | null;
  outcome: 'accepted' | 'rejected' | null;
  resolutionNote: string | null;
  resolved: number | null;
  reviewer: string | null;
  note: string | null;
  isNew: boolean;
}
export interface Command {
  id: string;
  terminal: string;
  type: string;
  status: 'queued' | 'completed';
  result: 'succeeded' | 'failed' | null;
  requestedBy: string;
  queued: number;
  completed: number | null;
}
export interface ProvisioningJob {
  id: string;
  terminal: string;
  kind: string;
  status: 'scheduled' | 'succeeded' | 'failed';
  version: string;
  created: number;
  finished: number | null;
}
export interface Alert {
  id: string;
  terminal: string;
  event: string;
  severity: 'info' | 'warning' | 'critical';
  status: 'open' | 'closed';
  opened: number;
  closed: number | null;
  message: string;
}
export interface JournalEntry {
  id: string;
  terminal: string;
  connector: string;
  at: number;
  mti: string;
  text: string;
  pan: string;
}
export interface Form {
  id: string;
  terminal: string;
  kind: string;
  status: string;
  submitted: number;
  submittedBy: string;
}
export interface VaultItem {
  id: string;
  terminal: string;
  kind: string;
  expires: string;
  status: string;
}
export interface Onboarding {
  id: string;
  account: string;
  step: string;
  status: string;
}
export interface Doc {
  id: string;
  account: string;
  terminal: string | null;
  title: string;
  uploaded: number;
}
export interface Video {
  id: string;
  title: string;
  seconds: number;
  roles: Role[];
}
export interface Report {
  id: string;
  title: string;
  formats: string[];
  roles: Role[];
}

export interface Data {
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
  jobs: ProvisioningJob[];
  alerts: Alert[];
  journal: JournalEntry[];
  forms: Form[];
  vault: VaultItem[];
  onboarding: Onboarding[];
  documents: Doc[];
  videos: Video[];
  reports: Report[];
}

export const keys: ReadonlyMap<string, string> = new Map([
  ['anadolu-admin', 'tfp-7c1e04a9d2f8-elif'],
  ['anadolu-analyst', 'tfp-b83f5d016ce4-mert'],
  ['anadolu-account-manager', 'tfp-29e6a7f4c0b1-zeynep'],
  ['anadolu-technician', 'tfp-e50d82b6914a-burak'],
  ['ege-admin', 'tfp-4ab97e31d86c-selin'],
  ['ege-auditor', 'tfp-d16c3f70be59-kerem'],
]);

export const keyOwners: ReadonlyMap<string, string> = new Map([
  ['tfp-7c1e04a9d2f8-elif', 'USR-0001'],
  ['tfp-b83f5d016ce4-mert', 'USR-0002'],
  ['tfp-29e6a7f4c0b1-zeynep', 'USR-0003'],
  ['tfp-e50d82b6914a-burak', 'USR-0004'],
  ['tfp-4ab97e31d86c-selin', 'USR-0006'],
  ['tfp-d16c3f70be59-kerem', 'USR-0007'],
]);

export function localTime(epoch: number, offsetMinutes: number): string {
  return new Date((epoch + offsetMinutes * 60) * 1000).toISOString().slice(0, 19);
}

export function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(absolute / 60)).padStart(2, '0')}:${String(absolute % 60).padStart(2, '0')}`;
}

export function money(kurus: number): string {
  const sign = kurus < 0 ? '-' : '';
  const absolute = Math.abs(kurus);
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}

const HOUR = 3600;
const DAY = 86400;

/** Totals of an ACH batch: one credit entry per paid withdrawal, one debit entry (processing fee) per active terminal. */
export function deriveTotals(
  transactions: Transaction[],
): Pick<Batch, 'creditEntries' | 'debitEntries' | 'credit' | 'debit' | 'terminals'> {
  const paid = transactions.filter((tx) => tx.type === 'withdrawal' && tx.amountComp > 0);
  const terminals = new Set(transactions.map((tx) => tx.terminal)).size;
  return {
    creditEntries: paid.length,
    debitEntries: terminals,
    credit: paid.reduce((sum, tx) => sum + tx.amountComp + tx.surchargeComp, 0),
    debit: transactions.length * 125,
    terminals,
  };
}

type TerminalSeed = [
  id: string,
  account: string,
  label: string,
  siteCode: string,
  site: string,
  address: string,
  district: string,
  city: string,
  postal: string,
  lat: string,
  lon: string,
  connector: string,
  groups: string[],
  status: Terminal['status'],
];

const terminalSeeds: TerminalSeed[] = [
  [
    'ATM-00101',
    'ACC-0001',
    'Kadıköy Rıhtım',
    'KADIKOY',
    'Kaya & Oğulları Market',
    'Rıhtım Cad. No: 14',
    'Kadıköy',
    'İstanbul',
    '34710',
    '40.9917',
    '29.0230',
    'CON-0001',
    [],
    'online',
  ],
  [
    'ATM-00102',
    'ACC-0001',
    'Beşiktaş Çarşı',
    'BESIKTAS',
    'Beşiktaş Çarşı Girişi',
    'Ihlamurdere Cad. No: 3',
    'Beşiktaş',
    'İstanbul',
    '34353',
    '41.0430',
    '29.0070',
    'CON-0001',
    ['GRP-0002'],
    'online',
  ],
  [
    'ATM-00103',
    'ACC-0004',
    'Alsancak Kordon',
    'KORDON',
    'Kordon Boyu Büfe',
    'Atatürk Cad. No: 210',
    'Konak',
    'İzmir',
    '35220',
    '38.4358',
    '27.1410',
    'CON-0005',
    ['GRP-0005'],
    'online',
  ],
  [
    'ATM-00104',
    'ACC-0001',
    'Esenler Otogarı Peron Katı',
    'OTOGAR',
    'Esenler Otogarı',
    'Büyük Otogar, Peron Katı',
    'Bayrampaşa',
    'İstanbul',
    '34035',
    '41.0402',
    '28.8946',
    'CON-0001',
    ['GRP-0001'],
    'online',
  ],
  [
    'ATM-00105',
    'ACC-0001',
    'Esenler Otogarı Bilet Holü',
    'OTOGAR',
    'Esenler Otogarı',
    'Büyük Otogar, Bilet Holü',
    'Bayrampaşa',
    'İstanbul',
    '34035',
    '41.0404',
    '28.8950',
    'CON-0001',
    ['GRP-0001'],
    'online',
  ],
  [
    'ATM-00106',
    'ACC-0004',
    'Çeşme Marina',
    'CESME',
    'Çeşme Marina',
    'Musalla Mah. 1017 Sok.',
    'Çeşme',
    'İzmir',
    '35930',
    '38.3230',
    '26.3020',
    'CON-0005',
    ['GRP-0005'],
    'online',
  ],
  [
    'ATM-00107',
    'ACC-0001',
    'Zafer Plaza',
    'ZAFER',
    'Zafer Plaza AVM',
    'Cemal Nadir Cad. No: 1',
    'Osmangazi',
    'Bursa',
    '16010',
    '40.1850',
    '29.0600',
    'CON-0001',
    ['GRP-0002'],
    'degraded',
  ],
  [
    'ATM-00108',
    'ACC-0001',
    'Gebze OSB',
    'GEBZE',
    'Gebze Organize Sanayi',
    'İhsan Dede Cad. No: 22',
    'Gebze',
    'Kocaeli',
    '41400',
    '40.8020',
    '29.4400',
    'CON-0002',
    [],
    'online',
  ],
  [
    'ATM-00109',
    'ACC-0002',
    'Kızılay Metro',
    'KIZILAY',
    'Kızılay Metro Çarşısı',
    'Atatürk Bulvarı No: 95',
    'Çankaya',
    'Ankara',
    '06420',
    '39.9208',
    '32.8541',
    'CON-0002',
    [],
    'online',
  ],
  [
    'ATM-00110',
    'ACC-0004',
    'Bodrum Yalıkavak',
    'YALIKAVAK',
    'Yalıkavak İskelesi',
    'Çökertme Cad. No: 6',
    'Bodrum',
    'Muğla',
    '48990',
    '37.1050',
    '27.2910',
    'CON-0005',
    ['GRP-0005', 'GRP-0007'],
    'online',
  ],
  [
    'ATM-00111',
    'ACC-0002',
    'Esenboğa Geliş',
    'ESENBOGA',
    'Esenboğa Havalimanı',
    'Geliş Katı, Kapı 2',
    'Çubuk',
    'Ankara',
    '06750',
    '40.1281',
    '32.9951',
    'CON-0002',
    ['GRP-0001'],
    'online',
  ],
  [
    'ATM-00112',
    'ACC-0002',
    'Kampüs Çarşısı',
    'KAMPUS-ANK',
    'Üniversite Kampüs Çarşısı',
    'Üniversiteler Mah. No: 1',
    'Çankaya',
    'Ankara',
    '06800',
    '39.8914',
    '32.7847',
    'CON-0002',
    ['GRP-0003'],
    'online',
  ],
  [
    'ATM-00113',
    'ACC-0004',
    'Kuşadası Liman',
    'KUSADASI',
    'Kuşadası Yolcu Limanı',
    'Liman Cad. No: 2',
    'Kuşadası',
    'Aydın',
    '09400',
    '37.8600',
    '27.2560',
    'CON-0005',
    ['GRP-0005'],
    'offline',
  ],
  [
    'ATM-00114',
    'ACC-0002',
    'Selçuklu AVM',
    'SELCUKLU',
    'Selçuklu AVM',
    'Nalçacı Cad. No: 88',
    'Selçuklu',
    'Konya',
    '42060',
    '37.8880',
    '32.4920',
    'CON-0002',
    ['GRP-0002'],
    'online',
  ],
  [
    'ATM-00115',
    'ACC-0002',
    'Eskişehir Kampüs',
    'KAMPUS-ESK',
    'Yunus Emre Kampüsü',
    'Yeşiltepe Mah. No: 5',
    'Tepebaşı',
    'Eskişehir',
    '26470',
    '39.7910',
    '30.5010',
    'CON-0002',
    ['GRP-0003'],
    'maintenance',
  ],
  [
    'ATM-00116',
    'ACC-0005',
    'Denizli OSB',
    'DENIZLI',
    'Denizli Organize Sanayi',
    'Mehmet Akif Ersoy Bulv. No: 9',
    'Honaz',
    'Denizli',
    '20330',
    '37.8030',
    '29.2480',
    'CON-0006',
    ['GRP-0006'],
    'maintenance',
  ],
  [
    'ATM-00117',
    'ACC-0002',
    'Kayseri Meydan',
    'KAYSERI',
    'Cumhuriyet Meydanı',
    'Sivas Cad. No: 4',
    'Melikgazi',
    'Kayseri',
    '38010',
    '38.7225',
    '35.4875',
    'CON-0002',
    ['GRP-0002'],
    'online',
  ],
  [
    'ATM-00118',
    'ACC-0003',
    'Lefkoşa Dereboyu',
    'LEFKOSA',
    'Dereboyu Çarşı',
    'Mehmet Akif Cad. No: 61',
    'Lefkoşa',
    'Lefkoşa',
    '99010',
    '35.1900',
    '33.3500',
    'CON-0003',
    [],
    'online',
  ],
  [
    'ATM-00119',
    'ACC-0003',
    'Girne Liman',
    'GIRNE',
    'Girne Antik Liman',
    'Kordonboyu No: 7',
    'Girne',
    'Girne',
    '99300',
    '35.3410',
    '33.3200',
    'CON-0003',
    [],
    'offline',
  ],
  [
    'ATM-00120',
    'ACC-0005',
    'Manisa Merkez',
    'MANISA',
    'Manisa Çarşı',
    '8 Eylül Cad. No: 17',
    'Şehzadeler',
    'Manisa',
    '45020',
    '38.6130',
    '27.4290',
    'CON-0006',
    [],
    'degraded',
  ],
  [
    'ATM-00121',
    'ACC-0003',
    'Gazimağusa Kampüs',
    'MAGUSA',
    'Gazimağusa Kampüs Girişi',
    'Salamis Yolu No: 30',
    'Gazimağusa',
    'Gazimağusa',
    '99450',
    '35.1440',
    '33.9110',
    'CON-0003',
    ['GRP-0003'],
    'online',
  ],
  [
    'ATM-00122',
    'ACC-0005',
    'Uşak Otogar',
    'USAK',
    'Uşak Şehirlerarası Otogar',
    'Ankara Yolu 2. km',
    'Merkez',
    'Uşak',
    '64100',
    '38.6740',
    '29.4060',
    'CON-0006',
    ['GRP-0006'],
    'online',
  ],
  [
    'ATM-00123',
    'ACC-0005',
    'Termal Otel Lobi',
    'TERMAL',
    'Afyon Termal & Spa Otel',
    'İzmir Yolu 8. km',
    'Merkez',
    'Afyonkarahisar',
    '03030',
    '38.7810',
    '30.4210',
    'CON-0006',
    ['GRP-0007'],
    'online',
  ],
];

const cards: [scheme: string, pan: string][] = [
  ['visa', '4111111111111111'],
  ['mastercard', '5555555555554444'],
  ['visa', '4242424242424242'],
  ['mastercard', '5105105105105100'],
];

export function buildData(): Data {
  let seed = 20251114;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const id = (prefix: string, n: number, width: number): string => `${prefix}-${String(n).padStart(width, '0')}`;

  const organizations: Organization[] = [
    {
      id: 'ORG-001',
      name: 'Anadolu Nakit Hizmetleri A.Ş.',
      displayName: 'Anadolu Nakit',
      logoUrl: 'https://cdn.anadolunakit.example/logo.svg',
      color: '#0B5FA5',
      supportEmail: 'destek@anadolunakit.example',
      portalHost: 'portal.anadolunakit.example',
      docsHost: 'docs.anadolunakit.example',
      portalVerified: true,
      docsVerified: true,
    },
    {
      id: 'ORG-002',
      name: 'Ege Bankamatik İşletmeleri Ltd. Şti.',
      displayName: 'Ege Bankamatik',
      logoUrl: 'https://cdn.egebankamatik.example/logo.svg',
      color: '#1E8C6B',
      supportEmail: 'yardim@egebankamatik.example',
      portalHost: 'portal.egebankamatik.example',
      docsHost: 'docs.egebankamatik.example',
      portalVerified: true,
      docsVerified: false,
    },
  ];
  const accounts: Account[] = [
    {
      id: 'ACC-0001',
      org: 'ORG-001',
      name: 'Anadolu Nakit Marmara',
      city: 'İstanbul',
      contactEmail: 'marmara@anadolunakit.example',
      payoutMethod: 'ach_daily',
    },
    {
      id: 'ACC-0002',
      org: 'ORG-001',
      name: 'Anadolu Nakit İç Anadolu',
      city: 'Ankara',
      contactEmail: 'icanadolu@anadolunakit.example',
      payoutMethod: 'ach_daily',
    },
    {
      id: 'ACC-0003',
      org: 'ORG-001',
      name: 'Anadolu Nakit Kıbrıs',
      city: 'Lefkoşa',
      contactEmail: 'kibris@anadolunakit.example',
      payoutMethod: 'ach_weekly',
    },
    {
      id: 'ACC-0004',
      org: 'ORG-002',
      name: 'Ege Bankamatik Sahil',
      city: 'İzmir',
      contactEmail: 'sahil@egebankamatik.example',
      payoutMethod: 'ach_daily',
    },
    {
      id: 'ACC-0005',
      org: 'ORG-002',
      name: 'Ege Bankamatik İç Ege',
      city: 'Denizli',
      contactEmail: 'icege@egebankamatik.example',
      payoutMethod: 'ach_daily',
    },
  ];
  const users: User[] = [
    {
      id: 'USR-0001',
      org: 'ORG-001',
      username: 'elif.demir',
      fullName: 'Elif Demir',
      email: 'elif.demir@anadolunakit.example',
      role: 'admin',
      level: 'organization',
      accounts: [],
      terminals: [],
    },
    {
      id: 'USR-0002',
      org: 'ORG-001',
      username: 'mert.kaya',
      fullName: 'Mert Kaya',
      email: 'mert.kaya@anadolunakit.example',
      role: 'analyst',
      level: 'organization',
      accounts: [],
      terminals: [],
    },
    {
      id: 'USR-0003',
      org: 'ORG-001',
      username: 'zeynep.arslan',
      fullName: 'Zeynep Arslan',
      email: 'zeynep.arslan@anadolunakit.example',
      role: 'account_manager',
      level: 'account',
      accounts: ['ACC-0002'],
      terminals: [],
    },
    {
      id: 'USR-0004',
      org: 'ORG-001',
      username: 'burak.sahin',
      fullName: 'Burak Şahin',
      email: 'burak.sahin@anadolunakit.example',
      role: 'technician',
      level: 'terminal',
      accounts: [],
      terminals: ['ATM-00104', 'ATM-00107', 'ATM-00109', 'ATM-00111'],
    },
    {
      id: 'USR-0005',
      org: 'ORG-001',
      username: 'ayse.yildiz',
      fullName: 'Ayşe Yıldız',
      email: 'ayse.yildiz@anadolunakit.example',
      role: 'technician',
      level: 'terminal',
      accounts: [],
      terminals: ['ATM-00112', 'ATM-00114'],
    },
    {
      id: 'USR-0006',
      org: 'ORG-002',
      username: 'selin.ozturk',
      fullName: 'Selin Öztürk',
      email: 'selin.ozturk@egebankamatik.example',
      role: 'admin',
      level: 'organization',
      accounts: [],
      terminals: [],
    },
    {
      id: 'USR-0007',
      org: 'ORG-002',
      username: 'kerem.aydin',
      fullName: 'Kerem Aydın',
      email: 'kerem.aydin@egebankamatik.example',
      role: 'auditor',
      level: 'account',
      accounts: ['ACC-0005'],
      terminals: [],
    },
    {
      id: 'USR-0008',
      org: 'ORG-002',
      username: 'deniz.koc',
      fullName: 'Deniz Koç',
      email: 'deniz.koc@egebankamatik.example',
      role: 'technician',
      level: 'terminal',
      accounts: [],
      terminals: ['ATM-00122'],
    },
  ];
  const groups: Group[] = [
    { id: 'GRP-0001', org: 'ORG-001', name: 'Otogar ve Havalimanı', description: 'Yolcu yoğunluğu yüksek noktalar' },
    { id: 'GRP-0002', org: 'ORG-001', name: 'AVM ve Çarşı', description: 'Alışveriş merkezleri ve çarşılar' },
    { id: 'GRP-0003', org: 'ORG-001', name: 'Üniversite Kampüsleri', description: 'Dönemsel nakit planı uygulanır' },
    { id: 'GRP-0004', org: 'ORG-001', name: 'Yeni Kurulumlar', description: 'Kurulum bekleyen terminaller' },
    { id: 'GRP-0005', org: 'ORG-002', name: 'Sahil Şeridi', description: 'Yaz sezonu terminalleri' },
    { id: 'GRP-0006', org: 'ORG-002', name: 'Sanayi ve Otogar', description: 'Organize sanayi ve otogarlar' },
    { id: 'GRP-0007', org: 'ORG-002', name: 'Yüksek Ciro', description: 'Günlük nakit takviyesi yapılan terminaller' },
  ];
  const connectors: Connector[] = [
    {
      id: 'CON-0001',
      org: 'ORG-001',
      name: 'Boğaz Switch',
      protocol: 'iso8583',
      processor: 'Boğaz Ödeme Sistemleri',
      enabled: true,
      status: 'up',
      lastMessage: NOW - 20,
      latency: 184,
      host: 'switch1.bogaz.example',
      port: 7001,
    },
    {
      id: 'CON-0002',
      org: 'ORG-001',
      name: 'Başkent Host',
      protocol: 'iso8583',
      processor: 'Başkent İşlem Merkezi',
      enabled: true,
      status: 'degraded',
      lastMessage: NOW - 95,
      latency: 912,
      host: 'host.baskent.example',
      port: 7002,
    },
    {
      id: 'CON-0003',
      org: 'ORG-001',
      name: 'Kıbrıs Hattı',
      protocol: 'ndc',
      processor: 'Ada Takas',
      enabled: true,
      status: 'up',
      lastMessage: NOW - 41,
      latency: 267,
      host: 'hat.adatakas.example',
      port: 7010,
    },
    {
      id: 'CON-0004',
      org: 'ORG-001',
      name: 'Boğaz Yedek',
      protocol: 'iso8583',
      processor: 'Boğaz Ödeme Sistemleri',
      enabled: false,
      status: 'down',
      lastMessage: null,
      latency: null,
      host: 'switch2.bogaz.example',
      port: 7001,
    },
    {
      id: 'CON-0005',
      org: 'ORG-002',
      name: 'İzmir Ana Switch',
      protocol: 'iso8583',
      processor: 'Körfez Switch',
      enabled: true,
      status: 'up',
      lastMessage: NOW - 12,
      latency: 151,
      host: 'ana.korfez.example',
      port: 7100,
    },
    {
      id: 'CON-0006',
      org: 'ORG-002',
      name: 'İç Ege Host',
      protocol: 'ndc',
      processor: 'Körfez Switch',
      enabled: true,
      status: 'up',
      lastMessage: NOW - 33,
      latency: 203,
      host: 'icege.korfez.example',
      port: 7101,
    },
  ];

  const terminals: Terminal[] = terminalSeeds.map((row, index) => {
    const [
      tid,
      account,
      label,
      siteCode,
      site,
      address,
      district,
      city,
      postal,
      lat,
      lon,
      connector,
      memberOf,
      status,
    ] = row;
    const isLow = index % 6 === 2;
    return {
      id: tid,
      org: (accounts.find((a) => a.id === account) as Account).org,
      account,
      label,
      model: ['Hyosung MX 5600', 'NCR SelfServ 22e', 'Diebold DN 100D'][index % 3] as string,
      serial: `SN${4100 + index * 7}`,
      status,
      connector,
      groups: memberOf,
      offset: account === 'ACC-0003' ? 120 : 180,
      heartbeat:
        status === 'offline'
          ? NOW - 9 * HOUR - index * 60
          : status === 'maintenance'
            ? NOW - 3 * HOUR - index * 30
            : NOW - 60 - index * 11,
      surcharge: [750, 990, 650][index % 3] as number,
      siteCode,
      site,
      address,
      district,
      city,
      postal,
      lat,
      lon,
      risk: index % 7 === 3 ? 'high' : index % 3 === 1 ? 'medium' : 'low',
      cassettes: [
        { cassette: 1, denomination: 200, notes: isLow ? 45 : between(300, 1600) },
        { cassette: 2, denomination: 100, notes: isLow ? 60 : between(300, 1800) },
        { cassette: 3, denomination: 50, notes: isLow ? 30 : between(200, 1200) },
      ],
      temperature: `${between(18, 34)}.${between(0, 9)}`,
      signal: -between(52, 97),
      uptimeHours: between(4, 900),
      flaps: status === 'online' ? between(0, 1) : between(2, 9),
      dispenser: tid === 'ATM-00107' || tid === 'ATM-00120' ? 'fault' : 'ok',
    };
  });

  // Transactions: 2025-11-05 to 2025-11-14 (terminal-local days).
  const transactions: Transaction[] = [];
  const draft: Omit<Transaction, 'id'>[] = [];
  for (const terminal of terminals) {
    let sequence = 1000 + between(0, 4000);
    for (let day = 5; day <= 14; day++) {
      if (terminal.status === 'maintenance' && day > 12) continue;
      if (terminal.status === 'offline' && day > 13) continue;
      const count = between(1, 3);
      const times: number[] = [];
      for (let n = 0; n < count; n++)
        times.push(
          Date.UTC(2025, 10, day, between(7, day === 14 ? 12 : 22), between(0, 59), between(0, 59)) / 1000 -
            terminal.offset * 60,
        );
      times.sort((a, b) => a - b);
      for (const at of times) {
        sequence += between(1, 3);
        const dice = random();
        const amount = pick([10000, 20000, 30000, 50000, 75000, 100000, 150000, 200000, 400000]);
        const [scheme, pan] = pick(cards);
        const isFallback = random() < 0.2;
        const common = {
          terminal: terminal.id,
          account: terminal.account,
          at,
          local: localTime(at, terminal.offset),
          offset: terminal.offset,
          sequence,
          accountType: pick(['checking', 'checking', 'savings', 'credit'] as const),
          emv: isFallback ? null : pick(['chip', 'chip', 'contactless'] as const),
          scheme,
          pan,
          track2: `;${pan}=28121011000012300000?`,
          pinBlock: `04${between(0x1000, 0xffff).toString(16).toUpperCase()}FFFF${between(0x1000, 0xffff).toString(16).toUpperCase()}EE`,
        };
        if (dice < 0.56)
          draft.push({
            ...common,
            type: 'withdrawal',
            response: 'approved',
            code: '00',
            amountReq: amount,
            amountComp: amount,
            surchargeReq: terminal.surcharge,
            surchargeComp: terminal.surcharge,
          });
        else if (dice < 0.61)
          draft.push({
            ...common,
            type: 'withdrawal',
            response: 'partial',
            code: '10',
            amountReq: amount + 20000,
            amountComp: amount,
            surchargeReq: terminal.surcharge,
            surchargeComp: terminal.surcharge,
          });
        else if (dice < 0.75)
          draft.push({
            ...common,
            type: 'withdrawal',
            response: 'declined',
            code: pick(['51', '55', '91', '61']),
            amountReq: amount,
            amountComp: 0,
            surchargeReq: terminal.surcharge,
            surchargeComp: 0,
          });
        else if (dice < 0.87)
          draft.push({
            ...common,
            type: 'balance_inquiry',
            response: 'approved',
            code: '00',
            amountReq: 0,
            amountComp: 0,
            surchargeReq: 150,
            surchargeComp: 150,
          });
        else if (dice < 0.94)
          draft.push({
            ...common,
            emv: null,
            type: 'reversal',
            response: 'reversed',
            code: '68',
            amountReq: amount,
            amountComp: 0,
            surchargeReq: terminal.surcharge,
            surchargeComp: 0,
          });
        else
          draft.push({
            ...common,
            type: 'transfer',
            response: 'approved',
            code: '00',
            amountReq: amount,
            amountComp: amount,
            surchargeReq: 300,
            surchargeComp: 300,
          });
      }
    }
  }
  draft.sort((a, b) => a.at - b.at || (a.terminal < b.terminal ? -1 : 1));
  draft.forEach((tx, index) => transactions.push({ id: id('TXN', 70001 + index * 3, 7), ...tx }));

  // Settlement batches: 5 to 11 November for each account.
  const batches: Batch[] = [];
  for (let day = 5; day <= 11; day++) {
    const date = `2025-11-${String(day).padStart(2, '0')}`;
    for (const account of accounts) {
      const rows = transactions.filter((tx) => tx.account === account.id && tx.local.startsWith(date));
      const created = Date.UTC(2025, 10, day + 1, 3, 15) / 1000;
      const isReturned = (day === 7 && account.id === 'ACC-0002') || (day === 8 && account.id === 'ACC-0005');
      const status: Batch['status'] = isReturned
        ? 'returned'
        : day <= 9
          ? 'settled'
          : day === 10
            ? 'submitted'
            : 'pending';
      batches.push({
        id: `ACH-${date.replaceAll('-', '')}-${account.id.slice(4)}`,
        account: account.id,
        date,
        status,
        ...deriveTotals(rows),
        created,
        submitted: status === 'pending' ? null : created + 2 * HOUR,
        settled: status === 'settled' ? created + 30 * HOUR : null,
      });
    }
  }

  // Disputes: one per terminal of a choice, in rotating states.
  const disputes: Dispute[] = [];
  const disputed = [
    'ATM-00104',
    'ATM-00105',
    'ATM-00109',
    'ATM-00112',
    'ATM-00103',
    'ATM-00120',
    'ATM-00107',
    'ATM-00101',
    'ATM-00111',
    'ATM-00114',
    'ATM-00110',
    'ATM-00122',
    'ATM-00118',
    'ATM-00117',
    'ATM-00106',
    'ATM-00123',
    'ATM-00104',
    'ATM-00109',
    'ATM-00116',
    'ATM-00113',
  ];
  const reasons = [
    'cash_not_dispensed',
    'partial_dispense',
    'duplicate_charge',
    'unrecognized_transaction',
    'surcharge_dispute',
  ];
  const states: Dispute['status'][] = ['open', 'under_review', 'resolved', 'awaiting_evidence'];
  disputed.forEach((terminalId, index) => {
    const terminal = terminals.find((t) => t.id === terminalId) as Terminal;
    const candidates = transactions.filter(
      (tx) =>
        tx.terminal === terminalId &&
        tx.type === 'withdrawal' &&
        tx.amountComp > 0 &&
        tx.at < NOW - 2 * DAY &&
        !disputes.some((d) => d.transaction === tx.id),
    );
    const tx = candidates[index % candidates.length] as Transaction;
    const status = states[(index + Math.floor(index / 4)) % 4] as Dispute['status'];
    const opened = tx.at + (6 + index) * HOUR;
    const assignee = status === 'open' ? null : terminal.org === 'ORG-001' ? 'USR-0001' : 'USR-0006';
    disputes.push({
      id: id('DSP', index + 1, 4),
      status,
      reason: reasons[index % 5] as string,
      transaction: tx.id,
      terminal: terminalId,
      account: terminal.account,
      amount: reasons[index % 5] === 'surcharge_dispute' ? tx.surchargeReq : tx.amountReq,
      opened,
      due: new Date((opened + 14 * DAY) * 1000).toISOString().slice(0, 10),
      assignee,
      assigned: assignee === null ? null : opened + HOUR,
      outcome: status === 'resolved' ? (index % 3 === 0 ? 'rejected' : 'accepted') : null,
      resolutionNote: status === 'resolved' ? 'Jurnal ve kaset sayımı incelendi' : null,
      resolved: status === 'resolved' ? opened + 20 * HOUR : null,
      reviewer:
        status === 'resolved' || status === 'under_review'
          ? terminal.org === 'ORG-001'
            ? 'USR-0001'
            : 'USR-0006'
          : null,
      note: null,
      isNew: false,
    });
  });

  const commands: Command[] = [];
  const jobs: ProvisioningJob[] = [];
  const journal: JournalEntry[] = [];
  const vault: VaultItem[] = [];
  const commandTypes = ['restart', 'sync_configuration', 'update_firmware', 'upload_journal', 'refresh_screens'];
  terminals.forEach((terminal, index) => {
    const requestedBy = terminal.org === 'ORG-001' ? 'USR-0001' : 'USR-0006';
    for (let n = 0; n < 2 + (index % 2); n++) {
      const queued = NOW - (n * 31 + 3 + (index % 9)) * HOUR - index * 97;
      commands.push({
        id: '',
        terminal: terminal.id,
        type: commandTypes[(index + n) % 5] as string,
        status: 'completed',
        result: (index + n) % 7 === 3 ? 'failed' : 'succeeded',
        requestedBy,
        queued,
        completed: queued + 180 + index,
      });
    }
    commands.push({
      id: '',
      terminal: terminal.id,
      type: commandTypes[(index + 3) % 5] as string,
      status: 'queued',
      result: null,
      requestedBy,
      queued: NOW - 600 - index * 45,
      completed: null,
    });
    for (let n = 0; n < 1 + (index % 2); n++) {
      const created = NOW - (n * 70 + 12) * HOUR - index * 211;
      const status: ProvisioningJob['status'] =
        n === 0 && index % 4 === 1 ? 'scheduled' : index % 9 === 6 ? 'failed' : 'succeeded';
      jobs.push({
        id: '',
        terminal: terminal.id,
        kind: n === 0 ? 'parameter_download' : 'initial_load',
        status,
        version: `2025.${10 - n}.${index % 4}`,
        created,
        finished: status === 'scheduled' ? null : created + 420,
      });
    }
    for (let n = 0; n < 3; n++) {
      const mti = (['0200', '0210', '0420'] as const)[(index + n) % 3] as string;
      const text = { '0200': 'Finansal istek iletildi', '0210': 'Host yanıtı alındı', '0420': 'Ters kayıt bildirimi' }[
        mti
      ] as string;
      journal.push({
        id: '',
        terminal: terminal.id,
        connector: terminal.connector,
        at: NOW - (n * 13 + 1) * HOUR - index * 53,
        mti,
        text,
        pan: (cards[(index + n) % 4] as [string, string])[1],
      });
    }
    vault.push({
      id: id('CMP', index + 1, 4),
      terminal: terminal.id,
      kind: index % 2 === 0 ? 'pci_pts_certificate' : 'site_inspection',
      expires: index % 5 === 0 ? '2025-11-30' : '2026-06-30',
      status: index % 5 === 0 ? 'expiring' : 'valid',
    });
  });
  commands
    .sort((a, b) => a.queued - b.queued)
    .forEach((command, index) => {
      command.id = id('CMD', 2001 + index, 5);
    });
  jobs
    .sort((a, b) => a.created - b.created)
    .forEach((job, index) => {
      job.id = id('PRV', 301 + index, 4);
    });
  journal
    .sort((a, b) => a.at - b.at)
    .forEach((entry, index) => {
      entry.id = id('JRN', 5001 + index, 5);
    });

  const alertSeeds: [string, string, Alert['severity'], Alert['status'], number, string][] = [
    ['ATM-00119', 'heartbeat_stale', 'critical', 'open', 8, 'Terminalden kalp atışı alınmıyor'],
    ['ATM-00113', 'heartbeat_stale', 'critical', 'open', 7, 'Terminalden kalp atışı alınmıyor'],
    ['ATM-00107', 'dispenser_fault', 'critical', 'open', 5, 'Para verme ünitesi arızası'],
    ['ATM-00120', 'dispenser_fault', 'critical', 'open', 6, 'Para verme ünitesi arızası'],
    ['ATM-00105', 'communication_flapping', 'warning', 'open', 12, 'Bağlantı sık kesiliyor'],
    ['ATM-00103', 'cash_low', 'warning', 'open', 4, 'Nakit seviyesi düşük'],
    ['ATM-00109', 'cash_low', 'warning', 'open', 9, 'Nakit seviyesi düşük'],
    ['ATM-00115', 'cash_low', 'warning', 'open', 11, 'Nakit seviyesi düşük'],
    ['ATM-00122', 'decline_spike', 'warning', 'closed', 40, 'Ret oranında artış'],
    ['ATM-00104', 'reversal_spike', 'warning', 'closed', 52, 'Ters kayıt sayısında artış'],
    ['ATM-00101', 'compliance_expiration', 'info', 'open', 20, 'Sertifika süresi doluyor'],
    ['ATM-00110', 'location_risk_change', 'info', 'closed', 66, 'Konum risk seviyesi değişti'],
    ['ATM-00112', 'command_failed', 'warning', 'open', 15, 'Komut tamamlanamadı'],
    ['ATM-00116', 'provisioning_failed', 'warning', 'open', 18, 'Yükleme başarısız'],
    ['ATM-00111', 'approval_rate_drop', 'warning', 'open', 3, 'Onay oranı düştü'],
    ['ATM-00118', 'high_decline_velocity', 'warning', 'closed', 31, 'Kısa sürede çok sayıda ret'],
  ];
  const alerts: Alert[] = alertSeeds.map(([terminal, event, severity, status, hours, message], index) => ({
    id: id('ALR', index + 1, 4),
    terminal,
    event,
    severity,
    status,
    opened: NOW - hours * HOUR,
    closed: status === 'closed' ? NOW - hours * HOUR + 2 * HOUR : null,
    message,
  }));

  const formTerminals = [
    'ATM-00101',
    'ATM-00104',
    'ATM-00103',
    'ATM-00112',
    'ATM-00116',
    'ATM-00109',
    'ATM-00119',
    'ATM-00110',
    'ATM-00117',
    'ATM-00122',
    'ATM-00105',
    'ATM-00111',
  ];
  const forms: Form[] = formTerminals.map((terminal, index) => ({
    id: id('FRM', index + 1, 4),
    terminal,
    kind: ['cash_order', 'terminal_relocation', 'surcharge_change'][index % 3] as string,
    status: ['submitted', 'approved', 'rejected'][(index + 1) % 3] as string,
    submitted: NOW - (index * 9 + 5) * HOUR,
    submittedBy: (terminals.find((t) => t.id === terminal) as Terminal).org === 'ORG-001' ? 'USR-0001' : 'USR-0006',
  }));

  const onboarding: Onboarding[] = accounts.flatMap((account, index) =>
    ['company_profile', 'bank_verification', 'site_survey'].map((step, n) => ({
      id: id('ONB', index * 3 + n + 1, 4),
      account: account.id,
      step,
      status: account.id === 'ACC-0003' && n === 2 ? 'in_progress' : 'completed',
    })),
  );
  const documents: Doc[] = [
    ...accounts.map((account, index) => ({
      id: id('DOC', index + 1, 4),
      account: account.id,
      terminal: null,
      title: `Hizmet sözleşmesi, ${account.name}`,
      uploaded: NOW - (200 + index) * DAY,
    })),
    ...terminals
      .filter((_, index) => index % 3 === 0)
      .map((terminal, index) => ({
        id: id('DOC', 101 + index, 4),
        account: terminal.account,
        terminal: terminal.id,
        title: `Kurulum tutanağı, ${terminal.label}`,
        uploaded: NOW - (90 + index) * DAY,
      })),
  ];
  const videos: Video[] = [
    {
      id: 'VID-0001',
      title: 'Portala giriş',
      seconds: 312,
      roles: ['admin', 'analyst', 'account_manager', 'technician', 'auditor'],
    },
    {
      id: 'VID-0002',
      title: 'Kaset değişimi ve sayım',
      seconds: 588,
      roles: ['admin', 'account_manager', 'technician'],
    },
    {
      id: 'VID-0003',
      title: 'İtiraz yönetimi',
      seconds: 441,
      roles: ['admin', 'analyst', 'account_manager', 'auditor'],
    },
  ];
  const reports: Report[] = [
    {
      id: 'RPT-01',
      title: 'Günlük işlem raporu',
      formats: ['csv', 'pdf'],
      roles: ['admin', 'analyst', 'account_manager', 'technician', 'auditor'],
    },
    {
      id: 'RPT-02',
      title: 'Terminal çalışma süresi',
      formats: ['csv'],
      roles: ['admin', 'analyst', 'account_manager', 'technician', 'auditor'],
    },
    {
      id: 'RPT-03',
      title: 'Mutabakat özeti',
      formats: ['csv', 'xlsx'],
      roles: ['admin', 'analyst', 'account_manager', 'auditor'],
    },
    {
      id: 'RPT-04',
      title: 'İtiraz yaşlandırma',
      formats: ['xlsx'],
      roles: ['admin', 'analyst', 'account_manager', 'auditor'],
    },
    { id: 'RPT-05', title: 'Kullanıcı hareketleri', formats: ['csv'], roles: ['admin'] },
  ];

  return {
    organizations,
    accounts,
    users,
    terminals,
    groups,
    connectors,
    transactions,
    batches,
    disputes,
    commands,
    jobs,
    alerts,
    journal,
    forms,
    vault,
    onboarding,
    documents,
    videos,
    reports,
  };
}
