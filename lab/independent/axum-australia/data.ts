// Deterministic seed data of two Australian ATM deployers. Money is in cents, instants are epoch milliseconds.

export const NOW = Date.parse('2025-08-14T06:30:00Z');
const MIN = 60_000,
  HOUR = 3_600_000,
  DAY = 86_400_000;

export type Zone = 'Australia/Perth' | 'Australia/Adelaide' | 'Australia/Sydney';
// All data is in the southern winter, so no daylight saving applies.
const OFFSET: Record<Zone, number> = { 'Australia/Perth': 480, 'Australia/Adelaide': 570, 'Australia/Sydney': 600 };

export function iso(ms: number, zone: Zone): string {
  const off = OFFSET[zone];
  const local = new Date(ms + off * MIN).toISOString().slice(0, 19);
  return `${local}+${String(Math.floor(off / 60)).padStart(2, '0')}:${String(off % 60).padStart(2, '0')}`;
}
export function localDate(ms: number, zone: Zone): string {
  return iso(ms, zone).slice(0, 10);
}
export function addDays(date: string, n: number): string {
  return new Date(Date.parse(date + 'T00:00:00Z') + n * DAY).toISOString().slice(0, 10);
}
function at(date: string, time: string, zone: Zone): number {
  return Date.parse(`${date}T${time}Z`) - OFFSET[zone] * MIN;
}

const B32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export class Ids {
  seed: number;
  constructor(seed: number) {
    this.seed = seed;
  }
  rnd(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  int(n: number): number {
    return Math.floor(this.rnd() * n);
  }
  make(prefix: string, ms: number): string {
    let time = '',
      v = ms;
    for (let i = 0; i < 10; i++) {
      time = B32[v % 32] + time;
      v = Math.floor(v / 32);
    }
    let r = '';
    for (let i = 0; i < 16; i++) r += B32[this.int(32)];
    return `${prefix}_${time}${r}`;
  }
}

export interface Tenant {
  tenant_id: string;
  name: string;
  zone: Zone;
  brand: string;
  colour: string;
  portal_host: string;
  dns: string;
  tls: string;
}
export interface Account {
  account_id: string;
  tenant_id: string;
  name: string;
  abn: string;
  zone: Zone;
  email: string;
}
export interface Location {
  location_id: string;
  name: string;
  street: string;
  suburb: string;
  state: string;
  postcode: string;
  latitude: number;
  longitude: number;
  risk: string;
}
export interface Terminal {
  terminal_id: string;
  account_id: string;
  tenant_id: string;
  name: string;
  model: string;
  zone: Zone;
  state: string;
  heartbeat: number;
  serial: string;
  surcharge: number;
  connector_id: string;
  commissioned_on: string;
  location: Location;
  cassettes: { denomination: number; notes: number }[];
  software: string;
}
export type Role = 'administrator' | 'analyst' | 'account_manager' | 'field_technician' | 'auditor';
export interface User {
  user_id: string;
  login: string;
  name: string;
  email: string;
  role: Role;
  tenant_id: string;
  accounts: string[] | null;
  terminals: string[] | null;
  key: string;
}
export interface Txn {
  transaction_id: string;
  terminal_id: string;
  at: number;
  type: string;
  seq: number;
  account_type: string;
  emv: string | null;
  code: string;
  text: string;
  req: number;
  comp: number;
  sreq: number;
  scomp: number;
  reverses: string | null;
}
export interface Group {
  group_id: string;
  tenant_id: string;
  name: string;
  terminal_ids: string[];
}
export interface Connector {
  connector_id: string;
  tenant_id: string;
  name: string;
  kind: string;
  protocol: string;
  terminal_ids: string[];
  state: string;
  last_success: number;
  round_trip_ms: number;
}
export interface Command {
  command_id: string;
  terminal_id: string;
  kind: string;
  status: string;
  queued: number;
  completed: number | null;
  by: string;
}
export interface Job {
  job_id: string;
  terminal_id: string;
  kind: string;
  status: string;
  started: number;
  finished: number | null;
}
export interface Alert {
  alert_id: string;
  terminal_id: string;
  event: string;
  severity: string;
  state: string;
  opened: number;
  message: string;
}
export interface Journal {
  journal_id: string;
  terminal_id: string;
  at: number;
  code: string;
  text: string;
}
export interface StatusChange {
  change_id: string;
  terminal_id: string;
  at: number;
  from: string;
  to: string;
}
export interface Form {
  form_id: string;
  terminal_id: string;
  kind: string;
  status: string;
  submitted: number;
}
export interface Compliance {
  compliance_id: string;
  terminal_id: string;
  kind: string;
  status: string;
  expires_on: string;
}
export interface Onboarding {
  onboarding_id: string;
  terminal_id: string;
  step: string;
  status: string;
}
export interface Doc {
  document_id: string;
  terminal_id: string;
  title: string;
  media_type: string;
}
export interface Batch {
  batch_id: string;
  account_id: string;
  status: string;
  period_start: string;
  period_end: string;
  credits: number;
  debits: number;
  credit: number;
  debit: number;
  derived: number;
  submitted: number | null;
  paid: number | null;
  effective_on: string;
  fresh?: boolean;
}
export interface Dispute {
  dispute_id: string;
  transaction_id: string;
  terminal_id: string;
  account_id: string;
  status: string;
  reason: string;
  amount: number;
  due_on: string;
  opened: number;
  assignee: { user_id: string; name: string; at: number } | null;
  resolution: { outcome: string; at: number; note: string } | null;
  reviewer: { user_id: string; name: string; at: number } | null;
  comment: string | null;
  fresh?: boolean;
}

export interface Db {
  ids: Ids;
  tenants: Tenant[];
  accounts: Account[];
  terminals: Terminal[];
  users: User[];
  txns: Txn[];
  groups: Group[];
  connectors: Connector[];
  commands: Command[];
  jobs: Job[];
  alerts: Alert[];
  journal: Journal[];
  changes: StatusChange[];
  forms: Form[];
  compliance: Compliance[];
  onboarding: Onboarding[];
  documents: Doc[];
  batches: Batch[];
  disputes: Dispute[];
}

export const VIDEOS = [
  { title: 'Loading cassettes on the Hyosung MX5300', duration_seconds: 412 },
  { title: 'Responding to a dispenser fault', duration_seconds: 268 },
  { title: 'Reading your weekly settlement statement', duration_seconds: 195 },
].map((v, i) => ({ video_id: new Ids(900 + i).make('vid', Date.parse('2025-03-01T00:00:00Z')), ...v }));

const P: Zone = 'Australia/Perth',
  A: Zone = 'Australia/Adelaide',
  S: Zone = 'Australia/Sydney';
// account index, name, street, suburb, state, postcode, lat, lon, state of the terminal
const SITES: [number, string, string, string, string, string, number, number, string][] = [
  [0, 'Fremantle Fish & Chip Co', '47 Mews Road', 'Fremantle', 'WA', '6160', -32.0583, 115.7431, 'online'],
  [0, 'Kalgoorlie Palace Tavern', '137 Hannan Street', 'Kalgoorlie', 'WA', '6430', -30.7487, 121.4657, 'online'],
  [0, 'Coolgardie Roadhouse', '2 Bayley Street', 'Coolgardie', 'WA', '6429', -30.9537, 121.1637, 'offline'],
  [0, 'Subiaco Night Markets', '11 Rokeby Road', 'Subiaco', 'WA', '6008', -31.9461, 115.8243, 'online'],
  [0, 'Norseman Servo', '90 Prinsep Street', 'Norseman', 'WA', '6443', -32.1983, 121.7785, 'degraded'],
  [0, 'Scarborough Beach Bar', '1 Manning Street', 'Scarborough', 'WA', '6019', -31.8936, 115.7569, 'online'],
  [0, 'Esperance Pier Hotel', '47 The Esplanade', 'Esperance', 'WA', '6450', -33.8598, 121.8926, 'online'],
  [1, 'Glenelg Jetty Hotel', '28 Moseley Square', 'Glenelg', 'SA', '5045', -34.9805, 138.5117, 'online'],
  [1, 'Rundle Mall Kiosk', '80 Rundle Mall', 'Adelaide', 'SA', '5000', -34.9226, 138.6035, 'online'],
  [1, 'Port Augusta Standpipe', '1 Highway One', 'Port Augusta', 'SA', '5700', -32.4911, 137.7827, 'offline'],
  [1, 'Barossa Cellar Door', '33 Murray Street', 'Tanunda', 'SA', '5352', -34.5246, 138.9597, 'online'],
  [1, 'Hindley Street Arcade', '62 Hindley Street', 'Adelaide', 'SA', '5000', -34.9232, 138.5951, 'degraded'],
  [2, 'Balmain Bowling Club', '156 Darling Street', 'Balmain', 'NSW', '2041', -33.8577, 151.1853, 'online'],
  [2, 'Bondi Surf & Social', '118 Campbell Parade', 'Bondi Beach', 'NSW', '2026', -33.8908, 151.2743, 'online'],
  [2, 'Cronulla RSL', '38 Gerrale Street', 'Cronulla', 'NSW', '2230', -34.0556, 151.1527, 'degraded'],
  [2, 'Manly Wharf Bar', '31 East Esplanade', 'Manly', 'NSW', '2095', -33.8003, 151.2837, 'online'],
  [2, 'Newtown Social Club', '387 King Street', 'Newtown', 'NSW', '2042', -33.8981, 151.1781, 'offline'],
  [3, 'Parramatta Station Store', '1 Darcy Street', 'Parramatta', 'NSW', '2150', -33.817, 151.0045, 'online'],
  [3, 'Blacktown Quick Stop', '25 Main Street', 'Blacktown', 'NSW', '2148', -33.7688, 150.9063, 'online'],
  [3, 'Penrith Panthers Kiosk', '123 Mulgoa Road', 'Penrith', 'NSW', '2750', -33.7601, 150.6891, 'online'],
];
const AMOUNTS = [4000, 6000, 10000, 20000, 8000, 30000, 50000, 14000, 80000, 2000, 100000, 40000, 12000, 26000];
const DECLINES: [string, string][] = [
  ['51', 'Insufficient funds'],
  ['55', 'Incorrect PIN'],
  ['61', 'Exceeds withdrawal limit'],
  ['91', 'Issuer unavailable'],
];
const STEP_EVENTS: [string, string, string][] = [
  ['cash_low', 'warning', 'Cassette 1 below 150 notes'],
  ['dispenser_fault', 'critical', 'Dispenser reported a note jam'],
  ['heartbeat_stale', 'critical', 'No heartbeat for more than 6 hours'],
  ['communication_flapping', 'warning', 'Modem reconnected 9 times in an hour'],
  ['decline_spike', 'warning', 'Decline rate is above 30 percent'],
  ['location_risk_change', 'info', 'Location risk was reassessed'],
];

export function batchTotals(
  db: Db,
  terminalIds: Set<string>,
  zoneOf: (id: string) => Zone,
  from: string,
  to: string,
): { credits: number; debits: number; credit: number; debit: number } {
  const r = { credits: 0, debits: 0, credit: 0, debit: 0 };
  for (const t of db.txns) {
    if (!terminalIds.has(t.terminal_id)) continue;
    const d = localDate(t.at, zoneOf(t.terminal_id));
    if (d < from || d > to) continue;
    const v = t.comp + t.scomp;
    if (v > 0) {
      r.credits++;
      r.credit += v;
    } else if (v < 0) {
      r.debits++;
      r.debit -= v;
    }
  }
  return r;
}

export function buildDb(): Db {
  const ids = new Ids(20250814);
  const y24 = Date.parse('2024-02-05T01:00:00Z');
  const tenants: Tenant[] = [
    {
      tenant_id: ids.make('ten', y24),
      name: 'Nullarbor Cash Pty Ltd',
      zone: P,
      brand: 'Nullarbor Cash',
      colour: '#B5482A',
      portal_host: 'portal.nullarborcash.example.au',
      dns: 'verified',
      tls: 'issued',
    },
    {
      tenant_id: ids.make('ten', y24 + DAY),
      name: 'Harbourside ATM Services Pty Ltd',
      zone: S,
      brand: 'Harbourside ATM',
      colour: '#0B5C8A',
      portal_host: 'fleet.harbouratm.example.au',
      dns: 'pending_cname',
      tls: 'not_issued',
    },
  ];
  const accounts: Account[] = (
    [
      [0, 'Nullarbor WA Venues', '51 824 753 556', P, 'wa.venues@nullarborcash.example.au'],
      [0, 'Nullarbor SA Hotels', '83 914 571 673', A, 'sa.hotels@nullarborcash.example.au'],
      [1, 'Harbourside Clubs', '29 002 589 460', S, 'clubs@harbouratm.example.au'],
      [1, 'Harbourside Convenience', '12 004 044 937', S, 'convenience@harbouratm.example.au'],
    ] as [number, string, string, Zone, string][]
  ).map(([t, name, abn, zone, email], i) => ({
    account_id: ids.make('acc', y24 + (i + 2) * DAY),
    tenant_id: tenants[t]!.tenant_id,
    name,
    abn,
    zone,
    email,
  }));

  const terminals: Terminal[] = SITES.map(([a, name, street, suburb, state, postcode, latitude, longitude, st], i) => {
    const acc = accounts[a]!;
    const created = y24 + (10 + i * 9) * DAY;
    return {
      terminal_id: ids.make('trm', created),
      account_id: acc.account_id,
      tenant_id: acc.tenant_id,
      name,
      zone: acc.zone,
      state: st,
      model: ['Hyosung MX5300', 'Genmega Onyx', 'Triton ARGO 12'][i % 3]!,
      serial: `AU${String(730114 + i * 37)}`,
      surcharge: [250, 290, 300, 275][i % 4]!,
      heartbeat:
        st === 'offline' ? NOW - (9 + i) * HOUR : st === 'degraded' ? NOW - (25 + i) * MIN : NOW - (1 + (i % 5)) * MIN,
      connector_id: '',
      commissioned_on: localDate(created, acc.zone),
      software: i % 2 ? '4.18.2' : '4.19.0',
      location: {
        location_id: ids.make('loc', created),
        name,
        street,
        suburb,
        state,
        postcode,
        latitude,
        longitude,
        risk: ['low', 'medium', 'low', 'high'][i % 4]!,
      },
      cassettes: [
        { denomination: 2000, notes: 90 + ((i * 137) % 900) },
        { denomination: 5000, notes: 60 + ((i * 211) % 700) },
      ],
    };
  });
  const T = terminals.map((t) => t.terminal_id);
  const pick = (...n: number[]) => n.map((k) => T[k]!);

  const mkUser = (
    login: string,
    name: string,
    role: Role,
    t: number,
    accs: string[] | null,
    terms: string[] | null,
    key: string,
  ): User => ({
    user_id: ids.make('usr', y24 + 30 * DAY),
    login,
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@${t ? 'harbouratm' : 'nullarborcash'}.example.au`,
    role,
    tenant_id: tenants[t]!.tenant_id,
    accounts: accs,
    terminals: terms,
    key,
  });
  const users: User[] = [
    mkUser('nullarbor-admin', 'Tegan Walsh', 'administrator', 0, null, null, 'atm_live_K7QW2MZ9XHTB4RVD8PNC3F6J'),
    mkUser('nullarbor-analyst', 'Priya Raman', 'analyst', 0, null, null, 'atm_live_D3XN8VYT5GKC1QZM7WBR9H2S'),
    mkUser(
      'nullarbor-wa-manager',
      'Callum Reid',
      'account_manager',
      0,
      [accounts[0]!.account_id],
      null,
      'atm_live_H9RC4PBS2JWN6TXE0YKV5M1Q',
    ),
    mkUser(
      'nullarbor-field-tech',
      'Jarrah Collins',
      'field_technician',
      0,
      null,
      pick(1, 4, 8),
      'atm_live_V5JM0EKG7ZPX3DQA8CTN2W9B',
    ),
    mkUser('harbourside-admin', 'Meilin Zhou', 'administrator', 1, null, null, 'atm_live_P2TB6WXC9SNH1YKR4VJD7G8E'),
    mkUser(
      'harbourside-auditor',
      'Stavros Papadakis',
      'auditor',
      1,
      [accounts[2]!.account_id],
      null,
      'atm_live_Z8GF3HQN1MVT7BWJ5XRC0K4P',
    ),
  ];

  const groups: Group[] = (
    [
      [0, 'Goldfields route', pick(1, 2, 4)],
      [0, 'Contactless rollout', pick(0, 3, 4, 7, 8, 11)],
      [0, 'Adelaide hotels', pick(7, 10, 11)],
      [0, 'Coastal sites', pick(0, 5, 6)],
      [1, 'Sydney clubs', pick(12, 13, 14, 16)],
      [1, 'Event sites', pick(13, 15, 19)],
      [1, 'Western Sydney', pick(17, 18, 19)],
    ] as [number, string, string[]][]
  ).map(([t, name, terminal_ids]) => ({
    group_id: ids.make('grp', y24 + 60 * DAY),
    tenant_id: tenants[t]!.tenant_id,
    name,
    terminal_ids,
  }));
  const connectors: Connector[] = (
    [
      [0, 'Perth acquiring switch', 'acquirer_switch', 'as2805', pick(0, 1, 2, 3, 4, 5), 'up', 2, 84],
      [0, 'Adelaide acquiring switch', 'acquirer_switch', 'as2805', pick(6, 7, 8, 9, 10, 11), 'degraded', 11, 412],
      [0, 'Cash-in-transit ordering', 'cash_logistics', 'https_json', pick(0, 5, 7, 10), 'up', 35, 190],
      [1, 'Sydney acquiring switch', 'acquirer_switch', 'as2805', pick(12, 13, 14, 15, 16, 17, 18, 19), 'up', 1, 61],
      [1, 'Club cash ordering', 'cash_logistics', 'https_json', pick(12, 14), 'up', 22, 175],
      [1, 'Store point-of-sale bridge', 'store_bridge', 'mqtt', pick(17, 18), 'down', 340, 0],
    ] as [number, string, string, string, string[], string, number, number][]
  ).map(([t, name, kind, protocol, terminal_ids, state, ago, rtt]) => ({
    connector_id: ids.make('cnx', y24 + 61 * DAY),
    tenant_id: tenants[t]!.tenant_id,
    name,
    kind,
    protocol,
    terminal_ids,
    state,
    last_success: NOW - ago * MIN,
    round_trip_ms: rtt,
  }));
  for (const c of connectors)
    if (c.kind === 'acquirer_switch')
      for (const id of c.terminal_ids) terminals[T.indexOf(id)]!.connector_id = c.connector_id;

  const db: Db = {
    ids,
    tenants,
    accounts,
    terminals,
    users,
    txns: [],
    groups,
    connectors,
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    changes: [],
    forms: [],
    compliance: [],
    onboarding: [],
    documents: [],
    batches: [],
    disputes: [],
  };

  terminals.forEach((t, i) => {
    const n = 19 + (i % 4);
    const first = at('2025-07-07', '09:00:00', t.zone);
    const last = t.state === 'offline' ? t.heartbeat - 30 * MIN : NOW - (20 + i * 3) * MIN;
    const step = (last - first) / (n - 1);
    let seq = 4100 + i * 613;
    for (let k = 0; k < n; k++) {
      const when = Math.floor((first + step * k - (k && k < n - 1 ? ids.int(5 * HOUR) : 0)) / 1000) * 1000;
      const base = {
        terminal_id: t.terminal_id,
        at: when,
        account_type: ['savings', 'cheque', 'credit'][(i + k) % 3]!,
        emv: [null, 'chip', 'contactless', 'chip'][(i * 3 + k) % 4] ?? null,
        reverses: null,
      };
      const amt = AMOUNTS[(i * 5 + k * 3) % AMOUNTS.length]!;
      seq += 1 + ids.int(3);
      const id = ids.make('txn', when);
      if (k % 7 === 3) {
        const [code, text] = DECLINES[(i + k) % 4]!;
        db.txns.push({
          ...base,
          transaction_id: id,
          type: 'withdrawal',
          seq,
          code,
          text,
          req: amt,
          comp: 0,
          sreq: t.surcharge,
          scomp: 0,
        });
      } else if (k % 6 === 4) {
        db.txns.push({
          ...base,
          transaction_id: id,
          type: 'balance_inquiry',
          seq,
          code: '00',
          text: 'Approved',
          req: 0,
          comp: 0,
          sreq: 150,
          scomp: 150,
        });
      } else if (k % 9 === 7 && amt > 4000) {
        // partial dispense
        db.txns.push({
          ...base,
          transaction_id: id,
          type: 'withdrawal',
          seq,
          code: '10',
          text: 'Approved for partial amount',
          req: amt,
          comp: amt - 4000,
          sreq: t.surcharge,
          scomp: t.surcharge,
        });
      } else {
        db.txns.push({
          ...base,
          transaction_id: id,
          type: 'withdrawal',
          seq,
          code: '00',
          text: 'Approved',
          req: amt,
          comp: amt,
          sreq: t.surcharge,
          scomp: t.surcharge,
        });
        if (k === 5 || k === 15) {
          seq += 1;
          const rt = when + (40 + ids.int(30)) * 1000;
          db.txns.push({
            ...base,
            at: rt,
            transaction_id: ids.make('txn', rt),
            type: 'reversal',
            seq,
            code: '00',
            text: 'Approved',
            req: amt,
            comp: -amt,
            sreq: t.surcharge,
            scomp: -t.surcharge,
            reverses: id,
          });
        }
      }
    }
    const owner = users.find((u) => u.tenant_id === t.tenant_id && u.role === 'administrator')!;
    const c1 = NOW - (60 + i * 7) * HOUR,
      c2 = NOW - (30 + i) * HOUR,
      c3 = NOW - (35 + i * 4) * MIN;
    db.commands.push({
      command_id: ids.make('cmd', c1),
      terminal_id: t.terminal_id,
      kind: 'sync_config',
      status: 'completed',
      queued: c1,
      completed: c1 + 95_000,
      by: owner.user_id,
    });
    db.commands.push({
      command_id: ids.make('cmd', c2),
      terminal_id: t.terminal_id,
      kind: i % 5 === 2 ? 'restart' : 'close_business_day',
      status: i % 5 === 2 ? 'failed' : 'completed',
      queued: c2,
      completed: i % 5 === 2 ? null : c2 + 41_000,
      by: owner.user_id,
    });
    db.commands.push({
      command_id: ids.make('cmd', c3),
      terminal_id: t.terminal_id,
      kind: 'upload_logs',
      status: 'queued',
      queued: c3,
      completed: null,
      by: owner.user_id,
    });
    const j1 = NOW - (100 + i * 5) * HOUR;
    db.jobs.push({
      job_id: ids.make('job', j1),
      terminal_id: t.terminal_id,
      kind: 'full_configuration',
      status: i % 6 === 5 ? 'failed' : 'succeeded',
      started: j1,
      finished: j1 + 240_000,
    });
    if (i % 3 === 1) {
      const j2 = NOW - (50 + i) * MIN;
      db.jobs.push({
        job_id: ids.make('job', j2),
        terminal_id: t.terminal_id,
        kind: 'surcharge_update',
        status: 'running',
        started: j2,
        finished: null,
      });
    }
    const [ev, sev, msg] = t.state === 'offline' ? STEP_EVENTS[2]! : STEP_EVENTS[i % 6 === 2 ? 0 : i % 6]!;
    const a1 = NOW - (8 + i * 2) * HOUR;
    db.alerts.push({
      alert_id: ids.make('alr', a1),
      terminal_id: t.terminal_id,
      event: ev,
      severity: sev,
      state: t.state === 'online' ? 'cleared' : 'open',
      opened: a1,
      message: msg,
    });
    if (i % 4 === 0) {
      const a2 = NOW - (3 * DAY + i * HOUR);
      db.alerts.push({
        alert_id: ids.make('alr', a2),
        terminal_id: t.terminal_id,
        event: 'decline_spike',
        severity: 'warning',
        state: 'cleared',
        opened: a2,
        message: 'Decline rate is above 30 percent',
      });
    }
    for (let k = 0; k < 2; k++) {
      const ja = NOW - (5 + i * 3 + k * 26) * HOUR;
      db.journal.push({
        journal_id: ids.make('jnl', ja),
        terminal_id: t.terminal_id,
        at: ja,
        code: k ? '0820' : '0420',
        text: k ? 'Network sign-on completed' : 'Repeat advice acknowledged by the switch',
      });
    }
    const ca = NOW - (14 + i * 2) * HOUR;
    db.changes.push({
      change_id: ids.make('stc', ca),
      terminal_id: t.terminal_id,
      at: ca,
      from: t.state === 'online' ? 'degraded' : 'online',
      to: t.state,
    });
    const fa = NOW - (20 + i * 11) * HOUR;
    if (i % 2 === 0 || i === 9)
      db.forms.push({
        form_id: ids.make('frm', fa),
        terminal_id: t.terminal_id,
        kind: ['surcharge_change', 'site_agreement', 'cash_load_variance'][i % 3]!,
        status: i % 4 ? 'submitted' : 'approved',
        submitted: fa,
      });
    db.compliance.push({
      compliance_id: ids.make('cmp', y24),
      terminal_id: t.terminal_id,
      kind: i % 2 ? 'site_risk_assessment' : 'pci_pin_attestation',
      status: i % 7 === 3 ? 'expiring' : 'current',
      expires_on: addDays('2025-09-01', i * 19),
    });
    if (i % 5 === 1)
      db.onboarding.push({
        onboarding_id: ids.make('onb', y24),
        terminal_id: t.terminal_id,
        step: i % 2 ? 'merchant_training' : 'network_certification',
        status: i % 2 ? 'complete' : 'in_progress',
      });
    if (i % 3 !== 0)
      db.documents.push({
        document_id: ids.make('doc', y24),
        terminal_id: t.terminal_id,
        title: `Site agreement: ${t.name}`,
        media_type: 'application/pdf',
      });
  });
  // Newest first everywhere; ids break ties.
  db.txns.sort((a, b) => b.at - a.at || (a.transaction_id < b.transaction_id ? 1 : -1));
  db.commands.sort((a, b) => b.queued - a.queued || (a.command_id < b.command_id ? 1 : -1));
  db.forms.sort((a, b) => b.submitted - a.submitted);

  const zoneOf = (id: string) => terminals[T.indexOf(id)]!.zone;
  accounts.forEach((acc, i) => {
    const set = new Set(terminals.filter((t) => t.account_id === acc.account_id).map((t) => t.terminal_id));
    for (let w = 0; w < 4; w++) {
      if (w === 3 && i % 2 === 1) continue;
      const from = addDays('2025-07-07', w * 7),
        to = addDays(from, 6);
      const derived = at(addDays(to, 1), '04:10:00', acc.zone);
      const status = w < 2 ? 'paid' : w === 2 ? (i === 1 ? 'returned' : 'paid') : 'submitted';
      db.batches.push({
        batch_id: ids.make('bat', derived),
        account_id: acc.account_id,
        status,
        period_start: from,
        period_end: to,
        ...batchTotals(db, set, zoneOf, from, to),
        derived,
        submitted: derived + 5 * HOUR,
        paid: status === 'paid' ? derived + 31 * HOUR : null,
        effective_on: addDays(to, 2),
      });
    }
    // A short top-up batch without reversals, not yet submitted.
    const from = '2025-08-11',
      to = '2025-08-12',
      derived = at('2025-08-13', '04:10:00', acc.zone);
    db.batches.push({
      batch_id: ids.make('bat', derived),
      account_id: acc.account_id,
      status: 'derived',
      period_start: from,
      period_end: to,
      ...batchTotals(db, set, zoneOf, from, to),
      derived,
      submitted: null,
      paid: null,
      effective_on: '2025-08-14',
    });
  });
  db.batches.sort((a, b) => b.derived - a.derived || (a.batch_id < b.batch_id ? 1 : -1));

  // Disputes: on every second terminal or so, in all states.
  const plan: [number, string, string][] = [
    [0, 'open', 'cash_not_dispensed'],
    [1, 'resolved', 'partial_dispense'],
    [2, 'under_review', 'cash_not_dispensed'],
    [4, 'under_review', 'duplicate_debit'],
    [6, 'resolved', 'cash_not_dispensed'],
    [7, 'open', 'surcharge_not_disclosed'],
    [8, 'resolved', 'duplicate_debit'],
    [10, 'under_review', 'partial_dispense'],
    [11, 'withdrawn', 'cash_not_dispensed'],
    [12, 'open', 'cash_not_dispensed'],
    [13, 'resolved', 'duplicate_debit'],
    [15, 'under_review', 'partial_dispense'],
    [17, 'resolved', 'cash_not_dispensed'],
    [19, 'open', 'duplicate_debit'],
    [18, 'under_review', 'cash_not_dispensed'],
  ];
  plan.forEach(([ti, status, reason], i) => {
    const t = terminals[ti]!;
    const list = db.txns.filter((x) => x.terminal_id === t.terminal_id && x.type === 'withdrawal' && x.comp > 0);
    const x = list[6 + (i % 4)]!;
    const opened = x.at + 2 * DAY + i * 17 * MIN;
    const admin = users.find((u) => u.tenant_id === t.tenant_id && u.role === 'administrator')!;
    const who = { user_id: admin.user_id, name: admin.name };
    db.disputes.push({
      dispute_id: ids.make('dsp', opened),
      transaction_id: x.transaction_id,
      terminal_id: t.terminal_id,
      account_id: t.account_id,
      status,
      reason,
      amount: reason === 'partial_dispense' ? 2000 : x.comp,
      due_on: addDays(localDate(opened, t.zone), 30),
      opened,
      assignee: status === 'open' ? null : { ...who, at: opened + 6 * HOUR },
      resolution:
        status === 'resolved'
          ? {
              outcome: i % 2 ? 'upheld' : 'declined',
              at: opened + 4 * DAY,
              note: i % 2 ? 'Cassette count confirms the shortage' : 'Journal shows that notes were taken',
            }
          : null,
      reviewer: status === 'resolved' ? { ...who, at: opened + 4 * DAY } : null,
      comment: null,
    });
  });
  db.disputes.sort((a, b) => b.opened - a.opened);
  return db;
}
