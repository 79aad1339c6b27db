// @ts-nocheck: written without noUncheckedIndexedAccess
// Deterministic fleet data. Nothing here depends on the clock: NOW is fixed.
import { createHash } from 'node:crypto';

export const NOW = Date.parse('2025-11-18T15:30:00Z');
const MINUTE = 60_000,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR;

export interface Account {
  id: string;
  name: string;
  legalName: string;
  timeZone: string;
  supportEmail: string;
  brandName: string;
  color: string;
  logo: string;
  portalHost: string;
  docsHost: string;
  dns: { host: string; type: string; target: string; state: string; checkedAt: number }[];
}
export interface Terminal {
  id: string;
  accountId: string;
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  lat: number;
  lon: number;
  offset: number;
  model: string;
  serial: string;
  software: string;
  connectorId: string;
  payoutId: string;
  groupIds: string[];
  risk: string;
  surchargeCents: number;
  state: string;
  heartbeatAt: number;
  cassettes: { position: number; denomination: number; notes: number }[];
  dispenser: string;
  faultCode: string | null;
  signal: number;
  link: string;
  printer: string;
  installedAt: number;
  masterKey: string;
}
export interface Group {
  id: string;
  accountId: string;
  name: string;
  description: string;
}
export interface Connector {
  id: string;
  accountId: string;
  name: string;
  protocol: string;
  processor: string;
  state: string;
  latencyMs: number;
  checkedAt: number;
  lastMessageAt: number;
  approvalRate: number;
}
export interface User {
  name: string;
  id: string;
  accountId: string;
  displayName: string;
  email: string;
  role: string;
  key: string;
  groups: string[];
  terminals: string[];
  all: boolean;
  access: {
    CanCreateDisputes: boolean;
    CanDeriveSettlements: boolean;
    CanViewProvisioning: boolean;
    CanManageUsers: boolean;
    CanChangeConfiguration: boolean;
    CanViewReports: boolean;
  };
}
export interface Transaction {
  id: string;
  terminalId: string;
  accountId: string;
  at: number;
  type: string;
  seq: string;
  accountType: string;
  emv: string | null;
  code: string;
  outcome: string;
  text: string;
  amtReq: number;
  amtComp: number;
  surReq: number;
  surComp: number;
  pan: string;
  track2: string;
  pinBlock: string;
  workingKey: string;
  connectorId: string;
}
export interface Payout {
  id: string;
  accountId: string;
  name: string;
}
export interface Batch {
  id: string;
  accountId: string;
  payoutId: string;
  terminalIds: string[];
  status: string;
  creditEntries: number;
  debitEntries: number;
  credit: number;
  debit: number;
  periodStart: string;
  periodEnd: string;
  createdAt: number;
  submittedAt: number | null;
  settledAt: number | null;
  returnCode: string | null;
}
export interface Dispute {
  id: string;
  accountId: string;
  status: string;
  reason: string;
  transactionId: string;
  terminalId: string;
  amount: number;
  openedAt: number;
  dueDate: string;
  queue: string;
  assigneeId: string | null;
  assignedAt: number | null;
  outcome: string | null;
  resolvedAt: number | null;
  resolvedAmount: number | null;
  note: string | null;
  reviewerId: string;
  reviewedAt: number;
  reviewNote: string;
}
export interface Command {
  id: string;
  terminalId: string;
  accountId: string;
  type: string;
  state: string;
  queuedAt: number;
  completedAt: number | null;
  requestedBy: string;
  result: string | null;
}
export interface Job {
  id: string;
  terminalId: string;
  accountId: string;
  kind: string;
  state: string;
  startedAt: number;
  finishedAt: number | null;
  version: string;
}
export interface Incident {
  id: string;
  terminalId: string;
  accountId: string;
  kind: string;
  severity: string;
  state: string;
  openedAt: number;
  closedAt: number | null;
  text: string;
}
export interface Journal {
  id: string;
  terminalId: string;
  accountId: string;
  connectorId: string;
  kind: string;
  at: number;
  text: string;
}
export interface Form {
  id: string;
  accountId: string;
  terminalId: string;
  kind: string;
  state: string;
  submittedAt: number;
  submittedBy: string;
}
export interface Document {
  id: string;
  accountId: string;
  terminalId: string | null;
  title: string;
  kind: string;
  expiresOn: string | null;
  area: string;
}

export const guid = (seed: string): string => {
  const h = createHash('sha256').update(seed).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
};
const hex = (seed: string, n: number) => createHash('sha256').update(seed).digest('hex').slice(0, n).toUpperCase();
let seed = 20251118;
const rnd = () => {
  seed |= 0;
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const int = (a: number, b: number) => a + Math.floor(rnd() * (b - a + 1));
const pick = <T>(list: T[]): T => list[Math.floor(rnd() * list.length)];
const luhn = (body: string) => {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    let d = Number(body[body.length - 1 - i]);
    if (i % 2 === 0) {
      d *= 2;
      if (d > 9) d -= 9;
    }
    sum += d;
  }
  return body + String((10 - (sum % 10)) % 10);
};
export const isoAt = (ms: number, offsetMinutes = 0): string => {
  const d = new Date(ms + offsetMinutes * MINUTE).toISOString().slice(0, 19);
  const a = Math.abs(offsetMinutes);
  return `${d}${offsetMinutes < 0 ? '-' : '+'}${String(Math.floor(a / 60)).padStart(2, '0')}:${String(a % 60).padStart(2, '0')}`;
};
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const accounts: Account[] = [
  {
    id: 'ACC-HARBOR',
    name: 'Harborline ATM Services',
    legalName: 'Harborline ATM Services LLC',
    timeZone: 'America/Los_Angeles',
    supportEmail: 'support@harborline.example',
    brandName: 'Harborline',
    color: '#0B5C7A',
    logo: 'https://cdn.harborline.example/logo.svg',
    portalHost: 'portal.harborline.example',
    docsHost: 'docs.harborline.example',
    dns: [
      {
        host: 'portal.harborline.example',
        type: 'CNAME',
        target: 'edge.fleetportal.example',
        state: 'Verified',
        checkedAt: NOW - 2 * HOUR,
      },
      {
        host: 'docs.harborline.example',
        type: 'CNAME',
        target: 'docs.fleetportal.example',
        state: 'Pending',
        checkedAt: NOW - 2 * HOUR,
      },
    ],
  },
  {
    id: 'ACC-PRAIRIE',
    name: 'Prairie Cash Network',
    legalName: 'Prairie Cash Network Inc.',
    timeZone: 'America/Chicago',
    supportEmail: 'ops@prairiecash.example',
    brandName: 'PrairieCash',
    color: '#7A4B0B',
    logo: 'https://cdn.prairiecash.example/mark.png',
    portalHost: 'fleet.prairiecash.example',
    docsHost: 'developers.prairiecash.example',
    dns: [
      {
        host: 'fleet.prairiecash.example',
        type: 'CNAME',
        target: 'edge.fleetportal.example',
        state: 'Verified',
        checkedAt: NOW - 5 * HOUR,
      },
      {
        host: 'developers.prairiecash.example',
        type: 'CNAME',
        target: 'docs.fleetportal.example',
        state: 'Verified',
        checkedAt: NOW - 5 * HOUR,
      },
    ],
  },
];

export const connectors: Connector[] = (
  [
    ['ACC-HARBOR', 'Pacific Switch Primary', 'ISO8583-1987', 'Pacific Switch', 'Connected', 212, 0.961],
    ['ACC-HARBOR', 'Columbia Host', 'TritonStandard', 'Columbia EFT', 'Degraded', 1480, 0.874],
    ['ACC-HARBOR', 'Inland EFT Gateway', 'ISO8583-1993', 'Inland EFT', 'Connected', 305, 0.948],
    ['ACC-HARBOR', 'Certification Host', 'ISO8583-1987', 'Pacific Switch (test)', 'Disconnected', 0, 0],
    ['ACC-PRAIRIE', 'Midland Switch', 'ISO8583-1987', 'Midland Processing', 'Connected', 188, 0.955],
    ['ACC-PRAIRIE', 'Great Plains Backup', 'TritonStandard', 'Great Plains EFT', 'Standby', 640, 0.9],
  ] as [string, string, string, string, string, number, number][]
).map(([accountId, name, protocol, processor, state, latencyMs, approvalRate]) => ({
  id: guid('connector' + name),
  accountId,
  name,
  protocol,
  processor,
  state,
  latencyMs,
  approvalRate,
  checkedAt: NOW - int(20, 180) * 1000,
  lastMessageAt: state === 'Disconnected' ? NOW - 19 * DAY : NOW - int(10, 900) * 1000,
}));
const con = (name: string) => connectors.find((c) => c.name.startsWith(name))!.id;

export const groups: Group[] = [
  { id: 'GRP-COAST', accountId: 'ACC-HARBOR', name: 'Oregon Coast', description: 'Terminals along US-101' },
  { id: 'GRP-VALLEY', accountId: 'ACC-HARBOR', name: 'Willamette Valley', description: 'Salem, Albany & Eugene' },
  { id: 'GRP-INLAND', accountId: 'ACC-HARBOR', name: 'Inland Northwest', description: 'Eastern Oregon and Idaho' },
  { id: 'GRP-HIVOL', accountId: 'ACC-HARBOR', name: 'High volume', description: 'More than 400 withdrawals a month' },
  { id: 'GRP-FUEL', accountId: 'ACC-HARBOR', name: 'Fuel & convenience', description: 'Forecourt shops' },
  { id: 'GRP-SPARE', accountId: 'ACC-HARBOR', name: 'Warehouse spares', description: 'Not yet deployed' },
  { id: 'GRP-PLAINS', accountId: 'ACC-PRAIRIE', name: 'Plains', description: 'Kansas and Nebraska' },
  { id: 'GRP-CASINO', accountId: 'ACC-PRAIRIE', name: 'Casino floor', description: 'Gaming venues' },
];
export const payouts: Payout[] = [
  ['PAY-0101', 'ACC-HARBOR', 'Tillamook Bay Traders'],
  ['PAY-0102', 'ACC-HARBOR', 'Seaside Arcade Co.'],
  ['PAY-0103', 'ACC-HARBOR', 'Cascade Fuel Holdings'],
  ['PAY-0104', 'ACC-HARBOR', 'Valley Grocers Coop'],
  ['PAY-0105', 'ACC-HARBOR', 'Snake River Travel Plazas'],
  ['PAY-0106', 'ACC-HARBOR', "Ranger's Lodge Group"],
  ['PAY-0107', 'ACC-HARBOR', 'Newport Dockside Deli'],
  ['PAY-0201', 'ACC-PRAIRIE', 'Flint Hills Gaming'],
  ['PAY-0202', 'ACC-PRAIRIE', 'Platte Valley Stores'],
].map(([id, accountId, name]) => ({ id, accountId, name }));

type Row = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  number,
  number,
  number,
  string,
  string,
  string[],
  string,
  number,
];
const P = 'Pacific',
  C = 'Columbia',
  I = 'Inland',
  H = 'ACC-HARBOR',
  R = 'ACC-PRAIRIE';
const rows: Row[] = [
  [
    'TRM-2041',
    H,
    'Tillamook Bay Market',
    '1200 Main Ave',
    'Tillamook',
    'OR',
    '97141',
    45.4562,
    -123.844,
    -480,
    P,
    'PAY-0101',
    ['GRP-COAST'],
    'Low',
    295,
  ],
  [
    'TRM-2042',
    H,
    'Seaside Arcade & Grill',
    '33 Broadway St',
    'Seaside',
    'OR',
    '97138',
    45.9932,
    -123.9226,
    -480,
    P,
    'PAY-0102',
    ['GRP-COAST', 'GRP-HIVOL'],
    'Medium',
    350,
  ],
  [
    'TRM-2043',
    H,
    'Newport Dockside Deli',
    '890 SW Bay Blvd',
    'Newport',
    'OR',
    '97365',
    44.6313,
    -124.053,
    -480,
    P,
    'PAY-0107',
    ['GRP-COAST'],
    'Low',
    300,
  ],
  [
    'TRM-2044',
    H,
    'Coos Bay Fuel Stop',
    '515 N Bayshore Dr',
    'Coos Bay',
    'OR',
    '97420',
    43.3712,
    -124.211,
    -480,
    P,
    'PAY-0103',
    ['GRP-COAST', 'GRP-FUEL'],
    'Medium',
    325,
  ],
  [
    'TRM-20441',
    H,
    'Coos Bay Fuel Stop (forecourt)',
    '515 N Bayshore Dr',
    'Coos Bay',
    'OR',
    '97420',
    43.3714,
    -124.2112,
    -480,
    C,
    'PAY-0105',
    ['GRP-INLAND', 'GRP-FUEL'],
    'High',
    325,
  ],
  [
    'TRM-2045',
    H,
    "Joe's Bait, Beer & Tackle",
    '77 Harbor Way',
    'Brookings',
    'OR',
    '97415',
    42.0526,
    -124.284,
    -480,
    P,
    'PAY-0101',
    ['GRP-COAST'],
    'Low',
    275,
  ],
  [
    'TRM-2051',
    H,
    'Salem Corner Grocers',
    '1410 Center St NE',
    'Salem',
    'OR',
    '97301',
    44.9429,
    -123.0351,
    -480,
    C,
    'PAY-0104',
    ['GRP-VALLEY', 'GRP-HIVOL'],
    'Low',
    300,
  ],
  [
    'TRM-2052',
    H,
    'Albany Grocers',
    '620 Lyon St',
    'Albany',
    'OR',
    '97321',
    44.6365,
    -123.1059,
    -480,
    C,
    'PAY-0104',
    ['GRP-VALLEY'],
    'Low',
    300,
  ],
  [
    'TRM-2053',
    H,
    'Eugene Night Owl',
    '44 E Broadway',
    'Eugene',
    'OR',
    '97401',
    44.0521,
    -123.0868,
    -480,
    C,
    'PAY-0102',
    ['GRP-VALLEY', 'GRP-HIVOL'],
    'Medium',
    399,
  ],
  [
    'TRM-2054',
    H,
    'Cascade Fuel Woodburn',
    '2950 Newberg Hwy',
    'Woodburn',
    'OR',
    '97071',
    45.1437,
    -122.8554,
    -480,
    C,
    'PAY-0103',
    ['GRP-VALLEY', 'GRP-FUEL'],
    'Medium',
    325,
  ],
  [
    'TRM-2061',
    H,
    'Cascade Fuel Bend',
    '61535 S Hwy 97',
    'Bend',
    'OR',
    '97702',
    44.0224,
    -121.3153,
    -480,
    I,
    'PAY-0103',
    ['GRP-INLAND', 'GRP-FUEL'],
    'Low',
    325,
  ],
  [
    'TRM-2062',
    H,
    'Ontario Travel Plaza',
    '653 E Idaho Ave',
    'Ontario',
    'OR',
    '97914',
    44.0266,
    -116.9629,
    -420,
    I,
    'PAY-0105',
    ['GRP-INLAND', 'GRP-FUEL', 'GRP-HIVOL'],
    'Low',
    350,
  ],
  [
    'TRM-2063',
    H,
    'Boise Airport Lounge',
    '3201 W Airport Way',
    'Boise',
    'ID',
    '83705',
    43.5658,
    -116.2223,
    -420,
    I,
    'PAY-0106',
    ['GRP-INLAND', 'GRP-HIVOL'],
    'Low',
    450,
  ],
  [
    'TRM-2064',
    H,
    "Ranger's Lodge McCall",
    '1 Lake St',
    'McCall',
    'ID',
    '83638',
    44.911,
    -116.0987,
    -420,
    I,
    'PAY-0106',
    ['GRP-INLAND'],
    'Medium',
    400,
  ],
  [
    'TRM-2065',
    H,
    'Twin Falls Travel Plaza',
    '200 Blue Lakes Blvd',
    'Twin Falls',
    'ID',
    '83301',
    42.563,
    -114.4609,
    -420,
    C,
    'PAY-0105',
    ['GRP-INLAND', 'GRP-FUEL'],
    'High',
    325,
  ],
  [
    'TRM-2066',
    H,
    'Pendleton Rodeo Grounds',
    '1205 SW Court Ave',
    'Pendleton',
    'OR',
    '97801',
    45.6721,
    -118.7886,
    -480,
    I,
    'PAY-0106',
    ['GRP-INLAND'],
    'Medium',
    375,
  ],
  [
    'TRM-7001',
    R,
    'Flint Hills Casino East',
    '1 Casino Dr',
    'Emporia',
    'KS',
    '66801',
    38.4039,
    -96.1817,
    -360,
    'Midland',
    'PAY-0201',
    ['GRP-PLAINS', 'GRP-CASINO'],
    'High',
    500,
  ],
  [
    'TRM-7002',
    R,
    'Flint Hills Casino West',
    '1 Casino Dr',
    'Emporia',
    'KS',
    '66801',
    38.4041,
    -96.183,
    -360,
    'Midland',
    'PAY-0201',
    ['GRP-PLAINS', 'GRP-CASINO'],
    'High',
    500,
  ],
  [
    'TRM-7003',
    R,
    'Platte Valley Store 12',
    '402 E 25th St',
    'Kearney',
    'NE',
    '68847',
    40.711,
    -99.079,
    -360,
    'Midland',
    'PAY-0202',
    ['GRP-PLAINS'],
    'Low',
    250,
  ],
  [
    'TRM-7004',
    R,
    'Platte Valley Store 19',
    '88 Diers Ave',
    'Grand Island',
    'NE',
    '68803',
    40.9264,
    -98.3847,
    -360,
    'Great Plains',
    'PAY-0202',
    ['GRP-PLAINS'],
    'Low',
    250,
  ],
];
const special: Record<
  string,
  { state: string; dispenser?: string; fault?: string; hb: number; low?: boolean; out?: boolean }
> = {
  'TRM-2042': { state: 'Degraded', hb: 3, low: true },
  'TRM-2044': { state: 'Offline', hb: 612 },
  'TRM-2053': { state: 'Degraded', dispenser: 'Fault', fault: 'D1703', hb: 4 },
  'TRM-2062': { state: 'Degraded', hb: 6, out: true },
  'TRM-2065': { state: 'Offline', hb: 2210 },
  'TRM-2066': { state: 'Maintenance', hb: 41 },
  'TRM-7002': { state: 'Degraded', hb: 5, low: true },
};
export const terminals: Terminal[] = rows.map(
  ([
    id,
    accountId,
    name,
    street,
    city,
    region,
    postalCode,
    lat,
    lon,
    offset,
    c,
    payoutId,
    groupIds,
    risk,
    surchargeCents,
  ]) => {
    const s = special[id] ?? { state: 'Online', hb: int(1, 4) };
    return {
      id,
      accountId,
      name,
      street,
      city,
      region,
      postalCode,
      lat,
      lon,
      offset,
      connectorId: con(c),
      payoutId,
      groupIds,
      risk,
      surchargeCents,
      model: pick(['Genmega G2500', 'Hyosung Halo II', 'Triton ARGO 12', 'Nautilus 2800SE']),
      serial: 'SN' + hex('sn' + id, 9),
      software: pick(['7.4.12', '7.4.9', '7.3.30']),
      state: s.state,
      heartbeatAt: NOW - s.hb * MINUTE - int(1, 50) * 1000,
      cassettes: [
        { position: 1, denomination: 20, notes: s.out ? 0 : s.low ? 71 : int(600, 1900) },
        ...(rnd() < 0.4 ? [{ position: 2, denomination: 5, notes: s.out ? 0 : int(200, 900) }] : []),
      ],
      dispenser: s.dispenser ?? 'Ready',
      faultCode: s.fault ?? null,
      signal: -int(55, 101),
      link: pick(['Cellular', 'Ethernet', 'Cellular']),
      printer: pick(['Ready', 'Ready', 'PaperLow']),
      installedAt: NOW - int(120, 1500) * DAY,
      masterKey: hex('tmk' + id, 32),
    };
  },
);
const byId = new Map(terminals.map((t) => [t.id, t]));

const flags = (d: boolean, s: boolean, p: boolean, admin: boolean, reports: boolean) => ({
  CanCreateDisputes: d,
  CanDeriveSettlements: s,
  CanViewProvisioning: p,
  CanManageUsers: admin,
  CanChangeConfiguration: admin,
  CanViewReports: reports,
});
const user = (
  name: string,
  accountId: string,
  displayName: string,
  role: string,
  scope: { all?: boolean; groups?: string[]; terminals?: string[] },
  access: User['access'],
): User => ({
  name,
  id: guid('user' + name),
  accountId,
  displayName,
  email: name + (accountId === H ? '@harborline.example' : '@prairiecash.example'),
  role,
  key: `flk_${accountId === H ? 'hbl' : 'prc'}_${createHash('sha256')
    .update('key' + name)
    .digest('base64url')
    .slice(0, 32)}`,
  groups: scope.groups ?? [],
  terminals: scope.terminals ?? [],
  all: scope.all ?? false,
  access,
});
export const users: User[] = [
  user(
    'administrator',
    H,
    'Maren Alvestad',
    'AccountAdministrator',
    { all: true },
    flags(true, true, true, true, true),
  ),
  user(
    'regional',
    H,
    'Dov Castellan',
    'RegionalManager',
    { groups: ['GRP-COAST', 'GRP-VALLEY'] },
    flags(true, false, true, false, true),
  ),
  user('viewer', H, 'Priya Olander', 'Viewer', { all: true }, flags(false, false, false, false, true)),
  user(
    'merchant',
    H,
    'Newport Deli Front Desk',
    'SiteMerchant',
    { terminals: ['TRM-2043'] },
    flags(false, false, false, false, false),
  ),
  user('newcomer', H, 'Tobias Wren', 'Viewer', {}, flags(false, false, false, false, false)),
  user(
    'prairie-administrator',
    R,
    'Lucille Okafor',
    'AccountAdministrator',
    { all: true },
    flags(true, true, true, true, true),
  ),
];
export const terminalIdsOf = (u: User): string[] =>
  terminals
    .filter(
      (t) =>
        t.accountId === u.accountId &&
        (u.all || u.terminals.includes(t.id) || t.groupIds.some((g) => u.groups.includes(g))),
    )
    .map((t) => t.id);

export const transactions: Transaction[] = [];
const MONDAY = Date.parse('2025-10-27T00:00:00Z');
const responses: [string, string, string][] = [
  ['51', 'Declined', 'Insufficient funds'],
  ['55', 'Declined', 'Incorrect PIN'],
  ['91', 'Declined', 'Issuer unavailable'],
  ['61', 'Declined', 'Exceeds withdrawal limit'],
];
for (const t of terminals) {
  const n = t.groupIds.includes('GRP-HIVOL') || t.groupIds.includes('GRP-CASINO') ? 44 : t.id === 'TRM-2043' ? 31 : 24;
  const times = Array.from(
    { length: n },
    () =>
      MONDAY +
      Math.floor(
        (rnd() * (Math.min(NOW - 20 * MINUTE, t.state === 'Offline' ? t.heartbeatAt - MINUTE : NOW) - MONDAY)) / 1000,
      ) *
        1000,
  ).sort((a, b) => a - b);
  let seq = int(120, 8000);
  times.forEach((at, i) => {
    seq += int(1, 3);
    const pan = luhn(pick(['400012', '411773', '512233', '541275']) + String(int(100000000, 999999999)));
    const kind = rnd();
    const type = kind < 0.74 ? 'Withdrawal' : kind < 0.86 ? 'BalanceInquiry' : kind < 0.92 ? 'Transfer' : 'Reversal';
    const ok = rnd() < 0.84;
    const [code, outcome, text] = ok ? ['00', 'Approved', 'Approved'] : pick(responses);
    const amount =
      type === 'BalanceInquiry'
        ? 0
        : pick([2000, 4000, 4000, 6000, 8000, 10000, 10000, 14000, 20000, 20000, 30000, 40000, 50000]);
    const partial = type === 'Withdrawal' && ok && amount >= 8000 && rnd() < 0.09;
    const surReq = type === 'Withdrawal' || type === 'Transfer' ? t.surchargeCents : 0;
    const complete = !ok || type === 'Reversal' ? 0 : partial ? amount / 2 : amount;
    transactions.push({
      id: guid(`txn${t.id}-${i}`),
      terminalId: t.id,
      accountId: t.accountId,
      at,
      type,
      seq: String(seq).padStart(6, '0'),
      accountType: pick(['Checking', 'Checking', 'Savings', 'Credit']),
      emv: rnd() < 0.62 ? pick(['ChipContact', 'ChipContact', 'ChipContactless', 'Fallback']) : null,
      code: partial ? '10' : code,
      outcome: partial ? 'PartiallyApproved' : outcome,
      text: partial ? 'Partial dispense' : text,
      amtReq: amount,
      amtComp: complete,
      surReq,
      surComp: complete > 0 && type !== 'Transfer' ? surReq : 0,
      pan,
      track2: `;${pan}=2812${int(1000000, 9999999)}?`,
      pinBlock: hex('pin' + t.id + i, 16),
      workingKey: hex('twk' + t.id + i, 32),
      connectorId: t.connectorId,
    });
  });
}

/** The batch of one payout account for one week [from, to] (days, UTC), or null when nothing happened. */
export const deriveBatch = (payoutId: string, from: string, to: string, createdAt: number): Batch | null => {
  const p = payouts.find((x) => x.id === payoutId)!;
  const list = terminals.filter((t) => t.payoutId === payoutId).map((t) => t.id);
  const start = Date.parse(from + 'T00:00:00Z'),
    end = Date.parse(to + 'T00:00:00Z') + DAY;
  const within = transactions.filter((x) => list.includes(x.terminalId) && x.at >= start && x.at < end);
  const credits = within.filter((x) => x.type === 'Withdrawal' && x.amtComp > 0);
  if (!within.length) return null;
  return {
    id: 'ACH-' + guid(`batch${payoutId}${from}${to}`).slice(0, 13).toUpperCase(),
    accountId: p.accountId,
    payoutId,
    terminalIds: list,
    status: 'Draft',
    creditEntries: credits.length,
    debitEntries: within.length,
    credit: credits.reduce((s, x) => s + x.amtComp + x.surComp, 0),
    debit: within.length * 38,
    periodStart: from,
    periodEnd: to,
    createdAt,
    submittedAt: null,
    settledAt: null,
    returnCode: null,
  };
};
export const batches: Batch[] = [];
for (let w = 0; w < 3; w++) {
  for (const p of payouts) {
    const from = MONDAY + w * 7 * DAY;
    const b = deriveBatch(p.id, dayOf(from), dayOf(from + 6 * DAY), from + 7 * DAY + 9 * HOUR)!;
    b.submittedAt = b.createdAt + 3 * HOUR;
    b.status = 'Submitted';
    if (w < 2) {
      b.settledAt = b.createdAt + 2 * DAY;
      b.status = 'Settled';
    }
    if (w === 1 && (p.id === 'PAY-0102' || p.id === 'PAY-0105')) {
      b.status = 'Returned';
      b.returnCode = 'R03';
      b.settledAt = null;
    }
    if (w === 2 && (p.id === 'PAY-0104' || p.id === 'PAY-0202')) {
      b.status = 'Draft';
      b.submittedAt = null;
    }
    batches.push(b);
  }
}

export const disputes: Dispute[] = [];
const reasons = ['CashNotDispensed', 'PartialDispense', 'DuplicatePosting', 'UnauthorizedUse', 'SurchargeNotDisclosed'];
const staff = (accountId: string) =>
  users.filter((u) => u.accountId === accountId && (u.role === 'AccountAdministrator' || u.role === 'RegionalManager'));
for (const t of terminals) {
  const pool = transactions.filter((x) => x.terminalId === t.id && x.type === 'Withdrawal' && x.amtComp > 0);
  const n = t.id === 'TRM-2043' ? 3 : int(1, 2);
  for (let i = 0; i < n; i++) {
    const x = pool[i * 4 + 1],
      k = disputes.length;
    const status =
      t.id === 'TRM-2043'
        ? ['Open', 'UnderReview', 'Resolved'][i]
        : ['Open', 'UnderReview', 'Resolved', 'AwaitingEvidence', 'Resolved'][k % 5];
    const openedAt = Math.min(x.at + int(1, 3) * DAY, NOW - 3 * HOUR),
      resolved = status === 'Resolved',
      who = staff(t.accountId);
    disputes.push({
      id: 'DSP-' + String(51000 + k * 7),
      accountId: t.accountId,
      status,
      reason: reasons[k % reasons.length],
      transactionId: x.id,
      terminalId: t.id,
      amount: x.amtComp,
      openedAt,
      dueDate: dayOf(openedAt + 14 * DAY),
      queue: k % 3 ? 'DisputeDesk' : 'FieldReview',
      assigneeId: status === 'Open' ? null : who[k % who.length].id,
      assignedAt: status === 'Open' ? null : Math.min(openedAt + 4 * HOUR, NOW - 150 * MINUTE),
      outcome: resolved ? (k % 2 ? 'Upheld' : 'Denied') : null,
      resolvedAt: resolved ? NOW - 2 * HOUR : null,
      resolvedAmount: resolved ? (k % 2 ? x.amtComp : 0) : null,
      note: resolved
        ? k % 2
          ? 'Journal confirms short dispense; customer refunded.'
          : 'Journal shows complete dispense.'
        : null,
      reviewerId: who[(k + 1) % who.length].id,
      reviewedAt: NOW - 2 * HOUR - 9 * MINUTE,
      reviewNote: 'Compared journal, cassette counts and host log.',
    });
  }
}

export const commands: Command[] = [],
  jobs: Job[] = [],
  incidents: Incident[] = [],
  journal: Journal[] = [],
  forms: Form[] = [];
const titles: Record<string, [string, string]> = {
  heartbeat_stale: ['Warning', 'No heartbeat within the expected window'],
  cash_low: ['Warning', 'Cassette 1 below its low-cash threshold'],
  cash_out: ['Critical', 'All cassettes empty'],
  dispenser_fault: ['Critical', 'Dispenser reports a pick failure'],
  compliance_expiration: ['Information', 'ADA inspection certificate expires within 30 days'],
  location_risk_change: ['Information', 'Risk level of the location changed'],
  decline_spike: ['Warning', 'Declines rose above the hourly baseline'],
  communication_flapping: ['Warning', 'Link changed state repeatedly'],
  command_failed: ['Warning', 'A queued command was rejected by the terminal'],
  repeated_same_card_attempt: ['Warning', 'Several attempts with one card within ten minutes'],
  provisioning_failed: ['Critical', 'A provisioning job stopped before activation'],
  reversal_spike: ['Warning', 'Reversals above the daily baseline'],
};
for (const t of terminals) {
  const own = staff(t.accountId);
  ['RefreshConfiguration', 'RebootTerminal', 'LoadTerminalKey', 'SetSurcharge', 'UploadJournal']
    .slice(0, int(4, 5))
    .forEach((type, i) => {
      const state = i === 1 ? 'Queued' : i === 3 ? 'Failed' : 'Completed',
        queuedAt = NOW - (i === 1 ? int(5, 55) * MINUTE : int(1, 11) * DAY + int(1, 50) * MINUTE);
      commands.push({
        id: guid(`cmd${t.id}${i}`),
        terminalId: t.id,
        accountId: t.accountId,
        type,
        state,
        queuedAt,
        completedAt: state === 'Queued' ? null : queuedAt + int(20, 400) * 1000,
        requestedBy: own[i % own.length].id,
        result: state === 'Completed' ? 'Acknowledged' : state === 'Failed' ? 'RejectedByTerminal' : null,
      });
    });
  ['InitialProvisioning', 'ConfigurationUpdate'].forEach((kind, i) => {
    const state = i && t.id === 'TRM-2065' ? 'Failed' : i && t.id === 'TRM-2043' ? 'Running' : 'Completed',
      startedAt = i ? NOW - int(1, 9) * DAY - int(1, 300) * MINUTE : t.installedAt;
    jobs.push({
      id: guid(`job${t.id}${i}`),
      terminalId: t.id,
      accountId: t.accountId,
      kind,
      state,
      startedAt,
      finishedAt: state === 'Running' ? null : startedAt + int(60, 900) * 1000,
      version: t.software,
    });
  });
  const kinds = [
    ...(t.state === 'Offline' ? ['heartbeat_stale', 'communication_flapping'] : []),
    ...(t.cassettes[0].notes === 0 ? ['cash_out'] : t.cassettes[0].notes < 100 ? ['cash_low'] : []),
    ...(t.faultCode ? ['dispenser_fault'] : []),
    ...(t.risk === 'High' ? ['location_risk_change'] : []),
    'command_failed',
    ...(t.id === 'TRM-2065' ? ['provisioning_failed'] : []),
    pick(['decline_spike', 'compliance_expiration', 'reversal_spike', 'repeated_same_card_attempt']),
  ];
  kinds.forEach((kind, i) => {
    const openedAt = NOW - int(30, 5 * 1440) * MINUTE,
      closed = i === kinds.length - 1 && rnd() < 0.8;
    incidents.push({
      id: 'INC-' + hex(`inc${t.id}${i}`, 8),
      terminalId: t.id,
      accountId: t.accountId,
      kind,
      severity: titles[kind][0],
      state: closed ? 'Closed' : 'Open',
      openedAt,
      closedAt: closed ? Math.min(NOW - MINUTE, openedAt + int(10, 300) * MINUTE) : null,
      text: titles[kind][1],
    });
  });
  ['HostTimeout', 'LateReversal', 'WorkingKeyExchange', 'AdviceRepeat', 'EchoTest']
    .slice(0, int(3, 5))
    .forEach((kind, i) =>
      journal.push({
        id: 'SWJ-' + hex(`swj${t.id}${i}`, 10),
        terminalId: t.id,
        accountId: t.accountId,
        connectorId: t.connectorId,
        kind,
        at: NOW - int(10, 4 * 1440) * MINUTE,
        text: (
          {
            HostTimeout: 'No host reply within 30 s; request retried once',
            LateReversal: 'Reversal delivered after the processor cut-off',
            WorkingKeyExchange: 'Working key rotated, check value matched',
            AdviceRepeat: 'Completion advice repeated',
            EchoTest: 'Echo answered',
          } as Record<string, string>
        )[kind],
      }),
    );
  forms.push({
    id: 'FRM-' + hex('form' + t.id, 7),
    accountId: t.accountId,
    terminalId: t.id,
    kind: pick(['CashLoadReport', 'ServiceVisit', 'TerminalMoveRequest', 'SurchargeChangeRequest']),
    state: pick(['Submitted', 'Accepted', 'NeedsInformation']),
    submittedAt: NOW - int(60, 9 * 1440) * MINUTE,
    submittedBy: own[own.length - 1].id,
  });
}

export const documents: Document[] = [
  ...terminals.map((t) => ({
    id: 'DOC-' + hex('ada' + t.id, 7),
    accountId: t.accountId,
    terminalId: t.id,
    title: `ADA inspection certificate, ${t.name}`,
    kind: 'Certificate',
    expiresOn: dayOf(NOW + int(5, 400) * DAY),
    area: 'Compliance',
  })),
  ...terminals
    .filter((_, i) => i % 2 === 0)
    .map((t) => ({
      id: 'DOC-' + hex('lease' + t.id, 7),
      accountId: t.accountId,
      terminalId: t.id,
      title: `Placement agreement, ${t.name}`,
      kind: 'Agreement',
      expiresOn: null,
      area: 'Documents',
    })),
  ...accounts.map((a) => ({
    id: 'DOC-' + hex('sponsor' + a.id, 7),
    accountId: a.id,
    terminalId: null,
    title: `Sponsor bank agreement, ${a.legalName}`,
    kind: 'Agreement',
    expiresOn: '2027-06-30',
    area: 'Documents',
  })),
];
export const videos = [
  {
    VideoId: 'VID-014',
    Title: 'Loading cassettes safely',
    DurationSeconds: 312,
    Url: 'https://media.fleetportal.example/v/014',
  },
  {
    VideoId: 'VID-022',
    Title: 'Reading the switch journal',
    DurationSeconds: 455,
    Url: 'https://media.fleetportal.example/v/022',
  },
];
export const onboardingSteps = [
  'AccountVerified',
  'SponsorBankLinked',
  'BrandingPublished',
  'FirstTerminalOnline',
  'DocsHostVerified',
];
export const reports = [
  { ReportId: 'RPT-ACTIVITY', Title: 'Terminal activity', Needs: null },
  { ReportId: 'RPT-UPTIME', Title: 'Uptime by terminal', Needs: null },
  { ReportId: 'RPT-SURCHARGE', Title: 'Surcharge revenue', Needs: 'CanViewReports' },
  { ReportId: 'RPT-ACH', Title: 'ACH payouts', Needs: 'CanViewReports' },
  { ReportId: 'RPT-USERS', Title: 'User access review', Needs: 'CanManageUsers' },
] as { ReportId: string; Title: string; Needs: keyof User['access'] | null }[];
export const terminalOf = (id: string) => byId.get(id);
