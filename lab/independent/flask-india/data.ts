// Deterministic in-memory data of the white-label ATM platform. All times are local (IST); "ms" values are IST wall time read as UTC.

export type Role = 'org_admin' | 'account_manager' | 'report_viewer' | 'field_engineer';
export interface Org {
  id: string;
  name: string;
  brand_name: string;
  primary_colour: string;
  logo_url: string;
  portal_host: string;
  dns_status: string;
}
export interface Account {
  id: string;
  org_id: string;
  name: string;
  city: string;
  settlement_bank: string;
  ifsc: string;
  contact_name: string;
  onboarded_on: string;
}
export interface User {
  id: string;
  key_name: string;
  api_key: string;
  org_id: string;
  name: string;
  email: string;
  role: Role;
  accounts: string[] | null;
  terminals: string[] | null;
}
export interface Terminal {
  id: string;
  org_id: string;
  account_id: string;
  connector_id: string;
  model: string;
  site: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  lat: number;
  lng: number;
  site_type: string;
  risk: string;
  status: string;
  heartbeat: number;
  seq: number;
}
export interface Txn {
  id: string;
  rrn: string;
  terminal_id: string;
  at: number;
  type: string;
  seq_no: string;
  account_type: string;
  emv: string | null;
  response_code: string;
  response_text: string;
  req: number;
  comp: number;
  sreq: number;
  scomp: number;
  pan: string;
}
export interface Batch {
  id: string;
  reference: string;
  org_id: string;
  account_id: string;
  status: string;
  business_date: string;
  credit_entries: number;
  debit_entries: number;
  credit: number;
  debit: number;
  opened: number;
  closed: number | null;
  settled: number | null;
}
export interface Dispute {
  id: string;
  status: string;
  reason_code: string;
  transaction_id: string;
  rrn: string;
  terminal_id: string;
  amount: number;
  due_on: string;
  opened: number;
  remarks: string | null;
  assigned_to: string | null;
  assigned: number | null;
  outcome: string | null;
  note: string | null;
  resolved: number | null;
  reviewed_by: string | null;
  reviewed: number | null;
}
export interface Command {
  id: string;
  terminal_id: string;
  command: string;
  status: string;
  requested_by: string;
  queued: number;
  completed: number | null;
}
export interface Job {
  id: string;
  terminal_id: string;
  kind: string;
  status: string;
  created: number;
  finished: number | null;
}
export interface Alert {
  id: string;
  terminal_id: string;
  event: string;
  severity: string;
  message: string;
  opened: number;
  cleared: number | null;
}
export interface Journal {
  id: string;
  terminal_id: string;
  at: number;
  mti: string;
  text: string;
}
export interface Group {
  id: string;
  org_id: string;
  name: string;
  terminals: string[];
}
export interface Connector {
  id: string;
  org_id: string;
  name: string;
  sponsor_bank: string;
  network: string;
  protocol: string;
  status: string;
  echo: number;
  latency: number;
}
export interface Form {
  id: string;
  terminal_id: string;
  form: string;
  status: string;
  submitted_by: string;
  submitted: number;
}

const MIN = 60_000;
const DAY = 1440 * MIN;
export const NOW = Date.UTC(2025, 10, 14, 18, 0, 0);
const p = (n: number, w = 2) => String(n).padStart(w, '0');
export const ist = (ms: number): string => new Date(ms).toISOString().slice(0, 19) + '+05:30';
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const rfc822 = (ms: number): string => {
  const d = new Date(ms);
  return `${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][d.getUTCDay()]}, ${p(d.getUTCDate())} ${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][d.getUTCMonth()]} ${d.getUTCFullYear()} ${p(d.getUTCHours())}:${p(d.getUTCMinutes())}:${p(d.getUTCSeconds())} +0530`;
};
export const rupees = (paise: number): string =>
  (paise < 0 ? '-' : '') + Math.floor(Math.abs(paise) / 100) + '.' + p(Math.abs(paise) % 100);

export const orgs: Org[] = [
  {
    id: 'org_deccan',
    name: 'Deccan Cash Networks Private Limited',
    brand_name: 'Deccan Cash Point',
    primary_colour: '#B23A1E',
    logo_url: 'https://static.example.in/deccan/logo.svg',
    portal_host: 'portal.deccancash.example.in',
    dns_status: 'verified',
  },
  {
    id: 'org_godavari',
    name: 'Godavari Rural ATM Services LLP',
    brand_name: 'Godavari ATM',
    primary_colour: '#1F6F54',
    logo_url: 'https://static.example.in/godavari/logo.svg',
    portal_host: 'atm.godavarirural.example.in',
    dns_status: 'pending_cname',
  },
];
export const accounts: Account[] = [
  {
    id: 'acc_dcn_pune',
    org_id: 'org_deccan',
    name: 'Deccan Pune Franchise',
    city: 'Pune',
    settlement_bank: 'Bank of Maharashtra',
    ifsc: 'MAHB0000341',
    contact_name: 'Sneha Joshi',
    onboarded_on: '2022-06-01',
  },
  {
    id: 'acc_dcn_goa',
    org_id: 'org_deccan',
    name: 'Deccan Goa Franchise',
    city: 'Panaji',
    settlement_bank: 'Canara Bank',
    ifsc: 'CNRB0001207',
    contact_name: 'Savio Fernandes',
    onboarded_on: '2023-02-15',
  },
  {
    id: 'acc_dcn_nagpur',
    org_id: 'org_deccan',
    name: 'Deccan Vidarbha Franchise',
    city: 'Nagpur',
    settlement_bank: 'State Bank of India',
    ifsc: 'SBIN0000432',
    contact_name: 'Vikram Bhonsle',
    onboarded_on: '2022-11-20',
  },
  {
    id: 'acc_grs_vizag',
    org_id: 'org_godavari',
    name: 'Godavari Coastal Franchise',
    city: 'Visakhapatnam',
    settlement_bank: 'Union Bank of India',
    ifsc: 'UBIN0532711',
    contact_name: 'Srinivas Naidu',
    onboarded_on: '2023-04-10',
  },
  {
    id: 'acc_grs_warangal',
    org_id: 'org_godavari',
    name: 'Godavari Telangana Franchise',
    city: 'Warangal',
    settlement_bank: 'Indian Bank',
    ifsc: 'IDIB000W004',
    contact_name: 'Karthik Rao',
    onboarded_on: '2023-08-05',
  },
];
export const users: User[] = [
  {
    id: 'usr_dcn_01',
    key_name: 'deccan_admin',
    api_key: 'wla_live_dcn_ADM_7Qm2xK9vT4',
    org_id: 'org_deccan',
    name: 'Ananya Kulkarni',
    email: 'ananya.kulkarni@deccancash.example.in',
    role: 'org_admin',
    accounts: null,
    terminals: null,
  },
  {
    id: 'usr_dcn_02',
    key_name: 'deccan_analyst',
    api_key: 'wla_live_dcn_RPT_3Hc8nB5wZ1',
    org_id: 'org_deccan',
    name: 'Rohan Deshpande',
    email: 'rohan.deshpande@deccancash.example.in',
    role: 'report_viewer',
    accounts: null,
    terminals: null,
  },
  {
    id: 'usr_dcn_03',
    key_name: 'pune_manager',
    api_key: 'wla_live_dcn_MGR_9Ld4sY6eR2',
    org_id: 'org_deccan',
    name: 'Sneha Joshi',
    email: 'sneha.joshi@deccancash.example.in',
    role: 'account_manager',
    accounts: ['acc_dcn_pune'],
    terminals: null,
  },
  {
    id: 'usr_dcn_04',
    key_name: 'field_engineer',
    api_key: 'wla_live_dcn_FLD_5Vj1pG8uN7',
    org_id: 'org_deccan',
    name: 'Imran Shaikh',
    email: 'imran.shaikh@deccancash.example.in',
    role: 'field_engineer',
    accounts: null,
    terminals: ['DCPUN002', 'DCPUN005', 'DCGOA001', 'DCGOA002', 'DCNAG003'],
  },
  {
    id: 'usr_grs_01',
    key_name: 'godavari_admin',
    api_key: 'wla_live_grs_ADM_2Xt6kM3fC8',
    org_id: 'org_godavari',
    name: 'Lakshmi Reddy',
    email: 'lakshmi.reddy@godavarirural.example.in',
    role: 'org_admin',
    accounts: null,
    terminals: null,
  },
  {
    id: 'usr_grs_02',
    key_name: 'warangal_viewer',
    api_key: 'wla_live_grs_RPT_8Wb7qD1hJ5',
    org_id: 'org_godavari',
    name: 'Karthik Rao',
    email: 'karthik.rao@godavarirural.example.in',
    role: 'report_viewer',
    accounts: ['acc_grs_warangal'],
    terminals: null,
  },
];
export const connectors: Connector[] = [
  {
    id: 'con_dcn_sbi',
    org_id: 'org_deccan',
    name: 'SBI sponsor link',
    sponsor_bank: 'State Bank of India',
    network: 'NFS',
    protocol: 'ISO8583-1993',
    status: 'up',
    echo: NOW - 2 * MIN,
    latency: 412,
  },
  {
    id: 'con_dcn_axis',
    org_id: 'org_deccan',
    name: 'Axis sponsor link',
    sponsor_bank: 'Axis Bank',
    network: 'NFS',
    protocol: 'ISO8583-1987',
    status: 'degraded',
    echo: NOW - 6 * MIN,
    latency: 1380,
  },
  {
    id: 'con_dcn_hdfc',
    org_id: 'org_deccan',
    name: 'HDFC backup link',
    sponsor_bank: 'HDFC Bank',
    network: 'RuPay',
    protocol: 'ISO8583-1987',
    status: 'up',
    echo: NOW - 3 * MIN,
    latency: 505,
  },
  {
    id: 'con_grs_indusind',
    org_id: 'org_godavari',
    name: 'IndusInd sponsor link',
    sponsor_bank: 'IndusInd Bank',
    network: 'NFS',
    protocol: 'ISO8583-1993',
    status: 'up',
    echo: NOW - 1 * MIN,
    latency: 388,
  },
  {
    id: 'con_grs_canara',
    org_id: 'org_godavari',
    name: 'Canara sponsor link',
    sponsor_bank: 'Canara Bank',
    network: 'NFS',
    protocol: 'ISO8583-1987',
    status: 'down',
    echo: NOW - 95 * MIN,
    latency: 0,
  },
];
export const groups: Group[] = [
  {
    id: 'grp_dcn_railway',
    org_id: 'org_deccan',
    name: 'Railway stations',
    terminals: ['DCPUN001', 'DCPUN003', 'DCGOA002', 'DCNAG001', 'DCNAG003'],
  },
  {
    id: 'grp_dcn_highway',
    org_id: 'org_deccan',
    name: 'Highway sites',
    terminals: ['DCPUN002', 'DCPUN004', 'DCGOA001', 'DCNAG002'],
  },
  {
    id: 'grp_dcn_market',
    org_id: 'org_deccan',
    name: 'Market sites',
    terminals: ['DCPUN005', 'DCPUN006', 'DCNAG004', 'DCNAG005'],
  },
  { id: 'grp_dcn_pune_core', org_id: 'org_deccan', name: 'Pune core', terminals: ['DCPUN001', 'DCPUN003', 'DCPUN004'] },
  {
    id: 'grp_grs_temple',
    org_id: 'org_godavari',
    name: 'Temple towns',
    terminals: ['GRVSK001', 'GRWGL001', 'GRWGL002'],
  },
  {
    id: 'grp_grs_rural',
    org_id: 'org_godavari',
    name: 'Rural sites',
    terminals: ['GRVSK002', 'GRVSK003', 'GRWGL003', 'GRWGL004'],
  },
  { id: 'grp_grs_campus', org_id: 'org_godavari', name: 'Campus sites', terminals: ['GRVSK004', 'GRWGL005'] },
];

const sites: [string, string, string, string, string, number, number][] = [
  // prefix, account, city, state, pincode base, lat, lng
  ['DCPUN', 'acc_dcn_pune', 'Pune', 'Maharashtra', '411001', 18.5204, 73.8567],
  ['DCGOA', 'acc_dcn_goa', 'Panaji', 'Goa', '403001', 15.4909, 73.8278],
  ['DCNAG', 'acc_dcn_nagpur', 'Nagpur', 'Maharashtra', '440001', 21.1458, 79.0882],
  ['GRVSK', 'acc_grs_vizag', 'Visakhapatnam', 'Andhra Pradesh', '530001', 17.6868, 83.2185],
  ['GRWGL', 'acc_grs_warangal', 'Warangal', 'Telangana', '506002', 17.9689, 79.5941],
];
const siteNames: Record<string, string[]> = {
  DCPUN: [
    'Pune Junction Platform 1',
    'Bajaj & Sons Petrol Pump, Wakad',
    'Shivajinagar Station',
    'Talegaon Toll Plaza',
    'Laxmi Road Market',
    'Mandai Vegetable Market',
  ],
  DCGOA: ['Ponda Bypass Fuel Station', 'Madgaon Station East Gate'],
  DCNAG: [
    'Nagpur Junction Main Hall',
    'Hingna T-Point Dhaba',
    'Ajni Station',
    'Sitabuldi Main Road',
    'Itwari Wholesale Market',
  ],
  GRVSK: [
    'Simhachalam Foothill',
    'Anakapalle Jaggery Yard',
    'Bheemunipatnam Mandal Office',
    'Andhra University South Gate',
  ],
  GRWGL: [
    'Bhadrakali Temple Road',
    'Thousand Pillar Temple, Hanamkonda',
    'Narsampet Bus Stand',
    'Parkal Mandal Centre',
    'NIT Warangal Gate 2',
  ],
};
const connectorOf = (id: string): string =>
  id.startsWith('DCNAG004') || id.startsWith('DCNAG005')
    ? 'con_dcn_hdfc'
    : ['DCPUN001', 'DCPUN002', 'DCPUN003', 'DCPUN004', 'DCGOA001'].includes(id)
      ? 'con_dcn_sbi'
      : id.startsWith('DC')
        ? 'con_dcn_axis'
        : id.startsWith('GRVSK') || id === 'GRWGL005'
          ? 'con_grs_indusind'
          : 'con_grs_canara';

export const terminals: Terminal[] = [];
for (const [prefix, account, city, state, pin, lat, lng] of sites) {
  siteNames[prefix]!.forEach((site, i) => {
    const n = terminals.length;
    const id = prefix + p(i + 1, 3);
    const status = n % 7 === 3 ? 'offline' : n % 5 === 2 ? 'degraded' : 'online';
    terminals.push({
      id,
      org_id: accounts.find((a) => a.id === account)!.org_id,
      account_id: account,
      connector_id: connectorOf(id),
      model: ['Hitachi HT-2845-SR', 'NCR SelfServ 26', 'Diebold Nixdorf CS 2550'][n % 3]!,
      site,
      address: `${12 + n * 7}, ${site}`,
      city,
      state,
      pincode: String(Number(pin) + i * 3),
      lat: Math.round((lat + i * 0.0131) * 1e4) / 1e4,
      lng: Math.round((lng - i * 0.0097) * 1e4) / 1e4,
      site_type: ['railway_station', 'fuel_station', 'market', 'roadside', 'campus'][n % 5]!,
      risk: ['low', 'medium', 'low', 'high'][n % 4]!,
      status,
      heartbeat: NOW - (status === 'offline' ? 190 + n : 1 + (n % 4)) * MIN,
      seq: n,
    });
  });
}

const PANS = ['4111111111111111', '5555555555554444', '4012888888881881', '6011111111111117'];
const AMOUNTS = [500, 1000, 2000, 3000, 5000, 10000, 9500, 1500, 400, 800];
const DECLINES: [string, string][] = [
  ['51', 'Insufficient funds'],
  ['55', 'Incorrect PIN'],
  ['61', 'Exceeds withdrawal limit'],
  ['91', 'Issuer or switch inoperative'],
];
export const PER_TERMINAL = 20;

export function buildTransactions(): Txn[] {
  const all: Txn[] = [];
  for (const t of terminals) {
    const own: Txn[] = [];
    for (let i = 0; i < PER_TERMINAL; i++) {
      const h = (t.seq * 31 + i * 17) % 97;
      const day = 1 + Math.floor((i * 14) / PER_TERMINAL);
      let at = Date.UTC(2025, 10, day, 7 + ((i * 3 + t.seq) % 10), (h * 7) % 60, (h * 13) % 60);
      const rs = AMOUNTS[(t.seq * 3 + i * 7) % 10]!;
      const fee = h % 3 === 0 ? 2300 : 2100;
      const row: Txn = {
        id: '',
        rrn: '',
        terminal_id: t.id,
        at,
        type: 'cash_withdrawal',
        seq_no: '',
        account_type: h % 5 === 0 ? 'current' : h % 11 === 0 ? 'credit' : 'savings',
        emv: h % 4 === 3 ? null : h % 9 === 0 ? 'fallback' : 'chip',
        response_code: '00',
        response_text: 'Approved',
        req: rs * 100,
        comp: rs * 100,
        sreq: fee,
        scomp: fee,
        pan: PANS[h % 4]!,
      };
      const k = i % 10;
      if (k === 3) {
        const d = DECLINES[(t.seq + i) % 4]!;
        row.response_code = d[0];
        row.response_text = d[1];
        row.comp = 0;
        row.scomp = 0;
      }
      if (k === 6) {
        row.type = 'balance_enquiry';
        row.req = 0;
        row.comp = 0;
        row.sreq = 850;
        row.scomp = 850;
      }
      if (k === 9 && (i + t.seq) % 2 === 0) {
        row.type = 'mini_statement';
        row.req = 0;
        row.comp = 0;
        row.sreq = 0;
        row.scomp = 0;
      }
      if (k === 9 && (i + t.seq) % 2 === 1) {
        row.req = 1000000;
        row.comp = 600000;
        row.response_text = 'Approved, partial dispense';
      }
      if (k === 7) {
        const o = own[i - 2]!;
        at = o.at + MIN + 20_000;
        Object.assign(row, {
          at,
          type: 'reversal',
          account_type: o.account_type,
          emv: o.emv,
          response_text: 'Reversed',
          req: o.req,
          comp: -o.comp,
          sreq: o.sreq,
          scomp: -o.scomp,
          pan: o.pan,
        });
      }
      own.push(row);
    }
    own.sort((a, b) => a.at - b.at);
    own.forEach((r, i) => {
      r.seq_no = p(4100 + t.seq * 37 + i, 6);
    });
    all.push(...own);
  }
  all.sort((a, b) => a.at - b.at || (a.terminal_id < b.terminal_id ? -1 : 1));
  all.forEach((r, i) => {
    r.id = 'txn_' + ((i * 7919 + 104729) % 1048576).toString(16).padStart(5, '0');
    const d = new Date(r.at);
    r.rrn = '5' + p(304 + d.getUTCDate(), 3) + p(d.getUTCHours()) + p(310000 + i, 6);
  });
  return all;
}

export function deriveBatch(account: Account, date: string, txns: Txn[], number: number): Batch | null {
  const ids = new Set(terminals.filter((t) => t.account_id === account.id).map((t) => t.id));
  let ce = 0,
    de = 0,
    credit = 0,
    debit = 0;
  for (const x of txns) {
    if (!ids.has(x.terminal_id) || dateOf(x.at) !== date) continue;
    const v = x.comp + x.scomp;
    if (v > 0) {
      ce++;
      credit += v;
    } else if (v < 0) {
      de++;
      debit -= v;
    }
  }
  if (ce + de === 0) return null;
  const opened = Date.parse(date + 'T23:30:00Z');
  return {
    id: 'stl_' + p(number, 5),
    reference: 'NACH' + date.replaceAll('-', '') + p(number, 4),
    org_id: account.org_id,
    account_id: account.id,
    status: 'open',
    business_date: date,
    credit_entries: ce,
    debit_entries: de,
    credit,
    debit,
    opened: Math.min(opened, NOW),
    closed: null,
    settled: null,
  };
}

export function buildBatches(txns: Txn[]): Batch[] {
  const out: Batch[] = [];
  for (let d = 1; d <= 12; d++) {
    for (const a of accounts) {
      const b = deriveBatch(a, `2025-11-${p(d)}`, txns, out.length + 1);
      if (!b) continue;
      if (d <= 11) {
        b.status = 'submitted';
        b.closed = b.opened + 45 * MIN;
      }
      if (d <= 9) {
        b.status = out.length % 13 === 5 ? 'returned' : 'settled';
        b.settled = b.status === 'settled' ? b.opened + DAY - 12 * 60 * MIN : null;
      }
      out.push(b);
    }
  }
  return out;
}

export function buildDisputes(txns: Txn[]): Dispute[] {
  const out: Dispute[] = [];
  const states = ['open', 'assigned', 'awaiting_evidence', 'resolved', 'resolved'];
  terminals.forEach((t) => {
    if (t.seq % 11 === 10) return;
    const cand = txns.filter((x) => x.terminal_id === t.id && x.type === 'cash_withdrawal' && x.response_code === '00');
    const partial = cand.find((x) => x.comp < x.req);
    const x = partial && t.seq % 4 === 0 ? partial : cand[2 + (t.seq % 4)]!;
    const n = out.length;
    const st = states[n % 5]!;
    const admin = users.find((u) => u.org_id === t.org_id && u.role === 'org_admin')!.name;
    const opened = x.at + 20 * 60 * MIN > NOW ? x.at + 30 * MIN : x.at + 20 * 60 * MIN;
    const res = st === 'resolved';
    const amount = x.comp < x.req ? x.req - x.comp : x.comp;
    out.push({
      id: 'dsp_' + p(2001 + n, 5),
      status: st,
      reason_code:
        x.comp < x.req
          ? 'partial_dispense'
          : ['cash_not_dispensed', 'duplicate_debit', 'unauthorised_transaction'][n % 3]!,
      transaction_id: x.id,
      rrn: x.rrn,
      terminal_id: t.id,
      amount,
      due_on: dateOf(opened + 7 * DAY),
      opened,
      remarks: n % 2 ? 'Complaint raised by issuer bank' : null,
      assigned_to: st === 'open' ? null : admin,
      assigned: st === 'open' ? null : opened + 90 * MIN,
      outcome: res ? (n % 5 === 3 ? 'accepted' : 'rejected') : null,
      note: res
        ? n % 5 === 3
          ? 'Cash excess found in cassette, refund credited'
          : 'Journal shows full dispense'
        : null,
      resolved: res ? Math.min(opened + 2 * DAY, NOW - 60 * MIN) : null,
      reviewed_by: res ? admin : null,
      reviewed: res ? Math.min(opened + 2 * DAY, NOW - 60 * MIN) - 25 * MIN : null,
    });
  });
  return out;
}

export const commands: Command[] = [];
export const jobs: Job[] = [];
export const alerts: Alert[] = [];
export const journal: Journal[] = [];
export const forms: Form[] = [];
for (const t of terminals) {
  const admin = users.find((u) => u.org_id === t.org_id && u.role === 'org_admin')!.name;
  const names = ['restart', 'sync_clock', 'upload_journal', 'download_parameters', 'reset_dispenser'];
  for (let i = 0; i < 3 + (t.seq % 2); i++) {
    const queued = NOW - (i * 700 + t.seq * 23 + 15) * MIN;
    const status = i === 0 ? 'queued' : i === 3 ? 'failed' : 'completed';
    commands.push({
      id: `cmd_${t.id.toLowerCase()}_${i + 1}`,
      terminal_id: t.id,
      command: names[(t.seq + i) % 5]!,
      status,
      requested_by: admin,
      queued,
      completed: status === 'queued' ? null : queued + 4 * MIN,
    });
  }
  jobs.push({
    id: `prv_${t.id.toLowerCase()}_1`,
    terminal_id: t.id,
    kind: 'parameter_load',
    status: 'succeeded',
    created: NOW - (3000 + t.seq * 40) * MIN,
    finished: NOW - (2990 + t.seq * 40) * MIN,
  });
  if (t.seq % 3 === 0)
    jobs.push({
      id: `prv_${t.id.toLowerCase()}_2`,
      terminal_id: t.id,
      kind: 'screen_pack',
      status: t.seq % 2 ? 'running' : 'failed',
      created: NOW - (200 + t.seq) * MIN,
      finished: t.seq % 2 ? null : NOW - (190 + t.seq) * MIN,
    });
  if (t.status === 'offline')
    alerts.push({
      id: `alr_${t.id.toLowerCase()}_1`,
      terminal_id: t.id,
      event: 'heartbeat_stale',
      severity: 'critical',
      message: 'No heartbeat for more than 180 minutes',
      opened: t.heartbeat + 30 * MIN,
      cleared: null,
    });
  else if (t.status === 'degraded')
    alerts.push({
      id: `alr_${t.id.toLowerCase()}_1`,
      terminal_id: t.id,
      event: t.seq % 2 ? 'dispenser_fault' : 'cash_low',
      severity: 'major',
      message: t.seq % 2 ? 'Dispenser reports a pick failure' : 'Cassette 2 below threshold',
      opened: NOW - (80 + t.seq) * MIN,
      cleared: null,
    });
  alerts.push({
    id: `alr_${t.id.toLowerCase()}_9`,
    terminal_id: t.id,
    event: 'decline_spike',
    severity: 'minor',
    message: 'Declines above the hourly baseline',
    opened: NOW - (4000 + t.seq * 11) * MIN,
    cleared: NOW - (3900 + t.seq * 11) * MIN,
  });
  journal.push({
    id: `jrn_${t.id.toLowerCase()}_1`,
    terminal_id: t.id,
    at: NOW - (60 + t.seq * 3) * MIN,
    mti: '0810',
    text: 'Echo test reply from sponsor switch',
  });
  journal.push({
    id: `jrn_${t.id.toLowerCase()}_2`,
    terminal_id: t.id,
    at: NOW - (500 + t.seq * 9) * MIN,
    mti: '0430',
    text: 'Reversal advice acknowledged',
  });
  forms.push({
    id: `frm_${t.id.toLowerCase()}`,
    terminal_id: t.id,
    form: ['site_inspection', 'cash_loading_sheet', 'merchant_agreement'][t.seq % 3]!,
    status: t.seq % 2 ? 'submitted' : 'approved',
    submitted_by: admin,
    submitted: NOW - (1500 + t.seq * 131) * MIN,
  });
}
