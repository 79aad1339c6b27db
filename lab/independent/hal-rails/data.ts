// Realistic, seeded data. Money is held in minor units, times in milliseconds.
export const NOW = Date.parse('2026-11-20T15:00:00Z');
const DAY = 86400000;
export const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
export type Row = Record<string, any>;
export interface Db {
  merchants: Row[];
  users: Row[];
  groups: Row[];
  devices: Row[];
  locations: Row[];
  connectors: Row[];
  txns: Row[];
  payouts: Row[];
  settlements: Row[];
  disputes: Row[];
  commands: Row[];
  jobs: Row[];
  incidents: Row[];
  journal: Row[];
  beats: Row[];
  forms: Row[];
  nextId: (p: string) => string;
}
function rng(a: number) {
  return () => {
    a |= 0;
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
export const KEYS: [string, string, string][] = [
  ['admin', 'ck_live_cascade_admin_7Qm2', 'usr_cascade_admin'],
  ['north', 'ck_live_cascade_north_4Zt9', 'usr_cascade_north'],
  ['viewer', 'ck_live_cascade_viewer_8Lp1', 'usr_cascade_viewer'],
  ['rival', 'ck_live_harbor_owner_3Vd6', 'usr_harbor_owner'],
];

export function buildBatch(db: Db, payout: Row, date: string, status: string): Row | null {
  const own = new Set(db.devices.filter((d) => d.payout === payout.id).map((d) => d.id));
  const tx = db.txns.filter((t) => own.has(t.device) && iso(t.at).startsWith(date) && t.amtComp + t.surComp > 0);
  if (!tx.length) return null;
  const credit = tx.reduce((s, t) => s + t.amtComp + t.surComp, 0);
  const feeDevices = new Set(tx.map((t) => t.device)).size;
  const debit = feeDevices * 150 + tx.length * 7;
  const cut = Date.parse(date + 'T23:59:59Z');
  return {
    id: db.nextId('stl'),
    merchant: payout.merchant,
    payout: payout.id,
    devices: [...own],
    date,
    status,
    creditEntries: tx.length,
    debitEntries: feeDevices,
    credit,
    debit,
    opened: Date.parse(date + 'T00:00:00Z'),
    cutoff: cut,
    submitted: status === 'open' ? null : cut + 3 * 3600000,
    effective: date,
    paid: status === 'paid' ? cut + 30 * 3600000 : null,
  };
}

export function build(seed = 1): Db {
  const r = rng(seed * 7919 + 11);
  const pick = <T>(a: T[]): T => a[Math.floor(r() * a.length)] as T;
  const used = new Set<string>();
  const nextId = (p: string): string => {
    for (;;) {
      let s = '';
      for (let i = 0; i < 9; i++) s += '23456789abcdefghjkmnpqrstuvwxyz'[Math.floor(r() * 31)];
      if (!used.has(s)) {
        used.add(s);
        return p + '_' + s;
      }
    }
  };
  const db: Db = {
    merchants: [],
    users: [],
    groups: [],
    devices: [],
    locations: [],
    connectors: [],
    txns: [],
    payouts: [],
    settlements: [],
    disputes: [],
    commands: [],
    jobs: [],
    incidents: [],
    journal: [],
    beats: [],
    forms: [],
    nextId,
  };
  db.merchants = [
    { id: 'mer_cascade', name: 'Cascade Cash & Vault LLC', currency: 'USD', tz: 'America/Los_Angeles', country: 'US' },
    { id: 'mer_harbor', name: 'Harbor Point ATM Inc.', currency: 'CAD', tz: 'America/Halifax', country: 'CA' },
  ];
  const g = (id: string, m: string, parent: string | null, name: string) =>
    db.groups.push({ id, merchant: m, parent, name });
  g('grp_cascade_fleet', 'mer_cascade', null, 'Cascade fleet');
  g('grp_cascade_north', 'mer_cascade', 'grp_cascade_fleet', 'North corridor');
  g('grp_north_airport', 'mer_cascade', 'grp_cascade_north', 'Airport concourses');
  g('grp_cascade_south', 'mer_cascade', 'grp_cascade_fleet', 'South valley');
  g('grp_south_malls', 'mer_cascade', 'grp_cascade_south', 'Malls');
  g('grp_harbor_all', 'mer_harbor', null, 'Harbor devices');
  g('grp_harbor_pier', 'mer_harbor', 'grp_harbor_all', 'Pier');
  db.payouts = [
    { id: 'pay_cascade_north', merchant: 'mer_cascade' },
    { id: 'pay_cascade_main', merchant: 'mer_cascade' },
    { id: 'pay_harbor', merchant: 'mer_harbor' },
  ];
  const con = (id: string, m: string, provider: string, protocol: string, state: string) =>
    db.connectors.push({ id, merchant: m, provider, protocol, state });
  con('con_northlink', 'mer_cascade', 'NorthLink Switch', 'ISO8583-1993', 'connected');
  con('con_pacnet', 'mer_cascade', 'PacNet EFT', 'ISO8583-1987', 'degraded');
  con('con_valley', 'mer_cascade', 'Valley Host', 'TCP/TLS', 'connected');
  con('con_harborhost', 'mer_harbor', 'Harbor Host', 'ISO8583-1987', 'connected');
  const sites = [
    'Bean & Leaf Cafe',
    'Union Depot',
    'Pike Grocery',
    'Ferry Hall',
    'Concourse A',
    'Concourse C',
    'Long Term Parking',
    'Valley Mall East',
    'Valley Mall West',
    'Rosewood Casino',
    'Sunset Fuel',
    'Miller & Sons Hardware',
    'Head Office Lobby',
    'Training Lab',
    'Pier 4',
    'Pier 7',
    'Lobster Shack',
    'Customs House',
  ];
  const grp = [
    'grp_cascade_north',
    'grp_cascade_north',
    'grp_cascade_north',
    'grp_cascade_north',
    'grp_north_airport',
    'grp_north_airport',
    'grp_north_airport',
    'grp_south_malls',
    'grp_south_malls',
    'grp_cascade_south',
    'grp_cascade_south',
    'grp_cascade_south',
    'grp_cascade_fleet',
    'grp_cascade_fleet',
    'grp_harbor_pier',
    'grp_harbor_pier',
    'grp_harbor_all',
    'grp_harbor_all',
  ];
  sites.forEach((s, i) => {
    const m = i < 14 ? 'mer_cascade' : 'mer_harbor';
    const id = nextId('trm');
    const north = i < 7 && i !== 3;
    // the fourth device stands at the same site as the third, but is not visible to the north user
    if (i !== 3)
      db.locations.push({
        id: nextId('loc'),
        merchant: m,
        site: s,
        street: `${100 + i * 17} ${pick(['Alder St', 'Marine Dr', '3rd Ave', 'Mill Rd'])}`,
        city: i < 7 ? 'Seattle' : i < 14 ? 'Salem' : 'Halifax',
        region: i < 7 ? 'WA' : i < 14 ? 'OR' : 'NS',
        postal: i < 14 ? String(97000 + i * 13) : 'B3H 1A' + (i - 13),
        country: i < 14 ? 'US' : 'CA',
        lat: +(44 + i / 7).toFixed(4),
        lon: +(-122 - i / 50).toFixed(4),
      });
    db.devices.push({
      id,
      merchant: m,
      label: s + (i === 3 ? '' : ' ATM'),
      group: grp[i],
      north,
      payout: i >= 14 ? 'pay_harbor' : north ? 'pay_cascade_north' : 'pay_cascade_main',
      connector:
        i >= 14
          ? 'con_harborhost'
          : north
            ? i % 2
              ? 'con_pacnet'
              : 'con_northlink'
            : i === 3 || i === 8
              ? 'con_pacnet'
              : 'con_valley',
      location: db.locations.at(-1)!.id,
      model: pick(['Genmega G2500', 'Hyosung Halo II', 'Triton ARGO 15']),
      serial: 'SN' + (410000 + i * 731),
      state: ['online', 'online', 'degraded', 'online', 'offline'][i % 5],
      beat: NOW - (i % 5 === 4 ? 9 * 3600000 : 60000 * (1 + i)),
      notes: 200 + Math.floor(r() * 1500),
    });
  });
  const u = (id: string, m: string, name: string, role: string, grant: string | null) =>
    db.users.push({ id, merchant: m, name, email: id.slice(4).replace(/_/g, '.') + '@example.com', role, grant });
  u('usr_cascade_admin', 'mer_cascade', 'Ines Albrecht', 'admin', null);
  u('usr_cascade_north', 'mer_cascade', 'Tom Okafor', 'region_manager', 'grp_cascade_north');
  u('usr_cascade_viewer', 'mer_cascade', 'Mei Sato', 'viewer', null);
  u('usr_harbor_owner', 'mer_harbor', 'Gil Thibault', 'admin', null);
  u('usr_harbor_clerk', 'mer_harbor', 'Ana Reid', 'viewer', null);
  const amounts = [2000, 4000, 4000, 6000, 8000, 10000, 10000, 20000, 20000, 30000, 40000, 100000];
  db.devices.forEach((d, di) => {
    let stan = 100 + di * 311;
    const n = di < 14 ? 16 : 14;
    for (let k = 0; k < n; k++) {
      const at = NOW - 11 * DAY + Math.floor((((k + r() * 0.9) / n) * 10.9 * DAY) / 1000) * 1000;
      const dice = (k * 7 + di * 3) % 16;
      const sur = pick([250, 300, 350, 1050]);
      const base: Row = {
        id: nextId('txn'),
        device: d.id,
        merchant: d.merchant,
        at,
        stan: ++stan,
        acct: pick(['checking', 'checking', 'savings', 'credit']),
        emv:
          (k + di) % 3 ? { entry_mode: 'contact_chip', aid: 'A0000000' + pick(['031010', '041010', '043060']) } : null,
      };
      const a = pick(amounts);
      if (dice < 3) {
        const c = pick([
          ['51', 'insufficient_funds'],
          ['55', 'incorrect_pin'],
          ['91', 'issuer_unavailable'],
        ]);
        db.txns.push({
          ...base,
          type: 'cash_withdrawal',
          state: 'declined',
          code: c[0],
          msg: c[1],
          amtReq: a,
          amtComp: 0,
          surReq: sur,
          surComp: 0,
        });
      } else if (dice === 4) {
        db.txns.push({
          ...base,
          type: 'balance_inquiry',
          state: 'approved',
          code: '00',
          msg: 'approved',
          amtReq: 0,
          amtComp: 0,
          surReq: 100,
          surComp: 100,
        });
      } else if (dice === 6) {
        db.txns.push({
          ...base,
          type: 'cash_withdrawal',
          state: 'reversed',
          code: '00',
          msg: 'reversed',
          amtReq: a,
          amtComp: 0,
          surReq: sur,
          surComp: 0,
        });
        db.txns.push({
          ...base,
          id: nextId('txn'),
          at: at + 41000,
          stan: ++stan,
          emv: null,
          type: 'reversal',
          state: 'approved',
          code: '00',
          msg: 'approved',
          amtReq: a,
          amtComp: 0,
          surReq: sur,
          surComp: 0,
          original: base.id,
        });
      } else if (dice === 8)
        db.txns.push({
          ...base,
          type: 'cash_withdrawal',
          state: 'partially_approved',
          code: '10',
          msg: 'partial_dispense',
          amtReq: a + 2000,
          amtComp: a,
          surReq: sur,
          surComp: sur,
        });
      else
        db.txns.push({
          ...base,
          type: 'cash_withdrawal',
          state: 'approved',
          code: '00',
          msg: 'approved',
          amtReq: a,
          amtComp: a,
          surReq: sur,
          surComp: sur,
        });
    }
    ['restart', 'reload_parameters', 'sync_clock', 'fetch_journal', 'close_batch'].forEach((v, k) => {
      const q = NOW - (k * 19 + di) * 3600000;
      const st = ['queued', 'completed', 'completed', 'failed', 'queued'][(k + di) % 5];
      db.commands.push({
        id: nextId('cmd'),
        device: d.id,
        merchant: d.merchant,
        verb: v,
        state: st,
        queued: q,
        done: st === 'queued' ? null : q + 95000,
        by: di < 14 ? 'usr_cascade_admin' : 'usr_harbor_owner',
      });
    });
    ['key_ceremony_scheduled', 'parameter_package'].forEach((v, k) =>
      db.jobs.push({
        id: nextId('job'),
        device: d.id,
        kind: v,
        state: k ? 'succeeded' : 'running',
        at: NOW - (k * 40 + di + 2) * 3600000,
      }),
    );
    ['cash_low', 'heartbeat_stale'].forEach((v, k) =>
      db.incidents.push({
        id: nextId('inc'),
        device: d.id,
        kind: v,
        state: k ? 'cleared' : 'open',
        at: NOW - (k * 31 + di + 1) * 3600000 - 500000,
      }),
    );
    ['0800 network echo', '0420 reversal advice'].forEach((v, k) =>
      db.journal.push({ id: nextId('jrn'), device: d.id, text: v, at: NOW - (k * 13 + di + 1) * 3600000 - 777000 }),
    );
    db.beats.push(
      { id: nextId('hbt'), device: d.id, kind: 'device.heartbeat', text: 'heartbeat received', at: d.beat },
      { id: nextId('sts'), device: d.id, kind: 'device.status', text: 'status is now ' + d.state, at: d.beat - 600000 },
    );
    if (di % 2 === 0)
      db.forms.push({
        id: nextId('frm'),
        device: d.id,
        merchant: d.merchant,
        kind: pick(['site_survey', 'cash_load_receipt', 'w9_update']),
        state: pick(['submitted', 'draft', 'accepted']),
        at: NOW - di * 5 * 3600000,
      });
  });
  for (let day = 11; day >= 2; day--)
    for (const p of db.payouts) {
      const date = iso(NOW - day * DAY).slice(0, 10);
      const b = buildBatch(
        db,
        p,
        date,
        day === 2 ? 'open' : day === 3 ? 'submitted' : day === 7 && p.id !== 'pay_harbor' ? 'returned' : 'paid',
      );
      if (b) db.settlements.push(b);
    }
  db.settlements.reverse();
  const dst = ['received', 'under_review', 'awaiting_evidence', 'won', 'lost', 'withdrawn'];
  db.devices.forEach((d, di) => {
    for (let k = 0; k < 2; k++) {
      const t = db.txns.filter((x) => x.device === d.id && x.amtComp > 0)[k * 3] as Row;
      const st = dst[(di * 2 + k) % 6] as string;
      const res = ['won', 'lost', 'withdrawn'].includes(st);
      db.disputes.push({
        id: nextId('dsp'),
        merchant: d.merchant,
        device: d.id,
        txn: t.id,
        status: st,
        reason: ['cash_not_dispensed', 'partial_dispense', 'duplicate_debit', 'unrecognized'][(di + k) % 4],
        amount: t.amtComp + (k ? t.surComp : 0),
        opened: t.at + DAY / 2,
        due: iso(t.at + 20 * DAY).slice(0, 10),
        queue: k ? 'chargeback_desk' : 'device_claims',
        assignee: st === 'received' ? null : 'agent_' + (3 + (di % 4)),
        assigned: st === 'received' ? null : t.at + DAY * 0.6,
        resolved: res ? Math.min(t.at + 3 * DAY, NOW - 3600000) : null,
        note: res
          ? {
              won: 'Journal shows full dispense.',
              lost: 'Cassette count short, credit issued.',
              withdrawn: 'Cardholder withdrew the claim.',
            }[st]
          : null,
        reviewer: 'usr_ops_' + (1 + (di % 3)),
        reviewerName: ['Dana Cole', 'Yusuf Amin', 'Petra Lund'][di % 3],
      });
    }
  });
  db.disputes.sort((a, b) => b.opened - a.opened || (a.id < b.id ? -1 : 1));
  return db;
}
