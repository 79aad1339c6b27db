// @ts-nocheck: written without noUncheckedIndexedAccess
// Seed data: two customers (Australia and New Zealand), generated deterministically from fixed seeds.
import { createHash } from 'node:crypto';

export const NOW = Date.UTC(2026, 2, 18, 2, 20, 0) / 1000; // Wed 18 March 2026, 13:20 in Sydney
export const DAY = 86400;

export type Role = 'administrator' | 'analyst' | 'account_manager' | 'technician' | 'merchant';

export interface Organization {
  id: string;
  name: string;
  legal_name: string;
  country: string;
  currency: string;
  time_zone: string;
  branding: { display_name: string; primary_colour: string; logo_url: string; theme_version: number };
  dns: { hostname: string; kind: string; state: string }[];
}
export interface Account {
  id: string;
  org_id: string;
  name: string;
  time_zone: string;
  currency: string;
  state: string;
}
export interface Connector {
  id: string;
  org_id: string;
  name: string;
  protocol: string;
  processor: string;
  state: string;
  latency_ms: number;
  queue_depth: number;
  last_echo_at: number;
}
export interface Terminal {
  id: string;
  key: string;
  org_id: string;
  account_id: string;
  connector_id: string;
  number: string;
  label: string;
  model: string;
  state: string;
  time_zone: string;
  currency: string;
  surcharge_amount: number;
  installed_at: number;
  last_heartbeat_at: number;
  firmware_version: string;
  cassettes: { position: number; denomination: number; count: number; state: string }[];
  device_faults: string[];
  telemetry: {
    carrier: string;
    signal_dbm: number;
    uptime_seconds: number;
    cabinet_temperature_c: number;
    door_open: boolean;
  };
  location: {
    id: string;
    line1: string;
    city: string;
    region: string;
    postcode: string;
    country: string;
    latitude: number;
    longitude: number;
    risk_level: string;
  };
}
export interface Group {
  id: string;
  org_id: string;
  name: string;
  terminal_ids: string[];
}
export interface User {
  id: string;
  org_id: string;
  name: string;
  email: string;
  role: Role;
  state: string;
  time_zone: string;
  account_ids: string[] | null;
  terminal_ids: string[] | null;
  api_key: string | null;
}
export interface Transaction {
  id: string;
  org_id: string;
  account_id: string;
  terminal_id: string;
  connector_id: string;
  at: number;
  type: string;
  sequence_number: number;
  account_type: string;
  emv_indicator: string | null;
  card_brand: string;
  code: string;
  outcome: string;
  message: string;
  currency: string;
  amount_requested: number;
  amount_completed: number;
  surcharge_requested: number;
  surcharge_completed: number;
  reverses: string | null;
  reversed_by: string | null;
}
export interface Entry {
  id: string;
  terminal_id: string;
  direction: 'credit' | 'debit';
  kind: string;
  amount: number;
}
export interface Settlement {
  id: string;
  org_id: string;
  account_id: string;
  business_date: string;
  status: string;
  currency: string;
  entries: Entry[];
  created_at: number;
  cutoff_at: number;
  submitted_at: number | null;
  settled_at: number | null;
  returned_at: number | null;
}
export interface Dispute {
  id: string;
  org_id: string;
  account_id: string;
  terminal_id: string;
  transaction_id: string;
  status: string;
  reason_code: string;
  amount: number;
  currency: string;
  note: string;
  opened_at: number;
  due_at: number;
  assigned_team: string;
  assigned_to: string | null;
  assigned_at: number | null;
  resolution: { outcome: string; amount_credited: number; resolved_at: number; note: string } | null;
  reviewer: { name: string; title: string; reviewed_at: number } | null;
}
export interface Command {
  id: string;
  terminal_id: string;
  type: string;
  state: string;
  requested_by: string;
  requested_at: number;
  completed_at: number | null;
  result: string | null;
}
export interface Job {
  id: string;
  terminal_id: string;
  kind: string;
  state: string;
  version: string;
  created_at: number;
  finished_at: number | null;
}
export interface Alert {
  id: string;
  terminal_id: string;
  event: string;
  severity: string;
  message: string;
  opened_at: number;
  cleared_at: number | null;
}
export interface SwitchEntry {
  id: string;
  terminal_id: string;
  connector_id: string;
  kind: string;
  message: string;
  at: number;
}
export interface StatusChange {
  id: string;
  terminal_id: string;
  from: string;
  to: string;
  at: number;
}
export interface Form {
  id: string;
  terminal_id: string;
  kind: string;
  state: string;
  submitted_at: number;
}
export interface VaultItem {
  id: string;
  terminal_id: string;
  kind: string;
  state: string;
  expires_at: number;
}
export interface AccountItem {
  id: string;
  account_id: string;
  title: string;
  state: string;
  updated_at: number;
}
export interface State {
  orgs: Organization[];
  accounts: Account[];
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
  switchEntries: SwitchEntry[];
  statusChanges: StatusChange[];
  forms: Form[];
  vault: VaultItem[];
  onboarding: AccountItem[];
  documents: AccountItem[];
  portalCache: Map<string, unknown>;
  requests: number;
}

export function makeId(prefix: string, seed: string): string {
  const bytes = createHash('sha256').update(`${prefix}:${seed}`).digest();
  const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  let text = '';
  for (let i = 0; i < 14; i++) text += alphabet[bytes[i] % alphabet.length];
  return `${prefix}_${text}`;
}

function random(seed: string): () => number {
  let a = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// ---- time -------------------------------------------------------------------------------------------------------------
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();
export function offsetMinutes(unix: number, zone: string): number {
  const key = `${zone}|${Math.floor(unix / 3600)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let format = formats.get(zone);
  if (!format)
    formats.set(zone, (format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })));
  const text = format.formatToParts(new Date(unix * 1000)).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(text);
  const minutes = match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
  offsets.set(key, minutes);
  return minutes;
}
function offsetText(minutes: number, separator: string): string {
  const m = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(m / 60)).padStart(2, '0')}${separator}${String(m % 60).padStart(2, '0')}`;
}
/** RFC 3339 text in the given time zone. */
export function localText(unix: number, zone: string): string {
  const minutes = offsetMinutes(unix, zone);
  return new Date((unix + minutes * 60) * 1000).toISOString().slice(0, 19) + offsetText(minutes, ':');
}
export function localDate(unix: number, zone: string): string {
  return localText(unix, zone).slice(0, 10);
}
/** RFC 822 text (RSS) in the given time zone. */
export function rssDate(unix: number, zone: string): string {
  const minutes = offsetMinutes(unix, zone);
  return new Date((unix + minutes * 60) * 1000).toUTCString().replace('GMT', offsetText(minutes, ''));
}
/** Unix second at which the local day after `date` begins. */
function endOfDay(date: string, zone: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`) / 1000 + DAY;
  return utc - offsetMinutes(utc - offsetMinutes(utc, zone) * 60, zone) * 60;
}

// ---- settlement -------------------------------------------------------------------------------------------------------
export function settlementEntries(transactions: Transaction[], account: Account, date: string): Entry[] {
  const entries: Entry[] = [];
  const byTerminal = new Map<string, Transaction[]>();
  for (const t of transactions) {
    if (t.account_id !== account.id || localDate(t.at, account.time_zone) !== date) continue;
    const list = byTerminal.get(t.terminal_id);
    if (list) list.push(t);
    else byTerminal.set(t.terminal_id, [t]);
  }
  const isSunday = new Date(`${date}T00:00:00Z`).getUTCDay() === 0;
  for (const [terminalId, rows] of byTerminal) {
    const add = (direction: 'credit' | 'debit', kind: string, amount: number) => {
      if (amount > 0)
        entries.push({
          id: makeId('ent', `${terminalId}${date}${kind}`),
          terminal_id: terminalId,
          direction,
          kind,
          amount,
        });
    };
    const value = (t: Transaction) => t.amount_completed + t.surcharge_completed;
    const credit = rows.filter((t) => t.type !== 'reversal').reduce((sum, t) => sum + value(t), 0);
    add('credit', 'cash_and_surcharge', credit);
    add('debit', 'reversals', -rows.filter((t) => t.type === 'reversal').reduce((sum, t) => sum + value(t), 0));
    if (isSunday && credit > 0) add('debit', 'weekly_service_fee', 1250);
  }
  return entries;
}
export function buildSettlement(state: Pick<State, 'transactions'>, account: Account, date: string): Settlement {
  const cutoff = endOfDay(date, account.time_zone);
  return {
    id: makeId('stl', account.id + date),
    org_id: account.org_id,
    account_id: account.id,
    business_date: date,
    status: 'pending',
    currency: account.currency,
    entries: settlementEntries(state.transactions, account, date),
    created_at: cutoff + 7200,
    cutoff_at: cutoff,
    submitted_at: null,
    settled_at: null,
    returned_at: null,
  };
}

// ---- seed -------------------------------------------------------------------------------------------------------------
const SYD = 'Australia/Sydney',
  BNE = 'Australia/Brisbane',
  PER = 'Australia/Perth',
  ADL = 'Australia/Adelaide',
  DRW = 'Australia/Darwin',
  AKL = 'Pacific/Auckland';
const terminalSeed: [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  number,
  number,
  string,
  number,
  string,
][] = [
  // key, number, label, account, street, city, region, postcode, zone, latitude, longitude, connector, surcharge, state
  [
    'syd1',
    'NSW00101',
    'Sydney Airport T1',
    'east',
    '1 Keith Smith Avenue',
    'Sydney',
    'NSW',
    '2020',
    SYD,
    -33.93,
    151.17,
    'scx',
    300,
    'online',
  ],
  [
    'syd2',
    'NSW00102',
    'Newtown Hotel',
    'east',
    '174 King Street',
    'Sydney',
    'NSW',
    '2042',
    SYD,
    -33.89,
    151.18,
    'scx',
    250,
    'online',
  ],
  [
    'syd3',
    'NSW00103',
    'Parramatta Westpoint',
    'east',
    '12 Church Street',
    'Parramatta',
    'NSW',
    '2150',
    SYD,
    -33.82,
    151.0,
    'bkp',
    250,
    'degraded',
  ],
  [
    'new1',
    'NSW00117',
    'Newcastle Interchange',
    'east',
    '8 Stewart Avenue',
    'Newcastle',
    'NSW',
    '2302',
    SYD,
    -32.92,
    151.76,
    'scx',
    250,
    'online',
  ],
  [
    'bne1',
    'QLD00201',
    'Brisbane Airport',
    'east',
    '11 The Circuit',
    'Brisbane',
    'QLD',
    '4008',
    BNE,
    -27.4,
    153.12,
    'scx',
    300,
    'online',
  ],
  [
    'bne2',
    'QLD00202',
    'Fortitude Valley Club',
    'east',
    '340 Brunswick Street',
    'Brisbane',
    'QLD',
    '4006',
    BNE,
    -27.46,
    153.03,
    'bkp',
    280,
    'offline',
  ],
  [
    'mel1',
    'VIC00301',
    'Southbank Precinct',
    'east',
    '3 Southgate Avenue',
    'Melbourne',
    'VIC',
    '3006',
    'Australia/Melbourne',
    -37.82,
    144.97,
    'scx',
    275,
    'online',
  ],
  [
    'hob1',
    'TAS00401',
    'Salamanca Market',
    'east',
    '65 Salamanca Place',
    'Hobart',
    'TAS',
    '7004',
    'Australia/Hobart',
    -42.89,
    147.33,
    'scx',
    250,
    'online',
  ],
  [
    'tsv1',
    'QLD00215',
    'Townsville Strand',
    'east',
    '80 The Strand',
    'Townsville',
    'QLD',
    '4810',
    BNE,
    -19.25,
    146.82,
    'scx',
    250,
    'decommissioned',
  ],
  [
    'per1',
    'WA00501',
    'Perth Airport T3',
    'west',
    '2 Miller Road',
    'Perth',
    'WA',
    '6105',
    PER,
    -31.94,
    115.97,
    'swan',
    300,
    'online',
  ],
  [
    'per2',
    'WA00502',
    'Fremantle Oval Tavern',
    'west',
    '20 Parry Street',
    'Fremantle',
    'WA',
    '6160',
    PER,
    -32.05,
    115.75,
    'swan',
    250,
    'degraded',
  ],
  [
    'per3',
    'WA00503',
    'Joondalup Central',
    'west',
    '420 Joondalup Drive',
    'Joondalup',
    'WA',
    '6027',
    PER,
    -31.74,
    115.77,
    'swan',
    250,
    'online',
  ],
  [
    'adl1',
    'SA00601',
    'Rundle Mall',
    'west',
    '77 Rundle Mall',
    'Adelaide',
    'SA',
    '5000',
    ADL,
    -34.92,
    138.6,
    'swan',
    250,
    'online',
  ],
  [
    'adl2',
    'SA00602',
    'Glenelg Jetty',
    'west',
    '5 Moseley Square',
    'Adelaide',
    'SA',
    '5045',
    ADL,
    -34.98,
    138.51,
    'scx',
    270,
    'online',
  ],
  [
    'drw1',
    'NT00701',
    'Mindil Beach',
    'west',
    '1 Maria Liveris Drive',
    'Darwin',
    'NT',
    '0820',
    DRW,
    -12.45,
    130.83,
    'scx',
    290,
    'online',
  ],
  [
    'akl1',
    'AKL00011',
    'Britomart',
    'north',
    '8 Queen Street',
    'Auckland',
    'Auckland',
    '1010',
    AKL,
    -36.84,
    174.77,
    'aot',
    300,
    'online',
  ],
  [
    'akl2',
    'AKL00012',
    'Ponsonby Road',
    'north',
    '150 Ponsonby Road',
    'Auckland',
    'Auckland',
    '1011',
    AKL,
    -36.85,
    174.74,
    'tui',
    250,
    'online',
  ],
  [
    'akl3',
    'AKL00013',
    'Auckland Airport',
    'north',
    '4 Ray Emery Drive',
    'Auckland',
    'Auckland',
    '2022',
    AKL,
    -37.0,
    174.79,
    'aot',
    350,
    'degraded',
  ],
  [
    'ham1',
    'WKO00021',
    'Garden Place',
    'north',
    '2 Garden Place',
    'Hamilton',
    'Waikato',
    '3204',
    AKL,
    -37.79,
    175.28,
    'aot',
    250,
    'online',
  ],
  [
    'wlg1',
    'WGN00031',
    'Lambton Quay',
    'north',
    '200 Lambton Quay',
    'Wellington',
    'Wellington',
    '6011',
    AKL,
    -41.28,
    174.78,
    'aot',
    250,
    'offline',
  ],
  [
    'wlg2',
    'WGN00032',
    'Cuba Street',
    'north',
    '101 Cuba Street',
    'Wellington',
    'Wellington',
    '6011',
    AKL,
    -41.29,
    174.77,
    'tui',
    250,
    'online',
  ],
  [
    'chc1',
    'CAN00041',
    'Cathedral Square',
    'south',
    '9 Cathedral Square',
    'Christchurch',
    'Canterbury',
    '8011',
    AKL,
    -43.53,
    172.64,
    'aot',
    250,
    'online',
  ],
  [
    'chc2',
    'CAN00042',
    'Riccarton Road',
    'south',
    '129 Riccarton Road',
    'Christchurch',
    'Canterbury',
    '8041',
    AKL,
    -43.53,
    172.6,
    'aot',
    250,
    'online',
  ],
  [
    'zqn1',
    'OTA00051',
    'Queenstown Mall',
    'south',
    '30 The Mall',
    'Queenstown',
    'Otago',
    '9300',
    AKL,
    -45.03,
    168.66,
    'tui',
    350,
    'online',
  ],
  [
    'cha1',
    'CIT00061',
    'Waitangi Wharf',
    'south',
    '1 Waitangi Wharf Road',
    'Waitangi',
    'Chatham Islands',
    '8016',
    'Pacific/Chatham',
    -43.95,
    -176.56,
    'tui',
    300,
    'online',
  ],
];
const groupSeed: [string, string, string[]][] = [
  ['coastline', 'Airports', ['syd1', 'bne1', 'per1']],
  ['coastline', 'Pubs and clubs', ['syd2', 'bne2', 'per2']],
  ['coastline', 'Retail centres', ['syd3', 'mel1', 'per3', 'adl1']],
  ['coastline', 'Regional east', ['new1', 'hob1', 'tsv1']],
  ['coastline', 'Beachside', ['adl2', 'drw1', 'per2']],
  ['kauri', 'Town centres', ['akl1', 'akl2', 'wlg1', 'chc1']],
  ['kauri', 'Night economy', ['akl2', 'wlg2']],
  ['kauri', 'Visitor sites', ['akl3', 'zqn1', 'cha1']],
  ['kauri', 'Suburban', ['ham1', 'chc2']],
];
const userSeed: [string, string, string, Role, string, string[] | null, string[] | null, string | null][] = [
  ['coastline', 'Priya Raman', 'priya.raman', 'administrator', SYD, null, null, 'fpk_live_Cpr7mB2xWq9LkT4vDn8s'],
  ['coastline', 'Tom Halloran', 'tom.halloran', 'analyst', SYD, null, null, 'fpk_live_Cth3yJ6zNc5RfG1wPa0e'],
  ['coastline', 'Mei-Lin Chua', 'meilin.chua', 'account_manager', PER, ['west'], null, 'fpk_live_Cmc9dK4uXs2VbH8qLt5r'],
  [
    'coastline',
    'Darren Kelso',
    'darren.kelso',
    'technician',
    BNE,
    null,
    ['syd1', 'syd2', 'bne1', 'per1', 'adl2'],
    'fpk_live_Cdk1gM7hZp6TjQ3xYw2c',
  ],
  ['coastline', 'Olivia Grant', 'olivia.grant', 'account_manager', SYD, ['east'], null, null],
  ['coastline', 'Jack Nguyen', 'jack.nguyen', 'technician', PER, null, ['per2', 'per3'], null],
  ['kauri', 'Aroha Tamihere', 'aroha.tamihere', 'administrator', AKL, null, null, 'fpk_live_Kat5eF8nRv3CyS7kBm4x'],
  [
    'kauri',
    'Callum Reid',
    'callum.reid',
    'merchant',
    AKL,
    null,
    ['akl2', 'wlg2', 'zqn1'],
    'fpk_live_Kcr2pW9jDh4GzN6uTe1q',
  ],
  ['kauri', 'Sina Faleolo', 'sina.faleolo', 'analyst', AKL, null, null, null],
];
const declines: [string, string][] = [
  ['51', 'Insufficient funds'],
  ['55', 'Incorrect PIN'],
  ['61', 'Exceeds withdrawal limit'],
  ['91', 'Issuer unavailable'],
  ['54', 'Expired card'],
];

export function createState(): State {
  const orgIds: Record<string, string> = { coastline: makeId('org', 'coastline'), kauri: makeId('org', 'kauri') };
  const orgs: Organization[] = [
    {
      id: orgIds.coastline,
      name: 'Coastline Cash',
      legal_name: 'Coastline Cash Services Pty Ltd',
      country: 'AU',
      currency: 'AUD',
      time_zone: SYD,
      branding: {
        display_name: 'Coastline Cash',
        primary_colour: '#0b5f8a',
        logo_url: 'https://assets.coastline.example/logo.svg',
        theme_version: 14,
      },
      dns: [
        { hostname: 'portal.coastline.example', kind: 'CNAME', state: 'verified' },
        { hostname: 'docs.coastline.example', kind: 'CNAME', state: 'verified' },
      ],
    },
    {
      id: orgIds.kauri,
      name: 'Kauri Cashpoint',
      legal_name: 'Kauri Cashpoint Limited',
      country: 'NZ',
      currency: 'NZD',
      time_zone: AKL,
      branding: {
        display_name: 'Kauri Cashpoint',
        primary_colour: '#2f6b3c',
        logo_url: 'https://assets.kauri.example/logo.svg',
        theme_version: 6,
      },
      dns: [
        { hostname: 'portal.kauri.example', kind: 'CNAME', state: 'verified' },
        { hostname: 'docs.kauri.example', kind: 'CNAME', state: 'pending' },
      ],
    },
  ];
  const accountIds: Record<string, string> = {};
  const accounts: Account[] = (
    [
      ['east', 'coastline', 'Coastline East', SYD],
      ['west', 'coastline', 'Coastline West', PER],
      ['north', 'kauri', 'Kauri North', AKL],
      ['south', 'kauri', 'Kauri South', AKL],
    ] as const
  ).map(([key, org, name, zone]) => ({
    id: (accountIds[key] = makeId('acct', key)),
    org_id: orgIds[org],
    name,
    time_zone: zone,
    currency: org === 'kauri' ? 'NZD' : 'AUD',
    state: 'active',
  }));
  const connectorIds: Record<string, string> = {};
  const connectors: Connector[] = (
    [
      ['scx', 'coastline', 'Southern Cross Switch', 'Southern Cross Processing', 'up', 84, 0],
      ['bkp', 'coastline', 'Harbour Backup Host', 'Harbour EFT', 'degraded', 940, 7],
      ['swan', 'coastline', 'Swan EFT Gateway', 'Swan Payments', 'up', 121, 0],
      ['aot', 'kauri', 'Aotearoa Switch', 'Aotearoa Processing', 'up', 66, 0],
      ['tui', 'kauri', 'Tui Gateway', 'Tui Payments', 'degraded', 610, 3],
    ] as const
  ).map(([key, org, name, processor, state, latency, queue], i) => ({
    id: (connectorIds[key] = makeId('conn', key)),
    org_id: orgIds[org],
    name,
    protocol: i === 2 ? 'rest' : 'iso8583',
    processor,
    state,
    latency_ms: latency,
    queue_depth: queue,
    last_echo_at: NOW - 15 - i * 9,
  }));

  const terminalIds: Record<string, string> = {};
  const terminals: Terminal[] = terminalSeed.map(
    (
      [
        key,
        number,
        label,
        account,
        line1,
        city,
        region,
        postcode,
        zone,
        latitude,
        longitude,
        connector,
        surcharge,
        state,
      ],
      i,
    ) => {
      const r = random(`terminal ${key}`);
      const home = accounts.find((a) => a.id === accountIds[account])!;
      const heartbeat =
        state === 'online'
          ? NOW - 20 - Math.floor(r() * 90)
          : state === 'degraded'
            ? NOW - 400 - i
            : state === 'offline'
              ? NOW - 26 * 3600 - i
              : NOW - 6 * DAY;
      const cassette = (position: number, denomination: number) => {
        const count =
          state === 'degraded' && position === 2 ? 35 : state === 'decommissioned' ? 0 : 200 + Math.floor(r() * 1600);
        return { position, denomination, count, state: count === 0 ? 'empty' : count < 100 ? 'low' : 'ok' };
      };
      return {
        id: (terminalIds[key] = makeId('term', key)),
        key,
        org_id: home.org_id,
        account_id: home.id,
        connector_id: connectorIds[connector],
        number,
        label,
        model: ['Hyosung MX2800SE', 'NCR SelfServ 23', 'GRG H22N'][i % 3],
        state,
        time_zone: zone,
        currency: home.currency,
        surcharge_amount: surcharge,
        installed_at: NOW - (300 + i * 37) * DAY,
        last_heartbeat_at: heartbeat,
        firmware_version: `4.${8 + (i % 4)}.${i % 7}`,
        cassettes: [cassette(1, 2000), cassette(2, 5000)],
        device_faults:
          state === 'degraded' ? ['receipt_printer_low'] : state === 'offline' ? ['communications_lost'] : [],
        telemetry: {
          carrier: home.currency === 'NZD' ? 'Spark' : 'Telstra',
          signal_dbm: -60 - Math.floor(r() * 35),
          uptime_seconds: 3600 * (5 + Math.floor(r() * 900)),
          cabinet_temperature_c: 18 + Math.floor(r() * 16),
          door_open: false,
        },
        location: {
          id: makeId('loc', key),
          line1,
          city,
          region,
          postcode,
          country: home.currency === 'NZD' ? 'NZ' : 'AU',
          latitude,
          longitude,
          risk_level: ['low', 'medium', 'low', 'elevated'][i % 4],
        },
      };
    },
  );
  const groups: Group[] = groupSeed.map(([org, name, keys]) => ({
    id: makeId('grp', name),
    org_id: orgIds[org],
    name,
    terminal_ids: keys.map((k) => terminalIds[k]),
  }));
  const users: User[] = userSeed.map(([org, name, mail, role, zone, accountKeys, terminalKeys, key]) => ({
    id: makeId('usr', mail),
    org_id: orgIds[org],
    name,
    email: `${mail}@${org}.example`,
    role,
    state: mail === 'jack.nguyen' ? 'invited' : 'active',
    time_zone: zone,
    account_ids: accountKeys ? accountKeys.map((k) => accountIds[k]) : null,
    terminal_ids: terminalKeys ? terminalKeys.map((k) => terminalIds[k]) : null,
    api_key: key,
  }));

  const transactions: Transaction[] = [];
  const start = Date.UTC(2026, 2, 9, 12, 0, 0) / 1000;
  for (const terminal of terminals) {
    const r = random(`transactions ${terminal.key}`);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(r() * list.length)];
    const end =
      terminal.state === 'decommissioned'
        ? NOW - 6 * DAY
        : terminal.state === 'offline'
          ? NOW - 26 * 3600 - 600
          : NOW - 300;
    const count = terminal.state === 'decommissioned' ? 9 : 18 + Math.floor(r() * 5);
    const times: number[] = [];
    for (let i = 0; i < count; i++)
      times.push(
        Math.floor(
          terminal.state === 'online' && i % 3 === 0 ? NOW - DAY + r() * (DAY - 600) : start + r() * (end - start),
        ),
      );
    times.sort((a, b) => a - b);
    let sequence = 1000 + Math.floor(r() * 7000);
    let last = 0;
    for (const time of times) {
      const at = Math.max(time, last + 180);
      last = at;
      const base = {
        org_id: terminal.org_id,
        account_id: terminal.account_id,
        terminal_id: terminal.id,
        connector_id: terminal.connector_id,
        currency: terminal.currency,
        card_brand: pick(['eftpos', 'visa', 'mastercard']),
        emv_indicator: pick(['chip', 'chip', 'chip', 'contactless', null]),
        account_type: pick(['cheque', 'savings', 'savings', 'credit']),
        reverses: null,
        reversed_by: null,
      };
      const add = (
        type: string,
        code: string,
        outcome: string,
        message: string,
        amounts: [number, number, number, number],
        more: Partial<Transaction> = {},
      ): Transaction => {
        sequence += 1;
        const row: Transaction = {
          id: makeId('txn', `${terminal.key}/${sequence}`),
          ...base,
          at,
          type,
          sequence_number: sequence,
          code,
          outcome,
          message,
          amount_requested: amounts[0],
          amount_completed: amounts[1],
          surcharge_requested: amounts[2],
          surcharge_completed: amounts[3],
          ...more,
        };
        transactions.push(row);
        return row;
      };
      const amount = pick([2000, 4000, 5000, 8000, 10000, 12000, 15000, 20000, 30000, 40000, 60000, 100000]);
      const fee = terminal.surcharge_amount;
      const kind = r();
      if (kind < 0.52) add('withdrawal', '00', 'approved', 'Approved', [amount, amount, fee, fee]);
      else if (kind < 0.7) {
        const [code, message] = pick(declines);
        add('withdrawal', code, 'declined', message, [amount, 0, fee, 0]);
      } else if (kind < 0.8) add('balance_inquiry', '00', 'approved', 'Approved', [0, 0, 100, 100]);
      else if (kind < 0.84) add('balance_inquiry', '55', 'declined', 'Incorrect PIN', [0, 0, 100, 0]);
      else if (kind < 0.88) add('pin_change', '00', 'approved', 'Approved', [0, 0, 0, 0], { account_type: 'default' });
      else if (kind < 0.92) add('withdrawal', '10', 'partial', 'Partial dispense', [amount + 4000, amount, fee, fee]);
      else {
        const original = add('withdrawal', '00', 'approved', 'Approved', [amount, amount, fee, fee]);
        const reversal = add('reversal', '00', 'approved', 'Reversal accepted', [-amount, -amount, -fee, -fee], {
          at: at + 45,
          reverses: original.id,
        });
        original.reversed_by = reversal.id;
      }
    }
  }
  transactions.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));

  const settlements: Settlement[] = [];
  for (const account of accounts) {
    for (let day = 9; day <= 15; day++) {
      const batch = buildSettlement({ transactions }, account, `2026-03-${String(day).padStart(2, '0')}`);
      if (batch.entries.length === 0) continue;
      const isReturned =
        (account.id === accountIds.west && day === 12) || (account.id === accountIds.north && day === 11);
      if (day <= 14) batch.submitted_at = batch.cutoff_at + 9 * 3600;
      if (day <= 13) batch.settled_at = batch.cutoff_at + 33 * 3600;
      batch.status = day <= 13 ? 'settled' : day === 14 ? 'submitted' : 'pending';
      if (isReturned) {
        batch.status = 'returned';
        batch.settled_at = null;
        batch.returned_at = batch.cutoff_at + 35 * 3600;
      }
      settlements.push(batch);
    }
  }
  settlements.sort((a, b) =>
    a.business_date < b.business_date ? 1 : a.business_date > b.business_date ? -1 : a.id < b.id ? -1 : 1,
  );

  const byKey = (key: string) => terminals.find((t) => t.key === key)!;
  const disputes: Dispute[] = [];
  const reasons = ['cash_not_dispensed', 'partial_dispense', 'duplicate', 'unrecognised', 'surcharge_error'];
  const caseSeed: [string, string][] = [
    ['syd1', 'under_review'],
    ['syd2', 'won'],
    ['syd3', 'needs_response'],
    ['new1', 'lost'],
    ['bne2', 'under_review'],
    ['mel1', 'won'],
    ['hob1', 'needs_response'],
    ['per1', 'lost'],
    ['per2', 'under_review'],
    ['per3', 'won'],
    ['adl1', 'needs_response'],
    ['drw1', 'under_review'],
    ['akl2', 'won'],
    ['wlg2', 'under_review'],
    ['akl1', 'lost'],
    ['chc1', 'needs_response'],
    ['zqn1', 'lost'],
    ['ham1', 'won'],
    ['cha1', 'under_review'],
  ];
  caseSeed.forEach(([key, status], i) => {
    const terminal = byKey(key);
    const txn = transactions.find(
      (t) =>
        t.terminal_id === terminal.id &&
        t.type === 'withdrawal' &&
        t.outcome === 'approved' &&
        !t.reversed_by &&
        t.at < NOW - 2 * DAY,
    )!;
    const opened = txn.at + 20 * 3600 + i * 600;
    const isResolved = status === 'won' || status === 'lost';
    const resolvedAt = opened + 14 * 3600 + i * 120;
    const hasAssignee = status !== 'needs_response';
    disputes.push({
      id: makeId('dp', txn.id),
      org_id: terminal.org_id,
      account_id: terminal.account_id,
      terminal_id: terminal.id,
      transaction_id: txn.id,
      status,
      reason_code: reasons[i % reasons.length],
      amount: i % 3 === 1 ? Math.floor(txn.amount_completed / 2) : txn.amount_completed,
      currency: txn.currency,
      note: 'Cardholder claim received from issuer.',
      opened_at: opened,
      due_at: opened + 21 * DAY,
      assigned_team: terminal.currency === 'NZD' ? 'disputes_nz' : 'disputes_au',
      assigned_to: hasAssignee ? ['Hana Pereira', 'Lachlan Moss'][i % 2] : null,
      assigned_at: hasAssignee ? opened + 3600 : null,
      resolution: isResolved
        ? {
            outcome: status,
            amount_credited: status === 'lost' ? txn.amount_completed : 0,
            resolved_at: resolvedAt,
            note: status === 'won' ? 'Journal shows full dispense.' : 'Cassette count confirms short dispense.',
          }
        : null,
      reviewer: hasAssignee
        ? { name: ['Ruth Okafor', 'Glenn Whaanga'][i % 2], title: 'Senior reviewer', reviewed_at: resolvedAt - 600 }
        : null,
    });
  });
  disputes.sort((a, b) => b.opened_at - a.opened_at || (a.id < b.id ? -1 : 1));

  const commands: Command[] = [],
    jobs: Job[] = [],
    alerts: Alert[] = [],
    switchEntries: SwitchEntry[] = [],
    statusChanges: StatusChange[] = [],
    forms: Form[] = [],
    vault: VaultItem[] = [];
  const events: [string, string, string][] = [
    ['cash_low', 'warning', 'Cassette 2 below threshold'],
    ['heartbeat_stale', 'critical', 'No heartbeat within the expected interval'],
    ['decline_spike', 'warning', 'Decline rate above baseline'],
    ['dispenser_fault', 'critical', 'Dispenser reported a jam'],
    ['reversal_spike', 'warning', 'More reversals than usual'],
    ['communication_flapping', 'info', 'Carrier link dropped and recovered'],
  ];
  terminals.forEach((t, i) => {
    const r = random(`activity ${t.key}`);
    const admin = t.currency === 'NZD' ? 'Aroha Tamihere' : 'Priya Raman';
    const ago = (days: number) => NOW - Math.floor((days + r() * 0.9) * DAY);
    const command = (n: number, type: string, state: string, requested: number) =>
      commands.push({
        id: makeId('cmd', t.key + n),
        terminal_id: t.id,
        type,
        state,
        requested_by: admin,
        requested_at: requested,
        completed_at: state === 'queued' ? null : requested + 40,
        result:
          state === 'queued' ? null : state === 'failed' ? 'Terminal did not acknowledge' : 'Acknowledged by terminal',
      });
    command(1, 'load_parameters', 'completed', ago(4));
    command(2, 'sync_clock', i % 5 === 2 ? 'failed' : 'completed', ago(2));
    if (t.state !== 'decommissioned')
      command(3, ['restart', 'collect_logs', 'update_surcharge'][i % 3], 'queued', ago(0));
    jobs.push({
      id: makeId('pjob', t.key + 1),
      terminal_id: t.id,
      kind: 'parameter_load',
      state: 'succeeded',
      version: `2026.02.${10 + (i % 9)}`,
      created_at: ago(5),
      finished_at: null,
    });
    jobs[jobs.length - 1].finished_at = jobs[jobs.length - 1].created_at + 310;
    if (t.state !== 'decommissioned')
      jobs.push({
        id: makeId('pjob', t.key + 2),
        terminal_id: t.id,
        kind: 'software_update',
        state: i % 4 === 1 ? 'running' : 'queued',
        version: `2026.03.${10 + (i % 9)}`,
        created_at: ago(0),
        finished_at: null,
      });
    const [event, severity, message] = events[i % events.length];
    const opened = ago(1 + (i % 3));
    alerts.push({
      id: makeId('alrt', t.key),
      terminal_id: t.id,
      event,
      severity,
      message,
      opened_at: opened,
      cleared_at: i % 2 ? opened + 5400 : null,
    });
    for (let n = 0; n < 2; n++) {
      const [kind, text] = [
        ['late_response', 'Response arrived after terminal timeout'],
        ['stan_gap', 'Gap in trace numbers observed'],
        ['sign_on', 'Terminal signed on to switch'],
        ['reversal_advice', 'Reversal advice stored and forwarded'],
      ][(i + n) % 4];
      switchEntries.push({
        id: makeId('swj', t.key + n),
        terminal_id: t.id,
        connector_id: t.connector_id,
        kind,
        message: text,
        at: ago(n * 2),
      });
    }
    statusChanges.push({
      id: makeId('sch', t.key),
      terminal_id: t.id,
      from: t.state === 'online' ? 'degraded' : 'online',
      to: t.state,
      at: t.state === 'decommissioned' ? NOW - 6 * DAY : ago(1),
    });
    if (i % 2 === 0)
      forms.push({
        id: makeId('form', t.key),
        terminal_id: t.id,
        kind: ['cash_load_slip', 'site_survey', 'merchant_change'][i % 3],
        state: i % 4 === 0 ? 'submitted' : 'accepted',
        submitted_at: ago(3),
      });
    vault.push({
      id: makeId('cvi', t.key),
      terminal_id: t.id,
      kind: i % 2 ? 'tamper_inspection' : 'pci_pts_certificate',
      state: i % 6 === 5 ? 'expiring' : 'valid',
      expires_at: NOW + (20 + i * 11) * DAY,
    });
  });
  const newest = <T>(rows: T[], at: (row: T) => number) => rows.sort((a, b) => at(b) - at(a));
  newest(commands, (c) => c.requested_at);
  newest(jobs, (j) => j.created_at);
  newest(alerts, (a) => a.opened_at);
  newest(switchEntries, (s) => s.at);
  newest(statusChanges, (s) => s.at);
  newest(forms, (f) => f.submitted_at);
  const perAccount = (prefix: string, titles: string[]): AccountItem[] =>
    accounts.flatMap((a, i) =>
      titles.map((title, n) => ({
        id: makeId(prefix, a.id + n),
        account_id: a.id,
        title,
        state: (i + n) % 3 === 0 ? 'in_progress' : 'done',
        updated_at: NOW - (i * 5 + n + 3) * DAY,
      })),
    );
  return {
    orgs,
    accounts,
    connectors,
    terminals,
    groups,
    users,
    transactions,
    settlements,
    disputes,
    commands,
    jobs,
    alerts,
    switchEntries,
    statusChanges,
    forms,
    vault,
    onboarding: perAccount('onb', ['Bank account verification', 'Site agreement']),
    documents: perAccount('doc', ['Processing agreement', 'Fee schedule 2026', 'Insurance certificate']),
    portalCache: new Map(),
    requests: 0,
  };
}
