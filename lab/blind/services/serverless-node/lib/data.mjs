// Seeded, in-memory store. Everything is relative to the start of the process.
import { DAY, HOUR, MIN, idMaker, rng, sum } from './util.mjs';

export const T0 = Math.floor(Date.now() / 1000) * 1000;
const r = rng(20261);
export const newId = idMaker(r);

const ZONES = {
  NSW: 'Australia/Sydney', VIC: 'Australia/Melbourne', QLD: 'Australia/Brisbane', WA: 'Australia/Perth',
  SA: 'Australia/Adelaide', NT: 'Australia/Darwin', TAS: 'Australia/Hobart',
};

export const db = {
  accounts: [], users: [], groups: [], locations: [], terminals: [], connectors: [], txns: [], batches: [], disputes: [],
  commands: [], jobs: [], alerts: [], journal: [], heartbeats: [], statusChanges: [], forms: [], compliance: [],
  onboarding: [], documents: [], videos: [], brands: {},
};

// ---------------------------------------------------------------- tenants, accounts, groups, sites

const TENANTS = [
  {
    key: 'wattle', name: 'Wattle Cash', domain: 'wattlecash.example', colour: '#E3A008', zone: ZONES.NSW, txns: 430, disputes: 26,
    subs: [['nsw', 'Wattle Cash NSW', ZONES.NSW], ['wa', 'Wattle Cash West', ZONES.WA]],
    groups: [
      ['nsw', 'New South Wales', null, 'nsw'], ['syd', 'Sydney Metro', 'nsw', 'nsw'], ['hun', 'Hunter & Coast', 'nsw', 'nsw'],
      ['wa', 'Western Australia', null, 'wa'], ['per', 'Perth Metro', 'wa', 'wa'], ['gld', 'Goldfields & North West', 'wa', 'wa'],
      ['new', 'Commissioning', null, null],
    ],
    connectors: [['Southern Switch', 'as2805'], ['Bluegum Acquiring', 'iso8583'], ['Swan Host Link', 'as2805'], ['Standby Gateway', 'iso8583']],
    link: { syd: [0, 0, 1], hun: [1], per: [2, 2, 1], gld: [2] },
    sites: [
      ['syd', 'Newtown Arcade', '212 King St', 'Newtown', 'NSW', '2042', -33.897, 151.179, 2],
      ['syd', 'Central Concourse', '1 Eddy Ave', 'Haymarket', 'NSW', '2000', -33.883, 151.206, 2],
      ['syd', 'Bondi Surf Pavilion', '80 Campbell Pde', 'Bondi Beach', 'NSW', '2026', -33.891, 151.274, 1],
      ['syd', 'Parramatta Square', '5 Darcy St', 'Parramatta', 'NSW', '2150', -33.817, 151.004, 1],
      ['syd', 'Marrickville Metro', '34 Victoria Rd', 'Marrickville', 'NSW', '2204', -33.907, 151.171, 1],
      ['syd', 'Manly Wharf', '1 East Esplanade', 'Manly', 'NSW', '2095', -33.8, 151.284, 1],
      ['hun', 'Newcastle Interchange', '854 Hunter St', 'Newcastle West', 'NSW', '2302', -32.925, 151.759, 2],
      ['hun', 'Maitland Markets', '380 High St', 'Maitland', 'NSW', '2320', -32.733, 151.557, 1],
      ['hun', 'Terrigal Hotel', '12 Kurrawyba Ave', 'Terrigal', 'NSW', '2260', -33.448, 151.443, 1],
      ['hun', 'Nelson Bay Marina', '6 Teramby Rd', 'Nelson Bay', 'NSW', '2315', -32.719, 152.146, 1],
      ['hun', "Dora Creek Servo", '21 Watt St', 'Dora Creek', 'NSW', '2264', -33.083, 151.5, 1],
      ['per', 'Yagan Square', '420 Wellington St', 'Perth', 'WA', '6000', -31.951, 115.859, 2],
      ['per', 'Fremantle Markets', '74 South Tce', 'Fremantle', 'WA', '6160', -32.056, 115.749, 1],
      ['per', 'Scarborough Beach Bar', '1 Manning St', 'Scarborough', 'WA', '6019', -31.894, 115.756, 1],
      ['per', 'Joondalup Gate', '420 Joondalup Dr', 'Joondalup', 'WA', '6027', -31.744, 115.768, 1],
      ['per', 'Cannington Fair', '1382 Albany Hwy', 'Cannington', 'WA', '6107', -32.018, 115.936, 1],
      ['gld', 'Kalgoorlie Palace', '137 Hannan St', 'Kalgoorlie', 'WA', '6430', -30.748, 121.466, 1],
      ['gld', 'Coolgardie Roadhouse', '7 Bayley St', 'Coolgardie', 'WA', '6429', -30.954, 121.164, 1],
      ['gld', 'Karratha Hub', '16 Sharpe Ave', 'Karratha', 'WA', '6714', -20.736, 116.846, 2],
      ['gld', 'Broome Night Markets', '2 Hamersley St', 'Broome', 'WA', '6725', -17.955, 122.242, 1],
    ],
  },
  {
    key: 'banksia', name: 'Banksia ATM Services', domain: 'banksia-atm.example', colour: '#9B2C2C', zone: ZONES.QLD, txns: 250, disputes: 14,
    subs: [],
    groups: [['bne', 'Brisbane', null, null], ['mel', 'Melbourne', null, null], ['ctr', 'Centre & South', null, null]],
    connectors: [['Coral Switch', 'as2805'], ['Yarra Processing', 'iso8583'], ['Top End Relay', 'as2805']],
    link: { bne: [0], mel: [1], ctr: [2, 0] },
    sites: [
      ['bne', 'Valley Laneway', '31 Duncan St', 'Fortitude Valley', 'QLD', '4006', -27.457, 153.034, 1],
      ['bne', 'South Bank Parklands', '6 Little Stanley St', 'South Brisbane', 'QLD', '4101', -27.48, 153.023, 2],
      ['bne', 'Woolloongabba Tavern', '803 Stanley St', 'Woolloongabba', 'QLD', '4102', -27.487, 153.037, 1],
      ['bne', 'Redcliffe Jetty', '139 Redcliffe Pde', 'Redcliffe', 'QLD', '4020', -27.229, 153.115, 1],
      ['mel', 'Queen Vic Sheds', '65 Victoria St', 'Melbourne', 'VIC', '3000', -37.807, 144.957, 2],
      ['mel', 'St Kilda Pier', '10 Pier Rd', 'St Kilda', 'VIC', '3182', -37.865, 144.97, 1],
      ['mel', 'Footscray Plaza', '18 Leeds St', 'Footscray', 'VIC', '3011', -37.8, 144.9, 1],
      ['ctr', 'Rundle Mall North', '48 Rundle Mall', 'Adelaide', 'SA', '5000', -34.923, 138.602, 2],
      ['ctr', 'Todd Mall', '61 Todd St', 'Alice Springs', 'NT', '0870', -23.7, 133.881, 1],
      ['ctr', 'Mindil Beach', '3 Maria Liveris Dr', 'The Gardens', 'NT', '0820', -12.447, 130.83, 1],
      ['ctr', 'Salamanca Place', '77 Salamanca Pl', 'Hobart', 'TAS', '7000', -42.887, 147.333, 1],
    ],
  },
];

const MODELS = [['Hyosung', 'MX 2800'], ['Hyosung', 'Force 7'], ['Genmega', 'G2500'], ['Triton', 'ARGO 12']];
const STATES = [['online', 20], ['degraded', 3], ['offline', 2], ['outOfService', 1]];

const ref = {}; // 'wattle.syd' -> group, used while seeding only

function seedTenant(t) {
  const org = { id: newId('acc'), name: t.name, kind: 'organisation', parentId: null, orgId: null, zone: t.zone, abn: String(r.int(11e9, 98e9)), domain: t.domain };
  org.orgId = org.id;
  db.accounts.push(org);
  ref[t.key] = org;
  const acc = { null: org };
  for (const [key, name, zone] of t.subs) {
    acc[key] = { id: newId('acc'), name, kind: 'subAccount', parentId: org.id, orgId: org.id, zone, abn: org.abn, domain: t.domain };
    db.accounts.push(acc[key]);
    ref[`${t.key}.${key}`] = acc[key];
  }
  db.brands[org.id] = {
    displayName: t.name, colour: t.colour, logoUrl: `https://assets.${t.domain}/logo.svg`, supportEmail: `help@${t.domain}`,
    dns: { host: `portal.${t.domain}`, state: t.key === 'wattle' ? 'verified' : 'pendingCname', checkedAt: T0 - 40 * MIN },
  };
  for (const [key, name, parent, sub] of t.groups) {
    const g = { id: newId('grp'), name, parentId: parent ? ref[`${t.key}/${parent}`].id : null, accountId: acc[sub].id, orgId: org.id };
    db.groups.push(g);
    ref[`${t.key}/${key}`] = g;
  }
  const links = t.connectors.map(([name, protocol], i) => {
    const c = {
      id: newId('con'), orgId: org.id, name, protocol, host: `${name.toLowerCase().replace(/ /g, '-')}.hosts.example`, port: 7000 + i * 11,
      state: i === 1 ? 'degraded' : i === 3 ? 'standby' : 'up', since: T0 - r.int(2, 300) * HOUR, latencyMs: r.int(38, 190), lastEchoAt: T0 - r.int(5, 55) * 1000,
    };
    db.connectors.push(c);
    return c;
  });
  const terms = [];
  for (const [gk, name, street, suburb, state, postcode, lat, lng, n] of t.sites) {
    const g = ref[`${t.key}/${gk}`];
    const loc = { id: newId('loc'), orgId: org.id, accountId: g.accountId, name, street, suburb, state, postcode, lat, lng, zone: ZONES[state], risk: r.weighted([['low', 7], ['medium', 2], ['high', 1]]) };
    db.locations.push(loc);
    for (let i = 0; i < n; i++) {
      const [maker, model] = r.pick(MODELS);
      const st = r.weighted(STATES);
      const term = {
        id: newId('trm'), orgId: org.id, accountId: g.accountId, groupId: g.id, locationId: loc.id, connectorId: links[r.pick(t.link[gk])].id,
        name: n > 1 ? `${name} ${i + 1}` : name, maker, model, serial: `${maker[0]}${r.int(100000, 999999)}`, fw: `4.${r.int(0, 9)}.${r.int(0, 30)}`,
        zone: loc.zone, state: st, heartbeatAt: T0 - (st === 'offline' ? r.int(70, 900) * MIN : r.int(4, 110) * 1000), surcharge: r.pick([250, 280, 300, 350]),
        installedAt: T0 - r.int(60, 1400) * DAY, signalDbm: -r.int(55, 103), tempC: r.int(17, 41),
        cassettes: [[2000, 1400], [5000, 2200]].map(([denom, cap], k) => ({ slot: k + 1, denom, notes: r.int(20, cap), capacity: cap })), seq: r.int(300, 8200),
      };
      terms.push(term);
      db.terminals.push(term);
    }
  }
  ref[`${t.key}.terms`] = terms;
  seedTxns(t, terms);
  seedActivity(terms);
  seedBatches(org, t);
  seedDisputes(org, t);
  seedPaperwork(org, t, terms);
}

// ---------------------------------------------------------------- transactions

const DECLINES = [['51', 'Insufficient funds', 8], ['55', 'Incorrect PIN', 4], ['61', 'Exceeds withdrawal limit', 3], ['91', 'Issuer unavailable', 2], ['54', 'Expired card', 1]];

function seedTxns(t, terms) {
  const busy = terms.slice(0, -1); // the newest machine has not traded yet
  const times = Array.from({ length: t.txns }, () => T0 - r.int(3 * MIN, 21 * DAY - HOUR)).sort((a, b) => a - b);
  const load = busy.map((x) => [x, r.int(2, 9)]);
  times.forEach((at, i) => {
    at = Math.floor(at / 1000) * 1000;
    // Every trading machine gets at least two rows.
    const term = i < busy.length * 2 ? busy[i % busy.length] : r.weighted(load);
    const type = r.weighted([['withdrawal', 84], ['balance', 13], ['transfer', 3]]);
    const outcome = type === 'withdrawal'
      ? r.weighted([['approved', 74], ['declined', 14], ['partial', 6], ['reversed', 6]])
      : r.weighted([['approved', 92], ['declined', 8]]);
    const amtReq = type === 'balance' ? 0 : r.pick([2000, 4000, 5000, 6000, 8000, 10000, 10000, 15000, 20000, 20000, 25000, 30000, 40000, 50000, 70000, 100000]);
    const surReq = type === 'balance' ? 200 : term.surcharge;
    let amtComp = 0;
    let surComp = 0;
    let resp = ['00', 'Approved'];
    let real = outcome;
    if (outcome === 'declined') resp = r.weighted(DECLINES.map(([c, d, w]) => [[c, d], w]));
    else if (outcome === 'reversed') resp = ['22', 'Suspected malfunction, reversed'];
    else {
      amtComp = amtReq;
      surComp = surReq;
      if (outcome === 'partial') {
        if (amtReq < 6000) real = 'approved';
        else {
          amtComp = Math.max(2000, Math.floor((amtReq * r.int(3, 8)) / 10 / 1000) * 1000);
          resp = ['10', 'Approved, partial dispense'];
        }
      }
    }
    const entry = r.weighted([['chip', 66], ['contactless', 22], ['magstripe', 12]]);
    db.txns.push({
      id: newId('txn', 12), orgId: term.orgId, accountId: term.accountId, terminalId: term.id, groupId: term.groupId, zone: term.zone, at, type, outcome: real,
      seq: ++term.seq, acct: r.weighted([['savings', 5], ['cheque', 3], ['credit', 2]]), entry, resp: { code: resp[0], text: resp[1] }, amtReq, amtComp, surReq, surComp, batchId: null,
      cardNo: testCard(), expiry: `2${r.int(8, 9)}${String(r.int(1, 12)).padStart(2, '0')}`,
    });
  });
}

/** Card number of the simulator (Luhn-valid); it must never leave the store. */
function testCard() {
  let s = r.pick(['411111', '555555', '453201', '516345']);
  for (let i = 0; i < 9; i++) s += r.int(0, 9);
  let total = 0;
  for (let i = 0; i < 15; i++) {
    let d = +s[14 - i];
    if (i % 2 === 0 && (d *= 2) > 9) d -= 9;
    total += d;
  }
  return s + ((10 - (total % 10)) % 10);
}

// ---------------------------------------------------------------- commands, provisioning, alerts, journal

const ALERTS = [
  ['cash_low', 'warning', 'Cassette 1 below the refill mark'], ['cash_out', 'critical', 'Cassette 2 is empty'], ['dispenser_fault', 'critical', 'Dispenser reported a jam'],
  ['heartbeat_stale', 'warning', 'No heartbeat for 15 minutes'], ['decline_spike', 'warning', 'Declines above the usual rate'], ['communication_flapping', 'warning', 'Modem reconnected 6 times in an hour'],
  ['compliance_expiration', 'info', 'Device approval expires within 30 days'], ['reversal_spike', 'warning', 'Reversals above the usual rate'],
];
const COMMANDS = ['restart', 'syncTime', 'pullJournal', 'screenRefresh', 'dispenserTest', 'surchargeUpdate'];

function seedActivity(terms) {
  for (const t of terms) {
    const base = { orgId: t.orgId, terminalId: t.id, zone: t.zone };
    const back = (lo, hi) => T0 - Math.floor((r.next() * (hi - lo) + lo) / 1000) * 1000;
    for (let i = 0, n = r.int(3, 6); i < n; i++) {
      const state = i === 0 ? 'queued' : i === 1 ? 'completed' : r.weighted([['completed', 6], ['failed', 1], ['sent', 1]]);
      const queuedAt = state === 'queued' ? back(5 * MIN, 3 * HOUR) : back(6 * HOUR, 14 * DAY);
      const done = state === 'completed' || state === 'failed';
      db.commands.push({ ...base, id: newId('cmd'), type: r.pick(COMMANDS), state, source: r.pick(['portal', 'schedule', 'api']), queuedAt, endedAt: done ? queuedAt + r.int(8, 900) * 1000 : null });
    }
    for (let i = 0, n = r.int(1, 3); i < n; i++) {
      const startedAt = back(2 * HOUR, 18 * DAY);
      const state = r.weighted([['completed', 5], ['failed', 1], ['running', 1]]);
      db.jobs.push({ ...base, id: newId('job'), kind: r.pick(['firstBoot', 'firmware', 'hostParameters', 'screenPack']), state, startedAt, endedAt: state === 'running' ? null : startedAt + r.int(1, 40) * MIN });
    }
    for (let i = 0, n = r.int(1, 4); i < n; i++) {
      const [event, severity, text] = r.pick(ALERTS);
      const openedAt = back(20 * MIN, 16 * DAY);
      const cleared = r.chance(0.65) ? Math.min(openedAt + r.int(10, 2000) * MIN, T0 - MIN) : null;
      db.alerts.push({ ...base, id: newId('alr'), event, severity, text, openedAt, clearedAt: cleared });
    }
    for (let i = 0, n = r.int(2, 5); i < n; i++) {
      const text = r.pick(['Switch logon accepted', 'Session renewed with the host', 'Late 0210 matched to its request', 'Advice 0220 stored and forwarded', 'Reversal 0420 acknowledged', 'Totals reset at cutover']);
      db.journal.push({ ...base, id: newId('jrn'), text, at: back(10 * MIN, 12 * DAY) });
    }
    for (let i = 0, n = r.int(1, 3); i < n; i++) {
      const from = r.pick(['offline', 'degraded', 'outOfService']);
      const at = back(HOUR, 15 * DAY);
      db.statusChanges.push({ ...base, id: newId('chg'), from: 'online', to: from, at: at - r.int(5, 50) * MIN });
      db.statusChanges.push({ ...base, id: newId('chg'), from, to: 'online', at });
    }
    if (t.state !== 'online') db.statusChanges.push({ ...base, id: newId('chg'), from: 'online', to: t.state, at: back(15 * MIN, 50 * MIN) });
    db.heartbeats.push({ ...base, id: newId('hbt'), at: t.heartbeatAt });
    if (r.chance(0.5)) db.forms.push({ ...base, id: newId('frm'), name: r.pick(['Site inspection', 'Cash load sheet', 'Fault report', 'Relocation request']), state: r.pick(['submitted', 'accepted', 'draft']), at: back(HOUR, 20 * DAY) });
    db.compliance.push({ ...base, id: newId('cmp'), item: r.pick(['Device approval', 'Anti-skimming inspection', 'Electrical test and tag']), state: r.weighted([['current', 6], ['expiring', 2], ['expired', 1]]), expiresAt: T0 + r.int(-20, 300) * DAY });
  }
}

// ---------------------------------------------------------------- settlements

const SWITCH_FEE = 22;
export const isEarning = (x) => x.outcome === 'approved' || x.outcome === 'partial';

/** Builds one ACH batch of a group out of not yet settled transactions, one credit and one fee entry per terminal. */
export function buildBatch(group, txns, from, to, status) {
  const account = db.accounts.find((a) => a.id === group.accountId);
  const perTerm = Map.groupBy ? Map.groupBy(txns, (x) => x.terminalId) : txns.reduce((m, x) => m.set(x.terminalId, [...(m.get(x.terminalId) ?? []), x]), new Map());
  const entries = [];
  for (const [terminalId, rows] of perTerm) {
    const credit = sum(rows, (x) => (x.type === 'withdrawal' ? x.amtComp : 0) + x.surComp);
    if (credit) entries.push({ terminalId, kind: 'credit', amt: credit });
    entries.push({ terminalId, kind: 'debit', amt: rows.length * SWITCH_FEE });
  }
  const credits = entries.filter((e) => e.kind === 'credit');
  const debits = entries.filter((e) => e.kind === 'debit');
  const batch = {
    id: newId('bat'), orgId: group.orgId, accountId: account.id, groupId: group.id, zone: account.zone, status, terminalIds: [...perTerm.keys()], txnCount: txns.length,
    credits: credits.length, debits: debits.length, creditTotal: sum(credits, (e) => e.amt), debitTotal: sum(debits, (e) => e.amt), from, to,
    openedAt: to, cutoffAt: to + 2 * HOUR, submittedAt: null, settledAt: null,
  };
  batch.netPayout = batch.creditTotal - batch.debitTotal;
  for (const x of txns) x.batchId = batch.id;
  db.batches.push(batch);
  return batch;
}

function seedBatches(org) {
  for (let w = 0; w < 6; w++) {
    const from = T0 - 21 * DAY + w * 3 * DAY;
    const to = from + 3 * DAY;
    for (const g of db.groups.filter((x) => x.orgId === org.id)) {
      const rows = db.txns.filter((x) => x.groupId === g.id && isEarning(x) && !x.batchId && x.at >= from && x.at < to);
      if (!rows.length) continue;
      const b = buildBatch(g, rows, from, to, w < 4 ? (r.chance(0.06) ? 'returned' : 'settled') : w === 4 ? r.pick(['settled', 'submitted']) : 'submitted');
      b.submittedAt = b.cutoffAt + r.int(4, 50) * MIN;
      if (b.status !== 'submitted') b.settledAt = b.submittedAt + r.int(20, 30) * HOUR;
    }
  }
}

// ---------------------------------------------------------------- disputes

export const REASONS = ['nonDispense', 'partialDispense', 'duplicateDebit', 'unrecognised', 'surchargeError'];
const REVIEWERS = ['K. Nguyen', 'D. Papadakis', 'S. Whitlam'];

function seedDisputes(org, t) {
  const pool = db.txns.filter((x) => x.orgId === org.id && x.type === 'withdrawal' && x.outcome !== 'declined' && x.at < T0 - 2 * DAY);
  const used = new Set();
  while (used.size < t.disputes) {
    const x = r.pick(pool);
    if (used.has(x.id)) continue;
    used.add(x.id);
    const status = r.weighted([['open', 4], ['inReview', 3], ['won', 3], ['lost', 2], ['withdrawn', 1]]);
    const resolved = !['open', 'inReview'].includes(status);
    const openedAt = x.at + Math.floor(r.next() * (T0 - x.at) * 0.4);
    const endedAt = resolved ? openedAt + Math.floor((T0 - openedAt) * (0.3 + r.next() * 0.6)) : null;
    const amt = x.outcome === 'partial' ? x.amtReq - x.amtComp : x.amtReq;
    db.disputes.push({
      id: newId('dsp'), orgId: org.id, accountId: x.accountId, terminalId: x.terminalId, transactionId: x.id, zone: x.zone, status,
      reasonCode: x.outcome === 'partial' ? 'partialDispense' : x.outcome === 'reversed' ? 'nonDispense' : r.pick(REASONS), amt, note: null, openedAt, dueAt: openedAt + 45 * DAY,
      queue: status === 'open' && r.chance(0.4) ? null : r.pick(['chargebacks', 'cardSchemes', 'siteOwners']), outcome: resolved ? status : null,
      paid: status === 'lost' ? amt : 0, endedAt, reviewer: r.pick(REVIEWERS), reviewNote: r.pick(['Journal and cash count agree', 'Surplus found at the next balance', 'Customer withdrew the claim']),
    });
  }
}

// ---------------------------------------------------------------- documents, users

function seedPaperwork(org, t, terms) {
  const accounts = db.accounts.filter((a) => a.orgId === org.id);
  for (const a of accounts) {
    db.onboarding.push({ orgId: org.id, accountId: a.id, id: newId('onb'), step: 'Beneficial owners confirmed', done: true });
    db.onboarding.push({ orgId: org.id, accountId: a.id, id: newId('onb'), step: 'Direct entry mandate signed', done: a.kind === 'organisation' });
    db.documents.push({ orgId: org.id, accountId: a.id, id: newId('doc'), title: `${a.name} operating agreement`, mime: 'application/pdf', money: false, at: T0 - r.int(40, 400) * DAY });
    db.documents.push({ orgId: org.id, accountId: a.id, id: newId('doc'), title: `${a.name} settlement schedule`, mime: 'application/pdf', money: true, at: T0 - r.int(40, 400) * DAY });
  }
  const byName = Object.fromEntries(terms.map((x) => [x.name, x.id]));
  const groupIds = (k) => terms.filter((x) => x.groupId === ref[`${t.key}/${k}`].id).map((x) => x.id);
  const user = (name, role, account, key, terminalIds = null) => db.users.push({
    id: newId('usr'), orgId: org.id, accountId: account.id, name, email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${t.domain}`, role, key, terminalIds, lastSeenAt: T0 - r.int(3, 9000) * MIN,
  });
  if (t.key === 'wattle') {
    const nsw = ref['wattle.nsw'];
    const wa = ref['wattle.wa'];
    user('Priya Raman', 'admin', org, 'tf_live_wattle_7f3kq9x2m5');
    user('Owen Baker', 'auditor', org, 'tf_live_wattle_a81hd0v6wz');
    user('Grace Tully', 'manager', wa, 'tf_live_wattle_w25scn8rjy');
    user('Jack Moro', 'technician', nsw, 'tf_live_wattle_t90bgp4ekc', [...groupIds('syd').slice(0, 6), byName['Newcastle Interchange 1'], byName['Maitland Markets']]);
    user('Helen Cho', 'admin', org, null);
    user('Ben Achterberg', 'manager', nsw, null);
    user('Mia Yarran', 'technician', wa, null, groupIds('gld'));
  } else {
    user('Tom Delaney', 'admin', org, 'tf_live_banksia_c4m7z1q8ha');
    user('Lucia Ferraro', 'viewer', org, 'tf_live_banksia_v63ykd2x9n', [...groupIds('bne'), byName['Queen Vic Sheds 1'], byName['Todd Mall']]);
    user('Arjun Mehta', 'auditor', org, null);
    user('Sam Kelleher', 'technician', org, null, groupIds('mel'));
  }
}

for (const t of TENANTS) seedTenant(t);
db.videos = ['Loading cassettes safely', 'Reading the switch journal', 'Answering a dispute in time'].map((title, i) => ({ id: newId('vid'), title, mins: 3 + i * 2 }));
db.txns.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));

export const index = {
  terminal: new Map(db.terminals.map((x) => [x.id, x])),
  location: new Map(db.locations.map((x) => [x.id, x])),
  group: new Map(db.groups.map((x) => [x.id, x])),
  account: new Map(db.accounts.map((x) => [x.id, x])),
  connector: new Map(db.connectors.map((x) => [x.id, x])),
  txn: new Map(db.txns.map((x) => [x.id, x])),
  userByKey: new Map(db.users.filter((u) => u.key).map((u) => [u.key, u])),
};
