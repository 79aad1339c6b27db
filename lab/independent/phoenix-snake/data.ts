// @ts-nocheck: written without noUncheckedIndexedAccess
// Seed data: deterministic, rebuilt for every service instance. Amounts are integer cents.
import { createHash } from 'node:crypto';

export const NOW = '2026-03-18T09:00:00Z';
export const TODAY = '2026-03-18';

export interface Tenant {
  key: string;
  id: string;
  code: string;
  name: string;
  country: string;
  currency: string;
  zone: string;
  offset: number;
  host: string;
}
export interface Account {
  id: string;
  code: string;
  tenant: string;
  name: string;
}
export interface Terminal {
  id: string;
  code: string;
  tenant: string;
  account: string;
  name: string;
  address: string;
  city: string;
  lat: string;
  lon: string;
  status: string;
  heartbeat: string;
  connector: string;
  cash: number;
  signal: number;
  risk: string;
  config: number;
}
export interface Group {
  id: string;
  code: string;
  tenant: string;
  name: string;
  terminals: string[];
}
export interface Connector {
  id: string;
  code: string;
  tenant: string;
  name: string;
  protocol: string;
  status: string;
}
export interface User {
  id: string;
  code: string;
  tenant: string;
  key: string;
  name: string;
  email: string;
  role: string;
  status: string;
  scope: string;
  codes: string[];
}
export interface Tx {
  id: string;
  code: string;
  tenant: string;
  terminal: string;
  at: string;
  type: string;
  seq: number;
  accountType: string;
  emv?: string;
  response: string;
  responseCode: string;
  req: number;
  comp: number;
  surReq: number;
  surComp: number;
  pan: string;
  original?: string;
}
export interface Batch {
  id: string;
  code: string;
  tenant: string;
  terminal: string;
  status: string;
  creditCount: number;
  debitCount: number;
  credit: number;
  debit: number;
  start: string;
  end: string;
  opened: string;
  closed: string;
  effective: string;
}
export interface Dispute {
  id: string;
  code: string;
  tenant: string;
  terminal: string;
  tx: string;
  status: string;
  reason: string;
  amount: number;
  due: string;
  opened: string;
  assignee: string | null;
  team: string | null;
  assignedAt: string | null;
  outcome: string | null;
  resolutionNote: string | null;
  resolvedAt: string | null;
  reviewer: string;
  reviewedAt: string;
  note: string | null;
}
export interface Event {
  id: string;
  terminal: string;
  at: string;
  kind: string;
  status: string;
  text: string;
  done: string | null;
}
export interface Doc {
  id: string;
  kind: string;
  terminal: string;
  title: string;
  status: string;
  date: string;
}
export interface State {
  tenants: Tenant[];
  accounts: Account[];
  terminals: Terminal[];
  groups: Group[];
  connectors: Connector[];
  users: User[];
  txs: Tx[];
  batches: Batch[];
  disputes: Dispute[];
  commands: Event[];
  jobs: Event[];
  alerts: Event[];
  journal: Event[];
  changes: Event[];
  forms: Doc[];
  docs: Doc[];
}

export function uuid(seed: string): string {
  const h = createHash('sha256')
    .update('s18:' + seed)
    .digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
export function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19) + 'Z';
}
export function addDays(date: string, days: number): string {
  return iso(Date.parse(date + 'T00:00:00Z') + days * 86400000).slice(0, 10);
}
export function localDate(at: string, offset: number): string {
  return iso(Date.parse(at) + offset * 3600000).slice(0, 10);
}

function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const KEYS: Record<string, string> = {
  karoo_admin: 'kcs_Zr81vQm4TnX0bL7wPd3yHs6JfUe9Gk2A',
  karoo_analyst: 'kcs_Bq27xNc9RtY5mW1kVf8zLp4DhSj6Ea0T',
  karoo_store: 'kcs_Hd63sKv0PjF8gC2nXy5rQe7WmTb1Uz9L',
  savanna_admin: 'san_Mw94eJx2GpV7tR6cNk1qZa8YsLd3Fh5B',
  savanna_disputes: 'san_Tf05yUb8CkS3vD9jLg6wMx2PnRq4Ez7H',
  savanna_field: 'san_Vp76aGz1WnQ4eK8mTh3bRc9XdJs5Yf2U',
};

const KAROO: [string, string, string, string, string, string, string][] = [
  ['Harbour View Mall', '12 Dock Road', 'Cape Town', '-33.9036', '18.4201', 'online', 'rand'],
  ['Kloof Street Grocer', '88 Kloof Street', 'Cape Town', '-33.9312', '18.4098', 'online', 'rand'],
  ['Rondebosch Pharmacy', '3 Main Road', 'Cape Town', '-33.9598', '18.4716', 'degraded', 'rand'],
  ['Table Bay Fish & Chips', '41 Beach Boulevard', 'Cape Town', '-33.8211', '18.4797', 'online', 'rand'],
  ['Stellenbosch Square', '7 Webersvallei Road', 'Stellenbosch', '-33.9687', '18.8329', 'offline', 'rand'],
  ['Sandton Corner Shop', '150 Rivonia Road', 'Johannesburg', '-26.1076', '28.0567', 'online', 'rand'],
  ['Rosebank Arcade', '19 Cradock Avenue', 'Johannesburg', '-26.1463', '28.0416', 'online', 'protea'],
  ['Hatfield Plaza', '1122 Burnett Street', 'Pretoria', '-25.7487', '28.2380', 'online', 'protea'],
  ['N1 Forecourt North', 'Kilometre 41, N1', 'Midrand', '-25.9894', '28.1284', 'online', 'protea'],
  ['Highveld Fuel & Rest', '2 Witbank Road', 'Middelburg', '-25.7751', '29.4648', 'degraded', 'protea'],
  ['Springs Truck Stop', '66 Paul Kruger Highway', 'Springs', '-26.2547', '28.4428', 'online', 'protea'],
  ['Beaufort Fuel Station', '5 Donkin Street', 'Beaufort West', '-32.3567', '22.5830', 'offline', 'vsat'],
  ['Garden Route Fuel', '14 York Street', 'George', '-33.9608', '22.4594', 'online', 'vsat'],
  ['Karoo Junction', '1 Station Road', 'Colesberg', '-30.7197', '25.0972', 'out_of_service', 'vsat'],
];
const SAVANNA: [string, string, string, string, string, string, string][] = [
  ['Kenyatta Avenue Branch', '20 Kenyatta Avenue', 'Nairobi', '-1.2841', '36.8219', 'online', 'simba'],
  ['Westgate Supermarket', '9 Mwanzi Road', 'Nairobi', '-1.2569', '36.8033', 'online', 'simba'],
  ['City Market Hall', '4 Muindi Mbingu Street', 'Nairobi', '-1.2829', '36.8187', 'offline', 'simba'],
  ['Railway Terminus', '1 Haile Selassie Avenue', 'Nairobi', '-1.2907', '36.8282', 'online', 'rift'],
  ['Airport Arrivals', 'Terminal 1A', 'Nairobi', '-1.3192', '36.9278', 'online', 'simba'],
  ['Airport Departures', 'Terminal 1B', 'Nairobi', '-1.3190', '36.9281', 'degraded', 'simba'],
  ['Nakuru Main Street', '77 Kenyatta Lane', 'Nakuru', '-0.2833', '36.0667', 'online', 'rift'],
  ['Mombasa Old Town', '12 Ndia Kuu Road', 'Mombasa', '-4.0612', '39.6767', 'online', 'dhow'],
  ['Nyali Beach Shop', '30 Links Road', 'Mombasa', '-4.0219', '39.7140', 'online', 'dhow'],
  ['Diani Sands Lodge', '8 Beach Road', 'Diani', '-4.2797', '39.5947', 'offline', 'dhow'],
  ['Malindi Harbour', '2 Lamu Road', 'Malindi', '-3.2192', '40.1169', 'online', 'dhow'],
];

export function createState(): State {
  const s: State = {
    tenants: [],
    accounts: [],
    terminals: [],
    groups: [],
    connectors: [],
    users: [],
    txs: [],
    batches: [],
    disputes: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    changes: [],
    forms: [],
    docs: [],
  };
  s.tenants.push(
    {
      key: 'karoo',
      id: uuid('tenant-karoo'),
      code: 'KCS',
      name: 'Karoo Cash Services',
      country: 'ZA',
      currency: 'ZAR',
      zone: 'Africa/Johannesburg',
      offset: 2,
      host: 'portal.karoo-cash.example',
    },
    {
      key: 'savanna',
      id: uuid('tenant-savanna'),
      code: 'SAN',
      name: 'Savanna ATM Network',
      country: 'KE',
      currency: 'KES',
      zone: 'Africa/Nairobi',
      offset: 3,
      host: 'atm.savanna.example',
    },
  );
  for (const [tenant, code, name] of [
    ['karoo', 'KCS-A01', 'Karoo Retail'],
    ['karoo', 'KCS-A02', 'Karoo Forecourts'],
    ['savanna', 'SAN-A01', 'Savanna Upcountry'],
    ['savanna', 'SAN-A02', 'Savanna Coast'],
  ]) {
    s.accounts.push({ id: uuid(code!), code: code!, tenant: tenant!, name: name! });
  }
  for (const [code, tenant, name, protocol, status] of [
    ['rand', 'karoo', 'Rand Switch', 'iso8583', 'up'],
    ['protea', 'karoo', 'Protea Link', 'iso8583', 'degraded'],
    ['vsat', 'karoo', 'Karoo Satellite', 'tcp_tls', 'up'],
    ['simba', 'savanna', 'Simba Gateway', 'iso8583', 'up'],
    ['rift', 'savanna', 'Rift Mobile Data', 'tcp_tls', 'down'],
    ['dhow', 'savanna', 'Dhow Link', 'iso8583', 'up'],
  ])
    s.connectors.push({
      id: uuid('conn-' + code),
      code: 'CON-' + code!.toUpperCase(),
      tenant: tenant!,
      name: name!,
      protocol: protocol!,
      status: status!,
    });

  const add = (tenant: string, prefix: string, rows: typeof KAROO, split: number): void =>
    rows.forEach((r, i) => {
      const code = `${prefix}-T${String(i + 1).padStart(2, '0')}`;
      const late = r[5] === 'offline' || r[5] === 'out_of_service';
      s.terminals.push({
        id: uuid(code),
        code,
        tenant,
        account: `${prefix}-A0${i < split ? 1 : 2}`,
        name: r[0],
        address: r[1],
        city: r[2],
        lat: r[3],
        lon: r[4],
        status: r[5],
        heartbeat: late ? `2026-03-17T${String(11 + (i % 6)).padStart(2, '0')}:14:30Z` : `2026-03-18T08:5${i % 10}:12Z`,
        connector: 'CON-' + r[6].toUpperCase(),
        cash: 15 + ((i * 37) % 80),
        signal: -60 - ((i * 7) % 40),
        risk: ['low', 'medium', 'high'][(i * 2) % 3]!,
        config: 40 + (i % 5),
      });
    });
  add('karoo', 'KCS', KAROO, 8);
  add('savanna', 'SAN', SAVANNA, 7);

  const group = (tenant: string, prefix: string, n: number, name: string, list: number[]): void => {
    const code = `${prefix}-G0${n}`;
    s.groups.push({
      id: uuid(code),
      code,
      tenant,
      name,
      terminals: list.map((x) => `${prefix}-T${String(x).padStart(2, '0')}`),
    });
  };
  group('karoo', 'KCS', 1, 'Cape Metro', [1, 2, 3, 4, 5]);
  group('karoo', 'KCS', 2, 'Gauteng', [6, 7, 8, 9, 10, 11]);
  group('karoo', 'KCS', 3, 'High Volume', [2, 7, 9, 13]);
  group('karoo', 'KCS', 4, 'Forecourts', [9, 10, 11, 12, 13, 14]);
  group('karoo', 'KCS', 5, 'Contactless Pilot', [3, 4]);
  group('savanna', 'SAN', 1, 'Nairobi Centre', [1, 2, 3, 4]);
  group('savanna', 'SAN', 2, 'Airport', [5, 6]);
  group('savanna', 'SAN', 3, 'Coast', [8, 9, 10, 11]);
  group('savanna', 'SAN', 4, 'Night Watch', [2, 6, 9, 10]);
  group('savanna', 'SAN', 5, 'Rift Valley', [4, 7]);

  const user = (
    tenant: string,
    code: string,
    key: string,
    name: string,
    role: string,
    scope: string,
    codes: string[] = [],
    status = 'active',
  ): void => {
    s.users.push({
      id: uuid(code),
      code,
      tenant,
      key,
      name,
      email: name.toLowerCase().replace(' ', '.') + (tenant === 'karoo' ? '@karoo-cash.example' : '@savanna.example'),
      role,
      status,
      scope,
      codes,
    });
  };
  user('karoo', 'KCS-U01', 'karoo_admin', 'Margaret Collins', 'admin', 'customer');
  user('karoo', 'KCS-U02', 'karoo_analyst', 'Peter Hughes', 'viewer', 'customer');
  user('karoo', 'KCS-U03', 'karoo_store', 'Susan Barker', 'manager', 'account', ['KCS-A02']);
  user('karoo', 'KCS-U04', '', 'Daniel Foster', 'viewer', 'account', ['KCS-A02']);
  user('karoo', 'KCS-U05', '', 'Alice Turner', 'admin', 'customer', [], 'suspended');
  user('karoo', 'KCS-U06', '', 'Henry Walsh', 'viewer', 'account', ['KCS-A01']);
  user('savanna', 'SAN-U01', 'savanna_admin', 'Victoria Palmer', 'admin', 'customer');
  user('savanna', 'SAN-U02', 'savanna_disputes', 'Edward Grant', 'manager', 'customer');
  user('savanna', 'SAN-U03', 'savanna_field', 'Joseph Knight', 'viewer', 'terminals', [
    'SAN-T02',
    'SAN-T05',
    'SAN-T09',
  ]);
  user('savanna', 'SAN-U04', '', 'Ruth Ellison', 'viewer', 'terminals', ['SAN-T02']);
  user('savanna', 'SAN-U05', '', 'Simon Archer', 'viewer', 'account', ['SAN-A02']);

  let number = 100200;
  s.terminals.forEach((t, ti) => {
    const rnd = random(7001 + ti * 13);
    const karoo = t.tenant === 'karoo';
    const fee = karoo ? 1250 : 3500;
    const count = 15 + (ti % 5);
    let seq = 4000 + ti * 311;
    const step = (13.6 * 86400000) / count;
    const push = (
      ms: number,
      type: string,
      response: string,
      responseCode: string,
      req: number,
      comp: number,
      surReq: number,
      surComp: number,
      emv: string | undefined,
      original?: string,
    ): Tx => {
      number += 1;
      const tx: Tx = {
        id: uuid('tx-' + number),
        code: 'TX-' + number,
        tenant: t.tenant,
        terminal: t.code,
        at: iso(ms),
        type,
        seq: seq++,
        accountType: ['checking', 'savings', 'credit'][Math.floor(rnd() * 3)]!,
        ...(emv ? { emv } : {}),
        response,
        responseCode,
        req,
        comp,
        surReq,
        surComp,
        pan: ['4111111111111111', '5555555555554444', '4012888888881881'][number % 3]!,
        ...(original ? { original } : {}),
      };
      s.txs.push(tx);
      return tx;
    };
    for (let n = 0; n < count; n++) {
      const ms =
        Date.parse('2026-03-04T06:10:00Z') +
        Math.floor(n * step + (rnd() * step * 0.8) / 1000) +
        Math.floor((rnd() * step * 0.8) / 1000) * 1000;
      const req = karoo ? (1 + Math.floor(rnd() * 30)) * 10000 : (1 + Math.floor(rnd() * 40)) * 50000;
      const r = rnd();
      const e = rnd();
      const emv = e < 0.65 ? 'chip' : e < 0.82 ? 'contactless' : undefined;
      const kind =
        n === 2
          ? 'declined'
          : n === 5
            ? 'partial'
            : n === 8
              ? 'reversed'
              : n === 11
                ? 'inquiry'
                : r < 0.64
                  ? 'ok'
                  : r < 0.7
                    ? 'partial'
                    : r < 0.82
                      ? 'declined'
                      : r < 0.94
                        ? 'inquiry'
                        : r < 0.97
                          ? 'pin'
                          : 'reversed';
      if (kind === 'ok') push(ms, 'withdrawal', 'approved', '00', req, req, fee, fee, emv);
      else if (kind === 'partial')
        push(
          ms,
          'withdrawal',
          'partial',
          '10',
          req + (karoo ? 10000 : 50000),
          karoo ? Math.max(10000, req - 10000) : Math.max(50000, req - 50000),
          fee,
          fee,
          emv,
        );
      else if (kind === 'declined')
        push(ms, 'withdrawal', 'declined', ['51', '55', '61'][n % 3]!, req, 0, fee, 0, n === 2 ? undefined : emv);
      else if (kind === 'inquiry') push(ms, 'balance_inquiry', 'approved', '00', 0, 0, 0, 0, emv);
      else if (kind === 'pin') push(ms, 'pin_change', 'approved', '00', 0, 0, 0, 0, emv);
      else {
        const o = push(ms, 'withdrawal', 'reversed', '00', req, 0, fee, 0, emv);
        push(ms + 95000, 'reversal', 'approved', '00', req, 0, fee, 0, emv, o.id);
      }
    }
    const day = (d: number, h: number, m: number): string =>
      `2026-03-${String(d).padStart(2, '0')}T${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}:00Z`;
    const ev = (
      list: Event[],
      kind: string,
      n: number,
      at: string,
      status: string,
      text: string,
      done: string | null,
    ): void => {
      list.push({ id: uuid(`${kind}-${t.code}-${n}-${list.length}`), terminal: t.code, at, kind, status, text, done });
    };
    ev(s.commands, 'reboot', 1, day(14, 5, ti % 60), 'completed', 'Restart the terminal', day(14, 5, (ti % 50) + 8));
    ev(
      s.commands,
      'update_config',
      2,
      day(17, 18, (ti * 3) % 60),
      ti % 4 === 3 ? 'failed' : 'completed',
      'Apply the current configuration',
      day(17, 19, ti),
    );
    ev(s.commands, 'sync_clock', 3, day(18, 7, (ti * 5) % 60), 'queued', 'Synchronise the clock', null);
    ev(s.jobs, 'full_provisioning', 1, day(3, 10, ti), 'completed', 'Initial provisioning', day(3, 10, ti + 20));
    ev(
      s.jobs,
      'parameter_update',
      2,
      day(17, 20, ti),
      ['completed', 'failed', 'queued'][ti % 3]!,
      'Receipt text and surcharge update',
      ti % 3 === 2 ? null : day(17, 21, ti),
    );
    ev(
      s.alerts,
      ['cash_low', 'communication_flapping', 'dispenser_fault', 'heartbeat_stale', 'cash_out'][ti % 5]!,
      1,
      day(17, 13, ti * 2),
      ti % 2 ? 'open' : 'cleared',
      'Incident raised by monitoring',
      ti % 2 ? null : day(17, 16, ti),
    );
    if (ti % 3 === 0)
      ev(
        s.alerts,
        'high_decline_velocity',
        2,
        day(16, 9, ti),
        'cleared',
        'Several declines within ten minutes',
        day(16, 10, ti),
      );
    ev(s.journal, 'reversal_seen', 1, day(16, 8, ti), 'info', 'Reversal advice observed at the switch', null);
    ev(s.journal, 'host_timeout', 2, day(17, 6, ti), 'warning', 'Host answered after the time limit', null);
    ev(s.journal, 'echo_ok', 3, day(18, 6, ti), 'info', 'Echo test answered', null);
    ev(s.changes, 'online', 1, day(15, 4, ti), 'online', 'degraded to online', null);
    if (t.status !== 'online') ev(s.changes, t.status, 2, day(17, 17, ti), t.status, `online to ${t.status}`, null);
    s.forms.push({
      id: uuid('form-' + t.code),
      kind: 'site_inspection',
      terminal: t.code,
      title: `Site inspection ${t.name}`,
      status: ti % 2 ? 'submitted' : 'draft',
      date: `2026-03-${String(1 + (ti % 17)).padStart(2, '0')}`,
    });
    s.docs.push(
      {
        id: uuid('cv-' + t.code),
        kind: 'compliance_vault',
        terminal: t.code,
        title: 'Surcharge notice certificate',
        status: ti % 4 ? 'valid' : 'expiring',
        date: addDays('2026-04-01', ti * 9),
      },
      {
        id: uuid('ob-' + t.code),
        kind: 'onboarding',
        terminal: t.code,
        title: 'Terminal onboarding',
        status: 'completed',
        date: '2026-01-15',
      },
      {
        id: uuid('dc-' + t.code),
        kind: 'documents',
        terminal: t.code,
        title: 'Placement agreement',
        status: 'signed',
        date: '2025-11-03',
      },
      {
        id: uuid('vd-' + t.code),
        kind: 'videos',
        terminal: t.code,
        title: 'Cash loading walk-through',
        status: 'published',
        date: '2025-12-01',
      },
    );
  });

  for (const t of s.terminals) {
    deriveBatch(s, t, '2026-03-02', '2026-03-08', 'paid');
    deriveBatch(s, t, '2026-03-09', '2026-03-15', t.code.endsWith('03') ? 'returned' : 'submitted');
  }

  const reviewers = ['Helen Marsh', 'George Whitfield', 'Clara Bennett'];
  s.terminals.forEach((t, ti) => {
    if (ti % 3 === 2 && t.code !== 'SAN-T05' && t.code !== 'KCS-T12') return;
    const tx = s.txs.find((x) => x.terminal === t.code && x.response === 'partial')!;
    const status = ['resolved', 'open', 'under_review', 'awaiting_documents'][ti % 4]!;
    const open = status === 'open';
    const done = status === 'resolved';
    const code = `DSP-${1001 + ti}`;
    s.disputes.push({
      id: uuid(code),
      code,
      tenant: t.tenant,
      terminal: t.code,
      tx: tx.id,
      status,
      reason: ['partial_dispense', 'cash_not_dispensed', 'duplicate_charge'][ti % 3]!,
      amount: tx.req - tx.comp,
      due: addDays('2026-04-06', ti % 9),
      opened: `2026-03-1${ti % 6}T10:20:00Z`,
      assignee: open ? null : reviewers[ti % 3]!,
      team: open ? null : 'claims_desk',
      assignedAt: open ? null : `2026-03-16T07:${String(10 + ti)}:00Z`,
      outcome: done ? (ti % 8 ? 'rejected' : 'upheld') : null,
      resolutionNote: done ? 'Compared with the cash count.' : null,
      resolvedAt: done ? `2026-03-17T12:${String(10 + ti)}:00Z` : null,
      reviewer: reviewers[(ti + 1) % 3]!,
      reviewedAt: `2026-03-17T11:${String(10 + ti)}:00Z`,
      note: null,
    });
  });
  return s;
}

/** Derives the batch of one terminal for a period of local dates; undefined if there is nothing to settle or it overlaps a batch. */
export function deriveBatch(s: State, t: Terminal, start: string, end: string, status: string): Batch | undefined {
  if (s.batches.some((b) => b.terminal === t.code && b.start <= end && b.end >= start)) return undefined;
  const offset = s.tenants.find((x) => x.key === t.tenant)!.offset;
  const entries = s.txs.filter(
    (x) => x.terminal === t.code && x.comp > 0 && localDate(x.at, offset) >= start && localDate(x.at, offset) <= end,
  );
  if (entries.length === 0) return undefined;
  const code = `ACH-${t.code}-${start.replaceAll('-', '')}`;
  const batch: Batch = {
    id: uuid(code + end),
    code,
    tenant: t.tenant,
    terminal: t.code,
    status,
    creditCount: entries.length,
    debitCount: 1,
    credit: entries.reduce((n, x) => n + x.comp + x.surComp, 0),
    debit: entries.length * 250,
    start,
    end,
    opened: start + 'T00:00:00Z',
    closed: addDays(end, 1) + 'T04:00:00Z',
    effective: addDays(end, 3),
  };
  s.batches.push(batch);
  return batch;
}
